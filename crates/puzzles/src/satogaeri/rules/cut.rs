//! Moves that would leave a country or a circle with nothing: every arrival, or every move, that is
//! left would be blocked. Nothing is followed further than that, so this is a look at two things
//! and not a trial.

use logic::{Deduction, Findings, Step};

use super::words::Tense;
use super::{Group, Satogaeri, State, circle_ground};
use crate::Fact;

/// A country that no circle could reach any more.
#[derive(Debug)]
pub(super) struct CountryCutOff {
    country: usize,
    blocking: Blocking,
}

impl Deduction<Satogaeri> for CountryCutOff {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::default();
        for country in puzzle.countries_to_look_at(state, found) {
            if state.arrivals_left(country) > 1 && !found.over() {
                let group = Group::Country(country);
                look(puzzle, state, found, group, &mut paper, |blocking| {
                    CountryCutOff { country, blocking }
                });
            }
        }
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let country = puzzle.land(self.country);
        let verb = if step.is_clash() { "can" } else { "could" };
        let harm = format!("no circle {verb} end in {country} any more");
        self.blocking.say(puzzle, step, &harm)
    }
}

/// A circle that would have no move left.
#[derive(Debug)]
pub(super) struct CircleShutIn {
    circle: usize,
    blocking: Blocking,
}

impl Deduction<Satogaeri> for CircleShutIn {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::default();
        for circle in puzzle.circles_to_look_at(found) {
            if state.moves_left(circle) > 1 && !found.over() {
                let group = Group::Circle(circle);
                look(puzzle, state, found, group, &mut paper, |blocking| {
                    CircleShutIn { circle, blocking }
                });
            }
        }
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let other = puzzle.the(self.circle);
        let verb = if step.is_clash() { "has" } else { "would have" };
        let harm = format!("{other} {verb} no move left");
        self.blocking.say(puzzle, step, &harm)
    }
}

/// Moves of one circle that would block a whole group.
#[derive(Debug)]
struct Blocking {
    circle: usize,
    moves: Vec<usize>,
}

impl Blocking {
    /// "If the 3 in row 4, column 5 went east, …; so it goes north."
    fn say(&self, puzzle: &Satogaeri, step: &Step, harm: &str) -> String {
        let the = puzzle.the(self.circle);
        if step.is_clash() {
            return format!("Because of the move of {the}, {harm}.");
        }
        // Of a step inside a trial perhaps only the answer has been kept, or a part of the moves.
        let out: Vec<usize> = match step.therefore.iter().any(|f| f.is_yes()) {
            true => self.moves.clone(),
            false => step.therefore.iter().map(|f| f.var()).collect(),
        };
        let went = puzzle.moves_words(&out, Tense::Went);
        let does = puzzle.facts_words(self.circle, &step.therefore);
        format!("If {the} {went}, {harm}; so it {does}.")
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
            Group::Circle(circle) => puzzle.moves[atom].circle == circle,
            Group::Country(country) => state.country(atom) == country,
        }
    }
}

/// Memory that is reused.
#[derive(Default)]
struct Paper {
    members: Vec<usize>,
    blocking: Vec<usize>,
    facts: Vec<Fact>,
}

/// Report all moves that would block this group.
fn look<D: Deduction<Satogaeri>>(
    puzzle: &Satogaeri,
    state: &State,
    found: &mut Findings<D>,
    group: Group,
    paper: &mut Paper,
    evidence: impl Fn(Blocking) -> D,
) {
    let known = found.known();
    let Paper {
        members,
        blocking,
        facts,
    } = paper;
    members.clear();
    group.members(puzzle, state, &mut |a| {
        if !known.no(a) {
            members.push(a);
        }
    });
    // Whatever blocks all of them blocks the shortest.
    let length = |&a: &usize| {
        puzzle
            .entered(puzzle.moves[a].circle, puzzle.moves[a].way)
            .count()
    };
    let Some(&short) = members.iter().min_by_key(|&a| length(a)) else {
        return;
    };
    blocking.clear();
    let runner = puzzle.moves[short].circle;
    let mut try_it = |a: usize| {
        if !known.no(a) && !group.has(puzzle, state, a) {
            blocking.push(a);
        }
    };
    for at in puzzle.entered(runner, puzzle.moves[short].way) {
        state.entering(puzzle, at).for_each(&mut try_it);
    }
    match group {
        Group::Circle(_) => state.arrivals(state.country(short)).for_each(&mut try_it),
        Group::Country(_) => puzzle.moves_of[runner].clone().for_each(&mut try_it),
    }
    blocking.sort_unstable();
    blocking.dedup();
    blocking.retain(|&b| members.iter().all(|&m| group.blocks(state, b, m)));
    for blocking in blocking.chunk_by(|&a, &b| puzzle.moves[a].circle == puzzle.moves[b].circle) {
        let circle = puzzle.moves[blocking[0]].circle;
        facts.clear();
        facts.extend(blocking.iter().map(|&a| Fact::no(a)));
        let answer = puzzle.answer(state, known, circle, facts);
        facts.extend(answer.map(Fact::yes));
        found.conclude(facts, |because| {
            let mut own = answer.is_some();
            let mut gone = Vec::new();
            because.push(group.ground());
            group.members(puzzle, state, &mut |a| {
                let others = puzzle.moves[a].circle != circle;
                own |= !others;
                if known.no(a) && others && !blocking.iter().all(|&b| group.blocks(state, b, a)) {
                    gone.push(a);
                }
            });
            puzzle.gone(known, gone.into_iter(), because);
            if own {
                because.push(circle_ground(circle));
            }
            if answer.is_some() {
                puzzle.denied(known, circle, because, |_| true);
            }
            let moves = blocking.to_vec();
            evidence(Blocking { circle, moves })
        });
        if found.over() {
            return;
        }
    }
}
