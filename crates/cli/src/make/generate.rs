//! `gridwright generate`: new puzzles.
//!
//! Every index is made on its own, in any order by any number of threads; they are printed in the
//! order of the index, as they are found. An index for which nothing was found within its attempts
//! is said and left out; when the first few all end like that, what was asked for is taken for
//! impossible and the rest is not tried.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use clap::ValueEnum;
use puzzles::format::Document;
use puzzles::make::Shape;
use puzzles::reason::{DIFFICULTY, rating_json};
use puzzles::{FAMILIES, Family};
use serde_json::{Value, json};
use workshop::{ATTEMPTS, Ask, CONFLICTS, Difficulty, Made, Order, Tally, Wish, generate};

use super::{Form, Measure};
use crate::batch::{Event, Progress, Threads, guard, in_order};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::output::{Out, complain, text_style};
use crate::words;

/// Make new puzzles, each with exactly one solution
///
/// What comes out depends on the call alone: the same seed gives the same puzzles, whatever the
/// number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright generate hashi --size 12 --count 50 --difficulty medium --no-trial
  gridwright generate skyscrapers --size 6 --json > towers.jsonl
  gridwright generate yajilin --rows 8 --cols 12 --difficulty 30..45 --to puzzlink

Exit status: 0 all made; 2 a wrong call; 3 for some nothing was found within the attempts or the
time limit.")]
pub struct Args {
    /// A family (see `gridwright families`)
    family: String,

    /// The board: 12, or 8x12 for 8 rows of 12 [default: 7]
    #[arg(long, value_name = "N", value_parser = size, conflicts_with_all = ["rows", "cols"])]
    size: Option<(usize, usize)>,

    /// Rows of the board
    #[arg(long, value_name = "N", requires = "cols")]
    rows: Option<usize>,

    /// Columns of the board
    #[arg(long, value_name = "N", requires = "rows")]
    cols: Option<usize>,

    /// How many
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// The first index, to go on where an earlier call has ended
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,

    /// Where chance begins
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How hard: easy, medium, hard, or scores from MIN to MAX as in 20..35
    #[arg(long, value_name = "GRADE|MIN..MAX", value_parser = difficulty)]
    difficulty: Option<Difficulty>,

    #[command(flatten)]
    rules: Measure,

    /// Rules of deduction (or groups) without which it cannot be solved by the others
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    require: Vec<String>,

    /// How to make it; `gridwright families` lists the ways [default: the first]
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,

    /// Options of the method, as in islands=20,loops
    #[arg(long, value_name = "OPTION,…", value_delimiter = ',')]
    with: Vec<String>,

    /// How the clues lie
    #[arg(long, value_enum, default_value_t = Symmetry::None)]
    symmetry: Symmetry,

    /// How full, from 0 to 1 [default: what looks best]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    density: Option<f64>,

    /// Give an index up after so many candidates
    #[arg(long, value_name = "N", default_value_t = ATTEMPTS, value_parser = clap::value_parser!(u32).range(1..))]
    attempts: u32,

    /// Give a proof up after so many conflicts
    #[arg(long, value_name = "N", default_value_t = CONFLICTS, value_parser = clap::value_parser!(u64).range(1..))]
    conflicts: u64,

    /// Print candidates as they are proposed, without proof and rating
    #[arg(long)]
    unchecked: bool,

