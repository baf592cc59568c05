//! The ways to place the shaded cells of one row or column: as many as each arrow says, never touching,
//! and leaving each cell of the loop two ways.
//!
//! They are rarely listed but counted: from both ends, for each position and for what the last two
//! cells are, which numbers of shaded cells are possible so far. Arrows that point forward count what
//! is left, so each possible total is taken as given, one after another.

use grid::MAX_SIDE;

use super::arrows::{Rank, RankClue};
use super::{Now, cite_clue};
use crate::kit::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Square {
    Open,
    Shaded,
    Passed,
    /// A clue, or beyond the edge.
    Taken,
}

/// What matters about a row: this is left out bit by bit when a reason is looked for.
#[derive(Clone)]
pub(super) struct View {
    length: usize,
    clues: Vec<RankClue>,
    squares: [Square; MAX_SIDE],
    /// Ways across the row, and to the cell before and after it if it is not shaded: a bit for each
    /// position.
    pub across: [u128; 2],
    pub back: u128,
    pub ahead: u128,
}

/// A part of a view that can be left out.
#[derive(Clone, Copy)]
enum Part {
    Clue(Cell),
    Across(usize, usize),
    Ahead(usize),
    Square(usize),
}

#[derive(Clone, Copy)]
pub(super) struct Placements {
    pub any: bool,
    /// Whether this position is shaded in some placement.
    pub shaded: [bool; MAX_SIDE],
    /// Whether this position is passed in some placement.
    pub passed: [bool; MAX_SIDE],
    /// Whether this position and the next are both passed in some placement.
    pub both: [bool; MAX_SIDE],
    /// Whether this position is passed in some placement and has more than two ways.
    pub spare: [bool; MAX_SIDE],
}

impl Placements {
    pub const ANY: Placements = Placements::all(true);

    const fn all(any: bool) -> Placements {
        let all = [any; MAX_SIDE];
        Placements {
            any,
            shaded: all,
            passed: all,
            both: all,
            spare: all,
        }
    }
}

/// For each position and what the last two cells are: which numbers of shaded cells are possible.
type Counts = Vec<[u64; 3]>;

fn bit(n: u32) -> u64 {
    1u64.checked_shl(n).unwrap_or(0)
}

fn has(mask: u128, p: usize) -> bool {
    mask >> p & 1 != 0
}

impl View {
    pub fn new(rank: &Rank, now: Now) -> View {
        let mut view = View {
            length: rank.cells.len(),
            clues: rank.clues.clone(),
            squares: [Square::Taken; MAX_SIDE],
            across: [0; 2],
            back: 0,
            ahead: 0,
        };
        for (p, v) in rank.cells.iter().enumerate() {
            let &Some(v) = v else { continue };
            view.squares[p] = match now.answer(v) {
                None => Square::Open,
                Some(true) => Square::Shaded,
                Some(false) => Square::Passed,
            };
            let line = |dir: Dir| now.lay.side(v, dir as usize);
            for (across, dir) in view.across.iter_mut().zip(rank.across) {
                *across |= (line(dir).is_some_and(|line| !now.no(line)) as u128) << p;
            }
            // Shaded neighbours in the row are seen as such.
            let along = |dir: Dir| {
                let is_way = |line| !closed_by_itself(now, line);
                (line(dir).is_some_and(is_way) as u128) << p
            };
            view.back |= along(rank.back);
            view.ahead |= along(rank.ahead);
        }
        view
    }

    /// The positions that are like this.
    pub fn positions(&self, is: impl Fn(Square) -> bool) -> u128 {
        let like = (0..self.length).filter(|&p| is(self.squares[p]));
        like.fold(0, |mask, p| mask | 1 << p)
    }

    /// How many ways this position has between these neighbours. States: 1 if the last cell is shaded,
    /// 2 if the one before it is, else 0.
    fn ways(&self, p: usize, state: usize, next_shaded: bool) -> u32 {
        has(self.across[0], p) as u32
            + has(self.across[1], p) as u32
            + (has(self.back, p) && state != 2) as u32
            + (has(self.ahead, p) && !next_shaded) as u32
    }

