//! Which clues can be taken away or added: views outside and given cells.

use super::{PARK, Skyscrapers};
use crate::board::Board;
use crate::make::{Edit, Place};

pub(super) fn weaker(puzzle: &Skyscrapers) -> Vec<Edit> {
    let nothing = |place| Edit {
        place,
        sign: "-".to_owned(),
    };
    let views = (0..puzzle.views.len())
        .filter(|&view| puzzle.views[view].is_some())
        .map(|view| nothing(Place::Outside(puzzle.outside(view))));
    let givens = (puzzle.size.cells())
        .filter(|&at| puzzle.givens[puzzle.size.index(at)] != 0)
        .map(|at| nothing(Place::Cell(at)));
    views.chain(givens).collect()
}

pub(super) fn stronger(puzzle: &Skyscrapers, solution: &Board) -> Vec<Edit> {
    let views = (0..puzzle.views.len())
        .filter(|&view| puzzle.views[view].is_none())
        .map(|view| Edit {
            place: Place::Outside(puzzle.outside(view)),
            sign: seen(puzzle, solution, view).to_string(),
        });
    let givens = (puzzle.size.cells())
        .filter(|&at| puzzle.givens[puzzle.size.index(at)] == 0)
        .map(|at| Edit {
            place: Place::Cell(at),
            sign: match puzzle.value(solution, at) {
                // A park that the player need not mark is a park all the same.
                0 | PARK => "0".to_owned(),
                height => height.to_string(),
            },
        });
    views.chain(givens).collect()
}

/// The buildings that are seen from a view.
fn seen(puzzle: &Skyscrapers, solution: &Board, view: usize) -> usize {
    let mut highest = 0;
    let mut count = 0;
    for at in puzzle.sight(view) {
        let height = puzzle.value(solution, at);
        if height != PARK && height > highest {
            highest = height;
            count += 1;
        }
    }
    count
}
