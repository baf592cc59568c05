//! As many circles as countries, among themselves: two circles that can end only in two countries
//! take both, and two countries that only two circles can reach take both circles. The same with
//! three.

use super::{Satogaeri, State, circle_ground, country_ground, extend_once};
use crate::kit::prelude::*;

/// So many circles that have only as many countries left, or so many countries that only as many
/// circles can reach.
pub(super) struct Among<const OF_CIRCLES: bool, const COUNT: usize> {
    circles: Vec<usize>,
    countries: Vec<usize>,
}

/// So many circles that have only as many countries left.
pub(super) type Circles<const COUNT: usize> = Among<true, COUNT>;

/// So many countries that only as many circles can reach.
pub(super) type Countries<const COUNT: usize> = Among<false, COUNT>;

impl<const OF_CIRCLES: bool, const COUNT: usize> Deduction<Satogaeri> for Among<OF_CIRCLES, COUNT> {
    /// Report all groups of this size.
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let changed = match OF_CIRCLES {
            true => puzzle.circles_to_look_at(found),
            false => puzzle.countries_to_look_at(state, found),
        };
        let pairs = Vec::new();
        let mut search: Search<OF_CIRCLES, COUNT> = Search { state, pairs };
        for one in changed {
            if search.fits(one) {
                let others = distinct(search.beside(one, OF_CIRCLES));
                search.grow(&[one], &others);
            }
        }
        found.each(distinct(search.pairs), |(group, others), found| {
            let (circles, countries) = match OF_CIRCLES {
                true => (group, others),
                false => (others, group),
            };
            Among { circles, countries }.conclude(puzzle, state, found);
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let who = puzzle.circles_words(&self.circles);
        let lands = puzzle.countries_words(&self.countries);
        let (why, there, but) = match OF_CIRCLES {
            true => ("can end only in", "there", "another circle ends there too"),
            false => (
                "can still end in",
                "elsewhere",
                "one of them ends elsewhere",
            ),
        };
        let only = if OF_CIRCLES { "" } else { "only " };
        let why = format!("{only}{who} {why} {lands}");
        if step.is_clash() {
            return format!("{why}, but {but}.");
        }
        let denied = format!("may not end {there}");
        let many = "no other circle may end there";
        let so = puzzle.conclusions_there(&step.therefore, &denied, many);
        format!("{why}, one in each, so {so}.")
    }
}

/// A group and those on the other side.
type Pair = (Vec<usize>, Vec<usize>);

/// Looks for circles that have few countries left, or for countries that have few circles.
struct Search<'a, const OF_CIRCLES: bool, const COUNT: usize> {
    state: &'a State,
    pairs: Vec<Pair>,
}

impl<const OF_CIRCLES: bool, const COUNT: usize> Search<'_, OF_CIRCLES, COUNT> {
    /// Whether it has few enough left; one that has only one left is seen by easier rules.
    fn fits(&self, one: usize) -> bool {
        let left = match OF_CIRCLES {
            true => self.state.targets_left(one),
            false => self.state.comers_left(one),
        };
        (2..=COUNT).contains(&left)
    }

    /// On the other side, what a circle has left, or a country.
    fn beside(&self, one: usize, is_circle: bool) -> Vec<usize> {
        match is_circle {
            true => self.state.targets(one).collect(),
            false => self.state.comers(one).collect(),
        }
    }

    /// Add members that have something in common with the group.
    fn grow(&mut self, group: &[usize], others: &[usize]) {
        if group.len() == COUNT {
            if others.len() == COUNT {
                let mut group = group.to_vec();
                group.sort_unstable();
                self.pairs.push((group, others.to_vec()));
            }
            return;
        }
        let near = others.iter().flat_map(|&o| self.beside(o, !OF_CIRCLES));
        let near = distinct(near);
        for one in near {
            if group.contains(&one) || !self.fits(one) {
                continue;
            }
            let all = others.iter().copied();
            let all = distinct(all.chain(self.beside(one, OF_CIRCLES)));
            if all.len() <= COUNT {
                let group: Vec<usize> = group.iter().copied().chain([one]).collect();
                self.grow(&group, &all);
            }
        }
    }
}

impl<const OF_CIRCLES: bool, const COUNT: usize> Among<OF_CIRCLES, COUNT> {
    /// Report what follows for other circles, or for other countries.
    fn conclude(&self, puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let Among { circles, countries } = self;
        let known = found.known();
        let into_by_others = || {
            let into = countries.iter().flat_map(|&c| state.arrivals(c));
            into.filter(|&a| !circles.contains(&puzzle.mover(a)))
        };
        let ends_outside = |a: usize| !countries.contains(&state.country(a));
        let out = match OF_CIRCLES {
            true => distinct(into_by_others().filter(|&a| !known.no(a))),
            false => {
                let left = circles.iter().flat_map(|&c| puzzle.left(known, c));
                distinct(left.filter(|&a| ends_outside(a)))
            }
        };
        let mut facts: Vec<Fact> = Vec::new();
        let mut answered: Vec<usize> = Vec::new();
        for own in out.chunk_by(|&a, &b| puzzle.mover(a) == puzzle.mover(b)) {
            let (denied, answer) = puzzle.denying(state, known, own);
            facts.extend(denied);
            answered.extend(answer);
        }
        found.conclude(facts, |because| {
            let mut grounds: Vec<Ground> = circles.iter().map(|&c| circle_ground(c)).collect();
            grounds.extend(countries.iter().map(|&c| country_ground(c)));
            match OF_CIRCLES {
                true => (circles.iter())
                    .for_each(|&c| puzzle.denied(known, c, &mut grounds, ends_outside)),
                false => {
                    let gone = into_by_others().filter(|&a| known.no(a));
                    puzzle.gone(known, gone, &mut grounds);
                }
            }
            for &circle in &answered {
                grounds.push(circle_ground(circle));
                puzzle.denied(known, circle, &mut grounds, |_| true);
            }
            extend_once(because, grounds);
            Among {
                circles: circles.clone(),
                countries: countries.clone(),
            }
        });
    }
}
