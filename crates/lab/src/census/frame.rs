//! The outer rows and columns of Latin squares, and what can be seen along them.
//!
//! Squares whose outer four lines show different numbers have different clues. So the squares fall
//! into groups by these eight numbers, the *outline*, each of which can be counted by itself in
//! little memory; and of the outlines that are images of each other under the eight symmetries only
//! the smallest has to be looked at.

use std::ops::Range;

use super::symmetry::{Line, Lines};

/// The largest side of a square that is counted.
pub const LARGEST: usize = 6;

/// The first and the last row, the first and the last column.
pub(super) type Outline = Lines<2>;

/// The heights of a line from 0, three bits each.
type Packed = u32;

fn height(line: Packed, at: usize) -> u32 {
    line >> (3 * at) & 7
}

/// The outer lines of a square.
pub(super) struct Frame {
    pub(super) outline: Outline,
    /// First and last.
    rows: [Packed; 2],
    columns: [Packed; 2],
}

/// What is seen along each line of some length.
pub(super) struct Sight {
    side: usize,
    seen: Vec<Line>,
}

impl Sight {
    pub(super) fn new(side: usize) -> Sight {
        let mut seen = vec![0; 1 << (3 * side)];
        for line in permutations(side) {
            let from_start = visible((0..side).map(|at| height(line, at)));
            let from_end = visible((0..side).rev().map(|at| height(line, at)));
            seen[line as usize] = from_start | from_end << 3;
        }
        Sight { side, seen }
    }

    fn along(&self, line: Packed) -> Line {
        self.seen[line as usize]
    }
}

fn visible(line: impl Iterator<Item = u32>) -> u8 {
    let mut highest = None;
    let higher = line.filter(|&height| {
        let is_higher = Some(height) > highest;
        highest = highest.max(Some(height));
        is_higher
    });
    higher.count() as u8
}

fn permutations(side: usize) -> Vec<Packed> {
    fn go(line: Packed, at: usize, heights: u32, all: &mut Vec<Packed>) {
        if heights == 0 {
            all.push(line);
        }
        for height in (0..8).filter(|height| heights >> height & 1 != 0) {
            go(
                line | height << (3 * at),
                at + 1,
                heights & !(1 << height),
                all,
            );
        }
    }
    let mut all = Vec::new();
    go(0, 0, (1 << side) - 1, &mut all);
    all
}

/// Do two lines have the same height in one of these places?
fn meet(a: Packed, b: Packed, places: Range<usize>) -> bool {
    places.into_iter().any(|at| height(a, at) == height(b, at))
}

/// Every frame whose outline is the smallest of its images, in the order of outlines. Some belong
/// to no square. None if it was time to stop before all were there.
pub(super) fn frames(sight: &Sight, stop: &dyn Fn() -> bool) -> Option<Vec<Frame>> {
    let last = sight.side - 1;
    let lines = permutations(sight.side);
    // Columns by the heights at their ends.
    let mut columns = vec![Vec::new(); 64];
    for &line in &lines {
        columns[(height(line, 0) << 3 | height(line, last)) as usize].push(line);
    }
    let mut frames = Vec::new();
    for &top in &lines {
        if stop() {
            return None;
        }
        for &bottom in lines
            .iter()
            .filter(|&&bottom| !meet(top, bottom, 0..last + 1))
        {
            let at = |at| &columns[(height(top, at) << 3 | height(bottom, at)) as usize];
            for &left in at(0) {
                for &right in at(last)
                    .iter()
                    .filter(|&&right| !meet(left, right, 1..last))
                {
                    let (rows, columns) = ([top, bottom], [left, right]);
                    let outline = Outline {
                        rows: rows.map(|line| sight.along(line)),
                        columns: columns.map(|line| sight.along(line)),
                    };
                    if outline.images(2).iter().all(|image| *image >= outline) {
                        frames.push(Frame {
                            outline,
                            rows,
                            columns,
                        });
                    }
                }
            }
        }
    }
    frames.sort_unstable_by_key(|frame| frame.outline);
    Some(frames)
}

/// What is seen along the lines between the outer ones: rows, then columns, six bits each.
pub(super) type Inside = u64;

impl Frame {
    /// The insides of all squares with this frame.
    pub(super) fn insides(&self, sight: &Sight, found: &mut Vec<Inside>) {
        let last = sight.side - 1;
        let all = (1 << sight.side) - 1;
        let mut rows = [Open::default(); LARGEST - 2];
        let mut columns = rows;
        for at in 1..last {
            let open = |[first, end]: [Packed; 2]| {
                let ends = [height(first, at), height(end, at)];
                Open {
                    needs: all & !(1 << ends[0] | 1 << ends[1]),
                    line: ends[0] | ends[1] << (3 * last),
                }
            };
            rows[at - 1] = open(self.columns);
            columns[at - 1] = open(self.rows);
        }
        let filling = Filling {
            sight,
            inner: last.saturating_sub(1),
            rows,
        };
        filling.row(0, columns, 0, found);
    }
}

/// A line that is not full.
#[derive(Clone, Copy, Default)]
struct Open {
    /// The heights that it still needs, as bits.
    needs: u32,
    line: Packed,
}

impl Open {
    fn with(self, height: u32, at: usize) -> Open {
        Open {
            needs: self.needs & !(1 << height),
            line: self.line | height << (3 * at),
        }
    }
}

type Inner = [Open; LARGEST - 2];

struct Filling<'a> {
    sight: &'a Sight,
    /// How many inner lines there are each way.
    inner: usize,
    rows: Inner,
}

impl Filling<'_> {
    fn row(&self, row: usize, columns: Inner, inside: Inside, found: &mut Vec<Inside>) {
        if row < self.inner {
            return self.cell(row, 0, self.rows[row], columns, inside, found);
        }
        let columns = columns[..self.inner].iter().enumerate();
        found.push(columns.fold(inside, |all, (i, column)| {
            all | (self.sight.along(column.line) as Inside) << (6 * (self.inner + i))
        }));
    }

    fn cell(
        &self,
        row: usize,
        column: usize,
        open: Open,
        columns: Inner,
        inside: Inside,
        found: &mut Vec<Inside>,
    ) {
        if column == self.inner {
            let seen = self.sight.along(open.line) as Inside;
            return self.row(row + 1, columns, inside | seen << (6 * row), found);
        }
        let mut heights = open.needs & columns[column].needs;
        while heights != 0 {
            let height = heights.trailing_zeros();
            heights &= heights - 1;
            let mut columns = columns;
            columns[column] = columns[column].with(height, row + 1);
            let open = open.with(height, column + 1);
            self.cell(row, column + 1, open, columns, inside, found);
        }
    }
}
