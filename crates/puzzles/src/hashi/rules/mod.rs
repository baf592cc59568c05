//! Deduction rules. What each of them is, and in which order they are tried, is said in `rules.txt`.
//! What an island still needs and what its sides can still take is kept as the facts come in
//! (`state`); the rules are in files by subject:
//!
//! - `count`: the numbers of one island;
//! - `space`: bridges in each other's way, and loops;
//! - `group`: islands that would be cut off from the rest;
//! - `ways`: all ways to place the bridges of one, two or three islands;
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
mod ways;
mod words;

use super::Hashi;
use crate::kit::prelude::*;
pub use state::State;

/// Which code each rule of `rules.txt` has, by file.
static RULES: Rulebook<Hashi> = Rulebook::new(
    include_str!("rules.txt"),
    &[
        Rule::of::<count::Complete>("island-complete"),
        Rule::of::<count::Full>("island-full"),
        Rule::of::<count::LastSide>("last-side"),
        Rule::of::<count::Small>("small-number"),
        Rule::of::<count::OneEach>("one-each"),
        Rule::of::<count::OthersNotEnough>("others-not-enough"),
        Rule::of::<count::FewLeft>("few-left"),
        Rule::of::<space::Crossing>("crossing"),
        Rule::of::<space::Loop>("no-loop"),
        Rule::of::<group::LonelyPair>("lonely-pair"),
        Rule::of::<group::LonelyFew>("lonely-few"),
        Rule::of::<group::OnlyWayOut>("only-way-out"),
        Rule::of::<group::CutOffByBridge>("cut-off-by-bridge"),
        Rule::of::<group::CutOffByClosing>("cut-off-by-closing"),
        Rule::of::<network::Bottleneck>("bottleneck"),
        Rule::of::<network::DividedByBridge>("divided-by-bridge"),
        Rule::of::<network::OddOrEven>("odd-or-even"),
        Rule::of::<ways::WaysOf<1>>("ways-of-an-island"),
        Rule::of::<ways::WaysOf<2>>("ways-of-a-pair"),
        Rule::of::<ways::WaysOf<3>>("ways-of-three"),
        Rule::of::<chain::Chain>("chain"),
        Rule::of::<ring::BlackAndWhite>("ring"),
    ],
);

impl Reasoning for Hashi {
    type State = State;
    type Picture = Picture;

    fn rulebook() -> &'static Rulebook<Hashi> {
        &RULES
    }

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

    fn facts_words(&self, facts: &[Fact]) -> String {
        self.said(facts, None)
    }

    fn entered_words(&self, fact: Fact) -> String {
        let (span, k) = self.span_of(fact.var());
        let ends = self.ends_words(span);
        let bridges = words::bridges;
        match (fact.is_yes(), k) {
            (true, 1) => format!("bridge between {ends}"),
            (true, _) => format!("{} between {ends}", bridges(k)),
            (false, 1) => format!("mark that no bridge runs between {ends}"),
            (false, _) => format!("mark that at most {} runs between {ends}", bridges(k - 1)),
        }
    }
}

/// The clue of an island.
fn clue(island: usize) -> Ground {
    Ground::named("island", island)
}

/// The rule of the game that all islands are connected.
fn connected() -> Ground {
    Ground::named("connected", 0)
}

impl Hashi {
    /// The islands at the ends of a span.
    pub(super) fn both_ends(&self, span: usize) -> [usize; 2] {
        self.spans[span].ends.into()
    }

    /// The facts "at least k bridges".
    pub(super) fn at_least(&self, span: usize, k: u8) -> impl Iterator<Item = Fact> + use<> {
        let first = self.atom(span, 1);
        (0..k as usize).map(move |i| Fact::yes(first + i))
    }

    /// The facts "at most k bridges".
    pub(super) fn at_most(&self, span: usize, k: u8) -> impl Iterator<Item = Fact> + use<> {
        let first = self.atom(span, 1);
        (k as usize..self.max as usize).map(move |i| Fact::no(first + i))
    }

