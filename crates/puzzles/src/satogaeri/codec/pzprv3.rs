//! pzprv3: circles, a block of helper numbers that we have no use for, countries, tracks.

use std::sync::Arc;

use grid::{Regions, Size};

use super::{circles, number_of, numbers, satogaeri};
use crate::board::Board;
use crate::format::{Number, TextError, Tokens, WriteError, write_block, write_borders};
use crate::puzzle::{Play, Puzzle};
use crate::satogaeri::Satogaeri;

pub(in crate::satogaeri) fn read_pzprv3(
    size: Size,
    tokens: &mut Tokens,
) -> Result<(Arc<dyn Puzzle>, Board), TextError> {
    let mut given = Vec::with_capacity(size.len());
    for token in tokens.block(size.rows(), size.cols())? {
        given.push(match token.text {
            "." | "" => None,
            "-" => Some(Number::Hidden),
            text => Some(Number::Given(number_of(text).map_err(|e| token.error(e))?)),
        });
    }
    // Background colours and ticks that only their program shows.
    for token in tokens.block(size.rows(), size.cols())? {
        if !["", "."].contains(&token.text) {
            token.number::<u8>(0..=255)?;
        }
    }
    let mut walls = Vec::with_capacity(size.borders());
    for token in tokens.borders(size)? {
        walls.push(!token.text.is_empty() && token.number::<u8>(0..=1)? == 1);
    }
    let countries = Regions::from_borders(size, |border| walls[border]);
    let puzzle = Satogaeri::new(countries, circles(size, given));
    let mut board = puzzle.blank();
    for (slot, token) in board.slots.iter_mut().zip(tokens.borders(size)?) {
        // −1 is a cross on the border, which is a note to its player only.
        *slot = u16::from(!token.text.is_empty() && token.number::<i8>(-1..=1)? == 1);
    }
    Ok((Arc::new(puzzle), board))
}

pub(in crate::satogaeri) fn write_pzprv3(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle = satogaeri(puzzle);
    let size = puzzle.size;
    let mut out = String::new();
    let given = numbers(puzzle).map(|number| match number {
        None => ".".to_owned(),
        Some(Number::Hidden) => "-".to_owned(),
        Some(Number::Given(n)) => n.to_string(),
    });
    write_block(&mut out, size.cols(), given);
    write_block(
        &mut out,
        size.cols(),
        (0..size.len()).map(|_| "0".to_owned()),
    );
    let flag = |set: bool| if set { "1" } else { "0" }.to_owned();
    write_borders(&mut out, size, |border| {
        flag(puzzle.countries.is_wall(border))
    });
    write_borders(&mut out, size, |border| flag(board.slots[border] != 0));
    Ok(out)
}
