//! A family's examples are its tests: each board shows exactly the violations that it expects, in the
//! words that it expects if it says so, and together they show every violation that the family names.

use std::collections::BTreeSet;

use puzzles::{FAMILIES, Severity};
use serde_json::{Value, json};

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
            let blank = example.puzzle.blank();
            let board = example
                .marks
                .as_ref()
                .or(example.solution.as_ref())
                .unwrap_or(&blank);
            let found = example.puzzle.check(board);
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
