//! What an experiment has measured so far, a line each, in a file beside its results. The file is there
//! until the experiment has ended, so that one that was killed goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use lab::experiment::Entry;

use super::inputs::Inputs;
use crate::journal::{Journal, Opened};

/// The file of one experiment.
pub(super) struct Part {
    path: PathBuf,
    /// Its first line.
    head: String,
    journal: Mutex<Option<Journal>>,
}

impl Part {
    /// Nothing is read or written yet. A file that was made with other inputs is begun anew.
    pub(super) fn new(folder: &Path, entry: &Entry, inputs: &Inputs) -> Part {
        Part {
            path: folder.join(entry.file() + ".part"),
            head: inputs.of_measurements(),
            journal: Mutex::new(None),
        }
    }

    /// What an earlier run has kept; the file is ready for more.
    pub(super) fn open(&self) -> anyhow::Result<Vec<String>> {
        let opened = Journal::open(&self.path, &self.head).and_then(|opened| match opened {
            Opened::Ours(journal, lines) => Ok((journal, lines)),
            Opened::Other(_) => {
                fs::remove_file(&self.path)?;
                Ok((Journal::begin(&self.path, &self.head)?, Vec::new()))
            }
        });
        let (journal, lines) = opened.with_context(|| self.trouble())?;
        *self.journal.lock().unwrap_or_else(PoisonError::into_inner) = Some(journal);
        Ok(lines)
    }

    /// Keep a line. What cannot be written is said once, and no more is written.
    pub(super) fn add(&self, line: &str) -> anyhow::Result<()> {
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = journal.as_mut() else {
            return Ok(());
        };
        let added = open.add(line).with_context(|| self.trouble());
        if added.is_err() {
            *journal = None;
        }
        added
    }

    /// Forget all of it: the experiment has ended, or is to begin again.
    pub(super) fn remove(&self) {
        // Most often nothing is there; and what stays is only in the way.
        let _ = fs::remove_file(&self.path);
    }

    fn trouble(&self) -> String {
        format!("cannot keep what is measured in {}", self.path.display())
    }
}
