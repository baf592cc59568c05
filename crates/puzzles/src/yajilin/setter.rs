//! Putting clues into cells. Arrow and number come one after the other, in any order: an arrow
//! begins without a number, and a number without an arrow is on the sheet until it gets one.

use std::sync::Arc;

use grid::{Cell, Dir, Size};

use super::{Clue, Yajilin};
use crate::kit::hands::{DELETE, HIDDEN, cells, changed, digits, direction, fitted, typed, word};
use crate::play::{Gesture, GestureKind, HowTo};
use crate::puzzle::{Puzzle, Setting};
use crate::record::FieldError;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "drag from a cell, or Shift and an arrow key; or n, e, s, w",
        meaning: "an arrow that way",
    },
    HowTo {
        gesture: "digits",
        meaning: "the number; it needs an arrow too",
    },
    HowTo {
        gesture: "click, tap, or Enter on a clue",
        meaning: "the next number",
    },
    HowTo {
        gesture: "?",
        meaning: "no number; without an arrow, a blocked cell",
    },
    HowTo {
        gesture: "right click, long press, or x",
        meaning: "on a clue: remove it; else a blocked cell, neither shaded nor on the loop",
    },
    HowTo {
        gesture: "Delete",
        meaning: "an open cell again",
    },
    HowTo {
        gesture: "\"outside\", \"anywhere\"",
        meaning: "where shaded cells may lie: only outside the loop, or inside as well",
    },
];

const BLOCKED: &str = "blocked";
const OUTSIDE: &str = "outside";
const ANYWHERE: &str = "anywhere";

pub(super) fn empty(size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    Ok(Arc::new(Yajilin::new(size, vec![None; size.len()], false)))
}

/// The most shaded cells that an arrow can see, given that they do not touch.
fn most_seen(puzzle: &Yajilin) -> u16 {
    puzzle.size.rows().max(puzzle.size.cols()).div_ceil(2) as u16
}

impl Setting for Yajilin {
    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
        let key = gesture.value.as_deref();
        if gesture.kind == GestureKind::Key
            && let Some(outside) = variant(key?)
        {
            let clues = self.clues.clone();
            return changed(self, Yajilin::new(self.size, clues, outside));
        }
        let cells = cells(self.size, gesture);
        let at = *cells.first()?;
        let clue = match gesture.kind {
            GestureKind::Tap => Some(counted_up(self, self.clue(at)?)?),
            GestureKind::Alt => self.is_free(at).then_some(Clue::Blocked),
            GestureKind::Drag => Some(aimed(self.clue(at), main_direction(at, *cells.last()?)?)),
            GestureKind::Key => typed_clue(self, self.clue(at), key?)?,
        };
        let mut clues = self.clues.clone();
        clues[self.size.index(at)] = clue;
        changed(self, Yajilin::new(self.size, clues, self.outside))
    }

    fn setter_keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = digits(0, most_seen(self)).collect();
        keys.push(HIDDEN.to_owned());
        keys.extend(Dir::ALL.map(|dir| word(dir).to_owned()));
        keys.extend([BLOCKED, DELETE].map(str::to_owned));
        keys.push(if self.outside { ANYWHERE } else { OUTSIDE }.to_owned());
        keys
    }

    fn resized(&self, size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
        let clues = fitted(&self.clues, self.size, size, None);
        Ok(Arc::new(Yajilin::new(size, clues, self.outside)))
    }
}

/// The variant that a button asks for, if it is one that changes the variant.
fn variant(key: &str) -> Option<bool> {
    match key {
        OUTSIDE => Some(true),
        ANYWHERE => Some(false),
        _ => None,
    }
}

fn typed_clue(puzzle: &Yajilin, clue: Option<Clue>, key: &str) -> Option<Option<Clue>> {
    let clue = match key {
        DELETE => None,
        BLOCKED | "x" => Some(Clue::Blocked),
        HIDDEN => Some(match clue {
            Some(Clue::Arrow(dir, _)) => Clue::Arrow(dir, None),
            _ => Clue::Blocked,
        }),
        _ => Some(match direction(key) {
            Some(dir) => aimed(clue, dir),
            None => {
                let number = typed(number_of(clue), key, most_seen(puzzle))?;
                numbered(clue, Some(number))
            }
        }),
    };
    Some(clue)
}

fn number_of(clue: Option<Clue>) -> Option<u16> {
    match clue? {
        Clue::Arrow(_, number) => number,
        Clue::Number(number) => Some(number),
        Clue::Blocked => None,
    }
}

