//! Moves that would leave a country or a circle with nothing: every arrival, or every move, that is
//! left would be blocked. Nothing is followed further than that, so this is a look at two things
//! and not a trial.

use logic::{About, Found, Rule, Step};

use super::words::Tense;
use super::{Satogaeri, State, circle_ground, country_ground};
use crate::Fact;

pub(super) const COUNTRY: Rule<Satogaeri> = Rule {
    about: About {
        id: "country-cut-off",
        name: "Country cut off",
        group: "",
        level: 3,
        weight: 4,
        once: false,
        trial: false,
        words: "Look at a country that few circles can still reach. A move that would block all \
                of them, because its track lies in their way or because it leads the one that \
                should come elsewhere, is out: the country would stay empty.",
    },
    find: cut_country,
    say: say_country,
};

pub(super) const CIRCLE: Rule<Satogaeri> = Rule {
    about: About {
        id: "circle-shut-in",
        name: "Circle shut in",
        group: "",
        level: 3,
        weight: 4,
        once: false,
        trial: false,
        words: "Look at a circle that has few moves left. A move of another circle that would \
                block all of them, because its track lies in the way or because it takes the \
                country where they end, is out: the first circle could not move as it must.",
    },
    find: shut_in,
    say: say_circle,
};

#[derive(Clone, Copy, PartialEq)]
enum Group {
    Circle(usize),
    Country(usize),
}

impl Group {
    /// Calls `each` for everything of which exactly one must happen, denied or not.
    fn members(self, game: &Satogaeri, state: &State, each: &mut dyn FnMut(usize)) {
        match self {
            Group::Circle(circle) => game.moves_of[circle].clone().for_each(each),
            Group::Country(country) => state.arrivals(country).for_each(each),
        }
    }

    /// Would this move, which is not a member, block that member? Moves of one circle cross at its
    /// start.
    fn blocks(self, state: &State, outsider: usize, member: usize) -> bool {
        state.cross(outsider, member)
            || matches!(self, Group::Circle(_)) && state.country(outsider) == state.country(member)
    }

    fn has(self, game: &Satogaeri, state: &State, atom: usize) -> bool {
        match self {
            Group::Circle(circle) => game.moves[atom].circle == circle,
            Group::Country(country) => state.country(atom) == country,
        }
    }
}

fn cut_country(game: &Satogaeri, state: &State, found: &mut Found) {
    let mut paper = Paper::default();
    for country in game.countries_to_look_at(state, found) {
        if state.arrivals_left(country) > 1 && !found.over() {
            look(game, state, found, Group::Country(country), &mut paper);
        }
    }
}

fn shut_in(game: &Satogaeri, state: &State, found: &mut Found) {
    let mut paper = Paper::default();
    for circle in game.circles_to_look_at(found) {
        if state.moves_left(circle) > 1 && !found.over() {
            look(game, state, found, Group::Circle(circle), &mut paper);
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

fn look(game: &Satogaeri, state: &State, found: &mut Found, group: Group, paper: &mut Paper) {
    let known = found.known();
    let Paper {
        members,
        blocking,
        facts,
    } = paper;
    members.clear();
    group.members(game, state, &mut |a| {
        if !known.no(a) {
            members.push(a);
        }
    });
    // Whatever blocks all of them blocks the shortest.
    let length = |&a: &usize| {
        game.entered(game.moves[a].circle, game.moves[a].way)
            .count()
    };
    let Some(&short) = members.iter().min_by_key(|&a| length(a)) else {
        return;
    };
    blocking.clear();
    let runner = game.moves[short].circle;
    let mut try_it = |a: usize| {
        if !known.no(a) && !group.has(game, state, a) {
            blocking.push(a);
        }
    };
    for at in game.entered(runner, game.moves[short].way) {
        state.entering(game, at).for_each(&mut try_it);
    }
    match group {
        Group::Circle(_) => state.arrivals(state.country(short)).for_each(&mut try_it),
        Group::Country(_) => game.moves_of[runner].clone().for_each(&mut try_it),
    }
    blocking.sort_unstable();
    blocking.dedup();
    blocking.retain(|&b| members.iter().all(|&m| group.blocks(state, b, m)));
    for blocking in blocking.chunk_by(|&a, &b| game.moves[a].circle == game.moves[b].circle) {
        let circle = game.moves[blocking[0]].circle;
        facts.clear();
        facts.extend(blocking.iter().map(|&a| Fact::no(a)));
        let answer = game.answer(state, known, circle, facts);
        facts.extend(answer.map(Fact::yes));
        let (Group::Circle(at) | Group::Country(at)) = group;
        let words = [at as u32, circle as u32, 0, 0];
        found.say(facts, words, |because| {
            let mut own = answer.is_some();
            let mut gone = Vec::new();
            match group {
                Group::Circle(circle) => because.push(circle_ground(circle)),
                Group::Country(country) => because.push(country_ground(country)),
            }
            group.members(game, state, &mut |a| {
                let others = game.moves[a].circle != circle;
                own |= !others;
                if known.no(a) && others && !blocking.iter().all(|&b| group.blocks(state, b, a)) {
                    gone.push(a);
                }
            });
            game.gone(known, gone.into_iter(), because);
            if own {
                because.push(circle_ground(circle));
            }
            if answer.is_some() {
                game.denied(known, circle, because, |_| true);
            }
        });
        if found.over() {
            return;
        }
    }
}

/// "If the 3 in row 4, column 5 went east, …; so it goes north."
fn say(game: &Satogaeri, step: &Step, harm: &str) -> String {
    let circle = step.words[1] as usize;
    let the = game.the(circle);
    if step.is_clash() {
        return format!("Because of the move of {the}, {harm}.");
    }
    let out = game.ruled_out(step, circle);
    let went = game.moves_words(&out, Tense::Went);
    let does = game.facts_words(circle, &step.therefore);
    format!("If {the} {went}, {harm}; so it {does}.")
}

fn say_country(game: &Satogaeri, step: &Step) -> String {
    let country = game.land(step.words[0] as usize);
    let verb = if step.is_clash() { "can" } else { "could" };
    say(
        game,
        step,
        &format!("no circle {verb} end in {country} any more"),
    )
}

fn say_circle(game: &Satogaeri, step: &Step) -> String {
    let other = game.the(step.words[0] as usize);
    let verb = if step.is_clash() { "has" } else { "would have" };
    say(game, step, &format!("{other} {verb} no move left"))
}
