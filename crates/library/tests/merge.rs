//! Joining files: nothing lost, nothing twice, the same whatever the order.

mod common;

use std::path::{Path, PathBuf};

use common::{document, numbered, open};
use grid::Symmetry;
use library::{Batch, Entry, Error, Filter, Library, Merged, Open, Outcome, Play, check};
use puzzles::turned;
use serde_json::json;

fn merge(into: &Path, from: &[&PathBuf]) -> Merged {
    let files: Vec<Library> = (from.iter())
        .map(|path| Library::open(path, Open::Reading).expect("opened"))
        .collect();
    let merged = open(into).merge(&files).expect("merged");
    assert_eq!(check(into).expect("checked").faults, []);
    merged
}

/// Everything that is kept of each puzzle and batch, with the numbers if they matter.
fn contents(path: &Path, numbers: bool) -> Vec<String> {
    let library = open(path);
    let list = library.list(&Filter::default()).expect("a list");
    let mut all: Vec<String> = (list.iter())
        .map(|line| {
            let kept = library.get(line.id).expect("kept");
            let text = puzzles::format::write(&kept.entry.whole(), "json").expect("json");
            let id = if numbers { line.id } else { 0 };
            let mut plays = kept.plays;
            plays.sort_by_key(|play| format!("{play:?}"));
            format!("{id} {text} {plays:?}")
        })
        .collect();
    if !numbers {
        all.sort();
    }
    let mut batches: Vec<String> = (library.stats().expect("stats").batches.iter())
        .map(|batch| format!("{batch:?}"))
        .collect();
    batches.sort();
    all.extend(batches);
    all
}

fn play(at: i64, board: Option<Vec<u16>>) -> Play {
    Play {
        at: Some(at),
        seconds: Some(60.0),
        solved: true,
        board,
        ..Play::default()
    }
}

/// A puzzle that can be solved, as it is or turned, with a title.
fn line(turn: usize, title: &str) -> Entry {
    let text = r#"{"type":"hashi","rows":1,"cols":4,"problem":[["1","-","-","1"]]}"#;
    let mut entry = Entry::of(document(text));
    entry.document.puzzle = turned(entry.document.puzzle.as_ref(), Symmetry::ALL[turn]);
    if !title.is_empty() {
        entry
            .document
            .extra
            .insert("title".to_owned(), json!(title));
    }
    entry
}

fn solved(mut entry: Entry) -> Entry {
    let puzzle = entry.document.puzzle.as_ref();
    let answer = puzzles::solve(puzzle, 2, sat::Budget::UNLIMITED);
    entry.document.solution = answer.solutions.into_iter().next();
    entry
}

fn store(library: &mut Library, seed: u64, indices: &[u64]) {
    let mut batch = Batch::open(library, "a request", seed, "1").expect("a batch");
    for &index in indices {
        let outcome = match index % 5 {
            4 => Outcome::GivenUp("no luck".to_owned()),
            _ => Outcome::Puzzle(Box::new(numbered(200 + index))),
        };
        batch.store(index, &outcome).expect("stored");
    }
}

/// Three files that overlap in every way.
fn three(folder: &Path) -> [PathBuf; 3] {
    let paths = ["a", "b", "c"].map(|name| folder.join(format!("{name}.library")));
    let mut a = open(&paths[0]);
    for n in 0..120 {
        a.add(&numbered(n)).expect("added");
    }
    let id = a.add(&solved(line(0, "Zebra"))).expect("added").id();
    a.played(id, &play(10, None)).expect("played");
    a.played(1, &play(11, Some(vec![1, 2]))).expect("played");
    a.played(1, &play(11, Some(vec![1, 2]))).expect("played");
    a.tag(&[2, 3], &["from a".to_owned()], &[]).expect("tagged");
    store(&mut a, 1, &[0, 1, 2, 4]);

    let mut b = open(&paths[1]);
    let id = b.add(&line(5, "Apple")).expect("added").id();
    b.played(id, &play(20, None)).expect("played");
    for n in (70..190).rev() {
        b.add(&numbered(n)).expect("added");
    }
    let mut rated = numbered(1);
    rated.rating = json!({ "difficulty": { "score": 12.5, "grade": "easy" } })
        .try_into()
        .ok();
    rated
        .document
        .extra
        .insert("author".to_owned(), json!("Ann"));
    let id = b.add(&rated).expect("added").id();
    b.tag(&[id], &["from b".to_owned()], &["numbered".to_owned()])
        .expect("tagged");
    store(&mut b, 1, &[2, 3, 4, 5, 6]);
    store(&mut b, 2, &[0]);

    let mut c = open(&paths[2]);
    let mut again = numbered(0);
    again.tags = vec!["from c".to_owned()];
    let id = c.add(&again).expect("added").id();
    // One of these is the same as in the first file.
    c.played(id, &play(11, Some(vec![1, 2]))).expect("played");
    c.played(id, &play(30, None)).expect("played");
    c.add(&line(0, "")).expect("added");
    store(&mut c, 2, &[0, 1]);
    paths
}

