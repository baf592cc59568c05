//! Deduction rules, easiest first, and their table.

use logic::{Known, Reasoning, Rule};

use super::Fobidoshi;
use crate::{Fact, Puzzle};

impl Reasoning for Fobidoshi {
    type State = ();

    const RULES: &'static [Rule<Fobidoshi>] = &[];

    fn atoms(&self) -> usize {
        self.size.len()
    }

    fn start(&self) -> Self::State {}

    fn learn(&self, _: &mut Self::State, _: &Known, _: Fact) {}

    fn fact_words(&self, fact: Fact) -> String {
        self.fact_text(fact)
    }
}
