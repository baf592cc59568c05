//! A rule at work on an example of its family.

use logic::{Plan, RuleId, Step, Supposition, Way, smallest};
use sat::Budget;

use crate::Fact;
use crate::puzzle::Puzzle;

/// The step by which this rule concludes exactly this from what is known; none if the rule does not
/// see it. A trial comes when no other rule helps; a smallest reason is looked for at once.
pub fn example_step(
    puzzle: &dyn Puzzle,
    known: &[Fact],
    rule: RuleId,
    then: &[Fact],
) -> Option<Step> {
    let reasoner = puzzle.reasoner();
    let table = reasoner.rules();
    let budget = Budget::UNLIMITED;
    let none = Plan::of(Vec::new(), Way::Order).with_reasons();
    let steps = match rule {
        RuleId::Smallest | RuleId::Clash => {
            let known = reasoner.trace(known, &none, budget).known;
            let found = smallest(&puzzle.encode(), &known, &|| false, budget)?;
            vec![found.step()]
        }
        RuleId::Trial => {
            // Any that breaks soon is an example, whatever it opens.
            let plan = Plan {
                supposition: Supposition::BreaksSoonest,
                ..Plan::with_trial(&table).with_reasons()
            };
            let steps = reasoner.trace(known, &plan, budget).steps.into_iter();
            steps.take_while(|step| step.rule == rule).collect()
        }
        RuleId::Own(rule) => {
            let alone = Plan {
                rules: vec![rule as usize],
                ..none
            };
            reasoner.steps(known, &alone, budget)
        }
    };
    let sorted = |facts: &[Fact]| {
        let mut facts = facts.to_vec();
        facts.sort_unstable();
        facts.dedup();
        facts
    };
    let then = sorted(then);
    (steps.into_iter()).find(|step| sorted(&step.therefore) == then)
}
