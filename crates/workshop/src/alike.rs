//! How alike two puzzles are: their clues as they lie, turned and mirrored to suit each other best, how
//! they begin, and how they go on. A person who solves a set notices all three, so a set should not
//! hold two that are close.
//!
//! The distance is from 0 to 1. One puzzle and the same with a few clues changed, perhaps turned, have
//! less than [`LOOK_ALIKE`] between them. Clues weigh most and are compared first; only if these are
//! close, the rules are asked how the puzzle goes.
//!
//! Of thousands of pairs hardly any are close, so places of clues are compared as sets of bits before
//! anything else: walking along lists was a third of the time in which small puzzles are made. All sets
//! of a puzzle lie one after another, and the rounds in which the rules solved it come along with it:
//! sets apart and a second trace were a quarter.

use std::sync::{Arc, OnceLock};

use grid::{Cell, Size, Symmetry};
use logic::{Round, level};
use puzzles::Puzzle;
use puzzles::reason::plain_trace;
use sat::Budget;

use crate::traits::{clues, kind};

/// Puzzles that are closer than this look alike.
pub const LOOK_ALIKE: f64 = 0.25;

/// What the parts of the distance weigh: clues, first rounds, path.
const WEIGHTS: [f64; 3] = [0.6, 0.2, 0.2];

/// How many rounds are the beginning.
const FIRST: usize = 6;

/// The levels of rules that suppose nothing, and 0 for none.
const LEVELS: usize = level::EXPERT as usize + 1;

/// A budget for following the rules; what takes longer is not for people.
const CONFLICTS: u64 = 20_000;

/// Places and kinds of clues.
type Clues = Vec<(Cell, u32)>;

/// What is compared of a puzzle.
#[derive(Clone, Debug)]
pub struct Likeness {
    puzzle: Arc<dyn Puzzle>,
    clues: Clues,
    /// The kind of the clue in each place; 0 where there is none.
    kinds: Vec<u32>,
    /// Where the clues lie in each of the eight symmetries: sets of bits, all equally long.
    images: Vec<u64>,
    path: OnceLock<Path>,
}

/// The number of a place on a board or around it, and how many there are.
fn place(size: Size, at: Cell) -> usize {
    (at.row + 1) as usize * (size.cols() + 2) + (at.col + 1) as usize
}

fn places(size: Size) -> usize {
    (size.rows() + 2) * (size.cols() + 2)
}

/// The places of clues in all symmetries.
fn images(clues: &Clues, board: Size) -> Vec<u64> {
    let words = places(board).div_ceil(64);
    let mut bits = vec![0; words * Symmetry::ALL.len()];
    for (turn, bits) in Symmetry::ALL.iter().zip(bits.chunks_mut(words)) {
        let size = turn.size(board);
        for &(at, _) in clues {
            let place = place(size, turn.cell(board, at));
            bits[place / 64] |= 1 << (place % 64);
        }
    }
    bits
}

/// Are at most so many places in one of two sets only? Mostly the first 64 tell.
fn is_close(one: &[u64], other: &[u64], most: u32) -> bool {
    let mut differ = 0;
    one.iter().zip(other).all(|(a, b)| {
        differ += (a ^ b).count_ones();
        differ <= most
    })
}

#[derive(Clone, Debug)]
struct Path {
    /// The rules at work in the first rounds.
    first: Vec<u64>,
    /// The share of the steps at each level.
    levels: [f64; LEVELS],
}

impl Path {
    fn of(rounds: &[Round]) -> Path {
        let steps: u32 = rounds.iter().map(|round| round.steps).sum();
        let mut levels = [0.0; LEVELS];
        for round in rounds {
            let level = (round.level as usize).min(LEVELS - 1);
            levels[level] += f64::from(round.steps) / f64::from(steps.max(1));
        }
        let first = rounds.iter().take(FIRST).map(|round| round.rules);
        Path {
            first: first.collect(),
            levels,
        }
    }
}

impl Likeness {
    /// What is to be compared of this puzzle.
    pub fn of(puzzle: Arc<dyn Puzzle>) -> Likeness {
        let size = puzzle.size();
        let number = |sign: &str| {
            let bytes = kind(sign).bytes().take(4);
            bytes.fold(0, |number: u32, byte| number << 8 | u32::from(byte))
        };
        let clues: Clues = (clues(&puzzle.record()).iter())
            .map(|(at, sign)| (*at, number(sign)))
            .collect();
        let mut kinds = vec![0; places(size)];
        for &(at, kind) in &clues {
            kinds[place(size, at)] = kind;
        }
        Likeness {
            images: images(&clues, size),
            clues,
            kinds,
            puzzle,
            path: OnceLock::new(),
        }
    }

