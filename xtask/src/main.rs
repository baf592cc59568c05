//! What developers run:
//!
//! - `cargo xtask test`: formatting, lints and all tests, as CI does. Installs what it needs.
//! - `cargo xtask page`: the page's types, and its tests in Chromium.
//! - `cargo xtask prove`: the long proofs, with every assertion on. Takes a while.
//! - `cargo xtask bench`: how fast every published puzzle is solved and proved unique; with
//!   `--against z3` a sample of them also through z3, with the ratio.

mod need;

use std::process::{Command, ExitCode};
use std::time::Instant;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let task = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let result = match task.as_str() {
        "test" => test(),
        "page" => page(),
        "prove" => prove(&rest),
        "bench" => bench(&rest),
        _ => {
            Err("cargo xtask test | page | prove [corpora|boards|second|engines|census] | bench [--against z3]".to_owned())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Run a command in the workspace; its failure is ours.
fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    let shown = format!("{program} {}", arguments.join(" "));
    println!("── {shown}");
    let start = Instant::now();
    let status = Command::new(program)
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .status()
        .map_err(|e| format!("{program} cannot be run: {e}"))?;
    println!("── {:.0} s", start.elapsed().as_secs_f64());
    if status.success() {
        Ok(())
    } else {
        Err(format!("failed: {shown}"))
    }
}

fn test() -> Result<(), String> {
    run("cargo", &["fmt", "--all", "--check"])?;
    need::solvers();
    let second = need::libclang();
    let features: &[&str] = if second {
        &["--features", "proofs/second-solver"]
    } else {
        &[]
    };
    let lints = ["clippy", "--workspace", "--all-targets"];
    run(
        "cargo",
        &[&lints[..], features, &["--", "-D", "warnings"]].concat(),
    )?;
    run("cargo", &[&["test", "--workspace"], features].concat())
}

/// The page: types, then played in a real browser.
fn page() -> Result<(), String> {
    if !need::node() || !need::chromium() {
        return Ok(());
    }
    run("cargo", &["build", "--package", "gridwright"])?;
    run("npm", &["ci", "--prefix", "web", "--no-audit", "--no-fund"])?;
    run("npm", &["run", "check", "--prefix", "web"])?;
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or(format!("{root}/target"));
    let binary = format!("GRIDWRIGHT_BIN={target}/debug/gridwright");
    run("env", &[&binary, "npm", "test", "--prefix", "web"])
}

/// The long proofs run one after the other in a build with all assertions.
fn prove(only: &[String]) -> Result<(), String> {
    let second = need::libclang();
    let mut build = vec!["run", "--profile", "prove", "--package", "proofs"];
    if second {
        build.extend(["--features", "second-solver"]);
    }
    if only.is_empty() || only.iter().any(|o| o == "engines") {
        need::solvers();
    }
    for proof in ["corpora", "boards", "second", "engines"] {
        if only.is_empty() || only.iter().any(|o| o == proof) {
            run("cargo", &[&build[..], &["--", proof]].concat())?;
        }
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

fn bench(rest: &[String]) -> Result<(), String> {
    if !rest.is_empty() {
        need::solvers();
    }
    println!("{}", need::machine());
    let call = ["run", "--release", "--package", "proofs", "--", "bench"];
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    run("cargo", &[&call[..], &rest].concat())
}
