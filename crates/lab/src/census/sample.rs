//! The size that cannot be counted: 61,479,419,904,000 squares of size 7. Squares drawn uniformly
//! show how many share their clues with how many others, and so how many sets of clues there are.
//!
//! A square whose clues have m solutions stands for m squares that share one set of clues. So of
//! all squares the share with m = 1 has one solution, and the mean of 1/m is the number of sets of
//! clues for each square. All solutions of a full-clue puzzle of size 7 are found in some
//! milliseconds, so the mean of 1/m needs no guess. What was drawn is kept as whole numbers: slices
//! add up to the same whatever the order.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use puzzles::solve;
use sat::Budget;
use serde::{Deserialize, Serialize};
use workshop::{Order, generate};

use super::FAMILY;
use crate::experiment::Recipe;

/// The size that is estimated.
pub const SIDE: usize = 7;

/// How many Latin squares of that size there are; `sky latin` counts them.
pub const SQUARES: u64 = 61_479_419_904_000;

/// Squares that were drawn, by how many squares have their clues.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Drawn {
    /// How many squares have the clues of so many.
    pub by_solutions: BTreeMap<u64, u64>,
}

impl AddAssign for Drawn {
    fn add_assign(&mut self, other: Drawn) {
        for (solutions, squares) in other.by_solutions {
            *self.by_solutions.entry(solutions).or_default() += squares;
        }
    }
}

/// An estimate, and how far off it is in 19 of 20 samples at most.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// 1.96 standard errors.
    pub error: f64,
}

impl Drawn {
    /// How many squares were drawn.
    pub fn squares(&self) -> u64 {
        self.by_solutions.values().sum()
    }

    /// Different sets of clues, if this many squares are all there are.
    pub fn clue_sets(&self, all: u64) -> Option<Estimate> {
        self.estimate(all, |solutions| 1.0 / solutions as f64)
    }

    /// Sets of clues with one solution.
    pub fn unique(&self, all: u64) -> Option<Estimate> {
        self.estimate(all, |solutions| if solutions == 1 { 1.0 } else { 0.0 })
    }

    /// The sum over all squares of what is known of one with so many solutions. None of fewer than
    /// two squares, which say nothing about the error.
    fn estimate(&self, all: u64, of: impl Fn(u64) -> f64) -> Option<Estimate> {
        let drawn = self.squares() as f64;
        let sum = |of: &dyn Fn(u64) -> f64| -> f64 {
            let each = self.by_solutions.iter();
            each.map(|(&solutions, &squares)| squares as f64 * of(solutions))
                .sum()
        };
        if drawn < 2.0 {
            return None;
        }
        let mean = sum(&of) / drawn;
        let variance = sum(&|solutions| (of(solutions) - mean).powi(2)) / (drawn - 1.0);
        Some(Estimate {
            value: all as f64 * mean,
            error: all as f64 * 1.96 * (variance / drawn).sqrt(),
        })
    }
}

/// Squares to be drawn.
pub struct Sample {
    order: Order,
    squares: usize,
}

impl Sample {
    /// So many of this side, or why there are none.
    pub fn new(side: usize, squares: usize, seed: u64) -> Result<Sample, String> {
        let recipe = Recipe::new(FAMILY, "uniform", side).with("strip", 0);
        let order = recipe.unchecked().order(seed)?;
        Ok(Sample { order, squares })
    }

    /// One of so many slices; nothing if `stop` said so.
    pub fn slice(
        &self,
        slice: usize,
        of: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Drawn> {
        let mut drawn = Drawn::default();
        let budget = Budget {
            stop,
            ..Budget::UNLIMITED
        };
        for index in (slice..self.squares).step_by(of) {
            let made = generate(&self.order, index as u64, stop).made?;
            let answer = solve(made.puzzle.as_ref(), usize::MAX, budget);
            if answer.more {
                return None;
            }
            let solutions = answer.solutions.len() as u64;
            *drawn.by_solutions.entry(solutions).or_default() += 1;
        }
        Some(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Size 5 is known: 102,398 sets of clues, 68,368 with one solution.
    #[test]
    fn a_sample_of_size_5_comes_near_what_is_known() {
        let sample = Sample::new(5, 600, 1).expect("a sample");
        let mut drawn = Drawn::default();
        for slice in 0..3 {
            drawn += sample.slice(slice, 3, &|| false).expect("no limit");
        }
        assert_eq!(drawn, sample.slice(0, 1, &|| false).expect("no limit"));
        assert_eq!(drawn.squares(), 600);
        let sets = drawn.clue_sets(161_280).expect("squares");
        let unique = drawn.unique(161_280).expect("squares");
        for (estimate, truth) in [(sets, 102_398.0), (unique, 68_368.0)] {
            let Estimate { value, error } = estimate;
            assert!((value - truth).abs() < 2.0 * error, "{value} ± {error}");
            assert!(error < 0.1 * truth, "{error}");
        }
    }

    #[test]
    fn a_sample_that_is_stopped_says_nothing() {
        let sample = Sample::new(5, 10, 1).expect("a sample");
        assert_eq!(sample.slice(0, 1, &|| true), None);
        assert_eq!(Drawn::default().unique(SQUARES), None);
    }
}
