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

pub(super) fn read(record: &Record) -> Result<Arc<dyn Puzzle>, FieldError> {
    let size = record.size()?;
    record.variant(&FAMILY, &[])?;
    let given = record.problem()?.read("problem", &GIVENS)?;
    Ok(Arc::new(Fobidoshi { size, given }))
}

impl Records for Fobidoshi {
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
            ..Record::new(FAMILY.id, self.size.rows(), self.size.cols())
        }
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        let marks = self.size.cells().map(|at| match self.mark(board, at) {
            // A solution leaves nothing open.
            Mark::Nothing if notation == Notation::Solution => Mark::Cross,
            mark => mark,
        });
        Grid::of(self.size, &ENTRIES, marks)
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut board = self.blank();
        let entries = grid.read(notation.field(), &ENTRIES)?;
        for (at, mark) in self.size.cells().zip(entries) {
            let mark = match mark {
                // As above.
                Mark::Nothing if notation == Notation::Solution => Mark::Cross,
                mark => mark,
            };
            if mark != Mark::Nothing {
                self.enter(&mut board, at, mark);
            }
        }
        Ok(board)
    }
}
