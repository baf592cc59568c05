//! The last one left: a circle with one move, a country with one circle that can come.

use super::{Satogaeri, State, Way, circle_ground, country_ground, extend_once};
use crate::kit::prelude::*;

/// A board whose circles and countries are not equally many.
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
        let circles = number(self.circles, "circle", "circles");
        let countries = number(self.countries, "country", "countries");
        format!("There {are} {circles} for {countries}, so they cannot hold one each.")
    }
}

/// The circles with a 0.
pub(super) struct Zeros {
    circles: Vec<usize>,
}

impl Deduction<Satogaeri> for Zeros {
    fn find(puzzle: &Satogaeri, _: &State, found: &mut Findings<Self>) {
        let is_zero = |&c: &usize| puzzle.circles[c].number == Some(0);
        let circles: Vec<usize> = (0..puzzle.circles.len()).filter(is_zero).collect();
        let stays = circles.iter().flat_map(|&c| puzzle.moves_of[c].clone());
        found.conclude(stays.map(Fact::yes), |because| {
            because.extend(circles.iter().map(|&c| circle_ground(c)));
            let circles = circles.clone();
            Zeros { circles }
        });
    }

    fn say(&self, puzzle: &Satogaeri, step: &Step) -> String {
        if step.is_clash() {
            return "A circle with a 0 cannot stay where it is.".to_owned();
        }
        match self.circles[..] {
            [one] => format!("{} does not move, so it stays.", puzzle.the(one)),
            [_, _] => "Both circles with a 0 stay where they are.".to_owned(),
            [..] => {
                let all = number(self.circles.len());
                format!("All {all} circles with a 0 stay where they are.")
            }
        }
    }

    fn picture(&self, puzzle: &Satogaeri, _: &Step) -> Picture {
        Picture::default().things(self.circles.iter().map(|&c| puzzle.circles[c].at))
    }
}

/// What keeps circles from moves: known moves of others.
#[derive(Debug, Default)]
struct Obstacles {
    /// Those whose tracks are in the way.
    tracks: Vec<usize>,
    /// Those that end in the country where a move would.
    taken: Vec<usize>,
    /// Some move is out for another reason.
    more: bool,
}

impl Obstacles {
    /// What keeps circles from these moves, which is what people point to, or else that each of them
    /// has been ruled out.
    fn cite(
        puzzle: &Satogaeri,
        state: &State,
        known: &Known,
        atoms: impl Iterator<Item = usize>,
        because: &mut Vec<Ground>,
    ) -> Obstacles {
        let mut grounds = Vec::new();
        let made = || {
            let yes = known.facts().iter().filter(|fact| fact.is_yes());
            yes.map(|fact| fact.var())
        };
        let mut all = Obstacles::default();
        for atom in atoms {
            let others = || made().filter(|&m| puzzle.mover(m) != puzzle.mover(atom));
            let crosses = |&m: &usize| {
                let mut cells = puzzle.cells_entered(m);
                cells.any(|at| puzzle.cells_entered(atom).any(|own| own == at))
            };
            let ends_there = |&m: &usize| state.country(m) == state.country(atom);
            if let Some(track) = others().find(crosses) {
                all.tracks.push(puzzle.mover(track));
                grounds.push(Ground::yes(track));
            } else if let Some(comer) = others().find(ends_there) {
                all.taken.push(puzzle.mover(comer));
                grounds.push(Ground::yes(comer));
            } else {
                all.more = true;
                grounds.push(Ground::no(atom));
            }
        }
        extend_once(because, grounds);
        all.tracks = distinct(all.tracks);
        all.taken = distinct(all.taken);
        all
    }

    /// "the 2 in row 1, column 3 goes across its way": why, if that is all.
    fn words(&self, puzzle: &Satogaeri) -> Option<String> {
        if let ([one], [same], false) = (&self.tracks[..], &self.taken[..], self.more)
            && one == same
        {
            let both = "both goes across its way and ends where it could";
            return Some(format!("{} {both}", puzzle.the(*one)));
        }
        let across = those(puzzle, &self.tracks, ["goes", "go"], "across its way");
        let taken = those(puzzle, &self.taken, ["ends", "end"], "where it could");
        let words = list(across.into_iter().chain(taken), "and");
        Some(words).filter(|words| !self.more && !words.is_empty())
    }
}

