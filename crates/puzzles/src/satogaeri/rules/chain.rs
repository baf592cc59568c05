//! Chains of either-or. A circle with two moves left makes one or the other, and a country with two
//! arrivals left gets one or the other. Where such pairs are linked, one choice decides all:
//! the moves fall into two camps, and exactly one camp is made. (Sudoku players call this
//! colouring.) So a camp in which two moves exclude each other is out, and so is every other move
//! that members of both camps block.

use logic::{About, Found, Ground, Rule, Step};

use super::web::{Pair, Web};
use super::words::Tense;
use super::{Satogaeri, State, extend_once};
use crate::Fact;
use crate::kit::words::{capital, list};

pub(super) const BREAKS: Rule<Satogaeri> = Rule {
    about: About {
        id: "chain-breaks",
        name: "Chain that breaks itself",
        group: "",
        level: 4,
        weight: 10,
        once: false,
        trial: false,
        words: "A circle with two moves left makes one of them, and a country that two moves can \
                still fill gets one of them. Follow such pairs from one to the next: if this circle \
                goes here, that one must go there, and so on. If two moves that would have to be \
                made together cross or end in the same country, it is the other way round.",
    },
    find: breaks,
    say: say_breaks,
};

pub(super) const EITHER: Rule<Satogaeri> = Rule {
    about: About {
        id: "either-way",
        name: "Blocked either way",
        group: "",
        level: 4,
        weight: 10,
        once: false,
        trial: false,
        words: "Follow circles with two moves left, and countries that two moves can still fill, \
                from one to the next: either all of these moves are made or all of those. A move \
                that is blocked in one case by this track and in the other by that one is out.",
    },
    find: either,
    say: say_either,
};

/// There is something new to see only if a group has just come down to two.
fn is_new(game: &Satogaeri, state: &State, found: &Found) -> bool {
    found.news().is_none_or(|news| {
        news.iter().any(|f| {
            state.moves_left(game.moves[f.var()].circle) == 2
                || state.arrivals_left(state.country(f.var())) == 2
        })
    })
}

fn breaks(game: &Satogaeri, state: &State, found: &mut Found) {
    if !is_new(game, state, found) {
        return;
    }
    let known = found.known();
    let web = Web::new(game, state, known);
    for camps in web.camps() {
        if found.over() {
            return;
        }
        for (i, &(a, side)) in camps.members.iter().enumerate() {
            for &(b, other) in &camps.members[i + 1..] {
                let (m, n) = (web.moves[a], web.moves[b]);
                if side != other || !web.exclude(m, n) {
                    continue;
                }
                let (one, two) = (game.moves[m].circle, game.moves[n].circle);
                let mut facts = Vec::new();
                let mut answered = Vec::new();
                if one == two {
                    facts.extend([Fact::no(m), Fact::no(n)]);
                } else {
                    for (circle, atom) in [(one, m), (two, n)] {
                        let denied = [Fact::no(atom)];
                        facts.extend(denied);
                        if let Some(answer) = game.answer(state, known, circle, &denied) {
                            facts.push(Fact::yes(answer));
                            answered.push(circle);
                        }
                    }
                }
                let path = web.path(a, b);
                let words = [m as u32, n as u32, path.len() as u32, 0];
                found.say(&facts, words, |because| {
                    let same = (one == two).then_some(one);
                    let circles: Vec<usize> = answered.iter().copied().chain(same).collect();
                    let mut grounds = Vec::new();
                    web.because(&path, &circles, &mut grounds);
                    for &circle in &answered {
                        game.denied(known, circle, &mut grounds, |_| true);
                    }
                    because_once(because, grounds, path.len());
                });
                if found.over() {
                    return;
                }
            }
        }
    }
}

/// Keep the first grounds as they are, and each of the others once.
fn because_once(because: &mut Vec<Ground>, mut grounds: Vec<Ground>, first: usize) {
    let rest = grounds.split_off(first);
    because.extend(grounds);
    extend_once(because, rest);
}

