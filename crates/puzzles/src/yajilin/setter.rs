//! Putting clues into cells. Arrow and number come one after the other, in any order: an arrow
//! begins without a number, and a number without an arrow is on the sheet until it gets one.

use super::{Clue, Yajilin};
use crate::kit::hands::{
    DELETE, HIDDEN, cells, changed, digits, direction, fitted, main_direction, typed,
};
use crate::kit::prelude::*;

const BLOCKED: &str = "blocked";
const OUTSIDE: &str = "outside";
const ANYWHERE: &str = "anywhere";

/// The most shaded cells that an arrow can see, given that they do not touch.
fn most_seen(puzzle: &Yajilin) -> u16 {
    puzzle.size.rows().max(puzzle.size.cols()).div_ceil(2) as u16
}

impl Setting for Yajilin {
    fn sheet(size: Size) -> Result<Yajilin, FieldError> {
        Ok(Yajilin::new(size, vec![None; size.len()], false))
    }

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
        keys.extend(Dir::ALL.map(|dir| compass(dir).to_owned()));
        keys.extend([BLOCKED, DELETE].map(str::to_owned));
        keys
    }

    fn choices(&self) -> Vec<Choice> {
        vec![Choice::new([ANYWHERE, OUTSIDE], self.outside.into())]
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
