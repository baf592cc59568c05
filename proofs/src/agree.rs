//! Checker and encoder agree: a board has no violation exactly when the encoding, with that board
//! assumed, has a solution; and what is wrong with a board stays wrong, whatever is entered later.

use std::collections::BTreeSet;

use puzzles::{Board, Puzzle, Reading, Severity};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Lit, Solver, Verdict};

/// What was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All boards.
    pub boards: usize,
    /// Those without violation.
    pub right: usize,
    /// Those with one.
    pub wrong: usize,
    /// Boards that say something for which there is no atom; the checker must object to them.
    pub unsayable: usize,
    /// The codes of everything that was wrong.
    pub codes: BTreeSet<&'static str>,
}

/// Try about `count` boards of one puzzle: its solutions, solutions with one or two changes, and
/// random fillings.
pub fn prove_agreement(puzzle: &dyn Puzzle, count: usize, rng: &mut ChaCha8Rng, tally: &mut Tally) {
    let model = puzzle.encode();
    let mut solver = Solver::new(&model, Budget::UNLIMITED);
    let mut solutions: Vec<Board> = Vec::new();
    {
        let mut finder = Solver::new(&model, Budget::conflicts(20_000));
        while solutions.len() < 5 && finder.solve(&[]) == Verdict::Sat {
            let atoms = finder.atoms();
            let facts: Vec<Lit> = atoms
                .iter()
                .enumerate()
                .map(|(a, &yes)| Lit::new(a, yes))
                .collect();
            solutions.push(puzzle.board(&facts));
            finder.exclude(&atoms);
        }
    }
    let blank = puzzle.blank();
    let values = common_values(&solutions);
    for i in 0..count {
        let mut board = match solutions.get(i % 7) {
            Some(solution) => solution.clone(),
            None => blank.clone(),
        };
        let changes = match i / 7 % 4 {
            0 => i % 2,
            1 => 1,
            2 => 2,
            _ => 0,
        };
        if i / 7 % 4 == 3 {
            for slot in &mut board.slots {
                *slot = values[rng.random_range(0..values.len())];
            }
        }
        for _ in 0..changes.min(board.slots.len()) {
            let slot = rng.random_range(0..board.slots.len());
            board.slots[slot] = values[rng.random_range(0..values.len())];
        }
        compare(puzzle, &board, &mut solver, tally);
    }
}

/// Numbers that a slot is likely to hold: those of the solutions, and small ones.
fn common_values(solutions: &[Board]) -> Vec<u16> {
    let mut values: Vec<u16> = solutions.iter().flat_map(|b| b.slots.clone()).collect();
    values.sort_unstable();
    values.dedup();
    values.truncate(16);
    values.extend([0, 0, 1, 1, 2, 3]);
    values
}

fn compare(puzzle: &dyn Puzzle, board: &Board, solver: &mut Solver, tally: &mut Tally) {
    tally.boards += 1;
    let violations = puzzle.check(board);
    match puzzle.facts(board, Reading::Finished) {
        Err(objections) => {
            tally.unsayable += 1;
            assert!(!objections.is_empty());
            assert!(
                objections.iter().all(|o| violations.contains(o)),
                "the checker accepts what cannot be said: {board:?} of {puzzle:?}"
            );
        }
        Ok(facts) => {
            assert_eq!(
                facts.len(),
                puzzle.reasoner().atoms(),
                "{board:?} of {puzzle:?}"
            );
            let right = solver.solve(&facts) == Verdict::Sat;
            tally.right += right as usize;
            tally.wrong += !right as usize;
            assert_eq!(
                right,
                violations.is_empty(),
                "encoder says {right}, checker {violations:?}: {board:?} of {puzzle:?}"
            );
        }
    }
    let wrong: Vec<_> = (violations.iter())
        .filter(|violation| violation.kind == Severity::Wrong)
        .collect();
    tally
        .codes
        .extend(wrong.iter().map(|violation| violation.rule));
    if !wrong.is_empty()
        && let Ok(facts) = puzzle.facts(board, Reading::Partial)
    {
        assert_eq!(
            solver.solve(&facts),
            Verdict::Unsat,
            "called wrong, but can become right: {wrong:?}: {board:?} of {puzzle:?}"
        );
    }
}
