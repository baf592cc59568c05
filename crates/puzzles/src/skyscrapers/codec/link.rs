//! puzz.link: the views, then, if there are any, the givens; both as numbers and runs.

use super::{heights, plain, sized, views};
use crate::format::Link;
use crate::kit::codec::{Bounds, Cursor, Number, Number16};
use crate::kit::prelude::*;
use crate::skyscrapers::shared;

pub(in crate::skyscrapers) fn read(link: &Link) -> Result<Arc<dyn Puzzle>, TextError> {
    let mut puzzle = sized(link.size.rows(), link.size.cols()).map_err(|e| TextError::at(0, e))?;
    let mut body = Cursor::new(link.body);
    // "?" says nothing here.
    let mut numbers = |bounds: Bounds, cells: usize| -> Result<Vec<Option<u16>>, TextError> {
        let numbers = Number16::runs(bounds).read(&mut body, cells)?;
        let given = |number: Option<Number>| number.and_then(Number::given);
        Ok(numbers.into_iter().map(given).collect())
    };
    puzzle.views = numbers(views(puzzle.depth), puzzle.views.len())?;
    let givens = numbers(heights(puzzle.depth), puzzle.givens.len())?;
    puzzle.givens = givens.into_iter().map(Option::unwrap_or_default).collect();
    body.end()?;
    Ok(shared(puzzle))
}

pub(in crate::skyscrapers) fn write(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = plain(puzzle, "puzz.link")?;
    let mut body = String::new();
    let seen = puzzle.views.iter().map(|v| v.map(Number::Given));
    Number16::runs(views(puzzle.depth)).write(seen, &mut body)?;
    if puzzle.givens.iter().any(|&g| g != 0) {
        let givens = puzzle.givens.iter();
        let givens = givens.map(|&g| (g != 0).then_some(Number::Given(g)));
        Number16::runs(heights(puzzle.depth)).write(givens, &mut body)?;
    }
    Ok((String::new(), body))
}