const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

#[test]
fn the_order_of_files_does_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = three(folder.path());
    let before = paths.each_ref().map(|path| contents(path, true));
    let mut expected = None;
    for (round, order) in ORDERS.iter().enumerate() {
        let files = order.map(|at| &paths[at]);
        // All at once: even the numbers are the same.
        let at_once = folder.path().join(format!("once {round}.library"));
        let merged = merge(&at_once, &files);
        assert_eq!(merged.faults, []);
        let result = contents(&at_once, true);
        let expected = expected.get_or_insert(result.clone());
        assert_eq!(result, *expected);
        // And again: nothing changes.
        let again = merge(&at_once, &files);
        assert_eq!((again.new, again.plays), (0, 0));
        assert_eq!(contents(&at_once, true), *expected);
        // One after the other, or into one of them: the same puzzles.
        let in_turn = folder.path().join(format!("turn {round}.library"));
        for file in files {
            merge(&in_turn, &[file]);
        }
        let unnumbered = contents(&at_once, false);
        assert_eq!(contents(&in_turn, false), unnumbered);
        let own = folder.path().join(format!("own {round}.library"));
        std::fs::copy(files[0], &own).expect("copied");
        merge(&own, &files[1..]);
        assert_eq!(contents(&own, false), unnumbered);
    }
    assert_eq!(
        paths.each_ref().map(|path| contents(path, true)),
        before,
        "only read"
    );
}

#[test]
fn everything_is_there_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = three(folder.path());
    let all = folder.path().join("all.library");
    merge(&all, &paths.each_ref());
    let library = open(&all);
    // 190 by number, 6 from batches, and the line.
    let find = |entry: &Entry| {
        let id = library
            .find(entry.document.puzzle.as_ref())
            .expect("looked for");
        library.get(id.expect("there")).expect("kept")
    };
    assert_eq!(library.list(&Filter::default()).expect("a list").len(), 197);
    let line = find(&line(0, ""));
    assert!(line.entry.document.solution.is_some());
    assert_eq!(line.entry.document.extra["title"], "Apple");
    assert_eq!(line.plays.len(), 2);
    let zero = find(&numbered(0));
    assert_eq!(zero.entry.tags, ["from c", "numbered"]);
    // Twice in one file is twice; the same in another is the same.
    assert_eq!(zero.plays.len(), 3);
    assert!(
        zero.plays
            .iter()
            .filter(|play| play.board.is_some())
            .count()
            == 2
    );
    let one = find(&numbered(1));
    assert!(one.entry.rating.is_some());
    assert_eq!(one.entry.tags, ["from a", "from b", "numbered"]);
    assert_eq!(one.entry.document.extra["author"], "Ann");
    let batches = library.stats().expect("stats").batches;
    let done = |seed: &str| {
        let batch = batches
            .iter()
            .find(|batch| batch.seed == seed)
            .expect("a batch");
        batch.puzzles + batch.twice + batch.given_up
    };
    assert_eq!((done("1"), done("2")), (7, 2));
    let mut library = open(&all);
    let batch = Batch::open(&mut library, "a request", 1, "1").expect("a batch");
    assert_eq!(batch.missing(8).expect("indices").collect::<Vec<_>>(), [7]);
}

