//! Rules that go through all ways to place the bridges of one or two islands. Ways that would at
//! once leave an island short or cut islands off are struck out; what the others share is true.

use logic::{About, Found, Ground, Rule, Step};

use super::suppose::{Paper, Suppose};
use super::{Hashi, State, clue};
use crate::Fact;

/// The most ways gone through: nobody goes through more.
const MOST: usize = 60;

pub(super) const ISLAND: Rule<Hashi> = Rule {
    about: About {
        id: "ways-of-an-island",
        name: "All ways of an island",
        group: "",
        level: 4,
        weight: 10,
        once: false,
        trial: false,
        words: "Go through all ways in which an island can place its bridges. Strike out those \
                that would cut islands off from the rest, or close so many sides of a neighbour \
                that it cannot get its own number. What all other ways have in common is true.",
    },
    find: |game, state, found| {
        let mut paper = Paper::new(game);
        for i in 0..game.islands.len() {
            if found.over() {
                return;
            }
            look(game, state, found, &mut paper, &[i], [i, i]);
        }
    },
    say: |game, step| {
        let island = game.island_words(step.words[0] as usize);
        say(game, step, format!("the bridges of {island}"))
    },
};

pub(super) const PAIR: Rule<Hashi> = Rule {
    about: About {
        id: "ways-of-a-pair",
        name: "All ways of two neighbours",
        group: "",
        level: 4,
        weight: 16,
        once: false,
        trial: false,
        words: "Go through all ways in which two neighbouring islands can place their bridges \
                together, and strike out those that would cut islands off from the rest or leave \
                an island short. What all other ways have in common is true.",
    },
    find: |game, state, found| {
        let mut paper = Paper::new(game);
        for s in (0..game.spans.len()).filter(|&s| state.undecided(s)) {
            if found.over() {
                return;
            }
            let (a, z) = game.spans[s].ends;
            look(game, state, found, &mut paper, &[a, z], [a, z]);
        }
    },
    say: |game, step| {
        let (a, z) = (step.words[0] as usize, step.words[1] as usize);
        let (a, z) = (game.island_words(a), game.island_words(z));
        say(game, step, format!("the bridges of {a} and {z}"))
    },
};

/// The ways of a few islands, and what those that do not break have in common.
struct Ways<'a> {
    game: &'a Hashi,
    state: &'a State,
    islands: &'a [usize],
    spans: Vec<usize>,
    suppose: Suppose<'a>,
    /// How many ways there are, and how many do not break.
    all: usize,
    good: usize,
    least: [u8; 7],
    most: [u8; 7],
}

impl<'a> Ways<'a> {
    fn new(game: &'a Hashi, state: &'a State, islands: &'a [usize]) -> Ways<'a> {
        let mut spans: Vec<usize> = Vec::with_capacity(7);
        for s in islands.iter().flat_map(|&i| game.sides(i)) {
            if !spans.contains(&s) {
                spans.push(s);
            }
        }
        Ways {
            game,
            state,
            islands,
            spans,
            suppose: Suppose::new(game, state),
            all: 0,
            good: 0,
            least: [u8::MAX; 7],
            most: [0; 7],
        }
    }

    /// Call `then` for every way to place the bridges, until it says false.
    fn each(&mut self, then: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        let Some(&s) = self.spans.get(self.suppose.all().len()) else {
            return then(self);
        };
        for k in self.state.least[s]..=self.state.most[s] {
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
        let (mut have, mut room) = (self.state.have[island], self.state.room[island]);
        for &(s, k) in self.suppose.all() {
            let (a, z) = self.game.spans[s].ends;
            if a == island || z == island {
                have += k - self.state.least[s];
                room -= self.state.most[s] - k;
            }
        }
        match self.game.islands[island].need {
            Some(need) => have <= need && need <= room,
            None => room >= 1,
        }
    }

    /// Some side is less open than it was before.
    fn says_something(&self) -> bool {
        (self.spans.iter().zip(self.least.iter().zip(&self.most)))
            .any(|(&s, (&least, &most))| least > self.state.least[s] || most < self.state.most[s])
    }

    fn go(&mut self, paper: &mut Paper) -> bool {
        // Whether there are too many ways must not depend on their order.
        self.each(&mut |ways| {
            ways.all += 1;
            ways.all <= MOST
        });
        if self.all > MOST {
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
            ways.good == 0 || ways.says_something()
        });
        self.good == 0 || self.says_something()
    }
}

fn look(
    game: &Hashi,
    state: &State,
    found: &mut Found,
    paper: &mut Paper,
    islands: &[usize],
    names: [usize; 2],
) {
    let mut sides = islands.iter().flat_map(|&i| game.sides(i));
    if !sides.any(|s| state.undecided(s)) {
        return;
    }
    let mut ways = Ways::new(game, state, islands);
    if !ways.go(paper) {
        return;
    }
    let words = [names[0] as u32, names[1] as u32, 0, 0];
    let mut shared: Vec<Fact> = Vec::new();
    if ways.good > 0 {
        for (i, &s) in ways.spans.iter().enumerate() {
            if ways.least[i] > state.least[s] {
                shared.push(Fact::yes(game.atom(s, ways.least[i])));
            }
            if ways.most[i] < state.most[s] {
                shared.push(Fact::no(game.atom(s, ways.most[i] + 1)));
            }
        }
    }
    let grounds = |because: &mut Vec<Ground>| {
        because.extend(islands.iter().map(|&i| clue(i)));
        let mut again = Ways::new(game, state, islands);
        for &s in &again.spans {
            game.cite_least(state, s, because);
            game.cite_most(state, s, because);
        }
        again.each(&mut |ways| {
            if ways.suppose.breaks(paper) {
                ways.suppose.cite_break(paper, because);
            }
            true
        });
    };
    match shared.is_empty() {
        true => found.clash(words, grounds),
        false => found.say(&shared, words, grounds),
    }
}

fn say(game: &Hashi, step: &Step, bridges: String) -> String {
    if step.is_clash() {
        return format!(
            "Every way to place {bridges} would cut islands off or leave an island short."
        );
    }
    format!(
        "All ways to place {bridges} that neither cut islands off nor leave an island short have \
         this in common: {}.",
        game.conclusions(step)
    )
}
