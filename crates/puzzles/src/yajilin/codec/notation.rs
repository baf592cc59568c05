//! The collections' notation.
//!
//! A cell of a board is `x` (shaded), the letters of the directions in which lines leave it, or
//! `+` (a dot); `x` and letters together only on a board that is wrong anyway. A line is there if
//! either of its two cells says so.

use serde_json::{Value, json};

use super::NUMBERS;
use crate::kit::codec::notes::{self, cell_of};
use crate::kit::codec::{Word, lines};
use crate::kit::prelude::*;
use crate::yajilin::{CLOSED, Clue, DOT, FAMILY, LINE, MOST_NUMBER, SHADED, Yajilin};

/// The collections name vertical directions first: `ns`, `se`, `ew`.
const IN_ORDER: [Dir; 4] = [Dir::North, Dir::South, Dir::East, Dir::West];

/// A clue: number and direction.
struct ClueSign;

impl Word for ClueSign {
    type Value = Option<Clue>;

    fn read(&self, sign: &str) -> Result<Option<Clue>, String> {
        if ["-", ".", ""].contains(&sign) {
            return Ok(None);
        }
        clue_of(sign).map(Some).ok_or_else(|| {
            format!(
                "expected a clue like \"2w\" or \"?w\" (number up to {MOST_NUMBER} and n, e, s or \
                 w), \"x\" for a blocked cell, or \"-\", found {sign:?}"
            )
        })
    }

    fn write(&self, clue: Option<Clue>) -> String {
        match clue {
            None => "-".to_owned(),
            Some(Clue::Blocked) => "x".to_owned(),
            Some(Clue::Number(n)) => n.to_string(),
            Some(Clue::Arrow(dir, Some(n))) => format!("{n}{}", dir.letter()),
            Some(Clue::Arrow(dir, None)) => format!("?{}", dir.letter()),
        }
    }
}

fn clue_of(sign: &str) -> Option<Clue> {
    if ["x", "X", "@", "?"].contains(&sign) {
        return Some(Clue::Blocked);
    }
    let number = |text: &str| NUMBERS.read(text).ok();
    match sign.char_indices().next_back()? {
        (at, letter) if letter.is_ascii_alphabetic() => {
            let dir = Dir::from_letter(letter)?;
            match &sign[..at] {
                "?" => Some(Clue::Arrow(dir, None)),
                digits => Some(Clue::Arrow(dir, Some(number(digits)?))),
            }
        }
        _ => number(sign).map(Clue::Number),
    }
}

impl Records for Yajilin {
    fn read(record: &Record) -> Result<Yajilin, FieldError> {
        let size = record.size()?;
        let clues = record.problem()?.read("problem", &ClueSign)?;
        let outside = record.variant(&FAMILY, &["outside"])?.is_some();
        Ok(Yajilin::new(size, clues, outside))
    }

    /// 16 is a shaded cell; otherwise each bit is a line.
    fn recorded(&self, at: Cell, value: u16, _: &[Fact]) -> Vec<Fact> {
        if !self.size.contains(at) {
            return Vec::new();
        }
        if value == 16 {
            let shaded = self.shaded_atom[self.size.index(at)];
            return shaded.map(Fact::yes).into_iter().collect();
        }
        let line = |dir| self.line_atom[self.size.border(at, dir)?].map(Fact::yes);
        lines::of_bits(value).filter_map(line).collect()
    }

