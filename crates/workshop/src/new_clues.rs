//! New clues, for puzzles that no revealed clue can make unique.
//!
//! In some families a clue may be put where there was none, and then gets in the solution's way:
//! the puzzle becomes a different one, with other solutions, so only trying helps. Each new clue is
//! tried at each place, places where solutions differ first. If one leaves few solutions, clues
//! that reveal one of these are added; otherwise more new clues are put in, beginning with those
//! that leave the fewest solutions.
//!
//! A clue that leaves no solution may still be good together with another (one island too many may
//! be just what another island needs), so nothing is passed over, and only when all sets of new
//! clues have been tried is it called impossible.

use std::collections::BTreeSet;
use std::sync::Arc;

use grid::Cell;
use logic::order::sort_by_number;
use puzzles::make::{Edit, carried, edited};
use puzzles::{Answer, Board, Puzzle, Status, solve};
use sat::Budget;

use crate::repair::{Found, Repaired};
use crate::single_out::Solutions;

/// Solutions are counted up to this number; more are simply many.
const COUNTED: usize = 16;

/// Questions for one new clue, for two, and so on: when all places with all numbers have been
/// tried, the rest is luck.
const QUESTIONS: [u64; 4] = [20_000, 2000, 1000, 1000];

/// Nodes of the search for what to reveal after a new clue.
const NODES: u64 = 10_000;

/// A puzzle with some new clues.
struct Draft {
    puzzle: Arc<dyn Puzzle>,
    added: Vec<Edit>,
    /// How many solutions it has, as far as it is worth counting; drafts without any come last.
    solutions: usize,
}

/// New clues that leave one solution, different from those before. `proved`: it is proved that no
/// revealed clues make it unique without new ones.
pub(crate) fn anew(
    puzzle: &Arc<dyn Puzzle>,
    ambiguous: &[Cell],
    proved: bool,
    budget: Budget,
) -> Found {
    let mut best: Option<Repaired> = None;
    let mut drafts = vec![Draft {
        puzzle: puzzle.clone(),
        added: Vec::new(),
        solutions: COUNTED,
    }];
    // On large boards there are thousands of them, and each is asked for often.
    let ambiguous: BTreeSet<Cell> = ambiguous.iter().copied().collect();
    // Whether everything has been tried so far.
    let mut complete = proved;
    for (before, questions) in QUESTIONS.into_iter().enumerate() {
        let mut level = Level {
            questions,
            complete: true,
            seen: BTreeSet::new(),
            next: Vec::new(),
        };
        for draft in &drafts {
            level.go(draft, &ambiguous, &mut best, budget);
            // This level takes at least one clue more.
            if (best.as_ref()).is_some_and(|best| best.added.len() == before + 1) {
                break;
            }
        }
        if (budget.stop)() {
            return Found::Unknown;
        }
        if let Some(repaired) = &mut best
            && repaired.added.len() <= before + 2
        {
            // Further levels take more clues. So if nothing was left out on this level or before
            // it, all smaller sets have failed.
            let as_few = repaired.added.len() == before + 1;
            repaired.smallest = repaired.added.len() == 1 || complete && (level.complete || as_few);
            break;
        }
        complete &= level.complete;
        drafts = level.next;
        sort_by_number(&mut drafts, |draft| draft.solutions);
    }
    match best {
        Some(repaired) => Found::Set(repaired),
        None if complete && drafts.is_empty() => Found::Nothing,
        None => Found::Unknown,
    }
}

/// All drafts with the same number of new clues.
struct Level {
    questions: u64,
    complete: bool,
    seen: BTreeSet<Vec<Edit>>,
    next: Vec<Draft>,
}

impl Level {
    /// Try one more new clue after those of a draft.
    fn go(
        &mut self,
        draft: &Draft,
        ambiguous: &BTreeSet<Cell>,
        best: &mut Option<Repaired>,
        budget: Budget,
    ) {
        if (budget.stop)() {
            self.complete = false;
            return;
        }
        for clue in clues_to_try(draft.puzzle.as_ref(), ambiguous) {
            let added: Vec<Edit> = [&draft.added[..], std::slice::from_ref(&clue)].concat();
            let mut set = added.clone();
            set.sort_unstable();
            if !self.seen.insert(set) {
                continue;
            }
            if self.questions == 0 || (budget.stop)() {
                self.complete = false;
                return;
            }
            self.questions -= 1;
            let Ok(puzzle) = edited(draft.puzzle.as_ref(), &[clue]) else {
                continue;
            };
            let mut answer = solve(puzzle.as_ref(), COUNTED, budget);
            let mut draft = Draft {
                puzzle,
                added,
                solutions: answer.solutions.len(),
            };
            match answer.status {
                Status::Unique => {
                    let solution = answer.solutions.swap_remove(0);
                    *best = Some(repaired(draft.puzzle, draft.added, solution));
                    return;
                }
                Status::Unknown => {
                    self.complete = false;
                    continue;
                }
                Status::None => draft.solutions = usize::MAX,
                Status::Multiple => self.reveal(&draft, &answer, best, budget),
            }
            self.next.push(draft);
        }
    }

