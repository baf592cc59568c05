//! Reading the library: lists, whole entries, numbers, texts.

use std::collections::BTreeMap;

use logic::order::sort_by_number;
use puzzles::format::{formats, separator, write};
use puzzles::reason::{DIFFICULTY, WrittenRating};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shelf::{Kept, State, Summary};

use super::input::{self, KeptRating, OriginJson, PlayJson, Which};
use super::{Call, OnShelf, Trouble};
use crate::table::Op;
use crate::{Error, Picture, PuzzleOut};

/// List puzzles, without pictures.
#[derive(Deserialize, JsonSchema)]
pub(super) struct List {
    #[serde(flatten)]
    which: Which,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ListResponse {
    entries: Vec<Line>,
    total: usize,
}

/// A puzzle of the library without its picture.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Row")]
struct Line {
    id: i64,
    family: String,
    /// The family's name.
    name: String,
    rows: usize,
    cols: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[schemars(extend("enum" = State::ALL.map(State::name)))]
    state: &'static str,
    tags: Vec<String>,
}

fn line(summary: Summary) -> Line {
    let family = puzzles::family(&summary.family);
    Line {
        id: summary.id,
        name: family.map_or_else(|| summary.family.clone(), |f| f.name.to_owned()),
        family: summary.family,
        rows: summary.rows,
        cols: summary.cols,
        title: summary.title,
        grade: summary.grade,
        score: summary.score,
        state: summary.state.name(),
        tags: summary.tags,
    }
}

impl<'a> Op<'a, OnShelf> for List {
    type Response = ListResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<ListResponse, Trouble> {
        let list = call.tools.shelf.list(&self.which.filter()?)?;
        Ok(ListResponse {
            total: list.len(),
            entries: list.into_iter().map(line).collect(),
        })
    }
}

/// Everything about some puzzles; those that are gone are left out.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Get {
    ids: Vec<i64>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct GetResponse {
    entries: Vec<Whole>,
}

/// Everything that is kept about a puzzle.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Entry")]
struct Whole {
    #[serde(flatten)]
    line: Line,
    puzzle: PuzzleOut,
    scene: Picture,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<KeptRating>")]
    rating: Option<WrittenRating>,
    origin: OriginJson,
    /// Each time it was played, oldest first.
    plays: Vec<PlayJson>,
}

fn whole(kept: Kept) -> Result<Whole, Error> {
    let puzzle = kept.entry.document.puzzle.clone();
    let rating = kept.entry.rating;
    let difficulty = rating.as_ref().map(WrittenRating::difficulty);
    let state = State::after(&kept.plays);
    let document = kept.entry.document.without_boards();
    let title = document.extra.get("title").and_then(Value::as_str);
    Ok(Whole {
        line: Line {
            id: kept.id,
            family: puzzle.family().id.to_owned(),
            name: puzzle.family().name.to_owned(),
            rows: puzzle.size().rows(),
            cols: puzzle.size().cols(),
            title: title.map(str::to_owned),
            grade: difficulty.map(|mark| mark.grade.to_owned()),
            score: difficulty.map(|mark| mark.score),
            state: state.name(),
            tags: kept.entry.tags,
        },
        scene: Picture::of(puzzle.as_ref())?,
        puzzle: PuzzleOut::new(&document)?,
        rating,
        origin: kept.entry.origin.into(),
        plays: kept.plays.into_iter().map(PlayJson).collect(),
    })
}

impl<'a> Op<'a, OnShelf> for Get {
    type Response = GetResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<GetResponse, Trouble> {
        let mut entries = Vec::new();
        let ids = input::ids(self.ids, input::WHOLE)?;
        call.tools.shelf.expect(&ids)?;
        for id in ids {
            if let Some(kept) = call.tools.shelf.get(id)? {
                entries.push(whole(kept)?);
            }
        }
        Ok(GetResponse { entries })
    }
}

/// The library in numbers.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Stats {
    #[serde(flatten)]
    which: Which,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct StatsResponse {
    puzzles: usize,
    families: Vec<Count>,
    /// Puzzles per grade, from easy to hard, then those without a rating.
    grades: Vec<Count>,
    states: Vec<Count>,
    /// Puzzles per tag, the most frequent first.
    tags: Vec<Count>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Count {
    pub(super) name: String,
    pub(super) count: usize,
}

const UNRATED: &str = "unrated";

/// How often each of these names occurs; those that do not are left out.
pub(super) fn counts<'n>(
    names: impl IntoIterator<Item = &'n str>,
    all: impl Iterator<Item = String>,
) -> Vec<Count> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in all {
        *counts.entry(name).or_default() += 1;
    }
    let count = |name: &str| {
        let count = counts.get(name).copied()?;
        let name = name.to_owned();
        Some(Count { name, count })
    };
    names.into_iter().filter_map(count).collect()
}

