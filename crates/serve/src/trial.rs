//! A trial with people (docs/trials.md): the requests of `POST /api/trial`, and what else a participant's
//! page may ask for.
//!
//! Whatever a participant does is a line at the end of the results file, on the disk before it is
//! answered. What the lines come to is kept in memory and read from the file again when the server
//! starts, so a kill loses nothing that a page was told is kept; what it was not told it says again.
//!
//! Nothing that is sent from here says more about a puzzle than its clues: not its category, not its
//! rating, not its solution, nor anybody else's times.

pub(crate) mod ops;

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use people::{Hints, Line, Opened, Results, Trial};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::work::{Done, Work};
use ops::{AtDesk, OPS, Trouble};

/// What participants of a trial did is kept beside it, unless it is said where: `bridges.json` has
/// `bridges.results.jsonl`.
pub fn results_beside(trial: &Path) -> PathBuf {
    trial.with_extension("results.jsonl")
}

/// A trial to serve.
#[derive(Clone, Debug)]
pub struct TrialRun {
    /// What is played.
    pub trial: Trial,
    /// Where what participants do is written down; created if it does not exist.
    pub results: PathBuf,
    /// The version of the program, which is written down, too.
    pub version: String,
}

/// A trial that is being run.
pub(crate) struct TrialDesk {
    trial: Trial,
    /// What participants are told about the families of its puzzles.
    families: Vec<Value>,
    book: Mutex<Book>,
}

/// The results file and what it comes to.
struct Book {
    file: File,
    /// How many bytes of it are whole lines.
    length: u64,
    results: Results,
    /// Codes that were given out, and whose participants have not come yet: whoever mistypes a code is
    /// not taken for somebody new.
    given: BTreeSet<String>,
}

impl Book {
    /// Open the file and read what there is. It belongs to this process until it ends.
    fn open(run: &TrialRun) -> Result<Book, String> {
        let name = run.results.display();
        let failed = |cause: io::Error| format!("cannot open {name}: {cause}");
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&run.results).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(format!("{name} is in use by another server"));
            }
            // A file system without locks: then nobody can know.
            Err(TryLockError::Error(_)) => {}
        }
        let mut book = Book {
            file,
            length: 0,
            results: Results::default(),
            given: BTreeSet::new(),
        };
        book.load(&run.trial)
            .map_err(|why| format!("{name}: {why}"))?;
        let opened = Opened {
            at: now(),
            opened: run.trial.mark(),
            version: run.version.clone(),
        };
        let written = serde_json::to_string(&opened).map_err(io::Error::from);
        written
            .and_then(|text| book.append(&text))
            .map_err(failed)?;
        Ok(book)
    }

    /// Read the file; half a line at its end is cut off.
    fn load(&mut self, trial: &Trial) -> Result<(), String> {
        let mut text = String::new();
        self.file.rewind().map_err(|e| e.to_string())?;
        self.file
            .read_to_string(&mut text)
            .map_err(|e| e.to_string())?;
        let (results, whole) = Results::read(trial, &text)?;
        self.results = results;
        self.length = whole as u64;
        self.file.set_len(self.length).map_err(|e| e.to_string())
    }

    /// One more line, on the disk when this returns.
    fn append(&mut self, line: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.file.sync_data()?;
        self.length += line.len() as u64 + 1;
        Ok(())
    }

    /// Take a line, and keep it. An error inside says why it is refused; an error outside, that it could
    /// not be kept, and then it is as if it had never been.
    fn take(&mut self, trial: &Trial, line: &Line) -> Result<Result<(), String>, String> {
        match self.results.take(trial, line) {
            Ok(true) => {}
            Ok(false) => return Ok(Ok(())),
            Err(why) => return Ok(Err(why)),
        }
        let written = serde_json::to_string(line).map_err(io::Error::from);
        let kept = written.and_then(|text| self.append(&text));
        kept.map(Ok).or_else(|cause| {
            self.load(trial)?;
            Err(format!("the results cannot be written: {cause}"))
        })
    }
}

