//! What a rule is, what it is given, and what it gives back.
//!
//! A rule is a function that looks at what is known and reports every step it sees. It is told what
//! is new since it last looked, so that after a small change it need only look nearby; that is what
//! makes following thousands of suppositions cheap. A rule that ignores the news and looks
//! everywhere is right too, only slower.

use std::borrow::Borrow;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Range};

use crate::order::distinct_below;
use crate::rulebook::Rulebook;
use crate::step::{Chain, Evidence, Ground, RuleId, Step, StudyRules};
use crate::think::{Plan, Sheet};
use crate::watch::Watch;
use crate::{Fact, Known, trial};

/// One rule of deduction. The type is what the rule finds, as a struct with named fields: all that
/// its sentence and its picture need to know besides what the step concludes.
pub trait Deduction<T: Reasoning>: Send + Sync + Sized + 'static {
    /// Report every step that the rule sees.
    fn find(puzzle: &T, state: &T::State, findings: &mut Findings<Self>);

    /// The sentence for a step with this evidence. Its first letter is made a capital.
    fn say(&self, puzzle: &T, step: &Step) -> String;

    /// For a rule that only tidies up after another: how it ends the sentence of the step it follows
    /// from. A rule that has none is always told in a sentence of its own.
    fn aside(&self, _puzzle: &T, _step: &Step) -> Option<Aside> {
        None
    }

    /// What is drawn to show the argument. If nothing is, what the step cites is shown.
    fn picture(&self, _puzzle: &T, _step: &Step) -> T::Picture {
        T::Picture::default()
    }
}

/// How a step that only tidies up is told, at the end of the sentence of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aside {
    /// In a few words, such as "its other sides are closed".
    Words(String),
    /// By what it concludes, and why in a word or two, if that is not plain. What several conclude for
    /// the same reason is told together.
    Facts(&'static str),
}

/// What a rule is, as data.
#[derive(Debug)]
pub struct About {
    /// The name that programs use; it never changes.
    pub id: &'static str,
    /// The name that people see.
    pub name: &'static str,
    /// Rules that are switched on and off together; empty if none.
    pub group: &'static str,
    /// How hard it is to see, one of those in [`level`](crate::level).
    pub level: u8,
    /// What one use costs, in the rating.
    pub weight: u32,
    /// It depends on the clues alone: one look is enough.
    pub once: bool,
    /// It supposes something; "without trial" leaves it out.
    pub trial: bool,
    /// It is looked at only if no other rule of its level finds anything, in a trial only if all
    /// others have failed; and nobody looks so far ahead as to use it when a trial is chosen by what
    /// it opens.
    pub last_resort: bool,
    /// No puzzle that is made needs it: it is about a variant, or about boards without a solution.
    pub never_made: bool,
    /// One paragraph for players.
    pub words: &'static str,
}

impl About {
    /// A rule that looks again whenever there is news, supposes nothing and belongs to no group.
    pub(crate) const fn new(
        id: &'static str,
        name: &'static str,
        level: u8,
        weight: u32,
        words: &'static str,
    ) -> About {
        About {
            id,
            name,
            group: "",
            level,
            weight,
            once: false,
            trial: false,
            last_resort: false,
            never_made: false,
            words,
        }
    }
}

/// The code of a rule, under the id by which the family's text speaks of it: how it finds steps,
/// and how it words them.
pub struct Rule<T: Reasoning> {
    /// The id that the text has.
    pub id: &'static str,
    /// Reports every step that it sees.
    pub(crate) find: fn(&T, &T::State, &mut Situation),
    /// The sentence for a step of this rule, if its evidence is there.
    pub(crate) say: fn(&T, &Step) -> Option<String>,
    /// How a step that only tidies up is told.
    pub(crate) aside: fn(&T, &Step) -> Option<Aside>,
    /// What is drawn for a step of this rule, if its evidence is there.
    pub(crate) picture: fn(&T, &Step) -> Option<T::Picture>,
}

