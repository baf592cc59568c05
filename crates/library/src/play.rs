//! How puzzles were played.

use rusqlite::{Connection, Row, params};
use serde::de::DeserializeOwned;

use crate::{Error, Result};

/// One occasion on which a puzzle was played, and what the player says about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Play {
    /// When, in seconds since 1970.
    pub at: Option<i64>,
    /// How long it took.
    pub seconds: Option<f64>,
    /// Whether it was solved.
    pub solved: bool,
    /// How hard it was for the player: a grade, as in a rating.
    pub difficulty: Option<String>,
    /// How much fun it was: a grade, as in a rating.
    pub fun: Option<String>,
    /// How it looked: a grade, as in a rating.
    pub looks: Option<String>,
    /// What was on the board in the end.
    pub board: Option<Vec<u16>>,
    /// Move by move: slot, old value and new value of each change.
    pub moves: Option<Vec<Vec<(usize, u16, u16)>>>,
}

/// How far the player has got with a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Never played.
    New,
    /// Played, but never solved.
    Started,
    /// Solved at least once.
    Solved,
}

impl State {
    /// All states, from new to solved.
    pub const ALL: [State; 3] = [State::New, State::Started, State::Solved];

    /// The word for it in filters and JSON.
    pub fn name(self) -> &'static str {
        match self {
            State::New => "new",
            State::Started => "started",
            State::Solved => "solved",
        }
    }

    /// The number that [`STATE`] gives.
    pub(crate) fn number(self) -> i64 {
        self as i64
    }

    pub(crate) fn of_number(number: i64) -> State {
        match number {
            0 => State::New,
            1 => State::Started,
            _ => State::Solved,
        }
    }
}

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

/// Add board and moves to a record that has neither.
pub(crate) fn add_boards(change: &Connection, id: i64, play: &Play) -> Result<()> {
    let (board, moves) = boards(play);
    change.execute(
        "UPDATE play SET board = ?2, moves = ?3 WHERE id = ?1 AND board IS NULL AND moves IS NULL",
        params![id, board, moves],
    )?;
    Ok(())
}
