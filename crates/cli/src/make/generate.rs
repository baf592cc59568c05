//! `gridwright generate`: new puzzles.
//!
//! Every index is made on its own, in any order by any number of threads; puzzles are printed or
//! kept in the order of the index, as they are found. A duplicate, perhaps turned, is passed over
//! and another index is tried instead. An index for which nothing was found within its attempts is
//! reported and left out; if the first few all end like that, the order is taken to be impossible
//! and the rest is not tried. The run also ends if nothing new turns up for long.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};
use library::Library;
use puzzles::format::Document;
use puzzles::reason::DIFFICULTY;
use serde_json::json;
use workshop::{CONFLICTS, Difficulty, GROUPS, Group, Made, Order, Outcome, Tally, field};

use super::keep::{self, BatchWriter, Became, Count, Seen};
use super::order::{Making, making};
use super::{Form, Measure};
use crate::batch::{Event, Progress, STACK, Threads, guard, in_order};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::output::{Out, complain, text_style};
use crate::patience::stretched;
use crate::words;

/// Make new puzzles, each with exactly one solution
///
/// Every call makes new puzzles, unless a seed is given: the same call with the same seed gives the
/// same puzzles, whatever the number of threads. The seed is printed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright generate hashi --size 12 --count 50 --difficulty medium --no-trial
  gridwright generate skyscrapers --size 6 --json > towers.jsonl
  gridwright generate yajilin --size 8 --for holiday --count 12
  gridwright generate hashi --size 15 --count 10000 --library my.library
  gridwright generate yajilin --rows 8 --cols 12 --difficulty 30..45 --to puzzlink
  gridwright generate satogaeri --layout heart.txt --difficulty medium

Exit status: 0 all made; 2 a wrong call; 3 for some, nothing was found within the attempts or the
time limit, which defaults to 60 seconds per puzzle.")]
pub struct Args {
    /// A family (see `gridwright families`)
    pub(super) family: String,

    /// The board: 12, 8x12 for 8 rows of 12, or 5..7 for a side drawn for each puzzle [default: 7]
    #[arg(long, value_name = "N", value_parser = size, conflicts_with_all = ["rows", "cols"])]
    pub(super) size: Option<Sides>,

    /// Sizes from a range take turns instead of being drawn
    #[arg(long, requires = "size")]
    pub(super) sizes_in_turn: bool,

    /// Rows of the board
    #[arg(long, value_name = "N", requires = "cols")]
    pub(super) rows: Option<usize>,

    /// Columns of the board
    #[arg(long, value_name = "N", requires = "rows")]
    pub(super) cols: Option<usize>,

