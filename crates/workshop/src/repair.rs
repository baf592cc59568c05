//! The fewest clues that make an ambiguous puzzle unique.
//!
//! To keep one solution, every other must be contradicted by some added clue. A clue told of the
//! kept solution contradicts another solution exactly if that one would be told something else at
//! the same place. So this is a hitting set.
//!
//! Which solution to keep is the setter's wish, or else it does not matter. If it does not, all
//! solutions are written down; when that comes to an end, the fewest clues over all of them are
//! found without any more questions (`alone`), and if none can be singled out that is proved too.
//! If there are too many, those are tried that seem to need few clues among the ones seen, and the
//! answer says that there may be a smaller one.
//!
//! For one solution the other ones are found as it is usual where the sets are too many to write
//! down: collect a few, find a smallest set of clues that contradicts them all, prove or find the
//! next other solution that it does not contradict. When the proof succeeds the set is the smallest
//! there is for this solution. If the search for a smallest set gets too long, the set grows
//! greedily and is shrunk in the end, and the answer says that it may not be the smallest.
//!
//! Where nothing more can be told that singles a solution out, new clues are tried (`anew`).

use std::sync::Arc;

use grid::{Cell, Size};
use puzzles::make::{Edit, carried, edited};
use puzzles::{Answer, Board, Forced, Puzzle, Reading, Status, forced, same_answer, solve};
use sat::Budget;

use crate::alone::Crowd;
use crate::anew::anew;
use crate::hit::{Hit, MANY, Sets, Things};

#[derive(Clone, Debug)]
pub struct Repaired {
    pub puzzle: Arc<dyn Puzzle>,
    pub solution: Board,
    pub added: Vec<Edit>,
    /// No smaller set does it: for the solution that was to be kept, or if there was none (or it
    /// could not be kept) for any.
    pub smallest: bool,
    /// Some clues are new ones, in the way of the solutions that there were.
    pub fresh: bool,
    /// The solution is the one that was to be kept, if there was one.
    pub kept: bool,
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
    /// It is proved that no clues make it unique.
    Impossible {
        ambiguous: Vec<Cell>,
    },
    /// There are several solutions, and no clues that do it were found; there may be some.
    NotFound {
        ambiguous: Vec<Cell>,
    },
    /// Not even the number of solutions was found out.
    Unknown,
}

/// Several solutions at a time: each is a set more to hit.
const AT_ONCE: usize = 8;

/// So many solutions are written down: fewer of large boards, whose solutions cost more.
fn many(size: Size) -> usize {
    (60_000 / size.len()).clamp(50, 3000)
}

/// Nodes of the search for the fewest clues over all solutions.
const NODES: u64 = 2_000_000;

/// If there are too many solutions, so many are tried as the one to keep, of so many that are asked
/// whether they can be; and so much is spent on the smallest sets for them.
const TARGETS: usize = 12;
const CANDIDATES: usize = 100;
const SOME: Effort = Effort {
    questions: 300,
    nodes: 5000,
};

/// What may be spent on a set that is the smallest for one solution.
struct Effort {
    questions: u64,
    /// For the search after each question.
    nodes: u64,
}

/// Repair a puzzle. `keep` is the solution to keep, and a right one. The budget is for each proof.
pub fn repair(puzzle: &Arc<dyn Puzzle>, keep: Option<&Board>, budget: Budget) -> Repair {
    let mut answer = solve(puzzle.as_ref(), AT_ONCE, budget);
    match answer.status {
        Status::Unique => return Repair::Unique(answer.solutions.swap_remove(0)),
        Status::None => return Repair::NoSolution,
        Status::Unknown => return Repair::Unknown,
        Status::Multiple => {}
    }
    let mut found = match keep {
        Some(board) => {
            let mut effort = Effort {
                questions: u64::MAX,
                nodes: MANY,
            };
            let others = &answer.solutions;
            towards(puzzle, board, others, usize::MAX, &mut effort, budget)
        }
        None => Found::Nothing,
    };
    let ambiguous = ambiguous_cells(puzzle.as_ref(), &answer.solutions, budget);
    if let Found::Nothing = found {
        if answer.more {
            let all = solve(puzzle.as_ref(), many(puzzle.size()), budget);
            if all.solutions.len() > answer.solutions.len() {
                answer = all;
            }
        }
        found = told(puzzle, &answer, budget);
        if !matches!(found, Found::Set(_)) {
            // Without a proof that nothing can be told, no number of new clues is the smallest.
            let proved = matches!(found, Found::Nothing);
            found = anew(puzzle, &ambiguous, proved, budget);
        }
        if let Found::Set(repaired) = &mut found {
            repaired.kept = keep.is_none();
        }
    }
    match found {
        Found::Set(repaired) => Repair::Done {
            repaired,
            ambiguous,
        },
        Found::Unknown => Repair::NotFound { ambiguous },
        Found::Nothing => Repair::Impossible { ambiguous },
    }
}

