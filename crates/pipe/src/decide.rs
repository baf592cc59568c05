//! One question in a run of its own: is there a solution, or is there another one than this?
//!
//! [`crate::solve`] asks both in one run, where the second answer builds on the first. One
//! study compares the two as separate instances, each given to a fresh solver; here they are that,
//! and the time until the process answers at all does not count.

use std::time::{Duration, Instant};

use puzzles::engine::Encoding;
use puzzles::{Board, Puzzle};
use sat::Budget;

use crate::Error;
use crate::command::Solver;
use crate::process::Silence;
use crate::session::Session;

/// The answer to one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// There is such a solution.
    pub is_satisfiable: bool,
    /// Building the instance and writing it down.
    pub construct: Duration,
    /// From the first sign of life to the answer.
    pub solve: Duration,
}

/// Is there a solution, or, given one, another? None if the budget ran out or the solver gave up.
pub fn decide(
    puzzle: &dyn Puzzle,
    encoding: &Encoding,
    solver: &Solver,
    other_than: Option<&Board>,
    budget: Budget,
) -> Result<Option<Decided>, Error> {
    let start = Instant::now();
    if (budget.stop)() {
        return Ok(None);
    }
    let instance = (encoding.build)(puzzle).map_err(Error::Refused)?;
    if instance.refine.is_some() {
        let words = format!("{} leaves a rule to refinement", encoding.id);
        return Err(Error::Refused(words));
    }
    let mut script = smt::script(&instance.script, &[]);
    if let Some(board) = other_than {
        script += &smt::assertion(&instance.script, &instance.other_than(puzzle, board));
    }
    let construct = start.elapsed();
    let asked = || -> Result<Option<(bool, Duration)>, Silence> {
        let mut session = Session::start(solver, script, budget.stop)?;
        let start = Instant::now();
        let verdict = session.check()?;
        let solve = start.elapsed();
        session.close();
        Ok(verdict.map(|verdict| (verdict, solve)))
    };
    match asked() {
        Ok(answer) => Ok(answer.map(|(is_satisfiable, solve)| Decided {
            is_satisfiable,
            construct,
            solve,
        })),
        Err(Silence::Stopped) => Ok(None),
        Err(Silence::Error(error)) => Err(error),
    }
}
