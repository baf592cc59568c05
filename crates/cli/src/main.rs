//! The program `gridwright`: parse the call, call the libraries, print.
//!
//! Commands know no family by name; what there is comes from the list in `puzzles`. Each command is
//! a file; those that read puzzles share `input` (where puzzles come from), `batch` (work in
//! parallel, answers in order) and `output` (whole lines, quiet ends, whole files).

#![allow(
    clippy::disallowed_methods,
    reason = "the program keeps to limits of time and says how long things took"
)]

mod batch;
mod census;
mod certify;
mod check;
mod convert;
mod draw;
mod engine;
mod exit;
mod experiment;
mod input;
mod instance;
mod journal;
mod library;
mod list;
mod make;
mod output;
mod patience;
mod reason;
mod serve;
mod shell;
mod solve;
mod trial;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use exit::Exit;

/// A solver is thousands of small lists that come and go; this allocator takes a fifth off the time
/// of a whole collection.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The program's version, recorded with what it stores.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A workbench for logic puzzles
///
/// Solve puzzles, prove that they have one solution, explain them step by step, rate, check,
/// convert, draw and play them, and make new ones.
#[derive(Parser)]
#[command(
    name = "gridwright",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = EXAMPLES
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  gridwright solve 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  gridwright solve --json collection.jsonl
  gridwright explain 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright generate hashi --size 12 --count 50 --difficulty medium
  gridwright draw --to svg -o puzzle.svg puzzle.txt
  gridwright serve --open
  gridwright help solve

Exit status: 0 all well; 1 the answer is \"no\" (not unique, not solved, a rule broken); 2 the input
or the call is wrong; 3 a budget ran out. With several puzzles, the first of 2, 3, 1, 0 that
occurred counts.";

#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    Certify(certify::Args),
    Check(check::Args),
    Hint(reason::hint::Args),
    Explain(reason::explain::Args),
    Rate(reason::rate::Args),
    Report(reason::report::Args),
    Cluster(reason::report::ClusterArgs),
    Rules(reason::rules::Args),
    Analyse(reason::analyse::Args),
    Generate(Box<make::generate::Args>),
    Compare(make::compare::Args),
    Strip(make::strip::Args),
    Fill(make::fill::Args),
    Repair(make::repair::Args),
    Convert(convert::Args),
    Draw(draw::Args),
    Library(library::Args),
    Census(census::Args),
    Experiment(experiment::Args),
    Smt(instance::SmtArgs),
    Dimacs(instance::DimacsArgs),
    Trial(trial::Args),
    Serve(serve::Args),
    Formats(list::FormatsArgs),
    Families(list::FamiliesArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

fn main() -> ExitCode {
    batch::mute_guarded_panics();
    let result = match Cli::parse().command {
        Command::Solve(args) => solve::run(args),
        Command::Certify(args) => certify::run(&args),
        Command::Check(args) => check::run(args),
        Command::Hint(args) => reason::hint::run(args),
        Command::Explain(args) => reason::explain::run(args),
        Command::Rate(args) => reason::rate::run(args),
        Command::Report(args) => reason::report::run(args),
        Command::Cluster(args) => reason::report::cluster(args),
        Command::Rules(args) => reason::rules::run(&args),
        Command::Analyse(args) => reason::analyse::run(args),
        Command::Generate(args) => make::generate::run(*args),
        Command::Compare(args) => make::compare::run(args),
        Command::Strip(args) => make::strip::run(args),
        Command::Fill(args) => make::fill::run(args),
        Command::Repair(args) => make::repair::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Library(args) => library::run(args),
        Command::Census(args) => census::run(args),
        Command::Experiment(args) => experiment::run(args),
        Command::Smt(args) => instance::smt(args),
        Command::Dimacs(args) => instance::dimacs(args),
        Command::Trial(args) => trial::run(args),
        Command::Serve(args) => serve::run(&args),
        Command::Formats(args) => list::formats(&args),
        Command::Families(args) => list::families(&args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) => {
            output::complain(&format!("gridwright: {error:#}"));
            Exit::Wrong.into()
        }
    }
}
