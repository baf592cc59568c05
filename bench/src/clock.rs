//! How long something took. On a machine that does other things as well the time on the wall says
//! little, so where the system tells how long this thread has had a processor, that is taken.

use std::time::{Duration, Instant};

/// Runs from its start.
pub struct Clock {
    processor: Option<Duration>,
    wall: Instant,
}

impl Clock {
    /// From now on.
    pub fn start() -> Clock {
        Clock {
            processor: on_processor(),
            wall: Instant::now(),
        }
    }

    /// Since the start: processor time of this thread, or else time on the wall.
    pub fn elapsed(&self) -> Duration {
        match (self.processor, on_processor()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        }
    }
}

/// None on systems that do not tell.
#[cfg(target_os = "linux")]
fn on_processor() -> Option<Duration> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(
        now.tv_sec.try_into().ok()?,
        now.tv_nsec.try_into().ok()?,
    ))
}

#[cfg(not(target_os = "linux"))]
fn on_processor() -> Option<Duration> {
    None
}
