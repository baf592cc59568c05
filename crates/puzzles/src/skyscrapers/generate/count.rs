//! Is there a second square? A maker asks this thousands of times about small boards, for which
//! building clauses for the prover takes longer than answering.
//!
//! A cell is a set of heights, as bits. A line is looked at as a whole: each height once, and for
//! each view an automaton whose state is the highest building so far and how many were seen; for
//! each highest building the numbers seen are one word of bits, so a walk along the line takes n²
//! steps there and n² back. What no walk uses is taken away. Then a cell with fewest heights is
//! tried. The limit counts these trials, so it is the same on every machine.
//!
//! Nothing is called unique because of this alone: whoever accepts a puzzle has it proved.

use sat::Budget;

use super::super::LARGEST_SIDE;

/// Heights of a cell: bit h for height h.
type Heights = u16;
/// The cells of a square, row by row.
pub(super) type Field = [Heights; LARGEST_SIDE * LARGEST_SIDE];

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
    fn all(&self) -> Heights {
        (2 << self.n) - 2
    }

    /// What follows line by line. `None` if nothing is possible.
    pub(super) fn field(&self) -> Option<Field> {
        let mut field = [self.all(); LARGEST_SIDE * LARGEST_SIDE];
        for (cell, &given) in self.givens.iter().enumerate() {
            if given > 0 {
                field[cell] = 1 << given;
            }
        }
        let lines = (1u32 << (2 * self.n)) - 1;
        self.settle(&mut field, lines).then_some(field)
    }

    /// Look at these lines (rows, then columns) and at all that this changes.
    fn settle(&self, field: &mut Field, mut lines: u32) -> bool {
        let n = self.n;
        while lines != 0 {
            let line = lines.trailing_zeros() as usize;
            lines &= lines - 1;
            let (first, step, views) = match line < n {
                true => (line * n, 1, [2 * n + line, 3 * n + line]),
                false => (line - n, n, [line - n, line]),
            };
            let mut cells = [0; LARGEST_SIDE];
            for (place, cell) in cells[..n].iter_mut().enumerate() {
                *cell = field[first + place * step];
            }
            let [near, far] = views.map(|v| self.views[v] as usize);
            if !settle_line(&mut cells[..n], near, far) {
                return false;
            }
            for (place, &cell) in cells[..n].iter().enumerate() {
                let known = &mut field[first + place * step];
                if *known != cell {
                    *known = cell;
                    lines |= 1 << if line < n { n + place } else { place };
                }
            }
        }
        true
    }

    /// Up to two solutions.
    pub(super) fn count(&self, trials: u64, budget: Budget) -> Count {
        let mut count = Count {
            solutions: Vec::new(),
            cut: false,
        };
        let mut left = trials;
        if let Some(field) = self.field() {
            self.search(&field, &mut left, budget, &mut count);
        }
        count
    }

    fn search(&self, field: &Field, left: &mut u64, budget: Budget, count: &mut Count) {
        let cells = &field[..self.n * self.n];
        let open = (cells.iter().enumerate()).filter(|(_, heights)| !heights.is_power_of_two());
        let Some((cell, &heights)) = open.min_by_key(|(_, heights)| heights.count_ones()) else {
            let height = |heights: &Heights| heights.trailing_zeros() as u8;
            count.solutions.push(cells.iter().map(height).collect());
            return;
        };
        for height in (1..=self.n).filter(|h| heights >> h & 1 == 1) {
            if *left == 0 || left.is_multiple_of(64) && (budget.stop)() {
                count.cut = true;
                return;
            }
            *left -= 1;
            let mut next = *field;
            next[cell] = 1 << height;
            let lines = 1 << (cell / self.n) | 1 << (self.n + cell % self.n);
            if self.settle(&mut next, lines) {
                self.search(&next, left, budget, count);
            }
            if count.cut || count.solutions.len() > 1 {
                return;
            }
        }
    }
}

/// Take away what cannot be; false if nothing is left. A view of 0 says nothing.
fn settle_line(cells: &mut [Heights], near: usize, far: usize) -> bool {
    loop {
        let mut before = [0; LARGEST_SIDE];
        before[..cells.len()].copy_from_slice(cells);
        if !each_once(cells) || near > 0 && !see(cells, near) {
            return false;
        }
        if far > 0 {
            cells.reverse();
            let possible = see(cells, far);
            cells.reverse();
            if !possible {
                return false;
            }
        }
        if before[..cells.len()] == *cells {
            return true;
        }
    }
}

