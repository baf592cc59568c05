//! Writing views around the board and giving cells.

use std::sync::Arc;

use grid::{Cell, Size};

use super::codec::sized;
use super::play::height_of;
use super::{PARK, Skyscrapers, shared};
use crate::hand::{DELETE, changed, fitted, typed};
use crate::play::{Gesture, GestureKind, HowTo, Target};
use crate::puzzle::Puzzle;
use crate::record::FieldError;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "number key, or a button of the pad",
        meaning: "beside the board a view, in a cell a given height; 0 is a park",
    },
    HowTo {
        gesture: "click, tap, or Enter",
        meaning: "the next number; after the last none",
    },
    HowTo {
        gesture: "right click, long press, or x",
        meaning: "the number before; before the first none",
    },
    HowTo {
        gesture: "Delete",
        meaning: "take the number away",
    },
    HowTo {
        gesture: "\"diagonals\", \"no diagonals\"",
        meaning: "do both long diagonals hold each height once as well?",
    },
    HowTo {
        gesture: "the buttons with \"highest\"",
        meaning: "the highest building; below the size there are parks",
    },
];

const DIAGONALS: &str = "diagonals";
const NO_DIAGONALS: &str = "no diagonals";
const HIGHEST: &str = "highest ";

pub(super) fn empty(size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    blank(size).map(shared)
}

fn blank(size: Size) -> Result<Skyscrapers, FieldError> {
    sized(size.rows(), size.cols()).map_err(|message| FieldError::field("rows", message))
}

pub(super) fn pad(puzzle: &Skyscrapers) -> Vec<String> {
    let mut keys = super::play::pad(puzzle);
    let other = match puzzle.diagonals {
        true => NO_DIAGONALS,
        false => DIAGONALS,
    };
    keys.push(other.to_owned());
    let others = [puzzle.depth - 1, puzzle.depth + 1].into_iter();
    keys.extend(
        others
            .filter(|&depth| (1..=puzzle.side() as u16).contains(&depth))
            .map(|depth| format!("{HIGHEST}{depth}")),
    );
    keys
}

pub(super) fn set(puzzle: &Skyscrapers, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
    let mut after = puzzle.clone();
    let key = gesture.value.as_deref();
    if gesture.kind == GestureKind::Key && vary(&mut after, key?) {
        return changed(puzzle, after);
    }
    let place = match *gesture.targets.first()? {
        Target::Cell(row, col) => given_at(&mut after, Cell { row, col })?,
        Target::Outside(row, col) => view_at(&mut after, Cell { row, col })?,
        Target::Border(..) => return None,
    };
    let signs = place.signs(puzzle);
    let here = signs.iter().position(|&sign| sign == place.get());
    let sign = match gesture.kind {
        // A view that is too high for its variant is in no list.
        GestureKind::Tap => here.map_or(0, |i| signs[(i + 1) % signs.len()]),
        GestureKind::Alt => here.map_or(0, |i| signs[(i + signs.len() - 1) % signs.len()]),
        GestureKind::Drag => return None,
        GestureKind::Key => match key? {
            DELETE => 0,
            key => {
                let sign = match height_of(puzzle, key)? {
                    0 => PARK,
                    height => height,
                };
                signs.contains(&sign).then_some(sign)?
            }
        },
    };
    place.put(sign);
    changed(puzzle, after)
}

/// Where a setter writes.
enum Place<'a> {
    Given(&'a mut u16),
    View(&'a mut Option<u16>),
}

impl Place<'_> {
    /// What can be written here, one after the other; 0 is nothing.
    fn signs(&self, puzzle: &Skyscrapers) -> Vec<u16> {
        let park = matches!(self, Place::Given(_)) && puzzle.parks() > 0;
        (0..=puzzle.depth).chain(park.then_some(PARK)).collect()
    }

    fn get(&self) -> u16 {
        match self {
            Place::Given(given) => **given,
            Place::View(view) => view.unwrap_or(0),
        }
    }

    fn put(self, sign: u16) {
        match self {
            Place::Given(given) => *given = sign,
            Place::View(view) => *view = Some(sign).filter(|&seen| seen > 0),
        }
    }
}

fn given_at(puzzle: &mut Skyscrapers, at: Cell) -> Option<Place<'_>> {
    let size = puzzle.size;
    size.contains(at)
        .then(|| Place::Given(&mut puzzle.givens[size.index(at)]))
}

fn view_at(puzzle: &mut Skyscrapers, at: Cell) -> Option<Place<'_>> {
    let view = (0..puzzle.views.len()).find(|&view| puzzle.outside(view) == at)?;
    Some(Place::View(&mut puzzle.views[view]))
}

/// Is it a button that changes the variant?
fn vary(puzzle: &mut Skyscrapers, key: &str) -> bool {
    match key {
        DIAGONALS => puzzle.diagonals = true,
        NO_DIAGONALS => puzzle.diagonals = false,
        _ => {
            let number = key.strip_prefix(HIGHEST).unwrap_or("");
            match typed(None, number, puzzle.side() as u16) {
                None | Some(0) => return false,
                Some(depth) => limit(puzzle, depth),
            }
        }
    }
    true
}

/// Another highest building; what can no longer be given goes.
fn limit(puzzle: &mut Skyscrapers, depth: u16) {
    puzzle.depth = depth;
    let parks = puzzle.parks() > 0;
    for given in &mut puzzle.givens {
        if *given > depth && !(parks && *given == PARK) {
            *given = 0;
        }
    }
}

/// Views stay at their side of the board, and there are as many parks as before.
pub(super) fn resized(puzzle: &Skyscrapers, size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    let mut after = blank(size)?;
    let (old, new) = (puzzle.side(), after.side());
    for view in 0..after.views.len() {
        let (side, i) = (view / new, view % new);
        if i < old {
            let seen = puzzle.views[side * old + i];
            after.views[view] = seen.filter(|&seen| seen as usize <= new);
        }
    }
    after.diagonals = puzzle.diagonals;
    after.givens = fitted(&puzzle.givens, puzzle.size, size, 0);
    limit(&mut after, new.saturating_sub(puzzle.parks()).max(1) as u16);
    Ok(shared(after))
}
