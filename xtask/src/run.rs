//! Running commands, and the program that cargo has built.

use std::process::Command;
use std::time::Instant;

/// Run a command in the workspace; its failure is ours.
pub fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
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

/// Where cargo puts the program.
pub fn program(profile: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or(format!("{root}/target"));
    format!("{target}/{profile}/gridwright")
}

/// Run a script of `web/package.json` with the program that was just built.
pub fn with_binary(profile: &str, script: &str) -> Result<(), String> {
    let binary = format!("GRIDWRIGHT_BIN={}", program(profile));
    run("env", &[&binary, "npm", "run", script, "--prefix", "web"])
}
