//! Recorded games: what people entered on published puzzles, one entry after another.
//!
//! They tell how good the rules are. At each right entry: is it the conclusion of one step of some
//! rule, after the position has been closed under the easy rules? And if one entry of half a game
//! were wrong, would a hint say why?

use std::collections::BTreeMap;

use grid::Cell;
use logic::{Plan, level};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sat::Budget;

use super::explain::Limits;
use super::hint::{Hint, Wanted, hint, says};
use crate::Fact;
use crate::puzzle::Puzzle;

/// One entry of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entered {
    /// Where, as it was recorded.
    pub at: Cell,
    /// What it says. Empty if something was taken back, or if it says nothing.
    pub facts: Vec<Fact>,
    /// It says something, and all of that is true.
    pub is_right: bool,
}

/// The entries of a recorded game (`ab,11;cd,-;…`: column, row, value) on a puzzle with this
/// solution. What has another shape was not entered by the player and is left out.
pub fn recorded_game(puzzle: &dyn Puzzle, truth: &[Fact], moves: &str) -> Vec<Entered> {
    let mut is_true = vec![None; puzzle.reasoner().atoms()];
    for fact in truth {
        is_true[fact.var()] = Some(fact.is_yes());
    }
    (moves.split(';').filter_map(parse))
        .map(|(at, value)| {
            let facts = value.map_or(Vec::new(), |value| puzzle.recorded(at, value, truth));
            let holds = |fact: &Fact| is_true[fact.var()] == Some(fact.is_yes());
            Entered {
                at,
                is_right: !facts.is_empty() && facts.iter().all(holds),
                facts,
            }
        })
        .collect()
}

/// `bc,11` is column 1, row 2, value 11; `-` takes an entry back.
fn parse(entry: &str) -> Option<(Cell, Option<u16>)> {
    let mut parts = entry.split(',');
    let &[col, row] = parts.next()?.trim().as_bytes() else {
        return None;
    };
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some((letter - b'a') as usize),
        b'A'..=b'Z' => Some((letter - b'A') as usize + 26),
        _ => None,
    };
    let at = grid::cell(index(row)?, index(col)?);
    match parts.next()? {
        "-" => Some((at, None)),
        number => Some((at, Some(number.parse().ok()?))),
    }
}

/// What rules say about the entries of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// Entries that say something and are wrong.
    pub wrong: usize,
    /// Right entries that say something new.
    pub right: usize,
    /// Those of them that easy rules lead to.
    pub easy: usize,
    /// Those that one step of the rule at each place of the table justifies then.
    pub by_rule: Vec<usize>,
    /// The budget ran out before the end of the game.
    pub stopped: bool,
}

impl Replay {
    /// Right entries that easy rules lead to, or one step of any rule after them.
    pub fn justified(&self) -> usize {
        self.easy + self.by_rule.iter().sum::<usize>()
    }

    /// Add another game on a puzzle of the same family.
    pub fn add(&mut self, other: &Replay) {
        self.wrong += other.wrong;
        self.right += other.right;
        self.easy += other.easy;
        self.stopped |= other.stopped;
        self.by_rule
            .resize(other.by_rule.len().max(self.by_rule.len()), 0);
        for (sum, one) in self.by_rule.iter_mut().zip(&other.by_rule) {
            *sum += one;
        }
    }
}

