//! Fobidoshi as text: the collections' notation and the study's file.

use std::sync::Arc;

use grid::{Cell, Size, cell};

use super::{FAMILY, Fobidoshi, Mark};
use crate::board::Board;
use crate::format::{Document, TextError, WriteError};
use crate::puzzle::Puzzle;
use crate::record::{FieldError, Grid, Notation, Record};

fn fobidoshi(puzzle: &dyn Puzzle) -> &Fobidoshi {
    let any: &dyn std::any::Any = puzzle;
    any.downcast_ref().expect("the family's own puzzle")
}

// ---- the collections' notation ----

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

fn given_sign(mark: Mark) -> char {
    match mark {
        Mark::Circle => 'o',
        Mark::Cross => 'x',
        Mark::Nothing => '-',
    }
}

pub(super) fn record(puzzle: &Fobidoshi) -> Record {
    let (rows, cols) = (puzzle.size.rows(), puzzle.size.cols());
    let sign = |r, c| given_sign(puzzle.given[puzzle.size.index(cell(r, c))]).to_string();
    Record {
        problem: Some(Grid::from_fn(rows, cols, sign)),
        ..Record::new(FAMILY.id, rows, cols)
    }
}

pub(super) fn write_grid(puzzle: &Fobidoshi, board: &Board, notation: Notation) -> Grid {
    Grid::from_fn(puzzle.size.rows(), puzzle.size.cols(), |r, c| {
        let sign = match (puzzle.mark(board, cell(r, c)), notation) {
            (Mark::Circle, _) => "o",
            (Mark::Nothing, Notation::Marks | Notation::Forced) => ".",
            (Mark::Cross, _) | (Mark::Nothing, Notation::Solution) => "-",
        };
        sign.to_owned()
    })
}

pub(super) fn read_grid(
    puzzle: &Fobidoshi,
    grid: &Grid,
    notation: Notation,
) -> Result<Board, FieldError> {
    let mut board = puzzle.blank();
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
        puzzle.enter(&mut board, cell(r, c), mark);
    }
    Ok(board)
}

// ---- the study's file: N, then N lines of the start, then N lines of the solution or none ----

fn header(text: &str) -> &str {
    text.trim_start().lines().next().unwrap_or("").trim_end()
}

pub(super) fn looks_like_study(text: &str) -> bool {
    let header = header(text);
    !header.is_empty() && header.bytes().all(|b| b.is_ascii_digit())
}

pub(super) fn read_study(text: &str) -> Result<Document, TextError> {
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
    let rows: Vec<&str> = after.lines().filter(|l| !l.trim().is_empty()).collect();
    if let Some(extra) = rows.get(2 * n) {
        return Err(TextError::at(
            offset(extra.trim_start()),
            format!("expected the end after {n} rows of the start and {n} of the solution"),
        ));
    }
    // The end of what there is, for what is missing.
    let end = text.trim_end().len();
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
                format!("expected the end of the row after {n} cells, found {sign:?}"),
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

pub(super) fn write_study(document: &Document) -> Result<String, WriteError> {
    let puzzle = fobidoshi(document.puzzle.as_ref());
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