    /// The same, of a puzzle that the rules have just solved in these rounds.
    pub fn traced(puzzle: Arc<dyn Puzzle>, rounds: &[Round]) -> Likeness {
        Likeness {
            path: Path::of(rounds).into(),
            ..Likeness::of(puzzle)
        }
    }

    fn path(&self) -> &Path {
        let trace = || plain_trace(self.puzzle.as_ref(), Budget::conflicts(CONFLICTS));
        self.path.get_or_init(|| Path::of(&trace().rounds))
    }

    /// The ways to turn another puzzle of the family so that it has a board of this size, with its
    /// places then.
    fn fits<'a>(&self, other: &'a Likeness) -> impl Iterator<Item = (Symmetry, &'a [u64])> {
        let (here, there) = (self.puzzle.size(), other.puzzle.size());
        let same = self.puzzle.family().id == other.puzzle.family().id;
        let images = other.images.chunks(places(there).div_ceil(64));
        let turned = Symmetry::ALL.into_iter().zip(images);
        turned.filter(move |(turn, _)| same && turn.size(there) == here)
    }

    /// The share of clues that only one of them has, if the other is turned like this; one of another
    /// kind in the same place counts half.
    fn apart(&self, other: &Likeness, turn: Symmetry) -> f64 {
        let (mut common, mut both) = (0, 0);
        for &(at, kind) in &other.clues {
            let at = turn.cell(other.puzzle.size(), at);
            let here = self.kinds[place(self.puzzle.size(), at)];
            common += (here != 0) as usize;
            both += (here != 0) as usize + (here == kind) as usize;
        }
        let all = self.clues.len() + other.clues.len() - common;
        1.0 - both as f64 / (2 * all).max(1) as f64
    }

    /// The smallest share of clues that only one of them has, however the other is turned.
    fn clues_apart(&self, other: &Likeness) -> f64 {
        let apart = |(turn, _)| self.apart(other, turn);
        self.fits(other).map(apart).fold(1.0, f64::min)
    }

    /// The same; 1 if they cannot look alike because of all places more than `LOOK_ALIKE / WEIGHTS[0]`
    /// have a clue in one of them only.
    fn clues_apart_if_close(&self, other: &Likeness) -> f64 {
        let (here, there) = (self.clues.len(), other.clues.len());
        let share = LOOK_ALIKE / WEIGHTS[0];
        let most = ((here + there) as f64 * share / (2.0 - share)) as u32;
        if here.abs_diff(there) as u32 > most {
            return 1.0;
        }
        let mut apart = 1.0;
        for (turn, image) in self.fits(other) {
            if is_close(&self.images, image, most) {
                apart = self.apart(other, turn).min(apart);
            }
        }
        apart
    }

    /// How different two puzzles are, from 0 (the same, perhaps turned) to 1.
    pub fn distance(&self, other: &Likeness) -> f64 {
        self.distance_with(other, self.clues_apart(other))
    }

    /// The same, if it is known how far apart the clues are.
    fn distance_with(&self, other: &Likeness, apart: f64) -> f64 {
        let [clues, first, levels] = WEIGHTS;
        let (here, there) = (self.path(), other.path());
        let rounds = here.first.len().max(there.first.len());
        let same = (here.first.iter().zip(&there.first)).filter(|(a, b)| a == b);
        let shares = here.levels.iter().zip(&there.levels);
        clues * apart
            + first * (rounds - same.count()) as f64 / rounds.max(1) as f64
            + levels * shares.map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
    }

    /// Do two puzzles look alike?
    pub fn is_like(&self, other: &Likeness) -> bool {
        let apart = self.clues_apart_if_close(other);
        WEIGHTS[0] * apart < LOOK_ALIKE && self.distance_with(other, apart) < LOOK_ALIKE
    }
}

/// Classes of puzzles that look alike, each as places in the list: two are in one class if a chain of
/// look-alikes leads from one to the other.
pub fn classes(all: &[Likeness]) -> Vec<Vec<usize>> {
    let mut class: Vec<usize> = (0..all.len()).collect();
    for i in 0..all.len() {
        for j in 0..i {
            if class[i] != class[j] && all[i].is_like(&all[j]) {
                let (from, to) = (class[i].max(class[j]), class[i].min(class[j]));
                class
                    .iter_mut()
                    .filter(|c| **c == from)
                    .for_each(|c| *c = to);
            }
        }
    }
    let members = |first: usize| (0..all.len()).filter(|&i| class[i] == first).collect();
    let firsts = (0..all.len()).filter(|&i| class[i] == i);
    firsts.map(members).collect()
}
