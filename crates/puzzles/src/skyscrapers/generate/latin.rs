//! Random Latin squares: the walk of Jacobson and Matthews, and the smallest changes of a square.
//!
//! A square is a cube of zeros and ones, "row r, column c has height h"; each line of the cube
//! sums to one. A move turns a zero into a one and mends the lines through it by adding and taking
//! at the corners of a box. That may leave one −1, an improper square; the next move starts there.
//! Moves lead from any square to any other, and the proper squares visited are uniform in the
//! long run. What is *not* uniform is the first proper square after a fixed number of moves (those
//! that are easily reached from improper ones come too often), so we count the proper squares.

use super::super::seen;
use crate::make::prelude::*;

pub(super) struct Walk {
    n: usize,
    /// Where the ones are, as bits: along each axis, for each pair of places on the other two.
    ones: [Vec<u16>; 3],
    /// Where the −1 is, if there is one.
    improper: Option<Place>,
}

/// Row, column and height, from 0.
type Place = [usize; 3];

impl Walk {
    pub(super) fn new(square: &Square) -> Walk {
        let n = square.n;
        let mut walk = Walk {
            n,
            ones: [(); 3].map(|()| vec![0; n * n]),
            improper: None,
        };
        for (i, &height) in square.heights.iter().enumerate() {
            walk.flip([i / n, i % n, height as usize - 1]);
        }
        walk
    }

    /// Walk on past this many proper squares and return the last of them.
    pub(super) fn on(&mut self, proper: usize, rng: &mut Dice) -> Square {
        for _ in 0..proper {
            self.step(rng);
            while self.improper.is_some() {
                self.step(rng);
            }
        }
        let height = |ones: &u16| ones.trailing_zeros() as u8 + 1;
        Square {
            n: self.n,
            heights: self.ones[2].iter().map(height).collect(),
        }
    }

    /// The ones along an axis through a place.
    fn line(&self, axis: usize, [row, col, height]: Place) -> u16 {
        let n = self.n;
        self.ones[axis][match axis {
            0 => col * n + height,
            1 => row * n + height,
            _ => row * n + col,
        }]
    }

    /// A zero becomes a one, or a one a zero.
    fn flip(&mut self, [row, col, height]: Place) {
        let n = self.n;
        self.ones[0][col * n + height] ^= 1 << row;
        self.ones[1][row * n + height] ^= 1 << col;
        self.ones[2][row * n + col] ^= 1 << height;
    }

