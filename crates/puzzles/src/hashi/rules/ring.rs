//! Rings: colour the islands of a ring in turn black and white. A bridge on the ring serves one
//! black and one white island, so what black needs beyond white must leave the ring from black
//! islands, less what leaves it from white ones. In a ring of odd length two neighbours have the
//! same colour, and the side between them counts twice.
//!
//! This says exactly what counting at the single islands cannot: where the possible bridges form
//! no ring, counting island by island is as good as it gets.
//!
//! The rings looked at are those walked by keeping to the right, or to the left, at every island.
//! (Both, because sides may cross, and then these are not the same.)

use super::{Hashi, State, clue};
use crate::kit::prelude::*;

/// The most islands in a ring: nobody looks at longer ones.
const LONGEST_RING: usize = 14;

/// A ring in black and white, and what each colour still needs.
pub(super) struct BlackAndWhite {
    /// In order, the first black one first.
    islands: Vec<usize>,
    black: i32,
    white: i32,
}

impl Deduction<Hashi> for BlackAndWhite {
    fn find(puzzle: &Hashi, state: &State, found: &mut Findings<Self>) {
        let mut seen: Vec<Vec<usize>> = Vec::new();
        found.each(state.undecided_spans(), |s, found| {
            let (a, z) = puzzle.spans[s].ends;
            for (from, turn) in [(a, 1), (z, 1), (a, 3), (z, 3)] {
                let Some(ring) = Ring::walk(puzzle, state, (s, from), turn) else {
                    continue;
                };
                let mut sides = ring.sides.clone();
                sides.sort_unstable();
                // Each ring once, from its first side.
                if sides[0] != s || seen.contains(&sides) {
                    continue;
                }
                seen.push(sides);
                let odd = ring.islands.len() % 2 == 1;
                let starts = if odd { ring.islands.len() } else { 1 };
                found.each(0..starts, |start, found| {
                    ring.balance(puzzle, state, found, start);
                });
            }
        });
    }

    fn say(&self, puzzle: &Hashi, step: &Step) -> String {
        let Self { black, white, .. } = self;
        let all = number(self.islands.len());
        let first = puzzle.island_words(self.islands[0]);
        let ring = format!(
            "Colour the dashed ring of {all} islands in two colours in turn, beginning with {first}: \
             its colour still needs {black}, the other {white}"
        );
        let counts = match self.islands.len() % 2 {
            1 => ", but its colour twice where two of it meet; so that side and those off the ring",
            _ => ", so those off the ring",
        };
        let counts = format!("A bridge on the ring serves both{counts}");
        let which = if black > white { "it" } else { "the other" };
        let more = match (black - white).unsigned_abs() as usize {
            0 => "serve both equally often".to_owned(),
            1 => format!("serve {which} once more"),
            2 => format!("serve {which} twice more"),
            more => format!("serve {which} {} times more", number(more)),
        };
        if step.is_clash() {
            return format!("{ring}. {counts} would have to {more}, which they cannot.");
        }
        let so = puzzle.said_in_short(&step.therefore);
        format!("{ring}. {counts} {more}: {so}.")
    }

    fn picture(&self, puzzle: &Hashi, _: &Step) -> Picture {
        let ring = self.islands.iter().chain(self.islands.first()).copied();
        let at = |i: &usize| puzzle.islands[*i].at;
        Picture::default()
            .area(self.islands.iter().step_by(2).map(at))
            .beyond(self.islands.iter().skip(1).step_by(2).map(at))
            .way(puzzle.points(ring))
    }
}

/// Islands in a row and the sides between them; the last side leads back to the first island.
struct Ring {
    islands: Vec<usize>,
    sides: Vec<usize>,
}

