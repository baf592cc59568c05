//! `gridwright solve --certificate` and `gridwright certify`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test says what it skips"
)]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{AMBIGUOUS, IMPOSSIBLE, UNIQUE, command, folder, run, run_with};

fn is_installed(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if !there {
        println!("skipped: what needs {program} (apt-get install {program})");
    }
    there
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of this project")
}

#[test]
fn a_certificate_is_written_and_checked() {
    if !is_installed("cadical") {
        return;
    }
    let folder = folder("certificate");
    let place = folder.join("proved");
    let ran = run(&["solve", "--certificate", text(&place), UNIQUE]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("\nCertificate in "), "{}", ran.out);
    let mut names: Vec<String> = fs::read_dir(&place)
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    names.sort();
    let expected = [
        "README.txt",
        "instance.cnf",
        "manifest.json",
        "proof.drat",
        "puzzle.json",
        "witness.txt",
    ];
    assert_eq!(names, expected);

    let ran = run(&["certify", text(&place)]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.contains("has exactly one solution (certified in "),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("What has to be believed:\n  - the encoder"),
        "{}",
        ran.out
    );
    let ran = run(&["certify", "--json", text(&place)]);
    let line = &ran.json()[0];
    assert_eq!(
        (&line["status"], &line["claim"]),
        (&"certified".into(), &"unique".into())
    );
    assert_eq!(line["trusted"].as_array().map(Vec::len), Some(3));
    assert!(
        line["files"]
            .as_array()
            .is_some_and(|files| files.len() == 6)
    );

    // The proof without its end.
    fs::write(place.join("proof.drat"), "").expect("written");
    let ran = run(&["certify", text(&place)]);
    assert_eq!(ran.status, 1);
    let wrong = "proof.drat     WRONG: at its end: the empty clause is missing";
    assert!(ran.out.contains(wrong), "{}", ran.out);
    assert!(!ran.out.contains("certified"), "{}", ran.out);
    let ran = run(&["certify", "--json", text(&place)]);
    assert_eq!(
        (ran.status, &ran.json()[0]["status"]),
        (1, &"refused".into())
    );

    // What is no certificate, beside one.
    let ran = run(&["certify", "--json", text(&folder), text(&place)]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.json()[0]["status"], "error");
    assert_eq!(ran.json()[1]["status"], "refused");
}

#[test]
fn nothing_is_overwritten_and_nothing_half_written() {
    if !is_installed("cadical") {
        return;
    }
    let folder = folder("certificate-places");
    let somebodys = folder.join("somebodys");
    fs::create_dir(&somebodys).expect("a folder");
    fs::write(somebodys.join("letter.txt"), "dear").expect("written");
    let ran = run(&["solve", "--certificate", text(&somebodys), UNIQUE]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("the folder is not empty"), "{}", ran.err);
    let ran = run(&[
        "solve",
        "--certificate",
        text(&somebodys.join("letter.txt")),
        UNIQUE,
    ]);
    assert_eq!(ran.status, 2);
    let ran = run(&[
        "solve",
        "--certificate",
        text(&folder.join("no/such")),
        UNIQUE,
    ]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("there is no folder"), "{}", ran.err);
    let letter = fs::read_to_string(somebodys.join("letter.txt"));
    assert_eq!(letter.expect("still there"), "dear");

    // An empty folder is nothing that could be lost.
    let empty = folder.join("empty");
    fs::create_dir(&empty).expect("a folder");
    let ran = run(&["solve", "--certificate", text(&empty), UNIQUE]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    // The second time it is not empty.
    let ran = run(&["solve", "--certificate", text(&empty), UNIQUE]);
    assert_eq!(ran.status, 2);

    // No proof, no folder.
    let none = folder.join("none");
    let ran = run(&["solve", "--certificate", text(&none), AMBIGUOUS]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("No certificate: "), "{}", ran.out);
    let ran = run(&["solve", "--json", "--certificate", text(&none), AMBIGUOUS]);
    assert_eq!(ran.json()[0]["certificate"]["complete"], false);
    assert!(!none.exists());
    let left = fs::read_dir(&folder).expect("the folder").count();
    assert_eq!(left, 2, "only somebodys and empty are there");
}

#[test]
fn several_puzzles_need_several_folders() {
    if !is_installed("cadical") {
        return;
    }
    let folder = folder("certificate-many");
    let puzzles = format!("{UNIQUE}\n{IMPOSSIBLE}\n");
    let one = folder.join("one");
    for json in [&[][..], &["--json"]] {
        let call = [&["solve", "--certificate", text(&one)][..], json].concat();
        let ran = run_with(&call, puzzles.as_bytes());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("{}"), "{}", ran.err);
    }
    let many = folder.join("proved-{}");
    let call = ["solve", "--json", "--certificate", text(&many)];
    let ran = run_with(&call, puzzles.as_bytes());
    assert_eq!(ran.status, 1, "{}", ran.err);
    for (line, claim) in ran.json().iter().zip(["unique", "none"]) {
        assert_eq!(line["certificate"]["claim"], claim);
        let place = line["certificate"]["dir"].as_str().expect("a folder");
        let ran = run(&["certify", place]);
        assert_eq!(ran.status, 0, "{}", ran.out);
    }
}

#[test]
fn without_the_solver_it_is_said_how_to_get_it() {
    let folder = folder("certificate-without");
    let place = folder.join("proved");
    let output = command()
        .args(["solve", "--certificate", text(&place), UNIQUE])
        .env("PATH", &folder)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty() && !place.exists());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cadical is not installed"), "{said}");
    assert!(said.contains("apt-get install cadical"), "{said}");
}

/// Another checker is asked if it is there. These only say what such a checker says.
#[cfg(unix)]
#[test]
fn other_checkers_are_asked() {
    use std::os::unix::fs::PermissionsExt;

    if !is_installed("cadical") {
        return;
    }
    let folder = folder("certificate-others");
    let place = folder.join("proved");
    let ran = run(&["solve", "--certificate", text(&place), UNIQUE]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let checker = folder.join("drat-trim");
    let reads = "test -s \"$1\" && test -s \"$2\" || exit 1";
    for (says, status, expected) in [
        ("s VERIFIED", 0, "drat-trim accepts the proof, too."),
        (
            "s NOT VERIFIED",
            1,
            "proof.drat     WRONG: drat-trim does not accept it",
        ),
        (
            "hello",
            0,
            "drat-trim came to no verdict about the proof: it gave no verdict.",
        ),
    ] {
        fs::write(&checker, format!("#!/bin/sh\n{reads}\necho '{says}'\n")).expect("written");
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&checker, mode).expect("executable");
        let output = command()
            .args(["certify", text(&place)])
            .env("PATH", &folder)
            .output()
            .expect("the program runs");
        let out = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(status), "{out}");
        assert!(out.contains(expected), "{out}");
    }
}

#[test]
fn an_outside_solver_says_and_does_not_prove() {
    if !is_installed("z3") {
        return;
    }
    let ran = run(&["solve", "--solver", "z3", UNIQUE]);
    assert!(
        ran.out.contains("It is the only solution (said by z3 in "),
        "{}",
        ran.out
    );
    let ran = run(&["solve", "--solver", "z3", IMPOSSIBLE]);
    assert!(
        ran.out.contains("There is no solution (said by z3 in "),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("proved"), "{}", ran.out);
    let ran = run(&["solve", "--json", "--solver", "z3", UNIQUE]);
    assert_eq!(ran.json()[0]["status"], "unique");
}
