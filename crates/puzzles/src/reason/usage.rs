//! Which rules a puzzle uses, and how often: counted here, added up by reports.

use logic::{Plan, RuleTable, Step};
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
    uses_in(&puzzle.reasoner().trace(&[], plan, budget).steps, &table)
}

/// For each rule of a table how much these steps use it.
pub(super) fn uses_in(steps: &[Step], table: &RuleTable) -> Vec<Use> {
    let mut uses = vec![Use::default(); table.len()];
    for step in steps {
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::FAMILIES;
    use crate::reason::{Player, Weights, rate};

    #[test]
    fn a_rating_knows_which_rules_it_took() {
        let mut steps = 0;
        for family in FAMILIES {
            for document in family.examples().flatten() {
                let puzzle = document.puzzle.as_ref();
                let rating = rate(puzzle, Player::PRACTISED, Weights::Ours, Budget::UNLIMITED);
                let all: usize = rating.uses.iter().map(|one| one.steps).sum();
                assert_eq!(all, rating.steps as usize, "{puzzle:?}");
                steps += all;
            }
        }
        assert!(steps > 100, "{steps}");
    }

    /// So a report under a limit needs no second look at a puzzle.
    #[test]
    fn a_rating_that_is_cut_short_keeps_what_was_found() {
        let document = crate::family("hashi")
            .expect("a family")
            .samples()
            .flatten();
        let mut found = 0;
        for document in document.take(3) {
            let asked = AtomicUsize::new(0);
            let soon = Budget {
                stop: &|| asked.fetch_add(1, Ordering::Relaxed) > 5,
                ..Budget::UNLIMITED
            };
            let puzzle = document.puzzle.as_ref();
            let rating = rate(puzzle, Player::PRACTISED, Weights::Ours, soon);
            found += rating.uses.iter().map(|one| one.steps).sum::<usize>();
        }
        assert!(found > 0);
    }
}
