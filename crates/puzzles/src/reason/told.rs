//! A hint in words, as much of it as a player wants; and why there is none.

use grid::Cell;
use logic::Step;

use super::apply::Applied;
use super::hint::Hint;
use super::words::{cells, cells_words, citations, sentence, why};
use crate::kit::words::list;
use crate::puzzle::Puzzle;

/// How much of a hint is told, from little to all of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// The cells to look at.
    Where,
    /// Also which rule helps.
    Rule,
    /// Also what it rests on.
    Why,
    /// Also what to write.
    What,
}

impl Depth {
    /// All of them, from little to everything.
    pub const ALL: [Depth; 4] = [Depth::Where, Depth::Rule, Depth::Why, Depth::What];

    /// Its name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Depth::Where => "where",
            Depth::Rule => "rule",
            Depth::Why => "why",
            Depth::What => "what",
        }
    }

    /// What is told, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Depth::Where => "The cells to look at",
            Depth::Rule => "Also which rule helps",
            Depth::Why => "Also what it rests on",
            Depth::What => "Also what to write",
        }
    }
}

/// What a hint says at each depth, without repeating what the depths before it said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Where to look.
    pub place: String,
    /// Which rule helps.
    pub rule: String,
    /// What the rule says, and what it rests on here.
    pub why: String,
    /// What follows: a sentence for each step that leads there, and one for the last.
    pub what: Vec<String>,
}

impl Told {
    /// The text of each [`Depth`].
    pub fn depths(self) -> [String; 4] {
        [self.place, self.rule, self.why, self.what.join(" ")]
    }
}

/// The hint for these steps in words; the last of them is the one to write down.
pub fn told(puzzle: &dyn Puzzle, steps: &[Step]) -> Told {
    let last = steps.last().expect("a hint has a step");
    let about = (puzzle.family().deductions)()[last.rule];
    let (place, _) = premise(puzzle, last);
    Told {
        place: format!("Look at {place}."),
        rule: format!("{}, level {}", about.name, about.level),
        why: why(puzzle, last),
        what: steps.iter().map(|step| sentence(puzzle, step)).collect(),
    }
}

/// The most clues that are named as where to look.
const MOST_CLUES: usize = 2;

/// Where to look for a step, in words and as cells: at the clues that it cites, else at what it rests on,
/// and only if there is nothing else at what it is about.
pub fn premise(puzzle: &dyn Puzzle, step: &Step) -> (String, Vec<Cell>) {
    let mut clues = citations(puzzle, step);
    clues.retain(|citation| citation.clue);
    clues.truncate(MOST_CLUES);
    if !clues.is_empty() {
        let mut words: Vec<String> = clues.iter().map(|clue| clue.words.clone()).collect();
        words.dedup();
        return (
            list(words, "and"),
            clues.iter().map(|clue| clue.cells[0]).collect(),
        );
    }
    let (mut reasons, concluded) = cells(puzzle, step);
    reasons.retain(|at| !concluded.contains(at));
    let at = match reasons.is_empty() {
        true => concluded,
        false => reasons,
    };
    (cells_words(puzzle.size(), &at), at)
}

const FINISHED: &str = "Nothing is left to do: the board is complete.";
const AMBIGUOUS: &str = "Nothing more can be concluded: this puzzle has more than one solution.";
const STUCK: &str = "The rules find nothing more here.";
const UNKNOWN: &str = "Nothing was found in time.";

impl Hint {
    /// Why there is no step, in a sentence; nothing if there is one, or if the board is wrong.
    pub fn words(&self) -> Option<&'static str> {
        match self {
            Hint::Steps(_) | Hint::Contradiction(_) => None,
            Hint::Finished => Some(FINISHED),
            Hint::Ambiguous => Some(AMBIGUOUS),
            Hint::Stuck => Some(STUCK),
            Hint::Unknown => Some(UNKNOWN),
        }
    }
}

impl Applied {
    /// Why nothing was written in, in a sentence; nothing if something was, or if the board is
    /// wrong.
    pub fn words(&self) -> Option<&'static str> {
        match self {
            Applied::Steps { .. } | Applied::Contradiction(_) => None,
            Applied::Finished => Some(FINISHED),
            Applied::Stuck => Some(STUCK),
            Applied::Unknown => Some(UNKNOWN),
        }
    }
}
