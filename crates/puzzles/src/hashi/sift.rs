//! What follows for the numbers of bridges, before anything is searched for: on every span there are
//! between so few and so many, so that each island gets what it needs; a bridge closes what it
//! crosses; and the last way between two parts is built. Where that is not enough, a few numbers are
//! tried.

use sat::Budget;

use super::Hashi;
use crate::Fact;
use crate::kit::areas::Walk;
use crate::kit::sift::{Position, sift};
use crate::puzzle::{Sift, Sifted};

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
        let side = |island: usize, way: usize| puzzle.spans_at[island][way];
        let most = &self.most;
        let open = |island: usize, way: usize| {
            let span = side(island, way).filter(|&span| most[span] > 0)?;
            Some(puzzle.across(span, island))
        };
        walk.go(
            0,
            open,
            |_| (),
            |left| {
                let way = left.came.filter(|came| came.by_narrow);
                last_ways.extend(way.and_then(|came| side(came.from, came.way)));
            },
        );
        walk.order.len() == puzzle.islands.len()
            && (last_ways.iter()).all(|&span| self.bound(span, 1, self.most[span]))
            && (!puzzle.no_loop || self.avoid_loops())
    }

    /// What would close a loop is not built.
    fn avoid_loops(&mut self) -> bool {
        let mut group: Vec<usize> = (0..self.puzzle.islands.len()).collect();
        fn of(group: &mut [usize], mut island: usize) -> usize {
            while group[island] != island {
                group[island] = group[group[island]];
                island = group[island];
            }
            island
        }
        let ends = |span: usize| self.puzzle.spans[span].ends;
        for span in (0..self.few.len()).filter(|&span| self.few[span] > 0) {
            let (a, z) = ends(span);
            let (a, z) = (of(&mut group, a), of(&mut group, z));
            if a == z {
                return false;
            }
            group[a] = z;
        }
        (0..self.few.len()).all(|span| {
            let (a, z) = self.puzzle.spans[span].ends;
            self.few[span] > 0 || of(&mut group, a) != of(&mut group, z) || self.bound(span, 0, 0)
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
            if !std::mem::take(&mut self.changed) {
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

impl Sift for Hashi {
    fn sift(&self, want: usize, budget: Budget) -> Sifted {
        if self.islands.is_empty() {
            return Sifted::nothing();
        }
        let tries = (EFFORT / self.islands.len()) as u64;
        let sieve = sift(Spans::new(self), want, tries, budget);
        Sifted::of(sieve, |spans| {
            let mut facts = Vec::new();
            for span in 0..self.spans.len() {
                let built = (1..=spans.few[span]).map(|k| Fact::yes(self.atom(span, k)));
                facts.extend(built);
                let excluded = spans.most[span] + 1..=self.max;
                facts.extend(excluded.map(|k| Fact::no(self.atom(span, k))));
            }
            facts
        })
    }
}
