//! `gridwright library`: puzzles kept in a file. What comes in and goes out is here; how it looks is
//! in `look`.

mod look;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use ::library::{Added, Entry, Filter, Library, Open, Play, Sort, State};
use anyhow::bail;
use clap::builder::PossibleValuesParser;
use clap::{Subcommand, ValueEnum};
use puzzles::Status;
use puzzles::format::{formats, separator, write};
use puzzles::reason::{DIFFICULTY, FUN, LOOKS, rating_json};
use serde_json::json;

use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::{self, write_file};
use crate::reason::rate::How;
use crate::words;

/// Keep puzzles in a library file: add, list, show, export, remove
///
/// A library is one file. It holds puzzles with solution, rating, tags, where they come from and how
/// they were played; each puzzle once, however it is turned or mirrored. Several programs may use it
/// at once.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library add --rate --tag magazine my.library collection.jsonl
  gridwright library list --grade medium --size 7..12 my.library
  gridwright library show my.library 12
  gridwright library export --to puzzlink --tag magazine my.library

Exit status: 0 all well; 1 a puzzle that was to be solved has not one solution; 2 wrong input; 3 the
time limit ran out.")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Add(AddArgs),
    List(ListArgs),
    Show(ShowArgs),
    Export(ExportArgs),
    Played(PlayedArgs),
    Remove(RemoveArgs),
    Stats(StatsArgs),
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.command {
        Command::Add(args) => add(args),
        Command::List(args) => list(&args),
        Command::Show(args) => show(&args),
        Command::Export(args) => export(&args),
        Command::Played(args) => played(&args),
        Command::Remove(args) => remove(&args),
        Command::Stats(args) => stats(&args),
    }
}

/// Every command but `add` wants a library that is there.
fn open(path: &Path) -> anyhow::Result<Library> {
    Ok(Library::open(path, Open::Existing)?)
}

// ---- add ----

/// Add puzzles; the file is made if there is none
///
/// Puzzles that are there already, perhaps turned or mirrored, only get the tags, and solution and
/// rating if they had none. A solution that comes along must be one; a rating that Gridwright cannot
/// have given is left out. `rating`, `tags`, `seed`, `index` and `origin` of a JSON puzzle are kept.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library add my.library 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright library add --solve --rate --tag easy --tag 'for Ann' my.library collection.jsonl")]
struct AddArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    input: Input,

    /// Give them this tag; may be said several times
    #[arg(long = "tag", value_name = "TAG", value_parser = tag)]
    tags: Vec<String>,

    /// Rate those that bring no rating
    #[arg(long)]
    rate: bool,

    /// Solve those that bring no solution, and leave out those that have not exactly one
    #[arg(long)]
    solve: bool,

    /// Print one JSON object a puzzle and line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,
}

fn tag(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a tag has at least one letter".to_owned()),
        tag => Ok(tag.to_owned()),
    }
}

fn add(args: AddArgs) -> anyhow::Result<Exit> {
    let library = Mutex::new(Library::open(&args.file, Open::OrCreate)?);
    let mode = if args.json { Mode::Json } else { Mode::Human };
    let (solve, rate, time, tags) = (args.solve, args.rate, args.time, args.tags);
    let work = |job: &Job| {
        let mut entry = entry(job)?;
        let foreign = entry.rating.is_none()
            && (job.document.extra.get("rating")).is_some_and(serde_json::Value::is_object);
        if solve && entry.document.solution.is_none() {
            let puzzle = entry.document.puzzle.as_ref();
            let answer = time.run(|budget| puzzles::solve(puzzle, 2, budget));
            if answer.status != Status::Unique {
                return Ok(not_kept(job, answer.status, mode));
            }
            entry.document.solution = answer.solutions.into_iter().next();
        }
        if rate && entry.rating.is_none() {
            entry.rating = Some(rating_json(&How::USUAL.rate(job, time)));
        }
        for tag in &tags {
            if !entry.tags.contains(tag) {
                entry.tags.push(tag.clone());
            }
        }
        let added = {
            let mut library = library.lock().unwrap_or_else(|p| p.into_inner());
            library.add(&entry).map_err(|e| e.to_string())?
        };
        let new = matches!(added, Added::New(_));
        const FOREIGN: &str = "its rating is none that Gridwright gives, and was left out";
        let mut reply = Reply::default();
        let line = if mode == Mode::Json {
            let id = added.id();
            let mut line = json!({ "id": job.id(), "status": "kept", "kept": id, "new": new });
            if foreign {
                line["why"] = FOREIGN.into();
            }
            line.to_string()
        } else {
            if foreign {
                reply.err = format!("{}: {FOREIGN}\n", job.label());
            }
            let how = if new { "kept" } else { "already there" };
            format!("{}: {how} as {}", job.label(), added.id())
        };
        reply.out = format!("{line}\n").into_bytes();
        Ok(reply)
    };
    // In turn, so that the numbers are in the order of the input.
    Ok(batch::run(args.input.items(), Threads::ONE, mode, work)?.exit)
}

