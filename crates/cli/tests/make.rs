//! `generate`, `strip`, `fill`, `repair`: shapes, statuses, streams.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{AMBIGUOUS, IMPOSSIBLE, UNIQUE, run, run_with};
use serde_json::{Value, json};

/// A square of four with clues to spare, and one with too few.
const FULL: &str = r#"{"id":"full","type":"skyscrapers","rows":4,"cols":4,"clabels":[["4","3","2","1"],["1","2","2","2"]],"rlabels":[["4","3","2","1"],["1","2","2","2"]],"problem":[["1","-","-","-"],["-","-","-","-"],["-","-","-","-"],["-","-","-","-"]]}"#;
const BARE: &str =
    r#"{"type":"skyscrapers","rows":4,"cols":4,"clabels":[["4","-","-","-"],["-","-","-","-"]]}"#;

fn one(ran: &common::Ran) -> Value {
    let lines = ran.json();
    assert_eq!(lines.len(), 1, "{}{}", ran.out, ran.err);
    lines[0].clone()
}

fn status(puzzle: &Value) -> Value {
    let ran = run_with(&["solve", "--json"], puzzle.to_string().as_bytes());
    one(&ran)["status"].clone()
}

fn strings(line: &Value) -> Vec<String> {
    let grids = ["clabels", "rlabels", "problem"].map(|key| line[key].clone());
    let rows = grids.iter().filter_map(Value::as_array).flatten();
    let signs = rows.filter_map(Value::as_array).flatten();
    signs
        .filter_map(|s| s.as_str().map(str::to_owned))
        .collect()
}

