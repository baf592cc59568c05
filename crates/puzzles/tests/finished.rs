//! What a family still lacks, said so that somebody who has just begun one knows what to do.
//!
//! `cargo xtask new-family` writes a family that works, with a marker at every place that has to
//! become the real game. Here every marker is a failure, and so is everything outside the folder of
//! a family that nobody has written yet. What can be found without being listed is not asked for.

use std::fs;
use std::path::{Path, PathBuf};

use puzzles::{FAMILIES, Family};

/// What stands before the words that say what is to be done.
const MARKER: &str = "FILL IN:";

/// Files with an entry for each family, in which markers may be left as well.
const SHARED: [&str; 2] = ["web/tests/drivers.js", "web/tests/setters.js"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file of the workspace; empty if there is none.
fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_default()
}

/// All files of a folder of the workspace, in the order of their names.
fn files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder));
    let entries = entries.unwrap_or_else(|e| panic!("{folder}: {e}"));
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let path = format!("{folder}/{}", entry.file_name().display());
        match entry.path().is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

/// Every marker of a file with its line, and the words after it: those of the lines of the same
/// comment are part of them.
fn markers(path: &str, text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut goes_on = false;
    for (i, line) in text.lines().enumerate() {
        let comment = line.trim().strip_prefix("// ");
        if let Some((_, words)) = line.split_once(MARKER) {
            let words = words.trim_end_matches("-->").trim_end_matches("\"}").trim();
            found.push(format!("{path}:{}: {words}", i + 1));
            goes_on = comment.is_some();
        } else if let (true, Some(more), Some(last)) = (goes_on, comment, found.last_mut()) {
            last.push_str(&format!(" {more}"));
        } else {
            goes_on = false;
        }
    }
    found
}

#[test]
fn every_place_is_filled_in() {
    let mut paths: Vec<String> = SHARED.map(str::to_owned).to_vec();
    for family in FAMILIES {
        paths.extend(files(&format!("crates/puzzles/src/{}", family.id)));
        paths.push(format!("docs/{}.md", family.id));
    }
    let left: Vec<String> = (paths.iter())
        .flat_map(|path| markers(path, &text(path)))
        .collect();
    assert!(
        left.is_empty(),
        "{} places are still the template's. Do what each says, then take away its comment:\n  {}",
        left.len(),
        left.join("\n  ")
    );
}

/// What is asked for outside the folder of a family: the file, what must be in it, and what to do
/// if it is not.
fn demands(family: &Family) -> Vec<(String, String, String)> {
    let (id, name) = (family.id, family.name);
    let mut all: Vec<(String, String, String)> = [
        (
            format!("docs/{id}.md"),
            format!("# {name}\n"),
            "write a page for players and setters, as docs/fobidoshi.md is one".to_owned(),
        ),
        (
            "README.md".to_owned(),
            format!("[{name}](docs/{id}.md)"),
            "name the family in the first sentence and link to its page below".to_owned(),
        ),
        (
            "docs/making.md".to_owned(),
            format!("- **{name}**"),
            "say what is special about its makers, in the list of families".to_owned(),
        ),
        (
            SHARED[0].to_owned(),
            format!("\n  {id}: {{"),
            "say how a hand enters a solution and makes a mistake, for the page's tests".to_owned(),
        ),
        (
            SHARED[1].to_owned(),
            format!("\n  {id}: "),
            "say how a hand draws a puzzle, for the page's tests".to_owned(),
        ),
        (
            "proofs/puzzles/make".to_owned(),
            format!("keep {id}\n"),
            "say by which calls some thirty puzzles are made, of all sizes and variants".to_owned(),
        ),
        (
            format!("proofs/puzzles/{id}.jsonl"),
            format!("\"type\":\"{id}\""),
            "make the puzzles that the proofs run over (proofs/puzzles/README.md)".to_owned(),
        ),
        (
            "proofs/tests/short.rs".to_owned(),
            format!("(\"{id}\", "),
            "say in REACH how many of these puzzles its rules solve; the test prints it".to_owned(),
        ),
        (
            "proofs/digests.txt".to_owned(),
            format!("\n{id}/own "),
            "record what it does, by `cargo xtask digests --record`; nothing else may change"
                .to_owned(),
        ),
    ]
    .to_vec();
    if !(family.engines().encodings.is_empty() && family.engines().methods.is_empty()) {
        all.push((
            "docs/engines.md".to_owned(),
            format!("| {name} | `"),
            "list its encodings and search engines in the tables".to_owned(),
        ));
    }
    for picture in [
        "blank_svg",
        "blank_text",
        "half_svg",
        "half_text",
        "solved_svg",
        "solved_text",
    ] {
        all.push((
            format!("crates/puzzles/tests/snapshots/pictures__{id}_{picture}.snap"),
            "expression:".to_owned(),
            "look at the new pictures and accept them, by `INSTA_UPDATE=always cargo test -p \
             puzzles --test pictures`"
                .to_owned(),
        ));
    }
    all
}

#[test]
fn everything_outside_its_folder_is_there() {
    let mut missing = Vec::new();
    for family in FAMILIES {
        let mut lacking = demands(family);
        lacking.retain(|(path, part, _)| !text(path).contains(part));
        // The same thing in several files, as pictures are, is to be done once.
        lacking.dedup_by(|(_, _, this), (_, _, before)| this == before);
        for (path, part, what) in lacking {
            missing.push(match root().join(&path).exists() {
                true => format!("{path} has no {:?}: {what}", part.trim()),
                false => format!("{path} is not there: {what}"),
            });
        }
    }
    assert!(
        missing.is_empty(),
        "{} things are missing outside the families' folders (docs/adding-a-family.md):\n  {}",
        missing.len(),
        missing.join("\n  ")
    );
}

/// A page for players and setters has the help word for word.
#[test]
fn the_help_is_on_the_familys_page() {
    for family in FAMILIES {
        let path = format!("docs/{}.md", family.id);
        let page = text(&path);
        for help in family.how_to_play().iter().chain(&family.how_to_set()) {
            let row = format!("| {} | {} |", help.gesture, help.meaning);
            assert!(page.contains(&row), "{path} has no row {row:?}");
        }
    }
}

#[test]
fn the_folder_of_a_family_has_its_name() {
    for family in FAMILIES {
        let path = format!("crates/puzzles/src/{}/mod.rs", family.id);
        let is_there = text(&path).contains("family! {");
        assert!(
            is_there,
            "{family:?}: its folder is not called {}",
            family.id
        );
    }
}

#[test]
fn a_marker_is_found_with_its_line_and_all_its_words() {
    let text = "one\n    // FILL IN: say what\n    // it is.\n    let x;\n    // Else.\n\
                <!-- FILL IN: the rules -->\n{\"title\": \"FILL IN: a title\"}\n";
    assert_eq!(
        markers("a.rs", text),
        [
            "a.rs:2: say what it is.",
            "a.rs:6: the rules",
            "a.rs:7: a title",
        ]
    );
}