    /// Take the board and the places of the clues from a text picture: # a clue, ? perhaps one,
    /// . none; with a border where clues stand outside
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "rows", "cols", "symmetry", "density"])]
    pub(super) layout: Option<PathBuf>,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// The first index, to continue where an earlier run ended
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,

    /// Seed for the random numbers [default: a new one, or that of the batch in the library]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// How hard: easy, medium, hard, extreme, or scores from MIN to MAX as in 20..35
    #[arg(long, value_name = "GRADE|MIN..MAX", value_parser = difficulty)]
    pub(super) difficulty: Option<Difficulty>,

    /// Whom they are for; what is not said otherwise is then as they like it
    #[arg(long = "for", value_name = "GROUP", value_parser = groups())]
    pub(super) group: Option<String>,

    /// At least so many points for looks
    #[arg(long, value_name = "MIN", value_parser = points)]
    pub(super) looks: Option<f64>,

    /// Take grades and weights from this file, as `gridwright cluster --out` and `gridwright library
    /// opinions --out` write it
    #[arg(long, value_name = "FILE")]
    pub(super) grades: Option<PathBuf>,

    #[command(flatten)]
    pub(super) rules: Measure,

    /// Rules of deduction (or groups) that must be needed: rules that are no harder get further
    /// with them than without
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    pub(super) require: Vec<String>,

    /// Rules (or groups) that are allowed in one of so many puzzles only, as in try=3
    #[arg(long, value_name = "RULE=N,…", value_delimiter = ',')]
    pub(super) sometimes: Vec<String>,

    /// How to make it; `gridwright families` lists the ways [default: the first]
    #[arg(long, value_name = "METHOD")]
    pub(super) method: Option<String>,

    /// Options of the method, as in loops=30, or strip=0..10 for one drawn for each puzzle; yes-or-no
    /// options need no number, percentages can be shares as in 0.8
    #[arg(long, value_name = "OPTION,…", value_delimiter = ',')]
    pub(super) with: Vec<String>,

    /// Symmetry of the clues
    #[arg(long, value_enum, default_value_t = Symmetry::None)]
    pub(super) symmetry: Symmetry,

    /// How full, from 0 to 1; `gridwright families` says of what [default: what looks best]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(super) density: Option<f64>,

    /// Give up on an index after this many candidates [default: 5000, or 20000 for extreme]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) attempts: Option<u32>,

    /// Give up on a proof after this many conflicts
    #[arg(long, value_name = "N", default_value_t = CONFLICTS, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) conflicts: u64,

    /// Keep the puzzles in this library file instead of printing them; it is created if it does not
    /// exist. Run the same command again, after an interruption or with a larger count, to continue
    /// where it stopped
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first", "to"])]
    library: Option<PathBuf>,

    /// Tag the puzzles in the library
    #[arg(long, value_name = "TAG", requires = "library", value_parser = crate::library::tag)]
    tag: Vec<String>,

    /// Take the first candidate as it is, with one solution, several or none: no proof, no rating
    #[arg(long)]
    pub(super) unchecked: bool,

    /// Keep puzzles that came before, perhaps turned, and look-alikes (unchecked candidates are always
    /// kept)
    #[arg(long, conflicts_with = "library")]
    duplicates: bool,

    /// Leave every proof of the method to one of the family's other engines, as in graph; only for
    /// methods that prove step by step. `ours` is our own engine, as without this option
    #[arg(long, value_name = "ENCODING|METHOD", conflicts_with = "library")]
    pub(super) prover: Option<String>,

    /// The SMT solver of such a prover [default: z3]
    #[arg(long, value_name = "SOLVER", requires = "prover")]
    pub(super) solver: Option<String>,

    /// Say at the end why candidates were rejected, and what the method counted
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
pub(super) enum Symmetry {
    None,
    /// Unchanged by half a turn
    Turn,
    /// Mirrored left to right
    Mirror,
    /// Mirrored top to bottom
    Across,
    /// Areas mirrored left to right and top to bottom
    Both,
}

/// Which boards are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sides {
    /// Rows and columns.
    Board(usize, usize),
    /// Square boards of these sides, both ends included.
    From(usize, usize),
}

fn size(text: &str) -> Result<Sides, String> {
    if let Some((least, most)) = text.split_once("..") {
        return match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most => Ok(Sides::From(least, most)),
            _ => Err("expected sides from one to another, as in 5..7".to_owned()),
        };
    }
    let (rows, cols) = text.split_once(['x', '×']).unwrap_or((text, text));
    match (rows.parse(), cols.parse()) {
        (Ok(rows), Ok(cols)) => Ok(Sides::Board(rows, cols)),
        _ => Err("expected a side as in 12, rows and columns as in 8x12, or 5..7".to_owned()),
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

fn points(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(points) if (0.0..=100.0).contains(&points) => Ok(points),
        _ => Err("expected a number from 0 to 100".to_owned()),
    }
}

