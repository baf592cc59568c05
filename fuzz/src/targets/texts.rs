//! Every reader of every format: any bytes are read, or refused with a place in the text.

use puzzles::format::{Document, ReadError, split, text_of};
use puzzles::{DrawOptions, Reading};

use crate::{ROUND, Target, seeds};

/// See the head of this file.
pub const TARGET: Target = Target {
    name: "texts",
    about: "Any bytes, read as puzzles",
    seeds: seeds::texts,
    take,
    share: 30,
    round: ROUND,
};

/// The most puzzles of one input that are looked at.
const MOST_PUZZLES: usize = 20;

fn take(input: &[u8]) -> Result<String, String> {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(error) => return refused(&error, usize::MAX),
    };
    let lines = text.split(['\n', '\r']).count();
    let mut outcome = String::new();
    for chunk in split(text).into_iter().take(MOST_PUZZLES) {
        outcome += &match chunk.read() {
            Ok(document) => judged(&document)?,
            Err(error) => refused(&error, lines)?,
        };
    }
    Ok(outcome)
}

fn refused(error: &ReadError, lines: usize) -> Result<String, String> {
    let is_placed = error.column >= 1 && (1..=lines.saturating_add(1)).contains(&error.line);
    match is_placed && !error.message.is_empty() {
        true => Ok(error.message.clone()),
        false => Err(format!("no such place, or no words: {error:?}")),
    }
}

/// Everything that a command does with a board before it works on it.
fn judged(document: &Document) -> Result<String, String> {
    let puzzle = document.puzzle.as_ref();
    let mut outcome = puzzle.family().id.to_owned();
    let boards = document.marks.iter().chain(&document.solution);
    for board in boards {
        for violation in puzzle.check(board) {
            outcome += violation.rule;
        }
        for reading in [Reading::Partial, Reading::Finished] {
            outcome += match puzzle.facts(board, reading) {
                Ok(_) => "+",
                Err(_) => "-",
            };
        }
        if puzzle.size().len() <= 400 {
            let scene = puzzle.draw(board, &DrawOptions::default());
            outcome += if scene.items.is_empty() { "empty" } else { "" };
        }
    }
    Ok(outcome)
}
