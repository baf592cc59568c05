//! `proofs [NAME…]`: the long proofs. One runs here; of several each runs in a process of its own,
//! so that all are run whatever becomes of one, and a summary follows. `cargo xtask prove` calls it.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the proofs are a program: it prints what it found and how long that took"
)]

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser};
use proofs::table::{Outcome, PROOFS, Proof, Scope};
use puzzles::FAMILIES;

// As in the program itself, so that what is proved is what people use.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The long proofs: each passes, fails, or says why it was skipped
///
/// Exit status: 0 if nothing failed, 3 if the one proof that was asked for could not be run, anything
/// else if a proof failed.
#[derive(Parser)]
#[command(name = "proofs", max_term_width = 100)]
struct Cli {
    /// What to prove [default: everything]
    #[arg(value_name = "NAME", value_parser = names())]
    names: Vec<String>,

    /// List the proofs and what --count counts in each
    #[arg(long)]
    list: bool,

    /// How many, of whatever the one proof that is named counts (see --list)
    #[arg(long, value_name = "N")]
    count: Option<usize>,

    /// Only this family; can be said again
    #[arg(long = "family", value_name = "FAMILY", value_parser = families())]
    families: Vec<String>,

    /// How many minutes to go on at least (in `fuzz`) [default: 60, or none if --count is given]
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,

    /// The most seconds that an engine may take for one question (in `engines`)
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    limit: f64,
}

fn names() -> PossibleValuesParser {
    let value = |proof: &Proof| PossibleValue::new(proof.name).help(proof.about);
    PossibleValuesParser::new(PROOFS.iter().map(value).collect::<Vec<_>>())
}

fn families() -> PossibleValuesParser {
    PossibleValuesParser::new(FAMILIES.iter().map(|f| f.id).collect::<Vec<_>>())
}

fn seconds(word: &str) -> Result<f64, String> {
    match word.parse() {
        Ok(seconds) if (0.01..=1e6).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, from 0.01".to_owned()),
    }
}

/// The exit status of one proof that could not be run.
const SKIPPED: u8 = 3;

/// How long proofs go on that can always go on.
const HOUR: Duration = Duration::from_secs(3600);

fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.list {
        for proof in PROOFS {
            println!("{:<16} {}", proof.name, proof.about);
            if let Some((what, usual)) = proof.count {
                println!("{:<16}   --count {usual} ({what})", "");
            }
        }
        return ExitCode::SUCCESS;
    }
    let chosen: Vec<&Proof> = PROOFS
        .iter()
        .filter(|p| cli.names.is_empty() || cli.names.iter().any(|name| name == p.name))
        .collect();
    match chosen[..] {
        [proof] => one(proof, &cli),
        _ if cli.count.is_some() => {
            eprintln!("--count means something else in each proof: name one");
            ExitCode::from(2)
        }
        _ => several(&chosen, &cli),
    }
}

fn one(proof: &Proof, cli: &Cli) -> ExitCode {
    let scope = Scope {
        families: cli.families.clone(),
        count: cli.count.or(proof.count.map(|(_, n)| n)).unwrap_or(0),
        limit: Duration::from_secs_f64(cli.limit),
        // Whoever says how many does not want to wait for more.
        at_least: match (cli.minutes, cli.count) {
            (Some(minutes), _) => Duration::from_secs(60 * minutes),
            (None, Some(_)) => Duration::ZERO,
            (None, None) => HOUR,
        },
    };
    match (proof.run)(&scope) {
        Outcome::Passed => ExitCode::SUCCESS,
        Outcome::Skipped(why) => {
            println!("skipped: {why}");
            ExitCode::from(SKIPPED)
        }
    }
}

fn several(chosen: &[&Proof], cli: &Cli) -> ExitCode {
    let program = std::env::current_exe().expect("this program has a path");
    let mut summary = Vec::new();
    for proof in chosen {
        println!("── {}: {}", proof.name, proof.about);
        let start = Instant::now();
        let mut call = Command::new(&program);
        call.arg(proof.name)
            .args(["--limit", &cli.limit.to_string()]);
        if let Some(minutes) = cli.minutes {
            call.args(["--minutes", &minutes.to_string()]);
        }
        for family in &cli.families {
            call.args(["--family", family]);
        }
        let end = match call.status().map(|status| status.code()) {
            Ok(Some(0)) => "passed",
            Ok(Some(code)) if code == i32::from(SKIPPED) => "skipped",
            _ => "FAILED",
        };
        summary.push((proof.name, end, start.elapsed().as_secs_f64()));
    }
    println!("──");
    for (name, end, seconds) in &summary {
        println!("{name:<16} {end:<8} {seconds:>7.1} s");
    }
    let number = |what: &str| summary.iter().filter(|(_, end, _)| *end == what).count();
    println!(
        "{} passed, {} failed, {} skipped",
        number("passed"),
        number("FAILED"),
        number("skipped")
    );
    match number("FAILED") {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
