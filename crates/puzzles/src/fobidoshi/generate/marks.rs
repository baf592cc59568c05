//! Circles on a board in the making.

use super::super::would_make_four;
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
        let around = size.neighbours(size.cell(cell));
        around.map(move |(_, next)| size.index(next))
    }

    /// The circles around a cell.
    pub(super) fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.around(cell).filter(|&next| self.has(next))
    }

    /// Can a circle be added here to those beside it?
    pub(super) fn may_grow(&self, cell: usize) -> bool {
        let is_beside = self.beside(cell).next().is_some();
        !self.has(cell) && is_beside && !self.would_make_four(cell)
    }

    fn is_circle(&self, at: Cell) -> bool {
        self.size.contains(at) && self.cells[self.size.index(at)]
    }

    pub(super) fn would_make_four(&self, cell: usize) -> bool {
        would_make_four(self.size, self.size.cell(cell), |at| self.is_circle(at))
    }

    /// Would a circle here close a loop? The study's twelve cases, seen from the new circle. Four
    /// *straight* ones: it lies between two circles in a line, and on neither side are the three
    /// cells beside it all circles (two lines, two sides). Eight *corners*: it joins two diagonal
    /// circles whose other common neighbour is not a circle (four corners, each from either
    /// circle).
    pub(super) fn would_close_loop(&self, cell: usize) -> bool {
        let at = self.size.cell(cell);
        let all = |cells: &[Cell]| cells.iter().all(|&at| self.is_circle(at));
        let joins = |one: Dir, other: Dir| all(&[at.step(one), at.step(other)]);
        let straight = |one: Dir, across: Dir| {
            let beside = |side: Dir| {
                let middle = at.step(side);
                all(&[middle, middle.step(one), middle.step(one.opposite())])
            };
            joins(one, one.opposite()) && !beside(across) && !beside(across.opposite())
        };
        let corner = |one: Dir| {
            let other = Dir::ALL[(one as usize + 1) % 4];
            joins(one, other) && !self.is_circle(at.step(one).step(other))
        };
        straight(Dir::North, Dir::East)
            || straight(Dir::East, Dir::North)
            || Dir::ALL.into_iter().any(corner)
    }
}