impl<T: Reasoning> Rule<T> {
    /// A deduction as the rule of this id.
    pub const fn of<D: Deduction<T>>(id: &'static str) -> Rule<T> {
        fn find<T: Reasoning, D: Deduction<T>>(
            puzzle: &T,
            state: &T::State,
            situation: &mut Situation,
        ) {
            let mut findings = Findings {
                situation,
                evidence: PhantomData,
            };
            D::find(puzzle, state, &mut findings);
        }
        fn say<T: Reasoning, D: Deduction<T>>(puzzle: &T, step: &Step) -> Option<String> {
            let mut sentence = step.evidence::<D>()?.say(puzzle, step);
            if let Some(first) = sentence.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            Some(sentence)
        }
        fn aside<T: Reasoning, D: Deduction<T>>(puzzle: &T, step: &Step) -> Option<Aside> {
            step.evidence::<D>()?.aside(puzzle, step)
        }
        fn picture<T: Reasoning, D: Deduction<T>>(puzzle: &T, step: &Step) -> Option<T::Picture> {
            Some(step.evidence::<D>()?.picture(puzzle, step))
        }
        Rule {
            id,
            find: find::<T, D>,
            say: say::<T, D>,
            aside: aside::<T, D>,
            picture: picture::<T, D>,
        }
    }
}

/// What a family provides so that its rules can work. Implemented by its type of clues.
pub trait Reasoning: Sized + Sync + 'static {
    /// What the rules want to have at hand besides the bare facts, such as counts or groups. It
    /// follows from the known facts alone.
    type State: Clone;

    /// What a rule draws to show its argument; the default is nothing. Only the caller that knows how
    /// boards look understands it.
    type Picture: Default;

    /// The rules, easiest first.
    fn rulebook() -> &'static Rulebook<Self>;

    /// The rules of the study about this family, in its own order.
    fn study() -> StudyRules {
        &[]
    }

    /// How many atoms the puzzle has.
    fn atoms(&self) -> usize;

    /// The state before anything is known.
    fn start(&self) -> Self::State;

    /// What the clues say outright, such as given cells.
    fn givens(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// Facts that say less than this one and are true with it by the meaning of the words alone,
    /// as "at least one" is with "at least two". They become known together.
    fn implied(&self, _: Fact) -> Vec<Fact> {
        Vec::new()
    }

    /// Facts that anybody sees once this one is on the board, even where the rules take a step to
    /// note them. When steps are told, they need no reason of their own any more.
    fn seen_with(&self, fact: Fact) -> Vec<Fact> {
        self.implied(fact)
    }

    /// Take note of a fact; it is in `known` already.
    fn learn(&self, state: &mut Self::State, known: &Known, fact: Fact);

    /// Is the puzzle finished as a person sees it?
    fn finished(&self, known: &Known) -> bool {
        known.open() == 0
    }

    /// Facts as the end of a sentence, such as "row 2, columns 3 and 5 are shaded".
    fn facts_words(&self, facts: &[Fact]) -> String;

    /// What a player has entered, to follow "your": "circle in row 2, column 3".
    fn entered_words(&self, fact: Fact) -> String {
        format!("entry ({})", self.facts_words(&[fact]))
    }
}

/// A step in the making: slices of the buffers of [`Notes`].
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub rule: RuleId,
    pub evidence: Option<Evidence>,
    pub facts: Range<usize>,
    pub grounds: Range<usize>,
    /// For a rule that supposes something.
    pub chain: Option<Box<Chain>>,
}

/// Where the findings of a round are collected, without an allocation for each.
#[derive(Clone, Default, Debug)]
pub(crate) struct Notes {
    pub heads: Vec<Head>,
    pub facts: Vec<Fact>,
    pub grounds: Vec<Ground>,
}

impl Notes {
    pub fn clear(&mut self) {
        self.heads.clear();
        self.facts.clear();
        self.grounds.clear();
    }

    pub fn step(&self, head: &Head) -> Step {
        Step {
            rule: head.rule,
            evidence: head.evidence.clone(),
            because: self.grounds[head.grounds.clone()].to_vec(),
            therefore: self.facts[head.facts.clone()].to_vec(),
            chain: head.chain.clone(),
        }
    }
}

