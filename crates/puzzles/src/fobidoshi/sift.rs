//! What follows for single cells, before anything is searched for: where a circle would be a fourth in a
//! line is a cross, what crosses cut off from all circles is crosses, and a cell through which alone
//! circles hang together is a circle. Where that is not enough, a few cells are tried.
//!
//! The prover sees as much. But of its time on published puzzles a quarter went into stating and loading
//! a model for each and a fifth into reasons to learn from, and there is little to learn on the way to a
//! dead end or two dozens. Here is neither: a position is two arrays of bytes, copied for each supposition.
//! What made that fast:
//!
//! - the corners of the grid, as in `sat`'s `reach::faces`: a cross joins the corners around it, and a
//!   cell is the only way between its neighbours if fewer different parts are around it than ways out.
//!   That is asked of all cells at once, in vector registers, where corners are joined, too. A depth-first
//!   pass over the board (Tarjan's low points) took nearly twice as many instructions in all;
//! - the choice of the cell: in many lines with two circles, at the corner of a cross, and tried before in
//!   vain. Without the last it takes half as many suppositions again; the cell beside most circles takes
//!   eleven times as many.
//!
//! On 110 published puzzles that is 2,380 dead ends at 12,000 instructions, where the prover has 1,642 at
//! 61,000. On larger boards, and where it takes long, the prover is asked, who learns.
//!
//! Tried and dropped: to see what follows at once from the best four or eight cells before one of them is
//! chosen (a fifth fewer suppositions, hardly fewer instructions); to force the last way out of a circle
//! without a look at the whole (8 per cent fewer looks).

use std::cell;

use super::{FORBIDDEN, Fobidoshi, Mark};
use crate::kit::lists::Short;
use crate::kit::prelude::*;
use crate::kit::sift::{Position, sift};

/// Suppositions made before the prover is asked. The hardest of 270 puzzles of up to 14×14 takes 546.
const TRIES: u64 = 600;

/// A cell is a byte, its row times this and its column. The last row and column are crosses, on all sides
/// of the board, because bytes run over.
const STRIDE: usize = 16;
const ROOM: usize = STRIDE * STRIDE;

const EAST: u8 = 1;
const SOUTH: u8 = STRIDE as u8;
const AROUND: [u8; 4] = [SOUTH.wrapping_neg(), EAST, SOUTH, EAST.wrapping_neg()];

/// What a cell may hold. In sums over four cells a cross outweighs all circles.
const OPEN: u8 = 0;
const CIRCLE: u8 = 1;
const CROSS: u8 = 16;

/// What speaks for trying a cell: each line of four with two circles and no cross, and a cross at a
/// corner. There is a point more for each time that it came to nothing.
const HALF_A_LINE: u8 = 3;
const CROSS_AT_A_CORNER: u8 = 10;

/// What is known about the cells. All that is not a cross hangs together.
#[derive(Clone)]
struct Cells<'a> {
    cells: [u8; ROOM],
    /// For the corner before each cell, the part of the corners that crosses join; 0 at the border.
    part: [u8; ROOM],
    /// So many cells are in rows of the board.
    used: usize,
    /// There is a new cross, or circle, since it was looked at which cells are the only way.
    changed: bool,
    /// The cell tried last, and whether it came to nothing.
    tried: u8,
    failed: bool,
    /// How often each cell came to nothing.
    fails: &'a [cell::Cell<u8>; ROOM],
}

/// A copy with three rows and three cells more at either end.
fn wide(cells: &[u8; ROOM]) -> [u8; ROOM + 6 * (STRIDE + 1)] {
    let mut wide = [CROSS; ROOM + 6 * (STRIDE + 1)];
    wide[3 * (STRIDE + 1)..][..ROOM].copy_from_slice(cells);
    wide
}

fn place(at: Cell) -> u8 {
    (at.row as usize * STRIDE + at.col as usize) as u8
}

