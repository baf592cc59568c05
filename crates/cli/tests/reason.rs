//! `hint`, `explain`, `rate`, `report`, `cluster`, `rules`, `analyse`, `solve --engine rules`: shapes,
//! statuses, streams.

mod common;

use common::{AMBIGUOUS, IMPOSSIBLE, UNIQUE, run, run_with};
use serde_json::{Value, json};

/// The puzzle of the manual with one bridge that is right, and one that is not.
const STARTED: &str = r#"{"type":"hashi","rows":5,"cols":5,"problem":[["4","-","2","-","-"],["-","3","-","-","2"],["3","-","-","-","-"],["-","3","-","1","-"],["3","-","4","-","3"]],"marks":[[".","2",".",".","."],[".",".",".",".","."],[".",".",".",".","."],[".",".",".",".","."],[".",".",".",".","."]]}"#;
const WRONG: &str = r#"{"type":"hashi","rows":5,"cols":5,"problem":[["4","-","2","-","-"],["-","3","-","-","2"],["3","-","-","-","-"],["-","3","-","1","-"],["3","-","4","-","3"]],"marks":[[".",".",".",".","."],["a",".",".",".","."],[".",".",".",".","."],["b",".",".",".","."],[".",".",".",".","."]]}"#;
/// Two islands that two bridges cut off from the others, and a row with a 3 twice.
const APART: &str = r#"{"id":"w","type":"hashi","rows":3,"cols":3,"problem":[["2","-","2"],["-","-","-"],["2","-","2"]],"marks":[[".","2","."],[".",".","."],[".",".","."]]}"#;
const TWICE: &str = r#"{"type":"skyscrapers","rows":3,"cols":3,"clabels":[["1","-","-"],["-","-","-"]],"rlabels":[["-","-","-"],["-","-","-"]],"marks":[["3","3","."],[".",".","."],[".",".","."]]}"#;

fn one(ran: &common::Ran) -> Value {
    let lines = ran.json();
    assert_eq!(lines.len(), 1, "{}", ran.out);
    lines[0].clone()
}

#[test]
fn explain_says_every_step_in_the_agreed_shape() {
    let ran = run(&["explain", "--json", UNIQUE]);
    assert_eq!(ran.status, 0);
    let line = one(&ran);
    assert_eq!(
        (&line["type"], &line["status"]),
        (&json!("hashi"), &json!("solved"))
    );
    assert_eq!(line["final"][0], json!(["-", "2", "-", "-", "-"]));
    assert!(line["hardest"].is_string());
    for step in line["steps"].as_array().expect("steps") {
        assert!(step["rule"].is_string() && step["level"].is_u64(), "{step}");
        assert!(!step["because"].as_array().unwrap().is_empty(), "{step}");
        assert!(!step["therefore"].as_array().unwrap().is_empty(), "{step}");
        assert!(step["text"].as_str().unwrap().contains("row "), "{step}");
        assert!(step["cells"][0][1].is_i64(), "{step}");
    }
    let first = &line["steps"][0];
    let clue = |v: &Value| v.as_str().is_some_and(|s| s.starts_with("clue:r"));
    assert!(
        first["because"].as_array().unwrap().iter().any(clue),
        "{first}"
    );
}

#[test]
fn explain_can_be_restricted_and_then_gets_stuck() {
    let only = run(&["explain", "--json", "--only", "island-complete", UNIQUE]);
    assert_eq!(only.status, 1);
    assert_eq!(one(&only)["status"], "stuck");
    let wrong = run(&["explain", "--without", "magic", UNIQUE]);
    assert_eq!(wrong.status, 2);
    assert!(
        wrong.err.contains("there is no rule magic"),
        "{}",
        wrong.err
    );
    let ordered = run(&[
        "explain",
        "--json",
        "--order",
        "trial,island-complete",
        UNIQUE,
    ]);
    assert_eq!(one(&ordered)["status"], "solved");
    assert_eq!(
        one(&run(&["explain", "--json", IMPOSSIBLE]))["status"],
        "contradiction"
    );
    assert_eq!(
        one(&run(&["explain", "--json", AMBIGUOUS]))["status"],
        "stuck"
    );
}

#[test]
fn explain_shows_the_board_after_each_step_and_writes_a_page() {
    let ran = run(&["explain", UNIQUE]);
    assert!(
        ran.out.contains("\n1. ") && ran.out.contains("Solved in "),
        "{}",
        ran.out
    );
    let page = run(&["explain", "--to", "html", UNIQUE]);
    assert!(page.out.starts_with("<!doctype html>"));
    assert!(page.out.contains("<svg") && page.out.contains("<section>"));
    assert!(
        !page.out.contains("http://1") && !page.out.contains("src="),
        "self-contained"
    );
}

