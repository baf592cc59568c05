//! A library in rows that somebody else keeps: the browser's database.
//!
//! A request is answered from the rows that came with it. What is missing is named ([`Lacks`]), so that the
//! request comes again with more; what is to be written comes out ([`Changes`]). So whoever keeps the rows
//! needs to know nothing about puzzles, and nothing here reads or writes anything.
//!
//! The rows come in two parts: a line of each puzzle, which is all that lists need, and the rest.

use std::collections::{BTreeMap, BTreeSet};

use puzzles::reason::WrittenRating;
use serde::{Deserialize, Serialize};

use crate::join;
use crate::{
    Added, Entry, Filter, Kept, Play, Refusal, Result, Shelf, Side, State, Summary, canonical, gain,
};

/// What lists need of a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RowLine {
    /// The line of the list.
    #[serde(flatten)]
    pub summary: Summary,
    /// When it was last played (0 if nobody knows), and which of all records that was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<(i64, i64)>,
}

/// A puzzle that is kept, with the text by which it is found however it is turned.
#[derive(Clone, Debug)]
pub struct Row {
    /// The canonical text.
    pub key: String,
    /// The puzzle.
    pub kept: Kept,
    /// As in its line.
    pub played: Option<(i64, i64)>,
}

/// What has to be known for an answer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lacks {
    /// The lines of all puzzles.
    pub lines: bool,
    /// What is kept under these numbers.
    pub ids: Vec<i64>,
    /// What is kept under these keys.
    pub keys: Vec<String>,
}

/// What has to be written.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// In place of whatever has the same number.
    pub put: Vec<(RowLine, Row)>,
    /// Numbers that are gone.
    pub removed: Vec<i64>,
    /// The number of the next new puzzle.
    pub next: i64,
    /// How many records of plays there have been.
    pub plays: i64,
}

/// Rows that are known, and what has become of them.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// All lines, if they are known.
    pub lines: Option<Vec<RowLine>>,
    /// What is known: none where there is nothing.
    rows: BTreeMap<i64, Option<Row>>,
    keys: BTreeMap<String, Option<i64>>,
    /// The number of the next new puzzle.
    next: i64,
    /// How many records of plays there have been.
    plays: i64,
    changed: BTreeSet<i64>,
}

impl Rows {
    /// No rows, of a library whose next puzzle will have this number and that has had so many records
    /// of plays.
    pub fn new(next: i64, plays: i64) -> Rows {
        Rows {
            next: next.max(1),
            plays,
            ..Rows::default()
        }
    }

    /// It is known what is under this number.
    pub fn know(&mut self, id: i64, row: Option<Row>) {
        if let Some(row) = &row {
            self.keys.insert(row.key.clone(), Some(id));
            self.next = self.next.max(id + 1);
        }
        self.rows.insert(id, row);
    }

    /// It is known that what is under this key, if anything, is among the rows.
    pub fn know_key(&mut self, key: String) {
        self.keys.entry(key).or_insert(None);
    }

    /// What is to be written.
    pub fn changes(&self) -> Changes {
        let mut changes = Changes {
            next: self.next,
            plays: self.plays,
            ..Changes::default()
        };
        for &id in &self.changed {
            match self.rows.get(&id) {
                Some(Some(row)) => changes.put.push((line(row), row.clone())),
                _ => changes.removed.push(id),
            }
        }
        changes
    }

    fn demand(&self, ids: &[i64], keys: &[String]) -> Result<()> {
        let unknown_ids = ids.iter().filter(|id| !self.rows.contains_key(id));
        let unknown_keys = keys.iter().filter(|key| !self.keys.contains_key(*key));
        let lacks = Lacks {
            lines: false,
            ids: unknown_ids.copied().collect(),
            keys: unknown_keys.cloned().collect(),
        };
        match lacks == Lacks::default() {
            true => Ok(()),
            false => Err(Refusal::Lacks(lacks)),
        }
    }

    fn row(&mut self, id: i64) -> Result<Option<&mut Row>> {
        self.demand(&[id], &[])?;
        Ok(self.rows.get_mut(&id).and_then(Option::as_mut))
    }

    /// The row of a puzzle that is to be changed.
    fn changing(&mut self, id: i64) -> Result<&mut Row> {
        self.demand(&[id], &[])?;
        self.changed.insert(id);
        let row = self.rows.get_mut(&id).and_then(Option::as_mut);
        row.ok_or_else(|| Refusal::no_puzzle(id))
    }

    /// Add a puzzle whose key is known.
    fn put(&mut self, key: String, entry: Entry) -> Result<Added> {
        if let Some(Some(id)) = self.keys.get(&key).copied() {
            let kept = &mut self.changing(id)?.kept.entry;
            if kept.rating.is_none() {
                kept.rating = entry.rating;
            }
            if let Some(solution) = gain::solution(&kept.document, &entry.document) {
                kept.document.solution = Some(solution);
            }
            kept.tags.extend(entry.tags);
            tidy(&mut kept.tags);
            return Ok(Added::There(id));
        }
        let id = self.next;
        let mut entry = entry;
        tidy(&mut entry.tags);
        let kept = Kept {
            id,
            entry,
            plays: Vec::new(),
        };
        let played = None;
        self.know(id, Some(Row { key, kept, played }));
        self.changed.insert(id);
        Ok(Added::New(id))
    }

