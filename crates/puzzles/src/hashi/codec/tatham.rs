//! Tatham's Bridges: parameters, description, and the moves of a save file.

use grid::MAX_SIDE;

use super::{build, islands};
use crate::format::InGames;
use crate::hashi::{Hashi, MOST_BRIDGES};
use crate::kit::codec::{Cursor, Item, Number, Runs};
use crate::kit::prelude::*;

struct Params {
    size: Size,
    max: u8,
    no_loop: bool,
}

fn read_params(params: &str) -> Result<Params, TextError> {
    let mut text = Cursor::new(params);
    let bad = |text: &Cursor, what: &str| {
        wrong_at!(text.offset(), "expected {what}, as in 7x7i30e10m2d1")
    };
    let sizes = format!("a size up to {MAX_SIDE}x{MAX_SIDE}");
    let no_size = || wrong_at!(0, "expected {sizes}, found {params:?}");
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
            _ => drop(text.number(100).ok_or_else(|| bad(&text, "a number"))?),
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

impl InGames for Hashi {
    fn looks(params: &str) -> bool {
        let mut text = Cursor::new(params);
        !text.digits().is_empty()
            && text.take_if('x')
            && !text.digits().is_empty()
            && params.chars().all(|c| c.is_ascii_alphanumeric())
    }

    fn read_id(params: &str, desc: &str) -> Result<Hashi, TextError> {
        let Params { size, max, no_loop } = read_params(params)?;
        let base = params.len() + 1;
        let needs = DESCRIPTION.read_all(desc, size.len());
        let needs = needs.map_err(|e| e.shifted(base))?.into_iter();
        let needs = needs.map(|need| need.map(|n| Number::Given(n.into())));
        let islands = islands(size, needs.collect());
        build(size, islands, max, no_loop).map_err(|e| TextError::at(base, e))
    }

    fn write_id(&self) -> Result<(String, String), WriteError> {
        if self.islands.iter().any(|island| island.need.is_none()) {
            return Err(WriteError::new("Bridges has no islands without a number"));
        }
        let no_loop = if self.no_loop { "L" } else { "" };
        let (cols, rows) = (self.size.cols(), self.size.rows());
        let params = format!("{cols}x{rows}m{}{no_loop}", self.max);
        let need = |at| self.islands[self.island_at(at)?].need;
        let desc = DESCRIPTION.written(self.size.cells().map(need))?;
        Ok((params, desc))
    }

    fn read_solution(&self, text: &str) -> Result<Board, TextError> {
        let mut board = self.blank();
        let mut offset = 0;
        for item in text.split(';') {
            let expected = |what| wrong_at!(offset, "expected a bridge {what}, found {item:?}");
            if let Some(line) = item.strip_prefix('L') {
                let no_bridge = || expected("Lx,y,x,y,count between two islands");
                let (span, count) = bridge_of(self, line).ok_or_else(no_bridge)?;
                board.slots[span] = count;
            } else if !item.is_empty() && item != "S" && !item.starts_with(['M', 'N']) {
                return Err(expected("Lx,y,x,y,count or a mark Mx,y or Nx,y,x,y"));
            }
            offset += item.len() + 1;
        }
        self.close_the_rest(&mut board);
        Ok(board)
    }

    fn write_solution(&self, board: &Board) -> Result<String, WriteError> {
        let mut out = String::from("S");
        for s in self.all_drawn(board) {
            let (a, z) = self.ends(self.spans[s]);
            let ends = format!("{},{},{},{}", a.col, a.row, z.col, z.row);
            out.push_str(&format!(";L{ends},{}", self.drawn(board, s)));
        }
        Ok(out)
    }
}

fn bridge_of(puzzle: &Hashi, line: &str) -> Option<(usize, u16)> {
    let numbers: Option<Vec<i16>> = line.split(',').map(|n| n.parse().ok()).collect();
    let [x1, y1, x2, y2, count @ 0..=7] = numbers?[..] else {
        return None;
    };
    let (a, z) = (Cell { row: y1, col: x1 }, Cell { row: y2, col: x2 });
    Some((puzzle.span_between(a, z)?, count as u16))
}
