//! Which clues can be taken away or added: views outside and given cells.

use super::{PARK, Skyscrapers, generate, seen};
use crate::kit::prelude::*;

impl Making for Skyscrapers {
    fn quick_unique(&self, budget: Budget) -> Option<bool> {
        generate::quick_unique(self, budget)
    }

    fn removals(&self) -> Vec<Edit> {
        let views = (0..self.views.len()).filter(|&view| self.views[view].is_some());
        let views = views.map(|view| Edit::outside(self.outside(view), "-"));
        let givens = (self.size.cells())
            .filter(|&at| self.givens[self.size.index(at)] != 0)
            .map(|at| Edit::cell(at, "-"));
        views.chain(givens).collect()
    }

    fn reveals(&self, solution: &Board) -> Vec<Edit> {
        let seen = |view| seen(self.buildings(solution, &self.sight(view)));
        let views = (0..self.views.len()).filter(|&view| self.views[view].is_none());
        let views = views.map(|view| Edit::outside(self.outside(view), seen(view)));
        let givens = (self.size.cells())
            .filter(|&at| self.givens[self.size.index(at)] == 0)
            .map(|at| match self.value(solution, at) {
                // A park that the player need not mark is a park all the same.
                0 | PARK => Edit::cell(at, 0),
                height => Edit::cell(at, height),
            });
        views.chain(givens).collect()
    }
}
