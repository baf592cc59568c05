//! Which clues can be taken away or added: given circles and crosses.

use super::{Mark, NewFamily};
use crate::board::Board;
use crate::make::{Edit, Place};
use crate::puzzle::Making;

// FILL IN: which clues of your puzzle can go, and which ones a solution could tell.
impl Making for NewFamily {
    fn removals(&self) -> Vec<Edit> {
        let given = self.size.cells().filter(|&at| self.is_given(at));
        let gone = given.map(|at| Edit {
            place: Place::Cell(at),
            sign: "-".to_owned(),
        });
        gone.collect()
    }

    fn reveals(&self, solution: &Board) -> Vec<Edit> {
        let open = self.size.cells().filter(|&at| !self.is_given(at));
        let told = open.map(|at| Edit {
            place: Place::Cell(at),
            sign: match self.mark(solution, at) {
                Mark::Circle => "o".to_owned(),
                Mark::Cross | Mark::Nothing => "x".to_owned(),
            },
        });
        told.collect()
    }
}
