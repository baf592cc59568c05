//! Hashi (Bridges): islands carry numbers; join them by straight bridges, at most `max` (mostly
//! two) between a pair, never across another bridge or an island, so that every island has as many
//! bridges as its number and all islands are connected. An island may hide its number ("?": at
//! least one bridge). In the variant `noloop` the bridges form no loop. Islands may touch; a
//! bridge of length 0 then joins them.
//!
//! Slots: one for each potential bridge (the number drawn, [`CLOSED`] if the player says that there
//! are no more, and in the notes of an explanation how many there are at most, [`at_most`]), then one
//! for each cell with loose strokes: lines that run in water without joining two islands, or were
//! drawn on an island, which only an import can bring in. Up to 7 are counted on each side of the
//! cell; where only the cell is known, on its east or south.
//!
//! Atoms: for every potential bridge and k = 1…max, "at least k bridges here".
//!
//! "The study" in this folder is Rico te Wechel's bachelor's thesis of 2023 (docs/studies.md).

mod atoms;
mod check;
mod codec;
mod draw;
mod edits;
mod encode;
mod generate;
mod play;
mod rules;
mod setter;
mod sift;
mod smt;

use std::ops::Range;

use crate::about::family;
use crate::format::FamilyFormat;
use crate::kit::areas::{Left, Walk};
use crate::kit::prelude::*;

family! {
    Hashi, "hashi",
    sides: (1, grid::MAX_SIDE),
    board_fields: ["bridges", "loose", "notes"],
    formats: [
        FamilyFormat::links::<Hashi>(&["hashi", "hashikake", "bridges"]),
        FamilyFormat::pzprv3::<Hashi>("hashikake"),
        FamilyFormat::tatham::<Hashi>("Bridges"),
        FamilyFormat::own::<Hashi>("has", "puzzle (benchmark file)"),
    ],
    methods: &[],
}

/// The most bridges any variant allows between two islands.
const MOST_BRIDGES: u8 = 4;

/// In the slot of a potential bridge: the player says that no more bridges come here.
const CLOSED: u16 = 8;
/// In either kind of slot: the bits of one count.
const COUNT: u16 = 7;
/// In the slot of a potential bridge: where the note begins that says how many there are at most.
const AT_MOST: u16 = 4;

