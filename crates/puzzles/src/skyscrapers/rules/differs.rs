//! Comparing a view with what is seen now: DiffersIsPossible, DiffersOne, SuperFillGaps.
//!
//! The study's printed rules forget that a new building can hide one that is seen now, and that a
//! new building can itself be hidden; the conditions "clear front" and "lit" put that right.

use super::line::{Bits, bits};
use super::sight::{Kind, Sight};
use super::{Skyscrapers, State};
use crate::kit::prelude::*;

/// A view that is reached only if every free cell in front is seen.
pub(super) struct IsPossible {
    view: usize,
    /// The lowest missing height, if the step is about it.
    lowest: Option<usize>,
}

impl Deduction<Skyscrapers> for IsPossible {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        puzzle.for_each_sight((state, Kind::NeedsAll, false), found, |sight, found| {
            let view = sight.view;
            let zone = |because: &mut Vec<Ground>| {
                sight.cite_zone(because);
                Self { view, lowest: None }
            };
            if sight.missing() > sight.free_count as i32 {
                return found.contradict(zone);
            }
            // All of them are seen: none is a park, and each is between its neighbours.
            let wrong = sight.free().flat_map(|p| {
                let ((low, high), at) = (sight.between(p), sight.cell(p));
                let (too_low, lower): (Bits, Bits) = ((2 << low) - 1, (1 << high.min(31)) - 1);
                puzzle.none_of(at, state.can[at] & (too_low | !lower))
            });
            found.conclude(wrong, zone);
            let lowest = sight.lowest_unbuilt();
            let cannot_hide = sight.hiding_places(lowest).next().is_none();
            let first = cannot_hide.then(|| puzzle.is(sight.first_free(), lowest));
            let later = sight.not_later(lowest).filter(|_| !cannot_hide);
            found.conclude(first.into_iter().chain(later), |because| {
                sight.cite(because, |p, h| p < sight.wall || (h > 0 && h < lowest));
                if cannot_hide {
                    sight.cite_not_hidden(lowest, None, because);
                }
                let lowest = Some(lowest);
                Self { view, lowest }
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let view = puzzle.view_words(self.view);
        let why = format!("{view} is reached only if every free cell in front is seen");
        let so = puzzle.conclusion(&step.therefore);
        match (self.lowest, step.therefore.first()) {
            (None, None) => {
                format!("{view} can no longer be reached: too few buildings can be seen.")
            }
            (Some(lowest), None) => format!("{why}, but the {lowest} has no place then."),
            (None, Some(_)) => format!("{why}, so the heights rise there: {so}."),
            (Some(lowest), Some(fact)) if fact.is_yes() => {
                format!("{why}; the {lowest} is the lowest of the rest and cannot hide, so {so}.")
            }
            (Some(lowest), _) => format!("{why}; the {lowest} is the lowest of the rest, so {so}."),
        }
    }
}

impl Sight<'_> {
    /// This height stands in none of the zone's free cells behind the first.
    fn not_later(&self, height: usize) -> impl Iterator<Item = Fact> {
        (self.free_cells().skip(1)).map(move |at| self.puzzle.is_not(at, height))
    }

    /// Whatever comes into the first free cell will be seen.
    fn is_lit(&self) -> bool {
        let can = self.state.can[self.first_free()];
        // Bit 0 is the park, which is never seen.
        can & ((1 << self.before) - 1) == 0 && can & 1 == 0
    }

    fn cite_lit(&self, because: &mut Vec<Ground>) {
        for height in bits(self.puzzle.all_heights() & !(Bits::MAX << self.before.max(1))) {
            // What stands in the zone is cited anyway; but another park says nothing about this
            // cell.
            let cited = self.buildings().any(|b| b.1 == height && b.0 < self.wall);
            if height == 0 || !cited {
                because.push(self.puzzle.excluded(self.first_free(), height));
            }
        }
    }
}

/// The highest missing building, which would be seen besides the one that is missing in the view.
pub(super) struct NoHide {
    view: usize,
    top: usize,
}

impl Deduction<Skyscrapers> for NoHide {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        puzzle.for_each_sight((state, Kind::OneMissing, false), found, |sight, found| {
            let (view, top) = (sight.view, sight.top);
            if !sight.is_lit() || sight.hiding_places(top).next().is_some() {
                return;
            }
            found.conclude([puzzle.is(sight.first_free(), top)], |because| {
                sight.cite_zone(because);
                sight.cite_lit(because);
                sight.cite_not_hidden(top, None, because);
                Self { view, top }
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, top) = (puzzle.view_words(self.view), self.top);
        let why = format!(
            "{view} needs exactly one more building, which the first free cell will show; the \
             {top} cannot hide"
        );
        puzzle.sentence(step, &why, ", so ", ", but cannot stand there either")
    }
}

/// The highest missing building, which stands in the first free cell or hides.
pub(super) struct Hide {
    view: usize,
    top: usize,
    /// Is it excluded in the first free cell?
    hides: bool,
}

impl Deduction<Skyscrapers> for Hide {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        puzzle.for_each_sight((state, Kind::OneMissing, false), found, |sight, found| {
            if !sight.is_lit() {
                return;
            }
            let (view, top, first) = (sight.view, sight.top, sight.first_free());
            let hides = state.can[first] & 1 << top == 0;
            let mut places = sight.hiding_places(top);
            let only = places.next().filter(|_| places.next().is_none());
            let last = only.filter(|_| hides);
            let there = last.map(|p| puzzle.is(sight.cell(p), top));
            found.conclude(sight.not_later(top).chain(there), |because| {
                sight.cite_zone(because);
                sight.cite_lit(because);
                if last.is_some() {
                    because.push(puzzle.excluded(first, top));
                    sight.cite_not_hidden(top, last, because);
                }
                Self { view, top, hides }
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, top) = (puzzle.view_words(self.view), self.top);
        let why =
            format!("{view} needs exactly one more building, which the first free cell will show");
        let so = match self.hides {
            false => format!("; the {top} further back would be seen, too, so "),
            true => format!("; the {top} is not there, so it hides: "),
        };
        let but = format!(", but the {top} would be seen, too");
        puzzle.sentence(step, &why, &so, &but)
    }
}

/// The lowest missing height in the first free cell, behind which something higher would be seen.
pub(super) struct Scratch {
    view: usize,
    lowest: usize,
    /// The first free cell.
    at: usize,
}

impl Deduction<Skyscrapers> for Scratch {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        puzzle.for_each_sight((state, Kind::OneMissing, true), found, |sight, found| {
            let lowest = sight.lowest_unbuilt();
            if sight.before >= lowest || sight.free_count <= 1 + sight.parks_left {
                return;
            }
            let (view, at) = (sight.view, sight.first_free());
            found.conclude([puzzle.is_not(at, lowest)], |because| {
                sight.cite(because, |p, h| p < sight.wall || h < lowest);
                Self { view, lowest, at }
            });
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let so = step.so_or_but("so it does not stand there", "and it does stand there");
        let (view, lowest) = (puzzle.view_words(self.view), self.lowest);
        let at = puzzle.at_words(self.at);
        format!(
            "{view} needs exactly one more building; if the {lowest} stood in {at}, something higher \
             behind it would be seen, too, {so}."
        )
    }
}

/// A view with just enough heights, or too few, for the free cells that have to be seen.
pub(super) struct SuperFillGaps {
    view: usize,
    /// The highest building before the first free cell; 0 if there is none.
    before: usize,
}

impl Deduction<Skyscrapers> for SuperFillGaps {
    fn find(puzzle: &Skyscrapers, state: &State, found: &mut Findings<Self>) {
        puzzle.for_each_sight((state, Kind::NeedsAll, true), found, |sight, found| {
            let (view, before) = (sight.view, sight.before);
            if sight.free_count == 0 || sight.missing() != sight.free_count as i32 {
                return;
            }
            let higher = sight.unbuilt & (Bits::MAX << (before + 1));
            let grounds = |because: &mut Vec<Ground>| {
                sight.cite(because, |p, h| p < sight.wall || h > before);
                Self { view, before }
            };
            let heights = higher.count_ones() as usize;
            if heights <= sight.free_count {
                let stair = sight.free_cells().zip(bits(higher));
                let stair = stair.map(|(at, h)| puzzle.is(at, h));
                found.conclude_unless(heights < sight.free_count, stair, grounds);
            }
        });
    }

    fn say(&self, puzzle: &Skyscrapers, step: &Step) -> String {
        let (view, before) = (puzzle.view_words(self.view), self.before);
        let why = format!("{view} is reached only if every free cell in front is seen");
        let above = match before {
            0 => String::new(),
            _ => format!(" above {before}"),
        };
        let so = format!(", and just enough heights{above} are left for them, so they rise: ");
        let but = format!(", but too few heights above {before} are left for them");
        puzzle.sentence(step, &why, &so, &but)
    }
}
