//! The tables, their versions, and opening a file without harming one that is not ours.
//!
//! The version is SQLite's `user_version`, and the number of steps below that have been taken: a new
//! file takes all of them, an older one those that it lacks, in one transaction. A step that has
//! been published never changes.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::Error;

/// Whether the file may be created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// The file must exist.
    Existing,
    /// The file is created if it does not exist.
    OrCreate,
}

/// SQLite's application id, which says whose file it is: "Grwr".
const OURS: i64 = 0x4772_7772;

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

const KNOWN: i64 = STEPS.len() as i64;

/// How long a writer waits for the others; a change takes a millisecond.
const LOCK_WAIT: Duration = Duration::from_secs(30);

/// Open the file, after a look at whether it is ours, and bring it up to date.
pub fn open(path: &Path, open: Open) -> Result<Connection, Error> {
    let name = path.display().to_string();
    if !is_known(path) {
        look_at(path, open, &name)?;
    }
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if open == Open::OrCreate {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    // SQLite does not take some names, such as ":memory:", for files; with a folder in front it
    // does.
    let path = Path::new(".").join(path);
    let cannot = |error: rusqlite::Error| Error::Unreadable {
        path: name.clone(),
        why: error.to_string(),
    };
    let mut connection = Connection::open_with_flags(&path, flags).map_err(cannot)?;
    now_known(&path);
    connection.busy_timeout(LOCK_WAIT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    match header(&connection)? {
        (OURS, KNOWN) => {}
        (OURS, found @ KNOWN..) => {
            return Err(Error::Newer {
                path: name,
                found,
                known: KNOWN,
            });
        }
        _ => bring_up_to_date(&mut connection, open, &name)?,
    }
    // With a write-ahead log, readers and the writer do not wait for each other. If it cannot be
    // switched on right now, because others are using the file, the file is just as safe without
    // it.
    let _ = connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()));
    // With this setting a killed process loses nothing; a power cut may lose the last changes, but
    // never half of one.
    connection.pragma_update(None, "synchronous", "normal")?;
    Ok(connection)
}

/// Files that this process has opened. Reading one of them directly again would do harm: when a
/// process closes a file, all of its locks on that file end, even those that SQLite holds.
static KNOWN_FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn is_known(path: &Path) -> bool {
    let files = KNOWN_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    fs::canonicalize(path).is_ok_and(|path| files.contains(&path))
}

fn now_known(path: &Path) {
    let mut files = KNOWN_FILES.lock().unwrap_or_else(PoisonError::into_inner);
    files.extend(fs::canonicalize(path));
}

/// Is this our file, or none yet? This only reads: opening another program's database with SQLite
/// would tidy it up.
fn look_at(path: &Path, open: Open, name: &str) -> Result<(), Error> {
    let unreadable = |error: std::io::Error| Error::Unreadable {
        path: name.to_owned(),
        why: error.to_string(),
    };
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => match open {
            Open::Existing => Err(Error::Missing(name.to_owned())),
            Open::OrCreate => Ok(()),
        },
        Err(error) => Err(unreadable(error)),
        Ok(found) if !found.is_file() => Err(Error::Foreign(name.to_owned())),
        Ok(found) if found.len() == 0 => Ok(()),
        Ok(_) => {
            const MAGIC: &[u8] = b"SQLite format 3\0";
            const MARK: usize = 68;
            let mut start = Vec::new();
            let file = File::open(path).map_err(unreadable)?;
            file.take(MARK as u64 + 4)
                .read_to_end(&mut start)
                .map_err(unreadable)?;
            let ours = (OURS as u32).to_be_bytes();
            if start.starts_with(MAGIC) && start.get(MARK..) == Some(ours.as_slice()) {
                Ok(())
            } else {
                Err(Error::Foreign(name.to_owned()))
            }
        }
    }
}

/// Whose file it is and its version.
fn header(connection: &Connection) -> Result<(i64, i64), Error> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((number("application_id")?, number("user_version")?))
}

fn bring_up_to_date(connection: &mut Connection, open: Open, name: &str) -> Result<(), Error> {
    // Under the lock, because another process may be doing the same.
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables: i64 = change.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0))?;
    let done = match header(&change)? {
        (0, 0) if tables == 0 && open == Open::OrCreate => 0,
        (0, 0) if tables == 0 => return Err(Error::Missing(name.to_owned())),
        // Another process was faster.
        (OURS, KNOWN) => return Ok(()),
        (OURS, version @ 1..KNOWN) => version,
        _ => return Err(Error::Foreign(name.to_owned())),
    };
    for step in &STEPS[done as usize..] {
        change.execute_batch(step)?;
    }
    change.pragma_update(None, "application_id", OURS)?;
    change.pragma_update(None, "user_version", KNOWN)?;
    Ok(change.commit()?)
}
