//! Revealing more of a solution until the puzzle is good: at random, or where least is known.
//!
//! "Least is known" counts the open questions about a cell: those of its atoms that neither a proof
//! nor (if rules of deduction are the measure) the rules have answered. For a clue outside, it is
//! the mean over the cells of its line.

use std::sync::Arc;

use grid::{Cell, Size};
use logic::Known;
use puzzles::make::{Edit, Place, carried, edited};
use puzzles::{Board, Forced, Puzzle, Status, forced, solve};
use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sat::Budget;

use crate::judge::{Judge, ProvedBy, Verdict};
use crate::single_out::Solutions;
use crate::strip::Refusal;

/// Which clue to reveal next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Any clue.
    Random,
    /// Where least is known.
    Heuristic,
}

/// Where clues may be revealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// Only in cells.
    Cells,
    /// Only outside the board.
    Outside,
    /// In cells and outside.
    Anywhere,
}

impl Where {
    fn allows(self, place: Place) -> bool {
        match place {
            Place::Cell(_) => self != Where::Outside,
            Place::Outside(_) => self != Where::Cells,
        }
    }
}

/// How to fill a puzzle.
#[derive(Clone, Debug)]
pub struct Fill {
    /// Which clue to reveal next.
    pub how: How,
    /// Where clues may be revealed.
    pub at: Where,
    /// Reveal at most this many clues.
    pub amount: Option<usize>,
    /// Ask at most this many questions.
    pub effort: u64,
    /// What counts as having one solution.
    pub by: ProvedBy,
    /// Seed for the random numbers.
    pub seed: u64,
}

/// A puzzle with more clues, good or not.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The puzzle with the revealed clues.
    pub puzzle: Arc<dyn Puzzle>,
    /// The solution whose clues were revealed.
    pub solution: Board,
    /// The revealed clues, in order.
    pub told: Vec<Edit>,
    /// How many questions were asked.
    pub calls: u64,
    /// Whether the puzzle is good now.
    pub verdict: Verdict,
}

/// Fill a puzzle. `towards` is the solution to reveal, which must be right; without one it is the
/// first that is found or, if all clues of that one are not enough, another. The budget is for each
/// question.
pub fn fill(
    puzzle: &Arc<dyn Puzzle>,
    towards: Option<&Board>,
    fill: &Fill,
    budget: Budget,
) -> Result<Filled, Refusal> {
    let first = match towards {
        Some(board) => board.clone(),
        None => some_solution(puzzle.as_ref(), budget)?,
    };
    let mut judge = Judge::new(&fill.by, budget, fill.effort.max(1));
    let verdict = judge.ask(puzzle.as_ref());
    let mut done = tell(puzzle, first, verdict, fill, &mut judge, budget);
    if towards.is_none() && is_told_out(&done, fill) && !judge.is_spent() {
        let seen = solve(puzzle.as_ref(), OTHERS, budget).solutions;
        let crowd = Solutions::at(
            puzzle.as_ref(),
            &seen,
            |place| fill.at.allows(place),
            budget.stop,
        );
        for &other in crowd.alone() {
            let next = tell(
                puzzle,
                seen[other].clone(),
                verdict,
                fill,
                &mut judge,
                budget,
            );
            if next.verdict == Verdict::Good {
                done = next;
            }
            if !is_told_out(&done, fill) || judge.is_spent() {
                break;
            }
        }
    }
    if done.verdict == Verdict::Good {
        done.verdict = judge.confirm(done.puzzle.as_ref());
    }
    done.calls = judge.calls;
    Ok(done)
}

/// How many solutions are looked at to find one that can be singled out.
const OTHERS: usize = 200;

/// Everything has been revealed, and it is not enough.
fn is_told_out(done: &Filled, fill: &Fill) -> bool {
    done.verdict == Verdict::Bad && fill.amount.is_none_or(|amount| done.told.len() < amount)
}

