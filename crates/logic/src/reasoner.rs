//! The reasoning engine for a caller that knows no family.

use sat::Budget;

use crate::rule::{Aside, Reasoning};
use crate::step::{RuleId, RuleTable, Step, Trace, TraceEnd};
use crate::think::{Plan, Sheet};
use crate::watch::Watch;
use crate::{Fact, Known, trial};

/// A puzzle that can be reasoned about. Every [`Reasoning`] is one.
pub trait Reasoner: Sync {
    /// All rules of the family, with trial and smallest reason.
    fn rules(&self) -> RuleTable;

    /// How many atoms the puzzle has.
    fn atoms(&self) -> usize;

    /// What the clues say outright, such as given cells.
    fn givens(&self) -> Vec<Fact>;

    /// Facts that are true with this one by meaning alone; see [`Reasoning::implied`].
    fn implied(&self, fact: Fact) -> Vec<Fact>;

    /// Facts that anybody sees once this one is on the board; see [`Reasoning::seen_with`].
    fn seen_with(&self, fact: Fact) -> Vec<Fact>;

    /// Follow a plan from these facts (and the givens) to the end.
    fn trace(&self, from: &[Fact], plan: &Plan, budget: Budget) -> Trace;

    /// Every step that is possible from these facts; trials are not looked for. If the budget runs
    /// out, those found so far.
    fn steps(&self, from: &[Fact], plan: &Plan, budget: Budget) -> Vec<Step>;

    /// Suppose something besides these facts (and the givens), and follow it with the rules of a plan
    /// that suppose nothing. If it breaks, the step that says so.
    fn refute(&self, from: &[Fact], suppose: Fact, plan: &Plan, budget: Budget) -> Option<Step>;

    /// The sentence for a step of one of the family's own rules.
    fn say(&self, step: &Step) -> String;

    /// How a step that only tidies up after another ends its sentence; none if it deserves a sentence
    /// of its own.
    fn aside(&self, step: &Step) -> Option<Aside>;

    /// Facts as the end of a sentence.
    fn facts_words(&self, facts: &[Fact]) -> String;

    /// What a player has entered, to follow "your".
    fn entered_words(&self, fact: Fact) -> String;
}

impl<T: Reasoning> Reasoner for T {
    fn rules(&self) -> RuleTable {
        rule_table::<T>()
    }

    fn atoms(&self) -> usize {
        Reasoning::atoms(self)
    }

    fn givens(&self) -> Vec<Fact> {
        Reasoning::givens(self)
    }

    fn implied(&self, fact: Fact) -> Vec<Fact> {
        Reasoning::implied(self, fact)
    }

    fn seen_with(&self, fact: Fact) -> Vec<Fact> {
        Reasoning::seen_with(self, fact)
    }

    fn trace(&self, from: &[Fact], plan: &Plan, budget: Budget) -> Trace {
        match Sheet::new(self, from, &Watch::new(budget)) {
            Some(sheet) => sheet.think(plan),
            None => Trace {
                steps: Vec::new(),
                rounds: Vec::new(),
                end: TraceEnd::Contradiction,
                known: Known::new(Reasoning::atoms(self)),
            },
        }
    }

    fn steps(&self, from: &[Fact], plan: &Plan, budget: Budget) -> Vec<Step> {
        let watch = Watch::new(budget);
        let sheet = Sheet::new(self, from, &watch);
        sheet.map_or(Vec::new(), |mut sheet| sheet.steps(plan))
    }

    fn refute(&self, from: &[Fact], suppose: Fact, plan: &Plan, budget: Budget) -> Option<Step> {
        let watch = Watch::new(budget);
        let sheet = Sheet::new(self, from, &watch)?;
        trial::refute(&sheet, suppose, plan)
    }

    fn say(&self, step: &Step) -> String {
        match step.rule {
            RuleId::Own(rule) => T::rulebook().entries()[rule as usize].sentence(self, step),
            _ => String::new(),
        }
    }

    fn aside(&self, step: &Step) -> Option<Aside> {
        match step.rule {
            RuleId::Own(rule) if !step.is_clash() => {
                (T::rulebook().entries()[rule as usize].aside)(self, step)
            }
            _ => None,
        }
    }

    fn facts_words(&self, facts: &[Fact]) -> String {
        Reasoning::facts_words(self, facts)
    }

    fn entered_words(&self, fact: Fact) -> String {
        Reasoning::entered_words(self, fact)
    }
}

/// All rules of a family, for a list that needs no puzzle.
pub fn rule_table<T: Reasoning>() -> RuleTable {
    let rules = T::rulebook().entries().iter();
    RuleTable::new(rules.map(|rule| &rule.about), T::study())
}

/// What the rule that made this step draws to show its argument; nothing if it is none of the family's
/// own.
pub fn picture<T: Reasoning>(puzzle: &T, step: &Step) -> T::Picture {
    let drawn = match step.rule {
        RuleId::Own(rule) => (T::rulebook().entries()[rule as usize].picture)(puzzle, step),
        _ => None,
    };
    drawn.unwrap_or_default()
}
