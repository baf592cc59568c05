//! What comes in, bounded before it is used.

use std::borrow::Cow;
use std::collections::BTreeMap;

use puzzles::Puzzle;
use puzzles::format::Document;
use puzzles::reason::{DIFFICULTY, FUN, LOOKS, WrittenRating};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shelf::{Entry, Filter, Origin, Play, Side, Sort, State, rating_left_out};

use crate::bounds::count;
use crate::{Error, Move, PuzzleIn, Slots, board};

/// The most puzzle numbers in one request, and the most puzzles that are sent in full.
pub(super) const IDS: usize = 20_000;
pub(super) const WHOLE: usize = 100;

/// The most puzzles that are added at once, and the most in a text.
pub(super) const PUZZLES: usize = 200;
pub(super) const IMPORTED: usize = 1000;

/// The most tags at once, and the most characters in a tag, in a title and in other texts.
const TAGS: usize = 50;
const TAG: usize = 64;
const TITLE: usize = 200;
const WORDS: usize = 200;

/// The most plays that come along with a puzzle.
const PLAYS: usize = 10_000;

fn letters(what: &str, text: &str, most: usize) -> Result<(), Error> {
    count(&format!("characters in {what}"), text.chars().count(), most)
}

/// Each number once, in the order in which it came first.
pub(super) fn ids(mut ids: Vec<i64>, most: usize) -> Result<Vec<i64>, Error> {
    count("numbers of puzzles", ids.len(), most)?;
    let mut seen = std::collections::BTreeSet::new();
    ids.retain(|&id| seen.insert(id));
    Ok(ids)
}

pub(super) fn tags(tags: Vec<String>) -> Result<Vec<String>, Error> {
    count("tags", tags.len(), TAGS)?;
    let mut all: Vec<String> = Vec::new();
    for tag in tags {
        let tag = tag.trim();
        letters("a tag", tag, TAG)?;
        if tag.is_empty() || tag.chars().any(char::is_control) {
            return Err(Error::new(
                "a tag needs at least one character, all on one line",
            ));
        }
        if !all.iter().any(|known| known == tag) {
            all.push(tag.to_owned());
        }
    }
    Ok(all)
}

// ---- which ----

/// Which puzzles, and in which order. A missing field is no restriction.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct Which {
    family: Option<String>,
    rows: Option<usize>,
    cols: Option<usize>,
    #[schemars(extend("enum" = DIFFICULTY))]
    grade: Option<String>,
    /// It has all of these.
    tags: Vec<String>,
    #[schemars(extend("enum" = State::ALL.map(State::name)))]
    state: Option<String>,
    /// What is in its title or tags.
    text: Option<String>,
    #[schemars(extend("enum" = ORDERS.map(|(name, _)| name)))]
    sort: Option<String>,
    reverse: bool,
}

const ORDERS: [(&str, Sort); 5] = [
    ("id", Sort::Id),
    ("size", Sort::Size),
    ("grade", Sort::Grade),
    ("score", Sort::Difficulty),
    ("played", Sort::Played),
];

impl Which {
    pub(super) fn filter(self) -> Result<Filter, Error> {
        let unknown = |what: &str, known: &[&str]| {
            Error::new(format!("a {what} is one of {}", known.join(", ")))
        };
        let family = match &self.family {
            Some(name) => match puzzles::family(name) {
                Some(family) => Some(family.id.to_owned()),
                None => {
                    let all: Vec<&str> = puzzles::FAMILIES.iter().map(|f| f.id).collect();
                    return Err(unknown("family", &all));
                }
            },
            None => None,
        };
        if let Some(grade) = &self.grade
            && !DIFFICULTY.contains(&grade.as_str())
        {
            return Err(unknown("grade", &DIFFICULTY));
        }
        let state = match &self.state {
            Some(name) => {
                let found = State::ALL.into_iter().find(|state| state.name() == name);
                Some(found.ok_or_else(|| unknown("state", &State::ALL.map(State::name)))?)
            }
            None => None,
        };
        let sort = self.sort.as_deref().unwrap_or("id");
        let sort = ORDERS.iter().find(|(name, _)| *name == sort);
        let (_, sort) = sort.ok_or_else(|| unknown("sort", &ORDERS.map(|(name, _)| name)))?;
        letters("the text", self.text.as_deref().unwrap_or(""), WORDS)?;
        Ok(Filter {
            family,
            rows: self.rows.map(|n| n.min(1000)),
            cols: self.cols.map(|n| n.min(1000)),
            grade: self.grade,
            text: self.text.filter(|text| !text.trim().is_empty()),
            tags: tags(self.tags)?,
            state,
            sort: *sort,
            reverse: self.reverse,
            ..Filter::default()
        })
    }
}

// ---- puzzles ----

/// A puzzle with what is known about it.
#[derive(Deserialize, JsonSchema)]
pub(super) struct PuzzleWith<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    #[serde(default)]
    solution: Option<Slots>,
    /// The object of the command `rate`.
    #[serde(default)]
    #[schemars(with = "Option<KeptRating>")]
    rating: Option<Value>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    origin: Option<OriginJson>,
}

