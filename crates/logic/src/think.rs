//! The loop: which rule is tried when, and what happens to what it finds.
//!
//! In *rounds* all steps of the lowest level that finds anything are taken together, so that the
//! outcome, and every rating made from it, does not depend on the order of cells. In *order* the
//! rules are tried one after another and the first that finds something starts the list again, as
//! a person with a fixed list would do; rules of one group that follow each other are one there.

use crate::order::{put_last, sort_by_number};
use crate::rule::{About, Notes, Reasoning, Situation};
use crate::rulebook::Entry;
use crate::step::{Round, RuleId, RuleTable, Step, Trace, TraceEnd};
use crate::watch::Watch;
use crate::{Fact, Known, trial};

/// How the rules take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// All steps of the lowest level that finds anything, together.
    Rounds,
    /// The same in finer steps: of that level, all steps of the lightest rules that find anything.
    /// Then no rule is used that lighter ones make superfluous.
    Lightest,
    /// One rule after another; the first that finds something starts the list again.
    Order,
}

/// Which of the suppositions that break is taken, if something has to be supposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Supposition {
    /// The one after which named rules find most, for each round that it takes to break.
    #[default]
    OpensMost,
    /// All that break after the fewest rounds. For studies of how deep one has to look.
    BreaksSoonest,
}

/// Which rules are used, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which of the family's own rules, by their places in its table, in the order in which they
    /// are tried.
    pub rules: Vec<usize>,
    /// How they take turns.
    pub way: Way,
    /// When they fail: suppose things, and follow them with those of the rules that suppose nothing
    /// themselves.
    pub trial: bool,
    /// Which suppositions are taken then.
    pub supposition: Supposition,
    /// Collect the grounds of every step.
    pub reasons: bool,
}

impl Plan {
    /// These rules in this order, nothing supposed, no grounds collected.
    pub fn of(rules: Vec<usize>, way: Way) -> Plan {
        Plan {
            rules,
            way,
            trial: false,
            supposition: Supposition::default(),
            reasons: false,
        }
    }

    /// In rounds, with those rules of a table (see [`crate::Reasoner::rules`]) that are wanted.
    pub fn rounds(table: &RuleTable, wanted: impl Fn(&About) -> bool) -> Plan {
        let own = 0..table.own().len();
        let mut rules: Vec<usize> = own.filter(|&r| wanted(table[r])).collect();
        sort_by_number(&mut rules, |&r| usize::from(table[r].level));
        Plan::of(rules, Way::Rounds)
    }

    /// All rules that suppose nothing.
    pub fn without_trial(table: &RuleTable) -> Plan {
        Plan::rounds(table, |about| !about.trial)
    }

    /// All rules, and trial when they fail.
    pub fn with_trial(table: &RuleTable) -> Plan {
        Plan {
            trial: true,
            ..Plan::rounds(table, |_| true)
        }
    }

    /// The same rules, the lightest first ([`Way::Lightest`]).
    pub fn lightest_first(mut self, table: &RuleTable) -> Plan {
        sort_by_number(&mut self.rules, |&r| table[r].weight as usize);
        put_last(&mut self.rules, |&r| table[r].last_resort);
        sort_by_number(&mut self.rules, |&r| usize::from(table[r].level));
        self.way = Way::Lightest;
        self
    }

    /// The same plan, collecting the grounds of every step.
    pub fn with_reasons(self) -> Plan {
        Plan {
            reasons: true,
            ..self
        }
    }
}

/// A sheet of paper: what is known, the family's notes, and how far each rule has read.
pub struct Sheet<'a, T: Reasoning> {
    pub(crate) game: &'a T,
    /// All rules of the family.
    pub(crate) book: &'static [Entry<T>],
    pub(crate) known: Known,
    pub(crate) state: T::State,
    /// For each rule the number of facts that it has seen; none if it has not looked at all.
    seen: Vec<Option<usize>>,
    pub(crate) notes: Notes,
    pub(crate) watch: &'a Watch<'a>,
}

impl<T: Reasoning> Clone for Sheet<'_, T> {
    fn clone(&self) -> Self {
        Sheet {
            game: self.game,
            book: self.book,
            known: self.known.clone(),
            state: self.state.clone(),
            seen: self.seen.clone(),
            notes: Notes::default(),
            watch: self.watch,
        }
    }
}

/// Where the steps of a round go: into a list, or nowhere. Then they are not even made, since thousands
/// of suppositions are followed only to see whether they break.
pub(crate) trait Steps {
    fn add(&mut self, step: impl FnOnce() -> Step);
}

