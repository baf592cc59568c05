//! What is called solved is solved: with small puzzles whose clues were changed, many of which have
//! no solution, and from entries that may be wrong.

use std::collections::BTreeMap;
use std::sync::Arc;

use logic::{Plan, Trace, TraceEnd};
use puzzles::reason::{Limits, Player, Stop, Weights, explain, finished, rate, sentence, trace};
use puzzles::{FAMILIES, Fact, Family, Puzzle, Reading, Status, format, same_answer, solve};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::Budget;

fn never() -> (Stop, Stop) {
    (Box::new(|| false), Box::new(|| false))
}

const LIMITS: Limits = Limits {
    all: Budget::UNLIMITED,
    reason: &never,
};

/// Small puzzles of a family: those that show its rules.
fn small(family: &Family) -> Vec<Arc<dyn Puzzle>> {
    let deductions = format::split(family.texts.rules);
    let deductions = deductions.into_iter().map(|chunk| chunk.read());
    (family.examples().chain(deductions))
        .map(|document| document.expect("a test reads all examples").puzzle)
        .filter(|puzzle| puzzle.size().len() <= 20)
        .collect()
}

/// The same puzzle with a few signs changed to others that it has somewhere, or to their neighbours
/// among the numbers. None if that is not a puzzle.
fn changed(puzzle: &dyn Puzzle, rng: &mut ChaCha8Rng) -> Option<Arc<dyn Puzzle>> {
    let mut record = puzzle.record();
    for _ in 0..rng.random_range(1..=3) {
        let grids = [
            &mut record.problem,
            &mut record.clabels,
            &mut record.rlabels,
        ];
        let mut grids: Vec<_> = grids.into_iter().flatten().collect();
        let which = rng.random_range(0..grids.len());
        let grid = &mut grids[which].0;
        let all: Vec<String> = grid.iter().flatten().cloned().collect();
        let row = rng.random_range(0..grid.len());
        let Some(col) = grid[row].len().checked_sub(1) else {
            continue;
        };
        let sign = &mut grid[row][rng.random_range(0..=col)];
        *sign = match sign.parse::<i32>() {
            Ok(number) if rng.random_bool(0.7) => {
                (number + if rng.random_bool(0.5) { 1 } else { -1 }).to_string()
            }
            _ => all.choose(rng)?.clone(),
        };
    }
    (puzzle.family().read)(&record).ok()
}

fn whole_plan(puzzle: &dyn Puzzle) -> Plan {
    Plan::with_trial(&puzzle.reasoner().rules()).with_reasons()
}

/// The last step of a contradiction is one, and can be read.
fn ends_readably(puzzle: &dyn Puzzle, trace: &Trace) {
    let last = trace.steps.last().expect("a last step");
    let text = sentence(puzzle, last);
    assert!(text.len() > 20 && text.ends_with('.'), "{text:?}");
}

#[test]
fn a_puzzle_that_rules_solve_has_exactly_that_solution() {
    for family in FAMILIES {
        let all = small(family);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
        for i in 0..150 {
            let Some(puzzle) = changed(all[i % all.len()].as_ref(), &mut rng) else {
                continue;
            };
            let puzzle = puzzle.as_ref();
            let trace = explain(puzzle, &[], &whole_plan(puzzle), false, LIMITS);
            for step in &trace.steps {
                let text = sentence(puzzle, step);
                assert!(!step.because.is_empty(), "{puzzle:?}: {text}");
            }
            let answer = solve(puzzle, 2, Budget::UNLIMITED);
            match trace.end {
                TraceEnd::Solved => {
                    assert_eq!(answer.status, Status::Unique, "{puzzle:?}");
                    let board = finished(puzzle, &trace.known);
                    assert!(same_answer(puzzle, &board, &answer.solutions[0]));
                    *ends.entry("solved").or_default() += 1;
                }
                TraceEnd::Contradiction => {
                    assert_eq!(answer.status, Status::None, "{puzzle:?}");
                    ends_readably(puzzle, &trace);
                    *ends.entry("contradiction").or_default() += 1;
                }
                TraceEnd::Stuck => {}
                TraceEnd::Stopped => panic!("nobody stopped it"),
            }
            let rating = rate(puzzle, Player(2), Weights::Ours, Budget::UNLIMITED);
            let solved = rating.solved_by_rules || rating.needs_trial;
            assert_eq!(solved, trace.end == TraceEnd::Solved, "{puzzle:?}");
        }
        let enough = |end: &str| ends.get(end).is_some_and(|&n| n >= 5);
        assert!(enough("solved") && enough("contradiction"), "{ends:?}");
    }
}

#[test]
fn a_large_board_with_nothing_given_has_many_solutions() {
    let family = puzzles::family("fobidoshi").expect("a family");
    let size = grid::Size::new(100, 100).expect("a board");
    let blank = (family.empty)(size).unwrap_or_else(|e| panic!("{}", e.message));
    let answer = solve(blank.as_ref(), 2, Budget::conflicts(1000));
    assert_eq!(answer.status, Status::Multiple);
    assert!(answer.more);
}

#[test]
fn from_wrong_entries_nothing_is_solved() {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut contradictions = 0;
        for puzzle in small(family) {
            let puzzle = puzzle.as_ref();
            for _ in 0..20 {
                let atoms = puzzle.reasoner().atoms();
                if atoms == 0 {
                    continue;
                }
                let mut entry = || Fact::new(rng.random_range(0..atoms), rng.random_bool(0.6));
                let entries = [entry(), entry()];
                let trace = trace(puzzle, &entries, &whole_plan(puzzle), Budget::UNLIMITED);
                if trace.end == TraceEnd::Solved {
                    let board = finished(puzzle, &trace.known);
                    assert!(puzzle.check(&board).is_empty(), "{puzzle:?} {entries:?}");
                    let says = puzzle.facts(&board, Reading::Finished).unwrap_or_default();
                    let said = |fact: &Fact| says.contains(fact) || !fact.is_yes();
                    assert!(entries.iter().all(said), "{puzzle:?} {entries:?}");
                } else if trace.end == TraceEnd::Contradiction && !trace.steps.is_empty() {
                    ends_readably(puzzle, &trace);
                    contradictions += 1;
                }
            }
        }
        assert!(contradictions >= 20, "{family:?}: {contradictions}");
    }
}
