//! Is this a proof that these clauses have no solution?
//!
//! A solver that says "there is none" must be believed, unless it also writes down why. This crate
//! reads what it wrote and follows it step by step. It depends on nothing but the standard library,
//! so it shares no line with the solver, the encoder or anything else that it judges, and it is
//! small enough to be read in one sitting:
//!
//! - [`Clauses`] is a DIMACS file (`dimacs.rs`), and [`Clauses::satisfied_by`] follows a solution of
//!   it that somebody states;
//! - [`drat`] follows a DRAT proof, in text or in bytes (`steps.rs` reads it, `drat.rs` judges,
//!   `propagate.rs` draws the conclusions);
//! - [`lrat`] follows an LRAT proof, which names the clauses that each step needs (`lrat.rs`).
//!
//! A proof is accepted only if the empty clause is stated in it and every step before that is right;
//! if the empty clause is among those that are given, nothing is left to prove.
//! Anything else is refused, with the place and the cause. Input from a stranger costs memory in
//! proportion to its length and time that the caller can end.

mod dimacs;
mod drat;
mod lit;
mod lrat;
mod propagate;
mod steps;
mod values;
mod words;

use std::fmt;

pub use dimacs::{Clauses, Truths};
pub use drat::drat;
pub use lrat::lrat;

/// What a proof that was accepted consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accepted {
    /// Clauses that the proof adds, each checked. The empty one is the last of them, unless it was given.
    pub added: usize,
    /// Those among them that do not follow, but cannot take the last solution away either.
    pub rat: usize,
    /// Clauses that the proof drops because it no longer needs them.
    pub dropped: usize,
}

/// Why something was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Something is wrong, and where.
    Fault(Fault),
    /// The caller did not want to wait any longer.
    Stopped,
}

/// What is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where it was noticed.
    pub place: Place,
    /// What is wrong there, in words.
    pub cause: String,
}

/// A place in a file, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a file of text.
    Line(usize),
    /// In a file of bytes.
    Byte(usize),
    /// What is missing is missing everywhere.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::End => f.write_str("at its end"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.cause)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Fault(fault) => fault.fmt(f),
            Refusal::Stopped => f.write_str("there was no time to read it to the end"),
        }
    }
}

impl std::error::Error for Fault {}

impl std::error::Error for Refusal {}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Fault(fault)
    }
}

fn fault(place: Place, cause: impl Into<String>) -> Fault {
    Fault {
        place,
        cause: cause.into(),
    }
}
