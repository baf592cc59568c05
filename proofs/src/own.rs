//! The puzzles of our own making in `proofs/puzzles`: they are there on every clone.

use puzzles::Family;
use puzzles::format::Document;

use crate::corpora::Source;

/// All of a family.
pub fn documents(family: &Family) -> Vec<Document> {
    let path = format!("{}/puzzles/{}.jsonl", env!("CARGO_MANIFEST_DIR"), family.id);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let name = format!("own/{}", family.id);
    Source { name, text }.documents()
}
