//! What is kept comes back: puzzles, ratings, tags, plays; and nothing is kept twice.

mod common;

use common::{document, dump, numbered, open};
use grid::Symmetry;
use library::{Added, Entry, Error, Filter, Play, Sort, State, canonical};
use puzzles::format::Document;
use puzzles::{FAMILIES, Notation, turned};
use serde_json::json;

#[test]
fn a_puzzle_is_the_same_in_all_eight_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = open(&folder.path().join("a.library"));
    let mut texts = Vec::new();
    for family in FAMILIES {
        for sample in family.samples() {
            let sample = sample.expect("a sample");
            let first = library.add(&Entry::of(sample.clone())).expect("added");
            assert!(matches!(first, Added::New(_)), "{}", family.id);
            texts.push(canonical(sample.puzzle.as_ref()));
            for symmetry in Symmetry::ALL {
                let mut other = sample.clone();
                other.solution = None;
                other.marks = None;
                other.puzzle = turned(sample.puzzle.as_ref(), symmetry);
                let found = library.find(other.puzzle.as_ref()).expect("looked for");
                assert_eq!(found, Some(first.id()));
                let again = library.add(&Entry::of(other)).expect("not added");
                assert_eq!(again, Added::There(first.id()), "{symmetry:?}");
            }
        }
    }
    let all = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), all, "different puzzles have different texts");
    assert_eq!(dump(&library).len(), all);
}

#[test]
fn names_of_areas_do_not_matter() {
    let with = |a: &str, b: &str| {
        let areas = [[a, b, b], [a, a, b]];
        let problem = [["-", "1", "-"], ["-", "-", "-"]];
        let text = json!({ "type": "satogaeri", "rows": 2, "cols": 3, "problem": problem, "areas": areas });
        canonical(document(&text.to_string()).puzzle.as_ref())
    };
    assert_eq!(with("1", "2"), with("7", "3"));
}

#[test]
fn everything_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.library");
    let text = r#"{"id":"mine","type":"hashi","rows":1,"cols":3,"problem":[["1","-","1"]],"solution":[["-","-","-"]],"title":"Short","unheard":[1],"tags":["b","a"],"seed":18446744073709551615,"index":7,"rating":{"difficulty":{"score":12.5,"grade":"easy"}},"origin":{"command":"by hand","version":"9"}}"#;
    // However this family writes a solution, it is the one that the solver finds.
    let mut whole = document(&text.replace(r#""solution":[["-","-","-"]],"#, ""));
    let answer = puzzles::solve(whole.puzzle.as_ref(), 2, sat::Budget::UNLIMITED);
    whole.solution = answer.solutions.into_iter().next();
    let id = open(&path)
        .add(&Entry::of(whole.clone()))
        .expect("added")
        .id();
    let mut library = open(&path);
    let kept = library.get(id).expect("kept");
    // A board may also hold marks that the notation of solutions does not have.
    let grid = |document: &Document| {
        let board = document.solution.as_ref().expect("a solution");
        assert!(document.puzzle.check(board).is_empty());
        document.puzzle.write_grid(board, Notation::Solution)
    };
    assert_eq!(grid(&kept.entry.document), grid(&whole));
    assert_eq!(kept.entry.tags, ["a", "b"]);
    assert_eq!(kept.entry.origin.seed, Some(u64::MAX));
    assert_eq!(kept.entry.origin.command.as_deref(), Some("by hand"));
    let back = kept.entry.whole();
    whole.extra["tags"] = json!(["a", "b"]);
    assert_eq!(back.extra.len(), whole.extra.len());
    for (key, value) in &whole.extra {
        assert_eq!(back.extra.get(key), Some(value), "{key}");
    }
    let play = Play {
        at: Some(1_700_000_000),
        seconds: Some(61.5),
        solved: true,
        difficulty: Some("easy".to_owned()),
        fun: None,
        looks: Some("plain".to_owned()),
        board: Some(vec![0, 1, 2]),
        moves: Some(vec![vec![(1, 0, 1)], vec![(1, 1, 0), (2, 0, 2)]]),
    };
    library.played(id, &play).expect("played");
    assert_eq!(
        library.get(id).expect("kept").plays,
        std::slice::from_ref(&play)
    );
    assert!(matches!(
        library.played(99, &play),
        Err(Error::NoPuzzle(99))
    ));
    let stats = library.stats().expect("stats");
    assert_eq!((stats.puzzles, stats.with_solution, stats.plays), (1, 1, 1));
    library.remove(&[id]).expect("removed");
    let stats = library.stats().expect("stats");
    assert_eq!((stats.puzzles, stats.plays, stats.tags.len()), (0, 0, 0));
    // A number is never reused.
    assert!(library.add(&Entry::of(whole)).expect("added").id() > id);
}

#[test]
fn lists_are_filtered_and_sorted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = open(&folder.path().join("a.library"));
    let mut ids = Vec::new();
    for (i, (family, score)) in [(0, 70.0), (1, 30.0), (0, 10.0)].into_iter().enumerate() {
        let mut samples = FAMILIES[family].samples();
        let mut entry = Entry::of(samples.nth(i).expect("three").expect("a sample"));
        let grade = if score > 50.0 { "hard" } else { "easy" };
        let rating = json!({ "difficulty": { "score": score, "grade": grade } });
        entry.rating = rating.try_into().ok();
        entry.tags = vec![format!("t{i}"), "all".to_owned()];
        ids.push(library.add(&entry).expect("added").id());
    }
    let begun = Play::default();
    library.played(ids[1], &begun).expect("played");
    let list = |filter: Filter| -> Vec<i64> {
        let list = library.list(&filter).expect("a list");
        list.iter().map(|line| line.id).collect()
    };
    let any = Filter::default;
    let (a, b, c) = (ids[0], ids[1], ids[2]);
    assert_eq!(list(any()), [a, b, c]);
    let family = Some(FAMILIES[0].id.to_owned());
    assert_eq!(list(Filter { family, ..any() }), [a, c]);
    let grade = Some("easy".to_owned());
    assert_eq!(list(Filter { grade, ..any() }), [b, c]);
    let tags = vec!["all".to_owned(), "t2".to_owned()];
    assert_eq!(list(Filter { tags, ..any() }), [c]);
    let state = Some(State::Started);
    assert_eq!(list(Filter { state, ..any() }), [b]);
    let state = Some(State::New);
    assert_eq!(list(Filter { state, ..any() }), [a, c]);
    let lines = library.list(&any()).expect("a list");
    let side = lines[0].rows.max(lines[0].cols);
    let within = list(Filter {
        sides: Some((1, side)),
        ..any()
    });
    let expected: Vec<i64> = (lines.iter().filter(|l| l.rows.max(l.cols) <= side))
        .map(|l| l.id)
        .collect();
    assert!(within.contains(&a) && within == expected && within.len() < 3);
    let sort = Sort::Difficulty;
    assert_eq!(list(Filter { sort, ..any() }), [c, b, a]);
    let hardest = Filter {
        sort,
        reverse: true,
        limit: Some(2),
        ..any()
    };
    assert_eq!(list(hardest), [a, b]);
    let sort = Sort::Size;
    let sizes: Vec<usize> = (library
        .list(&Filter { sort, ..any() })
        .expect("a list")
        .iter())
    .map(|line| line.rows * line.cols)
    .collect();
    assert!(sizes.is_sorted());
}