#[test]
fn a_hint_tells_as_much_as_is_asked_for() {
    let keys = |depth: &str| {
        let line = one(&run_with(
            &["hint", "--json", "--depth", depth],
            STARTED.as_bytes(),
        ));
        assert_eq!(line["status"], "hint");
        let has = |key: &str| !line[key].is_null();
        (has("cells"), has("rule"), has("because"), has("therefore"))
    };
    assert_eq!(keys("where"), (true, false, false, false));
    assert_eq!(keys("rule"), (true, true, false, false));
    assert_eq!(keys("why"), (true, true, true, false));
    assert_eq!(keys("what"), (true, true, true, true));
}

#[test]
fn several_hints_are_one_object_that_begins_like_the_first() {
    let alone = one(&run_with(&["hint", "--json"], STARTED.as_bytes()));
    let several = run_with(&["hint", "--json", "--steps", "3"], STARTED.as_bytes());
    assert_eq!(several.status, 0);
    let mut line = one(&several);
    let steps = line["steps"].as_array().expect("steps").clone();
    assert_eq!(steps.len(), 3, "{line}");
    assert_eq!(steps[0]["therefore"], alone["therefore"]);
    line.as_object_mut().expect("an object").remove("steps");
    assert_eq!(line, alone);
    let to_the_end = one(&run(&["hint", "--json", "--steps", "50", AMBIGUOUS]));
    assert_eq!(to_the_end["end"], "ambiguous", "{to_the_end}");
    let nothing = run(&["hint", "--json", "--steps", "2", IMPOSSIBLE]);
    assert_eq!(
        (nothing.status, &one(&nothing)["steps"]),
        (1, &json!([])),
        "{}",
        nothing.out
    );
}

#[test]
fn a_hint_on_a_wrong_board_says_so_first() {
    let ran = run_with(&["hint", "--json"], WRONG.as_bytes());
    assert_eq!(ran.status, 1);
    let line = one(&ran);
    assert_eq!(line["status"], "contradiction", "{line}");
    assert!(
        line["sound"].is_array() && line["text"].is_string(),
        "{line}"
    );
    let visible = one(&run_with(&["hint", "--json"], TWICE.as_bytes()));
    assert_eq!(visible["violations"][0]["kind"], "wrong", "{visible}");
}

#[test]
fn help_on_a_wrong_board_says_so_and_writes_nothing() {
    for board in [WRONG, APART, TWICE] {
        for how in [&["--until-stuck"][..], &[]] {
            let call = [&["hint", "--apply", "--json"][..], how].concat();
            let ran = run_with(&call, board.as_bytes());
            let line = one(&ran);
            assert_eq!((ran.status, &line["status"]), (1, &json!("contradiction")));
            assert!(line["text"].is_string() && line["sound"].is_array());
            assert!(line["marks"].is_null() && line["steps"].is_null(), "{line}");
        }
        let ran = run_with(&["hint", "--apply"], board.as_bytes());
        assert_eq!(ran.status, 1);
        assert!(!ran.out.contains("by rules"), "{}", ran.out);
    }
}

#[test]
fn clues_that_clash_are_not_called_entries() {
    let ran = run(&["hint", IMPOSSIBLE]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("its clues clash"), "{}", ran.out);
    assert!(!ran.out.contains("entries"), "{}", ran.out);
}

/// Every question is answered in the end, but the answers are not a solution.
#[test]
fn what_only_looks_solved_is_a_contradiction() {
    let puzzles = [
        r#"{"type":"skyscrapers","rows":2,"cols":2,"clabels":[["-","-"],["-","-"]],"rlabels":[["-","1"],["2","1"]]}"#,
        r#"{"type":"hashi","rows":3,"cols":3,"problem":[["1","-","2"],["-","-","-"],["2","-","2"]]}"#,
    ];
    for puzzle in puzzles {
        let ran = run(&["explain", "--json", puzzle]);
        let line = one(&ran);
        assert_eq!((ran.status, &line["status"]), (1, &json!("contradiction")));
        let last = line["steps"].as_array().expect("steps").last();
        assert_eq!(last.expect("a last step")["therefore"], json!([]));
        assert!(run(&["explain", puzzle]).out.contains("That cannot be."));
        let rating = one(&run(&["rate", "--json", puzzle]));
        assert_eq!(rating["solved_by_rules"], false);
        let report = one(&run(&["report", "--json", puzzle]));
        assert_eq!(report["solved_by_rules"], 0);
        let solved = one(&run(&["solve", "--engine", "rules", "--json", puzzle]));
        assert_eq!(solved["status"], "none");
    }
    let ran = run_with(&["explain", "--json"], APART.as_bytes());
    assert_eq!(
        (ran.status, &one(&ran)["status"]),
        (1, &json!("contradiction"))
    );
    let told = run_with(&["explain"], APART.as_bytes()).out;
    assert!(told.contains("no solution with these entries"), "{told}");
}

