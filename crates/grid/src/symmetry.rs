//! The eight ways to turn and mirror a board.

use crate::{Cell, Dir, Size};

/// Transposing first (if asked for), then mirroring top to bottom and left to right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry::ALL[0];

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry {
            transpose: false,
            flip_rows: false,
            flip_cols: false,
        }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry {
                transpose: i & 4 != 0,
                flip_rows: i & 2 != 0,
                flip_cols: i & 1 != 0,
            };
            i += 1;
        }
        all
    };

    /// The size of a board of this size after turning.
    pub fn size(self, size: Size) -> Size {
        if self.transpose {
            Size {
                rows: size.cols,
                cols: size.rows,
            }
        } else {
            size
        }
    }

    /// Where a cell of a board of this size goes; cells around the board move along with it.
    pub fn cell(self, size: Size, at: Cell) -> Cell {
        let mut to = if self.transpose {
            Cell {
                row: at.col,
                col: at.row,
            }
        } else {
            at
        };
        let turned = self.size(size);
        if self.flip_rows {
            to.row = turned.rows as i16 - 1 - to.row;
        }
        if self.flip_cols {
            to.col = turned.cols as i16 - 1 - to.col;
        }
        to
    }

    /// Where a direction points after turning.
    pub fn dir(self, dir: Dir) -> Dir {
        let turned = match (self.transpose, dir) {
            (false, d) => d,
            (true, Dir::North) => Dir::West,
            (true, Dir::West) => Dir::North,
            (true, Dir::South) => Dir::East,
            (true, Dir::East) => Dir::South,
        };
        let flip = if turned.is_vertical() {
            self.flip_rows
        } else {
            self.flip_cols
        };
        if flip { turned.opposite() } else { turned }
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        if self.transpose {
            Symmetry {
                transpose: true,
                flip_rows: self.flip_cols,
                flip_cols: self.flip_rows,
            }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell;
    use std::collections::BTreeSet;

    #[test]
    fn eight_different_ways_each_undone_by_its_inverse() {
        let size = Size::new(2, 3).unwrap();
        let mut seen = BTreeSet::new();
        for s in Symmetry::ALL {
            let turned = s.size(size);
            let image: Vec<Cell> = size.cells().map(|c| s.cell(size, c)).collect();
            assert!(image.iter().all(|&c| turned.contains(c)));
            for (c, &to) in size.cells().zip(&image) {
                assert_eq!(s.inverse().cell(turned, to), c);
            }
            seen.insert((turned.rows(), image));
        }
        assert_eq!(seen.len(), 8);
    }

    #[test]
    fn directions_follow_cells() {
        let size = Size::new(4, 6).unwrap();
        let at = cell(1, 2);
        for s in Symmetry::ALL {
            for d in Dir::ALL {
                let moved = s.cell(size, at).step(s.dir(d));
                assert_eq!(moved, s.cell(size, at.step(d)), "{s:?} {d:?}");
            }
        }
    }
}
