//! pzprv3: the board with its frame of views, as (n+2)×(n+2) tokens.

use super::{MOST_WRITTEN, cell_error, heights, marked, plain, sized, views};
use crate::format::{Token, Tokens, write_block};
use crate::kit::codec::Bounds;
use crate::kit::prelude::*;
use crate::skyscrapers::{PARK, Skyscrapers, shared};

/// How many pencil marks fit into a cell there.
const CORNERS: usize = 4;

/// What a token of the frame or of the field belongs to.
enum Place {
    Corner,
    View(usize),
    Field(Cell),
}

fn places(puzzle: &Skyscrapers) -> Vec<Place> {
    let n = puzzle.side() as i16;
    let views: Vec<Cell> = (0..puzzle.views.len()).map(|v| puzzle.outside(v)).collect();
    let cells = (-1..=n).flat_map(|row| (-1..=n).map(move |col| Cell { row, col }));
    cells
        .map(|at| match views.iter().position(|&v| v == at) {
            Some(view) => Place::View(view),
            None if puzzle.size.contains(at) => Place::Field(at),
            None => Place::Corner,
        })
        .collect()
}

pub(in crate::skyscrapers) fn read(
    size: Size,
    tokens: &mut Tokens,
) -> Result<(Arc<dyn Puzzle>, Board), TextError> {
    let mut puzzle = sized(size.rows(), size.cols()).map_err(|e| tokens.line().error(e))?;
    let mut board = puzzle.blank();
    let block = tokens.block(size.rows() + 2, size.cols() + 2)?;
    for (token, place) in block.into_iter().zip(places(&puzzle)) {
        if ["", "."].contains(&token.text) {
            continue;
        }
        match place {
            Place::Corner => return Err(token.error("expected \".\" in a corner of the frame")),
            Place::View(view) => {
                let number = views(puzzle.depth).read(token.text);
                puzzle.views[view] = Some(number.map_err(|e| token.error(e))?);
            }
            Place::Field(at) => field(&mut puzzle, &mut board, at, token)?,
        }
    }
    Ok((shared(puzzle), board))
}

/// `qN` a given, `N` an entry, then pencil marks in brackets.
fn field(
    puzzle: &mut Skyscrapers,
    board: &mut Board,
    at: Cell,
    token: Token,
) -> Result<(), TextError> {
    let i = puzzle.size.index(at);
    let number = |bounds: Bounds, text: &str| bounds.read(text).map_err(|e| token.error(e));
    if let Some(given) = token.text.strip_prefix('q') {
        puzzle.givens[i] = number(heights(puzzle.depth), given)?;
        return Ok(());
    }
    let (entry, marks) = match token.text.split_once('[') {
        None => (token.text, None),
        Some((entry, marks)) => (entry, Some(marks)),
    };
    if entry != "." {
        board.slots[i] = number(heights(MOST_WRITTEN), entry)?;
    }
    let Some(marks) = marks else { return Ok(()) };
    let marks = marks
        .strip_suffix(']')
        .ok_or_else(|| token.error(format!("expected \"]\" at the end of {:?}", token.text)))?;
    let bounds = Bounds::new("a pencil mark", 1, puzzle.depth);
    for mark in marks.split(',').filter(|m| !m.is_empty()) {
        board.slots[puzzle.pencil_slot(at)] |= 1 << number(bounds, mark)?;
    }
    Ok(())
}

pub(in crate::skyscrapers) fn write(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle = plain(puzzle, "pzprv3")?;
    let mut tokens = Vec::new();
    for place in places(puzzle) {
        tokens.push(match place {
            Place::Corner => ".".to_owned(),
            Place::View(view) => puzzle.views[view].map_or(".".to_owned(), |v| v.to_string()),
            Place::Field(at) => field_text(puzzle, board, at)?,
        });
    }
    let mut out = String::new();
    write_block(&mut out, puzzle.side() + 2, tokens);
    Ok(out)
}

fn field_text(puzzle: &Skyscrapers, board: &Board, at: Cell) -> Result<String, WriteError> {
    let i = puzzle.size.index(at);
    let mut text = match (puzzle.givens[i], board.slots[i]) {
        (_, PARK) => return Err(cell_error(at, "pzprv3 cannot hold the park")),
        (0, 0) => ".".to_owned(),
        (0, entered) => entered.to_string(),
        (given, 0) => return Ok(format!("q{given}")),
        (_, _) => return Err(cell_error(at, "pzprv3 cannot hold the changed given")),
    };
    let marks = marked(puzzle, board, at);
    if marks.len() > CORNERS {
        let message = format!("pzprv3 holds only {CORNERS} pencil marks per cell, there are more");
        return Err(cell_error(at, &message));
    }
    if !marks.is_empty() {
        let mut corners: Vec<String> = marks.iter().map(u16::to_string).collect();
        corners.resize(CORNERS, String::new());
        text.push_str(&format!("[{}]", corners.join(",")));
    }
    Ok(text)
}
