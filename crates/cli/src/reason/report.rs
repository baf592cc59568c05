//! `gridwright report`: rule usage and grades over a set; `gridwright cluster`: the reference
//! grades recomputed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::ValueEnum;
use logic::{About, Cluster, Plan, RuleTable, clusters};
use puzzles::reason::{RuleFilter, SCORES, STUDY, Use, Weights, listed, plan, section, share};
use puzzles::{FAMILIES, Family};
use serde_json::{Value, json};

use super::rate::{How, exit};
use super::{moves, teaching};
use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output;
use crate::words;

/// Count which rules a set of puzzles uses, and how its grades are spread
///
/// For each rule: how many steps it made, how many facts it found (one height excluded or placed is
/// one fact), its share of all steps, and the share of puzzles in which it was used.
///
/// With --moves, recorded games (the field `moves`) are replayed instead: which of the right entries
/// are justified by a rule. With --teaching, it is measured how well the puzzles are explained.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright report collection.jsonl
  gridwright report --to csv collection.jsonl > usage.csv
  gridwright report --moves games.jsonl
  gridwright report --teaching --json collection.jsonl

A folder stands for all files in it and in its folders whose names end in .jsonl, .json or .txt.

Exit status: 0 all counted; 2 wrong input; 3 the time ran out for some puzzle; what had been found
by then is counted.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// What to print
    #[arg(long, value_enum, default_value_t = Form::Text)]
    to: Form,

    /// Print one JSON object per family, one per line
    #[arg(long, conflicts_with = "to")]
    json: bool,

    /// Replay recorded games against the rules
    #[arg(long, conflicts_with = "teaching")]
    moves: bool,

    /// Measure how well the puzzles are explained
    #[arg(long)]
    teaching: bool,

    /// With --teaching: the seed by which recorded entries are chosen and made wrong
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    how: How,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    Text,
    Csv,
    Json,
}

/// What was counted for one family.
#[derive(Default)]
struct Count {
    puzzles: usize,
    solved: usize,
    trial: usize,
    uses: Vec<Use>,
    grades: BTreeMap<&'static str, BTreeMap<&'static str, usize>>,
    scores: BTreeMap<&'static str, Vec<f64>>,
}

impl Count {
    /// The steps of all rules, listed or not.
    fn steps(&self) -> usize {
        self.uses.iter().map(|used| used.steps).sum()
    }

    fn as_json(&self, family: &Family, listed: &[(&About, Use)]) -> Value {
        let all = self.steps();
        let rule = |(about, used): &(&About, Use)| {
            json!({
                "rule": about.id,
                "level": about.level,
                "steps": used.steps,
                "facts": used.facts,
                "share_of_steps": share(used.steps, all),
                "share_of_puzzles": share(used.puzzles, self.puzzles),
            })
        };
        json!({
            "type": family.id,
            "puzzles": self.puzzles,
            "solved_by_rules": self.solved,
            "needs_trial": self.trial,
            "rules": listed.iter().map(rule).collect::<Vec<Value>>(),
            "grades": self.grades,
        })
    }

    /// A line for each rule.
    fn as_csv(&self, family: &Family, listed: &[(&About, Use)]) -> String {
        let all = self.steps();
        let line = |(about, used): &(&About, Use)| {
            format!(
                "{},{},{},{},{},{},{}\n",
                family.id,
                about.id,
                about.level,
                used.steps,
                used.facts,
                share(used.steps, all),
                share(used.puzzles, self.puzzles)
            )
        };
        listed.iter().map(line).collect()
    }

    /// A table with a head, and the grades below it.
    fn as_text(&self, family: &Family, listed: &[(&About, Use)]) -> String {
        let all = self.steps();
        let mut out = format!(
            "{}: {}, {} solved by rules, {} need trial\n",
            family.name,
            words::count(self.puzzles, "puzzle", "puzzles"),
            self.solved,
            self.trial
        );
        out += "  rule                          steps    facts  of steps  of puzzles\n";
        for (about, used) in listed {
            out += &format!(
                "  {:<26} {:>8} {:>8} {:>7.2} % {:>8.2} %\n",
                about.id,
                used.steps,
                used.facts,
                share(used.steps, all),
                share(used.puzzles, self.puzzles)
            );
        }
        for (name, grades) in SCORES {
            out += &format!("  {name}: {}\n", self.grades_words(name, grades));
        }
        out
    }

