//! Hashi in pzprv3 files: numbers, and the lines on borders that make bridges.

use super::{ISLANDS, build, islands};
use crate::format::{InFiles, Tokens, write_borders, write_cells};
use crate::hashi::{CLOSED, COUNT, Hashi, Span, stroke_shift};
use crate::kit::codec::{Numbers, Word};
use crate::kit::prelude::*;

const NUMBERS: Numbers = Numbers::new(ISLANDS, &[".", ""], &["-"]);

/// How many lines there are on a border; −1 is a cross.
struct Lines;

impl Word for Lines {
    type Value = i8;

    fn read(&self, word: &str) -> Result<i8, String> {
        match word {
            "" => Ok(0),
            "-1" => Ok(-1),
            _ => match *word.as_bytes() {
                [digit @ b'0'..=b'7'] => Ok((digit - b'0') as i8),
                _ => Err(format!(
                    "expected a number from -1 to {COUNT}, found {word:?}"
                )),
            },
        }
    }

    fn write(&self, count: i8) -> String {
        count.to_string()
    }
}

impl Hashi {
    fn borders_of(&self, span: Span) -> impl Iterator<Item = usize> + use<> {
        let (size, from) = (self.size, self.ends(span).0);
        let cells = [from].into_iter().chain(self.water(span));
        cells.filter_map(move |at| size.border(at, span.dir))
    }
}

/// Lines on borders become bridges where they run all the way, else loose strokes.
fn board_of_lines(puzzle: &Hashi, mut lines: Vec<i8>) -> Board {
    let size = puzzle.size;
    let mut board = puzzle.blank();
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let borders = || puzzle.borders_of(span);
        let whole = borders().map(|b| lines[b]).min().unwrap_or(0);
        board.slots[s] = if whole < 0 { CLOSED } else { whole as u16 };
        borders().for_each(|b| lines[b] -= whole.max(0));
    }
    for (border, &count) in lines.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (a, dir) = size.border_side(border);
        // A line from an island into the water counts as the water's.
        let (at, side) = match puzzle.is_island(a) {
            false => (a, dir),
            true => (a.step(dir), dir.opposite()),
        };
        board.slots[puzzle.loose_slot(at)] |= (count as u16) << stroke_shift(side);
    }
    board
}

impl InFiles for Hashi {
    fn read_file(size: Size, tokens: &mut Tokens) -> Result<(Hashi, Board), TextError> {
        let islands = islands(size, tokens.cells(size, &NUMBERS)?);
        let puzzle = build(size, islands, 2, false).map_err(|e| TextError::at(0, e))?;
        let board = board_of_lines(&puzzle, tokens.borders(size, &Lines)?);
        Ok((puzzle, board))
    }

    fn write_file(&self, board: &Board) -> Result<String, WriteError> {
        self.must_be_plain("pzprv3")?;
        let size = self.size;
        let mut out = String::new();
        write_cells(&mut out, size, &NUMBERS, self.numbers());
        let mut lines = vec![0i8; size.borders()];
        for at in size.cells().filter(|&at| !self.is_island(at)) {
            for side in Dir::ALL {
                if let Some(border) = size.border(at, side) {
                    lines[border] += self.strokes(board, at, side) as i8;
                }
            }
        }
        for (s, &span) in self.spans.iter().enumerate() {
            let drawn = self.drawn(board, s) as i8;
            for border in self.borders_of(span) {
                if drawn > 0 {
                    lines[border] = (lines[border] + drawn).min(COUNT as i8);
                } else if board.slots[s] & CLOSED != 0 && lines[border] == 0 {
                    lines[border] = -1;
                }
            }
        }
        let count = |border: usize| lines[border].min(COUNT as i8);
        write_borders(&mut out, size, &Lines, count);
        Ok(out)
    }
}
