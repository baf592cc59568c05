//! A request to a library that a browser keeps in rows: the rows that it needs come along, and what has
//! changed goes back (`shelf::rows` says why). The browser knows numbers, keys and lines; the rest of a row
//! is a text to it.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use puzzles::format::{Chunk, write};
use puzzles::reason::WrittenRating;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shelf::{
    Added, Entry, Filter, Kept, Lacks, Play, Result as Shelved, Row, RowLine, Rows, Shelf, Side,
    Summary,
};

use super::input::OriginJson;
use super::{OnShelf, Trouble};
use crate::table::{Call, Op};
use crate::{Error, bounds};

/// A request to a library in rows. Its answer, or what it lacks; and what is to be written.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct OnRows<'a> {
    /// The request to the library.
    #[serde(borrow)]
    #[schemars(with = "AnyObject")]
    request: &'a RawValue,
    known: RowsIn,
    /// Seconds since 1970.
    #[serde(default)]
    now: Option<i64>,
}

/// What is known of the rows.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KnownRows")]
struct RowsIn {
    /// The number of the next new puzzle.
    next: i64,
    /// How many records of plays there have been.
    plays: i64,
    /// The lines of all puzzles.
    #[serde(default)]
    #[schemars(with = "Option<Vec<LineSchema>>")]
    lines: Option<Vec<RowLine>>,
    #[serde(default)]
    kept: Vec<RowIn>,
    /// Numbers that were looked up: those that are not among `kept` are free.
    #[serde(default)]
    ids: Vec<i64>,
    /// Keys that were looked up.
    #[serde(default)]
    keys: Vec<String>,
}

/// A kept puzzle: what it is found by, and the rest as a text.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KeptRow")]
struct RowIn {
    id: i64,
    key: String,
    text: String,
}

/// The same on its way out, with what lists need of it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChangedRow")]
struct RowOut {
    id: i64,
    key: String,
    text: String,
    #[schemars(with = "LineSchema")]
    line: RowLine,
}

/// A line of the list as it is kept.
#[derive(JsonSchema)]
#[schemars(rename = "KeptLine")]
#[allow(dead_code, reason = "only its schema is used")]
struct LineSchema {
    id: i64,
}

