//! Solving and proving, for any family.

use std::collections::BTreeSet;

use grid::Cell;
use sat::{Budget, Shared, Solver, Stats, Verdict};

use crate::Fact;
use crate::board::{Board, Reading};
use crate::kit::lists::distinct;
use crate::puzzle::Puzzle;
use crate::record::Notation;

/// How many solutions a puzzle has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// One solution, and a proof that there is no other.
    Unique,
    /// At least two solutions.
    Multiple,
    /// A proof that there is no solution.
    None,
    /// The budget ran out before that was known.
    Unknown,
}

/// What solving found out.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How many solutions there are.
    pub status: Status,
    /// Different solutions, as many as were asked for or as there are.
    pub solutions: Vec<Board>,
    /// There are more solutions than these (or, if the budget ran out, there may be).
    pub more: bool,
    /// What the search cost.
    pub stats: Stats,
}

/// Look for up to `want` solutions, at least two of them, because one alone proves nothing.
///
/// First the family's sieve sees how far it gets, and only then, and only for what is left, is the
/// prover asked. Every solution is checked by the family's checker before it is handed out.
pub fn solve(puzzle: &dyn Puzzle, want: usize, budget: Budget) -> Answer {
    let want = want.max(2);
    if (budget.stop)() {
        return unknown();
    }
    let sifted = puzzle.sift(want, budget);
    let Some((solutions, more)) = sifted.solutions else {
        return solve_knowing(puzzle, &sifted.facts, want, budget);
    };
    let solutions = solutions.iter().map(|facts| puzzle.board(facts));
    let solutions: Vec<Board> = solutions.collect();
    for board in &solutions {
        assert_right(puzzle, board);
    }
    Answer {
        status: status(solutions.len()),
        solutions,
        more,
        stats: sifted.stats,
    }
}

/// Like [`solve`], by the prover alone, given facts that are known to hold in every solution.
pub fn solve_knowing(puzzle: &dyn Puzzle, known: &[Fact], want: usize, budget: Budget) -> Answer {
    let want = want.max(2);
    if (budget.stop)() {
        // On a large board even stating the question takes a while.
        return unknown();
    }
    let mut solver = Solver::new(&puzzle.encode_knowing(known), budget);
    let mut solutions = Vec::new();
    let (mut more, mut known) = (false, true);
    loop {
        match solver.solve(&[]) {
            Verdict::Unsat => break,
            Verdict::Unknown => {
                (more, known) = (true, false);
                break;
            }
            Verdict::Sat if solutions.len() == want => {
                more = true;
                break;
            }
            Verdict::Sat => {}
        }
        let atoms = solver.atoms();
        let facts: Vec<Fact> = atoms
            .iter()
            .enumerate()
            .map(|(atom, &yes)| Fact::new(atom, yes))
            .collect();
        let board = puzzle.board(&facts);
        assert_right(puzzle, &board);
        solutions.push(board);
        solver.exclude(&atoms);
    }
    Answer {
        status: match solutions.len() {
            0 | 1 if !known => Status::Unknown,
            found => status(found),
        },
        solutions,
        more,
        stats: solver.stats(),
    }
}

fn unknown() -> Answer {
    Answer {
        status: Status::Unknown,
        solutions: Vec::new(),
        more: true,
        stats: Stats::default(),
    }
}

/// The status of a puzzle of which all solutions are known, or more than one.
fn status(solutions: usize) -> Status {
    match solutions {
        0 => Status::None,
        1 => Status::Unique,
        _ => Status::Multiple,
    }
}

/// Sieve or encoder call right what the checker calls wrong: a defect in this program, which must
/// never be mistaken for a property of the puzzle.
fn assert_right(puzzle: &dyn Puzzle, board: &Board) {
    let violations = puzzle.check(board);
    assert!(
        violations.is_empty(),
        "defect in gridwright: the solver's board breaks {violations:?} in {puzzle:?}"
    );
}

/// What all solutions of a puzzle share.
#[derive(Clone, Debug)]
pub enum Forced {
    /// These facts hold in every solution.
    Facts(Vec<Fact>),
    /// There is nothing to share.
    NoSolution,
    /// The budget ran out.
    Unknown,
}

