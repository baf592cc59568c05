//! What a setter wants to know: how many solutions there are, where they differ, which clues clash;
//! and what would make the solution unique.

use puzzles::make::Edit;
use puzzles::reason::{Rating, clashing, rate_as};
use puzzles::{Puzzle, Status, different_cells, solve};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use workshop::Repair as Repaired;

use crate::judge::StatusOut;
use crate::schema::RatingSchema;
use crate::table::{Call, Op};
use crate::values::{Place, PuzzleIn, PuzzleOut, Slots, places};
use crate::{Error, grades};

/// Is it a proper puzzle, with exactly one solution? If not, why not?
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Verdict<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    /// Rate it if it has exactly one solution.
    #[serde(default)]
    rate: bool,
    /// The text of a file of grades, to rate with instead of the family's own.
    #[serde(default)]
    grades: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct VerdictResponse {
    status: StatusOut,
    /// If there is no solution: why. Missing if time ran out before that was known.
    #[serde(skip_serializing_if = "Option::is_none")]
    clash: Option<Clash>,
    /// If there are several solutions: where two of them differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Vec<Place>>,
    /// The only solution, or two of several.
    solutions: Vec<Slots>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<RatingSchema>")]
    rating: Option<Rating>,
    /// Whether the named rules do not finish it.
    #[serde(skip_serializing_if = "Option::is_none")]
    trial: Option<bool>,
}

/// Clues that cannot all be true; without any one of them they could.
#[derive(Serialize, JsonSchema)]
struct Clash {
    text: String,
    cells: Vec<Place>,
}

impl<'a> Op<'a> for Verdict<'a> {
    type Response = VerdictResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<VerdictResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let answer = solve(puzzle, 2, call.budget);
        let mut response = VerdictResponse {
            status: answer.status.into(),
            clash: None,
            differs: None,
            solutions: Vec::new(),
            rating: None,
            trial: None,
        };
        match answer.status {
            Status::None => {
                let clash = clashing(puzzle, call.budget);
                response.clash = clash.map(|(text, cells)| Clash {
                    text,
                    cells: places(&cells),
                });
            }
            Status::Multiple => {
                response.differs = Some(places(&different_cells(
                    puzzle,
                    &answer.solutions,
                    call.budget,
                )));
            }
            Status::Unique if self.rate => {
                let grades = grades::of(self.grades.as_deref(), puzzle.family())?;
                let manner = grades::manner(grades::practised(), grades.as_ref())?;
                let rating = rate_as(puzzle, manner, call.budget).map_err(Error::new)?;
                response.trial = Some(!rating.solved_by_rules);
                response.rating = Some(rating);
            }
            Status::Unique | Status::Unknown => {}
        }
        if answer.status != Status::Unknown {
            response.solutions = answer.solutions.into_iter().map(Slots::from).collect();
        }
        Ok(response)
    }
}

/// The fewest clues that make an ambiguous puzzle unique.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Repair<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct RepairResponse {
    status: RepairStatus,
    /// The puzzle with the clues that were added.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<PuzzleOut>,
    added: Vec<Addition>,
    /// Fewer are not enough, whichever solution is kept.
    smallest: bool,
    /// Where solutions differed.
    differs: Vec<Place>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RepairStatus {
    Repaired,
    /// There is nothing to repair.
    Unique,
    /// There is no solution.
    None,
    /// It is proved that no clues make it unique.
    Hopeless,
    /// Time ran out, or none were found though there may be some.
    Unknown,
}

/// A clue that was added.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Addition {
    text: String,
    cell: Place,
}

/// What was added to this puzzle.
pub(crate) fn additions(edits: &[Edit], to: &dyn Puzzle) -> Vec<Addition> {
    let addition = |edit: &Edit| Addition {
        text: edit.words(to),
        cell: edit.place.cell().into(),
    };
    edits.iter().map(addition).collect()
}

impl<'a> Op<'a> for Repair<'a> {
    type Response = RepairResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<RepairResponse, Error> {
        let document = self.puzzle.read(call)?;
        let mut response = RepairResponse {
            status: RepairStatus::Unknown,
            puzzle: None,
            added: Vec::new(),
            smallest: false,
            differs: Vec::new(),
        };
        match workshop::repair(&document.puzzle, None, call.budget) {
            Repaired::Unique(_) => response.status = RepairStatus::Unique,
            Repaired::NoSolution => response.status = RepairStatus::None,
            Repaired::Unknown => {}
            Repaired::NotFound { ambiguous } => response.differs = places(&ambiguous),
            Repaired::Impossible { ambiguous } => {
                response.status = RepairStatus::Hopeless;
                response.differs = places(&ambiguous);
            }
            Repaired::Done {
                repaired,
                ambiguous,
            } => {
                response.status = RepairStatus::Repaired;
                response.differs = places(&ambiguous);
                response.added = additions(&repaired.added, document.puzzle.as_ref());
                response.smallest = repaired.smallest;
                let made_over = workshop::made_over(&document, repaired.puzzle);
                response.puzzle = Some(PuzzleOut::new(&made_over)?);
            }
        }
        Ok(response)
    }
}
