//! Writing views around the board and giving cells.

use std::sync::Arc;

use grid::{Cell, Size};

use super::codec::sized;
use super::play::height_of;
use super::{PARK, Skyscrapers, shared};
use crate::kit::hands::{DELETE, changed, fitted, typed};
use crate::play::{Gesture, GestureKind, HowTo, Target};
use crate::puzzle::{Play, Puzzle, Setting};
use crate::record::FieldError;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "number key, or a button of the pad",
        meaning: "beside the board a view, in a cell a given height; 0 is a park",
    },
    HowTo {
        gesture: "click, tap, or Enter",
        meaning: "the next number; after the last, none",
    },
    HowTo {
        gesture: "right click, long press, or x",
        meaning: "the number before; before the first, none",
    },
    HowTo {
        gesture: "Delete",
        meaning: "remove the number",
    },
    HowTo {
        gesture: "\"diagonals\", \"no diagonals\"",
        meaning: "whether both long diagonals hold each height once as well",
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
        let mut keys = self.player_keys();
        let other = match self.diagonals {
            true => NO_DIAGONALS,
            false => DIAGONALS,
        };
        keys.push(other.to_owned());
        let others = [self.depth - 1, self.depth + 1].into_iter();
        keys.extend(
            others
                .filter(|&depth| (1..=self.side() as u16).contains(&depth))
                .map(|depth| format!("{HIGHEST}{depth}")),
        );
        keys
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hands::testing::Sheet;

    fn sheet(side: usize) -> Sheet {
        let size = Size::new(side, side).expect("a board");
        Sheet(empty(size).expect("a sheet"))
    }

    /// Above, below, left, right.
    fn views(sheet: &Sheet) -> String {
        let record = sheet.0.record();
        let rows = [record.clabels, record.rlabels].map(|grid| grid.expect("views").0);
        let rows: Vec<String> = rows.concat().iter().map(|row| row.concat()).collect();
        rows.join(" ")
    }

    #[test]
    fn keys_and_taps_beside_the_board() {
        let mut sheet = sheet(3);
        let mut at = |row, col, kind, value| {
            let means = sheet.act(kind, &[Target::Outside(row, col)], value);
            (means, views(&sheet))
        };
        let (key, tap, alt) = (GestureKind::Key, GestureKind::Tap, GestureKind::Alt);
        assert_eq!(at(-1, 0, key, Some("3")).1, "3-- --- --- ---");
        assert_eq!(at(3, 1, key, Some("2")).1, "3-- -2- --- ---");
        assert_eq!(at(2, -1, tap, None).1, "3-- -2- --1 ---");
        assert_eq!(at(2, -1, tap, None).1, "3-- -2- --2 ---");
        assert_eq!(at(0, 3, alt, None).1, "3-- -2- --2 3--");
        assert_eq!(at(0, 3, alt, None).1, "3-- -2- --2 2--");
        assert_eq!(at(-1, 0, tap, None).1, "--- -2- --2 2--");
        assert_eq!(at(3, 1, key, Some("delete")).1, "--- --- --2 2--");
        for (row, col) in [(-1, -1), (3, 3), (-2, 0), (0, 0), (i16::MIN, i16::MAX)] {
            assert!(!at(row, col, tap, None).0, "{row} {col}");
        }
        for value in ["0", "4", "", "x", "~2"] {
            assert!(!at(-1, 1, key, Some(value)).0, "{value}");
        }
    }

    #[test]
    fn given_heights_and_parks() {
        let mut sheet = sheet(3);
        assert!(sheet.key(0, 0, "3") && sheet.tap(1, 1) && sheet.alt(2, 2) && sheet.alt(2, 2));
        assert_eq!(sheet.clues(), "3 - - / - 1 - / - - 2");
        assert!(!sheet.key(0, 1, "0") && sheet.key(7, 7, "highest 2"));
        assert_eq!(
            sheet.clues(),
            "- - - / - 1 - / - - 2",
            "a 3 cannot be given any more"
        );
        assert!(sheet.key(0, 1, "0") && sheet.tap(2, 2));
        assert_eq!(sheet.clues(), "- 0 - / - 1 - / - - 0");
        assert!(sheet.tap(2, 2) && sheet.key(1, 1, "delete"));
        assert_eq!(
            sheet.0.setter_keys(),
            [
                "1",
                "2",
                "0",
                "delete",
                "diagonals",
                "highest 1",
                "highest 3"
            ]
        );
        assert!(sheet.key(0, 0, "highest 3"));
        assert_eq!(sheet.clues(), "", "no parks");
        for key in ["highest 0", "highest 4", "highest", "no diagonals"] {
            assert!(!sheet.key(0, 0, key), "{key}");
        }
        assert!(sheet.key(0, 0, "diagonals") && sheet.0.record().variant.is_some());
    }

    #[test]
    fn letters_above_nine() {
        let mut sheet = sheet(12);
        assert!(sheet.key(0, 0, "c") && sheet.key(0, 1, "10") && !sheet.key(0, 2, "13"));
        assert!(sheet.clues().starts_with("12 10 - "));
    }

    #[test]
    fn views_stay_at_their_sides() {
        let mut sheet = sheet(3);
        for (row, col) in [(-1, 0), (3, 1), (1, -1), (2, 3)] {
            sheet.act(GestureKind::Key, &[Target::Outside(row, col)], Some("3"));
        }
        assert!(sheet.key(0, 0, "3") && sheet.key(9, 9, "highest 2"));
        assert_eq!(views(&sheet), "3-- -3- -3- --3");
        let mut of = |side: usize| {
            let size = Size::new(side, side).expect("a board");
            sheet.0 = sheet.0.resized(size).expect("a square");
            (views(&sheet), sheet.0.record().depth)
        };
        assert_eq!(of(4), ("3--- -3-- -3-- --3-".to_owned(), Some(3)));
        // No view of a smaller board can be a 3.
        assert_eq!(of(2), ("-- -- -- --".to_owned(), Some(1)));
        let wide = Size::new(3, 4).expect("a board");
        let refused = sheet.0.resized(wide).expect_err("not a square");
        assert!(refused.message.contains("square"));
    }
}
