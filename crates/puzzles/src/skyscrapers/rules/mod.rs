//! Deduction rules. What each of them is, and in which order they are tried, is said in `rules.txt`.
//!
//! The fourteen rules of the Skyscrapers study stand here under their own names and in the study's
//! order; what the study prints unsoundly is stated soundly. Rules with parts ("row", "column",
//! "hide", …) have one entry for each part, joined by their group. After them come rules that
//! people also use. Parks count as height 0 and stand more than once in a line; where a rule of
//! the study would be wrong with parks it does nothing, and has a sister that knows them.
//!
//! - `line` is a line as the rules see it, `sight` the same from one side with its view;
//! - `once` depends on the clues alone, `latin` on one height for each cell and line;
//! - `differs`, `blocks`, `near_stair` are about one view, `fits` and `attempt` about all ways to
//!   fill a line;
//! - `sets`, `fish` and `chain` look at several cells or lines; `simple_try` supposes something.

mod attempt;
mod blocks;
mod chain;
mod differs;
mod fish;
pub(super) mod fits;
mod latin;
mod line;
mod near_stair;
mod once;
mod sets;
mod sight;
mod simple_try;
#[cfg(test)]
pub(super) mod tests;
mod words;

use logic::{StudyRule, StudyRules};

use super::{LARGEST_SIDE, PARK, Skyscrapers};
use crate::kit::prelude::*;
use latin::{COLUMNS, DIAGONALS, ROWS};
use line::{Bits, bits};

/// The cells of the largest board.
const CELLS: usize = LARGEST_SIDE * LARGEST_SIDE;
/// Rows, columns and two diagonals.
const LINES: usize = 2 * LARGEST_SIDE + 2;
/// Heights, and the park as height 0.
const HEIGHTS: usize = LARGEST_SIDE + 1;

/// What is known, as sets of bits.
pub struct State {
    /// For each cell the heights that are not excluded.
    can: [Bits; CELLS],
    /// For each cell what is built there: one height, unless something is wrong.
    built: [Bits; CELLS],
    /// For each line and height the positions where it is not excluded.
    places: [[Bits; HEIGHTS]; LINES],
    /// The views of each kind (`sight::Kind`), as bits.
    kinds: [u64; 4],
    side: usize,
}

/// A copy into an old state leaves out what a smaller board has no use for.
impl Clone for State {
    fn clone(&self) -> State {
        State { ..*self }
    }

    fn clone_from(&mut self, other: &State) {
        let (cells, lines) = (other.side * other.side, 2 * other.side + 2);
        self.can[..cells].copy_from_slice(&other.can[..cells]);
        self.built[..cells].copy_from_slice(&other.built[..cells]);
        self.places[..lines].copy_from_slice(&other.places[..lines]);
        (self.kinds, self.side) = (other.kinds, other.side);
    }
}

/// Which code each rule of `rules.txt` has, by file.
static RULES: Rulebook<Skyscrapers> = Rulebook::new(
    include_str!("rules.txt"),
    &[
        Rule::of::<once::PlaceStair>("place-stair"),
        Rule::of::<once::PlaceN>("place-n"),
        Rule::of::<once::NPlus1>("rule-n-plus-1"),
        Rule::of::<once::SideBlock>("side-block"),
        Rule::of::<once::ParksFirst>("parks-place-n"),
        Rule::of::<once::ParksStair>("parks-stair"),
        Rule::of::<latin::Used>("simple-scratch-used"),
        Rule::of::<latin::OnceInLines<ROWS>>("simple-scratch-row"),
        Rule::of::<latin::OnceInLines<COLUMNS>>("simple-scratch-column"),
        Rule::of::<latin::OnceInLines<DIAGONALS>>("simple-scratch-diagonal"),
        Rule::of::<latin::OnePlace<ROWS>>("fill-gaps-row"),
        Rule::of::<latin::OnePlace<COLUMNS>>("fill-gaps-column"),
        Rule::of::<latin::OnePlace<DIAGONALS>>("fill-gaps-diagonal"),
        Rule::of::<latin::OneHeight>("build-location"),
        Rule::of::<differs::IsPossible>("differs-is-possible"),
        Rule::of::<differs::NoHide>("differs-one-no-hide"),
        Rule::of::<differs::Hide>("differs-one-hide"),
        Rule::of::<differs::Scratch>("differs-one-scratch"),
        Rule::of::<differs::SuperFillGaps>("super-fill-gaps"),
        Rule::of::<blocks::Large>("blocks-large"),
        Rule::of::<blocks::Small>("blocks-small"),
        Rule::of::<blocks::ViewMet>("view-met"),
        Rule::of::<near_stair::Predefined>("rule-n-minus-1-predef"),
        Rule::of::<near_stair::BubblesBack>("rule-n-minus-1-bubbles-back"),
        Rule::of::<near_stair::StepsFront>("rule-n-minus-1-steps-front"),
        Rule::of::<attempt::Try>("try"),
        Rule::of::<attempt::TryLarge>("try-large"),
        Rule::of::<sets::Naked<2>>("naked-pair"),
        Rule::of::<sets::Hidden<2>>("hidden-pair"),
        Rule::of::<sets::Naked<3>>("naked-triple"),
        Rule::of::<sets::Hidden<3>>("hidden-triple"),
        Rule::of::<fish::Corner>("corner"),
        Rule::of::<fish::Fish<2>>("x-wing"),
        Rule::of::<fish::Fish<3>>("swordfish"),
        Rule::of::<chain::OfOneHeight>("x-chain"),
        Rule::of::<chain::OfPairs>("xy-chain"),
        Rule::of::<chain::Mixed>("mixed-chain"),
        Rule::of::<chain::OfWays>("filling-chain"),
        Rule::of::<simple_try::SimpleTry>("simple-try"),
    ],
);

