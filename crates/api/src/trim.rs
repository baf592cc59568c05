//! Fewer clues, or more of them: strip and fill.

use puzzles::make::{Edit, Place as At};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use workshop::{Fill as Filling, How, ProvedBy, Refusal, Rules, Strip as Stripping, Where};

use crate::Error;
use crate::table::{Call, Op};
use crate::values::{Place, PuzzleIn, PuzzleOut};
use crate::verdict::{Addition, additions};

/// How often it is asked whether the puzzle is still good.
const EFFORT: u64 = 2500;

/// What counts as having one solution: a proof, or that rules find it without supposing anything.
fn measure(no_trial: bool) -> ProvedBy {
    match no_trial {
        false => ProvedBy::Proof,
        true => ProvedBy::Rules(Rules {
            no_trial,
            ..Rules::default()
        }),
    }
}

/// Take clues away that are not needed.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Strip<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    /// At most this many; without it, as many as possible.
    #[serde(default)]
    amount: Option<usize>,
    /// It must stay solvable without trial.
    #[serde(default)]
    no_trial: bool,
    #[serde(default)]
    seed: u64,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct StripResponse {
    status: StripStatus,
    /// The puzzle with the clues that are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<PuzzleOut>,
    /// Where clues were taken away.
    taken: Vec<Place>,
    /// It is known that no other can go.
    minimal: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum StripStatus {
    Stripped,
    /// It does not have one solution to begin with, or rules do not find it.
    Refused,
    /// Time ran out before anything was known.
    Unknown,
}

impl<'a> Op<'a> for Strip<'a> {
    type Response = StripResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<StripResponse, Error> {
        let document = self.puzzle.read(call)?;
        let how = Stripping {
            amount: self.amount,
            effort: EFFORT,
            sides: Vec::new(),
            balance: true,
            by: measure(self.no_trial),
            seed: self.seed,
        };
        let mut response = StripResponse {
            status: StripStatus::Unknown,
            puzzle: None,
            taken: Vec::new(),
            minimal: false,
        };
        match workshop::strip(&document.puzzle, &how, call.budget) {
            Err(Refusal::Unknown) => {}
            Err(Refusal::NotGood) => response.status = StripStatus::Refused,
            Ok(stripped) => {
                response.status = StripStatus::Stripped;
                response.taken = (stripped.taken.iter())
                    .map(|edit| edit.place.cell().into())
                    .collect();
                response.minimal = stripped.minimal;
                let made_over = workshop::made_over(&document, stripped.puzzle);
                response.puzzle = Some(PuzzleOut::new(&made_over)?);
            }
        }
        Ok(response)
    }
}

/// Reveal clues of one solution until there is no other.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fill<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    /// At most this many; without it, as many as it takes.
    #[serde(default)]
    amount: Option<usize>,
    /// It must be solvable without trial.
    #[serde(default)]
    no_trial: bool,
    #[serde(default)]
    seed: u64,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct FillResponse {
    status: FillStatus,
    /// The puzzle with the clues that were revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<PuzzleOut>,
    added: Vec<Addition>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum FillStatus {
    /// There is one solution now.
    Filled,
    /// There are still several, and nothing is left to reveal, or not more than was asked for.
    Ambiguous,
    /// There is no solution.
    None,
    /// Time ran out.
    Unknown,
}

impl<'a> Op<'a> for Fill<'a> {
    type Response = FillResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<FillResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = &document.puzzle;
        let in_cell = |edit: &Edit| matches!(edit.place, At::Cell(_));
        let how = Filling {
            how: How::Heuristic,
            at: match puzzle.reveals(&puzzle.blank()).iter().any(in_cell) {
                true => Where::Cells,
                false => Where::Outside,
            },
            amount: self.amount,
            effort: EFFORT,
            by: measure(self.no_trial),
            seed: self.seed,
        };
        let mut response = FillResponse {
            status: FillStatus::Unknown,
            puzzle: None,
            added: Vec::new(),
        };
        match workshop::fill(puzzle, None, &how, call.budget) {
            Err(Refusal::Unknown) => {}
            Err(Refusal::NotGood) => response.status = FillStatus::None,
            Ok(filled) => {
                response.status = match filled.verdict {
                    workshop::Verdict::Good => FillStatus::Filled,
                    workshop::Verdict::Bad if !(call.budget.stop)() => FillStatus::Ambiguous,
                    _ => FillStatus::Unknown,
                };
                response.added = additions(&filled.told, puzzle.as_ref());
                let made_over = workshop::made_over(&document, filled.puzzle);
                response.puzzle = Some(PuzzleOut::new(&made_over)?);
            }
        }
        Ok(response)
    }
}
