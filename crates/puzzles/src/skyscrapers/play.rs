//! Writing heights and pencil marks.

use super::{PARK, Skyscrapers, pencil_mark};
use crate::kit::hands::{DELETE, cells, turned};
use crate::kit::prelude::*;

/// What other hands mean by clicking again: one higher, one lower.
const UP: &str = "up";
const DOWN: &str = "down";

impl Play for Skyscrapers {
    fn blank(&self) -> Board {
        Board::blank(2 * self.size.len())
    }

    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board> {
        // Cells that may be written in; a target outside the board means nothing.
        let is_free = |at: &Cell| self.givens[self.size.index(*at)] == 0;
        let mut cells = cells(self.size, gesture).into_iter().filter(is_free);
        let mut after = board.clone();
        match gesture.kind {
            GestureKind::Key => key(self, &mut after, cells.next()?, gesture)?,
            GestureKind::Alt if self.parks() > 0 => {
                let first = cells.next()?;
                let value = match board.slots[self.size.index(first)] {
                    PARK => 0,
                    _ => PARK,
                };
                for at in std::iter::once(first).chain(cells) {
                    // Heights that are passed on the way stay.
                    let passed = at != first && !matches!(self.value(board, at), 0 | PARK);
                    if !passed {
                        enter(self, &mut after, at, value, gesture.tidy);
                    }
                }
            }
            // A tap chooses the cell that the keys then act on.
            GestureKind::Alt | GestureKind::Tap | GestureKind::Drag => return None,
        }
        Some(after)
    }

    fn player_keys(&self) -> Vec<String> {
        let heights = (1..=self.depth).chain((self.parks() > 0).then_some(0));
        let mut keys: Vec<String> = heights.map(|h| h.to_string()).collect();
        keys.push(DELETE.to_owned());
        keys
    }

    /// The cell's content for a screen reader; outside the board, the view from there.
    fn say(&self, board: &Board, at: Cell) -> String {
        if !self.size.contains(at) {
            return match self.view_at(at).and_then(|view| self.views[view]) {
                Some(seen) => format!("view {seen}"),
                None => "no view".to_owned(),
            };
        }
        let slot = self.size.index(at);
        let given = if board.slots[slot] == 0 { "given " } else { "" };
        match self.value(board, at) {
            0 => {
                let words = |height: u16| number_or((height > 0).then_some(height), "park");
                let marked: Vec<String> = self.pencilled(board, at).map(words).collect();
                match &marked[..] {
                    [] => "empty".to_owned(),
                    marked => format!("empty, pencil marks {}", marked.join(", ")),
                }
            }
            PARK => format!("{given}park"),
            height => format!("{given}{height}"),
        }
    }
}

fn key(puzzle: &Skyscrapers, after: &mut Board, at: Cell, gesture: &Gesture) -> Option<()> {
    let text = gesture.value.as_deref()?;
    let (text, as_mark) = match text.strip_prefix('~') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (slot, pencil) = (puzzle.size.index(at), puzzle.pencil_slot(at));
    if text == DELETE {
        let entry = after.slots[slot] != 0 && !as_mark;
        after.slots[if entry { slot } else { pencil }] = 0;
        return Some(());
    }
    if text == UP || text == DOWN {
        let value = counted(puzzle, after.slots[slot], text == UP);
        enter(puzzle, after, at, value, gesture.tidy);
        return Some(());
    }
    let height = height_of(puzzle, text)?;
    if !as_mark {
        let value = if height == 0 { PARK } else { height };
        enter(puzzle, after, at, value, gesture.tidy);
    } else if after.slots[slot] == 0 {
        after.slots[pencil] ^= pencil_mark(height);
    }
    Some(())
}

/// The next higher building, or the next lower one; after the last comes an empty cell.
fn counted(puzzle: &Skyscrapers, value: u16, up: bool) -> u16 {
    let nothing = [0].into_iter().chain((puzzle.parks() > 0).then_some(PARK));
    let order: Vec<u16> = nothing.chain(1..=puzzle.depth).collect();
    turned(&order, value, up)
}

/// A number, or a letter for those that have no key of their own: a is 10.
pub(super) fn height_of(puzzle: &Skyscrapers, text: &str) -> Option<u16> {
    let mut chars = text.chars();
    let height = match (chars.next()?, chars.next()) {
        (letter @ 'a'..='g', None) => letter as u16 - 'a' as u16 + 10,
        (first, _) if first.is_ascii_digit() => text.parse().ok()?,
        _ => return None,
    };
    let heights = puzzle.lowest()..=puzzle.depth;
    heights.contains(&height).then_some(height)
}

/// Write into a cell. To tidy up is to rub out the pencil marks that this entry makes useless.
fn enter(puzzle: &Skyscrapers, after: &mut Board, at: Cell, value: u16, tidy: bool) {
    puzzle.enter(after, at, value);
    if value == 0 {
        return;
    }
    if tidy {
        after.slots[puzzle.pencil_slot(at)] = 0;
        for line in puzzle.lines().iter().filter(|line| line.contains(&at)) {
            let same = |&&cell: &&Cell| puzzle.value(after, cell) == value;
            let (most, mark) = match value {
                PARK => (puzzle.parks(), pencil_mark(0)),
                height => (1, pencil_mark(height)),
            };
            if line.iter().filter(same).count() >= most {
                for &cell in line {
                    after.slots[puzzle.pencil_slot(cell)] &= !mark;
                }
            }
        }
    }
}
