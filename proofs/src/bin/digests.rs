//! `digests`: what the program does, compared with what it did. `cargo xtask digests` calls it.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for developers: it prints what it found"
)]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use proofs::digests::{Comparison, FILE, Recorded, Scope, compute, views};
use puzzles::FAMILIES;

// As in the program itself, so that what is compared is what people use.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Compare what the program does with what was recorded (proofs/digests.txt)
///
/// Exit status: 0 if all is as recorded but perhaps the words; 1 if something differs.
#[derive(Parser)]
#[command(name = "cargo xtask digests", max_term_width = 100)]
struct Cli {
    /// Record what is found instead of comparing
    #[arg(long)]
    record: bool,

    /// Only this family; can be said again
    #[arg(long = "family", value_name = "FAMILY", value_parser = families())]
    families: Vec<String>,

    /// Only this kind of output; can be said again
    #[arg(long = "kind", value_name = "KIND", value_parser = kinds())]
    kinds: Vec<String>,

    /// Only the few small puzzles that the tests look at
    #[arg(long)]
    short: bool,

    /// Leave everything that was looked at in this folder, to be compared with that of another build
    #[arg(long, value_name = "FOLDER")]
    dump: Option<PathBuf>,
}

fn families() -> PossibleValuesParser {
    PossibleValuesParser::new(FAMILIES.iter().map(|f| f.id).collect::<Vec<_>>())
}

fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(views().collect::<Vec<_>>())
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(end) => end,
        Err(message) => {
            eprintln!("digests: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode, String> {
    let scope = Scope {
        families: cli.families,
        views: cli.kinds,
        short: cli.short,
    };
    let lines = compute(&scope, cli.dump.as_deref()).map_err(|e| format!("cannot dump: {e}"))?;
    let text = match std::fs::read_to_string(FILE) {
        Err(e) if cli.record && e.kind() == std::io::ErrorKind::NotFound => String::new(),
        text => text.map_err(|e| format!("{FILE}: {e}"))?,
    };
    let mut recorded = Recorded::read(&text).map_err(|line| format!("{FILE}: {line:?}"))?;
    let compared = recorded.compare(&scope, &lines);
    for line in &compared {
        println!("{line}");
    }
    for collection in recorded.missing(&scope, &lines) {
        println!("skipped: {collection} is recorded and not here");
    }
    let same = compared.iter().filter(|c| matches!(c, Comparison::Same(_)));
    let (same, failed) = (same.count(), compared.iter().filter(|c| c.is_failure()));
    let failed = failed.count();
    let words = compared.len() - same - failed;
    println!("{same} as recorded, {failed} different, {words} with other words");
    if cli.record {
        recorded.renew(&scope, lines);
        std::fs::write(FILE, recorded.text()).map_err(|e| format!("{FILE}: {e}"))?;
        println!("recorded");
    } else if failed > 0 {
        println!(
            "To find what differs, run this with `--dump FOLDER` here and in a worktree of the \
             commit that was recorded, and compare the folders: `diff -r`. `--kind` and `--family` \
             make it shorter. If it was meant to change: `cargo xtask digests --record`."
        );
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
