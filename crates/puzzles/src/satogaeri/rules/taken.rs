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
        let others = move |&a: &usize| !known.no(a) && self.moves[a].circle != circle;
        moves.filter(others).map(Fact::no)
    }

    /// Another circle that comes there all the same, if that is what a step says: it cites the
    /// move.
    fn intruder(&self, step: &Step, circle: usize) -> Option<String> {
        let cited = step.because.iter().find_map(|ground| match ground {
            Ground::Fact(fact) if fact.is_yes() => {
                Some(self.moves[fact.var()].circle).filter(|&other| other != circle)
            }
            _ => None,
        });
        cited.map(|other| self.the(other))
    }

    /// "so X and Y may not end there".
    fn may_not_end_there(&self, step: &Step) -> String {
        let many = "no other circle may end there";
        self.conclusions_there(&step.therefore, "may not end there", many)
    }
}

/// A known move whose track others would come onto.
#[derive(Debug)]
pub(super) struct Track {
    made: usize,
}

impl Deduction<Satogaeri> for Track {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        let mut closed: Vec<Fact> = Vec::new();
        found.each(puzzle.made(found), |made, found| {
            let mover = puzzle.moves[made].circle;
            closed.clear();
            for at in puzzle.entered(mover, puzzle.moves[made].way) {
                let entering = state.entering(puzzle, at);
                closed.extend(puzzle.closed_to_others(known, mover, entering));
            }
            found.conclude(&closed, |because| {
                because.push(Ground::yes(made));
                Track { made }
            });
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let made = puzzle.moves[self.made];
        let the = puzzle.the_first(made.circle);
        let end = in_words(puzzle.landing(made.circle, made.way));
        let so = match puzzle.intruder(step, made.circle) {
            Some(other) => format!("but its track and that of {other} share a cell"),
            None => {
                let many = "no other circle comes onto that track";
                format!("so {}", puzzle.conclusions(&step.therefore, many))
            }
        };
        format!("{the} goes to {end}, {so}.")
    }

    fn aside(&self, _: &Satogaeri, _: &Step) -> Option<Aside> {
        let words = "no other circle comes onto that track";
        Some(Aside::Words(words.to_owned()))
    }
}

/// A country in which a known move ends, and others would end too.
#[derive(Debug)]
pub(super) struct CountryTaken {
    circle: usize,
    country: usize,
}

impl Deduction<Satogaeri> for CountryTaken {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        let mut closed: Vec<Fact> = Vec::new();
        found.each(puzzle.made(found), |made, found| {
            let country = state.country(made);
            if state.comers_left(country) < 2 {
                return;
            }
            let circle = puzzle.moves[made].circle;
            closed.clear();
            closed.extend(puzzle.closed_to_others(known, circle, state.arrivals(country)));
            found.conclude(&closed, |because| {
                because.push(Ground::yes(made));
                CountryTaken { circle, country }
            });
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let the = puzzle.the_first(self.circle);
        let country = puzzle.land(self.country);
        let so = match puzzle.intruder(step, self.circle) {
            Some(other) => format!("but so does {other}"),
            None => format!("so {}", puzzle.may_not_end_there(step)),
        };
        format!("{the} ends in {country}, {so}.")
    }

    fn aside(&self, _: &Satogaeri, _: &Step) -> Option<Aside> {
        Some(Aside::Words("nobody else ends there".to_owned()))
    }
}

/// A circle that goes this way in any case, and at least this far.
#[derive(Debug)]
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
            let (Way::Go(dir, near), Way::Go(other, _)) = (way(first), way(last)) else {
                return;
            };
            if dir != other {
                return;
            }
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
                let passes =
                    |a: usize| matches!(way(a), Way::Go(d, far) if d == dir && far >= needed);
                puzzle.denied(known, circle, because, |a| !passes(a));
                MustPass { circle, dir, near }
            });
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let the = puzzle.the_first(self.circle);
        let (near, side) = (cells(self.near), compass(self.dir));
        let so = match puzzle.intruder(step, self.circle) {
            Some(other) => format!("but there is the track of {other}"),
            None => {
                let many = "no other circle comes into these cells";
                format!("so {}", puzzle.conclusions(&step.therefore, many))
            }
        };
        format!("{the} goes at least {near} {side} in any case, {so}.")
    }
}

/// A country in which all moves left to a circle end.
#[derive(Debug)]
pub(super) struct SpokenFor {
    circle: usize,
    country: usize,
}

impl Deduction<Satogaeri> for SpokenFor {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        let mut closed: Vec<Fact> = Vec::new();
        let mut circles = puzzle.circles_to_look_at(found);
        circles.retain(|&c| state.targets_left(c) == 1 && state.moves_left(c) > 1);
        found.each(circles, |circle, found| {
            let Some(country) = state.targets(circle).next() else {
                return;
            };
            if state.comers_left(country) < 2 {
                return;
            }
            closed.clear();
            closed.extend(puzzle.closed_to_others(known, circle, state.arrivals(country)));
            found.conclude(&closed, |because| {
                because.push(circle_ground(circle));
                puzzle.denied(known, circle, because, |a| state.country(a) != country);
                SpokenFor { circle, country }
            });
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let the = puzzle.the_first(self.circle);
        let country = puzzle.land(self.country);
        let so = match puzzle.intruder(step, self.circle) {
            Some(other) => format!("but {other} ends there"),
            None => format!("so {}", puzzle.may_not_end_there(step)),
        };
        format!("{the} can end only in {country}, {so}.")
    }
}
