//! Solving and proving through programs that are installed on this machine.
//!
//! An SMT solver runs as a process that reads SMT-LIB from its standard input; nothing is written to
//! any file. One process serves one puzzle: first model, uniqueness, refinement, statistics. Its
//! output is not trusted, its models are checked, and it is ended when it is no longer wanted: when
//! the budget is spent, when something goes wrong, and when the program is interrupted
//! ([`end_all`]).
//!
//! [`certify`] writes certificates of uniqueness with a SAT solver's proof, and checks them.

#![allow(
    clippy::disallowed_methods,
    reason = "another program may hang, so it is given a time"
)]

pub mod certify;
mod command;
mod decide;
mod process;
mod session;
mod solve;

pub use command::Solver;
pub use decide::{Decided, decide};
pub use process::end_all;
pub use solve::{Outcome, Stats, solve};

/// Why there is no answer, although the budget did not run out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The program was not found.
    #[error("{program} is not installed, or not on the PATH; {hint}")]
    NotInstalled {
        /// The solver's program.
        program: String,
        /// How to get it.
        hint: String,
    },
    /// The system could not start the program.
    #[error("{program} cannot be started: {cause}")]
    NotStarted {
        /// The solver's program.
        program: String,
        /// What the system says.
        cause: String,
    },
    /// The process or its output ended in the middle of the conversation.
    #[error("{program} ended without an answer ({how}){said}")]
    Crashed {
        /// The solver's program.
        program: String,
        /// How it ended, such as its exit status.
        how: String,
        /// The end of its standard error, or nothing.
        said: String,
    },
    /// The solver reported an error.
    #[error("{program} rejects the instance: {message}")]
    Rejected {
        /// The solver's program.
        program: String,
        /// The solver's message.
        message: String,
    },
    /// The answer is not one to the question asked.
    #[error("{program} gave an answer that no SMT solver gives: {what}")]
    Nonsense {
        /// The solver's program.
        program: String,
        /// What it answered, cut short.
        what: String,
    },
    /// The model is not a solution by the family's checker.
    #[error("{program} gave a model that breaks the rules of the puzzle: {broken}")]
    WrongModel {
        /// The solver's program.
        program: String,
        /// The first broken rule, in words.
        broken: String,
    },
    /// The encoding cannot express this puzzle.
    #[error("{0}")]
    Refused(String),
}
