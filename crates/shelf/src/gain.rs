//! What a kept puzzle gains when it is added again. It never loses anything.
//!
//! A rating does not depend on how a puzzle is turned, but a solution does. If the puzzle is kept
//! the way it comes now, it takes over the solution; if it is kept turned or mirrored, it is solved
//! instead, which is right only if it has one solution.

use puzzles::format::Document;
use puzzles::{Board, Puzzle, Status, solve};
use sat::Budget;

/// The library is locked while it is solved, so that must not take long.
const CONFLICTS: u64 = 20_000;

/// The solution that the kept puzzle gets from this document of the same puzzle; none if it has one.
pub fn solution(kept: &Document, from: &Document) -> Option<Board> {
    let solution = from.solution.as_ref().filter(|_| kept.solution.is_none())?;
    match *kept.puzzle == *from.puzzle {
        true => Some(solution.clone()),
        false => only_solution(kept.puzzle.as_ref()),
    }
}

/// The solution, if it can be found quickly and is the only one.
pub fn only_solution(puzzle: &dyn Puzzle) -> Option<Board> {
    let mut answer = solve(puzzle, 2, Budget::conflicts(CONFLICTS));
    (answer.status == Status::Unique).then(|| answer.solutions.swap_remove(0))
}
