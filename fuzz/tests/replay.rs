//! What once went wrong goes right, and so do some new inputs for every target.

use fuzz::run::{corpus, described, fuzz, shares, take};
use fuzz::{TARGETS, Target};

/// How many inputs all targets get together: a few seconds of work. `cargo xtask test` takes as many more
/// as there are in a minute.
const INPUTS: usize = 20_000;

fn target(name: &str) -> &'static Target {
    let found = TARGETS.iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("no target {name}"))
}

/// What a target begins with, what is in its corpus, and its share of new inputs.
fn replay(name: &str) {
    let target = target(name);
    for (i, seed) in (target.seeds)().iter().enumerate() {
        if let Err(fault) = take(target, seed) {
            panic!(
                "{name}, seed {i}: {fault}\n{}",
                String::from_utf8_lossy(seed)
            );
        }
    }
    for (file, input) in corpus(target) {
        if let Err(fault) = take(target, &input) {
            panic!("{}: {fault}", file.display());
        }
    }
    let count = shares(INPUTS)
        .find(|(one, _)| one.name == name)
        .expect("a share")
        .1;
    let report = fuzz(target, 1, count, 1);
    assert_eq!(report.inputs, count);
    // Else all inputs are refused at once, and nothing is tried.
    assert!(
        report.kinds.len() > 20,
        "{name}: {} kinds",
        report.kinds.len()
    );
    let found: Vec<String> = report.found.iter().map(described).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn texts() {
    replay("texts");
}

#[test]
fn convert() {
    replay("convert");
}

#[test]
fn protocol() {
    replay("protocol");
}

#[test]
fn library() {
    replay("library");
}

#[test]
fn solvers() {
    replay("solvers");
}

#[test]
fn trials() {
    replay("trials");
}

#[test]
fn library_file() {
    replay("library-file");
}

#[test]
fn certificates() {
    replay("certificates");
}

#[test]
fn grades() {
    replay("grades");
}

#[test]
fn http() {
    replay("http");
}

#[test]
fn every_target_is_replayed_and_has_its_share() {
    let here = include_str!("replay.rs");
    for target in TARGETS {
        assert!(
            here.contains(&format!("replay(\"{}\");", target.name)),
            "{}",
            target.name
        );
    }
    assert_eq!(
        TARGETS.iter().map(|target| target.share).sum::<usize>(),
        100
    );
}
