//! Other checkers of proofs, if they are installed: a second opinion about the proof.

use std::path::Path;

use sat::Budget;

use super::Error;
use super::files::{DRAT, INSTANCE, LRAT};
use crate::command::Solver;
use crate::process::{Process, Silence};

/// A program that checks proofs. It takes the files with clauses and proof as arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutsideChecker {
    program: &'static str,
    /// The file whose kind of proof it reads.
    proof: &'static str,
}

const ALL: [OutsideChecker; 3] = [
    OutsideChecker {
        program: "drat-trim",
        proof: DRAT,
    },
    OutsideChecker {
        program: "cake_lpr",
        proof: LRAT,
    },
    OutsideChecker {
        program: "lrat-check",
        proof: LRAT,
    },
];

pub(super) enum Verdict {
    Accepted,
    Refused,
    Undecided(String),
}

/// The most bytes that are read of what a checker prints.
const MOST_PRINTED: usize = 1 << 24;

impl OutsideChecker {
    /// Those that are installed.
    pub fn installed() -> Vec<OutsideChecker> {
        let all = ALL.into_iter();
        all.filter(|checker| Solver::with(checker.program, &[]).is_installed())
            .collect()
    }

    /// The program's name.
    pub fn name(&self) -> &'static str {
        self.program
    }

    pub(super) fn reads(&self, proof: &str) -> bool {
        self.proof == proof
    }

    /// What it says about the proof in this folder. A checker that cannot be used proves nothing
    /// either way.
    pub(super) fn ask(&self, folder: &Path, proof: &str, budget: Budget) -> Result<Verdict, Error> {
        let program = Solver::with(self.program, &[INSTANCE, proof]);
        let answer = Process::start_in(&program, folder)
            .map_err(Silence::Error)
            .and_then(|process| process.finish(MOST_PRINTED, budget.stop));
        match answer {
            Ok((_, printed)) => Ok(verdict(&String::from_utf8_lossy(&printed))),
            Err(Silence::Stopped) => Err(Error::Stopped),
            Err(Silence::Error(error)) => Ok(Verdict::Undecided(error.to_string())),
        }
    }
}

/// Each of them ends with a line of its own.
fn verdict(printed: &str) -> Verdict {
    let lines = || printed.lines().map(str::trim);
    let refused = |line: &str| line.contains("NOT VERIFIED") || line.contains("FAILED");
    if lines().any(refused) {
        return Verdict::Refused;
    }
    let accepted = ["s VERIFIED", "c VERIFIED", "s VERIFIED UNSAT"];
    match lines().any(|line| accepted.contains(&line)) {
        true => Verdict::Accepted,
        false => Verdict::Undecided("it gave no verdict".to_owned()),
    }
}
