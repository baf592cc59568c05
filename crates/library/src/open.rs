//! Opening a file: without harming one that is not ours, without trusting one that is, and without
//! writing where nothing can be written.
//!
//! A library on a read-only medium, or one that belongs to somebody else, can be read. A file in WAL
//! mode normally needs two more files beside it even for that; where they cannot be made nobody can
//! write either, so SQLite is told that the file does not change.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::{Error, Result};
use crate::schema::{self, KNOWN, OURS};

/// What the file is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// To be read and written. The file must exist; if it cannot be written to, it can be read.
    Existing,
    /// The same, and the file is created if it does not exist.
    OrCreate,
    /// Only to be read. The file must exist, and nothing in it is changed: one of an older version
    /// stays as it is.
    Reading,
}

/// How long a writer waits for the others; a change takes a millisecond.
const LOCK_WAIT: Duration = Duration::from_secs(30);

/// A file is copied into memory in one go, after a short wait if somebody has just locked it.
const PAGES: i32 = i32::MAX;
const PAUSE: Duration = Duration::from_millis(20);

/// An open file.
pub struct Opened {
    pub connection: Connection,
    pub writable: bool,
    pub health: Health,
}

/// Open the file, after a look at whether it is ours, and bring it up to date if it may be changed.
pub fn open(path: &Path, open: Open) -> Result<Opened> {
    let name = path.display().to_string();
    look_at(path, open == Open::OrCreate, &name)?;
    if open == Open::Reading {
        return reading(path, &name);
    }
    match writing(path, open == Open::OrCreate, &name) {
        Err(Error::ReadOnly) => reading(path, &name),
        other => other,
    }
}

fn writing(path: &Path, create: bool, name: &str) -> Result<Opened> {
    let mut connection = connect(path, create, name)?;
    if connection.is_readonly("main")? {
        return Err(Error::ReadOnly);
    }
    match schema::header(&connection)? {
        (OURS, KNOWN) => schema::compare(&connection, KNOWN)?,
        (OURS, found @ KNOWN..) => return Err(newer(name, found)),
        _ => schema::bring_up_to_date(&mut connection, create, name)?,
    }
    // With a write-ahead log, readers and the writer do not wait for each other. If it cannot be
    // switched on right now, because others are using the file, the file is just as safe without
    // it.
    let _ = connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()));
    // With this setting a killed process loses nothing; a power cut may lose the last changes, but
    // never half of one.
    connection.pragma_update(None, "synchronous", "normal")?;
    Ok(Opened {
        connection,
        writable: true,
        health: Health::of(path),
    })
}

fn reading(path: &Path, name: &str) -> Result<Opened> {
    let mut connection = connect_to_read(path, name)?;
    match schema::header(&connection)? {
        (OURS, KNOWN) => schema::compare(&connection, KNOWN)?,
        (OURS, found @ KNOWN..) => return Err(newer(name, found)),
        (OURS, version @ 1..KNOWN) => {
            schema::compare(&connection, version)?;
            // An older version is brought up to date in memory.
            let mut copy = Connection::open_in_memory()?;
            Backup::new(&connection, &mut copy)?.run_to_completion(PAGES, PAUSE, None)?;
            defend(&copy)?;
            schema::bring_up_to_date(&mut copy, false, name)?;
            connection = copy;
        }
        (0, 0) => return Err(Error::Missing(name.to_owned())),
        _ => return Err(Error::Foreign(name.to_owned())),
    }
    connection.pragma_update(None, "query_only", true)?;
    Ok(Opened {
        connection,
        writable: false,
        health: Health::default(),
    })
}

fn newer(name: &str, found: i64) -> Error {
    Error::Newer {
        path: name.to_owned(),
        found,
        known: KNOWN,
    }
}

/// An empty library in memory.
pub fn in_memory() -> Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    defend(&connection)?;
    schema::bring_up_to_date(&mut connection, true, "memory")?;
    Ok(connection)
}

/// A connection to look at whatever is in the file, as long as its first bytes say that it is a
/// library. It may be damaged and it may declare anything; nothing of that is run, and nothing is
/// changed.
pub fn to_examine(path: &Path) -> Result<Connection> {
    let name = path.display().to_string();
    look_at(path, false, &name)?;
    let connection = connect_to_read(path, &name)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

// ---- connections ----

fn connect(path: &Path, create: bool, name: &str) -> Result<Connection> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
    // SQLite does not take some names, such as ":memory:", for files; with a folder in front it
    // does.
    let path = Path::new(".").join(path);
    let connection = Connection::open_with_flags(&path, flags).map_err(|e| unreadable(name, e))?;
    now_known(&path);
    defend(&connection)?;
    Ok(connection)
}

