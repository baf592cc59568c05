//! Writing conclusions on a board.

use logic::{Known, Plan, Step};
use sat::Budget;

use super::trace::trace;
use crate::Fact;
use crate::board::{Board, Reading, Violation};
use crate::puzzle::Puzzle;

/// The board with these facts written in, as far as it says nothing against them. What cannot be
/// said in facts, such as pencil marks, stays as it is.
pub fn write_in(
    puzzle: &dyn Puzzle,
    board: &Board,
    facts: impl IntoIterator<Item = Fact>,
) -> Result<Board, Vec<Violation>> {
    let reasoner = puzzle.reasoner();
    let mut known = Known::new(reasoner.atoms());
    let said = puzzle.facts(board, Reading::Partial)?;
    for fact in reasoner.givens().into_iter().chain(said).chain(facts) {
        known.learn(fact);
    }
    let mut after = puzzle.board(known.facts());
    for (new, &old) in after.slots.iter_mut().zip(&board.slots) {
        if *new == 0 {
            *new = old;
        }
    }
    Ok(after)
}

/// Write in what rules up to the plan's level find: one round, or until stuck.
pub fn apply(
    puzzle: &dyn Puzzle,
    board: &Board,
    plan: &Plan,
    until_stuck: bool,
    budget: Budget,
) -> Result<(Board, Vec<Step>), Vec<Violation>> {
    let facts = puzzle.facts(board, Reading::Partial)?;
    let reasoner = puzzle.reasoner();
    let plan = Plan {
        trial: false,
        ..plan.clone().with_reasons()
    };
    let steps = if until_stuck {
        trace(puzzle, &facts, &plan, budget).steps
    } else {
        reasoner.steps(&facts, &plan)
    };
    let found = steps.iter().flat_map(|s| s.therefore.iter().copied());
    Ok((write_in(puzzle, board, found)?, steps))
}
