//! Deduction rules, easiest first, and their table.

use logic::{Known, Reasoning, Rule};

use super::Skyscrapers;
use crate::{Fact, Puzzle};

impl Reasoning for Skyscrapers {
    type State = ();

    const RULES: &'static [Rule<Skyscrapers>] = &[];

    fn atoms(&self) -> usize {
        self.size.len() * self.atoms_per_cell()
    }

    fn start(&self) -> Self::State {}

    fn learn(&self, _: &mut Self::State, _: &Known, _: Fact) {}

    fn fact_words(&self, fact: Fact) -> String {
        self.fact_text(fact)
    }
}