impl Steps for Vec<Step> {
    fn add(&mut self, step: impl FnOnce() -> Step) {
        self.push(step());
    }
}

impl Steps for () {
    fn add(&mut self, _: impl FnOnce() -> Step) {}
}

/// What a round came to.
pub(crate) enum Outcome {
    Nothing,
    Progress(Round),
    Clash,
    /// The budget ran out; none of it was taken.
    Stopped,
}

impl<'a, T: Reasoning> Sheet<'a, T> {
    /// A sheet with the givens and these facts; none if they contradict each other outright.
    pub(crate) fn new(game: &'a T, facts: &[Fact], watch: &'a Watch<'a>) -> Option<Sheet<'a, T>> {
        let book = T::rulebook().entries();
        let mut sheet = Sheet {
            game,
            book,
            known: Known::new(game.atoms()),
            state: game.start(),
            seen: vec![None; book.len()],
            notes: Notes::default(),
            watch,
        };
        let givens = game.givens();
        (givens.iter().chain(facts))
            .all(|&fact| sheet.learn(fact))
            .then_some(sheet)
    }

    /// A sheet as somebody left it.
    pub(crate) fn at(
        game: &'a T,
        known: Known,
        state: T::State,
        seen: Vec<Option<usize>>,
        watch: &'a Watch<'a>,
    ) -> Sheet<'a, T> {
        Sheet {
            game,
            book: T::rulebook().entries(),
            known,
            state,
            seen,
            notes: Notes::default(),
            watch,
        }
    }

    /// What is known on this sheet.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Become a copy of another sheet, reusing the memory of this one.
    pub(crate) fn copy_from(&mut self, other: &Sheet<'a, T>) {
        self.known.clone_from(&other.known);
        self.state.clone_from(&other.state);
        self.seen.clone_from(&other.seen);
    }

    /// Take note of a fact; false if the opposite is known.
    pub fn learn(&mut self, fact: Fact) -> bool {
        if self.known.is_open(fact.var()) {
            self.known.learn(fact);
            self.game.learn(&mut self.state, &self.known, fact);
            self.game.implied(fact).into_iter().all(|f| self.learn(f))
        } else {
            self.known.holds(fact)
        }
    }

    /// Let a rule look; its findings go into the notes. True if it found a contradiction.
    fn look(&mut self, rule: usize, everywhere: bool, plan: &Plan) -> bool {
        let facts = self.known.facts();
        let news = match self.seen[rule] {
            Some(seen) if !everywhere => Some(&facts[seen..]),
            _ => None,
        };
        let mut situation = Situation {
            known: &self.known,
            news,
            rule: RuleId::Own(rule as u8),
            rules: &plan.rules,
            seen: &self.seen,
            reasons: plan.reasons,
            watch: self.watch,
            clash: false,
            notes: &mut self.notes,
        };
        (self.book[rule].find)(self.game, &self.state, &mut situation);
        situation.clash
    }

    fn is_stale(&self, rule: usize) -> bool {
        self.seen[rule] != Some(self.known.facts().len())
            && !(self.seen[rule].is_some() && self.book[rule].about.once)
    }

    /// One round with these rules: the lowest level that finds anything, or the first rule.
    pub(crate) fn round(&mut self, plan: &Plan, steps: &mut impl Steps) -> Outcome {
        self.notes.clear();
        let mut from = 0;
        while from < plan.rules.len() {
            let first = &self.book[plan.rules[from]].about;
            let (level, group) = (first.level, first.group);
            let same = |&&r: &&usize| {
                let about = &self.book[r].about;
                r == plan.rules[from]
                    || match plan.way {
                        Way::Order => !group.is_empty() && about.group == group,
                        Way::Rounds | Way::Lightest => {
                            let alike = plan.way == Way::Rounds || about.weight == first.weight;
                            about.level == level
                                && alike
                                && !about.last_resort
                                && !first.last_resort
                        }
                    }
            };
            let until = from + plan.rules[from..].iter().take_while(same).count();
            for &rule in &plan.rules[from..until] {
                if !self.is_stale(rule) {
                    continue;
                }
                if self.watch.is_over() {
                    return Outcome::Stopped;
                }
                let clash = self.look(rule, false, plan);
                self.seen[rule] = Some(self.known.facts().len());
                if clash {
                    let last = self.notes.heads.iter().rev().find(|h| h.facts.is_empty());
                    steps.add(|| self.notes.step(last.expect("a clash was noted")));
                    return Outcome::Clash;
                }
                if self.watch.has_rung() {
                    return Outcome::Stopped;
                }
            }
            if !self.notes.heads.is_empty() {
                return self.take(level, plan.reasons, steps);
            }
            from = until;
        }
        Outcome::Nothing
    }

