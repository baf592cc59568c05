//! Tatham's Bridges: parameters, description, and the moves of a save file.

use std::sync::Arc;

use grid::{Cell, Size};

use super::super::{Island, MOST_BRIDGES, build};
use super::hashi;
use crate::board::Board;
use crate::format::{Runs, TextError, WriteError};
use crate::puzzle::{Play, Puzzle};

pub(in super::super) fn looks_like_params(params: &str) -> bool {
    let Some((w, rest)) = params.split_once('x') else {
        return false;
    };
    let digits = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_digit());
    let height = rest
        .split(|c: char| !c.is_ascii_digit())
        .next()
        .unwrap_or("");
    digits(w) && digits(height) && rest.chars().all(|c| c.is_ascii_alphanumeric())
}

struct Params {
    size: Size,
    max: u8,
    no_loop: bool,
}

fn read_params(params: &str) -> Result<Params, TextError> {
    let bad =
        |at: usize, what: &str| TextError::at(at, format!("expected {what}, as in 7x7i30e10m2d1"));
    let mut rest = params;
    let at = |rest: &str| params.len() - rest.len();
    let number = |rest: &mut &str, limit: usize| -> Option<usize> {
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let n = rest[..end].parse().ok().filter(|n| *n <= limit)?;
        *rest = &rest[end..];
        Some(n)
    };
    let size_error = || {
        TextError::at(
            0,
            format!(
                "expected a size up to {0}x{0}, found {params:?}",
                grid::MAX_SIDE
            ),
        )
    };
    let cols = number(&mut rest, grid::MAX_SIDE).ok_or_else(size_error)?;
    rest = rest
        .strip_prefix('x')
        .ok_or_else(|| bad(at(rest), "\"x\""))?;
    let rows = number(&mut rest, grid::MAX_SIDE).ok_or_else(size_error)?;
    let size = Size::new(rows, cols).ok_or_else(size_error)?;
    let (mut max, mut no_loop) = (2, false);
    while let Some(c) = rest.chars().next() {
        let here = at(rest);
        rest = &rest[c.len_utf8()..];
        match c {
            'i' | 'e' | 'd' => {
                number(&mut rest, 100).ok_or_else(|| bad(at(rest), "a number"))?;
            }
            'm' => {
                max = number(&mut rest, MOST_BRIDGES as usize)
                    .filter(|m| *m >= 1)
                    .ok_or_else(|| bad(at(rest), "1 to 4 bridges"))? as u8;
            }
            'L' => no_loop = true,
            _ => return Err(bad(here, "one of i, e, m, L, d")),
        }
    }
    Ok(Params { size, max, no_loop })
}

pub(in super::super) fn read_tatham(
    params: &str,
    desc: &str,
) -> Result<Arc<dyn Puzzle>, TextError> {
    let Params { size, max, no_loop } = read_params(params)?;
    let base = params.len() + 1;
    let mut islands = Vec::new();
    let mut at = 0;
    for (i, c) in desc.char_indices() {
        let error = |message: String| TextError::at(base + i, message);
        if let Some(run) = Runs::length(c) {
            at += run;
        } else {
            let need = match c {
                '1'..='9' => c as u8 - b'0',
                'A'..='G' => c as u8 - b'A' + 10,
                _ => {
                    return Err(error(format!(
                        "expected an island or a run of water, found {c:?}"
                    )));
                }
            };
            if at < size.len() {
                islands.push(Island {
                    at: size.cell(at),
                    need: Some(need),
                });
            }
            at += 1;
        }
        if at > size.len() {
            return Err(error(format!(
                "more than the {} cells of the board",
                size.len()
            )));
        }
    }
    if at < size.len() {
        return Err(TextError::at(
            base + desc.len(),
            format!(
                "only {at} of the board's {} cells are described",
                size.len()
            ),
        ));
    }
    build(size, islands, max, no_loop).map_err(|e| TextError::at(base, e))
}

pub(in super::super) fn write_tatham(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = hashi(puzzle);
    let size = puzzle.size;
    let no_loop = if puzzle.no_loop { "L" } else { "" };
    let params = format!("{}x{}m{}{no_loop}", size.cols(), size.rows(), puzzle.max);
    let mut desc = String::new();
    let mut last = 0;
    for island in &puzzle.islands {
        let Some(need) = island.need else {
            return Err(WriteError::new("Bridges has no islands without a number"));
        };
        let at = size.index(island.at);
        Runs::write(at - last, &mut desc);
        let base = if need < 10 { b'0' } else { b'A' - 10 };
        desc.push((base + need) as char);
        last = at + 1;
    }
    Runs::write(size.len() - last, &mut desc);
    Ok((params, desc))
}

pub(in super::super) fn read_tatham_solution(
    puzzle: &dyn Puzzle,
    text: &str,
) -> Result<Board, TextError> {
    let puzzle = hashi(puzzle);
    let mut board = puzzle.blank();
    let mut offset = 0;
    for item in text.split(';') {
        if let Some(line) = item.strip_prefix('L') {
            let numbers: Option<Vec<i16>> = line.split(',').map(|n| n.parse().ok()).collect();
            let span = numbers.as_deref().and_then(|numbers| {
                let [x1, y1, x2, y2, count @ 0..=7] = *numbers else {
                    return None;
                };
                let ends = [Cell { row: y1, col: x1 }, Cell { row: y2, col: x2 }];
                let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                let span = puzzle
                    .spans
                    .iter()
                    .position(|&s| puzzle.ends(s) == (from, to))?;
                Some((span, count as u16))
            });
            let (span, count) = span.ok_or_else(|| {
                TextError::at(
                    offset,
                    format!("expected a bridge Lx,y,x,y,count between two islands, found {item:?}"),
                )
            })?;
            board.slots[span] = count;
        } else if !item.is_empty() && item != "S" && !item.starts_with(['M', 'N']) {
            return Err(TextError::at(
                offset,
                format!(
                    "expected a bridge Lx,y,x,y,count or a mark Mx,y or Nx,y,x,y, found {item:?}"
                ),
            ));
        }
        offset += item.len() + 1;
    }
    Ok(board)
}

pub(in super::super) fn write_tatham_solution(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle = hashi(puzzle);
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
