//! A text that is in memory, cut into puzzles.

use super::error::found;
use super::gather::Gather;
use super::table::{Format, format_of};
use super::{Document, ReadError, TextError};

/// The text of one puzzle and the line on which it starts.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The text, from its first line to its last.
    pub text: &'a str,
    /// The line of the whole text on which it starts, counted from 1.
    pub line: usize,
}

/// Cut a text into puzzles, see [`Gather`]. An empty text gives one chunk, which then fails to
/// read.
pub fn split(text: &str) -> Vec<Chunk<'_>> {
    let mut gather = Gather::default();
    let mut all = Vec::new();
    for line in lines(text) {
        all.append(&mut gather.push(line.text, line));
    }
    all.append(&mut gather.end());
    if all.is_empty() {
        return vec![Chunk { text: "", line: 1 }];
    }
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let chunk = |lines: Vec<Chunk<'_>>| {
        let (first, last) = (lines[0], lines[lines.len() - 1]);
        Chunk {
            text: &text[offset(first.text)..offset(last.text) + last.text.len()],
            line: first.line,
        }
    };
    all.into_iter().map(chunk).collect()
}

/// Does a text look like some format, whether well-formed or not?
pub fn looks_like_puzzle(text: &str) -> bool {
    format_at(text).is_some()
}

/// Lines without their ends, which may be `\n`, `\r\n` or `\r`, mixed.
pub(super) fn lines(text: &str) -> Vec<Chunk<'_>> {
    let mut all = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = all.len() + 1;
        let (text, after) = rest.split_at(end);
        all.push(Chunk { text, line });
        rest = after
            .strip_prefix("\r\n")
            .or_else(|| after.strip_prefix(['\n', '\r']))
            .unwrap_or("");
    }
    all
}

impl Chunk<'_> {
    /// Read the one puzzle in this chunk.
    pub fn read(&self) -> Result<Document, ReadError> {
        self.read_text()
            .map_err(|error| error.in_text(self.text, self.line))
    }

    fn read_text(&self) -> Result<Document, TextError> {
        let start = self.text.trim_start();
        if start.is_empty() {
            return Err(TextError::at(0, "expected a puzzle, found nothing"));
        }
        let Some(format) = format_at(self.text) else {
            return Err(TextError::at(
                self.text.len() - start.len(),
                format!(
                    "this is none of the formats that can be read (see `gridwright formats`); it \
                     begins with {}",
                    found(start.chars().next())
                ),
            ));
        };
        (format.read)(self.text)
    }
}

fn format_at(text: &str) -> Option<&'static Format> {
    let start = text.trim_start();
    // Both ends of a line are one byte, and a record is one long line.
    let end = start.bytes().position(|byte| matches!(byte, b'\n' | b'\r'));
    format_of(start[..end.unwrap_or(start.len())].trim_end())
}