/// What these circles do, if there are any: "the 2 in row 1, column 3 ends elsewhere". The verb is told
/// for one and for several.
fn those(puzzle: &Satogaeri, circles: &[usize], verb: [&str; 2], rest: &str) -> Option<String> {
    let [does, they_do] = verb;
    match circles {
        [] => None,
        [one] => Some(format!("{} {does} {rest}", puzzle.the(*one))),
        [_, _] => Some(puzzle.circles_words(circles) + &format!(" {they_do} {rest}")),
        more => Some(format!("{} others {they_do} {rest}", number(more.len()))),
    }
}

/// A circle with one move left, or none.
pub(super) struct OneMove {
    circle: usize,
    obstacles: Obstacles,
}

impl Deduction<Satogaeri> for OneMove {
    fn find(puzzle: &Satogaeri, state: &State, found: &mut Findings<Self>) {
        let known = found.known();
        for circle in puzzle.circles_to_look_at(found) {
            let grounds = |because: &mut Vec<Ground>| {
                because.push(circle_ground(circle));
                let denied = puzzle.moves_of[circle].clone().filter(|&a| known.no(a));
                let obstacles = Obstacles::cite(puzzle, state, known, denied, because);
                OneMove { circle, obstacles }
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
        let the = puzzle.the(self.circle);
        let Some(fact) = step.therefore.first() else {
            return format!("{the} has no move left.");
        };
        if puzzle.moves[fact.var()].way == Way::Stay {
            return format!("{the} cannot go anywhere, so it stays.");
        }
        let does = puzzle.does(self.circle, &step.therefore);
        let is_alone = puzzle.moves_of[self.circle].len() == 1;
        match self.obstacles.words(puzzle) {
            Some(words) => format!("{the} has only one move left, as {words}: it {does}."),
            None if is_alone => format!("Edges and circles leave {the} one move: it {does}."),
            None => format!("{the} has only one move left, so it {does}."),
        }
    }
}

/// A country with one circle left that can come, or none.
pub(super) struct OnlyComer {
    country: usize,
    comer: Option<usize>,
    /// Others that could have come, but end elsewhere.
    elsewhere: Vec<usize>,
    /// Others could have come, but are kept from it.
    blocked: Vec<usize>,
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
                let others = |&a: &usize| known.no(a) && Some(puzzle.mover(a)) != but;
                puzzle.gone(known, arrivals.clone().filter(others), because);
                let circles = arrivals.clone().map(|a| puzzle.mover(a));
                let others = distinct(circles.filter(|&c| Some(c) != comer));
                let ends = |&c: &usize| puzzle.moves_of[c].clone().any(|a| known.yes(a));
                let (elsewhere, blocked) = others.into_iter().partition(ends);
                OnlyComer {
                    country,
                    comer,
                    elsewhere,
                    blocked,
                }
            };
            match (state.comers_left(country), state.arrivals_left(country)) {
                (0, _) => return found.contradict(|because| grounds(because, None, None)),
                (1, 1) => {
                    let last = arrivals.clone().find(|&a| !known.no(a));
                    if let Some(last) = last.filter(|&a| known.is_open(a)) {
                        let comer = Some(puzzle.mover(last));
                        found.conclude(&[Fact::yes(last)], |because| grounds(because, comer, None));
                    }
                }
                (1, _) => {
                    let comer = state.comers(country).next();
                    let left = { comer.into_iter() }.flat_map(|circle| puzzle.left(known, circle));
                    let elsewhere = left.filter(|&a| state.country(a) != country).map(Fact::no);
                    found.conclude(elsewhere, |because| grounds(because, comer, comer));
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
            true => puzzle.does(circle, &step.therefore),
            false => "ends nowhere else".to_owned(),
        };
        let the = puzzle.the(circle);
        let ends = those(puzzle, &self.elsewhere, ["ends", "end"], "elsewhere");
        let kept = those(puzzle, &self.blocked, ["can"; 2], "no longer come");
        let why = list(ends.into_iter().chain(kept), "and");
        match why.is_empty() {
            true => format!("Only {the} can reach {country}, so it {so}."),
            false => format!("Only {the} can still end in {country}, so it {so}: {why}."),
        }
    }

    fn picture(&self, puzzle: &Satogaeri, _: &Step) -> Picture {
        let at = |&c: &usize| puzzle.circles[c].at;
        Picture::default()
            .area(puzzle.cells_of[self.country].iter().copied())
            .things(self.comer.iter().map(at))
            .beyond(self.elsewhere.iter().chain(&self.blocked).map(at))
    }
}
