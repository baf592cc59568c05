//! Which of the views around a square can be left out so that it stays the only solution.
//!
//! What is left must tell the square from every other one: for each other set of clues, one view in
//! which the two differ must be there. So the sets of views that are *not* enough are those that
//! lie within the views in which the square agrees with some other one. With 20 views there are a
//! million sets, one bit each; passing "not enough" on from every set to its subsets takes twenty
//! walks over 16,384 words, and so a puzzle takes less than a millisecond for all of its sets.

use super::squares::Clues;

/// A set of views, by bits: above the columns, below them, left of the rows, right of them.
pub type Views = u32;

/// The most views: those of a board of size 5.
pub const MOST: usize = 20;

/// All clues of a size, to compare with.
pub struct Strips {
    views: usize,
    /// Every set of clues as three sets of views, those whose number has this bit.
    all: Vec<[Views; 3]>,
}

/// What can be left out around one square.
pub struct Enough {
    views: usize,
    /// A bit for each set of views: is it *not* enough?
    lacking: Vec<u64>,
}

fn planes(clues: &Clues) -> [Views; 3] {
    let mut planes = [0; 3];
    for (view, seen) in clues.sides().concat().into_iter().enumerate() {
        for (bit, plane) in planes.iter_mut().enumerate() {
            *plane |= Views::from(seen >> bit & 1) << view;
        }
    }
    planes
}

impl Strips {
    /// Against these clues, which are all of a size from 2 to 5, each once.
    pub fn new(all: &[Clues]) -> Strips {
        let views = all.first().map_or(0, Clues::views);
        assert!((8..=MOST).contains(&views), "{views} views are too many");
        Strips {
            views,
            all: all.iter().map(planes).collect(),
        }
    }

    /// All views.
    pub fn every(&self) -> Views {
        (1 << self.views) - 1
    }

    /// Which views are enough for clues with one solution.
    pub fn of(&self, clues: &Clues) -> Enough {
        let every = self.every();
        let [a, b, c] = planes(clues);
        let mut lacking = vec![0u64; 1 << (self.views - 6)];
        for &[x, y, z] in &self.all {
            let same = every & !(a ^ x | b ^ y | c ^ z);
            if same != every {
                lacking[same as usize >> 6] |= 1 << (same & 63);
            }
        }
        (0..self.views).for_each(|view| pass_on_without(view, &mut lacking));
        Enough {
            views: self.views,
            lacking,
        }
    }
}

/// For each view below 6, the sets within a word that do not have it.
const NOT_IN_WORD: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// What is not enough with a view is not enough without it.
fn pass_on_without(view: usize, lacking: &mut [u64]) {
    if let Some(fewer) = NOT_IN_WORD.get(view) {
        for word in lacking {
            *word |= *word >> (1 << view) & fewer;
        }
    } else {
        let stride = 1 << (view - 6);
        for pair in lacking.chunks_exact_mut(2 * stride) {
            let (fewer, more) = pair.split_at_mut(stride);
            for (word, with) in fewer.iter_mut().zip(more) {
                *word |= *with;
            }
        }
    }
}

impl Enough {
    /// Is the square the only one with these views?
    pub fn is_enough(&self, views: Views) -> bool {
        self.lacking[views as usize >> 6] >> (views & 63) & 1 == 0
    }

    /// For each number of views, how many sets of so many are enough.
    pub fn enough(&self) -> [u64; MOST + 1] {
        counts(self.lacking.iter().map(|word| !word))
    }

    /// The sets that are enough and of which no view can be left out.
    pub fn smallest(&self) -> Smallest {
        let mut smallest: Vec<u64> = self.lacking.iter().map(|word| !word).collect();
        for view in 0..self.views {
            keep_if_lacking_without(view, &mut smallest, &self.lacking);
        }
        Smallest { sets: smallest }
    }
}

/// Drop the sets with a view that would be enough without it.
fn keep_if_lacking_without(view: usize, sets: &mut [u64], lacking: &[u64]) {
    if let Some(fewer) = NOT_IN_WORD.get(view) {
        for (set, lacking) in sets.iter_mut().zip(lacking) {
            *set &= fewer | (lacking & fewer) << (1 << view);
        }
    } else {
        let stride = 1 << (view - 6);
        for (i, set) in sets.iter_mut().enumerate().filter(|(i, _)| i & stride != 0) {
            *set &= lacking[i - stride];
        }
    }
}

