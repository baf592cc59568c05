//! The collections' notation.
//!
//! A cell of a board is `x` (shaded), the letters of the directions in which lines leave it, or
//! `+` (a dot); `x` and letters together only on a board that is wrong anyway. A line is there if
//! either of its two cells says so.

use std::sync::Arc;

use grid::{Cell, Dir, cell};
use serde_json::{Map, Value, json};

use super::super::{CLOSED, Clue, DOT, FAMILY, LINE, MOST_NUMBER, SHADED, Yajilin};
use crate::board::{Board, in_words};
use crate::puzzle::{Play, Puzzle, Records};
use crate::record::{FieldError, Grid, Notation, Record};

/// The collections name vertical directions first: `ns`, `se`, `ew`.
const IN_ORDER: [Dir; 4] = [Dir::North, Dir::South, Dir::East, Dir::West];

fn clue_of(sign: &str) -> Result<Option<Clue>, String> {
    match sign {
        "-" | "." | "" => return Ok(None),
        "x" | "X" | "@" | "?" => return Ok(Some(Clue::Blocked)),
        _ => {}
    }
    let unknown = || {
        format!(
            "expected a clue like \"2w\" or \"?w\" (number up to {MOST_NUMBER} and n, e, s or w), \"x\" \
             for a blocked cell, or \"-\", found {sign:?}"
        )
    };
    let (number, dir) = match sign.char_indices().next_back() {
        Some((at, letter)) if letter.is_ascii_alphabetic() => {
            let dir = Dir::from_letter(letter).ok_or_else(unknown)?;
            (&sign[..at], Some(dir))
        }
        _ => (sign, None),
    };
    let number = match number {
        "?" => None,
        _ if number.bytes().all(|b| b.is_ascii_digit()) => {
            let n = number.parse().ok().filter(|&n: &u16| n <= MOST_NUMBER);
            Some(n.ok_or_else(unknown)?)
        }
        _ => return Err(unknown()),
    };
    Ok(Some(match (dir, number) {
        (Some(dir), number) => Clue::Arrow(dir, number),
        (None, Some(n)) => Clue::Number(n),
        (None, None) => Clue::Blocked,
    }))
}

fn sign_of(clue: Option<Clue>) -> String {
    match clue {
        None => "-".to_owned(),
        Some(Clue::Blocked) => "x".to_owned(),
        Some(Clue::Number(n)) => n.to_string(),
        Some(Clue::Arrow(dir, Some(n))) => format!("{n}{}", dir.letter()),
        Some(Clue::Arrow(dir, None)) => format!("?{}", dir.letter()),
    }
}

pub(in super::super) fn read(record: &Record) -> Result<Arc<dyn Puzzle>, FieldError> {
    let size = record.size()?;
    let mut clues = Vec::with_capacity(size.len());
    for (r, c, sign) in record.problem()?.cells() {
        clues.push(clue_of(sign).map_err(|e| FieldError::cell("problem", r, c, e))?);
    }
    let outside = match record.variant.as_deref() {
        None | Some("") => false,
        Some("outside") => true,
        Some(other) => {
            return Err(FieldError::field(
                "variant",
                format!("unknown variant {other:?}; there is \"outside\""),
            ));
        }
    };
    Ok(Arc::new(Yajilin::new(size, clues, outside)))
}

impl Records for Yajilin {
    fn record(&self) -> Record {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        Record {
            problem: Some(Grid::from_fn(rows, cols, |r, c| {
                sign_of(self.clue(cell(r, c)))
            })),
            variant: self.outside.then(|| "outside".to_owned()),
            ..Record::new(FAMILY.id, rows, cols)
        }
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        let size = self.size;
        Grid::from_fn(size.rows(), size.cols(), |r, c| {
            let at = cell(r, c);
            let entry = board.slots[size.index(at)];
            let mut sign = String::new();
            if entry == SHADED {
                sign.push('x');
            }
            let mut lines = [false; 4];
            for dir in self.lines(board, at) {
                lines[dir as usize] = true;
            }
            let drawn = IN_ORDER.iter().filter(|&&dir| lines[dir as usize]);
            sign.extend(drawn.map(|dir| dir.letter()));
            if sign.is_empty() {
                sign.push(match notation {
                    Notation::Solution => '-',
                    _ if entry == DOT => '+',
                    _ if !self.is_free(at) => '-',
                    _ => '.',
                });
            }
            sign
        })
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut board = self.blank();
        for (r, c, sign) in grid.cells() {
            let at = cell(r, c);
            let clue = self.clue(at);
            // Some write the clue here again. An `x` on a blocked cell would be the same as shaded.
            let again = !matches!(clue, None | Some(Clue::Blocked)) && sign_of(clue) == sign;
            if !again {
                enter(self, &mut board, at, sign)
                    .map_err(|message| FieldError::cell(notation.field(), r, c, message))?;
            }
        }
        Ok(board)
    }