    /// "easy 3, hard 4": how many puzzles have each of the grades of a score.
    fn grades_words(&self, name: &str, grades: &[&str]) -> String {
        let found = self.grades.get(name);
        let of = |grade: &str| {
            let n = found.and_then(|g| g.get(grade)).copied();
            format!("{grade} {}", n.unwrap_or(0))
        };
        // A file of grades may have more of them, or fewer.
        let known = found.is_none_or(|g| g.keys().all(|key| grades.contains(key)));
        let words: Vec<String> = match known {
            true => grades.iter().map(|grade| of(grade)).collect(),
            false => found.map_or(Vec::new(), |g| g.keys().map(|k| of(k)).collect()),
        };
        words.join(", ")
    }
}

/// Rate every puzzle and count.
fn count(
    input: Input,
    how: &How,
    time: TimeLimit,
    threads: Threads,
) -> anyhow::Result<(BTreeMap<&'static str, Count>, Exit)> {
    how.check()?;
    let counts: Mutex<BTreeMap<&'static str, Count>> = Mutex::new(BTreeMap::new());
    let work = |job: &Job| {
        let puzzle = job.document.puzzle.as_ref();
        let rating = how.rate(job, time)?;
        let table = (puzzle.family().deductions)();
        let mut counts = counts
            .lock()
            .map_err(|_| "a defect in gridwright".to_owned())?;
        let count = counts.entry(puzzle.family().id).or_default();
        count.puzzles += 1;
        count.solved += rating.solved_by_rules as usize;
        count.trial += rating.needs_trial as usize;
        count.uses.resize(table.len(), Use::default());
        for (total, one) in count.uses.iter_mut().zip(&rating.uses) {
            total.add(*one);
        }
        for (name, score) in [
            ("difficulty", &rating.difficulty),
            ("fun", &rating.fun),
            ("looks", &rating.looks),
        ] {
            let grades = count.grades.entry(name).or_default();
            *grades.entry(score.grade).or_default() += 1;
            count.scores.entry(name).or_default().push(score.score);
        }
        Ok(Reply {
            exit: exit(&rating),
            ..Reply::default()
        })
    };
    let totals = batch::run(input.items(), threads, Mode::Human, work)?;
    let mut counts = counts.into_inner().unwrap_or_default();
    // Threads finish in any order; sums must not depend on it.
    for scores in counts.values_mut().flat_map(|c| c.scores.values_mut()) {
        scores.sort_by(f64::total_cmp);
    }
    Ok((counts, totals.exit))
}

fn counted<'c>(
    counts: &'c BTreeMap<&'static str, Count>,
) -> impl Iterator<Item = (&'static Family, &'c Count)> {
    FAMILIES
        .iter()
        .filter_map(|&family| Some((family, counts.get(family.id)?)))
}

/// The plan with the rules that were chosen; with the study's weights the study's, where it has any.
fn allowed(table: &RuleTable, how: &How) -> Result<Option<Plan>, String> {
    let study = || {
        let study = vec![STUDY.to_owned()];
        let has_study = how.weights() == Weights::Study && !table.study().is_empty();
        has_study.then(|| RuleFilter {
            only: study.clone(),
            order: study,
            ..RuleFilter::default()
        })
    };
    let filter = how.filter().or_else(study);
    filter.map(|filter| Ok(plan(table, &filter)?.0)).transpose()
}

/// Should a rule be listed? Those that were not allowed are not.
fn is_listed(chosen: Option<&Plan>, table: &RuleTable, place: usize) -> bool {
    chosen.is_none_or(|plan| {
        plan.rules.contains(&place) || plan.trial && table[place].id == logic::TRIAL.id
    })
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let form = if args.json { Form::Json } else { args.to };
    let args = Args {
        input: with_folders(args.input),
        ..args
    };
    if args.moves {
        return moves::run(args.input, form, args.time, args.threads);
    }
    if args.teaching {
        return teaching::run(args.input, form, args.seed, args.time, args.threads);
    }
    let (counts, exit) = count(args.input, &args.how, args.time, args.threads)?;
    let mut out = String::new();
    if form == Form::Csv {
        out += "family,rule,level,steps,facts,share_of_steps,share_of_puzzles\n";
    }
    for (family, count) in counted(&counts) {
        let table = (family.deductions)();
        let chosen = allowed(&table, &args.how).map_err(anyhow::Error::msg)?;
        let all = table.iter().copied().zip(count.uses.iter().copied());
        let kept = all.enumerate();
        let kept = kept.filter(|(place, _)| is_listed(chosen.as_ref(), &table, *place));
        let listed: Vec<(&About, Use)> = kept.map(|(_, pair)| pair).collect();
        out += &match form {
            Form::Json => format!("{}\n", count.as_json(family, &listed)),
            Form::Csv => count.as_csv(family, &listed),
            Form::Text => count.as_text(family, &listed),
        };
    }
    output::print(out.as_bytes());
    Ok(exit)
}