fn entry(job: &Job) -> Result<Entry, String> {
    let mut entry = Entry::of(job.document.clone());
    if let Some(solution) = &entry.document.solution
        && let Some(wrong) = entry.document.puzzle.check(solution).first()
    {
        return Err(format!("its solution is none: {}", wrong.message));
    }
    let origin = &mut entry.origin;
    if origin.command.is_none() && origin.version.is_none() {
        origin.command = Some("library add".to_owned());
        origin.version = Some(crate::VERSION.to_owned());
    }
    Ok(entry)
}

/// It was to be solved, and has not exactly one solution.
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

// ---- which ----

#[derive(clap::Args)]
struct Which {
    /// Only this family
    #[arg(long, value_name = "FAMILY", value_parser = family)]
    family: Option<String>,

    /// Only boards whose sides are in this range, as in 7 or 7..12
    #[arg(long, value_name = "RANGE", value_parser = range)]
    size: Option<(usize, usize)>,

    /// Only this grade of difficulty
    #[arg(long, value_parser = PossibleValuesParser::new(DIFFICULTY))]
    grade: Option<String>,

    /// Only those with this tag; may be said several times
    #[arg(long = "tag", value_name = "TAG", value_parser = tag)]
    tags: Vec<String>,

    /// Only those with which the player has come so far
    #[arg(long, value_parser = PossibleValuesParser::new(State::ALL.map(State::name)))]
    state: Option<String>,

    /// The order
    #[arg(long, value_enum, default_value_t = Order::Id)]
    sort: Order,

    /// The other way round
    #[arg(long)]
    reverse: bool,

    /// At most so many
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Order {
    /// By the number in the library
    Id,
    Family,
    /// By the number of cells
    Size,
    Difficulty,
}

fn family(name: &str) -> Result<String, String> {
    match puzzles::family(name) {
        Some(family) => Ok(family.id.to_owned()),
        None => Err("there is no such family; see `gridwright families`".to_owned()),
    }
}

fn range(text: &str) -> Result<(usize, usize), String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
        _ => Err("expected a number, or two as in 7..12".to_owned()),
    }
}

impl Which {
    fn filter(&self) -> Filter {
        Filter {
            family: self.family.clone(),
            sides: self.size,
            grade: self.grade.clone(),
            tags: self.tags.clone(),
            state: (State::ALL.into_iter()).find(|s| Some(s.name()) == self.state.as_deref()),
            sort: match self.sort {
                Order::Id => Sort::Id,
                Order::Family => Sort::Family,
                Order::Size => Sort::Size,
                Order::Difficulty => Sort::Difficulty,
            },
            reverse: self.reverse,
            limit: self.limit,
            ..Filter::default()
        }
    }
}

/// List the puzzles of a library
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library list my.library
  gridwright library list --state new --sort difficulty --reverse --limit 10 my.library")]
struct ListArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    which: Which,

    /// Print one JSON object a puzzle and line
    #[arg(long)]
    json: bool,
}

fn list(args: &ListArgs) -> anyhow::Result<Exit> {
    let list = open(&args.file)?.list(&args.which.filter())?;
    let text: String = if args.json {
        list.iter().map(look::summary_json).collect()
    } else {
        look::table(&list)
    };
    output::print(text.as_bytes());
    Ok(Exit::Well)
}

/// Show puzzles of a library with all that is known about them
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library show my.library 12
  gridwright library show --solution my.library 12 13")]
