//! Putting islands on the sea.
//!
//! A board without an island is no puzzle, and a file with one is refused. A setter begins with
//! such a board all the same, so its record says that it is a draft.

use std::sync::Arc;

use grid::{Cell, Size};

use super::{Hashi, Island, MOST};
use crate::hand::{DELETE, HIDDEN, cells, changed, digits, typed};
use crate::play::{Gesture, GestureKind, HowTo};
use crate::puzzle::Puzzle;
use crate::record::FieldError;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "click, tap, or Enter",
        meaning: "an island without number; on an island, the next number",
    },
    HowTo {
        gesture: "digits",
        meaning: "an island with this number",
    },
    HowTo {
        gesture: "?",
        meaning: "an island without number: at least one bridge",
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
        meaning: "so many bridges at most between a pair of islands",
    },
    HowTo {
        gesture: "\"no loops\", \"loops\"",
        meaning: "may the bridges form loops?",
    },
];

const AT_MOST: &str = "at most ";
const NO_LOOPS: &str = "no loops";
const LOOPS: &str = "loops";

pub(super) fn empty(size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    Ok(Arc::new(Hashi::new(size, Vec::new(), 2, false)))
}

pub(super) fn pad(puzzle: &Hashi) -> Vec<String> {
    let most = most_needed(puzzle);
    let mut keys: Vec<String> = digits(1, most).collect();
    keys.extend((10..=most).map(|number| number.to_string()));
    keys.extend([HIDDEN, DELETE].map(str::to_owned));
    let others = [puzzle.max - 1, puzzle.max + 1].into_iter();
    keys.extend(
        others
            .filter(|max| (1..=MOST).contains(max))
            .map(|max| format!("{AT_MOST}{max}")),
    );
    keys.push(if puzzle.no_loop { LOOPS } else { NO_LOOPS }.to_owned());
    keys
}

/// No island can have more bridges.
fn most_needed(puzzle: &Hashi) -> u16 {
    4 * puzzle.max as u16
}

pub(super) fn set(puzzle: &Hashi, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
    let key = gesture.value.as_deref();
    if gesture.kind == GestureKind::Key
        && let Some((max, no_loop)) = variant(puzzle, key?)
    {
        let islands = puzzle.islands.clone();
        return changed(puzzle, Hashi::new(puzzle.size, islands, max, no_loop));
    }
    let cells = cells(puzzle.size, gesture);
    let (&first, &last) = (cells.first()?, cells.last()?);
    let here = island_at(puzzle, first);
    let mut islands = puzzle.islands.clone();
    match gesture.kind {
        GestureKind::Tap => put(&mut islands, first, next(puzzle, here)),
        GestureKind::Alt => islands.retain(|island| !cells.contains(&island.at)),
        GestureKind::Drag => {
            let free = island_at(puzzle, last).is_none();
            let island = here.filter(|_| free)?;
            islands.retain(|island| island.at != first);
            put(&mut islands, last, island.need);
        }
        GestureKind::Key => match key? {
            DELETE => islands.retain(|island| island.at != first),
            HIDDEN => put(&mut islands, first, None),
            key => {
                let before = here.and_then(|island| island.need).map(u16::from);
                let need = typed(before, key, most_needed(puzzle)).filter(|&n| n > 0)?;
                put(&mut islands, first, Some(need as u8));
            }
        },
    }
    changed(
        puzzle,
        Hashi::new(puzzle.size, islands, puzzle.max, puzzle.no_loop),
    )
}

/// What a button that changes the variant says.
fn variant(puzzle: &Hashi, key: &str) -> Option<(u8, bool)> {
    match key {
        NO_LOOPS => Some((puzzle.max, true)),
        LOOPS => Some((puzzle.max, false)),
        _ => {
            let max = typed(None, key.strip_prefix(AT_MOST)?, MOST as u16)? as u8;
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

/// Put an island here, in reading order, instead of one that may be here.
fn put(islands: &mut Vec<Island>, at: Cell, need: Option<u8>) {
    match islands.binary_search_by_key(&at, |island| island.at) {
        Ok(place) => islands[place].need = need,
        Err(place) => islands.insert(place, Island { at, need }),
    }
}

pub(super) fn resized(puzzle: &Hashi, size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    let mut islands = puzzle.islands.clone();
    islands.retain(|island| size.contains(island.at));
    Ok(Arc::new(Hashi::new(
        size,
        islands,
        puzzle.max,
        puzzle.no_loop,
    )))
}
