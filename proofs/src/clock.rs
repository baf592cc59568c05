//! How long something took. On a machine that does other things as well the time on the wall says
//! little, so where the system tells how long this thread has had a processor, that is taken.

use std::time::{Duration, Instant};

pub struct Clock {
    processor: Option<Duration>,
    wall: Instant,
}

impl Clock {
    pub fn start() -> Clock {
        Clock {
            processor: on_processor(),
            wall: Instant::now(),
        }
    }

    pub fn elapsed(&self) -> Duration {
        match (self.processor, on_processor()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}

/// Linux tells it in nanoseconds; others do not.
fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
