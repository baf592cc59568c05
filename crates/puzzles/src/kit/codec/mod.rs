//! How things are written down: each description here both reads and writes, so that the two cannot
//! disagree, and what is wrong is said with its place.
//!
//! - [`Word`]: one value as a word, such as the sign of a cell or a token of a file. Records
//!   ([`crate::record::Grid`]) and `pzprv3` files ([`crate::format::Tokens`]) read and write whole
//!   blocks of them, and know where each stands.
//! - [`Runs`]: a line without blanks, in which letters stand for runs of empty cells, as in URLs and
//!   game IDs; an [`Item`] is one clue in it.
//! - [`rows`]: rows of cells in a file of lines.
//! - [`lines`]: lines that leave a cell, by their directions.
//! - [`notes`]: lists in a record, for what a grid of signs cannot say.

pub(crate) mod lines;
pub(crate) mod notes;
pub(crate) mod rows;
mod runs;
mod words;

pub(crate) use runs::{Cursor, Item, Number16, Runs};
pub(crate) use words::{Bounds, Number, Numbers, Signs, Word, numbered};
