//! The next step on a player's board.
//!
//! First the board itself: an entry that contradicts what can be proved is reported first. Then the
//! step of the lowest level, and among those of one level the one that opens up most, near to where the
//! player is at work if there is one. Some families
//! have conclusions that a player cannot enter ("no 4 here" asserts nothing as a pencil mark): such
//! steps come along as the beginning of the hint, which ends with something to write down.

use std::collections::BTreeSet;

use grid::Cell;
use logic::{Ground, Known, Plan, Step, TraceEnd, smallest};
use sat::Budget;

use super::diagnose::{Contradiction, Diagnosis, sound};
use super::explain::{EASY_TO_FOLLOW, Limits};
use super::order::{distance, middle};
use crate::Fact;
use crate::board::{Board, Reading};
use crate::kit::lists::distinct;
use crate::puzzle::Puzzle;

/// What to tell a player who asks for help.
#[derive(Clone, Debug)]
pub enum Hint {
    /// The last step has something to write down; those before it lead there.
    Steps(Vec<Step>),
    /// The board is wrong.
    Contradiction(Contradiction),
    /// Everything is written in.
    Finished,
    /// Nothing more is decided: the puzzle has several solutions.
    Ambiguous,
    /// The rules that are allowed find nothing more.
    Stuck,
    /// The budget ran out.
    Unknown,
}

/// How a hint is looked for.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Which rules are used. Without trial and smallest reason there may be no hint, and the answer is
    /// [`Hint::Stuck`].
    pub plan: &'a Plan,
    /// Smallest reasons are allowed.
    pub smallest: bool,
    /// Where the player is at work: of equally easy steps those nearby are preferred.
    pub near: &'a [Cell],
}

/// The next thing to do.
pub fn hint(puzzle: &dyn Puzzle, board: &Board, wanted: Wanted, limits: Limits) -> Hint {
    let Wanted {
        plan,
        smallest: with_smallest,
        near,
    } = wanted;
    let (facts, solution) = match sound(puzzle, board, limits.all) {
        Diagnosis::Yes { facts, solution } => (facts, solution),
        Diagnosis::No(trouble) => return Hint::Contradiction(trouble),
        Diagnosis::Unknown => return Hint::Unknown,
    };
    let reasoner = puzzle.reasoner();
    if is_finished(puzzle, board, &facts, &solution, limits.all) {
        return Hint::Finished;
    }
    let named = Plan {
        trial: false,
        ..plan.clone().with_reasons()
    };
    let mut known = reasoner.givens();
    let given = distinct(known.iter().copied());
    known.extend(
        facts
            .into_iter()
            .filter(|f| given.binary_search(f).is_err()),
    );
    if let Some(steps) = by_rules(puzzle, &known, &named, near, limits.all) {
        return Hint::Steps(steps);
    }
    // The rest is for when the named rules are stuck.
    let stuck = reasoner.trace(&known, &named, limits.all);
    let mut found = None;
    if plan.trial {
        found = match by_trial(puzzle, &stuck.known, plan, limits.all) {
            Ok(step) => step,
            Err(none) => return none.into(),
        };
    }
    if with_smallest
        && found
            .as_ref()
            .is_none_or(|step| length(step) > EASY_TO_FOLLOW)
    {
        found = match by_smallest_reason(puzzle, &stuck.known, found, limits) {
            Ok(step) => step,
            Err(none) => return none.into(),
        };
    }
    match found {
        Some(step) => {
            let mut steps = leading(puzzle, &stuck.steps, &step);
            steps.push(step);
            Hint::Steps(steps)
        }
        None if (limits.all.stop)() => Hint::Unknown,
        None => Hint::Stuck,
    }
}

/// There is no step to tell, and why.
enum NoStep {
    Unknown,
    Ambiguous,
}

impl From<NoStep> for Hint {
    fn from(none: NoStep) -> Hint {
        match none {
            NoStep::Unknown => Hint::Unknown,
            NoStep::Ambiguous => Hint::Ambiguous,
        }
    }
}

/// The trial that opens most. An error, if the budget ran out before there was one.
fn by_trial(
    puzzle: &dyn Puzzle,
    known: &Known,
    plan: &Plan,
    budget: Budget,
) -> Result<Option<Step>, NoStep> {
    let plan = plan.clone().with_reasons();
    let trace = puzzle.reasoner().trace(known.facts(), &plan, budget);
    let first = trace.steps.into_iter().find(|step| step.chain.is_some());
    if trace.end == TraceEnd::Stopped && first.is_none() && (budget.stop)() {
        return Err(NoStep::Unknown);
    }
    Ok(first)
}

