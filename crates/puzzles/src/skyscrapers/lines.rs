//! What the lines of a square say about their cells.
//!
//! A cell is a set of heights, as bits. A line is looked at as a whole: each height once, and for
//! each view an automaton whose state is the highest building so far and how many were seen; for
//! each highest building the numbers seen are one word of bits, so a walk along the line takes n²
//! steps there and n² back. What no walk uses is taken away. Where that is not enough, all ways to
//! fill a line are followed (fits.rs), as long as there are not too many sets of heights: then what
//! a line leaves open is exactly what its own cells and views leave open.

use super::LARGEST_SIDE;
use super::rules::fits::{Frame, fits};

/// Heights of a cell: bit h for height h, bit 0 for a park.
pub(super) type Heights = u32;
/// The cells of a square, row by row.
pub(super) type Field = [Heights; LARGEST_SIDE * LARGEST_SIDE];

/// The lines of a square: rows, columns, then the diagonals, if they count.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a> {
    pub(super) n: usize,
    pub(super) depth: usize,
    pub(super) diagonals: bool,
    /// Above the columns, below them, left of the rows, right of them; 0 for none.
    pub(super) views: &'a [u8],
    /// How many sets of heights may be followed along a line; 0 if that is not wanted.
    pub(super) sets: usize,
}

/// Up to this side the tables of a walk are small: to clear those for the largest board would take
/// as long as the walk.
const USUAL_SIDE: usize = 8;

/// A set of lines, as bits.
pub(super) type LineSet = u64;

