//! What makers speak of: `use crate::make::prelude::*;`.

pub(crate) use logic::{Plan, Reasoner, TraceEnd};
pub(crate) use rand::Rng;
pub(crate) use rand::seq::{IndexedRandom, SliceRandom};
pub(crate) use rand_chacha::ChaCha8Rng as Dice;
pub(crate) use sat::{Solver, Verdict};

pub(crate) use super::ambiguity::{doubts, is_only, unseen};
pub(crate) use super::wishes::granted;
pub(crate) use super::{AMBIGUOUS, NOT_ALLOWED, SEVERAL, TOO_LONG, UNWANTED};
pub(crate) use super::{Attempt, BoardSpec, ClueMap, Propose, Tools};
pub(crate) use super::{cells_of, quarters, shuffled};
