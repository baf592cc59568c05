//! Certificates from end to end: written with the installed solver for samples of all families, then
//! checked; and whatever is done to a file of one is noticed and named.

#![allow(clippy::print_stdout, reason = "a test says what it skips")]

use std::fs;
use std::path::{Path, PathBuf};

use pipe::certify::{Claim, Error, check, is_possible, write};
use puzzles::format::{Document, split};
use puzzles::{FAMILIES, Status, solve};
use sat::Budget;

/// An empty folder for one certificate.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn can_prove() -> bool {
    let possible = is_possible();
    if let Err(why) = &possible {
        println!("skipped: {why}");
    }
    possible.is_ok()
}

fn document(text: &str) -> Document {
    split(text)[0].read().expect("a puzzle")
}

/// The puzzle with the solution that the prover finds.
fn solved(document: &Document) -> Document {
    let answer = solve(document.puzzle.as_ref(), 2, Budget::UNLIMITED);
    assert_eq!(answer.status, Status::Unique);
    let mut document = document.clone().without_boards();
    document.solution = answer.solutions.into_iter().next();
    document
}

/// Two islands that need one bridge; a square with two solutions.
const TINY: &str = r#"{"id":"tiny","type":"hashi","rows":1,"cols":3,"problem":[["1","-","1"]]}"#;
const AMBIGUOUS: &str = r#"{"type":"hashi","rows":3,"cols":3,
    "problem":[["3","-","3"],["-","-","-"],["3","-","3"]]}"#;

#[test]
fn samples_of_all_families_are_certified() {
    if !can_prove() {
        return;
    }
    for family in FAMILIES {
        for (i, sample) in family.samples().enumerate() {
            let sample = sample.expect("a sample that can be read");
            let folder = folder(&format!("sample-{}-{i}", family.id));
            let written = write(&folder, &solved(&sample), Budget::UNLIMITED)
                .unwrap_or_else(|e| panic!("{} {i}: {e}", family.id));
            assert_eq!(written.claim, Claim::Unique);
            assert!(written.solver.starts_with("cadical"), "{}", written.solver);
            let report = check(&folder, &[], Budget::UNLIMITED).expect("a certificate");
            assert!(report.holds(), "{} {i}: {report:?}", family.id);
            assert_eq!(report.steps, written.steps);
            let read = report.document.expect("a puzzle");
            assert!(*read.puzzle == *sample.puzzle);
        }
    }
}

/// Puzzles without a solution, of every family. Of some the clauses already hold the empty one, so
/// that a solver has nothing to prove.
const IMPOSSIBLE: [&str; 9] = [
    r#"{"type":"hashi","rows":1,"cols":3,"problem":[["1","-","-"]]}"#,
    r#"{"type":"hashi","rows":1,"cols":3,"problem":[["1","-","2"]]}"#,
    r#"{"type":"skyscrapers","rows":2,"cols":2,"problem":[["1","-"],["1","-"]]}"#,
    r#"{"type":"skyscrapers","rows":3,"cols":3,"clabels":[["3","3","-"],["-","-","-"]]}"#,
    r#"{"type":"yajilin","rows":1,"cols":3,"problem":[["2e","-","-"]]}"#,
    r#"{"type":"yajilin","rows":2,"cols":2,"problem":[["1e","-"],["-","-"]]}"#,
    r#"{"type":"satogaeri","rows":1,"cols":2,"problem":[["2","-"]],"areas":[["a","b"]]}"#,
    r#"{"type":"satogaeri","rows":1,"cols":3,"problem":[["?","-","?"]],"areas":[["a","a","a"]]}"#,
    r#"{"type":"fobidoshi","rows":1,"cols":4,"problem":[["o","-","x","o"]]}"#,
];

