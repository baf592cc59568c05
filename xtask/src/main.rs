//! What developers run:
//!
//! - `cargo xtask test`: formatting, lints, documentation and all tests, as CI does. Every part
//!   runs; the end names what failed, and what was skipped and why. What is missing is installed
//!   where that is possible (on Debian, as root), unless `GRIDWRIGHT_NO_INSTALL` is set.
//! - `cargo xtask page`: of these, the page's: its types, and its tests in Chromium.
//! - `cargo xtask latency`: how long a gesture takes on large boards.
//! - `cargo xtask prove`: the long proofs, with every assertion on. Takes a while.
//! - `cargo xtask bench`: how fast every published puzzle is solved and proved unique; with
//!   `--against z3` a sample of them also through z3, with the ratio; with `stress` large boards
//!   made here.
//! - `cargo xtask making [FAMILY]`: how fast puzzles are made, beside the bars.
//! - `cargo xtask yields [FAMILY]`: the studies' tables of making puzzles beside ours.

mod measure;
mod need;
mod prove;
mod report;
mod results;
mod run;
mod test;

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
