//! The lines of the results file.

use puzzles::reason::{DIFFICULTY, FUN, LOOKS};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The line that a server writes when it opens the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// [`Trial::mark`](crate::Trial::mark): which puzzles these are results of.
    pub opened: String,
    /// The version of the program.
    pub version: String,
}

/// Something that a participant did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// When, in milliseconds since 1970, by the clock of the server.
    pub at: i64,
    /// Whose.
    pub code: String,
    /// Which of this participant's visits, from 1: every time the page is opened is one.
    pub visit: u32,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The page was opened with this code: a visit has begun.
    Came,
    /// Something happened with a puzzle.
    #[serde(untagged)]
    Puzzle {
        /// [`Task::name`](crate::Task::name).
        puzzle: String,
        /// What.
        #[serde(flatten)]
        happening: Happening,
    },
}

/// What happens with a puzzle. Seconds are those for which it was in sight and not paused until then, by
/// the clock of the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Happening {
    /// It was shown for the first time.
    Began,
    /// Something was entered.
    Moved {
        /// Since it began.
        seconds: f64,
        /// How many entries of the history there were before these.
        from: usize,
        /// What was added to the history, in the page's own notation.
        entries: Vec<Value>,
    },
    /// The clock stands still.
    Paused {
        /// Since it began.
        seconds: f64,
        /// What for.
        why: Why,
    },
    /// The clock goes on.
    WentOn {
        /// Since it began.
        seconds: f64,
    },
    /// It is solved, or was given up.
    Ended {
        /// Since it began.
        seconds: f64,
        /// It is right; the server has looked at the board.
        solved: bool,
        /// How many hints were asked for.
        #[serde(default)]
        hints: u32,
        /// What was on the board.
        board: Vec<u16>,
    },
    /// What the participant says about it.
    Said(Opinion),
}

/// Why the clock stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The participant pressed the button.
    Button,
    /// The page was out of sight: another tab, another program, a phone that was put away.
    Hidden,
    /// The page was left.
    Left,
}

/// What a participant says about a puzzle, as far as they care to: grades, as in a rating.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Opinion {
    /// How hard it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// How much fun it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fun: Option<String>,
    /// How it looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looks: Option<String>,
}

impl Opinion {
    pub(crate) fn check(&self) -> Result<(), String> {
        let all = [
            (&self.difficulty, &DIFFICULTY[..]),
            (&self.fun, &FUN[..]),
            (&self.looks, &LOOKS[..]),
        ];
        for (word, known) in all {
            if let Some(word) = word
                && !known.contains(&word.as_str())
            {
                return Err(format!("an opinion is one of {}", known.join(", ")));
            }
        }
        Ok(())
    }
}

impl Happening {
    /// The clock of the page, if it says it.
    pub(crate) fn seconds(&self) -> Option<f64> {
        match self {
            Happening::Began | Happening::Said(_) => None,
            Happening::Moved { seconds, .. }
            | Happening::Paused { seconds, .. }
            | Happening::WentOn { seconds }
            | Happening::Ended { seconds, .. } => Some(*seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_flat_and_read_back() {
        let line = |event| Line {
            at: 5,
            code: "K7QF2".to_owned(),
            visit: 2,
            event,
        };
        let puzzle = |happening| {
            line(Event::Puzzle {
                puzzle: "p1".to_owned(),
                happening,
            })
        };
        let said = Opinion {
            fun: Some("fair".to_owned()),
            ..Opinion::default()
        };
        let all = [
            (
                line(Event::Came),
                r#"{"at":5,"code":"K7QF2","visit":2,"event":"came"}"#,
            ),
            (
                puzzle(Happening::Began),
                r#"{"at":5,"code":"K7QF2","visit":2,"puzzle":"p1","event":"began"}"#,
            ),
            (
                puzzle(Happening::Paused {
                    seconds: 1.5,
                    why: Why::Hidden,
                }),
                r#"{"at":5,"code":"K7QF2","visit":2,"puzzle":"p1","event":"paused","seconds":1.5,"why":"hidden"}"#,
            ),
            (
                puzzle(Happening::Said(said)),
                r#"{"at":5,"code":"K7QF2","visit":2,"puzzle":"p1","event":"said","fun":"fair"}"#,
            ),
        ];
        for (line, text) in all {
            assert_eq!(serde_json::to_string(&line).unwrap(), text);
            assert_eq!(serde_json::from_str::<Line>(text).unwrap(), line);
        }
        let unknown = r#"{"at":5,"code":"A","visit":2,"puzzle":"p1","event":"flew"}"#;
        assert!(serde_json::from_str::<Line>(unknown).is_err());
    }
}
