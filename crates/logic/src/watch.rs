//! A watch that rules look at while they search. One rule may go over a whole large board, and
//! take longer than somebody is willing to wait for all of them; so it asks on the way.

use std::cell::Cell;

use sat::Budget;

/// Carries the wish to stop from outside; one for all that is followed for the same caller. It is
/// asked for only now and then, and once it has said stop that answer stays.
pub(crate) struct Watch<'a> {
    stop: &'a (dyn Fn() -> bool + Sync),
    asked: Cell<u32>,
    over: Cell<bool>,
}

impl<'a> Watch<'a> {
    /// Questions between two looks at the outside.
    const PATIENCE: u32 = 16;

    pub(crate) fn new(budget: Budget<'a>) -> Watch<'a> {
        Watch {
            stop: budget.stop,
            asked: Cell::new(0),
            over: Cell::new(false),
        }
    }

    /// Nobody waits any longer.
    pub(crate) fn is_over(&self) -> bool {
        if self.over.get() {
            return true;
        }
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        if asked.is_multiple_of(Self::PATIENCE) && (self.stop)() {
            self.over.set(true);
        }
        self.over.get()
    }

    /// Has it said so already?
    pub(crate) fn has_rung(&self) -> bool {
        self.over.get()
    }
}
