//! A puzzle with everything that is kept about it.
//!
//! What `generate` prints beside a puzzle (`rating`, `tags`, `seed`, `index`), `origin` and `plays` are
//! taken out of the document when it comes in and put back when it leaves.

use puzzles::format::Document;
use puzzles::reason::WrittenRating;
use serde_json::{Map, Value, json};

use crate::join::Side;
use crate::play::Play;

/// Where a puzzle comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The command that made or added it.
    pub command: Option<String>,
    /// The seed of the run that made it.
    pub seed: Option<u64>,
    /// Its index in that run.
    pub index: Option<u64>,
    /// The version of the program that made or added it.
    pub version: Option<String>,
}

/// A puzzle to keep, with everything that is known about it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The puzzle, with its solution, marks and titles.
    pub document: Document,
    /// The rating, as `rate` writes it.
    pub rating: Option<WrittenRating>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Where it comes from.
    pub origin: Origin,
}

/// A puzzle that is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its number in the library, which is never reused.
    pub id: i64,
    /// The puzzle with what is kept about it.
    pub entry: Entry,
    /// Each time it was played, in order.
    pub plays: Vec<Play>,
}

impl Entry {
    /// The entry for a document that may carry the rest in its fields. A rating that this program
    /// cannot have given is left out: no filter would ever find it.
    pub fn of(mut document: Document) -> Entry {
        let extra = &mut document.extra;
        let mut take = |key: &str, fits: &dyn Fn(&Value) -> bool| {
            if extra.get(key).is_some_and(fits) {
                extra.shift_remove(key)
            } else {
                None
            }
        };
        let number = |value: Option<Value>| value.and_then(|v| v.as_u64());
        let is_text = |value: Option<&Value>| value.is_none_or(Value::is_string);
        let rating = take("rating", &Value::is_object);
        let tags = take("tags", &|v| {
            v.as_array().is_some_and(|l| l.iter().all(Value::is_string))
        });
        let seed = number(take("seed", &Value::is_u64));
        let index = number(take("index", &Value::is_u64));
        let origin = take("origin", &|v| {
            v.is_object() && is_text(v.get("command")) && is_text(v.get("version"))
        });
        let origin = |key: &str| Some(origin.as_ref()?.get(key)?.as_str()?.to_owned());
        Entry {
            rating: rating.and_then(|rating| rating.try_into().ok()),
            tags: (tags.iter().flat_map(|tags| tags.as_array()).flatten())
                .filter_map(|tag| tag.as_str().map(str::to_owned))
                .collect(),
            origin: Origin {
                command: origin("command"),
                seed,
                index,
                version: origin("version"),
            },
            document,
        }
    }

    /// The document with everything in its fields, as [`Entry::of`] reads it.
    pub fn whole(&self) -> Document {
        let mut document = self.document.clone();
        let mut put = |key: &str, value: Value| document.extra.insert(key.to_owned(), value);
        if !self.tags.is_empty() {
            put("tags", self.tags.clone().into());
        }
        if let Some(seed) = self.origin.seed {
            put("seed", seed.into());
        }
        if let Some(index) = self.origin.index {
            put("index", index.into());
        }
        if let Some(rating) = &self.rating {
            put("rating", json!(rating));
        }
        let mut origin = Map::new();
        for (key, text) in [
            ("command", &self.origin.command),
            ("version", &self.origin.version),
        ] {
            if let Some(text) = text {
                origin.insert(key.to_owned(), json!(text));
            }
        }
        if !origin.is_empty() {
            put("origin", origin.into());
        }
        document
    }
}

/// The field of a document that says how its puzzle was played.
const PLAYS: &str = "plays";

impl Side {
    /// The puzzle of a document that may carry all that is known in its fields; an error if it was
    /// not played as it says.
    pub fn of(mut document: Document) -> Result<Side, String> {
        let plays = (document.extra.get(PLAYS).filter(|plays| plays.is_array())).is_some();
        let plays = plays.then(|| document.extra.shift_remove(PLAYS)).flatten();
        let plays = plays.map(serde_json::from_value::<Vec<Play>>).transpose();
        let plays = plays.map_err(|error| format!("its plays: {error}"))?;
        let plays = plays.unwrap_or_default();
        for play in &plays {
            let fits = play.fits(document.puzzle.as_ref());
            fits.map_err(|why| format!("its plays: {why}"))?;
        }
        let entry = Entry::of(document);
        Ok(Side { entry, plays })
    }
}

impl Kept {
    /// The document with everything in its fields, how it was played too, as [`Side::of`] reads it.
    pub fn whole(&self) -> Document {
        let mut document = self.entry.whole();
        if !self.plays.is_empty() {
            document.extra.insert(PLAYS.to_owned(), json!(self.plays));
        }
        document
    }
}

/// What is said about a document whose rating [`Entry::of`] leaves out; nothing about the others.
pub fn rating_left_out(document: &Document) -> Option<String> {
    let rating = document.extra.get("rating").filter(|r| r.is_object())?;
    let foreign = WrittenRating::try_from(rating.clone()).err()?;
    Some(format!("{foreign}, and was left out"))
}
