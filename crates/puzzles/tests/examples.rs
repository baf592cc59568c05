//! A family's examples are its tests: each board shows exactly the violations that it expects, in the
//! words that it expects if it says so, and together they show every violation that the family names.
//! How many solutions the puzzle has and how much of it is drawn as done may be said, too.

use std::collections::BTreeSet;

use puzzles::format::Document;
use puzzles::{Board, DrawOptions, FAMILIES, Fact, Puzzle, Reading, Severity, Status};
use puzzles::{same_answer, solve};
use sat::Budget;
use scene::Role;
use serde_json::{Value, json};

/// The board of an example, as far as it has one.
fn board_of(example: &Document) -> Board {
    let board = example.marks.as_ref().or(example.solution.as_ref());
    board.cloned().unwrap_or_else(|| example.puzzle.blank())
}

#[test]
fn examples_show_what_they_expect_and_every_violation_is_shown() {
    for family in FAMILIES {
        let mut shown = BTreeSet::new();
        let mut complete = 0;
        for example in family.examples() {
            let example = example.unwrap_or_else(|e| panic!("{family:?}: {e}"));
            let Some(Value::String(expect)) = example.extra.get("expect") else {
                panic!("{family:?}: an example without a line \"expect\"");
            };
            let found = example.puzzle.check(&board_of(&example));
            // `unfinished:code` where only something is missing, else the bare code.
            let codes: BTreeSet<String> = found
                .iter()
                .map(|v| match v.kind {
                    Severity::Wrong => v.rule.to_owned(),
                    Severity::Unfinished => format!("unfinished:{}", v.rule),
                })
                .collect();
            let expected: BTreeSet<String> = expect
                .split_whitespace()
                .filter(|&w| w != "complete")
                .map(str::to_owned)
                .collect();
            assert_eq!(
                codes,
                expected,
                "{family:?}, {:?}: {found:?}",
                example.extra.get("title")
            );
            complete += codes.is_empty() as usize;
            if let Some(says) = example.extra.get("says") {
                let said = (found.iter()).map(|v| json!([v.message, cells_text(&v.cells)]));
                assert_eq!(Value::from_iter(said), *says, "{family:?}");
            }
            for violation in &found {
                let known = family
                    .violations
                    .iter()
                    .any(|(code, _)| *code == violation.rule);
                assert!(known, "{family:?} does not declare {}", violation.rule);
                assert!(violation.message.ends_with('.'), "{:?}", violation.message);
                shown.insert(violation.rule);
            }
        }
        assert!(complete > 0, "{family:?} has no example of a right board");
        for (code, _) in family.violations {
            assert!(shown.contains(code), "{family:?}: no example shows {code}");
        }
    }
}

/// Cells as they are written in the texts.
fn cells_text(cells: &[grid::Cell]) -> String {
    let cells: Vec<String> = cells.iter().map(|at| at.to_string()).collect();
    cells.join(" ")
}

/// What a board says in facts, as they are written in the texts.
fn facts_text(puzzle: &dyn Puzzle, board: &Board, reading: Reading) -> String {
    let facts = puzzle.facts(board, reading).expect("it can be said");
    let facts: Vec<String> = facts.iter().map(|&fact| puzzle.fact_text(fact)).collect();
    facts.join(" ")
}

#[test]
fn boards_say_the_facts_and_puzzles_cite_the_clues_that_their_examples_name() {
    let mut said = 0;
    for family in FAMILIES {
        for example in family.examples() {
            let example = example.unwrap_or_else(|e| panic!("{family:?}: {e}"));
            let (puzzle, board) = (example.puzzle.as_ref(), board_of(&example));
            let readings = [
                ("partial", Reading::Partial),
                ("finished", Reading::Finished),
            ];
            for (key, reading) in readings {
                if let Some(facts) = example.extra.get(key) {
                    assert_eq!(*facts, json!(facts_text(puzzle, &board, reading)), "{key}");
                    said += 1;
                }
            }
            if let Some(finished) = example.extra.get("finished") {
                let facts: Vec<Fact> = puzzle.facts(&board, Reading::Finished).expect("as above");
                let again = facts_text(puzzle, &puzzle.board(&facts), Reading::Partial);
                assert_eq!(*finished, json!(again));
            }
            if let Some(cites) = example.extra.get("cites") {
                let cited = puzzle
                    .encode()
                    .names()
                    .iter()
                    .map(|&name| {
                        let citation = puzzle.cite(name);
                        json!([citation.words, cells_text(&citation.cells)])
                    })
                    .collect();
                assert_eq!(*cites, Value::Array(cited));
                said += 1;
            }
        }
    }
    assert!(said > 3, "{said}");
}

#[test]
fn examples_have_as_many_solutions_as_they_say() {
    let mut said = 0;
    for family in FAMILIES {
        for example in family.examples() {
            let example = example.unwrap_or_else(|e| panic!("{family:?}: {e}"));
            let Some(answer) = example.extra.get("answer") else {
                continue;
            };
            let puzzle = example.puzzle.as_ref();
            let found = solve(puzzle, 2, Budget::UNLIMITED);
            let status = match found.status {
                Status::None => "none",
                Status::Unique => "one",
                Status::Multiple => "several",
                Status::Unknown => "unknown",
            };
            assert_eq!(*answer, json!(status), "{puzzle:?}");
            let board = board_of(&example);
            let is_right = puzzle.check(&board).is_empty();
            let is_answer = |solution| same_answer(puzzle, solution, &board);
            assert_eq!(
                found.solutions.iter().any(is_answer),
                is_right,
                "{puzzle:?}"
            );
            said += 1;
        }
    }
    assert!(said > 3, "{said}");
}

#[test]
fn as_much_of_an_example_is_drawn_as_done_as_it_says() {
    let mut said = 0;
    let look = DrawOptions {
        met: true,
        ..DrawOptions::default()
    };
    for family in FAMILIES {
        for example in family.examples() {
            let example = example.unwrap_or_else(|e| panic!("{family:?}: {e}"));
            let Some(grey) = example.extra.get("grey") else {
                continue;
            };
            let board = board_of(&example);
            let scene = example.puzzle.draw(&board, &look);
            let met = scene.items.iter().filter(|item| item.role == Role::Met);
            let title = example.extra.get("title");
            assert_eq!(
                *grey,
                json!(met.count().to_string()),
                "{family:?}, {title:?}"
            );
            said += 1;
        }
    }
    assert!(said > 3, "{said}");
}
