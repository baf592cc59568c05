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
use std::time::{Duration, Instant};

use clap::Parser;
use clap::builder::PossibleValuesParser;
use fuzz::run::{corpus, described, fuzz_until, shares, take};
use fuzz::{TARGETS, Target};

/// Give changed texts and requests to everything that reads any
#[derive(Parser)]
#[command(name = "fuzz", max_term_width = 100)]
struct Cli {
    /// What to fuzz [default: everything]
    #[arg(value_name = "TARGET", value_parser = PossibleValuesParser::new(TARGETS.iter().map(|t| t.name)))]
    targets: Vec<String>,

    /// How many inputs in all [default: 100000, or as many as there is time for]
    #[arg(long, value_name = "N")]
    count: Option<usize>,

    /// End after this many seconds; what was tried is what the same --count tries without
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,

    /// Another seed gives other inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print the names of all targets
    #[arg(long)]
    names: bool,

    /// Write what the one target that is named begins with into this folder, a file for each
    #[arg(long, value_name = "FOLDER")]
    seeds_into: Option<PathBuf>,

    /// Give this file to the one target that is named, and say what becomes of it
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let is_chosen =
        |target: &Target| cli.targets.is_empty() || cli.targets.iter().any(|t| t == target.name);
    if cli.names {
        TARGETS
            .iter()
            .for_each(|target| println!("{}", target.name));
        return ExitCode::SUCCESS;
    }
    if let Some(folder) = &cli.seeds_into {
        for target in TARGETS.iter().filter(|target| is_chosen(target)) {
            let inputs = (target.seeds)().into_iter();
            let old = corpus(target).into_iter().map(|(_, input)| input);
            for (number, input) in inputs.chain(old).enumerate() {
                let file = folder.join(format!("seed-{number:04}"));
                if let Err(error) = std::fs::write(&file, input) {
                    eprintln!("{}: {error}", file.display());
                    return ExitCode::from(2);
                }
            }
        }
        return ExitCode::SUCCESS;
    }
    if let Some(file) = &cli.file {
        return one(file, TARGETS.iter().filter(|target| is_chosen(target)));
    }
    let threads = available_parallelism().map_or(1, usize::from);
    let all: usize = (TARGETS.iter().filter(|t| is_chosen(t)))
        .map(|t| t.share)
        .sum();
    let mut faults = 0;
    let count = match (cli.count, cli.seconds) {
        (Some(count), _) => count,
        (None, None) => 100_000,
        (None, Some(_)) => usize::MAX / 10_000,
    };
    for (target, count) in shares(count * 100 / all.max(1)) {
        if !is_chosen(target) {
            continue;
        }
        let start = Instant::now();
        // Each has its share of the time, too.
        let time = (cli.seconds).map(|s| Duration::from_secs(s) * target.share as u32 / all as u32);
        let stop = || time.is_some_and(|time| start.elapsed() >= time);
        let report = fuzz_until(target, cli.seed, count, threads, &stop);
        println!(
            "{:<12} {:>8} inputs, {:>5} kinds of outcome, {:>6.1} s, {} wrong",
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
