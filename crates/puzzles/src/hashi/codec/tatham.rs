//! Tatham's Bridges: parameters, description, and the moves of a save file.

use grid::MAX_SIDE;

use super::{close_the_rest, span_between};
use crate::hashi::{Hashi, Island, MOST_BRIDGES, build};
use crate::kit::codec::{Cursor, Item, Runs};
use crate::kit::prelude::*;

pub(in crate::hashi) fn looks(params: &str) -> bool {
    let mut text = Cursor::new(params);
    !text.digits().is_empty()
        && text.take_if('x')
        && !text.digits().is_empty()
        && params.chars().all(|c| c.is_ascii_alphanumeric())
}

struct Params {
    size: Size,
    max: u8,
    no_loop: bool,
}

fn read_params(params: &str) -> Result<Params, TextError> {
    let mut text = Cursor::new(params);
    let bad = |text: &Cursor, what: &str| {
        let message = format!("expected {what}, as in 7x7i30e10m2d1");
        TextError::at(text.offset(), message)
    };
    let no_size = || {
        let message = format!("expected a size up to {MAX_SIDE}x{MAX_SIDE}, found {params:?}");
        TextError::at(0, message)
    };
    let cols = text.number(MAX_SIDE).ok_or_else(no_size)?;
    if !text.take_if('x') {
        return Err(bad(&text, "\"x\""));
    }
    let rows = text.number(MAX_SIDE).ok_or_else(no_size)?;
    let size = Size::new(rows, cols).ok_or_else(no_size)?;
    let (mut max, mut no_loop) = (2, false);
    while let Some(letter) = text.peek() {
        if !['i', 'e', 'd', 'm', 'L'].contains(&letter) {
            return Err(bad(&text, "one of i, e, m, L, d"));
        }
        text.take();
        match letter {
            'L' => no_loop = true,
            'm' => {
                let most = text.number(MOST_BRIDGES as usize).filter(|m| *m >= 1);
                max = most.ok_or_else(|| bad(&text, "1 to 4 bridges"))? as u8;
            }
            // How it was made: of no use here.
            _ => {
                text.number(100).ok_or_else(|| bad(&text, "a number"))?;
            }
        }
    }
    Ok(Params { size, max, no_loop })
}

/// The number of an island: a digit, or a letter from 10 on.
struct Need;

impl Item for Need {
    type Value = u8;
    const WHAT: &'static str = "an island";

    fn read(&self, text: &mut Cursor) -> Result<Option<u8>, TextError> {
        let need = match text.peek() {
            Some(c @ '1'..='9') => c as u8 - b'0',
            Some(c @ 'A'..='G') => c as u8 - b'A' + 10,
            _ => return Ok(None),
        };
        text.take();
        Ok(Some(need))
    }

    fn write(&self, need: u8, out: &mut String) -> Result<(), WriteError> {
        let base = if need < 10 { b'0' } else { b'A' - 10 };
        out.push((base + need) as char);
        Ok(())
    }
}

const DESCRIPTION: Runs<Need> = Runs::whole(Need, None);

pub(in crate::hashi) fn read(params: &str, desc: &str) -> Result<Arc<dyn Puzzle>, TextError> {
    let Params { size, max, no_loop } = read_params(params)?;
    let base = params.len() + 1;
    let needs = DESCRIPTION.read_all(desc, size.len());
    let needs = needs.map_err(|e| e.shifted(base))?;
    let islands = (size.cells().zip(needs)).filter_map(|(at, need)| {
        let need = Some(need?);
        Some(Island { at, need })
    });
    build(size, islands.collect(), max, no_loop).map_err(|e| TextError::at(base, e))
}

pub(in crate::hashi) fn write(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle: &Hashi = own(puzzle);
    let size = puzzle.size;
    let no_loop = if puzzle.no_loop { "L" } else { "" };
    let params = format!("{}x{}m{}{no_loop}", size.cols(), size.rows(), puzzle.max);
    let mut needs = vec![None; size.len()];
    for island in &puzzle.islands {
        if island.need.is_none() {
            return Err(WriteError::new("Bridges has no islands without a number"));
        }
        needs[size.index(island.at)] = island.need;
    }
    let mut desc = String::new();
    DESCRIPTION.write(needs, &mut desc)?;
    Ok((params, desc))
}

pub(in crate::hashi) fn read_solution(puzzle: &dyn Puzzle, text: &str) -> Result<Board, TextError> {
    let puzzle: &Hashi = own(puzzle);
    let mut board = puzzle.blank();
    let mut offset = 0;
    for item in text.split(';') {
        if let Some(line) = item.strip_prefix('L') {
            let (span, count) = bridge_of(puzzle, line).ok_or_else(|| {
                wrong_at!(
                    offset,
                    "expected a bridge Lx,y,x,y,count between two islands, found {item:?}"
                )
            })?;
            board.slots[span] = count;
        } else if !item.is_empty() && item != "S" && !item.starts_with(['M', 'N']) {
            return Err(wrong_at!(
                offset,
                "expected a bridge Lx,y,x,y,count or a mark Mx,y or Nx,y,x,y, found {item:?}"
            ));
        }
        offset += item.len() + 1;
    }
    close_the_rest(puzzle, &mut board);
    Ok(board)
}

fn bridge_of(puzzle: &Hashi, line: &str) -> Option<(usize, u16)> {
    let numbers: Option<Vec<i16>> = line.split(',').map(|n| n.parse().ok()).collect();
    let [x1, y1, x2, y2, count @ 0..=7] = numbers?[..] else {
        return None;
    };
    let (a, z) = (Cell { row: y1, col: x1 }, Cell { row: y2, col: x2 });
    Some((span_between(puzzle, a, z)?, count as u16))
}

pub(in crate::hashi) fn write_solution(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle: &Hashi = own(puzzle);
    let mut out = String::from("S");
    for (s, &span) in puzzle.spans.iter().enumerate() {
        let (a, z) = puzzle.ends(span);
        let drawn = puzzle.drawn(board, s);
        if drawn > 0 {
            out.push_str(&format!(
                ";L{},{},{},{},{drawn}",
                a.col, a.row, z.col, z.row
            ));
        }
    }
    Ok(out)
}
