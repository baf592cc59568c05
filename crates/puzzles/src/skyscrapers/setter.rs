//! Writing views around the board and giving cells.

use super::codec::sized;
use super::play::height_of;
use super::{PARK, Skyscrapers, shared};
use crate::kit::hands::{DELETE, changed, fitted, typed};
use crate::kit::prelude::*;
use crate::play::Target;

const DIAGONALS: &str = "diagonals";
const NO_DIAGONALS: &str = "no diagonals";
const HIGHEST: &str = "highest ";

pub(super) fn empty(size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    blank(size).map(shared)
}

fn blank(size: Size) -> Result<Skyscrapers, FieldError> {
    sized(size.rows(), size.cols()).map_err(|message| FieldError::field("rows", message))
}

impl Setting for Skyscrapers {
    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
        let mut after = self.clone();
        let key = gesture.value.as_deref();
        if gesture.kind == GestureKind::Key && vary(&mut after, key?) {
            return changed(self, after);
        }
        let place = match *gesture.targets.first()? {
            Target::Cell(row, col) => given_at(&mut after, Cell { row, col })?,
            Target::Outside(row, col) => view_at(&mut after, Cell { row, col })?,
            Target::Border(..) => return None,
        };
        let signs = place.signs(self);
        let here = signs.iter().position(|&sign| sign == place.get());
        let sign = match gesture.kind {
            // A view that is too high for its variant is not in any list.
            GestureKind::Tap => here.map_or(0, |i| signs[(i + 1) % signs.len()]),
            GestureKind::Alt => here.map_or(0, |i| signs[(i + signs.len() - 1) % signs.len()]),
            GestureKind::Drag => return None,
            GestureKind::Key => match key? {
                DELETE => 0,
                key => {
                    let sign = match height_of(self, key)? {
                        0 => PARK,
                        height => height,
                    };
                    signs.contains(&sign).then_some(sign)?
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
        let mut after = blank(size)?;
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
        Ok(shared(after))
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

fn given_at(puzzle: &mut Skyscrapers, at: Cell) -> Option<Place<'_>> {
    let size = puzzle.size;
    size.contains(at)
        .then(|| Place::Given(&mut puzzle.givens[size.index(at)]))
}

fn view_at(puzzle: &mut Skyscrapers, at: Cell) -> Option<Place<'_>> {
    let view = (0..puzzle.views.len()).find(|&view| puzzle.outside(view) == at)?;
    Some(Place::View(&mut puzzle.views[view]))
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
