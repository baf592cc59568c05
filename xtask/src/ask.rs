//! Asking other programs, and whether they are there.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The folder of the workspace.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// What a command in the workspace prints; what it complains about is seen. Its failure is ours.
pub fn output(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(ROOT)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("{program} cannot be run: {e}"))?;
    if !output.status.success() {
        return Err(format!("failed: {program} {}", arguments.join(" ")));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{program} prints what is no text"))
}

/// Does this call end well, whatever it prints?
pub fn works(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .current_dir(ROOT)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The folder in which cargo builds.
pub fn target() -> PathBuf {
    let said = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    // A relative path is meant from where cargo was called, which is where we are.
    said.unwrap_or_else(|| PathBuf::from(ROOT).join("target"))
}
