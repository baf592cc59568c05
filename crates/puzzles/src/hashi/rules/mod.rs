//! Deduction rules, easiest first, and their table. What an island still needs and what its sides
//! can still take is kept as the facts come in ([`State`]); the rules are in files by subject.

mod count;

use logic::{Found, Known, Reasoning, Rule};

use super::Hashi;
use crate::Fact;
use crate::board::in_words;

/// For every span: how many bridges there are at least, and at most.
#[derive(Clone)]
pub struct State {
    least: Vec<u8>,
    most: Vec<u8>,
}

impl Reasoning for Hashi {
    type State = State;

    const RULES: &'static [Rule<Hashi>] = &[count::COMPLETE];

    fn atoms(&self) -> usize {
        self.spans.len() * self.max as usize
    }

    fn start(&self) -> State {
        State {
            least: vec![0; self.spans.len()],
            most: vec![self.max; self.spans.len()],
        }
    }

    fn implied(&self, fact: Fact) -> Vec<Fact> {
        let (span, k) = self.span_of(fact.var());
        match fact.is_yes() {
            true => self.at_least(span, k - 1).collect(),
            false => self.at_most(span, k).collect(),
        }
    }

    fn learn(&self, state: &mut State, _: &Known, fact: Fact) {
        let (span, k) = self.span_of(fact.var());
        if fact.is_yes() {
            state.least[span] = state.least[span].max(k);
        } else {
            state.most[span] = state.most[span].min(k - 1);
        }
    }

    fn fact_words(&self, fact: Fact) -> String {
        let (span, k) = self.span_of(fact.var());
        let (a, z) = self.ends(self.spans[span]);
        let count = match (fact.is_yes(), k) {
            (true, 1) => "at least one bridge runs".to_owned(),
            (true, k) => format!("at least {k} bridges run"),
            (false, 1) => "no bridge runs".to_owned(),
            (false, k) => format!("at most {} run", bridges(k - 1)),
        };
        format!("{count} between {} and {}", in_words(a), in_words(z))
    }
}

fn bridges(k: u8) -> String {
    match k {
        1 => "one bridge".to_owned(),
        k => format!("{k} bridges"),
    }
}

impl Hashi {
    /// The facts "at least k bridges".
    fn at_least(&self, span: usize, k: u8) -> impl Iterator<Item = Fact> + use<> {
        let first = self.atom(span, 1);
        (0..k as usize).map(move |i| Fact::yes(first + i))
    }

    /// The facts "at most k bridges".
    fn at_most(&self, span: usize, k: u8) -> impl Iterator<Item = Fact> + use<> {
        let first = self.atom(span, 1);
        (k as usize..self.max as usize).map(move |i| Fact::no(first + i))
    }

    /// The islands whose spans have news; all of them at the first look.
    fn islands_to_look_at(&self, found: &Found) -> Vec<usize> {
        let Some(news) = found.news() else {
            return (0..self.islands.len()).collect();
        };
        let mut islands: Vec<usize> = (news.iter())
            .flat_map(|f| {
                let (a, z) = self.spans[self.span_of(f.var()).0].ends;
                [a, z]
            })
            .collect();
        islands.sort_unstable();
        islands.dedup();
        islands
    }
}