/// Sets of views that are enough, and of which none can be left out.
pub struct Smallest {
    sets: Vec<u64>,
}

impl Smallest {
    /// For each number of views, how many have it.
    pub fn by_size(&self) -> [u64; MOST + 1] {
        counts(self.sets.iter().copied())
    }

    /// Those with this many views, from small to large as numbers.
    pub fn of_size(&self, size: u32) -> impl Iterator<Item = Views> {
        self.sets.iter().enumerate().flat_map(move |(i, word)| {
            let few = size.checked_sub(i.count_ones());
            let mask = few.and_then(|few| IN_WORD.get(few as usize));
            let there = word & mask.unwrap_or(&0);
            let bits = (0..64).filter(move |bit| there >> bit & 1 != 0);
            bits.map(move |bit| (i as Views) << 6 | bit)
        })
    }
}

/// In a word the sets differ in six views: for each number of these, the sets that have it.
const IN_WORD: [u64; 7] = {
    let mut masks = [0; 7];
    let mut set = 0u32;
    while set < 64 {
        masks[set.count_ones() as usize] |= 1 << set;
        set += 1;
    }
    masks
};

/// For each number of views, how many of these sets, a bit each, have it.
fn counts(sets: impl Iterator<Item = u64>) -> [u64; MOST + 1] {
    let mut counts = [0; MOST + 1];
    for (i, word) in sets.enumerate().filter(|(_, word)| *word != 0) {
        let many = i.count_ones() as usize;
        for (few, mask) in IN_WORD.iter().enumerate().take(MOST + 1 - many) {
            counts[many + few] += u64::from((word & mask).count_ones());
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::squares::Census;

    fn all(side: usize) -> (Vec<Clues>, Vec<Clues>) {
        let census = Census::new(side).expect("a size that is counted");
        let (mut all, mut unique) = (Vec::new(), Vec::new());
        for group in 0..census.groups() {
            census.count(group, |clues, squares| {
                all.extend(clues.images());
                if squares == 1 {
                    unique.push(clues);
                }
            });
        }
        (all, unique)
    }

    /// By the definition, set by set.
    #[test]
    fn agrees_with_a_comparison_of_all_clues() {
        let (all, unique) = all(4);
        let strips = Strips::new(&all);
        let views = |clues: &Clues| clues.sides().concat();
        let seen: Vec<Vec<u8>> = all.iter().map(views).collect();
        let mut sets = 0;
        for clues in unique.iter().step_by(9) {
            let enough = strips.of(clues);
            let smallest = enough.smallest();
            let own = views(clues);
            let by_definition = |set: Views| {
                let agree = |other: &&Vec<u8>| {
                    (0..16).all(|view| set >> view & 1 == 0 || own[view] == other[view])
                };
                seen.iter().filter(agree).count() == 1
            };
            let mut counted = [0; 17];
            let mut counted_smallest = [0; 17];
            for set in (0..1 << 16).filter(|&set| by_definition(set)) {
                assert!(enough.is_enough(set));
                counted[set.count_ones() as usize] += 1;
                let one_less = (0..16).filter(|view| set >> view & 1 == 1);
                if !one_less.map(|view| set & !(1 << view)).any(by_definition) {
                    counted_smallest[set.count_ones() as usize] += 1;
                }
                sets += 1;
            }
            assert_eq!(enough.enough()[..17], counted);
            assert_eq!(smallest.by_size()[..17], counted_smallest);
            for (size, count) in (0..).zip(counted_smallest) {
                let all: Vec<Views> = smallest.of_size(size).collect();
                assert_eq!(all.len() as u64, count);
                assert!(all.is_sorted_by(|a, b| a < b));
                for set in all {
                    assert!(set.count_ones() == size && enough.is_enough(set));
                }
            }
        }
        assert!(sets > 10_000, "{sets}");
    }
}
