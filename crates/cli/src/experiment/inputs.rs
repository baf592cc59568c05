//! What an experiment is made with: solvers that are there, puzzles and trials that were given, the
//! machine, and the program itself.

use std::ffi::OsString;
use std::fs;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, bail};
use lab::experiment::{Facts, Sample, Settings, Trial, digest, solver_version};
use pipe::Solver;
use puzzles::format::Document;
use serde::{Deserialize, Serialize};

use super::RunArgs;
use crate::input::Input;
use crate::patience::stretched;

/// What an experiment was made with: if any of it changes, it is made again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Inputs {
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

impl Inputs {
    /// As text, without the limit of time: on that no measurement depends that was not cut short.
    pub(super) fn of_measurements(&self) -> String {
        let lasting = Inputs {
            seconds: None,
            ..self.clone()
        };
        serde_json::to_string(&lasting).unwrap_or_default()
    }
}

/// The default limit of a quick experiment.
const QUICK: Duration = Duration::from_secs(60);

/// What holds for all experiments of a call, and what it depends on.
pub(super) fn settings(args: &RunArgs) -> anyhow::Result<(Settings, Inputs)> {
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

/// What the page says about how it came about.
pub(super) fn facts(inputs: &Inputs) -> Facts {
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
