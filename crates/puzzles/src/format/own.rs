//! Formats that belong to one family only.

use super::{Document, End, TextError, WriteError};

pub struct OwnFormat {
    pub name: &'static str,
    pub carries: &'static str,
    /// Does a text look like this format, as its first line shows? No other may look like it.
    pub looks: fn(&str) -> bool,
    /// How a text with this first line ends.
    pub end: fn(&str) -> End,
    pub read: fn(&str) -> Result<Document, TextError>,
    pub write: fn(&Document) -> Result<String, WriteError>,
}