#[test]
fn a_budget_that_ran_out_is_said_to_the_shell() {
    let status = |call: &[&str]| run(&[call, &["--time-limit", "0", UNIQUE]].concat());
    for call in ["rate", "report", "cluster", "explain", "hint"] {
        assert_eq!(status(&[call, "--json"]).status, 3, "{call}");
    }
    let applied = status(&["hint", "--apply", "--json"]);
    assert_eq!(
        (applied.status, &one(&applied)["status"]),
        (3, &json!("unknown"))
    );
    let explained = one(&status(&["explain", "--json"]));
    assert_eq!(
        (&explained["status"], &explained["stopped"]),
        (&json!("stuck"), &json!(true))
    );
    assert_eq!(one(&status(&["rate", "--json"]))["stopped"], true);
    assert!(one(&run(&["explain", "--json", UNIQUE]))["stopped"].is_null());
}

#[test]
fn small_numbers_are_said_properly() {
    let lonely = "hashi/3/1/1g1";
    let rated = run(&["rate", lonely]).out;
    assert!(
        rated.contains("1 step. People take less than a minute."),
        "{rated}"
    );
    // Nothing can be done on this board, not even one round.
    let stuck = r#"{"type":"hashi","rows":3,"cols":3,"problem":[["?","-","?"],["-","-","-"],["?","-","?"]]}"#;
    for call in [&["rate", "--json", stuck][..], &["rate", stuck]] {
        let out = run(call).out;
        assert!(!out.contains("-0.0"), "{out}");
    }
    let rated = run(&["rate", stuck]).out;
    assert!(
        rated.contains("Neither rules nor trial solve it"),
        "{rated}"
    );
    let silent = run(&["solve", "--engine", "rules", stuck]);
    assert!(!(silent.out + &silent.err).contains("Rules: ."));
    assert!(run(&["report", UNIQUE]).out.contains("Hashi: 1 puzzle,"));
}

#[test]
fn help_writes_in_what_rules_find() {
    let ran = run(&[
        "hint",
        "--apply",
        "--level",
        "4",
        "--until-stuck",
        "--json",
        UNIQUE,
    ]);
    let line = one(&ran);
    assert_eq!(line["marks"][0][1], "2", "{line}");
    assert_eq!(line["status"], "applied");
    assert!(
        run(&["hint", "--apply", "--level", "1", UNIQUE])
            .out
            .contains("by rules.")
    );
}

#[test]
fn ratings_stream_in_the_agreed_shape() {
    let ran = run(&["rate", "--json", UNIQUE, "nonsense", AMBIGUOUS]);
    assert_eq!(ran.status, 2);
    let lines = ran.json();
    assert_eq!(lines.len(), 3);
    let first = &lines[0];
    for score in ["difficulty", "fun", "looks"] {
        assert!(
            first[score]["score"].is_f64() && first[score]["grade"].is_string(),
            "{first}"
        );
        assert!(first[score]["parts"].is_object(), "{first}");
    }
    assert_eq!(first["solved_by_rules"], true);
    assert_eq!(first["needs_trial"], false);
    assert_eq!(lines[1]["status"], "error");
    assert_eq!(lines[2]["solved_by_rules"], false);
    let study = run(&[
        "rate",
        "--json",
        "--weights",
        "study",
        "--player",
        "3",
        UNIQUE,
    ]);
    assert!(one(&study)["difficulty"]["parts"]["stripped"].is_object());
    assert_eq!(run(&["rate", "--player", "4", UNIQUE]).status, 2);
}

