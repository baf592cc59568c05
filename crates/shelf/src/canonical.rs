//! One text for a puzzle and everything that is the same when turned or mirrored.

use std::collections::BTreeMap;

use puzzles::{Puzzle, Record, all_turned};

/// The smallest, as text, of the eight records.
pub fn canonical(puzzle: &dyn Puzzle) -> String {
    let texts = all_turned(puzzle).map(|turned| {
        let mut record = turned.record();
        name_areas(&mut record);
        serde_json::to_string(&record).expect("strings, numbers and lists always serialise")
    });
    texts.min().expect("eight texts")
}

/// The names of areas mean nothing, so areas are numbered as they are met.
fn name_areas(record: &mut Record) {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for sign in record
        .areas
        .iter_mut()
        .flat_map(|grid| &mut grid.0)
        .flatten()
    {
        let next = (names.len() + 1).to_string();
        *sign = names.entry(std::mem::take(sign)).or_insert(next).clone();
    }
}
