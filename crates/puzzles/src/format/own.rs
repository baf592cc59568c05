//! Formats that belong to one family only.

use super::{Document, TextError, WriteError};

pub struct OwnFormat {
    pub name: &'static str,
    pub carries: &'static str,
    /// Does a text look like this format? No other format may look like it.
    pub looks: fn(&str) -> bool,
    pub read: fn(&str) -> Result<Document, TextError>,
    pub write: fn(&Document) -> Result<String, WriteError>,
}
