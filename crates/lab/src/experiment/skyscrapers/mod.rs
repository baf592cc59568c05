//! The experiments of the Skyscrapers study.

mod census;
mod contain;
mod latin;
mod order;
#[cfg(test)]
mod printed;
mod ratings;
mod solving;
mod strip;
mod test_set;

pub(super) use census::{census, extreme_sets, extremes, looks};
pub(super) use contain::contain;
pub(super) use latin::{genetic, latin};
pub(super) use order::order;
pub(super) use ratings::{filled_ratings, people, ratings};
pub(super) use solving::{backtracking, elementary, generate, magazine, trycost};
#[cfg(test)]
pub(super) use strip::stripped;
pub(super) use strip::{filled, strip};
pub(super) use test_set::usage;

use std::sync::Arc;

use logic::{Plan, Supposition, TraceEnd, Way};
use puzzles::reason::trace;
use puzzles::{Family, Puzzle};
use sat::Budget;

use super::clock::timed;
use super::lab::Lab;
use super::material::Recipe;
use super::memo::puzzle_digest;
use super::report::Report;

const NAME: &str = "skyscrapers";

fn family() -> &'static Family {
    puzzles::family(NAME).expect("one of the families")
}

/// The sizes of the study's tables.
const SIZES: [usize; 3] = [5, 6, 7];

/// Those that a sample of this kind has.
fn sizes(lab: &Lab) -> &'static [usize] {
    lab.pick(&SIZES[..1], &SIZES, &SIZES)
}

/// Where squares come from: rows and columns of the cyclic square shuffled, which is the study's
/// way as far as it is told, or every square equally likely.
const SQUARES: [(&str, &str); 2] = [("study", "shuffled"), ("uniform", "uniform")];

/// Full-clue puzzles of so many squares, with one solution or several, equal ones kept.
fn squares(
    lab: &Lab,
    method: &'static str,
    side: usize,
    count: usize,
    report: &mut Report,
) -> Vec<Arc<dyn Puzzle>> {
    let recipe = Recipe::new(NAME, method, side).with("strip", 0).unchecked();
    lab.puzzles(&recipe, count, report)
}

/// The puzzles of this size that were given; if none of the family were, so many squares.
fn given_or_squares(
    lab: &Lab,
    side: usize,
    count: usize,
    report: &mut Report,
) -> Vec<Arc<dyn Puzzle>> {
    let given = lab.given(NAME);
    if given.is_empty() {
        return squares(lab, "study", side, count, report);
    }
    let own = given.iter().map(|document| &document.puzzle);
    let own = own.filter(|puzzle| puzzle.size().rows() == side);
    own.take(count).cloned().collect()
}

/// The study's rules without some.
fn study_rules(left_out: &[&str]) -> Vec<&'static str> {
    let study = (family().deductions)().study();
    let kept = study.iter().flat_map(|one| one.rules.iter().copied());
    kept.filter(|name| !left_out.contains(name)).collect()
}

/// A plan with these rules, each the name of one or of a group: in rounds, or in exactly this
/// order.
fn plan(names: &[&str], way: Way) -> Plan {
    let table = (family().deductions)();
    let of = |name: &&str| -> Vec<usize> {
        (0..table.own().len())
            .filter(|&r| table[r].id == *name || table[r].group == *name)
            .collect()
    };
    let mut rules: Vec<usize> = names.iter().flat_map(of).collect();
    if way == Way::Rounds {
        rules.sort_by_key(|&r| (table[r].level, r));
    }
    Plan {
        rules,
        way,
        trial: false,
        supposition: Supposition::BreaksSoonest,
        reasons: false,
    }
}

/// Do these rules solve it?
pub(super) fn solves(lab: &Lab, puzzle: &dyn Puzzle, plan: &Plan) -> bool {
    let budget = Budget {
        stop: &|| lab.is_over(),
        ..Budget::UNLIMITED
    };
    trace(puzzle, &[], plan, budget).end == TraceEnd::Solved
}

/// Which of these puzzles the rules of this name solve, and how many milliseconds each takes.
fn solved_by(
    lab: &Lab,
    (name, plan): (&str, &Plan),
    puzzles: &[Arc<dyn Puzzle>],
) -> Vec<(bool, f64)> {
    let cell = |i: usize| format!("{name}, {}", puzzle_digest(puzzles[i].as_ref()));
    lab.measure(puzzles.len(), cell, |i| {
        timed(|| solves(lab, puzzles[i].as_ref(), plan))
    })
}

/// How many squares have to be looked at for one puzzle.
fn tries(squares: usize, good: usize) -> Option<f64> {
    (good > 0).then(|| squares as f64 / good as f64)
}

/// The views of each side: north, south, west, east.
fn views(puzzle: &dyn Puzzle) -> Vec<usize> {
    let record = puzzle.record();
    let grids = [record.clabels, record.rlabels];
    let sides = grids.iter().flatten().flat_map(|grid| &grid.0);
    sides
        .map(|side| side.iter().filter(|sign| *sign != "-").count())
        .collect()
}

/// How many views are not given.
fn views_taken(puzzle: &dyn Puzzle) -> usize {
    4 * puzzle.size().rows() - views(puzzle).iter().sum::<usize>()
}

/// The puzzle as an ID of Tatham's Towers, as `gridwright` reads it.
fn towers_id(puzzle: &dyn Puzzle) -> String {
    let record = puzzle.record();
    let labels = [record.clabels, record.rlabels];
    let signs = labels
        .iter()
        .flatten()
        .flat_map(|grid| grid.0.iter().flatten());
    let clues: Vec<&str> = signs
        .map(|sign| if sign == "-" { "" } else { sign.as_str() })
        .collect();
    format!("{}:{}", puzzle.size().rows(), clues.join("/"))
}
