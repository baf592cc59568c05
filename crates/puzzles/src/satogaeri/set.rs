//! A setter's hand: gestures to clues, and boards of other sizes.

use std::sync::Arc;

use grid::Size;

use crate::play::HowTo;
use crate::puzzle::Puzzle;
use crate::record::{Grid, Record};

pub(super) const HOW_TO: &[HowTo] = &[];

pub(super) fn empty(size: Size) -> Arc<dyn Puzzle> {
    let mut record = Record::new("satogaeri", size.rows(), size.cols());
    record.problem = Some(Grid::from_fn(size.rows(), size.cols(), |_, _| {
        "-".to_owned()
    }));
    (super::FAMILY.read)(&record).expect("a board without clues")
}
