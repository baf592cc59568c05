//! Chains of either-or. A circle with two moves left makes one or the other, and a country with two
//! arrivals left gets one or the other. Where such pairs are linked, one choice decides all:
//! the moves fall into two camps, and exactly one camp is made. (Sudoku players call this
//! colouring.) So a camp in which two moves exclude each other is out, and so is every other move
//! that members of both camps block.

use super::web::{Camps, Web};
use super::words::Tense;
use super::{Satogaeri, State};
use crate::kit::prelude::*;

/// Two moves that would have to be made together, and cannot.
pub(super) struct Breaks {
    /// From the one to the other; of two neighbours exactly one is made.
    chain: Vec<usize>,
    /// The country in which both would end, if that is why.
    meet_in: Option<usize>,
}

impl Deduction<Satogaeri> for Breaks {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        if !is_new(puzzle, state, found) {
            return;
        }
        let web = Web::new(puzzle, state, found.known());
        for camps in web.camps() {
            let members = camps.members.iter().enumerate();
            found.each(members, |(i, &(a, side)), found| {
                for &(b, other) in &camps.members[i + 1..] {
                    if side == other && web.exclude(web.moves[a], web.moves[b]) {
                        not_together(puzzle, state, found, &web, (a, b));
                    }
                }
            });
        }
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let the = |a: usize| puzzle.the(puzzle.mover(a));
        let (first, last) = (self.chain[0], self.chain[self.chain.len() - 1]);
        let made = self.chain.iter().step_by(2);
        let would = made.skip(1).map(|&a| {
            let go = puzzle.moves_words(&[a], Tense::Go);
            format!("{} would have to {go}", the(a))
        });
        let would = list(would, "and");
        let (a, z) = (the(first), the(last));
        let harm = if puzzle.mover(first) == puzzle.mover(last) {
            "which it cannot do as well".to_owned()
        } else if let Some(country) = self.meet_in {
            let country = puzzle.land(country);
            format!("and both {a} and {z} would end in {country}")
        } else {
            format!("and the tracks of {a} and {z} would share a cell")
        };
        let went = puzzle.moves_words(&[first], Tense::Went);
        let chain = format!("If {a} {went}, {would}, {harm}");
        if step.is_clash() {
            return format!("{chain}, but it does.");
        }
        let so = puzzle.conclusions(&step.therefore, "neither does so");
        format!("{chain}; so {so}.")
    }

    /// The circles that the sentence names, and their moves as they would follow.
    fn picture(&self, puzzle: &Satogaeri, _: &Step) -> Picture {
        let mut picture = Picture::default();
        let mut moved = Vec::new();
        for &a in self.chain.iter().step_by(2) {
            let circle = puzzle.mover(a);
            if !moved.contains(&circle) {
                moved.push(circle);
                picture = picture.thing([puzzle.circles[circle].at]);
                picture = picture.suppose(vec![Fact::yes(a)]);
            }
        }
        picture
    }
}

/// Report that two moves of a camp, given by their places in the web, exclude each other.
fn not_together(
    puzzle: &Satogaeri,
    state: &State,
    found: &mut Findings<Breaks>,
    web: &Web,
    (a, b): (usize, usize),
) {
    let known = found.known();
    let (m, n) = (web.moves[a], web.moves[b]);
    let same = Some(puzzle.mover(m)).filter(|&one| one == puzzle.mover(n));
    let mut facts = vec![Fact::no(m), Fact::no(n)];
    let mut answered = Vec::new();
    if same.is_none() {
        let each = [m, n].map(|atom| puzzle.denying(state, known, &[atom]));
        answered.extend(each.iter().filter_map(|(_, answered)| *answered));
        facts = each.map(|(facts, _)| facts).concat();
    }
    found.conclude(facts, |because| {
        let circles: Vec<usize> = answered.iter().copied().chain(same).collect();
        let country = state.country(m);
        Breaks {
            chain: web.chain((a, b), &circles, &answered, because),
            meet_in: (country == state.country(n)).then_some(country),
        }
    });
}