/// SQLite itself goes on reading if the file cannot be written to, but what it wants beside the file
/// may be impossible.
fn connect_to_read(path: &Path, name: &str) -> Result<Connection> {
    let connection = connect(path, false, name)?;
    // Whoever is writing has a log there.
    let at_rest = connection.is_readonly("main")? && !beside(path, "-wal").exists();
    if !at_rest {
        use ErrorCode::{CannotOpen, ReadOnly};
        match schema::header(&connection) {
            Ok(_) => return Ok(connection),
            Err(e) if matches!(e.sqlite_error_code(), Some(CannotOpen | ReadOnly)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    drop(connection);
    for end in ["-wal", "-journal"] {
        let beside = beside(path, end);
        if fs::metadata(&beside).is_ok_and(|file| file.len() > 0) {
            let why = format!(
                "the last changes are still in {}, which can only be read in a folder that can be \
                 written to; copy both files into one",
                beside.display()
            );
            return Err(unreadable(name, why));
        }
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let address = unchanging(path).map_err(|e| unreadable(name, e))?;
    let connection =
        Connection::open_with_flags(address, flags).map_err(|e| unreadable(name, e))?;
    defend(&connection)?;
    Ok(connection)
}

fn unreadable(name: &str, why: impl ToString) -> Error {
    Error::Unreadable {
        path: name.to_owned(),
        why: why.to_string(),
    }
}

/// The file that SQLite keeps beside this one.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    name.into()
}

/// The address of a file that does not change while it is read.
fn unchanging(path: &Path) -> std::io::Result<String> {
    let path = std::path::absolute(path)?;
    let mut address = "file:".to_owned();
    if !path.as_os_str().as_encoded_bytes().starts_with(b"/") {
        address.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => {
                address.push(byte.into());
            }
            b'\\' if cfg!(windows) => address.push('/'),
            _ => address += &format!("%{byte:02X}"),
        }
    }
    Ok(address + "?immutable=1")
}

/// Nothing that a file declares is run or believed, and damage is looked for while reading.
fn defend(connection: &Connection) -> Result<()> {
    connection.busy_timeout(LOCK_WAIT)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    for unwanted in [
        DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA,
        DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER,
        DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW,
    ] {
        connection.set_db_config(unwanted, false)?;
    }
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(connection.pragma_update(None, "foreign_keys", true)?)
}

// ---- what this process knows about files ----

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

/// Whether a file has been found undamaged. Looking takes as long as reading the whole file, so it is
/// done once, before the first change, for all who have the file open in this process.
#[derive(Clone, Default)]
pub struct Health(Arc<AtomicBool>);

/// The health of files that are open for writing.
static IN_USE: Mutex<BTreeMap<PathBuf, Weak<AtomicBool>>> = Mutex::new(BTreeMap::new());

impl Health {
    fn of(path: &Path) -> Health {
        let Ok(path) = fs::canonicalize(path) else {
            return Health::default();
        };
        let mut files = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        files.retain(|_, health| health.strong_count() > 0);
        if let Some(health) = files.get(&path).and_then(Weak::upgrade) {
            return Health(health);
        }
        let health = Health::default();
        files.insert(path, Arc::downgrade(&health.0));
        health
    }

    /// An error if the file is damaged: then nothing must be written into it.
    pub fn demand(&self, connection: &Connection) -> Result<()> {
        if self.0.load(Ordering::Relaxed) {
            return Ok(());
        }
        match complaints(connection, "quick_check", 1) {
            Ok(complaints) if complaints.is_empty() => {
                self.0.store(true, Ordering::Relaxed);
                Ok(())
            }
            Ok(complaints) => Err(Error::NotWritten(complaints.join("; "))),
            Err(error) => match error.into() {
                Error::Damaged(why) => Err(Error::NotWritten(why)),
                other => Err(other),
            },
        }
    }
}

/// What SQLite's own check (`quick_check` or `integrity_check`) says about a file; nothing if all is
/// well.
pub fn complaints(
    connection: &Connection,
    check: &str,
    most: usize,
) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare(&format!("PRAGMA {check}({most})"))?;
    let mut rows = query.query([])?;
    let mut complaints = Vec::new();
    while let Some(row) = rows.next()? {
        let said = String::from_utf8_lossy(row.get_ref(0)?.as_bytes()?).into_owned();
        let lines = said.lines().map(str::trim);
        complaints.extend(
            lines
                .filter(|line| !line.is_empty() && *line != "ok" && !line.starts_with("***"))
                .map(str::to_owned),
        );
    }
    Ok(complaints)
}

/// Is this our file, or none yet? This only reads: opening another program's database with SQLite
/// would tidy it up.
fn look_at(path: &Path, create: bool, name: &str) -> Result<()> {
    if is_known(path) {
        return Ok(());
    }
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => match create {
            false => Err(Error::Missing(name.to_owned())),
            true => Ok(()),
        },
        Err(error) => Err(unreadable(name, error)),
        Ok(found) if !found.is_file() => Err(Error::Foreign(name.to_owned())),
        Ok(found) if found.len() == 0 => Ok(()),
        Ok(_) => {
            const MAGIC: &[u8] = b"SQLite format 3\0";
            const MARK: usize = 68;
            let mut start = Vec::new();
            let file = File::open(path).map_err(|e| unreadable(name, e))?;
            file.take(MARK as u64 + 4)
                .read_to_end(&mut start)
                .map_err(|e| unreadable(name, e))?;
            let ours = (OURS as u32).to_be_bytes();
            if start.starts_with(MAGIC) && start.get(MARK..) == Some(ours.as_slice()) {
                Ok(())
            } else {
                Err(Error::Foreign(name.to_owned()))
            }
        }
    }
}
