//! Everything that a file holds, row by row, however damaged it is.
//!
//! Each row is read on its own, so that one that cannot be read hides no other, and is judged: does
//! the puzzle read, is its solution right, do the columns say what the puzzle says? What is sound of
//! a bad row is handed on, and what is wrong with it is said. Checking a file is a survey that throws
//! away what it finds; repairing one writes it down elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, OptionalExtension};
use shelf::{Entry, Play};

use crate::Result;
use crate::fault::Fault;
use crate::judge::{self, damage};
use crate::play;
use crate::reach;

/// What a survey comes across. Puzzles come first, and batches before their items.
pub enum Find {
    /// A puzzle, without its tags.
    Puzzle { id: i64, entry: Box<Entry> },
    /// A tag of a puzzle that came before.
    Tag { puzzle: i64, name: String },
    /// A play of a puzzle that came before.
    Play { puzzle: i64, play: Box<Play> },
    /// A batch.
    Batch {
        id: i64,
        request: String,
        seed: String,
        version: String,
    },
    /// An index of a batch that came before.
    Item(Item),
    /// The greatest number that a puzzle ever had.
    LastNumber(i64),
}

/// What an index of a batch gave.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Item {
    pub batch: i64,
    pub number: i64,
    pub puzzle: Option<i64>,
    pub first: bool,
    pub why: Option<String>,
}

/// Takes what is found, and says if something is wrong with it beside the rest.
pub type Taker<'a> = dyn FnMut(Find) -> Result<Option<Fault>> + 'a;

/// Read everything, and hand on what is sound.
pub fn survey(connection: &Connection, take: &mut Taker) -> Result<Vec<Fault>> {
    let look = connection.unchecked_transaction()?;
    let mut survey = Survey {
        connection: &look,
        take,
        faults: Vec::new(),
        puzzles: BTreeSet::new(),
    };
    survey.puzzles()?;
    survey.last_number()?;
    survey.tags()?;
    survey.plays()?;
    survey.batches()?;
    Ok(survey.faults)
}

struct Survey<'a> {
    connection: &'a Connection,
    take: &'a mut Taker<'a>,
    faults: Vec<Fault>,
    puzzles: BTreeSet<i64>,
}

