//! Where generated puzzles go: to standard output, or into a library file. Either way no puzzle
//! comes twice, however it is turned or mirrored.
//!
//! In the library a run is a batch. Outcomes are stored in the order of the index, each with its
//! puzzle in one transaction, so after a kill the same command goes on with the first missing index
//! and ends with the same puzzles. What the clock cut short is not stored: it is tried again.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Arc;

use grid::Cell;

use library::{Batch, Entry, Library, Open, Origin, Stored};
use puzzles::Puzzle;
use puzzles::format::Document;
use puzzles::reason::WrittenRating;
use serde_json::json;
use workshop::Made;
use workshop::alike::Likeness;
use workshop::traits::{clues, kind};

use crate::output::complain;
use crate::words;

/// What became of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Became {
    New,
    /// A duplicate of an earlier puzzle, perhaps turned.
    Twice,
    /// No puzzle.
    Failed,
    /// Another process on the same file did this index; read the counts again.
    Elsewhere,
}

/// How far a run has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// New puzzles.
    pub made: u64,
    /// Indices that gave no puzzle.
    pub failed: u64,
    /// Indices that gave a duplicate.
    pub twice: u64,
    /// Indices since the last new puzzle that only gave duplicates.
    pub idle: u64,
}

impl Count {
    /// Count one more index.
    pub fn add(&mut self, became: Became) {
        match became {
            Became::New => {
                self.made += 1;
                self.idle = 0;
            }
            Became::Twice => {
                self.twice += 1;
                self.idle += 1;
            }
            Became::Failed => self.failed += 1,
            Became::Elsewhere => {}
        }
    }
}

/// The puzzles of this run, each once, and none that looks like another.
#[derive(Default)]
pub struct Seen {
    /// Puzzles on a layout that was given all look alike; of these only duplicates are noticed.
    on_a_layout: bool,
    /// Those with the same outline, each with its canonical text once that was asked for.
    outlines: BTreeMap<Outline, Vec<(Arc<dyn Puzzle>, OnceCell<String>)>>,
    /// The last few, the latest first.
    likenesses: VecDeque<Likeness>,
}

/// A puzzle is compared with so many before it: in a long run nobody remembers more.
const LAST: usize = 200;

/// On smaller boards puzzles cannot be very different.
const LEAST_CELLS: usize = 25;

impl Seen {
    pub fn new(on_a_layout: bool) -> Seen {
        Seen {
            on_a_layout,
            ..Seen::default()
        }
    }

    /// Is this the first time that this run makes the puzzle, or one like it? Remembers it.
    pub fn is_new(&mut self, made: &Made) -> bool {
        let puzzle = &made.puzzle;
        let canonical = |puzzle: &Arc<dyn Puzzle>| library::canonical(puzzle.as_ref());
        let others = self.outlines.entry(outline(puzzle.as_ref())).or_default();
        let new = OnceCell::new();
        let is_it = |(other, text): &(Arc<dyn Puzzle>, OnceCell<String>)| {
            let here = new.get_or_init(|| canonical(puzzle));
            text.get_or_init(|| canonical(other)) == here
        };
        if others.iter().any(is_it) {
            return false;
        }
        others.push((puzzle.clone(), new));
        if self.on_a_layout || puzzle.size().len() < LEAST_CELLS {
            return true;
        }
        let likeness = match made.rounds.is_empty() {
            true => Likeness::of(puzzle.clone()),
            false => Likeness::traced(puzzle.clone(), &made.rounds),
        };
        let mut last = self.likenesses.iter();
        let is_new = !last.any(|other| other.is_like(&likeness));
        if is_new {
            self.likenesses.push_front(likeness);
            self.likenesses.truncate(LAST);
        }
        is_new
    }
}

/// The sides of the board and, for every clue, how far it is from the edges and its kind: the same
/// however a puzzle is turned, and nearly always different for different puzzles. The canonical text
/// takes as long to write as a small puzzle takes to make, so it is written only if this is the same.
type Outline = (usize, usize, Vec<(i16, i16, String)>);

fn outline(puzzle: &dyn Puzzle) -> Outline {
    let (rows, cols) = (puzzle.size().rows(), puzzle.size().cols());
    let near = |at: i16, side: usize| at.min(side as i16 - 1 - at);
    let clue = |(at, sign): (Cell, String)| {
        let (r, c) = (near(at.row, rows), near(at.col, cols));
        let (r, c) = match rows.cmp(&cols) {
            Ordering::Less => (r, c),
            Ordering::Equal => (r.min(c), r.max(c)),
            Ordering::Greater => (c, r),
        };
        // What follows a number or a first sign may be a direction, which turns.
        let said = match sign.starts_with(|c: char| c.is_ascii_digit()) {
            true => kind(&sign).to_owned(),
            false => sign.chars().take(1).collect(),
        };
        (r, c, said)
    };
    let mut all: Vec<_> = clues(&puzzle.record()).into_iter().map(clue).collect();
    all.sort_unstable();
    (rows.min(cols), rows.max(cols), all)
}

