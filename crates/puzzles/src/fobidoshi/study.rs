//! The study's text file: N, then N lines of the start, then N lines of the solution or none.

use super::codec::GIVENS;
use super::{Fobidoshi, Mark};
use crate::format::{BlockEnd, OwnFormat};
use crate::kit::codec::{Word, rows};
use crate::kit::prelude::*;

fn header(text: &str) -> &str {
    let start = text.trim_start();
    let end = start.find(['\n', '\r']).unwrap_or(start.len());
    start[..end].trim_end()
}

impl OwnFormat for Fobidoshi {
    fn looks(text: &str) -> bool {
        let header = header(text);
        !header.is_empty() && header.bytes().all(|b| b.is_ascii_digit())
    }

    fn end(_: &str) -> BlockEnd {
        BlockEnd::Next
    }

    fn read_own(text: &str) -> Result<Document, TextError> {
        let header = header(text);
        let place = rows::offset(text, header);
        let size = header.parse().ok().and_then(|n| Size::new(n, n));
        let size = size.ok_or_else(|| {
            let expected = format!("the number of rows and columns, 1 to {}", grid::MAX_SIDE);
            wrong_at!(place, "expected {expected}, found {header:?}")
        })?;
        let rows = rows::lines(&text[place + header.len()..]);
        must_be_whole(text, &rows, size.rows())?;
        let mut marks = Vec::with_capacity(2 * size.len());
        for row in &rows {
            read_row(text, row, size.cols(), &mut marks)?;
        }
        let solution = marks.split_off(size.len());
        let puzzle = Fobidoshi { size, given: marks };
        let mut board = puzzle.blank();
        for (at, &mark) in size.cells().zip(&solution) {
            // What holds no circle is empty, whichever way that is written.
            puzzle.enter(&mut board, at, mark.or_cross());
        }
        Ok(Document {
            solution: (!solution.is_empty()).then_some(board),
            ..Document::new(Arc::new(puzzle))
        })
    }

    fn write_own(&self, document: &Document) -> Result<String, WriteError> {
        let (size, rows, cols) = (self.size, self.size.rows(), self.size.cols());
        if rows != cols {
            return Err(cannot!(
                "the study's file holds only square boards, and this one has {rows} rows and {cols} \
                 columns"
            ));
        }
        let mut marks: Vec<Mark> = self.given.clone();
        if let Some(board) = &document.solution {
            marks.extend(size.cells().map(|at| match self.mark(board, at) {
                Mark::Circle => Mark::Circle,
                // A solution keeps the givens.
                _ if self.given[size.index(at)] == Mark::Cross => Mark::Cross,
                _ => Mark::Nothing,
            }));
        }
        let words = marks.into_iter().map(|mark| GIVENS.write(mark));
        Ok(format!("{rows}\n{}", rows::rows(words, cols, "")))
    }
}

/// There are `n` rows of the start, and as many of the solution or none.
fn must_be_whole(text: &str, rows: &[&str], n: usize) -> Result<(), TextError> {
    // The end of the text, for errors about what is missing.
    let end = text.trim_end().len();
    let (block, count) = match rows.len() {
        0 => {
            let rows = match n {
                1 => "one row of one cell".to_owned(),
                _ => format!("{n} rows of {n} cells"),
            };
            return Err(wrong_at!(
                end,
                "a number alone in a line begins a Fobidoshi of the study: expected {rows} below \
                 it, found nothing"
            ));
        }
        many if many > 2 * n => {
            let (place, start) = (rows[2 * n].trim_start(), counted(n, "row"));
            let end = format!("the end after {start} of the start and {n} of the solution");
            return Err(wrong_at!(rows::offset(text, place), "expected {end}"));
        }
        whole if whole == n || whole == 2 * n => return Ok(()),
        few if few < n => ("start", few),
        more => ("solution", more - n),
    };
    let told = format!("{count} of {n} rows of the {block}");
    Err(wrong_at!(end, "the file ends after {told}"))
}

/// One row of `n` cells, with or without blanks between them.
fn read_row(text: &str, row: &str, n: usize, marks: &mut Vec<Mark>) -> Result<(), TextError> {
    let signs = row.char_indices().filter(|(_, c)| !c.is_whitespace());
    let signs: Vec<&str> = signs.map(|(at, c)| &row[at..at + c.len_utf8()]).collect();
    for sign in signs.iter().take(n) {
        marks.push(rows::read_word(text, sign, &GIVENS)?);
    }
    if let Some(sign) = signs.get(n) {
        let (place, cells) = (rows::offset(text, sign), counted(n, "cell"));
        let found = sign.chars().next().unwrap_or_default();
        let expected = format!("the end of the row after {cells}");
        return Err(wrong_at!(place, "expected {expected}, found {found:?}"));
    }
    if signs.len() < n {
        let (end, count) = (rows::offset(text, row) + row.trim_end().len(), signs.len());
        return Err(wrong_at!(end, "the row ends after {count} of {n} cells"));
    }
    Ok(())
}
