//! What the makers must keep.

use super::*;
use crate::make::tests::{all_unique, same_again, unasked};

#[test]
fn the_same_seed_makes_the_same_puzzle() {
    for maker in MAKERS {
        same_again(maker, &unasked(maker, 8, 8));
    }
}

#[test]
fn ours_are_unique() {
    for (rows, cols) in [(1, 4), (4, 4), (7, 7), (6, 11), (15, 15)] {
        all_unique(&MAKERS[0], &unasked(&MAKERS[0], rows, cols), 20);
    }
}

#[test]
fn the_studys_are_unique() {
    all_unique(&MAKERS[1], &unasked(&MAKERS[1], 7, 7), 5);
}

#[test]
fn islands_lie_as_wanted() {
    for shape in MAKERS[0].shapes {
        for (rows, cols) in [(8, 8), (7, 9), (9, 6)] {
            let mut request = unasked(&MAKERS[0], rows, cols);
            request.symmetry = *shape;
            for puzzle in all_unique(&MAKERS[0], &request, 5) {
                let size = puzzle.size();
                let signs = puzzle.record().problem.expect("islands").0;
                let is_island = |at: Cell| {
                    signs[at.row as usize][at.col as usize]
                        .parse::<u8>()
                        .is_ok()
                };
                for at in size.cells() {
                    assert_eq!(
                        is_island(at),
                        is_island(shape.image(size, at)),
                        "{puzzle:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let mut request = unasked(&MAKERS[0], 7, 7);
    request.density = Some(0.9);
    let mut tools = crate::make::tests::tools(1);
    assert!(ours(&request, &mut tools).is_err());
    assert!(ours(&unasked(&MAKERS[0], 1, 1), &mut tools).is_err());
}
