//! What is measured: `bench`, `making`, `yields`, `latency`.

use crate::need;
use crate::run::{run, with_binary};
use crate::test::browser;

/// Measure something, in the build that users have.
pub fn measure(what: &str, rest: &[String]) -> Result<(), String> {
    if rest.iter().any(|word| word == "--against") {
        need::solvers();
    }
    println!("{}", need::machine());
    let call = ["run", "--release", "--package", "proofs", "--", what];
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    run("cargo", &[&call[..], &rest].concat())
}

/// How long it takes from a gesture to the painted frame.
pub fn latency() -> Result<(), String> {
    if !browser() {
        return Ok(());
    }
    println!("{}", need::machine());
    run("cargo", &["build", "--release", "--package", "gridwright"])?;
    with_binary("release", "latency")
}
