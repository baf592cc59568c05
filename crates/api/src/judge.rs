//! Is a board right, by the rules and by the solution? And what is the solution?

use std::collections::BTreeSet;

use grid::Cell;
use puzzles::{Board, Fact, Puzzle, Reading, Severity, Status, solve};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::table::{Call, Op};
use crate::values::{Place, PuzzleIn, Slots, board, places};

/// What is wrong with this board, and what is missing?
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Check<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    board: Slots,
    #[serde(default)]
    against: Against,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Against {
    #[default]
    Rules,
    Solution,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct CheckResponse {
    complete: bool,
    /// What is broken or missing, wrong before unfinished.
    violations: Vec<ViolationOut>,
    #[serde(flatten)]
    solution: Option<Comparison>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Violation")]
struct ViolationOut {
    /// One of the family's codes.
    rule: &'static str,
    #[schemars(extend("enum" = ["wrong", "unfinished"]))]
    kind: &'static str,
    message: String,
    cells: Vec<Place>,
}

#[derive(Serialize, JsonSchema)]
struct Comparison {
    /// Cells that are not as in the solution; what has not been entered yet does not count.
    differs: Vec<Place>,
    /// Whether there is exactly one solution; only then is there something to compare with.
    unique: bool,
    status: StatusOut,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Status")]
pub(crate) enum StatusOut {
    /// One solution, and a proof that there is no other.
    Unique,
    Multiple,
    None,
    /// Time ran out before that was known.
    Unknown,
}

impl From<Status> for StatusOut {
    fn from(status: Status) -> StatusOut {
        match status {
            Status::Unique => StatusOut::Unique,
            Status::Multiple => StatusOut::Multiple,
            Status::None => StatusOut::None,
            Status::Unknown => StatusOut::Unknown,
        }
    }
}

impl<'a> Op<'a> for Check<'a> {
    type Response = CheckResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<CheckResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let board = board(puzzle, Some(self.board))?;
        let found = puzzle.check(&board).into_iter();
        let (missing, mut violations): (Vec<_>, Vec<_>) =
            found.partition(|v| v.kind == Severity::Unfinished);
        violations.extend(missing);
        Ok(CheckResponse {
            complete: violations.is_empty(),
            violations: violations
                .into_iter()
                .map(|v| ViolationOut {
                    rule: v.rule,
                    kind: match v.kind {
                        Severity::Wrong => "wrong",
                        Severity::Unfinished => "unfinished",
                    },
                    cells: places(&v.cells),
                    message: v.message,
                })
                .collect(),
            solution: (self.against == Against::Solution).then(|| compare(puzzle, &board, call)),
        })
    }
}

fn compare(puzzle: &dyn Puzzle, board: &Board, call: &Call) -> Comparison {
    let answer = solve(puzzle, 2, call.budget);
    let unique = answer.status == Status::Unique;
    let differs = if unique {
        differing(puzzle, board, &answer.solutions[0])
    } else {
        Vec::new()
    };
    Comparison {
        differs,
        unique,
        status: answer.status.into(),
    }
}

/// Where the board says something different from its puzzle's only solution. What asserts nothing,
/// such as a pencil mark or an empty cell, is never different.
fn differing(puzzle: &dyn Puzzle, board: &Board, solution: &Board) -> Vec<Place> {
    let mut cells: Vec<Cell> = match puzzle.facts(board, Reading::Partial) {
        Ok(said) => {
            let right = puzzle.facts(solution, Reading::Finished);
            let right = right.expect("a solution that was checked can be expressed in atoms");
            let against: BTreeSet<Fact> = right.into_iter().map(|fact| !fact).collect();
            said.into_iter()
                .filter(|fact| against.contains(fact))
                .flat_map(|fact| puzzle.fact_cells(fact))
                .collect()
        }
        // What cannot be expressed in atoms is in no solution.
        Err(violations) => violations.into_iter().flat_map(|v| v.cells).collect(),
    };
    cells.sort_unstable();
    cells.dedup();
    places(&cells)
}

/// Look for solutions, and prove that there are no more.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Solve<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SolveResponse {
    status: StatusOut,
    /// The solutions found, up to two.
    solutions: Vec<Slots>,
}

impl<'a> Op<'a> for Solve<'a> {
    type Response = SolveResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<SolveResponse, Error> {
        let document = self.puzzle.read(call)?;
        let answer = solve(document.puzzle.as_ref(), 2, call.budget);
        Ok(SolveResponse {
            status: answer.status.into(),
            solutions: answer.solutions.into_iter().map(Slots::from).collect(),
        })
    }
}
