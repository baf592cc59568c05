//! Every Latin square of a size as a Skyscrapers puzzle with all its clues: how many sets of clues
//! there are, how many have one solution, and how many differ by more than a turn or a mirror.
//!
//! Size 6 has 812,851,200 squares. They are counted group by group (see `frame`): 1,933
//! groups of at most 4.5 million squares, together an eighth of all, each listed, sorted and read
//! off. Nothing is kept between groups, so groups can be counted in any order, on several threads
//! or machines, and their counts added.

use std::ops::{AddAssign, Range};

use serde::{Deserialize, Serialize};

use super::frame::{Frame, Inside, LARGEST, Outline, Sight, frames};
use super::strips::Views;
use super::symmetry::{Line, Lines};

/// What was counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Counts {
    /// Latin squares.
    pub squares: u64,
    /// Different sets of clues around them.
    pub clue_sets: u64,
    /// Sets of clues with one solution.
    pub unique: u64,
    /// Sets of clues, those that are turned or mirrored images of each other counted once.
    pub classes: u64,
    /// The same, of those with one solution.
    pub unique_classes: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.squares += other.squares;
        self.clue_sets += other.clue_sets;
        self.unique += other.unique;
        self.classes += other.classes;
        self.unique_classes += other.unique_classes;
    }
}

/// The squares of a size, in groups that have no clues in common.
pub struct Census {
    side: usize,
    sight: Sight,
    frames: Vec<Frame>,
    groups: Vec<Range<usize>>,
}

impl Census {
    /// All groups of this size; none unless it is from 2 to [`LARGEST`].
    pub fn new(side: usize) -> Option<Census> {
        Census::new_until(side, &|| false)
    }

    /// The same; none, too, if it was time to stop before all groups were found.
    pub fn new_until(side: usize, stop: &dyn Fn() -> bool) -> Option<Census> {
        if !(2..=LARGEST).contains(&side) {
            return None;
        }
        let sight = Sight::new(side);
        let frames = frames(&sight, stop)?;
        let mut groups = Vec::new();
        let mut first = 0;
        for group in frames.chunk_by(|a, b| a.outline == b.outline) {
            groups.push(first..first + group.len());
            first += group.len();
        }
        Some(Census {
            side,
            sight,
            frames,
            groups,
        })
    }

    /// How many groups there are.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Count one group with all its images. `visit` is shown one of each class of clues, with how
    /// many squares have them.
    pub fn count(&self, group: usize, visit: impl FnMut(Clues, usize)) -> Counts {
        let counts = self.count_until(group, &|| false, visit);
        counts.expect("nothing stops it")
    }

    /// The same; none if it was time to stop before all squares were listed, and then nothing has
    /// been shown.
    pub fn count_until(
        &self,
        group: usize,
        stop: &dyn Fn() -> bool,
        mut visit: impl FnMut(Clues, usize),
    ) -> Option<Counts> {
        let frames = &self.frames[self.groups[group].clone()];
        let outline = frames[0].outline;
        let mut insides: Vec<Inside> = Vec::new();
        for frame in frames {
            if stop() {
                return None;
            }
            frame.insides(&self.sight, &mut insides);
        }
        insides.sort_unstable();
        // The symmetries that leave the outline as it is: they alone map squares of this group to
        // each other.
        let images = outline.images(2);
        let same: Vec<usize> = (1..8).filter(|&i| images[i] == outline).collect();
        let orbit = 8 / (1 + same.len() as u64);
        let mut counts = Counts {
            squares: insides.len() as u64 * orbit,
            ..Counts::default()
        };
        for squares in insides.chunk_by(|a, b| a == b) {
            let is_unique = squares.len() == 1;
            counts.clue_sets += orbit;
            counts.unique += if is_unique { orbit } else { 0 };
            let clues = Clues::new(self.side, outline, squares[0]);
            let is_first = same.is_empty() || {
                let images = clues.lines.images(self.side);
                same.iter().all(|&i| images[i] >= clues.lines)
            };
            if is_first {
                counts.classes += 1;
                counts.unique_classes += is_unique as u64;
                visit(clues, squares.len());
            }
        }
        Some(counts)
    }
}

/// What is seen along all lines of a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Clues {
    pub(super) side: usize,
    lines: Lines<LARGEST>,
}

impl Clues {
    fn new(side: usize, outline: Outline, inside: Inside) -> Clues {
        let inner = side - 2;
        let line = |i: usize| (inside >> (6 * i) & 63) as Line;
        let lines = |outer: [Line; 2], first: usize| {
            let mut lines = [0; LARGEST];
            lines[0] = outer[0];
            lines[side - 1] = outer[1];
            (0..inner).for_each(|i| lines[i + 1] = line(first + i));
            lines
        };
        let lines = Lines {
            rows: lines(outline.rows, 0),
            columns: lines(outline.columns, inner),
        };
        Clues { side, lines }
    }