#[test]
fn reports_count_rules_and_grades() {
    let line = one(&run(&["report", "--json", UNIQUE, UNIQUE]));
    assert_eq!(
        (&line["puzzles"], &line["solved_by_rules"]),
        (&json!(2), &json!(2))
    );
    let share = |r: &Value| r["share_of_steps"].as_f64().unwrap();
    let total: f64 = line["rules"].as_array().unwrap().iter().map(share).sum();
    assert!((99.5..=100.5).contains(&total), "{total}");
    let csv = run(&["report", "--to", "csv", UNIQUE]);
    assert!(csv.out.starts_with("family,rule,level,"), "{}", csv.out);
    let clusters = one(&run(&[
        "cluster",
        "--clusters",
        "2",
        "--json",
        UNIQUE,
        AMBIGUOUS,
    ]));
    assert_eq!(clusters["difficulty"].as_array().unwrap().len(), 2);
}

#[test]
fn rules_are_listed_for_every_family_with_examples() {
    for family in puzzles::FAMILIES.iter().map(|family| family.id) {
        let lines = run(&["rules", family, "--json"]).json();
        assert!(lines.len() > 2, "{family} has no rule of its own");
        let last: Vec<&Value> = lines[lines.len() - 2..].iter().map(|l| &l["id"]).collect();
        assert_eq!(last, ["trial", "smallest-reason"]);
        for line in &lines {
            let text = &line["examples"][0]["text"];
            assert!(text.is_string(), "{family} {}: no example", line["id"]);
        }
        for id in ["trial", "smallest-reason"] {
            let shown = run(&["rules", family, id]).out;
            assert!(
                shown.contains("Before:") && shown.contains("After:"),
                "{shown}"
            );
        }
    }
    let one = run(&["rules", "hashi", "island-complete"]);
    assert!(
        one.out.contains("Before:") && one.out.contains("After:"),
        "{}",
        one.out
    );
    assert_eq!(run(&["rules", "chess"]).status, 2);
    assert_eq!(run(&["rules", "hashi", "magic"]).status, 2);
}

#[test]
fn rules_solve_and_prove_or_say_that_they_are_stuck() {
    let line = one(&run(&["solve", "--engine", "rules", "--json", UNIQUE]));
    assert_eq!(
        (&line["status"], &line["engine"]),
        (&json!("unique"), &json!("rules"))
    );
    assert_eq!(line["solutions"][0][0], json!(["-", "2", "-", "-", "-"]));
    let stuck = run(&["solve", "--engine", "rules", "--json", AMBIGUOUS]);
    assert_eq!(
        (stuck.status, &one(&stuck)["status"]),
        (1, &json!("unknown"))
    );
    let none = run(&["solve", "--engine", "rules", "--json", IMPOSSIBLE]);
    assert_eq!((none.status, &one(&none)["status"]), (1, &json!("none")));
    assert_eq!(run(&["solve", "--only", "magic", UNIQUE]).status, 2);
}

#[test]
fn analysis_is_repeatable() {
    let call = [
        "analyse",
        "--positions",
        "20",
        "--seed",
        "5",
        "--json",
        UNIQUE,
    ];
    let (a, b) = (run(&call), run(&call));
    assert_eq!(a.out, b.out);
    let line = one(&a);
    assert_eq!(line["positions"], 20);
    assert!(!line["elementary"].as_array().unwrap().is_empty());
}

#[test]
fn explain_tells_as_much_as_is_asked_for() {
    let told = |length: &str| {
        let ran = run(&["explain", "--length", length, UNIQUE]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.out.contains("Solved in "), "{}", ran.out);
        ran.out.matches(" (level ").count()
    };
    let (full, usual, brief) = (told("full"), told("usual"), told("brief"));
    let steps = one(&run(&["explain", "--json", UNIQUE]))["steps"].clone();
    assert_eq!(full, steps.as_array().expect("steps").len());
    assert!(brief < usual && usual < full, "{brief} {usual} {full}");
    assert_eq!(
        run(&["explain", UNIQUE]).out.matches(" (level ").count(),
        usual
    );
    assert_eq!(
        run(&["explain", "--json", "--length", "brief", UNIQUE]).status,
        2
    );
}

#[test]
fn an_ambiguous_puzzle_is_said_to_be_one() {
    let ran = run(&["explain", AMBIGUOUS]);
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    let text = words.join(" ");
    assert!(text.contains("there is more than one solution"), "{text}");
    let line = one(&run(&["explain", "--json", AMBIGUOUS]));
    assert!(!line["ambiguous"].as_array().expect("cells").is_empty());
    let stuck = run(&["explain", "--json", "--only", "island-complete", UNIQUE]);
    assert!(one(&stuck)["ambiguous"].is_null());
}

