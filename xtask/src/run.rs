//! Running commands, and the program that cargo has built.
//!
//! What a command prints is what was asked for; what we say about it goes to the other stream, so
//! that a table that was measured can be kept in a file.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The folder of the workspace.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// npm is a script, and on Windows that shows.
pub const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Run a command in the workspace; its failure is ours.
pub fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    run_with(program, arguments, &[])
}

/// The same with these environment variables.
pub fn run_with(
    program: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Result<(), String> {
    let shown = shown(program, arguments);
    let start = Instant::now();
    let status = command(program, arguments, variables)
        .status()
        .map_err(|e| format!("{program} cannot be run: {e}"))?;
    eprintln!("── {:.0} s", start.elapsed().as_secs_f64());
    if status.success() {
        Ok(())
    } else {
        Err(format!("failed: {shown}"))
    }
}

/// A command in the workspace, announced.
pub fn command(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    eprintln!("── {}", shown(program, arguments));
    let mut command = Command::new(program);
    command
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(ROOT);
    command
}

fn shown(program: &str, arguments: &[&str]) -> String {
    format!("{program} {}", arguments.join(" "))
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

/// The folder that cargo builds in: we were built there ourselves.
pub fn target() -> PathBuf {
    let ours = std::env::current_exe().ok();
    let ours = ours.as_deref().and_then(|path| path.parent()?.parent());
    ours.map_or_else(|| PathBuf::from(ROOT).join("target"), PathBuf::from)
}

/// Where cargo puts the program.
pub fn program(profile: &str) -> String {
    let name = format!("gridwright{}", std::env::consts::EXE_SUFFIX);
    let path = target().join(profile).join(name);
    path.to_string_lossy().into_owned()
}

/// Seconds of processor time that the commands run so far have taken; none where it cannot be told.
pub fn processor() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which is in brackets: state is the first field, cutime and cstime are these.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / 100.0)
}
