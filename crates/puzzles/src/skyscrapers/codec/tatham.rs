//! Tatham's Towers: `5:` and 4n views, `,` and the givens in runs.

use super::{cell_error, heights, plain, sized, views};
use crate::kit::codec::{Bounds, Cursor, Item, Runs};
use crate::kit::prelude::*;
use crate::skyscrapers::{Skyscrapers, shared};

/// A size, and perhaps a difficulty: `5` or `5de`.
pub(in crate::skyscrapers) fn looks(params: &str) -> bool {
    let (size, difficulty) = split_size(params);
    !size.is_empty()
        && match difficulty.as_bytes() {
            [] => true,
            [b'd', letter] => letter.is_ascii_lowercase(),
            _ => false,
        }
}

fn split_size(params: &str) -> (&str, &str) {
    let size = Cursor::new(params).digits();
    (size, &params[size.len()..])
}

/// The height of a given.
struct Height(Bounds);

impl Item for Height {
    type Value = u16;
    const WHAT: &'static str = "a height";

    fn read(&self, text: &mut Cursor) -> Result<Option<u16>, TextError> {
        let at = text.offset();
        match text.digits() {
            "" => Ok(None),
            digits => {
                let height = self.0.read(digits);
                height.map(Some).map_err(|e| TextError::at(at, e))
            }
        }
    }

    fn write(&self, height: u16, out: &mut String) -> Result<(), WriteError> {
        out.push_str(&height.to_string());
        Ok(())
    }
}

/// How the field is described, with heights up to the side of the board.
fn field(side: usize) -> Runs<Height> {
    Runs::whole(Height(heights(side as u16)), Some('_'))
}

pub(in crate::skyscrapers) fn read(params: &str, desc: &str) -> Result<Arc<dyn Puzzle>, TextError> {
    let (size, rest) = split_size(params);
    let side: usize = size
        .parse()
        .map_err(|_| wrong_at!(0, "expected a size as in 5de, found {params:?}"))?;
    if !["", "de", "dh", "dx", "du"].contains(&rest) {
        return Err(wrong_at!(
            size.len(),
            "expected a difficulty de, dh, dx or du, found {rest:?}"
        ));
    }
    let mut puzzle = sized(side, side).map_err(|e| TextError::at(0, e))?;
    let base = params.len() + 1;
    let (around, givens) = match desc.split_once(',') {
        Some((around, givens)) => (around, Some(givens)),
        None => (desc, None),
    };
    let mut at = base;
    let mut count = 0;
    for (i, text) in around.split('/').enumerate() {
        let Some(view) = puzzle.views.get_mut(i) else {
            return Err(wrong_at!(
                at,
                "more than the {} views around the board",
                4 * side
            ));
        };
        if !text.is_empty() {
            let number = views(puzzle.depth).read(text);
            *view = Some(number.map_err(|e| TextError::at(at, e))?);
        }
        at += text.len() + 1;
        count = i + 1;
    }
    if count < puzzle.views.len() {
        return Err(wrong_at!(
            base + around.len(),
            "expected {} views around the board, found {count}",
            4 * side
        ));
    }
    if let Some(givens) = givens {
        let givens = field(side).read_all(givens, puzzle.givens.len());
        let givens = givens.map_err(|e| e.shifted(base + around.len() + 1))?;
        puzzle.givens = givens.into_iter().map(Option::unwrap_or_default).collect();
    }
    Ok(shared(puzzle))
}

pub(in crate::skyscrapers) fn write(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = plain(puzzle, "Towers")?;
    let views: Vec<String> = puzzle
        .views
        .iter()
        .map(|v| v.map_or(String::new(), |v| v.to_string()))
        .collect();
    let mut desc = views.join("/");
    if puzzle.givens.iter().any(|&g| g != 0) {
        desc.push(',');
        let givens = puzzle.givens.iter().map(|&g| (g != 0).then_some(g));
        field(puzzle.side()).write(givens, &mut desc)?;
    }
    Ok((puzzle.side().to_string(), desc))
}

/// Refuse sides above nine: with one digit per cell there is no room for heights of two.
fn one_digit(side: usize) -> Result<(), String> {
    if side > 9 {
        return Err(format!(
            "Towers writes solutions with one digit per cell, too few for a board of size {side}"
        ));
    }
    Ok(())
}

pub(in crate::skyscrapers) fn read_solution(
    puzzle: &dyn Puzzle,
    text: &str,
) -> Result<Board, TextError> {
    let puzzle: &Skyscrapers = own(puzzle);
    one_digit(puzzle.side()).map_err(|e| TextError::at(0, e))?;
    let digits = text
        .strip_prefix('S')
        .ok_or_else(|| wrong_at!(0, "expected a solution as in S1221, found {text:?}"))?;
    let mut board = puzzle.blank();
    let mut cells = puzzle.size.cells();
    for (i, c) in digits.char_indices() {
        let error = |message: String| TextError::at(1 + i, message);
        let at = cells
            .next()
            .ok_or_else(|| error(format!("more than {} digits", puzzle.size.len())))?;
        let mut buffer = [0; 4];
        let height = heights(puzzle.depth).read(c.encode_utf8(&mut buffer));
        let height = height.map_err(error)?;
        puzzle.enter(&mut board, at, height);
    }
    let left = cells.count();
    if left > 0 {
        return Err(wrong_at!(
            text.len(),
            "the solution ends {} too early",
            counted(left, "digit")
        ));
    }
    Ok(board)
}

pub(in crate::skyscrapers) fn write_solution(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle = plain(puzzle, "Towers")?;
    one_digit(puzzle.side()).map_err(WriteError::new)?;
    let mut out = String::from("S");
    for at in puzzle.size.cells() {
        let height = puzzle.value(board, at);
        let most = puzzle.side();
        if !(1..=most).contains(&height.into()) {
            let message =
                format!("a solution of Towers has heights from 1 to {most}, not {height} as");
            return Err(cell_error(at, &message));
        }
        out.push_str(&height.to_string());
    }
    Ok(out)
}
