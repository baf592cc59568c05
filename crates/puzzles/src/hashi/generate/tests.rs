//! What the makers must keep.

use super::*;
use crate::make::tests::{all_unique, unasked};

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
fn what_cannot_be_is_refused() {
    let mut request = unasked(&MAKERS[0], 7, 7);
    request.density = Some(0.9);
    let mut tools = crate::make::tests::tools(1);
    assert!(ours(&request, &mut tools).is_err());
    assert!(ours(&unasked(&MAKERS[0], 1, 1), &mut tools).is_err());
}
