//! What comes in, bounded before it is used.

use api::{Error, PuzzleIn, Slots, board};
use library::{
    Entry, FOREIGN_RATING, Filter, Origin, Play, Sort, State, is_rating, rating_left_out,
};
use puzzles::Puzzle;
use puzzles::format::Document;
use puzzles::reason::{DIFFICULTY, FUN, LOOKS};
use serde::Deserialize;
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

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Which {
    family: Option<String>,
    rows: Option<usize>,
    cols: Option<usize>,
    grade: Option<String>,
    tags: Vec<String>,
    state: Option<String>,
    text: Option<String>,
    sort: Option<String>,
    reverse: bool,
}

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
        const ORDERS: [(&str, Sort); 5] = [
            ("id", Sort::Id),
            ("size", Sort::Size),
            ("grade", Sort::Grade),
            ("score", Sort::Difficulty),
            ("played", Sort::Played),
        ];
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

#[derive(Deserialize)]
pub(super) struct PuzzleWith<'a> {
    #[serde(borrow)]
    puzzle: PuzzleIn<'a>,
    #[serde(default)]
    solution: Option<Slots>,
    #[serde(default)]
    rating: Option<Value>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    origin: Option<OriginIn>,
}

#[derive(Deserialize)]
struct OriginIn {
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    index: Option<u64>,
    #[serde(default)]
    version: Option<String>,
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
        if self.rating.is_some() {
            entry.rating = self.rating;
            left_out = None;
        }
        entry.tags.extend(self.tags);
        if let Some(origin) = self.origin {
            entry.origin = Origin {
                command: origin.command,
                seed: origin.seed,
                index: origin.index,
                version: origin.version,
            };
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
    if entry
        .rating
        .as_ref()
        .is_some_and(|rating| !is_rating(rating))
    {
        return Err(Error::new(FOREIGN_RATING));
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

/// Slot, old value and new value of each change of a move.
type Changes = Vec<(usize, u16, u16)>;

#[derive(Deserialize)]
pub(super) struct PlayIn {
    #[serde(default)]
    at: Option<i64>,
    #[serde(default)]
    seconds: Option<f64>,
    solved: bool,
    #[serde(default)]
    difficulty: Option<String>,
    #[serde(default)]
    fun: Option<String>,
    #[serde(default)]
    looks: Option<String>,
    #[serde(default)]
    board: Option<Slots>,
    #[serde(default)]
    moves: Option<Vec<Changes>>,
}

impl PlayIn {
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
            let changes = moves.iter().map(Vec::len).sum();
            count("moves", moves.len().max(changes), MOVES)?;
            if moves.iter().flatten().any(|&(slot, ..)| slot >= slots) {
                return Err(Error::new("a move does not fit this board"));
            }
        }
        Ok(Play {
            at: self.at.or(now),
            seconds: self.seconds,
            solved: self.solved,
            difficulty: self.difficulty,
            fun: self.fun,
            looks: self.looks,
            board: self.board,
            moves: self.moves,
        })
    }
}
