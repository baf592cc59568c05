//! Certificates: a folder from which anybody can check that a puzzle has one solution, or none,
//! without believing the solver that found it out.
//!
//! The puzzle's rules and clues become clauses, a last clause excludes the solution, and an installed
//! SAT solver proves that nothing satisfies them all ([`write()`], `write.rs`). To check a certificate
//! is to make the clauses again from the puzzle, to compare them, and to follow the proof with a
//! checker that shares nothing with any solver ([`check()`], `check.rs`; the crate `certificate`).
//! `stated.rs` holds what both sides derive from the puzzle, `files.rs` the files, and `outside.rs`
//! asks other checkers that happen to be installed.

mod check;
mod files;
mod outside;
mod stated;
mod write;

use std::fmt;

pub use check::{Finding, Report, check};
pub use outside::OutsideChecker;
pub use write::{Written, is_possible, write};

/// What a certificate says about its puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// There is exactly one solution.
    Unique,
    /// There is none.
    None,
}

impl Claim {
    /// The word for programs; the same as the status that solving ends with.
    pub fn word(self) -> &'static str {
        match self {
            Claim::Unique => "unique",
            Claim::None => "none",
        }
    }

    fn of(word: &str) -> Option<Claim> {
        [Claim::Unique, Claim::None]
            .into_iter()
            .find(|claim| claim.word() == word)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::Unique => "has exactly one solution",
            Claim::None => "has no solution",
        })
    }
}

/// What has to be believed even if everything in a certificate is right.
pub const TRUSTED: [&str; 3] = [
    "the encoder: that the clauses say what rules and clues say",
    "the checker of rules: that the solution is right (what `gridwright check` says)",
    "the checker of proofs: gridwright's own, which shares nothing with any solver",
];

/// Why there is no certificate, or none that could be looked at.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The SAT solver could not be used.
    #[error(transparent)]
    Solver(#[from] crate::Error),
    /// The time is up.
    #[error("the time limit ran out")]
    Stopped,
    /// The SAT solver gave another answer than was expected.
    #[error("{0}")]
    Contradicted(String),
    /// A file could not be written.
    #[error("{0}")]
    NotWritten(String),
    /// There is nothing like a certificate in the folder.
    #[error("not a certificate: {0}")]
    NotOne(String),
}

impl From<crate::process::Silence> for Error {
    fn from(silence: crate::process::Silence) -> Error {
        match silence {
            crate::process::Silence::Stopped => Error::Stopped,
            crate::process::Silence::Error(error) => Error::Solver(error),
        }
    }
}
