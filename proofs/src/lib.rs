//! What is proved about the whole program: each proof passes or fails. `cargo xtask prove` runs them
//! at full length, the tests of this crate a short version; [`table`] lists them.
//!
//! What is only measured is in the package `bench`, which takes its puzzles from here.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the proofs are a program: it prints what it found and how long that took"
)]

pub mod agree;
pub mod certificates;
pub mod corpora;
pub mod digests;
pub mod engines;
pub mod generated;
pub mod killed_batches;
pub mod killed_libraries;
pub mod latin_squares;
pub mod new_family;
pub mod random;
#[cfg(feature = "second-solver")]
pub mod second;
pub mod sound;
pub mod spread;
pub mod symmetries;
pub mod table;
pub mod tried;
