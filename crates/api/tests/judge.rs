//! Checking and solving, for every family alike.

mod ask;

use std::sync::atomic::{AtomicBool, Ordering};

use ask::{ask, blank, gestures, samples, solution};
use puzzles::FAMILIES;
use serde_json::{Value, json};

fn check(puzzle: &Value, board: &Value, against: &str) -> Value {
    let response = ask(json!({
        "op": "check", "puzzle": puzzle, "board": board, "against": against,
    }));
    assert_eq!(response["ok"], true, "{response}");
    response
}

#[test]
fn a_blank_board_is_unfinished_but_not_wrong() {
    for (_, puzzle) in samples() {
        let checked = check(&puzzle, &blank(&puzzle), "rules");
        assert_eq!(checked["complete"], false);
        assert_eq!(checked.get("differs"), None);
        let violations = checked["violations"].as_array().unwrap();
        assert!(violations.iter().all(|v| v["kind"] == "unfinished"));
    }
}

#[test]
fn what_is_wrong_comes_before_what_is_missing() {
    let mut mixed = 0;
    for (_, puzzle) in samples() {
        // Everything entered everywhere breaks some rule.
        let mut board = blank(&puzzle);
        for gesture in gestures(&puzzle) {
            let played = ask(json!({
                "op": "gesture", "puzzle": puzzle, "board": board, "gesture": gesture,
            }));
            board = played["board"].clone();
            let checked = check(&puzzle, &board, "rules");
            let violations = checked["violations"].as_array().unwrap();
            assert_eq!(checked["complete"], violations.is_empty());
            let missing: Vec<bool> = violations
                .iter()
                .map(|v| v["kind"] == "unfinished")
                .collect();
            assert!(missing.is_sorted(), "{violations:?}");
            mixed += (missing.first() != missing.last()) as usize;
        }
    }
    assert!(mixed > 0);
}

#[test]
fn what_is_not_entered_is_no_difference() {
    for (_, puzzle) in samples() {
        let board = solution(&puzzle);
        let right = check(&puzzle, &board, "solution");
        assert_eq!(right["complete"], true);
        assert_eq!(right["unique"], true);
        assert_eq!(right["status"], "unique");
        assert_eq!(right["differs"], json!([]));
        // Half of what the solution says, as a board of its own.
        let read = puzzles::format::split(&puzzle.to_string())[0]
            .read()
            .unwrap();
        let slots = serde_json::from_value(board.clone()).unwrap();
        let whole = puzzles::Board { slots };
        let facts = read
            .puzzle
            .facts(&whole, puzzles::Reading::Finished)
            .unwrap();
        let half: Vec<_> = facts.into_iter().step_by(2).collect();
        let part = json!(read.puzzle.board(&half).slots);
        assert_eq!(check(&puzzle, &part, "solution")["differs"], json!([]));
        let blank = blank(&puzzle);
        assert_eq!(check(&puzzle, &blank, "solution")["differs"], json!([]));
    }
}

#[test]
fn a_wrong_entry_is_shown_where_it_is() {
    for (family, puzzle) in samples() {
        let blank = blank(&puzzle);
        let mut wrong = 0;
        for gesture in gestures(&puzzle) {
            let played = ask(json!({
                "op": "gesture", "puzzle": puzzle, "board": blank, "gesture": gesture,
            }));
            let checked = check(&puzzle, &played["board"], "solution");
            for cell in checked["differs"].as_array().unwrap() {
                assert!(cell[0].as_i64() < puzzle["rows"].as_i64());
                assert!(cell[1].as_i64() < puzzle["cols"].as_i64());
                wrong += 1;
            }
        }
        assert!(wrong > 0, "{family:?}: no gesture is ever wrong");
    }
}

#[test]
fn without_a_single_solution_nothing_is_compared() {
    for family in FAMILIES {
        let opened = ask(json!({ "op": "open", "text": family.texts.boards }));
        for example in opened["puzzles"].as_array().unwrap() {
            let puzzle = &example["puzzle"];
            let solved = ask(json!({ "op": "solve", "puzzle": puzzle }));
            let found = solved["solutions"].as_array().unwrap().len();
            let expected = match solved["status"].as_str().unwrap() {
                "unique" => 1,
                "multiple" => 2,
                _ => 0,
            };
            assert_eq!(found, expected);
            let board = example.get("board").cloned().unwrap_or(blank(puzzle));
            let checked = check(puzzle, &board, "solution");
            assert_eq!(checked["status"], solved["status"]);
            if found != 1 {
                assert_eq!(checked["unique"], false);
                assert_eq!(checked["differs"], json!([]));
            }
        }
    }
}

#[test]
fn who_is_told_to_stop_does_not_know() {
    for (_, puzzle) in samples() {
        let asked = AtomicBool::new(false);
        let stop = || {
            asked.store(true, Ordering::Relaxed);
            true
        };
        let budget = api::Budget {
            conflicts: u64::MAX,
            stop: &stop,
        };
        let request = json!({ "op": "solve", "puzzle": puzzle }).to_string();
        let response: Value = serde_json::from_str(&api::answer(&request, budget)).unwrap();
        assert_eq!(response["ok"], true);
        // A sample may be solved before anybody is asked.
        if asked.load(Ordering::Relaxed) {
            assert_eq!(response["status"], "unknown");
        }
    }
}