/// A library that a run writes into.
pub struct BatchWriter<'a> {
    batch: Batch<'a>,
    call: String,
    seed: u64,
    tags: Vec<String>,
}

/// Open the library file, or create it.
pub fn open(path: &Path) -> anyhow::Result<Library> {
    Ok(Library::open(path, Open::OrCreate)?)
}

impl<'a> BatchWriter<'a> {
    /// What earlier runs have kept gets the tags too.
    pub fn new(
        library: &'a mut Library,
        call: String,
        seed: u64,
        tags: Vec<String>,
    ) -> anyhow::Result<BatchWriter<'a>> {
        let mut batch = Batch::open(library, &call, seed, crate::VERSION)?;
        let tagged = batch.tag(&tags)?;
        if tagged > 0 {
            let puzzles = words::count(tagged, "puzzle", "puzzles");
            complain(&format!("gridwright: tagged {puzzles} from earlier runs"));
        }
        Ok(BatchWriter {
            batch,
            call,
            seed,
            tags,
        })
    }

    /// What earlier runs have done. A puzzle that has since been removed counts as made.
    pub fn count(&self) -> anyhow::Result<Count> {
        let progress = self.batch.progress()?;
        Ok(Count {
            made: (progress.made + progress.removed) as u64,
            failed: progress.given_up as u64,
            twice: progress.twice as u64,
            idle: progress.idle as u64,
        })
    }

    /// The indices that are not done yet.
    pub fn missing(&self) -> anyhow::Result<impl Iterator<Item = u64> + Send + use<>> {
        Ok(self.batch.missing(i64::MAX as u64)?)
    }

    /// Store the puzzle of an index.
    pub fn keep(
        &mut self,
        index: u64,
        document: Document,
        rating: Option<WrittenRating>,
    ) -> anyhow::Result<Became> {
        let entry = Entry {
            document,
            rating,
            tags: self.tags.clone(),
            origin: Origin {
                command: Some(self.call.clone()),
                seed: Some(self.seed),
                index: Some(index),
                version: Some(crate::VERSION.to_owned()),
            },
        };
        self.store(index, &library::Outcome::Puzzle(Box::new(entry)))
    }

    /// Store that an index gave no puzzle, and why.
    pub fn give_up(&mut self, index: u64, why: &str) -> anyhow::Result<Became> {
        self.store(index, &library::Outcome::GivenUp(why.to_owned()))
    }

    fn store(&mut self, index: u64, outcome: &library::Outcome) -> anyhow::Result<Became> {
        Ok(match self.batch.store(index, outcome)? {
            Stored::New(_) => Became::New,
            Stored::Twice(_) => Became::Twice,
            Stored::GivenUp => Became::Failed,
            Stored::Before => Became::Elsewhere,
        })
    }
}

/// The last line of a run into a library.
pub fn summary(now: Count, before: Count, path: &Path, as_json: bool) -> String {
    if as_json {
        let object = json!({
            "puzzles": now.made,
            "before": before.made,
            "twice": now.twice,
            "given_up": now.failed,
        });
        return format!("{object}\n");
    }
    let earlier = match before.made {
        0 => String::new(),
        n => format!(" ({n} of them from earlier runs)"),
    };
    let puzzles = words::count(now.made as usize, "puzzle", "puzzles");
    format!("{puzzles}{earlier} in {}.\n", path.display())
}

#[cfg(test)]
mod tests {
    use puzzles::{FAMILIES, all_turned};

    use super::*;

    #[test]
    fn a_turned_puzzle_has_the_same_outline() {
        for family in FAMILIES {
            let mut outlines = Vec::new();
            for document in family.samples().chain(family.examples()) {
                let puzzle = document.expect("a puzzle").puzzle;
                let here = outline(puzzle.as_ref());
                for turned in all_turned(puzzle.as_ref()) {
                    assert_eq!(outline(turned.as_ref()), here, "{puzzle:?}");
                }
                outlines.push(here);
            }
            outlines.sort_unstable();
            outlines.dedup();
            assert!(outlines.len() > 3, "{}: all look the same", family.id);
        }
    }
}