impl<'a> Cells<'a> {
    /// What follows at once from what is given; not for boards without a given circle.
    fn new(puzzle: &Fobidoshi, fails: &'a [cell::Cell<u8>; ROOM]) -> Cells<'a> {
        let mut start = Cells {
            cells: [CROSS; ROOM],
            part: [0; ROOM],
            used: puzzle.size.rows() * STRIDE,
            changed: true,
            tried: u8::MAX,
            failed: false,
            fails,
        };
        let given = || puzzle.size.cells().zip(&puzzle.given);
        for (at, mark) in given() {
            let cell = place(at);
            start.cells[cell as usize] = u8::from(*mark == Mark::Circle) * CIRCLE;
            start.part[cell as usize] = u8::from(at.row > 0 && at.col > 0) * cell;
        }
        start.failed = !given().all(|(at, mark)| match mark {
            Mark::Nothing => true,
            Mark::Circle => start.count_lines(place(at)),
            Mark::Cross => start.cross(place(at)),
        });
        start
    }

    fn at(&self, cell: u8) -> u8 {
        self.cells[cell as usize]
    }

    /// There is a circle here; false if that cannot be.
    fn circle(&mut self, cell: u8) -> bool {
        if self.at(cell) != OPEN {
            return self.at(cell) == CIRCLE;
        }
        self.cells[cell as usize] = CIRCLE;
        self.count_lines(cell)
    }

    /// Where a circle would make a line through this one too long is a cross.
    fn count_lines(&mut self, cell: u8) -> bool {
        for dir in [EAST, SOUTH] {
            let ends = [dir.wrapping_neg(), dir].map(|dir| (dir, self.run(cell, dir)));
            let run = ends[0].1 + 1 + ends[1].1;
            if run >= FORBIDDEN {
                return false;
            }
            for (dir, beside) in ends {
                let end = cell.wrapping_add(dir.wrapping_mul(beside as u8 + 1));
                let is_last = self.at(end) == OPEN && run + 1 + self.run(end, dir) >= FORBIDDEN;
                if is_last && !self.cross(end) {
                    return false;
                }
            }
        }
        true
    }

    /// How many circles follow one another beside this cell.
    fn run(&self, cell: u8, dir: u8) -> usize {
        let beside = |&i: &u8| self.at(cell.wrapping_add(dir.wrapping_mul(i + 1))) == CIRCLE;
        (0..STRIDE as u8).take_while(beside).count()
    }

    /// There are crosses here and in all that this cuts off from circles; false if it cuts them apart.
    fn cross(&mut self, cell: u8) -> bool {
        if self.at(cell) != OPEN {
            return self.at(cell) == CROSS;
        }
        let sides = self.sides(cell);
        self.close(cell);
        self.changed = true;
        let mut met = false;
        for &side in sides.iter().filter(|_| sides.len() > 1) {
            match self.without_circles(side, cell) {
                Some(lost) => lost.into_iter().for_each(|cell| self.close(cell)),
                None if met => return false,
                None => met = true,
            }
        }
        true
    }

    /// A cross joins the corners around it.
    fn close(&mut self, cell: u8) {
        self.cells[cell as usize] = CROSS;
        let [a, b, c, d] = self.corners(cell);
        let joined = a.min(b).min(c).min(d);
        for part in &mut self.part[..self.used] {
            let is_here = (*part == a) | (*part == b) | (*part == c) | (*part == d);
            *part = if is_here { joined } else { *part };
        }
    }

    /// The parts of the corners around a cell, clockwise.
    fn corners(&self, cell: u8) -> [u8; 4] {
        [0, EAST, EAST + SOUTH, SOUTH].map(|on| self.part[cell.wrapping_add(on) as usize])
    }

    /// The sides of an open cell that hang together only through it, one cell each. Walk around it: what
    /// lies between two meetings with the same part is a side.
    fn sides(&self, cell: u8) -> Short<u8, 4> {
        let (mut ways, mut count) = ([(0, 0); 4], 0);
        for (part, dir) in self.corners(cell).into_iter().zip(AROUND) {
            let way = cell.wrapping_add(dir);
            if self.at(way) != CROSS {
                ways[count] = (part, way);
                count += 1;
            }
        }
        let ways = &ways[..count];
        if let &[(part, way), (other, back)] = ways {
            return Short::of(
                0,
                [way, back].into_iter().take(1 + usize::from(part == other)),
            );
        }
        let apart = |i: usize, j: usize| {
            let mut others = ways[..=i].iter().chain(&ways[j + 1..]);
            others.any(|(part, _)| ways[i + 1..=j].iter().any(|(between, _)| between == part))
        };
        let is_first = |&j: &usize| (0..j).all(|i| apart(i, j));
        Short::of(0, (0..ways.len()).filter(is_first).map(|j| ways[j].1))
    }

    /// All that hangs together with `start`, but not through `cell`; none if there is a circle in it.
    fn without_circles(&self, start: u8, cell: u8) -> Option<Vec<u8>> {
        if self.at(start) == CIRCLE {
            return None;
        }
        let mut seen = [false; ROOM];
        (seen[start as usize], seen[cell as usize]) = (true, true);
        let (mut found, mut count, mut next) = ([start; ROOM], 1, 0);
        while next < count {
            for to in AROUND.map(|dir| found[next].wrapping_add(dir)) {
                match self.at(to) {
                    CIRCLE => return None,
                    OPEN if !std::mem::replace(&mut seen[to as usize], true) => {
                        found[count] = to;
                        count += 1;
                    }
                    _ => {}
                }
            }
            next += 1;
        }
        Some(found[..count].to_vec())
    }

    /// An open cell that is the only way between circles holds one; false if nothing is possible.
    fn connect(&mut self) -> bool {
        let (cells, part) = (wide(&self.cells), wide(&self.part));
        let mut only_way = [0; ROOM];
        for (i, only_way) in only_way[..self.used].iter_mut().enumerate() {
            let at = |down: usize, right: usize| cells[i + down * STRIDE + right];
            let part = |down: usize, right: usize| part[i + down * STRIDE + right];
            let open = |down, right| u8::from(at(down, right) != CROSS);
            let ways = open(2, 3) + open(3, 4) + open(4, 3) + open(3, 2);
            let (a, b, c, d) = (part(3, 3), part(3, 4), part(4, 4), part(4, 3));
            let new = [b != a, (c != a) & (c != b), (d != a) & (d != b) & (d != c)];
            let parts = 1 + u8::from(new[0]) + u8::from(new[1]) + u8::from(new[2]);
            *only_way = u8::from((at(3, 3) == OPEN) & (ways > 1) & (parts < ways));
        }
        for (k, eight) in only_way.as_chunks().0.iter().enumerate() {
            let mut left = u64::from_le_bytes(*eight);
            while left > 0 {
                let cell = (8 * k as u32 + left.trailing_zeros() / 8) as u8;
                left &= left - 1;
                if self.at(cell) == OPEN {
                    let sides = self.sides(cell);
                    let meets = |side: &&u8| self.without_circles(**side, cell).is_none();
                    if sides.iter().filter(meets).nth(1).is_some() && !self.circle(cell) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

impl Position for Cells<'_> {
    /// A cell, and whether it holds a circle.
    type Way = (u8, bool);

    fn conclude(&mut self) -> bool {
        while !self.failed && std::mem::take(&mut self.changed) {
            self.failed = !self.connect();
        }
        let fails = &self.fails[self.tried as usize];
        fails.set(fails.get().saturating_add(u8::from(self.failed)));
        !self.failed
    }

    fn ways(&self) -> Vec<(u8, bool)> {
        let cells = wide(&self.cells);
        let mut points = [0; ROOM];
        for (i, points) in points[..self.used].iter_mut().enumerate() {
            let at = |down: usize, right: usize| cells[i + down * STRIDE + right];
            let corners = at(2, 2) | at(2, 4) | at(4, 2) | at(4, 4);
            let mut sum = 1 + u8::from(corners >= CROSS) * CROSS_AT_A_CORNER;
            for k in 0..FORBIDDEN {
                let across = at(3, k) + at(3, k + 1) + at(3, k + 2) + at(3, k + 3);
                let down = at(k, 3) + at(k + 1, 3) + at(k + 2, 3) + at(k + 3, 3);
                sum += u8::from(across == 2) * HALF_A_LINE + u8::from(down == 2) * HALF_A_LINE;
            }
            *points = u8::from(at(3, 3) == OPEN) * sum;
        }
        for (points, fails) in points[..self.used].iter_mut().zip(self.fails) {
            *points = u8::from(*points > 0) * points.saturating_add(fails.get());
        }
        let most = points.iter().fold(0, |most, &points| points.max(most));
        let best = (0..=u8::MAX).find(|&cell| most > 0 && points[cell as usize] == most);
        best.map_or(Vec::new(), |cell| vec![(cell, true), (cell, false)])
    }

    fn suppose(&mut self, (cell, is_circle): (u8, bool)) {
        (self.tried, self.changed) = (cell, true);
        self.failed = !match is_circle {
            true => self.circle(cell),
            false => self.cross(cell),
        };
    }
}

impl Sift for Fobidoshi {
    /// Nothing is said of several solutions: the prover has two as soon, and always finds the same.
    fn sift(&self, want: usize, budget: Budget) -> Sifted {
        let fits = self.size.rows().max(self.size.cols()) < STRIDE;
        if !fits || !self.given.contains(&Mark::Circle) {
            return Sifted::nothing();
        }
        let fails = [const { cell::Cell::new(0) }; ROOM];
        let sieve = sift(Cells::new(self, &fails), want.min(1), TRIES, budget);
        if sieve.more {
            return Sifted::nothing();
        }
        Sifted::of(sieve, |known| {
            let marks = self.size.cells().map(|at| known.at(place(at))).enumerate();
            let sure = marks.filter(|&(_, mark)| mark != OPEN);
            sure.map(|(atom, mark)| Fact::new(atom, mark == CIRCLE))
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use grid::Size;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::testing::random_puzzle;
    use super::*;
    use crate::solve::{Status, solve_knowing};

    /// What is found, and what is known without a supposition, is what the prover says.
    #[test]
    fn nothing_is_said_that_the_prover_denies() {
        let mut dice = ChaCha8Rng::seed_from_u64(19);
        let (mut none, mut unique, mut facts) = (0, 0, 0);
        for _ in 0..1000 {
            let mut side = || match dice.random_range(1..=8) {
                8 => STRIDE - 1, // where bytes run over
                side => side,
            };
            let size = Size::new(side(), side()).expect("a small board");
            let rarity = dice.random_range(1..5);
            let puzzle = random_puzzle(&mut dice, size, rarity);
            let proved = solve_knowing(&puzzle, &[], 2, Budget::UNLIMITED);
            if let Some((solutions, more)) = puzzle.sift(2, Budget::UNLIMITED).solutions {
                let solutions = solutions.iter().map(|facts| puzzle.board(facts));
                assert_eq!(
                    solutions.collect::<Vec<_>>(),
                    proved.solutions,
                    "{puzzle:?}"
                );
                assert!(!more);
                none += (proved.status == Status::None) as u32;
                unique += (proved.status == Status::Unique) as u32;
            } else if puzzle.given.contains(&Mark::Circle) {
                assert_eq!(proved.status, Status::Multiple, "{puzzle:?}");
            }
            for fact in puzzle.sift(0, Budget::UNLIMITED).facts {
                let not = solve_knowing(&puzzle, &[!fact], 2, Budget::UNLIMITED);
                assert_eq!(not.status, Status::None, "{fact:?} of {puzzle:?}");
                facts += 1;
            }
        }
        assert!(none > 100 && unique > 20 && facts > 1000);
    }
}
