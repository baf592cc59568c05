//! Published puzzles with their solutions: every one is unique and its solution is the recorded
//! one. The puzzles are not part of the project; where the folder is missing the test says so.

use std::path::PathBuf;

use puzzles::format::{Chunk, split};
use puzzles::{Status, same_answer, solve};
use sat::Budget;

fn corpora() -> Option<PathBuf> {
    let folder = std::env::var_os("GRIDWRIGHT_CORPORA").map_or_else(
        || {
            PathBuf::from(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../../shared/corpora"
            ))
        },
        PathBuf::from,
    );
    if !folder.is_dir() {
        eprintln!("skipped: no corpora at {}", folder.display());
        return None;
    }
    Some(folder)
}

fn solve_one(name: &str, chunk: &Chunk) {
    let document = chunk.read().unwrap_or_else(|e| panic!("{name}: {e}"));
    let puzzle = document.puzzle.as_ref();
    let answer = solve(puzzle, 2, Budget::UNLIMITED);
    assert_eq!(answer.status, Status::Unique, "{name} line {}", chunk.line);
    let recorded = document.solution.as_ref().expect("a recorded solution");
    assert!(
        puzzle.check(recorded).is_empty(),
        "{name} line {}: {:?}",
        chunk.line,
        puzzle.check(recorded)
    );
    assert!(
        same_answer(puzzle, &answer.solutions[0], recorded),
        "{name} line {}",
        chunk.line
    );
}

#[test]
fn every_published_puzzle_has_its_recorded_solution_only() {
    let Some(folder) = corpora() else { return };
    let mut total = 0;
    for source in ["janko", "tatham"] {
        for entry in std::fs::read_dir(folder.join(source)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !puzzles::FAMILIES
                .iter()
                .any(|f| name.contains(f.id) || f.aliases.iter().any(|a| name.contains(a)))
            {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let chunks = split(&text);
            for chunk in &chunks {
                solve_one(&name, chunk);
            }
            total += chunks.len();
            println!("{name}: {} puzzles", chunks.len());
        }
    }
    assert!(total > 0);
}
