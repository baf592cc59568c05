//! In which order a person would take the steps of a trace: a step comes as soon as all that it cites
//! is known, easy ones first, and of these such that are near and build on what was just found. Then
//! `smooth` sees to it that none is left behind.

use grid::Cell;
use logic::{Ground, Step, level};

use super::smooth::{Item, smoothed};
use super::words::cells;
use crate::Fact;
use crate::kit::lists::distinct;
use crate::puzzle::Puzzle;

/// A step with what follows from it at once. Steps are known by their places in the trace.
pub(super) struct Group {
    pub step: usize,
    /// Those of its conclusions, and of what they imply, that were not known yet.
    pub news: Vec<Fact>,
    /// Those of its conclusions that were.
    pub known: Vec<Fact>,
    pub along: Vec<usize>,
    /// The same for each of those that are told along with it.
    pub along_news: Vec<Vec<Fact>>,
    /// What says nothing new by now.
    pub silent: Vec<usize>,
    /// 0 if it is easy to see, higher if it is harder.
    pub tier: u8,
}

impl Group {
    fn of(step: usize, tier: u8) -> Group {
        Group {
            step,
            news: Vec::new(),
            known: Vec::new(),
            along: Vec::new(),
            along_news: Vec::new(),
            silent: Vec::new(),
            tier,
        }
    }

    /// All its steps by themselves.
    pub fn alone(self) -> Vec<Group> {
        let one = |step: usize| Group::of(step, 0);
        let all = [self.step].into_iter().chain(self.along);
        all.chain(self.silent).map(one).collect()
    }
}

/// How much further away a step may be, as a share of half the perimeter, if it builds on what was just
/// told. Chosen with the two below and `ELSEWHERE` of `smooth` by `gridwright report --teaching` on the
/// published puzzles: Hashi, Skyscrapers, Yajilin, Satogaeri and Fobidoshi jump .09, .10, .05, .125 and
/// .10, and 51, 53, 61, 48 and 55 of a hundred steps build on the one before. With 0.18 and 0.22 that
/// is 56, 58, 62, 56 and 56, but the jumps are .10, .125, .05, .13 and .11.
const BUILDS_ON: f64 = 0.05;

/// The same when all is in order and stretches are moved.
const WORTH: f64 = 0.08;

/// The same if another can follow from it at once.
const LEADS_ON: f64 = 0.05;

/// So near, as a share of half the perimeter, another small thing of the same kind is told along with
/// one that tidies up after nothing (52 instead of 48 of a hundred steps of published Fobidoshi build on
/// the one before by that).
const NEARBY: f64 = 0.2;

/// A fact as a place in a list.
pub(super) fn code(fact: Fact) -> usize {
    2 * fact.var() + fact.is_yes() as usize
}

/// The facts that a step cites.
pub(super) fn cited(step: &Step) -> impl Iterator<Item = Fact> {
    step.because.iter().filter_map(|ground| match *ground {
        Ground::Fact(fact) => Some(fact),
        Ground::Named(_) => None,
    })
}

/// The middle of the cells that a step is about; of those it rests on, if it is a contradiction.
pub(super) fn middle(puzzle: &dyn Puzzle, step: &Step) -> (f64, f64) {
    let mut about: Vec<Cell> = (step.therefore.iter())
        .flat_map(|&fact| puzzle.fact_cells(fact))
        .collect();
    if about.is_empty() {
        about = cells(puzzle, step).0;
    }
    let count = about.len().max(1) as f64;
    let sum = |of: fn(&Cell) -> i16| about.iter().map(|at| of(at) as f64).sum::<f64>() / count;
    (sum(|at| at.row), sum(|at| at.col))
}

/// How far it is from one place to another, along rows and columns.
pub(super) fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

