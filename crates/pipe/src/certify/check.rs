//! Checking a certificate. Everything is made again from the puzzle and compared; the proof is
//! followed step by step. All of it is looked at, even if something is wrong early on, as far as it
//! can still mean something.

use std::path::Path;

use certificate::{Clauses, Refusal, Truths, drat, lrat};
use puzzles::format::{self, Document};
use sat::Budget;

use super::files::{self, INSTANCE, LRAT, MANIFEST, Manifest, PUZZLE, README, WITNESS, compare};
use super::outside::{OutsideChecker, Verdict};
use super::stated::Stated;
use super::{Claim, Error};

/// What came of checking a certificate.
#[derive(Debug)]
pub struct Report {
    /// What it claims.
    pub claim: Claim,
    /// Who is said to have proved it.
    pub solver: String,
    /// Who is said to have written it.
    pub made_by: String,
    /// The puzzle, if it could be read.
    pub document: Option<Document>,
    /// What was found in each file, in the order in which they were looked at.
    pub findings: Vec<Finding>,
    /// Clauses that the proof adds, if it was accepted.
    pub steps: usize,
    /// Other checkers that accept the proof.
    pub agreeing: Vec<&'static str>,
    /// Other checkers that came to no verdict, and why.
    pub undecided: Vec<(&'static str, String)>,
}

/// What was found in a file: words about what holds, or what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The file.
    pub file: String,
    /// What holds, or what does not.
    pub result: Result<String, String>,
}

impl Report {
    /// Does the certificate prove what it claims?
    pub fn holds(&self) -> bool {
        self.first_fault().is_none()
    }

    /// The first file that is wrong, and why.
    pub fn first_fault(&self) -> Option<(&str, &str)> {
        self.findings.iter().find_map(|finding| {
            let cause = finding.result.as_ref().err()?;
            Some((finding.file.as_str(), cause.as_str()))
        })
    }

    fn found(&mut self, file: &str, result: Result<String, String>) {
        self.findings.push(Finding {
            file: file.to_owned(),
            result,
        });
    }
}

/// Check the certificate in a folder, and have its proof checked by these other programs, too.
pub fn check(folder: &Path, others: &[OutsideChecker], budget: Budget) -> Result<Report, Error> {
    let said = files::read(folder, MANIFEST).and_then(|text| Manifest::read(&text));
    let (manifest, claim) = said.map_err(|cause| Error::NotOne(format!("{MANIFEST}: {cause}")))?;
    let mut report = Report {
        claim,
        solver: manifest.solver.clone(),
        made_by: manifest.made_by.clone(),
        document: None,
        findings: Vec::new(),
        steps: 0,
        agreeing: Vec::new(),
        undecided: Vec::new(),
    };
    let stated = match read_puzzle(folder, claim, budget) {
        Ok(stated) => stated,
        Err(_) if (budget.stop)() => return Err(Error::Stopped),
        Err(cause) => {
            report.found(PUZZLE, Err(cause));
            return Ok(report);
        }
    };
    if (budget.stop)() {
        return Err(Error::Stopped);
    }
    report.document = Some(stated.document.clone());
    report.found(MANIFEST, check_manifest(&manifest, &stated));
    report.found(
        PUZZLE,
        Ok(match claim {
            Claim::Unique => "its solution breaks no rule".to_owned(),
            Claim::None => "a puzzle without a solution".to_owned(),
        }),
    );
    let made_by = &manifest.made_by;
    let same = files::read(folder, INSTANCE).and_then(|found| {
        compare(&found, &stated.instance).map_err(|cause| {
            format!("not what this version makes of the puzzle ({made_by} wrote it): {cause}")
        })
    });
    let clauses = Clauses::read(stated.instance.as_bytes())
        .map_err(|fault| Error::Contradicted(format!("a defect in gridwright: {fault}")))?;
    let words = format!("the {} clauses that the puzzle makes", clauses.len());
    report.found(INSTANCE, same.map(|()| words));
    if claim == Claim::Unique {
        report.found(WITNESS, check_witness(folder, &clauses, &stated));
    }
    check_proof(folder, &manifest, &clauses, &mut report, budget)?;
    for other in others.iter().filter(|o| o.reads(&manifest.proof)) {
        match other.ask(folder, &manifest.proof, budget)? {
            Verdict::Accepted => report.agreeing.push(other.name()),
            Verdict::Undecided(why) => report.undecided.push((other.name(), why)),
            Verdict::Refused => {
                let cause = format!("{} does not accept it", other.name());
                report.found(&manifest.proof, Err(cause));
            }
        }
    }
    let readme = files::readme(&manifest, claim, &stated.name());
    let same = files::read(folder, README).and_then(|found| compare(&found, &readme));
    report.found(README, same.map(|()| "as it was written".to_owned()));
    Ok(report)
}