/// What a rule may look at.
pub struct Situation<'a> {
    pub(crate) known: &'a Known,
    pub(crate) news: Option<&'a [Fact]>,
    pub(crate) rule: RuleId,
    /// The rules of the plan, and how far each rule of the table has read.
    pub(crate) rules: &'a [usize],
    pub(crate) seen: &'a [Option<usize>],
    pub(crate) reasons: bool,
    pub(crate) watch: &'a Watch<'a>,
    pub(crate) clash: bool,
    pub(crate) notes: &'a mut Notes,
}

impl<'a> Situation<'a> {
    /// What is known now.
    pub fn known(&self) -> &'a Known {
        self.known
    }

    /// What has become known since this rule last looked; `None` means look everywhere.
    ///
    /// Everything the rule reported then has been taken since.
    pub fn news(&self) -> Option<&'a [Fact]> {
        self.news
    }

    /// What has become known since this rule last looked; if it looks everywhere, all that is known.
    pub fn news_or_all(&self) -> &'a [Fact] {
        self.news.unwrap_or(self.known.facts())
    }

    /// The things that are to be looked at again: those that the news is `about`, each once and in
    /// order; at the first look all of them.
    pub fn touched<I>(&self, all: usize, about: impl Fn(Fact) -> I) -> Vec<usize>
    where
        I: IntoIterator<Item = usize>,
    {
        let Some(news) = self.news else {
            return (0..all).collect();
        };
        distinct_below(all, news.iter().flat_map(|&fact| about(fact)))
    }

    /// There is no need to look further: a contradiction has been reported, or nobody is waiting
    /// any longer. A rule that goes over a board asks at every place it looks at, or leaves that to
    /// [`Findings::each`].
    pub fn over(&self) -> bool {
        self.clash || self.watch.is_over()
    }

    /// For a rule that supposes things: a place to follow suppositions, with those rules of the
    /// plan that suppose nothing themselves (with all of them, if the plan has no such rule).
    pub fn supposing<T: Reasoning>(&self, game: &'a T, state: &T::State) -> Supposing<'a, T> {
        let sheet = Sheet::at(
            game,
            self.known.clone(),
            state.clone(),
            self.seen.to_vec(),
            self.watch,
        );
        Supposing {
            inner: trial::inner(sheet.book, self.rules, u8::MAX),
            rules: self.rules,
            paper: sheet.clone(),
            sheet,
            reasons: self.reasons,
        }
    }
}

/// Where a deduction reports what it finds; what it may look at is on [`Situation`].
pub struct Findings<'f, 'a, D> {
    situation: &'f mut Situation<'a>,
    evidence: PhantomData<fn() -> D>,
}

impl<'a, D> Deref for Findings<'_, 'a, D> {
    type Target = Situation<'a>;

    fn deref(&self) -> &Situation<'a> {
        self.situation
    }
}

impl<D> DerefMut for Findings<'_, '_, D> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.situation
    }
}

impl<D> Findings<'_, '_, D> {
    /// Look at one thing after another, until there is no need to look further ([`Situation::over`]).
    pub fn each<T>(
        &mut self,
        things: impl IntoIterator<Item = T>,
        mut look: impl FnMut(T, &mut Self),
    ) {
        for thing in things {
            if self.over() {
                return;
            }
            look(thing, self);
        }
    }
}

