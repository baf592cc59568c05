//! `library check`, `repair` and `backup`: what is done with a library as a file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use ::library::{Contents, Fault, Library, Open};
use anyhow::Context;
use serde_json::json;

use super::{look, printed};
use crate::exit::Exit;
use crate::output::{self, NewFolder};
use crate::words;

/// Look whether a library is sound, row by row; nothing is changed
///
/// The file as a whole is checked first, then every puzzle (can it be read, is its solution right, do
/// grade and key belong to it), every tag, play and batch. Whatever is wrong is named.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library check my.library
  gridwright library check --json my.library

Exit status: 0 all is well; 1 something is wrong; 2 this is no library, or it cannot be opened.")]
pub struct CheckArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn check(args: &CheckArgs) -> anyhow::Result<Exit> {
    let contents = ::library::check(&args.file)?;
    let text = if args.json {
        format!("{}\n", look::contents_json(&contents))
    } else {
        let end = match contents.faults.len() {
            0 => "all is well.".to_owned(),
            1 => "1 thing is wrong.".to_owned(),
            n => format!("{n} things are wrong."),
        };
        let all = look::contents_text(&contents);
        format!("{}{all}: {end}\n", fault_lines(&contents))
    };
    printed(text, args.json);
    Ok(verdict(&contents))
}

fn fault_lines(contents: &Contents) -> String {
    let line = |fault: &Fault| format!("{}\n", words::harmless(&fault.to_string()));
    let lines = contents.faults.iter().map(line);
    lines.collect()
}

fn verdict(contents: &Contents) -> Exit {
    match contents.faults[..] {
        [] => Exit::Well,
        _ => Exit::No,
    }
}

/// Save what is sound of a damaged library into a new file, and say what was lost
///
/// The damaged file is only read. Puzzles keep their numbers, tags and plays. Of a puzzle that cannot
/// be read the clues are saved where they are found elsewhere in the file.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library repair my.library --to repaired.library

Exit status: 0 nothing was wrong; 1 something was wrong, and what is left was saved; 2 wrong input,
and nothing was written.")]
pub struct RepairArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The new file, which must not exist
    #[arg(long, value_name = "NEW")]
    to: PathBuf,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn repair(args: &RepairArgs) -> anyhow::Result<Exit> {
    let saved = put(&args.to, |new| ::library::repair(&args.file, new))?;
    // What was wrong may be in a part of the file that holds nothing, or nothing that cannot be made
    // anew.
    let was_wrong = ::library::check(&args.file).map_or(true, |found| !found.faults.is_empty());
    let exit = match was_wrong {
        true => Exit::No,
        false => verdict(&saved),
    };
    let text = if args.json {
        let mut object = look::contents_json(&saved);
        object["to"] = json!(args.to.display().to_string());
        format!("{object}\n")
    } else {
        let all = look::contents_text(&saved);
        let end = match saved.faults.len() {
            0 if was_wrong => "the file was damaged, but nothing was lost.".to_owned(),
            0 => "nothing was wrong.".to_owned(),
            n => format!(
                "{} above.",
                words::count(n, "fault, named", "faults, named")
            ),
        };
        let to = args.to.display();
        format!("{}Saved in {to}: {all}; {end}\n", fault_lines(&saved))
    };
    printed(text, args.json);
    Ok(exit)
}

/// Copy a library, as it is at this instant, into a new file
///
/// Others may go on writing meanwhile. The copy is one file, compact and checked. Copying the file
/// with other means is right only while nobody uses it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library backup my.library --to copy.library")]
pub struct BackupArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The new file, which must not exist
    #[arg(long, value_name = "NEW")]
    to: PathBuf,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub fn backup(args: &BackupArgs) -> anyhow::Result<Exit> {
    let library = Library::open(&args.file, Open::Reading)?;
    put(&args.to, |new| library.backup(new))?;
    let to = args.to.display().to_string();
    let text = if args.json {
        json!({ "to": to }).to_string()
    } else {
        format!("Copied to {to}.")
    };
    output::print(format!("{text}\n").as_bytes());
    Ok(Exit::Well)
}

/// Make a file that appears whole or not at all, and never in place of another: it is made in a
/// folder beside its place, then moved.
fn put<T>(place: &Path, make: impl FnOnce(&Path) -> ::library::Result<T>) -> anyhow::Result<T> {
    let folder = NewFolder::at(place)?;
    let draft = folder.path().join("draft.library");
    let made = make(&draft)?;
    let moved = File::open(&draft)
        .and_then(|file| file.sync_all())
        // Whoever makes the file first has the name.
        .and_then(|()| File::create_new(place))
        .and_then(|_| {
            fs::rename(&draft, place).inspect_err(|_| {
                // It is empty and ours.
                let _ = fs::remove_file(place);
            })
        });
    moved.with_context(|| format!("cannot write {}", place.display()))?;
    Ok(made)
}
