//! Which clues can be taken away or added: views outside and given cells.

use super::{PARK, Skyscrapers, generate, seen};
use crate::kit::prelude::*;

impl Making for Skyscrapers {
    fn quick_unique(&self, budget: Budget) -> Option<bool> {
        generate::quick_unique(self, budget)
    }

    fn removals(&self) -> Vec<Edit> {
        let views = self.views_told(true);
        let views = views.map(|view| Edit::outside(self.outside(view), "-"));
        let cells = self.cells_told(true).map(|at| Edit::cell(at, "-"));
        views.chain(cells).collect()
    }

    fn reveals(&self, solution: &Board) -> Vec<Edit> {
        let seen = |view| seen(self.buildings(solution, &self.sight(view)));
        let views = self.views_told(false);
        let views = views.map(|view| Edit::outside(self.outside(view), seen(view)));
        let given = |at| match self.value(solution, at) {
            // A park that the player need not mark is a park all the same.
            0 | PARK => Edit::cell(at, 0),
            height => Edit::cell(at, height),
        };
        views.chain(self.cells_told(false).map(given)).collect()
    }
}

impl Skyscrapers {
    /// The views that say something, or those that do not.
    fn views_told(&self, told: bool) -> impl Iterator<Item = usize> {
        (0..self.views.len()).filter(move |&view| self.views[view].is_some() == told)
    }

    /// The cells that are given, or those that are not.
    fn cells_told(&self, told: bool) -> impl Iterator<Item = Cell> {
        let cells = self.size.cells();
        cells.filter(move |&at| (self.givens[self.size.index(at)] != 0) == told)
    }
}
