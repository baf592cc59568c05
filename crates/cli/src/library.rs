//! `gridwright library`: puzzles kept in a file. Queries and changes are here, what comes in and
//! goes out is in `add` and `export`, how it looks in `look`.

mod add;
mod export;
mod look;

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ::library::{Filter, Library, Open, Play, Sort, State};
use clap::builder::PossibleValuesParser;
use clap::{Subcommand, ValueEnum};
use puzzles::reason::{DIFFICULTY, FUN, LOOKS};
use serde_json::json;

use crate::exit::Exit;
use crate::output;
use crate::words;

/// Keep puzzles in a library file: add, list, show, export, remove
///
/// A library is one file. It holds puzzles with solution, rating, tags, where they come from and
/// how they were played; each puzzle only once, however it is turned or mirrored. Several programs
/// may use it at once.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright library add --rate --tag magazine my.library collection.jsonl
  gridwright library list --grade medium --size 7..12 my.library
  gridwright library show my.library 12
  gridwright library export --to puzzlink --tag magazine my.library

Exit status: 0 all well; 1 a puzzle that was to be solved does not have exactly one solution; 2
wrong input; 3 the time limit ran out.")]
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
    Remove(RemoveArgs),
    Stats(StatsArgs),
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.command {
        Command::Add(args) => add::run(args),
        Command::List(args) => list(&args),
        Command::Show(args) => show(&args),
        Command::Export(args) => export::run(&args),
        Command::Played(args) => played(&args),
        Command::Remove(args) => remove(&args),
        Command::Stats(args) => stats(&args),
    }
}

/// Every command but `add` needs a library that exists.
fn open(path: &Path) -> anyhow::Result<Library> {
    Ok(Library::open(path, Open::Existing)?)
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
    let stats = open(&args.file)?.stats()?;
    let text = if args.json {
        look::stats_json(&stats)
    } else {
        look::stats_text(&stats)
    };
    output::print(text.as_bytes());
    Ok(Exit::Well)
}
