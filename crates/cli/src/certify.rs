//! `gridwright certify`, and the option of `solve` that writes certificates.
//!
//! What a certificate is, and what makes it right, is said in `pipe::certify`; here it is put into
//! words and JSON.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pipe::certify::{self, Claim, Error, OutsideChecker, Report, TRUSTED, Written};
use puzzles::{Answer, Status};
use sat::Budget;
use serde_json::{Map, Value, json};

use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::Job;
use crate::output::{self, NewFolder, has_number, numbered_path};
use crate::words;

#[derive(clap::Args)]
pub struct CertificateArgs {
    /// Write a certificate into this new folder, with a proof by CaDiCaL, which must be installed;
    /// `{}` in its name stands for the puzzle's number. `gridwright certify` checks it
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
}

/// What became of a certificate.
pub enum Certificate {
    /// It is there.
    Written { folder: PathBuf, written: Written },
    /// There is none, and why; and what the program is to say to the shell about that.
    Missing { why: String, exit: Exit },
}

impl CertificateArgs {
    /// Can a certificate be written, if one is wanted?
    pub fn is_possible(&self) -> Result<(), String> {
        match self.certificate {
            Some(_) => certify::is_possible()
                .map_err(|error| format!("a certificate cannot be made: {error}")),
            None => Ok(()),
        }
    }

    /// Is there room for one certificate only?
    pub fn is_for_one(&self) -> bool {
        self.certificate
            .as_deref()
            .is_some_and(|path| !has_number(path))
    }

    /// Before a puzzle is solved: is the place of its certificate free?
    pub fn is_free(&self, job: &Job) -> Result<(), String> {
        let Some(path) = &self.certificate else {
            return Ok(());
        };
        let folder = numbered_path(path, job.number);
        let cannot = |error| format!("cannot write {}: {error}", folder.display());
        NewFolder::is_free(&folder).map_err(cannot)
    }

    /// Write the certificate, if one is wanted. An error if it contradicts the answer, or its place is
    /// taken.
    pub fn write(
        &self,
        job: &Job,
        answer: &Answer,
        budget: Budget,
    ) -> Result<Option<Certificate>, String> {
        let Some(path) = &self.certificate else {
            return Ok(None);
        };
        let folder = numbered_path(path, job.number);
        let solution = match answer.status {
            Status::Unique => answer.solutions.first().cloned(),
            Status::None => None,
            Status::Multiple | Status::Unknown => {
                return Ok(Some(Certificate::Missing {
                    why: "a puzzle must be known to have one solution or none".to_owned(),
                    exit: Exit::Well,
                }));
            }
        };
        let mut document = job.document.clone().without_boards();
        document.solution = solution;
        let filling = NewFolder::at(&folder).map_err(|e| format!("{e:#}"))?;
        match certify::write(filling.path(), &document, budget) {
            Ok(written) => {
                filling.finish().map_err(|e| format!("{e:#}"))?;
                Ok(Some(Certificate::Written { folder, written }))
            }
            Err(error @ Error::Stopped) => Ok(Some(Certificate::Missing {
                why: error.to_string(),
                exit: Exit::Budget,
            })),
            Err(error) => Err(format!("a certificate cannot be made: {error}")),
        }
    }
}

impl Certificate {
    pub fn exit(&self) -> Exit {
        match self {
            Certificate::Written { .. } => Exit::Well,
            Certificate::Missing { exit, .. } => *exit,
        }
    }

    /// For the end of a line in a list.
    pub fn phrase(&self) -> String {
        match self {
            Certificate::Written { folder, .. } => format!("certificate in {}", folder.display()),
            Certificate::Missing { why, .. } => format!("no certificate: {why}"),
        }
    }

    /// For below a picture.
    pub fn sentences(&self) -> String {
        match self {
            Certificate::Written { folder, written } => {
                let folder = folder.display();
                format!(
                    "Certificate in {folder}: {}, and a proof by {} of {} ({}).\n\
                     Check it with: gridwright certify {folder}\n",
                    words::count(written.clauses, "clause", "clauses"),
                    written.solver,
                    words::count(written.steps, "step", "steps"),
                    bytes(written.proof_bytes),
                )
            }
            Certificate::Missing { why, .. } => format!("No certificate: {why}.\n"),
        }
    }

    pub fn json(&self) -> Value {
        match self {
            Certificate::Written { folder, written } => json!({
                "dir": folder.to_string_lossy(),
                "complete": true,
                "claim": written.claim.word(),
                "solver": written.solver,
                "variables": written.variables,
                "clauses": written.clauses,
                "steps": written.steps,
                "proof_bytes": written.proof_bytes,
            }),
            Certificate::Missing { why, .. } => json!({ "complete": false, "why": why }),
        }
    }
}