fn read_puzzle(folder: &Path, claim: Claim, budget: Budget) -> Result<Stated, String> {
    let bytes = files::read(folder, PUZZLE)?;
    let text = format::text_of(&bytes).map_err(|error| error.to_string())?;
    let chunks = format::split(text);
    let [chunk] = &chunks[..] else {
        return Err(format!("it holds {} puzzles instead of one", chunks.len()));
    };
    let document = chunk.read().map_err(|error| error.to_string())?;
    match (claim, &document.solution) {
        (Claim::Unique, None) => return Err("the solution is missing".to_owned()),
        (Claim::None, Some(_)) => {
            return Err("it has a solution, but the claim is that there is none".to_owned());
        }
        _ => {}
    }
    let stated = Stated::new(&document, budget.stop)?;
    // What is not said again could say anything.
    compare(&bytes, &stated.puzzle_file()?)?;
    Ok(stated)
}

fn check_manifest(manifest: &Manifest, stated: &Stated) -> Result<String, String> {
    let puzzle = stated.document.puzzle.as_ref();
    let (kind, size) = (puzzle.family().id, puzzle.size());
    let there = (manifest.kind.as_str(), manifest.rows, manifest.cols);
    if there != (kind, size.rows(), size.cols()) {
        return Err("it names another kind or size of puzzle".to_owned());
    }
    Ok(format!("{} {}", stated.name(), stated.claim()))
}

/// The solver's answers satisfy the puzzle's clauses and say what the solution says.
fn check_witness(folder: &Path, clauses: &Clauses, stated: &Stated) -> Result<String, String> {
    let bytes = files::read(folder, WITNESS)?;
    let truths = Truths::read(&bytes, clauses.vars()).map_err(|fault| fault.to_string())?;
    let own = stated.puzzle.clauses.len();
    clauses.satisfied_by(&truths, own)?;
    let mut solution = stated.solution.iter();
    let other = solution.find(|fact| truths.get(fact.var()) != Some(fact.is_yes()));
    match other {
        None => Ok(format!("the solution satisfies the puzzle's {own} clauses")),
        Some(&fact) => {
            let fact = stated.document.puzzle.fact_text(fact);
            Err(format!("it is not the solution, which says {fact}"))
        }
    }
}

fn check_proof(
    folder: &Path,
    manifest: &Manifest,
    clauses: &Clauses,
    report: &mut Report,
    budget: Budget,
) -> Result<(), Error> {
    let result = files::read(folder, &manifest.proof).map(|proof| {
        let follow = if manifest.proof == LRAT { lrat } else { drat };
        follow(clauses, &proof, budget.stop)
    });
    let result = match result {
        Ok(Err(Refusal::Stopped)) => return Err(Error::Stopped),
        Ok(Err(Refusal::Fault(fault))) => Err(fault.to_string()),
        Err(cause) => Err(cause),
        Ok(Ok(accepted)) => {
            report.steps = accepted.added;
            let others = match report.claim {
                Claim::Unique => "there is no other solution",
                Claim::None => "there is no solution",
            };
            Ok(match accepted.added {
                1 => format!("{others}: the one step is right"),
                steps => format!("{others}: all {steps} steps are right"),
            })
        }
    };
    report.found(&manifest.proof, result);
    Ok(())
}