/// The order in which steps are taken.
pub(super) struct Order<'t, 'p> {
    puzzle: &'p dyn Puzzle,
    steps: &'t [Step],
    tiers: Vec<u8>,
    middles: Vec<(f64, f64)>,
    is_aside: Vec<bool>,
    known: Vec<bool>,
    /// For each step how much of what it cites is not known yet.
    missing: Vec<usize>,
    /// For each fact the steps that wait for it.
    waiting: Vec<Vec<usize>>,
    /// For each step the last group of which it uses something.
    uses: Vec<usize>,
    /// Steps that could be taken now.
    ready: Vec<usize>,
    /// Steps that have been taken, or are not wanted.
    taken: Vec<bool>,
    /// How many groups there are.
    count: usize,
}

impl<'t, 'p> Order<'t, 'p> {
    /// Only the steps that are wanted, which must lead to each other.
    pub fn new(
        puzzle: &'p dyn Puzzle,
        start: &[Fact],
        steps: &'t [Step],
        wanted: &[bool],
    ) -> Order<'t, 'p> {
        let reasoner = puzzle.reasoner();
        let table = reasoner.rules();
        let codes = 2 * reasoner.atoms();
        let with_implied = |fact: Fact| [fact].into_iter().chain(reasoner.seen_with(fact));
        // What no step concludes was known before.
        let mut known = vec![true; codes];
        let used = || (0..steps.len()).filter(|&at| wanted[at]);
        for fact in used().flat_map(|at| steps[at].therefore.iter()) {
            for fact in with_implied(*fact) {
                known[code(fact)] = false;
            }
        }
        for fact in reasoner.givens().iter().chain(start) {
            for fact in with_implied(*fact) {
                known[code(fact)] = true;
            }
        }
        let mut missing = vec![0; steps.len()];
        let mut waiting = vec![Vec::new(); codes];
        for at in used() {
            for fact in cited(&steps[at]).filter(|&fact| !known[code(fact)]) {
                let waiting: &mut Vec<usize> = &mut waiting[code(fact)];
                if waiting.last() != Some(&at) {
                    waiting.push(at);
                    missing[at] += 1;
                }
            }
        }
        let ready = used().filter(|&at| missing[at] == 0 && !steps[at].is_clash());
        Order {
            puzzle,
            steps,
            tiers: (steps.iter())
                .map(|step| table[step.rule].level.saturating_sub(level::EASY))
                .collect(),
            middles: steps.iter().map(|step| middle(puzzle, step)).collect(),
            is_aside: (steps.iter())
                .map(|step| reasoner.aside(step).is_some())
                .collect(),
            ready: ready.collect(),
            taken: wanted.iter().map(|wanted| !wanted).collect(),
            known,
            missing,
            waiting,
            uses: vec![usize::MAX; steps.len()],
            count: 0,
        }
    }

    /// All steps, in the order in which a person would take them.
    pub fn groups(mut self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut at = None;
        while let Some(next) = self.next(at) {
            let group = self.take(next);
            at = Some(next);
            groups.push(group);
        }
        self.smoothed(groups)
    }

    /// The same groups so that more of them build on the one before, and fewer are far from it.
    fn smoothed(&self, groups: Vec<Group>) -> Vec<Group> {
        let reasoner = self.puzzle.reasoner();
        let item = |group: &Group| {
            let all = || {
                [group.step]
                    .into_iter()
                    .chain(group.along.iter().copied())
                    .chain(group.silent.iter().copied())
            };
            let gives = all().flat_map(|at| &self.steps[at].therefore);
            let gives = gives.flat_map(|&fact| [fact].into_iter().chain(reasoner.seen_with(fact)));
            Item {
                middle: self.middles[group.step],
                tier: (!self.steps[group.step].is_clash()).then_some(group.tier),
                cites: cited(&self.steps[group.step]).map(code).collect(),
                needs: all()
                    .flat_map(|at| cited(&self.steps[at]))
                    .map(code)
                    .collect(),
                gives: distinct(gives.map(code)),
            }
        };
        let items: Vec<Item> = groups.iter().map(item).collect();
        let size = self.puzzle.size();
        let half_perimeter = (size.rows() + size.cols()) as f64;
        let order = smoothed(&items, 2 * reasoner.atoms(), half_perimeter, WORTH);
        let mut groups: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
        order
            .into_iter()
            .filter_map(|at| groups[at].take())
            .collect()
    }

