//! Looking into a puzzle: the way to its solution step by step, and its rating.

use logic::{Known, Trace as Way, TraceEnd};
use puzzles::reason::{Limits, Rating, explain, hardest, rate_as};
use puzzles::{Board, Fact, Puzzle, Reading};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{On, Rules, StepOut};
use crate::schema::RatingSchema;
use crate::table::{Call, Op};
use crate::values::{Look, Picture, PuzzleIn, Slots, board};
use crate::{Error, grades};

/// Solve a puzzle the way a person would.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Trace<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    /// The board to start from; defaults to the blank board.
    #[serde(default)]
    board: Option<Slots>,
    #[serde(default)]
    rules: Rules,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct TraceResponse {
    status: TraceStatus,
    /// The hardest rule that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<&'static str>,
    /// The board before the first step.
    start: Slots,
    steps: Vec<StepOut>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TraceStatus {
    Solved,
    /// The allowed rules find nothing more.
    Stuck,
    /// There is no solution from here; the last step says why.
    Contradiction,
    /// Time ran out.
    Unknown,
}

impl<'a> Op<'a> for Trace<'a> {
    type Response = TraceResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<TraceResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let board = board(puzzle, self.board)?;
        let (start, way) = way(puzzle, &board, self.rules, call)?;
        let mut before = puzzle.noted(start.facts());
        let mut known = start;
        let mut steps = Vec::with_capacity(way.steps.len());
        let first = before.clone().into();
        for step in &way.steps {
            let on = On {
                board: &before,
                said: known.facts(),
                found: &[],
            };
            let out = StepOut::new(puzzle, step, &on);
            for &fact in &step.therefore {
                learn(puzzle, &mut known, fact);
            }
            let after = puzzle.noted(known.facts());
            steps.push(out.to(&before, &after));
            before = after;
        }
        Ok(TraceResponse {
            status: match way.end {
                TraceEnd::Solved => TraceStatus::Solved,
                TraceEnd::Stuck => TraceStatus::Stuck,
                TraceEnd::Contradiction => TraceStatus::Contradiction,
                TraceEnd::Stopped => TraceStatus::Unknown,
            },
            hardest: hardest(puzzle, &way),
            start: first,
            steps,
        })
    }
}

/// What is known at the beginning, and the steps from there.
fn way(
    puzzle: &dyn Puzzle,
    board: &Board,
    rules: Rules,
    call: &Call,
) -> Result<(Known, Way), Error> {
    let (plan, smallest) = rules.plan(puzzle)?;
    let said = said(puzzle, board)?;
    let way = explain(puzzle, &said, &plan, smallest, Limits::within(call.budget));
    Ok((known(puzzle, &said), way))
}

/// What is known to begin with: the givens and these facts.
fn known(puzzle: &dyn Puzzle, said: &[Fact]) -> Known {
    let mut known = Known::new(puzzle.reasoner().atoms());
    for fact in puzzle
        .reasoner()
        .givens()
        .into_iter()
        .chain(said.iter().copied())
    {
        learn(puzzle, &mut known, fact);
    }
    known
}

/// Add a fact, and the weaker ones that follow from it.
fn learn(puzzle: &dyn Puzzle, known: &mut Known, fact: Fact) {
    known.learn(fact);
    for implied in puzzle.reasoner().implied(fact) {
        known.learn(implied);
    }
}

/// What the board says.
fn said(puzzle: &dyn Puzzle, board: &Board) -> Result<Vec<Fact>, Error> {
    let facts = puzzle.facts(board, Reading::Partial);
    facts.map_err(|violations| match violations.first() {
        Some(violation) => Error::new(format!("the board is wrong: {}", violation.message)),
        None => Error::new("the board is wrong"),
    })
}

/// What is known, as pictures: the board and, beside it, what a board cannot show at once.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Scratch<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    board: Slots,
    /// What is known after this many steps of the trace from this board.
    #[serde(default)]
    steps: Option<usize>,
    /// The rules for that trace.
    #[serde(default)]
    rules: Rules,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScratchResponse {
    scene: Picture,
    /// Further pictures; empty for most families.
    layers: Vec<Layer>,
}

#[derive(Serialize, JsonSchema)]
struct Layer {
    title: String,
    scene: Picture,
}

impl<'a> Op<'a> for Scratch<'a> {
    type Response = ScratchResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<ScratchResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let mut board = board(puzzle, Some(self.board))?;
        let mut known = known(puzzle, &said(puzzle, &board)?);
        if let Some(steps) = self.steps.filter(|&steps| steps > 0) {
            let (_, way) = way(puzzle, &board, self.rules, call)?;
            for step in way.steps.iter().take(steps) {
                for &fact in &step.therefore {
                    learn(puzzle, &mut known, fact);
                }
            }
            board = puzzle.noted(known.facts());
        }
        let size = puzzle.size();
        let layers = puzzle.scratch(known.facts()).into_iter();
        Ok(ScratchResponse {
            scene: Picture::new(puzzle, &board, Look::default())?,
            layers: layers
                .map(|(title, scene)| Layer {
                    title,
                    scene: Picture::drawn(scene, size),
                })
                .collect(),
        })
    }
}

/// How hard a puzzle is, how much fun, and how it looks.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Rate<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    /// Whom to rate for: 1 beginner, 2 practised, 3 expert.
    #[serde(default = "grades::practised")]
    #[schemars(range(min = 1, max = 3))]
    player: u8,
    /// The text of a file of grades, to take instead of the family's own.
    #[serde(default)]
    grades: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct RateResponse {
    status: RateStatus,
    #[schemars(with = "RatingSchema")]
    rating: Rating,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RateStatus {
    Rated,
    /// Time ran out: the rating says how far it got.
    Unknown,
}

impl<'a> Op<'a> for Rate<'a> {
    type Response = RateResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<RateResponse, Error> {
        let document = self.puzzle.read(call)?;
        let puzzle = document.puzzle.as_ref();
        let grades = grades::of(self.grades.as_deref(), puzzle.family())?;
        let manner = grades::manner(self.player, grades.as_ref())?;
        let rating = rate_as(puzzle, manner, call.budget).map_err(Error::new)?;
        Ok(RateResponse {
            status: match rating.stopped {
                true => RateStatus::Unknown,
                false => RateStatus::Rated,
            },
            rating,
        })
    }
}