    fn append(&mut self, id: i64, play: Play) -> Result<()> {
        self.plays += 1;
        let nth = self.plays;
        let row = self.changing(id)?;
        let at = play.at.unwrap_or(0);
        let last = row.played.map_or(at, |(last, _)| last.max(at));
        row.played = Some((last, nth));
        row.kept.plays.push(play);
        Ok(())
    }

    /// Add how a puzzle was played elsewhere, as far as it is not known here.
    fn join_plays(&mut self, id: i64, mut other: Side) -> Result<()> {
        let Some(row) = self.row(id)? else {
            return Ok(());
        };
        if *row.kept.entry.document.puzzle != *other.entry.document.puzzle {
            other.plays.iter_mut().for_each(without_boards);
        }
        let numbered = (0..).zip(row.kept.plays.iter().cloned());
        let joined = join::plays(&numbered.collect::<Vec<_>>(), &[other]);
        for (nth, play) in joined.gaining {
            self.changing(id)?.kept.plays[nth as usize] = play;
        }
        for play in joined.new {
            self.append(id, play)?;
        }
        Ok(())
    }
}

fn without_boards(play: &mut Play) {
    (play.board, play.moves) = (None, None);
}

/// In alphabetical order, each once.
fn tidy(tags: &mut Vec<String>) {
    tags.sort_unstable();
    tags.dedup();
}

fn line(row: &Row) -> RowLine {
    let Kept { id, entry, plays } = &row.kept;
    let puzzle = &entry.document.puzzle;
    let difficulty = entry.rating.as_ref().map(|rating| rating.difficulty());
    let title = entry.document.extra.get("title").and_then(|t| t.as_str());
    RowLine {
        summary: Summary {
            id: *id,
            family: puzzle.family().id.to_owned(),
            rows: puzzle.size().rows(),
            cols: puzzle.size().cols(),
            grade: difficulty.map(|mark| mark.grade.to_owned()),
            score: difficulty.map(|mark| mark.score),
            state: State::after(plays),
            tags: entry.tags.clone(),
            title: title.map(str::to_owned),
        },
        played: row.played,
    }
}

impl Shelf for Rows {
    fn expect(&mut self, ids: &[i64]) -> Result<()> {
        self.demand(ids, &[])
    }

    fn list(&mut self, filter: &Filter) -> Result<Vec<Summary>> {
        let Some(lines) = &self.lines else {
            return Err(Refusal::Lacks(Lacks {
                lines: true,
                ..Lacks::default()
            }));
        };
        let fitting = lines.iter().filter(|line| filter.fits(&line.summary));
        let mut fitting: Vec<&RowLine> = fitting.collect();
        fitting.sort_by(|a, b| filter.order((&a.summary, &a.played), (&b.summary, &b.played)));
        let most = filter.limit.unwrap_or(usize::MAX);
        let list = fitting.into_iter().take(most);
        Ok(list.map(|line| line.summary.clone()).collect())
    }

    fn get(&mut self, id: i64) -> Result<Option<Kept>> {
        Ok(self.row(id)?.map(|row| row.kept.clone()))
    }

    fn add(&mut self, new: Vec<Side>) -> Result<Vec<Added>> {
        let keys = new
            .iter()
            .map(|side| canonical(side.entry.document.puzzle.as_ref()));
        let keys: Vec<String> = keys.collect();
        self.demand(&[], &keys)?;
        let mut added = Vec::new();
        for (key, side) in keys.into_iter().zip(new) {
            let one = self.put(key, side.entry.clone())?;
            self.join_plays(one.id(), side)?;
            added.push(one);
        }
        Ok(added)
    }

    fn tag(&mut self, ids: &[i64], add: &[String], remove: &[String]) -> Result<()> {
        self.demand(ids, &[])?;
        for &id in ids {
            let tags = &mut self.changing(id)?.kept.entry.tags;
            tags.retain(|tag| !remove.contains(tag));
            tags.extend(add.iter().cloned());
            tidy(tags);
        }
        Ok(())
    }

    fn remove(&mut self, ids: &[i64]) -> Result<usize> {
        self.demand(ids, &[])?;
        let mut gone = 0;
        for &id in ids {
            if let Some(row) = self.rows.insert(id, None).flatten() {
                self.keys.insert(row.key, None);
                self.changed.insert(id);
                gone += 1;
            }
        }
        Ok(gone)
    }

    fn rate(&mut self, ratings: Vec<(i64, WrittenRating)>) -> Result<()> {
        let ids: Vec<i64> = ratings.iter().map(|(id, _)| *id).collect();
        self.demand(&ids, &[])?;
        for (id, rating) in ratings {
            self.changing(id)?.kept.entry.rating = Some(rating);
        }
        Ok(())
    }

    fn played(&mut self, id: i64, play: Play) -> Result<()> {
        self.append(id, play)
    }

    fn played_anew(&mut self, entry: Entry, mut play: Play) -> Result<Added> {
        let key = canonical(entry.document.puzzle.as_ref());
        self.demand(&[], std::slice::from_ref(&key))?;
        let puzzle = entry.document.puzzle.clone();
        let added = self.put(key, entry)?;
        let row = self.changing(added.id())?;
        if *row.kept.entry.document.puzzle != *puzzle {
            without_boards(&mut play);
        }
        self.append(added.id(), play)?;
        Ok(added)
    }
}
