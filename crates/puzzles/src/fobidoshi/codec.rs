//! Fobidoshi in the collections' notation.

use super::{FAMILY, Fobidoshi, Mark};
use crate::kit::codec::Signs;
use crate::kit::prelude::*;

/// Signs of givens.
pub(super) const GIVENS: Signs<Mark> = Signs {
    signs: &[
        ("-", Mark::Nothing),
        (".", Mark::Nothing),
        ("", Mark::Nothing),
        ("o", Mark::Circle),
        ("x", Mark::Cross),
    ],
    expected: "\"o\", \"x\" or \"-\"",
};

/// Signs of entries. Some write the given cross here again.
const ENTRIES: Signs<Mark> = Signs {
    signs: &[
        (".", Mark::Nothing),
        ("", Mark::Nothing),
        ("o", Mark::Circle),
        ("-", Mark::Cross),
        ("x", Mark::Cross),
    ],
    expected: "\"o\" or \"-\"",
};

impl Records for Fobidoshi {
    fn read(record: &Record) -> Result<Fobidoshi, FieldError> {
        let size = record.size()?;
        record.variant(&FAMILY, &[])?;
        let given = record.problem()?.read("problem", &GIVENS)?;
        Ok(Fobidoshi { size, given })
    }

    /// 1 is a circle, 0 an empty cell.
    fn recorded(&self, at: Cell, value: u16, _: &[Fact]) -> Vec<Fact> {
        match self.size.contains(at) && value <= 1 {
            true => vec![Fact::new(self.size.index(at), value == 1)],
            false => Vec::new(),
        }
    }

    fn record(&self) -> Record {
        let given = self.given.iter().copied();
        Record {
            problem: Some(Grid::of(self.size, &GIVENS, given)),
            ..Record::of(&FAMILY, self.size)
        }
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        let marks = self.size.cells().map(|at| self.mark(board, at));
        Grid::of(self.size, &ENTRIES, marks.map(|mark| meant(mark, notation)))
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut board = self.blank();
        let entries = grid.read(notation.field(), &ENTRIES)?;
        for (at, mark) in self.size.cells().zip(entries) {
            let mark = meant(mark, notation);
            if mark != Mark::Nothing {
                self.enter(&mut board, at, mark);
            }
        }
        Ok(board)
    }
}

/// A solution leaves nothing open.
fn meant(mark: Mark, notation: Notation) -> Mark {
    match notation {
        Notation::Solution => mark.or_cross(),
        _ => mark,
    }
}
