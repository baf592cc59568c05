//! Errors with a place and a cause.

use thiserror::Error;

/// A text that is not a puzzle: what was expected, where, and what was found. Lines and columns
/// count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ReadError {
    /// What was expected and what was found.
    pub message: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The character in that line, counted from 1.
    pub column: usize,
}

/// A puzzle or board that a format cannot hold.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct WriteError {
    /// What the format has no room for.
    pub message: String,
}

impl WriteError {
    /// A puzzle or board that cannot be written, and why.
    pub fn new(message: impl Into<String>) -> WriteError {
        WriteError {
            message: message.into(),
        }
    }
}

/// What is wrong at some byte of a text; the place in the file is worked out by the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The byte at which it goes wrong, counted from 0.
    pub offset: usize,
    /// What was expected and what was found.
    pub message: String,
}

impl TextError {
    /// An error at this byte.
    pub fn at(offset: usize, message: impl Into<String>) -> TextError {
        TextError {
            offset,
            message: message.into(),
        }
    }

    /// The same error in a text that has `by` more bytes in front.
    pub fn shifted(mut self, by: usize) -> TextError {
        self.offset += by;
        self
    }

    /// The place of the byte as line and column, where the text itself begins at line `first`.
    pub fn in_text(self, text: &str, first: usize) -> ReadError {
        let mut offset = self.offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        // A line ends with \n, \r\n, or \r alone.
        let bytes = text.as_bytes();
        let ends = |i: usize| match bytes[i] {
            b'\n' => true,
            b'\r' => bytes.get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        let line_start = (0..offset).rev().find(|&i| ends(i)).map_or(0, |i| i + 1);
        ReadError {
            message: self.message,
            line: first + (0..offset).filter(|&i| ends(i)).count(),
            column: before[line_start..].chars().count() + 1,
        }
    }
}

/// The error that something is wrong at this byte, said as by `format!`.
macro_rules! wrong_at {
    ($offset:expr, $($words:tt)+) => {
        $crate::format::TextError::at($offset, format!($($words)+))
    };
}
pub(crate) use wrong_at;

/// The error that a format cannot hold something, said as by `format!`.
macro_rules! cannot {
    ($($words:tt)+) => {
        $crate::format::WriteError::new(format!($($words)+))
    };
}
pub(crate) use cannot;

/// What was found, for messages: the character in quotes, or "the end".
pub(crate) fn found(c: Option<char>) -> String {
    match c {
        Some(c) if c.is_control() => format!("character {:#04x}", c as u32),
        Some(c) => format!("{c:?}"),
        None => "the end".to_owned(),
    }
}

/// Bytes as text; rubbish is reported where it begins.
pub fn text_of(bytes: &[u8]) -> Result<&str, ReadError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|e| {
        let good = std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default();
        TextError::at(
            good.len(),
            format!(
                "expected text, found the byte {:#04x}",
                bytes[e.valid_up_to()]
            ),
        )
        .in_text(good, 1)
    })
}
