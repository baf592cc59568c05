//! Writing views around the board and giving cells.

use super::codec::sized;
use super::play::height_of;
use super::{PARK, Skyscrapers};
use crate::kit::hands::{DELETE, changed, fitted, turned, typed};
use crate::kit::prelude::*;
use crate::play::Target;

const DIAGONALS: &str = "diagonals";
const NO_DIAGONALS: &str = "no diagonals";
const HIGHEST: &str = "highest ";

impl Setting for Skyscrapers {
    fn sheet(size: Size) -> Result<Skyscrapers, FieldError> {
        sized(size.rows(), size.cols()).map_err(|message| FieldError::field("rows", message))
    }

    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
        let mut after = self.clone();
        let key = gesture.value.as_deref();
        if gesture.kind == GestureKind::Key && vary(&mut after, key?) {
            return changed(self, after);
        }
        let place = match *gesture.targets.first()? {
            Target::Cell(row, col) if self.size.contains(Cell { row, col }) => {
                Place::Given(&mut after.givens[self.size.index(Cell { row, col })])
            }
            Target::Outside(row, col) => {
                Place::View(&mut after.views[self.view_at(Cell { row, col })?])
            }
            Target::Cell(..) | Target::Border(..) => return None,
        };
        let (signs, now) = (place.signs(self), place.get());
        let next = |forth| match signs.contains(&now) {
            true => turned(&signs, now, forth),
            // A view that is too high for its variant is not in any list.
            false => 0,
        };
        let sign = match gesture.kind {
            GestureKind::Tap => next(true),
            GestureKind::Alt => next(false),
            GestureKind::Drag => return None,
            GestureKind::Key => match key? {
                DELETE => 0,
                key => {
                    let height = Some(height_of(self, key)?).filter(|&height| height > 0);
                    height.or(Some(PARK)).filter(|sign| signs.contains(sign))?
                }
            },
        };
        place.put(sign);
        changed(self, after)
    }

    fn setter_keys(&self) -> Vec<String> {
        self.player_keys()
    }

    fn choices(&self) -> Vec<Choice> {
        let depths = (1..=self.side()).map(|depth| format!("{HIGHEST}{depth}"));
        vec![
            Choice::new([NO_DIAGONALS, DIAGONALS], self.diagonals.into()),
            Choice::new(depths, self.depth as usize - 1),
        ]
    }

    /// Views stay at their side of the board, and there are as many parks as before.
    fn resized(&self, size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
        let mut after = Skyscrapers::sheet(size)?;
        let (old, new) = (self.side(), after.side());
        for view in 0..after.views.len() {
            let (side, i) = (view / new, view % new);
            if i < old {
                let seen = self.views[side * old + i];
                after.views[view] = seen.filter(|&seen| seen as usize <= new);
            }
        }
        after.diagonals = self.diagonals;
        after.givens = fitted(&self.givens, self.size, size, 0);
        limit(&mut after, new.saturating_sub(self.parks()).max(1) as u16);
        Ok(Arc::new(after))
    }
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

/// Change the variant, if that is what this button does.
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

/// Set another highest building; givens that are no longer possible go.
fn limit(puzzle: &mut Skyscrapers, depth: u16) {
    puzzle.depth = depth;
    let parks = puzzle.parks() > 0;
    for given in &mut puzzle.givens {
        if *given > depth && !(parks && *given == PARK) {
            *given = 0;
        }
    }
}