impl Survey<'_> {
    fn hand_on(&mut self, find: Find) -> Result<()> {
        self.faults.extend((self.take)(find)?);
        Ok(())
    }

    fn has(&self, table: &str) -> Result<bool> {
        let there = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        let found = (self.connection).query_row(there, [table], |_| Ok(()));
        match found.optional() {
            Ok(found) => Ok(found.is_some()),
            Err(error) => damage(error).map(|_| false),
        }
    }

    /// The numbers in a table of what is called so, as far as they can be reached.
    fn numbers(&mut self, table: &str, what: &str) -> Result<BTreeSet<i64>> {
        if !self.has(table)? {
            // That a table is not there is said elsewhere; older versions do not have all.
            return Ok(BTreeSet::new());
        }
        let reached = reach::numbers(self.connection, table)?;
        for gap in &reached.gaps {
            let place = match (gap.after, gap.before) {
                (after, Some(before)) => format!("{what} between {after} and {before}"),
                (after, None) => format!("{what} after {after}"),
            };
            let why = format!("cannot be reached: {}", gap.why);
            self.faults.push(Fault::at(place, why));
        }
        Ok(reached.numbers)
    }

    fn puzzles(&mut self) -> Result<()> {
        let mut numbers = self.numbers("puzzle", "puzzles")?;
        // The index of keys knows every puzzle, and a key holds the clues.
        let keys = match self.has("puzzle")? {
            true => reach::both_ways(
                self.connection,
                &["SELECT canonical, id FROM puzzle ORDER BY canonical"],
                |row| Ok((row.get::<_, i64>(1)?, row.get::<_, String>(0)?)),
            )?,
            false => reach::Rows::default(),
        };
        let keys: BTreeMap<i64, String> = keys.rows.into_iter().collect();
        numbers.extend(keys.keys());
        for id in numbers {
            let key = keys.get(&id).map(String::as_str);
            let (entry, whys) = judge::puzzle(self.connection, id, key)?;
            let whys = whys.iter().map(|why| Fault::puzzle(id, why));
            self.faults.extend(whys);
            if let Some(entry) = entry {
                self.puzzles.insert(id);
                let entry = Box::new(entry);
                self.hand_on(Find::Puzzle { id, entry })?;
            }
        }
        Ok(())
    }

    fn last_number(&mut self) -> Result<()> {
        // As many as a number in JSON can say; beyond is nonsense.
        const LARGEST_JSON_NUMBER: i64 = 1 << 53;
        let greatest = self.puzzles.last().copied().unwrap_or(0);
        let read = (self.connection).query_row(
            "SELECT seq FROM sqlite_sequence WHERE name = 'puzzle'",
            [],
            |row| row.get::<_, i64>(0),
        );
        let why = match read.optional() {
            Ok(Some(last)) if (greatest..LARGEST_JSON_NUMBER).contains(&last) => {
                return self.hand_on(Find::LastNumber(last));
            }
            Ok(None) if greatest == 0 => return Ok(()),
            Ok(_) => "it is not known which number was the last".to_owned(),
            Err(error) => damage(error)?,
        };
        let why = format!("the numbers of removed puzzles might be given again: {why}");
        self.faults.push(Fault::file(why));
        Ok(())
    }

    fn tags(&mut self) -> Result<()> {
        if !self.has("tag")? {
            return Ok(());
        }
        let tags = reach::both_ways(
            self.connection,
            &[
                "SELECT puzzle, name FROM tag NOT INDEXED ORDER BY puzzle, name",
                "SELECT puzzle, name FROM tag INDEXED BY tag_name ORDER BY name, puzzle",
            ],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)),
        )?;
        (self.faults).extend(tags.why.map(|why| Fault::at("some tags", why)));
        for (puzzle, name) in tags.rows {
            if self.puzzles.contains(&puzzle) {
                self.hand_on(Find::Tag { puzzle, name })?;
            } else {
                let why = format!("there is no such puzzle, or it cannot be read: {name:?}");
                (self.faults).push(Fault::at(format!("a tag of puzzle {puzzle}"), why));
            }
        }
        Ok(())
    }

    fn plays(&mut self) -> Result<()> {
        for id in self.numbers("play", "plays")? {
            let place = format!("play {id}");
            let mut query = (self.connection).prepare_cached(&format!(
                "SELECT {}, puzzle FROM play NOT INDEXED WHERE id = ?1",
                play::COLUMNS
            ))?;
            let mut whys = Vec::new();
            let read = query.query_row([id], |row| {
                Ok((play::lenient(row, &mut whys)?, row.get::<_, i64>(8)?))
            });
            let whys = whys.into_iter().map(|why| Fault::at(&place, why));
            self.faults.extend(whys);
            match read {
                Ok((play, puzzle)) if self.puzzles.contains(&puzzle) => {
                    let play = Box::new(play);
                    self.hand_on(Find::Play { puzzle, play })?;
                }
                Ok((_, puzzle)) => {
                    let why = format!("there is no puzzle {puzzle}, or it cannot be read");
                    self.faults.push(Fault::at(place, why));
                }
                Err(error) => self.faults.push(Fault::at(place, damage(error)?)),
            }
        }
        Ok(())
    }

    fn batches(&mut self) -> Result<()> {
        let mut batches = BTreeSet::new();
        for id in self.numbers("batch", "batches")? {
            let read = (self.connection)
                .prepare_cached(
                    "SELECT request, seed, version FROM batch NOT INDEXED WHERE id = ?1",
                )?
                .query_row([id], |row| {
                    Ok(Find::Batch {
                        id,
                        request: row.get(0)?,
                        seed: row.get(1)?,
                        version: row.get(2)?,
                    })
                });
            let why = match read {
                Ok(Find::Batch { seed, .. }) if seed.parse::<u64>().is_err() => {
                    "its seed is not a number".to_owned()
                }
                Ok(batch) => {
                    batches.insert(id);
                    self.hand_on(batch)?;
                    continue;
                }
                Err(error) => damage(error)?,
            };
            self.faults.push(Fault::at(format!("batch {id}"), why));
        }
        if !self.has("item")? {
            return Ok(());
        }
        let items = reach::both_ways(
            self.connection,
            &[
                "SELECT batch, number, puzzle, first, why FROM item NOT INDEXED ORDER BY batch, number",
            ],
            |row| {
                Ok(Item {
                    batch: row.get(0)?,
                    number: row.get(1)?,
                    puzzle: row.get(2)?,
                    first: row.get(3)?,
                    why: row.get(4)?,
                })
            },
        )?;
        (self.faults).extend(
            items
                .why
                .map(|why| Fault::at("some indices of batches", why)),
        );
        for item in items.rows {
            let place = format!("index {} of batch {}", item.number, item.batch);
            let there = item.puzzle.is_none_or(|id| self.puzzles.contains(&id));
            if batches.contains(&item.batch) && there {
                self.hand_on(Find::Item(item))?;
            } else {
                // It is made again when the batch is continued.
                let why = "its batch or its puzzle is not there, or cannot be read";
                self.faults.push(Fault::at(place, why));
            }
        }
        Ok(())
    }
}
