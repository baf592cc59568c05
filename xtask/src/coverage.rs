//! `cargo xtask fuzz --coverage [TARGET] [--seconds N]`: the fuzzer's targets, given to libFuzzer.
//!
//! It sees which code an input makes run and so gets further than changes at random, but it needs a
//! nightly compiler. The flags are those of `cargo fuzz`, which therefore need not be installed.
//! What it learns stays in the build folder, and the next run begins with that.

use crate::run::{output, run, run_with, target, works};

/// Is there a compiler that can do it? If not, why.
pub fn is_possible() -> Result<(), String> {
    if !cfg!(unix) {
        return Err("libFuzzer is for Unix systems".to_owned());
    }
    match works("cargo", &["+nightly", "--version"]) {
        true => Ok(()),
        false => {
            Err("no nightly compiler is installed (rustup toolchain install nightly)".to_owned())
        }
    }
}

/// What makes code tell the fuzzer that it runs.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Ccodegen-units=1";

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
    is_possible()?;
    let own = |words: &[&str]| {
        let call = ["run", "--quiet", "--package", "fuzz", "--"];
        output("cargo", &[&call[..], words].concat())
    };
    if targets.is_empty() {
        targets = own(&["--names"])?.lines().map(str::to_owned).collect();
    }
    let version = output("rustc", &["+nightly", "-vV"])?;
    let host = (version.lines().find_map(|line| line.strip_prefix("host: ")))
        .ok_or("the compiler does not say what it compiles for")?;
    let folder = target().join("coverage");
    let folder = folder.to_str().ok_or("a folder with a strange name")?;
    let build = [
        "+nightly",
        "build",
        "--release",
        "--manifest-path",
        "fuzz/coverage/Cargo.toml",
        "--target-dir",
        folder,
        // So that programs that only help to build are built without the flags.
        "--target",
        host,
    ];
    run_with("cargo", &build, &[("RUSTFLAGS", FLAGS)])?;
    let program = format!("{folder}/{host}/release/coverage");
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
