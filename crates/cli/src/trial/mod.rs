//! `gridwright trial`: a trial with people, from choosing its puzzles to what came out. What happens in
//! between is `gridwright serve --trial`.

mod new;
mod report;
mod source;

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::Subcommand;
use people::Trial;

use crate::exit::Exit;

/// Have people solve puzzles that you chose: how long they take, what they say
///
/// Everybody gets the same puzzles in the same shuffled order, after some to warm up, and nobody is
/// told what they are examples of. The trial is one file; what participants do is written into another
/// one beside it, line by line, so that nothing is lost.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright trial new bridges.json --puzzles easy=easy.txt --puzzles hard=hard.txt
  gridwright serve --trial bridges.json --lan
  gridwright trial report bridges.json --out bridges

Exit status: 0 all well; 2 wrong input, or a file cannot be read or written.")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    New(new::Args),
    Report(report::Args),
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.command {
        Command::New(args) => new::run(&args),
        Command::Report(args) => report::run(&args),
    }
}

/// The trial in a file.
pub fn read(path: &Path) -> anyhow::Result<Trial> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    Trial::read(&text).map_err(|why| anyhow!("{name} is no trial: {why}"))
}
