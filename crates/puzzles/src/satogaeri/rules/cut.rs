//! Moves that would leave a country or a circle with nothing: every arrival, or every move, that is
//! left would be blocked. Nothing is followed further than that, so this is a look at two things
//! and not a trial.

use super::words::Tense;
use super::{Group, Satogaeri, State, circle_ground};
use crate::kit::prelude::*;

/// A group of which nothing would be left, and moves of one circle that would block all of it.
pub(super) struct CutOff<const OF_COUNTRIES: bool> {
    group: Group,
    circle: usize,
    moves: Vec<usize>,
}

/// A country that no circle could reach any more.
pub(super) type CountryCutOff = CutOff<true>;

/// A circle that would have no move left.
pub(super) type CircleShutIn = CutOff<false>;

impl<const OF_COUNTRIES: bool> Deduction<Satogaeri> for CutOff<OF_COUNTRIES> {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let groups = match OF_COUNTRIES {
            true => puzzle.countries_to_look_at(state, found),
            false => puzzle.circles_to_look_at(found),
        };
        let (of, left): (fn(usize) -> Group, fn(&State, usize) -> usize) = match OF_COUNTRIES {
            true => (Group::Country, State::arrivals_left),
            false => (Group::Circle, State::moves_left),
        };
        let groups = groups.into_iter().filter(|&group| left(state, group) > 1);
        let mut paper = Paper::default();
        found.each(groups.map(of), |group, found| {
            let blocking = paper.blocking(puzzle, state, found.known(), group);
            let by_circle = blocking.chunk_by(|&a, &b| puzzle.mover(a) == puzzle.mover(b));
            found.each(by_circle, |moves, found| {
                Self::conclude(puzzle, state, group, moves, found);
            });
        });
    }

    /// "If the 3 in row 4, column 5 went east, …; so it goes north."
    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let the = puzzle.the(self.circle);
        let [could, would_have] = step.so_or_but(["could", "would have"], ["can", "has"]);
        let harm = match self.group {
            Group::Country(country) => {
                format!("no circle {could} end in {} any more", puzzle.land(country))
            }
            Group::Circle(circle) => format!("{} {would_have} no move left", puzzle.the(circle)),
        };
        if step.is_clash() {
            return format!("Because of the move of {the}, {harm}.");
        }
        // Of a step inside a trial perhaps only the answer has been kept, or a part of the moves.
        let out: Vec<usize> = match step.therefore.iter().any(|f| f.is_yes()) {
            true => self.moves.clone(),
            false => step.therefore.iter().map(|f| f.var()).collect(),
        };
        let went = puzzle.moves_words(&out, Tense::Went);
        let does = puzzle.does(self.circle, &step.therefore);
        format!("If {the} {went}, {harm}; so it {does}.")
    }

    fn picture(&self, puzzle: &Satogaeri, step: &Step) -> Picture {
        let at = |circle: usize| puzzle.circles[circle].at;
        let picture = Picture::default().thing([at(self.circle)]);
        let picture = match self.group {
            Group::Country(country) => picture.area(puzzle.cells_of[country].iter().copied()),
            Group::Circle(other) => picture.thing([at(other)]),
        };
        match step.is_clash() {
            true => picture,
            // One of them shows it.
            false => picture.suppose(vec![Fact::yes(self.moves[0])]),
        }
    }
}

impl<const OF_COUNTRIES: bool> CutOff<OF_COUNTRIES> {
    /// Report that these moves of one circle, each of which would block the group, are not made.
    fn conclude(
        puzzle: &Satogaeri,
        state: &State,
        group: Group,
        moves: &[usize],
        found: &mut Findings<Self>,
    ) {
        let known = found.known();
        let circle = puzzle.mover(moves[0]);
        let (facts, answered) = puzzle.denying(state, known, moves);
        found.conclude(facts, |because| {
            let mut own = answered.is_some();
            let mut gone = Vec::new();
            because.push(group.ground());
            group.members(puzzle, state, &mut |a| {
                let others = puzzle.mover(a) != circle;
                own |= !others;
                if known.no(a) && others && !moves.iter().all(|&b| group.blocks(state, b, a)) {
                    gone.push(a);
                }
            });
            puzzle.gone(known, gone.into_iter(), because);
            if own {
                because.push(circle_ground(circle));
            }
            if answered.is_some() {
                puzzle.denied(known, circle, because, |_| true);
            }
            CutOff {
                group,
                circle,
                moves: moves.to_vec(),
            }
        });
    }
}

impl Group {
    /// Calls `each` for everything of which exactly one must happen, denied or not.
    fn members(self, puzzle: &Satogaeri, state: &State, each: &mut dyn FnMut(usize)) {
        match self {
            Group::Circle(circle) => puzzle.moves_of[circle].clone().for_each(each),
            Group::Country(country) => state.arrivals(country).for_each(each),
        }
    }

    /// Would this move, which is not a member, block that member? Moves of one circle cross at its
    /// start.
    fn blocks(self, state: &State, outsider: usize, member: usize) -> bool {
        state.cross(outsider, member)
            || matches!(self, Group::Circle(_)) && state.country(outsider) == state.country(member)
    }

    fn has(self, puzzle: &Satogaeri, state: &State, atom: usize) -> bool {
        match self {
            Group::Circle(circle) => puzzle.mover(atom) == circle,
            Group::Country(country) => state.country(atom) == country,
        }
    }
}

/// Memory that is reused.
#[derive(Default)]
struct Paper {
    members: Vec<usize>,
    blocking: Vec<usize>,
}

impl Paper {
    /// All moves, none of them in the group, that would block everything that is left in it.
    fn blocking(
        &mut self,
        puzzle: &Satogaeri,
        state: &State,
        known: &Known,
        group: Group,
    ) -> &[usize] {
        let Paper { members, blocking } = self;
        members.clear();
        blocking.clear();
        group.members(puzzle, state, &mut |a| {
            if !known.no(a) {
                members.push(a);
            }
        });
        // Whatever blocks all of them blocks the shortest.
        let length = |a: &&usize| puzzle.cells_entered(**a).count();
        let Some(&short) = members.iter().min_by_key(length) else {
            return &[];
        };
        let mut try_it = |a: usize| {
            if !known.no(a) && !group.has(puzzle, state, a) {
                blocking.push(a);
            }
        };
        for at in puzzle.cells_entered(short) {
            state.entering(puzzle, at).for_each(&mut try_it);
        }
        let runner = puzzle.mover(short);
        match group {
            Group::Circle(_) => state.arrivals(state.country(short)).for_each(try_it),
            Group::Country(_) => puzzle.moves_of[runner].clone().for_each(try_it),
        }
        blocking.sort_unstable();
        blocking.dedup();
        blocking.retain(|&b| members.iter().all(|&m| group.blocks(state, b, m)));
        blocking
    }
}