/// Find the facts that hold in every solution.
pub fn forced(puzzle: &dyn Puzzle, budget: Budget) -> Forced {
    if (budget.stop)() {
        return Forced::Unknown;
    }
    let mut solver = Solver::new(&puzzle.encode(), budget);
    match sat::shared(&mut solver) {
        Shared::NoSolution => Forced::NoSolution,
        Shared::Unknown => Forced::Unknown,
        Shared::Answers(answers) => Forced::Facts(
            answers
                .into_iter()
                .enumerate()
                .filter_map(|(atom, answer)| answer.map(|yes| Fact::new(atom, yes)))
                .collect(),
        ),
    }
}

/// What all solutions share, beyond the facts that they share: signs that now one atom brings about
/// and now another. None if the budget ran out.
pub fn forced_signs(
    puzzle: &dyn Puzzle,
    facts: &[Fact],
    budget: Budget,
) -> Option<Vec<(Cell, String)>> {
    let known = puzzle.write_grid(&puzzle.board(facts), Notation::Forced);
    let mut candidates = puzzle.shared_signs();
    candidates.retain(|(at, ..)| known.0[at.row as usize][at.col as usize] == ".");
    if candidates.is_empty() {
        return Some(Vec::new());
    }
    let mut solver = Solver::new(&puzzle.encode(), budget);
    for &fact in facts {
        solver.add(&[fact]);
    }
    let mut forced = Vec::new();
    let mut asked: Vec<Fact> = Vec::new();
    loop {
        match solver.solve(&asked) {
            Verdict::Sat => {
                let atoms = solver.atoms();
                candidates.retain(|(.., any)| any.iter().any(|&atom| atoms[atom]));
            }
            // Without any of its atoms there is no solution.
            Verdict::Unsat => forced.extend(candidates.pop().map(|(at, sign, _)| (at, sign))),
            Verdict::Unknown => return None,
        }
        let Some((.., any)) = candidates.last() else {
            break;
        };
        asked = any.iter().map(|&atom| Fact::no(atom)).collect();
    }
    forced.reverse();
    Some(forced)
}

/// The cells in which these solutions differ; if the time runs out, in which some of them do.
pub fn different_cells(puzzle: &dyn Puzzle, boards: &[Board], budget: Budget) -> Vec<Cell> {
    let mut grids = (boards.iter()).map(|board| puzzle.write_grid(board, Notation::Solution));
    let Some(first) = grids.next() else {
        return Vec::new();
    };
    // Where any two of them differ, one of them differs from the first.
    let mut cells: Vec<Cell> = Vec::new();
    let mut same: Vec<Cell> = puzzle.size().cells().collect();
    for grid in grids {
        same.retain(|at| {
            let (row, col) = (at.row as usize, at.col as usize);
            let differs = first.0[row][col] != grid.0[row][col];
            cells.extend(differs.then_some(*at));
            !differs
        });
        if (budget.stop)() {
            break;
        }
    }
    cells.sort_unstable();
    if !cells.is_empty() {
        return cells;
    }
    // What a family's grid cannot express, its facts can.
    let facts = |board| puzzle.facts(board, Reading::Finished).unwrap_or_default();
    let mut all = (boards.iter()).map(|b| facts(b).into_iter().collect::<BTreeSet<Fact>>());
    let Some(first) = all.next() else {
        return cells;
    };
    let mut different: BTreeSet<Fact> = BTreeSet::new();
    for other in all {
        different.extend(first.symmetric_difference(&other));
        if (budget.stop)() {
            break;
        }
    }
    let cells = different.into_iter();
    distinct(cells.flat_map(|fact| puzzle.fact_cells(fact)))
}

/// Do these boards, taken as finished, say the same?
pub fn same_answer(puzzle: &dyn Puzzle, a: &Board, b: &Board) -> bool {
    let sorted = |board| {
        puzzle.facts(board, Reading::Finished).map(|mut facts| {
            facts.sort_unstable();
            facts
        })
    };
    match (sorted(a), sorted(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}
