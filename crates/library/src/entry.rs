//! The row of a puzzle in the file.
//!
//! The document is kept in the `json` format, solution and all; the rest of what is known are columns.

use puzzles::format::{Chunk, write};
use puzzles::reason::WrittenRating;
use rusqlite::{Connection, OptionalExtension, Row as SqlRow, params};
use serde_json::{Value, json};
use shelf::{Added, Entry, Origin, canonical};

use crate::gain;
use crate::{Error, Result};

/// Keep a rating in place of whatever there was.
pub fn rate(change: &Connection, id: i64, rating: &WrittenRating) -> Result<()> {
    let mark = rating.difficulty();
    change.execute(
        "UPDATE puzzle SET rating = ?2, grade = ?3, score = ?4 WHERE id = ?1",
        params![id, json!(rating).to_string(), mark.grade, mark.score],
    )?;
    Ok(())
}

/// An entry ready to be written: everything that takes time is done before the lock is taken.
pub struct Row<'a> {
    entry: &'a Entry,
    canonical: String,
    document: String,
    rating: Option<String>,
    grade: Option<&'static str>,
    score: Option<f64>,
}

impl<'a> Row<'a> {
    /// Prepare the row of an entry; an error if the puzzle cannot be written.
    pub fn of(entry: &'a Entry) -> Result<Row<'a>> {
        Row::with_key(entry, canonical(entry.document.puzzle.as_ref()))
    }

    /// The same, if the key is known already.
    pub fn with_key(entry: &'a Entry, canonical: String) -> Result<Row<'a>> {
        let difficulty = entry.rating.as_ref().map(WrittenRating::difficulty);
        Ok(Row {
            entry,
            canonical,
            document: write(&entry.document, "json").map_err(|e| Error::Unwritable(e.message))?,
            rating: entry
                .rating
                .as_ref()
                .map(|rating| json!(rating).to_string()),
            grade: difficulty.map(|mark| mark.grade),
            score: difficulty.map(|mark| mark.score),
        })
    }

    /// Add it; if the puzzle is there already, add only its tags and what was not known about it.
    pub fn put(&self, change: &Connection) -> Result<Added> {
        self.put_as(change, None)
    }

    /// The same, under this number if it is new. It must be free.
    pub fn put_as(&self, change: &Connection, id: Option<i64>) -> Result<Added> {
        let added = match find(change, &self.canonical)? {
            Some(id) => {
                // A rating does not depend on how the puzzle is turned.
                change.execute(
                    "UPDATE puzzle SET rating = ?2, grade = ?3, score = ?4
                     WHERE id = ?1 AND rating IS NULL",
                    params![id, self.rating, self.grade, self.score],
                )?;
                gain::solution(change, id, &self.entry.document)?;
                Added::There(id)
            }
            None => {
                let puzzle = &self.entry.document.puzzle;
                let size = puzzle.size();
                change.execute(
                    "INSERT INTO puzzle (id, family, rows, cols, canonical, document)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![
                        id,
                        puzzle.family().id,
                        size.rows() as i64,
                        size.cols() as i64,
                        self.canonical,
                        self.document
                    ],
                )?;
                let id = change.last_insert_rowid();
                self.replace(change, id)?;
                Added::New(id)
            }
        };
        self.put_tags(change, added.id())?;
        Ok(added)
    }

    /// Give the puzzle under this number the tags.
    pub fn put_tags(&self, change: &Connection, id: i64) -> Result<()> {
        let mut tag =
            change.prepare_cached("INSERT OR IGNORE INTO tag (puzzle, name) VALUES (?1, ?2)")?;
        for name in &self.entry.tags {
            tag.execute(params![id, name])?;
        }
        Ok(())
    }

    /// Does it say anything that is not in this entry, which is the same puzzle?
    pub fn adds_to(&self, kept: &Entry) -> Result<bool> {
        let before = Row::with_key(kept, String::new())?;
        Ok(
            (&self.document, &self.rating) != (&before.document, &before.rating)
                || self.entry.tags != kept.tags
                || self.entry.origin != kept.origin,
        )
    }

    /// Replace what is kept under this number, which is the same puzzle, perhaps turned. What was
    /// known about it and is not known here stays.
    pub fn replace_kept(&self, change: &Connection, id: i64) -> Result<()> {
        let before = get(change, id)?.ok_or(Error::NoPuzzle(id))?;
        self.replace(change, id)?;
        gain::solution(change, id, &before.document)
    }

    /// Replace what is kept under this number, but for a rating if there is none here.
    pub fn replace(&self, change: &Connection, id: i64) -> Result<()> {
        let size = self.entry.document.puzzle.size();
        let origin = &self.entry.origin;
        change.execute(
            "UPDATE puzzle SET rows = ?2, cols = ?3, document = ?4,
                rating = coalesce(?5, rating),
                grade = CASE WHEN ?5 IS NULL THEN grade ELSE ?6 END,
                score = CASE WHEN ?5 IS NULL THEN score ELSE ?7 END,
                command = ?8, seed = ?9, number = ?10, version = ?11
             WHERE id = ?1",
            params![
                id,
                size.rows() as i64,
                size.cols() as i64,
                self.document,
                self.rating,
                self.grade,
                self.score,
                origin.command,
                origin.seed.map(|seed| seed.to_string()),
                origin.index.map(|index| index as i64),
                origin.version
            ],
        )?;
        Ok(())
    }
}

/// The number of the puzzle with this canonical text.
pub fn find(connection: &Connection, canonical: &str) -> Result<Option<i64>> {
    let mut query = connection.prepare_cached("SELECT id FROM puzzle WHERE canonical = ?1")?;
    Ok(query.query_row([canonical], |row| row.get(0)).optional()?)
}

/// The entry under this number.
pub fn get(connection: &Connection, id: i64) -> Result<Option<Entry>> {
    struct Texts {
        document: String,
        rating: Option<String>,
        origin: Origin,
    }
    let texts = |row: &SqlRow| {
        Ok(Texts {
            document: row.get(0)?,
            rating: row.get(1)?,
            origin: Origin {
                command: row.get(2)?,
                seed: row
                    .get::<_, Option<String>>(3)?
                    .and_then(|s| s.parse().ok()),
                index: row.get::<_, Option<i64>>(4)?.map(|n| n as u64),
                version: row.get(5)?,
            },
        })
    };
    let mut query = connection.prepare_cached(
        "SELECT document, rating, command, seed, number, version FROM puzzle WHERE id = ?1",
    )?;
    let bad = |why: String| Error::BadPuzzle { id, why };
    // What SQLite itself reports is about the file; the rest is about this row.
    let of_row = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(_) => error.into(),
        None => bad(error.to_string()),
    };
    let Some(found) = query.query_row([id], texts).optional().map_err(of_row)? else {
        return Ok(None);
    };
    let chunk = Chunk {
        text: &found.document,
        line: 1,
    };
    let rating = found.rating.as_deref().map(serde_json::from_str::<Value>);
    let rating = rating
        .transpose()
        .map_err(|e| bad(format!("its rating: {e}")))?;
    let mut tags =
        connection.prepare_cached("SELECT name FROM tag WHERE puzzle = ?1 ORDER BY 1")?;
    let tags = tags.query_map([id], |row| row.get(0))?;
    Ok(Some(Entry {
        document: chunk.read().map_err(|e| bad(e.message))?,
        // Files of earlier versions may hold ratings that would be left out today.
        rating: rating.and_then(|rating| rating.try_into().ok()),
        tags: tags.collect::<rusqlite::Result<_>>().map_err(of_row)?,
        origin: found.origin,
    }))
}
