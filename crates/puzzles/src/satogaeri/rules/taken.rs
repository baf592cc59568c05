//! What is taken is closed to others: the cells of a track, the country of a circle that has
//! arrived, and both as soon as all moves left to a circle agree on them.

use logic::{About, Found, Ground, Rule, Step};

use super::words::{cells, towards};
use super::{Satogaeri, State, Way, circle_ground};
use crate::Fact;
use crate::board::in_words;

pub(super) const TRACK: Rule<Satogaeri> = Rule {
    about: About {
        id: "track-in-the-way",
        name: "Track in the way",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "Tracks never share a cell. Where a circle's track is known, all moves of other \
                circles that would cross it, run along it or end on it are out.",
    },
    find: track,
    say: say_track,
};

fn track(game: &Satogaeri, state: &State, found: &mut Found) {
    let known = found.known();
    let mut out: Vec<Fact> = Vec::new();
    for atom in game.made(found) {
        let mover = game.moves[atom].circle;
        out.clear();
        for at in game.entered(mover, game.moves[atom].way) {
            let others = state.entering(game, at).filter(|&a| !known.no(a));
            out.extend(
                others
                    .filter(|&a| game.moves[a].circle != mover)
                    .map(Fact::no),
            );
        }
        let words = [atom as u32, 0, 0, 0];
        say_of_others(found, &out, words, Fact::yes(atom));
        if found.over() {
            return;
        }
    }
}

/// One known move denies moves of others.
fn say_of_others(found: &mut Found, out: &[Fact], words: [u32; 4], made: Fact) {
    if !out.is_empty() {
        found.say(out, words, |because| because.push(Ground::Fact(made)));
    }
}

/// "The 3 in row 4, column 5 goes to row 4, column 8".
fn track_words(game: &Satogaeri, atom: usize) -> String {
    let step = game.moves[atom];
    let end = game.landing(step.circle, step.way);
    format!("{} goes to {}", game.the_first(step.circle), in_words(end))
}

/// The move of another circle that a step contradicts.
fn against(step: &Step, but: usize) -> Option<usize> {
    step.because.iter().find_map(|ground| match ground {
        Ground::Fact(fact) if fact.is_yes() && fact.var() != but => Some(fact.var()),
        _ => None,
    })
}

fn say_track(game: &Satogaeri, step: &Step) -> String {
    let atom = step.words[0] as usize;
    let track = track_words(game, atom);
    if step.is_clash() {
        let other = against(step, atom).map(|a| game.the(game.moves[a].circle));
        let other = other.unwrap_or("another circle".to_owned());
        return format!("{track}, but its track and that of {other} share a cell.");
    }
    let so = game.conclusions(&step.therefore, "no other circle comes onto that track");
    format!("{track}, so {so}.")
}

pub(super) const COUNTRY: Rule<Satogaeri> = Rule {
    about: About {
        id: "country-taken",
        name: "Country taken",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "A country holds only one circle. Where a circle is known to end, no other circle \
                may end in the same country; passing through it is allowed.",
    },
    find: country,
    say: say_country,
};

fn country(game: &Satogaeri, state: &State, found: &mut Found) {
    let known = found.known();
    let mut out: Vec<Fact> = Vec::new();
    for atom in game.made(found) {
        let country = state.country(atom);
        if state.comers_left(country) < 2 {
            continue;
        }
        let mover = game.moves[atom].circle;
        out.clear();
        let others = state.arrivals(country).filter(|&a| !known.no(a));
        out.extend(
            others
                .filter(|&a| game.moves[a].circle != mover)
                .map(Fact::no),
        );
        let words = [atom as u32, country as u32, 0, 0];
        say_of_others(found, &out, words, Fact::yes(atom));
        if found.over() {
            return;
        }
    }
}

/// "so X and Y may not end there".
fn may_not_end_there(game: &Satogaeri, step: &Step) -> String {
    let many = "no other circle may end there";
    game.conclusions_there(&step.therefore, "may not end there", many)
}

fn say_country(game: &Satogaeri, step: &Step) -> String {
    let atom = step.words[0] as usize;
    let the = game.the_first(game.moves[atom].circle);
    let country = game.land(step.words[1] as usize);
    if step.is_clash() {
        let other = against(step, atom).map(|a| game.the(game.moves[a].circle));
        let other = other.unwrap_or("another circle".to_owned());
        return format!("{the} ends in {country}, but so does {other}.");
    }
    let so = may_not_end_there(game, step);
    format!("{the} ends in {country}, so {so}.")
}

