//! Taking care of files: looking whether one is sound, saving what is sound into a new one, copying.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior, params};

use crate::entry::Row;
use crate::fault::Fault;
use crate::open::{self, Health, Open};
use crate::schema::{self, KNOWN, OURS};
use crate::survey::{Find, survey};
use crate::{Added, Error, Library, Result, play};

/// What a file holds, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// Puzzles that can be read.
    pub puzzles: usize,
    /// Their tags.
    pub tags: usize,
    /// How often they were played.
    pub plays: usize,
    /// Batches.
    pub batches: usize,
    /// Everything that is wrong; what is named here and not said to be left is lost.
    pub faults: Vec<Fault>,
}

impl Contents {
    fn count(&mut self, find: &Find) {
        match find {
            Find::Puzzle { .. } => self.puzzles += 1,
            Find::Tag { .. } => self.tags += 1,
            Find::Play { .. } => self.plays += 1,
            Find::Batch { .. } => self.batches += 1,
            Find::Item(_) | Find::LastNumber(_) => {}
        }
    }
}

/// Look at a file: what SQLite says about it, whether it declares what a library does, and then every
/// row. Nothing is changed. An error if it is no library at all.
pub fn check(path: &Path) -> Result<Contents> {
    /// There may be a complaint for every row; the first ones show what is the matter.
    const COMPLAINTS: usize = 20;
    let connection = open::to_examine(path)?;
    let mut contents = Contents::default();
    let mut faults = declarations(&connection, path)?;
    match open::complaints(&connection, "integrity_check", COMPLAINTS) {
        Ok(complaints) => faults.extend(complaints.into_iter().map(Fault::file)),
        Err(error) => faults.push(Fault::file(damage(error)?)),
    }
    let found = survey(&connection, &mut |find| {
        contents.count(&find);
        Ok(None)
    });
    faults.extend(faults_of(found)?);
    contents.faults = faults;
    Ok(contents)
}

/// Save whatever can be read of a file, however damaged, into a new one. Numbers stay.
pub fn repair(path: &Path, to: &Path) -> Result<Contents> {
    is_free(to)?;
    let from = open::to_examine(path)?;
    let mut new = Library::open(to, Open::OrCreate)?;
    save(&from, path, &mut new.connection)
}

impl Library {
    /// What can be read of a damaged file, in memory, and what is wrong with it.
    pub fn salvaged(path: &Path) -> Result<(Library, Vec<Fault>)> {
        let from = open::to_examine(path)?;
        let mut connection = open::in_memory()?;
        let saved = save(&from, path, &mut connection)?;
        let library = Library {
            connection,
            writable: false,
            health: Health::default(),
            name: path.display().to_string(),
        };
        Ok((library, saved.faults))
    }

    /// Copy the library as it is at this instant into a new file, whoever is writing into it. The copy
    /// is compact, of the present version, and has been checked.
    pub fn backup(&self, to: &Path) -> Result<()> {
        is_free(to)?;
        let name = to.to_str().ok_or_else(|| Error::Unreadable {
            path: to.display().to_string(),
            why: "its name is not text".to_owned(),
        })?;
        self.connection.pragma_update(None, "query_only", false)?;
        let copied = self.connection.execute("VACUUM INTO ?1", [name]);
        (self.connection).pragma_update(None, "query_only", !self.writable)?;
        copied?;
        let copy = open::to_examine(to)?;
        match open::complaints(&copy, "integrity_check", 1)?.pop() {
            None => Ok(()),
            Some(why) => Err(Error::Damaged(why)),
        }
    }
}

fn is_free(path: &Path) -> Result<()> {
    match std::fs::symlink_metadata(path) {
        Err(_) => Ok(()),
        Ok(_) => Err(Error::Taken(path.display().to_string())),
    }
}

/// The words of an error about the file; others are passed on.
fn damage(error: rusqlite::Error) -> Result<String> {
    match error.into() {
        Error::Damaged(why) => Ok(why),
        other => Err(other),
    }
}

/// A file may be so damaged that nothing can be asked.
fn faults_of(found: Result<Vec<Fault>>) -> Result<Vec<Fault>> {
    match found {
        Err(Error::Damaged(why)) => Ok(vec![Fault::file(format!("nothing can be read: {why}"))]),
        found => found,
    }
}

/// What the file declares that a library does not, or the other way round.
fn declarations(connection: &Connection, path: &Path) -> Result<Vec<Fault>> {
    let version = match schema::header(connection)? {
        (OURS, version @ 1..=KNOWN) => version,
        (OURS, found) if found > KNOWN => {
            return Err(Error::Newer {
                path: path.display().to_string(),
                found,
                known: KNOWN,
            });
        }
        (0, 0) => return Err(Error::Missing(path.display().to_string())),
        _ => return Err(Error::Foreign(path.display().to_string())),
    };
    let differences = schema::differences(connection, version);
    faults_of(differences.map(|all| all.iter().map(|what| Fault::at("the file", what)).collect()))
}

/// Write everything that a survey finds into an empty library, in one change.
fn save(from: &Connection, path: &Path, to: &mut Connection) -> Result<Contents> {
    let mut faults = declarations(from, path)?;
    let change = to.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut contents = Contents::default();
    // Puzzles that turn out to be the same as an earlier one.
    let mut moved: BTreeMap<i64, i64> = BTreeMap::new();
    let mut batches: BTreeMap<i64, i64> = BTreeMap::new();
    let found = survey(from, &mut |find| {
        contents.count(&find);
        let now = |id: i64| moved.get(&id).copied().unwrap_or(id);
        match find {
            Find::Puzzle { id, entry } => {
                let added = Row::of(&entry).and_then(|row| row.put_as(&change, Some(id)));
                match added {
                    Ok(Added::New(_)) => {}
                    Ok(Added::There(other)) => {
                        moved.insert(id, other);
                        contents.puzzles -= 1;
                        let why = format!("is the same as puzzle {other}, and was kept once");
                        return Ok(Some(Fault::puzzle(id, why)));
                    }
                    Err(error) => return Err(error),
                }
            }
            Find::Tag { puzzle, name } => {
                let tag = "INSERT OR IGNORE INTO tag (puzzle, name) VALUES (?1, ?2)";
                change.execute(tag, params![now(puzzle), name])?;
            }
            Find::Play { puzzle, play } => play::append(&change, now(puzzle), &play)?,
            Find::Batch {
                id,
                request,
                seed,
                version,
            } => {
                let batch = "INSERT OR IGNORE INTO batch (id, request, seed, version)
                             VALUES (?1, ?2, ?3, ?4)";
                change.execute(batch, params![id, request, seed, version])?;
                let kept = "SELECT id FROM batch WHERE request = ?1 AND seed = ?2";
                let kept = change.query_row(kept, [request, seed], |row| row.get(0))?;
                batches.insert(id, kept);
            }
            Find::Item(item) => {
                let batch = batches.get(&item.batch).copied().unwrap_or(item.batch);
                change.execute(
                    "INSERT OR IGNORE INTO item (batch, number, puzzle, first, why)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![
                        batch,
                        item.number,
                        item.puzzle.map(now),
                        item.first,
                        item.why
                    ],
                )?;
            }
            Find::LastNumber(last) => {
                let known = "UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = 'puzzle'";
                if change.execute(known, [last])? == 0 {
                    let first = "INSERT INTO sqlite_sequence (name, seq) VALUES ('puzzle', ?1)";
                    change.execute(first, [last])?;
                }
            }
        }
        Ok(None)
    });
    faults.extend(faults_of(found)?);
    change.commit()?;
    contents.faults = faults;
    Ok(contents)
}