    fn record(&self) -> Record {
        let clues = self.clues.iter().copied();
        Record {
            problem: Some(Grid::of(self.size, &ClueSign, clues)),
            variant: self.outside.then(|| "outside".to_owned()),
            ..Record::of(&FAMILY, self.size)
        }
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        Grid::by_cell(self.size, |at| {
            let entry = board.slots[self.size.index(at)];
            let shaded = (entry == SHADED).then_some('x');
            let drawn: Vec<Dir> = self.lines(board, at).collect();
            let letters = IN_ORDER.iter().filter(|&dir| drawn.contains(dir));
            let letters = letters.map(|dir| dir.letter());
            let sign: String = shaded.into_iter().chain(letters).collect();
            let nothing = match notation {
                _ if entry == DOT => "+",
                Notation::Solution => "-",
                _ if !self.is_free(at) => "-",
                _ => ".",
            };
            Some(sign)
                .filter(|sign| !sign.is_empty())
                .unwrap_or(nothing.to_owned())
        })
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let mut board = self.blank();
        for (r, c, sign) in grid.cells() {
            let at = cell(r, c);
            let clue = self.clue(at);
            // Some write the clue here again. An `x` on a blocked cell would be the same as shaded.
            let again = !matches!(clue, None | Some(Clue::Blocked)) && ClueSign.write(clue) == sign;
            if !again {
                enter(self, &mut board, at, sign)
                    .map_err(|message| FieldError::cell(notation.field(), r, c, message))?;
            }
        }
        if notation == Notation::Solution {
            // Where a line is, a dot says nothing more.
            for at in self.size.cells() {
                let i = self.size.index(at);
                if board.slots[i] == DOT && self.lines(&board, at).next().is_some() {
                    board.slots[i] = 0;
                }
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
        let dots = (self.size.cells())
            .filter(|&at| board.slots[self.size.index(at)] == DOT)
            .filter(|&at| self.lines(board, at).next().is_some());
        let closed = (0..self.size.borders())
            .filter(|&b| board.slots[self.border_slot(b)] == CLOSED)
            .map(|b| border_note(self, b));
        let (dots, closed) = (notes::cells(dots), closed.collect());
        notes::write(record, [(DOTS.name, dots), (CROSSES.name, closed)]);
    }

    fn read_board(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        let mut board = self.read_signs(record, notation)?;
        if let (Some(board), Notation::Marks) = (&mut board, notation) {
            read_notes(self, record, board)?;
        }
        Ok(board)
    }
}

/// What a sign says about its cell.
fn enter(puzzle: &Yajilin, board: &mut Board, at: Cell, sign: &str) -> Result<(), String> {
    const EXPECTED: &str = "\"x\", \"+\", \"-\", \".\" or the directions of a line (n, e, s, w)";
    let slot = puzzle.size.index(at);
    let letters = match sign {
        "-" | "." | "" | "@" => "",
        "+" => {
            board.slots[slot] = DOT;
            ""
        }
        _ => sign.strip_prefix('x').unwrap_or(sign),
    };
    if sign.starts_with('x') {
        board.slots[slot] = SHADED;
    }
    for border in lines::borders(puzzle.size, at, letters, (sign, EXPECTED))? {
        board.slots[puzzle.border_slot(border)] = LINE;
    }
    Ok(())
}

const DOTS: notes::List = notes::List {
    name: "dots",
    what: "dots",
    form: "[row, column]",
};

const CROSSES: notes::List = notes::List {
    name: "closed",
    what: "closed borders",
    form: "[row, column, \"e\" or \"s\"]",
};

/// A border as its western or northern cell and the side of that cell.
fn border_note(puzzle: &Yajilin, border: usize) -> Value {
    let (at, side) = puzzle.size.border_side(border);
    json!([at.row, at.col, side.letter().to_string()])
}

fn noted_border(puzzle: &Yajilin, parts: &[Value]) -> Option<usize> {
    let [row, col, side] = parts else {
        return None;
    };
    let dir = match side.as_str()? {
        "e" => Dir::East,
        "s" => Dir::South,
        _ => return None,
    };
    puzzle.size.border(cell_of(puzzle.size, row, col)?, dir)
}

fn read_notes(puzzle: &Yajilin, record: &Record, board: &mut Board) -> Result<(), FieldError> {
    if (record.extra.get(notes::NOTES)).is_some_and(|notes| !notes.is_object()) {
        let message = "expected an object with the lists dots and closed";
        return Err(FieldError::field(notes::NOTES, message));
    }
    for at in DOTS.read_cells(record, puzzle.size)? {
        let slot = &mut board.slots[puzzle.size.index(at)];
        if *slot == 0 {
            *slot = DOT;
        }
    }
    let closed = CROSSES.read(record, |parts| noted_border(puzzle, parts))?;
    for border in closed.into_iter().flatten() {
        let slot = &mut board.slots[puzzle.border_slot(border)];
        if *slot == 0 {
            *slot = CLOSED;
        }
    }
    Ok(())
}
