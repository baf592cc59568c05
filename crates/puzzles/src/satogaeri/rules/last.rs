//! The last one left: a circle with one move, a country with one circle that can come.

use logic::{Deduction, Findings, Ground, Step};

use super::{Satogaeri, State, Way, circle_ground, country_ground};
use crate::Fact;

/// A board whose circles and countries are not equally many.
#[derive(Debug)]
pub(super) struct Count {
    circles: usize,
    countries: usize,
}

impl Deduction<Satogaeri> for Count {
    fn find(puzzle: &Satogaeri, _: &State, found: &mut Findings<Self>) {
        let (circles, countries) = (puzzle.circles.len(), puzzle.countries.count());
        if circles != countries {
            found.contradict(|because| {
                because.push(Ground::named("count", 0));
                Count { circles, countries }
            });
        }
    }

    fn say(&self, _: &Satogaeri, _: &Step) -> String {
        let number = |n: usize, one: &str, many: &str| match n {
            0 => format!("no {one}"),
            1 => format!("1 {one}"),
            n => format!("{n} {many}"),
        };
        let are = if self.circles == 1 { "is" } else { "are" };
        format!(
            "There {are} {} for {}, so they cannot hold one each.",
            number(self.circles, "circle", "circles"),
            number(self.countries, "country", "countries"),
        )
    }
}

/// A circle with one move left, or none.
#[derive(Debug)]
pub(super) struct OneMove {
    circle: usize,
}

impl Deduction<Satogaeri> for OneMove {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        for circle in puzzle.circles_to_look_at(found) {
            let grounds = |because: &mut Vec<Ground>| {
                because.push(circle_ground(circle));
                puzzle.denied(known, circle, because, |_| true);
                OneMove { circle }
            };
            match state.moves_left(circle) {
                0 => return found.contradict(grounds),
                1 => {
                    let last = puzzle.left(known, circle).next();
                    if let Some(last) = last.filter(|&a| known.is_open(a)) {
                        found.conclude(&[Fact::yes(last)], grounds);
                    }
                }
                _ => {}
            }
        }
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let the = puzzle.the_first(self.circle);
        if step.is_clash() {
            return format!("{the} has no move left.");
        }
        match step.therefore.first().map(|f| puzzle.moves[f.var()].way) {
            Some(Way::Stay) if puzzle.circles[self.circle].number == Some(0) => {
                format!("{the} does not move, so it stays.")
            }
            Some(Way::Stay) => format!("{the} cannot go anywhere, so it stays."),
            _ => {
                let does = puzzle.facts_words(self.circle, &step.therefore);
                format!("{the} has only one move left, so it {does}.")
            }
        }
    }
}

/// A country with one circle left that can come, or none.
#[derive(Debug)]
pub(super) struct OnlyComer {
    country: usize,
    comer: Option<usize>,
}

impl Deduction<Satogaeri> for OnlyComer {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        for country in puzzle.countries_to_look_at(state, found) {
            let arrivals = state.arrivals(country);
            // Moves of `but` into the country are no reason: it comes in any case.
            let grounds = |because: &mut Vec<Ground>, comer: Option<usize>, but: Option<usize>| {
                because.extend(comer.map(circle_ground));
                because.push(country_ground(country));
                let others = |&a: &usize| known.no(a) && Some(puzzle.moves[a].circle) != but;
                puzzle.gone(known, arrivals.clone().filter(others), because);
                OnlyComer { country, comer }
            };
            match (state.comers_left(country), state.arrivals_left(country)) {
                (0, _) => return found.contradict(|because| grounds(because, None, None)),
                (1, 1) => {
                    let last = arrivals.clone().find(|&a| !known.no(a));
                    if let Some(last) = last.filter(|&a| known.is_open(a)) {
                        let comer = Some(puzzle.moves[last].circle);
                        found.conclude(&[Fact::yes(last)], |because| grounds(because, comer, None));
                    }
                }
                (1, _) => {
                    let Some(circle) = state.comers(country).next() else {
                        continue;
                    };
                    let elsewhere: Vec<Fact> = (puzzle.left(known, circle))
                        .filter(|&a| state.country(a) != country)
                        .map(Fact::no)
                        .collect();
                    let comer = Some(circle);
                    found.conclude(&elsewhere, |because| grounds(because, comer, comer));
                }
                _ => {}
            }
        }
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        let country = puzzle.land(self.country);
        let (Some(circle), false) = (self.comer, step.is_clash()) else {
            return format!("No circle can reach {country} any more.");
        };
        let so = match step.therefore.iter().any(|f| f.is_yes()) {
            true => puzzle.facts_words(circle, &step.therefore),
            false => "ends nowhere else".to_owned(),
        };
        let the = puzzle.the(circle);
        format!("Only {the} can still end in {country}, so it {so}.")
    }
}
