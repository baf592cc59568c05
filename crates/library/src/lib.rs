//! The library file: puzzles kept with solution, rating, tags, origin and how they were played.
//!
//! It is an SQLite database in one file. Every change is one transaction, the file is in WAL mode
//! and writers wait for each other, so any number of processes may use it at once and any of them
//! may be killed at any instant. A puzzle is kept once, however it is turned or mirrored
//! ([`canonical()`]). A [`Batch`] remembers which of its indices are done, so that a killed run
//! continues where it stopped.
//!
//! A file is not believed: what it declares is compared with what we declare, nothing is written into
//! one that is damaged, and a row that cannot be read hides no other. [`check`] looks at everything,
//! [`repair`] saves what is sound into a new file, [`Library::backup`] copies and [`Library::merge`]
//! joins files.
//!
//! No clock and no random numbers here: a caller that wants a time recorded passes it in.

mod batch;
mod care;
mod entry;
mod error;
mod fault;
mod gain;
mod judge;
mod list;
mod merge;
mod open;
mod play;
mod reach;
mod schema;
mod stats;
mod survey;

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

pub use batch::{Batch, Outcome, Progress, Stored};
pub use care::{Contents, check, repair};
pub use error::{Error, Result};
pub use fault::Fault;
pub use list::Listing;
pub use merge::Merged;
pub use open::Open;
pub use shelf::{
    Added, Entry, Filter, Kept, Origin, Play, Side, Sort, State, Summary, canonical, opinions,
    rating_left_out,
};
pub use stats::{BatchStats, Count, Stats};

use open::{Health, Opened};
use puzzles::reason::WrittenRating;

/// An open library file.
pub struct Library {
    connection: Connection,
    /// Whether the file can be written to.
    writable: bool,
    health: Health,
    /// The file's name, for messages.
    name: String,
}

impl Library {
    /// Open a library file, bringing an older version up to date.
    pub fn open(path: &Path, open: Open) -> Result<Library> {
        let Opened {
            connection,
            writable,
            health,
        } = open::open(path, open)?;
        Ok(Library {
            connection,
            writable,
            health,
            name: path.display().to_string(),
        })
    }

    /// Set how long a change waits for other processes, instead of half a minute.
    pub fn wait_for(&mut self, patience: Duration) -> Result<()> {
        Ok(self.connection.busy_timeout(patience)?)
    }

    /// An error if nothing can be changed, because the file cannot be written to or is damaged. Every
    /// change asks this first; whoever has many can know earlier.
    pub fn is_ready(&self) -> Result<()> {
        match self.writable {
            true => self.health.demand(&self.connection),
            false => Err(Error::ReadOnly),
        }
    }

    /// Add a puzzle, unless it is there already.
    pub fn add(&mut self, entry: &Entry) -> Result<Added> {
        Ok(self.add_all(std::slice::from_ref(entry))?[0])
    }

    /// Add puzzles, all in one change.
    pub fn add_all(&mut self, entries: &[Entry]) -> Result<Vec<Added>> {
        let side = |entry: &Entry| Side {
            entry: entry.clone(),
            plays: Vec::new(),
        };
        self.add_played(entries.iter().map(side).collect())
    }

    /// Add puzzles and how they were played elsewhere, all in one change. A record that is there
    /// already does not come twice; where a puzzle is kept turned or mirrored, boards and moves of
    /// records do not fit and are left out.
    pub fn add_played(&mut self, mut sides: Vec<Side>) -> Result<Vec<Added>> {
        let entries: Vec<Entry> = sides.iter().map(|side| side.entry.clone()).collect();
        let rows: Vec<entry::Row> = entries.iter().map(entry::Row::of).collect::<Result<_>>()?;
        let change = self.change()?;
        let mut added = Vec::new();
        for (row, side) in rows.iter().zip(&mut sides) {
            let one = row.put(&change)?;
            if !side.plays.is_empty() {
                join_plays(&change, one.id(), side)?;
            }
            added.push(one);
        }
        change.commit()?;
        Ok(added)
    }

    /// The number under which this puzzle is kept, as it is or turned or mirrored.
    pub fn find(&self, puzzle: &dyn puzzles::Puzzle) -> Result<Option<i64>> {
        entry::find(&self.connection, &canonical(puzzle))
    }

