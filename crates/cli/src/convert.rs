//! `gridwright convert`: from any format to any other.

use puzzles::format::{formats, separator, write};
use serde_json::json;

use crate::batch::{self, Mode, Reply, Threads};
use crate::exit::Exit;
use crate::input::{Input, Job};

/// Write puzzles in another format
///
/// What the new format cannot hold is left out: titles and solutions in a URL, and solutions in
/// pzprv3 and yajilin-csv as well, which hold what a player has entered (`marks`). Several puzzles
/// are written one after another and can be read again as they are.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright convert --to json 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright convert --to puzzlink < collection.jsonl
  gridwright formats

Exit status: 0 all written; 2 wrong input, or a puzzle that the format cannot hold.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    to: String,

    /// Print one JSON object per puzzle, one per line, with the puzzle as `text`
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    threads: Threads,
}

fn format_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(formats().map(|f| f.name).collect::<Vec<_>>())
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mode = if args.json { Mode::Json } else { Mode::Human };
    let work = |job: &Job| {
        let mut text = write(&job.document, &args.to).map_err(|e| e.message)?;
        if args.json {
            text = json!({
                "id": job.id(),
                "type": job.document.puzzle.family().id,
                "format": args.to,
                "text": text,
            })
            .to_string();
        } else if job.number > 1 {
            text.insert_str(0, separator(&args.to));
        }
        text.push('\n');
        Ok(Reply {
            out: text.into_bytes(),
            ..Reply::default()
        })
    };
    Ok(batch::run(args.input.items(), args.threads, mode, work)?.exit)
}
