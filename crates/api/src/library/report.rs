//! Which rules some puzzles use, and how their grades are spread.

use puzzles::reason::{Player, Use, Weights, WrittenRating, rate, share, uses};
use puzzles::{FAMILIES, Puzzle};
use sat::Budget;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input;
use super::read::{Count, grades};
use super::{Call, OnShelf, Trouble};
use crate::table::Op;

/// Which rules these puzzles use, and how hard they are. Long: as a job.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Report {
    ids: Vec<i64>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ReportResponse {
    status: ReportStatus,
    /// How many puzzles were looked at.
    puzzles: usize,
    rules: Vec<Usage>,
    grades: Vec<FamilyGrades>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ReportStatus {
    Done,
    /// Time ran out: the rest was not looked at.
    Unknown,
}

#[derive(Serialize, JsonSchema)]
struct Usage {
    family: &'static str,
    rule: &'static str,
    /// The rule's name.
    name: &'static str,
    level: u8,
    times: usize,
    /// Percent of the family's steps.
    steps: f64,
    /// Percent of the family's puzzles.
    puzzles: f64,
}

#[derive(Serialize, JsonSchema)]
struct FamilyGrades {
    family: &'static str,
    puzzles: usize,
    grades: Vec<Count>,
}

/// What was counted for one family.
#[derive(Default)]
struct Total {
    puzzles: usize,
    uses: Vec<Use>,
    grades: Vec<Option<String>>,
}

impl Total {
    fn add(&mut self, puzzle: &dyn Puzzle, rating: Option<&WrittenRating>, budget: Budget) {
        let known = rating.and_then(|r| Some((r.solved_by_rules()?, r.difficulty().grade)));
        let (solved, grade) = known.unwrap_or_else(|| {
            let rating = rate(puzzle, Player::PRACTISED, Weights::Ours, budget);
            (rating.solved_by_rules, rating.difficulty.grade)
        });
        let one = uses(puzzle, solved, budget);
        // A puzzle that was interrupted does not count.
        if (budget.stop)() {
            return;
        }
        self.puzzles += 1;
        self.grades.push(Some(grade.to_owned()));
        self.uses.resize(one.len(), Use::default());
        for (total, one) in self.uses.iter_mut().zip(one) {
            total.add(one);
        }
    }
}

impl<'a> Op<'a, OnShelf> for Report {
    type Response = ReportResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<ReportResponse, Trouble> {
        let ids = input::ids(self.ids, input::IDS)?;
        call.tools.shelf.expect(&ids)?;
        let mut totals: Vec<Total> = FAMILIES.iter().map(|_| Total::default()).collect();
        for id in ids {
            if (call.budget.stop)() {
                break;
            }
            let Some(kept) = call.tools.shelf.get(id)? else {
                continue;
            };
            let puzzle = kept.entry.document.puzzle.as_ref();
            let place = FAMILIES.iter().position(|f| f.id == puzzle.family().id);
            if let Some(total) = place.map(|place| &mut totals[place]) {
                total.add(puzzle, kept.entry.rating.as_ref(), call.budget);
            }
        }
        let counted = || FAMILIES.iter().zip(&totals).filter(|(_, t)| t.puzzles > 0);
        let usage = |(family, total): (&&'static puzzles::Family, &Total)| -> Vec<Usage> {
            let steps = total.uses.iter().map(|u| u.steps).sum();
            let table = (family.deductions)();
            (table.iter().zip(&total.uses))
                .map(|(about, used)| Usage {
                    family: family.id,
                    rule: about.id,
                    name: about.name,
                    level: about.level,
                    times: used.steps,
                    steps: share(used.steps, steps),
                    puzzles: share(used.puzzles, total.puzzles),
                })
                .collect()
        };
        Ok(ReportResponse {
            status: match (call.budget.stop)() {
                true => ReportStatus::Unknown,
                false => ReportStatus::Done,
            },
            puzzles: totals.iter().map(|total| total.puzzles).sum(),
            rules: counted().flat_map(usage).collect(),
            grades: counted()
                .map(|(family, total)| FamilyGrades {
                    family: family.id,
                    puzzles: total.puzzles,
                    grades: grades(total.grades.iter().cloned()),
                })
                .collect(),
        })
    }
}