pub(super) fn grades(all: impl Iterator<Item = Option<String>>) -> Vec<Count> {
    let names = DIFFICULTY.into_iter().chain([UNRATED]);
    counts(names, all.map(|g| g.unwrap_or_else(|| UNRATED.to_owned())))
}

impl<'a> Op<'a, OnShelf> for Stats {
    type Response = StatsResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<StatsResponse, Trouble> {
        let list = call.tools.shelf.list(&self.which.filter()?)?;
        let families = puzzles::FAMILIES.iter().map(|family| family.name);
        let named: Vec<String> = list.iter().map(|s| line(s.clone()).name).collect();
        let mut tags: BTreeMap<&str, usize> = BTreeMap::new();
        for tag in list.iter().flat_map(|summary| &summary.tags) {
            *tags.entry(tag).or_default() += 1;
        }
        let mut tags: Vec<Count> = tags
            .into_iter()
            .map(|(name, count)| Count {
                name: name.to_owned(),
                count,
            })
            .collect();
        sort_by_number(&mut tags, |tag| usize::MAX - tag.count);
        let states = State::ALL.map(State::name);
        Ok(StatsResponse {
            puzzles: list.len(),
            families: counts(families, named.into_iter()),
            grades: grades(list.iter().map(|summary| summary.grade.clone())),
            states: counts(states, list.iter().map(|s| s.state.name().to_owned())),
            tags,
        })
    }
}

/// Write some puzzles in a format.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Export {
    ids: Vec<i64>,
    format: String,
    /// With how they were played, which only the format `json` can hold.
    #[serde(default)]
    plays: bool,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ExportResponse {
    text: String,
    /// Messages about puzzles that the format cannot hold.
    errors: Vec<String>,
}

impl<'a> Op<'a, OnShelf> for Export {
    type Response = ExportResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<ExportResponse, Trouble> {
        let ids = input::ids(self.ids, input::IDS)?;
        if !formats().any(|format| format.name == self.format) {
            let all: Vec<&str> = formats().map(|format| format.name).collect();
            let message = format!("a format is one of {}", all.join(", "));
            return Err(Error::new(message).into());
        }
        call.tools.shelf.expect(&ids)?;
        let (mut text, mut errors) = (String::new(), Vec::new());
        for id in ids {
            if (call.budget.stop)() {
                return Err(Error::new("this took too long; try fewer puzzles").into());
            }
            let Some(kept) = call.tools.shelf.get(id)? else {
                continue;
            };
            let mut document = match self.plays {
                true => kept.whole(),
                false => kept.entry.whole(),
            };
            if document.id().is_none() {
                document.extra.insert("id".to_owned(), id.into());
            }
            match write(&document, &self.format) {
                Ok(one) => {
                    if !text.is_empty() {
                        text += separator(&self.format);
                    }
                    text += &one;
                    text.push('\n');
                }
                Err(error) => errors.push(format!("puzzle {id}: {}", error.message)),
            }
        }
        Ok(ExportResponse { text, errors })
    }
}
