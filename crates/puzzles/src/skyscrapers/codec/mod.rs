//! Skyscrapers as text. Here the collections' notation; each other format has its own file.

use crate::puzzle::{Play, Puzzle, Records};
pub(super) mod link;
pub(super) mod pzprv3;
pub(super) mod tatham;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use grid::{Cell, cell};
use serde_json::{Value, json};

use super::{FAMILY, LARGEST_SIDE, PARK, SMALLEST_SIDE, Skyscrapers, shared};
use crate::board::{Board, in_words};
use crate::format::WriteError;
use crate::record::{FieldError, Grid, Notation, Record};

/// The highest number that a board can hold, right or wrong.
const MOST_WRITTEN: u16 = PARK - 1;

fn skyscrapers(puzzle: &dyn Puzzle) -> &Skyscrapers {
    let any: &dyn std::any::Any = puzzle;
    any.downcast_ref().expect("the family's own puzzle")
}

/// The puzzle, if it is one of the plain ones that other programs have.
fn plain<'a>(puzzle: &'a dyn Puzzle, format: &str) -> Result<&'a Skyscrapers, WriteError> {
    let puzzle = skyscrapers(puzzle);
    let variant = match puzzle {
        _ if puzzle.parks() > 0 => "parks",
        _ if puzzle.diagonals => "diagonals",
        _ => return Ok(puzzle),
    };
    Err(WriteError::new(format!(
        "{format} has no Skyscrapers with {variant}"
    )))
}

/// An empty board, if one of this size is possible.
pub(super) fn sized(rows: usize, cols: usize) -> Result<Skyscrapers, String> {
    if rows != cols {
        return Err(format!(
            "a Skyscrapers board is a square, this one is {rows}×{cols}"
        ));
    }
    Skyscrapers::empty(rows).ok_or_else(|| {
        format!(
            "a Skyscrapers board has {SMALLEST_SIDE} to {LARGEST_SIDE} rows, this one has {rows}"
        )
    })
}

/// Read a number from 1 to `most`; `what` is its name in the message.
fn number(text: &str, what: &str, most: u16) -> Result<u16, String> {
    // Digits only: no sign in front.
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|n| digits && (1..=most).contains(n))
        .ok_or_else(|| format!("expected {what} from 1 to {most}, found {text:?}"))
}

pub(super) fn read(record: &Record) -> Result<Arc<dyn Puzzle>, FieldError> {
    let (rows, cols) = (record.rows, record.cols);
    let mut puzzle = sized(rows, cols).map_err(|e| FieldError::field("rows", e))?;
    if let Some(depth) = record.depth {
        puzzle.depth = u16::try_from(depth)
            .ok()
            .filter(|d| (1..=rows as u16).contains(d))
            .ok_or_else(|| {
                FieldError::field(
                    "depth",
                    format!("expected a highest building from 1 to {rows}, found {depth}"),
                )
            })?;
    }
    let variant = record.variant.as_deref().unwrap_or("");
    puzzle.diagonals = match variant {
        "" | "skyscrapers" => false,
        // The collections repeat the puzzle's name in front.
        "diagonals" | "skyscrapers, diagonals" => true,
        _ => {
            return Err(FieldError::field(
                "variant",
                format!("unknown variant {variant:?}; there is \"diagonals\""),
            ));
        }
    };
    for (half, (field, labels)) in [("clabels", &record.clabels), ("rlabels", &record.rlabels)]
        .into_iter()
        .enumerate()
    {
        let Some(labels) = labels else { continue };
        labels.check_size(field, 2, rows)?;
        for (side, i, sign) in labels.cells() {
            if !is_nothing(sign) {
                let view = number(sign, "a view", rows as u16)
                    .map_err(|e| FieldError::cell(field, side, i, e))?;
                puzzle.views[(2 * half + side) * rows + i] = Some(view);
            }
        }
    }
    if let Some(problem) = &record.problem {
        problem.check_size("problem", rows, cols)?;
        for (r, c, sign) in problem.cells() {
            puzzle.givens[r * cols + c] = match sign {
                _ if is_nothing(sign) => 0,
                "0" if puzzle.parks() > 0 => PARK,
                _ => number(sign, "a height", puzzle.depth)
                    .map_err(|e| FieldError::cell("problem", r, c, e))?,
            };
        }
    }
    Ok(shared(puzzle))
}

fn is_nothing(sign: &str) -> bool {
    ["-", ".", ""].contains(&sign)
}

