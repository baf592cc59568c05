//! What a text does not hold of the document that it was made of.
//!
//! Formats differ in what they have room for, and a writer could forget something. So nothing is
//! believed: what was written is read again and compared. A board that comes back with another
//! verdict is never handed out, whatever else may be lost.

use std::fmt;

use serde_json::Value;

use super::table::write;
use super::{Document, WriteError, split};
use crate::board::Board;

/// Something that a text does not hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lost {
    /// A board, by the name of its field.
    Board(&'static str),
    /// A part of a board that no rule asks about, by the name of its field.
    Part(&'static str),
    /// A field that is not about the board, by its name.
    Field(String),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Lost::Board(field) => f.write_str(field),
            Lost::Part(field) => write!(f, "part of {field}"),
            Lost::Field(field) => f.write_str(field),
        }
    }
}

/// Write a document in the format of this name, and tell what the text does not hold. An error if
/// the format has no room for the puzzle, or if the text says something else about it or a board.
pub fn write_telling(document: &Document, name: &str) -> Result<(String, Vec<Lost>), WriteError> {
    let text = write(document, name)?;
    let changed = |what: &str| WriteError::new(format!("{name} cannot hold {what}"));
    let again = match split(&text)[..] {
        [chunk] => chunk.read().map_err(|e| changed(&format!("this: {e}")))?,
        _ => return Err(changed("this as one puzzle")),
    };
    if *again.puzzle != *document.puzzle {
        return Err(changed("this puzzle"));
    }
    let mut lost = Vec::new();
    for (field, before, after) in [
        ("solution", &document.solution, &again.solution),
        ("marks", &document.marks, &again.marks),
    ] {
        lost.extend(lost_board(document, field, before, after).map_err(|what| changed(&what))?);
    }
    for (field, value) in &document.extra {
        if !is_held(value, again.extra.get(field)) && value.as_str() != Some(&text) {
            lost.push(Lost::Field(field.clone()));
        }
    }
    Ok((text, lost))
}

/// What is lost of a board; an error if `check` would say something else about it.
fn lost_board(
    document: &Document,
    field: &'static str,
    before: &Option<Board>,
    after: &Option<Board>,
) -> Result<Option<Lost>, String> {
    let puzzle = document.puzzle.as_ref();
    match (before, after) {
        // Where nothing is entered there is nothing to lose.
        (None, None) => Ok(None),
        (Some(before), None) if *before == puzzle.blank() => Ok(None),
        (Some(_), None) => Ok(Some(Lost::Board(field))),
        (Some(before), Some(after)) if before == after => Ok(None),
        (Some(before), Some(after)) if puzzle.check(before) == puzzle.check(after) => {
            Ok(Some(Lost::Part(field)))
        }
        _ => Err(format!("the {field}: `check` would say something else")),
    }
}

/// Is this what became of a field? Formats without numbers hold their digits.
fn is_held(value: &Value, after: Option<&Value>) -> bool {
    match (value, after) {
        (Value::Null, None) => true,
        (value, Some(after)) if value == after => true,
        (Value::Number(_) | Value::Bool(_), Some(Value::String(text))) => {
            serde_json::from_str(text).is_ok_and(|read: Value| read == *value)
        }
        _ => false,
    }
}
