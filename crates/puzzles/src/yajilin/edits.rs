//! Which clues can be hidden or told: the numbers. The arrow and the cell stay, because a cell with
//! a clue is no part of the solution and would become one. Nor can a shaded cell become a clue: its
//! neighbours could then be shaded.

use super::{Clue, Yajilin};
use crate::board::Board;
use crate::make::{Edit, Place};

pub(super) fn weaker(puzzle: &Yajilin) -> Vec<Edit> {
    let hide = |at| match puzzle.clue(at)? {
        Clue::Arrow(dir, Some(_)) => Some(Edit {
            place: Place::Cell(at),
            sign: format!("?{}", dir.letter()),
        }),
        _ => None,
    };
    puzzle.size.cells().filter_map(hide).collect()
}

pub(super) fn stronger(puzzle: &Yajilin, solution: &Board) -> Vec<Edit> {
    let tell = |at| match puzzle.clue(at)? {
        Clue::Arrow(dir, None) => Some(Edit {
            place: Place::Cell(at),
            sign: format!("{}{}", puzzle.seen(solution, at, dir), dir.letter()),
        }),
        _ => None,
    };
    puzzle.size.cells().filter_map(tell).collect()
}