/// Replay a game. What no rule justifies is reported with what was known then.
pub fn replay(
    puzzle: &dyn Puzzle,
    game: &[Entered],
    budget: Budget,
    unjustified: &mut dyn FnMut(Fact, &[Fact]),
) -> Replay {
    let reasoner = puzzle.reasoner();
    let table = reasoner.rules();
    let easy = Plan::rounds(&table, |about| about.level <= level::EASY && !about.trial);
    let all = Plan::without_trial(&table);
    let mut replay = Replay {
        by_rule: vec![0; table.len()],
        ..Replay::default()
    };
    // What each cell's present entry says, and all that easy rules make of them together. That is
    // continued as long as nothing is taken back.
    let mut entered: BTreeMap<Cell, &[Fact]> = BTreeMap::new();
    let mut closed: Option<Vec<Fact>> = None;
    for entry in game {
        if (budget.stop)() {
            replay.stopped = true;
            break;
        }
        let facts: &[Fact] = if entry.is_right { &entry.facts } else { &[] };
        replay.wrong += (!entry.is_right && !entry.facts.is_empty()) as usize;
        let mut known = reasoner.givens();
        for &fact in entered.values().copied().flatten() {
            if !known.contains(&fact) {
                known.push(fact);
            }
        }
        let before = match facts.is_empty() {
            true => entered.remove(&entry.at),
            false => entered.insert(entry.at, facts),
        };
        let is_kept = |fact: &Fact| facts.contains(fact);
        let taken_back = before.is_some_and(|before| !before.iter().all(is_kept));
        let new: Vec<Fact> = (facts.iter().copied())
            .filter(|fact| !known.contains(fact))
            .collect();
        if !new.is_empty() {
            replay.right += 1;
            let from = closed.take().unwrap_or(known);
            let now = reasoner.trace(&from, &easy, budget).known;
            match new.iter().find(|&&fact| !now.holds(fact)) {
                None => replay.easy += 1,
                Some(&first) => {
                    let steps = reasoner.steps(now.facts(), &all, budget);
                    match steps.iter().find(|step| step.therefore.contains(&first)) {
                        Some(step) => replay.by_rule[table.place(step.rule)] += 1,
                        None => unjustified(first, now.facts()),
                    }
                }
            }
            let open = new.into_iter().filter(|&fact| !now.holds(fact));
            let mut all: Vec<Fact> = now.facts().to_vec();
            all.extend(open);
            closed = Some(all);
        }
        if taken_back {
            closed = None;
        }
    }
    replay
}

/// What came of making one entry of a game wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Falsified {
    /// A hint says that something is wrong.
    pub is_noticed: bool,
    /// It also says why: a rule of the game that is plainly broken, or the entry, refuted by rules of
    /// deduction.
    pub is_explained: bool,
}

/// Play the first half of a game, make one of its right entries wrong, and ask for a hint. None if
/// no entry can be made wrong. The same seed chooses the same entry.
pub fn falsified(
    puzzle: &dyn Puzzle,
    truth: &[Fact],
    game: &[Entered],
    seed: u64,
    limits: Limits,
) -> Option<Falsified> {
    let right: Vec<&Entered> = game.iter().filter(|entry| entry.is_right).collect();
    let half = &right[..right.len().div_ceil(2)];
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<usize> = (0..half.len()).collect();
    order.shuffle(&mut rng);
    for chosen in order {
        let wrong = half[chosen];
        let spot: Vec<Cell> = (wrong.facts.iter())
            .flat_map(|&fact| puzzle.fact_cells(fact))
            .collect();
        let mut kept: Vec<Fact> = puzzle.reasoner().givens();
        for entry in half.iter().filter(|entry| entry.at != wrong.at) {
            kept.extend(
                entry
                    .facts
                    .iter()
                    .filter(|fact| !wrong.facts.contains(fact)),
            );
        }
        let lies = |fact: &Fact| {
            !kept.contains(&!*fact)
                && puzzle.fact_cells(*fact).iter().any(|at| spot.contains(at))
                && says(puzzle, *fact)
        };
        let mut lies: Vec<Fact> = truth.iter().map(|&fact| !fact).filter(lies).collect();
        lies.shuffle(&mut rng);
        let Some(&lie) = lies.first() else {
            continue;
        };
        kept.push(lie);
        let plan = Plan::with_trial(&puzzle.reasoner().rules());
        let wanted = Wanted {
            plan: &plan,
            smallest: false,
            near: &[],
        };
        let found = hint(puzzle, &puzzle.board(&kept), wanted, limits);
        let Hint::Contradiction(trouble) = found else {
            return Some(Falsified {
                is_noticed: false,
                is_explained: false,
            });
        };
        return Some(Falsified {
            is_noticed: true,
            is_explained: trouble.wrong == Some(lie),
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_a_column_a_row_and_a_value() {
        assert_eq!(parse("bc,11"), Some((grid::cell(2, 1), Some(11))));
        assert_eq!(parse("aB,-,,34"), Some((grid::cell(27, 0), None)));
        for other in ["Z2", "L0", "", "abc,1", "a1,2", "ab,x"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