pub(super) const PASS: Rule<Satogaeri> = Rule {
    about: About {
        id: "must-pass",
        name: "Must pass here",
        group: "",
        level: 2,
        weight: 2,
        once: false,
        trial: false,
        words: "All moves left to a circle without a number may go the same way and differ only in \
                length. Then the first part of its track is certain, as far as the shortest of \
                them goes, and these cells are closed to all other circles.",
    },
    find: pass,
    say: say_pass,
};

fn pass(game: &Satogaeri, state: &State, found: &mut Found) {
    let known = found.known();
    let mut out: Vec<Fact> = Vec::new();
    for circle in game.circles_to_look_at(found) {
        if game.circles[circle].number.is_some() || state.moves_left(circle) < 2 {
            continue;
        }
        // Moves are sorted by direction: the first and the last tell whether all go one way.
        let mut left = game.left(known, circle);
        let (Some(first), Some(last)) = (left.next(), left.last()) else {
            continue;
        };
        let (Way::Go(dir, near), Way::Go(other, _)) = (game.moves[first].way, game.moves[last].way)
        else {
            continue;
        };
        if dir != other {
            continue;
        }
        out.clear();
        // The furthest of these cells that somebody else could come to.
        let mut needed = 0;
        for (before, at) in game.entered(circle, Way::Go(dir, near)).enumerate() {
            let others = state.entering(game, at).filter(|&a| !known.no(a));
            let before_this = out.len();
            out.extend(
                others
                    .filter(|&a| game.moves[a].circle != circle)
                    .map(Fact::no),
            );
            if out.len() > before_this {
                needed = before + 1;
            }
        }
        if out.is_empty() {
            continue;
        }
        let misses =
            |a: usize| !matches!(game.moves[a].way, Way::Go(d, far) if d == dir && far >= needed);
        let words = [circle as u32, dir as u32, near as u32, 0];
        found.say(&out, words, |because| {
            because.push(circle_ground(circle));
            game.denied(known, circle, because, misses);
        });
        if found.over() {
            return;
        }
    }
}

fn say_pass(game: &Satogaeri, step: &Step) -> String {
    let [circle, dir, near, _] = step.words.map(|w| w as usize);
    let dir = grid::Dir::ALL[dir];
    let goes = format!(
        "{} goes at least {} {} in any case",
        game.the_first(circle),
        cells(near),
        towards(dir),
    );
    if step.is_clash() {
        let other = against(step, usize::MAX).map(|a| game.the(game.moves[a].circle));
        let other = other.unwrap_or("another circle".to_owned());
        return format!("{goes}, but there is the track of {other}.");
    }
    let so = game.conclusions(&step.therefore, "no other circle comes into these cells");
    format!("{goes}, so {so}.")
}

pub(super) const SPOKEN: Rule<Satogaeri> = Rule {
    about: About {
        id: "country-spoken-for",
        name: "Country spoken for",
        group: "",
        level: 2,
        weight: 2,
        once: false,
        trial: false,
        words: "A circle may have several moves left that all end in the same country. Then that \
                country is spoken for, even though it is not known yet where in it the circle \
                ends: no other circle may end there.",
    },
    find: spoken,
    say: say_spoken,
};

fn spoken(game: &Satogaeri, state: &State, found: &mut Found) {
    let known = found.known();
    let mut out: Vec<Fact> = Vec::new();
    for circle in game.circles_to_look_at(found) {
        if state.targets_left(circle) != 1 || state.moves_left(circle) < 2 {
            continue;
        }
        let Some(country) = state.targets(circle).next() else {
            continue;
        };
        if state.comers_left(country) < 2 {
            continue;
        }
        out.clear();
        let others = state.arrivals(country).filter(|&a| !known.no(a));
        out.extend(
            others
                .filter(|&a| game.moves[a].circle != circle)
                .map(Fact::no),
        );
        let words = [circle as u32, country as u32, 0, 0];
        found.say(&out, words, |because| {
            because.push(circle_ground(circle));
            game.denied(known, circle, because, |a| state.country(a) != country);
        });
        if found.over() {
            return;
        }
    }
}

fn say_spoken(game: &Satogaeri, step: &Step) -> String {
    let the = game.the_first(step.words[0] as usize);
    let country = game.land(step.words[1] as usize);
    if step.is_clash() {
        let other = against(step, usize::MAX).map(|a| game.the(game.moves[a].circle));
        let other = other.unwrap_or("another circle".to_owned());
        return format!("{the} can end only in {country}, but {other} ends there.");
    }
    let so = may_not_end_there(game, step);
    format!("{the} can end only in {country}, so {so}.")
}