/// A smallest reason, if it is easier to follow than the trial that was found, or none was. An
/// error, if there is neither.
fn by_smallest_reason(
    puzzle: &dyn Puzzle,
    known: &Known,
    trial: Option<Step>,
    limits: Limits,
) -> Result<Option<Step>, NoStep> {
    let (enough, stop) = (limits.reason)();
    let both = || stop() || (limits.all.stop)();
    let budget = Budget {
        stop: &both,
        ..limits.all
    };
    match (smallest(&puzzle.encode(), known, &*enough, budget), trial) {
        (Some(best), None) => Ok(Some(best.step())),
        (Some(best), Some(_)) if best.because.len() <= EASY_TO_FOLLOW => Ok(Some(best.step())),
        (_, Some(trial)) => Ok(Some(trial)),
        (None, None) if both() => Err(NoStep::Unknown),
        (None, None) => Err(NoStep::Ambiguous),
    }
}

/// Is the board complete, or does it say at least all of the solution that a player can write down?
/// If the time runs out before that is known, it is not called finished.
pub(super) fn is_finished(
    puzzle: &dyn Puzzle,
    board: &Board,
    facts: &[Fact],
    solution: &[Fact],
    budget: Budget,
) -> bool {
    let facts = distinct(facts.iter().copied());
    let said = |fact: &Fact| {
        facts.binary_search(fact).is_ok() || !((budget.stop)() || says(puzzle, *fact))
    };
    puzzle.check(board).is_empty() || solution.iter().all(said)
}

/// How much a step asks a person to look at.
fn length(step: &Step) -> usize {
    match &step.chain {
        Some(chain) => chain.steps.len() + 1,
        None => step.because.len(),
    }
}

/// Is this something that a player can write down? It takes a look at a whole board, so it is not asked
/// about thousands of facts in a row.
pub(super) fn says(puzzle: &dyn Puzzle, fact: Fact) -> bool {
    said_alone(puzzle, fact).contains(&fact)
}

/// What a board says on which only this is written.
pub(super) fn said_alone(puzzle: &dyn Puzzle, fact: Fact) -> Vec<Fact> {
    let board = puzzle.board(&[fact]);
    puzzle.facts(&board, Reading::Partial).unwrap_or_default()
}

/// The best step by named rules, with the silent ones that lead to it.
fn by_rules(
    puzzle: &dyn Puzzle,
    known: &[Fact],
    plan: &Plan,
    near: &[Cell],
    budget: Budget,
) -> Option<Vec<Step>> {
    let reasoner = puzzle.reasoner();
    let table = reasoner.rules();
    let mut known = known.to_vec();
    let mut silent: Vec<Step> = Vec::new();
    loop {
        if (budget.stop)() {
            return None;
        }
        let mut levels: Vec<u8> = plan.rules.iter().map(|&r| table[r].level).collect();
        levels.sort_unstable();
        levels.dedup();
        let at = |level: u8| Plan {
            rules: (plan.rules.iter().copied())
                .filter(|&r| table[r].level == level)
                .collect(),
            ..plan.clone()
        };
        let steps = (levels.iter())
            .map(|&level| reasoner.steps(&known, &at(level), budget))
            .find(|steps| !steps.is_empty())?;
        let loud = candidates(puzzle, &steps, near, budget);
        if let Some(best) = best(puzzle, &known, &loud, plan, budget) {
            let mut hint = leading(puzzle, &silent, best);
            hint.push(best.clone());
            return Some(hint);
        }
        let before = known.len();
        let mut has: BTreeSet<Fact> = known.iter().copied().collect();
        for step in steps {
            let facts: Vec<Fact> = (step.therefore.iter())
                .flat_map(|&f| [f].into_iter().chain(reasoner.implied(f)))
                .filter(|f| !has.contains(f))
                .collect();
            has.extend(facts.iter().copied());
            if !facts.is_empty() {
                known.extend(facts);
                silent.push(step);
            }
        }
        if known.len() == before {
            return None;
        }
    }
}

/// How far away is still nearby, as a share of half the perimeter.
const NEARBY: f64 = 0.2;

/// The steps that end with something to write down, as many as are compared: those that are near to
/// where the player is at work; if there is none, any of them.
fn candidates<'s>(
    puzzle: &dyn Puzzle,
    steps: &'s [Step],
    near: &[Cell],
    budget: Budget,
) -> Vec<&'s Step> {
    let size = puzzle.size();
    let reach = NEARBY * (size.rows() + size.cols()) as f64;
    let place = |at: &Cell| (at.row as f64, at.col as f64);
    let is_near = |step: &Step| {
        let here = middle(puzzle, step);
        (near.iter()).any(|at| distance(here, place(at)) <= reach)
    };
    let is_loud = |step: &&Step| {
        let mut facts = step.therefore.iter();
        facts.any(|&fact| !(budget.stop)() && says(puzzle, fact))
    };
    // A large board has thousands of steps, so no more of them are asked than are wanted.
    let close = steps.iter().filter(|step| is_near(step));
    let found: Vec<&Step> = close.filter(is_loud).take(CANDIDATES).collect();
    match found.is_empty() {
        true => steps.iter().filter(is_loud).take(CANDIDATES).collect(),
        false => found,
    }
}

