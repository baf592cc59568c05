//! Putting circles and crosses.

use super::{Fobidoshi, Mark};
use crate::kit::hands::{DELETE, path, turned};
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
            GestureKind::Tap => {
                let order = [Mark::Nothing, Mark::Circle, Mark::Cross];
                put(first, turned(&order, before, true));
            }
            GestureKind::Drag => {
                let paint = match before {
                    Mark::Nothing => Mark::Circle,
                    mark => mark,
                };
                cells.into_iter().for_each(|at| put(at, paint));
            }
            GestureKind::Alt if before == Mark::Cross => {
                let crosses = cells
                    .into_iter()
                    .filter(|&at| self.mark(board, at) == Mark::Cross);
                crosses.for_each(|at| put(at, Mark::Nothing));
            }
            GestureKind::Alt => cells.into_iter().for_each(|at| put(at, Mark::Cross)),
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

fn key(value: &str) -> Option<Mark> {
    match value {
        "o" | "O" => Some(Mark::Circle),
        "x" | "X" => Some(Mark::Cross),
        DELETE => Some(Mark::Nothing),
        _ => None,
    }
}
