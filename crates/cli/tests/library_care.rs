//! `gridwright library check`, `repair`, `backup` and `merge`, and libraries that are damaged or
//! cannot be written to.

#![allow(clippy::print_stdout, reason = "a test says what it skips")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use common::{Ran, UNIQUE, command, folder, run, run_with};

/// An empty folder, and a library of five puzzles in it that are called one, two, three …
fn shelf(name: &str) -> (PathBuf, String) {
    let folder = folder(&format!("care-{name}"));
    let file = text(&folder.join("my.library"));
    let ran = run_with(&["library", "add", &file], puzzles(0..5).as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    (folder, file)
}

fn text(path: &Path) -> String {
    path.to_str().expect("text").to_owned()
}

/// Puzzles that differ, one a line.
fn puzzles(which: std::ops::Range<usize>) -> String {
    const NAMES: [&str; 5] = ["one", "two", "three", "four", "five"];
    let line = |n: usize| {
        let name = NAMES.get(n).map_or(n.to_string(), |name| name.to_string());
        let between = vec!["\"-\""; n + 1].join(",");
        format!(
            "{{\"type\":\"hashi\",\"rows\":1,\"cols\":{},\"problem\":[[\"1\",{between},\"1\"]],\
             \"title\":\"{name}\"}}\n",
            n + 3
        )
    };
    which.map(line).collect()
}

/// Make the document of the third puzzle unreadable, without touching the structure of the file.
fn spoil(file: &str) {
    let mut bytes = fs::read(file).expect("a file");
    let title = b"\"title\":\"three\"";
    let at = bytes.windows(title.len()).position(|part| part == title);
    let at = at.expect("the title is in the file");
    bytes[at..at + 7].copy_from_slice(b"rubbish");
    fs::write(file, bytes).expect("written");
}

/// Fill the file's last page, which holds rows, with noise.
fn damage(file: &str) {
    let mut bytes = fs::read(file).expect("a file");
    let last = bytes.len() - 4096;
    for (at, byte) in bytes[last..].iter_mut().enumerate() {
        *byte = (at * at / 7 + 13) as u8;
    }
    fs::write(file, bytes).expect("written");
}

fn ids(ran: &Ran) -> Vec<i64> {
    ran.json()
        .iter()
        .filter_map(|line| line["id"].as_i64())
        .collect()
}

#[test]
fn one_bad_row_hides_no_other() {
    let (folder, file) = shelf("row");
    assert_eq!(run(&["library", "check", &file]).status, 0);
    spoil(&file);
    let ran = run(&["library", "list", &file]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.out.lines().count(), 4, "{}", ran.out);
    assert!(ran.err.starts_with("puzzle 3: "), "{}", ran.err);
    let ran = run(&["library", "list", "--json", &file]);
    assert_eq!((ran.status, ids(&ran)), (2, vec![1, 2, 4, 5, 3]));
    assert_eq!(ran.json()[4]["status"], "error");
    let ran = run(&["library", "export", &file]);
    assert_eq!((ran.status, ran.out.lines().count()), (2, 4));
    assert!(ran.err.starts_with("puzzle 3: "), "{}", ran.err);
    let ran = run(&["library", "export", "--json", &file, "2", "3", "4"]);
    assert_eq!((ran.status, ids(&ran)), (2, vec![2, 4, 3]));
    let ran = run(&["library", "stats", "--json", &file]);
    let stats = ran.json().remove(0);
    assert_eq!((ran.status, &stats["puzzles"]), (2, &4.into()));
    assert_eq!(stats["faults"][0]["puzzle"], 3);
    let ran = run(&["library", "stats", &file]);
    assert_eq!(ran.status, 2);
    assert!(ran.out.starts_with("4 puzzles"), "{}", ran.out);
    assert!(ran.err.starts_with("puzzle 3: "), "{}", ran.err);
    let ran = run(&["library", "show", "--json", &file, "3", "4"]);
    assert_eq!((ran.status, ids(&ran)), (2, vec![3, 4]));
    let ran = run(&["library", "check", &file]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.starts_with("puzzle 3: its document"), "{}", ran.out);
    // The rest of the file is sound: it can be added to, and mended.
    assert_eq!(run(&["library", "add", &file, UNIQUE]).status, 0);
    let new = text(&folder.join("new.library"));
    let ran = run(&["library", "repair", &file, "--to", &new]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(
        ran.out
            .contains("puzzle 3: of its document only the clues are left"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("6 puzzles"), "{}", ran.out);
    let ran = run(&["library", "list", "--json", &new]);
    assert_eq!((ran.status, ids(&ran)), (0, vec![1, 2, 3, 4, 5, 6]));
    assert_eq!(run(&["library", "remove", &file, "3"]).status, 0);
    assert_eq!(run(&["library", "list", &file]).status, 0);
}

#[test]
fn nothing_is_written_into_a_damaged_file() {
    let folder = folder("care-damage");
    let file = text(&folder.join("my.library"));
    let ran = run_with(&["library", "add", &file], puzzles(0..80).as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    let sound = run(&["library", "export", &file]).out;
    damage(&file);
    let before = fs::read(&file).expect("a file");
    for call in [
        vec!["library", "add", &file, UNIQUE],
        vec!["library", "played", &file, "1"],
        vec!["library", "remove", &file, "1"],
        vec![
            "generate",
            "hashi",
            "--size",
            "4",
            "--seed",
            "1",
            "--library",
            &file,
        ],
        vec!["library", "merge", &file, &file],
    ] {
        let ran = run(&call);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{call:?}");
        assert!(!ran.err.is_empty());
    }
    let ran = run(&["library", "add", &file, UNIQUE]);
    assert!(ran.err.contains("nothing was written"), "{}", ran.err);
    assert!(ran.err.contains("library repair"), "{}", ran.err);
    assert_eq!(fs::read(&file).expect("a file"), before);
    // What can be read is read, and the rest is named.
    let ran = run(&["library", "list", "--json", &file]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    let lines = ran.json();
    let (bad, good): (Vec<_>, Vec<_>) = lines.iter().partition(|l| l["status"] == "error");
    assert!(good.len() > 40 && !bad.is_empty(), "{}", ran.out);
    let exported = run(&["library", "export", &file]);
    assert_eq!(
        (exported.status, exported.out.lines().count()),
        (2, good.len())
    );
    let checked = run(&["library", "check", "--json", &file]);
    assert_eq!(checked.status, 1);
    let checked = checked.json().remove(0);
    assert_eq!(
        (&checked["ok"], &checked["puzzles"]),
        (&false.into(), &good.len().into())
    );
    // And saved.
    let new = text(&folder.join("new.library"));
    let ran = run(&["library", "repair", "--json", &file, "--to", &new]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let ran = run(&["library", "export", &new]);
    assert_eq!(ran.status, 0);
    assert_eq!(ran.out.lines().count(), good.len());
    let saved = ran.out.lines().filter(|line| sound.contains(*line)).count();
    assert!(saved > 40, "{saved} as they were");
    assert_eq!(fs::read(&file).expect("a file"), before);
    // Neither is a damaged file copied, nor merged into another.
    let copy = text(&folder.join("copy.library"));
    assert_eq!(run(&["library", "backup", &file, "--to", &copy]).status, 2);
    assert!(!fs::exists(&copy).expect("looked"));
    let ran = run(&["library", "merge", &new, &file]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("my.library"), "{}", ran.err);
    let beside: Vec<_> = fs::read_dir(&folder).expect("a folder").collect();
    assert_eq!(beside.len(), 2, "{beside:?}");
}

#[test]
fn a_backup_never_takes_the_place_of_a_file() {
    let (folder, file) = shelf("backup");
    let copy = text(&folder.join("copy.library"));
    let ran = run(&["library", "backup", &file, "--to", &copy]);
    assert_eq!((ran.status, ran.out), (0, format!("Copied to {copy}.\n")));
    let all = run(&["library", "export", &file]).out;
    assert_eq!(run(&["library", "export", &copy]).out, all);
    let before = fs::read(&copy).expect("a file");
    for command in ["backup", "repair"] {
        let ran = run(&["library", command, &file, "--to", &copy]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("copy.library"), "{}", ran.err);
        assert_eq!(fs::read(&copy).expect("a file"), before);
    }
    let nowhere = text(&folder.join("nowhere").join("copy.library"));
    assert_eq!(
        run(&["library", "backup", &file, "--to", &nowhere]).status,
        2
    );
    let diary = text(&folder.join("diary"));
    fs::write(&diary, "Dear diary").expect("written");
    for command in ["check", "list"] {
        assert_eq!(run(&["library", command, &diary]).status, 2);
    }
    let ran = run(&["library", "repair", &diary, "--to", &nowhere]);
    assert_eq!(ran.status, 2);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3);
}

#[test]
fn files_are_merged() {
    let (folder, file) = shelf("merge");
    let other = text(&folder.join("other.library"));
    let ran = run_with(
        &["library", "add", "--tag", "other", &other],
        puzzles(3..9).as_bytes(),
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    let all = [0, 1].map(|round| {
        let all = text(&folder.join(format!("all {round}.library")));
        let (a, b) = if round == 0 {
            (&file, &other)
        } else {
            (&other, &file)
        };
        let ran = run(&["library", "merge", &all, a, b, a]);
        let said = "9 new puzzles, 0 already there, 0 new plays\n";
        assert_eq!((ran.status, ran.out.as_str()), (0, said), "{}", ran.err);
        let ran = run(&["library", "merge", "--json", &all, b]);
        assert_eq!(ran.json()[0]["new"], 0);
        run(&["library", "export", &all]).out
    });
    assert_eq!(all[0], all[1]);
    let ran = run(&["library", "merge", &file, &file]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("into itself"), "{}", ran.err);
    // Nothing is made if one of the files is not there.
    let never = text(&folder.join("never.library"));
    let missing = text(&folder.join("missing.library"));
    assert_eq!(
        run(&["library", "merge", &never, &file, &missing]).status,
        2
    );
    assert!(!fs::exists(&never).expect("looked"));
    // A bad row is named, the rest is merged.
    spoil(&file);
    let ran = run(&["library", "merge", "--json", &never, &file]);
    assert_eq!(ran.status, 2);
    let lines = ran.json();
    assert_eq!((&lines[0]["id"], &lines[1]["new"]), (&3.into(), &4.into()));
}

/// A library that cannot be written to, seen by somebody who is not root.
#[cfg(unix)]
mod read_only {
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    use super::*;

    fn allow(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("allowed");
    }

    /// Run the program as a user whom permissions hold back; none if that cannot be done here.
    fn run_as_somebody(folder: &Path, args: &[&str]) -> Option<Ran> {
        const NOBODY: u32 = 65534;
        let mut call = command();
        call.args(args).stdin(Stdio::null());
        // Root made the folder, so this is root, who may write everywhere.
        if fs::metadata(folder).expect("a folder").uid() == 0 {
            call.uid(NOBODY).gid(NOBODY);
        }
        match call.output() {
            Ok(output) => Some(Ran {
                status: output.status.code().expect("an exit status"),
                out: String::from_utf8(output.stdout).expect("text"),
                err: String::from_utf8(output.stderr).expect("text"),
            }),
            Err(error) => {
                println!("skipped: nobody else can run the program here: {error}");
                None
            }
        }
    }

    #[test]
    fn it_can_be_read() {
        // Where anybody may look; the folders of a build may be closed.
        let folder = tempfile::tempdir().expect("a folder");
        let file = text(&folder.path().join("my.library"));
        let ran = run_with(&["library", "add", &file], puzzles(0..5).as_bytes());
        assert_eq!(ran.status, 0, "{}", ran.err);
        let all = run(&["library", "export", &file]).out;
        allow(file.as_ref(), 0o444);
        // The folder may be closed, too, as on a medium that cannot be written to.
        for mode in [0o777, 0o555] {
            allow(folder.path(), mode);
            let ask = |args: &[&str]| run_as_somebody(folder.path(), args);
            let Some(ran) = ask(&["library", "export", &file]) else {
                return;
            };
            assert_eq!(
                (ran.status, ran.out.as_str()),
                (0, all.as_str()),
                "{}",
                ran.err
            );
            for call in [
                vec!["library", "list", &file],
                vec!["library", "show", &file, "1"],
                vec!["library", "stats", &file],
                vec!["library", "check", &file],
            ] {
                let ran = ask(&call).expect("it ran before");
                assert_eq!(ran.status, 0, "{call:?}: {}", ran.err);
                assert!(!ran.out.is_empty());
            }
            for call in [
                vec!["library", "add", &file, UNIQUE],
                vec!["library", "remove", &file, "1"],
                vec!["library", "played", &file, "1"],
            ] {
                let ran = ask(&call).expect("it ran before");
                assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{call:?}");
                assert!(ran.err.contains("read-only"), "{}", ran.err);
            }
            let there = fs::read_dir(folder.path()).expect("a folder").count();
            assert_eq!(there, 1, "nothing is left behind");
        }
        allow(folder.path(), 0o755);
    }

    #[test]
    fn what_cannot_be_seen_there_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("my.library");
        let closed = folder.path().join("closed");
        fs::create_dir(&closed).expect("a folder");
        // What a kill leaves behind: the last changes are in the log.
        let mut child = command()
            .args(["library", "add", &text(&file)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(puzzles(0..3).as_bytes()).expect("written");
        let answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        answers.take(2).last();
        for name in ["my.library", "my.library-wal"] {
            fs::copy(folder.path().join(name), closed.join(name)).expect("copied");
            allow(&closed.join(name), 0o444);
        }
        child.kill().expect("killed");
        child.wait().expect("ended");
        drop(input);
        allow(folder.path(), 0o755);
        allow(&closed, 0o555);
        let there = text(&closed.join("my.library"));
        let ran = run_as_somebody(folder.path(), &["library", "list", &there]);
        allow(&closed, 0o755);
        if let Some(ran) = ran {
            assert_eq!((ran.status, ran.out.as_str()), (2, ""));
            assert!(ran.err.contains("my.library-wal"), "{}", ran.err);
        }
    }
}