/// What is in the text.
#[derive(Serialize, Deserialize)]
struct Rest {
    /// In the `json` format.
    document: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<serde_json::Value>,
    tags: Vec<String>,
    origin: OriginJson,
    plays: Vec<Play>,
    played: Option<(i64, i64)>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct OnRowsResponse {
    /// The answer of the library.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<AnyObject>")]
    answer: Option<Box<RawValue>>,
    /// There is no answer yet: ask again, and let this be known, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    lacks: Option<LacksOut>,
    /// What is to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesOut>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Lacks")]
struct LacksOut {
    lines: bool,
    ids: Vec<i64>,
    keys: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Changes")]
struct ChangesOut {
    put: Vec<RowOut>,
    removed: Vec<i64>,
    next: i64,
    plays: i64,
}

/// A request to a library, or its answer: these have schemas of their own.
struct AnyObject;

impl JsonSchema for AnyObject {
    fn schema_name() -> Cow<'static, str> {
        "AnyObject".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": true })
    }
}

impl RowsIn {
    fn rows(self) -> Result<Rows, Error> {
        let mut rows = Rows::new(self.next, self.plays);
        rows.lines = self.lines;
        for id in self.ids {
            rows.know(id, None);
        }
        for RowIn { id, key, text } in self.kept {
            let row = read(id, key, &text);
            let row =
                row.map_err(|why| Error::new(format!("puzzle {id} cannot be read: {why}")))?;
            rows.know(id, Some(row));
        }
        self.keys.into_iter().for_each(|key| rows.know_key(key));
        Ok(rows)
    }
}

fn read(id: i64, key: String, text: &str) -> Result<Row, String> {
    let rest: Rest = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let chunk = Chunk {
        text: &rest.document,
        line: 1,
    };
    let document = chunk.read().map_err(|error| error.message)?;
    let rating = rest.rating.map(WrittenRating::try_from).transpose();
    let entry = Entry {
        document,
        rating: rating.map_err(|foreign| foreign.to_string())?,
        tags: rest.tags,
        origin: rest.origin.into(),
    };
    let plays = rest.plays;
    let kept = Kept { id, entry, plays };
    let played = rest.played;
    Ok(Row { key, kept, played })
}

fn written((line, row): (RowLine, Row)) -> Result<RowOut, Error> {
    let Kept { id, entry, plays } = row.kept;
    let text = Rest {
        document: write(&entry.document, "json")?,
        rating: entry.rating.map(|rating| serde_json::json!(rating)),
        tags: entry.tags,
        origin: entry.origin.into(),
        plays,
        played: row.played,
    };
    let text = serde_json::to_string(&text).expect("texts and numbers always serialise");
    let key = row.key;
    Ok(RowOut {
        id,
        key,
        text,
        line,
    })
}

/// Rows that an operation works on while somebody else waits to see what it changes.
struct Lent(Rc<RefCell<Rows>>);

impl Shelf for Lent {
    fn expect(&mut self, ids: &[i64]) -> Shelved<()> {
        self.0.borrow_mut().expect(ids)
    }

    fn list(&mut self, filter: &Filter) -> Shelved<Vec<Summary>> {
        self.0.borrow_mut().list(filter)
    }

    fn get(&mut self, id: i64) -> Shelved<Option<Kept>> {
        self.0.borrow_mut().get(id)
    }

    fn add(&mut self, new: Vec<Side>) -> Shelved<Vec<Added>> {
        self.0.borrow_mut().add(new)
    }

    fn tag(&mut self, ids: &[i64], add: &[String], remove: &[String]) -> Shelved<()> {
        self.0.borrow_mut().tag(ids, add, remove)
    }

    fn remove(&mut self, ids: &[i64]) -> Shelved<usize> {
        self.0.borrow_mut().remove(ids)
    }

    fn rate(&mut self, ratings: Vec<(i64, WrittenRating)>) -> Shelved<()> {
        self.0.borrow_mut().rate(ratings)
    }

    fn played(&mut self, id: i64, play: Play) -> Shelved<()> {
        self.0.borrow_mut().played(id, play)
    }

    fn played_anew(&mut self, entry: Entry, play: Play) -> Shelved<Added> {
        self.0.borrow_mut().played_anew(entry, play)
    }
}

impl<'a> Op<'a> for OnRows<'a> {
    type Response = OnRowsResponse;

    const MOST: usize = bounds::ROWS;

    fn answer(self, call: &mut Call<'a>) -> Result<OnRowsResponse, Error> {
        let rows = Rc::new(RefCell::new(self.known.rows()?));
        let shelf = Box::new(Lent(rows.clone()));
        let now = self.now;
        let done = super::answer(self.request.get(), call.budget, || {
            Ok(OnShelf { shelf, now })
        });
        let nothing = OnRowsResponse {
            answer: None,
            lacks: None,
            changes: None,
        };
        match done {
            Ok(text) => {
                let changes = rows.borrow().changes();
                let put: Result<Vec<RowOut>, Error> =
                    changes.put.into_iter().map(written).collect();
                let (put, removed) = (put?, changes.removed);
                let changed = !put.is_empty() || !removed.is_empty();
                Ok(OnRowsResponse {
                    answer: RawValue::from_string(text).ok(),
                    changes: changed.then_some(ChangesOut {
                        put,
                        removed,
                        next: changes.next,
                        plays: changes.plays,
                    }),
                    ..nothing
                })
            }
            Err(Trouble::Lacks(Lacks { lines, ids, keys })) => Ok(OnRowsResponse {
                lacks: Some(LacksOut { lines, ids, keys }),
                ..nothing
            }),
            Err(Trouble::Refused(error)) => Err(error),
            Err(Trouble::Later(words)) => Err(Error::new(words)),
        }
    }
}
