//! All clues of a row or column together: every way to place the shaded cells.
//!
//! A player writes down (or sees) the few ways in which the shaded cells of a row can lie: as many
//! as each arrow says, never touching, and leaving each cell of the loop two ways. Here the
//! ways are not listed but counted: from both ends, for each position and for what the last two
//! cells are, which numbers of shaded cells are possible so far. Arrows that point forward count
//! what is left, so each possible total is taken as given, one after another.

use grid::MAX_SIDE;
use logic::{About, Found, Ground, Known, Rule, Step};

use super::lay::{NONE, Rank, RankClue};
use super::{State, Yajilin, cite_clue};
use crate::Fact;
use crate::kit::words::list;

pub(super) const RANK: Rule<Yajilin> = Rule {
    about: About {
        id: "all-placements",
        name: "All placements in a row",
        group: "",
        level: 3,
        weight: 5,
        once: false,
        trial: false,
        words: "Go through the ways to place the shaded cells of a row or column: as many as each \
                of its arrows says, not touching, and so that every other cell keeps two ways for \
                the loop. A cell that is shaded in all of them is shaded, and through a cell that \
                is shaded in none the loop passes; between two neighbours of which one is always \
                shaded no line runs. Arrows that face each other are taken together.",
    },
    find,
    say,
};

fn find(_: &Yajilin, state: &State, found: &mut Found) {
    let mut ranks: Vec<u32> = (state.touched(found).iter())
        .flat_map(|&v| state.lay.ranks_of[v as usize])
        .filter(|&r| r != NONE)
        .collect();
    ranks.sort_unstable();
    ranks.dedup();
    let known = found.known();
    for r in ranks {
        if found.over() {
            return;
        }
        let rank = &state.lay.ranks[r as usize];
        let open = |&v: &u32| v != NONE && known.is_open(v as usize);
        if !rank.cells.iter().any(open) {
            continue;
        }
        let view = View::new(rank, state, known);
        let mut facts = Vec::new();
        let placed = view.placements();
        let because = |because: &mut Vec<Ground>| view.shrunk(rank, state, known, because);
        if !placed.any {
            return found.clash([0; 4], because);
        }
        for (p, &v) in rank.cells.iter().enumerate() {
            if open(&v) && !(placed.shaded[p] && placed.passed[p]) {
                facts.push(Fact::new(v as usize, placed.shaded[p]));
            }
        }
        facts.extend((0..rank.cells.len()).filter_map(|p| apart(rank, state, known, &placed, p)));
        if !facts.is_empty() {
            found.say(&facts, [0; 4], because);
        }
    }
}

/// One of this cell and the next is shaded in every placement: no line runs between them.
fn apart(rank: &Rank, state: &State, known: &Known, placed: &Placements, p: usize) -> Option<Fact> {
    let (v, w) = (rank.cells[p], *rank.cells.get(p + 1)?);
    if placed.both[p] || v == NONE || w == NONE {
        return None;
    }
    let atom = state.lay.between(v, w)?;
    // Beside a cell that is shaded for certain it goes without saying.
    let sure = |p: usize| placed.shaded[p] && !placed.passed[p];
    let said = sure(p) || sure(p + 1) || !known.is_open(atom);
    (!said).then_some(Fact::no(atom))
}

