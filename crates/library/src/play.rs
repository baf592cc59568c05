//! How puzzles were played.

use rusqlite::Connection;

use crate::Result;

/// One time that a puzzle was played, and what the player says about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Play {
    /// When, in seconds since 1970.
    pub at: Option<i64>,
    /// How long it took.
    pub seconds: Option<f64>,
    pub solved: bool,
    /// Grades, as in a rating.
    pub difficulty: Option<String>,
    pub fun: Option<String>,
    pub looks: Option<String>,
}

/// How far the player has come with a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    New,
    Begun,
    Solved,
}

impl State {
    pub const ALL: [State; 3] = [State::New, State::Begun, State::Solved];

    pub fn name(self) -> &'static str {
        match self {
            State::New => "new",
            State::Begun => "begun",
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
            1 => State::Begun,
            _ => State::Solved,
        }
    }
}

/// The state of `puzzle` in SQL.
pub(crate) const STATE: &str =
    "coalesce((SELECT 1 + max(solved) FROM play WHERE play.puzzle = puzzle.id), 0)";

pub(crate) fn of(connection: &Connection, puzzle: i64) -> Result<Vec<Play>> {
    let mut query = connection.prepare_cached(
        "SELECT at, seconds, solved, difficulty, fun, looks FROM play WHERE puzzle = ?1 ORDER BY id",
    )?;
    let plays = query.query_map([puzzle], |row| {
        Ok(Play {
            at: row.get(0)?,
            seconds: row.get(1)?,
            solved: row.get(2)?,
            difficulty: row.get(3)?,
            fun: row.get(4)?,
            looks: row.get(5)?,
        })
    })?;
    Ok(plays.collect::<rusqlite::Result<_>>()?)
}