/// A page has one board, and for each step what changes on it.
#[test]
fn a_page_holds_the_board_once() {
    let page = run(&["explain", "--to", "html", "--length", "full", UNIQUE]).out;
    assert_eq!(page.matches("id=\"board\"").count(), 1);
    let steps = one(&run(&["explain", "--json", UNIQUE]))["steps"].clone();
    let steps = steps.as_array().expect("steps").len();
    assert_eq!(page.matches("steps.push(").count(), steps);
    assert_eq!(page.matches("<section>").count(), steps + 1);
    let cut = run(&["explain", "--to", "html", "--time-limit", "0", UNIQUE]);
    assert_eq!(cut.status, 3);
    assert!(cut.out.ends_with("</html>\n"), "{}", cut.out);
}

const PLAYED: &str = r#"{"type":"hashi","rows":1,"cols":3,"problem":[["1","-","1"]],"solution":[["-","1","-"]],"moves":"Z2;ba,2;ba,-;ba,1;"}"#;

#[test]
fn recorded_games_are_replayed() {
    let line = one(&run(&["report", "--moves", "--json", PLAYED]));
    for (field, value) in [("games", 1), ("right", 1), ("wrong", 1), ("justified", 1)] {
        assert_eq!(line[field], value, "{line}");
    }
    assert_eq!(line["share_justified"], 100.0);
    let csv = run(&["report", "--moves", "--to", "csv", PLAYED]).out;
    assert!(
        csv.starts_with("family,rule,level,entries,share_of_entries\nhashi,"),
        "{csv}"
    );
    // Nothing is said about puzzles that bring no game.
    assert_eq!(run(&["report", "--moves", UNIQUE]).out, "");
}

#[test]
fn how_well_puzzles_are_explained_is_measured() {
    let line = one(&run(&["report", "--teaching", "--json", UNIQUE]));
    assert_eq!(
        (&line["type"], &line["puzzles"]),
        (&json!("hashi"), &json!(1.0))
    );
    assert_eq!(line["solved_by_rules"], 100.0);
    assert!(
        line["jump"].is_f64() && line["justified"].is_null(),
        "{line}"
    );
    let page = run(&["explain", "--to", "html", UNIQUE]).out;
    assert_eq!(line["page_bytes"], page.len() as f64);
    let csv = run(&["report", "--teaching", "--to", "csv", UNIQUE, PLAYED]).out;
    let rows: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert!(rows.len() == 2 && rows[0] == rows[1], "{csv}");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.jsonl"), PLAYED).expect("a file");
    std::fs::write(folder.path().join("notes.md"), "nothing").expect("a file");
    let path = folder.path().to_str().expect("a path");
    let line = one(&run(&["report", "--teaching", "--json", path]));
    assert_eq!(
        (&line["justified"], &line["falsified"]),
        (&json!(100.0), &json!(1.0))
    );
}

/// Grades from a file, in any number; with the study's weights, its rules.
#[test]
fn clusters_become_grades() {
    let set = run(&[
        "generate",
        "skyscrapers",
        "--size",
        "4",
        "--count",
        "12",
        "--with",
        "strip=0..6",
        "--to",
        "tatham",
    ]);
    let folder = common::folder("grades");
    let path = folder.join("mine.grades");
    let file = path.to_str().unwrap();
    let towers = set.out.as_bytes();
    let made = common::run_with(&["cluster", "--clusters", "4", "--out", file], towers);
    assert_eq!(made.status, 0, "{}", made.err);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("family skyscrapers") && text.contains("\ndifficulty "),
        "{text}"
    );
    let rated = common::run_with(&["rate", "--json", "--grades", file], towers).json();
    let grade = |line: &Value| line["difficulty"]["grade"].as_str().unwrap().to_owned();
    let mut grades: Vec<String> = rated.iter().map(grade).collect();
    grades.sort();
    grades.dedup();
    assert!(
        grades.len() > 1
            && grades
                .iter()
                .all(|g| ["1", "2", "3", "4"].contains(&g.as_str()))
    );
    let plain = common::run_with(&["rate", "--json"], towers).json();
    let score = |line: &Value| line["difficulty"]["score"].clone();
    let (ours, theirs): (Vec<Value>, Vec<Value>) = (
        plain.iter().map(score).collect(),
        rated.iter().map(score).collect(),
    );
    assert_eq!(ours, theirs, "grades are of the scores they were made from");
    let other = run(&["rate", "--grades", file, UNIQUE]);
    assert_eq!(other.status, 2, "{}", other.out);
    assert!(other.err.contains("no grades for hashi"), "{}", other.err);
    // What is wrong with the file is said once, not for every puzzle.
    let broken = folder.join("broken.grades");
    std::fs::write(&broken, "difficulty\n").unwrap();
    for path in ["nowhere.grades", broken.to_str().unwrap()] {
        for command in ["rate", "report", "cluster"] {
            let none = common::run_with(&[command, "--grades", path], towers);
            assert_eq!(none.status, 2);
            assert_eq!(none.err.matches(path).count(), 1, "{}", none.err);
        }
    }
}

