//! Solving through an SMT solver that is installed on this machine.
//!
//! The solver runs as a process that reads SMT-LIB from its standard input; nothing is written to
//! any file. One process serves one puzzle: first model, uniqueness, refinement, statistics. What
//! it prints is not trusted, its models are checked, and it is ended when it is no longer wanted:
//! when the budget is spent, when something goes wrong, and when the program is interrupted
//! ([`end_all`]).

#![allow(
    clippy::disallowed_methods,
    reason = "another program may hang, so it is given a time"
)]

mod command;
mod process;
mod session;
mod solve;

pub use command::Solver;
pub use process::end_all;
pub use solve::{Outcome, Stats, solve};

/// Why there is no answer, though nobody ran out of patience.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    #[error("{program} is not installed, or not on the PATH; {hint}")]
    NotInstalled { program: String, hint: String },
    #[error("{program} cannot be started: {cause}")]
    NotStarted { program: String, cause: String },
    #[error("{program} ended without an answer ({how}){said}")]
    Crashed {
        program: String,
        how: String,
        /// The last words of its standard error, or nothing.
        said: String,
    },
    #[error("{program} rejects the instance: {message}")]
    Rejected { program: String, message: String },
    #[error("{program} answered what no SMT solver answers: {what}")]
    Nonsense { program: String, what: String },
    #[error("{program} gave a model that breaks the rules of the puzzle: {broken}")]
    WrongModel { program: String, broken: String },
    /// The encoding cannot say this puzzle.
    #[error("{0}")]
    Refused(String),
}