/// A move that is blocked whichever camp is made.
pub(super) struct EitherWay {
    /// From a move that blocks it to another; of two neighbours exactly one is made.
    chain: Vec<usize>,
    blocked: usize,
}

impl Deduction<Satogaeri> for EitherWay {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        if !is_new(puzzle, state, found) {
            return;
        }
        let known = found.known();
        let web = Web::new(puzzle, state, known);
        found.each(web.camps(), |camps, found| {
            for by in blocked_by(puzzle, state, &web, &camps).chunk_by(|a, b| a.0 == b.0) {
                // Next to each other they are one group, which is for an easier rule.
                let Some((_, one, two)) = nearest(&web, by).filter(|n| n.0 > 1) else {
                    continue;
                };
                let blocked = by[0].0;
                let (facts, answered) = puzzle.denying(state, known, &[blocked]);
                found.conclude(facts, |because| {
                    let circle = puzzle.mover(blocked);
                    let own = |&place: &usize| puzzle.mover(web.moves[place]) == circle;
                    let is_own = [one, two].iter().any(own);
                    let circles = answered.or(is_own.then_some(circle));
                    let (circles, answered) = (circles.as_slice(), answered.as_slice());
                    let chain = web.chain((one, two), circles, answered, because);
                    EitherWay { chain, blocked }
                });
            }
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let does = |&a: &usize| {
            let goes = puzzle.moves_words(&[a], Tense::Goes);
            format!("{} {goes}", puzzle.the(puzzle.mover(a)))
        };
        let others = self.chain.iter().skip(1).step_by(2).map(does);
        let others = list(others, "and");
        let either = format!("either {}, or {others}", does(&self.chain[0]));
        let circle = puzzle.mover(self.blocked);
        let the = puzzle.the(circle);
        if step.is_clash() {
            return format!("{either}; either way {the} has to do something else.");
        }
        let out = puzzle.moves_words(&[self.blocked], Tense::Go);
        let so = match step.therefore.iter().find(|f| f.is_yes()) {
            None => String::new(),
            Some(&yes) => format!(", so it {}", puzzle.does(circle, &[yes])),
        };
        format!("{either}. In neither case can {the} {out}{so}.")
    }
}

/// There is something new to see only if a group has just come down to two.
fn is_new(puzzle: &Satogaeri, state: &State, found: &Situation) -> bool {
    found.news().is_none_or(|news| {
        news.iter().any(|f| {
            state.moves_left(puzzle.mover(f.var())) == 2
                || state.arrivals_left(state.country(f.var())) == 2
        })
    })
}

/// A move, and a member that blocks it: its side and its place in the web.
type Blocked = (usize, bool, usize);

/// Which open moves the members of camps block, sorted.
fn blocked_by(puzzle: &Satogaeri, state: &State, web: &Web, camps: &Camps) -> Vec<Blocked> {
    let mut blocked: Vec<Blocked> = Vec::new();
    for &(place, side) in &camps.members {
        let atom = web.moves[place];
        let mut note = |a: usize| {
            if web.is_open(a) && !camps.members.iter().any(|&(p, _)| web.moves[p] == a) {
                blocked.push((a, side, place));
            }
        };
        for at in puzzle.cells_entered(atom) {
            state.entering(puzzle, at).for_each(&mut note);
        }
        state.arrivals(state.country(atom)).for_each(&mut note);
        (puzzle.moves_of[puzzle.mover(atom)].clone()).for_each(&mut note);
    }
    distinct(blocked)
}

/// The nearest two members of different camps among those that block a move, and their distance.
fn nearest(web: &Web, by: &[Blocked]) -> Option<(usize, usize, usize)> {
    let side = |wanted: bool| by.iter().filter(move |b| b.1 == wanted).map(|b| b.2);
    side(false).next()?;
    let mut best: Option<(usize, usize, usize)> = None;
    for one in side(true) {
        let paths = web.paths(one);
        let reached = side(false).filter_map(|two| paths[two].map(|(far, _)| (far, one, two)));
        best = best.into_iter().chain(reached).min();
    }
    best
}
