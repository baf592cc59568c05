//! `library add`: puzzles into a library.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use ::library::{Added, Library, Open, Side, rating_left_out};
use anyhow::Context;
use puzzles::Status;
use puzzles::reason::{Grades, Manner, Weights, rate_as};
use serde_json::json;

use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::reason::rate::{bounded, no_grades};

/// Add puzzles; the file is created if it does not exist
///
/// Puzzles that are there already, perhaps turned or mirrored, only get the tags, and the solution
/// and rating if they had none. A solution that comes along must be right; a rating that Gridwright
/// cannot have given is left out. `rating`, `tags`, `seed`, `index`, `origin` and `plays` of a JSON
/// puzzle are kept; a play that is there already does not come twice.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library add my.library 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright library add --solve --rate --tag easy --tag 'for Ann' my.library collection.jsonl")]
pub struct Args {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    input: Input,

    /// Give them this tag; may be given several times
    #[arg(long = "tag", value_name = "TAG", value_parser = tag)]
    tags: Vec<String>,

    /// Rate those that bring no rating
    #[arg(long)]
    rate: bool,

    /// Rate with the grades and weights of this file, as `gridwright cluster --out` and `gridwright
    /// library opinions --out` write it
    #[arg(long, value_name = "FILE", requires = "rate")]
    grades: Option<PathBuf>,

    /// Solve those that bring no solution, and leave out those that do not have exactly one
    #[arg(long)]
    solve: bool,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,
}

/// A tag from the command line, without spaces around it.
pub fn tag(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a tag needs at least one character".to_owned()),
        tag if tag.contains(puzzles::format::is_obeyed) => {
            Err("a tag is on one line, without characters that a terminal would obey".to_owned())
        }
        tag => Ok(tag.to_owned()),
    }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let library = Library::open(&args.file, Open::OrCreate)?;
    library.is_ready()?;
    let library = Mutex::new(library);
    let mode = if args.json { Mode::Json } else { Mode::Human };
    let grades = args.grades.as_deref().map(|path| {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string());
        text.map(|text| (path, text))
    });
    let grades = grades.transpose()?;
    let (solve, rate, time, tags) = (args.solve, args.rate, args.time, args.tags);
    let work = |job: &Job| {
        let mut side = side(job)?;
        let entry = &mut side.entry;
        let left_out = rating_left_out(&job.document);
        if solve && entry.document.solution.is_none() {
            let puzzle = entry.document.puzzle.as_ref();
            let answer = time.run(|budget| puzzles::solve(puzzle, 2, budget));
            if answer.status != Status::Unique {
                return Ok(not_kept(job, answer.status, mode));
            }
            entry.document.solution = answer.solutions.into_iter().next();
        }
        if rate && entry.rating.is_none() {
            let puzzle = job.document.puzzle.as_ref();
            let family = puzzle.family().id;
            let grades = match &grades {
                None => None,
                Some((path, text)) => {
                    let grades = Grades::read(text, family, Weights::Ours);
                    Some(grades.ok_or_else(|| no_grades(path, family))?)
                }
            };
            let manner = Manner {
                grades: grades.as_ref(),
                ..Manner::USUAL
            };
            let rating = bounded(time).run(|budget| rate_as(puzzle, manner, budget))?;
            entry.rating = Some((&rating).into());
        }
        for tag in &tags {
            if !entry.tags.contains(tag) {
                entry.tags.push(tag.clone());
            }
        }
        let added = {
            let mut library = library.lock().unwrap_or_else(|p| p.into_inner());
            library.add_played(vec![side]).map_err(|e| e.to_string())?[0]
        };
        let new = matches!(added, Added::New(_));
        let mut reply = Reply::default();
        let line = if mode == Mode::Json {
            let id = added.id();
            let mut line = json!({ "id": job.id(), "status": "kept", "kept": id, "new": new });
            if let Some(words) = left_out {
                line["why"] = words.into();
            }
            line.to_string()
        } else {
            if let Some(words) = left_out {
                reply.err = format!("{}: {words}\n", job.label());
            }
            let how = if new { "kept" } else { "already there" };
            format!("{}: {how} as {}", job.label(), added.id())
        };
        reply.out = format!("{line}\n").into_bytes();
        Ok(reply)
    };
    // One at a time, so that the numbers follow the order of the input.
    Ok(batch::run(args.input.items(), Threads::ONE, mode, work)?.exit)
}

fn side(job: &Job) -> Result<Side, String> {
    let mut side = Side::of(job.document.clone())?;
    let entry = &mut side.entry;
    if let Some(solution) = &entry.document.solution
        && let Some(wrong) = entry.document.puzzle.check(solution).first()
    {
        return Err(format!("its solution is wrong: {}", wrong.message));
    }
    let origin = &mut entry.origin;
    if origin.command.is_none() && origin.version.is_none() {
        origin.command = Some("library add".to_owned());
        origin.version = Some(crate::VERSION.to_owned());
    }
    Ok(side)
}

/// The reply for a puzzle that was to be solved and does not have exactly one solution.
fn not_kept(job: &Job, status: Status, mode: Mode) -> Reply {
    let (word, why, exit) = match status {
        Status::None => ("none", "there is no solution", Exit::No),
        Status::Unknown => ("unknown", "the time limit ran out", Exit::Budget),
        _ => ("multiple", "there are several solutions", Exit::No),
    };
    let mut reply = Reply {
        exit,
        ..Reply::default()
    };
    if mode == Mode::Json {
        let line = json!({ "id": job.id(), "status": word, "kept": null });
        reply.out = format!("{line}\n").into_bytes();
    } else {
        reply.err = format!("{}: not kept: {why}\n", job.label());
    }
    reply
}
