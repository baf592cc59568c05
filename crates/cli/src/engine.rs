//! The engines that `solve` can run. A new one is one more value and one more arm here.
//!
//! What a family's encodings and methods are called is the family's business: the names are looked
//! up in its lists when one of its puzzles is read.

use std::time::{Duration, Instant};

use anyhow::bail;
use clap::ValueEnum;
use logic::Plan;
use pipe::Solver;
use puzzles::engine::{Encoding, Method, Options, SearchEnd};
use puzzles::reason::trace;
use puzzles::{Answer, Board, Family, Puzzle, Reading, Status, solve};
use sat::Budget;
use serde_json::{Map, Value, json};
use smt::Statistic;

use crate::reason::RuleChoice;
use crate::words;

/// The engines by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EngineName {
    /// The fastest engine that proves
    Auto,
    /// A SAT solver that checks connectivity during the search
    Sat,
    /// Rules of deduction, as a person would use them; chosen by --only, --without and --order
    Rules,
    /// One of the studies' own engines, chosen by --method
    Search,
    /// An installed SMT solver, chosen by --solver and --encoding
    Smt,
}

#[derive(clap::Args)]
pub struct EngineArgs {
    /// How to solve
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    engine: EngineName,

    #[command(flatten)]
    rules: RuleChoice,

    /// Engine `search`: the study's method; `gridwright families` lists them
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,

    /// Engine `search`: what to switch on, as in barrier,good-moves or population=40
    #[arg(long, value_name = "SWITCH,…")]
    with: Option<String>,

    /// Engine `search`: seed for the random numbers, for methods that use them
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Engine `smt`: z3, cvc5, or a command (with arguments) that reads SMT-LIB from standard input
    /// [default: z3]
    #[arg(long, value_name = "SOLVER")]
    solver: Option<String>,

    /// Engine `smt`: how to state the puzzle; `gridwright families` lists the encodings
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

/// An engine with all the options given for it.
pub enum Engine {
    Sat,
    Rules(RuleChoice),
    Search {
        method: Option<String>,
        with: String,
        seed: u64,
    },
    Smt {
        solver: Solver,
        encoding: Option<String>,
    },
}

impl EngineArgs {
    /// What the options mean, or why they cannot be combined.
    pub fn choose(self) -> anyhow::Result<Engine> {
        let about_search = self.method.is_some() || self.with.is_some();
        let about_smt = self.solver.is_some() || self.encoding.is_some();
        let engine = match self.engine {
            EngineName::Auto if about_search && about_smt => {
                bail!(
                    "--method and --with are for the engine search, --solver and --encoding for smt"
                )
            }
            EngineName::Auto if about_search => EngineName::Search,
            EngineName::Auto if about_smt => EngineName::Smt,
            EngineName::Auto if self.rules.is_some() => EngineName::Rules,
            EngineName::Auto => EngineName::Sat,
            engine => engine,
        };
        if about_search && engine != EngineName::Search {
            bail!("--method and --with are for the engine search");
        }
        if self.rules.is_some() && engine != EngineName::Rules {
            bail!("--only, --without and --order are for the engine rules");
        }
        if about_smt && engine != EngineName::Smt {
            bail!("--solver and --encoding are for the engine smt");
        }
        Ok(match engine {
            EngineName::Rules => Engine::Rules(self.rules),
            EngineName::Search => Engine::Search {
                method: self.method,
                with: self.with.unwrap_or_default(),
                seed: self.seed,
            },
            EngineName::Smt => Engine::Smt {
                solver: Solver::parse(self.solver.as_deref().unwrap_or("z3"))
                    .map_err(anyhow::Error::msg)?,
                encoding: self.encoding,
            },
            EngineName::Auto | EngineName::Sat => Engine::Sat,
        })
    }
}

/// Everything about a run but its answer.
#[derive(Default)]
pub struct Effort {
    /// The method cannot get any further; it was not a budget that ran out.
    pub stuck: bool,
    /// How far it got, if it is stuck without a solution.
    pub partial: Option<Board>,
    /// For people: why the answer is unknown, if it was not for lack of time.
    pub why: Option<String>,
    /// For JSON: what it took.
    pub stats: Map<String, Value>,
    /// For people: what it took, in one line; nothing for the engine that everybody uses.
    pub summary: Option<String>,
}

impl Engine {
    /// The name of the engine.
    pub fn name(&self) -> &'static str {
        match self {
            Engine::Sat => "sat",
            Engine::Rules(_) => "rules",
            Engine::Search { .. } => "search",
            Engine::Smt { .. } => "smt",
        }
    }

