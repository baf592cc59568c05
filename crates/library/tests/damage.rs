//! Damaged and foreign files: nothing is written into them, what can be read is read, what cannot is
//! named, and repairing loses no more than that.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::{dump, numbered, open};
use library::{Contents, Error, Fault, Filter, Library, Open, Play, check, repair};
use rusqlite::Connection;

/// A folder with a library of this many puzzles, some of them played.
fn shelf(puzzles: u64) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.library");
    let mut library = open(&path);
    let entries: Vec<_> = (0..puzzles).map(numbered).collect();
    library.add_all(&entries).expect("added");
    for id in (1..=puzzles as i64).step_by(7) {
        library.played(id, &Play::default()).expect("played");
    }
    let mut batch = library::Batch::open(&mut library, "request", 1, "1").expect("a batch");
    for index in 0..puzzles.min(20) {
        let outcome = library::Outcome::Puzzle(Box::new(numbered(index)));
        batch.store(index, &outcome).expect("stored");
    }
    drop(library);
    (folder, path)
}

fn change(path: &Path, sql: &str) {
    let file = Connection::open(path).expect("opened");
    file.execute_batch(sql).expect("changed");
}

fn is_sound(path: &Path) -> bool {
    let file = Connection::open(path).expect("opened");
    let said = file.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    said.is_ok_and(|said| said == "ok")
}

fn ids(library: &Library) -> Vec<i64> {
    let list = library.list(&Filter::default()).expect("a list");
    list.iter().map(|line| line.id).collect()
}

/// The faults of these contents that name a puzzle.
fn named(faults: &[Fault]) -> Vec<i64> {
    let mut ids: Vec<i64> = faults.iter().filter_map(|fault| fault.puzzle).collect();
    ids.dedup();
    ids
}

#[test]
fn a_sound_file_is_called_sound() {
    let (folder, path) = shelf(30);
    let before = fs::read(&path).expect("a file");
    let contents = check(&path).expect("checked");
    let expected = Contents {
        puzzles: 30,
        tags: 30,
        plays: 5,
        batches: 1,
        faults: Vec::new(),
    };
    assert_eq!(contents, expected);
    assert_eq!(fs::read(&path).expect("a file"), before, "only read");
    // Repaired, it is the same.
    let new = folder.path().join("new.library");
    assert_eq!(repair(&path, &new).expect("repaired"), expected);
    assert_eq!(dump(&open(&new)), dump(&open(&path)));
    assert_eq!(check(&new).expect("checked"), expected);
    assert!(matches!(repair(&path, &new), Err(Error::Taken(_))));
}

/// Noise, the same every time.
fn noise(page: usize, size: usize) -> Vec<u8> {
    let mut state = (page as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..size).map(|_| next()).collect()
}

