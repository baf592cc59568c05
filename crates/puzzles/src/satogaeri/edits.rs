//! Which clues can be hidden or revealed: the numbers of the circles. Circles and countries stay:
//! there are as many circles as countries.

use super::{Circle, Satogaeri, Way};
use crate::kit::prelude::*;

impl Making for Satogaeri {
    fn removals(&self) -> Vec<Edit> {
        let numbered = self.circles.iter().filter(|c| c.number.is_some());
        numbered.map(|circle| Edit::cell(circle.at, "?")).collect()
    }

    fn reveals(&self, solution: &Board) -> Vec<Edit> {
        let tell = |(i, circle): (usize, &Circle)| {
            let distance = match self.track(solution, i)? {
                _ if circle.number.is_some() => return None,
                Way::Stay => 0,
                Way::Go(_, distance) => distance,
            };
            Some(Edit::cell(circle.at, distance))
        };
        self.circles.iter().enumerate().filter_map(tell).collect()
    }
}
