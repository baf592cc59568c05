//! `cargo xtask compare OLD [NEW]`: two revisions, or two programs, on the same work. Here both are
//! built; the package `bench` runs them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::measure::measure;
use crate::run::{ROOT, program, run};

/// Revisions or programs first, then options for `bench compare`.
pub fn compare(words: &[String]) -> Result<(), String> {
    let end = words.iter().position(|word| word.starts_with('-'));
    let (sides, options) = words.split_at(end.unwrap_or(words.len()));
    let (old, new) = match sides {
        [] if !options.is_empty() => return measure("compare", options), // asks for help
        [old] => (built(old)?, working_tree()?),
        [old, new] => (built(old)?, built(new)?),
        _ => {
            return Err(
                "cargo xtask compare OLD [NEW] [OPTION…]: revisions of git, or programs; \
                        NEW is the working tree if it is not said"
                    .to_owned(),
            );
        }
    };
    let programs = [old, new].map(|path| path.display().to_string());
    measure("compare", &[&programs, options].concat())
}

fn working_tree() -> Result<PathBuf, String> {
    run("cargo", &["build", "--release", "--package", "gridwright"])?;
    // A copy, so that it stays what it is while something else is being built.
    let copy = folder().join("bin/gridwright-working-tree");
    keep(Path::new(&program("release")), &copy)?;
    Ok(copy)
}

/// A program as it is, or that of a revision, built once and kept.
fn built(side: &str) -> Result<PathBuf, String> {
    if Path::new(side).is_file() {
        return std::path::absolute(side).map_err(|e| format!("{side}: {e}"));
    }
    let commit = git(&[
        "rev-parse",
        "--verify",
        "--quiet",
        &format!("{side}^{{commit}}"),
    ])
    .map_err(|_| format!("{side} is neither a program nor a revision"))?;
    let kept = folder().join("bin").join(format!("gridwright-{commit}"));
    if kept.is_file() {
        return Ok(kept);
    }
    let (tree, target) = (folder().join("tree"), folder().join("target"));
    let tree_text = tree.display().to_string();
    if tree.exists() {
        git(&["worktree", "remove", "--force", &tree_text])?;
    }
    git(&["worktree", "add", "--detach", &tree_text, &commit])?;
    eprintln!("── building {side} ({commit})");
    let status = Command::new("cargo")
        .args(["build", "--release", "--package", "gridwright"])
        .current_dir(&tree)
        .env("CARGO_TARGET_DIR", &target)
        .status();
    git(&["worktree", "remove", "--force", &tree_text])?;
    if !status.is_ok_and(|status| status.success()) {
        return Err(format!("{side} cannot be built"));
    }
    keep(&target.join("release/gridwright"), &kept)?;
    Ok(kept)
}

/// Everything that comparing leaves: the tree while it is needed, its target folder, and programs.
fn folder() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or(Path::new(ROOT).join("target"), PathBuf::from);
    let target = std::path::absolute(&target).unwrap_or(target);
    target.join("compare")
}

fn keep(program: &Path, copy: &Path) -> Result<(), String> {
    let folder = copy.parent().expect("a file in a folder");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::copy(program, copy))
        .map(|_| ())
        .map_err(|e| format!("{}: {e}", copy.display()))
}

/// What git says.
fn git(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(ROOT)
        .output()
        .map_err(|e| format!("git cannot be run: {e}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("git {}: {}", arguments.join(" "), said.trim()))
}
