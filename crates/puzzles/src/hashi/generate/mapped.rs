//! Islands where the setter wants them: wherever one must be, and on as many other cells that are left
//! free to us as look good. They are joined at random where that works out; else the solver is asked,
//! which knows whether they can be joined at all.

use super::*;

/// How often islands are joined at random before the solver is asked.
const TREES: usize = 10;

/// Islands on this map, and bridges that join them all.
pub(super) fn settled(map: &ClueMap, tools: &mut Tools) -> Attempt<(Hashi, Vec<u8>)> {
    let places = map.scattered(usual_islands(map.size()), &mut tools.rng);
    let islands = places.cells_where(|&island| island);
    let islands = islands.map(|at| Island { at, need: None });
    let puzzle = Hashi::new(map.size(), islands.collect(), 2, false);
    if puzzle.islands.len() < 2 {
        return Err(NO_ROOM);
    }
    if let Some(weights) = (0..TREES).find_map(|_| tree(&puzzle, &mut tools.rng)) {
        return Ok((puzzle, weights));
    }
    let joined = joined(&puzzle, tools);
    // No others can be tried.
    tools.hopeless |= joined == Err(NOT_JOINED) && map.is_fixed();
    Ok((puzzle, joined?))
}

const NOT_JOINED: &str = "these islands cannot be joined";

/// A bridge on spans that join all islands without a loop, if chance finds some.
fn tree(puzzle: &Hashi, rng: &mut Dice) -> Option<Vec<u8>> {
    let mut weights = vec![0; puzzle.spans.len()];
    let mut group: Vec<usize> = (0..puzzle.islands.len()).collect();
    let mut left = puzzle.islands.len() - 1;
    for span in shuffled(0..puzzle.spans.len(), rng) {
        let (a, z) = puzzle.spans[span].ends;
        let (from, to) = (group[a], group[z]);
        if from != to && is_free(puzzle, &weights, span) {
            weights[span] = 1;
            (group.iter_mut().filter(|g| **g == from)).for_each(|g| *g = to);
            left -= 1;
        }
    }
    (left == 0).then_some(weights)
}

/// Bridges that join all islands, found by the solver; most of what is wished at random is granted.
fn joined(puzzle: &Hashi, tools: &mut Tools) -> Attempt<Vec<u8>> {
    let mut solver = Solver::new(&puzzle.encode(), tools.budget);
    let mut weights = None;
    let mut granted: Vec<Lit> = Vec::new();
    let wishes = shuffled(0..puzzle.spans.len(), &mut tools.rng);
    let wishes = wishes.into_iter().take(puzzle.spans.len() / 8);
    for wish in [None].into_iter().chain(wishes.map(Some)) {
        granted.extend(wish.map(|span| Lit::yes(puzzle.atom(span, 1))));
        match solver.solve(&granted) {
            Verdict::Sat => {
                let is = |span: usize, k: u8| solver.value(Lit::yes(puzzle.atom(span, k)));
                let weight = |span: usize| is(span, 1) as u8 + is(span, 2) as u8;
                weights = Some((0..puzzle.spans.len()).map(weight).collect());
            }
            _ if wish.is_some() => drop(granted.pop()),
            Verdict::Unsat => return Err(NOT_JOINED),
            Verdict::Unknown => return Err(TOO_LONG),
        }
    }
    Ok(weights.expect("the first question was answered"))
}
