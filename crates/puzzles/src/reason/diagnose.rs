//! Can this board still be finished? If not, why not, and which of its entries could stay.
//!
//! If no rule of the game is plainly broken, the entry that must be wrong is named and refuted by rules
//! of deduction, from the entries that are right. Only where no rule can do that is the smallest set of
//! entries and constraints named that contradict each other.

use grid::Cell;
use logic::{Ground, Plan, Step};
use sat::{Budget, Name, Solver, Verdict};
use serde_json::{Value, json};

use super::hint::{said_alone, says};
use super::trace::clash_step;
use super::words::{cells, chain_words, reason_words};
use crate::Fact;
use crate::board::{Board, Reading, Severity, Violation};
use crate::kit::lists::{distinct, put_last};
use crate::kit::words::list;
use crate::puzzle::Puzzle;

/// Why a board cannot be finished.
#[derive(Clone, Debug)]
pub struct Contradiction {
    /// Rules that are plainly broken.
    pub violations: Vec<Violation>,
    /// An entry that must be wrong: the one that is refuted or, of those that break a rule plainly,
    /// the one that no solution has.
    pub wrong: Option<Fact>,
    /// If there are no violations: a wrong entry, supposed and followed until it breaks.
    pub refuted: Option<Step>,
    /// If there is neither: entries and constraints that contradict each other, none of which can be
    /// left out; constraints alone if the puzzle has no solution, whatever is entered.
    pub clash: Option<Step>,
    /// The board without the entries that must be wrong; with all of them if it is the clues that
    /// clash.
    pub sound: Board,
}

