//! A family's examples are its tests: each board shows exactly the violations that it expects, in the
//! words that it expects if it says so, and together they show every violation that the family names.
//! How many solutions the puzzle has and how much of it is drawn as done may be said, too.

use std::collections::BTreeSet;

use puzzles::format::Document;
use puzzles::{Board, DrawOptions, FAMILIES, Severity, Status, same_answer, solve};
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
                let said = found.iter().map(|v| {
                    let cells: Vec<String> = v.cells.iter().map(|at| at.to_string()).collect();
                    json!([v.message, cells.join(" ")])
                });
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
