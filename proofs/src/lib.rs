//! Proofs by measurement: published puzzles, random boards, a second solver, and how fast it is.
//! `cargo xtask prove` runs them at full length, the tests of this crate a short version.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the proofs are a program: it prints what it found and how long that took"
)]

pub mod against;
pub mod agree;
pub mod bench;
pub mod clock;
pub mod corpora;
pub mod engines;
pub mod grades;
pub mod human;
pub mod kill;
pub mod large;
pub mod made;
pub mod making;
pub mod order;
pub mod random;
pub mod reach;
pub mod rules_census;
#[cfg(feature = "second-solver")]
pub mod second;
pub mod sheet;
pub mod sound;
pub mod speed;
pub mod stress;
pub mod yields;
