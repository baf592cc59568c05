//! What is taken is closed to others: the cells of a track, the country of a circle that has
//! arrived, and both as soon as all moves left to a circle agree on them.

use super::words::cells;
use super::{Satogaeri, State, Way, circle_ground};
use crate::kit::prelude::*;

impl Satogaeri {
    /// "Not this move", for those of the moves that other circles than this one might make.
    fn closed_to_others(
        &self,
        known: &Known,
        circle: usize,
        moves: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = Fact> {
        let others = move |&a: &usize| !known.no(a) && self.mover(a) != circle;
        moves.filter(others).map(Fact::no)
    }

    /// How a sentence goes on: with another circle that comes there all the same, if that is what the
    /// step says, since it cites its move; else with what follows.
    fn but_or_so(
        &self,
        step: &Step,
        circle: usize,
        but: impl Fn(String) -> String,
        so: impl Fn() -> String,
    ) -> String {
        let intruder = |ground: &Ground| match ground {
            Ground::Fact(fact) if fact.is_yes() => Some(self.mover(fact.var())),
            _ => None,
        };
        let mut cited = step.because.iter().filter_map(intruder);
        match cited.find(|&other| other != circle) {
            Some(other) => format!("but {}", but(self.the(other))),
            None => format!("so {}", so()),
        }
    }

    /// "so X and Y may not end there".
    fn may_not_end_there(&self, step: &Step) -> String {
        let many = "no other circle may end there";
        self.conclusions_there(&step.therefore, "may not end there", many)
    }
}

/// A known move whose track others would come onto.
pub(super) struct Track {
    made: usize,
}

impl Deduction<Satogaeri> for Track {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        found.each(puzzle.made(found), |made, found| {
            let entering = |at| state.entering(puzzle, at);
            let entering = puzzle.cells_entered(made).flat_map(entering);
            let closed = puzzle.closed_to_others(known, puzzle.mover(made), entering);
            found.conclude(closed, |because| {
                because.push(Ground::yes(made));
                Track { made }
            });
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let made = puzzle.moves[self.made];
        let the = puzzle.the(made.circle);
        let end = puzzle.landing(made.circle, made.way);
        let but = |other| format!("its track and that of {other} share a cell");
        let so = || puzzle.conclusions(&step.therefore, NOT_ONTO_TRACK);
        let so = puzzle.but_or_so(step, made.circle, but, so);
        format!("{the} goes to {}, {so}.", in_words(end))
    }

    fn aside(&self, _: &Satogaeri, _: &Step) -> Option<Aside> {
        Some(Aside::Words(NOT_ONTO_TRACK.to_owned()))
    }
}

const NOT_ONTO_TRACK: &str = "no other circle comes onto that track";

/// A country in which a known move ends, and others would end too.
pub(super) struct CountryTaken {
    circle: usize,
    country: usize,
}

impl Deduction<Satogaeri> for CountryTaken {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        found.each(puzzle.made(found), |made, found| {
            let (circle, country) = (puzzle.mover(made), state.country(made));
            if state.comers_left(country) < 2 {
                return;
            }
            let closed = puzzle.closed_to_others(known, circle, state.arrivals(country));
            found.conclude(closed, |because| {
                because.push(Ground::yes(made));
                CountryTaken { circle, country }
            });
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let (the, country) = (puzzle.the(self.circle), puzzle.land(self.country));
        let but = |other| format!("so does {other}");
        let so = puzzle.but_or_so(step, self.circle, but, || puzzle.may_not_end_there(step));
        format!("{the} ends in {country}, {so}.")
    }

    fn aside(&self, _: &Satogaeri, _: &Step) -> Option<Aside> {
        Some(Aside::Words("no other circle ends there".to_owned()))
    }

    fn picture(&self, puzzle: &Satogaeri, _: &Step) -> Picture {
        Picture::default()
            .area(puzzle.cells_of[self.country].iter().copied())
            .things([puzzle.circles[self.circle].at])
    }
}

/// A circle that goes this way in any case, and at least this far.
pub(super) struct MustPass {
    circle: usize,
    dir: Dir,
    near: usize,
}

impl Deduction<Satogaeri> for MustPass {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        let mut closed: Vec<Fact> = Vec::new();
        let mut circles = puzzle.circles_to_look_at(found);
        circles.retain(|&c| puzzle.circles[c].number.is_none() && state.moves_left(c) > 1);
        found.each(circles, |circle, found| {
            // Moves are sorted by direction: the first and the last tell whether all go one way.
            let mut left = puzzle.left(known, circle);
            let (Some(first), Some(last)) = (left.next(), left.last()) else {
                return;
            };
            let way = |a: usize| puzzle.moves[a].way;
            let (dir, near) = match (way(first), way(last)) {
                (Way::Go(dir, near), Way::Go(other, _)) if dir == other => (dir, near),
                _ => return,
            };
            closed.clear();
            // The furthest of these cells that somebody else could come to.
            let mut needed = 0;
            for (before, at) in puzzle.entered(circle, Way::Go(dir, near)).enumerate() {
                let before_this = closed.len();
                let entering = state.entering(puzzle, at);
                closed.extend(puzzle.closed_to_others(known, circle, entering));
                if closed.len() > before_this {
                    needed = before + 1;
                }
            }
            found.conclude(&closed, |because| {
                because.push(circle_ground(circle));
                let stops = |a| !matches!(way(a), Way::Go(d, far) if d == dir && far >= needed);
                puzzle.denied(known, circle, because, stops);
                MustPass { circle, dir, near }
            });
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let (the, near, side) = (puzzle.the(self.circle), cells(self.near), compass(self.dir));
        let but = |other| format!("there is the track of {other}");
        let many = "no other circle comes into these cells";
        let so = || puzzle.conclusions(&step.therefore, many);
        let so = puzzle.but_or_so(step, self.circle, but, so);
        format!("{the} goes at least {near} {side} in any case, {so}.")
    }
}

/// A country in which all moves left to a circle end.
pub(super) struct SpokenFor {
    circle: usize,
    country: usize,
}

impl Deduction<Satogaeri> for SpokenFor {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        let mut circles = puzzle.circles_to_look_at(found);
        circles.retain(|&c| state.targets_left(c) == 1 && state.moves_left(c) > 1);
        found.each(circles, |circle, found| {
            let country = state.targets(circle).next();
            let Some(country) = country.filter(|&c| state.comers_left(c) > 1) else {
                return;
            };
            let closed = puzzle.closed_to_others(known, circle, state.arrivals(country));
            found.conclude(closed, |because| {
                because.push(circle_ground(circle));
                puzzle.denied(known, circle, because, |a| state.country(a) != country);
                SpokenFor { circle, country }
            });
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let (the, country) = (puzzle.the(self.circle), puzzle.land(self.country));
        let but = |other| format!("{other} ends there");
        let so = puzzle.but_or_so(step, self.circle, but, || puzzle.may_not_end_there(step));
        format!("{the} can end only in {country}, {so}.")
    }
}
