//! Whatever can be read is judged the same in every format that can hold it.

use puzzles::format::{Document, Lost, formats, split, text_of, write, write_telling};
use puzzles::{Board, Puzzle, Violation};

use crate::{ROUND, Target, seeds};

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "convert",
    about: "Converted to every format, then checked",
    seeds: seeds::texts,
    take,
    share: 20,
    round: ROUND,
};

/// These formats hold everything about a board.
const WHOLE: [&str; 2] = ["json", "janko"];

fn take(input: &[u8]) -> Result<String, String> {
    let Ok(text) = text_of(input) else {
        return Ok("not text".to_owned());
    };
    let Ok(document) = split(text)[0].read() else {
        return Ok("not a puzzle".to_owned());
    };
    if document.puzzle.size().len() > 2500 {
        return Ok("large".to_owned());
    }
    let mut outcome = document.puzzle.family().id.to_owned();
    for format in formats().filter(|format| format.holds(document.puzzle.family())) {
        outcome += &converted(&document, format.name)
            .map_err(|fault| format!("as {}: {fault}", format.name))?;
    }
    Ok(outcome)
}

fn converted(document: &Document, format: &str) -> Result<String, String> {
    let (text, lost) = match write_telling(document, format) {
        Ok(told) => told,
        Err(error) if WHOLE.contains(&format) => return Err(error.message),
        Err(error) if error.message.contains("this puzzle") => return Err(error.message),
        Err(error) => return Ok(error.message),
    };
    let again = split(&text)[0]
        .read()
        .map_err(|e| format!("cannot be read again: {e}\n{text}"))?;
    let puzzle = document.puzzle.as_ref();
    for (field, before, after) in [
        ("marks", &document.marks, &again.marks),
        ("solution", &document.solution, &again.solution),
    ] {
        if lost.contains(&Lost::Board(field)) {
            continue;
        }
        if verdict(puzzle, before) != verdict(puzzle, after) {
            return Err(format!("the {field} are judged differently: {text}"));
        }
        if WHOLE.contains(&format) && before != after {
            return Err(format!("the {field} change: {text}"));
        }
    }
    if format == "json" && !lost.is_empty() {
        return Err(format!("{lost:?} lost: {text}"));
    }
    match write(&again, format) {
        Ok(twice) if twice == text => Ok(format!("{lost:?}")),
        twice => Err(format!("written again it is {twice:?}, not {text}")),
    }
}

fn verdict(puzzle: &dyn Puzzle, board: &Option<Board>) -> Vec<Violation> {
    puzzle.check(board.as_ref().unwrap_or(&puzzle.blank()))
}