/// How many bridges there are at most by the note in the slot of a potential bridge.
fn at_most(slot: u16) -> Option<u8> {
    match slot >> AT_MOST & COUNT {
        0 => None,
        most => Some(most as u8),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Island {
    at: Cell,
    /// `None` for "?".
    need: Option<u8>,
}

/// A place for bridges: two islands that see each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    /// The numbers of the two islands, the western or northern one first.
    ends: (usize, usize),
    /// East or South.
    dir: Dir,
}

/// A Hashi puzzle: its islands, its variant, and what follows from them for bridges.
#[derive(Clone, Debug)]
pub struct Hashi {
    size: Size,
    islands: Vec<Island>,
    max: u8,
    no_loop: bool,
    spans: Vec<Span>,
    /// The spans of each island, in the order north, east, south, west.
    spans_at: Vec<[Option<usize>; 4]>,
    crossings: Vec<(usize, usize)>,
    /// For each span, the spans that cross it.
    crossed_by: Vec<Vec<usize>>,
}

impl Hashi {
    /// `islands` in reading order, each on its own cell of the board, none of them 0.
    fn new(size: Size, islands: Vec<Island>, max: u8, no_loop: bool) -> Hashi {
        let mut spans = Vec::new();
        let mut spans_at = vec![[None; 4]; islands.len()];
        let mut last_in_col: Vec<Option<usize>> = vec![None; size.cols()];
        let mut last: Option<usize> = None;
        for (i, island) in islands.iter().enumerate() {
            let col = &mut last_in_col[island.at.col as usize];
            let west = last.filter(|&w| islands[w].at.row == island.at.row);
            for (other, dir) in [(*col, Dir::South), (west, Dir::East)] {
                if let Some(other) = other {
                    spans_at[other][dir as usize] = Some(spans.len());
                    spans_at[i][dir.opposite() as usize] = Some(spans.len());
                    spans.push(Span {
                        ends: (other, i),
                        dir,
                    });
                }
            }
            *col = Some(i);
            last = Some(i);
        }
        let crossings = crossings(size, &islands, &spans);
        let mut crossed_by = vec![Vec::new(); spans.len()];
        for &(a, b) in &crossings {
            crossed_by[a].push(b);
            crossed_by[b].push(a);
        }
        Hashi {
            size,
            islands,
            max,
            no_loop,
            spans,
            spans_at,
            crossings,
            crossed_by,
        }
    }

    /// The water cells under a bridge on this span.
    fn water(&self, span: Span) -> impl Iterator<Item = Cell> + use<> {
        water(&self.islands, span)
    }

    fn ends(&self, span: Span) -> (Cell, Cell) {
        (self.islands[span.ends.0].at, self.islands[span.ends.1].at)
    }

    /// The spans of an island.
    fn sides(&self, island: usize) -> impl Iterator<Item = usize> + '_ {
        self.spans_at[island].iter().flatten().copied()
    }

    /// All numbers together, twice as many as there are bridges; none if one is hidden.
    fn sum(&self) -> Option<usize> {
        let needs = self.islands.iter().map(|island| island.need);
        needs.map(|need| need.map(usize::from)).sum()
    }

    /// How many bridges there are beyond those that join the islands as a tree: each of them is a
    /// further one on its span, or closes a loop. None if they are so many that it says nothing, or
    /// if a number is hidden.
    fn spare(&self) -> Option<usize> {
        const ISLANDS_PER_SPARE: usize = 8;
        let islands = self.islands.len();
        let spare = (self.sum()? / 2 + 1).checked_sub(islands)?;
        (spare * ISLANDS_PER_SPARE <= islands).then_some(spare)
    }

    /// The island at the other end.
    fn across(&self, span: usize, island: usize) -> usize {
        let (a, z) = self.spans[span].ends;
        if a == island { z } else { a }
    }

    /// Where bridges between the islands in these two cells are, if they see each other.
    fn span_between(&self, a: Cell, z: Cell) -> Option<usize> {
        let ends = (a.min(z), a.max(z));
        let mut sides = self.sides(self.island_at(a)?);
        sides.find(|&s| self.ends(self.spans[s]) == ends)
    }

    fn drawn(&self, board: &Board, span: usize) -> u8 {
        (board.slots[span] & COUNT) as u8
    }

    /// The spans with bridges.
    fn all_drawn(&self, board: &Board) -> impl Iterator<Item = usize> {
        (0..self.spans.len()).filter(|&s| self.drawn(board, s) > 0)
    }

    /// Bridges drawn at an island.
    fn total(&self, board: &Board, island: usize) -> u32 {
        (self.sides(island))
            .map(|s| self.drawn(board, s) as u32)
            .sum()
    }

    /// Walk over the islands that can be reached from one of them over open spans. Told are the spans
    /// that the islands behind them hang by, and the places of these in the walk's order.
    fn walk(
        &self,
        walk: &mut Walk<()>,
        root: usize,
        is_open: impl Fn(usize, usize) -> bool,
        mut narrow: impl FnMut(usize, Range<usize>),
    ) {
        let to = |i: usize, s: usize| Some(self.across(s, i)).filter(|&to| is_open(s, to));
        let way = |i: usize, dir: usize| to(i, self.spans_at[i][dir]?);
        let leave = |left: Left<()>| {
            if let Some(came) = left.came.filter(|came| came.by_narrow)
                && let Some(span) = self.spans_at[came.from][came.way]
            {
                narrow(span, left.behind);
            }
        };
        walk.go(root, way, |_| (), leave);
    }

    fn loose_slot(&self, at: Cell) -> usize {
        self.spans.len() + self.size.index(at)
    }

    /// Loose strokes on a side of a cell, whatever number the slot holds.
    fn strokes(&self, board: &Board, at: Cell, side: Dir) -> u16 {
        board.slots[self.loose_slot(at)] >> stroke_shift(side) & COUNT
    }

    /// Loose strokes in a cell by direction.
    fn loose(&self, board: &Board, at: Cell) -> [(Dir, u16); 2] {
        [Dir::East, Dir::South].map(|dir| {
            let back = self.strokes(board, at, dir.opposite());
            (dir, self.strokes(board, at, dir).max(back))
        })
    }

    /// The island in this cell.
    fn island_at(&self, at: Cell) -> Option<usize> {
        let found = self.islands.binary_search_by_key(&at, |island| island.at);
        found.ok()
    }

    fn is_island(&self, at: Cell) -> bool {
        self.island_at(at).is_some()
    }

    fn atom(&self, span: usize, k: u8) -> usize {
        span * self.max as usize + k as usize - 1
    }

    fn span_of(&self, atom: usize) -> (usize, u8) {
        let max = self.max as usize;
        (atom / max, (atom % max) as u8 + 1)
    }

    fn island_words(&self, island: usize) -> String {
        let Island { at, need } = self.islands[island];
        format!("the {} in {}", number_or(need, "?"), in_words(at))
    }
}

/// Where in its slot the strokes on a side of a cell are.
fn stroke_shift(side: Dir) -> u16 {
    match side {
        Dir::East => 0,
        Dir::South => 4,
        Dir::West => 8,
        Dir::North => 12,
    }
}

fn water(islands: &[Island], span: Span) -> impl Iterator<Item = Cell> + use<> {
    let (from, to) = (islands[span.ends.0].at, islands[span.ends.1].at);
    std::iter::successors(Some(from.step(span.dir)), move |c| Some(c.step(span.dir)))
        .take_while(move |&c| c != to)
}

/// Pairs of spans that share a water cell.
fn crossings(size: Size, islands: &[Island], spans: &[Span]) -> Vec<(usize, usize)> {
    let mut across: Vec<Option<usize>> = vec![None; size.len()];
    let of = |dir: Dir| spans.iter().enumerate().filter(move |(_, s)| s.dir == dir);
    for (s, &span) in of(Dir::East) {
        for at in water(islands, span) {
            across[size.index(at)] = Some(s);
        }
    }
    let mut pairs = Vec::new();
    for (s, &span) in of(Dir::South) {
        for at in water(islands, span) {
            if let Some(other) = across[size.index(at)] {
                pairs.push((other, s));
            }
        }
    }
    pairs
}
