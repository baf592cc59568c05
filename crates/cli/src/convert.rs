//! `gridwright convert`: from any format to any other.

use std::collections::BTreeMap;
use std::sync::Mutex;

use puzzles::format::{Lost, formats, separator, write_telling};
use serde_json::{Map, Value, json};

use crate::batch::{self, Mode, Reply, Threads};
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output;
use crate::words;

/// Write puzzles in another format
///
/// What the new format cannot hold is left out, and said: titles and solutions in a URL, and
/// solutions in pzprv3 and yajilin-csv as well, which hold what a player has entered (`marks`). A
/// board that is kept is kept so that `check` says the same about it; where a format cannot do that,
/// the puzzle is refused. Several puzzles are written one after another and can be read again as they
/// are.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright convert --to json 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright convert --to puzzlink < collection.jsonl
  gridwright convert --strict --to janko < collection.jsonl
  gridwright formats

Exit status: 0 all written; 1 with --strict, something was left out; 2 wrong input, or a puzzle that
the format cannot hold.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    to: String,

    /// End with status 1 if anything is left out
    #[arg(long)]
    strict: bool,

    /// Print one JSON object per puzzle, one per line, with the puzzle as `text` and what was left out
    /// as `lost`
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
    let tally = Mutex::new(BTreeMap::new());
    let work = |job: &Job| {
        let (mut text, lost) = write_telling(&job.document, &args.to).map_err(|e| e.message)?;
        count(&tally, &lost);
        if args.json {
            text = line(job, &args.to, text, &lost);
        } else if job.number > 1 {
            text.insert_str(0, separator(&args.to));
        }
        text.push('\n');
        Ok(Reply {
            out: text.into_bytes(),
            exit: match args.strict && !lost.is_empty() {
                true => Exit::No,
                false => Exit::Well,
            },
            ..Reply::default()
        })
    };
    let exit = batch::run(args.input.items(), args.threads, mode, work)?.exit;
    let tally = tally.into_inner().unwrap_or_default();
    if !tally.is_empty() {
        output::complain(&warning(&args.to, &tally));
    }
    Ok(exit)
}

fn line(job: &Job, format: &str, text: String, lost: &[Lost]) -> String {
    let mut line = Map::new();
    line.insert("id".to_owned(), job.id());
    line.insert("type".to_owned(), job.document.puzzle.family().id.into());
    line.insert("format".to_owned(), format.into());
    line.insert("text".to_owned(), text.into());
    if !lost.is_empty() {
        let lost: Vec<String> = lost.iter().map(Lost::to_string).collect();
        line.insert("lost".to_owned(), json!(lost));
    }
    Value::Object(line).to_string()
}

/// In how many puzzles what was left out.
type Tally = BTreeMap<Lost, usize>;

fn count(tally: &Mutex<Tally>, lost: &[Lost]) {
    if let Ok(mut tally) = tally.lock() {
        for lost in lost {
            *tally.entry(lost.clone()).or_default() += 1;
        }
    }
}

/// One line for all puzzles: a collection would make a line for each otherwise.
fn warning(format: &str, tally: &Tally) -> String {
    const LISTED_LOSSES: usize = 8;
    let mut parts: Vec<String> = (tally.iter().take(LISTED_LOSSES))
        .map(|(lost, n)| format!("{lost} ({})", words::count(*n, "puzzle", "puzzles")))
        .collect();
    if tally.len() > LISTED_LOSSES {
        parts.push(format!("and {} more", tally.len() - LISTED_LOSSES));
    }
    format!(
        "gridwright: left out, because {format} cannot hold it: {}",
        parts.join(", ")
    )
}