#[test]
fn removing_is_all_or_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = open(&folder.path().join("a.library"));
    let id = library.add(&numbered(1)).expect("added").id();
    let before = dump(&library);
    assert!(matches!(
        library.remove(&[id, 77]),
        Err(Error::NoPuzzle(77))
    ));
    assert_eq!(dump(&library), before);
}

#[test]
fn what_comes_again_adds_what_was_not_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = open(&folder.path().join("a.library"));
    let rating = json!({ "difficulty": { "score": 12.5, "grade": "easy" } });
    for family in FAMILIES {
        let sample = family.samples().next().expect("one").expect("a sample");
        let bare = |symmetry| Document::new(turned(sample.puzzle.as_ref(), symmetry));
        // Kept as it comes again, and turned.
        for symmetry in [Symmetry::ALL[0], Symmetry::ALL[5]] {
            let id = library.add(&Entry::of(bare(symmetry))).expect("added").id();
            let mut solved = bare(Symmetry::ALL[0]);
            let answer = puzzles::solve(solved.puzzle.as_ref(), 2, sat::Budget::UNLIMITED);
            solved.solution = answer.solutions.into_iter().next();
            solved.extra.insert("rating".to_owned(), rating.clone());
            assert_eq!(
                library.add(&Entry::of(solved)).expect("there"),
                Added::There(id)
            );
            let known = |library: &library::Library| {
                let kept = library.get(id).expect("kept").entry;
                let board = kept.document.solution.expect("it has a solution now");
                assert!(kept.document.puzzle.check(&board).is_empty(), "{family:?}");
                assert!(*kept.document.puzzle == *bare(symmetry).puzzle);
                (board, kept.rating.expect("it has a rating now"))
            };
            let first = known(&library);
            assert_eq!(json!(first.1), rating);
            // And nothing is lost when it comes bare, or with another rating.
            let mut other = bare(symmetry);
            other.extra.insert(
                "rating".to_owned(),
                json!({ "difficulty": { "score": 99, "grade": "hard" } }),
            );
            for poorer in [bare(symmetry), other] {
                library.add(&Entry::of(poorer)).expect("there");
                assert_eq!(known(&library), first);
            }
            library.remove(&[id]).expect("removed");
        }
    }
}

#[test]
fn ratings_of_others_are_left_out() {
    let with = |rating: serde_json::Value| {
        let text = json!({ "type": "hashi", "rows": 1, "cols": 3, "problem": [["1", "-", "1"]], "rating": rating });
        let entry = Entry::of(document(&text.to_string()));
        assert!(!entry.document.extra.contains_key("rating"));
        entry.rating.is_some()
    };
    let hard = json!({ "score": 99, "grade": "hard" });
    assert!(with(json!({ "difficulty": hard })));
    assert!(with(
        json!({ "difficulty": hard, "fun": { "score": 3, "grade": "fun" } })
    ));
    for wrong in [
        json!({ "difficulty": { "score": 99, "grade": "bogus" } }),
        json!({ "difficulty": { "score": 101, "grade": "hard" } }),
        json!({ "difficulty": { "grade": "hard" } }),
        json!({ "difficulty": hard, "fun": { "score": 3, "grade": "bogus" } }),
        json!({ "stars": 5 }),
    ] {
        assert!(!with(wrong.clone()), "{wrong}");
    }
}

#[test]
fn a_file_that_holds_a_rating_of_others_is_still_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.library");
    let mut library = open(&path);
    let id = library.add(&numbered(7)).expect("added").id();
    let kept = |rating: &str| {
        let file = rusqlite::Connection::open(&path).expect("opened");
        file.execute("UPDATE puzzle SET rating = ?1", [rating])
            .expect("written");
        json!(library.get(id).expect("kept").entry.rating)
    };
    let grades = r#"{"stars":5,"difficulty":{"score":7,"grade":"easy"}}"#;
    assert_eq!(kept(grades).to_string(), grades, "as it came");
    assert_eq!(kept(r#"{"stars":5}"#), json!(null), "left out");
}