/// Reveal clues of one solution until the puzzle is good or nothing is left to reveal. `verdict` is
/// about the puzzle as it is.
fn tell(
    puzzle: &Arc<dyn Puzzle>,
    solution: Board,
    verdict: Verdict,
    fill: &Fill,
    judge: &mut Judge,
    budget: Budget,
) -> Filled {
    let mut rng = ChaCha8Rng::seed_from_u64(fill.seed);
    let mut done = Filled {
        verdict,
        puzzle: puzzle.clone(),
        solution,
        told: Vec::new(),
        calls: 0,
    };
    while done.verdict != Verdict::Good
        && !judge.is_spent()
        && fill.amount.is_none_or(|amount| done.told.len() < amount)
    {
        let mut edits = done.puzzle.reveals(&done.solution);
        edits.retain(|edit| fill.at.allows(edit.place));
        if edits.is_empty() {
            break;
        }
        let edit = match fill.how {
            How::Random => edits.swap_remove(rng.random_range(0..edits.len())),
            How::Heuristic => least_known(done.puzzle.as_ref(), edits, fill, budget, &mut rng),
        };
        let Ok(more) = edited(done.puzzle.as_ref(), std::slice::from_ref(&edit)) else {
            break;
        };
        done.solution = carried(done.puzzle.as_ref(), more.as_ref(), &done.solution);
        done.puzzle = more;
        done.told.push(edit);
        done.verdict = judge.ask(done.puzzle.as_ref());
    }
    done
}

fn some_solution(puzzle: &dyn Puzzle, budget: Budget) -> Result<Board, Refusal> {
    let mut answer = solve(puzzle, 2, budget);
    match answer.status {
        Status::None => Err(Refusal::NotGood),
        _ if answer.solutions.is_empty() => Err(Refusal::Unknown),
        _ => Ok(answer.solutions.swap_remove(0)),
    }
}

/// The edit at the place with the most open questions; a random one if there are several.
fn least_known(
    puzzle: &dyn Puzzle,
    mut edits: Vec<Edit>,
    fill: &Fill,
    budget: Budget,
    rng: &mut ChaCha8Rng,
) -> Edit {
    let open = open_questions(puzzle, &fill.by, budget);
    let size = puzzle.size();
    let scores: Vec<usize> = edits
        .iter()
        .map(|edit| match edit.place {
            Place::Cell(at) => 100 * open[size.index(at)],
            Place::Outside(at) => {
                let cells = line(size, at);
                100 * cells.iter().map(|&c| open[size.index(c)]).sum::<usize>() / cells.len()
            }
        })
        .collect();
    let most = scores.iter().max().copied().unwrap_or(0);
    let best: Vec<usize> = (0..edits.len()).filter(|&i| scores[i] == most).collect();
    edits.swap_remove(best[rng.random_range(0..best.len())])
}

/// The row or column of a place outside.
fn line(size: Size, at: Cell) -> Vec<Cell> {
    let same = |c: &Cell| c.row == at.row || c.col == at.col;
    size.cells().filter(same).collect()
}

/// How many questions about each cell are open.
fn open_questions(puzzle: &dyn Puzzle, by: &ProvedBy, budget: Budget) -> Vec<usize> {
    let reasoner = puzzle.reasoner();
    let atoms = reasoner.atoms();
    let known = match by {
        ProvedBy::Proof => match forced(puzzle, budget) {
            Forced::Facts(facts) => {
                let mut known = Known::new(atoms);
                for fact in facts {
                    known.learn(fact);
                }
                known
            }
            Forced::NoSolution | Forced::Unknown => Known::new(atoms),
        },
        ProvedBy::Rules(rules) => match rules.plan(puzzle) {
            Ok(plan) => reasoner.trace(&[], &plan, budget).known,
            Err(_) => Known::new(atoms),
        },
    };
    let size = puzzle.size();
    let mut open = vec![0; size.len()];
    for atom in (0..atoms).filter(|&atom| known.is_open(atom)) {
        for at in puzzle.fact_cells(sat::Lit::new(atom, true)) {
            open[size.index(at)] += 1;
        }
    }
    open
}
