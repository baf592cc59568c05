//! Texts and requests of every kind, changed at random, given to whatever reads them.
//!
//! A [`Target`] is one way into the program: it takes any bytes and says what became of them, or
//! that something is wrong. Where nothing else is, a panic is what is wrong. [`run::fuzz`] makes
//! inputs of those that a target begins with, which are the families' examples, and goes on from
//! those whose outcome had not been seen before. That is little beside a fuzzer that sees which code
//! runs, but it needs nothing but the stable compiler, and what happens depends on a seed alone.
//!
//! Inputs that once went wrong stay in `corpus`, a folder for each target; tests give them to their
//! target again, and a few thousand new ones; `cargo xtask test` goes on for a minute. `cargo xtask fuzz`
//! takes as many as one likes, for as long as one likes, and `cargo xtask prove fuzz` a million, and
//! then all that an hour is enough for. Which inputs there are depends on the seed and their number,
//! not on the time.
//!
//! Where a nightly compiler is installed, `cargo xtask fuzz --coverage` gives the same targets to
//! libFuzzer, which sees which code runs (fuzz/coverage).

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for developers, which notices what hangs and says what it found"
)]

pub mod mutate;
pub mod run;
pub mod seeds;
pub mod targets;

/// One way into the program.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, and that of its folder in `corpus`.
    pub name: &'static str,
    /// What is fuzzed, in a line.
    pub about: &'static str,
    /// What it begins with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Take an input. The text says what became of it, in words that are the same for inputs of the
    /// same kind; an error is something that must not be.
    pub take: fn(&[u8]) -> Result<String, String>,
    /// Of the inputs for all targets, how many parts of a hundred this one gets.
    pub share: usize,
    /// Inputs that are made one after the other, each knowing what became of those before it. What
    /// comes out depends on the seed and the number of the round, so it does not matter how many run
    /// at once. Fewer where an input takes long, because the time is looked at between rounds only.
    pub round: usize,
}

/// The round of a target that is done with an input in a millisecond.
pub const ROUND: usize = 500;

/// All of them.
pub const TARGETS: &[Target] = &[
    targets::texts::TARGET,
    targets::convert::TARGET,
    targets::protocol::TARGET,
    targets::library::TARGET,
    targets::solvers::TARGET,
    targets::trials::TARGET,
    targets::library_file::TARGET,
    targets::certificates::TARGET,
    targets::grades::TARGET,
    targets::http::TARGET,
];
