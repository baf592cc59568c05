//! Rules that go through all ways to place the bridges of one, two or three islands. Ways that would
//! at once leave an island short or cut islands off are struck out; what the others share is true.
//! Told and shown are the ways without what is concluded, and what is wrong with each.

use super::suppose::{Harm, Paper, Suppose, Way, harm_words};
use super::{Hashi, State, clue};
use crate::kit::prelude::*;

/// The most ways gone through: nobody goes through more. (With 60 not one more published puzzle was
/// solved.)
const MOST_WAYS: usize = 20;

/// The most sides that three islands have together.
const MOST_SIDES: usize = 12;

/// The most ways that are shown as pictures: of those that are out, and of those that are left.
const MOST_SHOWN: usize = 6;
const MOST_LEFT_SHOWN: usize = 3;

/// So many islands, of whose ways those that break nothing have something in common, or of which
/// every way breaks something.
pub(super) struct WaysOf<const ISLANDS: usize> {
    islands: [usize; ISLANDS],
    /// How many ways there are.
    all: usize,
    /// Those without what is concluded, and what is wrong with each.
    struck: Vec<(Way, Harm)>,
    /// Those that break nothing.
    left: Vec<Way>,
}

impl<const ISLANDS: usize> Deduction<Hashi> for WaysOf<ISLANDS> {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::new(puzzle);
        found.each(together(puzzle, state), |islands, found| {
            let mut ways = Ways::new(puzzle, state, &islands);
            if !ways.go(&mut paper) {
                return;
            }
            let facts: Vec<Fact> = match ways.good {
                0 => Vec::new(),
                _ => ways.shared().collect(),
            };
            let all = ways.all;
            found.conclude_unless(facts.is_empty(), &facts, |because| {
                because.extend(islands.map(clue));
                for s in distinct(islands.iter().flat_map(|&i| puzzle.sides(i))) {
                    puzzle.cite_bounds(state, s, because);
                }
                let (mut struck, mut left) = (Vec::new(), Vec::new());
                Ways::new(puzzle, state, &islands).each(&mut |ways| {
                    let way = ways.suppose.set.to_vec();
                    if !puzzle.has_all(&way, &facts) || facts.is_empty() {
                        struck.push((way, ways.suppose.cite_break(&mut paper, because)));
                    } else if !ways.suppose.breaks(&mut paper) {
                        left.push(way);
                    }
                    true
                });
                WaysOf {
                    islands,
                    all,
                    struck,
                    left,
                }
            });
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let first = puzzle.island_words(self.islands[0]);
        let others = self.islands[1..].iter().map(|&i| {
            let mut sides = puzzle.sides(self.islands[0]);
            match sides.find(|&s| puzzle.across(s, self.islands[0]) == i) {
                Some(side) => puzzle.neighbour(self.islands[0], side),
                None => puzzle.island_words(i),
            }
        });
        let islands = list([first].into_iter().chain(others), "and");
        let harms: Vec<&Harm> = self.struck.iter().map(|(_, harm)| harm).collect();
        let would = harm_words(puzzle, &harms);
        // If another step of the same round says the opposite, none was struck for itself.
        if step.is_clash() {
            return match self.struck.len() < self.all {
                true => format!("No way is left to place the bridges of {islands}."),
                false => format!("Every way to place the bridges of {islands} would {would}."),
            };
        }
        let so = puzzle.said_in_short(&step.therefore);
        let place = format!("to place the bridges of {islands}");
        let (all, struck) = (number(self.all), number(self.struck.len()));
        match (self.all, self.struck.len()) {
            (1, _) => format!("There is only one way {place}: {so}."),
            (_, 0) => format!("All {all} ways {place} have this in common: {so}."),
            (2, _) => format!("Of the two ways {place}, one would {would}. So {so}."),
            _ => format!("Of the {all} ways {place}, {struck} would {would}. In the rest {so}."),
        }
    }

    fn picture(&self, puzzle: &Hashi, _: &Step) -> Picture {
        let islands = self.islands.iter().map(|&i| puzzle.islands[i].at);
        let mut picture = Picture::default().things(islands);
        for (way, harm) in self.struck.iter().take(MOST_SHOWN) {
            picture = picture.case(puzzle.facts_of(way), harm_words(puzzle, &[harm]), true);
        }
        let is_shown = |_: &&_| self.left.len() <= MOST_LEFT_SHOWN;
        for way in self.left.iter().filter(is_shown) {
            picture = picture.case(puzzle.facts_of(way), "can be", false);
        }
        picture
    }
}

/// The islands that are looked at together: those with an open side; two that are neighbours, or whose
/// open sides cross; an island with two of its neighbours. Neighbours stay neighbours when it is known
/// how many bridges join them: else a rule would find less as more becomes known.
fn together<const ISLANDS: usize>(puzzle: &Hashi, state: &State) -> Vec<[usize; ISLANDS]> {
    let is_open = |i: usize| puzzle.sides(i).any(|s| state.undecided(s));
    let all_open = || (0..puzzle.islands.len()).filter(|&i| is_open(i));
    let mut all: Vec<[usize; ISLANDS]> = Vec::new();
    let mut add = |islands: &[usize]| all.extend(<[usize; ISLANDS]>::try_from(islands));
    match ISLANDS {
        1 => all_open().for_each(|i| add(&[i])),
        2 => {
            for (s, span) in puzzle.spans.iter().enumerate() {
                let (a, z) = span.ends;
                if state.undecided(s) || state.most[s] > 0 && is_open(a) && is_open(z) {
                    add(&[a, z]);
                }
            }
            for &(s, t) in &puzzle.crossings {
                if state.undecided(s) && state.undecided(t) {
                    for a in puzzle.both_ends(s) {
                        (puzzle.both_ends(t).iter()).for_each(|&b| add(&[a.min(b), a.max(b)]));
                    }
                }
            }
        }
        _ => {
            for middle in all_open() {
                let joined = |&s: &usize| {
                    state.undecided(s) || state.most[s] > 0 && is_open(puzzle.across(s, middle))
                };
                let sides = || puzzle.sides(middle).filter(joined);
                for (k, s) in sides().enumerate() {
                    for t in sides().skip(k + 1) {
                        let [a, b] = [s, t].map(|s| puzzle.across(s, middle));
                        add(&[middle, a, b]);
                    }
                }
            }
        }
    }
    distinct(all)
}

impl Hashi {
    /// Is all of this so, as far as it is about these sides?
    pub(super) fn has_all(&self, way: &[(usize, u8)], facts: &[Fact]) -> bool {
        facts.iter().all(|fact| {
            let (span, k) = self.span_of(fact.var());
            let here = way.iter().find(|&&(s, _)| s == span);
            here.is_none_or(|&(_, bridges)| (bridges >= k) == fact.is_yes())
        })
    }

