//! Batches end with the same puzzles, whatever happens on the way.

mod common;

use std::env;
use std::hint;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use common::{dump, numbered, open};
use grid::Symmetry;
use library::{Batch, Entry, Error, Outcome, Progress, Stored};
use puzzles::turned;

const COUNT: u64 = 150;

/// What a generator might make: now and then nothing, now and then what it made before, turned.
fn make(index: u64) -> Outcome {
    if index % 10 == 3 {
        return Outcome::GivenUp("no luck".to_owned());
    }
    let mut entry = numbered(if index % 10 == 7 { index / 2 } else { index });
    entry.origin.index = Some(index);
    if index % 10 == 7 {
        entry.document.puzzle = turned(entry.document.puzzle.as_ref(), Symmetry::ALL[5]);
    }
    Outcome::Puzzle(Box::new(entry))
}

fn batch(library: &mut library::Library) -> Batch<'_> {
    Batch::open(library, "many of them", u64::MAX, "1").expect("a batch")
}

fn undisturbed(path: &Path) -> Vec<(i64, String)> {
    let mut library = open(path);
    let mut batch = batch(&mut library);
    for index in batch.missing(COUNT).expect("indices") {
        batch.store(index, &make(index)).expect("stored");
    }
    dump(&library)
}

fn texts(dump: Vec<(i64, String)>) -> Vec<String> {
    let mut texts: Vec<String> = dump.into_iter().map(|(_, text)| text).collect();
    texts.sort();
    texts
}

#[test]
fn the_order_does_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let expected = undisturbed(&folder.path().join("a"));
    let mut library = open(&folder.path().join("b"));
    let mut second = batch(&mut library);
    let mut indices: Vec<u64> = second.missing(COUNT).expect("indices").collect();
    indices.reverse();
    let (first, rest) = indices.split_at(40);
    for &index in first {
        second.store(index, &make(index)).expect("stored");
    }
    let missing: Vec<u64> = second.missing(COUNT).expect("indices").collect();
    assert!(missing.iter().rev().eq(rest));
    for &index in rest {
        second.store(index, &make(index)).expect("stored");
        assert_eq!(
            second.store(index, &make(index)).expect("not"),
            Stored::Before
        );
    }
    assert_eq!(second.missing(COUNT).expect("indices").count(), 0);
    let progress = second.progress().expect("progress");
    assert_eq!(progress.given_up, 15);
    assert_eq!(progress.done() as u64, COUNT);
    assert_eq!(progress.made, expected.len());
    let puzzles = second.puzzles().expect("puzzles");
    assert!(puzzles.is_sorted() && puzzles.len() == expected.len());
    for (index, id) in puzzles {
        let kept = second.library().get(id).expect("kept");
        assert_eq!(kept.entry.origin.index, Some(index));
    }
    assert_eq!(texts(dump(&library)), texts(expected));
}

#[test]
fn what_was_there_or_is_removed_counts_as_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = open(&folder.path().join("a"));
    let there = library.add(&numbered(0)).expect("added").id();
    let mut first = batch(&mut library);
    assert_eq!(
        first.store(0, &make(0)).expect("stored"),
        Stored::Twice(there)
    );
    let Stored::New(id) = first.store(1, &make(1)).expect("stored") else {
        panic!("a new puzzle");
    };
    library.remove(&[id]).expect("removed");
    let again = batch(&mut library);
    assert_eq!(again.missing(3).expect("indices").collect::<Vec<_>>(), [2]);
    let expected = Progress {
        twice: 1,
        removed: 1,
        ..Progress::default()
    };
    assert_eq!(again.progress().expect("progress"), expected);
    // Other requests and seeds are other batches; another version of the program may not go on with
    // this one.
    let other = Batch::open(&mut library, "many of them", 1, "2").expect("a batch");
    assert_eq!(other.missing(3).expect("indices").count(), 3);
    let other = Batch::open(&mut library, "many of them", u64::MAX, "2");
    assert!(matches!(other, Err(Error::OtherVersion { .. })));
}

const CHILD: &str = "LIBRARY_TEST_FILE";

/// The process that gets killed: this test alone, with the name of a file.
#[test]
fn worker() {
    let Some(path) = env::var_os(CHILD) else {
        return;
    };
    let mut library = open(Path::new(&path));
    let mut batch = batch(&mut library);
    let mut leave = io::stdin().lines();
    for index in batch.missing(COUNT).expect("indices") {
        // No further than it may go, however late the kill comes.
        leave.next().expect("leave").expect("a line");
        println!("\nnext {index}");
        batch.store(index, &make(index)).expect("stored");
    }
}

