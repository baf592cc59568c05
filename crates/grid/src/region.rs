//! Division of a board into regions.

use crate::{Cell, Dir, Size};

/// Every cell belongs to exactly one region; regions are numbered by their first cell, row by row,
/// so that equal divisions are equal values however they were written down.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Regions {
    size: Size,
    of: Vec<u16>,
    count: usize,
}

impl Regions {
    /// Cells with equal labels form a region, whether they touch or not.
    pub fn from_labels<L: PartialEq>(size: Size, labels: &[L]) -> Regions {
        assert_eq!(labels.len(), size.len());
        // Compare with the first cell of every region seen so far: no ordering or hash needed.
        let mut firsts: Vec<usize> = Vec::new();
        let of = (0..labels.len())
            .map(|i| {
                let known = firsts.iter().position(|&f| labels[f] == labels[i]);
                known.unwrap_or_else(|| {
                    firsts.push(i);
                    firsts.len() - 1
                }) as u16
            })
            .collect();
        let count = firsts.len();
        Regions { size, of, count }
    }

    /// Regions are what is left connected when the marked borders are walls.
    pub fn from_borders(size: Size, wall: impl Fn(usize) -> bool) -> Regions {
        Self::flood(size, |at, dir| {
            size.border(at, dir).is_some_and(|border| !wall(border))
        })
    }

    fn flood(size: Size, open: impl Fn(Cell, Dir) -> bool) -> Regions {
        const NONE: u16 = u16::MAX;
        let mut of = vec![NONE; size.len()];
        let mut count = 0;
        let mut stack = Vec::new();
        for start in 0..size.len() {
            if of[start] != NONE {
                continue;
            }
            of[start] = count as u16;
            stack.push(size.cell(start));
            while let Some(at) = stack.pop() {
                for (dir, next) in size.neighbours(at) {
                    let next_index = size.index(next);
                    if of[next_index] == NONE && open(at, dir) {
                        of[next_index] = count as u16;
                        stack.push(next);
                    }
                }
            }
            count += 1;
        }
        Regions { size, of, count }
    }

    /// The size of the board that is divided.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of regions.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The region that a cell of the board belongs to.
    pub fn of(&self, at: Cell) -> usize {
        self.of[self.size.index(at)] as usize
    }

    /// The cells of a region, row by row.
    pub fn cells(&self, region: usize) -> impl Iterator<Item = Cell> + '_ {
        self.size.cells().filter(move |&c| self.of(c) == region)
    }

    /// The cells of each region, row by row.
    pub fn all(&self) -> Vec<Vec<Cell>> {
        let mut all = vec![Vec::new(); self.count];
        for at in self.size.cells() {
            all[self.of(at)].push(at);
        }
        all
    }

    /// Does this border separate two regions?
    pub fn is_wall(&self, border: usize) -> bool {
        let (a, z) = self.size.border_cells(border);
        self.of(a) != self.of(z)
    }

    /// The first cell, row by row, that is cut off from earlier cells of its region.
    pub fn first_scattered(&self) -> Option<Cell> {
        let pieces = Self::flood(self.size, |at, dir| self.of(at) == self.of(at.step(dir)));
        let mut piece_of: Vec<Option<usize>> = vec![None; self.count];
        self.size.cells().find(|&c| {
            let piece = pieces.of(c);
            *piece_of[self.of(c)].get_or_insert(piece) != piece
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell;

    fn size() -> Size {
        Size::new(2, 3).unwrap()
    }

    #[test]
    fn labels_and_borders_give_the_same_regions() {
        let by_label = Regions::from_labels(size(), &['b', 'b', 'a', 'b', 'c', 'a']);
        let by_border = Regions::from_borders(size(), |b| by_label.is_wall(b));
        assert_eq!(by_label, by_border);
        assert_eq!(by_label.count(), 3);
        assert_eq!(by_label.of(cell(1, 1)), 2);
        assert_eq!(
            by_label.cells(1).collect::<Vec<_>>(),
            [cell(0, 2), cell(1, 2)]
        );
    }

    #[test]
    fn a_scattered_region_is_found() {
        let split = Regions::from_labels(size(), &['a', 'b', 'a', 'b', 'b', 'b']);
        assert_eq!(split.first_scattered(), Some(cell(0, 2)));
        let whole = Regions::from_labels(size(), &['a', 'b', 'b', 'a', 'a', 'b']);
        assert_eq!(whole.first_scattered(), None);
    }
}
