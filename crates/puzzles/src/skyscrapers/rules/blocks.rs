//! Blocks, large and small, and the view that is met already.

use super::line::{Bits, bits};
use super::sight::Sight;
use super::{Skyscrapers, State};
use crate::kit::prelude::*;

/// Where the highest missing building would close the view too early.
#[derive(Debug)]
pub(super) struct Large {
    view: usize,
    top: usize,
}

impl Deduction<Skyscrapers> for Large {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let mut facts: Vec<Fact> = Vec::new();
        puzzle.for_each_sight(state, found, |sight, found| {
            if sight.missing() <= 0 {
                return;
            }
            facts.clear();
            let mut last = 0;
            for (j, p) in sight.free().enumerate() {
                let mut highest = 0;
                let mut seen = 0;
                for (_, height) in sight.buildings().filter(|b| b.0 < p) {
                    seen += (height > highest) as i32;
                    highest = highest.max(height);
                }
                if seen + j as i32 + 1 + sight.seen_from_wall < sight.want {
                    facts.push(puzzle.is_not(sight.cell(p), sight.top));
                    last = p;
                }
            }
            found.conclude(&facts, |because| {
                sight.cite(because, |p, _| p < last);
                let &Sight { view, top, .. } = sight;
                Self { view, top }
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, top) = (puzzle.capital_view(self.view), self.top);
        if step.is_clash() {
            return format!("{view} is blocked by the {top}: too few buildings are seen.");
        }
        let so = puzzle.conclusion(&step.therefore);
        format!(
            "{view} would see too few if the {top} stood so near, as it hides all that is lower \
             behind it: {so}."
        )
    }
}

/// Heights in the first free cell behind which something higher would be seen.
#[derive(Debug)]
pub(super) struct Small {
    view: usize,
    /// The first free cell.
    first: usize,
    /// The highest of these heights.
    highest: usize,
}

impl Deduction<Skyscrapers> for Small {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let mut facts: Vec<Fact> = Vec::new();
        puzzle.for_each_sight(state, found, |sight, found| {
            if !sight.one_missing() {
                return;
            }
            let (view, first) = (sight.view, sight.first_free());
            facts.clear();
            let mut highest = 0;
            for height in bits(sight.unbuilt & (Bits::MAX << (sight.before + 1))) {
                if sight.free_count - 1 > sight.lower_unbuilt(height) + sight.parks_left {
                    facts.push(puzzle.is_not(first, height));
                    highest = height;
                }
            }
            found.conclude(&facts, |because| {
                sight.cite(because, |p, h| p < sight.wall || h < highest);
                Self {
                    view,
                    first,
                    highest,
                }
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, at) = (puzzle.capital_view(self.view), puzzle.at_words(self.first));
        if step.is_clash() {
            return format!(
                "{view} needs exactly one more building, but behind the {} in {at} something \
                 higher must be seen, too.",
                self.highest
            );
        }
        let so = puzzle.conclusion(&step.therefore);
        format!(
            "{view} needs exactly one more building; with a low one in {at} something higher \
             behind it would be seen, too, so {so}."
        )
    }
}

/// A view that is met, or passed.
#[derive(Debug)]
pub(super) struct ViewMet {
    view: usize,
    /// The highest building before the first free cell; 0 if there is none.
    before: usize,
}

impl Deduction<Skyscrapers> for ViewMet {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        let mut facts: Vec<Fact> = Vec::new();
        puzzle.for_each_sight(state, found, |sight, found| {
            let sure = sight.seen_before + sight.seen_from_wall;
            if sure < sight.want {
                return;
            }
            let first = sight.free().next().unwrap_or(puzzle.side());
            let &Sight { view, before, .. } = sight;
            if sure == sight.want && !sight.front_is_clear() {
                let rises = |p: usize, h: usize| p < first || (p < sight.wall && h > before);
                found.contradict(|because| {
                    sight.cite(because, rises);
                    Self { view, before }
                });
                return;
            }
            let grounds = |because: &mut Vec<_>| {
                sight.cite(because, |p, _| p < first);
                Self { view, before }
            };
            if sure > sight.want {
                found.contradict(grounds);
                return;
            }
            facts.clear();
            let higher = Bits::MAX << (before + 1);
            for at in sight.free_cells() {
                facts.extend(bits(state.can[at] & higher).map(|h| puzzle.is_not(at, h)));
            }
            found.conclude(&facts, grounds);
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let view = puzzle.capital_view(self.view);
        if step.is_clash() {
            return format!("{view} is passed: more buildings are seen.");
        }
        let so = puzzle.conclusion(&step.therefore);
        match self.before {
            0 => format!("{view} is met, so nothing new may be seen: {so}."),
            before => format!(
                "{view} is met, so nothing higher than the {before} may come into view: {so}."
            ),
        }
    }
}
