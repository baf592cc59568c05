//! The fewest clues that make an ambiguous puzzle unique.
//!
//! To keep one solution, every other must be contradicted by some added clue. A clue that reveals
//! the kept solution contradicts another solution exactly if that one would have a different clue
//! at the same place. So this is a hitting set.
//!
//! Which solution to keep is up to the setter, or does not matter. If it does not, all solutions
//! are listed; when that comes to an end, the fewest clues over all of them are found without any
//! more questions (`alone`), and if none can be singled out that is proved too. If there are too
//! many, those are tried that seem to need few clues among the ones seen, and the answer says that
//! there may be a smaller one.
//!
//! For one solution the others are found as is usual when there are too many sets to list: collect
//! a few, find a smallest set of clues that contradicts them all, then find another solution that
//! it does not contradict, or prove that there is none. When the proof succeeds the set is the
//! smallest there is for this solution. If the search for a smallest set gets too long, the set
//! grows greedily and is shrunk in the end, and the answer says that it may not be the smallest.
//!
//! Where no revealed clues single a solution out, new clues are tried (`anew`).

use std::collections::BTreeSet;
use std::sync::Arc;

use grid::{Cell, Size};
use puzzles::make::{Edit, carried, edited};
use puzzles::{Answer, Board, Forced, Puzzle, Reading, Status, forced, same_answer, solve};
use sat::Budget;

use crate::hitting_set::{BitSet, Hit, HittingSet, MOST_NODES};
use crate::new_clues::anew;
use crate::single_out::Solutions;

/// A puzzle that was made unique.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The puzzle with the added clues.
    pub puzzle: Arc<dyn Puzzle>,
    /// Its one solution.
    pub solution: Board,
    /// The clues that were added.
    pub added: Vec<Edit>,
    /// No smaller set is enough: for the solution that was to be kept or, if there was none (or it
    /// could not be kept), for any.
    pub smallest: bool,
    /// Some clues are new ones, which rule out the solutions that there were.
    pub fresh: bool,
    /// The solution is the one that was to be kept, if there was one.
    pub kept: bool,
}

/// What became of a puzzle that was to be repaired.
#[derive(Clone, Debug)]
pub enum Repair {
    /// There is nothing to repair.
    Unique(Board),
    /// There is no solution, so no clue can help.
    NoSolution,
    /// It was ambiguous and is unique now.
    Done {
        /// The puzzle that is unique now.
        repaired: Repaired,
        /// The cells in which solutions differed.
        ambiguous: Vec<Cell>,
    },
    /// It is proved that no clues make it unique.
    Impossible {
        /// The cells in which solutions differ.
        ambiguous: Vec<Cell>,
    },
    /// There are several solutions, and no clues that make it unique were found; there may be some.
    NotFound {
        /// The cells in which solutions differ.
        ambiguous: Vec<Cell>,
    },
    /// Not even whether there are several solutions was found out.
    Unknown,
}

/// Solutions are looked for several at a time: each is one more set to hit.
const AT_ONCE: usize = 8;

/// How many solutions are listed: fewer for large boards, whose solutions cost more.
fn many(size: Size) -> usize {
    (60_000 / size.len()).clamp(50, 3000)
}

/// Nodes of the search for the fewest clues over all solutions.
const NODES: u64 = 2_000_000;

/// If there are too many solutions: how many are tried as the one to keep, how many are asked
/// whether they can be, and how much is spent on the smallest sets for them.
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

