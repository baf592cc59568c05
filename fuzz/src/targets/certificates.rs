//! Folders of certificates: whatever is in their files, each is judged, and no proof is accepted of
//! what is not so.
//!
//! An input is the files with a line `%` between them: manifest, puzzle, instance, witness, proof,
//! readme. What is checked does not depend on the instance in the folder, which is only compared, so
//! inputs get far without one that is right.

use std::fs;

use pipe::certify::{Claim, check};
use puzzles::format::{Document, write};
use puzzles::{Status, solve};

use super::bounded;
use crate::{ROUND, Target, seeds};

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "certificates",
    about: "Folders of certificates",
    seeds,
    take,
    share: 4,
    round: ROUND,
};

const FILES: [&str; 6] = [
    "manifest.json",
    "puzzle.json",
    "instance.cnf",
    "witness.txt",
    "proof.drat",
    "README.txt",
];

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    let proofs = [
        "0\n",
        "1 0\n0\n",
        "d 1 2 0\n-1 0\n0\n",
        "1 2 0\n",
        "a\x02\0a\0",
    ];
    for (i, document) in seeds::documents().iter().enumerate() {
        let puzzle = document.puzzle.as_ref();
        // The smallest of them, whose clauses are few.
        if puzzle.size().len() > 16 {
            continue;
        }
        let answer = solve(puzzle, 2, sat::Budget::conflicts(1_000));
        let (claim, solution) = match answer.status {
            Status::Unique => ("unique", answer.solutions.into_iter().next()),
            _ => ("none", None),
        };
        let stated = Document {
            marks: None,
            solution,
            ..document.clone()
        };
        let Ok(text) = write(&stated, "json") else {
            continue;
        };
        let (rows, cols) = (puzzle.size().rows(), puzzle.size().cols());
        let manifest = serde_json::json!({
            "certificate": 1, "claim": claim, "type": puzzle.family().id, "rows": rows,
            "cols": cols, "proof": "proof.drat", "solver": "some 1.0", "made_by": "somebody",
        });
        let witness = "s SATISFIABLE\nv 1 -2 3 0\n";
        let proof = proofs[i % proofs.len()];
        let cnf = "p cnf 2 1\n1 2 0\n";
        let parts = [&manifest.to_string(), &text, cnf, witness, proof, "words\n"];
        seeds.push(parts.join("\n%\n").into_bytes());
    }
    seeds
}

fn take(input: &[u8]) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut rest = input;
    for name in FILES {
        let end = rest.windows(3).position(|three| three == b"\n%\n");
        let (part, after) = match end {
            Some(at) => (&rest[..at], &rest[at + 3..]),
            None => (rest, &[][..]),
        };
        fs::write(folder.path().join(name), part).map_err(|e| e.to_string())?;
        rest = after;
    }
    let report = match bounded(|budget| check(folder.path(), &[], budget)) {
        Ok(report) => report,
        Err(error) => return Ok(error.to_string()),
    };
    let mut outcome = String::new();
    for finding in &report.findings {
        outcome += match &finding.result {
            Ok(words) => words,
            Err(why) => why,
        };
        outcome += "; ";
    }
    let is_proved = (report.findings.iter())
        .any(|finding| finding.file.starts_with("proof.") && finding.result.is_ok());
    if let Some(document) = report.document.filter(|_| is_proved) {
        let status = bounded(|budget| solve(document.puzzle.as_ref(), 2, budget)).status;
        let may_be = match report.claim {
            Claim::Unique => [Status::Unique, Status::Unknown],
            Claim::None => [Status::None, Status::Unknown],
        };
        if !may_be.contains(&status) {
            return Err(format!(
                "{:?} is called proved, but it is {status:?}",
                report.claim
            ));
        }
    }
    Ok(outcome)
}
