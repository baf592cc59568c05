//! From text to puzzles and back.

use puzzles::format::{self, Document};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::table::{Call, Op};
use crate::values::{PuzzleIn, PuzzleOut, Slots, board};
use crate::{Budget, Error, bounds};

/// Read anything the program can read.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Open {
    /// A URL, a game ID, the content of a file; one puzzle or many.
    text: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct OpenResponse {
    puzzles: Vec<Opened>,
    /// What could not be read; places are in the text.
    errors: Vec<Error>,
}

#[derive(Serialize, JsonSchema)]
struct Opened {
    puzzle: PuzzleOut,
    /// What to call the puzzle: its title, its identity, or its size.
    title: String,
    /// The family's name.
    name: &'static str,
    /// What had been entered, if the text says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Slots>,
}

impl<'a> Op<'a> for Open {
    type Response = OpenResponse;

    fn answer(self, call: &mut Call) -> Result<OpenResponse, Error> {
        let (puzzles, errors) =
            read_all(&self.text, bounds::PUZZLES, call.budget, |document, _| {
                opened(document)
            });
        Ok(OpenResponse { puzzles, errors })
    }
}

/// All puzzles of a text, up to a limit and as long as there is time; and what could not be read.
/// `take` gets each document and the line in which it begins.
pub fn read_all<T>(
    text: &str,
    most: usize,
    budget: Budget,
    take: impl Fn(Document, usize) -> Result<T, Error>,
) -> (Vec<T>, Vec<Error>) {
    let chunks = format::split(text);
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    for (i, chunk) in chunks.iter().enumerate() {
        let too_many = i == most;
        if too_many || (budget.stop)() {
            let why = if too_many {
                format!("more than {i} puzzles at once")
            } else {
                "reading took too long".to_owned()
            };
            errors.push(Error {
                message: format!("{why}; the {} from here on are left out", chunks.len() - i),
                line: Some(chunk.line),
                column: Some(1),
            });
            break;
        }
        let read = chunk.read().map_err(Error::from);
        match read.and_then(|document| take(document, chunk.line)) {
            Ok(taken) => all.push(taken),
            Err(error) => errors.push(error),
        }
    }
    (all, errors)
}

fn opened(document: Document) -> Result<Opened, Error> {
    let marks = document.marks.clone();
    let document = document.without_boards();
    Ok(Opened {
        puzzle: PuzzleOut::new(&document)?,
        title: title(&document),
        name: document.puzzle.family().name,
        board: marks.map(Slots::from),
    })
}

/// What to call the puzzle: its title, its identity, or its size.
pub(crate) fn title(document: &Document) -> String {
    for field in ["title", "id"] {
        if let Some(Value::String(title)) = document.extra.get(field)
            && !title.trim().is_empty()
        {
            return title.clone();
        }
    }
    let size = document.puzzle.size();
    format!("{}×{}", size.rows(), size.cols())
}

/// Write a puzzle, with what has been entered if the format can hold it.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Export<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    #[serde(default)]
    board: Option<Slots>,
    /// One of those that `formats` names.
    format: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ExportResponse {
    text: String,
}

impl<'a> Op<'a> for Export<'a> {
    type Response = ExportResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<ExportResponse, Error> {
        let mut document = self.puzzle.read(call)?;
        if self.board.is_some() {
            document.marks = Some(board(document.puzzle.as_ref(), self.board)?);
        }
        let text = format::write(&document, &self.format)?;
        Ok(ExportResponse { text })
    }
}
