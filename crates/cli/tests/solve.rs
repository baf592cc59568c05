//! `gridwright solve`, `check`: statuses, shapes, streams.

mod common;

use common::{AMBIGUOUS, IMPOSSIBLE, UNIQUE, corpora, run, run_with};
use serde_json::{Value, json};

#[test]
fn the_exit_status_is_the_answer() {
    assert_eq!(run(&["solve", UNIQUE]).status, 0);
    assert_eq!(run(&["solve", AMBIGUOUS]).status, 1);
    assert_eq!(run(&["solve", IMPOSSIBLE]).status, 1);
    assert_eq!(run(&["solve", "nonsense"]).status, 2);
    assert_eq!(run(&["solve", "--time-limit", "0", UNIQUE]).status, 3);
}

#[test]
fn wrong_calls_are_wrong() {
    for call in [
        &["solve", "--count", "1", UNIQUE][..],
        &["solve", "--threads", "0", UNIQUE],
        &["solve", "--time-limit", "-1", UNIQUE],
        &["solve", "--engine", "magic", UNIQUE],
        &["convert", UNIQUE],
        &["convert", "--to", "nothing", UNIQUE],
        &["draw", "--size", "0", UNIQUE],
        &["nothing"],
        &[],
    ] {
        let ran = run(call);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{call:?}");
        assert!(!ran.err.is_empty());
    }
}

#[test]
fn of_several_statuses_the_first_of_2_3_1_0_counts() {
    assert_eq!(run(&["solve", UNIQUE, IMPOSSIBLE]).status, 1);
    assert_eq!(run(&["solve", UNIQUE, IMPOSSIBLE, "nonsense"]).status, 2);
    let all_unknown = run(&["solve", "--time-limit", "0", UNIQUE, IMPOSSIBLE]);
    assert_eq!(all_unknown.status, 3);
    let bad = run(&["solve", "--time-limit", "0", UNIQUE, "nonsense"]);
    assert_eq!(bad.status, 2);
}

#[test]
fn one_puzzle_is_drawn_with_a_sentence() {
    let ran = run(&["solve", UNIQUE]);
    assert!(ran.out.starts_with("4═══2\n"), "{}", ran.out);
    assert!(ran.out.contains("It is the only solution (proved in "));
    assert!(!ran.out.contains('\x1b'), "colour into a pipe");
    let ran = run(&["solve", AMBIGUOUS]);
    let sentence = "There are exactly 2 solutions. They differ in row 1, column 2; ";
    assert!(ran.out.contains(sentence), "{}", ran.out);
    let ran = run(&["solve", IMPOSSIBLE]);
    assert!(ran.out.starts_with("There is no solution"), "{}", ran.out);
    let ran = run(&["solve", "--time-limit", "0", UNIQUE]);
    assert!(
        ran.out.starts_with("Unknown: the time limit"),
        "{}",
        ran.out
    );
}

