//! The eight ways to lay a puzzle are equally difficult: a rating does not depend on the order in
//! which cells are looked at.

use grid::Symmetry;
use logic::Plan;
use puzzles::format::Document;
use puzzles::reason::{Player, Weights, rate};
use puzzles::{Puzzle, turned};
use sat::Budget;

use crate::spread::spread;

fn score(puzzle: &dyn Puzzle) -> f64 {
    let rating = rate(puzzle, Player(2), Weights::Ours, Budget::UNLIMITED);
    rating.difficulty.score
}

/// Every turned and mirrored form has the same difficulty; how many puzzles were tried.
pub fn prove(documents: &[Document]) -> usize {
    spread(documents, prove_one).len()
}

fn prove_one(document: &Document) {
    let puzzle = document.puzzle.as_ref();
    let here = score(puzzle);
    for symmetry in Symmetry::ALL {
        let other = turned(puzzle, symmetry);
        let there = score(other.as_ref());
        if (here - there).abs() > 1e-9 {
            let rounds = |p: &dyn Puzzle| {
                let table = p.reasoner().rules();
                p.reasoner()
                    .trace(&[], &Plan::with_trial(&table), Budget::UNLIMITED)
                    .rounds
            };
            let (a, b) = (rounds(puzzle), rounds(other.as_ref()));
            let at = a.iter().zip(&b).position(|(x, y)| x != y);
            panic!(
                "{:?} {symmetry:?}: {here} and {there}; round {at:?}: {:?} and {:?}",
                document.id(),
                at.map(|i| a[i]),
                at.map(|i| b[i])
            );
        }
    }
}
