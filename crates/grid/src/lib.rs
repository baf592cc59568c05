//! Rectangular boards: cells, the borders between them, directions, regions and the eight
//! symmetries. This crate knows geometry only; what a cell means is for others to say.
//!
//! A [`Cell`] may lie outside the board (row or column −1 or n): that is where the clues around a
//! board live. A [`Size`] turns cells and borders into dense indices and back.

mod region;
mod sheet;
mod symmetry;

pub use region::Regions;
pub use sheet::Sheet;
pub use symmetry::Symmetry;

use std::fmt;

/// The largest number of rows or columns a board may have.
pub const MAX_SIDE: usize = 100;

/// A place: row and column, counted from 0 at the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Counted downwards from 0; −1 and n are just outside the board.
    pub row: i16,
    /// Counted to the right from 0; −1 and n are just outside the board.
    pub col: i16,
}

/// Shorthand for [`Cell`]; the arguments are in range wherever a [`Size`] has been checked.
pub const fn cell(row: usize, col: usize) -> Cell {
    Cell {
        row: row as i16,
        col: col as i16,
    }
}

impl Cell {
    /// The next cell that way, on the board or not.
    pub fn step(self, dir: Dir) -> Cell {
        self.go(dir, 1)
    }

    /// The cell `distance` steps that way, on the board or not.
    pub fn go(self, dir: Dir, distance: usize) -> Cell {
        let (dr, dc) = dir.delta();
        Cell {
            row: self.row + dr * distance as i16,
            col: self.col + dc * distance as i16,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.col)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The four directions in which cells have neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dir {
    /// Up: to the row before.
    North,
    /// Right: to the column after.
    East,
    /// Down: to the row after.
    South,
    /// Left: to the column before.
    West,
}

impl Dir {
    /// All four, clockwise from the north.
    pub const ALL: [Dir; 4] = [Dir::North, Dir::East, Dir::South, Dir::West];

    /// The way back.
    pub const fn opposite(self) -> Dir {
        match self {
            Dir::North => Dir::South,
            Dir::East => Dir::West,
            Dir::South => Dir::North,
            Dir::West => Dir::East,
        }
    }

    /// Change of (row, column) by one step.
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Dir::North => (-1, 0),
            Dir::East => (0, 1),
            Dir::South => (1, 0),
            Dir::West => (0, -1),
        }
    }

    /// Is this north or south?
    pub const fn is_vertical(self) -> bool {
        matches!(self, Dir::North | Dir::South)
    }

    /// `n`, `e`, `s` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Dir::North => 'n',
            Dir::East => 'e',
            Dir::South => 's',
            Dir::West => 'w',
        }
    }

    /// The direction that this letter stands for, upper or lower case; see [`Dir::letter`].
    pub fn from_letter(letter: char) -> Option<Dir> {
        Dir::ALL
            .into_iter()
            .find(|d| d.letter() == letter.to_ascii_lowercase())
    }
}

/// The size of a board, at least 1×1 and at most [`MAX_SIDE`] either way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    rows: u8,
    cols: u8,
}

impl Size {
    /// The size of a board with these sides; none if one is 0 or more than [`MAX_SIDE`].
    pub fn new(rows: usize, cols: usize) -> Option<Size> {
        let fits = |n: usize| (1..=MAX_SIDE).contains(&n);
        (fits(rows) && fits(cols)).then_some(Size {
            rows: rows as u8,
            cols: cols as u8,
        })
    }

    /// Number of rows, at least 1.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns, at least 1.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of cells.
    #[expect(clippy::len_without_is_empty, reason = "a board is never empty")]
    pub const fn len(self) -> usize {
        self.rows() * self.cols()
    }

    /// Is this cell on the board?
    pub fn contains(self, at: Cell) -> bool {
        (0..self.rows as i16).contains(&at.row) && (0..self.cols as i16).contains(&at.col)
    }

    /// Row-major number of a cell on the board.
    pub fn index(self, at: Cell) -> usize {
        debug_assert!(self.contains(at), "{at} outside {self:?}");
        at.row as usize * self.cols() + at.col as usize
    }

