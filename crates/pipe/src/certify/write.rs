//! Writing a certificate: the SAT solver is asked twice, once for answers that satisfy the puzzle's
//! clauses together with the solution, once for a proof that nothing else does.

use std::path::Path;

use puzzles::format::Document;
use sat::Budget;

use super::check::check;
use super::files::{self, DRAT, INSTANCE, MANIFEST, Manifest, PUZZLE, README, WITNESS};
use super::stated::Stated;
use super::{Claim, Error};
use crate::command::Solver;
use crate::process::Process;

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// What is certified.
    pub claim: Claim,
    /// The program that proved it, with its version.
    pub solver: String,
    /// Variables of the instance.
    pub variables: usize,
    /// Clauses of the instance.
    pub clauses: usize,
    /// Clauses that the proof adds.
    pub steps: usize,
    /// The length of the file with the proof.
    pub proof_bytes: u64,
}

/// The solver that proves.
const PROVER: &str = "cadical";

/// What SAT solvers exit with.
const SATISFIABLE: i32 = 10;
const UNSATISFIABLE: i32 = 20;

/// The most bytes that are read of what a solver prints.
const MOST_PRINTED: usize = 1 << 28;

/// Is the solver there that certificates need? If not, the error says how to get it.
pub fn is_possible() -> Result<(), Error> {
    let solver = Solver::with(PROVER, &[]);
    match solver.is_installed() {
        true => Ok(()),
        false => Err(Error::Solver(crate::Error::NotInstalled {
            program: PROVER.to_owned(),
            hint: solver.hint(),
        })),
    }
}

/// Write a certificate into an empty folder: that the document's solution is the only one, or if it
/// has none, that there is none. The certificate is complete only if this ends well; it has then been
/// checked, too. The caller sees to it that nobody takes an unfinished folder for a finished one.
pub fn write(folder: &Path, document: &Document, budget: Budget) -> Result<Written, Error> {
    let stated = Stated::new(document, budget.stop);
    if (budget.stop)() {
        return Err(Error::Stopped);
    }
    let stated = stated.map_err(Error::Contradicted)?;
    let claim = stated.claim();
    let manifest = Manifest::new(claim, stated.document.puzzle.as_ref(), version(budget)?);
    let puzzle = stated.puzzle_file().map_err(Error::NotWritten)?;
    save(folder, PUZZLE, puzzle.as_bytes())?;
    save(folder, INSTANCE, stated.instance.as_bytes())?;
    if claim == Claim::Unique {
        save(folder, WITNESS, &witness(&stated, budget)?)?;
    }
    prove(folder, claim, budget)?;
    let readme = files::readme(&manifest, claim, &stated.name());
    save(folder, README, readme.as_bytes())?;
    save(folder, MANIFEST, manifest.text().as_bytes())?;

    let report = check(folder, &[], budget)?;
    if let Some((file, cause)) = report.first_fault() {
        return Err(Error::Contradicted(format!(
            "what was written is no certificate ({file}: {cause}): a defect in gridwright or {PROVER}"
        )));
    }
    let proof = folder.join(DRAT).metadata();
    Ok(Written {
        claim,
        solver: manifest.solver,
        variables: stated.puzzle.vars,
        clauses: stated.puzzle.clauses.len() + usize::from(claim == Claim::Unique),
        steps: report.steps,
        proof_bytes: proof.map_or(0, |there| there.len()),
    })
}

fn save(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Error> {
    std::fs::write(folder.join(name), bytes)
        .map_err(|error| Error::NotWritten(format!("{name} cannot be written: {error}")))
}

/// The solver's name and version, as it says.
fn version(budget: Budget) -> Result<String, Error> {
    let process = Process::start(&Solver::with(PROVER, &["--version"]))?;
    let (_, printed) = process.finish(MOST_PRINTED, budget.stop)?;
    let printed = String::from_utf8_lossy(&printed);
    let version: String = (printed.lines().next().unwrap_or("").chars())
        .filter(|c| !c.is_control())
        .take(40)
        .collect();
    Ok(format!("{PROVER} {}", version.trim()).trim().to_owned())
}

/// Answers to all variables that satisfy the puzzle's clauses and say what the solution says.
fn witness(stated: &Stated, budget: Budget) -> Result<Vec<u8>, Error> {
    let process = Process::start(&Solver::with(PROVER, &["-q"]))?;
    process.tell(stated.with_solution());
    let (status, printed) = process.finish(MOST_PRINTED, budget.stop)?;
    if status.code() != Some(SATISFIABLE) {
        return Err(Error::Contradicted(format!(
            "{PROVER} says that the puzzle's clauses do not allow the solution ({status})"
        )));
    }
    let lines = printed.split_inclusive(|&b| b == b'\n');
    let told = lines.filter(|line| line.starts_with(b"s ") || line.starts_with(b"v "));
    Ok(told.collect::<Vec<_>>().concat())
}

fn prove(folder: &Path, claim: Claim, budget: Budget) -> Result<(), Error> {
    let arguments = ["-q", "-n", "--no-binary", INSTANCE, DRAT];
    let process = Process::start_in(&Solver::with(PROVER, &arguments), folder)?;
    let (status, _) = process.finish(MOST_PRINTED, budget.stop)?;
    let cause = match status.code() {
        Some(UNSATISFIABLE) => return Ok(()),
        Some(SATISFIABLE) => match claim {
            Claim::Unique => "found another solution".to_owned(),
            Claim::None => "found a solution".to_owned(),
        },
        _ => format!("did not finish ({status})"),
    };
    Err(Error::Contradicted(format!("{PROVER} {cause}")))
}