    fn step(&mut self, rng: &mut Dice) {
        let n = self.n;
        let from = self.improper.unwrap_or_else(|| {
            loop {
                let i = rng.random_range(0..n * n * n);
                let place = [i / (n * n), i / n % n, i % n];
                if self.line(2, place) >> place[2] & 1 == 0 {
                    break place;
                }
            }
        });
        // In each direction a one; from a −1 there are two to choose from.
        let which: u32 = match self.improper {
            Some(_) => rng.random(),
            None => 0,
        };
        let to = [0, 1, 2].map(|axis| {
            let mut ones = self.line(axis, from);
            if which >> axis & 1 == 1 {
                ones &= ones - 1;
            }
            ones.trailing_zeros() as usize
        });
        for corner in 0..8usize {
            let place = [0, 1, 2].map(|axis| [from, to][corner >> axis & 1][axis]);
            // One more at the even corners, one less at the others: what is not a one or to become
            // one is the −1, which has no bit.
            let is_one = self.line(2, place) >> place[2] & 1 == 1;
            let more = corner.count_ones() % 2 == 0;
            if self.improper == Some(place) && more {
                self.improper = None;
            } else if !more && !is_one {
                self.improper = Some(place);
            } else {
                self.flip(place);
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Square {
    pub(super) n: usize,
    /// Row by row.
    pub(super) heights: Vec<u8>,
}

impl Square {
    pub(super) fn cyclic(n: usize) -> Square {
        let height = |i: usize| ((i / n + i % n) % n) as u8 + 1;
        let heights = (0..n * n).map(height).collect();
        Square { n, heights }
    }

    /// Its rows and columns in another order.
    pub(super) fn reordered(n: usize, heights: &[u8], rows: &[usize], cols: &[usize]) -> Square {
        let height = |i: usize| heights[rows[i / n] * n + cols[i % n]];
        let heights = (0..n * n).map(height).collect();
        Square { n, heights }
    }

    /// The study's way: the rows and columns of the cyclic square in another order.
    pub(super) fn shuffled(n: usize, rng: &mut Dice) -> Square {
        let [rows, cols] = [0; 2].map(|_| shuffled(0..n, rng));
        Square::reordered(n, &Square::cyclic(n).heights, &rows, &cols)
    }

    /// The square after a change through this cell: two rows, two columns or two heights change
    /// places along the shortest cycle that holds the cell.
    pub(super) fn switched(&self, cell: usize, rng: &mut Dice) -> Square {
        let n = self.n;
        let (row, col, height) = (cell / n, cell % n, self.heights[cell] as usize - 1);
        let kind = rng.random_range(0..3);
        // Sides are at least 2.
        let with = ([row, col, height][kind] + rng.random_range(1..n)) % n;
        let mut square = self.clone();
        match kind {
            0 => square.switch_lines(row * n, with * n, 1, self.cycle(row * n, with * n, 1, col)),
            1 => square.switch_lines(col, with, n, self.cycle(col, with, n, row)),
            _ => square.switch_heights(cell, with as u8 + 1),
        }
        square
    }

    /// Is there another square with the same views only one such change away? That is so for most
    /// squares that are no good, and much faster to see than that there are several solutions.
    pub(super) fn has_twin(&self) -> bool {
        let n = self.n;
        let mut other = self.clone();
        let mut is_twin = |switch: &dyn Fn(&mut Square)| {
            other.heights.copy_from_slice(&self.heights);
            switch(&mut other);
            self.looks_like(&other)
        };
        for (one, two) in (0..n).flat_map(|one| (one + 1..n).map(move |two| (one, two))) {
            for (first, second, step) in [(one * n, two * n, 1), (one, two, n)] {
                let mut seen = 0u32;
                for place in 0..n {
                    if seen >> place & 1 == 0 {
                        let cycle = self.cycle(first, second, step, place);
                        seen |= cycle;
                        if is_twin(&|square| square.switch_lines(first, second, step, cycle)) {
                            return true;
                        }
                    }
                }
            }
            for cell in (0..n * n).filter(|&cell| self.heights[cell] == one as u8 + 1) {
                if is_twin(&|square| square.switch_heights(cell, two as u8 + 1)) {
                    return true;
                }
            }
        }
        false
    }

    /// The places at which a switch of two lines that begins here changes them.
    fn cycle(&self, one: usize, two: usize, step: usize, place: usize) -> u32 {
        let mut cycle = 1 << place;
        let mut at = place;
        loop {
            let wanted = self.heights[two + at * step];
            let place = (0..self.n).find(|&p| self.heights[one + p * step] == wanted);
            at = place.expect("each height in each line");
            if cycle >> at & 1 == 1 {
                return cycle;
            }
            cycle |= 1 << at;
        }
    }

    /// The same views all around.
    fn looks_like(&self, other: &Square) -> bool {
        let n = self.n;
        let alike = |first: usize, step: usize| {
            let mine = (0..n).map(|p| self.heights[first + p * step]);
            let others = (0..n).map(|p| other.heights[first + p * step]);
            mine.clone().eq(others.clone())
                || seen(mine.clone()) == seen(others.clone())
                    && seen(mine.rev()) == seen(others.rev())
        };
        (0..n).all(|line| alike(line * n, 1) && alike(line, n))
    }

    /// Two lines, given by their first cells and the step along them, change places in a cycle.
    fn switch_lines(&mut self, one: usize, two: usize, step: usize, cycle: u32) {
        for place in (0..self.n).filter(|place| cycle >> place & 1 == 1) {
            self.heights.swap(one + place * step, two + place * step);
        }
    }

    fn switch_heights(&mut self, mut cell: usize, new: u8) {
        let n = self.n;
        let old = self.heights[cell];
        loop {
            self.heights[cell] = new;
            let row = cell / n * n;
            let twin = |&c: &usize| c != cell && self.heights[c] == new;
            let beside = (row..row + n).find(twin).expect("each height in each row");
            self.heights[beside] = old;
            let twin = |&c: &usize| c != beside && self.heights[c] == old;
            match (beside % n..n * n).step_by(n).find(twin) {
                Some(below) => cell = below,
                None => return,
            }
        }
    }

    #[cfg(test)]
    pub(super) fn is_latin(&self) -> bool {
        let n = self.n;
        let whole = |line: &mut dyn Iterator<Item = usize>| {
            line.fold(0u32, |seen, i| seen | 1 << self.heights[i]) == (2 << n) - 2
        };
        (0..n).all(|i| whole(&mut (i * n..(i + 1) * n)) && whole(&mut (i..n * n).step_by(n)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;

    use super::super::count::{Clues, views};
    use super::*;

    fn chi_square(draw: &mut dyn FnMut() -> Square, draws: usize) -> (usize, f64) {
        let mut seen = BTreeMap::new();
        for _ in 0..draws {
            *seen.entry(draw().heights).or_insert(0usize) += 1;
        }
        let expected = draws as f64 / 576.0;
        let off = |count: usize| (count as f64 - expected).powi(2) / expected;
        let missing = (576 - seen.len()) as f64 * expected;
        let squares = seen.len();
        (squares, seen.into_values().map(off).sum::<f64>() + missing)
    }

    /// With 575 degrees of freedom chi-square is 575 ± 34. Nothing but the walk itself is tested:
    /// it starts at one square and no rows, columns or heights are shuffled.
    #[test]
    fn all_squares_of_size_4_come_equally_often() {
        let rng = &mut Dice::seed_from_u64(1);
        let mut walk = Walk::new(&Square::cyclic(4));
        let (seen, chi) = chi_square(&mut || walk.on(24, rng), 40 * 576);
        assert_eq!(seen, 576);
        assert!((430.0..720.0).contains(&chi), "{chi}");
    }

    /// The figure can tell: the study's squares are far from uniform, and so is the first proper
    /// square after a fixed number of moves.
    #[test]
    fn other_ways_are_not_uniform() {
        let rng = &mut Dice::seed_from_u64(2);
        let (seen, chi) = chi_square(&mut || Square::shuffled(4, rng), 40 * 576);
        assert!(seen < 576 && chi > 1000.0, "{seen} {chi}");
        let mut walk = Walk::new(&Square::cyclic(4));
        let mut hasty = || {
            for _ in 0..40 {
                walk.step(rng);
            }
            while walk.improper.is_some() {
                walk.step(rng);
            }
            walk.on(0, rng)
        };
        let (_, chi) = chi_square(&mut hasty, 40 * 576);
        assert!(chi > 720.0, "{chi}");
    }

    /// A square with a twin is no good, and most squares that are no good have one.
    #[test]
    fn twins_have_the_same_views() {
        let rng = &mut Dice::seed_from_u64(4);
        let (mut twins, mut ambiguous) = (0, 0);
        for n in [4, 5, 6] {
            let mut walk = Walk::new(&Square::cyclic(n));
            for _ in 0..200 {
                let square = walk.on(n * n, rng);
                let clues = Clues {
                    n,
                    views: views(n, &square.heights),
                    givens: vec![0; n * n],
                };
                let several = !clues.count(u64::MAX, sat::Budget::UNLIMITED).is_unique();
                ambiguous += several as usize;
                twins += square.has_twin() as usize;
                assert!(several || !square.has_twin(), "{square:?}");
            }
        }
        assert!(5 * twins > 4 * ambiguous, "{twins} of {ambiguous}");
    }

    #[test]
    fn walks_and_switches_keep_squares_latin() {
        let rng = &mut Dice::seed_from_u64(3);
        for n in 2..=12 {
            let mut square = Walk::new(&Square::cyclic(n)).on(n * n, rng);
            assert!(square.is_latin(), "{square:?}");
            for _ in 0..50 {
                let before = square;
                square = before.switched(rng.random_range(0..n * n), rng);
                assert!(square != before && square.is_latin(), "{square:?}");
            }
        }
    }
}