/// A rating as the library keeps it: what is missing was not known.
#[derive(JsonSchema)]
#[allow(
    dead_code,
    reason = "only its schema is used: the rating itself is a WrittenRating"
)]
pub(super) struct KeptRating {
    difficulty: KeptScore,
    fun: Option<KeptScore>,
    looks: Option<KeptScore>,
    solved_by_rules: Option<bool>,
    needs_trial: Option<bool>,
    hardest: Option<String>,
    steps: Option<u32>,
    minutes: Option<f64>,
    stopped: Option<bool>,
}

#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct KeptScore {
    #[schemars(range(min = 0, max = 100))]
    score: f64,
    grade: String,
    parts: Option<BTreeMap<String, KeptPart>>,
}

#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct KeptPart {
    value: f64,
    weight: f64,
}

/// Where a puzzle comes from.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Origin")]
pub(super) struct OriginJson {
    /// The command that made or added it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    index: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
}

impl From<Origin> for OriginJson {
    fn from(origin: Origin) -> OriginJson {
        OriginJson {
            command: origin.command,
            seed: origin.seed,
            index: origin.index,
            version: origin.version,
        }
    }
}

impl From<OriginJson> for Origin {
    fn from(origin: OriginJson) -> Origin {
        Origin {
            command: origin.command,
            seed: origin.seed,
            index: origin.index,
            version: origin.version,
        }
    }
}

impl<'a> PuzzleWith<'a> {
    /// What is to be kept, and what is to be said if a rating inside of the puzzle is left out. A
    /// rating of its own must be one.
    pub(super) fn side(self, request: &'a str) -> Result<(Side, Option<String>), Error> {
        let mut document = self.puzzle.document(request)?;
        if self.solution.is_some() {
            document.solution = Some(board(document.puzzle.as_ref(), self.solution)?);
        }
        let mut left_out = rating_left_out(&document);
        let mut side = Side::of(document).map_err(Error::new)?;
        let entry = &mut side.entry;
        if let Some(rating) = self.rating {
            let rating = WrittenRating::try_from(rating);
            entry.rating = Some(rating.map_err(|foreign| Error::new(foreign.to_string()))?);
            left_out = None;
        }
        entry.tags.extend(self.tags);
        if let Some(origin) = self.origin {
            entry.origin = origin.into();
        }
        Ok((checked(side)?, left_out))
    }
}

/// The puzzle with what is known about it, if it may be kept.
pub(super) fn checked(mut side: Side) -> Result<Side, Error> {
    let entry = &mut side.entry;
    entry.tags = tags(std::mem::take(&mut entry.tags))?;
    if let Some(solution) = &entry.document.solution
        && let Some(wrong) = entry.document.puzzle.check(solution).first()
    {
        let why = &wrong.message;
        return Err(Error::new(format!("the solution is wrong: {why}")));
    }
    if let Some(title) = entry.document.extra.get("title").and_then(Value::as_str) {
        letters("the title", title, TITLE)?;
    }
    let origin = &mut entry.origin;
    for words in [&origin.command, &origin.version].into_iter().flatten() {
        letters("an origin", words, WORDS)?;
    }
    if origin
        .index
        .is_some_and(|index| i64::try_from(index).is_err())
    {
        return Err(Error::new("the index is too large"));
    }
    if origin.command.is_none() && origin.version.is_none() {
        origin.command = Some("serve".to_owned());
    }
    if origin.version.is_none() {
        origin.version = Some(env!("CARGO_PKG_VERSION").to_owned());
    }
    count("plays", side.plays.len(), PLAYS)?;
    Ok(side)
}

/// The entry for a puzzle that came along with a play.
pub(super) fn bare(document: Document) -> Result<Entry, Error> {
    let side = Side {
        entry: Entry::of(document),
        plays: Vec::new(),
    };
    Ok(checked(side)?.entry)
}

// ---- plays ----

/// How somebody played a puzzle once.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PlayJson(pub(crate) Play);

#[derive(JsonSchema)]
#[schemars(rename = "Play")]
#[allow(dead_code, reason = "only its schema is used")]
struct PlaySchema {
    /// When it ended, in seconds since 1970.
    at: Option<i64>,
    seconds: Option<f64>,
    solved: bool,
    /// What the player thought of it, in the words of the grades.
    #[schemars(extend("enum" = DIFFICULTY))]
    difficulty: Option<String>,
    #[schemars(extend("enum" = FUN))]
    fun: Option<String>,
    #[schemars(extend("enum" = LOOKS))]
    looks: Option<String>,
    /// How it was left.
    board: Option<Slots>,
    moves: Option<Vec<Move>>,
}

impl JsonSchema for PlayJson {
    fn schema_name() -> Cow<'static, str> {
        PlaySchema::schema_name()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        PlaySchema::json_schema(schemas)
    }
}

impl PlayJson {
    /// The play, if it is possible. `now` is for plays that do not say when they were.
    pub(super) fn play(self, puzzle: &dyn Puzzle, now: Option<i64>) -> Result<Play, Error> {
        let mut play = self.0;
        play.fits(puzzle).map_err(Error::new)?;
        play.at = play.at.or(now);
        Ok(play)
    }
}
