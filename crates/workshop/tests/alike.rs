//! Puzzles that look alike, and such that do not.

use std::sync::Arc;

use grid::Symmetry;
use puzzles::format::split;
use puzzles::{Puzzle, turned};
use workshop::alike::{LOOK_ALIKE, Likeness, classes};

fn read(rows: [&str; 6]) -> Arc<dyn Puzzle> {
    let row = |row: &str| {
        let signs: Vec<String> = row
            .chars()
            .map(|sign| format!("{:?}", sign.to_string()))
            .collect();
        format!("[{}]", signs.join(","))
    };
    let problem = rows.map(row).join(",");
    let text = format!(r#"{{"type":"fobidoshi","rows":6,"cols":6,"problem":[{problem}]}}"#);
    let document = split(&text)[0].read();
    document.expect("a puzzle").puzzle
}

const ONE: [&str; 6] = ["o--o--", "--o--o", "-o--o-", "o--o--", "--o--o", "-o--x-"];
const CHANGED: [&str; 6] = ["o--o--", "--o--o", "-o--o-", "o--o--", "--o--o", "-o--o-"];
const OTHER: [&str; 6] = ["-oo---", "o-----", "o----o", "-----o", "---oo-", "xx----"];

#[test]
fn a_changed_puzzle_looks_like_the_first_however_it_is_turned() {
    let (one, changed, other) = (read(ONE), read(CHANGED), read(OTHER));
    let like = |puzzle: &Arc<dyn Puzzle>| Likeness::of(puzzle.clone());
    for turn in Symmetry::ALL {
        let same = like(&turned(one.as_ref(), turn)).distance(&like(&one));
        assert!(same < 1e-9, "{turn:?}: {same}");
        let near = like(&turned(changed.as_ref(), turn));
        assert!(near.is_like(&like(&one)), "{turn:?}");
        let far = like(&turned(other.as_ref(), turn)).distance(&like(&one));
        assert!(far > LOOK_ALIKE, "{turn:?}: {far}");
    }
    let all = [&one, &other, &changed].map(like);
    assert_eq!(classes(&all), [vec![0, 2], vec![1]]);
}
