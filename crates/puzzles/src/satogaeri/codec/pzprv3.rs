//! pzprv3: circles, a block of helper numbers that we have no use for, countries, tracks.

use super::{CIRCLES, circles};
use crate::format::{InFiles, Tokens, write_borders, write_cells};
use crate::kit::codec::{Bounds, Numbers, Signs};
use crate::kit::prelude::*;
use crate::satogaeri::Satogaeri;

const NUMBERS: Numbers = Numbers::new(CIRCLES, &[".", ""], &["-"]);

/// Background colours and ticks that only their program shows.
const HELPERS: Numbers = Numbers::new(Bounds::new("a number", 0, 255), &["0", ".", ""], &[]);

const WALLS: Signs<bool> = Signs {
    signs: &[("0", false), ("", false), ("1", true)],
    expected: "a number from 0 to 1",
};

/// −1 is a cross on the border, which is a note to its player only.
const LINES: Signs<u16> = Signs {
    signs: &[("0", 0), ("", 0), ("-1", 0), ("1", 1)],
    expected: "a number from -1 to 1",
};

impl InFiles for Satogaeri {
    fn read_file(size: Size, tokens: &mut Tokens) -> Result<(Satogaeri, Board), TextError> {
        let circles = circles(size, tokens.cells(size, &NUMBERS)?);
        tokens.cells(size, &HELPERS)?;
        let walls = tokens.borders(size, &WALLS)?;
        let countries = Regions::from_borders(size, |border| walls[border]);
        let puzzle = Satogaeri::new(countries, circles);
        let mut board = puzzle.blank();
        board.slots[..size.borders()].copy_from_slice(&tokens.borders(size, &LINES)?);
        Ok((puzzle, board))
    }

    fn write_file(&self, board: &Board) -> Result<String, WriteError> {
        let size = self.size;
        let mut out = String::new();
        write_cells(&mut out, size, &NUMBERS, self.numbers());
        write_cells(&mut out, size, &HELPERS, vec![None; size.len()]);
        write_borders(&mut out, size, &WALLS, |b| self.countries.is_wall(b));
        write_borders(&mut out, size, &LINES, |border| board.slots[border].min(1));
        Ok(out)
    }
}