    fn write_board(&self, board: &Board, notation: Notation, record: &mut Record) {
        record.set_board(notation, self.write_grid(board, notation));
        if notation == Notation::Solution {
            return;
        }
        // What the grid cannot say: dots under lines, and closed borders.
        let dots: Vec<Value> = self
            .size
            .cells()
            .filter(|&at| board.slots[self.size.index(at)] == DOT)
            .filter(|&at| self.lines(board, at).next().is_some())
            .map(|at| json!([at.row, at.col]))
            .collect();
        let closed: Vec<Value> = (0..self.size.borders())
            .filter(|&b| board.slots[self.border_slot(b)] == CLOSED)
            .map(|b| border_note(self, b))
            .collect();
        let mut notes = Map::new();
        for (key, list) in [("dots", dots), ("closed", closed)] {
            if !list.is_empty() {
                notes.insert(key.to_owned(), Value::Array(list));
            }
        }
        if notes.is_empty() {
            // Notes that came with an older state of the board.
            record.extra.shift_remove("notes");
        } else {
            record.extra.insert("notes".to_owned(), notes.into());
        }
    }

    fn read_board(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        let Some(grid) = record.board(notation) else {
            return Ok(None);
        };
        grid.check_size(notation.field(), self.size.rows(), self.size.cols())?;
        let mut board = self.read_grid(grid, notation)?;
        if notation == Notation::Marks
            && let Some(notes) = record.extra.get("notes")
        {
            read_notes(self, notes, &mut board)
                .map_err(|message| FieldError::field("notes", message))?;
        }
        Ok(Some(board))
    }
}

/// What a sign says about its cell.
fn enter(puzzle: &Yajilin, board: &mut Board, at: Cell, sign: &str) -> Result<(), String> {
    let size = puzzle.size;
    if ["-", ".", "", "@"].contains(&sign) {
        return Ok(());
    }
    let mut letters = sign;
    if let Some(rest) = sign.strip_prefix('x') {
        board.slots[size.index(at)] = SHADED;
        letters = rest;
    } else if sign == "+" {
        board.slots[size.index(at)] = DOT;
        return Ok(());
    }
    for letter in letters.chars() {
        let dir = Dir::from_letter(letter).ok_or_else(|| {
            format!(
                "expected \"x\", \"+\", \"-\", \".\" or the directions of a line (n, e, s, w), \
                 found {sign:?}"
            )
        })?;
        let border = size.border(at, dir).ok_or_else(|| {
            format!(
                "the line {letter:?} in {} would leave the board",
                in_words(at)
            )
        })?;
        board.slots[puzzle.border_slot(border)] = LINE;
    }
    Ok(())
}

/// A border as its western or northern cell and the side of that cell.
fn border_note(puzzle: &Yajilin, border: usize) -> Value {
    let (a, z) = puzzle.size.border_cells(border);
    let side = if a.row == z.row { "e" } else { "s" };
    json!([a.row, a.col, side])
}

