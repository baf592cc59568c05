//! NewFamily in the collections' notation.

use super::{FAMILY, Mark, NewFamily};
use crate::kit::codec::Signs;
use crate::kit::prelude::*;

// FILL IN: the signs of your clues and entries. `kit::codec` has numbers as well, and what other
// formats need; each description reads and writes.
const GIVENS: Signs<Mark> = Signs {
    signs: &[
        ("-", Mark::Nothing),
        (".", Mark::Nothing),
        ("", Mark::Nothing),
        ("o", Mark::Circle),
        ("x", Mark::Cross),
    ],
    expected: "\"o\", \"x\" or \"-\"",
};

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

/// As many rows as columns, else there is no solution.
pub(super) fn square(size: Size) -> Result<(), FieldError> {
    if size.rows() == size.cols() {
        return Ok(());
    }
    Err(FieldError::field(
        "cols",
        format!(
            "a {} is square; this one is {}×{}",
            FAMILY.name,
            size.rows(),
            size.cols()
        ),
    ))
}

// FILL IN: how your puzzle and its boards are read from a record, with a place for every error, and
// how they are written; everything written is read again in tests.
impl Records for NewFamily {
    fn read(record: &Record) -> Result<NewFamily, FieldError> {
        let size = record.size()?;
        square(size)?;
        record.variant(&FAMILY, &[])?;
        let given = record.problem()?.read("problem", &GIVENS)?;
        Ok(NewFamily { size, given })
    }

    fn record(&self) -> Record {
        let given = self.given.iter().copied();
        Record {
            problem: Some(Grid::of(self.size, &GIVENS, given)),
            ..Record::of(&FAMILY, self.size)
        }
    }

    fn write_grid(&self, board: &Board, _: Notation) -> Grid {
        let marks = self.size.cells().map(|at| self.mark(board, at));
        Grid::of(self.size, &ENTRIES, marks)
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut board = self.blank();
        let entries = grid.read(notation.field(), &ENTRIES)?;
        for (at, mark) in self.size.cells().zip(entries) {
            if mark != Mark::Nothing {
                self.enter(&mut board, at, mark);
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::puzzle;
    use super::*;

    #[test]
    fn what_is_wrong_with_a_record_is_placed() {
        let record = puzzle(&["o-", "-x"]).record();
        assert!(NewFamily::read(&record).is_ok_and(|read| read.record() == record));
        let mut wrong = record.clone();
        wrong.problem.as_mut().expect("clues").0[1][0] = "3".to_owned();
        let error = NewFamily::read(&wrong).expect_err("3 is no sign");
        assert_eq!((error.row, error.col), (Some(1), Some(0)));
        let long = Record { cols: 3, ..record };
        let error = NewFamily::read(&long).expect_err("not square");
        assert_eq!(error.field, "cols");
    }
}
