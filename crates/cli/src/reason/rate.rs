//! `gridwright rate`: how hard, how much fun, how it looks.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::bail;
use clap::ValueEnum;
use puzzles::reason::{Grades, Manner, Player, Rating, RuleFilter, Score, Weights, rate_as};
use puzzles::{FAMILIES, Family, Puzzle};
use serde_json::{Value, json};

use super::RuleChoice;
use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::patience::stretched;
use crate::words;

/// Rate puzzles: difficulty, fun and looks, with the parts that make them up
///
/// The difficulty comes from the reasoning that the puzzle needs: the hardest rule that it takes, how
/// long it stays hard, how early it gets hard, how few steps are open at a time, and whether something
/// has to be supposed. Each score is a number from 0 to 100 with a grade. Easy, medium and hard puzzles
/// are solved by named rules; extreme ones need trial or more.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright rate 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright rate --player 1 --json collection.jsonl
  gridwright rate --weights study puzzle.txt
  gridwright cluster --weights study --out mine.grades set.jsonl
  gridwright rate --weights study --grades mine.grades puzzle.txt

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
#[derive(clap::Args, Clone)]
pub struct How {
    /// Whom to rate for: 1 beginner, 2 practised, 3 expert
    #[arg(long, value_name = "LEVEL", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=3))]
    player: u8,

    /// How much each part counts
    #[arg(long, value_enum, default_value_t = Preset::Ours)]
    weights: Preset,

    #[command(flatten)]
    rules: RuleChoice,

    /// Take the grades from this file, as `gridwright cluster --out` and `gridwright
    /// library opinions --out` write it
    #[arg(long, value_name = "FILE")]
    grades: Option<PathBuf>,

    /// The file's text, once it was read.
    #[arg(skip)]
    text: OnceLock<Result<String, String>>,
}

/// The sets of weights by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Preset {
    /// Ours, for all families
    #[default]
    Ours,
    /// Those of the Skyscrapers study, with its rules in its order and what it counts
    Study,
}

impl How {
    /// The rules that were chosen, if any were.
    pub fn filter(&self) -> Option<RuleFilter> {
        self.rules.is_some().then(|| self.rules.filter())
    }

    /// Rate a puzzle within this time; an error if a word is not a rule, or the grades do not fit.
    pub fn rate(&self, job: &Job, time: TimeLimit) -> Result<Rating, String> {
        self.rate_puzzle(job.document.puzzle.as_ref(), time)
    }

    /// The same for a puzzle that was not given on the command line.
    pub fn rate_puzzle(&self, puzzle: &dyn Puzzle, time: TimeLimit) -> Result<Rating, String> {
        let (rules, grades) = (self.filter(), self.grades(puzzle.family().id)?);
        let manner = Manner {
            player: Player(self.player),
            weights: self.weights(),
            rules: rules.as_ref(),
            grades: grades.as_ref(),
        };
        bounded(time).run(|budget| rate_as(puzzle, manner, budget))
    }

    pub fn weights(&self) -> Weights {
        match self.weights {
            Preset::Ours => Weights::Ours,
            Preset::Study => Weights::Study,
        }
    }

    /// Is there anything wrong with the file of grades, whatever the puzzle? It is said once, before
    /// the first of them.
    pub fn check(&self) -> anyhow::Result<()> {
        let (Some(path), Some(text)) = (&self.grades, self.text()) else {
            return Ok(());
        };
        let text = text.map_err(anyhow::Error::msg)?;
        let of = |family: &&Family| Grades::read(text, family.id, Weights::Ours).is_some();
        if !FAMILIES.iter().any(of) {
            bail!("{}", no_grades(path, "any family"));
        }
        Ok(())
    }

    /// The grades that the file has for a family.
    pub fn grades(&self, family: &str) -> Result<Option<Grades>, String> {
        let (Some(path), Some(text)) = (&self.grades, self.text()) else {
            return Ok(None);
        };
        let grades = Grades::read(text?, family, Weights::Ours);
        grades.map(Some).ok_or_else(|| no_grades(path, family))
    }

    /// What is in the file of grades, if there is one.
    fn text(&self) -> Option<Result<&str, String>> {
        let path = self.grades.as_ref()?;
        let read = || fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
        let text = self.text.get_or_init(read);
        Some(text.as_deref().map_err(String::clone))
    }
}

/// What is wrong with a file of grades.
pub fn no_grades(path: &Path, family: &str) -> String {
    format!(
        "{} has no grades for {family}: it needs lines that begin with difficulty, fun and looks, \
         and then have numbers that rise (docs/rating.md)",
        path.display()
    )
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
    args.how.check()?;
    let mut items = args.input.items();
    let first: Vec<_> = items.by_ref().take(2).collect();
    let alone = first.len() == 1;
    let mode = if args.json { Mode::Json } else { Mode::Human };
    let work = |job: &Job| {
        let rating = args.how.rate(job, args.time)?;
        let out = match (args.json, alone) {
            (true, _) => serde_json::to_string(&json_line(job, &rating)).expect("JSON") + "\n",
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
        "{how}{hardest}. {}.{}\n",
        words::count(rating.steps as usize, "step", "steps"),
        minutes(rating)
    )
}

fn minutes(rating: &Rating) -> String {
    match (rating.minutes, rating.minutes_range) {
        (Some(minutes), _) if minutes < 0.5 => " People take less than a minute.".to_owned(),
        (Some(minutes), Some([low, high])) => format!(
            " People take about {}, most of them {low:.1} to {high:.1}.",
            words::count(minutes.round() as usize, "minute", "minutes")
        ),
        _ if rating.solved_by_rules || rating.needs_trial => {
            " How long people take for such puzzles has not been measured.".to_owned()
        }
        _ => String::new(),
    }
}
