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

/// As many ways to strip as were counted, each to a puzzle with one solution; and the same list
/// whatever the number of threads.
#[test]
fn every_way_to_strip_is_listed() {
    let found = census(&["--json"]).json().remove(0);
    let counted = found["stripped"]["maximal_sets"].as_object().expect("sets");
    let (taken, ways) = counted.iter().next().expect("the fewest");
    let list =
        |taken: &str, more: &[&str]| census(&[&["--list", "--strips", taken], more].concat()).out;
    let fewest = list(taken, &["--threads", "1"]);
    assert_eq!(fewest, list(taken, &["--threads", "4"]));
    assert_eq!(
        fewest.lines().count() as u64,
        ways.as_u64().expect("a number")
    );
    let total: u64 = counted.values().filter_map(Value::as_u64).sum();
    assert_eq!(list("all", &[]).lines().count() as u64, total);
    let some: Vec<&str> = fewest
        .lines()
        .step_by(1 + fewest.lines().count() / 8)
        .collect();
    let solved = run(&[&["solve", "--json"], &some[..]].concat()).json();
    assert!(!solved.is_empty() && solved.iter().all(|one| one["status"] == "unique"));
    assert_eq!(census(&["--strips", "7"]).status, 2);
    let large = [
        "census",
        "skyscrapers",
        "--size",
        "6",
        "--list",
        "--strips",
        "all",
    ];
    assert_eq!(run(&large).status, 2);
}

#[test]
fn an_interrupted_census_goes_on_where_it_was() {
    let file = folder("census").join("kept");
    let kept = file.to_str().expect("text");
    let stopped = census(&["--resume", kept, "--time-limit", "0"]);
    assert_eq!(stopped.status, 3);
    // All groups of size 6 have to be found before the first is counted.
    let large = ["census", "skyscrapers", "--size", "6", "--time-limit", "0"];
    let large = run(&large);
    assert_eq!((large.status, large.out.as_str()), (3, ""));
    assert!(large.err.contains("after 0 of"), "{}", large.err);
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
    assert_eq!(run(&["census", "skyscrapers", "--size", "8"]).status, 2);
}

#[test]
fn of_size_7_some_squares_are_drawn() {
    let drawn = |more: &[&str]| {
        let call = ["census", "skyscrapers", "--size", "7", "--sample", "12"];
        run(&[&call[..], more].concat())
    };
    let whole = drawn(&["--json"]).json().remove(0);
    assert_eq!(whole["squares"], 61_479_419_904_000_u64);
    assert_eq!(whole["drawn"], 12);
    assert!(whole["clue_sets"]["value"].as_f64() > whole["unique"]["value"].as_f64());
    let parts = ["1/2", "2/2"].map(|part| drawn(&["--json", "--part", part]).json().remove(0));
    let sum: u64 = parts.iter().filter_map(|part| part["drawn"].as_u64()).sum();
    assert_eq!(sum, 12);
    let text = drawn(&[]).out;
    assert!(text.contains("Estimated from 12 squares"), "{text}");
    assert_eq!(drawn(&["--list"]).status, 2);
}
