//! Satogaeri as text: the collections' notation here, puzz.link and pzprv3 in files of their own.

use crate::puzzle::{Play, Puzzle, Records};
mod link;
mod pzprv3;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use grid::{Dir, Regions, Size, cell};
use serde_json::{Map, Value, json};

use super::{CHANGED, Circle, FAMILY, MARKED, Satogaeri, Way, build};
use crate::board::Board;
use crate::format::Number;
use crate::record::{FieldError, Grid, Notation, Record};

pub(super) use link::{read_link, write_link};
pub(super) use pzprv3::{read_pzprv3, write_pzprv3};

/// The largest number that every format can hold; no circle can move that far.
const MOST_NUMBER: u16 = 4095;

fn number_of(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|n| *n <= MOST_NUMBER);
    number.ok_or_else(|| {
        format!("expected a circle from 0 to {MOST_NUMBER}, one without a number, or none, found {text:?}")
    })
}

fn satogaeri(puzzle: &dyn Puzzle) -> &Satogaeri {
    let any: &dyn std::any::Any = puzzle;
    any.downcast_ref().expect("the family's own puzzle")
}

fn circles(size: Size, numbers: Vec<Option<Number>>) -> Vec<Circle> {
    let numbered = size.cells().zip(numbers);
    numbered
        .filter_map(|(at, number)| {
            let number = match number? {
                Number::Given(n) => Some(n),
                Number::Hidden => None,
            };
            Some(Circle { at, number })
        })
        .collect()
}

/// The number of each cell's circle.
fn numbers(puzzle: &Satogaeri) -> impl Iterator<Item = Option<Number>> + '_ {
    puzzle.circle_at.iter().map(|circle| {
        let number = puzzle.circles[(*circle)?].number;
        Some(number.map_or(Number::Hidden, Number::Given))
    })
}

pub(super) fn read(record: &Record) -> Result<Arc<dyn Puzzle>, FieldError> {
    let size = record.size()?;
    let mut given = Vec::with_capacity(size.len());
    for (r, c, sign) in record.problem()?.cells() {
        given.push(match sign {
            "-" | "." | "" => None,
            "?" => Some(Number::Hidden),
            _ => {
                let number = number_of(sign).map_err(|e| FieldError::cell("problem", r, c, e))?;
                Some(Number::Given(number))
            }
        });
    }
    if let Some(other) = record.variant.as_deref().filter(|v| !v.is_empty()) {
        return Err(FieldError::field(
            "variant",
            format!("unknown variant {other:?}; Satogaeri has none"),
        ));
    }
    Ok(build(read_areas(record, size)?, circles(size, given)))
}

fn read_areas(record: &Record, size: Size) -> Result<Regions, FieldError> {
    let Some(areas) = &record.areas else {
        let message = "the countries (\"areas\") are missing";
        return Err(FieldError::field("areas", message));
    };
    areas.check_size("areas", size.rows(), size.cols())?;
    let nothing = |sign: &str| ["-", ".", ""].contains(&sign);
    if let Some((r, c, sign)) = areas.cells().find(|&(.., sign)| nothing(sign)) {
        return Err(FieldError::cell(
            "areas",
            r,
            c,
            format!("expected the name of a country, found {sign:?}"),
        ));
    }
    let labels: Vec<&str> = areas.cells().map(|(.., label)| label).collect();
    let countries = Regions::from_labels(size, &labels);
    match countries.first_scattered() {
        None => Ok(countries),
        Some(at) => Err(FieldError::cell(
            "areas",
            at.row as usize,
            at.col as usize,
            format!(
                "the cells of country {:?} do not all touch",
                labels[size.index(at)]
            ),
        )),
    }
}

/// The cells about which a board, made of what all solutions share, says everything. All are bare
/// or part of a straight track from a circle.
fn sure_cells(puzzle: &Satogaeri, board: &Board) -> Vec<bool> {
    let size = puzzle.size;
    // If nobody can enter it, it is empty in every solution.
    let mut is_sure = vec![true; size.len()];
    for step in &puzzle.moves {
        for at in puzzle.entered(step.circle, step.way) {
            is_sure[size.index(at)] = false;
        }
    }
    for at in size.cells() {
        is_sure[size.index(at)] |= puzzle.is_marked(board, at);
    }
    for circle in 0..puzzle.circles.len() {
        let Some(way) = puzzle.track(board, circle) else {
            continue;
        };
        let start = puzzle.circles[circle].at;
        let settled = puzzle.is_settled(board, circle, way);
        for at in puzzle.entered(circle, way) {
            is_sure[size.index(at)] = true;
        }
        let end = puzzle.landing(circle, way);
        is_sure[size.index(start)] = settled || way != Way::Stay;
        is_sure[size.index(end)] = settled;
    }
    is_sure
}

impl Records for Satogaeri {
    fn record(&self) -> Record {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let problem = Grid::from_fn(rows, cols, |r, c| match self.circle_at(cell(r, c)) {
            None => "-".to_owned(),
            Some(i) => self.circles[i]
                .number
                .map_or("?".to_owned(), |n| n.to_string()),
        });
        let areas = Grid::from_fn(rows, cols, |r, c| {
            (self.countries.of(cell(r, c)) + 1).to_string()
        });
        Record {
            problem: Some(problem),
            areas: Some(areas),
            ..Record::new(FAMILY.id, rows, cols)
        }
    }