    /// The program of somebody else's that is believed when it says that there is no other solution.
    pub fn said_by(&self) -> Option<&str> {
        match self {
            Engine::Smt { solver, .. } => Some(solver.name()),
            _ => None,
        }
    }

    /// Look for up to `want` solutions; an error if the family has no such method or encoding. Some
    /// methods begin with what is on the board.
    pub fn solve(
        &self,
        puzzle: &dyn Puzzle,
        marks: Option<&Board>,
        want: usize,
        budget: Budget,
    ) -> Result<(Answer, Effort), String> {
        match self {
            Engine::Sat => Ok(run_sat(puzzle, want, budget)),
            Engine::Rules(choice) => run_rules(puzzle, choice, budget),
            Engine::Search { method, with, seed } => {
                let method = find_method(puzzle.family(), method.as_deref())?;
                let mut options = method.options(with, *seed)?;
                let known = marks.and_then(|marks| puzzle.facts(marks, Reading::Partial).ok());
                options.known = known.unwrap_or_default();
                run_search(puzzle, method, with, &options, want, budget)
            }
            Engine::Smt { solver, encoding } => {
                let encoding = find_encoding(puzzle.family(), encoding.as_deref())?;
                run_smt(puzzle, encoding, solver, want, budget)
            }
        }
    }
}

fn run_sat(puzzle: &dyn Puzzle, want: usize, budget: Budget) -> (Answer, Effort) {
    let answer = solve(puzzle, want, budget);
    let stats = answer.stats;
    let effort = Effort {
        stats: object(json!({
            "conflicts": stats.conflicts,
            "decisions": stats.decisions,
            "propagations": stats.propagations,
            "restarts": stats.restarts,
        })),
        ..Effort::default()
    };
    (answer, effort)
}

/// What rules derive follows from the clues: if they settle every question, the solution is the
/// only one.
fn run_rules(
    puzzle: &dyn Puzzle,
    choice: &RuleChoice,
    budget: Budget,
) -> Result<(Answer, Effort), String> {
    let (plan, _) = choice.plan(puzzle, None)?;
    let plan = Plan {
        reasons: false,
        ..plan
    };
    let trace = trace(puzzle, &[], &plan, budget);
    let board = puzzle.board(trace.known.facts());
    let solved = trace.end == logic::TraceEnd::Solved;
    let table = puzzle.reasoner().rules();
    let mut uses = vec![0usize; table.len()];
    for step in &trace.steps {
        uses[table.place(step.rule)] += 1;
    }
    let used = || table.iter().zip(&uses).filter(|(_, uses)| **uses > 0);
    let stuck = trace.end == logic::TraceEnd::Stuck;
    let uses: Map<String, Value> = used().map(|(a, &n)| (a.id.to_owned(), n.into())).collect();
    let words: Vec<String> = used().map(|(a, n)| format!("{} {n}", a.id)).collect();
    let effort = Effort {
        stuck,
        why: stuck.then(|| "the rules find nothing more".to_owned()),
        partial: stuck.then(|| board.clone()),
        stats: object(json!({
            "steps": trace.steps.len(),
            "rounds": trace.rounds.len(),
            "uses": uses,
        })),
        summary: (!words.is_empty()).then(|| format!("Rules: {}.", words.join(", "))),
    };
    let status = match trace.end {
        logic::TraceEnd::Solved => Status::Unique,
        logic::TraceEnd::Contradiction => Status::None,
        logic::TraceEnd::Stuck | logic::TraceEnd::Stopped => Status::Unknown,
    };
    let answer = Answer {
        status,
        solutions: if solved { vec![board] } else { Vec::new() },
        more: status == Status::Unknown,
        stats: sat::Stats::default(),
    };
    Ok((answer, effort))
}

