//! Tatham's Towers: `5:` and 4n views, `,` and the givens in runs.

use std::sync::Arc;

use super::{cell_error, number, plain, sized, skyscrapers};
use crate::board::{Board, counted};
use crate::format::{Runs, TextError, WriteError};
use crate::puzzle::{Play, Puzzle};
use crate::skyscrapers::shared;

/// A size, and perhaps a difficulty: `5` or `5de`.
pub(in crate::skyscrapers) fn looks_like_params(params: &str) -> bool {
    let (size, rest) = split_size(params);
    let mut rest = rest.chars();
    let difficulty = match rest.next() {
        None => true,
        Some('d') => rest.next().is_some_and(|c| c.is_ascii_lowercase()),
        Some(_) => false,
    };
    !size.is_empty() && difficulty && rest.next().is_none()
}

fn split_size(params: &str) -> (&str, &str) {
    let digits = params.bytes().take_while(u8::is_ascii_digit).count();
    params.split_at(digits)
}

pub(in crate::skyscrapers) fn read(params: &str, desc: &str) -> Result<Arc<dyn Puzzle>, TextError> {
    let (size, rest) = split_size(params);
    let side: usize = size
        .parse()
        .map_err(|_| TextError::at(0, format!("expected a size as in 5de, found {params:?}")))?;
    if !["", "de", "dh", "dx", "du"].contains(&rest) {
        return Err(TextError::at(
            size.len(),
            format!("expected a difficulty de, dh, dx or du, found {rest:?}"),
        ));
    }
    let mut puzzle = sized(side, side).map_err(|e| TextError::at(0, e))?;
    let base = params.len() + 1;
    let (views, field) = match desc.split_once(',') {
        Some((views, field)) => (views, Some(field)),
        None => (desc, None),
    };
    let mut at = base;
    let mut count = 0;
    for (i, text) in views.split('/').enumerate() {
        let Some(view) = puzzle.views.get_mut(i) else {
            return Err(TextError::at(
                at,
                format!("more than the {} views around the board", 4 * side),
            ));
        };
        if !text.is_empty() {
            let number = number(text, "a view", puzzle.depth);
            *view = Some(number.map_err(|e| TextError::at(at, e))?);
        }
        at += text.len() + 1;
        count = i + 1;
    }
    if count < puzzle.views.len() {
        return Err(TextError::at(
            base + views.len(),
            format!(
                "expected {} views around the board, found {count}",
                4 * side
            ),
        ));
    }
    if let Some(field) = field {
        puzzle.givens = read_field(field, side).map_err(|e| e.shifted(base + views.len() + 1))?;
    }
    Ok(shared(puzzle))
}

fn read_field(field: &str, side: usize) -> Result<Vec<u16>, TextError> {
    let cells = side * side;
    let mut givens = Vec::with_capacity(cells);
    let mut at = 0;
    while let Some(c) = field[at..].chars().next() {
        let digits = field[at..].bytes().take_while(u8::is_ascii_digit).count();
        let mut length = c.len_utf8();
        if digits > 0 {
            length = digits;
            let given = number(&field[at..at + digits], "a height", side as u16);
            givens.push(given.map_err(|e| TextError::at(at, e))?);
        } else if let Some(run) = Runs::length(c) {
            givens.extend(std::iter::repeat_n(0, run));
        } else if c != '_' {
            return Err(TextError::at(
                at,
                format!("expected a height or a run of empty cells, found {c:?}"),
            ));
        }
        if givens.len() > cells {
            return Err(TextError::at(
                at,
                format!("more than the {cells} cells of the board"),
            ));
        }
        at += length;
    }
    if givens.len() < cells {
        return Err(TextError::at(
            field.len(),
            format!(
                "only {} of the board's {cells} cells are described",
                givens.len()
            ),
        ));
    }
    Ok(givens)
}

pub(in crate::skyscrapers) fn write(puzzle: &dyn Puzzle) -> Result<(String, String), WriteError> {
    let puzzle = plain(puzzle, "Towers")?;
    let views: Vec<String> = puzzle
        .views
        .iter()
        .map(|v| v.map_or(String::new(), |v| v.to_string()))
        .collect();
    let mut desc = views.join("/");
    if puzzle.givens.iter().any(|&g| g != 0) {
        desc.push(',');
        let mut run = 0;
        for (i, &given) in puzzle.givens.iter().enumerate() {
            if given == 0 {
                run += 1;
                continue;
            }
            if run == 0 && i > 0 {
                desc.push('_');
            }
            Runs::write(run, &mut desc);
            run = 0;
            desc.push_str(&given.to_string());
        }
        Runs::write(run, &mut desc);
    }
    Ok((puzzle.side().to_string(), desc))
}

/// Refuse sides above nine: with one digit per cell there is no room for heights of two.
fn one_digit(side: usize) -> Result<(), String> {
    if side > 9 {
        return Err(format!(
            "Towers writes solutions with one digit per cell, too few for a board of size {side}"
        ));
    }
    Ok(())
}

pub(in crate::skyscrapers) fn read_solution(
    puzzle: &dyn Puzzle,
    text: &str,
) -> Result<Board, TextError> {
    let puzzle = skyscrapers(puzzle);
    one_digit(puzzle.side()).map_err(|e| TextError::at(0, e))?;
    let digits = text.strip_prefix('S').ok_or_else(|| {
        TextError::at(
            0,
            format!("expected a solution as in S1221, found {text:?}"),
        )
    })?;
    let mut board = puzzle.blank();
    let mut cells = puzzle.size.cells();
    for (i, c) in digits.char_indices() {
        let error = |message: String| TextError::at(1 + i, message);
        let at = cells
            .next()
            .ok_or_else(|| error(format!("more than {} digits", puzzle.size.len())))?;
        let mut buffer = [0; 4];
        let height = number(c.encode_utf8(&mut buffer), "a height", puzzle.depth).map_err(error)?;
        puzzle.enter(&mut board, at, height);
    }
    let left = cells.count();
    if left > 0 {
        return Err(TextError::at(
            text.len(),
            format!("the solution ends {} too early", counted(left, "digit")),
        ));
    }
    Ok(board)
}

pub(in crate::skyscrapers) fn write_solution(
    puzzle: &dyn Puzzle,
    board: &Board,
) -> Result<String, WriteError> {
    let puzzle = plain(puzzle, "Towers")?;
    one_digit(puzzle.side()).map_err(WriteError::new)?;
    let mut out = String::from("S");
    for at in puzzle.size.cells() {
        let height = puzzle.value(board, at);
        let most = puzzle.side();
        if !(1..=most).contains(&height.into()) {
            let message =
                format!("a solution of Towers has heights from 1 to {most}, not {height} as");
            return Err(cell_error(at, &message));
        }
        out.push_str(&height.to_string());
    }
    Ok(out)
}
