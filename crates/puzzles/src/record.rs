//! The notation of the published collections as data: what the `json` and `janko` formats share.

use std::collections::BTreeMap;

use grid::{Cell, Size, cell};
use serde_json::{Map, Value};

use crate::board::counted;
use crate::kit::codec::Word;
use crate::puzzle::Family;

/// Rows of cell signs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grid(pub Vec<Vec<String>>);

/// Which board of a record is meant, and how "nothing" is written in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// A finished board: `-` is an empty cell.
    Solution,
    /// A partly filled board: `.` is nothing known, `-` is known to be empty.
    Marks,
    /// What all solutions share: like marks, but a sign says all there is to know about the cell,
    /// and is `.` where solutions differ. Written only.
    Forced,
}

impl Notation {
    /// The field of a record that holds such a board.
    pub const fn field(self) -> &'static str {
        match self {
            Notation::Solution => "solution",
            Notation::Marks => "marks",
            Notation::Forced => "forced",
        }
    }
}

/// What is wrong with a record, and in which field, row and cell of it (all counted from 0).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldError {
    /// The field that is wrong.
    pub field: &'static str,
    /// The row in it, if one is to blame.
    pub row: Option<usize>,
    /// The cell in that row, if one is to blame.
    pub col: Option<usize>,
    /// What is wrong, for people.
    pub message: String,
}

impl FieldError {
    /// An error in a whole field.
    pub fn field(field: &'static str, message: impl Into<String>) -> FieldError {
        FieldError {
            field,
            row: None,
            col: None,
            message: message.into(),
        }
    }

    /// An error in one row of a field.
    pub fn row(field: &'static str, row: usize, message: impl Into<String>) -> FieldError {
        FieldError {
            row: Some(row),
            ..FieldError::field(field, message)
        }
    }

    /// An error in one cell of a field.
    pub fn cell(
        field: &'static str,
        row: usize,
        col: usize,
        message: impl Into<String>,
    ) -> FieldError {
        FieldError {
            col: Some(col),
            ..FieldError::row(field, row, message)
        }
    }
}

/// The field that marks a record as a draft, which somebody is still drawing. A family that refuses
/// what is not a puzzle yet accepts it from a draft.
pub(crate) const DRAFT: &str = "draft";

/// One puzzle in that notation. `kind` is the family; boards are optional; everything we have no
/// name for is kept in `extra`, in its order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The family, by any of its names.
    pub kind: String,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The clues in the cells.
    pub problem: Option<Grid>,
    /// Clues above and below, two rows.
    pub clabels: Option<Grid>,
    /// Clues on the left and on the right, two rows.
    pub rlabels: Option<Grid>,
    /// The region of each cell, by any label.
    pub areas: Option<Grid>,
    /// The largest number of its kind: bridges side by side, or heights.
    pub depth: Option<u32>,
    /// The variant of the game, if it is not the usual one.
    pub variant: Option<String>,
    /// A finished board.
    pub solution: Option<Grid>,
    /// A partly filled board.
    pub marks: Option<Grid>,
    /// All other fields.
    pub extra: Map<String, Value>,
    /// Those of them with a number that is too long for us, as they were written.
    pub verbatim: BTreeMap<String, String>,
}

impl Record {
    /// A record without clues and boards.
    pub fn new(kind: &str, rows: usize, cols: usize) -> Record {
        Record {
            kind: kind.to_owned(),
            rows,
            cols,
            ..Record::default()
        }
    }

    /// A record of this family without clues and boards.
    pub(crate) fn of(family: &Family, size: Size) -> Record {
        Record::new(family.id, size.rows(), size.cols())
    }

    /// The board in this notation, if there is one.
    pub fn board(&self, notation: Notation) -> Option<&Grid> {
        match notation {
            Notation::Solution => self.solution.as_ref(),
            Notation::Marks => self.marks.as_ref(),
            Notation::Forced => None,
        }
    }

    /// Put a board in, replacing the one that was there.
    pub fn set_board(&mut self, notation: Notation, grid: Grid) {
        match notation {
            Notation::Solution => self.solution = Some(grid),
            Notation::Marks | Notation::Forced => self.marks = Some(grid),
        }
    }

    pub(crate) fn is_draft(&self) -> bool {
        match self.extra.get(DRAFT) {
            Some(Value::Bool(yes)) => *yes,
            Some(Value::String(word)) => word == "true",
            _ => false,
        }
    }

    /// The board's size, if the program can handle it.
    pub fn size(&self) -> Result<Size, FieldError> {
        let bad = if (1..=grid::MAX_SIDE).contains(&self.rows) {
            "cols"
        } else {
            "rows"
        };
        size_of(self.rows, self.cols).map_err(|message| FieldError::field(bad, message))
    }

