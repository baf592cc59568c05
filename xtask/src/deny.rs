//! `cargo xtask deny`: what the workspace is built of, held against `deny.toml` by `cargo deny`.
//!
//! Licences, bans and sources are checked always, known weaknesses only where the database of them
//! can be had. Where the tool is missing nothing is checked here; `cargo xtask licences --check`
//! does the most important part of it without.

use std::process::Command;

use crate::run::{ROOT, works};

/// How it is got.
const INSTALL: &str = "cargo install cargo-deny --locked";

/// What became of it, for the summary of the tests.
pub enum Denied {
    /// Nothing is denied.
    Nothing,
    /// The same, but known weaknesses could not be looked up.
    NothingButAdvisories(String),
    /// Not looked at, and why.
    Skipped(String),
}

/// Check everything that can be checked here.
pub fn deny() -> Result<Denied, String> {
    if !works("cargo", &["deny", "--version"]) {
        return Ok(Denied::Skipped(format!(
            "cargo deny (it is not installed: {INSTALL})"
        )));
    }
    check(&["licenses", "bans", "sources"])?;
    // Without the database nothing is said about weaknesses, neither well nor ill.
    if !works("cargo", &["deny", "fetch", "db"]) {
        return Ok(Denied::NothingButAdvisories(
            "known weaknesses (the database of advisories cannot be had)".to_owned(),
        ));
    }
    check(&["advisories"])?;
    Ok(Denied::Nothing)
}

fn check(what: &[&str]) -> Result<(), String> {
    eprintln!("── cargo deny check {}", what.join(" "));
    let status = Command::new("cargo")
        .args(["deny", "--workspace", "--all-features", "check"])
        .args(what)
        .current_dir(ROOT)
        .status()
        .map_err(|e| format!("cargo cannot be run: {e}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("cargo deny check {} says no", what.join(" "))),
    }
}

/// The task: the check, and what was skipped in words.
pub fn task() -> Result<(), String> {
    match deny()? {
        Denied::Nothing => println!("licences, bans, sources and advisories: all well"),
        Denied::NothingButAdvisories(why) => {
            println!("licences, bans and sources: all well\nskipped: {why}");
        }
        Denied::Skipped(why) => println!("skipped: {why}"),
    }
    Ok(())
}
