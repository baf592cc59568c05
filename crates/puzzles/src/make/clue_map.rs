//! Where a setter wants clues: a picture of the board with a sign for every cell, and around it where
//! the family has clues outside.
//!
//! ```text
//! #..?..#     # a clue must be here
//! ..#.#..     ? one may be here
//! #..?..#     . none is here (or -)
//! ```

use grid::{Cell, Sheet, Size};
use rand_chacha::ChaCha8Rng;

use super::shuffled;
use crate::record::{Grid, Record};

/// What is wanted in one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Must,
    May,
    Never,
}

impl Wanted {
    fn read(sign: char) -> Option<Wanted> {
        match sign {
            '#' => Some(Wanted::Must),
            '?' => Some(Wanted::May),
            '.' | '-' => Some(Wanted::Never),
            _ => None,
        }
    }

    fn sign(self) -> char {
        match self {
            Wanted::Must => '#',
            Wanted::May => '?',
            Wanted::Never => '.',
        }
    }
}

/// For every place on the board and around it, whether a clue must or may be there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClueMap {
    size: Size,
    /// The picture has a border for clues outside.
    around: bool,
    /// Row by row, with a border.
    wanted: Vec<Wanted>,
}

/// What is wrong with a picture, and where; lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapError {
    /// The line of the text.
    pub line: usize,
    /// The column, if it is one sign that is wrong.
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for MapError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

impl std::error::Error for MapError {}

impl ClueMap {
    /// Read a picture, with a border if there are clues `around` the board. Spaces and empty lines mean
    /// nothing.
    pub fn read(text: &str, around: bool) -> Result<ClueMap, MapError> {
        let mut rows: Vec<(usize, Vec<(usize, Wanted)>)> = Vec::new();
        for (line, text) in text.lines().enumerate() {
            let mut row = Vec::new();
            for (column, sign) in text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
                let wanted = Wanted::read(sign).ok_or_else(|| MapError {
                    line: line + 1,
                    column: Some(column + 1),
                    message: format!(
                        "expected # (a clue), ? (perhaps one) or . (none), not {}",
                        sign.escape_debug()
                    ),
                })?;
                row.push((column + 1, wanted));
            }
            if !row.is_empty() {
                rows.push((line + 1, row));
            }
        }
        let wrong = |line: usize, column: Option<usize>, message: String| MapError {
            line,
            column,
            message,
        };
        let Some((first, width)) = rows.first().map(|(line, row)| (*line, row.len())) else {
            return Err(wrong(1, None, "there is no picture".to_owned()));
        };
        if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != width) {
            let message = format!("a row of {} signs, where the first has {width}", row.len());
            return Err(wrong(*line, None, message));
        }
        let border = if around { 1 } else { 0 };
        let sides = [rows.len(), width].map(|side| side.checked_sub(2 * border));
        let size = match sides {
            [Some(rows), Some(cols)] => Size::new(rows, cols),
            _ => None,
        };
        let Some(size) = size else {
            let message = match around {
                true => "no board: the picture has a border for the clues outside",
                false => "no such board",
            };
            return Err(wrong(first, None, message.to_owned()));
        };
        let mut map = ClueMap {
            size,
            around,
            wanted: vec![Wanted::Never; (size.rows() + 2) * (size.cols() + 2)],
        };
        for (r, (line, row)) in rows.iter().enumerate() {
            for (c, &(column, wanted)) in row.iter().enumerate() {
                let is_end = |i: usize, length: usize| i == 0 || i + 1 == length;
                let corner = around && is_end(r, rows.len()) && is_end(c, width);
                if corner && wanted != Wanted::Never {
                    let message = "a corner of the border has no clue".to_owned();
                    return Err(wrong(*line, Some(column), message));
                }
                let at = Cell {
                    row: r as i16 - border as i16,
                    col: c as i16 - border as i16,
                };
                let place = map.place(at);
                map.wanted[place] = wanted;
            }
        }
        match map.wanted.iter().all(|&wanted| wanted == Wanted::Never) {
            true => Err(wrong(first, None, "no clue may be anywhere".to_owned())),
            false => Ok(map),
        }
    }

    fn place(&self, at: Cell) -> usize {
        (at.row + 1) as usize * (self.size.cols() + 2) + (at.col + 1) as usize
    }

    fn wanted(&self, at: Cell) -> Wanted {
        self.wanted[self.place(at)]
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Must a clue be here? Outside the board rows and columns are −1 or n.
    pub fn must(&self, at: Cell) -> bool {
        self.wanted(at) == Wanted::Must
    }

    /// May a clue be here?
    pub fn may(&self, at: Cell) -> bool {
        self.wanted(at) != Wanted::Never
    }

    /// Cells for clues: wherever one must be, and of the cells where one may be as many as are wanted,
    /// none of these beside another.
    pub(crate) fn scattered(&self, wanted: usize, rng: &mut ChaCha8Rng) -> Sheet<bool> {
        let mut is_clue = Sheet::of(self.size, |at| self.must(at));
        let mut count = is_clue.cells_where(|&clue| clue).count();
        for at in shuffled(self.size.cells().filter(|&at| self.may(at)), rng) {
            let is_beside = (self.size.neighbours(at)).any(|(_, next)| is_clue[next]);
            if count < wanted && !is_clue[at] && !is_beside {
                is_clue[at] = true;
                count += 1;
            }
        }
        is_clue
    }

    /// Is it said of every place whether a clue is there?
    pub fn is_fixed(&self) -> bool {
        !self.wanted.contains(&Wanted::May)
    }

    /// Are all clues of a puzzle where they may be, and is there one wherever one must be?
    pub fn is_kept_by(&self, record: &Record) -> bool {
        let (rows, cols) = (self.size.rows() as i16, self.size.cols() as i16);
        let has = |grid: &Option<Grid>, r: i16, c: i16| {
            let sign = grid.as_ref().map(|grid| &grid.0[r as usize][c as usize]);
            sign.is_some_and(|sign| sign != "-")
        };
        let has_clue = |at: Cell| {
            let (above, left) = (at.row < 0, at.col < 0);
            let (below, right) = (at.row == rows, at.col == cols);
            match (above || below, left || right) {
                (true, true) => false,
                (true, false) => has(&record.clabels, i16::from(below), at.col),
                (false, true) => has(&record.rlabels, i16::from(right), at.row),
                (false, false) => has(&record.problem, at.row, at.col),
            }
        };
        (-1..=rows).all(|row| {
            (-1..=cols).all(|col| {
                let at = Cell { row, col };
                match self.wanted(at) {
                    Wanted::Must => has_clue(at),
                    Wanted::May => true,
                    Wanted::Never => !has_clue(at),
                }
            })
        })
    }
}

