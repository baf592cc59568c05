//! Deduction rules. What each of them is, and in which order they are tried, is said in `rules.txt`.

mod lines;

use super::{Mark, NewFamily};
use crate::kit::prelude::*;

// FILL IN: the rules of deduction of your game, by file. What each of them is, and in which order
// they are tried, is said in rules.txt; examples/rules.txt shows each of them at work.

/// Which code each rule of `rules.txt` has, by file.
static RULES: Rulebook<NewFamily> = Rulebook::new(
    include_str!("rules.txt"),
    &[
        Rule::of::<lines::OnlyOne>("only-one"),
        Rule::of::<lines::LastCell>("last-cell"),
    ],
);

// FILL IN: what your rules want to have at hand besides the bare facts, and facts in words.
impl Reasoning for NewFamily {
    type State = ();
    type Picture = Picture;

    fn rulebook() -> &'static Rulebook<NewFamily> {
        &RULES
    }

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

    fn facts_words(&self, facts: &[Fact]) -> String {
        let one = |fact: &Fact| match (in_words(self.size.cell(fact.var())), fact.is_yes()) {
            (at, true) => format!("{at} gets a circle"),
            (at, false) => format!("{at} gets a cross"),
        };
        list(facts.iter().map(one), "and")
    }
}