impl Records for Skyscrapers {
    fn record(&self) -> Record {
        let n = self.side();
        let labels = |first: usize| {
            Grid::from_fn(2, n, |side, i| {
                self.views[(first + side) * n + i].map_or("-".to_owned(), |v| v.to_string())
            })
        };
        let problem = Grid::from_fn(n, n, |r, c| match self.givens[r * n + c] {
            0 => "-".to_owned(),
            // Here "-" would say that nothing is given.
            PARK => "0".to_owned(),
            height => height.to_string(),
        });
        Record {
            problem: self.givens.iter().any(|&g| g != 0).then_some(problem),
            clabels: Some(labels(0)),
            rlabels: Some(labels(2)),
            depth: Some(self.depth as u32),
            variant: self.diagonals.then(|| "diagonals".to_owned()),
            ..Record::new(FAMILY.id, n, n)
        }
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        let n = self.side();
        Grid::from_fn(n, n, |r, c| {
            match (self.value(board, cell(r, c)), notation) {
                (0, Notation::Marks | Notation::Forced) => ".".to_owned(),
                (0, Notation::Solution) | (PARK, _) => "-".to_owned(),
                (height, _) => height.to_string(),
            }
        })
    }

    /// In a solution without parks, `-` is a cell that nobody has filled in.
    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut board = self.blank();
        for (r, c, sign) in grid.cells() {
            let value = match sign {
                "." | "" => 0,
                "-" | "0" if notation == Notation::Solution && self.parks() == 0 => 0,
                "-" | "0" => PARK,
                _ => number(sign, "a height", MOST_WRITTEN)
                    .map_err(|e| FieldError::cell(notation.field(), r, c, e))?,
            };
            self.enter(&mut board, cell(r, c), value);
        }
        Ok(board)
    }

    fn write_board(&self, board: &Board, notation: Notation, record: &mut Record) {
        record.set_board(notation, self.write_grid(board, notation));
        write_notes(self, board, notation, record);
    }

    fn read_board(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        let mut board = None;
        if let Some(grid) = record.board(notation) {
            grid.check_size(notation.field(), self.side(), self.side())?;
            board = Some(self.read_grid(grid, notation)?);
        }
        let notes = record.extra.get("notes").and_then(|n| n.get(PENCIL));
        if let Some(notes) = notes.filter(|_| notation == Notation::Marks) {
            let board = board.get_or_insert_with(|| self.blank());
            let items = notes.as_array().ok_or_else(|| bad_pencil(self, notes))?;
            for item in items {
                let (at, marks) = pencil_of(self, item).ok_or_else(|| bad_pencil(self, item))?;
                board.slots[self.pencil_slot(at)] = marks;
            }
        }
        Ok(board)
    }
}

// ---- pencil marks, which the grid cannot say: [[row, column, [height, …]], …] ----

const PENCIL: &str = "pencil";

fn marked(puzzle: &Skyscrapers, board: &Board, at: Cell) -> Vec<u16> {
    let marks = board.slots[puzzle.pencil_slot(at)];
    (0..=puzzle.depth).filter(|h| marks >> h & 1 == 1).collect()
}

pub(super) fn write_notes(
    puzzle: &Skyscrapers,
    board: &Board,
    notation: Notation,
    record: &mut Record,
) {
    let pencil: Vec<Value> = puzzle
        .size
        .cells()
        .map(|at| (at, marked(puzzle, board, at)))
        .filter(|(_, heights)| !heights.is_empty())
        .map(|(at, heights)| json!([at.row, at.col, heights]))
        .collect();
    if notation == Notation::Marks {
        // What was read may hold the notes of an earlier board.
        record.extra.remove("notes");
        if !pencil.is_empty() {
            record
                .extra
                .insert("notes".into(), json!({ PENCIL: pencil }));
        }
    }
}

fn bad_pencil(puzzle: &Skyscrapers, item: &Value) -> FieldError {
    FieldError::field(
        "notes",
        format!(
            "expected pencil marks as [row, column, [heights up to {}]], found {item}",
            puzzle.depth
        ),
    )
}

fn pencil_of(puzzle: &Skyscrapers, item: &Value) -> Option<(Cell, u16)> {
    let [row, col, heights] = &item.as_array()?[..] else {
        return None;
    };
    let place = |value: &Value| {
        let side = puzzle.side() as u64;
        Some(value.as_u64().filter(|&v| v < side)? as usize)
    };
    let mut marks = 0;
    for height in heights.as_array()? {
        let allowed = puzzle.lowest() as u64..=puzzle.depth as u64;
        marks |= 1 << height.as_u64().filter(|h| allowed.contains(h))?;
    }
    Some((cell(place(row)?, place(col)?), marks))
}

fn cell_error(at: Cell, message: &str) -> WriteError {
    WriteError::new(format!("{message} in {}", in_words(at)))
}
