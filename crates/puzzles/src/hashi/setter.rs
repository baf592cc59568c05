//! Putting islands on the sea.
//!
//! A board without an island is not a puzzle, and a file with such a board is refused. A setter
//! begins with one all the same, so its record says that it is a draft.

use std::sync::Arc;

use grid::{Cell, Size};

use super::{Hashi, Island, MOST_BRIDGES};
use crate::kit::hands::{DELETE, HIDDEN, cells, changed, digits, typed};
use crate::play::{Gesture, GestureKind, HowTo};
use crate::puzzle::{Puzzle, Setting};
use crate::record::FieldError;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "click, tap, or Enter",
        meaning: "an island without a number; on an island, the next number",
    },
    HowTo {
        gesture: "digits",
        meaning: "an island with this number",
    },
    HowTo {
        gesture: "?",
        meaning: "an island without a number: at least one bridge",
    },
    HowTo {
        gesture: "drag",
        meaning: "move an island",
    },
    HowTo {
        gesture: "right click, long press, x, or Delete",
        meaning: "take the island away",
    },
    HowTo {
        gesture: "the buttons with \"at most\"",
        meaning: "at most this many bridges between a pair of islands",
    },
    HowTo {
        gesture: "\"no loops\", \"loops\"",
        meaning: "whether the bridges may form loops",
    },
];

const AT_MOST: &str = "at most ";
const NO_LOOPS: &str = "no loops";
const LOOPS: &str = "loops";

pub(super) fn empty(size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    Ok(Arc::new(Hashi::new(size, Vec::new(), 2, false)))
}

/// The most bridges that an island can have in this variant.
fn most_needed(puzzle: &Hashi) -> u16 {
    4 * puzzle.max as u16
}

impl Setting for Hashi {
    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
        let key = gesture.value.as_deref();
        if gesture.kind == GestureKind::Key
            && let Some((max, no_loop)) = variant(self, key?)
        {
            let islands = self.islands.clone();
            return changed(self, Hashi::new(self.size, islands, max, no_loop));
        }
        let cells = cells(self.size, gesture);
        let (&first, &last) = (cells.first()?, cells.last()?);
        let here = island_at(self, first);
        let mut islands = self.islands.clone();
        match gesture.kind {
            GestureKind::Tap => put(&mut islands, first, next(self, here)),
            GestureKind::Alt => islands.retain(|island| !cells.contains(&island.at)),
            GestureKind::Drag => {
                let free = island_at(self, last).is_none();
                let island = here.filter(|_| free)?;
                islands.retain(|island| island.at != first);
                put(&mut islands, last, island.need);
            }
            GestureKind::Key => match key? {
                DELETE => islands.retain(|island| island.at != first),
                HIDDEN => put(&mut islands, first, None),
                key => {
                    let before = here.and_then(|island| island.need).map(u16::from);
                    let need = typed(before, key, most_needed(self)).filter(|&n| n > 0)?;
                    put(&mut islands, first, Some(need as u8));
                }
            },
        }
        changed(self, Hashi::new(self.size, islands, self.max, self.no_loop))
    }

    fn setter_keys(&self) -> Vec<String> {
        let most = most_needed(self);
        let mut keys: Vec<String> = digits(1, most).collect();
        keys.extend((10..=most).map(|number| number.to_string()));
        keys.extend([HIDDEN, DELETE].map(str::to_owned));
        let others = [self.max - 1, self.max + 1].into_iter();
        keys.extend(
            others
                .filter(|max| (1..=MOST_BRIDGES).contains(max))
                .map(|max| format!("{AT_MOST}{max}")),
        );
        keys.push(if self.no_loop { LOOPS } else { NO_LOOPS }.to_owned());
        keys
    }

    fn resized(&self, size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
        let mut islands = self.islands.clone();
        islands.retain(|island| size.contains(island.at));
        Ok(Arc::new(Hashi::new(size, islands, self.max, self.no_loop)))
    }
}

/// The variant that a button asks for, if it is one that changes the variant.
fn variant(puzzle: &Hashi, key: &str) -> Option<(u8, bool)> {
    match key {
        NO_LOOPS => Some((puzzle.max, true)),
        LOOPS => Some((puzzle.max, false)),
        _ => {
            let max = typed(None, key.strip_prefix(AT_MOST)?, MOST_BRIDGES as u16)? as u8;
            (max > 0).then_some((max, puzzle.no_loop))
        }
    }
}

