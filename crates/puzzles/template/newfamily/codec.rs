//! NewFamily in the collections' notation.

use std::sync::Arc;

use grid::{Size, cell};

use super::{FAMILY, Mark, NewFamily};
use crate::board::Board;
use crate::puzzle::{Play, Puzzle, Records};
use crate::record::{FieldError, Grid, Notation, Record};

// FILL IN: how the clues of your puzzle are read from a record, with a place for every error.
pub(super) fn read(record: &Record) -> Result<Arc<dyn Puzzle>, FieldError> {
    let size = record.size()?;
    square(size)?;
    if let Some(variant) = record.variant.as_deref().filter(|v| !v.is_empty()) {
        let message = format!("unknown variant {variant:?}; {} has none", FAMILY.name);
        return Err(FieldError::field("variant", message));
    }
    let mark = |(row, col, sign)| match sign {
        "o" => Ok(Mark::Circle),
        "x" => Ok(Mark::Cross),
        "-" | "." | "" => Ok(Mark::Nothing),
        _ => {
            let message = format!("expected \"o\", \"x\" or \"-\", found {sign:?}");
            Err(FieldError::cell("problem", row, col, message))
        }
    };
    let given: Result<Vec<Mark>, FieldError> = record.problem()?.cells().map(mark).collect();
    Ok(Arc::new(NewFamily {
        size,
        given: given?,
    }))
}

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

// FILL IN: how your puzzle and its boards are written; everything written is read again in tests.
impl Records for NewFamily {
    fn record(&self) -> Record {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let sign = |row, col| match self.given[self.size.index(cell(row, col))] {
            Mark::Circle => "o".to_owned(),
            Mark::Cross => "x".to_owned(),
            Mark::Nothing => "-".to_owned(),
        };
        Record {
            problem: Some(Grid::from_fn(rows, cols, sign)),
            ..Record::new(FAMILY.id, rows, cols)
        }
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        Grid::from_fn(self.size.rows(), self.size.cols(), |row, col| {
            let sign = match (self.mark(board, cell(row, col)), notation) {
                (Mark::Circle, _) => "o",
                (Mark::Nothing, Notation::Marks | Notation::Forced) => ".",
                (Mark::Cross, _) | (Mark::Nothing, Notation::Solution) => "-",
            };
            sign.to_owned()
        })
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut board = self.blank();
        for (row, col, sign) in grid.cells() {
            let mark = match sign {
                "o" => Mark::Circle,
                "-" | "x" => Mark::Cross,
                "." | "" => continue,
                _ => {
                    let message = format!("expected \"o\" or \"-\", found {sign:?}");
                    return Err(FieldError::cell(notation.field(), row, col, message));
                }
            };
            self.enter(&mut board, cell(row, col), mark);
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
        assert!(read(&record).is_ok_and(|read| read.record() == record));
        let mut wrong = record.clone();
        wrong.problem.as_mut().expect("clues").0[1][0] = "3".to_owned();
        let error = read(&wrong).expect_err("3 is no sign");
        assert_eq!((error.row, error.col), (Some(1), Some(0)));
        let long = Record { cols: 3, ..record };
        let error = read(&long).expect_err("not square");
        assert_eq!(error.field, "cols");
    }
}
