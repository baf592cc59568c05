//! The rules as constraints over "at least k bridges here".

use super::{Hashi, Span};
use crate::kit::prelude::*;

impl Encode for Hashi {
    fn atom_count(&self) -> usize {
        self.spans.len() * self.max as usize
    }

    fn state(&self, model: &mut Model) {
        let max = self.max;
        let at_least = |span: usize, k: u8| Lit::yes(self.atom(span, k));

        for s in 0..self.spans.len() {
            // More includes fewer: what the atoms mean, not a rule of the game.
            for k in 2..=max {
                model.define(&[!at_least(s, k), at_least(s, k - 1)]);
            }
        }
        for (i, &(a, b)) in self.crossings.iter().enumerate() {
            model.name("crossing", i);
            model.clause(&[!at_least(a, 1), !at_least(b, 1)]);
        }
        for (i, island) in self.islands.iter().enumerate() {
            model.name("island", i);
            let spans: Vec<usize> = self.sides(i).collect();
            match island.need {
                Some(need) => sum_is(model, self, &spans, need as i32),
                None => {
                    let some = spans.iter().map(|&s| at_least(s, 1));
                    model.clause(&some.collect::<Vec<Lit>>());
                }
            }
        }
        if self.islands.is_empty() {
            model.name("some", 0);
            model.clause(&[]);
            return;
        }
        let edges = self.edges();
        model.name("connected", 0);
        model.connected_edges(self.islands.len(), &edges);
        if self.no_loop {
            model.name("noloop", 0);
            no_loop(model, self.islands.len(), &edges);
        }
    }

    fn encode_knowing(&self, facts: &[Fact]) -> Model {
        let mut model = Model::knowing(self.atom_count(), facts);
        self.state(&mut model);
        // It follows from the numbers of all islands together, which nothing in the model sees.
        if self.spare() == Some(0) && !self.no_loop {
            no_loop(&mut model, self.islands.len(), &self.edges());
        }
        model
    }
}

impl Hashi {
    /// For each span the islands at its ends, and that there is a bridge.
    fn edges(&self) -> Vec<(u32, u32, Lit)> {
        let edge = |(s, span): (usize, &Span)| {
            let (a, z) = span.ends;
            (a as u32, z as u32, Lit::yes(self.atom(s, 1)))
        };
        self.spans.iter().enumerate().map(edge).collect()
    }
}

/// The bridges at one island add up to `need`.
///
/// Order-encoded: they are at least `need` if, for every way to write need − 1 as a sum of a_i,
/// some x_i > a_i; and dually for "at most". A quarter of the clauses that choosing subsets of the
/// literals takes, and shorter ones.
fn sum_is(model: &mut Model, puzzle: &Hashi, spans: &[usize], need: i32) {
    let atom = |s: usize, k: i32| Lit::yes(puzzle.atom(s, k as u8));
    // For each span the fewest and the most bridges that the model leaves open.
    let range = |&s: &usize| {
        let known = |k: i32| model.known(atom(s, k));
        let numbers = || 1..=puzzle.max as i32;
        let few = numbers().filter(|&k| known(k) > 0).count() as i32;
        let most = numbers().filter(|&k| known(k) >= 0).count() as i32;
        (few, most)
    };
    let ranges: Vec<(i32, i32)> = spans.iter().map(range).collect();
    let sum = |ends: fn(&(i32, i32)) -> i32| ranges.iter().map(ends).sum::<i32>();
    let (few, most) = (sum(|r| r.0), sum(|r| r.1));
    if need > most || need < few {
        return model.clause(&[]);
    }
    let mut parts = vec![0; spans.len()];
    let mut clause = Vec::new();
    for_each_sum(&mut parts, 0, need - 1 - few, &ranges, &mut |parts| {
        clause.clear();
        for ((&s, &a), (few, most)) in spans.iter().zip(parts).zip(&ranges) {
            if few + a < *most {
                clause.push(atom(s, few + a + 1));
            }
        }
        model.clause(&clause);
    });
    for_each_sum(&mut parts, 0, need + 1 - few, &ranges, &mut |parts| {
        clause.clear();
        for ((&s, &a), (few, _)) in spans.iter().zip(parts).zip(&ranges) {
            if a > 0 {
                clause.push(!atom(s, few + a));
            }
        }
        model.clause(&clause);
    });
}

/// All ways to write `sum` as parts, each of them at most as large as its range.
fn for_each_sum(
    parts: &mut [i32],
    from: usize,
    sum: i32,
    ranges: &[(i32, i32)],
    found: &mut dyn FnMut(&[i32]),
) {
    let room: i32 = ranges[from..].iter().map(|(few, most)| most - few).sum();
    if sum < 0 || sum > room {
        return;
    }
    if from == parts.len() {
        return found(parts);
    }
    let (few, most) = ranges[from];
    for part in 0..=(most - few).min(sum) {
        parts[from] = part;
        for_each_sum(parts, from + 1, sum - part, ranges, found);
    }
}

/// Connected islands form no loop if and only if there are fewer joined pairs than islands: give
/// every joined pair to one of its two islands, none to the first island, and no island two pairs.
fn no_loop(model: &mut Model, islands: usize, edges: &[(u32, u32, Lit)]) {
    let mut given: Vec<Vec<Lit>> = vec![Vec::new(); islands];
    for &(a, b, joined) in edges {
        let (to_a, to_b) = (model.helper(), model.helper());
        model.define(&[!to_a, joined]);
        model.define(&[!to_b, joined]);
        model.clause(&[!joined, to_a, to_b]);
        given[a as usize].push(to_a);
        given[b as usize].push(to_b);
    }
    for (i, pairs) in given.iter().enumerate() {
        model.at_most(if i == 0 { 0 } else { 1 }, pairs);
    }
}
