//! `convert` changes nothing that anybody could miss without saying so.

mod common;

use common::{run, run_with};
use serde_json::{Value, json};

/// Boards that are wrong in ways that only some formats can say.
fn boards() -> Vec<String> {
    let island = |row: Value, marks: Value, notes: Value| {
        json!({
            "type": "hashi", "rows": 1, "cols": 5, "problem": [row], "marks": [marks], "notes": notes,
        })
    };
    let clue = |marks: Value, notes: Value| {
        json!({
            "type": "yajilin", "rows": 2, "cols": 3,
            "problem": [["1e", "-", "-"], ["-", "-", "-"]], "marks": marks, "notes": notes,
        })
    };
    let mut boards: Vec<String> = [
        island(
            json!(["1", "1", "-", "-", "1"]),
            json!(["-", "-", "1", ".", "-"]),
            json!({ "bridges": [[0, 0, 0, 1, 1]], "loose": [[0, 2, "w", 1], [0, 2, "s", 2]] }),
        ),
        island(
            json!(["1", "-", "-", "-", "1"]),
            json!(["-", "a", "1", ".", "-"]),
            json!({}),
        ),
        clue(json!([["+", ".", "."], [".", ".", "."]]), json!({})),
        clue(
            json!([["e", "w", "."], [".", "+", "."]]),
            json!({ "dots": [[0, 0], [0, 1]] }),
        ),
        json!({ "id": "3x1m2:1a1", "marks": [["-", "a", "-"]] }),
        json!({ "id": "3x1m2:1a1", "solution": [["-", ".", "-"]], "bridges": [] }),
        json!({
            "type": "fobidoshi", "rows": 2, "cols": 2, "problem": [["o", "-"], ["-", "-"]],
            "solution": [["o", "."], [".", "o"]],
        }),
        json!({
            "type": "satogaeri", "rows": 1, "cols": 3, "problem": [["1", "-", "-"]],
            "areas": [["1", "1", "2"]], "marks": [["e", "5", "."]],
        }),
    ]
    .iter()
    .map(Value::to_string)
    .collect();
    // Two ends of a line that never meet.
    boards.push("pzprv3/hashikake/1/5/1 . . . 1 /1 0 1 1 /".to_owned());
    boards
}

/// What `check` says, without the number that a puzzle without a name is given.
fn verdict(text: &str) -> Value {
    let ran = run_with(&["check", "--json"], text.as_bytes());
    let mut line = ran.json().remove(0);
    assert!(line["violations"].is_array(), "{text}: {line}");
    line["id"] = Value::Null;
    line
}

#[test]
fn check_says_the_same_before_and_after() {
    let formats = run(&["formats", "--json"]).json();
    let mut compared = 0;
    for board in boards() {
        let before = verdict(&board);
        for format in &formats {
            let name = format["name"].as_str().expect("a name");
            let ran = run_with(&["convert", "--json", "--to", name], board.as_bytes());
            let line = ran.json().remove(0);
            let Some(text) = line["text"].as_str() else {
                assert_eq!(line["status"], "error", "{line}");
                continue;
            };
            let lost = line["lost"].to_string();
            if lost.contains("\"marks\"") || lost.contains("\"solution\"") {
                continue;
            }
            assert_eq!(verdict(text), before, "{board} as {name}: {text}");
            compared += 1;
        }
    }
    // At least in the two that hold everything.
    assert!(compared >= 2 * boards().len(), "{compared}");
}

#[test]
fn what_is_left_out_is_said_and_counted() {
    let titled = json!({
        "id": "a", "type": "hashi", "rows": 1, "cols": 3, "problem": [["1", "-", "1"]],
        "solution": [["-", "1", "-"]], "title": "Two",
    });
    let bare = json!({ "type": "hashi", "rows": 1, "cols": 3, "problem": [["1", "-", "1"]] });
    let input = format!("{titled}\n{bare}\n{titled}\n");
    let convert = |words: &[&str]| run_with(&[&["convert"], words].concat(), input.as_bytes());
    let said = convert(&["--to", "puzzlink"]);
    assert_eq!(said.status, 0);
    assert_eq!(
        said.err,
        "gridwright: left out, because puzzlink cannot hold it: solution (2 puzzles), \
         id (2 puzzles), title (2 puzzles)\n"
    );
    let strict = convert(&["--strict", "--to", "puzzlink"]);
    assert_eq!((strict.status, strict.out), (1, said.out));
    let lines = convert(&["--json", "--to", "tatham-save"]).json();
    assert_eq!(lines[0]["lost"], json!(["id", "title"]));
    assert_eq!(lines[1]["lost"], Value::Null);
    for format in ["json", "janko"] {
        let whole = convert(&["--strict", "--to", format]);
        assert_eq!((whole.status, whole.err.as_str()), (0, ""), "{format}");
    }
}

#[test]
fn a_board_that_would_be_judged_differently_is_refused() {
    let dotted = &boards()[2];
    let ran = run_with(&["convert", "--to", "pzprv3"], dotted.as_bytes());
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("a dot on a clue"), "{}", ran.err);
}

#[test]
fn long_numbers_stay_as_they_are() {
    let long = "123456789012345678901234567890";
    let text = format!(
        "{{\"id\":{long},\"type\":\"hashi\",\"rows\":1,\"cols\":3,\"problem\":[[\"1\",\"-\",\"1\"]],\
         \"depth\":2,\"more\":[0.12345678901234567890,-{long}],\"short\":1.5}}"
    );
    let json = run_with(&["convert", "--to", "json"], text.as_bytes());
    assert_eq!(json.out.trim(), text);
    let janko = run_with(&["convert", "--to", "janko"], text.as_bytes());
    let back = run_with(&["convert", "--to", "json"], janko.out.as_bytes());
    let as_words = text.replacen(long, &format!("\"{long}\""), 1);
    assert_eq!(back.out.trim(), as_words.replace("1.5", "\"1.5\""));
    let solved = run_with(&["solve", "--json"], text.as_bytes()).json();
    assert_eq!(solved[0]["id"], long);
}

#[test]
fn what_a_terminal_would_obey_is_never_printed() {
    let odd = "\u{1b}]0;pwn\u{7}\u{9b}2J\u{202e}";
    let puzzle = json!({
        "id": odd, "title": odd, "author": odd, "type": "hashi", "rows": 1, "cols": 3,
        "problem": [["1", "-", "1"]], "marks": [["-", "1", "-"]], odd: odd,
    });
    let input = format!(
        "{puzzle}\n{puzzle}\n{{\"id\":\"x\",\"type\":{}}}\n",
        json!(odd)
    );
    for words in [
        &["solve"][..],
        &["solve", "--draw"],
        &["check"],
        &["rate"],
        &["hint"],
        &["explain"],
        &["analyse"],
        &["report"],
        &["draw"],
        &["strip"],
        &["fill"],
        &["repair"],
        &["smt"],
        &["dimacs"],
        &["convert", "--to", "janko"],
        &["convert", "--to", "puzzlink"],
        &["convert", "--to", "json"],
        &["solve", "--json"],
        &["check", "--json"],
    ] {
        let ran = run_with(words, input.as_bytes());
        let turns = |c: char| c == '\u{202e}';
        let obeyed = |text: &str| {
            text.chars()
                .any(|c| c.is_control() && c != '\n' || turns(c))
        };
        assert!(!obeyed(&ran.out), "{words:?}: {:?}", ran.out);
        assert!(!obeyed(&ran.err), "{words:?}: {:?}", ran.err);
    }
}