    /// What a way says.
    pub(super) fn facts_of(&self, way: &[(usize, u8)]) -> Vec<Fact> {
        let said = |&(s, k): &(usize, u8)| self.at_least(s, k).chain(self.at_most(s, k));
        distinct(way.iter().flat_map(said))
    }
}

/// The ways of a few islands, and what those that do not break have in common.
struct Ways<'a> {
    islands: &'a [usize],
    spans: Vec<usize>,
    suppose: Suppose<'a>,
    /// How many ways there are, and how many do not break.
    all: usize,
    good: usize,
    /// For each of the spans: how many bridges those have at least, and at most.
    least: [u8; MOST_SIDES],
    most: [u8; MOST_SIDES],
}

impl<'a> Ways<'a> {
    fn new(puzzle: &'a Hashi, state: &'a State, islands: &'a [usize]) -> Ways<'a> {
        let mut spans: Vec<usize> = Vec::with_capacity(MOST_SIDES);
        for s in islands.iter().flat_map(|&i| puzzle.sides(i)) {
            if state.undecided(s) && !spans.contains(&s) {
                spans.push(s);
            }
        }
        Ways {
            islands,
            spans,
            suppose: Suppose::new(puzzle, state),
            all: 0,
            good: 0,
            least: [u8::MAX; MOST_SIDES],
            most: [0; MOST_SIDES],
        }
    }

    /// Call `then` for every way to place the bridges, until it says false.
    fn each(&mut self, then: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        let Some(&s) = self.spans.get(self.suppose.set.len()) else {
            return then(self);
        };
        let state = self.suppose.state;
        for k in state.least[s]..=state.most[s] {
            self.suppose.set.push((s, k));
            let fits = self.islands.iter().all(|&i| self.fits(i));
            let go_on = !fits || self.each(then);
            self.suppose.set.pop();
            if !go_on {
                return false;
            }
        }
        true
    }

    /// The island can still get its number with the spans that are set already.
    fn fits(&self, island: usize) -> bool {
        let (puzzle, state) = (self.suppose.puzzle, self.suppose.state);
        let (mut have, mut room) = (state.have[island], state.room[island]);
        for &(s, k) in &self.suppose.set {
            if puzzle.both_ends(s).contains(&island) {
                have += k - state.least[s];
                room -= state.most[s] - k;
            }
        }
        match puzzle.islands[island].need {
            Some(need) => have <= need && need <= room,
            None => room >= 1,
        }
    }

    /// What the ways that do not break have in common and was not known before.
    fn shared(&self) -> impl Iterator<Item = Fact> {
        let (puzzle, state) = (self.suppose.puzzle, self.suppose.state);
        let bounds = self.least.iter().zip(&self.most);
        (self.spans.iter().zip(bounds))
            .flat_map(|(&s, (&least, &most))| puzzle.narrowed(state, s, least, most))
    }

    /// Go through all ways; false if there are too many, or if nothing follows.
    fn go(&mut self, paper: &mut Paper) -> bool {
        // Whether there are too many ways must not depend on their order.
        self.each(&mut |ways| {
            ways.all += 1;
            ways.all <= MOST_WAYS
        });
        if self.all > MOST_WAYS {
            return false;
        }
        self.each(&mut |ways| {
            if !ways.suppose.breaks(paper) {
                ways.good += 1;
                for (i, &(_, k)) in ways.suppose.set.iter().enumerate() {
                    ways.least[i] = ways.least[i].min(k);
                    ways.most[i] = ways.most[i].max(k);
                }
            }
            ways.good == 0 || ways.shared().next().is_some()
        });
        self.good == 0 || self.shared().next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Island;
    use super::*;
    use crate::kit::testing::size;

    /// 4-3-4 in a row, and a 2 below each: what can be looked at together stays so, as long as there is
    /// something to find out about each island.
    #[test]
    fn neighbours_stay_neighbours_when_their_bridges_are_known() {
        let row = |row: usize, needs: [u8; 3]| {
            let island = move |(k, need)| Island {
                at: grid::cell(row, 2 * k),
                need: Some(need),
            };
            needs.into_iter().enumerate().map(island)
        };
        let islands = row(0, [4, 3, 4]).chain(row(2, [2, 2, 2])).collect();
        let puzzle = Hashi::new(size(3, 5), islands, 2, false);
        let mut state = State::new(&puzzle);
        let all = together::<3>(&puzzle, &state);
        assert!(
            all.contains(&[1, 2, 0]) || all.contains(&[1, 0, 2]),
            "{all:?}"
        );
        let first = puzzle.sides(0).find(|&s| puzzle.across(s, 0) == 1);
        let first = first.expect("a side between the 4 and the 3");
        let joined = puzzle.at_least(first, 2);
        joined.for_each(|fact| state.learn(&puzzle, fact));
        assert!(!state.undecided(first));
        assert_eq!(together::<3>(&puzzle, &state), all);
        assert!(together::<2>(&puzzle, &state).contains(&[0, 1]));
    }
}
