//! Putting circles and crosses.

use super::{Mark, NewFamily};
use crate::kit::hands::{DELETE, cells};
use crate::kit::prelude::*;

// FILL IN: what a player's hand does. Look into kit::hands first: paths of a fast hand and typed
// digits are there.
impl Play for NewFamily {
    fn blank(&self) -> Board {
        Board::blank(self.size.len())
    }

    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board> {
        let &at = cells(self.size, gesture).first()?;
        let mark = match (gesture.kind, self.mark(board, at)) {
            (GestureKind::Tap, Mark::Nothing) => Mark::Circle,
            (GestureKind::Tap, Mark::Circle) => Mark::Cross,
            (GestureKind::Tap | GestureKind::Alt, Mark::Cross) => Mark::Nothing,
            (GestureKind::Alt, _) => Mark::Cross,
            (GestureKind::Key, _) => key(gesture.value.as_deref()?)?,
            (GestureKind::Drag, _) => return None,
        };
        let mut after = board.clone();
        if !self.is_given(at) {
            self.enter(&mut after, at, mark);
        }
        Some(after)
    }

    fn say(&self, board: &Board, at: Cell) -> String {
        if !self.size.contains(at) {
            return "outside the board".to_owned();
        }
        let words = |mark| match mark {
            Mark::Nothing => "blank",
            Mark::Circle => "circle",
            Mark::Cross => "cross",
        };
        let slot = self.size.index(at);
        let (given, entry) = (words(self.given[slot]), words(Mark::of(board.slots[slot])));
        match (self.is_given(at), board.slots[slot]) {
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