impl Lines<'_> {
    /// Everything that may stand in a cell.
    pub(super) fn all_heights(&self) -> Heights {
        let lowest = (self.depth == self.n) as u32;
        (Heights::MAX >> (Heights::BITS - 1 - self.depth as u32)) >> lowest << lowest
    }

    pub(super) fn all(&self) -> LineSet {
        (1 << (2 * self.n + 2 * self.diagonals as usize)) - 1
    }

    /// The lines that run through a cell.
    pub(super) fn through(&self, cell: usize) -> LineSet {
        through(self.n, self.diagonals, cell)
    }

    /// The first cell of a line, the step to the next, and its two views.
    fn cells(&self, line: usize) -> (usize, usize, [usize; 2]) {
        let n = self.n;
        let view = |view: usize| self.views[view] as usize;
        match line / n {
            0 => (line * n, 1, [view(2 * n + line), view(3 * n + line)]),
            1 => (line - n, n, [view(line - n), view(line)]),
            _ if line == 2 * n => (0, n + 1, [0, 0]),
            _ => (n - 1, n - 1, [0, 0]),
        }
    }

    /// Look at these lines and at all that this changes; false if nothing is possible.
    pub(super) fn settle(&self, field: &mut Field, mut lines: LineSet) -> bool {
        let mut to_fill = lines;
        loop {
            let by_filling = lines == 0;
            if by_filling && (self.sets == 0 || to_fill == 0 || self.is_full(field)) {
                return true;
            }
            let from = if by_filling { &mut to_fill } else { &mut lines };
            let line = from.trailing_zeros() as usize;
            *from &= *from - 1;
            let (first, step, views) = self.cells(line);
            let mut cells = [0; LARGEST_SIDE];
            for (place, cell) in cells[..self.n].iter_mut().enumerate() {
                *cell = field[first + place * step];
            }
            let possible = match by_filling {
                true => self.fill(&mut cells, views),
                false => self.settle_line(&mut cells[..self.n], views),
            };
            if !possible {
                return false;
            }
            for (place, &cell) in cells[..self.n].iter().enumerate() {
                let at = first + place * step;
                if field[at] != cell {
                    field[at] = cell;
                    lines |= self.through(at);
                }
            }
            if !by_filling {
                // It is settled with itself.
                lines &= !(1 << line);
                to_fill |= 1 << line;
            }
            to_fill |= lines;
        }
    }

    /// Does every cell have one height?
    pub(super) fn is_full(&self, field: &Field) -> bool {
        let cells = &field[..self.n * self.n];
        cells.iter().all(|heights| heights.is_power_of_two())
    }

    /// Keep what stands in some way to fill the line.
    fn fill(&self, cells: &mut [Heights; LARGEST_SIDE], views: [usize; 2]) -> bool {
        if (self.n - self.depth + 1) << self.depth > self.sets {
            return true;
        }
        let frame = Frame {
            side: self.n,
            depth: self.depth,
            views: views.map(|v| (v > 0).then_some(v as u16)),
            can: *cells,
        };
        let fitting = fits(&frame);
        *cells = fitting.unwrap_or_default();
        fitting.is_some()
    }

    /// Take away what cannot be; false if nothing is left.
    fn settle_line(&self, cells: &mut [Heights], [near, far]: [usize; 2]) -> bool {
        loop {
            let mut before = [0; LARGEST_SIDE];
            before[..cells.len()].copy_from_slice(cells);
            if !self.each_once(cells) || near > 0 && !self.see(cells, near) {
                return false;
            }
            if far > 0 {
                cells.reverse();
                let possible = self.see(cells, far);
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

    /// Each height once: a cell with one height, a height with one cell. Parks as often as there are
    /// cells left.
    fn each_once(&self, cells: &mut [Heights]) -> bool {
        let parks = self.n - self.depth;
        loop {
            let (mut settled, mut once, mut twice) = (0, 0, 0);
            let (mut parked, mut may_be_parks) = (0, 0);
            for &cell in cells.iter() {
                if cell == 1 {
                    parked += 1;
                } else if cell.is_power_of_two() {
                    if settled & cell != 0 {
                        return false;
                    }
                    settled |= cell;
                }
                may_be_parks += (cell & 1) as usize;
                twice |= once & cell;
                once |= cell;
            }
            if (once >> 1).count_ones() as usize != self.depth
                || parked > parks
                || may_be_parks < parks
            {
                return false;
            }
            if parks > 0 && parked == parks {
                settled |= 1;
            }
            let mut only = once & !twice & !1;
            if parks > 0 && may_be_parks == parks {
                only |= 1;
            }
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
    fn see(&self, cells: &mut [Heights], view: usize) -> bool {
        match self.n {
            ..=BYTE if self.depth == self.n => see_in_bytes(cells, view),
            ..=USUAL_SIDE => self.see_within::<{ USUAL_SIDE + 1 }>(cells, view),
            _ => self.see_within::<{ LARGEST_SIDE + 1 }>(cells, view),
        }
    }

    /// The same, on lines with fewer than so many cells.
    fn see_within<const ROOM: usize>(&self, cells: &mut [Heights], view: usize) -> bool {
        let parks = self.n - self.depth;
        // Before each place, for each number of buildings seen: which may be the highest of them.
        let mut ahead = [[0 as Heights; ROOM]; ROOM];
        ahead[0][0] = 1;
        for place in 0..self.n {
            let can = cells[place];
            let stays = higher_than_lowest(can);
            // As many different buildings as there are cells so far need one at least as high.
            let least = (place + 1).saturating_sub(parks);
            let mut fewer = 0;
            let before = ahead[place];
            for (&so_far, next) in before[..=view].iter().zip(&mut ahead[place + 1]) {
                let now = so_far & stays | can & above_lowest(fewer);
                *next = now >> least << least;
                fewer = so_far;
            }
        }
        // After each place, for each number of buildings seen: with which highest it comes out right.
        let mut behind = [0 as Heights; LARGEST_SIDE + 2];
        behind[view] = 1 << self.depth;
        for place in (0..self.n).rev() {
            let can = cells[place];
            let mut keep = 0;
            for seen in 0..=view {
                let so_far = ahead[place][seen];
                keep |= behind[seen + 1] & above_lowest(so_far)
                    | lower_than_highest(so_far & behind[seen]);
            }
            let can = can & keep;
            if can == 0 {
                return false;
            }
            cells[place] = can;
            let stays = higher_than_lowest(can);
            for seen in 0..=view {
                behind[seen] = behind[seen] & stays | below_highest(can & behind[seen + 1]);
            }
        }
        true
    }
}

/// The lines of a square of this side, with or without diagonals, that run through a cell.
pub(super) fn through(n: usize, diagonals: bool, cell: usize) -> LineSet {
    let (row, col) = (cell / n, cell % n);
    let falling = (diagonals && row == col) as LineSet;
    let rising = (diagonals && row + col + 1 == n) as LineSet;
    1 << row | 1 << (n + col) | falling << (2 * n) | rising << (2 * n + 1)
}

/// Up to this side, and without parks, a walk fits into words: a byte for each number of buildings seen,
/// in it a bit for each highest of them.
const BYTE: usize = u8::BITS as usize;

/// A byte in all places.
fn in_each(byte: u64) -> u64 {
    byte * (u64::MAX / 0xff)
}

/// What [`Lines::see`] does, for all numbers of buildings at once. That takes a third of the time.
fn see_in_bytes(cells: &mut [Heights], view: usize) -> bool {
    let n = cells.len();
    let up_to_view = u64::MAX >> (u64::BITS as usize - BYTE * view);
    let mut ahead = [0; BYTE + 1];
    ahead[1] = (cells[0] >> 1) as u64;
    for place in 1..n {
        let (so_far, can) = (ahead[place], (cells[place] >> 1) as u64);
        let now = so_far & in_each(above_lowest_of_each(can))
            | (above_lowest_of_each(so_far) & in_each(can)) << BYTE;
        ahead[place + 1] = now & up_to_view & in_each(0xff << place & 0xff);
    }
    let mut behind = 1u64 << (BYTE * (view - 1) + n - 1);
    for place in (1..n).rev() {
        let (so_far, fewer) = (ahead[place], behind >> BYTE);
        let keep = above_lowest_of_each(so_far) & fewer | below_highest_of_each(so_far & behind);
        let keep = keep | keep >> 32;
        let keep = keep | keep >> 16;
        cells[place] &= ((keep | keep >> 8) as Heights & 0xff) << 1;
        let can = (cells[place] >> 1) as u64;
        if can == 0 {
            return false;
        }
        behind = behind & in_each(above_lowest_of_each(can))
            | below_highest_of_each(in_each(can) & fewer);
    }
    cells[0] &= (behind as Heights & 0xff) << 1;
    cells[0] != 0
}

/// In each byte, the bits above its lowest.
fn above_lowest_of_each(bytes: u64) -> u64 {
    let above = bytes << 1 & in_each(0xfe);
    let above = above | above << 1 & in_each(0xfe);
    let above = above | above << 2 & in_each(0xfc);
    above | above << 4 & in_each(0xf0)
}

/// In each byte, the bits below its highest.
fn below_highest_of_each(bytes: u64) -> u64 {
    let below = bytes >> 1 & in_each(0x7f);
    let below = below | below >> 1 & in_each(0x7f);
    let below = below | below >> 2 & in_each(0x3f);
    below | below >> 4 & in_each(0xf)
}

/// Heights above the lowest of these.
fn above_lowest(heights: Heights) -> Heights {
    match heights {
        0 => 0,
        _ => !(heights ^ (heights - 1)),
    }
}

/// Heights below the highest of these.
fn below_highest(heights: Heights) -> Heights {
    match heights {
        0 => 0,
        _ => (1 << heights.ilog2()) - 1,
    }
}

/// What hides behind the highest of these; where nothing stands yet, a park.
fn lower_than_highest(heights: Heights) -> Heights {
    below_highest(heights) | heights & 1
}

/// Behind which something hides that may be any of these; a park hides where nothing stands yet.
fn higher_than_lowest(heights: Heights) -> Heights {
    above_lowest(heights) | heights & 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::testing::*;

    #[test]
    fn bytes_see_what_tables_see() {
        let mut dice = dice(3);
        let mut random = |below: usize| dice.random_range(0..below);
        let (mut possible, views) = ([0; 2], [0; 4 * BYTE]);
        for _ in 0..20_000 {
            let (n, sets) = (2 + random(BYTE - 1), 0);
            let lines = Lines {
                n,
                depth: n,
                diagonals: false,
                views: &views,
                sets,
            };
            let mut cells = [(); BYTE].map(|()| (random(1 << n) | random(1 << n)) as Heights * 2);
            let (mut same, view) = (cells, 1 + random(n));
            let seen = lines.see_within::<{ USUAL_SIDE + 1 }>(&mut same[..n], view);
            assert_eq!(see_in_bytes(&mut cells[..n], view), seen);
            assert!(!seen || cells == same, "{view}: {cells:?} and {same:?}");
            possible[seen as usize] += 1;
        }
        assert!(possible.iter().all(|&often| often > 1000), "{possible:?}");
    }
}
