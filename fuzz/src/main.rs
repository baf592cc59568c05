//! `fuzz [TARGET…]`: as many inputs as one likes. `cargo xtask fuzz` calls it.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for developers, which says what it found and how long that took"
)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Instant;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use fuzz::run::{described, fuzz, shares, take};
use fuzz::{TARGETS, Target};

/// Give changed texts and requests to everything that reads any
#[derive(Parser)]
#[command(name = "fuzz", max_term_width = 100)]
struct Cli {
    /// What to fuzz [default: everything]
    #[arg(value_name = "TARGET", value_parser = PossibleValuesParser::new(TARGETS.iter().map(|t| t.name)))]
    targets: Vec<String>,

    /// How many inputs in all
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    count: usize,

    /// Another seed gives other inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Give this file to the one target that is named, and say what becomes of it
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let is_chosen =
        |target: &Target| cli.targets.is_empty() || cli.targets.iter().any(|t| t == target.name);
    if let Some(file) = &cli.file {
        return one(file, TARGETS.iter().filter(|target| is_chosen(target)));
    }
    let threads = available_parallelism().map_or(1, usize::from);
    let all: usize = (TARGETS.iter().filter(|t| is_chosen(t)))
        .map(|t| t.share)
        .sum();
    let mut faults = 0;
    for (target, count) in shares(cli.count * 100 / all.max(1)) {
        if !is_chosen(target) {
            continue;
        }
        let start = Instant::now();
        let report = fuzz(target, cli.seed, count, threads);
        println!(
            "{:<10} {:>8} inputs, {:>5} kinds of outcome, {:>6.1} s, {} wrong",
            target.name,
            report.inputs,
            report.kinds.len(),
            start.elapsed().as_secs_f64(),
            report.found.len()
        );
        faults += report.found.len();
        for found in &report.found {
            println!("{}", described(found));
        }
    }
    match faults {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn one<'a>(file: &PathBuf, targets: impl Iterator<Item = &'a Target>) -> ExitCode {
    let input = match std::fs::read(file) {
        Ok(input) => input,
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            return ExitCode::from(2);
        }
    };
    let mut status = ExitCode::SUCCESS;
    for target in targets {
        match take(target, &input) {
            Ok(outcome) => println!("{}: {outcome}", target.name),
            Err(fault) => {
                println!("{}: WRONG: {fault}", target.name);
                status = ExitCode::FAILURE;
            }
        }
    }
    status
}