    /// What is new if there are from `least` to `most` bridges here.
    fn narrowed(
        &self,
        state: &State,
        span: usize,
        least: u8,
        most: u8,
    ) -> impl Iterator<Item = Fact> + use<> {
        let more = (least > state.least[span]).then(|| Fact::yes(self.atom(span, least)));
        let fewer = (most < state.most[span]).then(|| Fact::no(self.atom(span, most + 1)));
        more.into_iter().chain(fewer)
    }

    /// The ground that some bridge runs here.
    fn some_bridge(&self, span: usize) -> Ground {
        Ground::yes(self.atom(span, 1))
    }

    /// The ground that no bridge runs here.
    fn no_bridge(&self, span: usize) -> Ground {
        Ground::no(self.atom(span, 1))
    }

    /// Cite that there are at least as many bridges here as known: the strongest fact says it all.
    fn cite_least(&self, state: &State, span: usize, because: &mut Vec<Ground>) {
        if let k @ 1.. = state.least[span] {
            cite(because, Ground::yes(self.atom(span, k)));
        }
    }

    /// Cite that there are at most as many bridges here as known, as people would: the number of an
    /// island that has no more, or what it has already.
    fn cite_most(&self, state: &State, span: usize, because: &mut Vec<Ground>) {
        let k = state.most[span];
        if k == self.max {
            return;
        }
        let ends = self.both_ends(span);
        let small = |&&i: &&usize| self.islands[i].need.is_some_and(|need| need <= k);
        let left = k as i32 - state.least[span] as i32;
        let few = |&&i: &&usize| left > 0 && self.left(state, i).is_some_and(|l| l <= left);
        if let Some(&island) = ends.iter().find(small).filter(|_| k > 0) {
            cite(because, clue(island));
        } else if let Some(&island) = ends.iter().find(few) {
            self.cite_bridges(state, island, because);
        } else {
            cite(because, Ground::no(self.atom(span, k + 1)));
        }
    }

    /// Cite how many bridges there are at least and at most.
    fn cite_bounds(&self, state: &State, span: usize, because: &mut Vec<Ground>) {
        self.cite_least(state, span, because);
        self.cite_most(state, span, because);
    }

    /// Cite an island's number and the bridges that it has.
    fn cite_bridges(&self, state: &State, island: usize, because: &mut Vec<Ground>) {
        cite(because, clue(island));
        (self.sides(island)).for_each(|s| self.cite_least(state, s, because));
    }

    /// Cite an island's number and what its sides can take, but for one of them.
    fn cite_room(
        &self,
        state: &State,
        island: usize,
        except: Option<usize>,
        because: &mut Vec<Ground>,
    ) {
        cite(because, clue(island));
        let sides = self.sides(island).filter(|&s| Some(s) != except);
        sides.for_each(|s| self.cite_most(state, s, because));
    }

    /// No way leads over this island to others: it has one bridge.
    fn is_dead_end(&self, island: usize) -> bool {
        self.islands[island].need == Some(1)
    }

    /// How many bridges an island still needs, if its number is known.
    fn left(&self, state: &State, island: usize) -> Option<i32> {
        let need = self.islands[island].need?;
        Some(need as i32 - state.have[island] as i32)
    }

    /// The islands whose spans have news; all of them at the first look.
    fn islands_to_look_at(&self, found: &Situation) -> Vec<usize> {
        let ends = |fact: Fact| self.both_ends(self.span_of(fact.var()).0);
        found.touched(self.islands.len(), ends)
    }

    /// The leaders of the groups that have news inside or at their border.
    fn groups_to_look_at(&self, state: &State, found: &Situation) -> Vec<usize> {
        let islands = self.islands_to_look_at(found).into_iter();
        distinct(islands.map(|island| state.leader(island)))
    }
}
