//! Words for places, groups, and what goes wrong.

use super::Fobidoshi;
use super::paper::{Clash, Sign};
use crate::kit::prelude::*;
use crate::kit::words::{self, whereabouts};

/// "row 1, columns 2 and 5".
pub(super) fn places(puzzle: &Fobidoshi, cells: &[usize]) -> String {
    words::cells(cells.iter().map(|&c| puzzle.size.cell(c)))
}

impl Sign {
    pub fn word(self) -> &'static str {
        match self {
            Sign::Circle => "circle",
            Sign::Cross => "cross",
            Sign::Open => "blank",
        }
    }
}

/// "the circle in row 1, column 1", "the circles in row 1, columns 1 and 2", "the five circles at the
/// right edge".
pub(super) fn group_words(puzzle: &Fobidoshi, circles: &[usize]) -> String {
    let at: Vec<Cell> = circles.iter().map(|&c| puzzle.size.cell(c)).collect();
    let is_line = at.iter().all(|c| c.row == at[0].row) || at.iter().all(|c| c.col == at[0].col);
    match circles.len() {
        1 => format!("the circle in {}", places(puzzle, circles)),
        _ if is_line => format!("the circles in {}", places(puzzle, circles)),
        n => format!(
            "the {} circles {}",
            number(n),
            whereabouts(puzzle.size, &at)
        ),
    }
}

/// How it ends: "make four in row 1", "wall off the circle in row 1, column 1". Of what is cut off
/// that is named which is there, if something is, and not what is only supposed.
pub(super) fn end_words(puzzle: &Fobidoshi, clash: &Clash, supposed: &[usize]) -> String {
    match clash {
        Clash::Four(four) => {
            let at = puzzle.size.cell(four[0]);
            let (line, number) = match puzzle.is_row(four) {
                true => ("row", at.row),
                false => ("column", at.col),
            };
            format!("make four in {line} {}", number + 1)
        }
        Clash::Apart { circles, area, .. } => {
            let is_there = |c: &usize| !supposed.contains(c);
            let known: Vec<usize> = circles.iter().copied().filter(is_there).collect();
            let (verb, passive) = match area.len() == circles.len() {
                true => ("shut in", "shut in"),
                false => ("wall off", "walled off"),
            };
            match (&known[..], supposed.first()) {
                ([], Some(first)) if circles.contains(first) => format!("be {passive} itself"),
                ([], _) => format!("{verb} {}", group_words(puzzle, circles)),
                (known, _) => format!("{verb} {}", group_words(puzzle, known)),
            }
        }
    }
}
