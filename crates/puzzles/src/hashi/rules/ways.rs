//! Rules that go through all ways to place the bridges of one or two islands. Ways that would at
//! once leave an island short or cut islands off are struck out; what the others share is true.

use logic::{Deduction, Findings, Ground, Step};

use super::suppose::{Paper, Suppose};
use super::{Hashi, State, clue};
use crate::Fact;
use crate::kit::words::list;

/// The most ways gone through: nobody goes through more.
const MOST_WAYS: usize = 60;

/// The most sides that two neighbours have together.
const SIDES_OF_TWO: usize = 7;

/// So many islands, of whose ways those that break nothing have something in common, or of which
/// every way breaks something.
#[derive(Debug)]
pub(super) struct WaysOf<const ISLANDS: usize> {
    islands: [usize; ISLANDS],
}

impl Deduction<Hashi> for WaysOf<1> {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::new(puzzle);
        found.each(0..puzzle.islands.len(), |i, found| {
            look(puzzle, state, found, &mut paper, [i]);
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        sentence(puzzle, step, &self.islands)
    }
}

impl Deduction<Hashi> for WaysOf<2> {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let mut paper = Paper::new(puzzle);
        found.each(state.undecided_spans(), |s, found| {
            look(puzzle, state, found, &mut paper, puzzle.both_ends(s));
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        sentence(puzzle, step, &self.islands)
    }
}

fn sentence(puzzle: &Hashi, step: &Step, islands: &[usize]) -> String {
    let islands = list(islands.iter().map(|&i| puzzle.island_words(i)), "and");
    if step.is_clash() {
        return format!(
            "Every way to place the bridges of {islands} would cut islands off or leave an island \
             short."
        );
    }
    format!(
        "All ways to place the bridges of {islands} that neither cut islands off nor leave an \
         island short have this in common: {}.",
        puzzle.conclusions(step)
    )
}

fn look<const ISLANDS: usize>(
    puzzle: &Hashi,
    state: &State,
    found: &mut Findings<WaysOf<ISLANDS>>,
    paper: &mut Paper,
    islands: [usize; ISLANDS],
) {
    let mut sides = islands.iter().flat_map(|&i| puzzle.sides(i));
    if !sides.any(|s| state.undecided(s)) {
        return;
    }
    let mut ways = Ways::new(puzzle, state, &islands);
    if !ways.go(paper) {
        return;
    }
    let grounds = |because: &mut Vec<Ground>| {
        because.extend(islands.map(clue));
        let mut again = Ways::new(puzzle, state, &islands);
        (again.spans.iter()).for_each(|&s| puzzle.cite_bounds(state, s, because));
        again.each(&mut |ways| {
            if ways.suppose.breaks(paper) {
                ways.suppose.cite_break(paper, because);
            }
            true
        });
        WaysOf { islands }
    };
    match ways.good {
        0 => found.contradict(grounds),
        _ => found.conclude(&ways.shared().collect::<Vec<Fact>>(), grounds),
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
    least: [u8; SIDES_OF_TWO],
    most: [u8; SIDES_OF_TWO],
}

impl<'a> Ways<'a> {
    fn new(puzzle: &'a Hashi, state: &'a State, islands: &'a [usize]) -> Ways<'a> {
        let mut spans: Vec<usize> = Vec::with_capacity(SIDES_OF_TWO);
        for s in islands.iter().flat_map(|&i| puzzle.sides(i)) {
            if !spans.contains(&s) {
                spans.push(s);
            }
        }
        Ways {
            islands,
            spans,
            suppose: Suppose::new(puzzle, state),
            all: 0,
            good: 0,
            least: [u8::MAX; SIDES_OF_TWO],
            most: [0; SIDES_OF_TWO],
        }
    }

    /// Call `then` for every way to place the bridges, until it says false.
    fn each(&mut self, then: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        let Some(&s) = self.spans.get(self.suppose.all().len()) else {
            return then(self);
        };
        let state = self.suppose.state;
        for k in state.least[s]..=state.most[s] {
            self.suppose.set(s, k);
            let fits = self.islands.iter().all(|&i| self.fits(i));
            let go_on = !fits || self.each(then);
            self.suppose.unset();
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
        for &(s, k) in self.suppose.all() {
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
                for (i, &(_, k)) in ways.suppose.all().iter().enumerate() {
                    ways.least[i] = ways.least[i].min(k);
                    ways.most[i] = ways.most[i].max(k);
                }
            }
            ways.good == 0 || ways.shared().next().is_some()
        });
        self.good == 0 || self.shared().next().is_some()
    }
}
