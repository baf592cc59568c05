//! Batches: many puzzles from one request and seed, and which of them are done.
//!
//! What an index gives depends on the request and the seed alone, so a batch is a table from
//! indices to outcomes, and to go on after a kill is to ask for the indices that are missing. An
//! outcome and its puzzle are written in one transaction: nothing is lost, nothing is there twice.
//!
//! Two indices may give the same puzzle, perhaps turned. It is kept once, as the smaller index made
//! it, whichever came first: several threads, or a run that was killed, leave the same puzzles
//! behind. A caller that stores in the order of the indices also gets the same numbers.

use std::collections::BTreeSet;

use rusqlite::{OptionalExtension, params};

use crate::entry::Row;
use crate::{Added, Entry, Error, Library, Result};

/// A batch that is being made.
pub struct Batch<'a> {
    library: &'a mut Library,
    id: i64,
}

/// What an index gave.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A puzzle, with everything that is known about it.
    Puzzle(Box<Entry>),
    /// No puzzle, and why in a few words.
    GivenUp(String),
}

/// What storing an outcome changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// A new puzzle.
    New(i64),
    /// A puzzle that is there already, from another index or from elsewhere.
    Twice(i64),
    /// It is stored that the index gave no puzzle.
    GivenUp,
    /// This index was done before; nothing was changed.
    Before,
}

/// How far a batch has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Different puzzles that this batch brought.
    pub made: usize,
    /// Indices that gave a puzzle that was there already.
    pub twice: usize,
    /// Indices that gave no puzzle.
    pub given_up: usize,
    /// Puzzles that somebody has since removed; they do not come back.
    pub removed: usize,
    /// How many of `twice` came after the last puzzle that was new.
    pub idle: usize,
}

impl Progress {
    /// How many indices are done, whatever they gave.
    pub fn done(&self) -> usize {
        self.made + self.twice + self.given_up + self.removed
    }
}

impl<'a> Batch<'a> {
    /// Begin a batch or go on with it. `request` says everything that the puzzles depend on except
    /// the seed; how many are wanted is not part of it, so that more can be asked for later.
    /// `version` is the program's: another version may make other puzzles, so it may not go on with
    /// the batch.
    pub fn open(
        library: &'a mut Library,
        request: &str,
        seed: u64,
        version: &str,
    ) -> Result<Batch<'a>> {
        let change = library.change()?;
        change.execute(
            "INSERT OR IGNORE INTO batch (request, seed, version) VALUES (?1, ?2, ?3)",
            params![request, seed.to_string(), version],
        )?;
        let (id, begun): (i64, String) = change.query_row(
            "SELECT id, version FROM batch WHERE request = ?1 AND seed = ?2",
            params![request, seed.to_string()],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        if begun != version {
            return Err(Error::OtherVersion {
                begun,
                now: version.to_owned(),
            });
        }
        change.commit()?;
        Ok(Batch { library, id })
    }

    /// The seed of the last batch that was begun for this request, if there is one.
    pub fn last_seed(library: &Library, request: &str) -> Result<Option<u64>> {
        let seeds = "SELECT seed FROM batch WHERE request = ?1 ORDER BY id DESC LIMIT 1";
        let mut query = library.connection.prepare_cached(seeds)?;
        let mut found = query.query_map([request], |row| row.get::<_, String>(0))?;
        let seed = found.next().transpose()?;
        Ok(seed.and_then(|seed| seed.parse().ok()))
    }

    /// The indices below `count` that are not done, in order.
    pub fn missing(&self, count: u64) -> Result<impl Iterator<Item = u64> + Send + use<>> {
        let connection = &self.library.connection;
        let mut query = connection
            .prepare_cached("SELECT number FROM item WHERE batch = ?1 ORDER BY number")?;
        let done: Vec<u64> = query
            .query_map([self.id], |row| Ok(row.get::<_, i64>(0)? as u64))?
            .collect::<rusqlite::Result<_>>()?;
        let mut done = done.into_iter().peekable();
        Ok((0..count).filter(move |index| done.next_if_eq(index).is_none()))
    }

