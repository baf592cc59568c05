//! Blocks, large and small, and the view that is met already.

use super::line::{Bits, bits};
use super::sight::{Kind, Sight};
use super::{Skyscrapers, State};
use crate::kit::prelude::*;

/// Where the highest missing building would close the view too early.
pub(super) struct Large {
    view: usize,
    top: usize,
}

impl Deduction<Skyscrapers> for Large {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        puzzle.for_each_sight((state, Kind::Closes, true), found, |sight, found| {
            let &Sight { view, top, .. } = sight;
            let is_too_near = |&(j, p): &(usize, usize)| {
                let (mut highest, mut seen) = (0, 0);
                for (_, height) in sight.buildings().filter(|b| b.0 < p) {
                    seen += (height > highest) as i32;
                    highest = highest.max(height);
                }
                seen + j as i32 + 1 + sight.seen_from_wall < sight.want
            };
            let near = sight.free().enumerate().filter(is_too_near);
            let near = near.map(|(_, p)| p);
            let not = near.clone().map(|p| puzzle.is_not(sight.cell(p), top));
            found.conclude(not, |because| {
                let last = near.last().unwrap_or(0);
                sight.cite(because, |p, _| p < last);
                Self { view, top }
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, top) = (puzzle.view_words(self.view), self.top);
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
pub(super) struct Small {
    view: usize,
    /// The first free cell.
    at: usize,
    /// The highest of these heights.
    highest: usize,
}

impl Deduction<Skyscrapers> for Small {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        puzzle.for_each_sight((state, Kind::OneMissing, true), found, |sight, found| {
            let (view, at) = (sight.view, sight.first_free());
            let is_too_low = |&height: &usize| {
                sight.free_count - 1 > sight.lower_unbuilt(height) + sight.parks_left
            };
            let seen = bits(sight.unbuilt & (Bits::MAX << (sight.before + 1)));
            let low = seen.filter(is_too_low);
            found.conclude(low.clone().map(|h| puzzle.is_not(at, h)), |because| {
                let highest = low.last().unwrap_or(0);
                sight.cite(because, |p, h| p < sight.wall || h < highest);
                Self { view, at, highest }
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, at) = (puzzle.view_words(self.view), puzzle.at_words(self.at));
        let needs = format!("{view} needs exactly one more building");
        if step.is_clash() {
            let own = self.highest;
            return format!(
                "{needs}, but behind the {own} in {at} something higher must be seen, too."
            );
        }
        let low = format!("with a low one in {at} something higher behind it would be seen, too");
        format!("{needs}; {low}, so {}.", puzzle.conclusion(&step.therefore))
    }
}

/// A view that is met, or passed.
pub(super) struct ViewMet {
    view: usize,
    /// The highest building before the first free cell; 0 if there is none.
    before: usize,
}

impl Deduction<Skyscrapers> for ViewMet {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        puzzle.for_each_sight((state, Kind::Met, true), found, |sight, found| {
            let sure = sight.sure();
            let first = sight.free().next().unwrap_or(puzzle.side());
            let &Sight { view, before, .. } = sight;
            if sure == sight.want && !sight.front_is_clear() {
                let rises = |p: usize, h: usize| p < first || (p < sight.wall && h > before);
                return found.contradict(|because| {
                    sight.cite(because, rises);
                    Self { view, before }
                });
            }
            let grounds = |because: &mut Vec<_>| {
                sight.cite(because, |p, _| p < first);
                Self { view, before }
            };
            let higher = Bits::MAX << (before + 1);
            let free = sight.free_cells();
            let not = free.flat_map(|at| puzzle.none_of(at, state.can[at] & higher));
            found.conclude_unless(sure > sight.want, not, grounds);
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let view = puzzle.view_words(self.view);
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
