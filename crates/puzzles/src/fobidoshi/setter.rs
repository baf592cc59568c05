//! Giving circles and crosses. The setter's hand does what a player's does on a board without
//! givens; what it puts there is given.

use super::{Fobidoshi, Mark};
use crate::kit::hands::{DELETE, changed, fitted};
use crate::kit::prelude::*;

impl Setting for Fobidoshi {
    fn sheet(size: Size) -> Result<Fobidoshi, FieldError> {
        Ok(Fobidoshi::empty(size))
    }

    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
        let slots = self.given.iter().map(|mark| mark.slot()).collect();
        let after = Fobidoshi::empty(self.size).gesture(&Board { slots }, gesture)?;
        let given = after.slots.into_iter().map(Mark::of).collect();
        let size = self.size;
        changed(self, Fobidoshi { size, given })
    }

    fn setter_keys(&self) -> Vec<String> {
        ["o", "x", DELETE].map(str::to_owned).to_vec()
    }

    fn resized(&self, size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
        let given = fitted(&self.given, self.size, size, Mark::Nothing);
        Ok(Arc::new(Fobidoshi { size, given }))
    }
}