    /// See whether the new clues of a draft and few others that reveal something are enough.
    fn reveal(
        &mut self,
        draft: &Draft,
        answer: &Answer,
        best: &mut Option<Repaired>,
        budget: Budget,
    ) {
        let puzzle = draft.puzzle.as_ref();
        if answer.more {
            // With this many solutions, what could be revealed is not looked at.
            self.complete &= puzzle.reveals(&answer.solutions[0]).is_empty();
            return;
        }
        let alone = Solutions::new(puzzle, &answer.solutions, budget.stop).fewest(NODES);
        self.complete &= alone.as_ref().is_none_or(|alone| alone.smallest);
        let most = best
            .as_ref()
            .map_or(usize::MAX, |best| best.added.len() - 1);
        if let Some(alone) = alone
            && draft.added.len() + alone.clues.len() <= most
            && let Ok(told) = edited(puzzle, &alone.clues)
            && solve(told.as_ref(), 2, budget).status == Status::Unique
        {
            let solution = carried(puzzle, told.as_ref(), &answer.solutions[alone.solution]);
            let added = [&draft.added[..], &alone.clues].concat();
            *best = Some(repaired(told, added, solution));
        }
    }
}

/// All new clues, those at places where solutions differ first.
fn clues_to_try(puzzle: &dyn Puzzle, ambiguous: &BTreeSet<Cell>) -> Vec<Edit> {
    let all = puzzle.insertions().into_iter();
    let (mut clues, others): (Vec<Edit>, Vec<Edit>) =
        all.partition(|clue| ambiguous.contains(&clue.place.cell()));
    clues.extend(others);
    clues
}

/// A puzzle that new clues repair; whether with as few as possible is found out later.
fn repaired(puzzle: Arc<dyn Puzzle>, added: Vec<Edit>, solution: Board) -> Repaired {
    Repaired {
        puzzle,
        solution,
        added,
        smallest: false,
        fresh: true,
        kept: false,
    }
}

#[cfg(test)]
mod tests {
    use puzzles::FAMILIES;

    use super::*;

    /// A sample into which more than one clue can be put.
    fn board() -> Arc<dyn Puzzle> {
        let samples = FAMILIES.iter().flat_map(|family| family.samples());
        let mut puzzles = samples.map(|sample| sample.expect("a puzzle").puzzle);
        let has_room = |puzzle: &Arc<dyn Puzzle>| {
            let cells = puzzle
                .insertions()
                .into_iter()
                .map(|clue| clue.place.cell());
            cells.collect::<BTreeSet<Cell>>().len() > 1
        };
        puzzles.find(has_room).expect("room for clues")
    }

    #[test]
    fn places_where_solutions_differ_come_first_and_nothing_else_moves() {
        let puzzle = board();
        let all = puzzle.insertions();
        let cells: BTreeSet<Cell> = all.iter().map(|clue| clue.place.cell()).collect();
        let last = *cells.last().expect("room for a clue");
        let (first, rest): (Vec<Edit>, Vec<Edit>) =
            (all.iter().cloned()).partition(|clue| clue.place.cell() == last);
        assert!(!first.is_empty() && !rest.is_empty());
        let ordered = clues_to_try(puzzle.as_ref(), &BTreeSet::from([last]));
        assert_eq!(ordered, [first, rest].concat());
        assert_eq!(clues_to_try(puzzle.as_ref(), &BTreeSet::new()), all);
    }

    #[test]
    fn once_the_time_is_over_no_clue_is_looked_at() {
        let mut level = Level {
            questions: 5,
            complete: true,
            seen: BTreeSet::new(),
            next: Vec::new(),
        };
        let draft = Draft {
            puzzle: board(),
            added: Vec::new(),
            solutions: COUNTED,
        };
        let over = Budget {
            stop: &|| true,
            ..Budget::UNLIMITED
        };
        let mut best = None;
        level.go(&draft, &BTreeSet::new(), &mut best, over);
        assert!(!level.complete && level.seen.is_empty() && best.is_none());
        level.go(&draft, &BTreeSet::new(), &mut best, Budget::UNLIMITED);
        assert!(!level.seen.is_empty());
    }
}