    /// Everything about one puzzle.
    pub fn get(&self, id: i64) -> Result<Kept> {
        let look = self.connection.unchecked_transaction()?;
        let entry = entry::get(&look, id)?.ok_or(Error::NoPuzzle(id))?;
        let plays = play::of(&look, id)?;
        Ok(Kept { id, entry, plays })
    }

    /// One puzzle, without how it was played.
    pub fn entry(&self, id: i64) -> Result<Entry> {
        let look = self.connection.unchecked_transaction()?;
        entry::get(&look, id)?.ok_or(Error::NoPuzzle(id))
    }

    /// Remove puzzles: all of them or, if one is not there, none.
    pub fn remove(&mut self, ids: &[i64]) -> Result<()> {
        let change = self.change()?;
        for &id in ids {
            if change.execute("DELETE FROM puzzle WHERE id = ?1", [id])? == 0 {
                return Err(Error::NoPuzzle(id));
            }
        }
        Ok(change.commit()?)
    }

    /// Remove whichever of these puzzles are kept; returns how many were.
    pub fn discard(&mut self, ids: &[i64]) -> Result<usize> {
        let change = self.change()?;
        let mut gone = 0;
        for &id in ids {
            gone += change.execute("DELETE FROM puzzle WHERE id = ?1", [id])?;
        }
        change.commit()?;
        Ok(gone)
    }

    /// Add and remove tags: on all of these puzzles or, if one is not there, on none.
    pub fn tag(&mut self, ids: &[i64], add: &[String], remove: &[String]) -> Result<()> {
        let change = self.change()?;
        for &id in ids {
            there(&change, id)?;
            for name in remove {
                change.execute(
                    "DELETE FROM tag WHERE puzzle = ?1 AND name = ?2",
                    params![id, name],
                )?;
            }
            for name in add {
                change.execute(
                    "INSERT OR IGNORE INTO tag (puzzle, name) VALUES (?1, ?2)",
                    params![id, name],
                )?;
            }
        }
        Ok(change.commit()?)
    }

    /// Keep these ratings in place of whatever there was: all of them or, if a puzzle is not there,
    /// none.
    pub fn rate(&mut self, ratings: &[(i64, WrittenRating)]) -> Result<()> {
        let change = self.change()?;
        for (id, rating) in ratings {
            there(&change, *id)?;
            entry::rate(&change, *id, rating)?;
        }
        Ok(change.commit()?)
    }

    /// Record how a puzzle was played.
    pub fn played(&mut self, id: i64, play: &Play) -> Result<()> {
        let change = self.change()?;
        there(&change, id)?;
        play::append(&change, id, play)?;
        Ok(change.commit()?)
    }

    /// Record how a puzzle was played, and add the puzzle if it is not there. If it is there turned
    /// or mirrored, the play's board and moves do not fit and are left out.
    pub fn played_anew(&mut self, entry: &Entry, play: &Play) -> Result<Added> {
        let row = entry::Row::of(entry)?;
        let change = self.change()?;
        let added = row.put(&change)?;
        let kept = entry::get(&change, added.id())?.ok_or(Error::NoPuzzle(added.id()))?;
        let mut play = play.clone();
        if *kept.document.puzzle != *entry.document.puzzle {
            (play.board, play.moves) = (None, None);
        }
        play::append(&change, added.id(), &play)?;
        change.commit()?;
        Ok(added)
    }

    /// A change takes the write lock at its start: one that starts by reading and then wants to
    /// write can be refused at once if another was faster. Nothing is changed in a damaged file.
    fn change(&mut self) -> Result<Transaction<'_>> {
        self.is_ready()?;
        let immediate = TransactionBehavior::Immediate;
        Ok(self.connection.transaction_with_behavior(immediate)?)
    }
}

/// Append what is not known yet of how a puzzle was played elsewhere.
fn join_plays(change: &Connection, id: i64, side: &mut Side) -> Result<()> {
    let kept = entry::get(change, id)?.ok_or(Error::NoPuzzle(id))?;
    if *kept.document.puzzle != *side.entry.document.puzzle {
        for play in &mut side.plays {
            (play.board, play.moves) = (None, None);
        }
    }
    let joined = shelf::join::plays(&play::numbered(change, id)?, std::slice::from_ref(side));
    play::write_joined(change, id, &joined)
}

fn there(connection: &Connection, id: i64) -> Result<()> {
    let mut query = connection.prepare_cached("SELECT 1 FROM puzzle WHERE id = ?1")?;
    let found = query.query_row([id], |_| Ok(())).optional()?;
    found.ok_or(Error::NoPuzzle(id))
}
