//! `library export`: puzzles out of a library, in any format.

use std::path::PathBuf;

use ::library::{Error, Filter, Library};
use anyhow::bail;
use clap::builder::PossibleValuesParser;
use puzzles::format::{formats, separator, write};
use serde_json::json;

use super::{Which, ask, name_faults, unread};
use crate::exit::Exit;
use crate::output::{self, write_file};

/// Write puzzles of a library in any format
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library export my.library > all.jsonl
  gridwright library export --plays -o moving.jsonl my.library
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

    /// With how they were played, which only the format json can hold
    #[arg(long)]
    plays: bool,

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
    if args.plays && args.to != "json" {
        bail!("only the format json can hold how puzzles were played; leave out --plays or --to");
    }
    let (found, mut faults) = ask(&args.file, |library: &Library| {
        let mut faults = Vec::new();
        let mut ids = args.ids.clone();
        if ids.is_empty() {
            let listing = library.listing(&filter)?;
            faults = listing.faults;
            ids = listing.lines.iter().map(|line| line.id).collect();
        }
        let mut documents = Vec::new();
        for id in ids {
            let document = match args.plays {
                true => library.get(id).map(|kept| kept.whole()),
                false => library.entry(id).map(|entry| entry.whole()),
            };
            match document {
                Ok(document) => documents.push((id, document)),
                Err(error @ Error::BadPuzzle { .. }) => faults.push(unread(id, &error)),
                Err(error) => return Err(error),
            }
        }
        Ok((documents, faults))
    })?;
    let (documents, unread) = found;
    faults.extend(unread);
    let (lines, mut exit) = name_faults(&faults, args.json);
    let mut out = String::new();
    for (id, mut document) in documents {
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
    out += &lines;
    match output::file(args.output.clone()) {
        Some(path) => write_file(&path, out.as_bytes())?,
        None => output::print(out.as_bytes()),
    }
    Ok(exit)
}