impl<D: Send + Sync + 'static> Findings<'_, '_, D> {
    /// Report: for these reasons, these facts. What is known already is left out, and if nothing is
    /// left, nothing is said. If the opposite of one is known, this is a contradiction.
    ///
    /// `because` is called only if reasons are wanted. It must name every fact and every clue that
    /// the conclusion needs, and return the evidence. Rules of the game need not be named, unless
    /// nothing else is: a step without any ground tells nobody why.
    ///
    /// A step may turn into a contradiction later, if another one of the same round says the
    /// opposite: a sentence asks the step whether it is one, not the evidence.
    pub fn conclude(
        &mut self,
        therefore: impl IntoIterator<Item: Borrow<Fact>>,
        because: impl FnOnce(&mut Vec<Ground>) -> D,
    ) {
        let first = self.notes.facts.len();
        let mut against = None;
        for fact in therefore {
            let fact = *fact.borrow();
            if self.known.is_open(fact.var()) {
                if !self.notes.facts[first..].contains(&fact) {
                    self.notes.facts.push(fact);
                }
            } else if !self.known.holds(fact) {
                against = Some(fact);
            }
        }
        if against.is_some() {
            self.notes.facts.truncate(first);
            self.clash = true;
        } else if self.notes.facts.len() == first {
            return;
        }
        self.note(first, because);
        if let (Some(fact), true) = (against, self.reasons) {
            self.notes.grounds.push(Ground::Fact(!fact));
            if let Some(head) = self.notes.heads.last_mut() {
                head.grounds.end += 1;
            }
        }
    }

    /// Report that these grounds contradict each other.
    pub fn contradict(&mut self, because: impl FnOnce(&mut Vec<Ground>) -> D) {
        self.clash = true;
        self.note(self.notes.facts.len(), because);
    }

    /// Report these facts; or, if the grounds are broken, that they contradict each other.
    pub fn conclude_unless(
        &mut self,
        broken: bool,
        therefore: impl IntoIterator<Item: Borrow<Fact>>,
        because: impl FnOnce(&mut Vec<Ground>) -> D,
    ) {
        match broken {
            true => self.contradict(because),
            false => self.conclude(therefore, because),
        }
    }

    /// Report that a supposition broke: the opposite holds.
    pub fn conclude_broken(&mut self, evidence: D, because: Vec<Ground>, chain: Chain) {
        let heads = self.notes.heads.len();
        self.conclude(&[!chain.suppose], |grounds| {
            grounds.extend(because);
            evidence
        });
        if let Some(head) = self.notes.heads[heads..].last_mut() {
            head.chain = Some(Box::new(chain));
        }
    }

    fn note(&mut self, first: usize, because: impl FnOnce(&mut Vec<Ground>) -> D) {
        let ground = self.notes.grounds.len();
        let mut evidence = None;
        if self.reasons {
            // A list of its own: a rule may check whether it has named something already.
            let mut grounds = Vec::new();
            evidence = Some(Evidence::new(because(&mut grounds)));
            self.notes.grounds.append(&mut grounds);
        }
        let head = Head {
            rule: self.rule,
            evidence,
            facts: first..self.notes.facts.len(),
            grounds: ground..self.notes.grounds.len(),
            chain: None,
        };
        self.notes.heads.push(head);
    }
}

/// Suppositions followed by a rule of a family; see [`Situation::supposing`].
pub struct Supposing<'a, T: Reasoning> {
    inner: Plan,
    rules: &'a [usize],
    sheet: Sheet<'a, T>,
    paper: Sheet<'a, T>,
    reasons: bool,
}

impl<T: Reasoning> Supposing<'_, T> {
    /// The levels of the rules that suppositions are followed with. A rule that tries them in turn,
    /// and stops at the first that breaks something, finds the easiest contradictions.
    pub fn levels(&self) -> Vec<u8> {
        trial::levels(self.sheet.book, &self.inner.rules)
    }

    /// From now on follow suppositions with rules up to this level only.
    pub fn up_to(&mut self, level: u8) {
        self.inner = trial::inner(self.sheet.book, self.rules, level);
    }

    /// Follow this supposition to its end. If it breaks: what that rests on, and how.
    pub fn breaks(&mut self, suppose: Fact) -> Option<(Vec<Ground>, Chain)> {
        self.paper.copy_from(&self.sheet);
        let followed = trial::follow(&mut self.paper, suppose, &self.inner, u32::MAX);
        let trial::Followed::Broke(rounds) = followed else {
            return None;
        };
        let sheet = &self.sheet;
        Some(trial::chained(
            sheet,
            suppose,
            &self.inner,
            rounds,
            self.reasons,
        ))
    }
}
