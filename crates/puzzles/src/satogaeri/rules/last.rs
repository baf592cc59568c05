//! The last one left: a circle with one move, a country with one circle that can come.

use logic::{About, Found, Ground, Rule, Step};
use sat::Name;

use super::{Satogaeri, State, Way, circle_ground, country_ground};
use crate::Fact;

pub(super) const COUNT: Rule<Satogaeri> = Rule {
    about: About {
        id: "count",
        name: "Circles and countries",
        group: "",
        level: 1,
        weight: 1,
        once: true,
        trial: false,
        words: "Every country holds one circle in the end, and no circle disappears. So a board \
                with more circles than countries, or fewer, cannot be solved.",
    },
    find: count,
    say: say_count,
};

fn count(game: &Satogaeri, _: &State, found: &mut Found) {
    if game.circles.len() != game.countries.count() {
        found.clash([0; 4], |because| {
            because.push(Ground::Named(Name {
                rule: "count",
                at: 0,
            }));
        });
    }
}

fn say_count(game: &Satogaeri, _: &Step) -> String {
    let number = |n: usize, one: &str, many: &str| match n {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    };
    let are = if game.circles.len() == 1 { "is" } else { "are" };
    format!(
        "There {are} {} for {}, so they cannot hold one each.",
        number(game.circles.len(), "circle", "circles"),
        number(game.countries.count(), "country", "countries"),
    )
}

pub(super) const MOVE: Rule<Satogaeri> = Rule {
    about: About {
        id: "one-move-left",
        name: "One move left",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "Look at a circle and at the ways it could go: the edge of the board, other \
                circles, tracks and countries that are taken rule most of them out. If only one \
                move is left, the circle makes it.",
    },
    find: one_move,
    say: say_move,
};

fn one_move(game: &Satogaeri, state: &State, found: &mut Found) {
    let known = found.known();
    for circle in game.circles_to_look_at(found) {
        let grounds = |because: &mut Vec<Ground>| {
            because.push(circle_ground(circle));
            game.denied(known, circle, because, |_| true);
        };
        let words = [circle as u32, 0, 0, 0];
        match state.moves_left(circle) {
            0 => return found.clash(words, grounds),
            1 => {
                let last = game.left(known, circle).next();
                if let Some(last) = last.filter(|&a| known.is_open(a)) {
                    found.say(&[Fact::yes(last)], words, grounds);
                }
            }
            _ => {}
        }
    }
}

fn say_move(game: &Satogaeri, step: &Step) -> String {
    let circle = step.words[0] as usize;
    let the = game.the_first(circle);
    if step.is_clash() {
        return format!("{the} has no move left.");
    }
    match step.therefore.first().map(|f| game.moves[f.var()].way) {
        Some(Way::Stay) if game.circles[circle].number == Some(0) => {
            format!("{the} does not move, so it stays.")
        }
        Some(Way::Stay) => format!("{the} cannot go anywhere, so it stays."),
        _ => {
            let does = game.facts_words(circle, &step.therefore);
            format!("{the} has only one move left, so it {does}.")
        }
    }
}

pub(super) const COMER: Rule<Satogaeri> = Rule {
    about: About {
        id: "only-comer",
        name: "Only one can come",
        group: "",
        level: 1,
        weight: 2,
        once: false,
        trial: false,
        words: "Look at a country and at the circles that could end in it, those that stand there \
                already included. If only one circle is left that can, it must end there, whatever \
                else it could do.",
    },
    find: only_comer,
    say: say_comer,
};

fn only_comer(game: &Satogaeri, state: &State, found: &mut Found) {
    let known = found.known();
    for country in game.countries_to_look_at(state, found) {
        let arrivals = state.arrivals(country);
        let denied = |because: &mut Vec<Ground>, but: Option<usize>| {
            because.push(country_ground(country));
            let others = |&a: &usize| known.no(a) && Some(game.moves[a].circle) != but;
            game.gone(known, arrivals.clone().filter(others), because);
        };
        match (state.comers_left(country), state.arrivals_left(country)) {
            (0, _) => {
                let words = [country as u32, 0, 0, 0];
                return found.clash(words, |because| denied(because, None));
            }
            (1, 1) => {
                let last = arrivals.clone().find(|&a| !known.no(a));
                if let Some(last) = last.filter(|&a| known.is_open(a)) {
                    let circle = game.moves[last].circle;
                    let words = [country as u32, circle as u32, 0, 0];
                    found.say(&[Fact::yes(last)], words, |because| {
                        because.push(circle_ground(circle));
                        denied(because, None);
                    });
                }
            }
            (1, _) => {
                let Some(circle) = state.comers(country).next() else {
                    continue;
                };
                let elsewhere: Vec<Fact> = (game.left(known, circle))
                    .filter(|&a| state.country(a) != country)
                    .map(Fact::no)
                    .collect();
                if !elsewhere.is_empty() {
                    let words = [country as u32, circle as u32, 0, 0];
                    found.say(&elsewhere, words, |because| {
                        because.push(circle_ground(circle));
                        denied(because, Some(circle));
                    });
                }
            }
            _ => {}
        }
    }
}

fn say_comer(game: &Satogaeri, step: &Step) -> String {
    let country = game.land(step.words[0] as usize);
    if step.is_clash() {
        return format!("No circle can reach {country} any more.");
    }
    let circle = step.words[1] as usize;
    let the = game.the(circle);
    if step.therefore.iter().any(|f| f.is_yes()) {
        let does = game.facts_words(circle, &step.therefore);
        return format!("Only {the} can still end in {country}, so it {does}.");
    }
    format!("Only {the} can still end in {country}, so it ends nowhere else.")
}
