//! The rules as constraints over "at least k bridges here".

use sat::{Lit, Model};

use super::Hashi;
use crate::puzzle::{Encode, Sift};

impl Sift for Hashi {}

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
            let spans: Vec<usize> = self.spans_at[i].iter().flatten().copied().collect();
            match island.need {
                Some(need) => sum_is(model, self, &spans, need as i32),
                None => {
                    let some: Vec<Lit> = spans.iter().map(|&s| at_least(s, 1)).collect();
                    model.clause(&some);
                }
            }
        }
        if self.islands.is_empty() {
            model.name("some", 0);
            model.clause(&[]);
            return;
        }
        let edges: Vec<(u32, u32, Lit)> = self
            .spans
            .iter()
            .enumerate()
            .map(|(s, span)| (span.ends.0 as u32, span.ends.1 as u32, at_least(s, 1)))
            .collect();
        model.name("connected", 0);
        model.connected_edges(self.islands.len(), &edges);
        if self.no_loop {
            model.name("noloop", 0);
            no_loop(model, self.islands.len(), &edges);
        }
    }
}

/// The bridges at one island add up to `need`.
///
/// Order-encoded: they are at least `need` if, for every way to write need − 1 as a sum of a_i,
/// some x_i > a_i; and dually for "at most". A quarter of the clauses that choosing subsets of the
/// literals takes, and shorter ones.
fn sum_is(model: &mut Model, puzzle: &Hashi, spans: &[usize], need: i32) {
    let max = puzzle.max as i32;
    let most = max * spans.len() as i32;
    if need > most {
        return model.clause(&[]);
    }
    let atom = |s: usize, k: i32| Lit::yes(puzzle.atom(s, k as u8));
    let mut parts = vec![0; spans.len()];
    let mut clause = Vec::new();
    for_each_sum(&mut parts, 0, need - 1, max, &mut |parts| {
        clause.clear();
        let more = spans.iter().zip(parts).filter(|&(_, &a)| a < max);
        clause.extend(more.map(|(&s, &a)| atom(s, a + 1)));
        model.clause(&clause);
    });
    for_each_sum(&mut parts, 0, need + 1, max, &mut |parts| {
        clause.clear();
        let less = spans.iter().zip(parts).filter(|&(_, &a)| a > 0);
        clause.extend(less.map(|(&s, &a)| !atom(s, a)));
        model.clause(&clause);
    });
}

/// All ways to write `sum` as parts between 0 and `max`.
fn for_each_sum(parts: &mut [i32], from: usize, sum: i32, max: i32, found: &mut dyn FnMut(&[i32])) {
    let left = (parts.len() - from) as i32;
    if sum < 0 || sum > left * max {
        return;
    }
    if left == 0 {
        return found(parts);
    }
    for part in 0..=max.min(sum) {
        parts[from] = part;
        for_each_sum(parts, from + 1, sum - part, max, found);
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
