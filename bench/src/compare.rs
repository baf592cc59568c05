//! Two builds of the program on the same work, in turn and in one go: how much more or less processor
//! time the new one takes, or how many more instructions. What else the machine does meanwhile
//! happens to both, so the ratios hold where times do not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use proofs::corpora;
use puzzles::FAMILIES;

use crate::sets;

/// The work, as data.
const WORK: &str = include_str!("../work.txt");

/// How to compare.
#[derive(clap::Args)]
pub struct Args {
    /// The old program
    old: PathBuf,

    /// The new program
    new: PathBuf,

    /// Only work whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Percent that something may get slower without being named
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    threshold: f64,

    /// So many runs of each program, of which the median counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Percent of the usual numbers of puzzles to solve, rate, explain and convert
    #[arg(long, value_name = "PERCENT", default_value_t = 100)]
    share: usize,

    /// Count instructions instead, one run each: with perf, or where that cannot count with valgrind,
    /// which takes some fifty times as long
    #[arg(long)]
    instructions: bool,
}

/// One line of the work.
struct Item {
    name: String,
    call: Vec<String>,
}

/// The work, with the puzzles in files in this folder, `share` percent of the usual numbers.
fn items(folder: &Path, share: usize) -> Result<Vec<Item>, String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let collections = collections();
    let mut items = Vec::new();
    for line in WORK.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let lines: Vec<String> = match line.contains("{family") {
            true => (FAMILIES.iter())
                .map(|f| line.replace("{family}", f.id))
                .zip(FAMILIES)
                .map(|(line, f)| line.replace("{family:", &format!("{{{}:", f.id)))
                .collect(),
            false => vec![line.to_owned()],
        };
        for line in lines {
            let (name, call) = line
                .split_once(": ")
                .ok_or(format!("no colon in {line:?}"))?;
            let words = call.split_whitespace();
            let call = words.map(|word| match word.strip_prefix('{') {
                Some(set) => write_set(folder, &collections, set.trim_end_matches('}'), share),
                None => Ok(Some(word.to_owned())),
            });
            // Without the published puzzles there is nothing to do on some of them.
            if let Some(call) = call.collect::<Result<_, _>>()? {
                items.push(Item {
                    name: name.to_owned(),
                    call,
                });
            }
        }
    }
    Ok(items)
}

/// The puzzles of each family, the published ones or without any our own; and those of each published
/// file by its name.
fn collections() -> BTreeMap<String, String> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for source in corpora::sources() {
        let family = sets::family_of(&source).to_owned();
        texts.entry(family).or_default().push_str(&source.text);
        texts.insert(source.name, source.text);
    }
    for source in corpora::own() {
        let family = sets::family_of(&source).to_owned();
        texts.entry(family).or_insert(source.text);
    }
    texts
}

/// Does the id of the puzzle in this line begin so?
fn has_id(line: &str, beginning: &str) -> bool {
    let id = line
        .split_once("\"id\":")
        .map(|(_, rest)| rest.trim_start());
    id.is_some_and(|id| id.trim_start_matches('"').starts_with(beginning))
}

/// The file for `hashi:300`: this many puzzles, evenly spread; all of them again and again if there
/// are fewer. For `tatham/towers:8de:300` those of a published file whose id begins so; none if there
/// is no such file.
fn write_set(
    folder: &Path,
    collections: &BTreeMap<String, String>,
    set: &str,
    share: usize,
) -> Result<Option<String>, String> {
    let (source, number) = set
        .rsplit_once(':')
        .ok_or(format!("no number in {{{set}}}"))?;
    let number: usize = number.parse().map_err(|e| format!("{{{set}}}: {e}"))?;
    let number = (number * share / 100).max(1);
    let (source, beginning) = source.split_once(':').unwrap_or((source, ""));
    let is_file = source.contains('/');
    let Some(text) = collections.get(source) else {
        return match is_file {
            true => Ok(None),
            false => Err(format!("no puzzles of {source}")),
        };
    };
    let is_wanted = |line: &&str| beginning.is_empty() || has_id(line, beginning);
    let lines: Vec<&str> = text.lines().filter(is_wanted).collect();
    if lines.is_empty() {
        return Err(format!("no puzzles in {{{set}}}"));
    }
    let spread = (0..number).map(|i| match lines.len() > number {
        true => lines[i * lines.len() / number],
        false => lines[i % lines.len()],
    });
    let name = source.replace('/', "-");
    let path = folder.join(format!("{name}-{beginning}-{number}.jsonl"));
    fs::write(&path, spread.collect::<Vec<_>>().join("\n") + "\n")
        .map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(Some(path.display().to_string()))
}