#[test]
fn a_page_of_noise_is_noticed_before_anything_is_written_and_loses_little() {
    const PUZZLES: u64 = 150;
    const PAGE: usize = 4096;
    let (folder, path) = shelf(PUZZLES);
    let whole: BTreeMap<i64, String> = dump(&open(&path)).into_iter().collect();
    let bytes = fs::read(&path).expect("a file");
    let pages = bytes.len() / PAGE;
    assert!(pages > 20, "only {pages} pages");
    let (mut refused, mut saved, mut unnamed) = (0, 0, 0);
    for page in 1..pages {
        let path = folder.path().join(format!("{page}.library"));
        let mut damaged = bytes.clone();
        damaged[page * PAGE..][..PAGE].copy_from_slice(&noise(page, PAGE));
        fs::write(&path, &damaged).expect("written");
        let sound = is_sound(&path);
        let added = Library::open(&path, Open::Existing)
            .and_then(|mut library| library.add(&numbered(PUZZLES + 1)));
        match added {
            Ok(_) => {
                assert!(sound, "written into a damaged file: page {page}");
                fs::write(&path, &damaged).expect("written");
            }
            Err(error) => {
                refused += 1;
                assert!(!sound, "page {page}: {error}");
                let words = error.to_string();
                assert!(words.contains("damaged"), "{words}");
                assert!(words.contains("library repair"), "{words}");
                assert_eq!(fs::read(&path).expect("a file"), damaged, "page {page}");
            }
        }
        let contents = check(&path).expect("checked");
        assert_eq!(contents.faults.is_empty(), sound, "page {page}");
        let new = folder.path().join(format!("{page}.new"));
        let repaired = repair(&path, &new).expect("repaired");
        assert_eq!(repaired.puzzles, contents.puzzles);
        let after = check(&new).expect("checked");
        assert_eq!(after.faults, [], "page {page}");
        assert_eq!(after.puzzles, repaired.puzzles);
        // What is there is as it was, unless it is named.
        let names = named(&repaired.faults);
        let kept = dump(&open(&new));
        for (id, text) in &kept {
            if !names.contains(id) {
                let same = whole
                    .get(id)
                    .is_some_and(|w| without_tags(w) == without_tags(text));
                assert!(same, "page {page}, puzzle {id}: {text}");
            }
        }
        // No page holds both a puzzle and its key, so the clues of all are there.
        saved += kept.len();
        assert_eq!(kept.len(), whole.len(), "page {page}");
        unnamed += (lost_something(&kept, &whole) && repaired.faults.is_empty()) as usize;
        // A list shows the same.
        let (salvaged, faults) = Library::salvaged(&path).expect("salvaged");
        assert_eq!(faults, repaired.faults);
        assert_eq!(dump(&salvaged), kept);
    }
    println!("{pages} pages, {refused} refused, {saved} puzzles saved");
    assert_eq!(unnamed, 0);
    assert!(refused * 10 > pages * 9, "{refused} of {pages}");
}

fn lost_something(kept: &[(i64, String)], whole: &BTreeMap<i64, String>) -> bool {
    kept.iter().any(|(id, text)| whole.get(id) != Some(text))
}