impl Ring {
    /// The ring to the right (1) or left (3) of a side that is walked from an island of it.
    fn walk(puzzle: &Hashi, state: &State, start: (usize, usize), turn: usize) -> Option<Ring> {
        let mut ring = Ring {
            islands: Vec::new(),
            sides: Vec::new(),
        };
        let (mut s, mut i) = start;
        // A walk that comes to a dead end turns back, and the way there and back is taken out
        // again.
        for _ in 0..3 * LONGEST_RING {
            if ring.sides.last() == Some(&s) {
                ring.sides.pop();
                ring.islands.pop();
            } else {
                ring.islands.push(i);
                ring.sides.push(s);
            }
            let came = puzzle.spans_at[i].iter().position(|&t| t == Some(s))?;
            i = puzzle.across(s, i);
            let next = [turn, 0, 4 - turn, 2].iter().find_map(|by| {
                let side = puzzle.spans_at[i][(came + by) % 4];
                side.filter(|&t| state.undecided(t))
            });
            s = next?;
            if (s, i) == start {
                break;
            }
        }
        let n = ring.islands.len();
        let simple =
            || (4..=LONGEST_RING).contains(&n) && distinct(ring.islands.clone()).len() == n;
        let closed = ring.islands.first() == Some(&i) && ring.sides.first() == Some(&s);
        let numbered = || (ring.islands.iter()).all(|&i| puzzle.islands[i].need.is_some());
        (closed && numbered() && simple()).then_some(ring)
    }

    /// Black and white in turn, beginning with black at `start`, and what follows for the sides
    /// that do not cancel out.
    fn balance(
        &self,
        puzzle: &Hashi,
        state: &State,
        found: &mut Findings<BlackAndWhite>,
        start: usize,
    ) {
        let n = self.islands.len();
        let colour = |i: usize| match self.islands.iter().position(|&j| j == i) {
            Some(at) if ((at + n - start) % n).is_multiple_of(2) => 1,
            Some(_) => -1,
            None => 0,
        };
        let weight = |s: usize| puzzle.both_ends(s).map(colour).iter().sum::<i32>();
        let needs = |wanted: i32| -> i32 {
            let islands = self.islands.iter().filter(|&&i| colour(i) == wanted);
            islands.filter_map(|&i| puzzle.left(state, i)).sum()
        };
        let (black, white) = (needs(1), needs(-1));
        let all_sides = || self.islands.iter().flat_map(|&i| puzzle.sides(i));
        // The sum over these sides of weight × new bridges is black − white.
        let mut sides: Vec<(usize, i32)> = Vec::new();
        for s in all_sides().filter(|&s| state.undecided(s)) {
            if weight(s) != 0 && !sides.iter().any(|&(t, _)| t == s) {
                sides.push((s, weight(s)));
            }
        }
        let takes = |s: usize| (state.most[s] - state.least[s]) as i32;
        let low = |&(s, weight): &(usize, i32)| (weight * takes(s)).min(0);
        let high = |&(s, weight): &(usize, i32)| (weight * takes(s)).max(0);
        let (least, most): (i32, i32) = (sides.iter().map(low).sum(), sides.iter().map(high).sum());
        let difference = black - white;
        let broken = difference < least || difference > most;
        let mut facts: Vec<Fact> = Vec::new();
        for side in &sides {
            let &(s, weight) = side;
            // What is left for this side when the others take as much, or as little, as they can.
            let from = difference - (most - high(side));
            let until = difference - (least - low(side));
            let fits = |&k: &i32| (from..=until).contains(&(weight * k));
            let mut counts = (0..=takes(s)).filter(fits);
            let Some(fewest) = counts.next() else {
                facts.clear();
                break;
            };
            let greatest = counts.next_back().unwrap_or(fewest);
            let of_all = |new: i32| state.least[s] + new as u8;
            facts.extend(puzzle.narrowed(state, s, of_all(fewest), of_all(greatest)));
        }
        found.conclude_unless(broken, facts, |because| {
            because.extend(self.islands.iter().map(|&i| clue(i)));
            let counted = all_sides().filter(|&s| weight(s) != 0);
            counted.for_each(|s| puzzle.cite_bounds(state, s, because));
            BlackAndWhite {
                islands: (0..n).map(|at| self.islands[(start + at) % n]).collect(),
                black,
                white,
            }
        });
    }
}