    /// The directions of the lines in each cell; marks say "nothing here" where there is no line.
    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        let size = self.size;
        let mut is_sure = vec![true; size.len()];
        if notation == Notation::Forced {
            is_sure = sure_cells(self, board);
        }
        Grid::from_fn(size.rows(), size.cols(), |r, c| {
            let at = cell(r, c);
            let letters: String = self.lines_at(board, at).map(Dir::letter).collect();
            let sure = is_sure[size.index(at)];
            match notation {
                Notation::Forced if !sure => ".".to_owned(),
                _ if !letters.is_empty() => letters,
                _ if board.slots[self.mark_slot(at)] & CHANGED != 0 => {
                    let given = self.circle_at(at).map(|i| self.circles[i].number);
                    // Which other circle it was makes no difference.
                    if given == Some(None) { "0" } else { "?" }.to_owned()
                }
                Notation::Marks if !self.is_marked(board, at) => ".".to_owned(),
                _ => "-".to_owned(),
            }
        })
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let field = notation.field();
        let mut board = self.blank();
        let mut empty = Vec::new();
        for (r, c, sign) in grid.cells() {
            let at = cell(r, c);
            match sign {
                "-" => empty.push(at),
                "." | "" => {}
                // Some write the circle here again.
                _ if sign == "?" || sign.bytes().all(|b| b.is_ascii_digit()) => {
                    let given = self.circle_at(at).map(|i| self.circles[i].number);
                    if given != Some(number_of(sign).ok()) {
                        board.slots[self.mark_slot(at)] = CHANGED;
                    }
                }
                _ => {
                    for letter in sign.chars() {
                        let error = |m: String| FieldError::cell(field, r, c, m);
                        let dir = Dir::from_letter(letter).ok_or_else(|| {
                            error(format!(
                                "expected directions (n, e, s, w) or \"-\", found {sign:?}"
                            ))
                        })?;
                        let border = self
                            .size
                            .border(at, dir)
                            .ok_or_else(|| error(format!("the line {sign:?} leaves the board")))?;
                        board.slots[border] = 1;
                    }
                }
            }
        }
        if notation == Notation::Solution {
            // All circles have arrived.
            empty = self.circles.iter().map(|c| c.at).collect();
        } else {
            empty.retain(|&at| self.is_bare(&board, at));
        }
        for at in empty {
            board.slots[self.mark_slot(at)] |= MARKED;
        }
        Ok(board)
    }

    fn write_board(&self, board: &Board, notation: Notation, record: &mut Record) {
        record.set_board(notation, self.write_grid(board, notation));
        write_notes(self, board, notation, record);
    }

    fn read_board(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        let mut board = match record.board(notation) {
            Some(grid) => {
                grid.check_size(notation.field(), self.size.rows(), self.size.cols())?;
                Some(self.read_grid(grid, notation)?)
            }
            None => None,
        };
        let notes = record
            .extra
            .get("notes")
            .filter(|_| notation == Notation::Marks);
        let Some(marked) = notes.and_then(|notes| notes.get("marked")) else {
            return Ok(board);
        };
        let list = marked.as_array().ok_or_else(|| {
            FieldError::field(
                "notes",
                format!("expected a list of marked cells, found {marked}"),
            )
        })?;
        for item in list {
            let at = match item.as_array().map(Vec::as_slice) {
                Some([r, c]) => r.as_u64().zip(c.as_u64()),
                _ => None,
            };
            let (rows, cols) = (self.size.rows() as u64, self.size.cols() as u64);
            let at = at.filter(|&(r, c)| r < rows && c < cols).ok_or_else(|| {
                FieldError::field(
                    "notes",
                    format!("expected the row and column of a marked cell, found {item}"),
                )
            })?;
            let slot = self.mark_slot(cell(at.0 as usize, at.1 as usize));
            board.get_or_insert_with(|| self.blank()).slots[slot] |= MARKED;
        }
        Ok(board)
    }
}

/// What a grid of marks cannot say: marks in cells that also have a line, most of all circles
/// whose track is known to go no further. As a list of `[row, column]`.
pub(super) fn write_notes(
    puzzle: &Satogaeri,
    board: &Board,
    notation: Notation,
    record: &mut Record,
) {
    if notation != Notation::Marks {
        return;
    }
    let marked = puzzle
        .size
        .cells()
        .filter(|&at| puzzle.is_marked(board, at) && !puzzle.is_bare(board, at))
        .map(|at| json!([at.row, at.col]));
    let marked: Vec<Value> = marked.collect();
    // Notes that came with the puzzle belong to the board that is replaced here.
    record.extra.shift_remove("notes");
    if !marked.is_empty() {
        let mut notes = Map::new();
        notes.insert("marked".into(), Value::Array(marked));
        record.extra.insert("notes".into(), Value::Object(notes));
    }
}
