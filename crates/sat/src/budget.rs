//! How long something may take.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit};

/// A limit on conflicts, which is the same on every machine, and a request from outside to stop: a
/// deadline or a cancel button. A search that runs out answers "unknown".
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most conflicts that the search may run into.
    pub conflicts: u64,
    /// True once the caller no longer wants an answer; called now and then.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'static> {
    /// Search until the answer is known.
    pub const UNLIMITED: Budget<'static> = Budget::conflicts(u64::MAX);

    /// At most this many conflicts, and never a request to stop.
    pub const fn conflicts(conflicts: u64) -> Budget<'static> {
        Budget {
            conflicts,
            stop: &|| false,
        }
    }
}

/// Carries the budget into the search. The solver asks at every node, so `stop` is called only now
/// and then; once it has said stop, that answer stays (or the solver would restart for ever).
pub(crate) struct Watchdog<'a> {
    budget: Budget<'a>,
    spent: u64,
    asked: Cell<u32>,
    stopped: Cell<bool>,
}

impl<'a> Watchdog<'a> {
    /// Nodes between two calls of `stop`.
    const NODES_BETWEEN_STOPS: u32 = 64;

    pub(crate) fn new(budget: Budget<'a>) -> Watchdog<'a> {
        Watchdog {
            budget,
            spent: 0,
            asked: Cell::new(0),
            stopped: Cell::new(false),
        }
    }

    pub(crate) fn exhausted(&self) -> bool {
        self.stopped.get()
    }
}

impl Callbacks for Watchdog<'_> {
    fn on_start(&mut self) {
        self.asked.set(0);
    }

    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.spent += 1;
    }

    fn stop(&self) -> bool {
        if self.stopped.get() {
            return true;
        }
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        if self.spent >= self.budget.conflicts
            || (asked.is_multiple_of(Self::NODES_BETWEEN_STOPS) && (self.budget.stop)())
        {
            self.stopped.set(true);
        }
        self.stopped.get()
    }
}
