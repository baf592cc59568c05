//! pzprv3: the board with its frame of views, as (n+2)×(n+2) tokens.

use super::{MOST_WRITTEN, cell_error, heights, sized, views};
use crate::format::{InFiles, Token, Tokens, write_block};
use crate::kit::codec::Bounds;
use crate::kit::prelude::*;
use crate::skyscrapers::{PARK, Skyscrapers, pencil_mark};

/// How many pencil marks fit into a cell there.
const CORNERS: usize = 4;

/// The cells of the board with its frame.
fn framed(side: usize) -> impl Iterator<Item = Cell> {
    let places = move || -1..=side as i16;
    places().flat_map(move |row| places().map(move |col| Cell { row, col }))
}

impl InFiles for Skyscrapers {
    fn read_file(size: Size, tokens: &mut Tokens) -> Result<(Skyscrapers, Board), TextError> {
        let mut puzzle = sized(size.rows(), size.cols()).map_err(|e| tokens.line().error(e))?;
        let mut board = puzzle.blank();
        let block = tokens.block(size.rows() + 2, size.cols() + 2)?;
        for (token, at) in block.into_iter().zip(framed(puzzle.side())) {
            if ["", "."].contains(&token.text) {
                continue;
            }
            if size.contains(at) {
                read_field(&mut puzzle, &mut board, at, token)?;
                continue;
            }
            let view = puzzle.view_at(at);
            let view =
                view.ok_or_else(|| token.error("expected \".\" in a corner of the frame"))?;
            let number = views(puzzle.depth).read(token.text);
            puzzle.views[view] = Some(number.map_err(|e| token.error(e))?);
        }
        Ok((puzzle, board))
    }

    fn write_file(&self, board: &Board) -> Result<String, WriteError> {
        self.must_be_plain("pzprv3")?;
        let token = |at: Cell| match self.size.contains(at) {
            true => self.field_text(board, at),
            false => {
                let seen = self.view_at(at).and_then(|view| self.views[view]);
                Ok(number_or(seen, "."))
            }
        };
        let tokens: Result<Vec<String>, WriteError> = framed(self.side()).map(token).collect();
        let mut out = String::new();
        write_block(&mut out, self.side() + 2, tokens?);
        Ok(out)
    }
}

/// `qN` a given, `N` an entry, then pencil marks in brackets.
fn read_field(
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
        None => (token.text, "]"),
        Some(parts) => parts,
    };
    if entry != "." {
        board.slots[i] = number(heights(MOST_WRITTEN), entry)?;
    }
    let open = || token.error(format!("expected \"]\" at the end of {:?}", token.text));
    let marks = marks.strip_suffix(']').ok_or_else(open)?;
    let bounds = Bounds::new("a pencil mark", 1, puzzle.depth);
    for mark in marks.split(',').filter(|m| !m.is_empty()) {
        board.slots[puzzle.pencil_slot(at)] |= pencil_mark(number(bounds, mark)?);
    }
    Ok(())
}

impl Skyscrapers {
    fn field_text(&self, board: &Board, at: Cell) -> Result<String, WriteError> {
        let i = self.size.index(at);
        let mut text = match (self.givens[i], board.slots[i]) {
            (_, PARK) => return Err(cell_error(at, "pzprv3 cannot hold the park")),
            (0, 0) => ".".to_owned(),
            (0, entered) => entered.to_string(),
            (given, 0) => return Ok(format!("q{given}")),
            (_, _) => return Err(cell_error(at, "pzprv3 cannot hold the changed given")),
        };
        let mut corners: Vec<String> = self.pencilled(board, at).map(|h| h.to_string()).collect();
        if corners.len() > CORNERS {
            let only = format!("pzprv3 holds only {CORNERS} pencil marks per cell, there are more");
            return Err(cell_error(at, &only));
        }
        if !corners.is_empty() {
            corners.resize(CORNERS, String::new());
            text.push_str(&format!("[{}]", corners.join(",")));
        }
        Ok(text)
    }
}
