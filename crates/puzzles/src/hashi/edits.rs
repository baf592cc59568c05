//! Which clues can be hidden or told: the numbers of the islands. An island itself stays: one more,
//! on a bridge, would open new places for bridges, so it would not only exclude solutions.

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