fn without_tags(text: &str) -> String {
    text.replace(r#","tags":["numbered"]"#, "")
}

#[test]
fn a_bad_row_hides_no_other() {
    let (folder, path) = shelf(6);
    for (id, column, value, word) in [
        (1, "document", "'rubbish'", "not JSON"),
        (
            2,
            "document",
            r#"CAST(X'7B22747970652241223A22FF227D' AS TEXT)"#,
            "puzzle 2",
        ),
        (3, "rating", "'[rubbish'", "rating"),
        (
            4,
            "document",
            r#"'{"type":"hashi","rows":1,"cols":1}'"#,
            "problem",
        ),
        (
            5,
            "document",
            r#"CAST(X'7B227469746C65223A22FF227D' AS TEXT)"#,
            "puzzle 5",
        ),
    ] {
        change(
            &path,
            &format!("UPDATE puzzle SET {column} = {value} WHERE id = {id}"),
        );
        let library = Library::open(&path, Open::Reading).expect("opened");
        let contents = check(&path).expect("checked");
        let said = contents
            .faults
            .iter()
            .find(|fault| fault.puzzle == Some(id));
        let said = said
            .unwrap_or_else(|| panic!("puzzle {id} is not named"))
            .to_string();
        assert!(said.contains(word) || word == "not JSON", "{said}");
        // The list knows only what it shows; reading the puzzle finds the rest.
        let listing = library.listing(&Filter::default()).expect("a list");
        let listed: Vec<i64> = listing.lines.iter().map(|line| line.id).collect();
        let mut all = [listed.clone(), named(&listing.faults)].concat();
        all.sort();
        assert_eq!(all, [1, 2, 3, 4, 5, 6]);
        assert!(listed.contains(&6));
        assert!(named(&listing.faults).contains(&1));
        let read = |id: &i64| library.entry(*id).is_ok();
        assert!((id + 1..=6).all(|id| read(&id)));
        for bad in 1..=id {
            let error = library.entry(bad).expect_err("unreadable");
            assert!(
                matches!(error, Error::BadPuzzle { id, .. } if id == bad),
                "{error}"
            );
        }
        let stats = library.stats().expect("stats");
        assert_eq!(stats.puzzles + stats.faults.len(), 6);
        assert!(named(&stats.faults).contains(&1));
    }
    // Bad rows are no damage: they can be removed, and others added.
    let new = folder.path().join("new.library");
    let repaired = repair(&path, &new).expect("repaired");
    // Their keys still say what the clues are.
    assert_eq!(repaired.puzzles, 6);
    assert_eq!(ids(&open(&new)), [1, 2, 3, 4, 5, 6]);
    assert_eq!(check(&new).expect("checked").faults, []);
    let mut library = open(&path);
    library.remove(&[1, 2, 3, 4, 5]).expect("removed");
    library.add(&numbered(9)).expect("added");
    assert_eq!(check(&path).expect("checked").faults, []);
}

#[test]
fn what_does_not_belong_together_is_named() {
    let (_folder, path) = shelf(4);
    let wrong_solution = r#"json_set(document, '$.solution', json('[["-","-","-","-","-"],["-","-","-","-","-"],["-","-","-","-","-"],["-","-","-","-","-"],["-","-","-","-","-"]]'))"#;
    change(
        &path,
        &format!(
            "PRAGMA foreign_keys = off;
             UPDATE puzzle SET document = {wrong_solution} WHERE id = 1;
             UPDATE puzzle SET rows = 7 WHERE id = 2;
             UPDATE puzzle SET grade = 'hard' WHERE id = 3;
             UPDATE puzzle SET canonical = 'other', seed = 'x' WHERE id = 4;
             INSERT INTO tag VALUES (77, 'lost');
             INSERT INTO play (puzzle, solved, board) VALUES (1, 1, 'rubbish'), (88, 1, NULL);
             INSERT INTO item VALUES (1, 500, 99, 1, NULL);
             UPDATE sqlite_sequence SET seq = 2"
        ),
    );
    let faults: Vec<String> = (check(&path).expect("checked").faults.iter())
        .map(Fault::to_string)
        .collect();
    for said in [
        "puzzle 1: its solution is wrong",
        "puzzle 2: its family or size is not that of the puzzle",
        "puzzle 3: its grade and score are not those of its rating",
        "puzzle 4: its key is not that of the puzzle",
        "puzzle 4: its seed is not a number",
        "a tag of puzzle 77: ",
        "play 2: its board cannot be read",
        "play 3: there is no puzzle 88",
        "index 500 of batch 1: ",
        "the file: the numbers of removed puzzles might be given again",
    ] {
        let named = faults.iter().any(|fault| fault.starts_with(said));
        assert!(named, "{said:?} is not in {faults:#?}");
    }
}

#[test]
fn what_others_put_into_a_file_is_not_run() {
    for (sql, what) in [
        (
            "CREATE TRIGGER tr AFTER INSERT ON tag BEGIN DELETE FROM puzzle; END",
            "trigger \"tr\"",
        ),
        ("CREATE VIEW v AS SELECT * FROM puzzle", "view \"v\""),
        ("CREATE TABLE more (x)", "table \"more\""),
        ("CREATE INDEX i ON puzzle (lower(document))", "index \"i\""),
        ("DROP INDEX tag_name", "index \"tag_name\""),
        (
            "ALTER TABLE puzzle ADD COLUMN more TEXT",
            "table \"puzzle\"",
        ),
        (
            "DROP TABLE item; CREATE VIEW item AS SELECT 1 AS batch, 2 AS number",
            "view \"item\"",
        ),
    ] {
        let (folder, path) = shelf(3);
        change(&path, sql);
        let before = fs::read(&path).expect("a file");
        for how in [Open::Existing, Open::OrCreate, Open::Reading] {
            let error = Library::open(&path, how).err().expect("refused");
            assert!(matches!(error, Error::Altered(_)), "{error}");
            assert!(error.to_string().contains(what), "{error}");
        }
        assert_eq!(fs::read(&path).expect("a file"), before, "{sql}");
        let faults = check(&path).expect("checked").faults;
        assert!(faults.iter().any(|f| f.why.contains(what)), "{faults:?}");
        // All puzzles can be taken out of it.
        let new = folder.path().join("new.library");
        assert_eq!(repair(&path, &new).expect("repaired").puzzles, 3);
        let mut library = open(&new);
        library.add(&numbered(50)).expect("added");
        assert_eq!(ids(&library).len(), 4);
    }
}

#[test]
fn an_old_file_with_a_table_of_a_later_version_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.library");
    drop(open(&path));
    change(&path, "PRAGMA user_version = 1");
    let error = Library::open(&path, Open::Existing).err().expect("refused");
    assert!(matches!(error, Error::Altered(_)), "{error}");
    assert!(!error.to_string().contains("CREATE"), "{error}");
}

