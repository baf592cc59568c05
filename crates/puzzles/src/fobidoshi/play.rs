//! Putting circles and crosses.

use super::{Fobidoshi, Mark};
use crate::kit::hands::{DELETE, path};
use crate::kit::prelude::*;

/// What other hands mean by a click: a circle or none.
const CIRCLES: &str = "circles";

impl Play for Fobidoshi {
    fn blank(&self) -> Board {
        Board::blank(self.size.len())
    }

    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board> {
        let cells = path(self.size, gesture);
        let &first = cells.first()?;
        let before = self.mark(board, first);
        let mut after = board.clone();
        let mut put = |at: Cell, mark: Mark| {
            if !self.is_given(at) {
                self.enter(&mut after, at, mark);
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
                    if self.mark(board, at) == Mark::Cross {
                        put(at, Mark::Nothing);
                    }
                }
            }
            GestureKind::Alt => {
                for at in cells {
                    put(at, Mark::Cross);
                }
            }
            GestureKind::Key => match gesture.value.as_deref()? {
                CIRCLES if before == Mark::Circle => put(first, Mark::Nothing),
                CIRCLES => put(first, Mark::Circle),
                value => put(first, key(value)?),
            },
        }
        Some(after)
    }

    /// The cell's content for a screen reader.
    fn say(&self, board: &Board, at: Cell) -> String {
        if !self.size.contains(at) {
            return "outside the board".to_owned();
        }
        let words = |mark| match mark {
            Mark::Nothing => "blank",
            Mark::Circle => "circle",
            Mark::Cross => "cross",
        };
        let i = self.size.index(at);
        let (given, entry) = (words(self.given[i]), words(Mark::of(board.slots[i])));
        match (self.is_given(at), board.slots[i]) {
            (true, 0) => format!("given {given}"),
            (true, _) => format!("{entry} on a given {given}"),
            (false, _) => entry.to_owned(),
        }
    }
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
        DELETE => Some(Mark::Nothing),
        _ => None,
    }
}
