//! The engine: built, and made smaller where there is something that can.

use std::path::Path;
use std::process::Stdio;

use super::read;
use super::wasm::{Compiler, TARGET};
use crate::need;
use crate::run::{command, run_with, target, works};

/// Which binaryen is asked for; its `wasm-opt` makes modules smaller.
const BINARYEN: &str = "binaryen@125";

/// What a module of ours may use, as the compiler says it: every browser that can show the page
/// knows it.
const SMALLER: [&str; 7] = [
    "-Oz",
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-multivalue",
    "--enable-reference-types",
];

/// The module.
pub fn build(compiler: &Compiler) -> Result<Vec<u8>, String> {
    let words = [
        "build",
        "--locked",
        "-p",
        "engine",
        "--profile",
        "engine",
        "--target",
        TARGET,
    ];
    run_with(
        "cargo",
        &[&words[..], compiler.words].concat(),
        compiler.variables,
    )?;
    let built = target().join(TARGET).join("engine/engine.wasm");
    let smaller = built.with_extension("smaller.wasm");
    // The same module is made smaller once.
    if newer(&smaller, &built) || make_smaller(&built, &smaller) {
        return read(&smaller);
    }
    eprintln!(
        "the engine is larger than it could be: there is no wasm-opt, and npm has none for us"
    );
    read(&built)
}

fn newer(one: &Path, other: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    time(one).is_some_and(|one| time(other).is_some_and(|other| one > other))
}

fn make_smaller(from: &Path, to: &Path) -> bool {
    let (from, to) = (from.to_string_lossy(), to.to_string_lossy());
    let files = [&*from, "-o", &*to];
    if works("wasm-opt", &["--version"]) {
        return done("wasm-opt", &[&SMALLER[..], &files].concat());
    }
    let npm = ["exec", "--yes", "--package", BINARYEN, "--", "wasm-opt"];
    need::may_install() && done(crate::run::NPM, &[&npm[..], &SMALLER, &files].concat())
}

fn done(program: &str, words: &[&str]) -> bool {
    let mut command = command(program, words, &[]);
    let command = command.stdin(Stdio::null()).stdout(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
