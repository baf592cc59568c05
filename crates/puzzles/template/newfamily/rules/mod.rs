//! Deduction rules, easiest first, and their table.

mod lines;

use logic::{Known, Reasoning, Rule};

use super::{Mark, NewFamily};
use crate::Fact;
use crate::board::in_words;

// FILL IN: the rules of deduction of your game, easiest first, and what they want to have at hand
// besides the bare facts. examples/rules.txt shows each of them at work.
impl Reasoning for NewFamily {
    type State = ();

    const RULES: &'static [Rule<NewFamily>] =
        &[Rule::of::<lines::OnlyOne>(), Rule::of::<lines::LastCell>()];

    fn atoms(&self) -> usize {
        self.size.len()
    }

    fn start(&self) {}

    fn givens(&self) -> Vec<Fact> {
        let given = self.given.iter().enumerate();
        given
            .filter(|(_, mark)| **mark != Mark::Nothing)
            .map(|(cell, mark)| Fact::new(cell, *mark == Mark::Circle))
            .collect()
    }

    fn learn(&self, _: &mut (), _: &Known, _: Fact) {}

    fn fact_words(&self, fact: Fact) -> String {
        let at = in_words(self.size.cell(fact.var()));
        match fact.is_yes() {
            true => format!("{at} gets a circle"),
            false => format!("{at} gets a cross"),
        }
    }
}
