//! `library merge`: several libraries into one.

use std::fs;
use std::path::{Path, PathBuf};

use ::library::{Error, Library, Open};
use anyhow::{anyhow, bail};
use serde_json::json;

use crate::exit::Exit;
use crate::output;
use crate::words;

/// Join libraries: everything that is in any of them, and nothing twice
///
/// Puzzles that are the same, perhaps turned or mirrored, become one with all their tags and plays
/// and, if any of them has one, a solution and a rating. It does not matter in which order files are
/// merged. After an interruption the same call goes on. The files FROM are only read.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library merge my.library yours.library
  gridwright library merge all.library 2024.library 2025.library

Exit status: 0 all well; 2 a file cannot be used, or puzzles of it cannot be read (they are named,
and the others are merged).")]
pub struct Args {
    /// The library that gets everything; it is created if it does not exist
    #[arg(value_name = "INTO")]
    into: PathBuf,

    /// The libraries to merge
    #[arg(value_name = "FROM", required = true)]
    from: Vec<PathBuf>,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let same = |a: &Path, b: &Path| match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    };
    let mut paths: Vec<&PathBuf> = Vec::new();
    for path in &args.from {
        if same(path, &args.into) {
            bail!("{} cannot be merged into itself", path.display());
        }
        // A file that is named twice is one file.
        if !paths.iter().any(|other| same(path, other)) {
            paths.push(path);
        }
    }
    // All of them, before anything is written.
    let open = |path: &&PathBuf| {
        Library::open(path, Open::Reading).map_err(|error| match error {
            // These do not say which file they mean.
            Error::Damaged(_) | Error::Altered(_) => {
                anyhow!(error).context(path.display().to_string())
            }
            error => error.into(),
        })
    };
    let files: Vec<Library> = paths.iter().map(open).collect::<Result<_, _>>()?;
    let merged = Library::open(&args.into, Open::OrCreate)?.merge(&files)?;
    let mut out = String::new();
    for (at, fault) in &merged.faults {
        let file = at.map_or(&args.into, |at| paths[at]).display();
        let message = format!("{file}: {fault}");
        if args.json {
            let error = json!({ "message": message });
            let line = json!({ "id": fault.puzzle, "status": "error", "error": error });
            out += &format!("{line}\n");
        } else {
            output::complain(&message);
        }
    }
    for note in &merged.notes {
        output::complain(note);
    }
    out += &if args.json {
        let (new, there, plays) = (merged.new, merged.there, merged.plays);
        format!(
            "{}\n",
            json!({ "new": new, "there": there, "plays": plays })
        )
    } else {
        format!(
            "{}, {} already there, {}\n",
            words::count(merged.new, "new puzzle", "new puzzles"),
            merged.there,
            words::count(merged.plays, "new play", "new plays"),
        )
    };
    output::print(out.as_bytes());
    Ok(match merged.faults[..] {
        [] => Exit::Well,
        _ => Exit::Wrong,
    })
}
