//! NewFamily: put circles into cells so that every row and every column has exactly one. Given
//! circles stay; a given cross stays empty.
//!
//! Slots: one for each cell: nothing, [`CIRCLE`] or [`CROSS`] ("no circle here"). The slot of a
//! given is 0, and the board holds what is given there; any other number in it contradicts the
//! given, which only an import can bring in.
//!
//! Atoms: for each cell, "holds a circle".

// FILL IN: say above what your puzzle is, what a slot of its board holds and what its atoms are. The
// game in this folder is the template's: it works, and is there to be replaced.

mod atoms;
mod check;
mod codec;
mod draw;
mod edits;
mod encode;
mod generate;
mod play;
mod rules;
mod setter;
mod smt;

use crate::about::family;
use crate::kit::prelude::*;

family! {
    NewFamily, "newfamily",
    // FILL IN: the fewest and the most rows or columns.
    sides: (1, grid::MAX_SIDE),
    board_fields: [],
    // FILL IN: formats that have your family besides those that all have (format/table.rs lists
    // them), or nothing.
    formats: [],
    methods: &[],
}

/// In the slot of a cell: a circle was entered.
const CIRCLE: u16 = 1;
/// In the slot of a cell: a cross was entered.
const CROSS: u16 = 2;

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

    fn slot(self) -> u16 {
        match self {
            Mark::Nothing => 0,
            Mark::Circle => CIRCLE,
            Mark::Cross => CROSS,
        }
    }
}

/// A NewFamily puzzle: what is given in each cell.
// FILL IN: the clues of your puzzle, as data.
#[derive(Clone, Debug)]
pub struct NewFamily {
    size: Size,
    given: Vec<Mark>,
}

impl NewFamily {
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
        board.slots[i] = match mark == self.given[i] {
            true => 0,
            false => mark.slot(),
        };
    }

    /// How many rows and columns there are together.
    fn lines(&self) -> usize {
        self.size.rows() + self.size.cols()
    }

    /// The cells of a line by their numbers; rows are counted first, then columns.
    fn line(&self, line: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let (first, step, len) = match line.checked_sub(rows) {
            None => (line * cols, 1, cols),
            Some(col) => (col, cols, rows),
        };
        (0..len).map(move |i| first + i * step)
    }

    /// The row and the column of a cell.
    fn lines_of(&self, cell: usize) -> [usize; 2] {
        let cols = self.size.cols();
        [cell / cols, self.size.rows() + cell % cols]
    }

    /// "row 3", "column 2".
    fn line_words(&self, line: usize) -> String {
        match line.checked_sub(self.size.rows()) {
            None => format!("row {}", line + 1),
            Some(col) => format!("column {}", col + 1),
        }
    }
}

#[cfg(test)]
mod testing {
    use grid::Size;

    use super::{Mark, NewFamily};
    use crate::board::Board;

    /// A puzzle from `o`, `x` and anything else, row by row.
    pub fn puzzle(rows: &[&str]) -> NewFamily {
        NewFamily {
            size: Size::new(rows.len(), rows[0].len()).expect("a small board"),
            given: rows.concat().bytes().map(mark).collect(),
        }
    }

    /// A board from `o`, `x` and anything else, row by row.
    pub fn board(puzzle: &NewFamily, rows: &[&str]) -> Board {
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
}
