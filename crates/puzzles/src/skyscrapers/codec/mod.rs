//! Skyscrapers as text. Here the collections' notation; each other format has its own file.

mod link;
mod pzprv3;
mod tatham;

use serde_json::{Value, json};

use super::{FAMILY, LARGEST_SIDE, PARK, SMALLEST_SIDE, Skyscrapers, pencil_mark};
use crate::kit::codec::notes::{self, cell_of};
use crate::kit::codec::{Bounds, Number, Numbers, Word};
use crate::kit::prelude::*;

/// The highest number that a board can hold, right or wrong.
const MOST_WRITTEN: u16 = PARK - 1;

const fn views(most: u16) -> Bounds {
    Bounds::new("a view", 1, most)
}

const fn heights(most: u16) -> Bounds {
    Bounds::new("a height", 1, most)
}

/// What may stand for no clue.
const NOTHING: &[&str] = &["-", ".", ""];

/// What stands in a cell: a height, [`PARK`], or 0 for nothing. The first sign is written.
struct Content {
    nothing: &'static [&'static str],
    park: &'static [&'static str],
    most: u16,
}

impl Word for Content {
    type Value = u16;

    fn read(&self, word: &str) -> Result<u16, String> {
        match word {
            _ if self.park.contains(&word) => Ok(PARK),
            _ if self.nothing.contains(&word) => Ok(0),
            _ => heights(self.most).read(word),
        }
    }

    fn write(&self, value: u16) -> String {
        match value {
            0 => self.nothing[0].to_owned(),
            PARK => self.park.first().unwrap_or(&"-").to_string(),
            height => height.to_string(),
        }
    }
}

impl Skyscrapers {
    /// Signs of givens, where "-" says that nothing is given.
    fn given_signs(&self) -> Content {
        Content {
            nothing: NOTHING,
            park: if self.parks() > 0 { &["0"] } else { &[] },
            most: self.depth,
        }
    }

    /// Signs of entries. In a solution without parks, "-" is a cell that nobody has filled in.
    fn entry_signs(&self, notation: Notation) -> Content {
        let (nothing, park): (&[&str], &[&str]) = match notation {
            Notation::Solution if self.parks() == 0 => (&["-", "0", ".", ""], &[]),
            _ => (&[".", ""], &["-", "0"]),
        };
        let most = MOST_WRITTEN;
        Content {
            nothing,
            park,
            most,
        }
    }

    fn has_givens(&self) -> bool {
        self.givens.iter().any(|&given| given != 0)
    }

    /// What is given in each cell.
    fn given_numbers(&self) -> impl Iterator<Item = Option<u16>> {
        let givens = self.givens.iter().copied();
        givens.map(|given| (given != 0).then_some(given))
    }

    /// Refuse all but the plain ones, which other programs have.
    fn must_be_plain(&self, format: &str) -> Result<(), WriteError> {
        let variant = match self {
            _ if self.parks() > 0 => "parks",
            _ if self.diagonals => "diagonals",
            _ => return Ok(()),
        };
        Err(cannot!("{format} has no Skyscrapers with {variant}"))
    }

    /// The pencil marks in a cell, as the notes say them.
    fn noted_marks(&self, parts: &[Value]) -> Option<(Cell, u16)> {
        let [row, col, heights] = parts else {
            return None;
        };
        let mut marks = 0;
        for height in heights.as_array()? {
            let height = u16::try_from(height.as_u64()?).ok()?;
            let allowed = self.lowest()..=self.depth;
            marks |= allowed.contains(&height).then(|| pencil_mark(height))?;
        }
        Some((cell_of(self.size, row, col)?, marks))
    }
}

/// An empty board, if one of this size is possible.
pub(super) fn sized(rows: usize, cols: usize) -> Result<Skyscrapers, String> {
    let wrong = |is: String| format!("a Skyscrapers board {is}");
    if rows != cols {
        return Err(wrong(format!("is a square, this one is {rows}×{cols}")));
    }
    let sides = format!("{SMALLEST_SIDE} to {LARGEST_SIDE} rows");
    let no_side = || wrong(format!("has {sides}, this one has {rows}"));
    Skyscrapers::empty(rows).ok_or_else(no_side)
}

/// Signs of the views around a board with this many rows.
fn view_signs(rows: usize) -> Numbers {
    Numbers::new(views(rows as u16), NOTHING, &[])
}

