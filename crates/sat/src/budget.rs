//! How long something may take.

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

/// Carries the budget through a solver's life. It is asked at every node, so `stop` is called only
/// now and then; once it has said stop, that answer stays.
pub(crate) struct Watchdog<'a> {
    budget: Budget<'a>,
    spent: u64,
    asked: u32,
    stopped: bool,
}

impl<'a> Watchdog<'a> {
    /// Nodes between two calls of `stop`.
    const NODES_BETWEEN_STOPS: u32 = 64;

    pub(crate) fn new(budget: Budget<'a>) -> Watchdog<'a> {
        Watchdog {
            budget,
            spent: 0,
            asked: 0,
            stopped: false,
        }
    }

    /// Has the search been told to stop?
    pub(crate) fn exhausted(&self) -> bool {
        self.stopped
    }

    /// A new question: `stop` is called at its first node.
    pub(crate) fn start(&mut self) {
        self.asked = 0;
    }

    /// There was one more conflict.
    pub(crate) fn conflict(&mut self) {
        self.spent += 1;
    }

    /// Is it time to stop?
    pub(crate) fn stop(&mut self) -> bool {
        let asks = self.asked.is_multiple_of(Self::NODES_BETWEEN_STOPS);
        self.asked = self.asked.wrapping_add(1);
        self.stopped |= self.spent >= self.budget.conflicts || (asks && (self.budget.stop)());
        self.stopped
    }
}
