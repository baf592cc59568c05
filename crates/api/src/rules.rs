//! Which rules of deduction are used, and steps as they go out.

use logic::{Plan, Step};
use puzzles::reason::{RuleFilter, cells, drawn, imagined, plan, written};
use puzzles::{Board, Fact, Puzzle};
use scene::{Mark, Rect};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::schema::{MarkSchema, ViewSchema};
use crate::values::{Move, Place, changes, places};
use crate::{Error, bounds};

/// Rules and groups of rules by their ids. A missing field is no restriction.
#[derive(Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Rules {
    /// If any are named, only these may be used.
    only: Vec<String>,
    without: Vec<String>,
    /// Try these first, starting again after each success.
    order: Vec<String>,
    /// Use no rule above this level.
    level: Option<u8>,
}

impl Rules {
    pub(crate) fn choice(self) -> Result<RuleFilter, Error> {
        for words in [&self.only, &self.without, &self.order] {
            names(words)?;
        }
        Ok(RuleFilter {
            only: self.only,
            without: self.without,
            order: self.order,
            level: self.level,
        })
    }

    /// The plan for a puzzle, with reasons, and whether smallest reasons are allowed.
    pub(crate) fn plan(self, puzzle: &dyn Puzzle) -> Result<(Plan, bool), Error> {
        self.plan_up_to(puzzle, None)
    }

    /// The plan for a puzzle; if the request names no level, with this one.
    pub(crate) fn plan_up_to(
        self,
        puzzle: &dyn Puzzle,
        level: Option<u8>,
    ) -> Result<(Plan, bool), Error> {
        let mut choice = self.choice()?;
        choice.level = choice.level.or(level);
        let (plan, smallest) = plan(&puzzle.reasoner().rules(), &choice).map_err(Error::new)?;
        Ok((plan.with_reasons(), smallest))
    }
}

/// Check the bounds of rule names from a request.
pub(crate) fn names(words: &[String]) -> Result<(), Error> {
    bounds::count("rules", words.len(), bounds::RULES)?;
    let longest = words.iter().map(String::len).max().unwrap_or(0);
    bounds::count("bytes in the name of a rule", longest, bounds::RULE)
}

/// Where a step is shown.
pub(crate) struct On<'a> {
    pub board: &'a Board,
    /// What the board says.
    pub said: &'a [Fact],
    /// What has been found out since, and is not on the board.
    pub found: &'a [Fact],
}

/// How a step is shown on its board.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Shown {
    /// What stands out: what the step speaks of, then what it concludes.
    #[schemars(with = "Vec<MarkSchema>")]
    marks: Vec<Mark>,
    /// What to imagine on the board meanwhile: notes, and what the step supposes.
    #[serde(skip_serializing_if = "Option::is_none")]
    imagine: Option<Move>,
    /// What was looked at, case by case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    cases: Vec<CaseOut>,
}

/// One of several cases, as a small picture.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Case")]
struct CaseOut {
    /// What comes of it.
    text: String,
    /// It cannot be.
    struck: bool,
    /// What would be on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    imagine: Option<Move>,
    /// The part of the board that it is about.
    #[schemars(with = "ViewSchema")]
    view: Rect,
}

impl Shown {
    /// On a board that says these facts; others have been found since.
    pub(crate) fn new(puzzle: &dyn Puzzle, step: &Step, on: &On) -> Shown {
        let drawn = drawn(puzzle, step);
        let view = drawn.cases_view(puzzle);
        let imagine = |facts: &[Fact]| {
            let more = [on.found, facts].concat();
            let (after, _) = imagined(puzzle, on.board.clone(), on.said, &more);
            changes(on.board, &after)
        };
        Shown {
            imagine: imagine(&drawn.supposed),
            cases: (drawn.cases.into_iter())
                .map(|case| CaseOut {
                    text: case.words,
                    struck: case.struck,
                    imagine: imagine(&case.facts),
                    view,
                })
                .collect(),
            marks: drawn.marks,
        }
    }
}

/// One deduction.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Step")]
pub(crate) struct StepOut {
    rule: &'static str,
    /// The rule's name for people.
    name: &'static str,
    level: u8,
    /// The step in words.
    text: String,
    because: Vec<String>,
    therefore: Vec<String>,
    /// What is concluded.
    cells: Vec<Place>,
    /// What it rests on.
    reasons: Vec<Place>,
    #[serde(flatten)]
    shown: Shown,
    /// What it writes on the board.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    changes: Option<Move>,
}

impl StepOut {
    /// A step, and how it is shown here.
    pub(crate) fn new(puzzle: &dyn Puzzle, step: &Step, on: &On) -> StepOut {
        let about = (puzzle.family().deductions)()[step.rule];
        let (reasons, concluded) = cells(puzzle, step);
        let written = written(puzzle, step);
        StepOut {
            rule: about.id,
            name: about.name,
            level: about.level,
            text: written.text,
            because: written.because,
            therefore: written.therefore,
            cells: places(&concluded),
            reasons: places(&reasons),
            shown: Shown::new(puzzle, step, on),
            changes: None,
        }
    }

    /// The same step, and the board that it leads to.
    pub(crate) fn to(self, before: &Board, after: &Board) -> StepOut {
        StepOut {
            changes: changes(before, after),
            ..self
        }
    }
}
