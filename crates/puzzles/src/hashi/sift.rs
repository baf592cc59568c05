//! What follows for the numbers of bridges, before anything is searched for: on every span there are
//! between so few and so many, so that each island gets what it needs; a bridge closes what it
//! crosses; and the last way between two parts is built. Where that is not enough, a few numbers are
//! tried.
//!
//! Some boards are beyond any search that looks at one island after the other, and a sum decides them:
//! every bridge counts at both of its ends, and where the islands can be coloured in turn, once for
//! either colour; and if there are hardly more bridges than a tree takes, nearly all of them are single
//! and close no loop ([`Hashi::spare`]).

use super::Hashi;
use crate::kit::areas::{Walk, joined};
use crate::kit::prelude::*;
use crate::kit::sift::{Position, sift};

/// Islands times numbers tried before the prover is asked: one look at the whole takes longer the
/// more islands there are.
const EFFORT: usize = 3000;

/// What is known about the bridges.
#[derive(Clone)]
struct Spans<'a> {
    puzzle: &'a Hashi,
    /// The fewest and the most bridges on each span.
    few: Vec<u8>,
    most: Vec<u8>,
    /// The same for all spans of an island together.
    sums: Vec<(u8, u8)>,
    /// Islands to be looked at.
    waiting: Vec<usize>,
    is_waiting: Vec<bool>,
    /// Something has been closed, or a bridge built, since all was looked at as a whole.
    changed: bool,
    /// Nothing is looked at as a whole.
    islands_only: bool,
    /// The bridges that may be a further one on their span or close a loop, if they are few.
    spare: Option<usize>,
    /// It has been looked whether the numbers fit together.
    added_up: bool,
}

impl<'a> Spans<'a> {
    fn new(puzzle: &'a Hashi) -> Spans<'a> {
        let islands = puzzle.islands.len();
        let sums = (0..islands).map(|i| (0, puzzle.sides(i).count() as u8 * puzzle.max));
        Spans {
            puzzle,
            sums: sums.collect(),
            few: vec![0; puzzle.spans.len()],
            most: vec![puzzle.max; puzzle.spans.len()],
            waiting: (0..islands).rev().collect(),
            is_waiting: vec![true; islands],
            changed: true,
            islands_only: false,
            spare: puzzle.spare(),
            added_up: false,
        }
    }

    /// There are at least `few` and at most `most` bridges here; false if that cannot be.
    fn bound(&mut self, span: usize, few: u8, most: u8) -> bool {
        let (few, most) = (few.max(self.few[span]), most.min(self.most[span]));
        if (few, most) == (self.few[span], self.most[span]) {
            return few <= most;
        }
        let is_new = few > 0 && self.few[span] == 0;
        self.changed |= most == 0 || is_new && self.puzzle.no_loop;
        self.changed |= few > self.few[span] && self.spare.is_some();
        let (more, less) = (few - self.few[span], self.most[span] - most);
        (self.few[span], self.most[span]) = (few, most);
        let (a, z) = self.puzzle.spans[span].ends;
        for island in [a, z] {
            self.sums[island].0 += more;
            self.sums[island].1 -= less;
            if !std::mem::replace(&mut self.is_waiting[island], true) {
                self.waiting.push(island);
            }
        }
        let crossed: &[usize] = match is_new {
            true => &self.puzzle.crossed_by[span],
            false => &[],
        };
        few <= most && crossed.iter().all(|&other| self.bound(other, 0, 0))
    }

    /// What an island needs and its spans can give.
    fn look_at(&mut self, island: usize) -> bool {
        let puzzle = self.puzzle;
        let (few, most) = self.sums[island];
        // A number that is hidden is at least 1.
        let need = puzzle.islands[island].need;
        let (least, greatest) = (need.unwrap_or(1), need.unwrap_or(u8::MAX));
        if most < least || few > greatest {
            return false;
        }
        puzzle.sides(island).all(|span| {
            let others_give = most - self.most[span];
            let others_take = few - self.few[span];
            let room = greatest - others_take;
            self.bound(span, least.saturating_sub(others_give), room)
        })
    }

    /// All islands hang together, and the last way to some of them is built.
    fn connect(&mut self) -> bool {
        let puzzle = self.puzzle;
        let mut walk = Walk::new(puzzle.islands.len());
        let mut last_ways = Vec::new();
        let is_open = |span: usize, _| self.most[span] > 0;
        puzzle.walk(&mut walk, 0, is_open, |span, _| last_ways.push(span));
        walk.order.len() == puzzle.islands.len()
            && (last_ways.iter()).all(|&span| self.bound(span, 1, self.most[span]))
            && (self.added_up || self.add_up())
            && (!puzzle.no_loop && self.spare.is_none() || self.avoid_loops())
    }

    /// Do the numbers of islands that hang together fit together?
    fn add_up(&mut self) -> bool {
        self.added_up = true;
        let puzzle = self.puzzle;
        let Some(sum) = puzzle.sum() else {
            return true;
        };
        // 1 or −1; 0 where nobody has been.
        let mut colours = vec![0; puzzle.islands.len()];
        colours[0] = 1;
        let mut reached = vec![0];
        let mut in_turn = true;
        while let Some(island) = reached.pop() {
            for span in puzzle.sides(island).filter(|&span| self.most[span] > 0) {
                let beside = puzzle.across(span, island);
                if colours[beside] == 0 {
                    colours[beside] = -colours[island];
                    reached.push(beside);
                }
                in_turn &= colours[beside] != colours[island];
            }
        }
        let needs = puzzle.islands.iter().map(|island| island.need);
        let signed = needs.zip(colours);
        let difference: i32 = signed.map(|(need, c)| c * need.map_or(0, i32::from)).sum();
        let enough_for_a_tree = sum / 2 + 1 >= puzzle.islands.len();
        sum.is_multiple_of(2) && enough_for_a_tree && (!in_turn || difference == 0)
    }

    /// What would close a loop is not built if loops are forbidden, or no bridge is left for that;
    /// then no more bridges run side by side either.
    fn avoid_loops(&mut self) -> bool {
        let ends = |span: usize| self.puzzle.spans[span].ends;
        let built = || (0..self.few.len()).filter(|&span| self.few[span] > 0);
        let islands = self.puzzle.islands.len();
        let group = joined(islands, built().map(ends));
        let bridges: usize = built().map(|span| self.few[span] as usize).sum();
        // As many as join each island to the first of its group need close no loop.
        let tree = (0..islands)
            .filter(|&island| group[island] != island)
            .count();
        let loops = built().count() - tree;
        let spare = self.spare.unwrap_or(usize::MAX);
        let Some(left) = spare.checked_sub(bridges - tree) else {
            return false;
        };
        if left > 0 && !self.puzzle.no_loop {
            return true;
        }
        (loops == 0 || !self.puzzle.no_loop)
            && (0..self.few.len()).all(|span| {
                let (a, z) = self.puzzle.spans[span].ends;
                let few = self.few[span];
                let closes = few == 0 && group[a] == group[z];
                let most = match left {
                    _ if closes => 0,
                    0 => few.max(1),
                    _ => self.most[span],
                };
                self.bound(span, 0, most)
            })
    }
}

impl Position for Spans<'_> {
    /// A span and the number of bridges on it.
    type Way = (usize, u8);

