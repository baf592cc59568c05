//! Hashi in pzprv3 files: numbers, and the lines on borders that make bridges.

use std::sync::Arc;

use grid::{Dir, Size};

use super::super::{CLOSED, COUNT, Hashi, Island, Span, stroke_shift};
use super::{need_of, numbers, plain};
use crate::board::Board;
use crate::format::{Number, TextError, Tokens, WriteError, write_block, write_borders};
use crate::puzzle::{Play, Puzzle};

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
            let dir = if a.row == z.row {
                Dir::East
            } else {
                Dir::South
            };
            // A line from an island into the water counts as the water's.
            let (at, side) = match puzzle.is_island(a) {
                false => (a, dir),
                true => (z, dir.opposite()),
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
    write_borders(&mut out, size, |border| {
        lines[border].min(COUNT as i8).to_string()
    });
    Ok(out)
}

#[cfg(test)]
mod tests {
    use crate::format::{split, write};

    #[test]
    fn half_a_bridge_stays_where_it_is() {
        for (numbers, lines) in [
            ("2 . 2 ", "1 0 "),
            ("2 . 2 ", "0 1 "),
            ("2 . 2 ", "1 -1 "),
            ("2 . 2 ", "-1 1 "),
            ("2 . 2 ", "1 2 "),
            ("2 . . 2 ", "1 0 2 "),
            ("2 . . 2 ", "2 1 0 "),
            ("2 . . 2 ", "0 1 0 "),
            ("2 . . 2 ", "1 2 1 "),
        ] {
            let cols = numbers.split_whitespace().count();
            for (rows, cols, join) in [(1, cols, ""), (cols, 1, "\n")] {
                let block = |tokens: &str| tokens.replace(' ', &format!(" {join}"));
                // A board of one column has an empty line for each row of its borders.
                let gap = if cols == 1 {
                    "\n".repeat(rows)
                } else {
                    String::new()
                };
                let (numbers, lines) = (block(numbers), block(lines));
                let end = if cols == 1 { "" } else { "\n" };
                let text = format!("pzprv3\nhashikake\n{rows}\n{cols}\n{numbers}{end}{gap}{lines}");
                let document = split(&text)[0]
                    .read()
                    .unwrap_or_else(|e| panic!("{e}: {text}"));
                let again = write(&document, "pzprv3").expect("a plain board");
                assert_eq!(again, text.trim_end_matches('\n'));
                assert_ne!(document.puzzle.check(document.marks.as_ref().unwrap()), []);
            }
        }
    }
}
