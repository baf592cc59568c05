//! The clock: experiments measure how long things take, and end in time.

#![allow(
    clippy::disallowed_methods,
    reason = "an experiment measures how long something takes"
)]

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

/// What something gives, and how many milliseconds it took.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let clock = Clock::start();
    let result = work();
    (result, clock.ms())
}