impl Records for Skyscrapers {
    fn read(record: &Record) -> Result<Skyscrapers, FieldError> {
        let (rows, cols) = (record.rows, record.cols);
        let mut puzzle = sized(rows, cols).map_err(|e| FieldError::field("rows", e))?;
        let expected = format!("a highest building from 1 to {rows}");
        let depth = record.depth_up_to(rows as u16, &expected)?;
        puzzle.depth = depth.unwrap_or(puzzle.depth);
        puzzle.diagonals = record.variant(&FAMILY, &["diagonals"])?.is_some();
        let labels = [("clabels", &record.clabels), ("rlabels", &record.rlabels)];
        for ((field, labels), views) in labels.into_iter().zip(puzzle.views.chunks_mut(2 * rows)) {
            let Some(labels) = labels else { continue };
            labels.check_size(field, 2, rows)?;
            for (view, seen) in views.iter_mut().zip(labels.read(field, &view_signs(rows))?) {
                *view = seen.and_then(Number::given);
            }
        }
        if let Some(problem) = &record.problem {
            problem.check_size("problem", rows, cols)?;
            puzzle.givens = problem.read("problem", &puzzle.given_signs())?;
        }
        Ok(puzzle)
    }

    /// The height; the views around the board count as its first row and column.
    fn recorded(&self, at: Cell, value: u16, _: &[Fact]) -> Vec<Fact> {
        let at = at.step(Dir::North).step(Dir::West);
        match self.size.contains(at) && (self.lowest()..=self.depth).contains(&value) {
            true => vec![Fact::yes(self.atom(at, value))],
            false => Vec::new(),
        }
    }

    fn record(&self) -> Record {
        let n = self.side();
        let size = Size::new(2, n).expect("no longer than the board");
        let (columns, rows) = self.views.split_at(2 * n);
        let labels = |views: &[Option<u16>]| {
            let seen = views.iter().map(|view| view.map(Number::Given));
            Some(Grid::of(size, &view_signs(n), seen))
        };
        let givens = self.givens.iter().copied();
        let problem = Grid::of(self.size, &self.given_signs(), givens);
        Record {
            problem: self.has_givens().then_some(problem),
            clabels: labels(columns),
            rlabels: labels(rows),
            depth: Some(self.depth as u32),
            variant: self.diagonals.then(|| "diagonals".to_owned()),
            ..Record::of(&FAMILY, self.size)
        }
    }

    fn write_grid(&self, board: &Board, notation: Notation) -> Grid {
        let entries = self.size.cells().map(|at| self.value(board, at));
        Grid::of(self.size, &self.entry_signs(notation), entries)
    }

    fn read_grid(&self, grid: &Grid, notation: Notation) -> Result<Board, FieldError> {
        let entries = grid.read(notation.field(), &self.entry_signs(notation))?;
        let mut board = self.blank();
        for (at, entry) in self.size.cells().zip(entries) {
            self.enter(&mut board, at, entry);
        }
        Ok(board)
    }

    /// Pencil marks, which the grid cannot say, are in the notes.
    fn write_board(&self, board: &Board, notation: Notation, record: &mut Record) {
        record.set_board(notation, self.write_grid(board, notation));
        if notation == Notation::Marks {
            let marks = |at| (at, self.pencilled(board, at).collect());
            let marked = self.size.cells().map(marks);
            let marked = marked.filter(|(_, heights): &(Cell, Vec<u16>)| !heights.is_empty());
            let pencil = marked.map(|(at, heights)| json!([at.row, at.col, heights]));
            notes::write(record, [(PENCIL, pencil.collect())]);
        }
    }

    fn read_board(&self, record: &Record, notation: Notation) -> Result<Option<Board>, FieldError> {
        let mut board = self.read_signs(record, notation)?;
        if notation == Notation::Marks {
            let list = notes::List {
                name: PENCIL,
                what: "pencil marks",
                form: &format!("[row, column, [heights up to {}]]", self.depth),
            };
            if let Some(pencil) = list.read(record, |parts| self.noted_marks(parts))? {
                let board = board.get_or_insert_with(|| self.blank());
                for (at, marks) in pencil {
                    board.slots[self.pencil_slot(at)] = marks;
                }
            }
        }
        Ok(board)
    }
}

const PENCIL: &str = "pencil";

fn cell_error(at: Cell, message: &str) -> WriteError {
    cannot!("{message} in {}", in_words(at))
}
