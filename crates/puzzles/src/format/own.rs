//! Formats that belong to one family only.

use super::{Document, End, TextError, WriteError};

/// A format of one family.
pub struct OwnFormat {
    /// The name that callers choose it by.
    pub name: &'static str,
    /// What it can hold, in a few words.
    pub carries: &'static str,
    /// Is this the first line of such a text? No other format's may be.
    pub looks: fn(&str) -> bool,
    /// How a text with this first line ends.
    pub end: fn(&str) -> End,
    /// Read the one puzzle in a text.
    pub read: fn(&str) -> Result<Document, TextError>,
    /// Write a document, if the format can hold it.
    pub write: fn(&Document) -> Result<String, WriteError>,
}
