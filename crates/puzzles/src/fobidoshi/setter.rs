//! Giving circles and crosses. The setter's hand does what a player's does on a board without
//! givens; what it puts there is given.

use std::sync::Arc;

use grid::Size;

use super::{Fobidoshi, Mark};
use crate::board::Board;
use crate::kit::hands::{DELETE, changed, fitted};
use crate::play::{Gesture, HowTo};
use crate::puzzle::{Play, Puzzle, Setting};
use crate::record::FieldError;

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
        gesture: "drag",
        meaning: "go on with what is given in the first cell; circles, if nothing is",
    },
    HowTo {
        gesture: "drag with the right button",
        meaning: "give crosses; from a cross, remove crosses",
    },
    HowTo {
        gesture: "O, X, Delete",
        meaning: "circle, cross, nothing in the cursor's cell",
    },
];

fn sheet(size: Size) -> Fobidoshi {
    Fobidoshi {
        size,
        given: vec![Mark::Nothing; size.len()],
    }
}

pub(super) fn empty(size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    Ok(Arc::new(sheet(size)))
}

impl Setting for Fobidoshi {
    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
        let slots = self.given.iter().map(|mark| mark.slot()).collect();
        let after = sheet(self.size).gesture(&Board { slots }, gesture)?;
        let given = after.slots.into_iter().map(Mark::of).collect();
        changed(
            self,
            Fobidoshi {
                size: self.size,
                given,
            },
        )
    }

    fn setter_keys(&self) -> Vec<String> {
        ["o", "x", DELETE].map(str::to_owned).to_vec()
    }

    fn resized(&self, size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
        let given = fitted(&self.given, self.size, size, Mark::Nothing);
        Ok(Arc::new(Fobidoshi { size, given }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hands::testing::Sheet;
    use crate::play::GestureKind;

    #[test]
    fn what_is_drawn_is_given() {
        let mut sheet = Sheet(empty(Size::new(2, 4).expect("a board")).expect("a sheet"));
        assert!(sheet.tap(0, 0) && sheet.alt(0, 3));
        assert_eq!(sheet.clues(), "o - - x / - - - -");
        assert!(sheet.tap(0, 0) && sheet.alt(0, 3) && sheet.key(1, 3, "o"));
        assert_eq!(sheet.clues(), "x - - - / - - - o");
        assert!(sheet.drag(&[(1, 3), (1, 0)]));
        assert_eq!(sheet.clues(), "x - - - / o o o o");
        assert!(sheet.over(GestureKind::Alt, &[(1, 1), (1, 2)]));
        assert_eq!(sheet.clues(), "x - - - / o x x o");
        assert!(sheet.key(0, 0, "delete") && sheet.tap(1, 1));
        assert_eq!(sheet.clues(), "- - - - / o - x o");
        assert!(!sheet.key(0, 0, "delete") && !sheet.tap(0, 4) && !sheet.key(0, 0, "5"));
    }
}
