//! Words of a text with the lines they are on. Lines that begin with the word `c` are comments.

use crate::{Fault, Place, fault};

pub(crate) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// Nothing but spaces before this place on its line.
    fresh: bool,
}

/// A word and its line.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) line: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Words<'a> {
        Words {
            bytes,
            at: 0,
            line: 1,
            fresh: true,
        }
    }

    /// The line that was reached.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        loop {
            let &byte = self.bytes.get(self.at)?;
            if byte.is_ascii_whitespace() {
                if byte == b'\n' {
                    self.line += 1;
                    self.fresh = true;
                }
                self.at += 1;
                continue;
            }
            let rest = &self.bytes[self.at..];
            let end = rest.iter().position(u8::is_ascii_whitespace);
            let bytes = &rest[..end.unwrap_or(rest.len())];
            if self.fresh && bytes == b"c" {
                self.skip_line();
                continue;
            }
            self.fresh = false;
            self.at += bytes.len();
            let line = self.line;
            return Some(Word { bytes, line });
        }
    }
}

impl Word<'_> {
    /// A whole number of at most 18 digits.
    pub(crate) fn number(self) -> Result<i64, Fault> {
        let (minus, digits) = match self.bytes.strip_prefix(b"-") {
            Some(digits) => (true, digits),
            None => (false, self.bytes),
        };
        if digits.is_empty() || digits.len() > 18 || !digits.iter().all(u8::is_ascii_digit) {
            return Err(self.fault(format!("expected a number, not {}", self.text())));
        }
        let value = digits.iter().fold(0, |n, d| n * 10 + i64::from(d - b'0'));
        Ok(if minus { -value } else { value })
    }

    /// For a message: no control characters, and not too long.
    pub(crate) fn text(self) -> String {
        const SHOWN_BYTES: usize = 24;
        let start = &self.bytes[..self.bytes.len().min(SHOWN_BYTES)];
        let cut = if start.len() < self.bytes.len() {
            "…"
        } else {
            ""
        };
        format!("“{}{cut}”", start.escape_ascii())
    }

    pub(crate) fn fault(self, cause: impl Into<String>) -> Fault {
        fault(Place::Line(self.line), cause)
    }
}
