//! Is a puzzle good as it stands? Either there is a proof that it has exactly one solution, or the
//! allowed rules of deduction finish it, which is a proof as well. Every question is counted: the
//! effort of a setter's tool is the number of its questions.

use logic::{Plan, RuleTable, TraceEnd};
use puzzles::reason::{RuleFilter, plan, trace};
use puzzles::{Fact, Puzzle, Status, solve};
use sat::Budget;

/// What counts as having one solution.
#[derive(Clone, Debug, Default)]
pub enum ProvedBy {
    /// A proof that there is exactly one.
    #[default]
    Proof,
    /// These rules finding it.
    Rules(Rules),
}

/// Rules of deduction that are allowed.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Which rules are allowed.
    pub choice: RuleFilter,
    /// Nothing may be supposed, whatever the choice says.
    pub no_trial: bool,
}

impl Rules {
    /// Whether everything is allowed.
    pub fn is_all(&self) -> bool {
        let RuleFilter {
            only,
            without,
            level,
            ..
        } = &self.choice;
        !self.no_trial && only.is_empty() && without.is_empty() && level.is_none()
    }

    /// The plan for a puzzle. An error names a word that is not a rule.
    pub fn plan(&self, puzzle: &dyn Puzzle) -> Result<Plan, String> {
        self.plan_of(&puzzle.reasoner().rules())
    }

    /// The plan for a family's table of rules. An error names a word that is not a rule.
    pub fn plan_of(&self, table: &RuleTable) -> Result<Plan, String> {
        let (mut plan, _) = plan(table, &self.choice)?;
        if self.no_trial {
            plan.trial = false;
            plan.rules.retain(|&rule| !table[rule].trial);
        }
        Ok(plan)
    }

    /// What they find out about a puzzle; if everything is allowed, what rules that suppose nothing
    /// find out.
    pub fn deduced(&self, puzzle: &dyn Puzzle, budget: Budget) -> Vec<Fact> {
        let plan = match self.is_all() {
            true => Ok(Plan::without_trial(&puzzle.reasoner().rules())),
            false => self.plan(puzzle),
        };
        let known = plan.map(|plan| trace(puzzle, &[], &plan, budget).known);
        known.map_or_else(|_| Vec::new(), |known| known.facts().to_vec())
    }

    /// Do they finish the puzzle? If a word is not a rule, they do not.
    pub fn solve(&self, puzzle: &dyn Puzzle, budget: Budget) -> bool {
        let plan = self.plan(puzzle);
        plan.is_ok_and(|plan| trace(puzzle, &[], &plan, budget).end == TraceEnd::Solved)
    }
}

/// Whether a puzzle is good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has exactly one solution, by the measure asked for.
    Good,
    /// It does not.
    Bad,
    /// The budget ran out.
    Unknown,
}

/// Answers whether puzzles are good, and counts the questions.
pub struct Judge<'a> {
    by: &'a ProvedBy,
    budget: Budget<'a>,
    /// How many questions are allowed.
    most: u64,
    /// How many questions were asked so far.
    pub calls: u64,
    /// Some answers were not proofs.
    glanced: bool,
}

impl<'a> Judge<'a> {
    /// A judge that answers at most `most` questions, each within the budget.
    pub fn new(by: &'a ProvedBy, budget: Budget<'a>, most: u64) -> Judge<'a> {
        Judge {
            by,
            budget,
            most,
            calls: 0,
            glanced: false,
        }
    }

    /// No more questions are allowed, or somebody wants to stop.
    pub fn is_spent(&self) -> bool {
        self.calls >= self.most || (self.budget.stop)()
    }

    /// Prove what was called good at a glance.
    pub fn confirm(&self, puzzle: &dyn Puzzle) -> Verdict {
        match self.glanced {
            true => self.prove(puzzle),
            false => Verdict::Good,
        }
    }

    fn prove(&self, puzzle: &dyn Puzzle) -> Verdict {
        match solve(puzzle, 2, self.budget).status {
            Status::Unique => Verdict::Good,
            Status::Multiple | Status::None => Verdict::Bad,
            Status::Unknown => Verdict::Unknown,
        }
    }

    /// Is this puzzle good? Counts as a question.
    pub fn ask(&mut self, puzzle: &dyn Puzzle) -> Verdict {
        if self.is_spent() {
            return Verdict::Unknown;
        }
        self.calls += 1;
        match self.by {
            ProvedBy::Proof => match puzzle.quick_unique(self.budget) {
                Some(good) => {
                    self.glanced = true;
                    if good { Verdict::Good } else { Verdict::Bad }
                }
                None => self.prove(puzzle),
            },
            ProvedBy::Rules(rules) if rules.solve(puzzle, self.budget) => Verdict::Good,
            ProvedBy::Rules(_) if (self.budget.stop)() => Verdict::Unknown,
            ProvedBy::Rules(_) => Verdict::Bad,
        }
    }
}