/// What something costs.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    Time,
    Perf,
    Valgrind,
}

impl Measure {
    fn unit(self) -> (&'static str, f64) {
        match self {
            Measure::Time => ("ms of processor time", 1e3),
            Measure::Perf | Measure::Valgrind => ("millions of instructions", 1e-6),
        }
    }

    /// What counts instructions on this machine?
    fn of_instructions() -> Result<Measure, String> {
        let answers = |measure: Measure| measure.run(Path::new("true"), &[]).is_ok();
        [Measure::Perf, Measure::Valgrind]
            .into_iter()
            .find(|&measure| answers(measure))
            .ok_or("neither perf nor valgrind can count instructions here".to_owned())
    }

    /// Run a program to its end: the cost, and what it said.
    fn run(self, program: &Path, call: &[String]) -> Result<(f64, Output), String> {
        let before = children_time();
        let mut command = match self {
            Measure::Time => Command::new(program),
            Measure::Perf => {
                let mut command = Command::new("perf");
                let count = [
                    "stat",
                    "--field-separator",
                    ",",
                    "--event",
                    "instructions:u",
                ];
                command.args(count).arg("--").arg(program);
                command
            }
            Measure::Valgrind => {
                let mut command = Command::new("valgrind");
                let count = [
                    "--tool=cachegrind",
                    "--cache-sim=no",
                    "--cachegrind-out-file=/dev/null",
                ];
                command.args(count).arg(program);
                command
            }
        };
        let output = command
            .args(call)
            .stdin(Stdio::null())
            .output()
            .map_err(|e| format!("{} cannot be run: {e}", program.display()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let cost = match self {
            Measure::Time => Some(children_time() - before),
            // 123456,,instructions:u,…
            Measure::Perf => said
                .lines()
                .find(|line| line.contains("instructions"))
                .and_then(|line| line.split(',').next()?.parse().ok()),
            // ==1== I   refs:      123,456
            Measure::Valgrind => said
                .lines()
                .find(|line| line.contains("refs:"))
                .and_then(|line| line.rsplit(' ').next()?.replace(',', "").parse().ok()),
        };
        let cost = cost.ok_or(format!("{} was not counted: {said}", program.display()))?;
        Ok((cost, output))
    }
}

/// Seconds that all children that have ended had on a processor, for themselves and in the system.
#[cfg(unix)]
fn children_time() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system keeps books");
    let seconds = |t: nix::sys::time::TimeVal| t.tv_sec() as f64 + t.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}

/// Elsewhere the clock on the wall.
#[cfg(not(unix))]
fn children_time() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// What came of one item.
struct Costs {
    old: Vec<f64>,
    new: Vec<f64>,
    /// Both said the same.
    same: bool,
}

impl Costs {
    fn ratio(&self) -> f64 {
        median(&self.new) / median(&self.old).max(1e-9)
    }
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let (low, high) = ((values.len() - 1) / 2, values.len() / 2);
    (values[low] + values[high]) / 2.0
}

/// The exit status of a call that the program does not understand.
const WRONG_CALL: i32 = 2;

/// Both programs this many times, taking turns at who goes first. An error if one cannot do it.
fn run_both(args: &Args, measure: Measure, item: &Item, runs: u32) -> Result<Costs, String> {
    let mut costs = Costs {
        old: Vec::new(),
        new: Vec::new(),
        same: true,
    };
    for round in 0..runs {
        let mut said = Vec::new();
        for is_new in [round % 2 == 1, round % 2 == 0] {
            let (program, list) = match is_new {
                false => (&args.old, &mut costs.old),
                true => (&args.new, &mut costs.new),
            };
            let (cost, output) = measure.run(program, &item.call)?;
            let status = output.status.code();
            if status.is_none_or(|code| code == WRONG_CALL) {
                let which = if is_new { "new" } else { "old" };
                return Err(format!("the {which} program ends with status {status:?}"));
            }
            list.push(cost);
            said.push((status, untimed(&output.stdout)));
        }
        costs.same &= said[0] == said[1];
    }
    Ok(costs)
}

/// What a program said, without the times in it.
fn untimed(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(said);
    let mut parts = text.split("\"millis\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut all, part| {
        all += part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        all
    })
}