/// Looking further than this many candidates costs more than it tells.
const CANDIDATES: usize = 24;

/// The step that opens up most: after which most other steps of its level or below are possible.
fn best<'s>(
    puzzle: &dyn Puzzle,
    known: &[Fact],
    steps: &[&'s Step],
    plan: &Plan,
    budget: Budget,
) -> Option<&'s Step> {
    let reasoner = puzzle.reasoner();
    let table = reasoner.rules();
    let opens = |step: &Step| {
        let level = table[step.rule].level;
        let easy = Plan {
            rules: (plan.rules.iter().copied())
                .filter(|&r| table[r].level <= level)
                .collect(),
            reasons: false,
            ..plan.clone()
        };
        let mut after = known.to_vec();
        after.extend(step.therefore.iter().filter(|f| !known.contains(f)));
        let mut new: Vec<Fact> = (reasoner.steps(&after, &easy, budget).iter())
            .flat_map(|s| s.therefore.clone())
            .collect();
        new.sort_unstable();
        new.dedup();
        new.len() + step.therefore.len()
    };
    // Of equals, the first.
    let ranked = steps.iter().rev();
    ranked.copied().max_by_key(|step| opens(step))
}

/// Those of the earlier steps that this one rests on.
fn leading(puzzle: &dyn Puzzle, earlier: &[Step], step: &Step) -> Vec<Step> {
    let reasoner = puzzle.reasoner();
    let cited = |step: &Step| -> Vec<Fact> {
        (step.because.iter())
            .filter_map(|g| match *g {
                Ground::Fact(fact) => Some(fact),
                Ground::Named(_) => None,
            })
            .collect()
    };
    let mut wanted = cited(step);
    let mut kept: Vec<Step> = Vec::new();
    for step in earlier.iter().rev() {
        let mut step = step.clone();
        let says = |said: Fact, f: Fact| said == f || reasoner.implied(said).contains(&f);
        step.therefore
            .retain(|&said| wanted.iter().any(|&f| says(said, f)));
        if !step.therefore.is_empty() {
            wanted.extend(cited(&step));
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::format::split;

    /// Bridges on all sides of all islands, each of which is a step of its own at the beginning.
    fn many_steps() -> crate::format::Document {
        let sides = |at: usize| if at == 0 || at == 28 { 1 } else { 2 };
        let sign = |r: usize, c: usize| match (r % 2, c % 2) {
            (0, 0) => (2 * (sides(r) + sides(c))).to_string(),
            _ => "-".to_owned(),
        };
        let problem: Vec<Vec<String>> = (0..29)
            .map(|r| (0..29).map(|c| sign(r, c)).collect())
            .collect();
        let record = serde_json::json!({
            "type": "hashi", "rows": 29, "cols": 29, "problem": problem,
        });
        let document = split(&record.to_string())[0].read();
        document.unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn of_many_steps_only_as_many_are_looked_at_as_are_compared() {
        let document = many_steps();
        let puzzle = document.puzzle.as_ref();
        let reasoner = puzzle.reasoner();
        let plan = Plan::without_trial(&reasoner.rules()).with_reasons();
        let steps = reasoner.steps(&reasoner.givens(), &plan, Budget::UNLIMITED);
        assert!(steps.len() > 3 * CANDIDATES, "{}", steps.len());
        let asked = AtomicUsize::new(0);
        let counted = Budget {
            stop: &|| {
                asked.fetch_add(1, Ordering::Relaxed);
                false
            },
            ..Budget::UNLIMITED
        };
        for near in [&[][..], &[grid::cell(14, 14)]] {
            asked.store(0, Ordering::Relaxed);
            let found = candidates(puzzle, &steps, near, counted);
            assert_eq!(found.len(), CANDIDATES);
            // It is asked before each look at a board.
            let looks = asked.load(Ordering::Relaxed);
            assert!(looks <= 2 * CANDIDATES, "{looks}");
        }
    }

    #[test]
    fn once_the_time_is_over_no_board_is_looked_at() {
        let document = many_steps();
        let puzzle = document.puzzle.as_ref();
        let reasoner = puzzle.reasoner();
        let plan = Plan::without_trial(&reasoner.rules()).with_reasons();
        let steps = reasoner.steps(&reasoner.givens(), &plan, Budget::UNLIMITED);
        let over = Budget {
            stop: &|| true,
            ..Budget::UNLIMITED
        };
        assert!(candidates(puzzle, &steps, &[], over).is_empty());
        let open = [Fact::yes(0)];
        assert!(!is_finished(puzzle, &puzzle.blank(), &[], &open, over));
    }
}
