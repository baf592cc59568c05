//! Shading cells, drawing the loop, and notes about both.

use super::{CLOSED, Clue, DOT, LINE, SHADED, Yajilin};
use crate::kit::hands::{DELETE, crossed, direction, path, turned};
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
        let is_cell = matches!(first, Target::Cell(..));
        let (cell_entry, border_entry) = match gesture.kind {
            GestureKind::Alt => (SHADED, CLOSED),
            GestureKind::Tap | GestureKind::Drag => (DOT, LINE),
            GestureKind::Key => {
                self.key(&mut after, self.free_cell(first)?, gesture)?;
                return Some(after);
            }
        };
        let is_drag = match gesture.kind {
            GestureKind::Alt => is_cell && gesture.targets.len() > 1,
            kind => kind == GestureKind::Drag,
        };
        if is_drag {
            self.toggle_borders(&mut after, &crossed(self.size, gesture), border_entry);
        } else if is_cell {
            self.toggle_cell(&mut after, self.free_cell(first)?, cell_entry);
        } else {
            self.toggle_borders(&mut after, &[self.border_at(first)?], border_entry);
        }
        Some(after)
    }

    /// The cell's content for a screen reader.
    fn say(&self, board: &Board, at: Cell) -> String {
        if !self.size.contains(at) {
            return "outside the board".to_owned();
        }
        let entry = board.slots[self.size.index(at)];
        let content = match (self.clue(at), entry) {
            (Some(Clue::Arrow(dir, Some(n))), _) => {
                let seen = self.seen(board, at, dir);
                format!("{n} to the {}, sees {seen}", compass(dir))
            }
            (Some(Clue::Arrow(dir, None)), _) => format!("? to the {}", compass(dir)),
            (Some(Clue::Number(n)), _) => format!("{n} without an arrow"),
            (Some(Clue::Blocked), _) => "blocked".to_owned(),
            (None, SHADED) => "shaded".to_owned(),
            (None, DOT) => "dot".to_owned(),
            (None, _) => "empty".to_owned(),
        };
        let sides = |what: &str, entry: u16| {
            let border = |&dir: &Dir| self.border_entry(board, at, dir) == Some(entry);
            let sides: Vec<&str> = Dir::ALL.into_iter().filter(border).map(compass).collect();
            (!sides.is_empty()).then(|| format!("{what} to the {}", sides.join(" and ")))
        };
        let line = sides("line", LINE);
        let is_told = line.is_none() || entry == SHADED || !self.is_free(at);
        let content = Some(content).filter(|_| is_told);
        let words = [content, line, sides("closed", CLOSED)];
        let words: Vec<String> = words.into_iter().flatten().collect();
        words.join(", ")
    }
}

impl Yajilin {
    /// The cell pointed at, if something can be entered there.
    fn free_cell(&self, target: Target) -> Option<Cell> {
        let is_free = |at: &Cell| self.size.contains(*at) && self.is_free(*at);
        target.cell().filter(is_free)
    }

    fn border_at(&self, target: Target) -> Option<usize> {
        let (at, dir) = target.border().filter(|&(at, _)| self.size.contains(at))?;
        self.size.border(at, dir)
    }

    fn key(&self, board: &mut Board, at: Cell, gesture: &Gesture) -> Option<()> {
        match gesture.value.as_deref()? {
            DELETE => {
                board.slots[self.size.index(at)] = 0;
                self.erase_around(board, at, LINE);
                self.erase_around(board, at, CLOSED);
            }
            ROUND => self.go_on(board, at, true),
            BACK => self.go_on(board, at, false),
            DOTS => self.paint_dots(board, &path(self.size, gesture)),
            key => {
                let side = direction(key).filter(|_| key.len() == 1)?;
                self.toggle_borders(board, &[self.size.border(at, side)?], CLOSED);
            }
        }
        Some(())
    }

    fn toggle_cell(&self, board: &mut Board, at: Cell, entry: u16) {
        let slot = &mut board.slots[self.size.index(at)];
        *slot = if *slot == entry { 0 } else { entry };
        if *slot == SHADED {
            self.erase_around(board, at, LINE);
        }
    }

    /// The entry that follows, or the one before.
    fn go_on(&self, board: &mut Board, at: Cell, forth: bool) {
        let slot = self.size.index(at);
        match turned(&[0, SHADED, DOT], board.slots[slot], forth) {
            0 => board.slots[slot] = 0,
            entry => self.toggle_cell(board, at, entry),
        }
    }

    /// Dots in all cells, or none any more if the first has one. What is shaded stays.
    fn paint_dots(&self, board: &mut Board, cells: &[Cell]) {
        let free = cells.iter().filter(|&&at| self.is_free(at));
        let mut has_dot = None;
        for at in free {
            let slot = &mut board.slots[self.size.index(*at)];
            let has_dot = *has_dot.get_or_insert(*slot == DOT);
            if *slot != SHADED {
                *slot = if has_dot { 0 } else { DOT };
            }
        }
    }

    /// Remove this entry from the borders of a cell.
    fn erase_around(&self, board: &mut Board, at: Cell, entry: u16) {
        let borders = Dir::ALL.map(|dir| self.size.border(at, dir));
        for border in borders.into_iter().flatten() {
            let slot = &mut board.slots[self.border_slot(border)];
            *slot = if *slot == entry { 0 } else { *slot };
        }
    }

    /// What happens to the first border happens to all: it gets the entry, or loses it. Borders of
    /// clues are left alone. A line takes away the shading of its cells.
    fn toggle_borders(&self, board: &mut Board, borders: &[usize], entry: u16) {
        let is_playable = |&&border: &&usize| self.line_atom[border].is_some();
        let mut is_there = None;
        for &border in borders.iter().filter(is_playable) {
            let slot = &mut board.slots[self.border_slot(border)];
            if *is_there.get_or_insert(*slot == entry) {
                *slot = if *slot == entry { 0 } else { *slot };
                continue;
            }
            *slot = entry;
            if entry == LINE {
                for at in <[Cell; 2]>::from(self.size.border_cells(border)) {
                    let cell = &mut board.slots[self.size.index(at)];
                    *cell = if *cell == SHADED { 0 } else { *cell };
                }
            }
        }
    }
}
