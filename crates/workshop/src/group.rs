//! Target groups: whom puzzles are made for, as wishes that go together.

use crate::wish::Difficulty;

/// People who are to like what is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Group {
    /// The name that programs use.
    pub id: &'static str,
    /// Who they are, and what they get.
    pub words: &'static str,
    /// How hard puzzles are for them.
    pub difficulty: Difficulty,
    /// At least so many points for looks.
    pub looks: f64,
}

/// The groups that there are. Nobody has to suppose anything in any of them.
pub const GROUPS: [Group; 3] = [
    Group {
        id: "holiday",
        words: "once in a while: easy, without trial, and nice to look at",
        difficulty: Difficulty::Grade(0),
        looks: 60.0,
    },
    Group {
        id: "subscriber",
        words: "every week: medium, without trial, not plain",
        difficulty: Difficulty::Grade(1),
        looks: 50.0,
    },
    Group {
        id: "championship",
        words: "against the clock: hard, without trial, whatever it looks like",
        difficulty: Difficulty::Grade(2),
        looks: 0.0,
    },
];