#[test]
fn boards_of_plays_stay_where_they_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = ["a", "b"].map(|name| folder.path().join(format!("{name}.library")));
    // Turned so that it comes later in the alphabet, but with a board.
    for (path, turn, board) in [(&a, 0, None), (&b, 5, Some(vec![7]))] {
        let mut library = open(path);
        let id = library.add(&line(turn, "")).expect("added").id();
        library
            .played(id, &play(turn as i64, board))
            .expect("played");
    }
    for (into, from) in [(&a, &b), (&b, &a)] {
        let copy = folder.path().join("copy.library");
        let _ = std::fs::remove_file(&copy);
        std::fs::copy(into, &copy).expect("copied");
        merge(&copy, &[from]);
        let kept = open(&copy).get(1).expect("kept");
        assert!(*kept.entry.document.puzzle == *line(5, "").document.puzzle);
        let boards: Vec<_> = kept
            .plays
            .iter()
            .filter_map(|play| play.board.clone())
            .collect();
        assert_eq!((kept.plays.len(), boards), (2, vec![vec![7]]));
    }
}

#[test]
fn a_play_without_its_board_is_not_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = ["a", "b"].map(|name| folder.path().join(format!("{name}.library")));
    for (path, board) in [(&a, None), (&b, Some(vec![7]))] {
        let mut library = open(path);
        library.add(&line(0, "")).expect("added");
        library.played(1, &play(1, board)).expect("played");
    }
    for (into, from) in [(&a, &b), (&b, &a)] {
        let copy = folder.path().join("copy.library");
        let _ = std::fs::remove_file(&copy);
        std::fs::copy(into, &copy).expect("copied");
        merge(&copy, &[from]);
        let plays = open(&copy).get(1).expect("kept").plays;
        assert_eq!(plays, [play(1, Some(vec![7]))]);
    }
}

#[test]
fn two_versions_of_a_batch_are_not_mixed() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["1", "2"].map(|version| {
        let path = folder.path().join(format!("{version}.library"));
        let mut library = open(&path);
        let mut batch = Batch::open(&mut library, "a request", 1, version).expect("a batch");
        let n = version.parse().expect("a number");
        for index in 0..n {
            let outcome = Outcome::Puzzle(Box::new(numbered(10 * n + index)));
            batch.store(index, &outcome).expect("stored");
        }
        path
    });
    for order in [[0, 1], [1, 0]] {
        let all = folder.path().join(format!("all {}.library", order[0]));
        for at in order {
            let merged = merge(&all, &[&paths[at]]);
            assert_eq!(merged.notes.len(), (at != order[0]) as usize);
        }
        let mut library = open(&all);
        assert_eq!(library.stats().expect("stats").puzzles, 3);
        let batch = Batch::open(&mut library, "a request", 1, "2").expect("the later version");
        assert_eq!(batch.missing(3).expect("indices").collect::<Vec<_>>(), [2]);
    }
}

#[test]
fn bad_rows_are_named_and_damaged_files_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let [from, all] = ["from", "all"].map(|name| folder.path().join(format!("{name}.library")));
    let mut library = open(&from);
    for n in 0..80 {
        library.add(&numbered(n)).expect("added");
    }
    drop(library);
    let file = rusqlite::Connection::open(&from).expect("opened");
    file.execute("UPDATE puzzle SET document = 'rubbish' WHERE id = 3", [])
        .expect("changed");
    drop(file);
    let merged = merge(&all, &[&from]);
    assert_eq!(merged.new, 79);
    let named: Vec<_> = merged
        .faults
        .iter()
        .map(|(at, fault)| (*at, fault.puzzle))
        .collect();
    assert_eq!(named, [(Some(0), Some(3))]);
    let mut bytes = std::fs::read(&from).expect("a file");
    let last = bytes.len() - 4096;
    bytes[last..].fill(0xAB);
    std::fs::write(&from, bytes).expect("written");
    let damaged = Library::open(&from, Open::Reading).expect("opened");
    let error = open(&all).merge(&[damaged]).expect_err("refused");
    assert!(matches!(error, Error::Unmergeable { .. }), "{error}");
    assert!(error.to_string().contains("from.library"), "{error}");
}
