//! Giving circles and crosses. The setter's hand does what a player's does on a board without
//! givens; what it puts there is given.

use std::sync::Arc;

use grid::Size;

use super::codec::square;
use super::{Mark, NewFamily};
use crate::board::Board;
use crate::kit::hands::{DELETE, changed, fitted};
use crate::play::{Gesture, HowTo};
use crate::puzzle::{Play, Puzzle, Setting};
use crate::record::FieldError;

// FILL IN: what a setter's hand does, in words; docs/newfamily.md has the same table.
pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "click or tap",
        meaning: "give a circle, a cross (no circle here), nothing",
    },
    HowTo {
        gesture: "right click or long press",
        meaning: "give a cross, nothing",
    },
    HowTo {
        gesture: "O, X, Delete",
        meaning: "circle, cross, nothing in the cursor's cell",
    },
];

fn sheet(size: Size) -> NewFamily {
    NewFamily {
        size,
        given: vec![Mark::Nothing; size.len()],
    }
}

pub(super) fn empty(size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    square(size)?;
    Ok(Arc::new(sheet(size)))
}

// FILL IN: what a setter's hand does. Whatever it draws must be readable again, however far from a
// finished puzzle it is.
impl Setting for NewFamily {
    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
        let slots = self.given.iter().map(|mark| mark.slot()).collect();
        let after = sheet(self.size).gesture(&Board { slots }, gesture)?;
        let given = after.slots.into_iter().map(Mark::of).collect();
        let size = self.size;
        changed(self, NewFamily { size, given })
    }

    fn setter_keys(&self) -> Vec<String> {
        ["o", "x", DELETE].map(str::to_owned).to_vec()
    }

    fn resized(&self, size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
        square(size)?;
        let given = fitted(&self.given, self.size, size, Mark::Nothing);
        Ok(Arc::new(NewFamily { size, given }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hands::testing::Sheet;

    #[test]
    fn what_is_drawn_is_given() {
        let mut sheet = Sheet(empty(Size::new(2, 2).expect("a board")).expect("a sheet"));
        assert!(sheet.tap(0, 0) && sheet.alt(0, 1) && sheet.key(1, 1, "o"));
        assert_eq!(sheet.clues(), "o x / - o");
        assert!(sheet.key(1, 1, "delete") && !sheet.key(1, 1, "delete"));
        assert_eq!(sheet.clues(), "o x / - -");
        assert!(empty(Size::new(2, 3).expect("a board")).is_err());
    }
}
