//! `--time-limit` on the largest boards. No test asserts how long something took, so the limit is one
//! that is over before anything begins: what is printed is then little, whatever the board, and every
//! command says with its status that the time ran out, or has nothing to do that takes long.

mod common;

use std::fs;

use common::{folder, run, run_with};
use serde_json::json;

/// Boards of 100×100 as text, by name: most of them have more solutions than anybody can count.
fn boards() -> Vec<(&'static str, String)> {
    let rows = |sign: &dyn Fn(usize, usize) -> String| -> Vec<Vec<String>> {
        let row = |r: usize| (0..100).map(|c| sign(r, c)).collect();
        (0..100).map(row).collect()
    };
    let board = |family: &str, problem: Vec<Vec<String>>| {
        json!({ "type": family, "rows": 100, "cols": 100, "problem": problem }).to_string()
    };
    let islands = |r: usize, c: usize| match (r % 2, c % 2) {
        (0, 0) => "?".to_owned(),
        _ => "-".to_owned(),
    };
    let full = |r: usize, c: usize| {
        let sides = |at: usize| if at == 0 || at == 98 { 1 } else { 2 };
        match (r % 2, c % 2) {
            (0, 0) => (2 * (sides(r) + sides(c))).to_string(),
            _ => "-".to_owned(),
        }
    };
    let empty = |_: usize, _: usize| "-".to_owned();
    vec![
        ("any bridges", board("hashi", rows(&islands))),
        ("all bridges", board("hashi", rows(&full))),
        ("no circles", board("fobidoshi", rows(&empty))),
        ("no clues", board("yajilin", rows(&empty))),
    ]
}

/// What a picture of a board or two takes, with room.
const LITTLE: usize = 600_000;

#[test]
fn a_limit_that_is_over_leaves_little_to_write() {
    let folder = folder("limits");
    let mut late = 0;
    for (name, text) in boards() {
        let file = folder.join("board.json");
        fs::write(&file, &text).expect("a file");
        let file = file.to_str().expect("text");
        let png = folder.join("board.png");
        let _ = fs::remove_file(&png);
        let png = png.to_str().expect("text");
        for words in [
            &["solve"][..],
            &["solve", "--count", "1000"],
            &["solve", "--json", "--count", "1000"],
            &["solve", "--forced"],
            &["solve", "--forced", "--json"],
            &["hint"],
            &["hint", "--json"],
            &["hint", "--apply", "--until-stuck"],
            &["explain"],
            &["explain", "--to", "html"],
            &["explain", "--json"],
            &["rate"],
            &["report"],
            &["cluster"],
            &["strip"],
            &["fill"],
            &["repair"],
            &["draw", "--solution"],
            &["draw", "--to", "png", "-o", png],
            &["smt"],
            &["dimacs"],
            &["dimacs", "--json"],
        ] {
            let ran = run(&[words, &["--time-limit", "0", file]].concat());
            let told = format!("{words:?} of {name}: {} {}", ran.status, ran.err);
            assert!([0, 1, 3].contains(&ran.status), "{told}");
            assert!(ran.out.len() <= LITTLE, "{told}: {} bytes", ran.out.len());
            late += usize::from(ran.status == 3);
        }
        assert!(
            !fs::exists(png).expect("a folder"),
            "{name}: half a picture"
        );
    }
    assert!(late >= 60, "only {late} said that the time ran out");
}

#[test]
fn an_instance_that_is_not_written_in_time_is_not_written_at_all() {
    for command in ["smt", "dimacs"] {
        let ran = run(&[command, "--time-limit", "0", common::UNIQUE]);
        assert_eq!((ran.status, ran.out.as_str()), (3, ""), "{command}");
        assert!(ran.err.contains("the time limit ran out"), "{}", ran.err);
        let json = run(&[command, "--json", "--time-limit", "0", common::UNIQUE]);
        assert_eq!(json.status, 3, "{command}");
        assert_eq!(json.json()[0]["status"], "unknown", "{command}");
        let whole = run(&[command, "--time-limit", "1000", common::UNIQUE]);
        assert_eq!(whole.status, 0, "{command}");
        assert_eq!(whole.out, run(&[command, common::UNIQUE]).out, "{command}");
    }
}

#[test]
fn without_a_limit_all_solutions_are_drawn() {
    let puzzle = json!({
        "type": "fobidoshi", "rows": 2, "cols": 2, "problem": [["-", "-"], ["-", "-"]],
    });
    let ran = run_with(&["solve", "--count", "100"], puzzle.to_string().as_bytes());
    let json = run_with(
        &["solve", "--count", "100", "--json"],
        puzzle.to_string().as_bytes(),
    );
    let found = json.json()[0]["count"].as_u64().expect("a number");
    assert!(found > 3, "{found}");
    assert!(json.json()[0].get("unwritten").is_none());
    let drawn = ran.out.matches("\n\n").count();
    assert_eq!(drawn as u64, found, "{}", ran.out);
    assert!(!ran.out.contains("drawn: the time"), "{}", ran.out);
}