impl Contradiction {
    /// The cells to point at, including those outside the board.
    pub fn cells(&self, puzzle: &dyn Puzzle) -> Vec<Cell> {
        let broken = self.violations.iter().flat_map(|v| v.cells.iter().copied());
        let clash = self.clash.iter().flat_map(|step| cells(puzzle, step).0);
        let refuted = self.refuted.iter().flat_map(|step| cells(puzzle, step).1);
        let mut all: Vec<Cell> = broken.chain(clash).chain(refuted).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Whether a board can still be finished.
pub enum Diagnosis {
    /// It can be finished.
    Yes {
        /// What the board says.
        facts: Vec<Fact>,
        /// One way to finish it.
        solution: Vec<Fact>,
    },
    /// It cannot be finished, and why.
    No(Contradiction),
    /// The budget ran out.
    Unknown,
}

/// Does the board break no rule, and is there a solution with all that is entered?
pub fn sound(puzzle: &dyn Puzzle, board: &Board, budget: Budget) -> Diagnosis {
    let wrong = |v: &Violation| v.kind == Severity::Wrong;
    let mut violations: Vec<Violation> = puzzle.check(board).into_iter().filter(wrong).collect();
    let facts = match puzzle.facts(board, Reading::Partial) {
        Ok(facts) => facts,
        Err(mut more) => {
            more.append(&mut violations);
            violations = more;
            let rest = sayable(puzzle, board, budget);
            puzzle.facts(&rest, Reading::Partial).unwrap_or_default()
        }
    };
    if violations.is_empty() {
        let mut solver = Solver::new(&puzzle.encode(), budget);
        match solver.solve(&facts) {
            Verdict::Unknown => return Diagnosis::Unknown,
            Verdict::Sat => {
                let answers = solver.atoms();
                let solution = (answers.iter().enumerate())
                    .map(|(atom, &yes)| Fact::new(atom, yes))
                    .collect();
                return Diagnosis::Yes { facts, solution };
            }
            Verdict::Unsat => {}
        }
    }
    Diagnosis::No(trouble(puzzle, board, &facts, violations, budget))
}

/// The board without the entries because of which it cannot be said in atoms.
fn sayable(puzzle: &dyn Puzzle, board: &Board, budget: Budget) -> Board {
    let mut rest = puzzle.blank();
    for (slot, &entered) in board.slots.iter().enumerate() {
        if entered == rest.slots[slot] || (budget.stop)() {
            continue;
        }
        let before = std::mem::replace(&mut rest.slots[slot], entered);
        if puzzle.facts(&rest, Reading::Partial).is_err() {
            rest.slots[slot] = before;
        }
    }
    rest
}

fn trouble(
    puzzle: &dyn Puzzle,
    board: &Board,
    facts: &[Fact],
    violations: Vec<Violation>,
    budget: Budget,
) -> Contradiction {
    let model = puzzle.encode();
    let mut solver = Solver::new(&model, budget);
    // If the clues clash by themselves, that is no entry's fault.
    let hopeless = solver.solve(&[]) == Verdict::Unsat;
    let right = match hopeless {
        true => puzzle.reasoner().givens(),
        false => right_ones(puzzle, &mut solver, facts),
    };
    let nothing_to_take_back = hopeless && violations.is_empty();
    let refuted = match hopeless || !violations.is_empty() {
        true => None,
        false => refutation(puzzle, facts, &right, budget),
    };
    let wrong = match &refuted {
        Some(step) => step.chain.as_ref().map(|chain| chain.suppose),
        None if hopeless => None,
        None => (tangled(puzzle, board, &right, &violations, &mut solver, budget))
            .or_else(|| culprit(puzzle, facts, &right, &violations, budget)),
    };
    let clash = match violations.is_empty() && refuted.is_none() {
        true => logic::clash(&model, if hopeless { &[] } else { facts }, budget),
        false => None,
    };
    Contradiction {
        violations,
        wrong,
        refuted,
        clash: clash.map(clash_step),
        sound: match nothing_to_take_back {
            true => board.clone(),
            false => with_notes(puzzle, puzzle.board(&right), board, budget),
        },
    }
}

/// The givens and those of the facts that can stay, as many as possible: those of a solution, which
/// the solver has just found, or those that go together, the earlier ones first.
fn right_ones(puzzle: &dyn Puzzle, solver: &mut Solver, facts: &[Fact]) -> Vec<Fact> {
    let givens = puzzle.reasoner().givens();
    let answers = solver.atoms();
    let mut solved = givens.clone();
    solved.extend(facts.iter().filter(|f| answers[f.var()] == f.is_yes()));
    let mut kept = givens;
    keep(solver, &mut kept, facts);
    match solved.len() >= kept.len() {
        true => solved,
        false => kept,
    }
}

/// So many wrong facts are looked at.
const MOST_WRONG: usize = 8;

/// The wrong entry that is refuted in the fewest steps.
fn refutation(puzzle: &dyn Puzzle, facts: &[Fact], right: &[Fact], budget: Budget) -> Option<Step> {
    let reasoner = puzzle.reasoner();
    let plan = Plan::without_trial(&reasoner.rules());
    let stay = distinct(right.iter().copied());
    let mut wrong: Vec<Fact> = (facts.iter().copied())
        .filter(|fact| stay.binary_search(fact).is_err())
        .collect();
    // What was entered, rather than what it excludes.
    let is_entry = |fact: &Fact| fact.is_yes() && !(budget.stop)() && says(puzzle, *fact);
    put_last(&mut wrong, |fact| !is_entry(fact));
    let refute = |fact: Fact| reasoner.refute(right, fact, &plan, budget);
    let steps = (wrong.iter().take(MOST_WRONG)).filter_map(|&fact| refute(fact));
    let shortest =
        steps.min_by_key(|step| step.chain.as_ref().map_or(0, |chain| chain.steps.len()))?;
    let part = shortest.chain.as_ref()?.suppose;
    match whole_entry(puzzle, part, &wrong, budget) {
        whole if whole == part => Some(shortest),
        whole => refute(whole).or(Some(shortest)),
    }
}

/// The wrong entry that says this wrong fact and more: two bridges, rather than one of them.
fn whole_entry(puzzle: &dyn Puzzle, part: Fact, wrong: &[Fact], budget: Budget) -> Fact {
    let mut whole = part;
    let mut said = said_alone(puzzle, part);
    for &other in wrong {
        if other == whole || !other.is_yes() || said.contains(&other) || (budget.stop)() {
            continue;
        }
        let more = said_alone(puzzle, other);
        if more.contains(&other) && more.contains(&whole) {
            (whole, said) = (other, more);
        }
    }
    whole
}

/// The wrong entry by which a rule is plainly broken: one where the rule is broken, if there is one.
fn culprit(
    puzzle: &dyn Puzzle,
    facts: &[Fact],
    right: &[Fact],
    violations: &[Violation],
    budget: Budget,
) -> Option<Fact> {
    let broken = |at: Cell| violations.iter().any(|v| v.cells.contains(&at));
    let is_there = |fact: Fact| puzzle.fact_cells(fact).into_iter().any(broken);
    let wrong: Vec<Fact> = (facts.iter().copied())
        .filter(|fact| !right.contains(fact))
        .collect();
    let entered = wrong.iter().filter(|&&fact| says(puzzle, fact));
    // What was entered, rather than what it excludes; the first of equals.
    let part = entered.min_by_key(|&&fact| (!is_there(fact), !fact.is_yes()));
    match part {
        Some(&part) => Some(whole_entry(puzzle, part, &wrong, budget)),
        // A fact that entries say only together: it still tells what they are about.
        None => wrong.into_iter().min_by_key(|&fact| !is_there(fact)),
    }
}

/// The wrong entry on a board that cannot be said in atoms, such as one of two tracks that cross:
/// what is drawn is compared with what every fact alone would draw. One without which the first rule
/// would not be broken, if there is one.
fn tangled(
    puzzle: &dyn Puzzle,
    board: &Board,
    right: &[Fact],
    violations: &[Violation],
    solver: &mut Solver,
    budget: Budget,
) -> Option<Fact> {
    if puzzle.facts(board, Reading::Partial).is_ok() {
        return None;
    }
    let blank = puzzle.blank();
    // The facts whose whole entry is on the board, with the slots that it takes.
    let mut drawn: Vec<(Fact, Vec<usize>)> = Vec::new();
    for fact in (0..puzzle.reasoner().atoms()).map(Fact::yes) {
        if (budget.stop)() {
            return None;
        }
        let alone = puzzle.board(&[fact]);
        let slots: Vec<usize> = (0..blank.slots.len())
            .filter(|&slot| alone.slots[slot] != blank.slots[slot])
            .collect();
        let is_on = |&slot: &usize| board.slots[slot] == alone.slots[slot];
        if !slots.is_empty() && slots.iter().all(is_on) {
            drawn.push((fact, slots));
        }
    }
    let is_part = |part: &[usize], whole: &[usize]| {
        part.len() < whole.len() && part.iter().all(|slot| whole.contains(slot))
    };
    let mut can_stay = |fact: Fact| {
        let together: Vec<Fact> = right.iter().copied().chain([fact]).collect();
        solver.solve(&together) != Verdict::Unsat
    };
    let (stay, wrong): (Vec<_>, Vec<_>) =
        (drawn.iter().cloned()).partition(|(fact, _)| can_stay(*fact));
    let is_mended = |slots: &[usize]| {
        let mut rest = board.clone();
        for &slot in slots {
            rest.slots[slot] = blank.slots[slot];
        }
        !(puzzle.check(&rest).iter()).any(|v| Some(v) == violations.first())
    };
    (wrong.iter())
        .filter(|(_, slots)| !drawn.iter().any(|(_, whole)| is_part(slots, whole)))
        .min_by_key(|(_, slots)| {
            // A right track that runs on into another one is not what is wrong.
            let goes_on = stay.iter().any(|(_, part)| is_part(part, slots));
            (goes_on, !is_mended(slots), std::cmp::Reverse(slots.len()))
        })
        .map(|(fact, _)| *fact)
}

/// Keep those that go together, the earlier ones first: all at once if they do, else each half.
fn keep(solver: &mut Solver, kept: &mut Vec<Fact>, facts: &[Fact]) {
    if facts.is_empty() {
        return;
    }
    let before = kept.len();
    kept.extend_from_slice(facts);
    if solver.solve(kept) == Verdict::Sat {
        return;
    }
    kept.truncate(before);
    if facts.len() > 1 {
        let (first, second) = facts.split_at(facts.len() / 2);
        keep(solver, kept, first);
        keep(solver, kept, second);
    }
}

/// The board with those entries of another that say nothing, such as pencil marks; without some of
/// them if the time runs out.
fn with_notes(puzzle: &dyn Puzzle, board: Board, other: &Board, budget: Budget) -> Board {
    let blank = puzzle.blank();
    let says = |board: &Board| {
        puzzle.facts(board, Reading::Partial).map(|mut facts| {
            facts.sort_unstable();
            facts
        })
    };
    let nothing = says(&blank);
    let mut with = board.clone();
    for (slot, (new, &old)) in with.slots.iter_mut().zip(&other.slots).enumerate() {
        if *new == 0 && old != 0 && !(budget.stop)() {
            let mut alone = blank.clone();
            alone.slots[slot] = old;
            if says(&alone) == nothing {
                *new = old;
            }
        }
    }
    // Entries may say something together that each alone does not.
    if says(&with) == says(&board) {
        with
    } else {
        board
    }
}

/// Clues of a puzzle without a solution that cannot all be true, none of which can be left out; if
/// even the rules of the game leave no solution, all of those that clash. None if the budget ran
/// out.
pub fn clashing(puzzle: &dyn Puzzle, budget: Budget) -> Option<(String, Vec<Cell>)> {
    let model = puzzle.encode();
    let clues = logic::clash_among(&model, |name| puzzle.cite(name).clue, budget)?;
    let cited = |names: Vec<Name>, only_first: bool| {
        let mut words: Vec<String> = Vec::new();
        let mut cells: Vec<Cell> = Vec::new();
        for citation in names.into_iter().map(|name| puzzle.cite(name)) {
            let many = if only_first { 1 } else { usize::MAX };
            cells.extend(citation.cells.iter().take(many));
            if !words.contains(&citation.words) {
                words.push(citation.words);
            }
        }
        cells.sort_unstable();
        cells.dedup();
        (words, cells)
    };
    if !clues.is_empty() {
        let (words, cells) = cited(clues, true);
        let text = match words.as_slice() {
            [one] => format!("This clue cannot be true: {one}."),
            _ => format!("These clues cannot all be true: {}.", list(words, "and")),
        };
        return Some((text, cells));
    }
    let rules = logic::clash_among(&model, |_| true, budget)?;
    let (words, cells) = cited(rules, false);
    let text = match words.as_slice() {
        [one] => format!("One rule of the game cannot be met: {one}."),
        _ => format!(
            "These rules of the game cannot be met together: {}.",
            words.join("; ")
        ),
    };
    Some((text, cells))
}

/// Violations as they are written for programs.
pub fn violations_json(violations: &[Violation]) -> Value {
    let one = |violation: &Violation| {
        let cells: Vec<[i16; 2]> = violation.cells.iter().map(|c| [c.row, c.col]).collect();
        let kind = match violation.kind {
            Severity::Wrong => "wrong",
            Severity::Unfinished => "unfinished",
        };
        json!({
            "rule": violation.rule,
            "kind": kind,
            "message": violation.message,
            "cells": cells,
        })
    };
    violations.iter().map(one).collect()
}

/// Why a board cannot be finished, in words for people.
pub fn trouble_words(puzzle: &dyn Puzzle, trouble: &Contradiction) -> String {
    let entry = |fact: Fact| puzzle.reasoner().entered_words(fact);
    match (trouble.violations.first(), trouble.wrong) {
        (Some(violation), Some(wrong)) => {
            let (entry, broken) = (entry(wrong), &violation.message);
            return format!("Your {entry} cannot be right. {broken}");
        }
        (Some(violation), None) => return format!("The board is wrong: {}", violation.message),
        (None, _) => {}
    }
    if let Some(chain) = trouble
        .refuted
        .as_ref()
        .and_then(|step| step.chain.as_ref())
    {
        let (entry, why) = (entry(chain.suppose), chain_words(puzzle, chain));
        return format!("Your {entry} cannot be right. See where it leads: {why}");
    }
    match &trouble.clash {
        Some(clash) => {
            let entries = clash.because.iter().any(|g| matches!(g, Ground::Fact(_)));
            let what = match entries {
                true => "These entries cannot all be right.",
                false => "The puzzle has no solution: its clues clash.",
            };
            format!("{what} {}", reason_words(puzzle, clash))
        }
        None => "These entries cannot all be right.".to_owned(),
    }
}
