//! Where a candidate is not unique: for makers that mend what they have proposed.
//!
//! Two solutions show one difference, and on a large board there are dozens. So the solver is asked
//! again and again for a solution that differs where none has differed before. Its first answers
//! know nothing of the intended solution and mostly differ from it in many places at once, so a
//! few questions find nearly all of them.
//!
//! If nothing in particular is wanted of a puzzle, the solver is not asked at all: what is not seen at
//! once counts as doubtful. On dense boards that is ten times faster, and what comes out is as easy
//! to rate as to prove.

use sat::{Budget, Lit, Solver, Verdict};

use super::Tools;
use crate::puzzle::Puzzle;

/// How often the solver is asked; what is not found then is found in the maker's next round.
const QUESTIONS: usize = 8;

/// Clauses longer than this are cut into parts, as in [`Solver::exclude`].
const LONGEST_CLAUSE: usize = 64;

/// For each atom, whether some solution was found that answers it differently from the intended
/// one. No doubt at all is a proof that there is no other solution. None if the budget ran out
/// before anything was known.
pub(crate) fn doubts(puzzle: &dyn Puzzle, intended: &[bool], tools: &Tools) -> Option<Vec<bool>> {
    match tools.plain {
        true => Some(unseen(puzzle, intended.len(), tools)),
        false => differing(puzzle, intended, tools.budget),
    }
}

/// The same, asked of the solver whatever is wanted.
fn differing(puzzle: &dyn Puzzle, intended: &[bool], budget: Budget) -> Option<Vec<bool>> {
    let mut doubted = vec![false; intended.len()];
    if matches!(puzzle.sift(2, budget).solutions, Some((one, false)) if one.len() == 1) {
        return Some(doubted);
    }
    let mut solver = Solver::new(&puzzle.encode(), budget);
    for question in 0..QUESTIONS {
        let mut different: Vec<Lit> = (0..intended.len())
            .filter(|&atom| !doubted[atom])
            .map(|atom| Lit::new(atom, !intended[atom]))
            .collect();
        while different.len() > LONGEST_CLAUSE {
            different = (different.chunks(LONGEST_CLAUSE))
                .map(|part| {
                    let some = solver.helper();
                    let clause: Vec<Lit> = part.iter().copied().chain([!some]).collect();
                    solver.add(&clause);
                    some
                })
                .collect();
        }
        solver.add(&different);
        match solver.solve(&[]) {
            Verdict::Unsat => break,
            Verdict::Unknown if question == 0 => return None,
            Verdict::Unknown => break,
            Verdict::Sat => {}
        }
        for (atom, doubt) in doubted.iter_mut().enumerate() {
            *doubt |= solver.value(Lit::yes(atom)) != intended[atom];
        }
    }
    Some(doubted)
}

/// Is it proved that a puzzle has no solution but the intended one?
pub(crate) fn is_only(puzzle: &dyn Puzzle, intended: &[bool], budget: Budget) -> bool {
    let sifted = puzzle.sift(2, budget);
    if let Some((solutions, _)) = sifted.solutions {
        return solutions.len() == 1;
    }
    let mut solver = Solver::new(&puzzle.encode_knowing(&sifted.facts), budget);
    solver.exclude(intended);
    solver.solve(&[]) == Verdict::Unsat
}

/// For each atom, whether its answer is not seen at once.
pub(crate) fn unseen(puzzle: &dyn Puzzle, atoms: usize, tools: &Tools) -> Vec<bool> {
    let mut unseen = vec![true; atoms];
    for fact in puzzle.sift(0, tools.budget).facts {
        unseen[fact.var()] = false;
    }
    unseen
}
