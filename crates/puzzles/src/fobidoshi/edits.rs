//! Which clues can be taken away or added: given circles and crosses.

use super::{Fobidoshi, Mark};
use crate::board::Board;
use crate::make::{Edit, Place};

pub(super) fn weaker(puzzle: &Fobidoshi) -> Vec<Edit> {
    let given = puzzle.size.cells().filter(|&at| puzzle.is_given(at));
    given
        .map(|at| Edit {
            place: Place::Cell(at),
            sign: "-".to_owned(),
        })
        .collect()
}

pub(super) fn stronger(puzzle: &Fobidoshi, solution: &Board) -> Vec<Edit> {
    let open = puzzle.size.cells().filter(|&at| !puzzle.is_given(at));
    open.map(|at| Edit {
        place: Place::Cell(at),
        sign: match puzzle.mark(solution, at) {
            Mark::Circle => "o".to_owned(),
            // In a solution a cell without a circle is a cross, marked or not.
            Mark::Cross | Mark::Nothing => "x".to_owned(),
        },
    })
    .collect()
}
