//! `gridwright experiment`.

mod common;

use std::fs;
use std::process::Stdio;

use common::{command, folder, run};
use serde_json::Value;

#[test]
fn all_experiments_are_listed() {
    let list = run(&["experiment", "list", "--json"]).json();
    assert_eq!(list.len(), 42);
    let text = run(&["experiment", "list"]).out;
    for one in &list {
        let id = one["id"].as_str().expect("a name");
        assert!(text.contains(&format!("  {id} ")), "{id}");
    }
}

#[test]
fn a_wrong_name_is_told_what_is_near() {
    let ran = run(&["experiment", "run", "hashi", "solv", "--out", "-"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("did you mean hashi solve?"), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
}

/// Where the second experiment cannot be written, the page has the first.
#[test]
fn a_run_that_ends_early_leaves_a_page() {
    let folder = folder("experiment-early");
    fs::create_dir_all(folder.join("satogaeri-example.json")).expect("something in the way");
    let call = [
        "experiment",
        "run",
        "sky-genetic",
        "satogaeri-example",
        "--solver",
        "no-such-solver",
        "--out",
        folder.to_str().expect("text"),
    ];
    let ran = run(&call);
    assert_eq!(ran.status, 2, "{}", ran.err);
    let page = fs::read_to_string(folder.join("report.html")).expect("a page");
    assert!(page.contains("id=\"sky-genetic\""), "{page}");
    assert!(!page.contains("id=\"satogaeri-example\""), "{page}");
}

#[test]
fn everything_is_written_and_an_interrupted_run_goes_on() {
    let folder = folder("experiment");
    let out = folder.to_str().expect("text");
    let call = [
        "experiment",
        "run",
        "satogaeri",
        "example",
        "sky-genetic",
        "--out",
        out,
    ];
    let call = [
        &call[..],
        &["--solver", "no-such-solver", "--time-limit", "1000"],
    ]
    .concat();
    let first = run(&call);
    // Without its solver the one has less than it should; all the same everything is written.
    assert_eq!(first.status, 3, "{}", first.err);
    assert!(
        first.err.contains("no-such-solver is not installed"),
        "{}",
        first.err
    );
    assert!(
        first.out.contains("published") && first.out.contains("ours"),
        "{}",
        first.out
    );
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
    let kept: Value = serde_json::from_str(&read("satogaeri-example.json")).expect("JSON");
    assert_eq!(kept["inputs"]["seed"], 1);
    assert_eq!(kept["report"]["tables"][0]["rows"][0][2], "one solution");
    assert!(read("satogaeri-example.csv").starts_with("engine,published answer,ours answer"));
    assert!(read("sky-genetic.svg").starts_with("<svg "));
    let page = read("report.html");
    assert!(page.contains("sky-genetic") && page.contains("satogaeri-example"));
    // What is half-written, or missing, is made again; the rest is taken from the folder.
    fs::write(folder.join("satogaeri-example.json"), "{\"inputs\":").expect("a half file");
    let second = run(&call);
    assert!(
        second.err.contains("sky genetic: taken from"),
        "{}",
        second.err
    );
    assert!(
        !second.err.contains("satogaeri example: taken from"),
        "{}",
        second.err
    );
    assert_eq!(first.out, second.out);
    let other = run(&[&call[..], &["--seed", "2"]].concat());
    assert!(!other.err.contains("taken from"), "{}", other.err);
}

/// A run that is killed within an experiment goes on with what it had measured.
#[test]
fn a_killed_run_goes_on_within_an_experiment() {
    let folder = folder("experiment-killed");
    let call = [
        "experiment",
        "run",
        "sky-genetic",
        "--threads",
        "1",
        "--out",
    ];
    let call = [&call[..], &[folder.to_str().expect("text")]].concat();
    let part = folder.join("sky-genetic.part");
    let lines = || fs::read_to_string(&part).map_or(0, |text| text.lines().count());
    let mut child = (command()
        .args(&call)
        .stdout(Stdio::null())
        .stderr(Stdio::null()))
    .spawn()
    .expect("the program");
    // The first line says what it belongs to.
    while lines() < 3 {
        assert!(
            child.try_wait().is_ok_and(|end| end.is_none()),
            "it has ended"
        );
        std::thread::yield_now();
    }
    child.kill().expect("it is there");
    child.wait().expect("it has ended");
    assert!(!folder.join("sky-genetic.json").exists());
    let ran = run(&[&call[..], &["--json"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("goes on with "), "{}", ran.err);
    let whole = run(&["experiment", "run", "sky-genetic", "--out", "-", "--json"]);
    assert_eq!(
        ran.json()[0]["report"]["tables"],
        whole.json()[0]["report"]["tables"]
    );
    assert!(folder.join("sky-genetic.json").exists() && !part.exists());
}

/// What cannot be kept on the way is said, and what came out is printed all the same.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_nothing_that_was_measured_is_lost() {
    let folder = folder("experiment-full");
    let out = folder.to_str().expect("text");
    let call = ["experiment", "run", "sky-genetic", "--out", out];
    for file in ["sky-genetic.part", "sky-genetic.csv"] {
        std::os::unix::fs::symlink("/dev/full", folder.join(file)).expect("a link");
    }
    let ran = run(&call);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(
        ran.err.contains("cannot keep what is measured"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("cannot write"), "{}", ran.err);
    assert!(ran.out.contains("published"), "{}", ran.out);
}

#[test]
fn what_ran_out_of_time_has_status_3() {
    let call = [
        "experiment",
        "run",
        "fobidoshi",
        "start",
        "--out",
        "-",
        "--json",
    ];
    let ran = run(&[&call[..], &["--time-limit", "0"]].concat());
    assert_eq!(ran.status, 3);
    assert_eq!(ran.json()[0]["report"]["cut"], true);
}

#[test]
fn own_puzzles_are_worked_on() {
    let puzzle = r#"{"type":"fobidoshi","rows":2,"cols":2,"problem":[["o","-"],["-","o"]]}"#;
    let call = [
        "experiment",
        "run",
        "fobidoshi",
        "corpus",
        "--out",
        "-",
        "--json",
    ];
    let ran = run(&[&call[..], &["--puzzles", puzzle]].concat());
    let table = &ran.json()[0]["report"]["tables"][0];
    assert_eq!(table["name"], "shares of the cells (puzzles: 1)");
    assert_eq!(table["rows"][0][3], 50.0);
    let bad = run(&[&call[..], &["--puzzles", "nowhere.txt"]].concat());
    assert_eq!(bad.status, 2);
    assert!(bad.err.contains("nowhere.txt"), "{}", bad.err);
}

#[test]
fn a_trial_stands_beside_what_was_published() {
    let folder = folder("trial");
    let path = folder.join("trial.csv");
    fs::write(&path, "category,seconds\nEasy,100\nEasy,200\nHard,400\n").expect("a file");
    let call = [
        "experiment",
        "run",
        "hashi",
        "people",
        "--out",
        "-",
        "--json",
        "--trial",
    ];
    let ran = run(&[&call[..], &[path.to_str().expect("text")]].concat());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let table = &ran.json()[0]["report"]["tables"][0];
    let titles: Vec<&str> = table["columns"]
        .as_array()
        .expect("columns")
        .iter()
        .filter_map(|column| column["title"].as_str())
        .collect();
    let place = titles
        .iter()
        .position(|title| *title == "trial mean s")
        .expect("a column");
    assert_eq!(table["rows"][1][place], 150.0);
    fs::write(&path, "a,b\n1,2\n").expect("a file");
    let bad = run(&[&call[..], &[path.to_str().expect("text")]].concat());
    assert!(bad.status == 2 && bad.err.contains("line 1"), "{}", bad.err);
}

/// What is given and of no use is said.
#[test]
fn puzzles_of_no_use_are_said_to_be() {
    let puzzle = r#"{"type":"fobidoshi","rows":2,"cols":2,"problem":[["o","-"],["-","o"]]}"#;
    let said = |id: &[&str]| {
        let call = ["--out", "-", "--puzzles", puzzle, "--time-limit", "1000"];
        run(&[&["experiment", "run"], id, &call].concat()).out
    };
    assert!(said(&["satogaeri", "example"]).contains("are not used"));
    assert!(said(&["sky", "genetic"]).contains("None of the puzzles given"));
}

/// A folder that cannot be written into is an error with its name; nothing else is harmed.
#[test]
fn a_folder_that_cannot_be_made_is_said() {
    let folder = folder("no-folder");
    let file = folder.join("file");
    fs::write(&file, "").expect("a file");
    let out = file.join("inside");
    let out = out.to_str().expect("text");
    let ran = run(&["experiment", "run", "satogaeri", "example", "--out", out]);
    assert!(ran.status == 2 && ran.err.contains("inside"), "{}", ran.err);
}
