//! Complete counts: every Skyscrapers puzzle of a size with all its views, and what can be said of
//! all of them.
//!
//! The Skyscrapers study listed size 5 and asked how many puzzles its rules solve, which are
//! hardest, which sides can be left out, and how few views can be taken away until nothing more
//! can; the last it left open. Sizes up to 5 are answered completely here. Of size 6 the squares,
//! clues and classes are counted; of size 7 they are estimated from squares drawn at random.
//!
//! A census is taken in slices that share nothing, so that they can be taken at the same time, on
//! several machines, and again after an interruption: what they find is added up.

mod frame;
mod ratings;
pub mod sample;
pub mod squares;
pub mod strips;
mod symmetry;

pub use frame::LARGEST;
pub use ratings::{Ends, Extreme, Ratings};

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use sample::{Drawn, Sample};
use squares::{Census, Clues, Counts};
use strips::{Strips, Views};

/// The family whose puzzles are counted.
pub const FAMILY: &str = "skyscrapers";

/// The largest size of which everything is found out.
pub const LARGEST_IN_FULL: usize = 5;

/// What a census, or a slice of it, has found.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Findings {
    /// Squares, sets of clues and classes.
    #[serde(flatten)]
    pub counts: Counts,
    /// What rules and ratings say of the puzzles with one solution.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ratings: Option<Ratings>,
    /// What can be left out of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stripped: Option<Stripped>,
    /// If squares were drawn instead of counted: what came out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub drawn: Option<Drawn>,
}

/// What can be left out of puzzles with one solution so that they keep it.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Stripped {
    /// Puzzles of which some whole side can be left out.
    pub one_side: u64,
    /// Puzzles of which two sides that meet can be left out.
    pub two_adjacent_sides: u64,
    /// Puzzles of which two opposite sides can be left out.
    pub two_opposite_sides: u64,
    /// Puzzles of which three sides can be left out.
    pub three_sides: u64,
    /// Puzzles that have another solution as soon as a certain single view is left out.
    pub some_view_is_needed: u64,
    /// By the number of views that are left, how many puzzles with one solution there are.
    pub puzzles_by_views: BTreeMap<u32, u64>,
    /// By how many views are taken away, in how many ways until nothing more can be.
    pub maximal_sets: BTreeMap<u32, u64>,
    /// The puzzle that is left in one of those ways, for the fewest and the most views taken.
    pub examples: BTreeMap<u32, String>,
}

impl AddAssign for Stripped {
    fn add_assign(&mut self, other: Stripped) {
        self.one_side += other.one_side;
        self.two_adjacent_sides += other.two_adjacent_sides;
        self.two_opposite_sides += other.two_opposite_sides;
        self.three_sides += other.three_sides;
        self.some_view_is_needed += other.some_view_is_needed;
        for (views, puzzles) in other.puzzles_by_views {
            *self.puzzles_by_views.entry(views).or_default() += puzzles;
        }
        for (taken, sets) in other.maximal_sets {
            *self.maximal_sets.entry(taken).or_default() += sets;
        }
        for (taken, id) in other.examples {
            let kept = self.examples.entry(taken).or_insert_with(|| id.clone());
            if id < *kept {
                *kept = id;
            }
        }
    }
}

impl AddAssign for Findings {
    fn add_assign(&mut self, other: Findings) {
        self.counts += other.counts;
        if let Some(ratings) = other.ratings {
            *self.ratings.get_or_insert_default() += ratings;
        }
        if let Some(stripped) = other.stripped {
            *self.stripped.get_or_insert_default() += stripped;
        }
        if let Some(drawn) = other.drawn {
            *self.drawn.get_or_insert_default() += drawn;
        }
    }
}

/// The puzzles of a size, ready to be counted.
pub enum Survey {
    /// All of them.
    Whole {
        /// The squares.
        census: Census,
        /// Of small sizes, what can be left out.
        strips: Option<Strips>,
    },
    /// Some of them, drawn at random.
    Sample(Box<Sample>),
}

/// What is to be found out besides the counts, where it can be.
#[derive(Clone, Copy)]
pub struct Questions {
    /// What rules and ratings say.
    pub ratings: bool,
    /// What can be left out.
    pub stripped: bool,
}

