//! From what a hand does on the board to what changes on it.

use grid::{Cell, Dir};
use serde::{Deserialize, Serialize};

use crate::board::Board;

mod hands;
#[cfg(test)]
mod stories;

pub(crate) use hands::hands;
pub use hands::{Hands, USUAL};

/// A place that can be pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Row and column.
    Cell(i16, i16),
    /// The border of a cell to the east or to the south.
    Border(i16, i16, Side),
    /// A place around the board: row or column is −1 or n.
    Outside(i16, i16),
}

/// The sides of a cell that borders are named by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Side {
    /// The right side.
    #[serde(rename = "e")]
    East,
    /// The lower side.
    #[serde(rename = "s")]
    South,
}

impl Target {
    /// The cell pointed at, if it is one.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Target::Cell(row, col) => Some(Cell { row, col }),
            _ => None,
        }
    }

    /// The border pointed at, as a cell and a direction.
    pub fn border(self) -> Option<(Cell, Dir)> {
        match self {
            Target::Border(row, col, side) => {
                let dir = match side {
                    Side::East => Dir::East,
                    Side::South => Dir::South,
                };
                Some((Cell { row, col }, dir))
            }
            _ => None,
        }
    }
}

/// The kinds of gestures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GestureKind {
    /// Click, tap, or Enter on the cursor's cell.
    Tap,
    /// Right button, long press, or `x` on the cursor's cell. With several targets, a drag done
    /// that way.
    Alt,
    /// From the first target over all others to the last. Shift and an arrow key drag from the
    /// cursor's cell to its neighbour.
    Drag,
    /// A key or a button of the number pad, `value`, on the cursor's cell.
    Key,
}

/// What the player did. Targets come from outside: they may be anywhere and in any number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gesture {
    /// What the hand did.
    pub kind: GestureKind,
    /// The places that it touched, in their order.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// The key: a digit, a letter, or `delete`. With `~` in front it is meant as a pencil mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The player wants pencil marks tidied up after each entry.
    #[serde(default)]
    pub tidy: bool,
    /// The cursor was there already.
    #[serde(default)]
    pub again: bool,
    /// Whose hands these are, if not the usual ones: one of the family's [`Hands`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<String>,
}

impl Gesture {
    /// A gesture over these places; `value` is that of a key.
    pub fn new(kind: GestureKind, targets: Vec<Target>, value: Option<&str>) -> Gesture {
        Gesture {
            kind,
            targets,
            value: value.map(str::to_owned),
            tidy: false,
            again: false,
            hands: None,
        }
    }
}

/// One slot changes its number. Client and server can each undo it without asking the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// Which slot.
    pub slot: usize,
    /// Its number before.
    pub old: u16,
    /// Its number after.
    pub new: u16,
}

/// All that one gesture changes; never empty.
pub type Move = Vec<Change>;

/// The move from one board to another, if they differ.
pub fn difference(before: &Board, after: &Board) -> Option<Move> {
    let changes: Move = before
        .slots
        .iter()
        .zip(&after.slots)
        .enumerate()
        .filter(|(_, (old, new))| old != new)
        .map(|(slot, (&old, &new))| Change { slot, old, new })
        .collect();
    (!changes.is_empty()).then_some(changes)
}

/// One entry in a family's help on playing or setting.
pub struct HowTo {
    /// What the hand does.
    pub gesture: &'static str,
    /// What that means.
    pub meaning: &'static str,
}

/// What begins the first story of a text.
const STORY: &str = "story:";

/// The help in a family's text on playing or setting: lines such as `drag: draw the loop`, before
/// what is said about other hands and the first of the stories that show it (src/play/stories.rs).
pub(crate) fn how_to(text: &'static str) -> Vec<HowTo> {
    let is_over = |line: &str| line.starts_with(STORY) || line.starts_with(hands::HANDS);
    let lines = text.lines().take_while(|line| !is_over(line));
    let help = lines.filter(|line| !line.starts_with('#'));
    help.filter_map(|line| line.split_once(": "))
        .map(|(gesture, meaning)| HowTo { gesture, meaning })
        .collect()
}
