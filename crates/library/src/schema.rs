//! The tables, their versions, and whether a file has these tables and nothing else.
//!
//! The version is SQLite's `user_version`, and the number of steps below that have been taken: a new
//! file takes all of them, an older one those that it lacks, in one transaction. A step that has
//! been published never changes.
//!
//! A file may come from anybody, and a trigger or a view in it would be run by whoever writes or
//! reads: so what a file declares is compared with what the steps declare before it is used.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{Error, Result};

/// SQLite's application id, which says whose file it is: "Grwr".
pub const OURS: i64 = 0x4772_7772;

const STEPS: [&str; 2] = [
    // Puzzle numbers are never reused. Seeds do not fit into SQLite's integers.
    "CREATE TABLE puzzle (
        id        INTEGER PRIMARY KEY AUTOINCREMENT,
        family    TEXT NOT NULL,
        rows      INTEGER NOT NULL,
        cols      INTEGER NOT NULL,
        canonical TEXT NOT NULL UNIQUE,
        document  TEXT NOT NULL,
        rating    TEXT,
        grade     TEXT,
        score     REAL,
        command   TEXT,
        seed      TEXT,
        number    INTEGER,
        version   TEXT
    ) STRICT;
    CREATE TABLE tag (
        puzzle INTEGER NOT NULL REFERENCES puzzle ON DELETE CASCADE,
        name   TEXT NOT NULL,
        PRIMARY KEY (puzzle, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tag_name ON tag (name);",
    // Playing, and batches. An item with neither puzzle nor reason was removed by hand.
    "CREATE TABLE play (
        id         INTEGER PRIMARY KEY,
        puzzle     INTEGER NOT NULL REFERENCES puzzle ON DELETE CASCADE,
        at         INTEGER,
        seconds    REAL,
        solved     INTEGER NOT NULL,
        difficulty TEXT,
        fun        TEXT,
        looks      TEXT,
        board      TEXT,
        moves      TEXT
    ) STRICT;
    CREATE INDEX play_puzzle ON play (puzzle);
    CREATE TABLE batch (
        id      INTEGER PRIMARY KEY,
        request TEXT NOT NULL,
        seed    TEXT NOT NULL,
        version TEXT NOT NULL,
        UNIQUE (request, seed)
    ) STRICT;
    CREATE TABLE item (
        batch  INTEGER NOT NULL REFERENCES batch ON DELETE CASCADE,
        number INTEGER NOT NULL,
        puzzle INTEGER REFERENCES puzzle ON DELETE SET NULL,
        first  INTEGER NOT NULL,
        why    TEXT,
        PRIMARY KEY (batch, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX item_puzzle ON item (puzzle);",
];

/// The version that files of this program have.
pub const KNOWN: i64 = STEPS.len() as i64;

/// Whose file it is and its version.
pub fn header(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((number("application_id")?, number("user_version")?))
}

/// Make the tables in an empty file if that is wanted, or bring an older one up to date. `name` is
/// that of the file, for messages.
pub fn bring_up_to_date(connection: &mut Connection, create: bool, name: &str) -> Result<()> {
    // Under the lock, because another process may be doing the same.
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables: i64 = change.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0))?;
    let done = match header(&change)? {
        (0, 0) if tables == 0 && create => 0,
        (0, 0) if tables == 0 => return Err(Error::Missing(name.to_owned())),
        (OURS, version @ 1..=KNOWN) => version,
        _ => return Err(Error::Foreign(name.to_owned())),
    };
    compare(&change, done)?;
    // If another process was faster there is nothing to do.
    if done < KNOWN {
        take_steps(&change, done)?;
    }
    Ok(change.commit()?)
}

fn take_steps(connection: &Connection, done: i64) -> rusqlite::Result<()> {
    for step in &STEPS[done as usize..] {
        connection.execute_batch(step)?;
    }
    connection.pragma_update(None, "application_id", OURS)?;
    connection.pragma_update(None, "user_version", KNOWN)
}

// ---- is it as we made it? ----

/// What a file declares: kind and name, with the declaration.
type Declared = BTreeMap<(String, String), String>;

/// An error if the file declares anything but what a library of this version does.
pub fn compare(connection: &Connection, version: i64) -> Result<()> {
    match differences(connection, version)?.into_iter().next() {
        None => Ok(()),
        Some(what) => Err(Error::Altered(what)),
    }
}

/// In what a file differs from a library of this version, each as the end of a sentence that begins
/// with "the file".
pub fn differences(connection: &Connection, version: i64) -> Result<Vec<String>> {
    let ours = &ours()?[version as usize];
    let found = declared(connection)?;
    let extra = found.keys().filter(|piece| !ours.contains_key(piece));
    let extra =
        extra.map(|(kind, name)| format!("has the {kind} {name:?}, which libraries do not have"));
    let other = ours.iter().filter_map(|(piece, sql)| {
        let (kind, name) = piece;
        match found.get(piece) {
            Some(as_found) if as_found == sql => None,
            Some(_) => Some(format!(
                "declares the {kind} {name:?} in a way that libraries do not"
            )),
            None => Some(format!("lacks the {kind} {name:?}")),
        }
    });
    Ok(extra.chain(other).collect())
}

/// What libraries of every version declare.
fn ours() -> Result<&'static [Declared]> {
    static OURS: OnceLock<Vec<Declared>> = OnceLock::new();
    if let Some(ours) = OURS.get() {
        return Ok(ours);
    }
    let model = Connection::open_in_memory()?;
    let mut versions = vec![declared(&model)?];
    for step in STEPS {
        model.execute_batch(step)?;
        versions.push(declared(&model)?);
    }
    Ok(OURS.get_or_init(|| versions))
}

fn declared(connection: &Connection) -> Result<Declared> {
    let mut query =
        connection.prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema")?;
    let all = query.query_map([], |row| {
        let (kind, name, sql): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(((kind, name), as_words(&sql)))
    })?;
    let mut declared: Declared = all.collect::<rusqlite::Result<_>>()?;
    // Names that begin like this belong to SQLite: its own tables and indexes.
    declared.retain(|(kind, name), _| {
        !(name.starts_with("sqlite_") && ["table", "index"].contains(&kind.as_str()))
    });
    Ok(declared)
}

/// A declaration without regard to line breaks and indentation.
fn as_words(sql: &str) -> String {
    let spaced: String = (sql.chars())
        .flat_map(|c| match c {
            '(' | ')' | ',' => [' ', c, ' '],
            c => ['\0', c, '\0'],
        })
        .filter(|c| *c != '\0')
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}
