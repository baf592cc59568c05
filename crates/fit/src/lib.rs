//! Weights and cuts fitted to what people said: pure arithmetic on numbers, without a clock, files or
//! dice. It knows no puzzle. Whoever has puzzles (`cargo xtask measure grades`, `gridwright library
//! opinions`) turns them into parts and pairs.
//!
//! Labels are believed only as an order, and only where they are comparable: a [`Pair`] says that of
//! two things one is to score more. Weights are never negative, and they are held to where they
//! start, so that few labels move them little and many move them as far as they must.

mod agree;
mod cuts;
mod opinions;
mod weights;

pub use agree::{Confusion, rank_correlation};
pub use cuts::{cuts_by_labels, cuts_by_spread};
pub use opinions::{Agreement, ENOUGH, Learnt, Opinion, compared, learnt, learnt_cuts};
pub use weights::{Pair, accuracy, cross_validated, fitted, score};
