//! How much may come in at once. Boards are bounded by [`grid::MAX_SIDE`].

use grid::{Cell, Size};

use crate::Error;

/// The most bytes in a request.
pub const REQUEST: usize = 1 << 20;
/// The most bytes in one that brings the rows of a library along.
pub const ROWS: usize = 256 << 20;

/// The most puzzles in one text.
pub const PUZZLES: usize = 200;

/// The most targets of a gesture, and cells in each list of a look.
pub const TARGETS: usize = 10_000;

/// The most bytes of a key.
pub const KEY: usize = 32;

/// The most names in a list of rules.
pub const RULES: usize = 100;
/// The most bytes of a rule's name.
pub const RULE: usize = 64;

pub(crate) fn request(text: &str, most: usize) -> Result<(), Error> {
    if text.len() > most {
        return Err(Error::new(format!(
            "a request of {} bytes; at most {most} are read",
            text.len()
        )));
    }
    Ok(())
}

/// An error if there is more of something than `most`.
pub(crate) fn count(what: &str, number: usize, most: usize) -> Result<(), Error> {
    if number > most {
        return Err(Error::new(format!(
            "{number} {what}; at most {most} are read"
        )));
    }
    Ok(())
}

/// On the board or right next to it, where the clues around a board are.
pub(crate) fn near(size: Size, at: Cell) -> bool {
    (-1..=size.rows() as i16).contains(&at.row) && (-1..=size.cols() as i16).contains(&at.col)
}
