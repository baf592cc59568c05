//! What a kept puzzle gains when it is added again (`shelf::gain`), written into the file.

use puzzles::format::{Document, write};
use rusqlite::{Connection, params};

use crate::entry;
use crate::{Error, Result};

/// Keep the solution that this document has for the same puzzle, if none is kept.
pub fn solution(change: &Connection, id: i64, from: &Document) -> Result<()> {
    if from.solution.is_none() {
        return Ok(());
    }
    let Some(mut kept) = entry::get(change, id)?.map(|kept| kept.document) else {
        return Ok(());
    };
    if let Some(solution) = shelf::gain::solution(&kept, from) {
        kept.solution = Some(solution);
        let text = write(&kept, "json").map_err(|e| Error::Unwritable(e.message))?;
        change.execute(
            "UPDATE puzzle SET document = ?2 WHERE id = ?1",
            params![id, text],
        )?;
    }
    Ok(())
}
