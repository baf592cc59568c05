//! The eight ways to lay a puzzle have the same rating: what rules find, and a rating, does not
//! depend on the order in which cells are looked at.

use grid::Symmetry;
use logic::{Plan, Trace, TraceEnd};
use puzzles::format::Document;
use puzzles::reason::{Player, Weights, rate};
use puzzles::{Puzzle, turned};
use sat::Budget;

use crate::spread::spread;

/// Difficulty, fun and looks.
fn scores(puzzle: &dyn Puzzle) -> [f64; 3] {
    let rating = rate(puzzle, Player(2), Weights::Ours, Budget::UNLIMITED);
    [rating.difficulty, rating.fun, rating.looks].map(|scored| scored.score)
}

/// Every turned and mirrored form has the same rating; how many puzzles were tried.
pub fn prove(documents: &[Document]) -> usize {
    spread(documents, prove_one).len()
}

fn prove_one(document: &Document) {
    let puzzle = document.puzzle.as_ref();
    let here = scores(puzzle);
    for symmetry in Symmetry::ALL {
        let other = turned(puzzle, symmetry);
        let there = scores(other.as_ref());
        if here.iter().zip(&there).any(|(a, b)| (a - b).abs() > 1e-9) {
            let rounds = |p: &dyn Puzzle| {
                let table = p.reasoner().rules();
                p.reasoner()
                    .trace(&[], &Plan::with_trial(&table), Budget::UNLIMITED)
                    .rounds
            };
            let (a, b) = (rounds(puzzle), rounds(other.as_ref()));
            let at = a.iter().zip(&b).position(|(x, y)| x != y);
            panic!(
                "{:?} {symmetry:?}: {here:?} and {there:?}; round {at:?}: {:?} and {:?}",
                document.id(),
                at.map(|i| a[i]),
                at.map(|i| b[i])
            );
        }
    }
}

/// The rules find the same in the same rounds, however the puzzle lies; what they do on it.
pub fn prove_rounds(puzzle: &dyn Puzzle, plan: &Plan) -> Trace {
    let trace = |puzzle: &dyn Puzzle| puzzle.reasoner().trace(&[], plan, Budget::UNLIMITED);
    let here = trace(puzzle);
    for symmetry in Symmetry::ALL {
        let there = trace(turned(puzzle, symmetry).as_ref());
        let lies = || format!("{symmetry:?} {puzzle:?}");
        assert_eq!(there.end, here.end, "{}", lies());
        // What is written in before a contradiction is met depends on the order of cells.
        if here.end != TraceEnd::Contradiction {
            assert_eq!(there.rounds, here.rounds, "{}", lies());
            assert_eq!(there.known.open(), here.known.open(), "{}", lies());
        }
    }
    here
}
