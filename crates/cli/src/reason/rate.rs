//! `gridwright rate`: how hard, how much fun, how it looks.

use std::time::Duration;

use clap::ValueEnum;
use puzzles::reason::{Player, Rating, Score, Weights, rate};
use serde_json::{Value, json};

use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::patience::stretched;
use crate::words;

/// Rate puzzles: difficulty, fun and looks, with the parts that make them up
///
/// The difficulty comes from the reasoning that the puzzle needs: the hardest rule, how much
/// reasoning there is, how few steps there are at a time, and whether something has to be supposed.
/// Each score is a number from 0 to 100 and one of three grades.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright rate 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright rate --player 1 --json collection.jsonl
  gridwright rate --weights study puzzle.txt

A rating takes 2 seconds at most. If that or the time limit runs out, it says how far it got, and
its JSON has `stopped`.

Exit status: 0 all rated; 2 wrong input; 3 the time ran out.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    how: How,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

/// Whom to rate for, and how.
#[derive(clap::Args, Clone, Copy)]
pub struct How {
    /// Whom to rate for: 1 beginner, 2 practised, 3 expert
    #[arg(long, value_name = "LEVEL", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=3))]
    player: u8,

    /// How much each part counts
    #[arg(long, value_enum, default_value_t = Preset::Ours)]
    weights: Preset,
}

/// The sets of weights by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Preset {
    /// Ours, for all families
    Ours,
    /// Those of the Skyscrapers study
    Study,
}

impl How {
    /// The defaults.
    pub const USUAL: How = How {
        player: 2,
        weights: Preset::Ours,
    };

    /// Rate a puzzle within this time.
    pub fn rate(self, job: &Job, time: TimeLimit) -> Rating {
        let weights = match self.weights {
            Preset::Ours => Weights::Ours,
            Preset::Study => Weights::Study,
        };
        let puzzle = job.document.puzzle.as_ref();
        bounded(time).run(|budget| rate(puzzle, Player(self.player), weights, budget))
    }
}

/// A rating never takes longer.
const LONGEST_RATING: Duration = Duration::from_millis(1900);

/// The time for one rating under this limit.
pub fn bounded(time: TimeLimit) -> TimeLimit {
    let longest = stretched(LONGEST_RATING);
    TimeLimit {
        limit: Some(time.limit.unwrap_or(longest).min(longest)),
    }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut items = args.input.items();
    let first: Vec<_> = items.by_ref().take(2).collect();
    let alone = first.len() == 1;
    let mode = if args.json { Mode::Json } else { Mode::Human };
    let work = |job: &Job| {
        let rating = args.how.rate(job, args.time);
        let out = match (args.json, alone) {
            (true, _) => format!("{}\n", json_line(job, &rating)),
            (false, true) => text(&rating),
            (false, false) => line(job, &rating),
        };
        Ok(Reply {
            out: out.into_bytes(),
            exit: exit(&rating),
            ..Reply::default()
        })
    };
    let items = first.into_iter().chain(items);
    Ok(batch::run(items, args.threads, mode, work)?.exit)
}

/// The exit status for a rating.
pub fn exit(rating: &Rating) -> Exit {
    match rating.stopped {
        true => Exit::Budget,
        false => Exit::Well,
    }
}

/// The object of `rate --json`.
pub fn json_line(job: &Job, rating: &Rating) -> Value {
    let mut line = json!({
        "id": job.id(),
        "type": job.document.puzzle.family().id,
    });
    if let (Value::Object(line), Value::Object(rest)) = (&mut line, json!(rating)) {
        line.extend(rest);
    }
    line
}

fn line(job: &Job, rating: &Rating) -> String {
    let score = |s: &Score| format!("{:>5.1} {:<8}", s.score, s.grade);
    format!(
        "{:<20} {:<12} {} {} {} {}\n",
        job.label(),
        job.document.puzzle.family().id,
        score(&rating.difficulty),
        score(&rating.fun),
        score(&rating.looks),
        rating.hardest.unwrap_or("-")
    )
}

fn text(rating: &Rating) -> String {
    let mut out = String::new();
    let all = [
        ("Difficulty", &rating.difficulty),
        ("Fun", &rating.fun),
        ("Looks", &rating.looks),
    ];
    for (name, score) in all {
        out += &format!("{name}: {:.1}, {}\n", score.score, score.grade);
        for part in &score.parts {
            out += &format!(
                "  {:<12} {:>5.1}  × {}\n",
                part.name, part.value, part.weight
            );
        }
    }
    let how = match (rating.solved_by_rules, rating.needs_trial) {
        (true, _) => "Named rules solve it",
        (false, true) => "It needs trial",
        (false, false) if rating.stopped => "It was not solved in time",
        (false, false) => "Neither rules nor trial solve it",
    };
    let hardest = rating
        .hardest
        .map_or(String::new(), |h| format!("; the hardest is {h}"));
    out + &format!(
        "{how}{hardest}. {}, {}.\n",
        words::count(rating.steps as usize, "step", "steps"),
        minutes(rating.minutes)
    )
}

fn minutes(minutes: f64) -> String {
    match minutes.round() as usize {
        0 => "less than a minute".to_owned(),
        n => format!("about {}", words::count(n, "minute", "minutes")),
    }
}
