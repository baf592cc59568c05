//! puzz.link: the views, then, if there are any, the givens; both as numbers and runs.

use std::sync::Arc;

use super::{plain, sized};
use crate::format::{Digits, Link, Number, TextError, WriteError, read_number16, write_number16};
use crate::puzzle::Puzzle;
use crate::skyscrapers::shared;

pub(in crate::skyscrapers) fn read(link: &Link) -> Result<Arc<dyn Puzzle>, TextError> {
    let mut puzzle = sized(link.size.rows(), link.size.cols()).map_err(|e| TextError::at(0, e))?;
    let mut digits = Digits::new(link.body);
    let views = numbers(&mut digits, puzzle.views.len(), "a view", puzzle.depth)?;
    puzzle.views = views;
    let givens = numbers(&mut digits, puzzle.givens.len(), "a height", puzzle.depth)?;
    puzzle.givens = givens.into_iter().map(|g| g.unwrap_or(0)).collect();
    digits.end()?;
    Ok(shared(puzzle))
}

/// Read numbers for `cells` cells, none above `most`. "?" says nothing here.
fn numbers(
    digits: &mut Digits,
    cells: usize,
    what: &str,
    most: u16,
) -> Result<Vec<Option<u16>>, TextError> {
    let start = digits.clone();
    let numbers = read_number16(digits, cells)?;
    let mut all = Vec::with_capacity(cells);
    for (i, number) in numbers.into_iter().enumerate() {
        all.push(match number {
            None | Some(Number::Hidden) => None,
            Some(Number::Given(n)) if (1..=most).contains(&n) => Some(n),
            Some(Number::Given(n)) => {
                // Where it stands: behind all numbers before it.
                let mut before = start.clone();
                read_number16(&mut before, i)?;
                return Err(TextError::at(
                    before.offset(),
                    format!("expected {what} from 1 to {most}, found {n}"),
                ));
            }
        });
    }
    Ok(all)
}

pub(in crate::skyscrapers) fn write(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = plain(puzzle, "puzz.link")?;
    let mut body = String::new();
    write_number16(puzzle.views.iter().map(|v| v.map(Number::Given)), &mut body)?;
    if puzzle.givens.iter().any(|&g| g != 0) {
        let givens = puzzle.givens.iter();
        let givens = givens.map(|&g| (g != 0).then_some(Number::Given(g)));
        write_number16(givens, &mut body)?;
    }
    Ok((String::new(), body))
}
