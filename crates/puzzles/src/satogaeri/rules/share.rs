//! As many circles as countries, among themselves: two circles that can end only in two countries
//! take both, and two countries that only two circles can reach take both circles. The same with
//! three.

use logic::{Deduction, Findings, Ground, Step};

use super::{Satogaeri, State, circle_ground, country_ground, extend_once};
use crate::Fact;
use crate::kit::lists::distinct;
use crate::kit::words::capital;

/// So many circles that have only as many countries left.
#[derive(Debug)]
pub(super) struct Circles<const COUNT: usize> {
    circles: Vec<usize>,
    countries: Vec<usize>,
}

impl<const COUNT: usize> Deduction<Satogaeri> for Circles<COUNT> {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let evidence = |circles, countries| Circles { circles, countries };
        look(puzzle, state, found, Side::Circles, COUNT, evidence);
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let who = capital(puzzle.circles_words(&self.circles));
        let lands = puzzle.countries_words(&self.countries);
        let fill = format!("{who} can end only in {lands}");
        if step.is_clash() {
            return format!("{fill}, but another circle ends there too.");
        }
        let many = "no other circle may end there";
        let so = puzzle.conclusions_there(&step.therefore, "may not end there", many);
        format!("{fill}, one in each, so {so}.")
    }
}

/// So many countries that only as many circles can reach.
#[derive(Debug)]
pub(super) struct Countries<const COUNT: usize> {
    circles: Vec<usize>,
    countries: Vec<usize>,
}

impl<const COUNT: usize> Deduction<Satogaeri> for Countries<COUNT> {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let evidence = |circles, countries| Countries { circles, countries };
        look(puzzle, state, found, Side::Countries, COUNT, evidence);
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let who = puzzle.circles_words(&self.circles);
        let lands = puzzle.countries_words(&self.countries);
        let needed = format!("Only {who} can still end in {lands}");
        if step.is_clash() {
            return format!("{needed}, but one of them ends elsewhere.");
        }
        let so = puzzle.conclusions_there(&step.therefore, "may not end elsewhere", "");
        format!("{needed}, one in each, so {so}.")
    }
}

/// Whether circles have few countries left, or countries few circles.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Circles,
    Countries,
}

/// A group and those on the other side.
type Pair = (Vec<usize>, Vec<usize>);

struct Search<'a> {
    state: &'a State,
    side: Side,
    size: usize,
    found: Vec<Pair>,
}

impl Search<'_> {
    /// Whether it has few enough left; one that has only one left is seen by easier rules.
    fn fits(&self, one: usize) -> bool {
        let left = match self.side {
            Side::Circles => self.state.targets_left(one),
            Side::Countries => self.state.comers_left(one),
        };
        (2..=self.size).contains(&left)
    }

    fn ahead(&self, one: usize) -> Vec<usize> {
        match self.side {
            Side::Circles => self.state.targets(one).collect(),
            Side::Countries => self.state.comers(one).collect(),
        }
    }

    fn back(&self, other: usize) -> Vec<usize> {
        match self.side {
            Side::Circles => self.state.comers(other).collect(),
            Side::Countries => self.state.targets(other).collect(),
        }
    }

    /// Add members that have something in common with the group.
    fn grow(&mut self, group: &[usize], others: &[usize]) {
        if group.len() == self.size {
            if others.len() == self.size {
                let mut group = group.to_vec();
                group.sort_unstable();
                self.found.push((group, others.to_vec()));
            }
            return;
        }
        let near = distinct(others.iter().flat_map(|&o| self.back(o)));
        for one in near {
            if group.contains(&one) || !self.fits(one) {
                continue;
            }
            let all = distinct(others.iter().copied().chain(self.ahead(one)));
            if all.len() <= self.size {
                let group: Vec<usize> = group.iter().copied().chain([one]).collect();
                self.grow(&group, &all);
            }
        }
    }
}

/// Report all groups of this size.
fn look<D: Deduction<Satogaeri>>(
    puzzle: &Satogaeri,
    state: &State,
    found: &mut Findings<D>,
    side: Side,
    size: usize,
    evidence: impl Fn(Vec<usize>, Vec<usize>) -> D,
) {
    let mut search = Search {
        state,
        side,
        size,
        found: Vec::new(),
    };
    let changed = match side {
        Side::Circles => puzzle.circles_to_look_at(found),
        Side::Countries => puzzle.countries_to_look_at(state, found),
    };
    for one in changed {
        if search.fits(one) {
            let others = distinct(search.ahead(one).into_iter());
            search.grow(&[one], &others);
        }
    }
    for (group, others) in &distinct(search.found) {
        let (circles, countries) = match side {
            Side::Circles => (group, others),
            Side::Countries => (others, group),
        };
        conclude(puzzle, state, found, circles, countries, side, &evidence);
        if found.over() {
            return;
        }
    }
}

fn conclude<D: Deduction<Satogaeri>>(
    puzzle: &Satogaeri,
    state: &State,
    found: &mut Findings<D>,
    circles: &[usize],
    countries: &[usize],
    side: Side,
    evidence: impl Fn(Vec<usize>, Vec<usize>) -> D,
) {
    let known = found.known();
    let mut out: Vec<usize> = Vec::new();
    match side {
        Side::Circles => {
            let into = countries.iter().flat_map(|&c| state.arrivals(c));
            out.extend(
                into.filter(|&a| !known.no(a) && !circles.contains(&puzzle.moves[a].circle)),
            );
        }
        Side::Countries => {
            let of = circles.iter().flat_map(|&c| puzzle.left(known, c));
            out.extend(of.filter(|&a| !countries.contains(&state.country(a))));
        }
    }
    if out.is_empty() {
        return;
    }
    out.sort_unstable();
    let mut facts: Vec<Fact> = Vec::new();
    let mut answered: Vec<usize> = Vec::new();
    for own in out.chunk_by(|&a, &b| puzzle.moves[a].circle == puzzle.moves[b].circle) {
        let circle = puzzle.moves[own[0]].circle;
        let denied: Vec<Fact> = own.iter().map(|&a| Fact::no(a)).collect();
        let answer = puzzle.answer(state, known, circle, &denied);
        facts.extend(denied);
        if let Some(atom) = answer {
            facts.push(Fact::yes(atom));
            answered.push(circle);
        }
    }
    found.conclude(&facts, |because| {
        let mut grounds: Vec<Ground> = circles.iter().map(|&c| circle_ground(c)).collect();
        grounds.extend(countries.iter().map(|&c| country_ground(c)));
        match side {
            Side::Circles => {
                let outside = |a: usize| !countries.contains(&state.country(a));
                for &circle in circles {
                    puzzle.denied(known, circle, &mut grounds, outside);
                }
            }
            Side::Countries => {
                let into = countries.iter().flat_map(|&c| state.arrivals(c));
                let others = |&a: &usize| known.no(a) && !circles.contains(&puzzle.moves[a].circle);
                puzzle.gone(known, into.filter(others), &mut grounds);
            }
        }
        for &circle in &answered {
            grounds.push(circle_ground(circle));
            puzzle.denied(known, circle, &mut grounds, |_| true);
        }
        extend_once(because, grounds);
        evidence(circles.to_vec(), countries.to_vec())
    });
}
