//! `gridwright trial new`: choose the puzzles of a trial.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::ValueEnum;
use people::{Hints, Task, Trial};
use puzzles::Status;
use puzzles::format::Document;
use puzzles::reason::{self, Player, Weights};
use serde_json::json;

use super::source;
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::output::{self, write_file};
use crate::patience::stretched;
use crate::reason::rate::bounded;
use crate::words;

/// Choose the puzzles of a trial, and write them into its file
///
/// Every puzzle is proved to have one solution, and rated; no puzzle comes twice, however it is turned.
/// The same call makes the same file.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright trial new bridges.json --puzzles easy=easy.txt --puzzles hard=hard.txt
  gridwright trial new bridges.json --each 10 --seed 7 \\
      --warm-up 'generate hashi --size 7 --count 6' \\
      --puzzles 'tagged=library export my.library --tag magazine' \\
      --puzzles 'made=generate hashi --size 15 --count 10'

A SOURCE is a file with puzzles in any format, the text of one puzzle, or in quotes a command of
Gridwright that prints puzzles: `generate …` or `library export …`, without the word gridwright.

Exit status: 0 all well; 2 wrong input, a puzzle without exactly one solution, or the file is there
already.")]
pub struct Args {
    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Puzzles, and what they are examples of, which participants are not told; may be given several
    /// times, also for one category
    #[arg(long, value_name = "CATEGORY=SOURCE", required = true, value_parser = category)]
    puzzles: Vec<(String, String)>,

    /// Puzzles to begin with, in their order; may be given several times
    #[arg(long, value_name = "SOURCE")]
    warm_up: Vec<String>,

    /// Draw this many from each category, instead of taking all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    each: Option<u32>,

    /// Seed for the order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// What participants see above everything
    #[arg(long, value_name = "WORDS", default_value = "A trial with puzzles")]
    title: String,

    /// What they read before they begin
    #[arg(long, value_name = "WORDS", default_value = "")]
    welcome: String,

    /// What they are told while they play
    #[arg(long, value_enum, default_value_t = Told::None)]
    hints: Told,

    /// Make codes for this many participants, and let nobody else take part; without it, whoever opens
    /// the page is given a code
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    participants: Option<u32>,

    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Told {
    /// Nothing, but whether a full board is right
    None,
    /// Which rules are broken
    Rules,
    /// That, and the next step whenever they ask
    All,
}

impl From<Told> for Hints {
    fn from(told: Told) -> Hints {
        match told {
            Told::None => Hints::None,
            Told::Rules => Hints::Rules,
            Told::All => Hints::All,
        }
    }
}

fn category(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, source)) if !name.trim().is_empty() && !source.trim().is_empty() => {
            if name.contains(|c: char| c == ',' || c.is_control()) {
                return Err("a category has no comma in its name".to_owned());
            }
            Ok((name.trim().to_owned(), source.trim().to_owned()))
        }
        _ => Err("expected a category and a source, as in easy=easy.txt".to_owned()),
    }
}

/// How long the proof of one puzzle may take.
const PROOF: Duration = Duration::from_secs(60);

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let name = args.file.display();
    if args.file.exists() {
        bail!("{name} is there already; what people did with a trial is of no use if it changes");
    }
    let mut seen = BTreeMap::new();
    let mut warm_ups = Vec::new();
    for source in &args.warm_up {
        warm_ups.extend(tasks("warm-up", source, &mut seen)?);
    }
    let mut all = Vec::new();
    for (category, source) in &args.puzzles {
        all.extend(tasks(category, source, &mut seen)?);
    }
    let each = args.each.map(|each| each as usize);
    let trial = Trial::new(&args.title, args.seed, warm_ups, all, each);
    let mut trial = trial.map_err(|why| anyhow!(why))?;
    trial.welcome = args.welcome.clone();
    trial.hints = args.hints.into();
    if let Some(count) = args.participants {
        trial
            .give_codes(count as usize)
            .map_err(|why| anyhow!(why))?;
    }
    write_file(&args.file, trial.text().as_bytes())?;
    let text = match args.json {
        true => format!("{}\n", summary(&trial)),
        false => told(&trial, &name.to_string()),
    };
    output::print(text.as_bytes());
    Ok(Exit::Well)
}

/// The puzzles of a source, each proved and rated. `seen` knows where each came from.
fn tasks(
    category: &str,
    source: &str,
    seen: &mut BTreeMap<String, String>,
) -> anyhow::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for (i, document) in source::puzzles(source)?.into_iter().enumerate() {
        let place = format!("{category}, puzzle {}", i + 1);
        let key = library::canonical(document.puzzle.as_ref());
        if let Some(before) = seen.insert(key, place.clone()) {
            bail!("{place} is the same as {before}, perhaps turned");
        }
        tasks.push(task(category, document).map_err(|why| anyhow!("{place}: {why}"))?);
    }
    Ok(tasks)
}

fn task(category: &str, document: Document) -> Result<Task, &'static str> {
    let puzzle = document.puzzle.clone();
    let time = TimeLimit {
        limit: Some(stretched(PROOF)),
    };
    let answer = time.run(|budget| puzzles::solve(puzzle.as_ref(), 2, budget));
    match answer.status {
        Status::Unique => {}
        Status::Multiple => return Err("it has several solutions"),
        Status::None => return Err("it has no solution"),
        Status::Unknown => return Err("it was not solved in time"),
    }
    let rating = bounded(time)
        .run(|budget| reason::rate(puzzle.as_ref(), Player::PRACTISED, Weights::Ours, budget));
    // What the organiser knows it by stays; boards and statements of others go.
    let mut document = document.without_boards();
    let known = ["id", "title", "author", "source", "seed", "index"];
    (document.extra).retain(|field, _| known.contains(&field.as_str()));
    Ok(Task {
        name: String::new(),
        warm_up: false,
        category: category.to_owned(),
        rating: Some((&rating).into()),
        puzzle: document,
    })
}

fn counts(trial: &Trial) -> Vec<(&str, usize)> {
    let of = |category: &String| {
        let own = |task: &&Task| !task.warm_up && task.category == *category;
        trial.puzzles.iter().filter(own).count()
    };
    (trial.categories.iter())
        .map(|category| (category.as_str(), of(category)))
        .collect()
}

fn summary(trial: &Trial) -> serde_json::Value {
    let categories: BTreeMap<&str, usize> = counts(trial).into_iter().collect();
    json!({
        "mark": trial.mark(),
        "warm_ups": trial.warm_ups(),
        "puzzles": trial.puzzles.len() - trial.warm_ups(),
        "categories": categories,
        "seed": trial.seed,
        "codes": trial.codes,
    })
}

fn told(trial: &Trial, name: &str) -> String {
    let kinds: Vec<String> = (counts(trial).iter())
        .map(|(category, count)| format!("{category} {count}"))
        .collect();
    let warm_ups = match trial.warm_ups() {
        0 => String::new(),
        n => words::count(n, "warm-up", "warm-ups") + ", then ",
    };
    let puzzles = trial.puzzles.len() - trial.warm_ups();
    let puzzles = words::count(puzzles, "puzzle", "puzzles");
    let mut text = format!(
        "{name}: {warm_ups}{puzzles} in the order of seed {} ({}).\n",
        trial.seed,
        kinds.join(", "),
    );
    if !trial.codes.is_empty() {
        text += &format!("Codes to give out: {}\n", trial.codes.join(" "));
    }
    text + &format!("To run it: gridwright serve --trial {name}\n")
}