/// The rows, with a stroke between them.
impl std::fmt::Display for ClueMap {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (rows, cols) = (self.size.rows() as i16, self.size.cols() as i16);
        let border = i16::from(self.around);
        for row in -border..rows + border {
            if row > -border {
                f.write_str("/")?;
            }
            for col in -border..cols + border {
                write!(f, "{}", self.wanted(Cell { row, col }).sign())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str, around: bool) -> String {
        ClueMap::read(text, around).unwrap_err().to_string()
    }

    #[test]
    fn a_picture_is_read_and_written() {
        let map = ClueMap::read("# . ?\n\n.-#\n", false).expect("a picture");
        assert_eq!((map.size().rows(), map.size().cols()), (2, 3));
        assert!(map.must(Cell { row: 0, col: 0 }) && map.may(Cell { row: 0, col: 0 }));
        assert!(!map.must(Cell { row: 0, col: 2 }) && map.may(Cell { row: 0, col: 2 }));
        assert!(!map.may(Cell { row: 1, col: 1 }));
        assert_eq!(map.to_string(), "#.?/..#");
    }

    #[test]
    fn a_border_is_read_and_written() {
        let map = ClueMap::read(".#?.\n#...\n..?.\n.#..", true).expect("a picture");
        assert_eq!((map.size().rows(), map.size().cols()), (2, 2));
        assert!(map.must(Cell { row: -1, col: 0 }) && map.must(Cell { row: 2, col: 0 }));
        assert!(map.must(Cell { row: 0, col: -1 }) && map.may(Cell { row: 1, col: 1 }));
        assert_eq!(map.to_string(), ".#?./#.../..?./.#..");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(
            wrong("#..\n.o.\n", false),
            "line 2, column 2: expected # (a clue), ? (perhaps one) or . (none), not o"
        );
        assert_eq!(
            wrong("#..\n\n.?\n", false),
            "line 3: a row of 2 signs, where the first has 3"
        );
        assert_eq!(wrong("\n", false), "line 1: there is no picture");
        assert_eq!(wrong("...\n...", false), "line 1: no clue may be anywhere");
        assert_eq!(
            wrong(".#.\n#..\n..#", true),
            "line 3, column 3: a corner of the border has no clue"
        );
        assert!(wrong("#?", true).contains("border"));
    }
}