    /// The next step: an easy one that costs least. A contradiction comes last.
    fn next(&mut self, last: Option<usize>) -> Option<usize> {
        let size = self.puzzle.size();
        let half_perimeter = (size.rows() + size.cols()) as f64;
        let key = |&at: &usize| {
            let far = last.map_or(0.0, |last| distance(self.middles[last], self.middles[at]));
            let builds_on_it = self.count > 0 && self.uses[at] == self.count - 1;
            let mut cost = far / half_perimeter;
            if builds_on_it {
                cost -= BUILDS_ON;
            }
            if self.leads_on(at) {
                cost -= LEADS_ON;
            }
            (self.tiers[at], cost, at)
        };
        let order = |a: &(u8, f64, usize), b: &(u8, f64, usize)| {
            let by_cost = a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
            by_cost.then(a.2.cmp(&b.2))
        };
        let keys = self.ready.iter().map(key).enumerate();
        match keys.min_by(|(_, a), (_, b)| order(a, b)) {
            Some((place, _)) => Some(self.ready.swap_remove(place)),
            None => self.taken.iter().position(|taken| !taken),
        }
    }

    /// Does an easy step only wait for this one?
    fn leads_on(&self, at: usize) -> bool {
        let waits = |&waiting: &usize| {
            self.missing[waiting] == 1 && self.tiers[waiting] == 0 && !self.is_aside[waiting]
        };
        (self.steps[at].therefore.iter()).any(|&fact| self.waiting[code(fact)].iter().any(waits))
    }

    /// Take a step and what tidies up after it.
    fn take(&mut self, step: usize) -> Group {
        let mut group = Group::of(step, self.tiers[step]);
        self.taken[step] = true;
        let mut ready = Vec::new();
        let therefore = self.steps[step].therefore.iter();
        let is_known = |fact: &&Fact| self.known[code(**fact)];
        group.known = therefore.filter(is_known).copied().collect();
        group.news = self.learn(step, &mut ready);
        if self.is_aside[step] {
            ready.extend(self.likewise(step));
        }
        let mut next = 0;
        while next < ready.len() {
            let at = ready[next];
            next += 1;
            if !self.is_aside[at] {
                continue;
            }
            self.taken[at] = true;
            let news = self.learn(at, &mut ready);
            match news.is_empty() {
                true => group.silent.push(at),
                false => {
                    group.along.push(at);
                    group.along_news.push(news);
                }
            }
        }
        let ready = ready.into_iter().filter(|&at| !self.taken[at]);
        self.ready.extend(ready);
        self.count += 1;
        group
    }

    /// Another step of the kind that can be taken in the neighbourhood, the nearest.
    fn likewise(&mut self, step: usize) -> Option<usize> {
        let size = self.puzzle.size();
        let half_perimeter = (size.rows() + size.cols()) as f64;
        let far = |at: usize| distance(self.middles[step], self.middles[at]) / half_perimeter;
        let is_like = |&at: &usize| {
            self.is_aside[at] && self.steps[at].rule == self.steps[step].rule && far(at) <= NEARBY
        };
        let like = self.ready.iter().copied().filter(is_like);
        let nearest = like.min_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)));
        self.ready.retain(|&at| Some(at) != nearest);
        nearest
    }

    /// Take note of what a step concludes; which of it is new, and which steps can be taken then.
    fn learn(&mut self, at: usize, ready: &mut Vec<usize>) -> Vec<Fact> {
        let mut news = Vec::new();
        for &fact in &self.steps[at].therefore {
            for fact in [fact]
                .into_iter()
                .chain(self.puzzle.reasoner().seen_with(fact))
            {
                for &waiting in &self.waiting[code(fact)] {
                    self.uses[waiting] = self.count;
                }
                if std::mem::replace(&mut self.known[code(fact)], true) {
                    continue;
                }
                news.push(fact);
                for &waiting in &self.waiting[code(fact)] {
                    self.missing[waiting] -= 1;
                    if self.missing[waiting] == 0 && !self.steps[waiting].is_clash() {
                        ready.push(waiting);
                    }
                }
            }
        }
        news
    }
}