fn say(game: &Yajilin, step: &Step) -> String {
    let clues: Vec<String> = (step.because.iter())
        .filter_map(|g| match g {
            Ground::Named(name) => Some(game.clue_at(name.at)),
            Ground::Fact(_) => None,
        })
        .collect();
    let clues = list(&clues, "and");
    if step.is_clash() {
        return format!("There is no way left to place the shaded cells of {clues}.");
    }
    let what = game.all_words(&step.therefore);
    format!("In whatever way the shaded cells of {clues} are placed, {what}.")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
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
    cells: [Cell; MAX_SIDE],
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
            cells: [Cell::Taken; MAX_SIDE],
            across: [[false; 2]; MAX_SIDE],
            back: [false; MAX_SIDE],
            ahead: [false; MAX_SIDE],
        };
        for (p, &v) in rank.cells.iter().enumerate() {
            if v == NONE {
                continue;
            }
            view.cells[p] = match known.answer(v as usize) {
                None => Cell::Open,
                Some(true) => Cell::Shaded,
                Some(false) => Cell::Passed,
            };
            let way = |dir: grid::Dir| {
                let atom = state.lay.side[v as usize][dir as usize];
                atom != NONE && !known.no(atom as usize)
            };
            // Shaded neighbours in the row are seen as such.
            let along = |dir: grid::Dir| {
                let atom = state.lay.side[v as usize][dir as usize];
                atom != NONE && !closed_by_itself(state, known, atom)
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
        if state == 1 || self.cells[p] == Cell::Taken {
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
        let fits = match self.cells[p] {
            Cell::Open => true,
            Cell::Shaded => shaded,
            Cell::Passed | Cell::Taken => !shaded,
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
                            let seen = if shaded {
                                &mut placed.shaded
                            } else {
                                &mut placed.passed
                            };
                            seen[p] = true;
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

    /// A smallest reason: whatever can be left out is left out.
    fn shrunk(&self, rank: &Rank, state: &State, known: &Known, because: &mut Vec<Ground>) {
        let placed = self.placements();
        let mut wanted = self.placements();
        // What is known already need not be decided.
        for p in 0..self.length {
            if self.cells[p] != Cell::Open {
                (wanted.shaded[p], wanted.passed[p]) = (true, true);
            }
        }
        for (p, both) in wanted.both.iter_mut().enumerate().take(self.length) {
            *both = apart(rank, state, known, &placed, p).is_none();
        }
        let mut view = self.clone();
        for clue in &rank.clues {
            let mut less = view.clone();
            less.clues.retain(|c| c.position != clue.position);
            if less.decides(&wanted) {
                view = less;
            } else {
                because.push(cite_clue(clue.cell));
            }
        }
        let cells = || rank.cells.iter().enumerate().filter(|(_, v)| **v != NONE);
        let mut facts: Vec<Ground> = Vec::new();
        for (p, &v) in cells() {
            let side = |dir: grid::Dir| state.lay.side[v as usize][dir as usize];
            for i in 0..2 {
                let atom = side(rank.across[i]);
                if atom == NONE || view.across[p][i] {
                    continue;
                }
                let mut less = view.clone();
                less.across[p][i] = true;
                match less.decides(&wanted) {
                    true => view = less,
                    false => facts.push(state.why_closed(known, atom)),
                }
            }
            let atom = side(rank.ahead);
            if atom != NONE && !view.ahead[p] {
                let mut less = view.clone();
                less.ahead[p] = true;
                less.back[p + 1] = true;
                match less.decides(&wanted) {
                    true => view = less,
                    false => facts.push(state.why_closed(known, atom)),
                }
            }
        }
        for (p, &v) in cells().filter(|&(p, _)| self.cells[p] != Cell::Open) {
            let mut less = view.clone();
            less.cells[p] = Cell::Open;
            // Ways of a shaded cell are closed by itself, and do not count once it is open again.
            if self.cells[p] == Cell::Shaded {
                (less.across[p], less.back[p], less.ahead[p]) = ([true; 2], true, true);
            }
            match less.decides(&wanted) {
                true => view = less,
                false => facts.push(Ground::Fact(Fact::new(v as usize, known.yes(v as usize)))),
            }
        }
        for (i, fact) in facts.iter().enumerate() {
            if !facts[..i].contains(fact) {
                because.push(*fact);
            }
        }
    }
}

/// The border is closed, and not because of a shaded cell at one of its sides.
fn closed_by_itself(state: &State, known: &Known, atom: u32) -> bool {
    let ends = state.lay.ends[atom as usize - state.lay.free];
    known.no(atom as usize) && !ends.iter().any(|&v| known.yes(v as usize))
}
