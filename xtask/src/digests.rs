//! `cargo xtask digests`: what the program does, compared with what was recorded, in the build that
//! users have. The program is in the package `proofs`; the words are passed on.

use crate::run::run;

/// Compare, or record.
pub fn digests(words: &[String]) -> Result<(), String> {
    let call = [
        "run",
        "--release",
        "--package",
        "proofs",
        "--bin",
        "digests",
    ];
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run("cargo", &[&call[..], &["--"], &words].concat())
}
