//! What is measured: the package `bench`, in the build that users have.

use crate::need;
use crate::run::{program, run, run_with};
use crate::test::browser;

/// Measure this; the words are passed on.
pub fn measure(what: &str, rest: &[String]) -> Result<(), String> {
    let mut variables = Vec::new();
    let binary = program("release");
    match what {
        "against" => need::solvers(),
        "latency" => {
            if !browser() {
                return Ok(());
            }
            run("cargo", &["build", "--release", "--package", "gridwright"])?;
            variables.push(("GRIDWRIGHT_BIN", binary.as_str()));
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
