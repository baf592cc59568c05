//! Putting circles and crosses.

use grid::{Cell, Dir};

use super::{Fobidoshi, Mark};
use crate::board::Board;
use crate::play::{Gesture, GestureKind, HowTo};

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "click or tap",
        meaning: "circle, cross (no circle here), nothing",
    },
    HowTo {
        gesture: "right click or long press",
        meaning: "cross, nothing",
    },
    HowTo {
        gesture: "drag",
        meaning: "paint on what is in the first cell; circles, if it is blank",
    },
    HowTo {
        gesture: "drag with the right button",
        meaning: "paint crosses; from a cross, take crosses away",
    },
    HowTo {
        gesture: "O, X, Delete",
        meaning: "circle, cross, nothing in the cursor's cell",
    },
    HowTo {
        gesture: "Shift and an arrow key",
        meaning: "paint on that way",
    },
];

pub(super) fn gesture(puzzle: &Fobidoshi, board: &Board, gesture: &Gesture) -> Option<Board> {
    let cells = path(puzzle, gesture);
    let &first = cells.first()?;
    let before = puzzle.mark(board, first);
    let mut after = board.clone();
    let mut put = |at: Cell, mark: Mark| {
        if !puzzle.is_given(at) {
            puzzle.enter(&mut after, at, mark);
        }
    };
    match gesture.kind {
        GestureKind::Tap => put(first, next(before)),
        GestureKind::Drag => {
            let paint = match before {
                Mark::Nothing => Mark::Circle,
                mark => mark,
            };
            for at in cells {
                put(at, paint);
            }
        }
        GestureKind::Alt if before == Mark::Cross => {
            for at in cells {
                if puzzle.mark(board, at) == Mark::Cross {
                    put(at, Mark::Nothing);
                }
            }
        }
        GestureKind::Alt => {
            for at in cells {
                put(at, Mark::Cross);
            }
        }
        GestureKind::Key => put(first, key(gesture.value.as_deref()?)?),
    }
    Some(after)
}

fn next(mark: Mark) -> Mark {
    match mark {
        Mark::Nothing => Mark::Circle,
        Mark::Circle => Mark::Cross,
        Mark::Cross => Mark::Nothing,
    }
}

fn key(value: &str) -> Option<Mark> {
    match value {
        "o" | "O" => Some(Mark::Circle),
        "x" | "X" => Some(Mark::Cross),
        "delete" => Some(Mark::Nothing),
        _ => None,
    }
}

/// The cells of the board that were pointed at, with all between two of them in the same line: a
/// fast hand skips some.
fn path(puzzle: &Fobidoshi, gesture: &Gesture) -> Vec<Cell> {
    let mut path: Vec<Cell> = Vec::new();
    let targets = gesture.targets.iter().filter_map(|t| t.cell());
    for to in targets.filter(|&at| puzzle.size.contains(at)) {
        if let Some(&from) = path.last()
            && let Some(dir) = straight(from, to)
        {
            path.extend(puzzle.size.ray(from, dir).take_while(|&at| at != to));
        }
        path.push(to);
    }
    path
}

/// The direction from one cell to another in its row or column.
fn straight(from: Cell, to: Cell) -> Option<Dir> {
    match ((to.row - from.row).signum(), (to.col - from.col).signum()) {
        (-1, 0) => Some(Dir::North),
        (0, 1) => Some(Dir::East),
        (1, 0) => Some(Dir::South),
        (0, -1) => Some(Dir::West),
        _ => None,
    }
}

/// The cell's content for a screen reader.
pub(super) fn say(puzzle: &Fobidoshi, board: &Board, at: Cell) -> String {
    if !puzzle.size.contains(at) {
        return "outside the board".to_owned();
    }
    let words = |mark| match mark {
        Mark::Nothing => "blank",
        Mark::Circle => "circle",
        Mark::Cross => "cross",
    };
    let i = puzzle.size.index(at);
    let (given, entry) = (words(puzzle.given[i]), words(Mark::of(board.slots[i])));
    match (puzzle.is_given(at), board.slots[i]) {
        (true, 0) => format!("given {given}"),
        (true, _) => format!("{entry} on a given {given}"),
        (false, _) => entry.to_owned(),
    }
}
