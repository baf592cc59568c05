//! Hashi on puzz.link: numbers and runs of empty cells, the plain rules only.

use super::{ISLANDS, islands, numbers, plain};
use crate::format::Link;
use crate::hashi::build;
use crate::kit::codec::{Number16, Runs};
use crate::kit::prelude::*;

const BODY: Runs<Number16> = Number16::runs(ISLANDS);

pub(in crate::hashi) fn read(link: &Link) -> Result<Arc<dyn Puzzle>, TextError> {
    let numbers = BODY.read_all(link.body, link.size.len())?;
    build(link.size, islands(link.size, numbers), 2, false).map_err(|e| TextError::at(0, e))
}

pub(in crate::hashi) fn write(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = plain(puzzle, "puzz.link")?;
    let mut body = String::new();
    BODY.write(numbers(puzzle), &mut body)?;
    Ok((String::new(), body))
}
