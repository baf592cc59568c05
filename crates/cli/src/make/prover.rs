//! Another prover for makers that let one prove: one of the family's methods, or one of its encodings
//! with a solver. The studies' generators proved with their own, and took as long as that takes.

use std::sync::OnceLock;

use anyhow::bail;
use pipe::Solver;
use puzzles::engine::{Encoding, Method};
use puzzles::{Board, Family, Puzzle, Status};
use sat::Budget;
use workshop::{Order, Outcome, generate_with};

/// The name of our own engine, which proves if nobody else is named.
pub const OURS: &str = "ours";

/// Who proves.
#[derive(Clone)]
pub enum Prover {
    Method(&'static Method),
    Encoding(&'static Encoding, Solver),
}

impl Prover {
    /// The prover of this name, or why there is none.
    pub fn find(
        family: &'static Family,
        name: &str,
        solver: Option<&str>,
    ) -> anyhow::Result<Prover> {
        if let Some(method) = family
            .engines()
            .methods
            .iter()
            .find(|method| method.id == name)
        {
            if solver.is_some() {
                bail!("{name} needs no --solver");
            }
            return Ok(Prover::Method(method));
        }
        let Some(encoding) = family
            .engines()
            .encodings
            .iter()
            .find(|encoding| encoding.id == name)
        else {
            let methods = family.engines().methods.iter().map(|method| method.id);
            let all: Vec<&str> = (family
                .engines()
                .encodings
                .iter()
                .map(|encoding| encoding.id))
            .chain(methods)
            .chain([OURS])
            .collect();
            bail!(
                "{} has no prover {name:?}; it has {}",
                family.name,
                all.join(", ")
            );
        };
        let solver = Solver::parse(solver.unwrap_or("z3")).map_err(anyhow::Error::msg)?;
        Ok(Prover::Encoding(encoding, solver))
    }

    fn is_only(
        &self,
        puzzle: &dyn Puzzle,
        solution: &Board,
        budget: Budget,
    ) -> Result<bool, String> {
        match self {
            Prover::Method(method) => {
                let options = method.options("", 0)?;
                let found = method.solve(puzzle, &options, 2, budget);
                Ok(found.status() == Status::Unique)
            }
            Prover::Encoding(encoding, solver) => {
                let decided = pipe::decide(puzzle, encoding, solver, Some(solution), budget);
                let decided = decided.map_err(|error| error.to_string())?;
                Ok(decided.is_some_and(|decided| !decided.is_satisfiable))
            }
        }
    }

    /// Make the puzzle of an index with this prover. An error if it could not be asked.
    pub fn generate(
        &self,
        order: &Order,
        index: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Outcome, String> {
        let defect: OnceLock<String> = OnceLock::new();
        let stop = || stop() || defect.get().is_some();
        let prove = |puzzle: &dyn Puzzle, solution: &Board| {
            let budget = Budget {
                stop: &stop,
                ..Budget::UNLIMITED
            };
            let only = self.is_only(puzzle, solution, budget);
            only.unwrap_or_else(|error| {
                let _ = defect.set(error);
                false
            })
        };
        let outcome = generate_with(order, index, &stop, Some(&prove));
        match defect.get() {
            Some(error) => Err(error.clone()),
            None => Ok(outcome),
        }
    }
}