fn read_notes(puzzle: &Yajilin, notes: &Value, board: &mut Board) -> Result<(), String> {
    let notes = notes
        .as_object()
        .ok_or_else(|| "expected an object with the lists dots and closed".to_owned())?;
    let list = |key: &str| -> Result<&[Value], String> {
        match notes.get(key) {
            None => Ok(&[]),
            Some(Value::Array(list)) => Ok(list),
            Some(other) => Err(format!("expected a list of {key}, found {other}")),
        }
    };
    let cell_of = |row: &Value, col: &Value| -> Option<Cell> {
        let at = Cell {
            row: row.as_u64()?.try_into().ok()?,
            col: col.as_u64()?.try_into().ok()?,
        };
        puzzle.size.contains(at).then_some(at)
    };
    for item in list("dots")? {
        let at = match item.as_array().map(Vec::as_slice) {
            Some([row, col]) => cell_of(row, col),
            _ => None,
        }
        .ok_or_else(|| format!("expected the [row, column] of a dot, found {item}"))?;
        let slot = &mut board.slots[puzzle.size.index(at)];
        if puzzle.is_free(at) && *slot == 0 {
            *slot = DOT;
        }
    }
    for item in list("closed")? {
        let border = match item.as_array().map(Vec::as_slice) {
            Some([row, col, Value::String(side)]) => match side.as_str() {
                "e" => cell_of(row, col).and_then(|at| puzzle.size.border(at, Dir::East)),
                "s" => cell_of(row, col).and_then(|at| puzzle.size.border(at, Dir::South)),
                _ => None,
            },
            _ => None,
        }
        .ok_or_else(|| {
            format!("expected a closed border [row, column, \"e\" or \"s\"], found {item}")
        })?;
        let slot = &mut board.slots[puzzle.border_slot(border)];
        if *slot == 0 {
            *slot = CLOSED;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Document, split, write};

    fn object(fields: &str) -> String {
        format!(
            "{{\"type\":\"yajilin\",\"rows\":2,\"cols\":3,\
             \"problem\":[[\"-\",\"-\",\"?w\"],[\"-\",\"-\",\"x\"]]{fields}}}"
        )
    }

    fn read(text: &str) -> Document {
        split(text)[0].read().unwrap_or_else(|e| panic!("{e}"))
    }

    #[track_caller]
    fn fails(text: &str, found: &str, part: &str) {
        let error = split(text)[0].read().unwrap_err();
        assert!(error.message.contains(part), "{error}");
        let column = text.find(found).unwrap() + 1;
        assert_eq!((error.line, error.column), (1, column), "{error}");
    }

    #[test]
    fn clue_signs() {
        for sign in ["2w", "12n", "?e", "7", "x", "-", "4095s"] {
            assert_eq!(sign_of(clue_of(sign).unwrap()), sign);
        }
        assert_eq!(clue_of("@"), Ok(Some(Clue::Blocked)));
        assert_eq!(clue_of("3W"), Ok(Some(Clue::Arrow(Dir::West, Some(3)))));
        for sign in [
            "w",
            "2q",
            "-2w",
            "+2w",
            "4096s",
            "99999999999999n",
            "??",
            "2wé",
            "é",
        ] {
            assert!(clue_of(sign).is_err(), "{sign}");
        }
    }

    #[test]
    fn marks_with_notes() {
        let text = object(
            ",\"marks\":[[\"e\",\"w\",\"-\"],[\"+\",\".\",\"-\"]],\
             \"notes\":{\"dots\":[[0,1]],\"closed\":[[1,0,\"e\"],[0,1,\"s\"]]}",
        );
        let document = read(&text);
        let marks = document.marks.as_ref().unwrap();
        assert_eq!(marks.slots, [0, 2, 0, 2, 0, 0, 1, 0, 2, 0, 0, 2, 0]);
        let written = write(&document, "json").unwrap();
        assert_eq!(read(&written).marks, document.marks);
        assert!(written.contains("\"marks\":[[\"e\",\"w\",\"-\"],[\"+\",\".\",\"-\"]]"));
        // Notes of an older state go away.
        let mut clean = document.clone();
        clean.marks = Some(clean.puzzle.blank());
        assert!(!write(&clean, "json").unwrap().contains("notes"));
    }

    #[test]
    fn a_solution_in_the_order_of_the_collections() {
        let text = object(",\"solution\":[[\"es\",\"ws\",\"?w\"],[\"ne\",\"nw\",\"-\"]]");
        let document = read(&text);
        let solution = document.solution.as_ref().unwrap();
        assert!(document.puzzle.check(solution).is_empty());
        let written = document.puzzle.write_grid(solution, Notation::Solution);
        assert_eq!(written.0, [["se", "sw", "-"], ["ne", "nw", "-"]]);
    }

    #[test]
    fn variants() {
        assert!(
            read(&object(",\"variant\":\"outside\""))
                .puzzle
                .record()
                .variant
                .is_some()
        );
        fails(
            &object(",\"variant\":\"inside\""),
            "\"inside\"",
            "unknown variant",
        );
    }

    #[test]
    fn bad_boards_are_placed() {
        fails(
            &object(",\"marks\":[[\"q\",\".\",\".\"],[\".\",\".\",\".\"]]"),
            "\"q\"",
            "found \"q\"",
        );
        fails(
            &object(",\"marks\":[[\"n\",\".\",\".\"],[\".\",\".\",\".\"]]"),
            "\"n\"",
            "leave the board",
        );
        fails(&object(",\"marks\":[[\".\",\".\"]]"), "[\".\"", "2 cells");
        let blank = ",\"marks\":[[\".\",\".\",\".\"],[\".\",\".\",\".\"]]";
        for (notes, part) in [
            ("7", "expected an object"),
            ("{\"dots\":3}", "list of dots"),
            ("{\"dots\":[[0]]}", "[row, column]"),
            ("{\"dots\":[[0,99999999999]]}", "[row, column]"),
            ("{\"closed\":[[1,0,\"s\"]]}", "closed border"),
            ("{\"closed\":[[0,0,\"n\"]]}", "closed border"),
        ] {
            fails(&object(&format!("{blank},\"notes\":{notes}")), notes, part);
        }
    }
}
