//! Hashi in pzprv3 files: numbers, and the lines on borders that make bridges.

use std::sync::Arc;

use grid::{Cell, Size};

use super::super::{CLOSED, Hashi, Island, Span};
use super::{need_of, numbers, plain};
use crate::board::Board;
use crate::format::{Number, TextError, Tokens, WriteError, write_block, write_borders};
use crate::puzzle::Puzzle;

pub(in super::super) fn read_pzprv3(
    size: Size,
    tokens: &mut Tokens,
) -> Result<(Arc<dyn Puzzle>, Board), TextError> {
    let mut islands = Vec::new();
    for (at, token) in size.cells().zip(tokens.block(size.rows(), size.cols())?) {
        let need = match token.text {
            "." | "" => continue,
            "-" => None,
            text => need_of(text).map_err(|e| token.error(e))?,
        };
        islands.push(Island { at, need });
    }
    if islands.is_empty() {
        return Err(TextError::at(0, "a board without any island"));
    }
    let puzzle = Hashi::new(size, islands, 2, false);
    let mut lines = Vec::with_capacity(size.borders());
    for token in tokens.borders(size)? {
        lines.push(match token.text {
            "" => 0,
            _ => token.number::<i8>(-1..=7)?,
        });
    }
    let board = board_of_lines(&puzzle, lines);
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
            let (a, z) = size.border_cells(border);
            let in_water = |c: Cell| !puzzle.islands.iter().any(|i| i.at == c);
            let at = if in_water(a) { a } else { z };
            let shift = if a.row == z.row { 0 } else { 4 };
            let slot = &mut board.slots[puzzle.loose_slot(at)];
            let before = *slot >> shift & 15;
            *slot = *slot & !(15 << shift) | before.max(count as u16) << shift;
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

pub(in super::super) fn write_pzprv3(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle = plain(puzzle, "pzprv3")?;
    let size = puzzle.size;
    let mut out = String::new();
    let numbers = numbers(puzzle).into_iter().map(|number| match number {
        None => ".".to_owned(),
        Some(Number::Hidden) => "-".to_owned(),
        Some(Number::Given(n)) => n.to_string(),
    });
    write_block(&mut out, size.cols(), numbers);
    let mut lines = vec![0i8; size.borders()];
    for at in size.cells() {
        for (dir, count) in puzzle.loose(board, at) {
            if count > 0
                && let Some(border) = size.border(at, dir)
            {
                lines[border] = count as i8;
            }
        }
    }
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let drawn = puzzle.drawn(board, s) as i8;
        for border in borders_of(puzzle, span) {
            if drawn > 0 {
                lines[border] = drawn;
            } else if board.slots[s] & CLOSED != 0 && lines[border] == 0 {
                lines[border] = -1;
            }
        }
    }
    write_borders(&mut out, size, |border| lines[border].to_string());
    Ok(out)
}
