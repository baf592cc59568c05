//! Fobidoshi (Forbidden Four): put circles into cells so that all circles form one group of
//! neighbours and no row or column has four circles in a row. Given circles stay; a given cross
//! stays empty. No circle at all is right if none is given.
//!
//! Slots: one for each cell: nothing, [`CIRCLE`] or [`CROSS`] ("no circle here"). The slot of a
//! given is 0, and the board holds what is given there; any other number in it contradicts the
//! given, which only an import can bring in.
//!
//! Atoms: for each cell, "holds a circle".
//!
//! "The study" in this folder is Niels Heslenfeld's bachelor's thesis (about 2024;
//! docs/studies.md).

mod atoms;
mod check;
mod codec;
mod draw;
mod edits;
mod encode;
mod generate;
mod play;
mod rules;
mod search;
mod setter;
mod sift;
mod smt;
mod study;

use crate::about::family;
use crate::format::FamilyFormat;
use crate::kit::prelude::*;

family! {
    Fobidoshi, "fobidoshi",
    sides: (1, grid::MAX_SIDE),
    board_fields: [],
    formats: [FamilyFormat::own::<Fobidoshi>(
        "fobidoshi",
        "puzzle, solution (the study's file, square boards)",
    )],
    methods: search::METHODS,
}

/// In the slot of a cell: a circle was entered.
const CIRCLE: u16 = 1;
/// In the slot of a cell: a cross was entered.
const CROSS: u16 = 2;

/// How many circles in a row are forbidden.
const FORBIDDEN: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Nothing,
    Circle,
    Cross,
}

impl Mark {
    /// The mark of a slot. A slot comes from outside: what is neither circle nor cross is nothing.
    fn of(slot: u16) -> Mark {
        match slot {
            CIRCLE => Mark::Circle,
            CROSS => Mark::Cross,
            _ => Mark::Nothing,
        }
    }

    /// In a solution a cell without a circle is a cross, marked or not.
    fn or_cross(self) -> Mark {
        match self {
            Mark::Circle => Mark::Circle,
            Mark::Cross | Mark::Nothing => Mark::Cross,
        }
    }

    fn slot(self) -> u16 {
        match self {
            Mark::Nothing => 0,
            Mark::Circle => CIRCLE,
            Mark::Cross => CROSS,
        }
    }
}

/// A Fobidoshi puzzle: what is given in each cell.
#[derive(Clone, Debug)]
pub struct Fobidoshi {
    size: Size,
    /// What is given in each cell.
    given: Vec<Mark>,
}

impl Fobidoshi {
    /// A board on which nothing is given.
    fn empty(size: Size) -> Fobidoshi {
        let given = vec![Mark::Nothing; size.len()];
        Fobidoshi { size, given }
    }

    fn is_given(&self, at: Cell) -> bool {
        self.given[self.size.index(at)] != Mark::Nothing
    }

    /// What the cell holds: the entry, else the given.
    fn mark(&self, board: &Board, at: Cell) -> Mark {
        let i = self.size.index(at);
        match Mark::of(board.slots[i]) {
            Mark::Nothing => self.given[i],
            entry => entry,
        }
    }

    /// Put a mark into a cell; one that is given there anyway leaves the slot alone.
    fn enter(&self, board: &mut Board, at: Cell, mark: Mark) {
        let i = self.size.index(at);
        let is_given = mark == self.given[i];
        board.slots[i] = if is_given { 0 } else { mark.slot() };
    }
}

/// Would a circle here make four in a row?
fn would_make_four(size: Size, at: Cell, is_circle: impl Fn(Cell) -> bool) -> bool {
    let beside = |dir| size.ray(at, dir).take_while(|&c| is_circle(c)).count();
    let run = |dir: Dir| beside(dir) + 1 + beside(dir.opposite());
    run(Dir::East).max(run(Dir::South)) >= FORBIDDEN
}

#[cfg(test)]
mod testing {
    use grid::Size;
    use rand::Rng;

    use super::{Fobidoshi, Mark};
    use crate::board::Board;

    /// A puzzle from `o`, `x` and anything else, row by row.
    pub fn puzzle(rows: &[&str]) -> Fobidoshi {
        let size = Size::new(rows.len(), rows[0].len()).expect("a small board");
        Fobidoshi {
            size,
            given: rows.concat().bytes().map(mark).collect(),
        }
    }

    /// A board from `o`, `x` and anything else, row by row.
    pub fn board(puzzle: &Fobidoshi, rows: &[&str]) -> Board {
        let mut board = Board::blank(puzzle.size.len());
        for (at, sign) in puzzle.size.cells().zip(rows.concat().bytes()) {
            puzzle.enter(&mut board, at, mark(sign));
        }
        board
    }

    fn mark(sign: u8) -> Mark {
        match sign {
            b'o' => Mark::Circle,
            b'x' => Mark::Cross,
            _ => Mark::Nothing,
        }
    }

    /// A puzzle with about one given in `rarity` cells.
    pub fn random_puzzle(dice: &mut impl Rng, size: Size, rarity: u32) -> Fobidoshi {
        let given = (0..size.len())
            .map(|_| match dice.random_range(0..2 * rarity) {
                0 => Mark::Circle,
                1 => Mark::Cross,
                _ => Mark::Nothing,
            })
            .collect();
        Fobidoshi { size, given }
    }
}