struct ShowArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Numbers of puzzles, as `list` shows them
    #[arg(value_name = "ID", required = true)]
    ids: Vec<i64>,

    /// Draw the solution
    #[arg(long)]
    solution: bool,

    /// Print one JSON object a puzzle and line
    #[arg(long)]
    json: bool,
}

fn show(args: &ShowArgs) -> anyhow::Result<Exit> {
    let library = open(&args.file)?;
    let mut text = String::new();
    for &id in &args.ids {
        let kept = library.get(id)?;
        if args.json {
            text += &look::kept_json(&kept)?;
        } else {
            if !text.is_empty() {
                text.push('\n');
            }
            text += &look::kept_text(&kept, args.solution);
        }
    }
    output::print(text.as_bytes());
    Ok(Exit::Well)
}

/// Write puzzles of a library in any format
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library export my.library > all.jsonl
  gridwright library export --to puzzlink --tag magazine -o links.txt my.library
  gridwright library export --to janko my.library 12 13")]
struct ExportArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Numbers of puzzles; without any, all that the options ask for
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

    /// Print one JSON object a puzzle and line, with the puzzle as `text`
    #[arg(long)]
    json: bool,
}

fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new(formats().iter().map(|f| f.name).collect::<Vec<_>>())
}

fn export(args: &ExportArgs) -> anyhow::Result<Exit> {
    let filter = args.which.filter();
    if !args.ids.is_empty() && filter != Filter::default() {
        bail!("numbers say which puzzles are meant; leave out the other conditions");
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

// ---- changes ----

/// Note that a puzzle was played, how long it took and how it was
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library played --minutes 12 --difficulty medium --fun fun my.library 12
  gridwright library played --unsolved my.library 13")]
struct PlayedArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The number of the puzzle
    #[arg(value_name = "ID")]
    id: i64,

    /// How long it took
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    minutes: Option<f64>,

    /// It is not solved yet
    #[arg(long)]
    unsolved: bool,

    /// How hard it was
    #[arg(long, value_parser = PossibleValuesParser::new(DIFFICULTY))]
    difficulty: Option<String>,

    /// How much fun it was
    #[arg(long, value_parser = PossibleValuesParser::new(FUN))]
    fun: Option<String>,

    /// How it looked
    #[arg(long, value_parser = PossibleValuesParser::new(LOOKS))]
    looks: Option<String>,
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(minutes) if (0.0..1e6).contains(&minutes) => Ok(minutes),
        _ => Err("expected a number of minutes, 0 or more".to_owned()),
    }
}

fn played(args: &PlayedArgs) -> anyhow::Result<Exit> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let play = Play {
        at: now.ok().and_then(|t| i64::try_from(t.as_secs()).ok()),
        seconds: args.minutes.map(|minutes| minutes * 60.0),
        solved: !args.unsolved,
        difficulty: args.difficulty.clone(),
        fun: args.fun.clone(),
        looks: args.looks.clone(),
        ..Play::default()
    };
    open(&args.file)?.played(args.id, &play)?;
    Ok(Exit::Well)
}

/// Remove puzzles from a library, all that are named or none
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library remove my.library 12 13")]
struct RemoveArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Numbers of puzzles, as `list` shows them
    #[arg(value_name = "ID", required = true)]
    ids: Vec<i64>,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

fn remove(args: &RemoveArgs) -> anyhow::Result<Exit> {
    // Twice the same number is one puzzle.
    let mut ids = args.ids.clone();
    ids.sort();
    ids.dedup();
    open(&args.file)?.remove(&ids)?;
    let text = if args.json {
        json!({ "removed": ids }).to_string()
    } else {
        format!("{} removed", words::count(ids.len(), "puzzle", "puzzles"))
    };
    output::print(format!("{text}\n").as_bytes());
    Ok(Exit::Well)
}

/// Print what a library holds, in numbers
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library stats my.library
  gridwright library stats --json my.library")]
struct StatsArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

fn stats(args: &StatsArgs) -> anyhow::Result<Exit> {
    let stats = open(&args.file)?.stats()?;
    let text = if args.json {
        look::stats_json(&stats)
    } else {
        look::stats_text(&stats)
    };
    output::print(text.as_bytes());
    Ok(Exit::Well)
}