    fn leaves_ways(&self, p: usize, state: usize, next_shaded: bool) -> bool {
        let is_passed = state != 1 && self.squares[p] != Square::Taken;
        !is_passed || self.ways(p, state, next_shaded) >= 2
    }

    /// The state after the next cell, if it is possible.
    fn step(&self, p: usize, state: usize, shaded: bool) -> Option<usize> {
        let fits = match self.squares[p] {
            Square::Open => true,
            Square::Shaded => shaded,
            Square::Passed | Square::Taken => !shaded,
        };
        let touching = shaded && state == 1;
        if !fits || touching || (p > 0 && !self.leaves_ways(p - 1, state, shaded)) {
            return None;
        }
        Some(match (shaded, state) {
            (true, _) => 1,
            (false, 1) => 2,
            _ => 0,
        })
    }

    /// The numbers of shaded cells that have to be looked at one by one, if any arrow counts what is
    /// left; and for each that is possible what can come after each position.
    fn totals(&self) -> impl Iterator<Item = Counts> {
        let (totals, unknown) = match self.clues.iter().any(|clue| clue.ahead) {
            true => (self.length.div_ceil(2) as u32 + 1, None),
            false => (0, Some(None)),
        };
        let totals = (0..totals).map(Some).chain(unknown);
        let rests = totals.map(|total| self.rest(total));
        rests.filter(|rest| rest[0][0] & 1 != 0)
    }

    /// With so many shaded cells in all: for each position and state which numbers of those before it
    /// leave a way to place the rest.
    fn rest(&self, total: Option<u32>) -> Counts {
        let n = self.length;
        let mut allowed = vec![u64::MAX; n + 1];
        for clue in &self.clues {
            let so_far = match (clue.ahead, total) {
                (false, _) => Some(clue.need),
                (true, total) => total.and_then(|t| t.checked_sub(clue.need)),
            };
            allowed[clue.position] &= so_far.map_or(0, bit);
        }
        if let Some(total) = total {
            allowed[n] &= bit(total);
        }
        let mut rest = vec![[0; 3]; n + 1];
        for state in (0..3).filter(|&state| self.leaves_ways(n - 1, state, false)) {
            rest[n][state] = allowed[n];
        }
        for p in (0..n).rev() {
            for state in 0..3 {
                for shaded in [false, true] {
                    if let Some(next) = self.step(p, state, shaded) {
                        rest[p][state] |= rest[p + 1][next] >> shaded as u32 & allowed[p];
                    }
                }
            }
        }
        rest
    }

    pub fn placements(&self) -> Placements {
        let mut placed = Placements::all(false);
        for rest in self.totals() {
            let mut so_far = [1, 0, 0];
            placed.any = true;
            for p in 0..self.length {
                let before = std::mem::take(&mut so_far);
                for (state, before) in before.into_iter().enumerate() {
                    for shaded in [false, true] {
                        let Some(next) = self.step(p, state, shaded) else {
                            continue;
                        };
                        let here = before << shaded as u32 & rest[p + 1][next];
                        if here == 0 {
                            continue;
                        }
                        so_far[next] |= here;
                        placed.shaded[p] |= shaded;
                        placed.passed[p] |= !shaded;
                        if p > 0 && state != 1 {
                            placed.both[p - 1] |= !shaded;
                            placed.spare[p - 1] |= self.ways(p - 1, state, shaded) > 2;
                        }
                    }
                }
            }
            let last = self.length - 1;
            let spare = |state: usize| so_far[state] != 0 && self.ways(last, state, false) > 2;
            placed.spare[last] |= [0, 2].into_iter().any(spare);
        }
        placed
    }

