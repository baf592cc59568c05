//! Writing heights and pencil marks.

use grid::Cell;

use super::{PARK, Skyscrapers};
use crate::board::Board;
use crate::kit::hands::DELETE;
use crate::play::{Gesture, GestureKind, HowTo};
use crate::puzzle::Play;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "number key, or a button of the pad",
        meaning: "build this height in the chosen cell; 0 is a park, where there are parks",
    },
    HowTo {
        gesture: "number key with pencil on",
        meaning: "pencil mark, or remove it",
    },
    HowTo {
        gesture: "delete",
        meaning: "remove the entry, then the pencil marks",
    },
    HowTo {
        gesture: "right click, long press or x",
        meaning: "park, or remove it, where there are parks; drag for several",
    },
];

impl Play for Skyscrapers {
    fn blank(&self) -> Board {
        Board::blank(2 * self.size.len())
    }

    fn gesture(&self, board: &Board, gesture: &Gesture) -> Option<Board> {
        // Cells that may be written in; a target outside the board means nothing.
        let free = |at: &Cell| self.size.contains(*at) && self.givens[self.size.index(*at)] == 0;
        let mut cells = gesture.targets.iter().filter_map(|t| t.cell()).filter(free);
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
            let view = (0..self.views.len()).find(|&v| self.outside(v) == at);
            return match view.and_then(|v| self.views[v]) {
                Some(seen) => format!("view {seen}"),
                None => "no view".to_owned(),
            };
        }
        let slot = self.size.index(at);
        let given = if board.slots[slot] == 0 { "given " } else { "" };
        match self.value(board, at) {
            0 => {
                let marks = board.slots[self.pencil_slot(at)];
                let marked: Vec<String> = (0..=self.depth)
                    .filter(|h| marks >> h & 1 == 1)
                    .map(|h| match h {
                        0 => "park".to_owned(),
                        h => h.to_string(),
                    })
                    .collect();
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
    let height = height_of(puzzle, text)?;
    if !as_mark {
        let value = if height == 0 { PARK } else { height };
        enter(puzzle, after, at, value, gesture.tidy);
    } else if after.slots[slot] == 0 {
        after.slots[pencil] ^= 1 << height;
    }
    Some(())
}

/// A number, or a letter for those that have no key of their own: a is 10.
pub(super) fn height_of(puzzle: &Skyscrapers, text: &str) -> Option<u16> {
    let mut chars = text.chars();
    let height = match (chars.next()?, chars.next()) {
        (letter @ 'a'..='c', None) => letter as u16 - 'a' as u16 + 10,
        (first, _) if first.is_ascii_digit() => text.parse().ok()?,
        _ => return None,
    };
    (puzzle.lowest()..=puzzle.depth)
        .contains(&height)
        .then_some(height)
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
            let (most, bit) = match value {
                PARK => (puzzle.parks(), 0),
                height => (1, height),
            };
            if line.iter().filter(same).count() >= most {
                for &cell in line {
                    after.slots[puzzle.pencil_slot(cell)] &= !(1 << bit);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Target;

    /// Four cells a side; with parks, three heights. The first cell is given as 2.
    fn puzzle(depth: u16) -> Skyscrapers {
        let mut puzzle = Skyscrapers::empty(4).expect("a small side");
        puzzle.depth = depth;
        puzzle.givens[0] = 2;
        puzzle.views[4] = Some(3);
        puzzle
    }

    fn press(puzzle: &Skyscrapers, board: &Board, at: (i16, i16), key: &str) -> Option<Board> {
        play(puzzle, board, GestureKind::Key, &[at], Some(key), false)
    }

    fn play(
        puzzle: &Skyscrapers,
        board: &Board,
        kind: GestureKind,
        cells: &[(i16, i16)],
        value: Option<&str>,
        tidy: bool,
    ) -> Option<Board> {
        let targets = cells.iter().map(|&(r, c)| Target::Cell(r, c)).collect();
        let value = value.map(str::to_owned);
        puzzle.gesture(
            board,
            &Gesture {
                kind,
                targets,
                value,
                tidy,
            },
        )
    }

    #[test]
    fn keys_write_and_delete() {
        let puzzle = puzzle(4);
        let board = press(&puzzle, &puzzle.blank(), (1, 1), "3").unwrap();
        assert_eq!(board.slots[5], 3);
        let board = press(&puzzle, &board, (1, 1), "4").unwrap();
        assert_eq!(board.slots[5], 4);
        assert_eq!(
            press(&puzzle, &board, (1, 1), "delete").unwrap(),
            puzzle.blank()
        );
        for key in ["0", "5", "", "~", "~5", "x", "-1", "+1", "99999999", "a"] {
            assert_eq!(press(&puzzle, &board, (1, 1), key), None, "{key}");
        }
    }

    #[test]
    fn givens_and_places_off_the_board_never_change() {
        let puzzle = puzzle(3);
        let blank = puzzle.blank();
        for at in [(0, 0), (-1, 0), (4, 0), (0, 4), (i16::MIN, i16::MAX)] {
            for key in ["1", "~1", "delete"] {
                assert_eq!(press(&puzzle, &blank, at, key), None);
            }
            let alt = play(&puzzle, &blank, GestureKind::Alt, &[at], None, false);
            assert_eq!(alt, None);
        }
    }

    #[test]
    fn pencil_marks_come_and_go() {
        let puzzle = puzzle(4);
        let board = press(&puzzle, &puzzle.blank(), (1, 1), "~3").unwrap();
        let board = press(&puzzle, &board, (1, 1), "~1").unwrap();
        assert_eq!(board.slots[16 + 5], 0b1010);
        assert_eq!(
            puzzle.say(&board, grid::cell(1, 1)),
            "empty, pencil marks 1, 3"
        );
        let board = press(&puzzle, &board, (1, 1), "~3").unwrap();
        assert_eq!(board.slots[16 + 5], 0b10);
        // Under an entry they wait until it is deleted.
        let entered = press(&puzzle, &board, (1, 1), "4").unwrap();
        assert_eq!(press(&puzzle, &entered, (1, 1), "delete").unwrap(), board);
        assert_eq!(
            press(&puzzle, &board, (1, 1), "delete").unwrap(),
            puzzle.blank()
        );
    }

    #[test]
    fn tidying_rubs_out_what_an_entry_excludes() {
        let mut puzzle = puzzle(4);
        let mut board = puzzle.blank();
        board.slots[16..].fill(0b11110);
        let entry = |puzzle: &Skyscrapers, tidy| {
            play(puzzle, &board, GestureKind::Key, &[(1, 1)], Some("3"), tidy).unwrap()
        };
        assert_eq!(entry(&puzzle, false).slots[16..], board.slots[16..]);
        let changed = |after: &Board| -> Vec<usize> {
            (0..16)
                .filter(|&i| after.slots[16 + i] == 0b10110)
                .collect()
        };
        let after = entry(&puzzle, true);
        assert_eq!(after.slots[16 + 5], 0);
        assert_eq!(changed(&after), [1, 4, 6, 7, 9, 13]);
        puzzle.diagonals = true;
        assert_eq!(
            changed(&entry(&puzzle, true)),
            [0, 1, 4, 6, 7, 9, 10, 13, 15]
        );
    }

    #[test]
    fn parks_by_key_and_by_hand() {
        let puzzle = puzzle(3);
        assert_eq!(puzzle.player_keys(), ["1", "2", "3", "0", "delete"]);
        let board = press(&puzzle, &puzzle.blank(), (1, 1), "0").unwrap();
        assert_eq!(board.slots[5], PARK);
        assert_eq!(puzzle.say(&board, grid::cell(1, 1)), "park");
        let alt = |board: &Board, cells: &[(i16, i16)]| {
            play(&puzzle, board, GestureKind::Alt, cells, None, false).unwrap()
        };
        assert_eq!(alt(&board, &[(1, 1)]), puzzle.blank());
        // Dragged over a height, which stays, and off the board.
        let board = press(&puzzle, &puzzle.blank(), (2, 1), "3").unwrap();
        let after = alt(&board, &[(1, 1), (2, 1), (3, 1), (4, 1), (3, 1)]);
        assert_eq!([5, 9, 13].map(|i: usize| after.slots[i]), [PARK, 3, PARK]);
        assert_eq!(alt(&after, &[(1, 1), (2, 1), (3, 1)]), board);
    }

    #[test]
    fn a_tap_only_chooses() {
        for depth in [3, 4] {
            let puzzle = puzzle(depth);
            for kind in [GestureKind::Tap, GestureKind::Drag] {
                let cells = [(1, 1), (1, 2)];
                assert_eq!(
                    play(&puzzle, &puzzle.blank(), kind, &cells, None, true),
                    None
                );
            }
        }
        let plain = puzzle(4);
        let alt = play(
            &plain,
            &plain.blank(),
            GestureKind::Alt,
            &[(1, 1)],
            None,
            false,
        );
        assert_eq!(alt, None);
    }

    #[test]
    fn everything_can_be_said() {
        let puzzle = puzzle(4);
        let board = press(&puzzle, &puzzle.blank(), (1, 1), "3").unwrap();
        let say = |row, col| puzzle.say(&board, Cell { row, col });
        assert_eq!(say(0, 0), "given 2");
        assert_eq!(say(1, 1), "3");
        assert_eq!(say(2, 2), "empty");
        assert_eq!(say(4, 0), "view 3");
        assert_eq!(say(-1, 0), "no view");
        assert_eq!(say(-9, 77), "no view");
    }
}
