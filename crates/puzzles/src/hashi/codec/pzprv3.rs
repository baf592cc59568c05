//! Hashi in pzprv3 files: numbers, and the lines on borders that make bridges.

use super::{ISLANDS, islands, numbers, plain};
use crate::format::{Tokens, write_borders, write_cells};
use crate::hashi::{CLOSED, COUNT, Hashi, Span, stroke_shift};
use crate::kit::codec::{Numbers, Signs};
use crate::kit::prelude::*;

const NUMBERS: Numbers = Numbers {
    bounds: ISLANDS,
    nothing: &[".", ""],
    hidden: &["-"],
};

/// Lines on a border; −1 is a cross.
const LINES: Signs<i8> = Signs {
    signs: &[
        ("0", 0),
        ("", 0),
        ("1", 1),
        ("2", 2),
        ("3", 3),
        ("4", 4),
        ("5", 5),
        ("6", 6),
        ("7", 7),
        ("-1", -1),
    ],
    expected: "a number from -1 to 7",
};

pub(in crate::hashi) fn read(
    size: Size,
    tokens: &mut Tokens,
) -> Result<(Arc<dyn Puzzle>, Board), TextError> {
    let islands = islands(size, tokens.cells(size, &NUMBERS)?);
    if islands.is_empty() {
        return Err(TextError::at(0, "a board without any island"));
    }
    let puzzle = Hashi::new(size, islands, 2, false);
    let board = board_of_lines(&puzzle, tokens.borders(size, &LINES)?);
    Ok((Arc::new(puzzle), board))
}

/// Lines on borders become bridges where they run all the way, else loose strokes.
fn board_of_lines(puzzle: &Hashi, mut lines: Vec<i8>) -> Board {
    let size = puzzle.size;
    let mut board = puzzle.blank();
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let borders = borders_of(puzzle, span);
        let whole = borders.iter().map(|&b| lines[b]).min().unwrap_or(0);
        board.slots[s] = if whole < 0 { CLOSED } else { whole as u16 };
        for b in borders {
            lines[b] -= whole.max(0);
        }
    }
    for (border, &count) in lines.iter().enumerate() {
        if count > 0 {
            let (a, dir) = size.border_side(border);
            // A line from an island into the water counts as the water's.
            let (at, side) = match puzzle.is_island(a) {
                false => (a, dir),
                true => (a.step(dir), dir.opposite()),
            };
            board.slots[puzzle.loose_slot(at)] |= (count as u16) << stroke_shift(side);
        }
    }
    board
}

fn borders_of(puzzle: &Hashi, span: Span) -> Vec<usize> {
    let (from, to) = puzzle.ends(span);
    std::iter::successors(Some(from), |c| Some(c.step(span.dir)))
        .take_while(|&c| c != to)
        .filter_map(|c| puzzle.size.border(c, span.dir))
        .collect()
}

pub(in crate::hashi) fn write(puzzle: &dyn Puzzle, board: &Board) -> Result<String, WriteError> {
    let puzzle = plain(puzzle, "pzprv3")?;
    let size = puzzle.size;
    let mut out = String::new();
    write_cells(&mut out, size, &NUMBERS, numbers(puzzle));
    let mut lines = vec![0i8; size.borders()];
    for at in size.cells().filter(|&at| !puzzle.is_island(at)) {
        for side in Dir::ALL {
            if let Some(border) = size.border(at, side) {
                lines[border] += puzzle.strokes(board, at, side) as i8;
            }
        }
    }
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let drawn = puzzle.drawn(board, s) as i8;
        for border in borders_of(puzzle, span) {
            if drawn > 0 {
                lines[border] = (lines[border] + drawn).min(COUNT as i8);
            } else if board.slots[s] & CLOSED != 0 && lines[border] == 0 {
                lines[border] = -1;
            }
        }
    }
    let count = |border: usize| lines[border].min(COUNT as i8);
    write_borders(&mut out, size, &LINES, count);
    Ok(out)
}