fn run_search(
    puzzle: &dyn Puzzle,
    method: &Method,
    with: &str,
    options: &Options,
    want: usize,
    budget: Budget,
) -> Result<(Answer, Effort), String> {
    let found = method.solve(puzzle, options, want, budget);
    let mut stats = object(json!({ "method": method.id }));
    if !with.is_empty() {
        stats.insert("with".to_owned(), with.into());
    }
    for &(name, count) in &found.counters {
        stats.insert(name.to_owned(), count.into());
    }
    let counters = found.counters.iter();
    let counters: Vec<String> = counters.map(|(name, n)| format!("{name} {n}")).collect();
    let stuck = found.end == SearchEnd::Stuck;
    let why = match found.solutions.len() {
        0 => format!("the method {} finds nothing more", method.id),
        _ => format!(
            "the method {} does not look for another solution",
            method.id
        ),
    };
    let effort = Effort {
        summary: Some(format!("Method {}: {}.", method.id, counters.join(", "))),
        stuck,
        why: stuck.then_some(why),
        partial: found.partial.clone(),
        stats,
    };
    let answer = Answer {
        status: found.status(),
        solutions: found.solutions,
        more: found.more,
        stats: sat::Stats::default(),
    };
    Ok((answer, effort))
}

fn run_smt(
    puzzle: &dyn Puzzle,
    encoding: &Encoding,
    solver: &Solver,
    want: usize,
    budget: Budget,
) -> Result<(Answer, Effort), String> {
    let outcome = pipe::solve(puzzle, encoding, solver, want, budget).map_err(|e| e.to_string())?;
    let stats = outcome.stats;
    let millis = |time: Duration| time.as_micros() as f64 / 1e3;
    let figures: Map<String, Value> = stats
        .figures
        .iter()
        .map(|(key, value)| {
            let value = match value {
                Statistic::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => (*n as i64).into(),
                Statistic::Number(n) => (*n).into(),
                Statistic::Words(words) => words.as_str().into(),
            };
            (key.clone(), value)
        })
        .collect();
    let mut summary = format!(
        "{}, encoding {} ({}): {}, {}; built in {}, solved in {}",
        [stats.solver.as_str(), &stats.version].join(" ").trim(),
        encoding.id,
        stats.logic,
        words::count(stats.symbols, "symbol", "symbols"),
        words::count(stats.assertions, "assertion", "assertions"),
        words::time(stats.construct),
        words::time(stats.solve),
    );
    if !stats.prove.is_zero() {
        summary += &format!(", looked for others in {}", words::time(stats.prove));
    }
    if stats.refinements > 0 {
        let times = words::count(stats.refinements as usize, "time", "times");
        summary += &format!("; refined {times}");
    }
    summary.push('.');
    let gave_up = outcome.gave_up;
    let answer = Answer {
        status: outcome.status,
        solutions: outcome.solutions,
        more: outcome.more,
        stats: sat::Stats::default(),
    };
    let effort = Effort {
        summary: Some(summary),
        stuck: false,
        why: gave_up.map(|reason| format!("{} gave up ({reason})", solver.name())),
        partial: None,
        stats: object(json!({
            "solver": stats.solver,
            "version": stats.version,
            "encoding": encoding.id,
            "logic": stats.logic,
            "symbols": stats.symbols,
            "assertions": stats.assertions,
            "construct_millis": millis(stats.construct),
            "start_millis": millis(stats.start),
            "solve_millis": millis(stats.solve),
            "prove_millis": millis(stats.prove),
            "checks": stats.checks,
            "refinements": stats.refinements,
            "solver_stats": figures,
        })),
    };
    Ok((answer, effort))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// The encoding with this name, or the family's first.
pub fn find_encoding(
    family: &'static Family,
    name: Option<&str>,
) -> Result<&'static Encoding, String> {
    let all = family.engines().encodings.iter();
    find(family, "encoding", all.map(|e| (e.id, e)), name)
}