#[test]
fn that_there_is_no_solution_is_certified() {
    if !can_prove() {
        return;
    }
    let mut families: Vec<&str> = Vec::new();
    let mut given = 0;
    for (i, text) in IMPOSSIBLE.into_iter().enumerate() {
        let folder = folder(&format!("impossible-{i}"));
        let document = document(text);
        families.push(document.puzzle.family().id);
        let written = write(&folder, &document, Budget::UNLIMITED);
        let written = written.unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(written.claim, Claim::None);
        let report = check(&folder, &[], Budget::UNLIMITED).expect("a certificate");
        assert!(report.holds() && report.claim == Claim::None, "{report:?}");
        assert!(!folder.join("witness.txt").exists());
        let instance = fs::read_to_string(folder.join("instance.cnf")).expect("text");
        given += usize::from(instance.lines().any(|line| line.trim() == "0"));
    }
    for family in FAMILIES {
        assert!(families.contains(&family.id), "{}", family.id);
    }
    assert!(given > 0 && given < IMPOSSIBLE.len(), "{given}");
}

#[test]
fn what_is_not_so_is_not_certified() {
    if !can_prove() {
        return;
    }
    let write = |name: &str, document: &Document| {
        let folder = folder(name);
        let error = write(&folder, document, Budget::UNLIMITED).expect_err(name);
        assert!(!folder.join("manifest.json").exists(), "{name}");
        error.to_string()
    };
    let square = document(AMBIGUOUS);
    let answer = solve(square.puzzle.as_ref(), 2, Budget::UNLIMITED);
    let mut claimed = square.clone();
    claimed.solution = answer.solutions.first().cloned();
    assert_eq!(
        write("one-of-two", &claimed),
        "cadical found another solution"
    );
    assert_eq!(write("none-of-two", &square), "cadical found a solution");
    claimed.solution = Some(square.puzzle.blank());
    let wrong = write("wrong-solution", &claimed);
    assert!(wrong.starts_with("its solution is wrong: "), "{wrong}");

    let stopped = Budget {
        stop: &|| true,
        ..Budget::UNLIMITED
    };
    let folder = folder("stopped");
    let end = pipe::certify::write(&folder, &solved(&document(TINY)), stopped);
    assert_eq!(end, Err(Error::Stopped));
    assert!(!folder.join("manifest.json").exists());
}

/// A certificate, copied for each kind of damage.
fn damaged(name: &str, whole: &Path, file: &str, damage: impl FnOnce(String) -> String) -> PathBuf {
    let folder = folder(name);
    for entry in fs::read_dir(whole).expect("a folder").flatten() {
        fs::copy(entry.path(), folder.join(entry.file_name())).expect("copied");
    }
    let path = folder.join(file);
    let before = fs::read_to_string(&path).expect("text");
    let after = damage(before.clone());
    assert_ne!(after, before, "{file} is not damaged");
    fs::write(&path, after).expect("written");
    folder
}

