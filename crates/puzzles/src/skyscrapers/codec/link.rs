//! puzz.link: the views, then, if there are any, the givens; both as numbers and runs.

use super::{heights, sized, views};
use crate::format::{InLinks, Link};
use crate::kit::codec::{Bounds, Cursor, Number, Number16};
use crate::kit::prelude::*;
use crate::skyscrapers::Skyscrapers;

impl InLinks for Skyscrapers {
    fn read_link(link: &Link) -> Result<Skyscrapers, TextError> {
        let puzzle = sized(link.size.rows(), link.size.cols());
        let mut puzzle = puzzle.map_err(|e| TextError::at(0, e))?;
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
        Ok(puzzle)
    }

    fn write_link(&self) -> Result<(String, String), WriteError> {
        self.must_be_plain("puzz.link")?;
        let seen = self.views.iter().map(|v| v.map(Number::Given));
        let mut body = Number16::runs(views(self.depth)).written(seen)?;
        if self.has_givens() {
            let givens = self.given_numbers().map(|g| g.map(Number::Given));
            Number16::runs(heights(self.depth)).write(givens, &mut body)?;
        }
        Ok((String::new(), body))
    }
}