/// The clue with an arrow that way.
fn aimed(clue: Option<Clue>, dir: Dir) -> Clue {
    Clue::Arrow(dir, number_of(clue))
}

/// The clue with another number; a clue without an arrow has to have one.
fn numbered(clue: Option<Clue>, number: Option<u16>) -> Clue {
    match (clue, number) {
        (Some(Clue::Arrow(dir, _)), number) => Clue::Arrow(dir, number),
        (_, Some(number)) => Clue::Number(number),
        (_, None) => Clue::Blocked,
    }
}

/// After the last number comes the arrow without a number; a blocked cell has nothing to count.
fn counted_up(puzzle: &Yajilin, clue: Clue) -> Option<Clue> {
    let next = |number: u16| Some(number + 1).filter(|&n| n <= most_seen(puzzle));
    Some(match clue {
        Clue::Arrow(dir, number) => Clue::Arrow(dir, number.map_or(Some(0), next)),
        Clue::Number(number) => Clue::Number(next(number).unwrap_or(0)),
        Clue::Blocked => return None,
    })
}

/// The main direction of a drag.
fn main_direction(from: Cell, to: Cell) -> Option<Dir> {
    let (down, right) = (to.row - from.row, to.col - from.col);
    match (down.abs() > right.abs(), down.signum(), right.signum()) {
        (true, 1, _) => Some(Dir::South),
        (true, ..) => Some(Dir::North),
        (false, _, 1) => Some(Dir::East),
        (false, _, -1) => Some(Dir::West),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hands::testing::Sheet;
    use crate::play::Target;

    fn sheet() -> Sheet {
        let size = Size::new(2, 4).expect("a board");
        Sheet(empty(size).expect("a sheet"))
    }

    #[test]
    fn an_arrow_and_its_number_in_either_order() {
        let mut sheet = sheet();
        assert!(sheet.drag(&[(0, 0), (0, 1), (0, 2)]));
        assert_eq!(sheet.clues(), "?e - - - / - - - -");
        assert!(sheet.key(0, 0, "2"));
        assert!(sheet.key(1, 3, "1") && sheet.key(0, 3, "west"));
        assert_eq!(sheet.clues(), "2e - - ?w / - - - 1");
        assert!(sheet.key(1, 3, "n") && sheet.key(0, 0, "south") && sheet.key(0, 3, "0"));
        assert_eq!(sheet.clues(), "2s - - 0w / - - - 1n");
        assert!(sheet.key(1, 3, "?"));
        assert_eq!(sheet.clues(), "2s - - 0w / - - - ?n");
    }

    #[test]
    fn taps_count_and_the_right_button_blocks_or_clears() {
        let mut sheet = sheet();
        assert!(!sheet.tap(0, 0), "a tap chooses a cell and leaves it open");
        assert!(sheet.drag(&[(0, 0), (1, 0)]));
        for number in ["0s", "1s", "2s", "?s"] {
            assert!(sheet.tap(0, 0));
            assert_eq!(sheet.clues(), format!("{number} - - - / - - - -"));
        }
        assert!(sheet.alt(0, 0) && sheet.alt(1, 1) && sheet.key(1, 2, "blocked"));
        assert_eq!(sheet.clues(), "- - - - / - x x -");
        assert!(!sheet.tap(1, 1) && sheet.alt(1, 1) && sheet.key(1, 2, "delete"));
        assert_eq!(sheet.clues(), "- - - - / - - - -");
    }

    #[test]
    fn what_means_nothing_changes_nothing() {
        let mut sheet = sheet();
        for key in ["3", "", "q", "delete", "~1", "anywhere", "é"] {
            assert!(!sheet.key(0, 0, key), "{key}");
        }
        assert!(!sheet.drag(&[(0, 0)]) && !sheet.drag(&[(0, 0), (0, 1), (0, 0)]));
        assert!(!sheet.drag(&[(-1, 0), (i16::MAX, 2)]));
        let around = [Target::Outside(-1, 0)];
        assert!(!sheet.act(GestureKind::Key, &around, Some("1")));
        assert!(sheet.key(-7, -7, "outside") && sheet.0.record().variant.is_some());
        assert!(sheet.key(0, 0, "anywhere") && sheet.0.record().variant.is_none());
    }

    #[test]
    fn two_digits_where_the_board_is_long_enough() {
        let mut sheet = Sheet(empty(Size::new(1, 30).expect("a board")).expect("a sheet"));
        assert!(sheet.key(0, 0, "1") && sheet.key(0, 0, "5") && sheet.key(0, 0, "e"));
        assert!(sheet.clues().starts_with("15e -"));
    }
}
