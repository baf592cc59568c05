//! The studies' experiments, and complete counts of small boards.
//!
//! Invariant: nothing here is needed to solve, make or play a puzzle; no other crate but the
//! command line depends on it. Its entries may name families.

pub mod census;
