//! What the program tells the shell.

use std::process::ExitCode;

/// In order of weight: with several puzzles, the heaviest counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Exit {
    #[default]
    Well,
    /// The answer is "no": not unique, not solved, a rule broken.
    No,
    /// A budget ran out.
    Budget,
    /// The input or the call is wrong.
    Wrong,
}

impl Exit {
    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Well => 0,
            Exit::No => 1,
            Exit::Wrong => 2,
            Exit::Budget => 3,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
