//! Joining files: everything that is in any of them, nothing twice.
//!
//! What is written does not depend on the order of the files, and writing it again changes nothing.
//! That is also why a merge that was killed is simply started again: it is done in small changes,
//! each of which is whole. New puzzles are numbered in an order that depends on the files alone.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use shelf::{Side, canonical, join};

use crate::entry::{self, Row};
use crate::fault::Fault;
use crate::open;
use crate::survey::Item;
use crate::{Error, Library, Result, play};

/// What a merge changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Puzzles that were not there.
    pub new: usize,
    /// Puzzles that were there already.
    pub there: usize,
    /// Plays that were not there.
    pub plays: usize,
    /// What could not be merged: which of the files (counted from 0; none if it is the library
    /// itself) and what is wrong.
    pub faults: Vec<(Option<usize>, Fault)>,
    /// What else is to be said.
    pub notes: Vec<String>,
}

/// How many puzzles or indices are merged in one change.
const AT_ONCE: usize = 100;

/// A puzzle of the files: where it is found, as file and number.
struct Found {
    key: String,
    places: Vec<(usize, i64)>,
}

impl Found {
    /// New puzzles come in the order that they have where they come from.
    fn rank(&self) -> (i64, &str) {
        let least = self.places.iter().map(|(_, id)| *id).min();
        (least.unwrap_or(0), &self.key)
    }
}

impl Library {
    /// Bring everything in that these files hold. A file that is damaged is refused, because what it
    /// hides would be missing without a word.
    pub fn merge(&mut self, files: &[Library]) -> Result<Merged> {
        // Each as it is at one instant, even if somebody is writing into it.
        let looks = files
            .iter()
            .map(|file| file.connection.unchecked_transaction());
        let looks: Vec<Transaction> = looks.collect::<rusqlite::Result<_>>()?;
        for file in files {
            let found = open::complaints(&file.connection, "quick_check", 1);
            let found = found.unwrap_or_else(|error| vec![error.to_string()]);
            if let [why, ..] = &found[..] {
                return Err(Error::Unmergeable {
                    path: file.name.clone(),
                    why: format!("it is damaged ({why}); `gridwright library repair` it first"),
                });
            }
        }
        let mut merged = Merged::default();
        let mut found: Vec<Found> = collect(&looks, &mut merged)?;
        found.sort_by(|a, b| a.rank().cmp(&b.rank()));
        let mut numbers: BTreeMap<(usize, i64), i64> = BTreeMap::new();
        for chunk in found.chunks(AT_ONCE) {
            let change = self.change()?;
            for puzzle in chunk {
                let kept = bring(&change, &looks, puzzle, &mut merged)?;
                if let Some(kept) = kept {
                    numbers.extend(puzzle.places.iter().map(|place| (*place, kept)));
                }
            }
            change.commit()?;
        }
        for batch in batches(&looks)? {
            self.merge_batch(&batch, &looks[batch.at], &numbers, &mut merged)?;
        }
        Ok(merged)
    }

    fn merge_batch(
        &mut self,
        from: &FoundBatch,
        look: &Connection,
        numbers: &BTreeMap<(usize, i64), i64>,
        merged: &mut Merged,
    ) -> Result<()> {
        let change = self.change()?;
        let batch = same_batch(&change, from, merged)?;
        change.commit()?;
        let Some(batch) = batch else {
            return Ok(());
        };
        let mut query =
            look.prepare_cached("SELECT number, puzzle, first, why FROM item WHERE batch = ?1")?;
        let items = query.query_map([from.id], |row| {
            Ok(Item {
                batch,
                number: row.get(0)?,
                puzzle: row.get(1)?,
                first: row.get(2)?,
                why: row.get(3)?,
            })
        })?;
        let items: Vec<Item> = items.collect::<rusqlite::Result<_>>()?;
        for chunk in items.chunks(AT_ONCE * 10) {
            let change = self.change()?;
            for item in chunk {
                let puzzle = item.puzzle.map(|id| numbers.get(&(from.at, id)).copied());
                // One whose puzzle could not be merged is made again if the batch goes on.
                if puzzle != Some(None) {
                    let puzzle = puzzle.flatten();
                    bring_item(
                        &change,
                        &Item {
                            puzzle,
                            ..item.clone()
                        },
                    )?;
                }
            }
            tidy_firsts(&change, batch)?;
            change.commit()?;
        }
        Ok(())
    }
}

/// Which puzzles there are in the files.
fn collect(looks: &[Transaction], merged: &mut Merged) -> Result<Vec<Found>> {
    let mut found: BTreeMap<String, Vec<(usize, i64)>> = BTreeMap::new();
    for (at, look) in looks.iter().enumerate() {
        let mut query = look.prepare("SELECT id FROM puzzle ORDER BY id")?;
        let ids = query.query_map([], |row| row.get(0))?;
        for id in ids.collect::<rusqlite::Result<Vec<i64>>>()? {
            // The plays are read, too: one that cannot be read must not stop the merge halfway.
            match side(look, id) {
                Ok(Side { entry, .. }) => {
                    let key = canonical(entry.document.puzzle.as_ref());
                    found.entry(key).or_default().push((at, id));
                }
                Err(Error::BadPuzzle { id, why }) => {
                    merged.faults.push((Some(at), Fault::puzzle(id, why)));
                }
                Err(error) => return Err(error),
            }
        }
    }
    let found = found.into_iter();
    Ok(found.map(|(key, places)| Found { key, places }).collect())
}

fn side(connection: &Connection, id: i64) -> Result<Side> {
    Ok(Side {
        entry: entry::get(connection, id)?.ok_or(Error::NoPuzzle(id))?,
        plays: play::of(connection, id)?,
    })
}

