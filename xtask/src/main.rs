//! What developers run:
//!
//! - `cargo xtask test`: formatting, lints and all tests, as CI does. Installs what it needs, and
//!   says so if it cannot.
//! - `cargo xtask page`: of these, the page's: its types, and its tests in Chromium.
//! - `cargo xtask latency`: how long a gesture takes on large boards.
//! - `cargo xtask prove`: the long proofs, with every assertion on. Takes a while.
//! - `cargo xtask bench`: how fast every published puzzle is solved and proved unique; with
//!   `--against z3` a sample of them also through z3, with the ratio; with `stress` large boards
//!   made here.
//! - `cargo xtask making [FAMILY]`: how fast puzzles are made, beside the bars.
//! - `cargo xtask yields [FAMILY]`: the studies' tables of making puzzles beside ours.

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
        "latency" => latency(),
        "prove" => prove(&rest),
        "bench" => measure("bench", &rest),
        "making" | "yields" => measure(&task, &rest),
        _ => Err(format!(
            "cargo xtask test | page | latency | prove [{}|census] | bench [--against \
             z3|stress] | making [FAMILY] | yields [FAMILY]",
            PROOFS.join("|")
        )),
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

/// The page: types, then played in a real browser.
fn page() -> Result<(), String> {
    if !browser() {
        return Ok(());
    }
    run("npm", &["run", "check", "--prefix", "web"])?;
    // With the rest of the workspace, as the tests were built: alone its packages would have other
    // features and be built again.
    let build = ["build", "--workspace", "--bins"];
    run("cargo", &[&build[..], features()].concat())?;
    with_binary("debug", "test")
}

/// From the hand to the painted frame.
fn latency() -> Result<(), String> {
    if !browser() {
        return Ok(());
    }
    println!("{}", need::machine());
    run("cargo", &["build", "--release", "--package", "gridwright"])?;
    with_binary("release", "latency")
}

/// Is all there that it takes to use a browser?
fn browser() -> bool {
    if !need::node() || !need::chromium() {
        return false;
    }
    let packages = run("npm", &["ci", "--prefix", "web", "--no-audit", "--no-fund"]);
    if packages.is_err() {
        println!("skipped: the tests of the page (npm could not install their packages)");
    }
    packages.is_ok()
}

/// Where cargo puts the program.
fn program(profile: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or(format!("{root}/target"));
    format!("{target}/{profile}/gridwright")
}

/// Run a script of `web/package.json` with the program that was just built.
fn with_binary(profile: &str, script: &str) -> Result<(), String> {
    let binary = format!("GRIDWRIGHT_BIN={}", program(profile));
    run("env", &[&binary, "npm", "run", script, "--prefix", "web"])
}

/// What the package `proofs` can be asked for.
const PROOFS: [&str; 11] = [
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

/// What is measured needs the build that users have.
fn measure(what: &str, rest: &[String]) -> Result<(), String> {
    if rest.iter().any(|word| word == "--against") {
        need::solvers();
    }
    println!("{}", need::machine());
    let call = ["run", "--release", "--package", "proofs", "--", what];
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    run("cargo", &[&call[..], &rest].concat())
}