#[test]
fn several_puzzles_get_a_line_each_and_a_summary() {
    let ran = run(&["solve", UNIQUE, AMBIGUOUS, IMPOSSIBLE, "nonsense"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.out);
    assert!(lines[0].contains("unique") && lines[1].contains("multiple"));
    let summary = "4 puzzles: 1 unique, 1 multiple, 1 none, 0 unknown, 1 error; ";
    assert!(lines[3].starts_with(summary), "{}", ran.out);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    let drawn = run(&["solve", "--draw", UNIQUE, IMPOSSIBLE]);
    assert!(drawn.out.contains("4═══2") && drawn.out.contains("2 puzzles: "));
}

#[test]
fn json_has_exactly_the_promised_shape() {
    let ran = run(&["solve", "--json", "--forced", UNIQUE]);
    let [line] = &ran.json()[..] else {
        panic!("one line: {}", ran.out)
    };
    assert_eq!(ran.err, "");
    let keys: Vec<&str> = line
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    let promised = [
        "id",
        "type",
        "rows",
        "cols",
        "status",
        "solutions",
        "engine",
        "millis",
        "stats",
        "count",
        "more",
        "forced",
    ];
    let mut sorted = (keys, promised.to_vec());
    sorted.0.sort_unstable();
    sorted.1.sort_unstable();
    assert_eq!(sorted.0, sorted.1);
    let solution = json!([
        ["-", "2", "-", "-", "-"],
        ["b", "-", "1", "1", "-"],
        ["-", "b", "-", "-", "a"],
        ["a", "-", "1", "-", "a"],
        ["-", "2", "-", "2", "-"]
    ]);
    assert_eq!(line["id"], 1);
    assert_eq!(line["type"], "hashi");
    assert_eq!((&line["rows"], &line["cols"]), (&json!(5), &json!(5)));
    assert_eq!(line["status"], "unique");
    assert_eq!(line["solutions"], json!([solution]));
    assert_eq!(line["forced"], solution);
    assert_eq!(line["engine"], "sat");
    assert_eq!((&line["count"], &line["more"]), (&json!(1), &json!(false)));
    assert!(line["millis"].is_f64() && line["stats"]["conflicts"].is_u64());
}

#[test]
fn json_of_several_none_and_unknown() {
    let ran = run(&["solve", "--json", "--forced", AMBIGUOUS, IMPOSSIBLE]);
    let lines = ran.json();
    assert_eq!(lines[0]["status"], "multiple");
    assert_eq!(lines[0]["solutions"].as_array().map(Vec::len), Some(2));
    assert_eq!(lines[0]["more"], false);
    let shared = json!([["-", ".", "-"], [".", "-", "."], ["-", ".", "-"]]);
    assert_eq!(lines[0]["forced"], shared);
    assert_eq!(lines[1]["id"], 2);
    assert_eq!(lines[1]["status"], "none");
    assert_eq!(lines[1]["solutions"], json!([]));
    assert_eq!(lines[1]["count"], 0);
    let ran = run(&["solve", "--json", "--time-limit", "0", UNIQUE]);
    assert_eq!(ran.json()[0]["status"], "unknown");
    assert_eq!(ran.json()[0]["more"], false);
}

#[test]
fn more_means_that_there_are_more() {
    let many = "hashi/3/3/.g.i.g.";
    let ran = run(&["solve", "--json", many, AMBIGUOUS, UNIQUE]);
    let more: Vec<_> = ran.json().iter().map(|l| l["more"].clone()).collect();
    assert_eq!(more, [true, false, false]);
    let ran = run(&["solve", "--json", "--engine", "rules", AMBIGUOUS]);
    assert_eq!(ran.json()[0]["status"], "unknown");
    assert_eq!(ran.json()[0]["more"], false);
    let genetic = ["--engine", "search", "--method", "genetic"];
    let ran = run(&[&["solve", "--json"], &genetic[..], &["2:///////"]].concat());
    assert_eq!(ran.json()[0]["status"], "unknown");
    assert_eq!(ran.json()[0]["more"], false);
}

#[test]
fn what_a_grid_cannot_say_is_listed_for_each_solution() {
    // Two islands that touch: their bridge lies on no cell.
    let ran = run(&["solve", "--json", "hashi/2/1/11"]);
    assert_eq!(ran.json()[0]["bridges"], json!([[[0, 0, 0, 1, 1]]]));
}

fn small(id: &str, solution: Value) -> String {
    json!({ "id": id, "type": "hashi", "rows": 1, "cols": 3,
            "problem": [["1", "-", "1"]], "solution": solution })
    .to_string()
}

#[test]
fn a_given_solution_that_differs_is_told() {
    let right = small("right", json!([["-", "1", "-"]]));
    let wrong = small("wrong", json!([["-", "2", "-"]]));
    let input = format!("{right}\n{wrong}\n");
    let ran = run_with(&["solve", "--json"], input.as_bytes());
    let lines = ran.json();
    assert_eq!(lines[0]["id"], "right");
    assert_eq!(lines[0].get("differs"), None);
    assert_eq!(lines[1]["id"], "wrong");
    assert_eq!(lines[1]["differs"], true);
    assert_eq!(ran.status, 1);
    let ran = run(&["solve", &wrong]);
    assert!(ran.out.contains("is a different one"), "{}", ran.out);
    assert_eq!((ran.status, run(&["solve", &right]).status), (1, 0));
}

#[test]
fn a_bad_line_in_the_middle_is_one_error_and_the_rest_goes_on() {
    let good = small("good", json!([["-", "1", "-"]]));
    let bad = good.replace("\"1\",\"-\",\"1\"", "\"1\",\"x\",\"1\"");
    assert_ne!(good, bad);
    let input = format!("{good}\n\n# words\n{bad}\n{{\"type\"\nhttp://x\n{good}\n");
    for threads in ["1", "3"] {
        let args = ["solve", "--json", "--threads", threads];
        let ran = run_with(&args, input.as_bytes());
        assert_eq!((ran.status, ran.err.as_str()), (2, ""));
        let lines = ran.json();
        let statuses: Vec<_> = lines.iter().map(|l| l["status"].as_str()).collect();
        let expected = ["unique", "error", "error", "error", "unique"];
        assert_eq!(statuses, expected.map(Some));
        // A broken puzzle still has its id, if that can be made out.
        assert_eq!(lines[1]["id"], "good");
        assert_eq!(lines[2]["id"], 3);
        assert_eq!(lines[1]["error"]["line"], 4);
        let column = bad.find("\"x\"").expect("there") + 1;
        assert_eq!(lines[1]["error"]["column"], column);
        assert!(lines[1]["error"]["message"].is_string());
    }
    let ran = run_with(&["solve"], input.as_bytes());
    assert!(ran.err.starts_with("standard input:4:"), "{}", ran.err);
    assert!(ran.out.contains("3 errors"), "{}", ran.out);
}

/// Everything but the time.
fn timeless(mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        line.as_object_mut().expect("an object").remove("millis");
    }
    lines
}

