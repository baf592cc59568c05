//! Small random Latin squares, exactly uniform: a square is reduced if its first row and its first
//! column are in order. Each square comes from one reduced square by one order of the columns and
//! one order of the rows below the first, so drawing all three draws a square. Of side 6 there are
//! 9,408 reduced ones, of side 7 already 16,942,080.

use std::sync::OnceLock;

use super::latin::Square;
use crate::make::prelude::*;

/// The largest side for which all reduced squares are listed.
pub(super) const LARGEST: usize = 6;

pub(super) fn drawn(n: usize, rng: &mut Dice) -> Square {
    let all = reduced(n);
    let square = rng.random_range(0..all.len() / (n * n));
    let square = &all[square * n * n..][..n * n];
    let (mut rows, mut cols): (Vec<usize>, Vec<usize>) = ((0..n).collect(), (0..n).collect());
    rows[1..].shuffle(rng);
    cols.shuffle(rng);
    Square::reordered(n, square, &rows, &cols)
}

/// All reduced squares of a side, one after the other.
fn reduced(n: usize) -> &'static [u8] {
    static ALL: [OnceLock<Vec<u8>>; LARGEST + 1] = [const { OnceLock::new() }; LARGEST + 1];
    ALL[n].get_or_init(|| {
        let mut all = Vec::new();
        let mut square: Vec<u8> = (0..n * n).map(|i| (i / n + i % n) as u8 + 1).collect();
        extend(n, n, &mut square, &mut all);
        all
    })
}

/// Every way to fill the square from this cell on; the first row and column stay as they are.
fn extend(n: usize, cell: usize, square: &mut Vec<u8>, all: &mut Vec<u8>) {
    if cell == n * n {
        all.extend_from_slice(square);
        return;
    }
    let (row, col) = (cell / n, cell % n);
    if col == 0 {
        extend(n, cell + 1, square, all);
        return;
    }
    for height in 1..=n as u8 {
        let in_row = square[row * n..cell].contains(&height);
        let in_col = square[col..cell].iter().step_by(n).any(|&h| h == height);
        if !in_row && !in_col {
            square[cell] = height;
            extend(n, cell + 1, square, all);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;

    #[test]
    fn the_reduced_squares_are_counted_right() {
        let count = |n: usize| reduced(n).len() / (n * n);
        assert_eq!(
            (1..=LARGEST).map(count).collect::<Vec<_>>(),
            [1, 1, 1, 4, 56, 9408]
        );
    }

    #[test]
    fn drawn_squares_are_latin_and_all_of_them_come() {
        let rng = &mut Dice::seed_from_u64(1);
        for n in 1..=LARGEST {
            assert!((0..50).all(|_| drawn(n, rng).is_latin()));
        }
        let all: BTreeSet<Square> = (0..20 * 576).map(|_| drawn(4, rng)).collect();
        assert_eq!(all.len(), 576);
    }
}
