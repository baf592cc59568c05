//! `gridwright census`.

mod common;

use std::fs;

use common::{folder, run};
use serde_json::Value;

fn census(more: &[&str]) -> common::Ran {
    run(&[&["census", "skyscrapers", "--size", "4"], more].concat())
}

#[test]
fn parts_add_up_to_the_whole() {
    let whole = census(&["--json"]).json().remove(0);
    assert_eq!(whole["squares"], 576);
    assert_eq!(whole["clue_sets"], 438);
    assert_eq!(whole["unique"], 372);
    assert_eq!(whole["ratings"]["solved_by"]["study"], 372);
    let parts =
        ["1/3", "2/3", "3/3"].map(|part| census(&["--json", "--part", part]).json().remove(0));
    for field in [
        "squares",
        "clue_sets",
        "unique",
        "classes",
        "unique_classes",
    ] {
        let sum: u64 = parts.iter().filter_map(|part| part[field].as_u64()).sum();
        assert_eq!(whole[field], sum, "{field}");
    }
    let sets = |found: &Value| -> u64 {
        let sets = found["stripped"]["maximal_sets"].as_object().expect("sets");
        sets.values().filter_map(Value::as_u64).sum()
    };
    assert_eq!(sets(&whole), parts.iter().map(sets).sum::<u64>());
}

#[test]
fn every_puzzle_on_the_list_has_one_solution() {
    let list = census(&["--list"]).out;
    assert_eq!(list.lines().count(), 372);
    let some: Vec<&str> = list.lines().step_by(40).collect();
    let solved = run(&[&["solve", "--json"], &some[..]].concat()).json();
    assert_eq!(solved.len(), some.len());
    assert!(solved.iter().all(|one| one["status"] == "unique"));
}

#[test]
fn an_interrupted_census_goes_on_where_it_was() {
    let file = folder("census").join("kept");
    let kept = file.to_str().expect("text");
    let stopped = census(&["--resume", kept, "--time-limit", "0"]);
    assert_eq!(stopped.status, 3);
    let whole = census(&["--json"]).out;
    assert_eq!(census(&["--json", "--resume", kept]).out, whole);
    // A line that was being written is written again, and what is there is not counted twice.
    let text = fs::read_to_string(&file).expect("what was kept");
    fs::write(&file, &text[..text.len() - 5]).expect("a cut");
    assert_eq!(census(&["--json", "--resume", kept]).out, whole);
    assert_eq!(census(&["--json", "--resume", kept]).out, whole);
    let other = run(&["census", "skyscrapers", "--size", "3", "--resume", kept]);
    assert_eq!(other.status, 2);
    assert!(
        other.err.contains("belongs to another census"),
        "{}",
        other.err
    );
    assert_eq!(run(&["census", "skyscrapers", "--size", "7"]).status, 2);
}