    /// Above the columns, below them, left of the rows, right of them.
    pub fn sides(&self) -> [Vec<u8>; 4] {
        let Lines { rows, columns } = self.lines;
        let ends = |lines: [Line; LARGEST], shift: u8| {
            let lines = lines[..self.side].iter();
            lines.map(|line| line >> shift & 7).collect()
        };
        [
            ends(columns, 0),
            ends(columns, 3),
            ends(rows, 0),
            ends(rows, 3),
        ]
    }

    /// How many views there are.
    pub fn views(&self) -> usize {
        4 * self.side
    }

    /// The puzzle with these views as an ID of Tatham's Towers.
    pub fn id(&self, views: Views) -> String {
        let text = |(view, seen): (usize, u8)| match views >> view & 1 {
            0 => String::new(),
            _ => seen.to_string(),
        };
        let seen = self.sides().concat().into_iter().enumerate();
        let clues: Vec<String> = seen.map(text).collect();
        format!("{}:{}", self.side, clues.join("/"))
    }

    /// The different ones among its eight images, itself among them.
    pub fn images(&self) -> Vec<Clues> {
        let images = self.lines.images(self.side);
        let mut images = images.map(|lines| Clues { lines, ..*self }).to_vec();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The different ones among its eight images, each with these views, where they are then.
    pub fn images_with(&self, views: Views) -> Vec<(Clues, Views)> {
        let side = self.side;
        let bit = |view: usize| (views >> view & 1) as Line;
        let ends = |first: usize| {
            let mut lines = [0; LARGEST];
            (0..side).for_each(|i| lines[i] = bit(first + i) | bit(first + side + i) << 3);
            lines
        };
        let there = Lines {
            rows: ends(2 * side),
            columns: ends(0),
        };
        let (images, there) = (self.lines.images(side), there.images(side));
        let different = (0..8).filter(|&i| !images[..i].contains(&images[i]));
        let image = |i: usize| {
            let bits = Clues::with(self.side, there[i]).sides().concat();
            let bits = bits.into_iter().enumerate();
            let views = bits.map(|(view, bit)| Views::from(bit) << view).sum();
            (Clues::with(self.side, images[i]), views)
        };
        different.map(image).collect()
    }

    fn with(side: usize, lines: Lines<LARGEST>) -> Clues {
        Clues { side, lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(side: usize) -> Counts {
        let census = Census::new(side).expect("a size that is counted");
        let mut counts = Counts::default();
        for group in 0..census.groups() {
            counts += census.count(group, |_, _| {});
        }
        counts
    }

    /// Squares of sizes 4 and 5 and their clues as the studies and our own proofs have them; the
    /// rest by listing all squares.
    #[test]
    fn small_sizes() {
        for (side, squares, clue_sets, unique) in [
            (2, 2, 2, 2),
            (3, 12, 12, 12),
            (4, 576, 438, 372),
            (5, 161_280, 102_398, 68_368),
        ] {
            let counts = all(side);
            assert_eq!(
                (counts.squares, counts.clue_sets, counts.unique),
                (squares, clue_sets, unique)
            );
        }
        assert!(Census::new(1).is_none() && Census::new(7).is_none());
    }

    #[test]
    fn it_stops_when_it_is_told_to() {
        assert!(Census::new_until(4, &|| true).is_none());
        let census = Census::new_until(4, &|| false).expect("a size that is counted");
        let mut shown = 0;
        assert_eq!(census.count_until(0, &|| true, |_, _| shown += 1), None);
        assert_eq!(shown, 0);
        let whole = census.count_until(0, &|| false, |_, _| shown += 1);
        assert!(whole.is_some() && shown > 0);
    }

    #[test]
    fn views_are_turned_with_their_clues() {
        let census = Census::new(4).expect("a size that is counted");
        let mut seen = 0;
        census.count(3, |clues, _| {
            for views in [1, 0b1000_0100_0010_0001, 0xffff, 0b0110_1100_0001_0111] {
                let images = clues.images_with(views);
                let mut alone: Vec<Clues> = images.iter().map(|(image, _)| *image).collect();
                alone.sort_unstable();
                assert_eq!(alone, clues.images());
                let numbers = |clues: &Clues, views: Views| {
                    let all = clues.sides().concat().into_iter().enumerate();
                    let there = all.filter(|(view, _)| views >> view & 1 == 1);
                    let mut there: Vec<u8> = there.map(|(_, number)| number).collect();
                    there.sort_unstable();
                    there
                };
                for (image, turned) in images {
                    assert_eq!(numbers(&image, turned), numbers(&clues, views));
                    seen += 1;
                }
            }
        });
        assert!(seen > 8, "{seen}");
    }

    #[test]
    fn the_images_of_one_of_each_class_are_all_clues() {
        let census = Census::new(4).expect("a size that is counted");
        let (mut clues, mut unique, mut squares) = (Vec::new(), 0, 0);
        for group in 0..census.groups() {
            census.count(group, |one, times| {
                let images = one.images();
                squares += images.len() * times;
                unique += if times == 1 { images.len() } else { 0 };
                clues.extend(images);
            });
        }
        assert_eq!((clues.len(), unique, squares), (438, 372, 576));
        clues.sort_unstable();
        clues.dedup();
        assert_eq!(clues.len(), 438);
    }
}
