//! Is there a second square? A maker asks this thousands of times about small boards, for which
//! building clauses for the prover takes longer than answering: sift.rs tries cells with fewest
//! heights. The limit counts these trials, so it is the same on every machine.
//!
//! Nothing is called unique because of this alone: whoever accepts a puzzle has it proved.

use super::super::lines::{Field, Lines};
use super::super::seen;
use super::super::sift::Square;
use crate::kit::prelude::*;
use crate::kit::sift::sift;

/// Clues of a plain puzzle, 0 for none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clues {
    pub(super) n: usize,
    /// Above the columns, below them, left of the rows, right of them.
    pub(super) views: Vec<u8>,
    pub(super) givens: Vec<u8>,
}

/// What was found out, up to two solutions.
pub(super) struct Count {
    pub(super) solutions: Vec<Vec<u8>>,
    /// The limit was reached before everything was known.
    pub(super) cut: bool,
}

impl Count {
    pub(super) fn is_unique(&self) -> bool {
        self.solutions.len() == 1 && !self.cut
    }
}

impl Clues {
    fn lines(&self) -> Lines<'_> {
        Lines {
            n: self.n,
            depth: self.n,
            diagonals: false,
            views: &self.views,
            sets: 0,
        }
    }

    fn square(&self) -> Square<'_> {
        let given = |&given: &u8| (given > 0).then_some(1 << given);
        Square::new(self.lines(), self.givens.iter().map(given))
    }

    /// What follows line by line. `None` if nothing is possible.
    pub(super) fn field(&self) -> Option<Field> {
        let mut field = self.square().field;
        let lines = self.lines();
        lines.settle(&mut field, lines.all()).then_some(field)
    }

    /// Up to two solutions.
    pub(super) fn count(&self, trials: u64, budget: Budget) -> Count {
        let sieve = sift(self.square(), 2, trials, budget);
        let heights = |square: &Square| {
            let cells = &square.field[..self.n * self.n];
            cells.iter().map(|h| h.trailing_zeros() as u8).collect()
        };
        Count {
            solutions: sieve.solutions.iter().map(heights).collect(),
            cut: sieve.cut,
        }
    }
}

/// The views all around a square.
pub(super) fn views(n: usize, heights: &[u8]) -> Vec<u8> {
    let line = |(first, step)| (0..n).map(move |p| heights[first + p * step]);
    let (columns, rows) = ((0..n).map(|i| (i, n)), (0..n).map(|i| (i * n, 1)));
    let there = |at| seen(line(at)) as u8;
    let back = |at| seen(line(at).rev()) as u8;
    let columns = columns.clone().map(there).chain(columns.map(back));
    let rows = rows.clone().map(there).chain(rows.map(back));
    columns.chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use rand::prelude::*;
    use rand_chacha::ChaCha8Rng;

    use super::super::latin::{Square, Walk};
    use super::super::puzzle;
    use super::*;
    use crate::{Status, solve_knowing};

    /// The prover and this count say the same of puzzles with any clues left.
    #[test]
    fn agrees_with_the_prover() {
        let rng = &mut ChaCha8Rng::seed_from_u64(4);
        let mut unique = 0;
        for round in 0..300 {
            let n = 2 + round % 5;
            let square = Walk::new(&Square::cyclic(n)).on(n * n, rng);
            let mut clues = Clues {
                n,
                views: views(n, &square.heights),
                givens: square.heights.clone(),
            };
            for view in &mut clues.views {
                if rng.random_bool(0.15) {
                    *view = 0;
                } else if rng.random_bool(0.005) {
                    *view = rng.random_range(1..=n as u8);
                }
            }
            for given in &mut clues.givens {
                if rng.random_bool(0.9) {
                    *given = 0;
                }
            }
            let count = clues.count(u64::MAX, Budget::UNLIMITED);
            let puzzle = puzzle(&clues);
            let proved = solve_knowing(&puzzle, &[], 2, Budget::UNLIMITED);
            let status = match count.solutions.len() {
                0 => Status::None,
                1 => Status::Unique,
                _ => Status::Multiple,
            };
            assert_eq!(status, proved.status, "{clues:?}");
            unique += count.is_unique() as usize;
        }
        assert!((60..280).contains(&unique), "{unique} of 300 were unique");
    }

    #[test]
    fn a_spent_limit_is_told() {
        let clues = Clues {
            n: 5,
            views: vec![0; 20],
            givens: vec![0; 25],
        };
        let count = clues.count(3, Budget::UNLIMITED);
        assert!(count.cut && !count.is_unique());
    }
}
