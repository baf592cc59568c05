//! Asking installed solvers, and saying what is missing.

use std::time::Duration;

use pipe::Solver;
use puzzles::engine::{Encoding, Found, Method};
use puzzles::format::split;
use puzzles::{Board, Family, Puzzle, Status};
use sat::Budget;
use serde::{Deserialize, Serialize};
use smt::Statistic;

use super::clock::{Clock, timed};
use super::lab::Lab;
use super::memo::puzzle_digest;
use super::report::Report;

/// What a solver took for a puzzle.
#[derive(Serialize, Deserialize)]
pub(super) struct Timed {
    /// Milliseconds to build the instance, and to its first model.
    pub construct: f64,
    pub solve: f64,
    #[serde(with = "StatusAsText")]
    pub status: Status,
    /// The slots of its first solution.
    slots: Option<Vec<u16>>,
    figures: Vec<(String, f64)>,
}

/// How a status is written down.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Status")]
enum StatusAsText {
    Unique,
    Multiple,
    None,
    Unknown,
}

impl Timed {
    /// What the study calls total: building the instance and its first model.
    pub(super) fn total(&self) -> f64 {
        self.construct + self.solve
    }

    /// Its first solution.
    pub(super) fn solution(&self) -> Option<Board> {
        let slots = self.slots.clone()?;
        Some(Board { slots })
    }

    /// The solver's own figures whose names have this word in them, added up.
    pub(super) fn figure(&self, word: &str) -> f64 {
        let named = |(name, _): &&(String, f64)| name.to_lowercase().contains(word);
        let named = self.figures.iter().filter(named);
        named.map(|(_, number)| number).sum()
    }
}

/// Ask a solver for the solution of a puzzle and the proof that there is no other. None if the time
/// ran out; an error is a sentence.
pub(super) fn ask(
    lab: &Lab,
    puzzle: &dyn Puzzle,
    encoding: &Encoding,
    solver: &Solver,
    limit: Duration,
) -> Result<Option<Timed>, String> {
    let outcome = lab.within(limit, |budget| {
        pipe::solve(puzzle, encoding, solver, 2, budget)
    });
    let outcome = outcome.map_err(|error| error.to_string())?;
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let stats = outcome.stats;
    let number = |(name, value)| match value {
        Statistic::Number(number) => Some((name, number)),
        Statistic::Words(_) => None,
    };
    Ok((outcome.status != Status::Unknown).then(|| Timed {
        construct: ms(stats.construct),
        solve: ms(stats.solve),
        status: outcome.status,
        slots: outcome
            .solutions
            .into_iter()
            .next()
            .map(|board| board.slots),
        figures: stats.figures.into_iter().filter_map(number).collect(),
    }))
}

/// The same for many puzzles, the i-th answer that of the i-th puzzle. How many took too long is
/// said, and once what went wrong.
pub(super) fn ask_all(
    lab: &Lab,
    puzzles: &[&dyn Puzzle],
    encoding: &Encoding,
    solver: &Solver,
    limit: Duration,
    report: &mut Report,
) -> Vec<Option<Timed>> {
    lab.say(&format!("{} with {}", encoding.id, solver.name()));
    let name = |i: usize| {
        let puzzle = puzzle_digest(puzzles[i]);
        format!("{} with {}, {puzzle}", encoding.id, solver.name())
    };
    let answers = lab.try_measure(puzzles.len(), name, |i| {
        ask(lab, puzzles[i], encoding, solver, limit)
    });
    let mut late = 0;
    let mut taken = Vec::new();
    for answer in answers {
        taken.push(match answer {
            Ok(timed) => {
                late += timed.is_none() as usize;
                timed
            }
            Err(why) => {
                report.lacks(format!("{why}."));
                None
            }
        });
    }
    if late > 0 && !lab.was_cut() {
        let size = puzzles
            .iter()
            .map(|puzzle| puzzle.size())
            .max_by_key(|size| size.len());
        let size = size.map_or(String::new(), |size| {
            format!("{}×{}", size.rows(), size.cols())
        });
        report.say(format!(
            "{} with {}: {late} of {} puzzles up to {size} took longer than {} s and are left out.",
            encoding.id,
            solver.name(),
            puzzles.len(),
            limit.as_secs_f64()
        ));
    }
    taken
}

/// An encoding of a family by its name.
pub(super) fn encoding(family: &Family, id: &str) -> Option<&'static Encoding> {
    family
        .engines()
        .encodings
        .iter()
        .find(|encoding| encoding.id == id)
}

/// A method of a family by its name.
pub(super) fn method(family: &Family, id: &str) -> Option<&'static Method> {
    family
        .engines()
        .methods
        .iter()
        .find(|method| method.id == id)
}

/// Say which solvers are not there. False if none is.
pub(super) fn have_solver(lab: &Lab, report: &mut Report) -> bool {
    for sentence in &lab.settings().missing {
        report.lacks(sentence.clone());
    }
    let some = lab.solver().is_some();
    if !some {
        report.lacks("no SMT solver is installed, so only our own engines were asked.");
    }
    some
}

/// Run a method within a limit of time; how long it took in milliseconds.
pub(super) fn search(
    lab: &Lab,
    puzzle: &dyn Puzzle,
    method: &Method,
    with: &str,
    limit: Duration,
) -> Result<(Found, f64), String> {
    let options = method.options(with, lab.seed())?;
    Ok(timed(|| {
        lab.within(limit, |budget| method.solve(puzzle, &options, 2, budget))
    }))
}

/// What a solver calls itself, with its version; or a sentence that says why it cannot be asked.
pub fn solver_version(solver: &Solver) -> Result<String, String> {
    const SMALLEST: &str = "3x1m2:1a1";
    let document = match split(SMALLEST).first().map(|chunk| chunk.read()) {
        Some(Ok(document)) => document,
        _ => return Err("the smallest puzzle cannot be read".to_owned()),
    };
    let puzzle = document.puzzle.as_ref();
    let encoding = &puzzle.family().engines().encodings[0];
    let clock = Clock::start();
    let budget = Budget {
        stop: &|| clock.elapsed() > Duration::from_secs(20),
        ..Budget::UNLIMITED
    };
    let outcome = pipe::solve(puzzle, encoding, solver, 2, budget).map_err(|e| e.to_string())?;
    match outcome.status {
        Status::Unique => Ok(format!(
            "{} {}",
            outcome.stats.solver, outcome.stats.version
        )),
        _ => Err(format!(
            "{} does not solve the smallest puzzle",
            solver.name()
        )),
    }
}