/// Print the table; how many items got slower.
pub fn print(args: &Args) -> Result<usize, String> {
    let measure = match args.instructions {
        true => Measure::of_instructions()?,
        false => Measure::Time,
    };
    let folder = std::env::temp_dir().join(format!("gridwright-compare-{}", std::process::id()));
    let items = items(&folder, args.share)?;
    let result = table(args, measure, &items);
    fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    result
}

fn table(args: &Args, measure: Measure, items: &[Item]) -> Result<usize, String> {
    let (unit, scale) = measure.unit();
    println!(
        "{:<24} {:>10} {:>10} {:>8}  {unit}",
        "", "old", "new", "ratio"
    );
    let bar = 1.0 + args.threshold / 100.0;
    let runs = if measure == Measure::Time {
        args.runs
    } else {
        1
    };
    let mut slower: Vec<(String, f64)> = Vec::new();
    let mut logs = Vec::new();
    let is_wanted = |item: &&Item| args.only.as_ref().is_none_or(|o| item.name.contains(o));
    for item in items.iter().filter(is_wanted) {
        let mut costs = match run_both(args, measure, item, runs) {
            Ok(costs) => costs,
            Err(why) => {
                println!("{:<24} skipped: {why}", item.name);
                continue;
            }
        };
        // What looks slower gets a second, longer look before it is named.
        if costs.ratio() > bar && measure == Measure::Time {
            costs = run_both(args, measure, item, 3 * runs)?;
        }
        let ratio = costs.ratio();
        println!(
            "{:<24} {:>10.1} {:>10.1} {ratio:>7.3}×{}{}",
            item.name,
            median(&costs.old) * scale,
            median(&costs.new) * scale,
            if ratio > bar { "  SLOWER" } else { "" },
            if costs.same { "" } else { "  other output" },
        );
        logs.push(ratio.ln());
        if ratio > bar {
            slower.push((item.name.clone(), ratio));
        }
    }
    if logs.is_empty() {
        return Err("nothing could be compared".to_owned());
    }
    let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
    println!(
        "{:<24} {:>29.3}×  geometric mean of {}",
        "all",
        mean,
        logs.len()
    );
    slower.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (name, ratio) in &slower {
        println!("slower by {:.1} %: {name}", (ratio - 1.0) * 100.0);
    }
    if slower.is_empty() {
        println!("nothing got slower by more than {} %", args.threshold);
    }
    Ok(slower.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_work_is_a_call() {
        let folder = std::env::temp_dir().join(format!("gridwright-work-{}", std::process::id()));
        let items = items(&folder, 1).expect("the work can be read");
        for family in FAMILIES {
            for what in ["solve", "rate", "explain", "convert", "generate"] {
                let of_it = |i: &&Item| i.name.starts_with(&format!("{what} {}", family.id));
                let item = items.iter().find(of_it);
                let call = &item.unwrap_or_else(|| panic!("{what} {}", family.id)).call;
                assert!(call[0] == what && !call.iter().any(|word| word.contains('{')));
                if what == "solve" {
                    let file = call.last().expect("a file");
                    let text = fs::read_to_string(file).expect("it was written");
                    assert_eq!(text.lines().count(), 6, "{file}");
                }
            }
        }
        fs::remove_dir_all(&folder).expect("it was there");
    }

    #[test]
    fn puzzles_are_chosen_by_how_their_id_begins() {
        let folder = std::env::temp_dir().join(format!("gridwright-sets-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let lines = ["5de:1", "5dh:2", "5de:3"].map(|id| format!("{{\"id\": \"{id}\"}}\n"));
        let collections = BTreeMap::from([("a/b".to_owned(), lines.concat())]);
        let written = |set: &str| write_set(&folder, &collections, set, 100);
        let file = written("a/b:5de:3").expect("a set").expect("a file");
        let text = fs::read_to_string(file).expect("it was written");
        assert_eq!(
            text,
            [&lines[0], &lines[2], &lines[0]]
                .map(String::as_str)
                .concat()
        );
        assert_eq!(written("a/c:5de:3"), Ok(None), "not everybody has these");
        assert!(written("a/b:9:3").is_err() && written("c:3").is_err());
        fs::remove_dir_all(&folder).expect("it was there");
    }

    #[test]
    fn times_do_not_count_as_output() {
        let [one, other] = [
            b"{\"millis\":0.175,\"count\":1}",
            b"{\"millis\":12.50,\"count\":1}",
        ];
        assert_eq!(untimed(one), untimed(other));
        assert_ne!(untimed(one), untimed(b"{\"millis\":0.175,\"count\":2}"));
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
