//! What is measured: the package `bench`, in the build that users have.

use crate::edition;
use crate::need;
use crate::run::{NPM, program, run, run_with};
use crate::test::browser;

/// Measure this; the words are passed on.
pub fn measure(what: &str, rest: &[String]) -> Result<(), String> {
    let mut variables = Vec::new();
    let binary = program("release");
    match what {
        "against" | "rivals" => need::solvers(),
        "latency" => {
            if !browser() {
                return Ok(());
            }
            run("cargo", &["build", "--release", "--package", "gridwright"])?;
            variables.push(("GRIDWRIGHT_BIN", binary.as_str()));
            if rest == ["--edition"] {
                edition::for_tests()??;
                let place = edition::usual_place();
                let place = place.to_string_lossy();
                variables.push(("GRIDWRIGHT_EDITION", &place));
                return run_with(NPM, &["run", "latency", "--prefix", "web"], &variables);
            }
        }
        _ => {}
    }
    let call = ["run", "--release", "--package", "bench", "--", what];
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    run_with("cargo", &[&call[..], &rest].concat(), &variables)
}

/// `cargo xtask measure NAME …`; without a name the list.
pub fn by_name(words: &[String]) -> Result<(), String> {
    match words {
        [] => measure("--help", &[]),
        [what, rest @ ..] => measure(what, rest),
    }
}
