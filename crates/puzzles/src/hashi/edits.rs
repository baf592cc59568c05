//! Which clues can be hidden or revealed: the numbers of the islands. The islands themselves stay: a
//! new one on a bridge would open new places for bridges, so it would not only exclude solutions.

use grid::Cell;

use super::{Hashi, Island};
use crate::board::Board;
use crate::make::{Edit, Place};

pub(super) fn weaker(puzzle: &Hashi) -> Vec<Edit> {
    let numbered = puzzle.islands.iter().filter(|island| island.need.is_some());
    numbered
        .map(|island| Edit {
            place: Place::Cell(island.at),
            sign: "?".to_owned(),
        })
        .collect()
}

pub(super) fn stronger(puzzle: &Hashi, solution: &Board) -> Vec<Edit> {
    let hidden = |(_, island): &(usize, &Island)| island.need.is_none();
    (puzzle.islands.iter().enumerate())
        .filter(hidden)
        .map(|(i, island)| Edit {
            place: Place::Cell(island.at),
            sign: puzzle.total(solution, i).to_string(),
        })
        .collect()
}

/// An island where there is none, with every number that its place on the board allows. Islands may
/// touch, but they look better if they do not: those come last.
pub(super) fn fresh(puzzle: &Hashi) -> Vec<Edit> {
    let is_island = |at| puzzle.islands.iter().any(|island| island.at == at);
    let touches = |at| (puzzle.size.neighbours(at)).any(|(_, next)| is_island(next));
    let mut free: Vec<Cell> = puzzle.size.cells().filter(|&at| !is_island(at)).collect();
    free.sort_by_key(|&at| touches(at));
    let numbers = |at: Cell| {
        let most = puzzle.size.neighbours(at).count() * usize::from(puzzle.max);
        (1..=most).map(move |need| Edit {
            place: Place::Cell(at),
            sign: need.to_string(),
        })
    };
    free.into_iter().flat_map(numbers).collect()
}
