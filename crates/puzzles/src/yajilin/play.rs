//! Shading cells, drawing the loop, and notes about both.

use grid::{Cell, Dir};

use super::{CLOSED, Clue, DOT, LINE, SHADED, Yajilin};
use crate::board::Board;
use crate::kit::words::compass;
use crate::play::{Gesture, GestureKind, HowTo, Target};
use crate::puzzle::Play;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "right click, long press, or x",
        meaning: "shade the cell, or clear it",
    },
    HowTo {
        gesture: "click, tap, or Enter",
        meaning: "a dot, \"the loop passes here\", or remove it",
    },
    HowTo {
        gesture: "drag, or Shift and an arrow key",
        meaning: "draw the loop; started over a line: erase it",
    },
    HowTo {
        gesture: "drag with the right button, or right click between two cells",
        meaning: "a cross, \"no line here\", or remove it",
    },
    HowTo {
        gesture: "n, e, s or w",
        meaning: "the same on that side of the cell",
    },
    HowTo {
        gesture: "delete",
        meaning: "clear the cell, its lines and its crosses",
    },
];

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
                    toggle_borders(self, &mut after, &crossed(self, gesture), CLOSED);
                }
                _ => toggle_borders(self, &mut after, &[border_at(self, first)?], CLOSED),
            },
            GestureKind::Drag => {
                toggle_borders(self, &mut after, &crossed(self, gesture), LINE);
            }
            GestureKind::Key => {
                let at = free_cell(self, first)?;
                match gesture.value.as_deref()? {
                    "delete" => clear(self, &mut after, at),
                    key => {
                        let border = self.size.border(at, side_of(key)?)?;
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

fn side_of(key: &str) -> Option<Dir> {
    let mut chars = key.chars();
    let dir = Dir::from_letter(chars.next()?)?;
    chars.as_str().is_empty().then_some(dir)
}

/// The cell pointed at, if something can be entered there.
fn free_cell(puzzle: &Yajilin, target: Target) -> Option<Cell> {
    let at = target.cell()?;
    (puzzle.size.contains(at) && puzzle.is_free(at)).then_some(at)
}

fn border_at(puzzle: &Yajilin, target: Target) -> Option<usize> {
    let (at, dir) = target.border()?;
    if !puzzle.size.contains(at) {
        return None;
    }
    puzzle.size.border(at, dir)
}

/// The borders that a dragged finger crosses. It may have skipped cells in a straight line.
fn crossed(puzzle: &Yajilin, gesture: &Gesture) -> Vec<usize> {
    let cells: Vec<Cell> = gesture
        .targets
        .iter()
        .filter_map(|t| t.cell())
        .filter(|&at| puzzle.size.contains(at))
        .collect();
    let mut borders = Vec::new();
    for pair in cells.windows(2) {
        let (mut at, to) = (pair[0], pair[1]);
        let dir = match (to.row - at.row, to.col - at.col) {
            (0, 1..) => Dir::East,
            (0, ..=-1) => Dir::West,
            (1.., 0) => Dir::South,
            (..=-1, 0) => Dir::North,
            _ => continue,
        };
        while at != to {
            borders.extend(puzzle.size.border(at, dir));
            at = at.step(dir);
        }
    }
    borders
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

#[cfg(test)]
mod tests {
    use grid::{Size, cell};

    use super::*;
    use crate::play::Side;

    /// A board of 3×4 with a clue in row 1, column 1 (from 0).
    fn puzzle() -> Yajilin {
        let mut clues = vec![None; 12];
        clues[5] = Some(Clue::Arrow(Dir::East, Some(1)));
        Yajilin::new(Size::new(3, 4).unwrap(), clues, false)
    }

    fn act(board: &Board, kind: GestureKind, targets: &[Target], value: Option<&str>) -> Board {
        let gesture = Gesture {
            kind,
            targets: targets.to_vec(),
            value: value.map(str::to_owned),
            tidy: false,
        };
        puzzle().gesture(board, &gesture).unwrap_or(board.clone())
    }

    fn drag(board: &Board, kind: GestureKind, cells: &[(i16, i16)]) -> Board {
        let targets: Vec<Target> = cells.iter().map(|&(r, c)| Target::Cell(r, c)).collect();
        act(board, kind, &targets, None)
    }

    fn entry(board: &Board, row: usize, col: usize) -> u16 {
        board.slots[puzzle().size.index(cell(row, col))]
    }

    fn side(board: &Board, row: usize, col: usize, dir: Dir) -> u16 {
        let puzzle = puzzle();
        let border = puzzle.size.border(cell(row, col), dir).unwrap();
        board.slots[puzzle.border_slot(border)]
    }

    #[test]
    fn the_right_button_shades_and_the_left_one_dots() {
        let blank = puzzle().blank();
        let shaded = drag(&blank, GestureKind::Alt, &[(0, 0)]);
        assert_eq!(entry(&shaded, 0, 0), SHADED);
        assert_eq!(drag(&shaded, GestureKind::Alt, &[(0, 0)]), blank);
        let dot = drag(&shaded, GestureKind::Tap, &[(0, 0)]);
        assert_eq!(entry(&dot, 0, 0), DOT);
        assert_eq!(drag(&dot, GestureKind::Tap, &[(0, 0)]), blank);
    }

    #[test]
    fn a_drag_draws_and_over_a_line_erases() {
        let blank = puzzle().blank();
        let path = [(0, 0), (0, 1), (0, 2), (1, 2)];
        let drawn = drag(&blank, GestureKind::Drag, &path);
        assert_eq!(drawn.slots.iter().filter(|&&s| s == LINE).count(), 3);
        assert_eq!(side(&drawn, 0, 2, Dir::South), LINE);
        // The same as two cells far apart.
        let row = drag(&blank, GestureKind::Drag, &[(2, 3), (2, 0)]);
        assert_eq!(row.slots.iter().filter(|&&s| s == LINE).count(), 3);
        assert_eq!(drag(&drawn, GestureKind::Drag, &path), blank);
        // Shift and an arrow key on the first border only.
        let shorter = drag(&drawn, GestureKind::Drag, &[(0, 1), (0, 0)]);
        assert_eq!(side(&shorter, 0, 0, Dir::East), 0);
        assert_eq!(side(&shorter, 0, 1, Dir::East), LINE);
    }

    #[test]
    fn shading_removes_lines_and_a_line_removes_shading() {
        let blank = puzzle().blank();
        let drawn = drag(&blank, GestureKind::Drag, &[(0, 1), (0, 3)]);
        let shaded = drag(&drawn, GestureKind::Alt, &[(0, 2)]);
        assert_eq!(entry(&shaded, 0, 2), SHADED);
        assert!(shaded.slots[12..].iter().all(|&s| s == 0));
        let again = drag(&shaded, GestureKind::Drag, &[(0, 1), (0, 2)]);
        assert_eq!(entry(&again, 0, 2), 0);
        assert_eq!(side(&again, 0, 1, Dir::East), LINE);
    }

    #[test]
    fn crosses_by_mouse_and_by_keyboard() {
        let blank = puzzle().blank();
        let crossed = drag(&blank, GestureKind::Alt, &[(0, 2), (1, 2), (2, 2)]);
        assert_eq!(side(&crossed, 0, 2, Dir::South), CLOSED);
        assert_eq!(side(&crossed, 1, 2, Dir::South), CLOSED);
        let border = [Target::Border(0, 2, Side::South)];
        let one = act(&crossed, GestureKind::Alt, &border, None);
        assert_eq!(side(&one, 0, 2, Dir::South), 0);
        let line = act(&one, GestureKind::Tap, &border, None);
        assert_eq!(side(&line, 0, 2, Dir::South), LINE);
        let key =
            |board: &Board, key| act(board, GestureKind::Key, &[Target::Cell(2, 2)], Some(key));
        assert_eq!(side(&key(&blank, "n"), 1, 2, Dir::South), CLOSED);
        assert_eq!(key(&key(&blank, "n"), "n"), blank);
        assert_eq!(key(&key(&crossed, "e"), "delete"), key(&crossed, "n"));
        assert_eq!(key(&blank, "s"), blank, "there is no border at the edge");
    }

    #[test]
    fn clues_and_places_off_the_board_are_left_alone() {
        let blank = puzzle().blank();
        for kind in [
            GestureKind::Tap,
            GestureKind::Alt,
            GestureKind::Drag,
            GestureKind::Key,
        ] {
            for targets in [
                vec![],
                vec![Target::Cell(1, 1)],
                vec![Target::Cell(-1, 0)],
                vec![Target::Cell(1, 1), Target::Cell(1, 2)],
                vec![Target::Cell(i16::MIN, i16::MAX), Target::Cell(i16::MAX, 0)],
                vec![Target::Cell(-1, 0), Target::Cell(0, 0), Target::Cell(2, 3)],
                vec![Target::Border(1, 0, Side::East)],
                vec![Target::Border(i16::MAX, 0, Side::East)],
                vec![Target::Border(0, 3, Side::East)],
                vec![Target::Outside(-1, 2)],
            ] {
                for value in [None, Some("5"), Some("e"), Some("delete"), Some("")] {
                    let after = act(&blank, kind, &targets, value);
                    assert_eq!(after, blank, "{kind:?} {targets:?}");
                }
            }
        }
    }

    #[test]
    fn a_screen_reader_hears_what_is_there() {
        let puzzle = puzzle();
        let board = drag(
            &puzzle.blank(),
            GestureKind::Drag,
            &[(0, 0), (0, 1), (0, 2)],
        );
        let board = drag(&board, GestureKind::Alt, &[(1, 3)]);
        let board = drag(&board, GestureKind::Tap, &[(2, 2)]);
        let say = |row, col| puzzle.say(&board, cell(row, col));
        assert_eq!(say(0, 1), "line to the east and west");
        assert_eq!(say(1, 1), "1 to the east, sees 1");
        assert_eq!(say(1, 3), "shaded");
        assert_eq!(say(2, 2), "dot");
        assert_eq!(say(2, 0), "empty");
    }
}