impl TrialDesk {
    /// Begin or go on with a trial.
    pub(crate) fn open(run: &TrialRun) -> Result<TrialDesk, String> {
        let book = Mutex::new(Book::open(run)?);
        Ok(TrialDesk {
            families: families(&run.trial),
            trial: run.trial.clone(),
            book,
        })
    }

    /// What answers its requests.
    pub(crate) fn work(self) -> Work {
        let desk = Arc::new(self);
        Arc::new(move |request, budget| {
            let answer = OPS.answer(request, budget, || Ok(AtDesk(desk.clone())));
            match answer {
                Ok(text) => Done::Answer(text),
                Err(Trouble::Refused(error)) => Done::Answer(error.response()),
                Err(Trouble::Later(why)) => Done::Later(why),
            }
        })
    }

    /// May a participant's page ask this of the protocol? What it needs to play, and no more: nobody has
    /// the program solve or rate a puzzle here.
    pub(crate) fn allows(hints: Hints, request: &str) -> bool {
        #[derive(Deserialize)]
        struct Asked {
            op: String,
            #[serde(default)]
            against: Option<String>,
            #[serde(default)]
            text: Option<String>,
        }
        let Ok(asked) = serde_json::from_str::<Asked>(request) else {
            return false;
        };
        match asked.op.as_str() {
            "show" | "gesture" | "say" => true,
            "check" => asked.against.is_none_or(|against| against == "rules"),
            // How a page finds out whether anybody is there.
            "open" => asked.text.is_some_and(|text| text.is_empty()),
            "levels" | "hint" => hints == Hints::All,
            _ => false,
        }
    }
}

fn now() -> i64 {
    crate::clock::millis().unwrap_or(0)
}

/// The families of its puzzles, in the order in which they come, as the protocol describes them, but
/// without samples, grades and rules of deduction.
fn families(trial: &Trial) -> Vec<Value> {
    let stop = || false;
    let budget = api::Budget {
        conflicts: u64::MAX,
        stop: &stop,
    };
    let all = api::answer("{\"op\":\"families\"}", budget);
    let all: Value = serde_json::from_str(&all).unwrap_or_default();
    let mut known: Vec<&str> = Vec::new();
    for number in 0..trial.puzzles.len() {
        let id = trial.puzzle(number).family().id;
        if !known.contains(&id) {
            known.push(id);
        }
    }
    let find = |id: &&str| {
        let mut families = all["families"].as_array()?.iter();
        let mut family = families.find(|family| family["id"] == **id)?.clone();
        for secret in ["samples", "grades", "deductions", "methods", "howToSet"] {
            family[secret] = json!([]);
        }
        Some(family)
    };
    known.iter().filter_map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_lie_beside_the_trial() {
        let beside = |path: &str| results_beside(Path::new(path));
        assert_eq!(beside("a/b.json"), Path::new("a/b.results.jsonl"));
        assert_eq!(beside("b"), Path::new("b.results.jsonl"));
    }

    #[test]
    fn a_participant_can_play_and_nothing_else() {
        let may = |hints: Hints, request: &str| TrialDesk::allows(hints, request);
        for hints in [Hints::None, Hints::Rules, Hints::All] {
            assert!(may(hints, r#"{"op":"gesture","puzzle":{}}"#));
            assert!(may(hints, r#"{"op":"check","against":"rules"}"#));
            assert!(may(hints, r#"{"op":"open","text":""}"#));
            for secret in [
                "rate", "solve", "trace", "families", "generate", "analyse", "help",
            ] {
                assert!(!may(hints, &format!(r#"{{"op":"{secret}"}}"#)), "{secret}");
            }
            assert!(!may(hints, r#"{"op":"check","against":"solution"}"#));
            assert!(!may(hints, r#"{"op":"open","text":"3x1m2:1a1"}"#));
        }
        assert!(!may(Hints::All, r#"{"op":"show","op":"rate"}"#));
        assert!(!may(Hints::Rules, r#"{"op":"hint"}"#));
        assert!(may(Hints::All, r#"{"op":"hint"}"#));
    }
}
