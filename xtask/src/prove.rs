//! `cargo xtask prove [NAME…] [--list]`: the long proofs, in a build with every assertion on. Which
//! there are is said in `proofs/src/table.rs`; the program prints a summary at the end.

use crate::coverage;
use crate::need;
use crate::run::{program, run, run_with};

/// Run these proofs, or all; the words are passed on.
pub fn prove(words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if words.iter().any(|w| ["--list", "--help", "-h"].contains(w)) {
        let call = ["run", "--quiet", "--package", "proofs", "--"];
        return run("cargo", &[&call[..], &words].concat());
    }
    // Names stand before options.
    let names: Vec<&str> = (words.iter().copied())
        .take_while(|word| !word.starts_with('-'))
        .collect();
    let is_named = |name: &str| names.is_empty() || names.contains(&name);
    let mut call = vec!["run", "--profile", "prove", "--package", "proofs"];
    match need::second_solver() {
        Ok(()) => call.extend(["--features", "second-solver"]),
        Err(why) => eprintln!("skipped: the second solver: {why}"),
    }
    if is_named("engines") {
        need::solvers();
    }
    let mut variables = Vec::new();
    let binary = program("release");
    if is_named("killed-batches") || is_named("killed-libraries") {
        run("cargo", &["build", "--release", "--package", "gridwright"])?;
        variables.push(("GRIDWRIGHT_BIN", binary.as_str()));
    }
    // An hour of fuzzing is better spent by a fuzzer that sees which code runs.
    let wants_hour =
        is_named("fuzz") && !words.contains(&"--count") && !words.contains(&"--minutes");
    let covered = wants_hour.then(coverage::program);
    let minutes: &[&str] = match &covered {
        Some(Ok(_)) => &["--minutes", "0"],
        Some(Err(why)) => {
            eprintln!("skipped: an hour of libFuzzer: {why}; our own fuzzer takes its place");
            &[]
        }
        None => &[],
    };
    let proved = run_with(
        "cargo",
        &[&call[..], &["--"], &words, minutes].concat(),
        &variables,
    );
    match covered {
        Some(Ok(_)) => proved.and(coverage::fuzz(&["--seconds", "3600"])),
        _ => proved,
    }
}

/// Fuzz these targets, or all, in the same build; the words are passed on.
pub fn fuzz(words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if words.contains(&"--coverage") {
        return coverage::fuzz(&words);
    }
    let call = ["run", "--profile", "prove", "--package", "fuzz", "--"];
    run("cargo", &[&call[..], &words].concat())
}
