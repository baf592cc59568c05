//! What tests of families speak of: `use crate::kit::testing::*;`.

pub(crate) use logic::{Plan, Reasoner};
pub(crate) use rand::Rng;
use rand::SeedableRng;
pub(crate) use rand_chacha::ChaCha8Rng;

use grid::Size;
use sat::Budget;

use crate::engine::Found;
use crate::format::{Document, split};
use crate::puzzle::Puzzle;
pub(crate) use crate::solve::{Status, solve};

/// Dice that fall the same way every time.
pub(crate) fn dice(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The size of a board.
pub(crate) fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("a size that a board may have")
}

/// The puzzle that a text holds, and nothing else.
pub(crate) fn read(text: &str) -> Document {
    let chunks = split(text);
    assert_eq!(chunks.len(), 1, "{text}");
    chunks[0].read().unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// What a method of the puzzle's family finds, with these switches on.
pub(crate) fn searched(
    puzzle: &dyn Puzzle,
    id: &str,
    with: &str,
    want: usize,
    budget: Budget,
) -> Found {
    let methods = puzzle.family().engines().methods.iter();
    let method = { methods }
        .find(|method| method.id == id)
        .expect("a method");
    let options = method.options(with, 7).expect("switches");
    method.solve(puzzle, &options, want, budget)
}
