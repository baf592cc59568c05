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

use logic::{About, Found, Rule, Step};

use super::{Hashi, State, clue};
use crate::Fact;
use crate::kit::words::{capital, number};

/// The most islands in a ring: nobody looks at longer ones.
const LONGEST: usize = 14;

pub(super) const RING: Rule<Hashi> = Rule {
    about: About {
        id: "ring",
        name: "Black and white ring",
        group: "",
        level: 4,
        weight: 14,
        once: false,
        trial: false,
        words: "Colour the islands of a ring in turn black and white, and add up what the black \
                ones still need and what the white ones still need. Every bridge on the ring \
                takes one from each sum, so the difference must leave the ring on the sides that \
                do not belong to it. If the ring has an odd number of islands, two neighbours \
                share a colour, and a bridge between them takes two from it.",
    },
    find: rings,
    say: say_ring,
};

/// Islands in a row and the sides between them; the last side leads back to the first island.
struct Ring {
    islands: Vec<usize>,
    sides: Vec<usize>,
}

/// The ring to the right (1) or left (3) of a side that is walked from this island.
fn walk(game: &Hashi, state: &State, side: usize, from: usize, turn: usize) -> Option<Ring> {
    let mut ring = Ring {
        islands: Vec::new(),
        sides: Vec::new(),
    };
    let (mut s, mut i) = (side, from);
    // A walk that comes to a dead end turns back, and the way there and back is taken out again.
    for _ in 0..3 * LONGEST {
        if ring.sides.last() == Some(&s) {
            ring.sides.pop();
            ring.islands.pop();
        } else {
            ring.islands.push(i);
            ring.sides.push(s);
        }
        let came = game.spans_at[i].iter().position(|&t| t == Some(s))?;
        i = game.across(s, i);
        let next = [turn, 0, 4 - turn, 2].iter().find_map(|by| {
            let side = game.spans_at[i][(came + by) % 4];
            side.filter(|&t| state.undecided(t))
        });
        s = next?;
        if (s, i) == (side, from) {
            break;
        }
    }
    let mut islands = ring.islands.clone();
    islands.sort_unstable();
    islands.dedup();
    let simple = islands.len() == ring.islands.len() && (4..=LONGEST).contains(&islands.len());
    let closed = ring.islands.first() == Some(&i) && ring.sides.first() == Some(&s);
    let numbered = || islands.iter().all(|&i| game.islands[i].need.is_some());
    (simple && closed && numbered()).then_some(ring)
}

fn rings(game: &Hashi, state: &State, found: &mut Found) {
    let mut seen: Vec<Vec<usize>> = Vec::new();
    for s in (0..game.spans.len()).filter(|&s| state.undecided(s)) {
        if found.over() {
            return;
        }
        let (a, z) = game.spans[s].ends;
        for (from, turn) in [(a, 1), (z, 1), (a, 3), (z, 3)] {
            let Some(ring) = walk(game, state, s, from, turn) else {
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
            for start in 0..starts {
                balance(game, state, found, &ring, start);
                if found.over() {
                    return;
                }
            }
        }
    }
}

/// Black and white in turn, beginning with black at `start`, and what follows for the sides that
/// do not cancel out.
fn balance(game: &Hashi, state: &State, found: &mut Found, ring: &Ring, start: usize) {
    let n = ring.islands.len();
    let colour = |i: usize| match ring.islands.iter().position(|&j| j == i) {
        Some(at) if ((at + n - start) % n).is_multiple_of(2) => 1,
        Some(_) => -1,
        None => 0,
    };
    let needs = |wanted: i32| -> i32 {
        let islands = ring.islands.iter().filter(|&&i| colour(i) == wanted);
        islands.filter_map(|&i| game.left(state, i)).sum()
    };
    let (black, white) = (needs(1), needs(-1));
    // The sum over these sides of weight × new bridges is black − white.
    let mut sides: Vec<(usize, i32)> = Vec::new();
    for s in ring.islands.iter().flat_map(|&i| game.sides(i)) {
        let (a, z) = game.spans[s].ends;
        let weight = colour(a) + colour(z);
        if weight != 0 && state.undecided(s) && !sides.iter().any(|&(t, _)| t == s) {
            sides.push((s, weight));
        }
    }
    let takes = |s: usize| (state.most[s] - state.least[s]) as i32;
    let (mut least, mut most) = (0, 0);
    for &(s, weight) in &sides {
        least += (weight * takes(s)).min(0);
        most += (weight * takes(s)).max(0);
    }
    let difference = black - white;
    let mut facts: Vec<Fact> = Vec::new();
    for &(s, weight) in &sides {
        let (low, high) = ((weight * takes(s)).min(0), (weight * takes(s)).max(0));
        // What is left for this side when the others take as much, or as little, as they can.
        let (from, until) = (difference - (most - high), difference - (least - low));
        let fits = |&k: &i32| (from..=until).contains(&(weight * k));
        let mut counts = (0..=takes(s)).filter(fits);
        let Some(fewest) = counts.next() else {
            facts.clear();
            break;
        };
        let greatest = counts.next_back().unwrap_or(fewest);
        if fewest > 0 {
            facts.push(Fact::yes(game.atom(s, state.least[s] + fewest as u8)));
        }
        if greatest < takes(s) {
            facts.push(Fact::no(game.atom(s, state.least[s] + greatest as u8 + 1)));
        }
    }
    let words = [
        ring.islands[start] as u32,
        n as u32,
        black as u32,
        white as u32,
    ];
    let broken = difference < least || difference > most;
    if facts.is_empty() && !broken {
        return;
    }
    let grounds = |because: &mut Vec<_>| {
        because.extend(ring.islands.iter().map(|&i| clue(i)));
        for s in ring.islands.iter().flat_map(|&i| game.sides(i)) {
            let (a, z) = game.spans[s].ends;
            if colour(a) + colour(z) != 0 {
                game.cite_least(state, s, because);
                game.cite_most(state, s, because);
            }
        }
    };
    match broken {
        true => found.clash(words, grounds),
        false => found.say(&facts, words, grounds),
    }
}

fn say_ring(game: &Hashi, step: &Step) -> String {
    let [i, n, black, white] = step.words.map(|w| w as usize);
    let island = game.island_words(i);
    let ring = format!(
        "colour the ring of {} islands through {island} black and white, beginning with black \
         there: black still needs {black}, white {white}",
        number(n)
    );
    let twice = match n % 2 {
        1 => ", and the side where black meets black counts twice",
        _ => "",
    };
    if step.is_clash() {
        return capital(format!(
            "{ring}{twice}, and the sides that lead off the ring cannot make up for that."
        ));
    }
    capital(format!(
        "{ring}{twice}; the other sides must make up for that, so {}.",
        game.conclusions(step)
    ))
}