    /// Every placement, as a bit for each shaded position; nothing if there are more than this.
    pub fn listed(&self, most: usize) -> Option<Vec<u128>> {
        let mut listed = Vec::new();
        for rest in self.totals() {
            let mut begun = vec![(0, 0, 0u128)];
            while let Some((p, state, mask)) = begun.pop() {
                if p == self.length {
                    if listed.len() == most {
                        return None;
                    }
                    listed.push(mask);
                    continue;
                }
                for shaded in [false, true] {
                    let mask = mask | (shaded as u128) << p;
                    let next = self.step(p, state, shaded);
                    let fits = |&next: &usize| rest[p + 1][next] & bit(mask.count_ones()) != 0;
                    begun.extend(next.filter(fits).map(|next| (p + 1, next, mask)));
                }
            }
        }
        Some(listed)
    }

    /// Does this view, which knows less, decide as much?
    pub fn decides(&self, wanted: &Placements) -> bool {
        let placed = self.placements();
        if !wanted.any || !placed.any {
            return wanted.any == placed.any;
        }
        let says = |of: fn(&Placements) -> &[bool; MAX_SIDE]| {
            (0..self.length).all(|p| of(wanted)[p] || !of(&placed)[p])
        };
        says(|p| &p.shaded) && says(|p| &p.passed) && says(|p| &p.both) && says(|p| &p.spare)
    }

    /// What can be left out, and how it is cited.
    fn parts(&self, rank: &Rank, now: Now) -> Vec<(Part, Ground)> {
        let clues = rank.clues.iter();
        let clue = |clue: &RankClue| (Part::Clue(clue.cell), cite_clue(now.lay.size, clue.cell));
        let mut parts: Vec<(Part, Ground)> = clues.map(clue).collect();
        let cells = || (rank.cells.iter().enumerate()).filter_map(|(p, v)| Some((p, (*v)?)));
        for (p, v) in cells() {
            let mut side = |dir: Dir, is_way: u128, part: Part| {
                let line = now.lay.side(v, dir as usize).filter(|_| !has(is_way, p));
                parts.extend(line.map(|line| (part, now.why_closed(line))));
            };
            for i in 0..2 {
                side(rank.across[i], self.across[i], Part::Across(i, p));
            }
            side(rank.ahead, self.ahead, Part::Ahead(p));
        }
        for (p, v) in cells().filter(|&(p, _)| self.squares[p] != Square::Open) {
            parts.push((Part::Square(p), Ground::Fact(Fact::new(v, now.yes(v)))));
        }
        parts
    }

    fn leave_out(&mut self, part: Part) {
        match part {
            Part::Clue(cell) => self.clues.retain(|clue| clue.cell != cell),
            Part::Across(i, p) => self.across[i] |= 1 << p,
            Part::Ahead(p) => {
                self.ahead |= 1 << p;
                self.back |= 2 << p;
            }
            Part::Square(p) => {
                // Ways of a shaded cell are closed by itself, and do not count once it is open again.
                if std::mem::replace(&mut self.squares[p], Square::Open) == Square::Shaded {
                    let along = [&mut self.back, &mut self.ahead];
                    let ways = self.across.iter_mut().chain(along);
                    ways.for_each(|ways| *ways |= 1 << p);
                }
            }
        }
    }
}

/// A smallest reason: whatever can be left out of these views is left out, the rest is cited. Returned
/// are the arrows that cannot.
pub(super) fn shrunk(
    mut views: Vec<View>,
    ranks: &[&Rank],
    now: Now,
    decides: impl Fn(&[View]) -> bool,
    because: &mut Vec<Ground>,
) -> Vec<Cell> {
    let mut arrows = Vec::new();
    let parts = |i: usize| views[i].parts(ranks[i], now);
    let parts: Vec<_> = (0..ranks.len()).map(parts).collect();
    for (i, parts) in parts.into_iter().enumerate() {
        for (part, ground) in parts {
            let before = views[i].clone();
            views[i].leave_out(part);
            if !decides(&views) {
                views[i] = before;
                cite(because, ground);
                arrows.extend(match part {
                    Part::Clue(cell) => Some(cell),
                    _ => None,
                });
            }
        }
    }
    arrows
}

/// The border is closed, and not because of a shaded cell at one of its sides.
fn closed_by_itself(now: Now, line: usize) -> bool {
    now.no(line) && !now.lay.ends(line).iter().any(|&v| now.yes(v))
}