/// The same with each folder replaced by the files of puzzles in it, in the order of their names.
fn with_folders(input: Input) -> Input {
    fn files(path: &Path, found: &mut Vec<OsString>) {
        let Ok(entries) = fs::read_dir(path) else {
            // It is reported with the other sources that cannot be read.
            found.push(path.into());
            return;
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let ending = path.extension().and_then(|ending| ending.to_str());
            if path.is_dir() {
                files(&path, found);
            } else if matches!(ending, Some("jsonl" | "json" | "txt")) {
                found.push(path.into());
            }
        }
    }
    let mut puzzles = Vec::new();
    for word in input.puzzles {
        match Path::new(&word).is_dir() {
            true => files(Path::new(&word), &mut puzzles),
            false => puzzles.push(word),
        }
    }
    Input { puzzles }
}

/// Recompute each family's reference grades from a set of puzzles
///
/// The scores are joined into clusters, the two nearest first, until as many remain as asked for;
/// the value of a cluster is its mean. With --out they are written into a file that `rate`, `report`
/// and `cluster` take (--grades).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright cluster collection.jsonl
  gridwright cluster --clusters 5 --json collection.jsonl
  gridwright cluster --weights study --out mine.grades towers.jsonl

Exit status: 0 all rated; 2 wrong input, or the file cannot be written; 3 the time ran out for some
puzzle.")]
pub struct ClusterArgs {
    #[command(flatten)]
    input: Input,

    /// How many clusters
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    clusters: u32,

    /// Write them into this file too, as grades for `rate --grades`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print one JSON object per family, one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    how: How,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

pub fn cluster(args: ClusterArgs) -> anyhow::Result<Exit> {
    let (counts, exit) = count(args.input, &args.how, args.time, args.threads)?;
    let mut out = String::new();
    let mut file = "# Grades, made by `gridwright cluster` and taken by `--grades`.\n".to_owned();
    for (family, count) in counted(&counts) {
        let mut line = json!({ "type": family.id, "puzzles": count.puzzles });
        if !args.json {
            out += &format!(
                "# {}: {}\n",
                family.name,
                words::count(count.puzzles, "puzzle", "puzzles")
            );
        }
        let found = SCORES.map(|(name, _)| {
            let scores = count.scores.get(name).map_or(&[][..], Vec::as_slice);
            clusters(scores, args.clusters as usize)
        });
        let means = |all: &Vec<Cluster>| listed(&all.iter().map(|c| c.mean).collect::<Vec<_>>());
        for ((name, _), found) in SCORES.iter().zip(&found) {
            if args.json {
                line[name] = (found.iter())
                    .map(|c| json!({ "value": c.mean, "members": c.members, "from": c.least, "to": c.most }))
                    .collect();
                continue;
            }
            out += &format!("{name} {}\n", means(found));
            for c in found {
                out += &format!(
                    "#   {:.2}: {} from {:.2} to {:.2}\n",
                    c.mean,
                    words::count(c.members, "puzzle", "puzzles"),
                    c.least,
                    c.most
                );
            }
        }
        if args.json {
            out += &format!("{line}\n");
        }
        let own = args.how.grades(family.id).map_err(anyhow::Error::msg)?;
        let own = own.unwrap_or_else(|| family.grades(args.how.weights()));
        let from = words::count(count.puzzles, "puzzle", "puzzles");
        let lines = found.each_ref().map(means);
        file += &section(family.id, &from, lines, &own.weights, own.pace);
    }
    output::print(out.as_bytes());
    if let Some(path) = &args.out {
        output::write_file(path, file.as_bytes())?;
    }
    Ok(exit)
}