    /// Store what an index gave, in one transaction.
    pub fn store(&mut self, index: u64, outcome: &Outcome) -> Result<Stored> {
        let row = match outcome {
            Outcome::Puzzle(entry) => Ok(Row::of(entry)?),
            Outcome::GivenUp(why) => Err(why),
        };
        let batch = self.id;
        let index = i64::try_from(index).map_err(|_| Error::Unwritable("index".to_owned()))?;
        let change = self.library.change()?;
        let before = change
            .prepare_cached("SELECT 1 FROM item WHERE batch = ?1 AND number = ?2")?
            .exists(params![batch, index])?;
        if before {
            return Ok(Stored::Before);
        }
        let mut item = change.prepare_cached(
            "INSERT INTO item (batch, number, puzzle, first, why) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        let stored = match row {
            Err(why) => {
                item.execute(params![batch, index, None::<i64>, false, why])?;
                Stored::GivenUp
            }
            Ok(row) => {
                let added = row.put(&change)?;
                let first = match added {
                    Added::New(_) => true,
                    Added::There(id) => {
                        let later = change
                            .query_row(
                                "SELECT number FROM item
                                 WHERE batch = ?1 AND puzzle = ?2 AND first AND number > ?3",
                                params![batch, id, index],
                                |row| row.get::<_, i64>(0),
                            )
                            .optional()?;
                        if let Some(later) = later {
                            row.replace_kept(&change, id)?;
                            change.execute(
                                "UPDATE item SET first = 0 WHERE batch = ?1 AND number = ?2",
                                params![batch, later],
                            )?;
                        }
                        later.is_some()
                    }
                };
                item.execute(params![batch, index, added.id(), first, None::<String>])?;
                match added {
                    Added::New(id) => Stored::New(id),
                    Added::There(id) => Stored::Twice(id),
                }
            }
        };
        drop(item);
        change.commit()?;
        Ok(stored)
    }

    /// How far the batch has got, counted from the file.
    pub fn progress(&self) -> Result<Progress> {
        let counts = self.library.connection.query_row(
            "SELECT count(*) FILTER (WHERE puzzle IS NOT NULL AND first),
                    count(*) FILTER (WHERE puzzle IS NOT NULL AND NOT first),
                    count(why),
                    count(*) FILTER (WHERE puzzle IS NULL AND why IS NULL),
                    count(*) FILTER (WHERE puzzle IS NOT NULL AND NOT first AND number >
                        (SELECT coalesce(max(number), -1) FROM item WHERE batch = ?1 AND first))
             FROM item WHERE batch = ?1",
            [self.id],
            |row| {
                let count = |i| row.get::<_, i64>(i).map(|n| n as usize);
                Ok(Progress {
                    made: count(0)?,
                    twice: count(1)?,
                    given_up: count(2)?,
                    removed: count(3)?,
                    idle: count(4)?,
                })
            },
        )?;
        Ok(counts)
    }

    /// The puzzles that this batch brought: index and number in the library, in order of the index.
    pub fn puzzles(&self) -> Result<Vec<(u64, i64)>> {
        let mut query = self.library.connection.prepare_cached(
            "SELECT number, puzzle FROM item
             WHERE batch = ?1 AND puzzle IS NOT NULL AND first ORDER BY number",
        )?;
        let both = query.query_map([self.id], |row| {
            Ok((row.get::<_, i64>(0)? as u64, row.get(1)?))
        })?;
        Ok(both.collect::<rusqlite::Result<_>>()?)
    }

    /// Give the puzzles of this batch these tags, even those that were there before it. Returns how
    /// many did not have all of them yet.
    pub fn tag(&mut self, tags: &[String]) -> Result<usize> {
        let batch = self.id;
        let change = self.library.change()?;
        let mut tagged = BTreeSet::new();
        for name in tags {
            let mut add = change.prepare_cached(
                "INSERT OR IGNORE INTO tag (puzzle, name)
                 SELECT DISTINCT puzzle, ?2 FROM item WHERE batch = ?1 AND puzzle IS NOT NULL
                 RETURNING puzzle",
            )?;
            let new = add.query_map(params![batch, name], |row| row.get::<_, i64>(0))?;
            for id in new {
                tagged.insert(id?);
            }
        }
        change.commit()?;
        Ok(tagged.len())
    }

    /// The library, to look at what is kept.
    pub fn library(&self) -> &Library {
        self.library
    }
}