fn either(game: &Satogaeri, state: &State, found: &mut Found) {
    if !is_new(game, state, found) {
        return;
    }
    let known = found.known();
    let web = Web::new(game, state, known);
    for camps in web.camps() {
        if found.over() {
            return;
        }
        // Which open moves each member blocks.
        let mut blocked: Vec<(usize, bool, usize)> = Vec::new();
        for &(place, side) in &camps.members {
            let atom = web.moves[place];
            let mover = game.moves[atom];
            let mut note = |a: usize| {
                if known.is_open(a) && !camps.members.iter().any(|&(p, _)| web.moves[p] == a) {
                    blocked.push((a, side, place));
                }
            };
            for at in game.entered(mover.circle, mover.way) {
                state.entering(game, at).for_each(&mut note);
            }
            state.arrivals(state.country(atom)).for_each(&mut note);
            game.moves_of[mover.circle].clone().for_each(&mut note);
        }
        blocked.sort_unstable();
        blocked.dedup();
        for by in blocked.chunk_by(|a, b| a.0 == b.0) {
            // Next to each other they are one group, which is for an easier rule.
            let Some((_, one, two)) = nearest(&web, by).filter(|n| n.0 > 1) else {
                continue;
            };
            let circle = game.moves[by[0].0].circle;
            let mut facts = vec![Fact::no(by[0].0)];
            let answer = game.answer(state, known, circle, &facts);
            facts.extend(answer.map(Fact::yes));
            let path = web.path(one, two);
            let (m, n) = (web.moves[one], web.moves[two]);
            let words = [m as u32, n as u32, path.len() as u32, circle as u32];
            found.say(&facts, words, |because| {
                let own = [m, n].iter().any(|&a| game.moves[a].circle == circle);
                let circles: Vec<usize> = (own || answer.is_some())
                    .then_some(circle)
                    .into_iter()
                    .collect();
                let mut grounds = Vec::new();
                web.because(&path, &circles, &mut grounds);
                if answer.is_some() {
                    game.denied(known, circle, &mut grounds, |_| true);
                }
                because_once(because, grounds, path.len());
            });
        }
    }
}

/// The nearest two members of different camps among those that block a move, and their distance.
fn nearest(web: &Web, by: &[(usize, bool, usize)]) -> Option<(usize, usize, usize)> {
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

/// The moves along a chain, from the first to the last, read off the grounds.
fn along(game: &Satogaeri, step: &Step) -> Vec<usize> {
    let gone = |a: usize| {
        step.because.iter().any(|ground| match ground {
            Ground::Fact(f) if f.is_yes() => {
                f.var() != a && game.moves[f.var()].circle == game.moves[a].circle
            }
            Ground::Fact(f) => f.var() == a,
            Ground::Named(_) => false,
        })
    };
    let mut at = step.words[0] as usize;
    let mut moves = vec![at];
    for ground in &step.because[..step.words[2] as usize] {
        let Ground::Named(name) = *ground else {
            break;
        };
        let members = Pair::from_name(name).members(game);
        let Some(next) = members.into_iter().find(|&a| a != at && !gone(a)) else {
            break;
        };
        at = next;
        moves.push(at);
    }
    moves
}

fn say_breaks(game: &Satogaeri, step: &Step) -> String {
    let made: Vec<usize> = along(game, step).into_iter().step_by(2).collect();
    let [m, n] = [step.words[0], step.words[1]].map(|w| w as usize);
    let (first, last) = (game.moves[m].circle, game.moves[n].circle);
    let would: Vec<String> = (made.iter().skip(1))
        .map(|&a| {
            let go = game.moves_words(&[a], Tense::Go);
            format!("{} would have to {go}", game.the(game.moves[a].circle))
        })
        .collect();
    let (a, z) = (game.the(first), game.the(last));
    let harm = if first == last {
        "which it cannot do as well".to_owned()
    } else if game.country_of(m) == game.country_of(n) {
        let country = game.land(game.country_of(m));
        format!("and both {a} and {z} would end in {country}")
    } else {
        format!("and the tracks of {a} and {z} would share a cell")
    };
    let went = game.moves_words(&[m], Tense::Went);
    let chain = format!("If {a} {went}, {}, {harm}", list(&would, "and"));
    if step.is_clash() {
        return format!("{chain}, but it does.");
    }
    let so = game.conclusions(&step.therefore, "neither does so");
    format!("{chain}; so {so}.")
}

fn say_either(game: &Satogaeri, step: &Step) -> String {
    let does = |a: usize| {
        let goes = game.moves_words(&[a], Tense::Goes);
        format!("{} {goes}", game.the(game.moves[a].circle))
    };
    let moves = along(game, step);
    let others: Vec<String> = moves.iter().skip(1).step_by(2).map(|&a| does(a)).collect();
    let either = format!("either {}, or {}", does(moves[0]), list(&others, "and"));
    let circle = step.words[3] as usize;
    let the = game.the(circle);
    let either = capital(either);
    if step.is_clash() {
        return format!("{either}; either way {the} has to do something else.");
    }
    let out = game.moves_words(&game.ruled_out(step, circle), Tense::Go);
    match step.therefore.iter().find(|f| f.is_yes()) {
        None => format!("{either}; in neither case can {the} {out}."),
        Some(&yes) => {
            let goes = game.facts_words(circle, &[yes]);
            format!("{either}; in neither case can {the} {out}, so it {goes}.")
        }
    }
}