fn find_method(family: &'static Family, name: Option<&str>) -> Result<&'static Method, String> {
    find(
        family,
        "method",
        family.engines().methods.iter().map(|m| (m.id, m)),
        name,
    )
}

/// The item with this name in one of a family's lists, or the first in the list. `study` is short for
/// the first that is a study's to the letter.
fn find<T>(
    family: &Family,
    kind: &str,
    all: impl Iterator<Item = (&'static str, T)> + Clone,
    name: Option<&str>,
) -> Result<T, String> {
    let found = match name {
        None => all.clone().next(),
        Some(name) => (all.clone().find(|(id, _)| *id == name)).or_else(|| {
            all.clone()
                .find(|(id, _)| name == "study" && id.ends_with("-study"))
        }),
    };
    found.map(|(_, thing)| thing).ok_or_else(|| {
        let ids: Vec<&str> = all.map(|(id, _)| id).collect();
        match (ids.is_empty(), name) {
            (true, _) => format!("{} has no {kind} of this kind", family.name),
            (false, name) => format!(
                "{} has no {kind} {:?}; it has {}",
                family.name,
                name.unwrap_or_default(),
                ids.join(", ")
            ),
        }
    })
}

#[derive(clap::Args, Clone, Copy)]
pub struct TimeLimit {
    /// Give up on a puzzle after this many seconds, as in 0.5 (the exit status is then 3)
    #[arg(long = "time-limit", value_name = "SECONDS", value_parser = seconds)]
    pub limit: Option<Duration>,
}

/// How much longer than the limit it may take to write down what was found until then.
const WRITING: Duration = Duration::from_millis(150);
/// How much of that may be gone before the first word is written.
const PREPARING: Duration = Duration::from_millis(50);

impl TimeLimit {
    /// Do something under this limit, which starts running now; then write down what came of it, for
    /// which there is as much time as is left, and a moment.
    pub fn run_then<W, T>(
        self,
        work: impl FnOnce(Budget) -> W,
        write: impl FnOnce(W, Budget) -> T,
    ) -> T {
        let running = self.begin();
        let done = running.work(work);
        running.write(|budget| write(done, budget))
    }

    /// The limit starts running now.
    pub fn begin(self) -> Running {
        Running {
            limit: self.limit,
            start: Instant::now(),
        }
    }

    /// Do something under this limit, which starts running now.
    pub fn run<T>(self, work: impl FnOnce(Budget) -> T) -> T {
        self.begin().work(work)
    }
}

/// A limit of time that runs: everything that is done about a puzzle is done under the same one.
pub struct Running {
    limit: Option<Duration>,
    start: Instant,
}

impl Running {
    /// How long the limit is, if there is one.
    pub fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// Do something as long as there is time.
    pub fn work<T>(&self, work: impl FnOnce(Budget) -> T) -> T {
        self.and(Duration::ZERO, work)
    }

    /// Get ready to write down what was found, for which there is as much time as is left, and a
    /// moment.
    pub fn prepare<T>(&self, prepare: impl FnOnce(Budget) -> T) -> T {
        self.and(PREPARING, prepare)
    }

    /// Write down what was found, for which there is as much time as is left, and a moment longer than
    /// it takes to get ready.
    pub fn write<T>(&self, write: impl FnOnce(Budget) -> T) -> T {
        self.and(WRITING, write)
    }

    fn and<T>(&self, more: Duration, work: impl FnOnce(Budget) -> T) -> T {
        let limit = self.limit.map(|limit| limit.saturating_add(more));
        under(limit.and_then(|limit| self.start.checked_add(limit)), work)
    }
}

fn under<T>(deadline: Option<Instant>, work: impl FnOnce(Budget) -> T) -> T {
    match deadline {
        None => work(Budget::UNLIMITED),
        Some(deadline) => work(Budget {
            stop: &|| Instant::now() >= deadline,
            ..Budget::UNLIMITED
        }),
    }
}

pub fn seconds(text: &str) -> Result<Duration, String> {
    let expected = "expected a number of seconds, 0 or more";
    let seconds: f64 = text.parse().map_err(|_| expected.to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected.to_owned())
}
