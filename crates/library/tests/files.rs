//! Files: versions, what is not a library, several connections at once, changes that are cut short.

mod common;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use common::{dump, numbered, open};
use library::{Added, Batch, Error, Library, Open, Outcome};
use rusqlite::Connection;

/// The first version, as it was.
const VERSION_1: &str = r#"
    PRAGMA application_id = 1198684018;
    PRAGMA user_version = 1;
    CREATE TABLE puzzle (
        id INTEGER PRIMARY KEY AUTOINCREMENT, family TEXT NOT NULL, rows INTEGER NOT NULL,
        cols INTEGER NOT NULL, canonical TEXT NOT NULL UNIQUE, document TEXT NOT NULL, rating TEXT,
        grade TEXT, score REAL, command TEXT, seed TEXT, number INTEGER, version TEXT
    ) STRICT;
    CREATE TABLE tag (
        puzzle INTEGER NOT NULL REFERENCES puzzle ON DELETE CASCADE, name TEXT NOT NULL,
        PRIMARY KEY (puzzle, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tag_name ON tag (name);
    INSERT INTO puzzle VALUES (5, 'hashi', 1, 3, '(old)',
        '{"type":"hashi","rows":1,"cols":3,"problem":[["1","-","1"]],"title":"Old"}',
        NULL, 'easy', 3.5, 'add', '12', 4, '0.0.9');
    INSERT INTO tag VALUES (5, 'kept');
"#;

#[test]
fn the_first_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.library");
    Connection::open(&path)
        .and_then(|old| old.execute_batch(VERSION_1))
        .expect("an old library");
    let mut library = Library::open(&path, Open::Existing).expect("opened");
    let kept = library.get(5).expect("kept");
    assert_eq!(kept.entry.tags, ["kept"]);
    assert_eq!(kept.entry.origin.seed, Some(12));
    assert_eq!(kept.entry.document.extra["title"], "Old");
    let id = library.add(&numbered(0)).expect("added").id();
    assert_eq!(id, 6);
    let mut batch = Batch::open(&mut library, "request", 1, "1").expect("a batch");
    let outcome = Outcome::Puzzle(Box::new(numbered(1)));
    batch.store(0, &outcome).expect("stored");
    // And once more: now there is nothing to do.
    assert_eq!(dump(&open(&path)).len(), 3);
}

fn refused(path: &Path) -> Error {
    let before = fs::read(path).expect("a file");
    for how in [Open::Existing, Open::OrCreate] {
        assert!(Library::open(path, how).is_err());
        assert_eq!(fs::read(path).expect("a file"), before, "changed");
    }
    let beside = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
    assert_eq!(beside.count(), 1, "something was left behind");
    Library::open(path, Open::OrCreate).err().expect("an error")
}

#[test]
fn a_newer_version_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.library");
    drop(open(&path));
    let newer = |c: Connection| c.execute_batch("PRAGMA user_version = 99");
    Connection::open(&path).and_then(newer).expect("changed");
    let error = refused(&path);
    assert!(matches!(error, Error::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("newer Gridwright"), "{error}");
}

#[test]
fn what_is_no_library_is_left_alone() {
    for content in [
        b"x".to_vec(),
        b"SQLite format 3\0".to_vec(),
        vec![0; 5000],
        "Dear diary, ".repeat(1000).into_bytes(),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.library");
        fs::write(&path, content).expect("written");
        assert!(matches!(refused(&path), Error::Foreign(_)));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.db");
    let other = |c: Connection| c.execute_batch("CREATE TABLE puzzle (id); PRAGMA user_version=1");
    Connection::open(&path).and_then(other).expect("a database");
    assert!(matches!(refused(&path), Error::Foreign(_)));
    let folder = Library::open(folder.path(), Open::OrCreate);
    assert!(matches!(folder, Err(Error::Foreign(_))));
}

#[test]
fn what_is_not_there_is_made_only_if_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.library");
    let missing = Library::open(&path, Open::Existing);
    assert!(matches!(missing, Err(Error::Missing(_))));
    assert!(!path.exists());
    fs::write(&path, "").expect("an empty file");
    let empty = Library::open(&path, Open::Existing);
    assert!(matches!(empty, Err(Error::Missing(_))));
    assert_eq!(fs::read(&path).expect("a file"), b"");
    open(&path).add(&numbered(0)).expect("added");
}

#[test]
fn several_write_at_once() {
    const EACH: u64 = 60;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.library");
    // They all create the file, too. Half of what each adds is added by the others as well.
    let work = |worker: u64| {
        let mut library = open(&path);
        // However long the others' changes take on this machine.
        library
            .wait_for(Duration::from_secs(3600))
            .expect("patience");
        let own = (0..EACH).map(|i| 1000 + worker * EACH + i);
        let mut new = 0;
        for n in (0..EACH).zip(own).flat_map(|(a, b)| [a, b]) {
            let added = library.add(&numbered(n)).expect("added");
            new += matches!(added, Added::New(_)) as usize;
            library.list(&library::Filter::default()).expect("a list");
        }
        new
    };
    let new: usize = thread::scope(|threads| {
        let work = &work;
        let threads: Vec<_> = (0..3).map(|i| threads.spawn(move || work(i))).collect();
        (threads.into_iter())
            .map(|t| t.join().expect("no panic"))
            .sum()
    });
    assert_eq!(new as u64, 4 * EACH);
    let texts = dump(&open(&path));
    assert_eq!(texts.len() as u64, 4 * EACH);
}

#[test]
fn a_change_that_is_cut_short_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, copy) = (
        folder.path().join("a.library"),
        folder.path().join("b.library"),
    );
    let mut library = open(&path);
    library.add(&numbered(0)).expect("added");
    // Another process is in the middle of a change that is too large for its memory, so that half
    // of it is in the log. What a kill leaves behind is the files as they are now.
    let mut other = Connection::open(&path).expect("opened");
    other.execute_batch("PRAGMA cache_size = 1").expect("set");
    let change = other.transaction().expect("begun");
    for n in 0..500 {
        change
            .execute(
                "INSERT INTO puzzle (family, rows, cols, canonical, document)
                 VALUES ('x', 1, 1, ?1, ?2)",
                (n.to_string(), "long ".repeat(200)),
            )
            .expect("inserted");
    }
    let log = |path: &Path| path.with_extension("library-wal");
    fs::copy(&path, &copy).expect("copied");
    fs::copy(log(&path), log(&copy)).expect("copied");
    let size = fs::metadata(log(&copy)).expect("a log").len();
    assert!(size > 100_000, "half of the change is in the log: {size}");
    let mut killed = open(&copy);
    assert_eq!(dump(&killed).len(), 1);
    killed.add(&numbered(1)).expect("added");
    assert_eq!(dump(&killed).len(), 2);
    // The same without a kill.
    drop(change);
    drop(other);
    library.add(&numbered(1)).expect("added");
    assert_eq!(dump(&library), dump(&killed));
}