fn bytes(n: u64) -> String {
    match n {
        0..10_000 => format!("{n} bytes"),
        10_000..10_000_000 => format!("{} KB", n / 1000),
        _ => format!("{} MB", n / 1_000_000),
    }
}

/// Check certificates that `solve --certificate` wrote
///
/// The clauses are made again from the puzzle and compared with the file, the solution is checked
/// against the rules of the game, and the proof is followed step by step, without any solver. If
/// drat-trim (or for LRAT proofs cake_lpr or lrat-check) is installed, it is asked about the proof,
/// too. What has to be believed even then is listed.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright solve --certificate proved 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright certify proved
  gridwright certify --json proved-*

Exit status: 0 every certificate holds; 1 one does not; 2 a folder that holds no certificate; 3 the
time limit ran out.")]
pub struct Args {
    /// A folder with a certificate
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// Print one JSON object per certificate, one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    output::clean_up_when_interrupted();
    let others = OutsideChecker::installed();
    let mut exit = Exit::Well;
    for folder in &args.folders {
        let start = Instant::now();
        let result = (args.time).run(|budget| certify::check(folder, &others, budget));
        exit = exit.max(match &result {
            Ok(report) if report.holds() => Exit::Well,
            Ok(_) => Exit::No,
            Err(Error::Stopped) => Exit::Budget,
            Err(_) => Exit::Wrong,
        });
        if args.json {
            let line = json_line(folder, &result, start.elapsed());
            output::print(format!("{line}\n").as_bytes());
            continue;
        }
        match result {
            Ok(report) => {
                let text = text(folder, &report, &others, start.elapsed());
                output::print(text.as_bytes());
            }
            Err(error) => output::complain(&format!("gridwright: {}: {error}", folder.display())),
        }
    }
    Ok(exit)
}

fn text(folder: &Path, report: &Report, others: &[OutsideChecker], time: Duration) -> String {
    let name = folder.display();
    let mut out = match &report.document {
        Some(document) if report.holds() => {
            let (family, size) = (document.puzzle.family().name, document.puzzle.size());
            let (rows, cols) = (size.rows(), size.cols());
            let (claim, time) = (report.claim, words::time(time));
            format!("{name}: this {family} ({rows}×{cols}) {claim} (certified in {time}).\n")
        }
        _ => format!("{name}: the certificate does not hold.\n"),
    };
    for finding in &report.findings {
        out += &match &finding.result {
            Ok(words) => format!("  {:<14} {words}\n", finding.file),
            Err(cause) => format!("  {:<14} WRONG: {cause}\n", finding.file),
        };
    }
    for other in &report.agreeing {
        out += &format!("  {other} accepts the proof, too.\n");
    }
    for (other, why) in &report.undecided {
        out += &format!("  {other} came to no verdict about the proof: {why}.\n");
    }
    if others.is_empty() {
        out += "  No other checker of proofs is installed (drat-trim would be asked, too).\n";
    }
    if report.holds() {
        out += "What has to be believed:\n";
        for words in TRUSTED {
            out += &format!("  - {words}\n");
        }
    }
    out
}

fn json_line(folder: &Path, result: &Result<Report, Error>, time: Duration) -> Value {
    let mut line = Map::new();
    let mut add = |key: &str, value: Value| drop(line.insert(key.to_owned(), value));
    add("dir", folder.to_string_lossy().into());
    match result {
        Err(Error::Stopped) => add("status", "unknown".into()),
        Err(error) => {
            add("status", "error".into());
            add("error", json!({ "message": error.to_string() }));
        }
        Ok(report) => {
            if let Some(document) = &report.document {
                if let Some(id) = document.id() {
                    add("id", id.clone());
                }
                add("type", document.puzzle.family().id.into());
                add("rows", document.puzzle.size().rows().into());
                add("cols", document.puzzle.size().cols().into());
            }
            let certified = report.holds();
            add(
                "status",
                if certified { "certified" } else { "refused" }.into(),
            );
            add("claim", Claim::word(report.claim).into());
            add("files", report.findings.iter().map(finding_json).collect());
            add("steps", report.steps.into());
            add("solver", report.solver.as_str().into());
            add("made_by", report.made_by.as_str().into());
            add("agreeing", json!(report.agreeing));
            let undecided = report.undecided.iter();
            let undecided = undecided.map(|(name, why)| json!({ "checker": name, "why": why }));
            add("undecided", undecided.collect());
            add("trusted", json!(TRUSTED));
        }
    }
    add("millis", (time.as_micros() as f64 / 1e3).into());
    line.into()
}

fn finding_json(finding: &certify::Finding) -> Value {
    let (ok, message) = match &finding.result {
        Ok(words) => (true, words),
        Err(cause) => (false, cause),
    };
    json!({ "file": finding.file, "ok": ok, "message": message })
}
