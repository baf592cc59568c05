//! Tatham's Towers: `5:` and 4n views, `,` and the givens in runs.

use super::{cell_error, heights, sized, views};
use crate::format::InGames;
use crate::kit::codec::{Bounds, Cursor, Item, Runs};
use crate::kit::prelude::*;
use crate::skyscrapers::Skyscrapers;

fn split_size(params: &str) -> (&str, &str) {
    params.split_at(Cursor::new(params).digits().len())
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

impl InGames for Skyscrapers {
    /// A size, and perhaps a difficulty: `5` or `5de`.
    fn looks(params: &str) -> bool {
        let (size, difficulty) = split_size(params);
        !size.is_empty() && matches!(difficulty.as_bytes(), [] | [b'd', b'a'..=b'z'])
    }

    fn read_id(params: &str, desc: &str) -> Result<Skyscrapers, TextError> {
        let (size, rest) = split_size(params);
        let no_size = |_| wrong_at!(0, "expected a size as in 5de, found {params:?}");
        let side: usize = size.parse().map_err(no_size)?;
        if !["", "de", "dh", "dx", "du"].contains(&rest) {
            let message = format!("expected a difficulty de, dh, dx or du, found {rest:?}");
            return Err(TextError::at(size.len(), message));
        }
        let mut puzzle = sized(side, side).map_err(|e| TextError::at(0, e))?;
        let (around, givens) = match desc.split_once(',') {
            Some((around, givens)) => (around, Some(givens)),
            None => (desc, None),
        };
        let base = params.len() + 1;
        let mut at = base;
        for (i, text) in around.split('/').enumerate() {
            let more = || wrong_at!(at, "more than the {} views around the board", 4 * side);
            let view = puzzle.views.get_mut(i).ok_or_else(more)?;
            if !text.is_empty() {
                let number = views(puzzle.depth).read(text);
                *view = Some(number.map_err(|e| TextError::at(at, e))?);
            }
            at += text.len() + 1;
        }
        let (end, count) = (base + around.len(), around.split('/').count());
        if count < puzzle.views.len() {
            let expected = format!("expected {} views around the board", 4 * side);
            return Err(wrong_at!(end, "{expected}, found {count}"));
        }
        if let Some(givens) = givens {
            let givens = field(side).read_all(givens, puzzle.givens.len());
            let givens = givens.map_err(|e| e.shifted(end + 1))?;
            puzzle.givens = givens.into_iter().map(Option::unwrap_or_default).collect();
        }
        Ok(puzzle)
    }

    fn write_id(&self) -> Result<(String, String), WriteError> {
        self.must_be_plain("Towers")?;
        let views: Vec<String> = self.views.iter().map(|&view| number_or(view, "")).collect();
        let mut desc = views.join("/");
        if self.has_givens() {
            desc.push(',');
            field(self.side()).write(self.given_numbers(), &mut desc)?;
        }
        Ok((self.side().to_string(), desc))
    }

    fn read_solution(&self, text: &str) -> Result<Board, TextError> {
        one_digit(self.side()).map_err(|e| TextError::at(0, e))?;
        let no_solution = || wrong_at!(0, "expected a solution as in S1221, found {text:?}");
        let digits = text.strip_prefix('S').ok_or_else(no_solution)?;
        let mut board = self.blank();
        let mut cells = self.size.cells();
        for (i, c) in digits.char_indices() {
            let error = |message: String| TextError::at(1 + i, message);
            let more = || error(format!("more than {} digits", self.size.len()));
            let at = cells.next().ok_or_else(more)?;
            let height = heights(self.depth).read(&digits[i..i + c.len_utf8()]);
            self.enter(&mut board, at, height.map_err(error)?);
        }
        match cells.count() {
            0 => Ok(board),
            left => {
                let left = counted(left, "digit");
                Err(wrong_at!(text.len(), "the solution ends {left} too early"))
            }
        }
    }

    fn write_solution(&self, board: &Board) -> Result<String, WriteError> {
        self.must_be_plain("Towers")?;
        one_digit(self.side()).map_err(WriteError::new)?;
        let mut out = String::from("S");
        for at in self.size.cells() {
            let (height, most) = (self.value(board, at), self.depth);
            if !(1..=most).contains(&height) {
                let range = format!("a solution of Towers has heights from 1 to {most}");
                return Err(cell_error(at, &format!("{range}, not {height} as")));
            }
            out.push_str(&height.to_string());
        }
        Ok(out)
    }
}

/// Refuse sides above nine: with one digit per cell there is no room for heights of two.
fn one_digit(side: usize) -> Result<(), String> {
    match side {
        0..=9 => Ok(()),
        _ => Err(format!(
            "Towers writes solutions with one digit per cell, too few for a board of size {side}"
        )),
    }
}
