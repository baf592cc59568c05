//! `cargo xtask prove`: the long proofs.

use crate::need;
use crate::run::{program, run};

/// What the package `proofs` can be asked for.
pub const PROOFS: [&str; 11] = [
    "corpora",
    "boards",
    "second",
    "engines",
    "sound",
    "reach",
    "human",
    "order",
    "stable",
    "rules-census",
    "made",
];

/// Run the long proofs one after another, in a build with all assertions.
pub fn prove(only: &[String]) -> Result<(), String> {
    let second = need::libclang();
    let mut build = vec!["run", "--profile", "prove", "--package", "proofs"];
    if second {
        build.extend(["--features", "second-solver"]);
    }
    if only.is_empty() || only.iter().any(|o| o == "engines") {
        need::solvers();
    }
    for proof in PROOFS {
        if only.is_empty() || only.iter().any(|o| o == proof) {
            run("cargo", &[&build[..], &["--", proof]].concat())?;
        }
    }
    if only.is_empty() || only.iter().any(|o| o == "kill") {
        run("cargo", &["build", "--release", "--package", "gridwright"])?;
        let binary = format!("GRIDWRIGHT_BIN={}", program("release"));
        run(
            "env",
            &[&[binary.as_str(), "cargo"], &build[..], &["--", "kill"]].concat(),
        )?;
    }
    if only.is_empty() || only.iter().any(|o| o == "census") {
        run(
            "cargo",
            &[
                "test",
                "--profile",
                "prove",
                "--package",
                "puzzles",
                "census",
                "--",
                "--include-ignored",
                "--nocapture",
            ],
        )?;
    }
    Ok(())
}
