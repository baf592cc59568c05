//! Which clues can be hidden or revealed: the numbers of the islands. The islands themselves stay: a
//! new one on a bridge would open new places for bridges, so it would not only exclude solutions.

use super::{Hashi, Island};
use crate::kit::lists::put_last;
use crate::kit::prelude::*;

impl Making for Hashi {
    fn removals(&self) -> Vec<Edit> {
        let numbered = self.islands.iter().filter(|island| island.need.is_some());
        numbered.map(|island| Edit::cell(island.at, "?")).collect()
    }

    fn reveals(&self, solution: &Board) -> Vec<Edit> {
        let tell = |(i, island): (usize, &Island)| match island.need {
            Some(_) => None,
            None => Some(Edit::cell(island.at, self.total(solution, i))),
        };
        self.islands.iter().enumerate().filter_map(tell).collect()
    }

    /// An island where there is none, with every number that its place on the board allows. Islands may
    /// touch, but they look better if they do not: those come last.
    fn insertions(&self) -> Vec<Edit> {
        let touches = |at| (self.size.neighbours(at)).any(|(_, next)| self.is_island(next));
        let free = self.size.cells().filter(|&at| !self.is_island(at));
        let mut free: Vec<Cell> = free.collect();
        put_last(&mut free, |&at| touches(at));
        let numbers = |at: Cell| {
            let most = self.size.neighbours(at).count() * usize::from(self.max);
            (1..=most).map(move |need| Edit::cell(at, need))
        };
        free.into_iter().flat_map(numbers).collect()
    }
}
