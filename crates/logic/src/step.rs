//! Steps and traces.

use std::any::Any;
use std::fmt::{Debug, Formatter};
use std::sync::Arc;

use sat::Name;

use crate::rule::About;
use crate::{Fact, Known, SMALLEST, TRIAL};

/// What a step rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Something that is known already.
    Fact(Fact),
    /// A clue or a rule of the game, by the name it has in the model.
    Named(Name),
}

impl Ground {
    /// That the answer to this atom is yes.
    pub fn yes(atom: usize) -> Ground {
        Ground::Fact(Fact::yes(atom))
    }

    /// That the answer to this atom is no.
    pub fn no(atom: usize) -> Ground {
        Ground::Fact(Fact::no(atom))
    }

    /// The clue or the rule of the game that has this name in the model.
    pub fn named(rule: &'static str, at: usize) -> Ground {
        let at = at as u32;
        Ground::Named(Name { rule, at })
    }
}

/// Name a ground, once.
pub fn cite(because: &mut Vec<Ground>, ground: Ground) {
    if !because.contains(&ground) {
        because.push(ground);
    }
}

/// Which rule made a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RuleId {
    /// A rule of the family: its place in [`crate::Reasoning::rulebook`].
    Own(u8),
    /// A supposition that broke.
    Trial,
    /// Clues and entries that leave only one possibility.
    Smallest,
    /// Clues and entries that leave none.
    Clash,
}

impl RuleId {
    /// Where the rule stands in the list of all, if the family has `own` rules.
    pub(crate) fn place(self, own: usize) -> usize {
        match self {
            RuleId::Own(place) => place as usize,
            RuleId::Trial => own,
            RuleId::Smallest | RuleId::Clash => own + 1,
        }
    }
}

/// All rules of a family: its own, easiest first, then trial, then smallest reason.
#[derive(Clone, Debug)]
pub struct RuleTable {
    own: usize,
    all: Vec<&'static About>,
    study: StudyRules,
}

/// A rule of a study, as ours that stand for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudyRule {
    /// Our rules or groups; those after the first are larger forms of it.
    pub rules: &'static [&'static str],
    /// The study's only excludes things, where ours also says what is left.
    pub excludes_only: bool,
}

/// The rules of a study in its own order.
pub type StudyRules = &'static [StudyRule];

impl RuleTable {
    pub(crate) fn new(own: impl Iterator<Item = &'static About>, study: StudyRules) -> RuleTable {
        let mut all: Vec<&'static About> = own.collect();
        let own = all.len();
        all.extend([&TRIAL, &SMALLEST]);
        RuleTable { own, all, study }
    }

    /// The rules of the study about this family, if it had any.
    pub fn study(&self) -> StudyRules {
        self.study
    }

    /// The family's own rules.
    pub fn own(&self) -> &[&'static About] {
        &self.all[..self.own]
    }

    /// Where a rule stands in the list of all. A clash stands with the smallest reason: both are
    /// found in the same way.
    pub fn place(&self, rule: RuleId) -> usize {
        rule.place(self.own)
    }

    /// All of them, as they stand.
    pub fn ids(&self) -> impl Iterator<Item = RuleId> + use<> {
        let own = (0..self.own).map(|place| RuleId::Own(place as u8));
        own.chain([RuleId::Trial, RuleId::Smallest])
    }

    /// The rule of this name for programs.
    pub fn find(&self, id: &str) -> Option<RuleId> {
        self.ids().find(|&rule| self[rule].id == id)
    }
}

impl std::ops::Index<RuleId> for RuleTable {
    type Output = &'static About;

    fn index(&self, rule: RuleId) -> &Self::Output {
        &self.all[self.place(rule)]
    }
}

impl std::ops::Index<usize> for RuleTable {
    type Output = &'static About;

    fn index(&self, place: usize) -> &Self::Output {
        &self.all[place]
    }
}

/// As the list of all.
impl std::ops::Deref for RuleTable {
    type Target = [&'static About];

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

/// What a rule found, in a form that only the rule understands; see [`crate::Deduction`].
#[derive(Clone)]
pub struct Evidence(Arc<dyn Any + Send + Sync>);

impl Evidence {
    pub(crate) fn new(evidence: impl Any + Send + Sync) -> Evidence {
        Evidence(Arc::new(evidence))
    }
}

/// Nothing of it: a step is told by its sentence, and evidence that nobody prints needs no code that
/// prints it.
impl Debug for Evidence {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("Evidence")
    }
}

/// One deduction: because of these grounds, these facts. Its sentence is made on demand.
#[derive(Clone, Debug)]
pub struct Step {
    /// Which rule made it.
    pub rule: RuleId,
    /// What the rule found, if reasons were wanted and it is one of the family's own.
    pub(crate) evidence: Option<Evidence>,
    /// The facts, clues and rules of the game that it rests on.
    pub because: Vec<Ground>,
    /// What follows. Empty: the grounds contradict each other.
    pub therefore: Vec<Fact>,
    /// For a trial: what was supposed, and how it broke.
    pub chain: Option<Box<Chain>>,
}

impl Step {
    /// A step that no rule of a family made.
    pub fn without_evidence(rule: RuleId, because: Vec<Ground>, therefore: Vec<Fact>) -> Step {
        Step {
            rule,
            evidence: None,
            because,
            therefore,
            chain: None,
        }
    }

    /// What the rule found, for the rule itself.
    pub fn evidence<D: 'static>(&self) -> Option<&D> {
        self.evidence.as_ref()?.0.downcast_ref()
    }

    /// Do the grounds contradict each other, so that nothing follows?
    pub fn is_clash(&self) -> bool {
        self.therefore.is_empty()
    }

    /// How its sentence goes on: with what follows, or with what stands against it.
    pub fn so_or_but<W>(&self, so: W, but: W) -> W {
        if self.is_clash() { but } else { so }
    }
}

/// A supposition followed until it broke.
#[derive(Clone, Debug)]
pub struct Chain {
    /// What was supposed.
    pub suppose: Fact,
    /// Only what the contradiction rests on; the last step is the contradiction.
    pub steps: Vec<Step>,
    /// How many rounds of deductions it took: its length, whatever the order of cells.
    pub rounds: u32,
}

/// How a trace ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceEnd {
    /// The puzzle is finished as a person sees it.
    Solved,
    /// No rule of the plan finds anything more.
    Stuck,
    /// What was known contradicts itself; the last step says why.
    Contradiction,
    /// The budget ran out.
    Stopped,
}

/// A round: everything that the lowest level found at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// The level of the rules that found something.
    pub level: u8,
    /// How many steps were possible.
    pub steps: u32,
    /// Which rules found them: bit p for the rule at place p of [`RuleTable`], or for the first
    /// rule of its group.
    pub rules: u64,
    /// The weight of the heaviest of them.
    pub weight: u32,
    /// For a trial: the rounds of the shortest chain.
    pub depth: u32,
    /// How many facts became known.
    pub facts: u32,
}

/// What rules did on a puzzle, from beginning to end.
#[derive(Clone, Debug)]
pub struct Trace {
    /// All steps, in the order in which they were taken.
    pub steps: Vec<Step>,
    /// The rounds in which they were found.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub end: TraceEnd,
    /// What is known at the end.
    pub known: Known,
}
