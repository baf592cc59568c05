//! Deduction rules, easiest first, and their table. What an island still needs and what its sides
//! can still take is kept as the facts come in (`state`); the rules are in files by subject:
//!
//! - `count`: the numbers of one island;
//! - `space`: bridges in each other's way, and loops;
//! - `group`: islands that would be cut off from the rest;
//! - `ways`: all ways to place the bridges of one or two islands;
//! - `chain`: islands with two open sides in a row;
//! - `ring`: islands in a circle, coloured in turn;
//! - `network`: the board as a whole.
//!
//! `suppose` answers what would be closed, cut off or left short if a few sides had given numbers
//! of bridges; it looks no further than that, so that no rule is a search in disguise.
//!
//! The levels follow the yardstick of the Bridges generator, which names three: counting at an
//! island (here 1), single connections and loops (2), isolated groups (3). Rules that look at
//! several islands at once, or at the whole board, are for experts (4).

mod chain;
mod count;
mod group;
mod network;
mod ring;
mod space;
mod state;
mod suppose;
#[cfg(test)]
mod tests;
mod ways;
mod words;

use logic::{Found, Ground, Known, Reasoning, Rule};
use sat::Name;

use super::Hashi;
use crate::Fact;
use crate::board::in_words;
pub use state::State;

impl Reasoning for Hashi {
    type State = State;

    const RULES: &'static [Rule<Hashi>] = &[
        Rule::of::<count::Complete>(),
        Rule::of::<count::Full>(),
        Rule::of::<count::LastSide>(),
        Rule::of::<count::Small>(),
        Rule::of::<count::OneEach>(),
        space::CROSSING,
        Rule::of::<count::OthersNotEnough>(),
        space::LOOP,
        Rule::of::<count::FewLeft>(),
        group::PAIR,
        group::WAY_OUT,
        group::FILLING,
        group::CLOSING,
        network::BOTTLENECK,
        network::DIVIDED,
        network::ODD_EVEN,
        ways::ISLAND,
        chain::CHAIN,
        ring::RING,
        ways::PAIR,
    ];

    fn atoms(&self) -> usize {
        self.spans.len() * self.max as usize
    }

    fn start(&self) -> State {
        State::new(self)
    }

    fn implied(&self, fact: Fact) -> Vec<Fact> {
        let (span, k) = self.span_of(fact.var());
        match fact.is_yes() {
            true => self.at_least(span, k - 1).collect(),
            false => self.at_most(span, k).collect(),
        }
    }

    fn learn(&self, state: &mut State, _: &Known, fact: Fact) {
        state.learn(self, fact);
    }

    fn fact_words(&self, fact: Fact) -> String {
        let (span, k) = self.span_of(fact.var());
        let (a, z) = self.ends(self.spans[span]);
        let count = match fact.is_yes() {
            true => self.runs(true, k as usize),
            false => self.runs(false, k as usize - 1),
        };
        format!("{count} between {} and {}", in_words(a), in_words(z))
    }
}

/// The clue of an island.
fn clue(island: usize) -> Ground {
    Ground::Named(Name {
        rule: "island",
        at: island as u32,
    })
}

/// The rule of the game that all islands are connected.
fn connected() -> Ground {
    Ground::Named(Name {
        rule: "connected",
        at: 0,
    })
}

/// Name a ground, once.
fn cite(because: &mut Vec<Ground>, ground: Ground) {
    if !because.contains(&ground) {
        because.push(ground);
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

    /// Cite that there are at least as many bridges here as known: the strongest fact says it all.
    fn cite_least(&self, state: &State, span: usize, because: &mut Vec<Ground>) {
        if let k @ 1.. = state.least[span] {
            cite(because, Ground::Fact(Fact::yes(self.atom(span, k))));
        }
    }

    /// Cite that there are at most as many bridges here as known.
    fn cite_most(&self, state: &State, span: usize, because: &mut Vec<Ground>) {
        let k = state.most[span];
        if k < self.max {
            cite(because, Ground::Fact(Fact::no(self.atom(span, k + 1))));
        }
    }

    /// How many bridges an island still needs, if its number is known.
    fn left(&self, state: &State, island: usize) -> Option<i32> {
        let need = self.islands[island].need?;
        Some(need as i32 - state.have[island] as i32)
    }

    /// The islands whose spans have news; all of them at the first look.
    fn islands_to_look_at(&self, found: &Found) -> Vec<usize> {
        let Some(news) = found.news() else {
            return (0..self.islands.len()).collect();
        };
        let mut islands = Vec::with_capacity(2 * news.len());
        for fact in news {
            let (a, z) = self.spans[self.span_of(fact.var()).0].ends;
            islands.extend([a, z]);
        }
        islands.sort_unstable();
        islands.dedup();
        islands
    }

    /// The leaders of the groups that have news inside or at their border.
    fn groups_to_look_at(&self, state: &State, found: &Found) -> Vec<usize> {
        let mut leaders = self.islands_to_look_at(found);
        for island in &mut leaders {
            *island = state.leader(*island);
        }
        leaders.sort_unstable();
        leaders.dedup();
        leaders
    }
}