pub(crate) enum Found {
    Set(Repaired),
    /// There is no set, or none that is small enough.
    Nothing,
    /// No set was found, and there may be one.
    Unknown,
}

/// The fewest clues that tell enough of any solution.
fn told(puzzle: &Arc<dyn Puzzle>, answer: &Answer, budget: Budget) -> Found {
    let crowd = Crowd::new(puzzle.as_ref(), &answer.solutions);
    if crowd.is_mute() {
        return Found::Nothing;
    }
    if answer.more {
        return among_many(puzzle, &crowd, &answer.solutions, budget);
    }
    let Some(alone) = crowd.fewest(NODES) else {
        return Found::Nothing;
    };
    let Ok(after) = edited(puzzle.as_ref(), &alone.clues) else {
        return Found::Unknown;
    };
    // It follows from the solutions written down, if clues only tell; nothing is called unique
    // without a proof.
    match solve(after.as_ref(), 2, budget).status {
        Status::Unique => Found::Set(Repaired {
            solution: carried(
                puzzle.as_ref(),
                after.as_ref(),
                &answer.solutions[alone.solution],
            ),
            puzzle: after,
            added: alone.clues,
            smallest: alone.smallest,
            fresh: false,
            kept: true,
        }),
        _ => Found::Unknown,
    }
}

/// Few clues for one of the solutions seen, where there are others.
fn among_many(
    puzzle: &Arc<dyn Puzzle>,
    crowd: &Crowd,
    solutions: &[Board],
    budget: Budget,
) -> Found {
    let mut best: Option<Repaired> = None;
    let mut effort = SOME;
    let can_be_kept = |one: &usize| {
        let all = puzzle.stronger(&solutions[*one]);
        edited(puzzle.as_ref(), &all)
            .is_ok_and(|after| solve(after.as_ref(), 2, budget).status == Status::Unique)
    };
    let candidates = crowd.promising().into_iter().take(CANDIDATES);
    for one in candidates.filter(can_be_kept).take(TARGETS) {
        let most = best.as_ref().map_or(usize::MAX, |b| b.added.len() - 1);
        if most == 0 || best.is_some() && effort.questions == 0 {
            break;
        }
        let near: Vec<Board> = (crowd.nearest(one).into_iter())
            .map(|other| solutions[other].clone())
            .collect();
        let target = &solutions[one];
        let found = towards(puzzle, target, &near, most, &mut effort, budget);
        if let Found::Set(repaired) = found {
            best = Some(repaired);
        }
    }
    match best {
        None => Found::Unknown,
        Some(repaired) => Found::Set(Repaired {
            // Others may need fewer, but none needs less than one.
            smallest: repaired.added.len() == 1,
            ..repaired
        }),
    }
}

/// The smallest set of at most `most` clues that keeps only this solution; when the questions are
/// used up, a small one.
fn towards(
    puzzle: &Arc<dyn Puzzle>,
    target: &Board,
    others: &[Board],
    most: usize,
    effort: &mut Effort,
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
        smallest &= effort.questions > 0;
        let chosen = match smallest {
            true => match sets.smallest(most, &mut effort.nodes.clone()) {
                Hit::Chosen(chosen) => chosen,
                Hit::TooFew => return Found::Nothing,
                Hit::TooHard => {
                    smallest = false;
                    sets.greedy()
                }
            },
            false => sets.greedy(),
        };
        let Some((after, _)) = with(&chosen) else {
            return Found::Unknown;
        };
        effort.questions = effort.questions.saturating_sub(1);
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
                        kept: true,
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
fn contradicting(puzzle: &dyn Puzzle, clues: &[Edit], other: &Board) -> Things {
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
