//! Whether the row of a puzzle is sound: can the puzzle be read, is its solution right, do the columns
//! say what the puzzle says? What is sound of a bad row is kept.

use puzzles::format::{Chunk, Document};
use puzzles::reason::WrittenRating;
use rusqlite::types::FromSql;
use rusqlite::{Connection, ErrorCode, Row};
use serde_json::Value;
use shelf::{Entry, Origin, canonical};

use crate::Result;

/// An error that says something about the file, not about what else goes on: that is passed on.
pub fn damage(error: rusqlite::Error) -> Result<String> {
    use ErrorCode::{DatabaseBusy, DatabaseLocked, OperationInterrupted, OutOfMemory};
    match error.sqlite_error_code() {
        Some(DatabaseBusy | DatabaseLocked | OperationInterrupted | OutOfMemory) => {
            Err(error.into())
        }
        _ => Ok(error.to_string()),
    }
}

/// The puzzle under this number, and what is wrong with it. `key` is what the index of keys says, in case
/// the row cannot be read.
pub fn puzzle(
    connection: &Connection,
    id: i64,
    key: Option<&str>,
) -> Result<(Option<Entry>, Vec<String>)> {
    let mut query = connection.prepare_cached(
        "SELECT document, rating, command, seed, number, version,
            family, rows, cols, canonical, grade, score
         FROM puzzle NOT INDEXED WHERE id = ?1",
    )?;
    let mut whys = Vec::new();
    let read = query.query_row([id], |row| Ok(columns(row, &mut whys)));
    let row = match read {
        Ok(row) => row,
        Err(error) => {
            whys.push(format!("its row cannot be read: {}", damage(error)?));
            Columns::default()
        }
    };
    let document = row.document.as_deref().map(read_document);
    let document = match document {
        Some(Ok(document)) => Some(document),
        Some(Err(why)) => {
            whys.push(format!("its document cannot be read: {why}"));
            None
        }
        None => None,
    };
    let document = document.or_else(|| {
        // Only if it is beyond doubt that these are the clues.
        let key = row.key.as_deref().or(key)?;
        let document = read_document(key).ok()?;
        let sound = canonical(document.puzzle.as_ref()) == key;
        sound.then(|| {
            whys.push("of its document only the clues are left".to_owned());
            document
        })
    });
    let Some(mut document) = document else {
        return Ok((None, whys));
    };
    let wrong = (document.solution.as_ref())
        .and_then(|solution| document.puzzle.check(solution).into_iter().next());
    if let Some(wrong) = wrong {
        whys.push(format!("its solution is wrong: {}", wrong.message));
        document.solution = None;
    }
    let rating = match row.rating.as_deref().map(read_rating).transpose() {
        Ok(rating) => rating,
        Err(why) => {
            whys.push(why);
            None
        }
    };
    // If the row could not be read that has been said.
    if row.document.is_some() {
        let puzzle = &document.puzzle;
        let size = puzzle.size();
        let says = (puzzle.family().id, size.rows() as i64, size.cols() as i64);
        let said = (row.family.as_deref(), row.rows, row.cols);
        if said != (Some(says.0), Some(says.1), Some(says.2)) {
            whys.push("its family or size is not that of the puzzle".to_owned());
        }
        if row.key.as_deref() != Some(canonical(puzzle.as_ref()).as_str()) {
            whys.push("its key is not that of the puzzle".to_owned());
        }
        let mark = rating.as_ref().map(WrittenRating::difficulty);
        let says = (mark.map(|m| m.grade), mark.map(|m| m.score));
        if says != (row.grade.as_deref(), row.score) {
            whys.push("its grade and score are not those of its rating".to_owned());
        }
    }
    let seed = match row.seed.as_deref().map(str::parse).transpose() {
        Ok(seed) => seed,
        Err(_) => {
            whys.push("its seed is not a number".to_owned());
            None
        }
    };
    let entry = Entry {
        document,
        rating,
        tags: Vec::new(),
        origin: Origin {
            command: row.command,
            seed,
            index: row.index.map(|index| index as u64),
            version: row.version,
        },
    };
    Ok((Some(entry), whys))
}

/// The columns of a puzzle, as far as they can be read.
#[derive(Default)]
struct Columns {
    document: Option<String>,
    rating: Option<String>,
    command: Option<String>,
    seed: Option<String>,
    index: Option<i64>,
    version: Option<String>,
    family: Option<String>,
    rows: Option<i64>,
    cols: Option<i64>,
    key: Option<String>,
    grade: Option<String>,
    score: Option<f64>,
}

fn columns(row: &Row, whys: &mut Vec<String>) -> Columns {
    fn column<T: FromSql>(row: &Row, at: usize, name: &str, whys: &mut Vec<String>) -> Option<T> {
        let read = row.get::<_, Option<T>>(at);
        read.unwrap_or_else(|_| {
            whys.push(format!("its {name} cannot be read"));
            None
        })
    }
    Columns {
        document: column(row, 0, "document", whys),
        rating: column(row, 1, "rating", whys),
        command: column(row, 2, "origin", whys),
        seed: column(row, 3, "seed", whys),
        index: column(row, 4, "index", whys),
        version: column(row, 5, "version", whys),
        family: column(row, 6, "family", whys),
        rows: column(row, 7, "number of rows", whys),
        cols: column(row, 8, "number of columns", whys),
        key: column(row, 9, "key", whys),
        grade: column(row, 10, "grade", whys),
        score: column(row, 11, "score", whys),
    }
}

fn read_document(text: &str) -> std::result::Result<Document, String> {
    let chunk = Chunk { text, line: 1 };
    chunk.read().map_err(|error| error.message)
}

fn read_rating(text: &str) -> std::result::Result<WrittenRating, String> {
    let value: Value =
        serde_json::from_str(text).map_err(|e| format!("its rating cannot be read: {e}"))?;
    value
        .try_into()
        .map_err(|e: puzzles::reason::ForeignRating| e.to_string())
}
