//! Where clues stand, roughly: on which side, in which quarter.

use grid::Size;
use puzzles::make::Place;
use puzzles::{Family, Puzzle};

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Above the board.
    Top,
    /// Below the board.
    Bottom,
    /// To the left of the board.
    Left,
    /// To the right of the board.
    Right,
}

impl Side {
    /// All sides with their names.
    pub const ALL: [(&'static str, Side); 4] = [
        ("top", Side::Top),
        ("bottom", Side::Bottom),
        ("left", Side::Left),
        ("right", Side::Right),
    ];
}

/// The side of a clue outside the board.
pub fn side_of(size: Size, place: Place) -> Option<Side> {
    let Place::Outside(at) = place else {
        return None;
    };
    Some(match at {
        _ if at.row < 0 => Side::Top,
        _ if at.row as usize >= size.rows() => Side::Bottom,
        _ if at.col < 0 => Side::Left,
        _ => Side::Right,
    })
}

/// Does this family have clues outside the board?
pub fn has_outside(puzzle: &dyn Puzzle) -> bool {
    let told = puzzle.reveals(&puzzle.blank());
    let mut edits = puzzle.removals().into_iter().chain(told);
    edits.any(|edit| matches!(edit.place, Place::Outside(_)))
}

/// Do puzzles of this family have clues outside the board?
pub fn has_border(family: &Family) -> bool {
    let side = family.sides.0.max(2);
    let empty = Size::new(side, side).and_then(|size| (family.empty)(size).ok());
    empty.is_some_and(|puzzle| has_outside(puzzle.as_ref()))
}

/// One of eight: the four sides, then the four quarters of the board.
pub(crate) fn part_of(size: Size, place: Place) -> usize {
    match side_of(size, place) {
        Some(side) => side as usize,
        None => {
            let at = place.cell();
            let lower = 2 * at.row as usize >= size.rows();
            let right = 2 * at.col as usize >= size.cols();
            4 + 2 * lower as usize + right as usize
        }
    }
}
