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

/// An estimate, and where the truth is in 19 of 20 samples.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// How far off it is at most, to the side where that is more.
    pub error: f64,
    /// From where the truth is.
    pub low: f64,
    /// To where.
    pub high: f64,
}

/// Standard errors to both sides in 19 of 20 samples.
const Z: f64 = 1.96;

/// The share of all, if so many of so many were drawn, by Wilson: from where to where. Also if none
/// were drawn it says how many there may be, where 1.96 standard errors would say none.
fn wilson(good: u64, drawn: u64) -> (f64, f64) {
    let (n, share) = (drawn as f64, good as f64 / drawn as f64);
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    // Rounding must not leave a share of nothing below 0, or the share itself outside.
    let low = ((middle - half) / whole).clamp(0.0, share);
    (low, ((middle + half) / whole).clamp(share, 1.0))
}

impl Drawn {
    /// How many squares were drawn.
    pub fn squares(&self) -> u64 {
        self.by_solutions.values().sum()
    }

    /// Different sets of clues, if this many squares are all there are. Squares whose clues have one
    /// solution are few and count most, so their share is estimated by itself; the others' 1/m has a
    /// plain mean. The two errors add as squares. None of fewer than two squares.
    pub fn clue_sets(&self, all: u64) -> Option<Estimate> {
        let n = self.squares() as f64;
        let (share, low, high) = self.unique_share()?;
        let others = |solutions: u64| match solutions {
            1 => 0.0,
            _ => 1.0 / solutions as f64,
        };
        let mean = self.sum(&others) / n;
        let variance = self.sum(&|solutions| (others(solutions) - mean).powi(2)) / (n - 1.0);
        let error = Z * (variance / n).sqrt();
        let value = share + mean;
        Some(Estimate::of(
            all,
            value,
            value - (share - low).hypot(error),
            value + (high - share).hypot(error),
        ))
    }

    /// Sets of clues with one solution. None of fewer than two squares.
    pub fn unique(&self, all: u64) -> Option<Estimate> {
        let (share, low, high) = self.unique_share()?;
        Some(Estimate::of(all, share, low, high))
    }

    /// The share of squares whose clues have one solution, from where and to where.
    fn unique_share(&self) -> Option<(f64, f64, f64)> {
        let drawn = self.squares();
        let good = self.by_solutions.get(&1).copied().unwrap_or(0);
        let (low, high) = (drawn >= 2).then(|| wilson(good, drawn))?;
        Some((good as f64 / drawn as f64, low, high))
    }

    /// The sum over what was drawn.
    fn sum(&self, of: &dyn Fn(u64) -> f64) -> f64 {
        let each = self.by_solutions.iter();
        each.map(|(&solutions, &squares)| squares as f64 * of(solutions))
            .sum()
    }
}

impl Estimate {
    /// Of so many squares this share.
    fn of(all: u64, value: f64, low: f64, high: f64) -> Estimate {
        let [value, low, high] = [value, low, high].map(|share| all as f64 * share);
        Estimate {
            value,
            error: (value - low).max(high - value),
            low,
            high,
        }
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
            let Estimate {
                value, error, low, ..
            } = estimate;
            assert!((value - truth).abs() < 2.0 * error, "{value} ± {error}");
            assert!(error < 0.1 * truth, "{error}");
            assert!(low < value && value < estimate.high, "{estimate:?}");
        }
    }

    /// What everybody has for 3 of 20 (0.052 to 0.360) and 0 of 200 (up to 0.0188).
    #[test]
    fn the_intervals_are_wilsons() {
        let near = |(low, high): (f64, f64), known: [f64; 2]| {
            (low - known[0]).abs() < 5e-4 && (high - known[1]).abs() < 5e-4
        };
        assert!(near(wilson(3, 20), [0.0524, 0.3604]), "{:?}", wilson(3, 20));
        assert!(near(wilson(0, 200), [0.0, 0.0188]), "{:?}", wilson(0, 200));
        assert!(
            near(wilson(200, 200), [0.9812, 1.0]),
            "{:?}",
            wilson(200, 200)
        );
    }

    /// If none of 200 had one solution, there may be some all the same.
    #[test]
    fn none_is_not_none_for_certain() {
        let drawn = Drawn {
            by_solutions: BTreeMap::from([(50, 120), (100, 80)]),
        };
        let unique = drawn.unique(1000).expect("squares");
        assert_eq!((unique.value, unique.low), (0.0, 0.0));
        assert!(
            unique.high > 18.0 && unique.error == unique.high,
            "{unique:?}"
        );
        // Nor are sets of clues as certain as what was drawn looks alike.
        let sets = drawn.clue_sets(1000).expect("squares");
        assert!(
            (sets.value - 16.0).abs() < 1e-9 && sets.error > 18.0,
            "{sets:?}"
        );
        assert!(sets.low < sets.value && sets.low > 0.0, "{sets:?}");
    }

    #[test]
    fn a_sample_that_is_stopped_says_nothing() {
        let sample = Sample::new(5, 10, 1).expect("a sample");
        assert_eq!(sample.slice(0, 1, &|| true), None);
        assert_eq!(Drawn::default().unique(SQUARES), None);
    }
}