/// The target groups, each with its words.
fn groups() -> PossibleValuesParser {
    let value = |group: &Group| PossibleValue::new(group.id).help(group.words);
    PossibleValuesParser::new(GROUPS.iter().map(value).collect::<Vec<_>>())
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

/// How long one puzzle may take by default.
const TIME_FOR_ONE: Duration = Duration::from_secs(60);

/// After this many failures without a single puzzle it is hopeless.
const HOPELESS: u64 = 3;

/// After this many duplicates in a row there are probably no new puzzles.
const IDLE: u64 = 1000;

/// Whether the run is over.
fn is_enough(count: &Count, wanted: u64) -> bool {
    count.made + count.failed >= wanted || is_hopeless(count, wanted) || count.idle >= IDLE
}

fn is_hopeless(count: &Count, wanted: u64) -> bool {
    count.made == 0 && count.failed >= HOPELESS && wanted > HOPELESS
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut making = making(&args)?;
    let Some(path) = &args.library else {
        if args.seed.is_none() {
            making.order.seed = fresh();
            complain(&format!("gridwright: seed {}", making.order.seed));
        }
        return print(&args, &Arc::new(making));
    };
    let library = keep::open(path)?;
    if args.seed.is_none() {
        // The same call goes on with what it began.
        let begun = library::Batch::last_seed(&library, &making.call())?;
        making.order.seed = begun.unwrap_or_else(fresh);
        complain(&format!("gridwright: seed {}", making.order.seed));
    }
    keep(&args, path, library, &Arc::new(making))
}

/// A seed that nobody has chosen, short enough to be read aloud.
fn fresh() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

/// What became of an index, or of the wait for it.
type Ended = Event<(u64, Result<Outcome, String>)>;

/// Work through the indices and hand over each outcome, in order. `take` says how far the run has
/// got, which decides whether to go on.
fn make(
    args: &Args,
    making: &Arc<Making>,
    indices: impl Iterator<Item = u64> + Send,
    before: Count,
    mut take: impl FnMut(Ended, &Progress) -> anyhow::Result<Option<Count>>,
) -> anyhow::Result<()> {
    let start = Instant::now();
    let limit = args.time.limit.unwrap_or_else(|| stretched(TIME_FOR_ONE));
    let time = TimeLimit { limit: Some(limit) };
    let progress = Progress::beside(args.library.is_none());
    let mut total = Tally::default();
    let mut notes: Vec<(&'static str, u64)> = Vec::new();
    let mut new = 0;
    let mut defect = None;
    let enough = Arc::new(AtomicBool::new(is_enough(&before, args.count)));
    let indices = indices.take_while(|_| !enough.load(Ordering::Relaxed));
    let work = |index: u64| {
        let outcome = match args.time.limit {
            // It was begun before there were enough, and nobody looks at it.
            _ if enough.load(Ordering::Relaxed) => Ok(nothing_in_time()),
            Some(limit) => not_waited_for(limit, making, index, &enough),
            None => one(time, making, index, &enough),
        };
        (index, outcome)
    };
    in_order(args.threads.number(), indices, work, |event| {
        if let Event::Ready((_, outcome)) = &event {
            // This one was begun before there were enough.
            if enough.load(Ordering::Relaxed) {
                return;
            }
            if let Ok(outcome) = outcome {
                total.add(&outcome.tally);
                notes.extend(outcome.made.iter().flat_map(|made| made.notes.clone()));
            }
        }
        let count = match take(event, &progress) {
            Ok(None) => return,
            Ok(Some(count)) => count,
            Err(error) => {
                defect = Some(error);
                enough.store(true, Ordering::Relaxed);
                return;
            }
        };
        enough.store(is_enough(&count, args.count), Ordering::Relaxed);
        new = count.made - before.made;
        progress.say(count.made + count.failed, &pace(new, &total, start));
    })?;
    progress.end();
    if let Some(error) = defect {
        return Err(error);
    }
    if args.stats {
        complain(&statistics(new, &total, start));
        counted(&notes).iter().for_each(|line| complain(line));
    }
    Ok(())
}

/// The puzzle of one index, or what came of it until the time was up or there were enough.
fn one(
    time: TimeLimit,
    making: &Making,
    index: u64,
    enough: &AtomicBool,
) -> Result<Outcome, String> {
    guard(|| {
        time.run(|budget| {
            making.generate(index, &|| (budget.stop)() || enough.load(Ordering::Relaxed))
        })
    })?
}

/// The same under a limit that somebody asked for. On a large board it can take a maker long to come
/// to a point where it notices that it is time to stop. So it works beside us, and if it does not
/// notice in time it is left to itself: what it makes nobody wants any more.
fn not_waited_for(
    limit: Duration,
    making: &Arc<Making>,
    index: u64,
    enough: &Arc<AtomicBool>,
) -> Result<Outcome, String> {
    const MOMENT: Duration = Duration::from_millis(100);
    const LOOK: Duration = Duration::from_millis(20);
    let deadline = Instant::now().checked_add(limit.saturating_add(MOMENT));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let (hand_over, receive) = mpsc::sync_channel(1);
    let is_enough = enough.clone();
    let (making, enough) = (making.clone(), enough.clone());
    let time = TimeLimit { limit: Some(limit) };
    let make = move || drop(hand_over.send(one(time, &making, index, &enough)));
    let started = thread::Builder::new().stack_size(STACK).spawn(make);
    started.map_err(|error| format!("cannot start a thread: {error}"))?;
    loop {
        match receive.recv_timeout(LOOK) {
            Ok(outcome) => return outcome,
            Err(mpsc::RecvTimeoutError::Timeout)
                if !is_late() && !is_enough.load(Ordering::Relaxed) => {}
            Err(_) => return Ok(nothing_in_time()),
        }
    }
}

/// The outcome when the time is up, or there are enough; how many candidates there were is not known.
fn nothing_in_time() -> Outcome {
    Outcome {
        made: None,
        tally: Tally::default(),
        stopped: true,
    }
}

/// How fast it goes, and how many candidates are of use.
fn pace(new: u64, total: &Tally, start: Instant) -> String {
    let rate = new as f64 / start.elapsed().as_secs_f64().max(1e-3);
    let share = 100.0 * total.accepted as f64 / total.attempts.max(1) as f64;
    format!("{rate:.1} per second, {share:.0} % of the candidates accepted")
}

/// Say why a run has ended early, if it has.
fn say_end(count: &Count, wanted: u64) {
    if is_hopeless(count, wanted) {
        complain("gridwright: the first indices all failed; the rest were not tried");
    } else if count.idle >= IDLE {
        complain(&format!(
            "gridwright: the last {IDLE} puzzles were all duplicates or look-alikes; there are probably no more"
        ));
    }
}

/// The exit status that a finished run deserves.
fn status(count: &Count, wanted: u64) -> Exit {
    match count.made < wanted {
        true => Exit::Budget,
        false => Exit::Well,
    }
}

fn print(args: &Args, making: &Arc<Making>) -> anyhow::Result<Exit> {
    let order = &making.order;
    let keeps_all = args.duplicates || args.unchecked;
    let style = text_style();
    let mut out = Out::new();
    let mut seen = Seen::new(args.layout.is_some());
    let mut count = Count::default();
    let mut exit = Exit::Well;
    make(
        args,
        making,
        args.first..=u64::MAX,
        count,
        |event, progress| {
            let (index, outcome) = match event {
                Event::Waiting => {
                    out.flush(exit);
                    return Ok(None);
                }
                Event::Ready(answer) => answer,
            };
            let printed = outcome.map_err(|e| (e, Exit::Wrong)).and_then(|outcome| {
                let Some(made) = &outcome.made else {
                    return Err((why_not(index, &outcome), Exit::Budget));
                };
                if !keeps_all && !seen.is_new(made) {
                    return Ok(None);
                }
                let number = count.made as usize + 1;
                let (document, words) = document(order, index, made, args.form.json);
                let text = args.form.text(&document, &words, number, &style);
                text.map(Some).map_err(|e| (e, Exit::Wrong))
            });
            match printed {
                Ok(None) => count.add(Became::Twice),
                Ok(Some(text)) => {
                    count.add(Became::New);
                    out.print(&text, exit);
                }
                Err((why, weight)) => {
                    count.add(Became::Failed);
                    exit = exit.max(weight);
                    if args.form.json {
                        let line = json!({
                            "id": index,
                            "type": making.family.id,
                            "status": "unknown",
                            "seed": order.seed,
                            "index": index,
                            "why": why,
                        });
                        out.print(format!("{line}\n").as_bytes(), exit);
                    } else {
                        out.flush(exit);
                        progress.aside(|| complain(&why));
                    }
                }
            }
            Ok(Some(count))
        },
    )?;
    out.flush(exit);
    say_end(&count, args.count);
    Ok(exit.max(status(&count, args.count)))
}

fn keep(
    args: &Args,
    path: &Path,
    mut library: Library,
    making: &Arc<Making>,
) -> anyhow::Result<Exit> {
    let order = &making.order;
    let call = making.call();
    let mut shelf = BatchWriter::new(&mut library, call, order.seed, args.tag.clone())?;
    let before = shelf.count()?;
    let mut count = before;
    let mut exit = Exit::Well;
    make(args, making, shelf.missing()?, before, |event, progress| {
        let Event::Ready((index, outcome)) = event else {
            return Ok(None);
        };
        let became = match outcome {
            Err(defect) => {
                exit = exit.max(Exit::Wrong);
                progress.aside(|| complain(&defect));
                Became::Failed
            }
            Ok(Outcome {
                made: Some(made), ..
            }) => {
                let rating = made.checked.as_ref().map(|(_, rating)| rating.into());
                let (document, _) = document(order, index, &made, false);
                shelf.keep(index, document, rating)?
            }
            Ok(outcome) => {
                let why = why_not(index, &outcome);
                progress.aside(|| complain(&why));
                match outcome.stopped {
                    true => Became::Failed,
                    false => shelf.give_up(index, &why)?,
                }
            }
        };
        match became {
            Became::Elsewhere => count = shelf.count()?,
            became => count.add(became),
        }
        Ok(Some(count))
    })?;
    let mut out = Out::new();
    let text = keep::summary(count, before, path, args.form.json);
    out.print(text.as_bytes(), exit);
    out.flush(exit);
    say_end(&count, args.count);
    Ok(exit.max(status(&count, args.count)))
}

fn statistics(new: u64, total: &Tally, start: Instant) -> String {
    let mut line = format!(
        "{} from {} in {}",
        words::count(new as usize, "puzzle", "puzzles"),
        words::count(total.attempts as usize, "candidate", "candidates"),
        words::time(start.elapsed()),
    );
    if total.accepted > new {
        line += &format!("; duplicates: {}", total.accepted - new);
    }
    if !total.rejected.is_empty() {
        line += &format!("; rejected: {}", total.reasons());
    }
    line + "."
}

/// What the method counted, a line for each name.
fn counted(notes: &[(&'static str, u64)]) -> Vec<String> {
    let mut names: Vec<&str> = notes.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    let line = |name: &str| {
        let own = notes.iter().filter(|(other, _)| *other == name);
        let counts: Vec<u64> = own.map(|(_, count)| *count).collect();
        let (least, most) = (counts.iter().min(), counts.iter().max());
        let mean = counts.iter().sum::<u64>() as f64 / counts.len().max(1) as f64;
        format!(
            "{name}: {mean:.2} on average, {} to {}",
            least.unwrap_or(&0),
            most.unwrap_or(&0)
        )
    };
    names.into_iter().map(line).collect()
}

fn why_not(index: u64, outcome: &Outcome) -> String {
    format!("puzzle {index}: {}", outcome.why_not())
}

/// The puzzle with what there is to say about it.
fn document(order: &Order, index: u64, made: &Made, with_fields: bool) -> (Document, String) {
    let mut document = Document::new(made.puzzle.clone());
    let mut words = format!("Seed {}, index {index}", order.seed);
    if with_fields {
        let fields = [
            (field::SEED, json!(order.seed)),
            (field::INDEX, json!(index)),
            (field::METHOD, json!(order.maker.id)),
        ];
        let fields = fields.map(|(key, value)| (key.to_owned(), value));
        document.extra.extend(fields);
        if !made.notes.is_empty() {
            let counted = made.notes.iter().map(|(name, count)| (*name, *count));
            let counted: std::collections::BTreeMap<&str, u64> = counted.collect();
            document.extra.insert("counted".to_owned(), json!(counted));
        }
    }
    if let Some((solution, rating)) = &made.checked {
        document.solution = Some(solution.clone());
        if with_fields {
            let field = field::RATING.to_owned();
            document.extra.insert(field, json!(rating));
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
        words += ": an unchecked candidate";
    }
    (document, words + ".")
}
