//! What there is: the families and the formats.

use logic::{About, level};
use puzzles::make::{ClueSymmetry, Maker};
use puzzles::reason::{DIFFICULTY, Player};
use puzzles::{FAMILIES, Family, format, play};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Error;
use crate::table::{Call, Op};
use crate::text::title;
use crate::values::{Arrangement, Look, Picture, PuzzleIn, PuzzleOut};

/// A family by its id.
pub(crate) fn family(id: &str) -> Result<&'static Family, Error> {
    puzzles::family(id).ok_or_else(|| {
        let all: Vec<&str> = FAMILIES.iter().map(|f| f.id).collect();
        Error::new(format!(
            "there is no such family; there are {}",
            all.join(", ")
        ))
    })
}

/// All families, for a front page and for help.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Families {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct FamiliesResponse {
    families: Vec<FamilyOut>,
}

/// What there is to know about a family.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Family")]
pub struct FamilyOut {
    id: &'static str,
    name: &'static str,
    /// The rules of the puzzle, for people.
    rules: &'static str,
    variants: Vec<Variant>,
    /// The least and the greatest number of rows and of columns.
    sides: (usize, usize),
    how_to_play: Vec<HowTo>,
    /// What hands may mean, the usual first; none if there is only one way.
    hands: Vec<Hands>,
    how_to_set: Vec<HowTo>,
    /// Ways to make new puzzles, the best first.
    methods: Vec<Method>,
    /// The rules of deduction, easiest first; trial and smallest reason are the last two.
    deductions: Vec<Deduction>,
    /// The grades of difficulty, from low to high.
    grades: [&'static str; DIFFICULTY.len()],
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
pub(crate) struct HowTo {
    gesture: &'static str,
    meaning: &'static str,
}

pub(crate) fn how_to(all: &[play::HowTo]) -> Vec<HowTo> {
    all.iter()
        .map(|h| HowTo {
            gesture: h.gesture,
            meaning: h.meaning,
        })
        .collect()
}

/// A way to use one's hands.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Hands {
    id: &'static str,
    /// What is special about it, for people.
    name: &'static str,
    /// What the hand does; empty for the usual hands.
    how_to: Vec<HowTo>,
}

#[derive(Serialize, JsonSchema)]
struct Method {
    id: &'static str,
    words: &'static str,
    /// Which symmetries it can make.
    shapes: Vec<Arrangement>,
    /// What a density is a share of, in words; none if it has no density.
    #[serde(skip_serializing_if = "Option::is_none")]
    density: Option<&'static str>,
    options: Vec<MethodOption>,
}

/// A number, or 0 and 1 for no and yes.
#[derive(Serialize, JsonSchema)]
struct MethodOption {
    id: &'static str,
    words: &'static str,
    usual: i64,
    least: i64,
    most: i64,
    /// Values that mean something else than their number.
    names: Vec<NamedValue>,
}

#[derive(Serialize, JsonSchema)]
struct NamedValue {
    value: i64,
    words: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct Deduction {
    id: &'static str,
    name: &'static str,
    level: u8,
    words: &'static str,
    /// The group of rules that it is switched on and off with; empty if none.
    group: &'static str,
    /// Whether it supposes something.
    trial: bool,
    /// Whether a puzzle that is made can need it.
    made: bool,
}

#[derive(Serialize, JsonSchema)]
struct Sample {
    title: String,
    /// How hard it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<&'static str>,
    puzzle: PuzzleOut,
}

impl<'a> Op<'a> for Families {
    type Response = FamiliesResponse;

    fn answer(self, _: &mut Call) -> Result<FamiliesResponse, Error> {
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
        sides: family.sides,
        how_to_play: how_to(&family.how_to_play()),
        hands: (family.hands().iter())
            .map(|hands| Hands {
                id: hands.id,
                name: hands.name,
                how_to: how_to(&hands.how_to),
            })
            .collect(),
        how_to_set: how_to(&family.how_to_set()),
        methods: family.makers.iter().map(method).collect(),
        deductions: (family.deductions)()
            .iter()
            .map(|about| deduction(about))
            .collect(),
        grades: DIFFICULTY,
        picture: picture(family)?,
        samples: samples(family)?,
    })
}

fn method(maker: &Maker) -> Method {
    Method {
        id: maker.id,
        words: maker.words,
        shapes: (maker.shapes.iter())
            .filter_map(|shape| match shape {
                // The page has no words for the others.
                ClueSymmetry::Any | ClueSymmetry::Across | ClueSymmetry::Both => None,
                ClueSymmetry::Turn => Some(Arrangement::Turn),
                ClueSymmetry::Mirror => Some(Arrangement::Mirror),
            })
            .collect(),
        density: maker.density,
        options: (maker.options.iter())
            .map(|option| MethodOption {
                id: option.id,
                words: option.words,
                usual: option.usual,
                least: option.least,
                most: option.most,
                names: (option.names.iter())
                    .map(|&(value, words)| NamedValue { value, words })
                    .collect(),
            })
            .collect(),
    }
}

fn deduction(about: &About) -> Deduction {
    Deduction {
        id: about.id,
        name: about.name,
        level: about.level,
        words: about.words,
        group: about.group,
        trial: about.trial,
        made: !about.never_made,
    }
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
        "a defect in gridwright: {} has no solved example",
        family.name
    )))
}

fn samples(family: &Family) -> Result<Vec<Sample>, Error> {
    family
        .samples()
        .map(|sample| {
            let mut sample = sample?.without_boards();
            // A test rates them.
            let grade = sample.extra.shift_remove("grade");
            let grade = grade.as_ref().and_then(Value::as_str);
            let is = |known: &&&'static str| grade == Some(**known);
            Ok(Sample {
                title: title(&sample),
                grade: DIFFICULTY.iter().find(is).copied(),
                puzzle: PuzzleOut::new(&sample)?,
            })
        })
        .collect()
}

/// How hard rules are to see, and which of them players of each kind are expected to see.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Levels {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct LevelsResponse {
    /// From low to high; the last two are trial and smallest reason.
    levels: Vec<Level>,
    players: Vec<PlayerOut>,
}

#[derive(Serialize, JsonSchema)]
struct Level {
    level: u8,
    name: &'static str,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Player")]
struct PlayerOut {
    #[schemars(extend("enum" = Player::ALL.map(|(_, id)| id)))]
    id: &'static str,
    /// What `rate` calls this player.
    player: u8,
    /// The highest level of rules that hints try first.
    sees: u8,
}

impl<'a> Op<'a> for Levels {
    type Response = LevelsResponse;

    fn answer(self, _: &mut Call) -> Result<LevelsResponse, Error> {
        let level = |(level, name)| Level { level, name };
        let player = |(player, id): (Player, _)| PlayerOut {
            id,
            player: player.0,
            sees: player.sees(),
        };
        Ok(LevelsResponse {
            levels: level::ALL.map(level).into(),
            players: Player::ALL.map(player).into(),
        })
    }
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

    fn answer(self, call: &mut Call<'a>) -> Result<FormatsResponse, Error> {
        let document = self.puzzle.read(call)?;
        // A family may have a format that cannot hold all of its variants: only writing tells.
        let formats = format::formats()
            .map(|format| format.name)
            .filter(|name| format::write(&document, name).is_ok())
            .collect();
        Ok(FormatsResponse { formats })
    }
}
