//! Shading cells, drawing the loop, and notes about both.

use super::{CLOSED, Clue, DOT, LINE, SHADED, Yajilin};
use crate::kit::hands::{DELETE, crossed, direction, path};
use crate::kit::prelude::*;
use crate::play::Target;

/// What other hands mean by their gestures: the next of shaded, dot and nothing, the one before, and
/// dots in all cells.
const ROUND: &str = "round";
const BACK: &str = "back";
const DOTS: &str = "dots";

impl Play for Yajilin {
    fn blank(&self) -> Board {
        Board::blank(self.size.len() + self.size.borders())
    }

    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board> {
        let mut after = board.clone();
        let first = *gesture.targets.first()?;
        match gesture.kind {
            GestureKind::Tap => match first {
                Target::Cell(..) => toggle_cell(self, &mut after, free_cell(self, first)?, DOT),
                _ => toggle_borders(self, &mut after, &[border_at(self, first)?], LINE),
            },
            GestureKind::Alt => match (first, gesture.targets.len()) {
                (Target::Cell(..), 1) => {
                    toggle_cell(self, &mut after, free_cell(self, first)?, SHADED);
                }
                (Target::Cell(..), _) => {
                    toggle_borders(self, &mut after, &crossed(self.size, gesture), CLOSED);
                }
                _ => toggle_borders(self, &mut after, &[border_at(self, first)?], CLOSED),
            },
            GestureKind::Drag => {
                toggle_borders(self, &mut after, &crossed(self.size, gesture), LINE);
            }
            GestureKind::Key => {
                let at = free_cell(self, first)?;
                match gesture.value.as_deref()? {
                    DELETE => clear(self, &mut after, at),
                    ROUND => go_on(self, &mut after, at, [0, SHADED, DOT]),
                    BACK => go_on(self, &mut after, at, [0, DOT, SHADED]),
                    DOTS => paint_dots(self, &mut after, &path(self.size, gesture)),
                    key => {
                        let side = direction(key).filter(|_| key.len() == 1)?;
                        let border = self.size.border(at, side)?;
                        toggle_borders(self, &mut after, &[border], CLOSED);
                    }
                }
            }
        }
        Some(after)
    }

    /// The cell's content for a screen reader.
    fn say(&self, board: &Board, at: Cell) -> String {
        if !self.size.contains(at) {
            return "outside the board".to_owned();
        }
        let sides = |entry: u16| -> Vec<&'static str> {
            Dir::ALL
                .into_iter()
                .filter(|&dir| {
                    let border = self.size.border(at, dir);
                    border.is_some_and(|b| board.slots[self.border_slot(b)] == entry)
                })
                .map(compass)
                .collect()
        };
        let mut words = vec![match self.clue(at) {
            Some(Clue::Arrow(dir, Some(n))) => {
                let seen = self.seen(board, at, dir);
                format!("{n} to the {}, sees {seen}", compass(dir))
            }
            Some(Clue::Arrow(dir, None)) => format!("? to the {}", compass(dir)),
            Some(Clue::Number(n)) => format!("{n} without an arrow"),
            Some(Clue::Blocked) => "blocked".to_owned(),
            None => match board.slots[self.size.index(at)] {
                SHADED => "shaded".to_owned(),
                DOT => "dot".to_owned(),
                _ => "empty".to_owned(),
            },
        }];
        let lines = sides(LINE);
        if !lines.is_empty() {
            let line = format!("line to the {}", lines.join(" and "));
            if board.slots[self.size.index(at)] != SHADED && self.is_free(at) {
                words.clear();
            }
            words.push(line);
        }
        let closed = sides(CLOSED);
        if !closed.is_empty() {
            words.push(format!("closed to the {}", closed.join(" and ")));
        }
        words.join(", ")
    }
}

/// The cell pointed at, if something can be entered there.
fn free_cell(puzzle: &Yajilin, target: Target) -> Option<Cell> {
    let at = target.cell()?;
    (puzzle.size.contains(at) && puzzle.is_free(at)).then_some(at)
}

fn border_at(puzzle: &Yajilin, target: Target) -> Option<usize> {
    let (at, dir) = target
        .border()
        .filter(|&(at, _)| puzzle.size.contains(at))?;
    puzzle.size.border(at, dir)
}

fn toggle_cell(puzzle: &Yajilin, board: &mut Board, at: Cell, entry: u16) {
    let slot = puzzle.size.index(at);
    if board.slots[slot] == entry {
        board.slots[slot] = 0;
        return;
    }
    board.slots[slot] = entry;
    if entry == SHADED {
        erase_around(puzzle, board, at, LINE);
    }
}

/// The entry that follows in this order.
fn go_on(puzzle: &Yajilin, board: &mut Board, at: Cell, order: [u16; 3]) {
    let now = board.slots[puzzle.size.index(at)];
    let place = order.iter().position(|&entry| entry == now).unwrap_or(0);
    match order[(place + 1) % order.len()] {
        0 => board.slots[puzzle.size.index(at)] = 0,
        entry => toggle_cell(puzzle, board, at, entry),
    }
}

/// Dots in all cells, or none any more if the first has one. What is shaded stays.
fn paint_dots(puzzle: &Yajilin, board: &mut Board, cells: &[Cell]) {
    let free = || {
        cells
            .iter()
            .filter(|&&at| puzzle.is_free(at))
            .map(|&at| puzzle.size.index(at))
    };
    let first = free().next().map(|slot| board.slots[slot]);
    let entry = if first == Some(DOT) { 0 } else { DOT };
    for slot in free() {
        if board.slots[slot] != SHADED {
            board.slots[slot] = entry;
        }
    }
}

/// Remove this entry from the borders of a cell.
fn erase_around(puzzle: &Yajilin, board: &mut Board, at: Cell, entry: u16) {
    for dir in Dir::ALL {
        if let Some(border) = puzzle.size.border(at, dir) {
            let slot = &mut board.slots[puzzle.border_slot(border)];
            if *slot == entry {
                *slot = 0;
            }
        }
    }
}

fn clear(puzzle: &Yajilin, board: &mut Board, at: Cell) {
    board.slots[puzzle.size.index(at)] = 0;
    erase_around(puzzle, board, at, LINE);
    erase_around(puzzle, board, at, CLOSED);
}

/// What happens to the first border happens to all: it gets the entry, or loses it. Borders of
/// clues are left alone. A line takes away the shading of its cells.
fn toggle_borders(puzzle: &Yajilin, board: &mut Board, borders: &[usize], entry: u16) {
    let playable: Vec<usize> = borders
        .iter()
        .copied()
        .filter(|&border| {
            let (a, z) = puzzle.size.border_cells(border);
            puzzle.is_free(a) && puzzle.is_free(z)
        })
        .collect();
    let Some(&first) = playable.first() else {
        return;
    };
    let erase = board.slots[puzzle.border_slot(first)] == entry;
    for border in playable {
        let slot = puzzle.border_slot(border);
        if erase {
            if board.slots[slot] == entry {
                board.slots[slot] = 0;
            }
            continue;
        }
        board.slots[slot] = entry;
        if entry == LINE {
            let (a, z) = puzzle.size.border_cells(border);
            for at in [a, z] {
                let cell = &mut board.slots[puzzle.size.index(at)];
                if *cell == SHADED {
                    *cell = 0;
                }
            }
        }
    }
}
