//! Making a new puzzle, one per request.

use std::collections::BTreeMap;

use puzzles::format::Document;
use puzzles::make::{ClueMap, ClueSymmetry};
use puzzles::reason::{DIFFICULTY, Rating};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use workshop::{ATTEMPTS_AT_HARDEST, CONFLICTS, Difficulty, Order, OrderForm, Outcome, Wish};

use crate::catalogue::family;
use crate::rules::{Rules, names};
use crate::schema::RatingSchema;
use crate::table::{Call, Op};
use crate::values::{Arrangement, Look, Picture, PuzzleOut, Slots};
use crate::{Error, bounds, grades};

/// The puzzle of one index of a seed. Which one that is depends on the request alone.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Generate {
    family: String,
    /// One of the family's methods; defaults to the first.
    #[serde(default)]
    method: Option<String>,
    rows: usize,
    cols: usize,
    seed: u64,
    index: u64,
    #[serde(default)]
    symmetry: Arrangement,
    /// How full, from 0 to 1; defaults to what looks best.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1))]
    density: Option<f64>,
    /// The method's own options.
    #[serde(default)]
    options: BTreeMap<String, i64>,
    /// Where clues must (#), may (?) and must not (.) be: a text picture of the board, with a border
    /// where the family has clues outside.
    #[serde(default)]
    layout: Option<String>,
    #[serde(default)]
    difficulty: Option<Hardness>,
    /// The text of a file of grades, to take instead of the family's own.
    #[serde(default)]
    grades: Option<String>,
    /// Named rules must finish it, and nothing is supposed.
    #[serde(default)]
    no_trial: bool,
    /// Rules that may be needed.
    #[serde(default)]
    rules: Rules,
    /// Rules or groups of rules that must be needed.
    #[serde(default)]
    required: Vec<String>,
    /// Give up after this many candidates; defaults to what is usual for the difficulty.
    #[serde(default)]
    #[schemars(range(min = 1, max = ATTEMPTS_AT_HARDEST))]
    attempts: Option<u32>,
}

/// A grade, or the least and the most points.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Hardness {
    Grade(String),
    Score(f64, f64),
}

impl Hardness {
    fn difficulty(&self) -> Result<Difficulty, Error> {
        match self {
            Hardness::Grade(name) => {
                let grade = DIFFICULTY.iter().position(|grade| grade == name);
                grade.map(Difficulty::Grade).ok_or_else(|| {
                    Error::new(format!(
                        "a difficulty is one of {} or two numbers",
                        DIFFICULTY.join(", ")
                    ))
                })
            }
            &Hardness::Score(least, most) => {
                let score = |s: f64| (0.0..=100.0).contains(&s);
                if !score(least) || !score(most) || least > most {
                    return Err(Error::new("a range of difficulty must lie within 0 to 100"));
                }
                Ok(Difficulty::Score(least, most))
            }
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct GenerateResponse {
    status: MadeStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<PuzzleOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Slots>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<RatingSchema>")]
    rating: Option<Rating>,
    /// The puzzle with nothing entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<Picture>,
    tally: TallyOut,
    /// Why there is no puzzle, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum MadeStatus {
    Made,
    /// Nothing fits among all the candidates allowed.
    Failed,
    /// Time ran out.
    Unknown,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Tally")]
struct TallyOut {
    attempts: u64,
    accepted: u64,
    /// How many were rejected for each reason.
    rejected: BTreeMap<&'static str, u64>,
}

impl<'a> Op<'a> for Generate {
    type Response = GenerateResponse;

    fn answer(self, call: &mut Call) -> Result<GenerateResponse, Error> {
        let index = self.index;
        let order = self.order()?;
        let outcome = workshop::generate(&order, index, call.budget.stop);
        GenerateResponse::of(outcome)
    }
}

impl Generate {
    /// What is asked for, or why it makes no sense.
    fn order(self) -> Result<Order, Error> {
        let family = family(&self.family)?;
        names(&self.required)?;
        bounds::count("options", self.options.len(), bounds::RULES)?;
        let may_be = 1..=ATTEMPTS_AT_HARDEST;
        if self
            .attempts
            .is_some_and(|attempts| !may_be.contains(&attempts))
        {
            return Err(Error::new(format!(
                "attempts must be from 1 to {ATTEMPTS_AT_HARDEST}"
            )));
        }
        let map = self.layout.as_deref().map(|text| {
            let read = ClueMap::read(text, workshop::has_border(family));
            read.map_err(|wrong| Error::new(format!("layout: {wrong}")))
        });
        let options = self.options.iter();
        let ask = OrderForm {
            method: self.method.as_deref(),
            rows: self.rows,
            cols: self.cols,
            symmetry: match self.symmetry {
                Arrangement::None => ClueSymmetry::Any,
                Arrangement::Turn => ClueSymmetry::Turn,
                Arrangement::Mirror => ClueSymmetry::Mirror,
            },
            density: self.density,
            options: options.map(|(id, &value)| (id.as_str(), value)).collect(),
            map: map.transpose()?,
            wish: Wish {
                difficulty: match &self.difficulty {
                    Some(wanted) => Some(wanted.difficulty()?),
                    None => None,
                },
                rules: workshop::Rules {
                    choice: self.rules.choice()?,
                    no_trial: self.no_trial,
                },
                required: self.required,
                grades: grades::of(self.grades.as_deref(), family)?.map(Box::new),
                ..Wish::default()
            },
            seed: self.seed,
            attempts: self.attempts,
            conflicts: CONFLICTS,
            unchecked: false,
        };
        ask.order(family).map_err(Error::new)
    }
}

impl GenerateResponse {
    fn of(outcome: Outcome) -> Result<GenerateResponse, Error> {
        let mut response = GenerateResponse {
            status: match (&outcome.made, outcome.stopped) {
                (Some(_), _) => MadeStatus::Made,
                (None, false) => MadeStatus::Failed,
                (None, true) => MadeStatus::Unknown,
            },
            puzzle: None,
            solution: None,
            rating: None,
            scene: None,
            why: outcome.made.is_none().then(|| outcome.why_not()),
            tally: TallyOut {
                attempts: outcome.tally.attempts,
                accepted: outcome.tally.accepted,
                rejected: outcome.tally.rejected,
            },
        };
        if let Some(made) = outcome.made {
            let puzzle = made.puzzle.as_ref();
            response.scene = Some(Picture::new(puzzle, &puzzle.blank(), Look::default())?);
            response.puzzle = Some(PuzzleOut::new(&Document::new(made.puzzle))?);
            if let Some((solution, rating)) = made.checked {
                response.solution = Some(solution.into());
                response.rating = Some(rating);
            }
        }
        Ok(response)
    }
}
