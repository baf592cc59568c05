//! How puzzles were played.

use rusqlite::{Connection, params};
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

pub(crate) fn of(connection: &Connection, puzzle: i64) -> Result<Vec<Play>> {
    let mut query = connection.prepare_cached(
        "SELECT at, seconds, solved, difficulty, fun, looks, board, moves
         FROM play WHERE puzzle = ?1 ORDER BY id",
    )?;
    let mut rows = query.query([puzzle])?;
    let mut plays = Vec::new();
    while let Some(row) = rows.next()? {
        plays.push(Play {
            at: row.get(0)?,
            seconds: row.get(1)?,
            solved: row.get(2)?,
            difficulty: row.get(3)?,
            fun: row.get(4)?,
            looks: row.get(5)?,
            board: read(row.get(6)?)?,
            moves: read(row.get(7)?)?,
        });
    }
    Ok(plays)
}

fn read<T: DeserializeOwned>(text: Option<String>) -> Result<Option<T>> {
    let read = text.map(|text| serde_json::from_str(&text));
    read.transpose().map_err(|e| Error::Damaged(e.to_string()))
}

/// Append a record; existing ones are never changed.
pub(crate) fn append(change: &Connection, puzzle: i64, play: &Play) -> Result<()> {
    let text = |value: serde_json::Result<String>| value.expect("numbers always serialise");
    let board = play.board.as_ref();
    let moves = play.moves.as_ref();
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
            board.map(|board| text(serde_json::to_string(board))),
            moves.map(|moves| text(serde_json::to_string(moves))),
        ],
    )?;
    Ok(())
}
