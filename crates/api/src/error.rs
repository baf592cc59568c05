//! What is wrong with a request, and where in it.

use puzzles::format::{ReadError, WriteError};
use schemars::JsonSchema;
use serde::Serialize;

/// A message for people. Lines and columns count from 1, columns in characters; they are places in
/// the request or, for the errors of `open`, in the text to be opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Complaint")]
pub struct Error {
    /// What is wrong, in words for people.
    pub message: String,
    /// The line, if the error has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, if the error has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Failure {
    #[schemars(extend("const" = false))]
    ok: bool,
    error: Error,
}

impl Error {
    /// An error without a place.
    pub fn new(message: impl Into<String>) -> Error {
        Error {
            message: message.into(),
            line: None,
            column: None,
        }
    }

    /// The error as a response of the protocol.
    pub fn response(self) -> String {
        let failure = Failure {
            ok: false,
            error: self,
        };
        serde_json::to_string(&failure).expect("strings and numbers always serialise")
    }

    /// serde_json counts columns in bytes, and repeats the place in its message.
    pub(crate) fn json(text: &str, error: &serde_json::Error) -> Error {
        let message = error.to_string();
        let message = message
            .rsplit_once(" at line ")
            .map_or(message.as_str(), |(message, _)| message);
        let line = text.split('\n').nth(error.line().saturating_sub(1));
        let before = line.map_or(0, |line| {
            let bytes = error.column().saturating_sub(1).min(line.len());
            String::from_utf8_lossy(&line.as_bytes()[..bytes])
                .chars()
                .count()
        });
        Error {
            message: format!("not a request: {message}"),
            line: Some(error.line().max(1)),
            column: Some(before + 1),
        }
    }

    /// An error in a part of the request.
    pub(crate) fn within(request: &str, part: &str, error: ReadError) -> Error {
        let start = part.as_ptr() as usize - request.as_ptr() as usize;
        let before = &request[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let indent = if error.line == 1 {
            before[line_start..].chars().count()
        } else {
            0
        };
        Error {
            message: error.message,
            line: Some(before.matches('\n').count() + error.line),
            column: Some(indent + error.column),
        }
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Error {
        Error {
            message: error.message,
            line: Some(error.line),
            column: Some(error.column),
        }
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Error {
        Error::new(error.message)
    }
}
