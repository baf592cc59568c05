//! Which clues can be taken away or added: views outside and given cells.

use sat::Budget;

use super::{PARK, Skyscrapers, generate};
use crate::board::Board;
use crate::make::{Edit, Place};
use crate::puzzle::Making;

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

impl Making for Skyscrapers {
    fn quick_unique(&self, budget: Budget) -> Option<bool> {
        generate::quick_unique(self, budget)
    }

    fn removals(&self) -> Vec<Edit> {
        let nothing = |place| Edit {
            place,
            sign: "-".to_owned(),
        };
        let views = (0..self.views.len())
            .filter(|&view| self.views[view].is_some())
            .map(|view| nothing(Place::Outside(self.outside(view))));
        let givens = (self.size.cells())
            .filter(|&at| self.givens[self.size.index(at)] != 0)
            .map(|at| nothing(Place::Cell(at)));
        views.chain(givens).collect()
    }

    fn reveals(&self, solution: &Board) -> Vec<Edit> {
        let views = (0..self.views.len())
            .filter(|&view| self.views[view].is_none())
            .map(|view| Edit {
                place: Place::Outside(self.outside(view)),
                sign: seen(self, solution, view).to_string(),
            });
        let givens = (self.size.cells())
            .filter(|&at| self.givens[self.size.index(at)] == 0)
            .map(|at| Edit {
                place: Place::Cell(at),
                sign: match self.value(solution, at) {
                    // A park that the player need not mark is a park all the same.
                    0 | PARK => "0".to_owned(),
                    height => height.to_string(),
                },
            });
        views.chain(givens).collect()
    }
}
