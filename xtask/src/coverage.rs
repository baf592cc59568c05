//! `cargo xtask fuzz --coverage [TARGET] [--seconds N]`: the fuzzer's targets, given to libFuzzer.
//!
//! It sees which code an input makes run and so gets further than changes at random, but it needs a
//! nightly compiler. The flags are those of `cargo fuzz`, which therefore need not be installed.
//! What it learns stays in the build folder, and the next run begins with that.

use std::process::Command;

use crate::run::{ROOT, output, run, run_with, target, works};

/// What makes code tell the fuzzer that it runs.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1";

/// The program, built: a compiler is not enough, libFuzzer has to be had and compiled, too. If it
/// cannot be, why.
pub fn program() -> Result<String, String> {
    if !cfg!(unix) {
        return Err("libFuzzer is for Unix systems".to_owned());
    }
    if !works("cargo", &["+nightly", "--version"]) {
        let why = "no nightly compiler is installed (rustup toolchain install nightly)";
        return Err(why.to_owned());
    }
    had(MANIFEST)?;
    let version = output("rustc", &["+nightly", "-vV"])?;
    let host = (version.lines().find_map(|line| line.strip_prefix("host: ")))
        .ok_or("the compiler does not say what it compiles for")?;
    let folder = folder()?;
    let build = [
        "+nightly",
        "build",
        "--release",
        "--manifest-path",
        MANIFEST,
        "--target-dir",
        &folder,
        // So that programs that only help to build are built without the flags.
        "--target",
        host,
    ];
    run_with("cargo", &build, &[("RUSTFLAGS", FLAGS)])
        .map_err(|_| "it cannot be built, for the reason above".to_owned())?;
    Ok(format!("{folder}/{host}/release/coverage"))
}

/// The package that is built.
const MANIFEST: &str = "fuzz/coverage/Cargo.toml";

/// Where everything is kept.
fn folder() -> Result<String, String> {
    let folder = target().join("coverage");
    let folder = folder.to_str().ok_or("a folder with a strange name")?;
    Ok(folder.to_owned())
}

/// Are all packages here that this one needs, or can they be fetched? If not, why.
fn had(manifest: &str) -> Result<(), String> {
    let fetched = Command::new("cargo")
        .args(["+nightly", "fetch", "--manifest-path", manifest])
        .current_dir(ROOT)
        .output()
        .map_err(|e| format!("cargo cannot be run: {e}"))?;
    match fetched.status.success() {
        true => Ok(()),
        false => Err(format!(
            "what it needs cannot be fetched: {}",
            cause(&String::from_utf8_lossy(&fetched.stderr))
        )),
    }
}

/// What cargo says is wrong, in a line.
fn cause(said: &str) -> &str {
    let error = said.lines().find_map(|line| line.strip_prefix("error: "));
    error.unwrap_or("cargo does not say why")
}

/// What the words ask for: targets, all if there are none, and seconds in all.
fn asked(words: &[&str]) -> Result<(Vec<String>, u64), String> {
    let (mut targets, mut seconds) = (Vec::new(), 60);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--coverage" => {}
            "--seconds" => {
                let number = words.next().and_then(|number| number.parse().ok());
                seconds = number.ok_or("expected --seconds and a number")?;
            }
            word if word.starts_with('-') => {
                return Err(format!(
                    "{word} does not go with --coverage, only --seconds does"
                ));
            }
            name => targets.push(name.to_owned()),
        }
    }
    Ok((targets, seconds))
}

/// Fuzz these targets, each for its part of the time.
pub fn fuzz(words: &[&str]) -> Result<(), String> {
    let (mut targets, seconds) = asked(words)?;
    let program = program()?;
    let own = |words: &[&str]| {
        let call = ["run", "--quiet", "--package", "fuzz", "--"];
        output("cargo", &[&call[..], words].concat())
    };
    if targets.is_empty() {
        targets = own(&["--names"])?.lines().map(str::to_owned).collect();
    }
    let folder = folder()?;
    let each = (seconds / targets.len().max(1) as u64).max(1);
    let mut wrong = Vec::new();
    for name in &targets {
        let corpus = format!("{folder}/corpus/{name}");
        let found = format!("{folder}/found/{name}-");
        for path in [&corpus, &format!("{folder}/found")] {
            std::fs::create_dir_all(path).map_err(|e| format!("{path}: {e}"))?;
        }
        run(
            "cargo",
            &[
                "run",
                "--quiet",
                "--package",
                "fuzz",
                "--",
                "--seeds-into",
                &corpus,
                name,
            ],
        )?;
        let call = [
            corpus.as_str(),
            &format!("-max_total_time={each}"),
            &format!("-artifact_prefix={found}"),
            "-max_len=32768",
            "-timeout=120",
            "-rss_limit_mb=4096",
            "-print_final_stats=1",
            "-verbosity=0",
        ];
        if let Err(why) = run_with(&program, &call, &[("GRIDWRIGHT_TARGET", name)]) {
            wrong.push(format!("{name}: {why}; the input is in {folder}/found"));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_fetched_is_said_with_the_reason() {
        if !works("cargo", &["+nightly", "--version"]) {
            return;
        }
        let why = had("fuzz/no-such-folder/Cargo.toml").expect_err("there is no such package");
        assert!(
            why.starts_with("what it needs cannot be fetched: "),
            "{why}"
        );
        assert!(why.contains("no-such-folder"), "{why}");
    }

    #[test]
    fn of_what_cargo_says_the_error_is_told() {
        let said = "    Updating an index\nerror: no matching package named `x` found\nlocation searched: an index\n";
        assert_eq!(cause(said), "no matching package named `x` found");
        assert_eq!(cause(""), "cargo does not say why");
    }

    #[test]
    fn words_name_targets_and_seconds() {
        let both = |names: &[&str], seconds| {
            let names = names.iter().map(|&name| name.to_owned()).collect();
            Ok((names, seconds))
        };
        assert_eq!(asked(&["--coverage"]), both(&[], 60));
        let words = ["texts", "--coverage", "--seconds", "7", "http"];
        assert_eq!(asked(&words), both(&["texts", "http"], 7));
        assert!(asked(&["--seconds"]).is_err());
        assert!(asked(&["--coverage", "--count", "5"]).is_err());
    }
}
