//! Chains: where an island has only two undecided sides, one of them decides the other. Along a
//! row of such islands one number decides all; there are two or three ways at most, and those that
//! break something at once are struck out. A chain may come back to where it began (a ring), or to
//! an island where it has been; that is where it says something that the islands alone do not.

use super::suppose::{Harm, Paper, Suppose, Way, harm_words};
use super::{Hashi, State, clue};
use crate::kit::prelude::*;

/// The sides of a chain in order, and the islands that link them: the first links the first two
/// sides. A ring has as many islands as sides.
pub(super) struct Chain {
    sides: Vec<usize>,
    links: Vec<usize>,
    /// What may come of it, and what is wrong with that.
    ways: Vec<(Way, Option<Harm>)>,
}

impl Deduction<Hashi> for Chain {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let mut done = vec![false; puzzle.spans.len()];
        let mut paper = Paper::new(puzzle);
        let mut suppose = Suppose::new(puzzle, state);
        for side in state.undecided_spans() {
            if done[side] || found.over() {
                continue;
            }
            let Some(mut chain) = Chain::through(puzzle, state, side) else {
                continue;
            };
            chain.sides.iter().for_each(|&s| done[s] = true);
            let mut good: Vec<(u8, u8)> = Vec::new();
            for first in chain.first_numbers(state) {
                if !chain.follow(first, &mut suppose) || suppose.breaks(&mut paper) {
                    continue;
                }
                if good.is_empty() {
                    good.extend(suppose.set.iter().map(|&(_, k)| (k, k)));
                }
                for ((least, most), &(_, k)) in good.iter_mut().zip(&suppose.set) {
                    *least = k.min(*least);
                    *most = k.max(*most);
                }
            }
            let facts: Vec<Fact> = (chain.sides.iter().zip(&good))
                .flat_map(|(&s, &(least, most))| puzzle.narrowed(state, s, least, most))
                .collect();
            found.conclude_unless(good.is_empty(), facts, |because| {
                chain.ways = chain.cite(puzzle, state, because);
                chain
            });
        }
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let chain = match self.is_ring() {
            true => "Around the dashed ring",
            false => "Along the dashed chain",
        };
        let first = self.sides[0];
        let struck = self.ways.iter().filter_map(|(way, harm)| {
            let harm = harm_words(puzzle, &[harm.as_ref()?]);
            let bridges = match way.iter().find(|&&(s, _)| s == first) {
                None | Some((_, 0)) => "none".to_owned(),
                Some(&(_, some)) => number(some.into()),
            };
            Some(format!("building {bridges} would {harm}"))
        });
        let (between, struck) = (puzzle.ends_words(first), list(struck, "and"));
        let so = match (step.is_clash(), struck.is_empty()) {
            (true, _) => ", and no number of them fits".to_owned(),
            (false, true) => format!(": {}", puzzle.said_in_short(&step.therefore)),
            (false, false) => format!(": {struck}, so {}", puzzle.said_in_short(&step.therefore)),
        };
        format!("{chain} the bridges between {between} decide all others{so}.")
    }

    fn picture(&self, puzzle: &Hashi, _: &Step) -> Picture {
        let ends = |side: usize, link: usize| puzzle.across(side, link);
        let (first, last) = (self.sides[0], self.sides[self.sides.len() - 1]);
        let mut way = vec![ends(first, self.links[0])];
        way.extend(&self.links);
        if !self.is_ring() {
            way.push(ends(last, self.links[self.links.len() - 1]));
        }
        let mut picture = Picture::default().way(puzzle.points(way));
        for (way, harm) in &self.ways {
            let words: String = harm.iter().map(|h| harm_words(puzzle, &[h])).collect();
            picture = picture.case(puzzle.facts_of(way), words, harm.is_some());
        }
        picture
    }
}

/// The other undecided side, if the island has exactly two and a number.
fn partner(puzzle: &Hashi, state: &State, island: usize, side: usize) -> Option<usize> {
    puzzle.islands[island].need?;
    let mut others = (puzzle.sides(island)).filter(|&s| s != side && state.undecided(s));
    let other = others.next()?;
    others.next().is_none().then_some(other)
}

impl Chain {
    /// The chain through a side, if it has at least two sides.
    fn through(puzzle: &Hashi, state: &State, side: usize) -> Option<Chain> {
        // Go back to its beginning, or once around.
        let mut first = side;
        let (mut at, mut towards) = puzzle.spans[side].ends;
        while let Some(before) = partner(puzzle, state, at, first) {
            towards = at;
            at = puzzle.across(before, at);
            first = before;
            if first == side {
                break;
            }
        }
        let mut chain = Chain {
            sides: vec![first],
            links: Vec::new(),
            ways: Vec::new(),
        };
        let (mut last, mut at) = (first, towards);
        while let Some(next) = partner(puzzle, state, at, last) {
            chain.links.push(at);
            if next == first {
                break;
            }
            chain.sides.push(next);
            at = puzzle.across(next, at);
            last = next;
        }
        (chain.sides.len() > 1).then_some(chain)
    }

    fn is_ring(&self) -> bool {
        self.links.len() == self.sides.len()
    }

    /// The numbers of bridges that its first side may have.
    fn first_numbers(&self, state: &State) -> std::ops::RangeInclusive<u8> {
        let first = self.sides[0];
        state.least[first]..=state.most[first]
    }

    /// Suppose the number on the first side and all that it decides; false if that is impossible.
    fn follow(&self, first: u8, suppose: &mut Suppose) -> bool {
        let (puzzle, state) = (suppose.puzzle, suppose.state);
        suppose.set.clear();
        suppose.set.push((self.sides[0], first));
        let more_on_first = (first - state.least[self.sides[0]]) as i32;
        let mut more = more_on_first;
        for (k, &island) in self.links.iter().enumerate() {
            let Some(left) = puzzle.left(state, island) else {
                return false;
            };
            more = left - more;
            match self.sides.get(k + 1) {
                Some(&s) => {
                    let most = (state.most[s] - state.least[s]) as i32;
                    if !(0..=most).contains(&more) {
                        return false;
                    }
                    suppose.set.push((s, state.least[s] + more as u8));
                }
                // Around the ring it must come out the same.
                None if more != more_on_first => return false,
                None => {}
            }
        }
        true
    }

    /// Cite why all this holds; returned are the ways, and what is wrong with them.
    fn cite(
        &self,
        puzzle: &Hashi,
        state: &State,
        because: &mut Vec<Ground>,
    ) -> Vec<(Way, Option<Harm>)> {
        for &i in &self.links {
            cite(because, clue(i));
            (puzzle.sides(i)).for_each(|s| puzzle.cite_bounds(state, s, because));
        }
        (self.sides.iter()).for_each(|&s| puzzle.cite_bounds(state, s, because));
        let mut paper = Paper::new(puzzle);
        let mut suppose = Suppose::new(puzzle, state);
        let mut ways = Vec::new();
        for first in self.first_numbers(state) {
            if self.follow(first, &mut suppose) {
                let breaks = suppose.breaks(&mut paper);
                let harm = breaks.then(|| suppose.cite_break(&mut paper, because));
                ways.push((suppose.set.to_vec(), harm));
            }
        }
        ways
    }
}
