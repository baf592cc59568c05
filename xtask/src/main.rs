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
//! - `cargo xtask licences`: write `THIRD-PARTY.md`; with `--check` only compare it.
//! - `cargo xtask deny`: licences, bans, sources and advisories of all packages, by `cargo deny`.
//! - `cargo xtask workflows`: check the workflow files of the forge.
//! - `cargo xtask dist`: the archive for this machine, as it is attached to a release.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for developers, which says what it does and how long it took"
)]

mod ask;
mod deny;
mod dist;
mod licences;
mod measure;
mod need;
mod prove;
mod run;
mod test;
mod workflows;

use std::process::ExitCode;

use crate::measure::{latency, measure};
use crate::prove::{PROOFS, prove};
use crate::test::{page, test};

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
        "licences" => licences::licences(&rest),
        "deny" => deny::task(),
        "workflows" => workflows::task(),
        "dist" => dist::dist(&rest),
        _ => Err(format!(
            "cargo xtask test | page | latency | prove [{}|census] | bench [--against \
             z3|stress] | making [FAMILY] | yields [FAMILY] | licences [--check] | \
             deny | workflows | dist [--zip]",
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
