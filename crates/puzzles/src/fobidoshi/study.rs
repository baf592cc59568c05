//! The study's text file: N, then N lines of the start, then N lines of the solution or none.

use super::codec::GIVENS;
use super::{Fobidoshi, Mark};
use crate::kit::codec::{Word, rows};
use crate::kit::prelude::*;

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
    let header = header(text);
    let size = header
        .parse()
        .ok()
        .and_then(|n| Size::new(n, n))
        .ok_or_else(|| {
            wrong_at!(
                rows::offset(text, header),
                "expected the number of rows and columns, 1 to {}, found {header:?}",
                grid::MAX_SIDE
            )
        })?;
    let n = size.rows();
    let rows = rows::lines(&text[rows::offset(text, header) + header.len()..]);
    if let Some(extra) = rows.get(2 * n) {
        return Err(wrong_at!(
            rows::offset(text, extra.trim_start()),
            "expected the end after {} of the start and {n} of the solution",
            counted(n, "row")
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
        return Err(wrong_at!(
            end,
            "the file ends after {count} of {n} rows of the {block}"
        ));
    }
    let mut marks = Vec::with_capacity(2 * size.len());
    for row in &rows {
        read_row(text, row, n, &mut marks)?;
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
fn read_row(text: &str, row: &str, n: usize, marks: &mut Vec<Mark>) -> Result<(), TextError> {
    let start = rows::offset(text, row);
    let mut count = 0;
    for (at, sign) in row.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        if count == n {
            return Err(wrong_at!(
                start + at,
                "expected the end of the row after {}, found {sign:?}",
                counted(n, "cell")
            ));
        }
        let word = &row[at..at + sign.len_utf8()];
        marks.push(rows::read_word(text, word, &GIVENS)?);
        count += 1;
    }
    if count < n {
        return Err(wrong_at!(
            start + row.trim_end().len(),
            "the row ends after {count} of {n} cells"
        ));
    }
    Ok(())
}

pub(super) fn write(document: &Document) -> Result<String, WriteError> {
    let puzzle: &Fobidoshi = own(document.puzzle.as_ref());
    let size = puzzle.size;
    if size.rows() != size.cols() {
        return Err(cannot!(
            "the study's file holds only square boards, and this one has {} rows and {} columns",
            size.rows(),
            size.cols()
        ));
    }
    let mut marks: Vec<Mark> = puzzle.given.clone();
    if let Some(board) = &document.solution {
        marks.extend(size.cells().map(|at| match puzzle.mark(board, at) {
            Mark::Circle => Mark::Circle,
            // A solution keeps the givens.
            _ if puzzle.given[size.index(at)] == Mark::Cross => Mark::Cross,
            _ => Mark::Nothing,
        }));
    }
    let words = marks.into_iter().map(|mark| GIVENS.write(mark));
    Ok(format!(
        "{}\n{}",
        size.rows(),
        rows::rows(words, size.cols(), "")
    ))
}
