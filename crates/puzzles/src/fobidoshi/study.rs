//! The study's text file: N, then N lines of the start, then N lines of the solution or none.

use std::sync::Arc;

use grid::{Cell, Size};

use super::codec::given_sign;
use super::{Fobidoshi, Mark};
use crate::board::counted;
use crate::format::{Document, TextError, WriteError};
use crate::puzzle::Play;

fn header(text: &str) -> &str {
    let start = text.trim_start();
    let end = start.find(['\n', '\r']).unwrap_or(start.len());
    start[..end].trim_end()
}

pub(super) fn looks(text: &str) -> bool {
    let header = header(text);
    !header.is_empty() && header.bytes().all(|b| b.is_ascii_digit())
}

pub(super) fn read(text: &str) -> Result<Document, TextError> {
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let header = header(text);
    let size = header
        .parse()
        .ok()
        .and_then(|n| Size::new(n, n))
        .ok_or_else(|| {
            TextError::at(
                offset(header),
                format!(
                    "expected the number of rows and columns, 1 to {}, found {header:?}",
                    grid::MAX_SIDE
                ),
            )
        })?;
    let n = size.rows();
    let after = &text[offset(header) + header.len()..];
    let rows: Vec<&str> = after
        .split(['\n', '\r'])
        .filter(|line| !line.trim().is_empty())
        .collect();
    if let Some(extra) = rows.get(2 * n) {
        return Err(TextError::at(
            offset(extra.trim_start()),
            format!(
                "expected the end after {} of the start and {n} of the solution",
                counted(n, "row")
            ),
        ));
    }
    // The end of the text, for errors about what is missing.
    let end = text.trim_end().len();
    if rows.is_empty() {
        let rows = match n {
            1 => "one row of one cell".to_owned(),
            _ => format!("{n} rows of {n} cells"),
        };
        let message = format!(
            "a number alone in a line begins a Fobidoshi of the study: expected {rows} below it, \
             found nothing"
        );
        return Err(TextError::at(end, message));
    }
    if rows.len() < n || (rows.len() > n && rows.len() < 2 * n) {
        let (block, count) = match rows.len() {
            few if few < n => ("start", few),
            more => ("solution", more - n),
        };
        return Err(TextError::at(
            end,
            format!("the file ends after {count} of {n} rows of the {block}"),
        ));
    }
    let mut marks = Vec::with_capacity(2 * size.len());
    for row in &rows {
        read_row(row, n, &mut marks).map_err(|e| e.shifted(offset(row)))?;
    }
    let solution = marks.split_off(size.len());
    let puzzle = Fobidoshi { size, given: marks };
    let board = (!solution.is_empty()).then(|| {
        let mut board = puzzle.blank();
        for (at, mark) in size.cells().zip(solution) {
            // What holds no circle is empty, whichever way that is written.
            let mark = match mark {
                Mark::Circle => Mark::Circle,
                Mark::Cross | Mark::Nothing => Mark::Cross,
            };
            puzzle.enter(&mut board, at, mark);
        }
        board
    });
    Ok(Document {
        solution: board,
        ..Document::new(Arc::new(puzzle))
    })
}

/// One row of `n` cells, with or without blanks between them.
fn read_row(row: &str, n: usize, marks: &mut Vec<Mark>) -> Result<(), TextError> {
    let mut count = 0;
    for (at, sign) in row.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        if count == n {
            return Err(TextError::at(
                at,
                format!(
                    "expected the end of the row after {}, found {sign:?}",
                    counted(n, "cell")
                ),
            ));
        }
        marks.push(match sign {
            'o' => Mark::Circle,
            'x' => Mark::Cross,
            '-' => Mark::Nothing,
            _ => {
                return Err(TextError::at(
                    at,
                    format!("expected \"o\", \"x\" or \"-\", found {sign:?}"),
                ));
            }
        });
        count += 1;
    }
    if count < n {
        return Err(TextError::at(
            row.trim_end().len(),
            format!("the row ends after {count} of {n} cells"),
        ));
    }
    Ok(())
}

