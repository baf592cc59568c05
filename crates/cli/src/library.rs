//! `gridwright library`: puzzles kept in a file. Queries and changes are here, what comes in and
//! goes out is in `add` and `export`, what is done with whole files in `care` and `merge`, how it
//! looks in `look`.

mod add;
mod care;
mod export;
mod look;
mod merge;
mod opinions;

pub use add::tag;

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ::library::{Error, Fault, Filter, Library, Open, Play, Sort, State};
use clap::builder::PossibleValuesParser;
use clap::{Subcommand, ValueEnum};
use puzzles::reason::{DIFFICULTY, FUN, LOOKS};
use serde_json::json;

use crate::exit::Exit;
use crate::output;
use crate::words;

/// Keep puzzles in a library file: add, list, show, export, remove, merge, back up
///
/// A library is one file. It holds puzzles with solution, rating, tags, where they come from and
/// how they were played; each puzzle only once, however it is turned or mirrored. Several programs
/// may use it at once. A file that cannot be written to can be read.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library add --rate --tag magazine my.library collection.jsonl
  gridwright library list --grade medium --size 7..12 my.library
  gridwright library show my.library 12
  gridwright library export --to puzzlink --tag magazine my.library
  gridwright library backup my.library --to copy.library

Exit status: 0 all well; 1 a puzzle that was to be solved does not have exactly one solution, or a
file that was checked or repaired is not sound; 2 wrong input, or a puzzle of the library cannot be
read; 3 the time limit ran out.")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Add(add::Args),
    List(ListArgs),
    Show(ShowArgs),
    Export(export::Args),
    Played(PlayedArgs),
    Opinions(opinions::Args),
    Remove(RemoveArgs),
    Stats(StatsArgs),
    Merge(merge::Args),
    Check(care::CheckArgs),
    Repair(care::RepairArgs),
    Backup(care::BackupArgs),
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.command {
        Command::Add(args) => add::run(args),
        Command::List(args) => list(&args),
        Command::Show(args) => show(&args),
        Command::Export(args) => export::run(&args),
        Command::Played(args) => played(&args),
        Command::Opinions(args) => opinions::run(&args),
        Command::Remove(args) => remove(&args),
        Command::Stats(args) => stats(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Check(args) => care::check(&args),
        Command::Repair(args) => care::repair(&args),
        Command::Backup(args) => care::backup(&args),
    }
}

/// A library that is to be changed, and must exist.
fn open(path: &Path) -> anyhow::Result<Library> {
    Ok(Library::open(path, Open::Existing)?)
}

/// Ask a library that must exist, and is not changed. If it is damaged then whatever can be saved of
/// it is asked, and what cannot is named.
fn ask<T>(
    path: &Path,
    question: impl Fn(&Library) -> ::library::Result<T>,
) -> anyhow::Result<(T, Vec<Fault>)> {
    let library = Library::open(path, Open::Reading)?;
    match question(&library) {
        Err(Error::Damaged(_)) => {
            let (saved, faults) = Library::salvaged(path)?;
            Ok((question(&saved)?, faults))
        }
        answer => Ok((answer?, Vec::new())),
    }
}

/// Name what cannot be read: as lines of JSON if these are wanted, which the caller prints, else to
/// standard error.
fn name_faults(faults: &[Fault], as_json: bool) -> (String, Exit) {
    let mut lines = String::new();
    for fault in faults {
        if as_json {
            let error = json!({ "message": fault.to_string() });
            let line = json!({ "id": fault.puzzle, "status": "error", "error": error });
            lines += &format!("{line}\n");
        } else {
            output::complain(&fault.to_string());
        }
    }
    let exit = match faults {
        [] => Exit::Well,
        _ => Exit::Wrong,
    };
    (lines, exit)
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

    /// Only those with this tag; may be given several times
    #[arg(long = "tag", value_name = "TAG", value_parser = add::tag)]
    tags: Vec<String>,

    /// Only those in this state of play
    #[arg(long, value_parser = PossibleValuesParser::new(State::ALL.map(State::name)))]
    state: Option<String>,

    /// What to sort by
    #[arg(long, value_enum, default_value_t = Order::Id)]
    sort: Order,

    /// Reverse the order
    #[arg(long)]
    reverse: bool,

    /// At most this many
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

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
}

/// Print lines for people or for programs.
fn printed(text: String, json: bool) {
    match json {
        true => output::print_json(text),
        false => output::print(text.as_bytes()),
    }
}

fn list(args: &ListArgs) -> anyhow::Result<Exit> {
    let filter = args.which.filter();
    let (listing, mut faults) = ask(&args.file, |library| library.listing(&filter))?;
    faults.extend(listing.faults);
    let (unread, exit) = name_faults(&faults, args.json);
    let text: String = if args.json {
        listing.lines.iter().map(look::summary_json).collect()
    } else {
        look::table(&listing.lines)
    };
    printed(text + &unread, args.json);
    Ok(exit)
}

/// Show puzzles of a library with everything that is known about them
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

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,
}

fn show(args: &ShowArgs) -> anyhow::Result<Exit> {
    let library = Library::open(&args.file, Open::Reading)?;
    let mut text = String::new();
    let mut exit = Exit::Well;
    for &id in &args.ids {
        let kept = match library.get(id) {
            Err(error @ Error::BadPuzzle { .. }) => {
                let (unread, wrong) = name_faults(&[unread(id, &error)], args.json);
                text += &unread;
                exit = wrong;
                continue;
            }
            kept => kept?,
        };
        if args.json {
            text += &look::kept_json(&kept)?;
        } else {
            if !text.is_empty() {
                text.push('\n');
            }
            text += &look::kept_text(&kept, args.solution);
        }
    }
    printed(text, args.json);
    Ok(exit)
}

/// A puzzle that cannot be read, as a fault of the library.
fn unread(id: i64, error: &Error) -> Fault {
    let why = match error {
        Error::BadPuzzle { why, .. } => why.clone(),
        error => error.to_string(),
    };
    Fault {
        place: format!("puzzle {id}"),
        puzzle: Some(id),
        why,
    }
}

// ---- changes ----

/// Record that a puzzle was played, how long it took and what it was like
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

/// Remove puzzles from a library: all that are named, or none
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
    // The same number given twice is one puzzle.
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
    let (mut stats, faults) = ask(&args.file, Library::stats)?;
    stats.faults.splice(0..0, faults);
    let text = if args.json {
        look::stats_json(&stats)
    } else {
        look::stats_text(&stats)
    };
    printed(text, args.json);
    // In JSON they are a field.
    let (_, exit) = name_faults(&stats.faults, args.json);
    Ok(exit)
}
