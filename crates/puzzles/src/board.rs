//! What a player has on the sheet, and what can be wrong with it.

use grid::Cell;
use scene::Role;

/// What has been entered: small numbers in slots. How many slots there are and what their numbers
/// mean is the family's business: a cell's value, a line on a border, a set of candidates. 0 is
/// always "nothing entered". A board can hold anything a player may draw, right or wrong.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// One number per slot; 0 is nothing entered.
    pub slots: Vec<u16>,
}

impl Board {
    /// A board with nothing entered.
    pub fn blank(slots: usize) -> Board {
        Board {
            slots: vec![0; slots],
        }
    }
}

/// How to read what has not been entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The player is still playing: an empty slot asserts nothing.
    Partial,
    /// The player calls it finished: an empty slot means that nothing is there.
    Finished,
}

/// How bad a violation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// Breaks a rule, whatever is entered later.
    Wrong,
    /// Only shows that the board is not finished.
    Unfinished,
}

/// A rule that a board breaks, or does not satisfy yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// One of the codes in [`crate::About::violations`].
    pub rule: &'static str,
    /// Wrong, or only unfinished.
    pub kind: Severity,
    /// The message for people; rows and columns count from 1.
    pub message: String,
    /// The cells to point at.
    pub cells: Vec<Cell>,
}

impl Violation {
    /// A violation that nothing entered later can mend.
    pub fn wrong(rule: &'static str, message: impl Into<String>, cells: Vec<Cell>) -> Violation {
        Violation {
            rule,
            kind: Severity::Wrong,
            message: message.into(),
            cells,
        }
    }

    /// A violation that only says what is missing.
    pub fn unfinished(
        rule: &'static str,
        message: impl Into<String>,
        cells: Vec<Cell>,
    ) -> Violation {
        Violation {
            kind: Severity::Unfinished,
            ..Violation::wrong(rule, message, cells)
        }
    }
}

/// Those of the violations that stand in the way of saying a board in atoms, by their codes.
pub(crate) fn sayable(found: Vec<Violation>, unsayable: &[&str]) -> Result<(), Vec<Violation>> {
    let mut bad = found;
    bad.retain(|violation| unsayable.contains(&violation.rule));
    match bad.is_empty() {
        true => Ok(()),
        false => Err(bad),
    }
}

/// A number of things, as in "1 cell" and "2 cells".
pub fn counted(number: usize, one: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {one}{ending}")
}

/// A number, or other words where none is told.
pub(crate) fn number_or(number: Option<impl ToString>, otherwise: &str) -> String {
    number.map_or(otherwise.to_owned(), |number| number.to_string())
}

/// "row 4, column 5", as people count.
pub(crate) fn in_words(at: Cell) -> String {
    format!("row {}, column {}", at.row + 1, at.col + 1)
}

/// What a person would cite for a constraint: words and the cells meant by them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Citation {
    /// What is cited, as part of a sentence.
    pub words: String,
    /// The cells meant by the words.
    pub cells: Vec<Cell>,
    /// It is a clue of this puzzle, in the first of the cells, and not a rule of every puzzle.
    pub clue: bool,
}

impl Citation {
    pub(crate) fn clue(words: String, cells: Vec<Cell>) -> Citation {
        Citation {
            words,
            cells,
            clue: true,
        }
    }

    pub(crate) fn rule(words: impl Into<String>, cells: Vec<Cell>) -> Citation {
        Citation {
            words: words.into(),
            cells,
            clue: false,
        }
    }
}

/// How a board is to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DrawOptions {
    /// The entries are the program's answer, not the player's.
    pub solution: bool,
    /// For each slot the trial layer in which it was entered, 0 for none; missing ones are 0.
    pub layers: Vec<u8>,
    /// Clues that the board meets turn grey.
    pub met: bool,
}

impl DrawOptions {
    /// For a board that is the program's answer.
    pub const SOLUTION: DrawOptions = DrawOptions {
        solution: true,
        layers: Vec::new(),
        met: false,
    };

    /// The role of what is entered in this slot.
    pub fn role(&self, slot: usize) -> Role {
        match self.layers.get(slot) {
            _ if self.solution => Role::Solution,
            None | Some(0) => Role::Entered,
            Some(1) => Role::Trial,
            Some(2) => Role::Trial2,
            Some(_) => Role::Trial3,
        }
    }

    /// The role of a clue; `met` says whether the board satisfies it.
    pub fn clue_role(&self, met: bool) -> Role {
        if self.met && met {
            Role::Met
        } else {
            Role::Given
        }
    }
}
