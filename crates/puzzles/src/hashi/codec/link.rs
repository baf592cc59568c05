//! Hashi on puzz.link: numbers and runs of empty cells, the plain rules only.

use std::sync::Arc;

use grid::Size;

use super::super::{Island, build};
use super::{need_of, numbers, plain};
use crate::format::{Digits, Link, Number, TextError, WriteError, read_number16, write_number16};
use crate::puzzle::Puzzle;

fn from_numbers(size: Size, numbers: Vec<Option<Number>>) -> Result<Arc<dyn Puzzle>, TextError> {
    let mut islands = Vec::new();
    for (at, number) in size.cells().zip(numbers) {
        let need = match number {
            None => continue,
            Some(Number::Hidden) => None,
            Some(Number::Given(n)) => need_of(&n.to_string()).map_err(|e| TextError::at(0, e))?,
        };
        islands.push(Island { at, need });
    }
    build(size, islands, 2, false).map_err(|e| TextError::at(0, e))
}

pub(in super::super) fn read_link(link: &Link) -> Result<Arc<dyn Puzzle>, TextError> {
    let mut digits = Digits::new(link.body);
    let numbers = read_number16(&mut digits, link.size.len())?;
    digits.end()?;
    from_numbers(link.size, numbers)
}

pub(in super::super) fn write_link(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = plain(puzzle, "puzz.link")?;
    let mut body = String::new();
    write_number16(numbers(puzzle), &mut body)?;
    Ok((String::new(), body))
}
