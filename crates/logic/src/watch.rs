//! A watch that rules look at while they search. One rule may go over the whole of a large board
//! and take longer than anybody is willing to wait for all of them, so it asks along the way.

use std::cell::Cell;

use sat::Budget;

/// Carries the request from outside to stop; one for everything that is followed for the same
/// caller. `stop` is called only now and then, and once it has said stop that answer stays.
pub(crate) struct Watch<'a> {
    stop: &'a (dyn Fn() -> bool + Sync),
    asked: Cell<u32>,
    over: Cell<bool>,
}

impl<'a> Watch<'a> {
    /// Questions between two calls of `stop`.
    const QUESTIONS_BETWEEN_STOPS: u32 = 16;

    pub(crate) fn new(budget: Budget<'a>) -> Watch<'a> {
        Watch {
            stop: budget.stop,
            asked: Cell::new(0),
            over: Cell::new(false),
        }
    }

    /// Is nobody waiting any longer?
    pub(crate) fn is_over(&self) -> bool {
        if self.over.get() {
            return true;
        }
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        if asked.is_multiple_of(Self::QUESTIONS_BETWEEN_STOPS) && (self.stop)() {
            self.over.set(true);
        }
        self.over.get()
    }

    /// Has `stop` said so already? Does not ask again.
    pub(crate) fn has_rung(&self) -> bool {
        self.over.get()
    }
}
