//! Deduction rules. What each of them is, and in which order they are tried, is said in `rules.txt`.
//!
//! Everything here is about two kinds of groups of which exactly one member is true: the moves of
//! a circle, and the arrivals in a country. How many members are left is kept as the facts come in
//! ([`State`]); a rule then looks only at the groups that have lost a member.
//!
//! - `last`: a group with one member left;
//! - `taken`: what a track, or a country that is spoken for, closes to others;
//! - `cut`: moves that would leave some group without a member;
//! - `share`: as many circles as countries, among themselves;
//! - `chain`: either-or, from one group to the next, along the pairs of `web`.

mod chain;
mod cut;
mod last;
mod share;
mod state;
mod taken;
mod web;
mod words;

use super::{Satogaeri, Way};
use crate::kit::prelude::*;
pub use state::State;

/// Which code each rule of `rules.txt` has, by file.
static RULES: Rulebook<Satogaeri> = Rulebook::new(
    include_str!("rules.txt"),
    &[
        Rule::of::<last::Count>("count"),
        Rule::of::<last::Zeros>("zeros-stay"),
        Rule::of::<last::OneMove>("one-move-left"),
        Rule::of::<last::OnlyComer>("only-comer"),
        Rule::of::<taken::Track>("track-in-the-way"),
        Rule::of::<taken::CountryTaken>("country-taken"),
        Rule::of::<taken::MustPass>("must-pass"),
        Rule::of::<taken::SpokenFor>("country-spoken-for"),
        Rule::of::<cut::CountryCutOff>("country-cut-off"),
        Rule::of::<cut::CircleShutIn>("circle-shut-in"),
        Rule::of::<share::Circles<2>>("two-circles"),
        Rule::of::<share::Countries<2>>("two-countries"),
        Rule::of::<share::Circles<3>>("three-circles"),
        Rule::of::<share::Countries<3>>("three-countries"),
        Rule::of::<chain::Breaks>("chain-breaks"),
        Rule::of::<chain::EitherWay>("either-way"),
    ],
);

impl Reasoning for Satogaeri {
    type State = State;
    type Picture = Picture;

    fn rulebook() -> &'static Rulebook<Satogaeri> {
        &RULES
    }

    fn atoms(&self) -> usize {
        self.moves.len()
    }

    fn start(&self) -> State {
        State::new(self)
    }

    /// A circle that makes one move makes no other.
    fn implied(&self, fact: Fact) -> Vec<Fact> {
        if !fact.is_yes() {
            return Vec::new();
        }
        let atoms = self.moves_of[self.mover(fact.var())].clone();
        atoms.filter(|&a| a != fact.var()).map(Fact::no).collect()
    }

    fn learn(&self, state: &mut State, _: &Known, fact: Fact) {
        if !fact.is_yes() {
            state.lose(self, fact.var());
        }
    }

    fn facts_words(&self, facts: &[Fact]) -> String {
        let each = |c| format!("{} {}", self.the(c), self.does(c, facts));
        list(self.circles_in(facts).into_iter().map(each), "and")
    }

    fn entered_words(&self, fact: Fact) -> String {
        let circle = self.mover(fact.var());
        let the = self.the(circle);
        match fact.is_yes() {
            true => format!("entry for {the} (it {})", self.does(circle, &[fact])),
            // A track begun another way, or a mark in its way. Which move it excludes would be told
            // too much.
            false => format!("entry for {the}"),
        }
    }
}

/// Moves of which exactly one is made.
#[derive(Clone, Copy, Debug)]
enum Group {
    /// The moves of this circle.
    Circle(usize),
    /// The arrivals in this country.
    Country(usize),
}

impl Group {
    fn ground(self) -> Ground {
        let (rule, at) = match self {
            Group::Circle(circle) => ("circle", circle),
            Group::Country(country) => ("country", country),
        };
        Ground::named(rule, at)
    }
}

fn circle_ground(circle: usize) -> Ground {
    Group::Circle(circle).ground()
}

fn country_ground(country: usize) -> Ground {
    Group::Country(country).ground()
}

impl Satogaeri {
    /// The circle that makes a move.
    fn mover(&self, atom: usize) -> usize {
        self.moves[atom].circle
    }

    /// The cells that it enters.
    fn cells_entered(&self, atom: usize) -> impl Iterator<Item = Cell> + use<> {
        self.entered(self.moves[atom].circle, self.moves[atom].way)
    }

    /// The moves left to a circle.
    fn left<'a>(&self, known: &'a Known, circle: usize) -> impl Iterator<Item = usize> + use<'a> {
        self.moves_of[circle].clone().filter(|&a| !known.no(a))
    }

    /// "Not this move", for those moves of a circle that are denied and wanted as a reason.
    fn denied(
        &self,
        known: &Known,
        circle: usize,
        because: &mut Vec<Ground>,
        wanted: impl Fn(usize) -> bool,
    ) {
        let atoms = self.moves_of[circle].clone();
        let denied = atoms.filter(|&a| known.no(a) && wanted(a));
        because.extend(denied.map(Ground::no));
    }

    /// Why these moves are not made: their circle makes another one, which is what people point
    /// to, or else each has been ruled out by itself.
    fn gone(&self, known: &Known, atoms: impl Iterator<Item = usize>, because: &mut Vec<Ground>) {
        let mut grounds = Vec::new();
        for atom in atoms {
            let circle = self.mover(atom);
            match self.moves_of[circle].clone().find(|&a| known.yes(a)) {
                Some(made) => grounds.extend([Ground::yes(made), circle_ground(circle)]),
                None => grounds.push(Ground::no(atom)),
            }
        }
        extend_once(because, grounds);
    }

    /// That these moves of one circle are not made; and the circle, if it has one other left and makes
    /// that: people see this at once and say it in the same breath. They are open, and not all of its
    /// moves.
    fn denying(&self, state: &State, known: &Known, moves: &[usize]) -> (Vec<Fact>, Option<usize>) {
        let circle = self.mover(moves[0]);
        let mut facts: Vec<Fact> = moves.iter().map(|&a| Fact::no(a)).collect();
        let mut others = (self.left(known, circle)).filter(|a| !moves.contains(a));
        let is_last = state.moves_left(circle) == moves.len() + 1;
        let answer = others.find(|&a| is_last && known.is_open(a));
        facts.extend(answer.map(Fact::yes));
        (facts, answer.map(|_| circle))
    }

    /// The circles that have lost a move; all of them at the first look.
    fn circles_to_look_at(&self, found: &Situation) -> Vec<usize> {
        found.touched(self.circles.len(), |fact| [self.mover(fact.var())])
    }

    /// The countries that have lost an arrival; all of them at the first look.
    fn countries_to_look_at(&self, state: &State, found: &Situation) -> Vec<usize> {
        found.touched(self.countries.count(), |fact| [state.country(fact.var())])
    }

    /// The moves that have become certain.
    fn made<'a>(&self, found: &Situation<'a>) -> impl Iterator<Item = usize> + use<'a> {
        let facts = found.news_or_all();
        facts.iter().filter(|f| f.is_yes()).map(|f| f.var())
    }
}

/// Add grounds, each of them once; what other steps have left in the buffer does not count.
fn extend_once(because: &mut Vec<Ground>, grounds: Vec<Ground>) {
    let first = because.len();
    for ground in grounds {
        if !because[first..].contains(&ground) {
            because.push(ground);
        }
    }
}
