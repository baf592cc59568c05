//! `gridwright experiment`: what the studies measured, measured again.
//!
//! What is measured is said in `lab`. Here are the call, the folder with what came out, and what is
//! taken from it when a run that was interrupted goes on: an experiment's JSON says what it was made
//! with, and is used again if nothing of that has changed.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, bail};
use clap::Subcommand;
use lab::experiment::{
    ENTRIES, Entry, Facts, Lab, Report, STUDIES, Sample, Settings, Trial, chosen, font_style, page,
    solver_version,
};
use pipe::Solver;
use puzzles::format::Document;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::batch::{Progress, Threads, guard};
use crate::engine::seconds;
use crate::exit::Exit;
use crate::input::Input;
use crate::output;
use crate::patience::stretched;

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

/// What an experiment was made with: if any of it changes, it is made again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Inputs {
    version: String,
    /// When this program was built, as seconds.
    built: u64,
    machine: String,
    threads: usize,
    sample: String,
    seed: u64,
    solvers: Vec<String>,
    /// How many puzzles were given, and a digest of them.
    puzzles: (usize, String),
    /// How many lines of a trial were given, and a digest of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trial: Option<(usize, String)>,
    seconds: Option<f64>,
}

/// What is written for an experiment.
#[derive(Serialize, Deserialize)]
struct Kept {
    inputs: Inputs,
    report: Report,
}

/// The page with all experiments of a call.
const PAGE: &str = "report.html";

/// The default limit of a quick experiment.
const QUICK: Duration = Duration::from_secs(60);

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
        let report = match old {
            Some(report) => {
                output::complain(&format!("{number}: taken from {}", args.out.display()));
                report
            }
            None => match fresh(entry, &settings, &number) {
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
fn fresh(entry: &Entry, settings: &Settings, number: &str) -> Result<Report, String> {
    let progress = Progress::of_words();
    let say = |words: &str| progress.say(0, &format!("{number}: {words}"));
    say("");
    let report = guard(|| entry.run(&Lab::new(settings, entry, &say)));
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

fn settings(args: &RunArgs) -> anyhow::Result<(Settings, Inputs)> {
    let wanted = match args.solver.is_empty() {
        true => vec!["z3".to_owned(), "cvc5".to_owned()],
        false => args.solver.clone(),
    };
    let mut solvers = Vec::new();
    let mut versions = Vec::new();
    let mut missing = Vec::new();
    for text in wanted {
        let solver = Solver::parse(&text).map_err(anyhow::Error::msg)?;
        match solver_version(&solver) {
            Ok(version) => {
                versions.push(version);
                solvers.push(solver);
            }
            Err(why) if why.ends_with('?') => missing.push(why),
            Err(why) => missing.push(format!("{why}.")),
        }
    }
    let given = given(&args.puzzles)?;
    let text = args.trial.as_ref().map(|path| {
        let text = fs::read_to_string(path);
        text.with_context(|| format!("cannot read {}", path.display()))
    });
    let text = text.transpose()?;
    let trial = match (&text, &args.trial) {
        (Some(text), Some(path)) => match Trial::read(text) {
            Ok(trial) => Some(trial),
            Err(why) => bail!("{}: {why}", path.display()),
        },
        _ => None,
    };
    let sample = match args.full {
        true => Sample::Full,
        false => Sample::Quick,
    };
    let own = (!args.full).then(|| stretched(QUICK));
    let limit = args.time_limit.or(own);
    let threads = args.threads.number();
    let inputs = Inputs {
        version: crate::VERSION.to_owned(),
        built: built(),
        machine: machine(),
        threads,
        sample: sample.name().to_owned(),
        seed: args.seed,
        solvers: versions,
        puzzles: (
            given.len(),
            digest(given.iter().map(|d| format!("{:?}", d.puzzle.record()))),
        ),
        trial: trial
            .as_ref()
            .map(|trial| (trial.len(), digest(text.iter().cloned()))),
        seconds: limit.map(|limit| limit.as_secs_f64()),
    };
    let settings = Settings {
        sample,
        seed: args.seed,
        threads,
        solvers,
        missing,
        given,
        trial,
        limit,
        census: [OnceLock::new(), OnceLock::new()],
    };
    Ok((settings, inputs))
}

/// The puzzles to work on; one that cannot be read is an error.
fn given(files: &[OsString]) -> anyhow::Result<Vec<Document>> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let input = Input {
        puzzles: files.to_vec(),
    };
    let mut all = Vec::new();
    for item in input.items() {
        match item.read() {
            Ok(job) => all.push(job.document),
            Err(error) => bail!(
                "{}:{}:{}: {}",
                item.source,
                error.line,
                error.column,
                error.message
            ),
        }
    }
    Ok(all)
}

/// FNV-1a over what the puzzles are, or a trial.
fn digest(texts: impl Iterator<Item = String>) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for text in texts {
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// When this program was written to its file, in seconds; 0 if nobody knows.
fn built() -> u64 {
    let time = std::env::current_exe()
        .and_then(fs::metadata)
        .and_then(|file| file.modified());
    let since = time
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_secs())
}

/// The processor, as far as the system tells.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = (info.lines())
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} processors, {}", std::env::consts::OS)
}

fn facts(inputs: &Inputs) -> Facts {
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let solvers = match inputs.solvers.is_empty() {
        true => "none installed".to_owned(),
        false => inputs.solvers.join(", "),
    };
    let mut facts = vec![
        fact("machine", inputs.machine.clone()),
        fact("threads", inputs.threads.to_string()),
        fact("Gridwright", inputs.version.clone()),
        fact("solvers", solvers),
        fact("sample", inputs.sample.clone()),
        fact("seed", inputs.seed.to_string()),
    ];
    if inputs.puzzles.0 > 0 {
        facts.push(fact("puzzles given", inputs.puzzles.0.to_string()));
    }
    if let Some((lines, _)) = &inputs.trial {
        facts.push(fact("lines of a trial given", lines.to_string()));
    }
    if let Some(seconds) = inputs.seconds {
        facts.push(fact("limit of time", format!("{seconds} s an experiment")));
    }
    Facts { facts }
}
