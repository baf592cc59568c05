//! Something for each cell of a board.

use std::ops::{Index, IndexMut};

use crate::{Cell, Size};

/// A value for each cell, found by the cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet<T> {
    size: Size,
    values: Vec<T>,
}

impl<T> Sheet<T> {
    /// What this says of each cell.
    pub fn of(size: Size, value: impl FnMut(Cell) -> T) -> Sheet<T> {
        let values = size.cells().map(value).collect();
        Sheet { size, values }
    }

    /// The same in all cells.
    pub fn filled(size: Size, value: T) -> Sheet<T>
    where
        T: Clone,
    {
        let values = vec![value; size.len()];
        Sheet { size, values }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// All values, row by row.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// All values, to be changed.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The cells whose value is like this, row by row.
    pub fn cells_where(&self, is: impl Fn(&T) -> bool) -> impl Iterator<Item = Cell> {
        self.size.cells().filter(move |&at| is(&self[at]))
    }
}

impl<T> Index<Cell> for Sheet<T> {
    type Output = T;

    fn index(&self, at: Cell) -> &T {
        &self.values[self.size.index(at)]
    }
}

impl<T> IndexMut<Cell> for Sheet<T> {
    fn index_mut(&mut self, at: Cell) -> &mut T {
        &mut self.values[self.size.index(at)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell;

    #[test]
    fn each_cell_has_its_own_value() {
        let size = Size::new(2, 3).expect("a small board");
        let mut sheet = Sheet::of(size, |at| at.row == at.col);
        sheet[cell(1, 2)] = true;
        assert_eq!(sheet.values(), [true, false, false, false, true, true]);
        let there: Vec<Cell> = sheet.cells_where(|&is| is).collect();
        assert_eq!(there, [cell(0, 0), cell(1, 1), cell(1, 2)]);
        assert_eq!(Sheet::filled(size, 0).values(), [0; 6]);
    }
}