impl Survey {
    /// Of this size; none unless it is from 2 to [`LARGEST`], or if `stop` said so.
    pub fn new(side: usize, stop: &dyn Fn() -> bool) -> Option<Survey> {
        let census = Census::new_until(side, stop)?;
        let mut strips = None;
        if side <= LARGEST_IN_FULL {
            let mut all = Vec::new();
            for group in 0..census.groups() {
                census.count_until(group, stop, |clues, _| all.extend(clues.images()))?;
            }
            strips = Some(Strips::new(&all));
        }
        Some(Survey::Whole { census, strips })
    }

    /// One of so many slices. `visit` is shown one of each class of clues with one solution.
    /// Nothing if `stop` said so.
    pub fn slice(
        &self,
        slice: usize,
        of: usize,
        questions: Questions,
        stop: &(dyn Fn() -> bool + Sync),
        visit: &mut dyn FnMut(&Clues),
    ) -> Option<Findings> {
        let mut findings = Findings::default();
        let (census, strips) = match self {
            Survey::Whole { census, strips } => (census, strips),
            Survey::Sample(sample) => {
                findings.drawn = Some(sample.slice(slice, of, stop)?);
                return Some(findings);
            }
        };
        for group in (slice..census.groups()).step_by(of) {
            if stop() {
                return None;
            }
            let mut unique = Vec::new();
            findings.counts += census.count_until(group, stop, |clues, squares| {
                if squares == 1 {
                    visit(&clues);
                    if strips.is_some() {
                        unique.push(clues);
                    }
                }
            })?;
            let Some(strips) = strips else { continue };
            for clues in unique {
                if stop() {
                    return None;
                }
                let images = clues.images().len() as u64;
                if questions.ratings {
                    let ratings = findings.ratings.get_or_insert_default();
                    ratings.add(&clues.id(strips.every()), images);
                }
                if questions.stripped {
                    let stripped = findings.stripped.get_or_insert_default();
                    stripped.add(&clues, images, strips);
                }
            }
        }
        Some(findings)
    }
}

impl Survey {
    /// What is left of a puzzle with one solution and of its images, in every way to take views away until no more can
    /// be, if their number is wanted: puzzles as IDs of Tatham's Towers. Nothing of sizes of which that
    /// is not found out.
    pub fn stripped(&self, clues: &Clues, taken: &dyn Fn(u32) -> bool) -> Vec<String> {
        let Survey::Whole {
            strips: Some(strips),
            ..
        } = self
        else {
            return Vec::new();
        };
        let views = clues.views() as u32;
        let smallest = strips.of(clues).smallest();
        let left = (0..=views).rev().filter(|left| taken(views - left));
        let sets = left.flat_map(|left| smallest.of_size(left));
        let images = sets.flat_map(|set| clues.images_with(set));
        images.map(|(image, set)| image.id(set)).collect()
    }
}

impl Stripped {
    /// This puzzle and its images.
    fn add(&mut self, clues: &Clues, images: u64, strips: &Strips) {
        let enough = strips.of(clues);
        let side: Views = (1 << clues.side) - 1;
        let [north, south, west, east] = [0, 1, 2, 3].map(|i| side << (i * clues.side));
        let can_go = |views: Views| enough.is_enough(strips.every() & !views);
        let any_can_go = |all: &[Views]| match all.iter().any(|&views| can_go(views)) {
            true => images,
            false => 0,
        };
        self.one_side += any_can_go(&[north, south, west, east]);
        let adjacent = [north | west, north | east, south | west, south | east];
        self.two_adjacent_sides += any_can_go(&adjacent);
        self.two_opposite_sides += any_can_go(&[north | south, west | east]);
        let all_but = [north, south, west, east].map(|side| strips.every() & !side);
        self.three_sides += any_can_go(&all_but);
        if !(0..clues.views()).all(|view| can_go(1 << view)) {
            self.some_view_is_needed += images;
        }
        let smallest = enough.smallest();
        let (by_views, by_size) = (enough.enough(), smallest.by_size());
        let views = clues.views() as u32;
        for left in 0..=views {
            let puzzles = by_views[left as usize];
            if puzzles > 0 {
                *self.puzzles_by_views.entry(left).or_default() += images * puzzles;
            }
            let sets = by_size[left as usize];
            if sets > 0 {
                let taken = views - left;
                *self.maximal_sets.entry(taken).or_default() += images * sets;
                if let Some(example) = smallest.of_size(left).next() {
                    let id = clues.id(example);
                    let kept = self.examples.entry(taken).or_insert_with(|| id.clone());
                    if id < *kept {
                        *kept = id;
                    }
                }
            }
        }
    }
}
