//! `cargo xtask test` and `cargo xtask page`: what CI runs.

use crate::need;
use crate::run::{run, with_binary};

/// Formatting, lints and all tests.
pub fn test() -> Result<(), String> {
    run("cargo", &["fmt", "--all", "--check"])?;
    need::solvers();
    let features = features();
    let lints = ["clippy", "--workspace", "--all-targets"];
    run(
        "cargo",
        &[&lints[..], features, &["--", "-D", "warnings"]].concat(),
    )?;
    run("cargo", &[&["test", "--workspace"], features].concat())?;
    page()
}

/// What can be built on this machine.
fn features() -> &'static [&'static str] {
    match need::libclang() {
        true => &["--features", "proofs/second-solver"],
        false => &[],
    }
}

/// Check the page: its types, then its tests in a real browser.
pub fn page() -> Result<(), String> {
    if !browser() {
        return Ok(());
    }
    run("npm", &["run", "check", "--prefix", "web"])?;
    // Built with the rest of the workspace, as the tests were: on its own, its packages would have
    // other features and be built again.
    let build = ["build", "--workspace", "--bins"];
    run("cargo", &[&build[..], features()].concat())?;
    with_binary("debug", "test")
}

/// Is everything installed that it takes to use a browser?
pub fn browser() -> bool {
    if !need::node() || !need::chromium() {
        return false;
    }
    let packages = run("npm", &["ci", "--prefix", "web", "--no-audit", "--no-fund"]);
    if packages.is_err() {
        println!("skipped: the tests of the page (npm could not install their packages)");
    }
    packages.is_ok()
}
