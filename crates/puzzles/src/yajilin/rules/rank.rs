//! All clues of a row or column together: every way to place the shaded cells.
//!
//! A player writes down (or sees) the few ways in which the shaded cells of a row can lie: as many
//! as each arrow says, never touching, and leaving each cell of the loop two ways. Here the
//! ways are not listed but counted: from both ends, for each position and for what the last two
//! cells are, which numbers of shaded cells are possible so far. Arrows that point forward count
//! what is left, so each possible total is taken as given, one after another.

use grid::MAX_SIDE;

use super::arrows::{Rank, RankClue};
use super::{State, Yajilin, cite_clue};
use crate::kit::prelude::*;

/// What all placements of the shaded cells of a row or column have in common.
#[derive(Debug)]
pub(super) struct AllPlacements {
    /// Those of its arrows that matter.
    arrows: Vec<Cell>,
}

impl Deduction<Yajilin> for AllPlacements {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let ranks = state.touched(findings).into_iter();
        let ranks = distinct(ranks.flat_map(|v| &state.counting.ranks_of[v]));
        let known = findings.known();
        findings.each(ranks, |&r, findings| {
            let rank = &state.counting.ranks[r];
            let is_open = |v: usize| known.is_open(v);
            if !rank.cells.iter().flatten().any(|&v| is_open(v)) {
                return;
            }
            let view = View::new(rank, state, known);
            let placed = view.placements();
            let because = |because: &mut Vec<Ground>| {
                let arrows = view.shrunk(rank, state, known, because);
                Self { arrows }
            };
            let positions = || 0..rank.cells.len();
            let is_sure = |p: &usize| !(placed.shaded[*p] && placed.passed[*p]);
            let sure = positions().filter(is_sure).filter_map(|p| {
                let v = rank.cells[p].filter(|&v| is_open(v))?;
                Some(Fact::new(v, placed.shaded[p]))
            });
            let apart = positions().filter_map(|p| apart(rank, state, known, &placed, p));
            findings.conclude_unless(!placed.any, sure.chain(apart), because);
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let clues = list(self.arrows.iter().map(|&at| puzzle.clue_words(at)), "and");
        // Walls alone may leave no other way.
        let of = if clues.is_empty() { "" } else { " of " };
        if step.is_clash() {
            return format!("There is no way left to place the shaded cells{of}{clues}.");
        }
        let what = puzzle.conclusions(step);
        format!("In whatever way the shaded cells{of}{clues} are placed, {what}.")
    }
}

/// One of this cell and the next is shaded in every placement: no line runs between them.
fn apart(rank: &Rank, state: &State, known: &Known, placed: &Placements, p: usize) -> Option<Fact> {
    let (v, w) = (rank.cells[p]?, (*rank.cells.get(p + 1)?)?);
    let line = state.lay.between(v, w).filter(|_| !placed.both[p])?;
    // Beside a cell that is shaded for certain it goes without saying.
    let sure = |p: usize| placed.shaded[p] && !placed.passed[p];
    let said = sure(p) || sure(p + 1) || !known.is_open(line);
    (!said).then_some(Fact::no(line))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Square {
    Open,
    Shaded,
    Passed,
    /// A clue, or beyond the edge.
    Taken,
}

/// What matters about a row: this is left out bit by bit when a reason is looked for.
#[derive(Clone)]
struct View {
    length: usize,
    clues: Vec<RankClue>,
    squares: [Square; MAX_SIDE],
    /// Ways across the row, and to the cell before and after it if it is not shaded.
    across: [[bool; 2]; MAX_SIDE],
    back: [bool; MAX_SIDE],
    ahead: [bool; MAX_SIDE],
}

struct Placements {
    any: bool,
    /// Whether this position is shaded in some placement.
    shaded: [bool; MAX_SIDE],
    /// Whether this position is passed in some placement.
    passed: [bool; MAX_SIDE],
    /// Whether this position and the next are both passed in some placement.
    both: [bool; MAX_SIDE],
}

fn bit(n: u32) -> u64 {
    1u64.checked_shl(n).unwrap_or(0)
}

impl View {
    fn new(rank: &Rank, state: &State, known: &Known) -> View {
        let mut view = View {
            length: rank.cells.len(),
            clues: rank.clues.clone(),
            squares: [Square::Taken; MAX_SIDE],
            across: [[false; 2]; MAX_SIDE],
            back: [false; MAX_SIDE],
            ahead: [false; MAX_SIDE],
        };
        for (p, v) in rank.cells.iter().enumerate() {
            let &Some(v) = v else { continue };
            view.squares[p] = match known.answer(v) {
                None => Square::Open,
                Some(true) => Square::Shaded,
                Some(false) => Square::Passed,
            };
            let way = |dir: Dir| (state.lay.side(v, dir as usize)).is_some_and(|l| !known.no(l));
            // Shaded neighbours in the row are seen as such.
            let along = |dir: Dir| {
                let line = state.lay.side(v, dir as usize);
                line.is_some_and(|line| !closed_by_itself(state, known, line))
            };
            view.across[p] = rank.across.map(way);
            view.back[p] = along(rank.back);
            view.ahead[p] = along(rank.ahead);
        }
        view
    }

    /// Can this position have this neighbourhood? States: 1 if the last cell is shaded, 2 if the
    /// one before it is, else 0.
    fn leaves_ways(&self, p: usize, state: usize, next_shaded: bool) -> bool {
        if state == 1 || self.squares[p] == Square::Taken {
            return true;
        }
        let ways = self.across[p][0] as u32
            + self.across[p][1] as u32
            + (self.back[p] && state != 2) as u32
            + (self.ahead[p] && !next_shaded) as u32;
        ways >= 2
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

    fn placements(&self) -> Placements {
        let mut placed = Placements {
            any: false,
            shaded: [false; MAX_SIDE],
            passed: [false; MAX_SIDE],
            both: [false; MAX_SIDE],
        };
        if self.clues.iter().any(|c| c.ahead) {
            for total in 0..=self.length.div_ceil(2) as u32 {
                self.place(Some(total), &mut placed);
            }
        } else {
            self.place(None, &mut placed);
        }
        placed
    }

    fn place(&self, total: Option<u32>, placed: &mut Placements) {
        let n = self.length;
        let mut allowed = [u64::MAX; MAX_SIDE + 1];
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
        let mut before = [[0u64; 3]; MAX_SIDE + 1];
        before[0][0] = 1;
        for p in 0..n {
            for state in 0..3 {
                let counts = before[p][state] & allowed[p];
                for shaded in [false, true] {
                    if counts != 0
                        && let Some(next) = self.step(p, state, shaded)
                    {
                        before[p + 1][next] |= counts << shaded as u32;
                    }
                }
            }
        }
        let mut after = [0u64; 3];
        for (state, counts) in after.iter_mut().enumerate() {
            if self.leaves_ways(n - 1, state, false) {
                *counts = allowed[n];
            }
        }
        placed.any |= (0..3).any(|s| before[n][s] & after[s] != 0);
        for p in (0..n).rev() {
            let mut earlier = [0u64; 3];
            for (state, counts) in earlier.iter_mut().enumerate() {
                for shaded in [false, true] {
                    if let Some(next) = self.step(p, state, shaded) {
                        let here = (after[next] >> shaded as u32) & allowed[p];
                        *counts |= here;
                        if before[p][state] & here != 0 {
                            match shaded {
                                true => placed.shaded[p] = true,
                                false => placed.passed[p] = true,
                            }
                            if !shaded && state != 1 && p > 0 {
                                placed.both[p - 1] = true;
                            }
                        }
                    }
                }
            }
            after = earlier;
        }
    }

    /// Does this view, which knows less, decide as much?
    fn decides(&self, wanted: &Placements) -> bool {
        let placed = self.placements();
        if !wanted.any || !placed.any {
            return wanted.any == placed.any;
        }
        (0..self.length).all(|p| {
            (wanted.shaded[p] || !placed.shaded[p])
                && (wanted.passed[p] || !placed.passed[p])
                && (wanted.both[p] || !placed.both[p])
        })
    }

    /// A smallest reason: whatever can be left out is left out. Returned are the arrows that cannot.
    fn shrunk(
        &self,
        rank: &Rank,
        state: &State,
        known: &Known,
        because: &mut Vec<Ground>,
    ) -> Vec<Cell> {
        let placed = self.placements();
        let mut wanted = self.placements();
        // What is known already need not be decided.
        for p in 0..self.length {
            if self.squares[p] != Square::Open {
                (wanted.shaded[p], wanted.passed[p]) = (true, true);
            }
            wanted.both[p] = apart(rank, state, known, &placed, p).is_none();
        }
        let mut view = self.clone();
        // Leaves something out if that decides as much; says whether it is needed.
        let mut needs = |leave_out: &dyn Fn(&mut View)| {
            let mut less = view.clone();
            leave_out(&mut less);
            let needed = !less.decides(&wanted);
            if !needed {
                view = less;
            }
            needed
        };
        let mut arrows: Vec<Cell> = Vec::new();
        for clue in &rank.clues {
            if needs(&|less| less.clues.retain(|c| c.position != clue.position)) {
                arrows.push(clue.cell);
            }
        }
        because.extend(arrows.iter().map(|&at| cite_clue(state.lay.size, at)));
        let cells = || (rank.cells.iter().enumerate()).filter_map(|(p, v)| Some((p, (*v)?)));
        for (p, v) in cells() {
            let side = |dir: Dir| state.lay.side(v, dir as usize);
            for i in 0..2 {
                if let Some(line) = side(rank.across[i]).filter(|_| !self.across[p][i])
                    && needs(&|less| less.across[p][i] = true)
                {
                    cite(because, state.why_closed(known, line));
                }
            }
            if let Some(line) = side(rank.ahead).filter(|_| !self.ahead[p])
                && needs(&|less| (less.ahead[p], less.back[p + 1]) = (true, true))
            {
                cite(because, state.why_closed(known, line));
            }
        }
        for (p, v) in cells().filter(|&(p, _)| self.squares[p] != Square::Open) {
            let open = |less: &mut View| {
                less.squares[p] = Square::Open;
                // Ways of a shaded cell are closed by itself, and do not count once it is open
                // again.
                if self.squares[p] == Square::Shaded {
                    (less.across[p], less.back[p], less.ahead[p]) = ([true; 2], true, true);
                }
            };
            if needs(&open) {
                cite(because, Ground::Fact(Fact::new(v, known.yes(v))));
            }
        }
        arrows
    }
}

/// The border is closed, and not because of a shaded cell at one of its sides.
fn closed_by_itself(state: &State, known: &Known, line: usize) -> bool {
    known.no(line) && !state.lay.ends(line).iter().any(|&v| known.yes(v))
}
