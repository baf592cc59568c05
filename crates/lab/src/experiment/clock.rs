//! The clock: experiments measure how long things take, and end in time.

#![allow(
    clippy::disallowed_methods,
    reason = "an experiment measures how long something takes"
)]

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Runs from its start on.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// Start it.
    pub fn start() -> Clock {
        Clock(Instant::now())
    }

    /// The time since its start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// The milliseconds since its start.
    pub fn ms(self) -> f64 {
        self.elapsed().as_secs_f64() * 1e3
    }
}

thread_local! {
    /// Milliseconds that do not count in what is being timed on this thread.
    static LEFT_OUT: Cell<f64> = const { Cell::new(0.0) };
}

/// These milliseconds do not count in what is being timed on this thread: the start of a solver's
/// process, for instance.
pub(super) fn leave_out(ms: f64) {
    LEFT_OUT.set(LEFT_OUT.get() + ms);
}

/// What something gives, and how many milliseconds it took.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = LEFT_OUT.get();
    let clock = Clock::start();
    let result = work();
    let ms = clock.ms() - (LEFT_OUT.get() - before);
    (result, ms.max(0.0))
}