#[test]
fn any_number_of_threads_gives_the_same_answers_in_the_same_order() {
    let mut input = String::new();
    for i in 0..300 {
        input += match i % 4 {
            0 => UNIQUE,
            1 => AMBIGUOUS,
            2 => IMPOSSIBLE,
            _ => "rubbish",
        };
        input.push('\n');
    }
    let one = run_with(&["solve", "--json", "--threads", "1"], input.as_bytes());
    let many = run_with(&["solve", "--json", "--threads", "7"], input.as_bytes());
    assert_eq!(one.json().len(), 300);
    assert_eq!(timeless(one.json()), timeless(many.json()));
    let ids: Vec<_> = many.json().iter().map(|l| l["id"].as_u64()).collect();
    assert!(ids.into_iter().eq((1..=300).map(Some)));
}

/// Two lattices of this many islands a side, joined by one island with a bridge to each. All numbers
/// together fit, those of each lattice do not: hopeless, but hard to see by search.
fn hard(islands: usize) -> String {
    let side = 2 * islands - 1;
    let size = 2 * side + 1;
    let edge = |i: usize| usize::from(i == 0 || i == side - 1);
    let sign = |r: usize, c: usize| {
        let (first, second) = (r < side && c < side, r > side && c > side);
        let (r_in, c_in) = if second {
            (r - side - 1, c - side - 1)
        } else {
            (r, c)
        };
        match (r, c) {
            _ if (r, c) == (side - 1, side + 1) => "2".to_owned(),
            _ if (r, c) == (side + 1, side + 1) => "4".to_owned(),
            _ if (first || second) && r_in % 2 == 0 && c_in % 2 == 0 => {
                (4 - edge(r_in) - edge(c_in)).to_string()
            }
            _ => "-".to_owned(),
        }
    };
    let row = |r: usize| (0..size).map(|c| sign(r, c)).collect::<Vec<_>>();
    let problem: Vec<_> = (0..size).map(row).collect();
    json!({ "type": "hashi", "rows": size, "cols": size, "problem": problem }).to_string()
}

