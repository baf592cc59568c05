//! What is said about a puzzle is said to people: no codes for cells or rules, one thing in the singular,
//! and nothing about what this puzzle has not got.

use logic::Plan;
use puzzles::reason::{sentence, trace};
use puzzles::{FAMILIES, Puzzle, solve};
use sat::Budget;

/// What there is one of: never "1 bridges".
const MANY: [&str; 11] = [
    "arrows",
    "bridges",
    "buildings",
    "cells",
    "circles",
    "countries",
    "crosses",
    "islands",
    "lines",
    "parks",
    "views",
];

/// What only some puzzles have, and how it stands in their records: parks where buildings are lower than
/// the board is wide.
const RARE: [(&str, &str); 2] = [("park", "depth: Some"), ("without a number", "?")];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// As in files: `r13c12`.
fn is_code(word: &str) -> bool {
    let place = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    place.is_some_and(|(row, col)| row.parse::<u8>().is_ok() && col.parse::<u8>().is_ok())
}

fn assert_plain(text: &str) {
    let all: Vec<&str> = words(text).collect();
    assert!(!all.iter().any(|word| is_code(word)), "{text}");
    let one_of_many = |pair: &[&str]| pair[0] == "1" && MANY.contains(&pair[1]);
    assert!(!all.windows(2).any(one_of_many), "{text}");
}

fn assert_nothing_foreign(puzzle: &dyn Puzzle, text: &str) {
    let record = format!("{:?}", puzzle.record());
    for (rare, sign) in RARE {
        assert!(!text.contains(rare) || record.contains(sign), "{text}");
    }
}

#[test]
fn what_is_said_about_a_puzzle_is_plain() {
    let mut said = 0;
    for document in FAMILIES
        .iter()
        .flat_map(|f| f.examples().chain(f.samples()))
    {
        let document = document.expect("a test reads all examples");
        let puzzle = document.puzzle.as_ref();
        let plan = Plan::with_trial(&puzzle.reasoner().rules()).with_reasons();
        let steps = trace(puzzle, &[], &plan, Budget::conflicts(10_000)).steps;
        let mut texts: Vec<String> = steps.iter().map(|step| sentence(puzzle, step)).collect();
        let mut broken = puzzle.check(&puzzle.blank());
        for solution in solve(puzzle, 1, Budget::conflicts(10_000)).solutions {
            let mut half = solution.clone();
            half.slots.iter_mut().step_by(2).for_each(|slot| *slot = 0);
            for board in [&half, &solution] {
                texts.extend(puzzle.size().cells().map(|at| puzzle.say(board, at)));
            }
            let mut nonsense = solution.clone();
            nonsense.slots.rotate_right(1);
            broken.extend(
                puzzle
                    .check(&half)
                    .into_iter()
                    .chain(puzzle.check(&nonsense)),
            );
        }
        said += texts.len() + broken.len();
        for text in &texts {
            assert_plain(text);
            assert_nothing_foreign(puzzle, text);
        }
        broken.iter().for_each(|found| assert_plain(&found.message));
    }
    assert!(said > 1_000, "{said}");
}

#[test]
fn rules_have_names_that_people_read() {
    let mut own = 0;
    for document in FAMILIES.iter().flat_map(|f| f.samples()) {
        let rules = document.expect("a sample").puzzle.reasoner().rules();
        for rule in rules.own() {
            own += 1;
            // A study's own name may stand behind it in brackets.
            let name = rule.name.split(" (").next().unwrap_or_default();
            assert!(name.starts_with(char::is_uppercase), "{name}");
            let rest: String = name.chars().skip(1).collect();
            assert!(!rest.contains(|sign: char| sign.is_uppercase()), "{name}");
        }
    }
    assert!(own > 50, "{own}");
}

#[test]
fn no_two_samples_have_names_that_sound_alike() {
    let titles = FAMILIES.iter().flat_map(|f| f.samples()).map(|sample| {
        let title = sample.expect("a sample").extra["title"].to_string();
        let title = title.trim_matches('"').to_lowercase();
        title.trim_start_matches("the ").to_owned()
    });
    let mut titles: Vec<String> = titles.collect();
    let all = titles.len();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), all, "{titles:?}");
}
