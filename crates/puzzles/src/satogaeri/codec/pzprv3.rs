//! pzprv3: circles, a block of helper numbers that we have no use for, countries, tracks.

use super::{CIRCLES, circles, numbers};
use crate::format::{Tokens, write_borders, write_cells};
use crate::kit::codec::{Bounds, Numbers, Signs};
use crate::kit::prelude::*;
use crate::satogaeri::Satogaeri;

const NUMBERS: Numbers = Numbers {
    bounds: CIRCLES,
    nothing: &[".", ""],
    hidden: &["-"],
};

/// Background colours and ticks that only their program shows.
const HELPERS: Numbers = Numbers {
    bounds: Bounds::new("a number", 0, 255),
    nothing: &["0", ".", ""],
    hidden: &[],
};

const WALLS: Signs<bool> = Signs {
    signs: &[("0", false), ("", false), ("1", true)],
    expected: "a number from 0 to 1",
};

/// −1 is a cross on the border, which is a note to its player only.
const LINES: Signs<u16> = Signs {
    signs: &[("0", 0), ("", 0), ("-1", 0), ("1", 1)],
    expected: "a number from -1 to 1",
};

pub(in crate::satogaeri) fn read_pzprv3(
    size: Size,
    tokens: &mut Tokens,
) -> Result<(Arc<dyn Puzzle>, Board), TextError> {
    let circles = circles(size, tokens.cells(size, &NUMBERS)?);
    tokens.cells(size, &HELPERS)?;
    let walls = tokens.borders(size, &WALLS)?;
    let countries = Regions::from_borders(size, |border| walls[border]);
    let puzzle = Satogaeri::new(countries, circles);
    let mut board = puzzle.blank();
    for (slot, line) in board.slots.iter_mut().zip(tokens.borders(size, &LINES)?) {
        *slot = line;
    }
    Ok((Arc::new(puzzle), board))
}

pub(in crate::satogaeri) fn write_pzprv3(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle: &Satogaeri = own(puzzle);
    let size = puzzle.size;
    let mut out = String::new();
    write_cells(&mut out, size, &NUMBERS, numbers(puzzle));
    write_cells(&mut out, size, &HELPERS, vec![None; size.len()]);
    let wall = |border: usize| puzzle.countries.is_wall(border);
    write_borders(&mut out, size, &WALLS, wall);
    let line = |border: usize| board.slots[border].min(1);
    write_borders(&mut out, size, &LINES, line);
    Ok(out)
}
