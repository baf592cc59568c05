//! What setting by hand has in common for all families: where a gesture points, what is typed, and
//! what stays on a sheet of another size.

use std::sync::Arc;

use grid::{Cell, Dir, Size};

use crate::play::Gesture;
use crate::puzzle::Puzzle;

/// The value of a key or button that takes a clue away.
pub(crate) const DELETE: &str = "delete";

/// The value of a key or button for a clue that tells nothing.
pub(crate) const HIDDEN: &str = "?";

/// The cells of the board that were pointed at, in their order.
pub(crate) fn cells(size: Size, gesture: &Gesture) -> Vec<Cell> {
    let cells = gesture.targets.iter().filter_map(|t| t.cell());
    cells.filter(|&at| size.contains(at)).collect()
}

/// The cells that were pointed at, with all cells between two in one line: a fast hand skips some.
pub(crate) fn path(size: Size, gesture: &Gesture) -> Vec<Cell> {
    let mut path: Vec<Cell> = Vec::new();
    for to in cells(size, gesture) {
        if let Some(&from) = path.last()
            && let Some(dir) = straight(from, to)
        {
            path.extend(size.ray(from, dir).take_while(|&at| at != to));
        }
        path.push(to);
    }
    path
}

/// The direction from one cell to another in its row or column.
pub(crate) fn straight(from: Cell, to: Cell) -> Option<Dir> {
    match ((to.row - from.row).signum(), (to.col - from.col).signum()) {
        (-1, 0) => Some(Dir::North),
        (0, 1) => Some(Dir::East),
        (1, 0) => Some(Dir::South),
        (0, -1) => Some(Dir::West),
        _ => None,
    }
}

/// A direction by its word, as on a button, or by its letter.
pub(crate) fn direction(key: &str) -> Option<Dir> {
    let same = |dir: &Dir| {
        key.eq_ignore_ascii_case(word(*dir)) || key.eq_ignore_ascii_case(&word(*dir)[..1])
    };
    Dir::ALL.into_iter().find(same)
}

pub(crate) fn word(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "north",
        Dir::East => "east",
        Dir::South => "south",
        Dir::West => "west",
    }
}

/// The number after a key, up to `most`: a digit is appended to the number that is there, unless
/// that gets too large: then it is the new number.
pub(crate) fn typed(before: Option<u16>, key: &str, most: u16) -> Option<u16> {
    if !key.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: u16 = key.parse().ok()?;
    let longer = before
        .filter(|&n| n > 0 && key.len() == 1)
        .and_then(|n| n.checked_mul(10)?.checked_add(number));
    let fits = |n: &u16| *n <= most;
    longer.filter(fits).or(Some(number).filter(fits))
}

/// Digits for a pad, from `least` to `most` or to 9.
pub(crate) fn digits(least: u16, most: u16) -> impl Iterator<Item = String> {
    (least..=most.min(9)).map(|digit| digit.to_string())
}

/// What was in the cells of a sheet, moved to one of another size; `nothing` where that is larger.
pub(crate) fn fitted<T: Clone>(old: &[T], from: Size, to: Size, nothing: T) -> Vec<T> {
    let what = |at: Cell| match from.contains(at) {
        true => old[from.index(at)].clone(),
        false => nothing.clone(),
    };
    to.cells().map(what).collect()
}

/// The puzzle after a gesture, if that is a different one.
pub(crate) fn changed<P: Puzzle>(before: &P, after: P) -> Option<Arc<dyn Puzzle>> {
    (before.record() != after.record()).then(|| Arc::new(after) as Arc<dyn Puzzle>)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_put_behind_as_long_as_the_number_fits() {
        assert_eq!(typed(None, "7", 11), Some(7));
        assert_eq!(typed(Some(1), "1", 11), Some(11));
        assert_eq!(typed(Some(1), "2", 11), Some(2));
        assert_eq!(typed(Some(0), "4", 99), Some(4));
        assert_eq!(typed(Some(11), "3", 11), Some(3));
        assert_eq!(typed(Some(3), "12", 500), Some(12));
        assert_eq!(typed(Some(u16::MAX), "9", u16::MAX), Some(9));
        for key in ["", "-1", "+1", "x", "12", "99999999", "é", "1 "] {
            assert_eq!(typed(None, key, 11), None, "{key}");
        }
    }

    #[test]
    fn directions_by_word_and_letter() {
        for dir in Dir::ALL {
            assert_eq!(direction(word(dir)), Some(dir));
            assert_eq!(direction(&dir.letter().to_string()), Some(dir));
        }
        for key in ["", "no", "northern", "é"] {
            assert_eq!(direction(key), None);
        }
    }
}

/// A hand for the tests of the families.
#[cfg(test)]
pub(crate) mod testing {
    use std::sync::Arc;

    use crate::play::{Gesture, GestureKind, Target};
    use crate::puzzle::Puzzle;
    use crate::record::Grid;

    /// One gesture after another on a sheet; each returns whether it changed something.
    pub(crate) struct Sheet(pub Arc<dyn Puzzle>);

    impl Sheet {
        pub(crate) fn act(
            &mut self,
            kind: GestureKind,
            targets: &[Target],
            value: Option<&str>,
        ) -> bool {
            let gesture = Gesture {
                kind,
                targets: targets.to_vec(),
                value: value.map(str::to_owned),
                tidy: false,
            };
            let after = self.0.edit(&gesture);
            let means = after.is_some();
            self.0 = after.unwrap_or_else(|| Arc::clone(&self.0));
            means
        }

        pub(crate) fn tap(&mut self, row: i16, col: i16) -> bool {
            self.act(GestureKind::Tap, &[Target::Cell(row, col)], None)
        }

        pub(crate) fn alt(&mut self, row: i16, col: i16) -> bool {
            self.act(GestureKind::Alt, &[Target::Cell(row, col)], None)
        }

        pub(crate) fn key(&mut self, row: i16, col: i16, value: &str) -> bool {
            self.act(GestureKind::Key, &[Target::Cell(row, col)], Some(value))
        }

        pub(crate) fn drag(&mut self, cells: &[(i16, i16)]) -> bool {
            self.over(GestureKind::Drag, cells)
        }

        pub(crate) fn over(&mut self, kind: GestureKind, cells: &[(i16, i16)]) -> bool {
            let cells: Vec<Target> = cells.iter().map(|&(r, c)| Target::Cell(r, c)).collect();
            self.act(kind, &cells, None)
        }

        /// The clues in the cells, row by row.
        pub(crate) fn clues(&self) -> String {
            self.0.record().problem.map_or(String::new(), rows)
        }

        pub(crate) fn countries(&self) -> String {
            self.0.record().areas.map_or(String::new(), rows)
        }
    }

    fn rows(grid: Grid) -> String {
        let rows: Vec<String> = grid.0.iter().map(|row| row.join(" ")).collect();
        rows.join(" / ")
    }
}