const fn study(rules: &'static [&'static str]) -> StudyRule {
    let excludes_only = false;
    StudyRule {
        rules,
        excludes_only,
    }
}

/// The study's fourteen rules in the order that it chose (its 10324).
const STUDY: StudyRules = &[
    study(&["place-stair"]),
    study(&["place-n"]),
    study(&["rule-n-plus-1"]),
    study(&["side-block"]),
    study(&["simple-scratch"]),
    study(&["fill-gaps"]),
    study(&["build-location"]),
    study(&["differs-is-possible"]),
    study(&["differs-one"]),
    study(&["super-fill-gaps"]),
    study(&["blocks"]),
    study(&["rule-n-minus-1"]),
    StudyRule {
        rules: &["try", "try-large"],
        excludes_only: true,
    },
    study(&["simple-try"]),
];

impl Reasoning for Skyscrapers {
    type State = State;
    type Picture = Picture;

    fn rulebook() -> &'static Rulebook<Skyscrapers> {
        &RULES
    }

    fn study() -> StudyRules {
        STUDY
    }

    fn atoms(&self) -> usize {
        self.size.len() * self.atoms_per_cell()
    }

    fn start(&self) -> State {
        let n = self.side();
        let mut state = State {
            can: [0; CELLS],
            built: [0; CELLS],
            places: [[0; HEIGHTS]; LINES],
            kinds: [0; 4],
            side: n,
        };
        (0..4 * n).for_each(|view| self.sort_view(&mut state, view));
        state.can[..n * n].fill(self.all_heights());
        for places in &mut state.places[..self.line_count()] {
            places[self.lowest() as usize..=self.depth as usize].fill((1 << n) - 1);
        }
        state
    }

    fn givens(&self) -> Vec<Fact> {
        let given = |(i, &given): (usize, &u16)| match given {
            0 => None,
            PARK => Some(self.is(i, 0)),
            height => Some(self.is(i, height as usize)),
        };
        self.givens.iter().enumerate().filter_map(given).collect()
    }

    fn learn(&self, state: &mut State, _: &Known, fact: Fact) {
        let (at, height) = self.meaning(fact);
        if fact.is_yes() {
            state.built[at] |= 1 << height;
            let lines = bits(self.through(at)).take(2);
            let views = lines.flat_map(|line| self.views_of(line));
            return views.for_each(|view| self.sort_view(state, view));
        }
        state.can[at] &= !(1 << height);
        for (line, position) in self.lines_through(at) {
            state.places[line][height] &= !(1 << position);
        }
    }

    /// Every cell is built.
    fn finished(&self, known: &Known) -> bool {
        let per_cell = self.atoms_per_cell();
        (0..self.size.len()).all(|at| (0..per_cell).any(|i| known.yes(at * per_cell + i)))
    }

    fn seen_with(&self, fact: Fact) -> Vec<Fact> {
        if !fact.is_yes() {
            return Vec::new();
        }
        let (at, height) = self.meaning(fact);
        let others = bits(self.all_heights() & !(1 << height));
        let lines = self.lines_through(at).map(|(line, _)| line);
        let lines = lines.filter(|_| self.single_heights() & 1 << height != 0);
        let beside = lines.flat_map(|line| (0..self.side()).map(move |p| self.line_cell(line, p)));
        let beside = beside.filter(|&cell| cell != at);
        (others.map(|other| self.is_not(at, other)))
            .chain(beside.map(|cell| self.is_not(cell, height)))
            .collect()
    }

    fn facts_words(&self, facts: &[Fact]) -> String {
        self.conclusion(facts)
    }

    fn entered_words(&self, fact: Fact) -> String {
        let (at, height) = self.meaning(fact);
        let what = words::height_words(height);
        match fact.is_yes() {
            true => format!("{what} in {}", self.at_words(at)),
            false => format!("mark that there is no {what} in {}", self.at_words(at)),
        }
    }
}
