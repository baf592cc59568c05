//! Reading and writing puzzles as text.
//!
//! Which format a text has is recognised by its content. A text may hold many puzzles: [`split`]
//! cuts it into [`Chunk`]s without reading them, so that they can be read in parallel and one bad
//! puzzle does not hide the others. Families supply what is special to them; this module knows the
//! envelopes: JSON, the blocks of the collections, URLs, `pzprv3` files, game IDs and save files.

mod error;
mod exact;
mod gather;
mod janko;
mod json;
mod link;
mod lost;
mod pzprv3;
mod split;
mod table;
mod tatham;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use error::{ReadError, TextError, WriteError, text_of};
pub(crate) use error::{cannot, found, wrong_at};
pub use gather::{Braces, Gather};
pub use json::{is_obeyed, without_controls};
pub(crate) use link::InLinks;
pub use link::{Link, Links};
pub use lost::{Lost, write_telling};
pub(crate) use pzprv3::{InFiles, write_block, write_borders, write_cells};
pub use pzprv3::{Pzprv3, Token, Tokens};
pub use split::{Chunk, looks_like_puzzle, split};
pub(crate) use table::OwnFormat;
pub use table::{BlockEnd, FamilyFormat, Format, Sign, format, formats, separator, write};
pub(crate) use tatham::InGames;
pub use tatham::Tatham;

use serde_json::{Map, Value};

use crate::board::Board;
use crate::puzzle::{Family, Puzzle};
use crate::record::{DRAFT, FieldError, Notation, Record};
use crate::{FAMILIES, family};

/// A puzzle with what came along with it.
#[derive(Clone, Debug)]
pub struct Document {
    /// The clues.
    pub puzzle: Arc<dyn Puzzle>,
    /// A finished board.
    pub solution: Option<Board>,
    /// A partly filled board.
    pub marks: Option<Board>,
    /// Identity, title, author, tags, and whatever else was there, in its order.
    pub extra: Map<String, Value>,
    /// Those of these fields with a number that is too long for us, as they were written.
    pub verbatim: BTreeMap<String, String>,
}

impl Document {
    /// A puzzle with nothing else.
    pub fn new(puzzle: Arc<dyn Puzzle>) -> Document {
        Document {
            puzzle,
            solution: None,
            marks: None,
            extra: Map::new(),
            verbatim: BTreeMap::new(),
        }
    }

    /// The document with another puzzle: titles stay, but boards go, and so do these fields, which
    /// spoke of the puzzle as it was. Whoever writes fields knows their names.
    pub fn made_over(&self, puzzle: Arc<dyn Puzzle>, stale: &[&str]) -> Document {
        let mut document = Document::new(puzzle);
        document.extra = self.extra.clone();
        document.verbatim = self.verbatim.clone();
        (document.extra).retain(|field, _| !stale.contains(&field.as_str()));
        document
    }

    /// The document with nothing entered. What a grid of signs cannot say about a board is in
    /// fields of the family: they go too.
    pub fn without_boards(mut self) -> Document {
        self.solution = None;
        self.marks = None;
        self.puzzle.family().drop_board_fields(&mut self.extra);
        self
    }

    /// The identity that the puzzle came with, if any.
    pub fn id(&self) -> Option<&Value> {
        self.extra.get("id").filter(|v| !v.is_null())
    }

    /// That identity as a value that says all of it: a number that is too long for us becomes a
    /// string.
    pub fn whole_id(&self) -> Option<Value> {
        let id = self.id()?;
        let written = exact::as_written(&self.verbatim, "id", id);
        Some(written.map_or_else(|| id.clone(), Value::from))
    }

    fn from_record(mut record: Record) -> Result<Document, FieldError> {
        // A variant may ride on the name: "skyscrapers, diagonals".
        let name = record.kind.split(',').next().unwrap_or("").trim();
        let Some(family) = family(name) else {
            let known: Vec<&str> = FAMILIES.iter().map(|f| f.id).collect();
            return Err(FieldError::field(
                "type",
                format!(
                    "unknown puzzle type {:?}; the types are {}",
                    record.kind,
                    known.join(", ")
                ),
            ));
        };
        record.size()?;
        if record.variant.is_none()
            && let Some((_, variant)) = record.kind.split_once(',')
        {
            record.variant = Some(variant.trim().to_owned());
        }
        let puzzle = (family.read)(&record)?;
        let solution = puzzle.read_board(&record, Notation::Solution)?;
        let marks = puzzle.read_board(&record, Notation::Marks)?;
        // The puzzle itself says whether it is one.
        record.extra.shift_remove(DRAFT);
        // These belong to the boards just read, and go when a board is replaced.
        if solution.is_some() || marks.is_some() {
            family.drop_board_fields(&mut record.extra);
        }
        Ok(Document {
            puzzle,
            solution,
            marks,
            extra: record.extra,
            verbatim: record.verbatim,
        })
    }

    fn to_record(&self) -> Record {
        let mut record = self.puzzle.record();
        record.verbatim = self.verbatim.clone();
        for (key, value) in &self.extra {
            record
                .extra
                .entry(key.clone())
                .or_insert_with(|| value.clone());
        }
        if let Some(board) = &self.solution {
            self.puzzle
                .write_board(board, Notation::Solution, &mut record);
        }
        if let Some(board) = &self.marks {
            self.puzzle.write_board(board, Notation::Marks, &mut record);
        }
        record
    }
}

impl Family {
    fn drop_board_fields(&self, extra: &mut Map<String, Value>) {
        extra.retain(|field, _| !self.board_fields.contains(&field.as_str()));
    }
}
