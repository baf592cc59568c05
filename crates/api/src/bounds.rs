//! How much may come in at once. Boards are bounded by [`grid::MAX_SIDE`].

use grid::{Cell, Size};

use crate::Error;

/// Bytes in a request.
pub const REQUEST: usize = 1 << 20;

/// Puzzles in one text.
pub const PUZZLES: usize = 200;

/// Targets of a gesture, and cells in each list of a look.
pub const TARGETS: usize = 10_000;

/// Bytes of a key.
pub const KEY: usize = 32;

/// Words in a list of rules, and bytes of each.
pub const RULES: usize = 100;
pub const RULE: usize = 64;

pub(crate) fn request(text: &str) -> Result<(), Error> {
    if text.len() > REQUEST {
        return Err(Error::new(format!(
            "a request of {} bytes; at most {REQUEST} are read",
            text.len()
        )));
    }
    Ok(())
}

/// At most `most` of something.
pub(crate) fn count(what: &str, number: usize, most: usize) -> Result<(), Error> {
    if number > most {
        return Err(Error::new(format!(
            "{number} {what}; at most {most} are read"
        )));
    }
    Ok(())
}

/// On the board or right beside it, where the clues around a board are.
pub(crate) fn near(size: Size, at: Cell) -> bool {
    (-1..=size.rows() as i16).contains(&at.row) && (-1..=size.cols() as i16).contains(&at.col)
}