#[test]
fn damage_to_any_file_is_noticed_and_named() {
    if !can_prove() {
        return;
    }
    let whole = folder("whole");
    let sample = FAMILIES[0].samples().nth(1).expect("a sample");
    let sample = sample.expect("a sample that can be read");
    write(&whole, &solved(&sample), Budget::UNLIMITED).expect("written");
    let line = |text: &str, n: usize, new: Option<&str>| {
        let mut lines: Vec<&str> = text.lines().collect();
        match new {
            Some(new) => lines[n] = new,
            None => drop(lines.remove(n)),
        }
        lines.join("\n") + "\n"
    };
    type Damage<'a> = Box<dyn FnOnce(String) -> String + 'a>;
    let cases: Vec<(&str, Damage, &str)> = vec![
        (
            "puzzle.json",
            Box::new(|t| t.replacen("\"1\"", "\"2\"", 1)),
            "",
        ),
        (
            "puzzle.json",
            Box::new(|t| t.replacen("solution", "dissolution", 1)),
            "missing",
        ),
        (
            "puzzle.json",
            Box::new(|t| format!("{t}{t}")),
            "2 puzzles instead of one",
        ),
        (
            "puzzle.json",
            Box::new(|t| t.replacen('{', "{\"depth\":1,", 1)),
            "",
        ),
        ("puzzle.json", Box::new(|_| String::new()), ""),
        ("puzzle.json", Box::new(|t| format!(" {t}")), "line 1 is"),
        (
            "instance.cnf",
            Box::new(|t| line(&t, t.lines().count() - 1, None)),
            "not what this version",
        ),
        (
            "instance.cnf",
            Box::new(|t| t.replacen("\n-", "\n", 1)),
            "line",
        ),
        (
            "instance.cnf",
            Box::new(|t| t.replacen("c ", "c  ", 1)),
            "line 1 is",
        ),
        (
            "witness.txt",
            Box::new(|t| t.replacen("v ", "v -", 1).replacen("--", "", 1)),
            "",
        ),
        (
            "witness.txt",
            Box::new(|t| t.replacen(" 0\n", "\n", 1)),
            "the 0 that ends the answers",
        ),
        (
            "witness.txt",
            Box::new(|_| "v 0\n".to_owned()),
            "is not satisfied",
        ),
        (
            "proof.drat",
            Box::new(|_| "0\n".to_owned()),
            "line 1: the empty clause does not follow",
        ),
        (
            "proof.drat",
            Box::new(|_| String::new()),
            "the empty clause is missing",
        ),
        (
            "proof.drat",
            Box::new(|t| format!("1 x 0\n{t}")),
            "line 1: expected a number",
        ),
        (
            "README.txt",
            Box::new(|t| t.replacen("one solution", "two solutions", 1)),
            "line 1 is",
        ),
        (
            "manifest.json",
            Box::new(|t| t.replacen("\"rows\": ", "\"rows\": 1", 1)),
            "another kind or size",
        ),
    ];
    for (i, (file, damage, expected)) in cases.into_iter().enumerate() {
        let folder = damaged(&format!("damaged-{i}"), &whole, file, damage);
        let report = check(&folder, &[], Budget::UNLIMITED).expect("a manifest");
        let (named, cause) = report.first_fault().unwrap_or_else(|| panic!("{i} {file}"));
        assert_eq!(named, file, "{i}: {cause}");
        assert!(cause.contains(expected), "{i} {file}: {cause}");
    }
    // The claim is told apart from the solution that is there, and a manifest must be one.
    let other = damaged("claim", &whole, "manifest.json", |t| {
        t.replacen("unique", "none", 1)
    });
    let report = check(&other, &[], Budget::UNLIMITED).expect("a manifest");
    assert_eq!(report.first_fault().expect("a fault").0, "puzzle.json");
    for damage in ["", "{}", "[1,2", "{\"certificate\":1}"] {
        let other = damaged("manifest", &whole, "manifest.json", |_| damage.to_owned());
        let error = check(&other, &[], Budget::UNLIMITED).expect_err("no manifest");
        assert!(
            error
                .to_string()
                .starts_with("not a certificate: manifest.json"),
            "{error}"
        );
    }
    // A file that is not there, or is none.
    for file in [
        "puzzle.json",
        "instance.cnf",
        "witness.txt",
        "proof.drat",
        "README.txt",
    ] {
        let other = damaged("missing", &whole, file, |t| t + " ");
        fs::remove_file(other.join(file)).expect("it was there");
        let report = check(&other, &[], Budget::UNLIMITED).expect("a manifest");
        assert_eq!(report.first_fault(), Some((file, "it is missing")));
        fs::create_dir(other.join(file)).expect("a folder");
        let report = check(&other, &[], Budget::UNLIMITED).expect("a manifest");
        assert_eq!(report.first_fault(), Some((file, "it is not a file")));
    }
    let report = check(&whole, &[], Budget::UNLIMITED).expect("a certificate");
    assert!(report.holds(), "the whole one still holds: {report:?}");
}

/// A certificate for another puzzle does not become one for this by exchanging the puzzle.
#[test]
fn files_of_two_certificates_do_not_mix() {
    if !can_prove() {
        return;
    }
    let mut folders = Vec::new();
    let samples = FAMILIES[0].samples().take(2);
    for (i, sample) in samples.enumerate() {
        let folder = folder(&format!("mixed-{i}"));
        let sample = sample.expect("a sample that can be read");
        write(&folder, &solved(&sample), Budget::UNLIMITED).expect("written");
        folders.push(folder);
    }
    for file in ["puzzle.json", "instance.cnf", "witness.txt", "proof.drat"] {
        let other = fs::read_to_string(folders[0].join(file)).expect("text");
        let mixed = damaged("mixed", &folders[1], file, |_| other);
        let report = check(&mixed, &[], Budget::UNLIMITED).expect("a manifest");
        assert!(!report.holds(), "{file}");
    }
}