const TOWERS_72: &str = "5:3/2/4/1/3/2/3/1/3/2/3/2/4/1/3/2/3/1/3/2";
const TOWERS_6: &str = "6:/3//5//2/2//3//3///2///3//4/////3";

/// TryLarge counts where it is used, shares are of the study's fourteen rules, and only its rules are
/// used.
#[test]
fn the_studys_rating_is_the_studys() {
    let study = |puzzle: &str| one(&run(&["rate", "--weights", "study", "--json", puzzle]));
    let large = study(TOWERS_6);
    assert_eq!(
        large["difficulty"]["parts"]["large"]["value"], 100.0,
        "{large}"
    );
    let plain = study(TOWERS_72);
    assert_eq!(plain["difficulty"]["parts"]["large"]["value"], 0.0);
    let share = plain["difficulty"]["parts"]["share"]["value"]
        .as_f64()
        .unwrap();
    let rules = share * 14.0 / 100.0;
    assert!(
        (rules - rules.round()).abs() < 0.01 && rules > 4.0,
        "{share}"
    );
    let report = run(&["report", "--weights", "study", "--to", "csv", TOWERS_72]).out;
    assert!(
        report.contains(",try,") && !report.contains("naked-pair"),
        "{report}"
    );
    let only = run(&[
        "report",
        "--only",
        "fill-gaps,simple-scratch",
        "--to",
        "csv",
        TOWERS_72,
    ])
    .out;
    assert!(
        only.contains("fill-gaps-row") && !only.contains(",try,"),
        "{only}"
    );
    let wrong = run(&["rate", "--only", "magic", TOWERS_72]);
    assert!(
        wrong.status == 2 && wrong.err.contains("no rule magic"),
        "{}",
        wrong.err
    );
}

/// `rate` and `explain` count the same steps and name the same hardest rule.
#[test]
fn one_count_of_steps_and_one_hardest_rule() {
    for puzzle in [
        TOWERS_72,
        TOWERS_6,
        "6:/4///4/2/4//2///3/3///3//5///4/3//",
        UNIQUE,
    ] {
        let rated = one(&run(&["rate", "--json", puzzle]));
        let told = one(&run(&["explain", "--json", puzzle]));
        assert_eq!(rated["hardest"], told["hardest"], "{puzzle}");
        let steps = told["steps"].as_array().unwrap().len();
        assert_eq!(rated["steps"], steps, "{puzzle}");
    }
}

/// The study's elementary five, on puzzles of size 5 with views taken away; and order does not matter.
/// (Of those with all views only one in fifty needs SimpleTry: few positions do not show it.)
#[test]
fn the_studys_elementary_rules_are_found() {
    let squares = run(&[
        "generate",
        "skyscrapers",
        "--size",
        "5",
        "--count",
        "20",
        "--seed",
        "1",
        "--to",
        "tatham",
    ]);
    let call = [
        "analyse",
        "--only",
        "study",
        "--positions",
        "60",
        "--seed",
        "2",
        "--json",
    ];
    let line = one(&common::run_with(&call, squares.out.as_bytes()));
    let five = [
        "simple-scratch",
        "fill-gaps",
        "build-location",
        "try",
        "simple-try",
    ];
    assert_eq!(line["elementary"], json!(five), "{line}");
    assert_eq!(line["order_matters"], 0);
    // What the others come to less without is contained in none of them.
    let needed = line["rules"].as_array().unwrap().iter();
    let needed: Vec<_> = needed.filter(|rule| rule["needed"] != 0).collect();
    let contained = line["contained"].as_array().unwrap();
    assert!(!needed.is_empty() && !contained.is_empty(), "{line}");
    for rule in needed {
        assert!(
            contained.iter().all(|pair| pair[0] != rule["rule"]),
            "{line}"
        );
    }
    let without = run(&["analyse", "--only", "study", UNIQUE]);
    assert!(
        without.status == 2 && without.err.contains("no study"),
        "{}",
        without.err
    );
}