/// Bring a puzzle in, and give the number under which it is kept; none if what is kept of it cannot
/// be read.
fn bring(
    change: &Connection,
    looks: &[Transaction],
    puzzle: &Found,
    merged: &mut Merged,
) -> Result<Option<i64>> {
    let mut sides = Vec::new();
    let kept = entry::find(change, &puzzle.key)?;
    if let Some(id) = kept {
        match side(change, id) {
            Ok(own) => sides.push(own),
            Err(Error::BadPuzzle { id, why }) => {
                merged.faults.push((None, Fault::puzzle(id, why)));
                return Ok(None);
            }
            Err(error) => return Err(error),
        }
    }
    for &(at, id) in &puzzle.places {
        sides.push(side(&looks[at], id)?);
    }
    let joined = join::join(&mut sides, kept.is_some());
    let row = Row::with_key(&joined, puzzle.key.clone())?;
    let id = match kept {
        None => {
            merged.new += 1;
            row.put(change)?.id()
        }
        Some(id) => {
            merged.there += 1;
            if row.adds_to(&sides[0].entry)? {
                row.replace(change, id)?;
                row.put_tags(change, id)?;
            }
            id
        }
    };
    let plays = join::plays(&play::numbered(change, id)?, &sides);
    play::write_joined(change, id, &plays)?;
    merged.plays += plays.new.len();
    Ok(Some(id))
}

/// A batch of one of the files.
struct FoundBatch {
    at: usize,
    id: i64,
    request: String,
    seed: String,
    version: String,
}

/// The batches of all files, in an order that does not depend on that of the files.
fn batches(looks: &[Transaction]) -> Result<Vec<FoundBatch>> {
    let mut all: Vec<FoundBatch> = Vec::new();
    for (at, look) in looks.iter().enumerate() {
        let mut query = look.prepare("SELECT id, request, seed, version FROM batch")?;
        let found = query.query_map([], |row| {
            Ok(FoundBatch {
                at,
                id: row.get(0)?,
                request: row.get(1)?,
                seed: row.get(2)?,
                version: row.get(3)?,
            })
        })?;
        for batch in found {
            all.push(batch?);
        }
    }
    let mut ranks: BTreeMap<(String, String), i64> = BTreeMap::new();
    for batch in &all {
        let key = (batch.request.clone(), batch.seed.clone());
        let rank = ranks.entry(key).or_insert(batch.id);
        *rank = batch.id.min(*rank);
    }
    all.sort_by_cached_key(|batch| {
        let key = (batch.request.clone(), batch.seed.clone());
        (ranks[&key], key, batch.version.clone())
    });
    Ok(all)
}

/// The number of this batch here. Of two versions of the program that made different puzzles of it,
/// the later one counts, whichever comes first: none if that is not this one.
fn same_batch(change: &Connection, from: &FoundBatch, merged: &mut Merged) -> Result<Option<i64>> {
    change.execute(
        "INSERT OR IGNORE INTO batch (request, seed, version) VALUES (?1, ?2, ?3)",
        [&from.request, &from.seed, &from.version],
    )?;
    let (id, begun): (i64, String) = change.query_row(
        "SELECT id, version FROM batch WHERE request = ?1 AND seed = ?2",
        [&from.request, &from.seed],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if begun == from.version {
        return Ok(Some(id));
    }
    merged.notes.push(format!(
        "the batch {:?}, seed {}, was made by two versions of Gridwright, {begun} and {}; all puzzles \
         are kept, but only the later version can go on with it",
        from.request, from.seed, from.version
    ));
    if from.version < begun {
        return Ok(None);
    }
    change.execute("DELETE FROM item WHERE batch = ?1", [id])?;
    let later = "UPDATE batch SET version = ?2 WHERE id = ?1";
    change.execute(later, params![id, from.version])?;
    Ok(Some(id))
}

/// What is known of an index: that it gave a puzzle, else that it was given up, else that its puzzle
/// was removed.
fn bring_item(change: &Connection, item: &Item) -> Result<()> {
    let mut known = change
        .prepare_cached("SELECT puzzle, first, why FROM item WHERE batch = ?1 AND number = ?2")?;
    let known = known.query_row([item.batch, item.number], |row| {
        Ok(Item {
            puzzle: row.get(0)?,
            first: row.get(1)?,
            why: row.get(2)?,
            ..item.clone()
        })
    });
    let known = known.optional()?;
    let worth = |item: &Item| (item.puzzle.is_some(), item.why.is_some());
    let joined = match known {
        Some(known) if worth(&known) > worth(item) => known,
        Some(known) if worth(&known) == worth(item) => Item {
            first: known.first || item.first,
            why: known.why.min(item.why.clone()),
            ..known
        },
        _ => item.clone(),
    };
    change
        .prepare_cached(
            "INSERT INTO item (batch, number, puzzle, first, why) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO UPDATE SET puzzle = ?3, first = ?4, why = ?5",
        )?
        .execute(params![
            joined.batch,
            joined.number,
            joined.puzzle,
            joined.first,
            joined.why
        ])?;
    Ok(())
}

/// A batch brought a puzzle with the smallest of the indices that gave it.
fn tidy_firsts(change: &Connection, batch: i64) -> Result<()> {
    change.execute(
        "UPDATE item SET first = (number = (SELECT min(number) FROM item AS other
             WHERE other.batch = item.batch AND other.puzzle = item.puzzle))
         WHERE batch = ?1 AND puzzle IN (SELECT puzzle FROM item WHERE batch = ?1 AND first)",
        [batch],
    )?;
    Ok(())
}
