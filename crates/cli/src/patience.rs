//! The limits of time that the program sets itself where nobody has asked for one.
//!
//! They are meant for people who wait, not for tests: on a slow or busy machine a test would fail
//! because a limit was reached that it does not ask about. So tests set `GRIDWRIGHT_STRETCH`, and
//! all of these limits are that many times as long. A limit that is asked for is kept to as it is.

use std::time::Duration;

/// How many times as long the program's own limits are: 1 unless a test says otherwise.
pub fn stretch() -> u32 {
    std::env::var("GRIDWRIGHT_STRETCH")
        .ok()
        .and_then(|factor| factor.parse().ok())
        .map_or(1, |factor: u32| factor.clamp(1, 1000))
}

/// A limit of our own, as long as it is to be here.
pub fn stretched(limit: Duration) -> Duration {
    limit.saturating_mul(stretch())
}
