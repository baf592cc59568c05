//! `cargo xtask prove [NAME…] [--list]`: the long proofs, in a build with every assertion on. Which
//! there are is said in `proofs/src/table.rs`; the program prints a summary at the end.

use crate::need;
use crate::run::{program, run};

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
    let mut call = vec!["cargo", "run", "--profile", "prove", "--package", "proofs"];
    if need::libclang() {
        call.extend(["--features", "second-solver"]);
    }
    if is_named("engines") {
        need::solvers();
    }
    let mut binary = String::new();
    if is_named("killed-batches") {
        run("cargo", &["build", "--release", "--package", "gridwright"])?;
        binary = format!("GRIDWRIGHT_BIN={}", program("release"));
    }
    let first: &[&str] = match binary.as_str() {
        "" => &[],
        binary => &[binary],
    };
    run("env", &[first, &call, &["--"], &words].concat())
}
