//! Changing the library: adding, tagging, removing, keeping how puzzles were played.

use std::time::{SystemTime, UNIX_EPOCH};

use api::{Error, PuzzleIn, read_all};
use library::{Added, Entry, rating_left_out};
use serde::{Deserialize, Serialize};

use super::take::{self, PlayIn, PuzzleWith};
use super::{Answer, Call, Op, Trouble, well};

/// Keep puzzles.
#[derive(Deserialize)]
pub(super) struct Add<'a> {
    #[serde(borrow)]
    puzzles: Vec<PuzzleWith<'a>>,
}

#[derive(Serialize)]
struct AddedOut {
    id: i64,
    /// It was not there yet, not even turned or mirrored.
    new: bool,
    /// What was left out of it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Keep them all, each with what is to be said about it.
fn add(call: &mut Call, all: Vec<(Entry, Option<String>)>) -> Result<Vec<AddedOut>, Trouble> {
    let (entries, whys): (Vec<Entry>, Vec<Option<String>>) = all.into_iter().unzip();
    let added = call.library.add_all(&entries)?;
    let out = |(added, why): (Added, Option<String>)| AddedOut {
        id: added.id(),
        new: matches!(added, Added::New(_)),
        why,
    };
    Ok(added.into_iter().zip(whys).map(out).collect())
}

#[derive(Serialize)]
struct AddResponse {
    added: Vec<AddedOut>,
}

impl<'a> Op<'a> for Add<'a> {
    fn answer(self, call: &mut Call<'a>) -> Answer {
        take::count("puzzles", self.puzzles.len(), take::PUZZLES)?;
        let request = call.request;
        let entries: Result<Vec<_>, Error> =
            self.puzzles.into_iter().map(|p| p.entry(request)).collect();
        let added = add(call, entries?)?;
        well(&AddResponse { added })
    }
}

/// Keep the puzzles of a text, whatever the program can read.
#[derive(Deserialize)]
pub(super) struct Import {
    text: String,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Serialize)]
struct ImportResponse {
    added: Vec<AddedOut>,
    /// What could not be read; places are in the text.
    errors: Vec<Error>,
}

impl<'a> Op<'a> for Import {
    fn answer(self, call: &mut Call<'a>) -> Answer {
        let tags = take::tags(self.tags)?;
        let (entries, errors) =
            read_all(&self.text, take::IMPORTED, call.budget, |document, line| {
                let left_out = rating_left_out(&document);
                let mut entry = Entry::of(document);
                entry.tags.extend(tags.iter().cloned());
                let checked = take::checked(entry).map_err(|error| Error {
                    line: Some(line),
                    column: Some(1),
                    ..error
                })?;
                Ok((checked, left_out))
            });
        let added = add(call, entries)?;
        well(&ImportResponse { added, errors })
    }
}

/// Give tags and take them away.
#[derive(Deserialize)]
pub(super) struct Tag {
    ids: Vec<i64>,
    #[serde(default)]
    add: Vec<String>,
    #[serde(default)]
    remove: Vec<String>,
}

#[derive(Serialize)]
struct Nothing {}

impl<'a> Op<'a> for Tag {
    fn answer(self, call: &mut Call<'a>) -> Answer {
        let ids = take::ids(self.ids, take::IDS)?;
        let (add, remove) = (take::tags(self.add)?, take::tags(self.remove)?);
        call.library.tag(&ids, &add, &remove)?;
        well(&Nothing {})
    }
}

/// Take puzzles out; those that are gone already are no matter.
#[derive(Deserialize)]
pub(super) struct Remove {
    ids: Vec<i64>,
}

#[derive(Serialize)]
struct RemoveResponse {
    removed: usize,
}

impl<'a> Op<'a> for Remove {
    fn answer(self, call: &mut Call<'a>) -> Answer {
        let ids = take::ids(self.ids, take::IDS)?;
        let removed = call.library.discard(&ids)?;
        well(&RemoveResponse { removed })
    }
}

/// Keep how a puzzle was played; if it is said by itself, it is added unless it is there.
#[derive(Deserialize)]
pub(super) struct Played<'a> {
    #[serde(default)]
    id: Option<i64>,
    #[serde(borrow, default)]
    puzzle: Option<PuzzleIn<'a>>,
    play: PlayIn,
}

#[derive(Serialize)]
struct PlayedResponse {
    id: i64,
}

impl<'a> Op<'a> for Played<'a> {
    fn answer(self, call: &mut Call<'a>) -> Answer {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = since.ok().and_then(|t| i64::try_from(t.as_secs()).ok());
        let id = match (self.id, self.puzzle) {
            (Some(id), None) => {
                let kept = call.library.get(id)?;
                let play = self.play.play(kept.entry.document.puzzle.as_ref(), now)?;
                call.library.played(id, &play)?;
                id
            }
            (None, Some(puzzle)) => {
                let entry = take::bare(puzzle.document(call.request)?)?;
                let play = self.play.play(entry.document.puzzle.as_ref(), now)?;
                call.library.played_anew(&entry, &play)?.id()
            }
            _ => return Err(Error::new("expected an id or a puzzle").into()),
        };
        well(&PlayedResponse { id })
    }
}
