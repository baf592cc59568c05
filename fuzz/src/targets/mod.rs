//! The ways into the program, a file for each.

pub mod certificates;
pub mod convert;
pub mod grades;
pub mod http;
pub mod library;
pub mod library_file;
pub mod protocol;
pub mod solvers;
pub mod texts;
pub mod trials;

use std::sync::atomic::{AtomicUsize, Ordering};

use api::Budget;

/// Do something under a budget that is the same on every machine: so many conflicts, and so many
/// looks at whether to stop.
fn bounded<T>(work: impl FnOnce(Budget) -> T) -> T {
    const LOOKS: usize = 20_000;
    let looks = AtomicUsize::new(0);
    let stop = || looks.fetch_add(1, Ordering::Relaxed) >= LOOKS;
    work(Budget {
        conflicts: 2_000,
        stop: &stop,
    })
}

/// What is wrong with an answer of the protocol, if anything; else what kind of answer it is.
fn answered(answer: &str) -> Result<String, String> {
    let value: serde_json::Value =
        serde_json::from_str(answer).map_err(|e| format!("the answer is not JSON: {e}"))?;
    match value["ok"].as_bool() {
        Some(true) => Ok(format!("yes, {}", value["status"])),
        Some(false) => match value["error"]["message"].as_str() {
            Some(message) if !message.is_empty() => Ok(message.to_owned()),
            _ => Err(format!("a refusal without words: {answer}")),
        },
        None => Err(format!("neither yes nor no: {answer}")),
    }
}
