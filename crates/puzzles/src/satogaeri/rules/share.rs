//! As many circles as countries, among themselves: two circles that can end only in two countries
//! take both, and two countries that only two circles can reach take both circles. The same with
//! three.

use logic::{About, Found, Ground, Rule, Step};

use super::{Satogaeri, State, circle_ground, country_ground, distinct, extend_once};
use crate::Fact;
use crate::kit::words::capital;

const fn rule(
    about: (&'static str, &'static str, u8, u32, &'static str),
    find: fn(&Satogaeri, &State, &mut Found),
    say: fn(&Satogaeri, &Step) -> String,
) -> Rule<Satogaeri> {
    let (id, name, level, weight, words) = about;
    Rule {
        about: About {
            id,
            name,
            group: "",
            level,
            weight,
            once: false,
            trial: false,
            words,
        },
        find,
        say,
    }
}

pub(super) const CIRCLES_2: Rule<Satogaeri> = rule(
    (
        "two-circles",
        "Two circles, two countries",
        3,
        5,
        "Two circles can each end only in the same two countries. They take one country each, \
         so both are closed to everybody else.",
    ),
    |game, state, found| look(game, state, found, Side::Circles, 2),
    say_circles,
);

pub(super) const COUNTRIES_2: Rule<Satogaeri> = rule(
    (
        "two-countries",
        "Two countries, two circles",
        3,
        5,
        "Two countries can be reached only by the same two circles. Both circles are needed there, \
         so they end nowhere else.",
    ),
    |game, state, found| look(game, state, found, Side::Countries, 2),
    say_countries,
);

pub(super) const CIRCLES_3: Rule<Satogaeri> = rule(
    (
        "three-circles",
        "Three circles, three countries",
        4,
        9,
        "Three circles have only three countries left between them in which they can end. They fill \
         them in some order, so all three are closed to everybody else.",
    ),
    |game, state, found| look(game, state, found, Side::Circles, 3),
    say_circles,
);

pub(super) const COUNTRIES_3: Rule<Satogaeri> = rule(
    (
        "three-countries",
        "Three countries, three circles",
        4,
        9,
        "Three countries can be reached by only three circles between them. All three are needed \
         there, so they end nowhere else.",
    ),
    |game, state, found| look(game, state, found, Side::Countries, 3),
    say_countries,
);

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

fn look(game: &Satogaeri, state: &State, found: &mut Found, side: Side, size: usize) {
    let mut search = Search {
        state,
        side,
        size,
        found: Vec::new(),
    };
    let changed = match side {
        Side::Circles => game.circles_to_look_at(found),
        Side::Countries => game.countries_to_look_at(state, found),
    };
    for one in changed {
        if search.fits(one) {
            let others = distinct(search.ahead(one).into_iter());
            search.grow(&[one], &others);
        }
    }
    let mut pairs = search.found;
    pairs.sort_unstable();
    pairs.dedup();
    for (group, others) in &pairs {
        match side {
            Side::Circles => conclude(game, state, found, group, others, side),
            Side::Countries => conclude(game, state, found, others, group, side),
        }
        if found.over() {
            return;
        }
    }
}

fn conclude(
    game: &Satogaeri,
    state: &State,
    found: &mut Found,
    circles: &[usize],
    countries: &[usize],
    side: Side,
) {
    let known = found.known();
    let mut out: Vec<usize> = Vec::new();
    match side {
        Side::Circles => {
            let into = countries.iter().flat_map(|&c| state.arrivals(c));
            out.extend(into.filter(|&a| !known.no(a) && !circles.contains(&game.moves[a].circle)));
        }
        Side::Countries => {
            let of = circles.iter().flat_map(|&c| game.left(known, c));
            out.extend(of.filter(|&a| !countries.contains(&state.country(a))));
        }
    }
    if out.is_empty() {
        return;
    }
    out.sort_unstable();
    let mut facts: Vec<Fact> = Vec::new();
    let mut answered: Vec<usize> = Vec::new();
    for own in out.chunk_by(|&a, &b| game.moves[a].circle == game.moves[b].circle) {
        let circle = game.moves[own[0]].circle;
        let denied: Vec<Fact> = own.iter().map(|&a| Fact::no(a)).collect();
        let answer = game.answer(state, known, circle, &denied);
        facts.extend(denied);
        if let Some(atom) = answer {
            facts.push(Fact::yes(atom));
            answered.push(circle);
        }
    }
    found.say(&facts, words(circles, countries), |because| {
        let mut grounds: Vec<Ground> = circles.iter().map(|&c| circle_ground(c)).collect();
        grounds.extend(countries.iter().map(|&c| country_ground(c)));
        match side {
            Side::Circles => {
                let outside = |a: usize| !countries.contains(&state.country(a));
                for &circle in circles {
                    game.denied(known, circle, &mut grounds, outside);
                }
            }
            Side::Countries => {
                let into = countries.iter().flat_map(|&c| state.arrivals(c));
                let others = |&a: &usize| known.no(a) && !circles.contains(&game.moves[a].circle);
                game.gone(known, into.filter(others), &mut grounds);
            }
        }
        for &circle in &answered {
            grounds.push(circle_ground(circle));
            game.denied(known, circle, &mut grounds, |_| true);
        }
        extend_once(because, grounds);
    });
}

/// Up to three circles and as many countries, in sixteen bits each, and how many.
fn words(circles: &[usize], countries: &[usize]) -> [u32; 4] {
    let mut words = [0; 4];
    for (i, (&circle, &country)) in circles.iter().zip(countries).enumerate() {
        words[i] = (circle as u32) << 16 | country as u32;
    }
    words[3] = circles.len() as u32;
    words
}

fn unpack(step: &Step) -> Pair {
    let pairs = &step.words[..step.words[3] as usize];
    let circles = pairs.iter().map(|w| (w >> 16) as usize).collect();
    let countries = pairs.iter().map(|w| (w & 0xffff) as usize).collect();
    (circles, countries)
}

fn say_circles(game: &Satogaeri, step: &Step) -> String {
    let (circles, countries) = unpack(step);
    let who = capital(game.circles_words(&circles));
    let lands = game.countries_words(&countries);
    let fill = format!("{who} can end only in {lands}");
    if step.is_clash() {
        return format!("{fill}, but another circle ends there too.");
    }
    let many = "no other circle may end there";
    let so = game.conclusions_there(&step.therefore, "may not end there", many);
    format!("{fill}, one in each, so {so}.")
}

fn say_countries(game: &Satogaeri, step: &Step) -> String {
    let (circles, countries) = unpack(step);
    let who = game.circles_words(&circles);
    let lands = game.countries_words(&countries);
    let needed = format!("Only {who} can still end in {lands}");
    if step.is_clash() {
        return format!("{needed}, but one of them ends elsewhere.");
    }
    let so = game.conclusions_there(&step.therefore, "may not end elsewhere", "");
    format!("{needed}, one in each, so {so}.")
}
