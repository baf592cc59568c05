//! Which rules a puzzle uses, and how often: counted here, added up by reports.

use logic::Plan;
use sat::Budget;

use crate::puzzle::Puzzle;

/// How much one rule was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// Steps that it took.
    pub steps: usize,
    /// Facts that it found.
    pub facts: usize,
    /// Puzzles in which it was used.
    pub puzzles: usize,
}

impl Use {
    /// Add what another puzzle, or another part of it, used.
    pub fn add(&mut self, other: Use) {
        self.steps += other.steps;
        self.facts += other.facts;
        self.puzzles += other.puzzles;
    }
}

/// For each rule of the family's table how much this puzzle uses it. Nothing is supposed if named
/// rules are known to solve it.
pub fn uses(puzzle: &dyn Puzzle, solved_by_rules: bool, budget: Budget) -> Vec<Use> {
    let table = (puzzle.family().deductions)();
    let plan = match solved_by_rules {
        true => Plan::without_trial(&table),
        false => Plan::with_trial(&table),
    };
    uses_of(puzzle, &plan.lightest_first(&table), budget)
}

/// The same for rules of one's own choice.
pub fn uses_of(puzzle: &dyn Puzzle, plan: &Plan, budget: Budget) -> Vec<Use> {
    let table = (puzzle.family().deductions)();
    let mut uses = vec![Use::default(); table.len()];
    for step in &puzzle.reasoner().trace(&[], plan, budget).steps {
        let rule = &mut uses[table.place(step.rule)];
        rule.steps += 1;
        rule.facts += step.therefore.len();
        rule.puzzles = 1;
    }
    uses
}

/// A share in per cent, with two decimals.
pub fn share(part: usize, whole: usize) -> f64 {
    (10_000.0 * part as f64 / whole.max(1) as f64).round() / 100.0
}