#[test]
fn reading_changes_nothing_and_leaves_nothing_behind() {
    let (folder, path) = shelf(5);
    let before = fs::read(&path).expect("a file");
    let mut library = Library::open(&path, Open::Reading).expect("opened");
    assert_eq!(ids(&library).len(), 5);
    assert!(matches!(library.add(&numbered(70)), Err(Error::ReadOnly)));
    assert!(matches!(library.remove(&[1]), Err(Error::ReadOnly)));
    drop(library);
    assert_eq!(fs::read(&path).expect("a file"), before);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    // An older version is read as if it had been brought up to date.
    change(
        &path,
        "DROP TABLE play; DROP TABLE item; DROP TABLE batch; PRAGMA user_version = 1",
    );
    let before = fs::read(&path).expect("a file");
    let library = Library::open(&path, Open::Reading).expect("opened");
    assert_eq!(ids(&library).len(), 5);
    assert_eq!(library.stats().expect("stats").plays, 0);
    assert_eq!(fs::read(&path).expect("a file"), before);
    assert_eq!(check(&path).expect("checked").faults, []);
}

#[test]
fn a_backup_is_made_while_others_write() {
    let (folder, path) = shelf(5);
    let copy = folder.path().join("copy.library");
    let mut writer = open(&path);
    writer.remove(&[5]).expect("removed");
    let mut other = Connection::open(&path).expect("opened");
    let change = other.transaction().expect("begun");
    change
        .execute("INSERT INTO tag VALUES (1, 'half done')", [])
        .expect("inserted");
    let library = Library::open(&path, Open::Reading).expect("opened");
    library.backup(&copy).expect("copied");
    drop(change);
    assert_eq!(dump(&open(&copy)), dump(&writer));
    // Numbers stay even where they are not used any more.
    assert_eq!(open(&copy).add(&numbered(9)).expect("added").id(), 6);
    let before = fs::read(&copy).expect("a file");
    assert!(matches!(library.backup(&copy), Err(Error::Taken(_))));
    assert_eq!(fs::read(&copy).expect("a file"), before);
}

#[test]
fn a_file_that_is_damaged_while_it_is_closed_is_looked_at_again() {
    let (_folder, path) = shelf(60);
    let mut library = open(&path);
    library.add(&numbered(100)).expect("added");
    drop(library);
    let mut bytes = fs::read(&path).expect("a file");
    let last = bytes.len() - 4096;
    bytes[last..].copy_from_slice(&noise(1, 4096));
    fs::write(&path, bytes).expect("written");
    assert!(!is_sound(&path));
    let error = open(&path).add(&numbered(101)).expect_err("refused");
    assert!(matches!(error, Error::NotWritten(_)), "{error}");
}
