//! Giving circles and crosses. The setter's hand does what a player's does on a board without
//! givens; what it puts there is given.

use super::codec::square;
use super::{Mark, NewFamily};
use crate::kit::hands::{DELETE, changed, fitted};
use crate::kit::prelude::*;

// FILL IN: what a setter's hand does. Whatever it draws must be readable again, however far from a
// finished puzzle it is.
impl Setting for NewFamily {
    fn sheet(size: Size) -> Result<NewFamily, FieldError> {
        square(size)?;
        let given = vec![Mark::Nothing; size.len()];
        Ok(NewFamily { size, given })
    }

    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
        let slots = self.given.iter().map(|mark| mark.slot()).collect();
        let sheet = NewFamily::sheet(self.size).ok()?;
        let after = sheet.gesture(&Board { slots }, gesture)?;
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
