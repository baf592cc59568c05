//! What is wrong with a file, and where.

use std::fmt;

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where, in words: "puzzle 3", "a tag of puzzle 3", "the file".
    pub place: String,
    /// The number of the puzzle that is meant, if it is one.
    pub puzzle: Option<i64>,
    /// What is wrong there.
    pub why: String,
}

impl Fault {
    /// Something is wrong with the file as a whole.
    pub(crate) fn file(why: impl fmt::Display) -> Fault {
        Fault::at("the file", why)
    }

    /// Something is wrong with a puzzle.
    pub(crate) fn puzzle(id: i64, why: impl fmt::Display) -> Fault {
        Fault {
            puzzle: Some(id),
            ..Fault::at(format!("puzzle {id}"), why)
        }
    }

    /// Something is wrong elsewhere.
    pub(crate) fn at(place: impl Into<String>, why: impl fmt::Display) -> Fault {
        Fault {
            place: place.into(),
            puzzle: None,
            why: why.to_string(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.why)
    }
}
