//! The fewest clues that make an ambiguous puzzle unique.
//!
//! To keep one solution, every other must be contradicted by some added clue. A clue told of the
//! kept solution contradicts another solution exactly if that one would be told something else at
//! the same place. So this is a hitting set, found as it is usual where the sets are too many to
//! write down: collect a few other solutions, find a smallest set of clues that contradicts them
//! all, prove or find the next other solution that it does not contradict. When the proof succeeds
//! the set is the smallest there is for the kept solution. One, two and three clues (and more, as
//! long as that is cheap) are searched completely; beyond that the set grows greedily and is shrunk
//! in the end, and the answer says that it may not be the smallest.
//!
//! Which solution to keep is the setter's wish, or else each of the first few is tried.
//!
//! In some families nothing more can be told of a solution, because a clue is in the solution's way.
//! There every new clue makes another puzzle: each is tried, those where solutions differ first, and
//! if one is not enough the one that leaves fewest solutions is kept and the next is looked for.

use std::sync::Arc;

use grid::Cell;
use puzzles::make::{Edit, carried, edited};
use puzzles::{Board, Forced, Puzzle, Reading, Status, forced, same_answer, solve};
use sat::Budget;

use crate::hit::Sets;

#[derive(Clone, Debug)]
pub struct Repaired {
    pub puzzle: Arc<dyn Puzzle>,
    pub solution: Board,
    pub added: Vec<Edit>,
    /// No smaller set keeps this solution (or, with new clues, does at all).
    pub smallest: bool,
    /// The clues are new ones, in the way of the solutions that there were.
    pub fresh: bool,
}

#[derive(Clone, Debug)]
pub enum Repair {
    /// There is nothing to repair.
    Unique(Board),
    NoSolution,
    Done {
        repaired: Repaired,
        /// The cells in which solutions differed.
        ambiguous: Vec<Cell>,
    },
    /// Some solutions would be told the same clues everywhere.
    Impossible {
        ambiguous: Vec<Cell>,
    },
    Unknown,
}

/// So many solutions are tried as the one to keep.
const TARGETS: usize = 6;

/// Repair a puzzle. `keep` is the solution to keep, and a right one. The budget is for each proof.
pub fn repair(puzzle: &Arc<dyn Puzzle>, keep: Option<&Board>, budget: Budget) -> Repair {
    let mut answer = solve(puzzle.as_ref(), TARGETS, budget);
    match answer.status {
        Status::Unique => return Repair::Unique(answer.solutions.swap_remove(0)),
        Status::None => return Repair::NoSolution,
        Status::Unknown => return Repair::Unknown,
        Status::Multiple => {}
    }
    let targets: Vec<Board> = match keep {
        Some(board) => vec![board.clone()],
        None => answer.solutions.clone(),
    };
    let mut best: Option<Repaired> = None;
    let mut unknown = false;
    for target in &targets {
        let most = best.as_ref().map_or(usize::MAX, |b| b.added.len() - 1);
        if most == 0 {
            break;
        }
        match towards(puzzle, target, &answer.solutions, most, budget) {
            Found::Set(repaired) => best = Some(repaired),
            Found::Unknown => unknown = true,
            Found::Nothing => {}
        }
    }
    let ambiguous = ambiguous_cells(puzzle.as_ref(), &answer.solutions, budget);
    if best.is_none() && !unknown {
        match anew(puzzle, &ambiguous, budget) {
            Found::Set(repaired) => best = Some(repaired),
            Found::Unknown => unknown = true,
            Found::Nothing => {}
        }
    }
    match best {
        Some(repaired) => Repair::Done {
            repaired,
            ambiguous,
        },
        None if unknown => Repair::Unknown,
        None => Repair::Impossible { ambiguous },
    }
}

enum Found {
    Set(Repaired),
    /// No set, or none that is small enough.
    Nothing,
    Unknown,
}