    /// The clues in the cells, checked for size.
    pub fn problem(&self) -> Result<&Grid, FieldError> {
        let Some(grid) = &self.problem else {
            return Err(FieldError::field("problem", "the problem is missing"));
        };
        grid.check_size("problem", self.rows, self.cols)?;
        Ok(grid)
    }

    /// The depth, from 1 to this; what was expected is said in a message.
    pub(crate) fn depth_up_to(&self, most: u16, expected: &str) -> Result<Option<u16>, FieldError> {
        let Some(depth) = self.depth else {
            return Ok(None);
        };
        match u16::try_from(depth) {
            Ok(fits @ 1..) if fits <= most => Ok(Some(fits)),
            _ => {
                let message = format!("expected {expected}, found {depth}");
                Err(FieldError::field("depth", message))
            }
        }
    }

    /// The variant, one of those that the family knows. The collections repeat the puzzle's name in
    /// front.
    pub(crate) fn variant(
        &self,
        family: &Family,
        known: &[&'static str],
    ) -> Result<Option<&'static str>, FieldError> {
        let variant = self.variant.as_deref().unwrap_or("");
        let bare = match variant.strip_prefix(family.id) {
            Some("") => "",
            Some(rest) => rest.strip_prefix(", ").unwrap_or(variant),
            None => variant,
        };
        let found = known.iter().find(|name| **name == bare);
        if bare.is_empty() || found.is_some() {
            return Ok(found.copied());
        }
        let there_is = match known {
            [] => format!("{} has none", family.name),
            _ => format!("there is {:?}", known[0]),
        };
        let message = format!("unknown variant {variant:?}; {there_is}");
        Err(FieldError::field("variant", message))
    }
}

/// The size of a board with so many rows and columns, if the program can handle it.
pub(crate) fn size_of(rows: usize, cols: usize) -> Result<Size, String> {
    Size::new(rows, cols).ok_or_else(|| {
        let most = grid::MAX_SIDE;
        format!("a board has 1 to {most} rows and columns; this one is {rows}×{cols}")
    })
}

impl Grid {
    /// A grid made cell by cell.
    pub fn from_fn(rows: usize, cols: usize, sign: impl Fn(usize, usize) -> String) -> Grid {
        Grid(
            (0..rows)
                .map(|r| (0..cols).map(|c| sign(r, c)).collect())
                .collect(),
        )
    }

    /// A grid made cell by cell of a board.
    pub(crate) fn by_cell(size: Size, sign: impl Fn(Cell) -> String) -> Grid {
        Grid::from_fn(size.rows(), size.cols(), |row, col| sign(cell(row, col)))
    }

    /// A grid with a word for each cell, row by row.
    pub(crate) fn of<W: Word>(
        size: Size,
        word: &W,
        values: impl IntoIterator<Item = W::Value>,
    ) -> Grid {
        let mut values = values.into_iter();
        let mut row = || {
            let mut words = Vec::with_capacity(size.cols());
            for _ in 0..size.cols() {
                words.extend(values.next().map(|value| word.write(value)));
            }
            words
        };
        Grid((0..size.rows()).map(|_| row()).collect())
    }

    /// What the words of all cells say, row by row. Mistakes are placed in this field of a record.
    pub(crate) fn read<W: Word>(
        &self,
        field: &'static str,
        word: &W,
    ) -> Result<Vec<W::Value>, FieldError> {
        let mut values = Vec::with_capacity(self.0.iter().map(Vec::len).sum());
        for (row, signs) in self.0.iter().enumerate() {
            for (col, sign) in signs.iter().enumerate() {
                let value = word.read(sign);
                values.push(value.map_err(|message| FieldError::cell(field, row, col, message))?);
            }
        }
        Ok(values)
    }

    /// Does the grid have this many rows and columns? If not, the error names the first row at
    /// fault.
    pub fn check_size(
        &self,
        field: &'static str,
        rows: usize,
        cols: usize,
    ) -> Result<(), FieldError> {
        for (r, row) in self.0.iter().enumerate().take(rows) {
            if row.len() != cols {
                return Err(FieldError::row(
                    field,
                    r,
                    format!(
                        "row {} of {field} has {}, expected {cols}",
                        r + 1,
                        counted(row.len(), "cell")
                    ),
                ));
            }
        }
        if self.0.len() != rows {
            return Err(FieldError::field(
                field,
                format!(
                    "{field} has {}, expected {rows}",
                    counted(self.0.len(), "row")
                ),
            ));
        }
        Ok(())
    }

    /// All cells with their row and column.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, &str)> {
        self.0.iter().enumerate().flat_map(|(r, row)| {
            row.iter()
                .enumerate()
                .map(move |(c, sign)| (r, c, sign.as_str()))
        })
    }
}