#[test]
fn a_time_limit_ends_a_hard_search() {
    for islands in [14, 25] {
        let args = ["solve", "--json", "--time-limit", "0.2"];
        let ran = run_with(&args, hard(islands).as_bytes());
        assert_eq!(ran.status, 3);
        assert_eq!(ran.json()[0]["status"], "unknown");
        assert_eq!(ran.json()[0]["count"], 0);
        let millis = ran.json()[0]["millis"].as_f64().expect("a number");
        assert!(millis >= 200.0, "{millis} ms");
    }
}

#[test]
fn check_tells_what_is_wrong_and_what_is_missing() {
    let right = small("right", json!([["-", "1", "-"]]));
    let wrong = small("wrong", json!([["-", "2", "-"]]));
    let blank = small("blank", Value::Null);
    let input = format!("{right}\n{wrong}\n{blank}\n");
    let ran = run_with(&["check", "--json"], input.as_bytes());
    assert_eq!(ran.status, 1);
    let lines = ran.json();
    let expected = json!({ "id": "right", "type": "hashi", "ok": true, "complete": true,
                           "violations": [] });
    assert_eq!(lines[0], expected);
    assert_eq!(
        (&lines[1]["ok"], &lines[1]["complete"]),
        (&json!(false), &json!(false))
    );
    let first = &lines[1]["violations"][0];
    assert_eq!(first["rule"], "nmLineGt");
    assert_eq!(first["kind"], "wrong");
    assert_eq!(first["cells"][0], json!([0, 0]));
    assert!(first["message"].is_string());
    assert_eq!(
        (&lines[2]["ok"], &lines[2]["complete"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(lines[2]["violations"][0]["kind"], "unfinished");
    assert_eq!(run(&["check", &right]).status, 0);
    assert_eq!(run(&["check", &wrong]).status, 1);
    assert!(run(&["check", &wrong]).out.contains("(nmLineGt)"));
    assert_eq!(run(&["check", &blank]).status, 1);
    assert_eq!(run(&["check", "nonsense"]).status, 2);
}

#[test]
fn marks_are_checked_before_the_solution() {
    let both = json!({ "type": "hashi", "rows": 1, "cols": 3, "problem": [["1", "-", "1"]],
                       "solution": [["-", "1", "-"]], "marks": [["-", ".", "-"]] });
    let ran = run(&["check", "--json", &both.to_string()]);
    assert_eq!(ran.json()[0]["complete"], false);
}

#[test]
fn published_puzzles_are_unique_and_their_solutions_right() {
    let Some(folder) = corpora() else { return };
    let file = folder.join("janko/hashi.jsonl");
    let file = file.to_str().expect("text");
    let ran = run(&["solve", "--json", file]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    for line in ran.json() {
        assert_eq!(line["status"], "unique", "{}", line["id"]);
        assert_eq!(line.get("differs"), None, "{}", line["id"]);
    }
    assert_eq!(run(&["check", "--json", file]).status, 0);
}

/// Two circles can lay the same piece of track: no move is the same in all solutions, but the piece is.
#[test]
fn forced_signs_need_no_forced_move() {
    let puzzle = r#"{"type":"satogaeri","rows":6,"cols":5,
        "problem":[["?","-","-","-","3"],["-","-","-","-","-"],["-","-","1","-","-"],
                   ["-","-","-","-","-"],["-","-","-","-","3"],["?","1","-","-","-"]],
        "areas":[["6","6","5","1","1"],["6","6","5","5","1"],["3","3","3","1","1"],
                 ["4","4","4","4","1"],["4","4","4","4","1"],["4","4","2","2","2"]]}"#;
    let puzzle = puzzle.replace('\n', " ");
    let line = run(&["solve", "--json", "--forced", "--count", "50", &puzzle])
        .json()
        .remove(0);
    assert_eq!(line["more"], false);
    let solutions = line["solutions"].as_array().expect("a list");
    assert!(solutions.len() > 2);
    assert!(solutions.iter().all(|grid| grid[2][4] == "ns"), "{line}");
    assert_eq!(line["forced"][2][4], "ns");
    let drawn = run(&["solve", "--forced", &puzzle]);
    assert!(
        drawn.out.contains("All solutions share this"),
        "{}",
        drawn.out
    );
}