/// Repair a puzzle. `keep` is the solution to keep, which must be right. The budget is for each
/// proof.
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
                nodes: MOST_NODES,
            };
            let others = &answer.solutions;
            let target = Target::new(puzzle.as_ref(), board, budget);
            target.reach(others, usize::MAX, &mut effort)
        }
        None => Found::Nothing,
    };
    let ambiguous = ambiguous_cells(puzzle.as_ref(), &answer.solutions, budget);
    if (budget.stop)() && !matches!(found, Found::Set(_)) {
        return Repair::NotFound { ambiguous };
    }
    if let Found::Nothing = found {
        if answer.more {
            let all = solve(puzzle.as_ref(), many(puzzle.size()), budget);
            if all.solutions.len() > answer.solutions.len() {
                answer = all;
            }
        }
        found = told(puzzle, &answer, budget);
        if !matches!(found, Found::Set(_)) {
            // Without a proof that no revealed clues are enough, no number of new clues is known to
            // be smallest.
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

/// The fewest clues that reveal enough of any solution.
fn told(puzzle: &Arc<dyn Puzzle>, answer: &Answer, budget: Budget) -> Found {
    let crowd = Solutions::new(puzzle.as_ref(), &answer.solutions, budget.stop);
    if (budget.stop)() {
        return Found::Unknown;
    }
    if crowd.is_mute() {
        return Found::Nothing;
    }
    if answer.more {
        return among_many(puzzle, &crowd, &answer.solutions, budget);
    }
    let Some(alone) = crowd.fewest(NODES) else {
        // Where it was stopped, nothing is proved.
        return match (budget.stop)() {
            true => Found::Unknown,
            false => Found::Nothing,
        };
    };
    let Ok(after) = edited(puzzle.as_ref(), &alone.clues) else {
        return Found::Unknown;
    };
    // It follows from the listed solutions, if clues only reveal; but nothing is called unique
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

/// Few clues for one of the solutions seen, when there are more.
fn among_many(
    puzzle: &Arc<dyn Puzzle>,
    crowd: &Solutions,
    solutions: &[Board],
    budget: Budget,
) -> Found {
    let mut best: Option<Repaired> = None;
    let mut effort = SOME;
    let can_be_kept = |one: &usize| {
        let all = puzzle.reveals(&solutions[*one]);
        edited(puzzle.as_ref(), &all)
            .is_ok_and(|after| solve(after.as_ref(), 2, budget).status == Status::Unique)
    };
    let candidates = crowd.promising().into_iter().take(CANDIDATES);
    for one in candidates.filter(can_be_kept).take(TARGETS) {
        let most = best.as_ref().map_or(usize::MAX, |b| b.added.len() - 1);
        if most == 0 || best.is_some() && effort.questions == 0 || (budget.stop)() {
            break;
        }
        let near: Vec<Board> = (crowd.nearest(one).into_iter())
            .map(|other| solutions[other].clone())
            .collect();
        let target = Target::new(puzzle.as_ref(), &solutions[one], budget);
        if let Found::Set(repaired) = target.reach(&near, most, &mut effort) {
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

/// A solution that is to be the only one, and the clues that could make it so.
struct Target<'a> {
    puzzle: &'a dyn Puzzle,
    solution: &'a Board,
    clues: Vec<Edit>,
    /// For each other solution that was met, the clues that it contradicts: one of them is needed.
    needed: HittingSet,
    budget: Budget<'a>,
}

impl<'a> Target<'a> {
    fn new(puzzle: &'a dyn Puzzle, solution: &'a Board, budget: Budget<'a>) -> Target<'a> {
        Target {
            puzzle,
            solution,
            clues: puzzle.reveals(solution),
            needed: HittingSet::default(),
            budget,
        }
    }

    /// The smallest set of at most `most` clues that keeps only this solution; a small one if the
    /// questions are used up. `others` are solutions that it must exclude.
    fn reach(mut self, others: &[Board], most: usize, effort: &mut Effort) -> Found {
        if !others.iter().all(|other| self.exclude(other)) {
            return Found::Nothing;
        }
        let mut smallest = true;
        loop {
            if (self.budget.stop)() {
                return Found::Unknown;
            }
            smallest &= effort.questions > 0;
            let chosen = match smallest {
                true => {
                    match (self.needed).smallest(most, &mut effort.nodes.clone(), self.budget.stop)
                    {
                        Hit::Chosen(chosen) => chosen,
                        Hit::TooFew => return Found::Nothing,
                        Hit::TooHard => {
                            smallest = false;
                            self.needed.greedy()
                        }
                    }
                }
                false => self.needed.greedy(),
            };
            let Some((after, _)) = self.with(&chosen) else {
                return Found::Unknown;
            };
            effort.questions = effort.questions.saturating_sub(1);
            let answer = solve(after.as_ref(), AT_ONCE, self.budget);
            match answer.status {
                Status::Unique => return self.reached(chosen, smallest, most),
                Status::Multiple => {
                    let mut others = answer.solutions.iter();
                    if !others
                        .all(|other| self.exclude(&carried(after.as_ref(), self.puzzle, other)))
                    {
                        return Found::Nothing;
                    }
                }
                Status::None | Status::Unknown => return Found::Unknown,
            }
        }
    }

    /// From now on a clue is chosen that excludes this solution, if it is another one. False if
    /// there is none.
    fn exclude(&mut self, other: &Board) -> bool {
        if same_answer(self.puzzle, other, self.solution) {
            return true;
        }
        let told: BTreeSet<Edit> = self.puzzle.reveals(other).into_iter().collect();
        let differs = |&clue: &usize| !told.contains(&self.clues[clue]);
        let contradicted: BitSet = (0..self.clues.len()).filter(differs).collect();
        self.needed.add(contradicted)
    }

    fn with(&self, chosen: &[usize]) -> Option<(Arc<dyn Puzzle>, Vec<Edit>)> {
        let edits: Vec<Edit> = chosen.iter().map(|&i| self.clues[i].clone()).collect();
        let after = edited(self.puzzle, &edits).ok()?;
        Some((after, edits))
    }

    fn is_unique(&self, chosen: &[usize]) -> bool {
        self.with(chosen).is_some_and(|(after, _)| {
            solve(after.as_ref(), 2, self.budget).status == Status::Unique
        })
    }

    /// These clues are enough; if they are not the smallest, some may be left out.
    fn reached(&self, chosen: Vec<usize>, smallest: bool, most: usize) -> Found {
        let chosen = match smallest {
            true => chosen,
            false => shrunk(chosen, |fewer| self.is_unique(fewer)),
        };
        match self.with(&chosen) {
            Some((after, added)) if added.len() <= most => Found::Set(Repaired {
                solution: carried(self.puzzle, after.as_ref(), self.solution),
                puzzle: after,
                added,
                smallest,
                fresh: false,
                kept: true,
            }),
            _ => Found::Nothing,
        }
    }
}

/// Leave out whatever can be left out.
fn shrunk(mut chosen: Vec<usize>, is_unique: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    for place in (0..chosen.len()).rev() {
        let clue = chosen.remove(place);
        if !is_unique(&chosen) {
            chosen.insert(place, clue);
        }
    }
    chosen
}

/// The cells in which solutions differ.
fn ambiguous_cells(puzzle: &dyn Puzzle, some: &[Board], budget: Budget) -> Vec<Cell> {
    let atoms = puzzle.reasoner().atoms();
    let mut open = vec![true; atoms];
    match forced(puzzle, budget) {
        Forced::Facts(facts) => facts.iter().for_each(|fact| open[fact.var()] = false),
        // At least the cells that are known to differ.
        Forced::NoSolution | Forced::Unknown => {
            let facts = |board| puzzle.facts(board, Reading::Finished).unwrap_or_default();
            let mut first: Vec<Option<bool>> = vec![None; atoms];
            open.fill(false);
            for fact in some.iter().flat_map(facts) {
                let answer = *first[fact.var()].get_or_insert(fact.is_yes());
                open[fact.var()] |= answer != fact.is_yes();
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
