//! The published puzzles. They are not part of the project: they are looked for beside it, or
//! where `GRIDWRIGHT_CORPORA` says.

use std::path::{Path, PathBuf};

use puzzles::format::{self, Document, split};
use puzzles::{FAMILIES, Family, Status, same_answer, solve};
use sat::Budget;

/// The folder, or a word about its absence.
pub fn folder() -> Option<PathBuf> {
    let said = std::env::var_os("GRIDWRIGHT_CORPORA").map(PathBuf::from);
    // Seen from the project's folder, whatever folder we are in.
    let beside = PathBuf::from("../shared/corpora");
    let folder = match &said {
        Some(folder) => folder.clone(),
        None => Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(&beside),
    };
    if folder.is_dir() {
        return Some(folder);
    }
    let named = said.unwrap_or(beside);
    let named = named.display();
    println!("skipped: published puzzles (none at {named}; GRIDWRIGHT_CORPORA may say where)");
    None
}

/// One file of published puzzles: its name and its text.
pub struct Source {
    /// As in janko/hashi.
    pub name: String,
    /// A puzzle a line.
    pub text: String,
}

/// The files that there are.
pub fn sources() -> Vec<Source> {
    sources_if_any().unwrap_or_default()
}

/// The same, or none if the folder is missing, which is said.
pub fn sources_if_any() -> Option<Vec<Source>> {
    let folder = folder()?;
    let mut sources = Vec::new();
    for collection in ["janko", "tatham"] {
        let Ok(entries) = std::fs::read_dir(folder.join(collection)) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|e| e == "jsonl")
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                sources.push(Source {
                    name: format!("{collection}/{stem}"),
                    text,
                });
            }
        }
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    Some(sources)
}

impl Source {
    /// All puzzles; a text that cannot be read is a failed proof.
    pub fn documents(&self) -> Vec<Document> {
        split(&self.text)
            .iter()
            .map(|chunk| {
                chunk
                    .read()
                    .unwrap_or_else(|e| panic!("{}: {e}", self.name))
            })
            .collect()
    }
}

/// Our own puzzles, which are part of the project: a file for each family.
pub fn own() -> Vec<Source> {
    FAMILIES.iter().map(|family| own_of(family)).collect()
}

/// Our own puzzles of a family; they are there on every clone.
pub fn own_of(family: &Family) -> Source {
    let path = format!("{}/puzzles/{}.jsonl", env!("CARGO_MANIFEST_DIR"), family.id);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| {
        panic!("{path}: {e}; proofs/puzzles/README.md says how puzzles of our own are made")
    });
    let name = format!("own/{}", family.id);
    Source { name, text }
}

/// Unique, and the solution is the recorded one if there is one.
pub fn prove_solution(name: &str, document: &Document) {
    let puzzle = document.puzzle.as_ref();
    let id = document.id();
    let answer = solve(puzzle, 2, Budget::UNLIMITED);
    assert_eq!(answer.status, Status::Unique, "{name} {id:?}");
    let Some(recorded) = document.solution.as_ref() else {
        return; // some collections hold only the puzzles
    };
    let violations = puzzle.check(recorded);
    assert!(violations.is_empty(), "{name} {id:?}: {violations:?}");
    assert!(
        same_answer(puzzle, &answer.solutions[0], recorded),
        "{name} {id:?}: another solution than the recorded one"
    );
}

/// Reading what was written gives the same puzzle, in every format that can hold it.
pub fn prove_round_trips(name: &str, document: &Document) -> usize {
    let mut formats = 0;
    for format in format::formats() {
        let Ok(text) = format::write(document, format.name) else {
            continue;
        };
        formats += 1;
        let chunks = split(&text);
        assert_eq!(chunks.len(), 1, "{name} as {}: {text}", format.name);
        let again = chunks[0]
            .read()
            .unwrap_or_else(|e| panic!("{name} as {}: {e}\n{text}", format.name));
        assert!(
            *again.puzzle == *document.puzzle,
            "{name} {:?} is another puzzle after {}",
            document.id(),
            format.name
        );
        let twice = format::write(&again, format.name).expect("it was written before");
        let first = match format.name {
            // Titles and the like are not kept everywhere; the puzzle's text is.
            "json" | "janko" => continue,
            _ => text,
        };
        assert_eq!(twice, first, "{name} as {}", format.name);
    }
    formats
}