/// The smallest set of at most `most` clues that keeps only this solution.
fn towards(
    puzzle: &Arc<dyn Puzzle>,
    target: &Board,
    others: &[Board],
    most: usize,
    budget: Budget,
) -> Found {
    let puzzle = puzzle.as_ref();
    let clues = puzzle.stronger(target);
    let mut sets = Sets::default();
    for other in others {
        if !same_answer(puzzle, other, target) && !sets.add(contradicting(puzzle, &clues, other)) {
            return Found::Nothing;
        }
    }
    let with = |chosen: &[usize]| {
        let edits: Vec<Edit> = chosen.iter().map(|&clue| clues[clue].clone()).collect();
        edited(puzzle, &edits).map(|after| (after, edits)).ok()
    };
    let mut smallest = true;
    loop {
        let chosen = match smallest.then(|| sets.smallest()).flatten() {
            Some(chosen) => chosen,
            None => {
                smallest = false;
                sets.greedy()
            }
        };
        if smallest && chosen.len() > most {
            return Found::Nothing;
        }
        let Some((after, _)) = with(&chosen) else {
            return Found::Unknown;
        };
        // Several at a time: each is a set more to hit.
        const AT_ONCE: usize = 8;
        let answer = solve(after.as_ref(), AT_ONCE, budget);
        match answer.status {
            Status::Unique => {
                let is_unique = |chosen: &[usize]| {
                    with(chosen).is_some_and(|(after, _)| {
                        solve(after.as_ref(), 2, budget).status == Status::Unique
                    })
                };
                let chosen = match smallest {
                    true => chosen,
                    false => shrunk(chosen, is_unique),
                };
                return match with(&chosen) {
                    Some((after, added)) if added.len() <= most => Found::Set(Repaired {
                        solution: carried(puzzle, after.as_ref(), target),
                        puzzle: after,
                        added,
                        smallest,
                        fresh: false,
                    }),
                    _ => Found::Nothing,
                };
            }
            Status::Multiple => {
                for other in &answer.solutions {
                    let other = carried(after.as_ref(), puzzle, other);
                    if !same_answer(puzzle, &other, target)
                        && !sets.add(contradicting(puzzle, &clues, &other))
                    {
                        return Found::Nothing;
                    }
                }
            }
            Status::None | Status::Unknown => return Found::Unknown,
        }
    }
}

/// So many new clues at most.
const FRESH: usize = 4;

/// New clues that leave one solution, another than those before.
fn anew(puzzle: &Arc<dyn Puzzle>, ambiguous: &[Cell], budget: Budget) -> Found {
    let mut best = puzzle.clone();
    let mut added = Vec::new();
    let mut unknown = false;
    while added.len() < FRESH {
        let mut clues = best.fresh();
        clues.sort_by_key(|clue| !ambiguous.contains(&clue.place.cell()));
        // The fewest solutions, as far as it is worth counting them.
        let mut fewest: Option<(usize, Edit, Arc<dyn Puzzle>)> = None;
        for clue in clues {
            if (budget.stop)() {
                return Found::Unknown;
            }
            let Ok(after) = edited(best.as_ref(), std::slice::from_ref(&clue)) else {
                continue;
            };
            let most = fewest.as_ref().map_or(COUNTED, |(count, ..)| *count);
            let mut answer = solve(after.as_ref(), most.max(2), budget);
            match answer.status {
                Status::Unique => {
                    added.push(clue);
                    return Found::Set(Repaired {
                        puzzle: after,
                        solution: answer.solutions.swap_remove(0),
                        smallest: added.len() == 1,
                        added,
                        fresh: true,
                    });
                }
                Status::Multiple if answer.solutions.len() < most => {
                    fewest = Some((answer.solutions.len(), clue, after));
                }
                Status::Multiple | Status::None => {}
                Status::Unknown => unknown = true,
            }
        }
        let Some((_, clue, after)) = fewest else {
            break;
        };
        added.push(clue);
        best = after;
    }
    match unknown {
        true => Found::Unknown,
        false => Found::Nothing,
    }
}

/// More solutions than these are many.
const COUNTED: usize = 12;

/// Leave out what can be left out.
fn shrunk(mut chosen: Vec<usize>, is_unique: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    for place in (0..chosen.len()).rev() {
        let clue = chosen.remove(place);
        if !is_unique(&chosen) {
            chosen.insert(place, clue);
        }
    }
    chosen
}

/// The clues that this other solution contradicts.
fn contradicting(puzzle: &dyn Puzzle, clues: &[Edit], other: &Board) -> Vec<usize> {
    let told = puzzle.stronger(other);
    let differs = |&clue: &usize| !told.contains(&clues[clue]);
    (0..clues.len()).filter(differs).collect()
}

/// The cells in which solutions differ.
fn ambiguous_cells(puzzle: &dyn Puzzle, some: &[Board], budget: Budget) -> Vec<Cell> {
    let atoms = puzzle.reasoner().atoms();
    let mut open = vec![true; atoms];
    match forced(puzzle, budget) {
        Forced::Facts(facts) => facts.iter().for_each(|fact| open[fact.var()] = false),
        // At least those that are known to differ.
        Forced::NoSolution | Forced::Unknown => {
            let facts = |board| puzzle.facts(board, Reading::Finished).unwrap_or_default();
            let all: Vec<_> = some.iter().map(facts).collect();
            let first = all.first().cloned().unwrap_or_default();
            open.fill(false);
            for fact in first {
                open[fact.var()] = all.iter().any(|facts| !facts.contains(&fact));
            }
        }
    }
    let questions = (0..atoms).filter(|&atom| open[atom]);
    let mut cells: Vec<Cell> = questions
        .flat_map(|atom| puzzle.fact_cells(sat::Lit::new(atom, true)))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
