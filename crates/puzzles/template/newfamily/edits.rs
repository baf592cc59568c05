//! Which clues can be taken away or added: given circles and crosses.

use super::{Mark, NewFamily};
use crate::kit::prelude::*;

// FILL IN: which clues of your puzzle can go, and which ones a solution could tell.
impl Making for NewFamily {
    fn removals(&self) -> Vec<Edit> {
        let given = self.size.cells().filter(|&at| self.is_given(at));
        given.map(|at| Edit::cell(at, "-")).collect()
    }

    fn reveals(&self, solution: &Board) -> Vec<Edit> {
        let open = self.size.cells().filter(|&at| !self.is_given(at));
        let sign = |at| match self.mark(solution, at) {
            Mark::Circle => "o",
            Mark::Cross | Mark::Nothing => "x",
        };
        open.map(|at| Edit::cell(at, sign(at))).collect()
    }
}
