//! The records of how puzzles were played.

use rusqlite::{Connection, Row, params};
use serde::de::DeserializeOwned;
use shelf::{Play, join};

use crate::{Error, Result};

/// The state of `puzzle` in SQL.
pub(crate) const STATE: &str =
    "coalesce((SELECT 1 + max(solved) FROM play WHERE play.puzzle = puzzle.id), 0)";

/// The columns of a play, as they are read below.
pub(crate) const COLUMNS: &str = "at, seconds, solved, difficulty, fun, looks, board, moves";

/// How a puzzle was played, each time, with the number of the record.
pub(crate) fn numbered(connection: &Connection, puzzle: i64) -> Result<Vec<(i64, Play)>> {
    let mut query = connection.prepare_cached(&format!(
        "SELECT {COLUMNS}, id FROM play WHERE puzzle = ?1 ORDER BY id"
    ))?;
    let mut rows = query.query([puzzle])?;
    let mut plays = Vec::new();
    while let Some(row) = rows.next()? {
        let mut whys = Vec::new();
        let read = lenient(row, &mut whys).and_then(|play| Ok((row.get(8)?, play)));
        let why = match read {
            Ok(play) if whys.is_empty() => {
                plays.push(play);
                continue;
            }
            Ok((id, _)) => format!("play {id}: {}", whys.join("; ")),
            Err(error) => format!("one of its plays: {error}"),
        };
        return Err(Error::BadPuzzle { id: puzzle, why });
    }
    Ok(plays)
}

/// How a puzzle was played, each time.
pub(crate) fn of(connection: &Connection, puzzle: i64) -> Result<Vec<Play>> {
    let plays = numbered(connection, puzzle)?.into_iter();
    Ok(plays.map(|(_, play)| play).collect())
}

/// A play without what cannot be read of it, and what that is.
pub(crate) fn lenient(row: &Row, whys: &mut Vec<String>) -> rusqlite::Result<Play> {
    Ok(Play {
        at: row.get(0)?,
        seconds: row.get(1)?,
        solved: row.get(2)?,
        difficulty: row.get(3)?,
        fun: row.get(4)?,
        looks: row.get(5)?,
        board: read(row, 6, "board", whys),
        moves: read(row, 7, "moves", whys),
    })
}

fn read<T: DeserializeOwned>(
    row: &Row,
    at: usize,
    what: &str,
    whys: &mut Vec<String>,
) -> Option<T> {
    let text = match row.get::<_, Option<String>>(at) {
        Ok(text) => text?,
        Err(_) => {
            whys.push(format!("its {what} cannot be read"));
            return None;
        }
    };
    let read = serde_json::from_str(&text);
    read.map_err(|error| whys.push(format!("its {what} cannot be read: {error}")))
        .ok()
}

/// Append a record; existing ones are never changed.
pub(crate) fn append(change: &Connection, puzzle: i64, play: &Play) -> Result<()> {
    let (board, moves) = boards(play);
    change.execute(
        "INSERT INTO play (puzzle, at, seconds, solved, difficulty, fun, looks, board, moves)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            puzzle,
            play.at,
            play.seconds,
            play.solved,
            play.difficulty,
            play.fun,
            play.looks,
            board,
            moves,
        ],
    )?;
    Ok(())
}

/// Board and moves as they are written down.
fn boards(play: &Play) -> (Option<String>, Option<String>) {
    let text = |value: serde_json::Result<String>| value.expect("numbers always serialise");
    let board = play.board.as_ref().map(serde_json::to_string);
    let moves = play.moves.as_ref().map(serde_json::to_string);
    (board.map(text), moves.map(text))
}

/// Write what came of joining records.
pub(crate) fn write_joined(change: &Connection, puzzle: i64, joined: &join::Plays) -> Result<()> {
    for play in &joined.new {
        append(change, puzzle, play)?;
    }
    for (record, play) in &joined.gaining {
        add_boards(change, *record, play)?;
    }
    Ok(())
}

/// Add board and moves to a record that has neither.
fn add_boards(change: &Connection, id: i64, play: &Play) -> Result<()> {
    let (board, moves) = boards(play);
    change.execute(
        "UPDATE play SET board = ?2, moves = ?3 WHERE id = ?1 AND board IS NULL AND moves IS NULL",
        params![id, board, moves],
    )?;
    Ok(())
}
