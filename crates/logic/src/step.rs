//! Steps and traces.

use sat::Name;

use crate::rule::Words;
use crate::{Fact, Known};

/// What a step rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Something that is known already.
    Fact(Fact),
    /// A clue or a rule of the game, by the name it has in the model.
    Named(Name),
}

/// One deduction: because of these grounds, these facts. Its sentence is made on demand.
#[derive(Clone, Debug)]
pub struct Step {
    /// Index in the family's table; trial and smallest reason come after it.
    pub rule: usize,
    /// Numbers that only the rule's own sentence understands.
    pub words: Words,
    /// The facts, clues and rules of the game that it rests on.
    pub because: Vec<Ground>,
    /// What follows. Empty: the grounds contradict each other.
    pub therefore: Vec<Fact>,
    /// For a trial: what was supposed, and how it broke.
    pub chain: Option<Box<Chain>>,
}

impl Step {
    /// Do the grounds contradict each other, so that nothing follows?
    pub fn is_clash(&self) -> bool {
        self.therefore.is_empty()
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
pub enum End {
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
    /// Which rules found them: bit r for rule r of the table, or for the first rule of its group.
    pub rules: u64,
    /// For a trial: the rounds of the shortest chain.
    pub depth: u32,
}

/// What rules did on a puzzle, from beginning to end.
#[derive(Clone, Debug)]
pub struct Trace {
    /// All steps, in the order in which they were taken.
    pub steps: Vec<Step>,
    /// The rounds in which they were found.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub end: End,
    /// What is known at the end.
    pub known: Known,
}
