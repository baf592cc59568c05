//! `gridwright experiment`: what the studies measured, measured again.
//!
//! What is measured is said in `lab`. Here are the call, the folder with what came out, and what is
//! taken from it when a run that was interrupted goes on: an experiment's JSON says what it was made
//! with, and is used again if nothing of that has changed; of one that was interrupted itself, what
//! it had measured is there (`part`).

mod inputs;
mod part;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Subcommand;
use lab::experiment::{
    ENTRIES, Entry, Lab, Memo, Report, STUDIES, Sample, Settings, chosen, font_style, page,
};
use puzzles::counted;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::batch::{Progress, Threads, guard};
use crate::engine::seconds;
use crate::exit::Exit;
use crate::output;
use inputs::{Inputs, facts, settings};
use part::Part;

/// Run the experiments of the five studies again
///
/// Every table and figure of the studies that Gridwright grew out of is an experiment with a name.
/// Each prints what was published beside what comes out here, and says in a sentence why the two
/// differ, or that nobody knows.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright experiment list
  gridwright experiment run sky latin
  gridwright experiment run hashi --solver z3 --out bridges
  gridwright experiment run all --full --out everything

Exit status: 0 all well; 2 the call is wrong, or a file cannot be written; 3 some experiment has less
than it should: it ran out of time, or there is no SMT solver that it needs.")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(ListArgs),
    Run(RunArgs),
}

/// List all experiments
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright experiment list
  gridwright experiment list --json

Exit status: 0.")]
struct ListArgs {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Run experiments
///
/// What comes out is printed, and written into a folder: for each experiment JSON, CSV for each of
/// its tables and SVG for each of its plots, and one page `report.html` with all of them. The same
/// call goes on where it was interrupted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright experiment run sky latin
  gridwright experiment run hashi-solve --puzzles bridges.txt --solver z3
  gridwright experiment run all --seed 2 --out second
  gridwright experiment run fobidoshi --full --time-limit 3600

Exit status: 0 all well; 2 the call is wrong, or a file cannot be written; 3 some experiment has less
than it should: it ran out of time, or there is no SMT solver that it needs.")]
struct RunArgs {
    /// Experiments as in `sky latin` or `sky-latin`, a study as in `sky`, or `all`
    #[arg(required = true, value_name = "ID|STUDY|all")]
    names: Vec<String>,

    /// A small sample: all experiments together take less than ten minutes (this is the default)
    #[arg(long, conflicts_with = "full")]
    quick: bool,

    /// The studies' own samples; some experiments take hours
    #[arg(long)]
    full: bool,

    /// Work on these puzzles instead of our own, where an experiment can
    #[arg(long, value_name = "FILE")]
    puzzles: Vec<OsString>,

    /// What came out of a trial with people, for `hashi people` and `sky people`: comma-separated
    /// values with the headings category and seconds, or puzzle, difficulty, fun, looks
    #[arg(long, value_name = "FILE")]
    trial: Option<PathBuf>,

    /// An SMT solver: z3, cvc5, smtinterpol, or a command that reads SMT-LIB; may be given several times
    /// [default: z3 and cvc5, if they are installed]
    #[arg(long, value_name = "SOLVER")]
    solver: Vec<String>,

    /// Seed for all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Where to write what comes out; `-` writes nothing
    #[arg(long, value_name = "DIR", default_value = "experiments")]
    out: PathBuf,

    /// End each experiment after this many seconds with what it has [default: 60, with --full none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,

    /// Run again what is already in the folder
    #[arg(long)]
    again: bool,

