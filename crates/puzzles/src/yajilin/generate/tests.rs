//! What the makers must keep.

use super::*;
use crate::make::tests::{all_unique, unasked};

#[test]
fn ours_are_unique_with_numbers_only() {
    for (rows, cols) in [(4, 4), (5, 8), (8, 8)] {
        for puzzle in all_unique(&MAKERS[0], &unasked(&MAKERS[0], rows, cols), 20) {
            let signs = puzzle.record().problem.expect("clues").0;
            assert!(
                signs.iter().flatten().all(|s| !s.contains('?')),
                "{puzzle:?}"
            );
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let mut tools = crate::make::tests::tools(1);
    assert!(ours(&unasked(&MAKERS[0], 1, 5), &mut tools).is_err());
    assert!(ours(&unasked(&MAKERS[0], 2, 2), &mut tools).is_err());
}
