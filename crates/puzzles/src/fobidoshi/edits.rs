//! Which clues can be taken away or added: given circles and crosses.

use super::Fobidoshi;
use super::codec::GIVENS;
use crate::kit::codec::Word;
use crate::kit::prelude::*;

impl Making for Fobidoshi {
    fn removals(&self) -> Vec<Edit> {
        let given = self.size.cells().filter(|&at| self.is_given(at));
        given.map(|at| Edit::cell(at, "-")).collect()
    }

    fn reveals(&self, solution: &Board) -> Vec<Edit> {
        let open = self.size.cells().filter(|&at| !self.is_given(at));
        let sign = |at| GIVENS.write(self.mark(solution, at).or_cross());
        open.map(|at| Edit::cell(at, sign(at))).collect()
    }

    fn sign_words(&self, sign: &str) -> String {
        match sign {
            "o" => "a circle".to_owned(),
            "x" => "a cross".to_owned(),
            other => other.to_owned(),
        }
    }
}
