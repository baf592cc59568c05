//! What is measured: tables of times and shares, for people to read. Nothing here passes or fails;
//! that is what `proofs` is for. Its puzzles, published and random, are the ones measured here, so
//! this package uses that one, and `proofs` knows nothing of it.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the measurements are a program: it prints tables of how long things took"
)]

pub mod against;
pub mod archipelagos;
pub mod baseline;
pub mod clock;
pub mod compare;
pub mod contact_sheet;
pub mod grades;
pub mod label_order;
pub mod large_boards;
pub mod latency;
pub mod making;
pub mod pace;
pub mod recorded_moves;
pub mod rivals;
pub mod rule_reach;
pub mod rules;
pub mod sets;
pub mod solving;
