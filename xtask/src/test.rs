//! `cargo xtask test` and `cargo xtask page`: what CI runs.
//!
//! Every part runs, whatever came of those before it; the report at the end names what failed, and
//! what was skipped and why.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use crate::deny::{self, Denied};
use crate::edition;
use crate::licences;
use crate::need;
use crate::page_tests;
use crate::report::{Report, Tests};
use crate::results::{Lines, junit};
use crate::run::{NPM, ROOT, command, program, run, run_with, works};
use crate::workflows;

/// Formatting, lints, documentation and all tests.
pub fn test() -> Result<(), String> {
    need::room()?;
    let mut report = Report::default();
    match need::component("fmt", "rustfmt") {
        Ok(()) => {
            report.check("formatting", || run("cargo", &["fmt", "--all", "--check"]));
        }
        Err(why) => report.skip("formatting", why),
    }
    need::solvers();
    let features = features(&mut report);
    let with = |words: &[&'static str]| [words, features].concat();
    match need::component("clippy", "clippy") {
        Ok(()) => {
            let lints = with(&["clippy", "--workspace", "--all-targets"]);
            report.check("lints", || {
                run("cargo", &[&lints[..], &["--", "-D", "warnings"]].concat())
            });
        }
        Err(why) => report.skip("lints", why),
    }
    report.check("docs", || {
        let docs = with(&["doc", "--workspace", "--no-deps"]);
        run_with("cargo", &docs, &[("RUSTDOCFLAGS", "-D warnings")])
    });
    packages_used(&mut report);
    report.tests("Rust tests", || {
        match works("cargo", &["nextest", "--version"]) {
            true => with_nextest(&with(&["--workspace"])),
            false => with_cargo(&with(&[
                "--workspace",
                "--lib",
                "--bins",
                "--tests",
                "--examples",
            ])),
        }
    });
    // The tests have built it.
    report.check("a minute of fuzzing", || {
        let call = [
            "run",
            "--quiet",
            "--package",
            "fuzz",
            "--",
            "--seconds",
            "60",
        ];
        run("cargo", &call)
    });
    report.tests("doc tests", || with_cargo(&with(&["--workspace", "--doc"])));
    // The tests of the command line have built the program.
    page_parts(&mut report, || match std::fs::exists(program("debug")) {
        Ok(true) => Ok(()),
        _ => Err("the program was not built".to_owned()),
    });
    report.end()
}

/// What we are built of and what the forge runs, by tools that may be missing.
fn packages_used(report: &mut Report) {
    report.check("licences", || licences::licences(&["--check".to_owned()]));
    let mut advisories = None;
    report.attempt("deny", || match deny::deny()? {
        Denied::Skipped(why) => Ok(Some(why)),
        Denied::NothingButAdvisories(why) => {
            advisories = Some(why);
            Ok(None)
        }
        Denied::Nothing => Ok(None),
    });
    advisories.into_iter().for_each(|why| report.left_out(why));
    report.attempt("workflows", workflows::workflows);
}

/// The page: types, then played in a real browser.
pub fn page() -> Result<(), String> {
    let mut report = Report::default();
    // With the rest of the workspace, as the tests are built: alone its packages would have other
    // features and be built again.
    let build = ["build", "--workspace", "--bins"];
    let build = [&build[..], features(&mut report)].concat();
    page_parts(&mut report, || run("cargo", &build));
    report.end()
}

/// The types of the page, written by the test that otherwise compares them.
pub fn protocol() -> Result<(), String> {
    let words = ["test", "-p", "serve", "--test", "protocol", "types"];
    run_with("cargo", &words, &[("GRIDWRIGHT_WRITE_PROTOCOL", "1")])
}

/// What can be built on this machine.
fn features(report: &mut Report) -> &'static [&'static str] {
    match need::second_solver() {
        Ok(()) => &["--features", "proofs/second-solver"],
        Err(why) => {
            report.left_out(format!("what a second solver says: {why}"));
            &[]
        }
    }
}

fn page_parts(report: &mut Report, build: impl FnOnce() -> Result<(), String>) {
    let (types, tests, of_edition) = ("page types", "page tests", "edition tests");
    if let Err(why) = need::node().and_then(|()| packages()) {
        report.skip(types, why.clone());
        report.skip(of_edition, why.clone());
        return report.skip(tests, why);
    }
    report.check(types, || run(NPM, &["run", "check", "--prefix", "web"]));
    if let Err(why) = need::chromium() {
        report.skip(of_edition, why.clone());
        return report.skip(tests, why);
    }
    let mut built = Ok(());
    report.tests(tests, || {
        built = build();
        match built.clone() {
            Ok(()) => page_tests::run("test", &[]),
            failed => (failed, Tests::default()),
        }
    });
    match edition::for_tests() {
        Ok(made) => {
            report.tests(of_edition, || match built.and(made) {
                Ok(()) => with_edition(),
                failed => (failed, Tests::default()),
            });
        }
        Err(why) => report.skip(of_edition, why),
    }
}

/// What only an edition has, and of the page's tests those in which it answers most, with the page
/// from a plain static host.
fn with_edition() -> (Result<(), String>, Tests) {
    let place = edition::usual_place();
    let place = place.to_string_lossy();
    page_tests::run("test-edition", &[("GRIDWRIGHT_EDITION", &place)])
}

/// What the page's tests need of npm.
fn packages() -> Result<(), String> {
    let packages = run(NPM, &["ci", "--prefix", "web", "--no-audit", "--no-fund"]);
    packages.map_err(|_| "npm could not install their packages".to_owned())
}

/// Is all there that it takes to use a browser? A word if not.
pub fn browser() -> bool {
    let there = (need::node().and_then(|()| need::chromium())).and_then(|()| packages());
    if let Err(why) = &there {
        eprintln!("skipped: what is done in a browser: {why}");
    }
    there.is_ok()
}

/// Every test in a process of its own, side by side. `.config/nextest.toml` says how.
fn with_nextest(words: &[&str]) -> (Result<(), String>, Tests) {
    // Nextest keeps its results here even if cargo builds elsewhere.
    let file = Path::new(ROOT).join("target/nextest/xtask/junit.xml");
    let _ = std::fs::remove_file(&file);
    let run_all = ["nextest", "run", "--profile", "xtask"];
    let result = run("cargo", &[&run_all[..], words].concat());
    counted(result, written(&file))
}

/// What cargo can do alone.
fn with_cargo(words: &[&str]) -> (Result<(), String>, Tests) {
    let run_all = [&["test", "--no-fail-fast"], words, &["--", "--show-output"]].concat();
    let mut lines = Lines::default();
    let child = command("cargo", &run_all, &[])
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(e) => return (Err(format!("cargo cannot be run: {e}")), lines.tests),
    };
    let output = child.stdout.take().into_iter();
    for line in output.flat_map(|output| BufReader::new(output).lines().map_while(Result::ok)) {
        println!("{line}");
        lines.read(&line);
    }
    let result = match child.wait() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("failed: cargo {}", run_all.join(" "))),
    };
    (result, lines.tests)
}

/// A run that ended well without any test is no success.
fn counted(result: Result<(), String>, tests: Tests) -> (Result<(), String>, Tests) {
    let none = tests.passed + tests.failed.len() == 0;
    let result = result.and_then(|()| match none {
        true => Err("no test was run, or no results were written".to_owned()),
        false => Ok(()),
    });
    (result, tests)
}

/// The results in a file; none if the tests never came to run.
fn written(file: &Path) -> Tests {
    let text = std::fs::read_to_string(file);
    text.map_or(Tests::default(), |text| junit(&text))
}
