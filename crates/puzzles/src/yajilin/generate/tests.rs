//! What the makers must keep.

use super::*;
use crate::make::tests::{all_unique, same_again, unasked};

#[test]
fn the_same_seed_makes_the_same_puzzle() {
    for maker in MAKERS {
        same_again(maker, &unasked(maker, 7, 7));
    }
}

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
fn clues_lie_as_wanted() {
    for shape in MAKERS[0].shapes {
        let mut request = unasked(&MAKERS[0], 7, 8);
        request.symmetry = *shape;
        for puzzle in all_unique(&MAKERS[0], &request, 5) {
            let size = puzzle.size();
            let signs = puzzle.record().problem.expect("clues").0;
            let is_clue = |at: Cell| signs[at.row as usize][at.col as usize] != "-";
            for at in size.cells() {
                assert_eq!(is_clue(at), is_clue(shape.image(size, at)), "{puzzle:?}");
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let mut tools = crate::make::tests::tools(1);
    assert!(ours(&unasked(&MAKERS[0], 1, 5), &mut tools).is_err());
    assert!(ours(&unasked(&MAKERS[0], 2, 2), &mut tools).is_err());
}
