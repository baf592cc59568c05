//! Circles on a board in the making.

use super::super::FORBIDDEN;
use crate::kit::prelude::*;

pub(super) struct Circles {
    pub(super) size: Size,
    pub(super) cells: Vec<bool>,
    pub(super) count: usize,
}

impl Circles {
    pub(super) fn none(size: Size) -> Circles {
        Circles::of(size, vec![false; size.len()])
    }

    pub(super) fn of(size: Size, cells: Vec<bool>) -> Circles {
        Circles {
            size,
            count: cells.iter().filter(|&&circle| circle).count(),
            cells,
        }
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.cells[cell]
    }

    pub(super) fn put(&mut self, cell: usize) {
        self.count += !self.cells[cell] as usize;
        self.cells[cell] = true;
    }

    pub(super) fn around(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let size = self.size;
        size.neighbours(size.cell(cell))
            .map(move |(_, next)| size.index(next))
    }

    fn is_circle(&self, at: Cell) -> bool {
        self.size.contains(at) && self.cells[self.size.index(at)]
    }

    pub(super) fn would_make_four(&self, cell: usize) -> bool {
        let at = self.size.cell(cell);
        let run = |dir: Dir| {
            (1..FORBIDDEN)
                .take_while(|&i| self.is_circle(at.go(dir, i)))
                .count()
        };
        run(Dir::North) + run(Dir::South) + 1 >= FORBIDDEN
            || run(Dir::West) + run(Dir::East) + 1 >= FORBIDDEN
    }

    /// Would a circle here close a loop? The study's twelve cases, seen from the new circle. Four
    /// *straight* ones: it lies between two circles in a line, and on neither side are the three
    /// cells beside it all circles (two lines, two sides). Eight *corners*: it joins two diagonal
    /// circles whose other common neighbour is not a circle (four corners, each from either
    /// circle).
    pub(super) fn would_close_loop(&self, cell: usize) -> bool {
        let at = self.size.cell(cell);
        let is = |dir: Dir| self.is_circle(at.step(dir));
        let straight = |one: Dir, other: Dir, sides: [Dir; 2]| {
            let beside = |side: Dir| {
                let middle = at.step(side);
                [middle, middle.step(one), middle.step(other)]
                    .into_iter()
                    .all(|c| self.is_circle(c))
            };
            is(one) && is(other) && !sides.into_iter().any(beside)
        };
        let corner = |one: Dir, other: Dir| {
            is(one) && is(other) && !self.is_circle(at.step(one).step(other))
        };
        use Dir::{East, North, South, West};
        straight(North, South, [West, East])
            || straight(West, East, [North, South])
            || [(North, East), (East, South), (South, West), (West, North)]
                .into_iter()
                .any(|(one, other)| corner(one, other))
    }
}
