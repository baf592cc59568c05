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
/// knows it. Functions of like names are like each other; side by side they are packed four per cent
/// smaller. Afterwards nobody needs their names.
const SMALLER: [&str; 11] = [
    "-Oz",
    "--converge",
    "--reorder-functions-by-name",
    "--strip-debug",
    "--strip-producers",
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
    Ok(without_names(&read(&built)?))
}

/// A module without its custom sections, such as the names of its functions. What is no module stays as
/// it is.
fn without_names(module: &[u8]) -> Vec<u8> {
    let (head, mut rest) = module.split_at(module.len().min(8));
    let mut lean = head.to_vec();
    while let Some((&kind, after)) = rest.split_first() {
        let digits = after.iter().take_while(|&&byte| byte >= 0x80).count() + 1;
        let length = after.iter().take(digits).rev();
        let length = length.fold(0, |sum, &byte| (sum << 7) | usize::from(byte & 0x7f));
        let (section, others) = rest.split_at((1 + digits + length).min(rest.len()));
        if kind != 0 {
            lean.extend(section);
        }
        rest = others;
    }
    lean
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_and_all_else_stays() {
        let head = b"\0asm\x01\0\0\0";
        let long = [&[10, 0x82, 0x01][..], &[7; 130]].concat();
        let module = [&head[..], &[1, 2, 5, 6], &[0, 3, 1, b'n', 9], &long].concat();
        let lean = [&head[..], &[1, 2, 5, 6], &long].concat();
        assert_eq!(without_names(&module), lean);
        assert_eq!(without_names(&lean), lean);
    }
}
