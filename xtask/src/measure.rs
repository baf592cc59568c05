//! What is measured: the package `bench`, in the build that users have.

use crate::need;
use crate::run::{program, run};
use crate::test::browser;

/// Measure this; the words are passed on.
pub fn measure(what: &str, rest: &[String]) -> Result<(), String> {
    let mut binary = String::new();
    match what {
        "against" => need::solvers(),
        "latency" => {
            if !browser() {
                return Ok(());
            }
            run("cargo", &["build", "--release", "--package", "gridwright"])?;
            binary = format!("GRIDWRIGHT_BIN={}", program("release"));
        }
        _ => {}
    }
    let first: &[&str] = match binary.as_str() {
        "" => &[],
        binary => &[binary],
    };
    let call = [
        "cargo",
        "run",
        "--release",
        "--package",
        "bench",
        "--",
        what,
    ];
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    run("env", &[first, &call, &rest].concat())
}

/// `cargo xtask measure NAME …`; without a name the list.
pub fn by_name(words: &[String]) -> Result<(), String> {
    match words {
        [] => measure("--help", &[]),
        [what, rest @ ..] => measure(what, rest),
    }
}
