//! What may live where: the crates below and around the families know none of them by name.

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            // Tests may name families; what they install is not ours.
            if !["tests", "node_modules", "target"]
                .iter()
                .any(|skip| path.ends_with(skip))
            {
                files(&path, found);
            }
        } else {
            found.push(path);
        }
    }
}

#[test]
fn no_familys_name_outside_its_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for part in [
        "crates/grid",
        "crates/sat",
        "crates/logic",
        "crates/smt",
        "crates/certificate",
        "crates/pipe",
        "crates/scene",
        "crates/render",
        "crates/workshop",
        "crates/api",
        "crates/serve",
        "crates/library",
        "web",
    ] {
        files(&root.join(part), &mut found);
    }
    assert!(found.len() > 10, "the folders have moved");
    for path in found {
        let Ok(text) = fs::read_to_string(&path) else {
            continue; // a font or a picture
        };
        let text = text.to_lowercase();
        for family in puzzles::FAMILIES {
            assert!(
                !text.contains(family.id),
                "{} names {}",
                path.display(),
                family.id
            );
        }
    }
}

#[test]
fn solving_twice_takes_the_same_path() {
    for family in puzzles::FAMILIES {
        for example in family.examples() {
            let example = example.expect("an example that can be read");
            let solve = || puzzles::solve(example.puzzle.as_ref(), 5, sat::Budget::UNLIMITED);
            let (once, twice) = (solve(), solve());
            assert_eq!(once.stats, twice.stats);
            assert_eq!(once.solutions, twice.solutions);
        }
    }
}
