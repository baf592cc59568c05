//! Whose fault it is, and counting by hand: all squares by their views. Checker, encoder and atoms are
//! compared for all families in proofs/tests/boards.rs.

use std::collections::BTreeMap;

use sat::{Solver, Verdict};

use super::{Skyscrapers, seen};
use crate::kit::prelude::*;
use crate::{Status, solve};

#[test]
fn a_view_alone_can_be_blamed() {
    let mut puzzle = Skyscrapers::empty(5).expect("a small side");
    puzzle.views[1] = Some(3);
    puzzle.views[12] = Some(2);
    let model = puzzle.encode();
    let mut solver = Solver::with_switches(&model, Budget::UNLIMITED);
    let mut assumed: Vec<sat::Lit> = (0..model.names().len()).map(|c| solver.switch(c)).collect();
    // The highest building stands first in column 2, from where three must be seen.
    assumed.push(sat::Lit::yes(puzzle.atom(grid::cell(0, 1), 5)));
    assert_eq!(solver.solve(&assumed), Verdict::Unsat);
    let core = solver.core();
    let blamed: Vec<String> = (0..model.names().len())
        .filter(|&c| core.contains(&solver.switch(c)))
        .map(|c| puzzle.cite(model.names()[c]).words)
        .collect();
    assert_eq!(blamed, ["the 3 above column 2"]);
    assert_eq!(puzzle.fact_text(assumed[assumed.len() - 1]), "r0c1=5");
    for &name in model.names() {
        let citation = puzzle.cite(name);
        assert!(!citation.words.is_empty() && !citation.cells.is_empty());
    }
}

// ---- the census: all squares by their views ----

/// Call `found` with every square of heights that holds each once in every row and column.
fn for_each_square(n: usize, found: &mut dyn FnMut(&[u8])) {
    fn fill(n: usize, square: &mut Vec<u8>, found: &mut dyn FnMut(&[u8])) {
        let i = square.len();
        if i == n * n {
            return found(square);
        }
        let (row, col) = (i / n, i % n);
        for height in 1..=n as u8 {
            let taken = (0..col).any(|c| square[row * n + c] == height)
                || (0..row).any(|r| square[r * n + col] == height);
            if !taken {
                square.push(height);
                fill(n, square, found);
                square.pop();
            }
        }
    }
    fill(n, &mut Vec::new(), found);
}

/// The views all around a square, three bits each.
fn views_of(n: usize, square: &[u8], puzzle: &Skyscrapers) -> u64 {
    let mut key = 0;
    for view in 0..4 * n {
        let sight = puzzle.sight(view).into_iter();
        let heights = sight.map(|at| square[puzzle.size.index(at)]);
        key |= u64::from(seen(heights)) << (3 * view);
    }
    key
}

/// How many squares have each set of views.
fn census(n: usize) -> BTreeMap<u64, u32> {
    let puzzle = Skyscrapers::empty(n).expect("a small side");
    let mut keys = Vec::new();
    for_each_square(n, &mut |square| keys.push(views_of(n, square, &puzzle)));
    let mut counted = BTreeMap::new();
    for key in keys {
        *counted.entry(key).or_insert(0) += 1;
    }
    counted
}

fn with_views(n: usize, key: u64) -> Skyscrapers {
    let mut puzzle = Skyscrapers::empty(n).expect("a small side");
    for (view, clue) in puzzle.views.iter_mut().enumerate() {
        *clue = Some((key >> (3 * view) & 7) as u16);
    }
    puzzle
}

/// So many squares have so many sets of views, of which so many say which square it is; and of every
/// set, or of some, the prover finds as many.
fn census_is(n: usize, squares: u32, sets: usize, unique: usize, every: usize) {
    let counted = census(n);
    assert_eq!(counted.values().sum::<u32>(), squares);
    assert_eq!(counted.len(), sets);
    assert_eq!(counted.values().filter(|&&c| c == 1).count(), unique);
    for (&key, &squares) in counted.iter().step_by(every) {
        let puzzle = with_views(n, key);
        let answer = solve(&puzzle, squares as usize, Budget::UNLIMITED);
        assert_eq!(answer.solutions.len(), squares as usize, "{puzzle:?}");
        assert!(!answer.more, "{puzzle:?}");
        assert_eq!(answer.status == Status::Unique, squares == 1);
    }
}

#[test]
fn census_of_size_4() {
    census_is(4, 576, 438, 372, 1);
}

#[test]
fn census_of_size_5() {
    census_is(5, 161_280, 102_398, 68_368, 997);
}
