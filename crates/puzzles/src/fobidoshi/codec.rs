//! Fobidoshi in the collections' notation.

use std::sync::Arc;

use grid::cell;

use super::{FAMILY, Fobidoshi, Mark};
use crate::board::Board;
use crate::puzzle::{Play, Puzzle, Records};
use crate::record::{FieldError, Grid, Notation, Record};

pub(super) fn read(record: &Record) -> Result<Arc<dyn Puzzle>, FieldError> {
    let size = record.size()?;
    if let Some(variant) = record.variant.as_deref().filter(|v| !v.is_empty()) {
        return Err(FieldError::field(
            "variant",
            format!("unknown variant {variant:?}; Fobidoshi has none"),
        ));
    }
    let given = record
        .problem()?
        .cells()
        .map(|(r, c, sign)| match sign {
            "o" => Ok(Mark::Circle),
            "x" => Ok(Mark::Cross),
            "-" | "." | "" => Ok(Mark::Nothing),
            _ => Err(FieldError::cell(
                "problem",
                r,
                c,
                format!("expected \"o\", \"x\" or \"-\", found {sign:?}"),
            )),
        })
        .collect::<Result<_, _>>()?;
    Ok(Arc::new(Fobidoshi { size, given }))
}

pub(super) fn given_sign(mark: Mark) -> char {
    match mark {
        Mark::Circle => 'o',
        Mark::Cross => 'x',
        Mark::Nothing => '-',
    }
}

impl Records for Fobidoshi {
    fn record(&self) -> Record {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let sign = |r, c| given_sign(self.given[self.size.index(cell(r, c))]).to_string();
        Record {
            problem: Some(Grid::from_fn(rows, cols, sign)),
            ..Record::new(FAMILY.id, rows, cols)
        }
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        Grid::from_fn(self.size.rows(), self.size.cols(), |r, c| {
            let sign = match (self.mark(board, cell(r, c)), notation) {
                (Mark::Circle, _) => "o",
                (Mark::Nothing, Notation::Marks | Notation::Forced) => ".",
                (Mark::Cross, _) | (Mark::Nothing, Notation::Solution) => "-",
            };
            sign.to_owned()
        })
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut board = self.blank();
        for (r, c, sign) in grid.cells() {
            let mark = match sign {
                "o" => Mark::Circle,
                // Some write the given cross here again.
                "-" | "x" => Mark::Cross,
                "." | "" => continue,
                _ => {
                    return Err(FieldError::cell(
                        notation.field(),
                        r,
                        c,
                        format!("expected \"o\" or \"-\", found {sign:?}"),
                    ));
                }
            };
            self.enter(&mut board, cell(r, c), mark);
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{board, boards, puzzle};
    use super::*;
    use crate::format::{Document, ReadError, split, write};

    fn read_one(text: &str) -> Result<Document, ReadError> {
        let chunks = split(text);
        assert_eq!(chunks.len(), 1);
        chunks[0].read()
    }

    #[test]
    fn the_collections_notation_is_read_and_written() {
        let json = concat!(
            r#"{"id":"a","type":"fobidoshi","rows":2,"cols":3,"#,
            r#""problem":[["o","-","x"],["-","-","o"]],"#,
            r#""solution":[["o","-","-"],["o","o","o"]],"#,
            r#""marks":[["o",".","-"],["-",".","o"]],"title":"t"}"#
        );
        let read = read_one(json).expect("a right line");
        assert_eq!(write(&read, "json").as_deref(), Ok(json));
        let janko = write(&read, "janko").expect("any board");
        let again = read_one(&janko).expect("what we write we read");
        assert_eq!((again.solution, again.marks), (read.solution, read.marks));
    }

    #[test]
    fn mistakes_in_the_notation_are_placed() {
        let text = "puzzle fobidoshi\nsize 2\nproblem\no -\n- 3\n";
        let error = read_one(text).expect_err("a mistake");
        assert_eq!((error.line, error.column), (5, 3));
        assert_eq!(error.message, "expected \"o\", \"x\" or \"-\", found \"3\"");
        let text = "puzzle fobidoshi\nsize 1\nproblem\no\nmarks\n+\n";
        let error = read_one(text).expect_err("a mistake");
        assert_eq!((error.line, error.column), (6, 1));
        let text = "puzzle fobidoshi\nsize 1\nvariant five\nproblem\no\n";
        let error = read_one(text).expect_err("a mistake");
        assert_eq!(error.line, 3);
        assert_eq!(
            error.message,
            "unknown variant \"five\"; Fobidoshi has none"
        );
        let error = read_one("puzzle fobidoshi\nsize 1\n").expect_err("a mistake");
        assert_eq!(error.message, "the problem is missing");
    }

    #[test]
    fn what_was_changed_on_a_given_is_kept() {
        let puzzle = puzzle(&["ox-"]);
        let board = board(&puzzle, &["xo-"]);
        for notation in [Notation::Marks, Notation::Solution] {
            let grid = puzzle.write_grid(&board, notation);
            let again = puzzle
                .read_grid(&grid, notation)
                .expect("what we write we read");
            assert_eq!(again.slots[..2], board.slots[..2]);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_the_same((puzzle, board) in boards()) {
            let mut solution = board.clone();
            for at in puzzle.size.cells().filter(|&at| puzzle.mark(&board, at) == Mark::Nothing) {
                puzzle.enter(&mut solution, at, Mark::Cross);
            }
            let written = Document {
                solution: Some(solution),
                marks: Some(board),
                ..Document::new(Arc::new(puzzle))
            };
            for format in ["json", "janko"] {
                let text = write(&written, format).expect("any board");
                let again = read_one(&text).expect("what we write we read");
                prop_assert!(*again.puzzle == *written.puzzle);
                prop_assert_eq!(&again.solution, &written.solution);
                prop_assert_eq!(&again.marks, &written.marks);
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(
            size in "[0-9]{0,3}",
            cells in "[-ox. \n]{0,60}",
            text in "[ -~\n\r\tä]{0,60}",
        ) {
            for (problem, marks) in [(&cells, &text), (&text, &cells)] {
                let janko = format!(
                    "puzzle fobidoshi\nsize {size}\nproblem\n{problem}\nmarks\n{marks}"
                );
                for chunk in split(&janko) {
                    let _ = chunk.read();
                }
            }
        }
    }
}
