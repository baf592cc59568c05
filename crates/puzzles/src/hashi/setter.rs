//! Putting islands on the sea.
//!
//! A board without an island is not a puzzle, and a file with such a board is refused. A setter
//! begins with one all the same, so its record says that it is a draft.

use super::{Hashi, Island, MOST_BRIDGES};
use crate::kit::hands::{DELETE, HIDDEN, cells, changed, digits, typed};
use crate::kit::prelude::*;

const AT_MOST: &str = "at most ";
const NO_LOOPS: &str = "no loops";
const LOOPS: &str = "loops";

/// The most bridges that an island can have in this variant.
fn most_needed(puzzle: &Hashi) -> u16 {
    4 * puzzle.max as u16
}

impl Setting for Hashi {
    fn sheet(size: Size) -> Result<Hashi, FieldError> {
        Ok(Hashi::new(size, Vec::new(), 2, false))
    }

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
        let here = self.island_at(first).map(|island| self.islands[island]);
        let mut islands = self.islands.clone();
        match gesture.kind {
            GestureKind::Tap => put(&mut islands, first, next(self, here)),
            GestureKind::Alt => islands.retain(|island| !cells.contains(&island.at)),
            GestureKind::Drag => {
                let island = here.filter(|_| !self.is_island(last))?;
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
        keys
    }

    fn choices(&self) -> Vec<Choice> {
        let most = (1..=MOST_BRIDGES).map(|max| format!("{AT_MOST}{max}"));
        vec![
            Choice::new(most, self.max as usize - 1),
            Choice::new([LOOPS, NO_LOOPS], self.no_loop.into()),
        ]
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
