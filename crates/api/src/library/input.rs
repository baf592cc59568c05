//! What comes in, bounded before it is used.

use std::collections::BTreeMap;

use api::{Change, Error, Move, PuzzleIn, Slots, board};
use library::{Entry, Filter, Origin, Play, Sort, State, rating_left_out};
use puzzles::Puzzle;
use puzzles::format::Document;
use puzzles::reason::{DIFFICULTY, FUN, LOOKS, WrittenRating};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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

/// The most moves of a play.
const MOVES: usize = 50_000;

pub(super) fn count(what: &str, number: usize, most: usize) -> Result<(), Error> {
    if number > most {
        return Err(Error::new(format!(
            "{number} {what}; at most {most} are read"
        )));
    }
    Ok(())
}

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
    pub(super) fn entry(self, request: &'a str) -> Result<(Entry, Option<String>), Error> {
        let mut document = self.puzzle.document(request)?;
        if self.solution.is_some() {
            document.solution = Some(board(document.puzzle.as_ref(), self.solution)?);
        }
        let mut left_out = rating_left_out(&document);
        let mut entry = Entry::of(document);
        if let Some(rating) = self.rating {
            let rating = WrittenRating::try_from(rating);
            entry.rating = Some(rating.map_err(|foreign| Error::new(foreign.to_string()))?);
            left_out = None;
        }
        entry.tags.extend(self.tags);
        if let Some(origin) = self.origin {
            entry.origin = origin.into();
        }
        Ok((checked(entry)?, left_out))
    }
}

/// The entry, if it may be kept.
pub(super) fn checked(mut entry: Entry) -> Result<Entry, Error> {
    entry.tags = tags(entry.tags)?;
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
    Ok(entry)
}

/// The entry for a puzzle that came along with a play.
pub(super) fn bare(document: Document) -> Result<Entry, Error> {
    checked(Entry::of(document))
}

// ---- plays ----

/// How somebody played a puzzle once.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Play")]
pub(super) struct PlayJson {
    /// When it ended, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    solved: bool,
    /// What the player thought of it, in the words of the grades.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = DIFFICULTY))]
    difficulty: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = FUN))]
    fun: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = LOOKS))]
    looks: Option<String>,
    /// How it was left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<Slots>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
}

impl From<Play> for PlayJson {
    fn from(play: Play) -> PlayJson {
        let change = |(slot, old, new)| Change(slot, old, new);
        let one = |changes: Vec<_>| Move(changes.into_iter().map(change).collect());
        PlayJson {
            at: play.at,
            seconds: play.seconds,
            solved: play.solved,
            difficulty: play.difficulty,
            fun: play.fun,
            looks: play.looks,
            board: play.board.map(Slots),
            moves: (play.moves).map(|moves| moves.into_iter().map(one).collect()),
        }
    }
}

impl PlayJson {
    /// The play, if it is possible. `now` is for plays that do not say when they were.
    pub(super) fn play(self, puzzle: &dyn Puzzle, now: Option<i64>) -> Result<Play, Error> {
        /// Some three thousand years.
        const LONG: i64 = 100_000_000_000;
        if self.at.is_some_and(|at| !(0..LONG).contains(&at)) {
            return Err(Error::new("a time is in seconds since 1970"));
        }
        let fits = |seconds: f64| (0.0..LONG as f64).contains(&seconds);
        if self.seconds.is_some_and(|seconds| !fits(seconds)) {
            return Err(Error::new("a duration is in seconds, and not negative"));
        }
        for (word, known) in [
            (&self.difficulty, DIFFICULTY),
            (&self.fun, FUN),
            (&self.looks, LOOKS),
        ] {
            if let Some(word) = word
                && !known.contains(&word.as_str())
            {
                let all = known.join(", ");
                return Err(Error::new(format!("an opinion is one of {all}")));
            }
        }
        let slots = puzzle.blank().slots.len();
        if self.board.is_some() {
            board(puzzle, self.board.clone())?;
        }
        if let Some(moves) = &self.moves {
            let changes = || moves.iter().flat_map(|Move(changes)| changes);
            count("moves", moves.len().max(changes().count()), MOVES)?;
            if changes().any(|&Change(slot, ..)| slot >= slots) {
                return Err(Error::new("a move does not fit this board"));
            }
        }
        let one = |Move(changes): Move| {
            let changes = changes.into_iter();
            changes.map(|Change(slot, old, new)| (slot, old, new))
        };
        Ok(Play {
            at: self.at.or(now),
            seconds: self.seconds,
            solved: self.solved,
            difficulty: self.difficulty,
            fun: self.fun,
            looks: self.looks,
            board: self.board.map(|Slots(slots)| slots),
            moves: (self.moves).map(|moves| moves.into_iter().map(|m| one(m).collect()).collect()),
        })
    }
}
