//! `cargo xtask new-family` makes a family that is a whole program, and tests say everything that is
//! still to be done. Driven on a copy of the project, with a family that is thrown away.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The family that is thrown away.
const NAME: &str = "lonely";

/// What is not copied: what is built or installed, and what was before.
const LEFT_OUT: [&str; 4] = ["target", "node_modules", ".git", "artefacts"];

/// The only tests of the families' crate that may fail for a family just begun.
const UNFINISHED: [&str; 4] = [
    "every_family_looks_as_it_did",
    "every_place_is_filled_in",
    "everything_outside_its_folder_is_there",
    "samples_are_as_hard_as_they_say_from_easy_to_hard",
];

/// Words that tell its author where to go on: in its folder, and outside.
const SAID: [&str; 9] = [
    "crates/puzzles/src/lonely/mod.rs:",
    "crates/puzzles/src/lonely/examples/boards.txt:",
    "docs/lonely.md:",
    "web/tests/drivers.js:",
    "web/tests/setters.js:",
    "README.md has no \"[Lonely](docs/lonely.md)\"",
    "proofs/puzzles/lonely.jsonl is not there",
    "crates/puzzles/tests/snapshots/pictures__lonely_",
    "each of examples/samples.jsonl says its `grade`",
];

/// Make the family, and see that its crate builds and which of its tests fail. Gives how many pass.
pub fn prove() -> usize {
    // Always the same folder: what is built there is found again by the next proof.
    let target = target();
    let copy = target.join("new-family");
    let _ = fs::remove_dir_all(&copy);
    copied(Path::new(ROOT), &copy).expect("room for a copy of the project");
    let cargo = |words: &[&str]| -> Output {
        println!("── cargo {} (in {})", words.join(" "), copy.display());
        let mut command = Command::new("cargo");
        let settings = [("INSTA_UPDATE", "no"), ("RUST_BACKTRACE", "0")];
        (command.args(words).current_dir(&copy))
            .env("CARGO_TARGET_DIR", &target)
            .envs(settings)
            .output()
            .expect("cargo")
    };
    let made = cargo(&["xtask", "new-family", NAME]);
    assert!(made.status.success(), "{}", text(&made));
    let list = copy.join("crates/puzzles/src/lib.rs");
    let before = fs::read(&list).expect("the list of families");
    let again = cargo(&["xtask", "new-family", NAME]);
    assert_eq!(again.status.code(), Some(2), "{}", text(&again));
    assert_eq!(fs::read(&list).expect("the list of families"), before);

    let tested = cargo(&["test", "--package", "puzzles", "--no-fail-fast"]);
    let said = text(&tested);
    let ended = |how: &str| -> BTreeSet<&str> {
        let lines = said.lines().filter_map(|line| line.strip_prefix("test "));
        let named = lines.filter_map(|line| line.split_once(" ... "));
        named
            .filter(|(_, end)| *end == how)
            .map(|(name, _)| name)
            .collect()
    };
    assert_eq!(ended("FAILED"), BTreeSet::from(UNFINISHED), "{said}");
    for words in SAID {
        assert!(said.contains(words), "nobody says {words}:\n{said}");
    }
    fs::remove_dir_all(&copy).expect("the folder was there");
    ended("ok").len()
}

/// The folder that cargo builds in: we were built there ourselves.
fn target() -> PathBuf {
    let ours = std::env::current_exe().expect("this program has a path");
    let folders = ours.ancestors().nth(2);
    folders.expect("a program lies in a folder").to_path_buf()
}

fn copied(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if LEFT_OUT.iter().any(|left_out| name == *left_out) {
            continue;
        }
        match entry.path().is_dir() {
            true => copied(&entry.path(), &to.join(name))?,
            false => fs::copy(entry.path(), to.join(name)).map(|_| ())?,
        }
    }
    Ok(())
}

fn text(output: &Output) -> String {
    let parts = [&output.stdout, &output.stderr];
    parts.map(|part| String::from_utf8_lossy(part)).concat()
}
