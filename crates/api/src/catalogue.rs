//! What there is: the families and the formats.

use puzzles::format;
use puzzles::{FAMILIES, Family};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::title;
use crate::values::{Look, Picture, PuzzleIn, PuzzleOut, without_boards};
use crate::{Call, Error, Op};

/// All families, for a front page and for help.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Families {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct FamiliesResponse {
    families: Vec<FamilyOut>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Family")]
struct FamilyOut {
    id: &'static str,
    name: &'static str,
    /// For people, one sentence after another.
    rules: &'static str,
    variants: Vec<Variant>,
    how_to_play: Vec<HowTo>,
    /// A solved example.
    picture: Picture,
    samples: Vec<Sample>,
}

#[derive(Serialize, JsonSchema)]
struct Variant {
    name: &'static str,
    words: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct HowTo {
    gesture: &'static str,
    meaning: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct Sample {
    title: String,
    puzzle: PuzzleOut,
}

impl<'a> Op<'a> for Families {
    type Response = FamiliesResponse;

    fn answer(self, _: &Call) -> Result<FamiliesResponse, Error> {
        let families: Result<_, Error> = FAMILIES.iter().map(|family| describe(family)).collect();
        Ok(FamiliesResponse {
            families: families?,
        })
    }
}

fn describe(family: &Family) -> Result<FamilyOut, Error> {
    Ok(FamilyOut {
        id: family.id,
        name: family.name,
        rules: family.rules,
        variants: family
            .variants
            .iter()
            .map(|v| Variant {
                name: v.name,
                words: v.words,
            })
            .collect(),
        how_to_play: family
            .how_to_play
            .iter()
            .map(|h| HowTo {
                gesture: h.gesture,
                meaning: h.meaning,
            })
            .collect(),
        picture: picture(family)?,
        samples: samples(family)?,
    })
}

/// The family's first example that is complete, drawn.
fn picture(family: &Family) -> Result<Picture, Error> {
    for example in family.examples() {
        let example = example?;
        let puzzle = example.puzzle.as_ref();
        let board = example.marks.or(example.solution);
        if let Some(board) = board.filter(|board| puzzle.check(board).is_empty()) {
            return Picture::new(puzzle, &board, Look::default());
        }
    }
    Err(Error::new(format!(
        "defect in gridwright: {} has no solved example",
        family.name
    )))
}

fn samples(family: &Family) -> Result<Vec<Sample>, Error> {
    family
        .samples()
        .map(|sample| {
            let sample = without_boards(sample?);
            Ok(Sample {
                title: title(&sample),
                puzzle: PuzzleOut::new(&sample)?,
            })
        })
        .collect()
}

/// The formats that can hold a puzzle.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Formats<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct FormatsResponse {
    formats: Vec<&'static str>,
}

impl<'a> Op<'a> for Formats<'a> {
    type Response = FormatsResponse;

    fn answer(self, call: &Call<'a>) -> Result<FormatsResponse, Error> {
        let document = self.puzzle.read(call)?;
        // A family may have a format that cannot hold all of its variants: only writing tells.
        let formats = format::formats()
            .into_iter()
            .map(|format| format.name)
            .filter(|name| format::write(&document, name).is_ok())
            .collect();
        Ok(FormatsResponse { formats })
    }
}
