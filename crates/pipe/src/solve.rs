//! A puzzle, an encoding, a solver: an answer.

use std::time::{Duration, Instant};

use puzzles::engine::{Encoding, Instance};
use puzzles::{Board, Fact, Puzzle, Status};
use sat::Budget;
use smt::Statistic;

use crate::Error;
use crate::command::Solver;
use crate::process::Silence;
use crate::session::Session;

/// What an SMT solver found out about a puzzle.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How many solutions there are, as far as it is proved.
    pub status: Status,
    /// Different solutions, each passed by the family's checker.
    pub solutions: Vec<Board>,
    /// There are more solutions than these (or, if it is not known, there may be).
    pub more: bool,
    /// The solver itself gave up, and this is why.
    pub gave_up: Option<String>,
    /// What the run took.
    pub stats: Stats,
}

impl Outcome {
    /// The time was over before the solver was started.
    fn stopped(solver: &Solver) -> Outcome {
        Outcome {
            status: Status::Unknown,
            solutions: Vec::new(),
            more: true,
            gave_up: None,
            stats: Stats {
                solver: solver.name().to_owned(),
                ..Stats::default()
            },
        }
    }
}

/// What a run took.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// What the solver calls itself.
    pub solver: String,
    /// The solver's version, as it says.
    pub version: String,
    /// The SMT-LIB logic of the instance.
    pub logic: &'static str,
    /// Symbols that the instance declares.
    pub symbols: usize,
    /// Assertions of the instance.
    pub assertions: usize,
    /// Building the instance and writing it down.
    pub construct: Duration,
    /// Starting the solver, until it says its name.
    pub start: Duration,
    /// From there to its first model that is a solution, or to "unsatisfiable".
    pub solve: Duration,
    /// From there to the proof that there is no other, or to the last one asked for.
    pub prove: Duration,
    /// How often the solver was asked whether the instance is satisfiable.
    pub checks: u64,
    /// Models that broke a rule that the encoding leaves to refinement.
    pub refinements: u64,
    /// The solver's own figures.
    pub figures: Vec<(String, Statistic)>,
}

/// Look for up to `want` solutions, at least two of them, in one run of the solver.
///
/// The budget's time counts; its conflicts do not, because solvers count them differently.
pub fn solve(
    puzzle: &dyn Puzzle,
    encoding: &Encoding,
    solver: &Solver,
    want: usize,
    budget: Budget,
) -> Result<Outcome, Error> {
    let start = Instant::now();
    // A large board takes a while to state, and a solver a while to read it.
    if (budget.stop)() {
        return Ok(Outcome::stopped(solver));
    }
    let instance = (encoding.build)(puzzle).map_err(Error::Refused)?;
    if (budget.stop)() {
        return Ok(Outcome::stopped(solver));
    }
    let script = smt::script(&instance.script, &[]);
    let mut asked = Asked {
        puzzle,
        instance,
        want: want.max(2),
        solutions: Vec::new(),
        more: false,
        gave_up: None,
        started: Instant::now(),
        stats: Stats {
            solver: solver.name().to_owned(),
            construct: start.elapsed(),
            ..Stats::default()
        },
    };
    asked.stats.logic = asked.instance.script.logic().name();
    asked.stats.symbols = asked.instance.script.symbols();
    asked.stats.assertions = asked.instance.script.assertions();
    let known = match asked.converse(solver, script, budget) {
        Ok(()) => asked.gave_up.is_none(),
        Err(Silence::Stopped) => {
            asked.clock();
            false
        }
        Err(Silence::Error(error)) => return Err(error),
    };
    let status = match asked.solutions.len() {
        2.. => Status::Multiple,
        _ if !known => Status::Unknown,
        1 => Status::Unique,
        _ => Status::None,
    };
    Ok(Outcome {
        status,
        solutions: asked.solutions,
        more: asked.more || !known,
        gave_up: asked.gave_up,
        stats: asked.stats,
    })
}

struct Asked<'a> {
    puzzle: &'a dyn Puzzle,
    instance: Instance,
    want: usize,
    solutions: Vec<Board>,
    more: bool,
    gave_up: Option<String>,
    started: Instant,
    stats: Stats,
}

impl Asked<'_> {
    /// Account for the time since the last call: it is solving up to the first solution, then
    /// proving.
    fn clock(&mut self) {
        let time = self.started.elapsed();
        match self.solutions.len() {
            0 => self.stats.solve = time,
            _ => self.stats.prove = time.saturating_sub(self.stats.solve),
        }
    }

    fn converse(&mut self, solver: &Solver, script: String, budget: Budget) -> Result<(), Silence> {
        if (budget.stop)() {
            return Err(Silence::Stopped);
        }
        let mut session = Session::start(solver, script, budget.stop)?;
        // Without a name of its own it is called what it was started as.
        let name = std::mem::take(&mut session.name);
        if !name.trim().is_empty() {
            self.stats.solver = name;
        }
        self.stats.version = std::mem::take(&mut session.version);
        self.stats.start = self.started.elapsed();
        self.started = Instant::now();
        loop {
            let verdict = session.check()?;
            self.stats.checks += 1;
            self.clock();
            match verdict {
                Some(false) => break,
                None => {
                    let reason = session.reason();
                    self.gave_up = Some(reason.unwrap_or_else(|| "it does not say why".to_owned()));
                    break;
                }
                Some(true) => {}
            }
            let truths = session.truths(&self.instance)?;
            let cuts = match &self.instance.refine {
                Some(refine) => refine(&truths),
                None => Vec::new(),
            };
            if !cuts.is_empty() {
                self.stats.refinements += 1;
                for cut in &cuts {
                    session.assert(&self.instance, cut);
                }
                continue;
            }
            let board = self.checked(&truths, solver)?;
            if self.solutions.len() == self.want {
                self.more = true;
                break;
            }
            if self.solutions.is_empty() {
                session.tell("(push 1)\n");
            }
            self.solutions.push(board);
            session.assert(&self.instance, &self.instance.another(&truths));
        }
        self.clock();
        self.stats.figures = session.statistics();
        if !self.solutions.is_empty() {
            session.tell("(pop 1)\n");
        }
        session.close();
        Ok(())
    }

    /// The board that the model describes, if it is a solution. If it is not, the encoding or the
    /// solver is at fault; either way it is an error.
    fn checked(&self, truths: &[bool], solver: &Solver) -> Result<Board, Error> {
        let facts: Vec<Fact> = truths
            .iter()
            .enumerate()
            .map(|(atom, &yes)| Fact::new(atom, yes))
            .collect();
        let board = self.puzzle.board(&facts);
        match self.puzzle.check(&board).first() {
            None => Ok(board),
            Some(violation) => Err(Error::WrongModel {
                program: solver.name().to_owned(),
                broken: violation.message.clone(),
            }),
        }
    }
}
