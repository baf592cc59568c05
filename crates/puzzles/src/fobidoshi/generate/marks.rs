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
        let at = self.size.cell(cell);
        let run = |dir: Dir| {
            let next = (1..FORBIDDEN).take_while(|&i| self.is_circle(at.go(dir, i)));
            next.count()
        };
        let line = |dir: Dir| run(dir) + 1 + run(dir.opposite());
        line(Dir::South) >= FORBIDDEN || line(Dir::East) >= FORBIDDEN
    }

    /// Would a circle here close a loop? The study's twelve cases, seen from the new circle. Four
    /// *straight* ones: it lies between two circles in a line, and on neither side are the three
    /// cells beside it all circles (two lines, two sides). Eight *corners*: it joins two diagonal
    /// circles whose other common neighbour is not a circle (four corners, each from either
    /// circle).
    pub(super) fn would_close_loop(&self, cell: usize) -> bool {
        let at = self.size.cell(cell);
        let joins =
            |one: Dir, other: Dir| self.is_circle(at.step(one)) && self.is_circle(at.step(other));
        let straight = |one: Dir, across: Dir| {
            let beside = |side: Dir| {
                let middle = at.step(side);
                let three = [middle, middle.step(one), middle.step(one.opposite())];
                three.into_iter().all(|c| self.is_circle(c))
            };
            joins(one, one.opposite()) && !beside(across) && !beside(across.opposite())
        };
        let corner =
            |one: Dir, other: Dir| joins(one, other) && !self.is_circle(at.step(one).step(other));
        let turns = Dir::ALL
            .into_iter()
            .zip(Dir::ALL.into_iter().cycle().skip(1));
        straight(Dir::North, Dir::East) || straight(Dir::East, Dir::North) || { turns }
            .any(|(one, other)| corner(one, other))
    }
}