    /// Write in everything that is in the notes.
    fn take(&mut self, level: u8, reasons: bool, steps: &mut impl Steps) -> Outcome {
        let notes = std::mem::take(&mut self.notes);
        let round = Round {
            level,
            steps: notes.heads.len() as u32,
            rules: self
                .by_group((notes.heads.iter()).fold(0, |mask, head| mask | self.bit(head.rule))),
            weight: (notes.heads.iter())
                .map(|head| self.book[head.rule.place(self.book.len())].about.weight)
                .max()
                .unwrap_or(0),
            depth: (notes.heads.iter())
                .filter_map(|h| h.chain.as_ref().map(|c| c.rounds))
                .min()
                .unwrap_or(0),
            facts: 0,
        };
        let before = self.known.facts().len();
        let mut outcome = Outcome::Progress(round);
        'steps: for head in &notes.heads {
            let mut new = false;
            for &fact in &notes.facts[head.facts.clone()] {
                new |= self.known.is_open(fact.var());
                if !self.learn(fact) {
                    // Two findings of one round exclude each other: what was known is broken.
                    steps.add(|| {
                        let mut step = notes.step(head);
                        if reasons {
                            step.because.push(crate::Ground::Fact(!fact));
                        }
                        step.therefore.clear();
                        step
                    });
                    outcome = Outcome::Clash;
                    break 'steps;
                }
            }
            if new {
                steps.add(|| notes.step(head));
            }
        }
        self.notes = notes;
        if let Outcome::Progress(round) = &mut outcome {
            round.facts = (self.known.facts().len() - before) as u32;
        }
        outcome
    }

    /// Every step that is possible now with these rules; those found so far if the budget runs out.
    pub fn steps(&mut self, plan: &Plan) -> Vec<Step> {
        self.notes.clear();
        for &rule in &plan.rules {
            if self.watch.is_over() {
                break;
            }
            self.look(rule, true, plan);
        }
        self.notes
            .heads
            .iter()
            .map(|h| self.notes.step(h))
            .collect()
    }

    /// Go on until the puzzle is solved, or no rule of the plan finds anything more.
    pub fn think(mut self, plan: &Plan) -> Trace {
        let mut steps: Vec<Step> = Vec::new();
        let mut rounds: Vec<Round> = Vec::new();
        // A family's own rules that suppose something do not look for what opens most.
        let mut named = plan.clone();
        if plan.trial && plan.supposition == Supposition::OpensMost {
            named.rules.retain(|&rule| !self.book[rule].about.trial);
        }
        let end = loop {
            if self.game.finished(&self.known) {
                break TraceEnd::Solved;
            }
            match self.round(&named, &mut steps) {
                Outcome::Clash => break TraceEnd::Contradiction,
                Outcome::Stopped => break TraceEnd::Stopped,
                Outcome::Progress(round) => rounds.push(round),
                Outcome::Nothing if plan.trial => {
                    let found = trial::best(&self, plan);
                    let Some(depth) = found
                        .first()
                        .and_then(|s| s.chain.as_ref())
                        .map(|c| c.rounds)
                    else {
                        break if self.watch.has_rung() {
                            TraceEnd::Stopped
                        } else {
                            TraceEnd::Stuck
                        };
                    };
                    rounds.push(Round {
                        level: crate::TRIAL.level,
                        steps: found.len() as u32,
                        rules: self.bit(RuleId::Trial),
                        weight: crate::TRIAL.weight,
                        depth,
                        facts: found.len() as u32,
                    });
                    let mut clash = false;
                    for step in found {
                        clash |= !step.therefore.iter().all(|&f| self.learn(f));
                        steps.push(step);
                    }
                    if clash {
                        break TraceEnd::Contradiction;
                    }
                }
                Outcome::Nothing => break TraceEnd::Stuck,
            }
        };
        Trace {
            steps,
            rounds,
            end,
            known: self.known,
        }
    }

    /// A rule as the bit of a round.
    fn bit(&self, rule: RuleId) -> u64 {
        1 << rule.place(self.book.len())
    }

    /// Rules of one group count as the first of them: the same rule for rows and for columns is
    /// one, whichever way the puzzle is turned.
    fn by_group(&self, mask: u64) -> u64 {
        let used = (0..self.book.len()).filter(|rule| mask >> rule & 1 == 1);
        used.fold(0, |mask, rule| mask | 1 << self.book[rule].first_of_group)
    }
}