    /// Say at the end why candidates were rejected
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    form: Form,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Symmetry {
    None,
    /// The same after half a turn
    Turn,
    /// The same in an upright mirror
    Mirror,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let (rows, cols) = text.split_once(['x', '×']).unwrap_or((text, text));
    match (rows.parse(), cols.parse()) {
        (Ok(rows), Ok(cols)) => Ok((rows, cols)),
        _ => Err("expected a side as in 12, or rows and columns as in 8x12".to_owned()),
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

fn difficulty(text: &str) -> Result<Difficulty, String> {
    if let Some(grade) = DIFFICULTY.iter().position(|&grade| grade == text) {
        return Ok(Difficulty::Grade(grade));
    }
    let score = |text: &str, none: f64| match text {
        "" => Some(none),
        _ => text.parse().ok().filter(|s| (0.0..=100.0).contains(s)),
    };
    let ends = text.split_once("..");
    match ends.map(|(least, most)| (score(least, 0.0), score(most, 100.0))) {
        Some((Some(least), Some(most))) if least <= most => Ok(Difficulty::Score(least, most)),
        _ => Err(format!(
            "expected {} or scores from 0 to 100 as in 20..35",
            DIFFICULTY.join(", ")
        )),
    }
}

/// So many failures and no puzzle before them: it is hopeless.
const HOPELESS: u64 = 3;

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let (family, order) = order(&args)?;
    let start = Instant::now();
    let style = text_style();
    let mut out = Out::new();
    let progress = Progress::new();
    let mut total = Tally::default();
    let (mut exit, mut made, mut failed) = (Exit::Well, 0u64, 0u64);
    let enough = AtomicBool::new(false);
    let last = args.first.saturating_add(args.count);
    let indices = (args.first..last).take_while(|_| !enough.load(Ordering::Relaxed));
    let work = |index: u64| {
        let outcome = guard(|| {
            args.time.run(|budget| {
                generate(&order, index, &|| {
                    (budget.stop)() || enough.load(Ordering::Relaxed)
                })
            })
        });
        (index, outcome)
    };
    in_order(args.threads.number(), indices, work, |event| {
        let (index, outcome) = match event {
            Event::Waiting => return out.flush(exit),
            // What was begun before it was enough.
            Event::Ready(_) if enough.load(Ordering::Relaxed) => return,
            Event::Ready(answer) => answer,
        };
        let printed = outcome.map_err(|e| (e, Exit::Wrong)).and_then(|outcome| {
            total.add(&outcome.tally);
            let Some(puzzle) = &outcome.made else {
                let why = format!("puzzle {index}: {}", outcome.why_not());
                return Err((why, Exit::Budget));
            };
            let number = made as usize + 1;
            let (document, words) = document(&order, index, puzzle, args.form.json);
            let text = args.form.text(&document, &words, number, &style);
            text.map_err(|e| (e, Exit::Wrong))
        });
        match printed {
            Ok(text) => {
                made += 1;
                out.print(&text, exit);
            }
            Err((why, weight)) => {
                failed += 1;
                exit = exit.max(weight);
                if args.form.json {
                    let line = json!({
                        "id": index,
                        "type": family.id,
                        "status": "unknown",
                        "seed": args.seed,
                        "index": index,
                        "why": why,
                    });
                    out.print(format!("{line}\n").as_bytes(), exit);
                } else {
                    out.flush(exit);
                    progress.aside(|| complain(&why));
                }
                if made == 0 && failed == HOPELESS && args.count > HOPELESS {
                    enough.store(true, Ordering::Relaxed);
                }
            }
        }
        let rate = made as f64 / start.elapsed().as_secs_f64().max(1e-3);
        let share = 100.0 * total.accepted as f64 / total.attempts.max(1) as f64;
        progress.say(
            made + failed,
            &format!("{rate:.1} a second, {share:.0} % of the candidates accepted"),
        );
    })?;
    progress.end();
    out.flush(exit);
    if enough.load(Ordering::Relaxed) {
        complain("gridwright: the first indices all failed; the rest was not tried");
    }
    if args.stats {
        complain(&statistics(&total, start));
    }
    Ok(exit)
}

fn statistics(total: &Tally, start: Instant) -> String {
    let mut line = format!(
        "{} from {} in {}",
        words::count(total.accepted as usize, "puzzle", "puzzles"),
        words::count(total.attempts as usize, "candidate", "candidates"),
        words::time(start.elapsed()),
    );
    if !total.rejected.is_empty() {
        line += &format!("; rejected: {}", total.reasons());
    }
    line + "."
}

/// The puzzle with what is to be said about it.
fn document(order: &Order, index: u64, made: &Made, with_fields: bool) -> (Document, String) {
    let mut document = Document::new(made.puzzle.clone());
    let mut words = format!("Seed {}, index {index}", order.seed);
    if with_fields {
        let fields = [
            ("seed", json!(order.seed)),
            ("index", json!(index)),
            ("method", json!(order.maker.id)),
        ];
        let fields = fields.map(|(key, value)| (key.to_owned(), value));
        document.extra.extend(fields);
    }
    if let Some((solution, rating)) = &made.checked {
        document.solution = Some(solution.clone());
        if with_fields {
            let rating: Value = rating_json(rating);
            document.extra.insert("rating".to_owned(), rating);
        }
        words += &format!(
            ": {} ({:.1}), {}",
            rating.difficulty.grade,
            rating.difficulty.score,
            match (rating.solved_by_rules, rating.hardest) {
                (true, Some(hardest)) => format!("hardest rule {hardest}"),
                (true, None) => "nothing to solve".to_owned(),
                (false, _) => "needs trial".to_owned(),
            }
        );
    } else {
        words += ": a candidate, not checked";
    }
    (document, words + ".")
}

/// What the call means, or why it means nothing.
fn order(args: &Args) -> anyhow::Result<(&'static Family, Order)> {
    let family = puzzles::family(&args.family).with_context(|| {
        let all: Vec<&str> = FAMILIES.iter().map(|f| f.id).collect();
        format!(
            "there is no family {}; there are {}",
            args.family,
            all.join(", ")
        )
    })?;
    let (rows, cols) = match (args.size, args.rows.zip(args.cols)) {
        (Some(size), _) | (None, Some(size)) => size,
        (None, None) => {
            let side = 7.clamp(family.sides.0, family.sides.1);
            (side, side)
        }
    };
    let ask = Ask {
        method: args.method.as_deref(),
        rows,
        cols,
        symmetry: match args.symmetry {
            Symmetry::None => Shape::Any,
            Symmetry::Turn => Shape::Turn,
            Symmetry::Mirror => Shape::Mirror,
        },
        density: args.density,
        options: options(&args.with)?,
        wish: Wish {
            difficulty: args.difficulty,
            rules: args.rules.rules(),
            required: args.require.clone(),
        },
        seed: args.seed,
        attempts: args.attempts,
        conflicts: args.conflicts,
        unchecked: args.unchecked,
    };
    let order = ask.order(family).map_err(anyhow::Error::msg)?;
    Ok((family, order))
}

/// Options as in `islands=20,loops`; one without a value is 1.
fn options(with: &[String]) -> anyhow::Result<Vec<(&str, i64)>> {
    let words = with.iter().map(|w| w.trim()).filter(|w| !w.is_empty());
    words
        .map(|word| {
            let (id, value) = word.split_once('=').unwrap_or((word, "1"));
            let value = value.trim().parse().ok();
            let value = value.with_context(|| format!("expected a whole number in {word:?}"))?;
            Ok((id.trim(), value))
        })
        .collect()
}
