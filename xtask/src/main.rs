//! What developers run:
//!
//! - `cargo xtask test`: formatting, lints and all tests, as CI does. Installs what it needs, and
//!   says so if it cannot.
//! - `cargo xtask page`: only what concerns the page: its types, and its tests in Chromium.
//! - `cargo xtask prove [NAME…]`: the long proofs, with every assertion on. Takes a while. `--list`
//!   says which there are.
//! - `cargo xtask bench`: how fast puzzles are solved, traced by rules and rated.
//! - `cargo xtask making`: how fast puzzles are made, next to the targets.
//! - `cargo xtask latency`: how long a gesture takes on large boards. These three show recorded
//!   figures beside the new ones, and record new ones with `--record`.
//! - `cargo xtask yields`: the studies' tables about making puzzles, next to ours.
//! - `cargo xtask measure [NAME …]`: these and everything else that is measured; without a name,
//!   what there is.
//! - `cargo xtask compare OLD [NEW]`: two revisions on the same work, and what got slower.

mod compare;
mod measure;
mod need;
mod prove;
mod report;
mod results;
mod run;
mod test;

use std::process::ExitCode;

use crate::compare::compare;
use crate::measure::{by_name, measure};
use crate::prove::prove;
use crate::test::{page, test};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let task = words.next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let result = match task.as_str() {
        "test" => test(),
        "page" => page(),
        "prove" => prove(&rest),
        "bench" => measure("solving", &rest),
        "making" | "latency" | "yields" => measure(&task, &rest),
        "measure" => by_name(&rest),
        "compare" => compare(&rest),
        _ => Err(
            "cargo xtask test | page | prove [NAME…] [--list] | bench [--record] | making \
                  [LINE…] [--record] | latency [--record] | yields [FAMILY…] | measure [NAME …] | \
                  compare OLD [NEW]; docs/measuring.md says more"
                .to_owned(),
        ),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