#[test]
fn killed_fifty_times_it_ends_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("killed");
    let start = |steps: usize| {
        let mut child = Command::new(env::current_exe().expect("this program"))
            .args(["worker", "--exact", "--nocapture", "--test-threads=1"])
            .env(CHILD, &path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let mut leave = child.stdin.take().expect("a pipe");
        leave.write_all(&vec![b'\n'; steps]).expect("written");
        (child, leave)
    };
    // Killed while it stores its first, second or third index, wherever it is then.
    for round in 0..50 {
        let wanted = round % 3 + 1;
        let (mut child, leave) = start(wanted);
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let steps = lines
            .map_while(Result::ok)
            .filter(|l| l.starts_with("next"));
        assert_eq!(steps.take(wanted).count(), wanted);
        for _ in 0..round * 500 {
            hint::spin_loop();
        }
        child.kill().expect("killed");
        child.wait().expect("ended");
        drop(leave);
    }
    let mut library = open(&path);
    let done = batch(&mut library).progress().expect("progress").done() as u64;
    assert!(0 < done && done < COUNT, "killed in the middle: {done}");
    let (child, leave) = start(COUNT as usize);
    assert!(child.wait_with_output().expect("ended").status.success());
    drop(leave);
    assert_eq!(
        dump(&library),
        undisturbed(&folder.path().join("undisturbed"))
    );
}

#[test]
fn an_entry_is_read_from_its_fields() {
    let entry = Entry::of(common::document(
        r#"{"type":"hashi","rows":1,"cols":3,"problem":[["1","-","1"]],"seed":"text","tags":[1]}"#,
    ));
    // Whatever is not as it should be stays as it is.
    assert_eq!(entry.origin.seed, None);
    assert!(entry.tags.is_empty() && entry.document.extra.len() == 2);
}

#[test]
fn a_batch_is_tagged_as_a_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = open(&folder.path().join("a.library"));
    // One puzzle of the batch was there before it.
    library.add(&numbered(1)).expect("added");
    library.add(&numbered(500)).expect("added");
    let mut batch = batch(&mut library);
    for index in 0..6 {
        batch.store(index, &make(index)).expect("stored");
    }
    let tags = ["numbered".to_owned(), "late".to_owned()];
    assert_eq!(batch.tag(&tags).expect("tagged"), 5, "index 3 gave nothing");
    assert_eq!(batch.tag(&tags).expect("tagged"), 0);
    let late = library::Filter {
        tags: vec!["late".to_owned()],
        ..library::Filter::default()
    };
    let list = library.list(&late).expect("a list");
    let ids: Vec<i64> = list.iter().map(|line| line.id).collect();
    assert_eq!(ids, [1, 3, 4, 5, 6]);
}

#[test]
fn an_index_that_comes_late_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = open(&folder.path().join("a.library"));
    let rating = serde_json::json!({ "difficulty": { "score": 12.5, "grade": "easy" } });
    let entry = |index: u64, turn: usize| {
        let text = r#"{"type":"hashi","rows":1,"cols":3,"problem":[["1","-","1"]]}"#;
        let mut entry = Entry::of(common::document(text));
        entry.document.puzzle = turned(entry.document.puzzle.as_ref(), Symmetry::ALL[turn]);
        entry.origin.index = Some(index);
        entry
    };
    let mut full = entry(9, 5);
    let answer = puzzles::solve(full.document.puzzle.as_ref(), 2, sat::Budget::UNLIMITED);
    full.document.solution = answer.solutions.into_iter().next();
    full.rating = rating.clone().try_into().ok();
    let mut batch = batch(&mut library);
    let stored = batch.store(9, &Outcome::Puzzle(Box::new(full)));
    assert_eq!(stored.expect("stored"), Stored::New(1));
    let stored = batch.store(2, &Outcome::Puzzle(Box::new(entry(2, 0))));
    assert_eq!(stored.expect("stored"), Stored::Twice(1));
    let kept = library.get(1).expect("kept").entry;
    assert_eq!(kept.origin.index, Some(2), "the smaller index made it");
    assert_eq!(serde_json::json!(kept.rating), rating);
    let board = kept.document.solution.expect("the solution stays");
    assert!(kept.document.puzzle.check(&board).is_empty());
}
