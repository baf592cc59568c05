//! What playing and setting by hand have in common for all families: where a gesture points and what
//! it crosses, what is typed, and what stays on a sheet of another size.

use std::sync::Arc;

use grid::{Cell, Dir, Size};

use crate::kit::words::compass;
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

/// The borders that a hand crosses on its way.
pub(crate) fn crossed(size: Size, gesture: &Gesture) -> Vec<usize> {
    let path = path(size, gesture);
    let steps = path.windows(2);
    steps
        .filter_map(|step| size.border(step[0], straight(step[0], step[1])?))
        .collect()
}

/// The direction in which a hand mostly went, along its row where that is undecided. Both ends
/// may be anywhere.
pub(crate) fn main_direction(from: Cell, to: Cell) -> Option<Dir> {
    let down = i32::from(to.row) - i32::from(from.row);
    let right = i32::from(to.col) - i32::from(from.col);
    match (down.abs() > right.abs(), down.signum(), right.signum()) {
        (true, 1, _) => Some(Dir::South),
        (true, ..) => Some(Dir::North),
        (false, _, 1) => Some(Dir::East),
        (false, _, -1) => Some(Dir::West),
        _ => None,
    }
}

/// A direction by its word, as on a button, or by its letter.
pub(crate) fn direction(key: &str) -> Option<Dir> {
    let same = |dir: &Dir| {
        key.eq_ignore_ascii_case(compass(*dir)) || key.eq_ignore_ascii_case(&compass(*dir)[..1])
    };
    Dir::ALL.into_iter().find(same)
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

/// What follows this in a list that begins anew after its last, or what comes before it; what is not
/// in it counts as the first.
pub(crate) fn turned<T: Copy + PartialEq>(order: &[T], now: T, forth: bool) -> T {
    let place = order.iter().position(|&each| each == now).unwrap_or(0);
    let step = if forth { 1 } else { order.len() - 1 };
    order[(place + step) % order.len()]
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
            assert_eq!(direction(compass(dir)), Some(dir));
            assert_eq!(direction(&dir.letter().to_string()), Some(dir));
        }
        for key in ["", "no", "northern", "é"] {
            assert_eq!(direction(key), None);
        }
    }

    #[test]
    fn the_main_direction_of_a_drag() {
        let to = |row, col| main_direction(Cell { row: 0, col: 0 }, Cell { row, col });
        assert_eq!(to(0, 0), None);
        assert_eq!([to(2, 1), to(-2, -1)], [Some(Dir::South), Some(Dir::North)]);
        assert_eq!([to(1, 2), to(1, -2)], [Some(Dir::East), Some(Dir::West)]);
        assert_eq!([to(2, 2), to(2, -2)], [Some(Dir::East), Some(Dir::West)]);
        assert_eq!(to(i16::MIN, i16::MAX), Some(Dir::North));
    }
}
