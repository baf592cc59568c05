//! The reference grades of every family, made anew from the published puzzles and stored in the
//! family's folder. Only the cluster values are kept, nothing of the puzzles.
//!
//! Difficulty is told apart among the puzzles that named rules solve. The few that need more are so
//! far from the rest that they would be a class of their own, and everything else would be easy or
//! medium.

use std::path::PathBuf;

use logic::clusters;
use proofs::corpora;
use puzzles::FAMILIES;
use puzzles::reason::{Player, Rating, Score, Weights, rate};
use sat::Budget;

/// Write the file of each family for which there are published puzzles.
pub fn write() -> std::io::Result<()> {
    let sources = corpora::sources();
    for family in FAMILIES {
        let mut ratings: Vec<Rating> = Vec::new();
        for source in &sources {
            let documents = source.documents();
            for document in documents
                .iter()
                .filter(|d| d.puzzle.family().id == family.id)
            {
                let puzzle = document.puzzle.as_ref();
                ratings.push(rate(puzzle, Player(2), Weights::Ours, Budget::UNLIMITED));
            }
        }
        if ratings.is_empty() {
            println!("{}: no puzzles, so its grades stay", family.id);
            continue;
        }
        let solved = |r: &&Rating| r.solved_by_rules;
        let line = |name: &str, only: fn(&&Rating) -> bool, score: fn(&Rating) -> &Score| {
            let scores = ratings.iter().filter(only);
            let scores: Vec<f64> = scores.map(|r| score(r).score).collect();
            let values = clusters(&scores, 3);
            let means: Vec<String> = values.iter().map(|c| format!("{:.2}", c.mean)).collect();
            let sizes: Vec<String> = values.iter().map(|c| c.members.to_string()).collect();
            format!(
                "{name} {}\n#   {} puzzles\n",
                means.join(" "),
                sizes.join(", ")
            )
        };
        let text = format!(
            "# Made by `cargo xtask measure grades` from {} published puzzles, {} of them solved by named rules, \
             player 2.\n{}{}{}",
            ratings.len(),
            ratings.iter().filter(solved).count(),
            line("difficulty", solved, |r| &r.difficulty),
            line("fun", |_| true, |r| &r.fun),
            line("looks", |_| true, |r| &r.looks),
        );
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/puzzles/src");
        let path = PathBuf::from(folder)
            .join(family.id)
            .join("examples/grades.txt");
        std::fs::write(path, &text)?;
        println!("{}:\n{text}", family.id);
    }
    Ok(())
}
