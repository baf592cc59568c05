//! Changing the library: adding, tagging, removing, recording how puzzles were played.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shelf::{Added, Side, rating_left_out};

use super::input::{self, PlayJson, PuzzleWith};
use super::{Call, OnShelf, Trouble};
use crate::table::Op;
use crate::{Error, PuzzleIn, bounds, read_all};

/// Add puzzles.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Add<'a> {
    #[serde(borrow)]
    puzzles: Vec<PuzzleWith<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Added")]
struct AddedOut {
    id: i64,
    /// It was not there yet, not even turned or mirrored.
    new: bool,
    /// What was left out of it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Keep them all, each with what is to be said about it.
fn add(call: &mut Call, all: Vec<(Side, Option<String>)>) -> Result<Vec<AddedOut>, Trouble> {
    let (sides, whys): (Vec<Side>, Vec<Option<String>>) = all.into_iter().unzip();
    let added = call.tools.shelf.add(sides)?;
    let out = |(added, why): (Added, Option<String>)| AddedOut {
        id: added.id(),
        new: matches!(added, Added::New(_)),
        why,
    };
    Ok(added.into_iter().zip(whys).map(out).collect())
}

#[derive(Serialize, JsonSchema)]
pub(super) struct AddResponse {
    added: Vec<AddedOut>,
}

impl<'a> Op<'a, OnShelf> for Add<'a> {
    type Response = AddResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<AddResponse, Trouble> {
        bounds::count("puzzles", self.puzzles.len(), input::PUZZLES)?;
        let request = call.request;
        let entries: Result<Vec<_>, Error> =
            self.puzzles.into_iter().map(|p| p.side(request)).collect();
        let added = add(call, entries?)?;
        Ok(AddResponse { added })
    }
}

/// Add the puzzles of a text, in any format that the program can read.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Import {
    text: String,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ImportResponse {
    added: Vec<AddedOut>,
    /// What could not be read, with places in the text.
    errors: Vec<Error>,
}

impl<'a> Op<'a, OnShelf> for Import {
    type Response = ImportResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<ImportResponse, Trouble> {
        let tags = input::tags(self.tags)?;
        let (entries, errors) = read_all(
            &self.text,
            input::IMPORTED,
            call.budget,
            |document, line| {
                let left_out = rating_left_out(&document);
                let side = Side::of(document).map_err(Error::new).and_then(|mut side| {
                    side.entry.tags.extend(tags.iter().cloned());
                    input::checked(side)
                });
                let side = side.map_err(|error| Error {
                    line: Some(line),
                    column: Some(1),
                    ..error
                })?;
                Ok((side, left_out))
            },
        );
        let added = add(call, entries)?;
        Ok(ImportResponse { added, errors })
    }
}

/// Add and remove tags.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Tag {
    ids: Vec<i64>,
    #[serde(default)]
    add: Vec<String>,
    #[serde(default)]
    remove: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Nothing {}

impl<'a> Op<'a, OnShelf> for Tag {
    type Response = Nothing;

    fn answer(self, call: &mut Call<'a>) -> Result<Nothing, Trouble> {
        let ids = input::ids(self.ids, input::IDS)?;
        let (add, remove) = (input::tags(self.add)?, input::tags(self.remove)?);
        call.tools.shelf.tag(&ids, &add, &remove)?;
        Ok(Nothing {})
    }
}

/// Remove puzzles; those that are gone already do not matter.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Remove {
    ids: Vec<i64>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct RemoveResponse {
    removed: usize,
}

impl<'a> Op<'a, OnShelf> for Remove {
    type Response = RemoveResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<RemoveResponse, Trouble> {
        let ids = input::ids(self.ids, input::IDS)?;
        let removed = call.tools.shelf.remove(&ids)?;
        Ok(RemoveResponse { removed })
    }
}

/// Record how a puzzle was played; a puzzle given in full is added unless it is there.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Played<'a> {
    #[serde(default)]
    id: Option<i64>,
    #[serde(borrow, default)]
    puzzle: Option<PuzzleIn<'a>>,
    play: PlayJson,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct PlayedResponse {
    id: i64,
}

impl<'a> Op<'a, OnShelf> for Played<'a> {
    type Response = PlayedResponse;

    fn answer(self, call: &mut Call<'a>) -> Result<PlayedResponse, Trouble> {
        let now = call.tools.now;
        let id = match (self.id, self.puzzle) {
            (Some(id), None) => {
                let kept = call.tools.shelf.get(id)?;
                let kept = kept.ok_or_else(|| shelf::Refusal::no_puzzle(id))?;
                let play = self.play.play(kept.entry.document.puzzle.as_ref(), now)?;
                call.tools.shelf.played(id, play)?;
                id
            }
            (None, Some(puzzle)) => {
                let entry = input::bare(puzzle.document(call.request)?)?;
                let play = self.play.play(entry.document.puzzle.as_ref(), now)?;
                call.tools.shelf.played_anew(entry, play)?.id()
            }
            _ => return Err(Error::new("expected an id or a puzzle").into()),
        };
        Ok(PlayedResponse { id })
    }
}