    fn conclude(&mut self) -> bool {
        loop {
            while let Some(island) = self.waiting.pop() {
                self.is_waiting[island] = false;
                if !self.look_at(island) {
                    return false;
                }
            }
            if self.islands_only || !std::mem::take(&mut self.changed) {
                return true;
            }
            if !self.connect() {
                return false;
            }
        }
    }

    fn ways(&self) -> Vec<(usize, u8)> {
        // At the island that is nearest to having or to lacking all.
        let freedom = |&island: &usize| {
            let (few, most) = self.sums[island];
            let need = self.puzzle.islands[island].need.unwrap_or(1);
            need.saturating_sub(few).min(most - need)
        };
        let is_open = |&span: &usize| self.few[span] < self.most[span];
        let islands = 0..self.puzzle.islands.len();
        let open = islands.filter(|&island| self.sums[island].0 < self.sums[island].1);
        let Some(island) = open.min_by_key(freedom) else {
            return Vec::new();
        };
        let span = self.puzzle.sides(island).find(is_open);
        let numbers = |span: usize| (self.few[span]..=self.most[span]).map(move |n| (span, n));
        span.into_iter().flat_map(numbers).collect()
    }

    fn suppose(&mut self, (span, number): (usize, u8)) {
        self.bound(span, number, number);
    }
}

/// The spans that counting at single islands does not settle. An easy puzzle has none: if nothing more
/// is needed than that and, somewhere, that two 1s are not joined, two of three are too hard already.
pub(super) fn uncounted(puzzle: &Hashi) -> Vec<usize> {
    let mut spans = Spans::new(puzzle);
    spans.islands_only = true;
    spans.conclude();
    let is_open = |&span: &usize| spans.few[span] < spans.most[span];
    (0..puzzle.spans.len()).filter(is_open).collect()
}

impl Sift for Hashi {
    fn sift(&self, want: usize, budget: Budget) -> Sifted {
        if self.islands.is_empty() {
            return Sifted::nothing();
        }
        let tries = (EFFORT / self.islands.len()) as u64;
        let sieve = sift(Spans::new(self), want, tries, budget);
        Sifted::of(sieve, |spans| {
            let bounds = |span: usize| {
                let built = self.at_least(span, spans.few[span]);
                built.chain(self.at_most(span, spans.most[span]))
            };
            (0..self.spans.len()).flat_map(bounds).collect()
        })
    }
}
