//! `library export`: puzzles out of a library, in any format.

use std::path::PathBuf;

use ::library::Filter;
use anyhow::bail;
use clap::builder::PossibleValuesParser;
use puzzles::format::{formats, separator, write};
use serde_json::json;

use super::{Which, open};
use crate::exit::Exit;
use crate::output::{self, write_file};

/// Write puzzles of a library in any format
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library export my.library > all.jsonl
  gridwright library export --to puzzlink --tag magazine -o links.txt my.library
  gridwright library export --to janko my.library 12 13")]
pub struct Args {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Numbers of puzzles; without any, all that match the options
    #[arg(value_name = "ID")]
    ids: Vec<i64>,

    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = format_names())]
    to: String,

    #[command(flatten)]
    which: Which,

    /// Write to this file instead of standard output (`-`)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print one JSON object per puzzle, one per line, with the puzzle as `text`
    #[arg(long)]
    json: bool,
}

fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new(formats().map(|f| f.name).collect::<Vec<_>>())
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let filter = args.which.filter();
    if !args.ids.is_empty() && filter != Filter::default() {
        bail!("the numbers already say which puzzles are meant; leave out the other conditions");
    }
    let library = open(&args.file)?;
    let ids = if args.ids.is_empty() {
        library.list(&filter)?.iter().map(|line| line.id).collect()
    } else {
        args.ids.clone()
    };
    let mut exit = Exit::Well;
    let mut out = String::new();
    for id in ids {
        let mut document = library.get(id)?.entry.whole();
        if document.id().is_none() {
            document.extra.insert("id".to_owned(), id.into());
        }
        let kind = document.puzzle.family().id;
        match write(&document, &args.to) {
            Ok(text) if args.json => {
                let line = json!({ "id": id, "type": kind, "format": args.to, "text": text });
                out += &format!("{line}\n");
            }
            Ok(text) => {
                if !out.is_empty() {
                    out += separator(&args.to);
                }
                out += &text;
                out.push('\n');
            }
            Err(error) => {
                exit = Exit::Wrong;
                if args.json {
                    let error = json!({ "message": error.message });
                    out += &format!(
                        "{}\n",
                        json!({ "id": id, "status": "error", "error": error })
                    );
                } else {
                    output::complain(&format!("puzzle {id}: {}", error.message));
                }
            }
        }
    }
    match output::file(args.output.clone()) {
        Some(path) => write_file(&path, out.as_bytes())?,
        None => output::print(out.as_bytes()),
    }
    Ok(exit)
}
