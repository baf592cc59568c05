//! Traces that keep their word. The rules end a trace as solved when no question is open; none of
//! them has asked whether the board then obeys the rules of the game, and where clues clash (or a
//! player's entries do) it may not: a board that is entailed from beginning to end and yet wrong
//! shows that there is no solution. So whoever asks whether rules solve a puzzle should ask here.

use logic::{Ground, Known, Plan, RuleId, Step, Supposition, Trace, TraceEnd, level};
use sat::Budget;

use crate::Fact;
use crate::board::{Board, Reading};
use crate::puzzle::Puzzle;

/// Follow a plan from these facts (and the givens) to the end. It is solved only if the board is
/// right; otherwise it is a contradiction, and if reasons are wanted the last step says which.
pub fn trace(puzzle: &dyn Puzzle, from: &[Fact], plan: &Plan, budget: Budget) -> Trace {
    let mut trace = puzzle.reasoner().trace(from, plan, budget);
    if trace.end == TraceEnd::Solved && !is_right(puzzle, &trace.known) {
        trace.end = TraceEnd::Contradiction;
        if plan.reasons {
            let clash = logic::clash(&puzzle.encode(), trace.known.facts(), budget);
            (trace.steps).extend(clash.map(clash_step));
        }
    }
    trace
}

/// How far the rules get without supposing anything, and which of them it takes: the lightest that
/// are enough.
pub fn plain_trace(puzzle: &dyn Puzzle, budget: Budget) -> Trace {
    let table = puzzle.reasoner().rules();
    let plan = Plan::without_trial(&table);
    let lightest = trace(puzzle, &[], &plan.clone().lightest_first(&table), budget);
    if lightest.end != TraceEnd::Stuck {
        return lightest;
    }
    // Few rules find less when more is known, so that another order may get further.
    let other = trace(puzzle, &[], &plan, budget);
    match other.end {
        TraceEnd::Stuck => lightest,
        _ => other,
    }
}

/// How far somebody must look ahead who sees what can be seen at a glance and supposes things where
/// that is not enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LookAhead {
    /// Rounds until the longest of the suppositions breaks; 0 if nothing has to be supposed.
    pub longest: u32,
    /// Steps in all.
    pub steps: usize,
}

/// Of all suppositions that break the one that breaks soonest is taken. None if that does not solve
/// the puzzle.
pub fn looked_ahead(puzzle: &dyn Puzzle, budget: Budget) -> Option<LookAhead> {
    let table = puzzle.reasoner().rules();
    let plan = Plan {
        trial: true,
        supposition: Supposition::BreaksSoonest,
        ..Plan::rounds(&table, |about| about.level <= level::GLANCE && !about.trial)
    };
    let trace = trace(puzzle, &[], &plan, budget);
    (trace.end == TraceEnd::Solved).then(|| LookAhead {
        longest: trace.rounds.iter().map(|r| r.depth).max().unwrap_or(0),
        steps: trace.steps.len(),
    })
}

/// Is the board at the end right, and does it say all that is known?
fn is_right(puzzle: &dyn Puzzle, known: &Known) -> bool {
    let board = finished(puzzle, known);
    if !puzzle.check(&board).is_empty() {
        return false;
    }
    // A board has no room for things that exclude each other, such as two numbers in a cell.
    let mut says = vec![false; known.atoms()];
    for fact in puzzle.facts(&board, Reading::Finished).unwrap_or_default() {
        says[fact.var()] = fact.is_yes();
    }
    (known.facts().iter()).all(|fact| says[fact.var()] == fact.is_yes())
}

/// The board at the end of a trace that solved its puzzle.
pub fn finished(puzzle: &dyn Puzzle, known: &Known) -> Board {
    // Questions that are still open are answered with no.
    let fact = |atom| Fact::new(atom, known.yes(atom));
    let all: Vec<Fact> = (0..known.atoms()).map(fact).collect();
    puzzle.board(&all)
}

/// A contradiction without a rule's name.
pub(super) fn clash_step(because: Vec<Ground>) -> Step {
    Step::without_evidence(RuleId::Clash, because, Vec::new())
}
