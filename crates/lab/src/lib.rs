//! The studies' experiments, complete counts of small boards, and what came out of trials with people.
//!
//! Invariant: nothing here is needed to solve, make or play a puzzle; no other crate but the
//! command line depends on it. Its entries may name families. It writes no file and prints nothing:
//! what came out is a value, and the command line decides where it goes.

pub mod census;
pub mod experiment;
pub mod people;