    /// The cell with this number; undoes [`Size::index`].
    pub fn cell(self, index: usize) -> Cell {
        cell(index / self.cols(), index % self.cols())
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.len()).map(move |i| self.cell(i))
    }

    /// The neighbouring cell that way, if it is on the board.
    pub fn neighbour(self, at: Cell, dir: Dir) -> Option<Cell> {
        Some(at.step(dir)).filter(|&c| self.contains(c))
    }

    /// Neighbours on the board, in the order north, east, south, west.
    pub fn neighbours(self, at: Cell) -> impl Iterator<Item = (Dir, Cell)> + Clone {
        Dir::ALL
            .into_iter()
            .filter_map(move |d| self.neighbour(at, d).map(|c| (d, c)))
    }

    /// The cells from `at` (not included) that way up to the edge.
    pub fn ray(self, at: Cell, dir: Dir) -> impl Iterator<Item = Cell> + Clone {
        let far = match dir {
            _ if self.neighbour(at, dir).is_none() => 0,
            Dir::North => at.row,
            Dir::East => self.cols as i16 - 1 - at.col,
            Dir::South => self.rows as i16 - 1 - at.row,
            Dir::West => at.col,
        };
        (0..far as usize).map(move |before| at.go(dir, before + 1))
    }

    /// Number of borders between two cells of the board.
    pub const fn borders(self) -> usize {
        self.rows() * (self.cols() - 1) + (self.rows() - 1) * self.cols()
    }

    /// Number of the border of a cell on that side; none at the edge of the board. First come the
    /// borders between horizontal neighbours, row by row, then those between vertical ones.
    pub fn border(self, at: Cell, dir: Dir) -> Option<usize> {
        let other = self.neighbour(at, dir)?;
        let first = at.min(other);
        let (row, col) = (first.row as usize, first.col as usize);
        Some(if dir.is_vertical() {
            self.rows() * (self.cols() - 1) + row * self.cols() + col
        } else {
            row * (self.cols() - 1) + col
        })
    }

    /// The two cells on either side of a border, the western or northern one first.
    pub fn border_cells(self, border: usize) -> (Cell, Cell) {
        let horizontal = self.rows() * (self.cols() - 1);
        if border < horizontal {
            let at = cell(border / (self.cols() - 1), border % (self.cols() - 1));
            (at, at.step(Dir::East))
        } else {
            let rest = border - horizontal;
            let at = cell(rest / self.cols(), rest % self.cols());
            (at, at.step(Dir::South))
        }
    }

    /// The western or northern cell at a border, and the side of it on which the border is.
    pub fn border_side(self, border: usize) -> (Cell, Dir) {
        let (at, other) = self.border_cells(border);
        let is_upright = at.row == other.row;
        (at, if is_upright { Dir::East } else { Dir::South })
    }

    /// Number of the corner in the north-west of a cell. All corners on the rim of the board are one
    /// place, number 0.
    pub fn corner(self, row: usize, col: usize) -> usize {
        let inside = (1..self.rows()).contains(&row) && (1..self.cols()).contains(&col);
        if inside { row * self.cols() + col } else { 0 }
    }

    /// The corners at the two ends of a border, as [`Size::corner`] numbers them: the places between
    /// which one passes who crosses it.
    pub fn border_corners(self, border: usize) -> (usize, usize) {
        let (a, z) = self.border_cells(border);
        let (row, col) = (z.row as usize, z.col as usize);
        let along = if a.row == z.row { (1, 0) } else { (0, 1) };
        (
            self.corner(row, col),
            self.corner(row + along.0, col + along.1),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_bounded() {
        assert!(Size::new(0, 5).is_none());
        assert!(Size::new(5, 101).is_none());
        assert!(Size::new(10_000, 10_000).is_none());
        assert_eq!(Size::new(100, 1).map(Size::len), Some(100));
    }

    #[test]
    fn every_border_knows_its_two_cells() {
        for (rows, cols) in [(1, 1), (1, 4), (4, 1), (3, 5)] {
            let size = Size::new(rows, cols).unwrap();
            for b in 0..size.borders() {
                let (a, z) = size.border_cells(b);
                let dir = if a.row == z.row {
                    Dir::East
                } else {
                    Dir::South
                };
                assert_eq!(size.border(a, dir), Some(b));
                assert_eq!(size.border(z, dir.opposite()), Some(b));
            }
            let counted: usize = size.cells().map(|c| size.neighbours(c).count()).sum();
            assert_eq!(counted, 2 * size.borders());
        }
    }

    #[test]
    fn borders_meet_in_corners() {
        let size = Size::new(3, 3).unwrap();
        // Four borders meet in each of the four corners inside.
        let mut ends = vec![0; size.len()];
        for border in 0..size.borders() {
            let (a, z) = size.border_corners(border);
            ends[a] += 1;
            ends[z] += 1;
        }
        assert_eq!(ends, [8, 0, 0, 0, 4, 4, 0, 4, 4]);
        assert_eq!(size.corner(3, 1), 0);
    }

    #[test]
    fn a_ray_ends_at_the_edge() {
        let size = Size::new(3, 4).unwrap();
        let east: Vec<_> = size.ray(cell(1, 1), Dir::East).collect();
        assert_eq!(east, [cell(1, 2), cell(1, 3)]);
        assert_eq!(size.ray(cell(0, 2), Dir::North).count(), 0);
    }
}
