//! How puzzles were played.

use puzzles::Puzzle;
use puzzles::reason::{DIFFICULTY, FUN, LOOKS};
use serde::{Deserialize, Serialize};

/// One occasion on which a puzzle was played, and what the player says about it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Play {
    /// When, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// How long it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Whether it was solved.
    pub solved: bool,
    /// How hard it was for the player: a grade, as in a rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// How much fun it was: a grade, as in a rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fun: Option<String>,
    /// How it looked: a grade, as in a rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looks: Option<String>,
    /// What was on the board in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<u16>>,
    /// Move by move: slot, old value and new value of each change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Vec<(usize, u16, u16)>>>,
}

/// The most moves of a play, and the most changes in them.
const MOVES: usize = 50_000;

impl Play {
    /// An error if this cannot be how the puzzle was played.
    pub fn fits(&self, puzzle: &dyn Puzzle) -> Result<(), String> {
        /// Some three thousand years.
        const LATEST_SECOND: i64 = 100_000_000_000;
        if self.at.is_some_and(|at| !(0..LATEST_SECOND).contains(&at)) {
            return Err("a time is in seconds since 1970".to_owned());
        }
        let fits = |seconds: f64| (0.0..LATEST_SECOND as f64).contains(&seconds);
        if self.seconds.is_some_and(|seconds| !fits(seconds)) {
            return Err("a duration is in seconds, and not negative".to_owned());
        }
        for (word, known) in [
            (&self.difficulty, &DIFFICULTY[..]),
            (&self.fun, &FUN),
            (&self.looks, &LOOKS),
        ] {
            if let Some(word) = word
                && !known.contains(&word.as_str())
            {
                return Err(format!("an opinion is one of {}", known.join(", ")));
            }
        }
        let slots = puzzle.blank().slots.len();
        if let Some(board) = &self.board
            && board.len() != slots
        {
            let has = puzzles::counted(board.len(), "slot");
            return Err(format!(
                "the board has {has}; this puzzle's boards have {slots}"
            ));
        }
        let moves = self.moves.as_deref().unwrap_or_default();
        let most = moves.len().max(moves.iter().map(Vec::len).sum());
        if most > MOVES {
            return Err(format!("{most} moves; at most {MOVES} are read"));
        }
        match moves.iter().flatten().all(|&(slot, ..)| slot < slots) {
            true => Ok(()),
            false => Err("a move does not fit this board".to_owned()),
        }
    }
}

impl State {
    /// How far somebody has got who played like this.
    pub fn after(plays: &[Play]) -> State {
        match plays.iter().map(|play| play.solved).max() {
            None => State::New,
            Some(false) => State::Started,
            Some(true) => State::Solved,
        }
    }
}

/// How far the player has got with a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

    /// Its place among all states.
    pub fn number(self) -> i64 {
        self as i64
    }

    /// The state at this place; beyond the last one, the last.
    pub fn of_number(number: i64) -> State {
        match number {
            0 => State::New,
            1 => State::Started,
            _ => State::Solved,
        }
    }
}
