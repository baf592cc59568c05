//! The engines that `solve` can run. A new one is one more value and one more arm here.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use puzzles::{Answer, Puzzle, solve};
use sat::Budget;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Engine {
    /// The fastest engine that proves
    Auto,
    /// Clauses with connectivity inside the search
    Sat,
}

impl Engine {
    /// The engine that runs if this one is asked for, by name.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto | Engine::Sat => "sat",
        }
    }

    pub fn solve(self, puzzle: &dyn Puzzle, want: usize, budget: Budget) -> Answer {
        match self {
            Engine::Auto | Engine::Sat => solve(puzzle, want, budget),
        }
    }
}

#[derive(clap::Args, Clone, Copy)]
pub struct TimeLimit {
    /// Give up on a puzzle after so many seconds, as in 0.5 (its status is then "unknown")
    #[arg(long = "time-limit", value_name = "SECONDS", value_parser = seconds)]
    pub limit: Option<Duration>,
}

impl TimeLimit {
    /// Do something under this limit, which starts to run now.
    pub fn run<T>(self, work: impl FnOnce(Budget) -> T) -> T {
        let deadline = self
            .limit
            .and_then(|limit| Instant::now().checked_add(limit));
        match deadline {
            None => work(Budget::UNLIMITED),
            Some(deadline) => work(Budget {
                stop: &|| Instant::now() >= deadline,
                ..Budget::UNLIMITED
            }),
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let expected = "expected a number of seconds, 0 or more";
    let seconds: f64 = text.parse().map_err(|_| expected.to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected.to_owned())
}
