//! What a kept puzzle gains when it is added again. It never loses anything.
//!
//! A rating does not depend on how a puzzle is turned, but a solution does. If the puzzle is kept
//! the way it comes now, it takes over the solution; if it is kept turned or mirrored, it is solved
//! instead, which is right only if it has one solution.

use puzzles::format::{Document, write};
use puzzles::{Board, Puzzle, Status, solve};
use rusqlite::{Connection, params};
use sat::Budget;

use crate::entry;
use crate::{Error, Result};

/// The library is locked while it is solved, so that must not take long.
const CONFLICTS: u64 = 20_000;

/// Keep the solution that this document has for the same puzzle, if none is kept.
pub fn solution(change: &Connection, id: i64, from: &Document) -> Result<()> {
    let Some(solution) = &from.solution else {
        return Ok(());
    };
    let mut kept = match entry::get(change, id)? {
        Some(kept) if kept.document.solution.is_none() => kept.document,
        _ => return Ok(()),
    };
    kept.solution = match *kept.puzzle == *from.puzzle {
        true => Some(solution.clone()),
        false => only_solution(kept.puzzle.as_ref()),
    };
    if kept.solution.is_some() {
        let text = write(&kept, "json").map_err(|e| Error::Unwritable(e.message))?;
        change.execute(
            "UPDATE puzzle SET document = ?2 WHERE id = ?1",
            params![id, text],
        )?;
    }
    Ok(())
}

/// The solution, if it can be found quickly and is the only one.
pub fn only_solution(puzzle: &dyn Puzzle) -> Option<Board> {
    let mut answer = solve(puzzle, 2, Budget::conflicts(CONFLICTS));
    (answer.status == Status::Unique).then(|| answer.solutions.swap_remove(0))
}