    /// Print one JSON object for each experiment instead of tables
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    threads: Threads,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.command {
        Command::List(args) => {
            output::print(list(args.json).as_bytes());
            Ok(Exit::Well)
        }
        Command::Run(args) => run_all(args),
    }
}

fn list(json: bool) -> String {
    let mut out = String::new();
    if json {
        for entry in ENTRIES {
            let object = json!({
                "id": entry.id,
                "study": entry.study().id,
                "family": entry.study().family,
                "title": entry.title,
                "source": entry.source,
                "varied": entry.varied,
                "measured": entry.measured,
                "sample": {
                    "of": entry.of,
                    "quick": entry.count(Sample::Quick),
                    "full": entry.count(Sample::Full),
                },
            });
            out += &format!("{object}\n");
        }
        return out;
    }
    for study in STUDIES {
        out += &format!("{}\n", study.words);
        for entry in ENTRIES.iter().filter(|entry| entry.study() == study) {
            out += &format!("  {:<22} {} ({})\n", entry.id, entry.title, entry.source);
        }
        out.push('\n');
    }
    out + "Run one with `gridwright experiment run ID`, all with `gridwright experiment run all`.\n"
}

/// What is written for an experiment.
#[derive(Serialize, Deserialize)]
struct Kept {
    inputs: Inputs,
    report: Report,
}

/// The page with all experiments of a call.
const PAGE: &str = "report.html";

fn run_all(args: RunArgs) -> anyhow::Result<Exit> {
    let entries = chosen(&args.names).map_err(anyhow::Error::msg)?;
    let (settings, inputs) = settings(&args)?;
    for sentence in &settings.missing {
        output::complain(&format!("gridwright: {sentence}"));
    }
    let folder = (args.out != Path::new("-")).then_some(args.out.as_path());
    if let Some(folder) = folder {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    output::clean_up_when_interrupted();
    let mut reports: Vec<Report> = Vec::new();
    let mut exit = Exit::Well;
    for (i, entry) in entries.iter().enumerate() {
        let number = format!("[{} of {}] {}", i + 1, entries.len(), entry.id);
        let old = folder.filter(|_| !args.again);
        let old = old.and_then(|folder| kept(folder, entry, &inputs));
        let part = folder.map(|folder| Part::new(folder, entry, &inputs));
        if let Some(part) = part.as_ref().filter(|_| args.again) {
            part.remove();
        }
        let report = match old {
            Some(report) => {
                output::complain(&format!("{number}: taken from {}", args.out.display()));
                report
            }
            None => match fresh(entry, &settings, &number, part.as_ref()) {
                Ok(report) => report,
                Err(defect) => {
                    output::complain(&format!("{number}: {defect}"));
                    exit = exit.max(Exit::Wrong);
                    continue;
                }
            },
        };
        // Whoever has one of the usual solvers has all that is needed; whoever named one wants that.
        let unasked = settings.solvers.is_empty() || !args.solver.is_empty();
        let lacks = unasked && !settings.missing.is_empty() && !report.missing.is_empty();
        if report.cut || lacks {
            exit = exit.max(Exit::Budget);
        }
        let kept = Kept {
            inputs: inputs.clone(),
            report,
        };
        let json = serde_json::to_string(&kept)?;
        match args.json {
            true => output::print(format!("{json}\n").as_bytes()),
            false => output::print(format!("{}\n", kept.report.text()).as_bytes()),
        }
        let report = kept.report;
        if let Some(folder) = folder {
            write(folder, entry, &report, &json)?;
        }
        // What ran out of time goes on where it was when it is run again.
        if let Some(part) = part.filter(|_| !report.cut) {
            part.remove();
        }
        reports.push(report);
        // After each, so that a run that is killed leaves a page with what it has.
        if let Some(folder) = folder {
            let path = folder.join(PAGE);
            output::write_file(&path, page(&facts(&inputs), &reports).as_bytes())?;
        }
    }
    if let Some(folder) = folder {
        let path = folder.join(PAGE);
        output::complain(&format!("Everything is in {}.", path.display()));
    }
    Ok(exit)
}

/// Run an experiment, and say on standard error how it goes.
fn fresh(
    entry: &Entry,
    settings: &Settings,
    number: &str,
    part: Option<&Part>,
) -> Result<Report, String> {
    let progress = Progress::of_words();
    let tell = |words: &str| progress.aside(|| output::complain(&format!("{number}: {words}")));
    let say = |words: &str| progress.say(0, &format!("{number}: {words}"));
    let lines = part.map_or(Ok(Vec::new()), Part::open);
    let lines = lines.unwrap_or_else(|error| {
        tell(&format!("{error:#}; it cannot go on if it is interrupted"));
        Vec::new()
    });
    let keep = |line: &str| {
        if let Some(Err(error)) = part.map(|part| part.add(line)) {
            tell(&format!(
                "{error:#}; from here on it cannot go on if it is interrupted"
            ));
        }
    };
    let memo = Memo::new(&lines, &keep);
    if !memo.is_empty() {
        let known = counted(memo.len(), "measurement");
        tell(&format!(
            "goes on with {known} of a run that was interrupted"
        ));
    }
    say("");
    let report = guard(|| entry.run(&Lab::new(settings, entry, &say).with_memo(&memo)));
    progress.end();
    let report = report?;
    let cut = if report.cut { ", the time ran out" } else { "" };
    output::complain(&format!("{number}: {:.1} s{cut}", report.seconds));
    Ok(report)
}

/// The report of an earlier run with the same inputs.
fn kept(folder: &Path, entry: &Entry, inputs: &Inputs) -> Option<Report> {
    let text = fs::read_to_string(folder.join(entry.file() + ".json")).ok()?;
    let kept: Kept = serde_json::from_str(&text).ok()?;
    (kept.inputs == *inputs && !kept.report.cut).then_some(kept.report)
}

/// The pictures and tables first: whoever finds the JSON knows that the rest is there.
fn write(folder: &Path, entry: &Entry, report: &Report, json: &str) -> anyhow::Result<()> {
    let file = |number: usize, of: usize, ending: &str| match of {
        1 => folder.join(format!("{}.{ending}", entry.file())),
        _ => folder.join(format!("{}-{}.{ending}", entry.file(), number + 1)),
    };
    for (i, table) in report.tables.iter().enumerate() {
        let path = file(i, report.tables.len(), "csv");
        output::write_file(&path, table.csv().as_bytes())?;
    }
    let style = font_style();
    for (i, plot) in report.plots.iter().enumerate() {
        let path = file(i, report.plots.len(), "svg");
        output::write_file(&path, plot.svg(&style).as_bytes())?;
    }
    output::write_file(&file(0, 1, "json"), format!("{json}\n").as_bytes())
}