fn island_at(puzzle: &Hashi, at: Cell) -> Option<Island> {
    let mut all = puzzle.islands.iter().copied();
    all.find(|island| island.at == at)
}

/// Counting up begins without a number and ends there.
fn next(puzzle: &Hashi, island: Option<Island>) -> Option<u8> {
    match island?.need {
        None => Some(1),
        Some(need) => Some(need + 1).filter(|&need| need as u16 <= most_needed(puzzle)),
    }
}

/// Put an island here, in reading order, in place of any that is here already.
fn put(islands: &mut Vec<Island>, at: Cell, need: Option<u8>) {
    match islands.binary_search_by_key(&at, |island| island.at) {
        Ok(place) => islands[place].need = need,
        Err(place) => islands.insert(place, Island { at, need }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hands::testing::Sheet;

    fn sheet() -> Sheet {
        let size = Size::new(2, 3).expect("a board");
        Sheet(empty(size).expect("a sheet"))
    }

    #[test]
    fn taps_count_keys_write_and_alt_takes_away() {
        let mut sheet = sheet();
        assert!(sheet.tap(0, 0) && sheet.tap(0, 2) && sheet.tap(0, 2));
        assert_eq!(sheet.clues(), "? - 1 / - - -");
        assert!(sheet.key(1, 1, "7") && sheet.tap(1, 1));
        assert_eq!(sheet.clues(), "? - 1 / - 8 -");
        assert!(sheet.tap(1, 1), "none after the last number");
        assert!(sheet.key(0, 2, "?") && sheet.alt(0, 0));
        assert_eq!(sheet.clues(), "- - ? / - ? -");
        assert!(sheet.key(0, 2, "delete"));
        for key in ["9", "0", "", "x", "12", "north"] {
            assert!(!sheet.key(1, 1, key), "{key}");
        }
        assert!(!sheet.tap(2, 0) && !sheet.tap(i16::MIN, i16::MAX) && !sheet.alt(0, 0));
        assert_eq!(sheet.clues(), "- - - / - ? -");
    }

    #[test]
    fn a_drag_moves_an_island_but_not_onto_another() {
        let mut sheet = sheet();
        assert!(sheet.key(0, 0, "3") && sheet.key(1, 0, "2"));
        assert!(sheet.drag(&[(0, 0), (0, 1), (1, 1), (1, 2)]));
        assert_eq!(sheet.clues(), "- - - / 2 - 3");
        assert!(!sheet.drag(&[(1, 0), (1, 1), (1, 2)]));
        assert!(!sheet.drag(&[(0, 0), (0, 1)]));
    }

    #[test]
    fn buttons_change_the_variant() {
        let mut sheet = sheet();
        assert!(sheet.tap(0, 0));
        assert!(sheet.key(9, 9, "at most 4") && sheet.key(0, 0, "no loops"));
        let record = sheet.0.record();
        assert_eq!(record.depth, Some(4));
        assert_eq!(record.variant.as_deref(), Some("noloop"));
        assert!(sheet.key(0, 0, "1") && sheet.key(0, 0, "6"));
        assert_eq!(sheet.clues(), "16 - - / - - -");
        let pad = sheet.0.setter_keys();
        assert_eq!(pad[14..], ["15", "16", "?", "delete", "at most 3", "loops"]);
        for key in ["at most 0", "at most 5", "at most ", "no loops"] {
            assert!(!sheet.key(0, 0, key), "{key}");
        }
    }

    #[test]
    fn only_a_draft_may_be_without_islands() {
        let read = |text: &str| crate::format::split(text)[0].read();
        let problem = r#""type":"hashi","rows":1,"cols":2,"problem":[["-","-"]]"#;
        assert!(read(&format!("{{{problem}}}")).is_err());
        assert!(read(&format!("{{{problem},\"draft\":false}}")).is_err());
        let mut draft = read(&format!("{{{problem},\"draft\":true,\"title\":\"t\"}}")).unwrap();
        assert_eq!(draft.puzzle.record().extra.len(), 1);
        // With an island it is no longer a draft, whatever it was read from.
        let mut sheet = Sheet(draft.puzzle);
        assert!(sheet.tap(0, 0));
        draft.puzzle = sheet.0;
        let written = crate::format::write(&draft, "json").unwrap();
        assert!(
            !written.contains("draft") && written.contains("title"),
            "{written}"
        );
    }
}