#[test]
fn stripping_leaves_a_minimal_puzzle() {
    let ran = run_with(&["strip", "--json", "--minimal"], FULL.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let line = one(&ran);
    assert_eq!(
        (&line["id"], &line["status"], &line["minimal"]),
        (&json!("full"), &json!("stripped"), &json!(true))
    );
    assert_eq!(status(&line), "unique");
    let clues = |line: &Value| strings(line).iter().filter(|s| *s != "-").count();
    let before: Value = serde_json::from_str(FULL).unwrap();
    let taken = line["taken"].as_array().unwrap().len();
    assert_eq!(clues(&before) - clues(&line), taken);
    assert!(taken > 3 && line["solution"].is_array(), "{line}");
    let again = run_with(
        &["strip", "--json", "--minimal"],
        line.to_string().as_bytes(),
    );
    assert_eq!(one(&again)["taken"], json!([]));
}

#[test]
fn strip_takes_what_is_asked_for() {
    let call = ["strip", "--json", "--amount", "2", "--sides", "top,left"];
    let line = one(&run_with(&call, FULL.as_bytes()));
    let taken = line["taken"].as_array().unwrap();
    assert_eq!(taken.len(), 2);
    for edit in taken {
        let at = &edit["outside"];
        assert!(at[0] == -1 || at[1] == -1, "{edit}");
    }
    let ran = run_with(&["strip", "--no-trial"], FULL.as_bytes());
    assert!(ran.out.contains("taken away"), "{}", ran.out);
    let refused = run(&["strip", "--json", AMBIGUOUS]);
    assert_eq!(
        (refused.status, &one(&refused)["status"]),
        (1, &json!("refused"))
    );
    assert_eq!(run(&["strip", "--only", "magic", UNIQUE]).status, 2);
    assert_eq!(run(&["strip", "--sides", "front", UNIQUE]).status, 2);
}

#[test]
fn strip_says_how_it_ended() {
    const VIEWS: &str = "4:4/1/2/2/1/4/2/2/2/3/2/1/3/2/1/2";
    let strip = |args: &[&str]| {
        let ran = run(&[&["strip", "--json"], args, &[VIEWS]].concat());
        let line = one(&ran);
        (ran.status, line["minimal"].clone(), line["calls"].as_u64())
    };
    let (status, minimal, calls) = strip(&[]);
    assert_eq!((status, minimal), (0, json!(true)));
    // The effort is obeyed, with and without --minimal, and the output says that it ran out.
    assert!(calls > Some(3));
    for args in [
        &["--effort", "3"][..],
        &["--effort", "3", "--minimal"],
        &["--effort", "3", "--amount", "10"],
    ] {
        assert_eq!(strip(args), (3, json!(false), Some(3)), "{args:?}");
    }
    let words = run(&["strip", "--effort", "3", VIEWS]).out;
    assert!(words.contains("the budget ran out"), "{words}");
    // A side has four clues: fewer go than are asked for, which is soon known.
    let (status, minimal, calls) = strip(&["--sides", "top", "--amount", "20"]);
    assert_eq!((status, minimal), (1, json!(true)));
    assert!(calls < Some(20), "{calls:?}");
    assert_eq!(strip(&["--amount", "1"]).0, 0);
    // No sides where there are no clues outside; nor can any be revealed there.
    for args in [
        ["strip", "--sides", "top", UNIQUE],
        ["fill", "--where", "outside", AMBIGUOUS],
    ] {
        let ran = run(&args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains("no clues outside"), "{}", ran.err);
    }
    // What the allowed rules do not solve still has one solution.
    let rules = run(&["rules", "--json", "skyscrapers"]).json();
    let name = rules[0]["id"].as_str().expect("a name");
    let ran = run(&["strip", "--json", "--only", name, VIEWS]);
    let line = one(&ran);
    assert_eq!((ran.status, &line["status"]), (1, &json!("refused")));
    let why = line["why"].as_str().expect("a reason");
    assert!(why.contains("the allowed rules do not find"), "{why}");
}

#[test]
fn each_clue_alone_can_go_or_is_needed() {
    const VIEWS: &str = "4:4/1/2/2/1/4/2/2/2/3/2/1/3/2/1/2";
    let line = one(&run(&["strip", "--json", "--alone", VIEWS]));
    let list = |key: &str| line[key].as_array().cloned().unwrap();
    // Nothing was taken, and a question was asked for each clue and the puzzle itself.
    let clues = strings(&line).iter().filter(|s| *s != "-").count();
    assert_eq!((clues, &line["calls"]), (16, &json!(17)));
    assert_eq!(list("needed").len() + list("can_go").len(), 16);
    assert_eq!(line["status"], "looked at");
    // What is left of a minimal puzzle is needed, clue by clue.
    let minimal = one(&run(&["strip", "--json", "--minimal", VIEWS]));
    let left = strings(&minimal).iter().filter(|s| *s != "-").count();
    let again = run_with(
        &["strip", "--json", "--alone"],
        minimal.to_string().as_bytes(),
    );
    let again = one(&again);
    assert_eq!(again["needed"].as_array().unwrap().len(), left);
    assert_eq!(
        (&again["can_go"], &again["taken"]),
        (&json!([]), &Value::Null)
    );
    let words = run(&["strip", "--alone", "--effort", "3", VIEWS]);
    assert_eq!(words.status, 3, "{}", words.err);
    assert!(
        words.out.contains("14 clues not looked at"),
        "{}",
        words.out
    );
    assert_eq!(run(&["strip", "--alone", "--amount", "1", VIEWS]).status, 2);
    assert_eq!(run(&["strip", "--alone", AMBIGUOUS]).status, 1);
}

#[test]
fn filling_leads_to_one_solution() {
    for how in ["random", "heuristic"] {
        let call = ["fill", "--json", "--how", how, "--seed", "5"];
        let ran = run_with(&call, BARE.as_bytes());
        assert_eq!(ran.status, 0, "{}", ran.err);
        let line = one(&ran);
        assert_eq!(line["status"], "filled");
        assert_eq!(status(&line), "unique");
        assert!(!line["told"].as_array().unwrap().is_empty());
        assert_eq!(
            run_with(&call, BARE.as_bytes()).out,
            ran.out,
            "the same seed"
        );
    }
    let short = run_with(&["fill", "--json", "--amount", "1"], BARE.as_bytes());
    assert_eq!(
        (short.status, &one(&short)["status"]),
        (1, &json!("ambiguous"))
    );
    assert_eq!(run(&["fill", IMPOSSIBLE]).status, 1);
}

#[test]
fn repair_says_what_was_ambiguous_and_adds_the_fewest_clues() {
    let ran = run_with(&["repair", "--json"], BARE.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let line = one(&ran);
    assert_eq!(
        (&line["status"], &line["smallest"]),
        (&json!("repaired"), &json!(true))
    );
    assert_eq!(status(&line), "unique");
    assert!(!line["ambiguous"].as_array().unwrap().is_empty());
    let filled = one(&run_with(&["fill", "--json"], BARE.as_bytes()));
    let count = |value: &Value| value.as_array().unwrap().len();
    assert!(count(&line["added"]) <= count(&filled["told"]));
    let words = run_with(&["repair"], BARE.as_bytes());
    assert!(words.out.contains("Solutions differed in"), "{}", words.out);
}

#[test]
fn repair_knows_its_limits() {
    assert_eq!(one(&run(&["repair", "--json", UNIQUE]))["status"], "unique");
    let none = run(&["repair", "--json", IMPOSSIBLE]);
    assert_eq!((none.status, &one(&none)["status"]), (1, &json!("none")));
    // Four islands that touch: nothing can be added.
    let same = run(&["repair", "--json", "hashi/2/2/3333"]);
    assert_eq!(
        (same.status, &one(&same)["status"]),
        (1, &json!("impossible"))
    );
    // A new island beside the others.
    let fresh = run(&["repair", "--json", AMBIGUOUS]);
    assert_eq!(fresh.status, 0, "{}", fresh.err);
    let line = one(&fresh);
    assert_eq!(
        (&line["fresh"], &line["smallest"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(line.get("kept"), None, "no solution came along");
    assert_eq!(status(&line), "unique");
    // No time at all: that does not mean that nothing can be done.
    let late = run(&["repair", "--json", "--time-limit", "0", AMBIGUOUS]);
    assert_eq!((late.status, &one(&late)["status"]), (3, &json!("unknown")));
}

#[test]
fn repair_says_whether_its_answer_is_the_smallest() {
    let two = r#"{"type":"hashi","rows":6,"cols":6,"problem":[["-","-","-","-","-","-"],["-","3","-","?","-","1"],["-","-","-","-","-","-"],["-","-","-","?","-","2"],["-","-","-","-","-","-"],["-","?","-","2","-","?"]]}"#;
    let line = one(&run(&["repair", "--json", two]));
    assert_eq!(line["added"].as_array().map(Vec::len), Some(2), "{line}");
    assert_eq!(line["smallest"], true);
    let words = run(&["repair", two]).out;
    assert!(words.contains("no fewer would do for any"), "{words}");
    // More solutions than anybody can look at.
    let row = vec!["-"; 6];
    let many = json!({ "type": "fobidoshi", "rows": 6, "cols": 6, "problem": vec![row; 6] });
    let ran = run(&["repair", "--json", &many.to_string()]);
    assert_eq!((ran.status, &one(&ran)["smallest"]), (0, &json!(false)));
    let words = run(&["repair", &many.to_string()]).out;
    assert!(words.contains("the fewest found"), "{words}");
    // The solution that comes along is kept.
    let mut kept: Value = serde_json::from_str(two).unwrap();
    kept["solution"] = line["solution"].clone();
    let line = one(&run(&["repair", "--json", &kept.to_string()]));
    assert_eq!(
        (&line["kept"], &line["solution"]),
        (&json!(true), &kept["solution"])
    );
}

#[test]
fn streams_go_on_after_what_cannot_be_read() {
    for command in ["strip", "fill", "repair"] {
        let input = format!("{FULL}\nnonsense\n{FULL}\n");
        let ran = run_with(&[command, "--json"], input.as_bytes());
        assert_eq!(ran.status, 2, "{command}");
        let lines = ran.json();
        assert_eq!(lines.len(), 3, "{command}");
        assert_eq!(lines[1]["status"], "error");
        assert_eq!(lines[0], lines[2]);
    }
}

#[test]
fn wrong_calls_of_generate_are_said() {
    for (call, word) in [
        (&["generate", "chess"][..], "no family chess"),
        (&["generate", "hashi", "--size", "0"], "rows and columns"),
        (&["generate", "hashi", "--size", "1000"], "rows and columns"),
        (&["generate", "hashi", "--size", "x"], "8x12"),
        (&["generate", "hashi", "--difficulty", "evil"], "20..35"),
        (&["generate", "hashi", "--density", "2"], "0 to 1"),
        (&["generate", "hashi", "--rows", "5"], "--cols"),
        (&["generate", "skyscrapers", "--size", "5x6"], "square"),
        (&["generate", "hashi", "--with", "loops"], "loops=20"),
        (&["generate", "hashi", "--size", "9..7"], "5..7"),
        (
            &["generate", "hashi", "--with", "loops=60..40"],
            "begins after its end",
        ),
        (
            &["generate", "hashi", "--with", "loops=0..101"],
            "from 0 to 100",
        ),
        (
            &["generate", "hashi", "--with", "loops=many"],
            "a whole number",
        ),
        (
            &["generate", "hashi", "--prover", "graph"],
            "proves in its own way",
        ),
        (
            &["generate", "hashi", "--method", "study", "--prover", "luck"],
            "it has graph, grid,",
        ),
        (
            &["generate", "hashi", "--sometimes", "counting"],
            "as in try=3",
        ),
        (
            &["generate", "hashi", "--sometimes", "magic=2"],
            "no rule magic",
        ),
        (
            &[
                "generate",
                "fobidoshi",
                "--method",
                "random-start",
                "--density",
                "0.3",
            ],
            "no density",
        ),
        (
            &["generate", "hashi", "--unchecked", "--difficulty", "hard"],
            "cannot be combined with a difficulty or rules",
        ),
        (
            &["generate", "hashi", "--no-trial", "--require", "trial"],
            "not among the rules allowed",
        ),
    ] {
        let ran = run(call);
        assert_eq!(ran.status, 2, "{call:?}");
        assert!(
            ran.err.contains(word) || ran.err.contains("can be generated yet"),
            "{call:?}: {}",
            ran.err
        );
    }
}

/// With those families that can be generated.
#[test]
fn generated_puzzles_are_unique_and_the_same_for_any_number_of_threads() {
    for line in run(&["families", "--json"]).json() {
        let family = line["id"].as_str().expect("an id");
        if line["makers"].as_array().is_none_or(Vec::is_empty) {
            let ran = run(&["generate", family]);
            assert_eq!(ran.status, 2);
            assert!(ran.err.contains("can be generated yet"), "{}", ran.err);
            continue;
        }
        let call = |threads: &str| {
            let words = ["generate", family, "--size", "5", "--count", "6", "--json"];
            run(&[&words[..], &["--seed", "11", "--threads", threads]].concat())
        };
        let ran = call("1");
        assert_eq!(ran.status, 0, "{family}: {}", ran.err);
        assert_eq!(ran.out, call("4").out, "{family}");
        let index = |line: &Value| line["index"].as_u64().expect("an index");
        assert!(ran.json().is_sorted_by_key(index), "{family}");
        assert_eq!(ran.json().len(), 6, "{family}");
        for line in &ran.json() {
            assert_eq!(line["seed"], 11);
            assert!(line["rating"]["difficulty"]["score"].is_f64(), "{line}");
            let mut puzzle = line.clone();
            let solution = puzzle.as_object_mut().unwrap().remove("solution");
            let ran = run_with(&["solve", "--json"], puzzle.to_string().as_bytes());
            let solved = one(&ran);
            assert_eq!(solved["status"], "unique", "{line}");
            assert_eq!(Some(&solved["solutions"][0]), solution.as_ref());
        }
    }
}

/// A library file of its own in the tests' folder, which does not exist yet.
fn library_file(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for end in ["", "-wal", "-shm"] {
        let mut file = path.clone().into_os_string();
        file.push(end);
        let _ = std::fs::remove_file(file);
    }
    path
}

fn exported(path: &std::path::Path) -> String {
    let ran = run(&["library", "export", path.to_str().unwrap()]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.out
}

/// A text file in the tests' folder.
fn text_file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_layout_says_where_clues_are() {
    let ring = "#.#.#\n.....\n#.?.#\n.....\n#.#.#\n";
    let file = text_file("ring.txt", ring);
    let call = ["generate", "hashi", "--layout", &file];
    let ran = run(&[&call[..], &["--seed", "1", "--count", "2", "--json"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    for line in ran.json() {
        assert_eq!(status(&line), "unique");
        let problem = line["problem"].as_array().unwrap();
        for (row, wanted) in problem.iter().zip(ring.lines()) {
            for (sign, wanted) in row.as_array().unwrap().iter().zip(wanted.chars()) {
                let is_clue = sign != "-";
                assert!(wanted == '?' || is_clue == (wanted == '#'), "{line}");
            }
        }
    }
    let library = library_file("layout.library");
    let keep = ["--seed", "1", "--library", library.to_str().unwrap()];
    assert_eq!(run(&[&call[..], &keep].concat()).status, 0);
    let origin = exported(&library);
    assert!(
        origin.contains("--layout #.#.#/...../#.?.#/...../#.#.#"),
        "{origin}"
    );
}

#[test]
fn wrong_layouts_are_refused_with_their_place() {
    let odd = text_file("odd.txt", "#.#\n.o.\n");
    let open = text_file("open.txt", ".#.\n#.#\n.#.\n");
    for (call, word) in [
        (
            &["generate", "hashi", "--layout", &odd][..],
            "line 2, column 2: expected #",
        ),
        (&["generate", "hashi", "--layout", "no.such"], "no.such"),
        (
            &["generate", "hashi", "--layout", &open, "--size", "3"],
            "cannot be used with",
        ),
        (
            &["generate", "hashi", "--layout", &open, "--method", "study"],
            "keeps to no layout",
        ),
        (
            &["generate", "skyscrapers", "--layout", &open],
            "rows and columns, not 1×1",
        ),
    ] {
        let ran = run(call);
        assert_eq!(ran.status, 2, "{call:?}: {}", ran.err);
        assert!(ran.err.contains(word), "{call:?}: {}", ran.err);
    }
    let apart = text_file("apart.txt", "#..\n..#\n");
    let ran = run(&["generate", "hashi", "--layout", &apart, "--seed", "1"]);
    assert_eq!(ran.status, 3);
    assert!(
        ran.err.contains("these islands cannot be joined"),
        "{}",
        ran.err
    );
}

#[test]
fn a_batch_goes_on_where_it_was() {
    let whole = library_file("whole.library");
    let parts = library_file("parts.library");
    let call = |path: &std::path::Path, count: &str, threads: &str| {
        let path = path.to_str().unwrap();
        let ran = run(&[
            "generate",
            "hashi",
            "--count",
            count,
            "--seed",
            "4",
            "--threads",
            threads,
            "--library",
            path,
            "--tag",
            "batch",
            "--json",
        ]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        one(&ran)
    };
    assert_eq!(call(&whole, "30", "1")["puzzles"], 30);
    assert_eq!(call(&parts, "7", "4")["puzzles"], 7);
    let on = call(&parts, "30", "4");
    assert_eq!((&on["puzzles"], &on["before"]), (&json!(30), &json!(7)));
    let again = call(&parts, "30", "2");
    assert_eq!(
        (&again["puzzles"], &again["before"]),
        (&json!(30), &json!(30))
    );
    let all = exported(&whole);
    assert_eq!(all, exported(&parts));
    for line in all.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(
            line["solution"].is_array() && line["rating"].is_object(),
            "{line}"
        );
        assert_eq!(line["tags"], json!(["batch"]));
        let command = line["origin"]["command"].as_str().unwrap();
        assert!(command.starts_with("generate hashi --method "), "{command}");
    }
}

/// A seed of its own for every call, said so that it can be given; the library knows that of a batch.
#[test]
fn every_call_has_a_seed_of_its_own() {
    let call = ["generate", "hashi", "--size", "5", "--json"];
    let (first, second) = (run(&call), run(&call));
    let seed = one(&first)["seed"].clone();
    assert_ne!(seed, one(&second)["seed"]);
    assert!(first.err.contains(&format!("seed {seed}")), "{}", first.err);
    let again = run(&[&call[..], &["--seed", &seed.to_string()]].concat());
    assert_eq!((again.out, again.err), (first.out, String::new()));
    let path = library_file("own-seed.library");
    let keep = |count: &str| {
        let kept = ["--count", count, "--library", path.to_str().unwrap()];
        let ran = run(&[&call[..], &kept].concat());
        (one(&ran)["before"].clone(), ran.err)
    };
    let ((_, begun), (before, on)) = (keep("2"), keep("4"));
    assert_eq!((before, on), (json!(2), begun));
}

/// Easy and medium puzzles of one seed have little in common.
#[test]
fn another_grade_is_another_puzzle() {
    let of = |grade: &str| {
        let call = [
            "generate",
            "fobidoshi",
            "--size",
            "8",
            "--seed",
            "3",
            "--json",
        ];
        let ran = run(&[&call[..], &["--count", "4", "--difficulty", grade]].concat());
        ran.json()
    };
    let signs = |line: &Value| -> Vec<Value> {
        let rows = line["problem"].as_array().expect("rows");
        rows.iter()
            .flat_map(|row| row.as_array().unwrap().clone())
            .collect()
    };
    let (easy, hard) = (of("easy"), of("hard"));
    for (one, other) in easy.iter().zip(&hard) {
        let (one, other) = (signs(one), signs(other));
        let clues = one.iter().filter(|sign| **sign != "-").count();
        let same = one.iter().zip(&other).filter(|(a, b)| **a != "-" && a == b);
        assert!(2 * same.count() < clues, "{one:?} {other:?}");
    }
    assert_eq!((easy.len(), hard.len()), (4, 4));
}

#[test]
fn no_puzzle_comes_twice_and_what_is_exhausted_ends() {
    // There are only so many of size 2.
    let call = [
        "generate",
        "skyscrapers",
        "--size",
        "2",
        "--count",
        "500",
        "--seed",
        "1",
        "--json",
    ];
    let ran = run(&call);
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.err.contains("were all duplicates"), "{}", ran.err);
    let path = library_file("small.library");
    let kept = run(&[&call[..], &["--library", path.to_str().unwrap()]].concat());
    assert_eq!(
        (kept.status, &one(&kept)["puzzles"]),
        (3, &json!(ran.json().len()))
    );
    let again = run(&[&call[..], &["--library", path.to_str().unwrap()]].concat());
    assert_eq!(one(&again)["puzzles"], one(&kept)["puzzles"]);
}

#[test]
fn a_batch_that_is_done_gets_tags_and_what_it_lacked() {
    let path = library_file("lacking.library");
    let file = path.to_str().unwrap();
    let call = |more: &[&str]| {
        let call = [
            "generate",
            "hashi",
            "--count",
            "5",
            "--seed",
            "1",
            "--json",
            "--library",
        ];
        let ran = run(&[&call[..], &[file], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.err
    };
    call(&["--unchecked"]);
    let bare = exported(&path);
    assert!(!bare.contains("\"solution\"") && !bare.contains("\"rating\""));
    call(&[]);
    for line in exported(&path).lines().take(5) {
        let line: Value = serde_json::from_str(line).unwrap();
        // What is known now has one solution; other candidates were changed until they had.
        let known = line["solution"].is_array();
        assert_eq!(known, line["rating"].is_object(), "{line}");
        assert!(!known || status(&line) == "unique", "{line}");
    }
    let said = call(&["--tag", "late"]);
    // Even those that were there already when it made them.
    let tagged = run(&["library", "list", "--json", "--tag", "late", file]);
    let tagged = tagged.json().len();
    assert!(
        tagged >= 5 && said.contains(&format!("tagged {tagged} puzzles from earlier runs")),
        "{tagged}: {said}"
    );
    assert_eq!(call(&["--tag", "late"]), "");
}

/// However large the board, and wherever the maker is when the time is up.
#[test]
fn a_limit_that_is_asked_for_ends_the_making() {
    let late = run(&[
        "generate",
        "fobidoshi",
        "--size",
        "100",
        "--time-limit",
        "0.05",
    ]);
    assert_eq!((late.status, late.out.as_str()), (3, ""));
    assert!(late.err.contains("the time limit ran out"), "{}", late.err);
}

/// Sizes and options are drawn for each puzzle, the same whoever makes them; sizes can take turns.
#[test]
fn test_sets_vary_from_puzzle_to_puzzle() {
    let call = |more: &[&str]| {
        let call = [
            "generate",
            "skyscrapers",
            "--method",
            "study",
            "--json",
            "--duplicates",
        ];
        let ran = run(&[&call[..], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.json()
    };
    let drawn = call(&["--size", "4..5", "--with", "strip=0..3", "--count", "12"]);
    let sides: Vec<u64> = drawn
        .iter()
        .map(|one| one["rows"].as_u64().unwrap())
        .collect();
    assert!(sides.contains(&4) && sides.contains(&5), "{sides:?}");
    let views = |one: &Value| {
        one["clabels"].to_string().matches("\"-\"").count()
            + one["rlabels"].to_string().matches("\"-\"").count()
    };
    let mut stripped: Vec<usize> = drawn.iter().map(views).collect();
    stripped.sort_unstable();
    stripped.dedup();
    assert!(
        stripped.len() > 2 && stripped.iter().all(|&taken| taken <= 3),
        "{stripped:?}"
    );
    let turns = call(&["--size", "4..5", "--sizes-in-turn", "--count", "4"]);
    let sides: Vec<u64> = turns
        .iter()
        .map(|one| one["rows"].as_u64().unwrap())
        .collect();
    assert_eq!(sides, [4, 5, 4, 5]);
    let some = call(&[
        "--size",
        "4",
        "--only",
        "study",
        "--sometimes",
        "try=2",
        "--count",
        "3",
    ]);
    assert_eq!(some.len(), 3);
}

/// Raw candidates are all kept, however often one comes.
#[test]
fn unchecked_candidates_are_not_sorted_out() {
    let call = [
        "generate",
        "skyscrapers",
        "--method",
        "study",
        "--size",
        "2",
        "--with",
        "strip=0",
    ];
    let raw = run(&[
        &call[..],
        &["--unchecked", "--count", "20", "--to", "tatham"],
    ]
    .concat());
    assert_eq!(
        (raw.status, raw.out.lines().count()),
        (0, 20),
        "{}",
        raw.err
    );
}

#[test]
fn shares_words_and_yes_are_understood() {
    let call = |with: &str| {
        let call = [
            "generate",
            "satogaeri",
            "--method",
            "study",
            "--size",
            "5",
            "--json",
        ];
        run(&[&call[..], &["--seed", "3", "--with", with]].concat())
    };
    let share = call("size=0.3,numberless=0");
    assert_eq!(share.status, 0, "{}", share.err);
    assert_eq!(share.out, call("size=30,numberless=0").out);
    let hidden = call("size=0.3,numberless");
    assert_eq!(hidden.out, call("size=30").out);
    assert!(hidden.out.contains("\"?\"") && !share.out.contains("\"?\""));
    let auto = [
        "generate",
        "fobidoshi",
        "--method",
        "random-solution",
        "--size",
        "6",
    ];
    let auto =
        |with: &str| run(&[&auto[..], &["--with", with, "--seed", "1", "--json"]].concat()).out;
    assert_eq!(auto("threshold=auto"), auto("threshold=0"));
}

/// What a method counts on its way is told, and another prover makes the same puzzles.
#[test]
fn the_studys_generator_counts_and_lets_others_prove() {
    let call = [
        "generate", "hashi", "--method", "study", "--size", "5", "--seed", "1", "--json",
    ];
    let ours = one(&run(&call));
    assert!(
        ours["counted"]["tries to place an island"].as_u64() >= Some(1),
        "{ours}"
    );
    let stats = run(&[&call[..], &["--stats"]].concat());
    assert!(
        stats.err.contains("tries to place an island: "),
        "{}",
        stats.err
    );
    let named = one(&run(&[&call[..], &["--prover", "ours"]].concat()));
    assert_eq!(named["problem"], ours["problem"]);
    let other = run(&[&call[..], &["--prover", "ours", "--solver", "z3"]].concat());
    assert!(
        other.status == 2 && other.err.contains("needs no --solver"),
        "{}",
        other.err
    );
    let missing = [
        &call[..],
        &["--prover", "graph", "--solver", "no-such-solver"],
    ]
    .concat();
    let missing = run(&missing);
    assert_eq!(missing.status, 2, "{}", missing.out);
    if std::process::Command::new("z3")
        .arg("--version")
        .output()
        .is_ok()
    {
        let proved = one(&run(&[&call[..], &["--prover", "grid-study"]].concat()));
        assert_eq!(proved["problem"], ours["problem"]);
    }
}

#[test]
fn countries_are_mirrored_across_and_both_ways() {
    for symmetry in ["across", "both"] {
        let call = [
            "generate",
            "satogaeri",
            "--size",
            "6",
            "--json",
            "--symmetry",
            symmetry,
        ];
        let made = one(&run(&call));
        let areas: Vec<Vec<String>> = serde_json::from_value(made["areas"].clone()).unwrap();
        let together = |a: (usize, usize), b: (usize, usize)| areas[a.0][a.1] == areas[b.0][b.1];
        for (r, c) in (0..6).flat_map(|r| (0..5).map(move |c| (r, c))) {
            assert_eq!(
                together((r, c), (r, c + 1)),
                together((5 - r, c), (5 - r, c + 1))
            );
        }
    }
}
