//! What an experiment has measured already, so that a run that was killed goes on where it was.
//!
//! Every measurement that may take long has a name: what is measured, on which puzzle. A memo knows
//! what an earlier run has found under these names, and hands each new result on as a line of text.
//! Where lines are kept is the caller's business.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use puzzles::Puzzle;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The results of earlier runs with the same inputs, and where new ones go.
pub struct Memo<'a> {
    known: BTreeMap<String, Value>,
    keep: &'a (dyn Fn(&str) + Sync),
    taken: AtomicUsize,
}

impl<'a> Memo<'a> {
    /// With the lines that were kept before. `keep` gets each new line, without its end. What cannot
    /// be read is measured again.
    pub fn new(lines: &[String], keep: &'a (dyn Fn(&str) + Sync)) -> Memo<'a> {
        let read = |line: &String| serde_json::from_str::<(String, Value)>(line).ok();
        Memo {
            known: lines.iter().filter_map(read).collect(),
            keep,
            taken: AtomicUsize::new(0),
        }
    }

    /// How many results it knows from before.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Is everything still to be measured?
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// How many of them have been asked for.
    pub(super) fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// What came out before under this name.
    pub(super) fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let known = T::deserialize(self.known.get(name)?).ok()?;
        self.taken.fetch_add(1, Ordering::Relaxed);
        Some(known)
    }

    /// Hand on what came out under this name.
    pub(super) fn keep(&self, name: &str, result: &impl Serialize) {
        // What cannot be written is measured again by the next run, and that is all.
        if let Ok(line) = serde_json::to_string(&(name, result)) {
            (self.keep)(&line);
        }
    }
}

/// FNV-1a over some texts: short names for puzzles and collections.
pub fn digest(texts: impl Iterator<Item = String>) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for text in texts {
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// A short name for a puzzle.
pub fn puzzle_digest(puzzle: &dyn Puzzle) -> String {
    digest([format!("{:?}", puzzle.record())].into_iter())
}