pub(super) fn write(document: &Document) -> Result<String, WriteError> {
    let puzzle: &dyn std::any::Any = document.puzzle.as_ref();
    let puzzle: &Fobidoshi = puzzle.downcast_ref().expect("the family's own puzzle");
    let size = puzzle.size;
    if size.rows() != size.cols() {
        return Err(WriteError::new(format!(
            "the study's file holds only square boards, and this one has {} rows and {} columns",
            size.rows(),
            size.cols()
        )));
    }
    let mut out = size.rows().to_string();
    let mut block = |sign: &dyn Fn(Cell) -> char| {
        for at in size.cells() {
            if at.col == 0 {
                out.push('\n');
            }
            out.push(sign(at));
        }
    };
    block(&|at| given_sign(puzzle.given[size.index(at)]));
    if let Some(board) = &document.solution {
        block(&|at| match puzzle.mark(board, at) {
            Mark::Circle => 'o',
            // A solution keeps the givens.
            Mark::Cross | Mark::Nothing if puzzle.given[size.index(at)] == Mark::Cross => 'x',
            Mark::Cross | Mark::Nothing => '-',
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{boards, puzzle};
    use super::*;
    use crate::format::{self, ReadError, split};
    use crate::record::Notation;

    fn read_one(text: &str) -> Result<Document, ReadError> {
        let chunks = split(text);
        assert_eq!(chunks.len(), 1);
        chunks[0].read()
    }

    fn document(given: &[&str]) -> Document {
        Document::new(Arc::new(puzzle(given)))
    }

    const STUDY: &str = "\
4
-o-x
--o-
----
o--o
-o-x
ooo-
o-oo
o--o";

    #[test]
    fn the_studys_file_is_read_and_written() {
        let read = read_one(STUDY).expect("a right file");
        let solution = read.solution.clone().expect("a solution");
        let grid = read.puzzle.write_grid(&solution, Notation::Solution);
        let rows: Vec<String> = grid.0.iter().map(|row| row.concat()).collect();
        assert_eq!(rows, ["-o--", "ooo-", "o-oo", "o--o"]);
        assert_eq!(read.puzzle.check(&solution), []);
        assert_eq!(write(&read).as_deref(), Ok(STUDY));
    }

    #[test]
    fn the_studys_file_may_have_blanks_and_no_solution() {
        for text in [
            "2\no-\n-x",
            "\n 2 \r\no - \r\n\r\n - x\r\n\r\n",
            "2\r\to\t-\r- x",
        ] {
            let read = read_one(text).expect("a right file");
            assert_eq!(read.solution, None);
            assert_eq!(write(&read).as_deref(), Ok("2\no-\n-x"));
        }
    }

    #[test]
    fn mistakes_in_the_studys_file_are_placed() {
        let place = |text: &str| {
            let error = read_one(text).expect_err("a mistake");
            (error.line, error.column, error.message)
        };
        let cases = [
            (
                "0\n",
                1,
                1,
                "expected the number of rows and columns, 1 to 100, found \"0\"",
            ),
            (
                "101\n-",
                1,
                1,
                "expected the number of rows and columns, 1 to 100, found \"101\"",
            ),
            (
                "99999999999999999999999\n-",
                1,
                1,
                "expected the number of rows and columns, 1 to 100, \
                 found \"99999999999999999999999\"",
            ),
            (
                "2\n",
                1,
                2,
                "a number alone in a line begins a Fobidoshi of the study: expected 2 rows of 2 \
                 cells below it, found nothing",
            ),
            (
                "2\no-\n",
                2,
                3,
                "the file ends after 1 of 2 rows of the start",
            ),
            (
                "2\no-\n--\n\no-\n",
                5,
                3,
                "the file ends after 1 of 2 rows of the solution",
            ),
            ("2\no-\n-", 3, 2, "the row ends after 1 of 2 cells"),
            (
                "2\no-\n- - -",
                3,
                5,
                "expected the end of the row after 2 cells, found '-'",
            ),
            (
                "2\no-\n-7",
                3,
                2,
                "expected \"o\", \"x\" or \"-\", found '7'",
            ),
            (
                "1\no\no\n  o",
                4,
                3,
                "expected the end after 1 row of the start and 1 of the solution",
            ),
        ];
        for (text, line, column, message) in cases {
            assert_eq!(place(text), (line, column, message.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn the_studys_file_holds_square_boards_only() {
        let error = write(&document(&["o--", "--x"])).expect_err("not square");
        assert_eq!(
            error.message,
            "the study's file holds only square boards, and this one has 2 rows and 3 columns"
        );
        for format in ["puzzlink", "pzprv3", "tatham", "tatham-save", "has"] {
            assert!(
                format::write(&document(&["o-", "-x"]), format).is_err(),
                "{format}"
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_the_same((puzzle, board) in boards()) {
            let square = puzzle.size.rows() == puzzle.size.cols();
            let written = Document {
                solution: Some(board),
                ..Document::new(Arc::new(puzzle))
            };
            let text = write(&written);
            prop_assert_eq!(text.is_ok(), square);
            if let Ok(text) = text {
                let again = read_one(&text).expect("what we write we read");
                prop_assert!(*again.puzzle == *written.puzzle);
                prop_assert_eq!(write(&again), Ok(text));
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(
            size in "[0-9]{0,4}",
            cells in "[-ox \n]{0,60}",
            text in "[ -~\n\r\tä]{0,60}",
        ) {
            for text in [&format!("{size}\n{cells}"), &format!("{size}{text}"), &text] {
                let _ = read(text);
                for chunk in split(text) {
                    let _ = chunk.read();
                }
            }
        }
    }
}
