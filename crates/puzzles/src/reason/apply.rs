//! Writing conclusions on a board.

use logic::{Known, Plan, Step};
use sat::Budget;

use super::diagnose::{Contradiction, Diagnosis, sound};
use super::hint::is_finished;
use super::trace::trace;
use crate::Fact;
use crate::board::{Board, Reading, Violation};
use crate::puzzle::Puzzle;

/// The board with these facts written in, unless it says otherwise. What cannot be said in facts,
/// such as pencil marks, stays as it is, and so does what the board says already, however it is
/// written there.
pub fn write_in(
    puzzle: &dyn Puzzle,
    board: &Board,
    facts: impl IntoIterator<Item = Fact>,
) -> Result<Board, Vec<Violation>> {
    let reasoner = puzzle.reasoner();
    let mut known = Known::new(reasoner.atoms());
    let said = puzzle.facts(board, Reading::Partial)?;
    for fact in reasoner.givens().into_iter().chain(said) {
        known.learn(fact);
    }
    let before = puzzle.board(known.facts());
    for fact in facts {
        known.learn(fact);
    }
    let mut after = puzzle.board(known.facts());
    let slots = after.slots.iter_mut().zip(&before.slots);
    for ((new, &same), &old) in slots.zip(&board.slots) {
        if *new == 0 || *new == same {
            *new = old;
        }
    }
    Ok(after)
}

/// What came of writing in what rules find.
#[derive(Clone, Debug)]
pub enum Applied {
    /// Some steps were found.
    Steps {
        /// The board with their conclusions written in.
        board: Board,
        /// What was found, in order.
        steps: Vec<Step>,
        /// The budget ran out; there may be more.
        stopped: bool,
    },
    /// The board is wrong: what follows from it would be wrong, too.
    Contradiction(Contradiction),
    /// Everything is written in.
    Finished,
    /// The rules find nothing more.
    Stuck,
    /// The budget ran out before anything was found.
    Unknown,
}

/// Write in what rules up to the plan's level find: one round, or until stuck. Nothing is supposed,
/// and nothing is written on a board that cannot be finished.
pub fn apply(
    puzzle: &dyn Puzzle,
    board: &Board,
    plan: &Plan,
    until_stuck: bool,
    budget: Budget,
) -> Applied {
    let (facts, solution) = match sound(puzzle, board, budget) {
        Diagnosis::Yes { facts, solution } => (facts, solution),
        Diagnosis::No(trouble) => return Applied::Contradiction(trouble),
        Diagnosis::Unknown => return Applied::Unknown,
    };
    if is_finished(puzzle, board, &facts, &solution, budget) {
        return Applied::Finished;
    }
    let plan = Plan {
        trial: false,
        ..plan.clone().with_reasons()
    };
    let steps = if until_stuck {
        trace(puzzle, &facts, &plan, budget).steps
    } else {
        puzzle.reasoner().steps(&facts, &plan, budget)
    };
    let stopped = (budget.stop)();
    if steps.is_empty() {
        return match stopped {
            true => Applied::Unknown,
            false => Applied::Stuck,
        };
    }
    let found = steps.iter().flat_map(|s| s.therefore.iter().copied());
    Applied::Steps {
        board: write_in(puzzle, board, found).expect("the board can be said in facts"),
        steps,
        stopped,
    }
}