/// Each height once: a cell with one height, a height with one cell.
fn each_once(cells: &mut [Heights]) -> bool {
    loop {
        let (mut settled, mut once, mut twice) = (0, 0, 0);
        for &cell in cells.iter() {
            if cell.is_power_of_two() {
                if settled & cell != 0 {
                    return false;
                }
                settled |= cell;
            }
            twice |= once & cell;
            once |= cell;
        }
        if once.count_ones() as usize != cells.len() {
            return false;
        }
        let only = once & !twice;
        let mut changed = false;
        for cell in cells.iter_mut().filter(|cell| !cell.is_power_of_two()) {
            let mut left = *cell & !settled;
            if left & only != 0 {
                left &= only;
            }
            if left == 0 || left & only != 0 && !left.is_power_of_two() {
                return false;
            }
            changed |= left != *cell;
            *cell = left;
        }
        if !changed {
            return true;
        }
    }
}

/// Keep the heights with which `view` buildings can be seen.
fn see(cells: &mut [Heights], view: usize) -> bool {
    let n = cells.len();
    // Before each place, for each highest building so far: bit s if s may have been seen.
    let mut ahead = [[0u16; LARGEST_SIDE + 1]; LARGEST_SIDE + 1];
    ahead[0][0] = 1;
    let within = (2u16 << view) - 1;
    for place in 0..n {
        let mut lower = 0;
        for (highest, so_far) in ahead[place].into_iter().enumerate().take(n + 1) {
            let mut seen = 0;
            if cells[place] >> highest & 1 == 1 {
                seen |= lower << 1;
            }
            if cells[place] & ((1 << highest) - 1) != 0 {
                seen |= so_far;
            }
            lower |= so_far;
            // That many different buildings need one at least as high.
            if highest > place {
                ahead[place + 1][highest] = seen & within;
            }
        }
    }
    // After each place, for each highest building: bit s if it comes out right with s seen by then.
    let mut behind = [0u16; LARGEST_SIDE + 1];
    behind[n] = 1 << view;
    for place in (0..n).rev() {
        let (mut keep, mut lower, mut hidden) = (0, 0, 0);
        for highest in 0..=n {
            if lower << 1 & behind[highest] != 0 {
                keep |= 1 << highest;
            }
            if ahead[place][highest] & behind[highest] != 0 {
                hidden = (1 << highest) - 1;
            }
            lower |= ahead[place][highest];
        }
        cells[place] &= keep | hidden;
        if cells[place] == 0 {
            return false;
        }
        let mut higher = 0;
        for highest in (0..=n).rev() {
            let mut seen = higher;
            if cells[place] & ((1 << highest) - 1) != 0 {
                seen |= behind[highest];
            }
            if cells[place] >> highest & 1 == 1 {
                higher |= behind[highest] >> 1;
            }
            behind[highest] = seen;
        }
    }
    true
}

/// How many buildings are seen along these heights.
pub(super) fn seen(line: impl Iterator<Item = u8>) -> u8 {
    let (mut count, mut highest) = (0, 0);
    for height in line {
        if height > highest {
            (count, highest) = (count + 1, height);
        }
    }
    count
}

/// The views all around a square.
pub(super) fn views(n: usize, heights: &[u8]) -> Vec<u8> {
    let look = |view: usize| {
        let i = view % n;
        let (first, step, back) = match view / n {
            0 => (i, n, false),
            1 => (i, n, true),
            2 => (i * n, 1, false),
            _ => (i * n, 1, true),
        };
        seen((0..n).map(|p| heights[first + if back { n - 1 - p } else { p } * step]))
    };
    (0..4 * n).map(look).collect()
}

#[cfg(test)]
mod tests {
    use rand::prelude::*;
    use rand_chacha::ChaCha8Rng;

    use super::super::latin::{Square, Walk};
    use super::super::puzzle;
    use super::*;
    use crate::{Status, solve};

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
            let proved = solve(&puzzle, 2, Budget::UNLIMITED);
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
