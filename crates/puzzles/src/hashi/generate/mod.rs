//! Making Hashi.
//!
//! *ours*: grow a network, then mend it. Islands are added at the end of new bridges, where few
//! others are, until there are enough; an island from which nothing can be reached any more is
//! never tried again. Bridges are added between islands that see each other. Then the solver says
//! which bridges are in doubt, and some of them are changed: one bridge more, one fewer, or none.
//! Ambiguities are local, so all of them are mended in the same round, and a board of 100×100 takes
//! a few rounds, not a proof for every island. If the request wants easier reasoning, the same is
//! done where the rules of deduction get stuck.
//!
//! *study*: one island after the other, each kept only if the puzzle is still unique.
//!
//! Density is the share of cells that hold an island. No two islands touch.

mod study;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use grid::{Cell, Dir, Size, cell};
use logic::{Plan, Reasoner, TraceEnd};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{Hashi, Island};
use crate::kit::areas::shortest;
use crate::make::ambiguity::doubts;
use crate::make::{BoardSpec, ClueSymmetry, Maker, MakerOption, Tools, shuffled};
use crate::puzzle::Puzzle;

const LOOPS: MakerOption = MakerOption {
    id: "loops",
    words: "percent of the places between islands that see each other where a bridge is added",
    usual: 50,
    least: 0,
    most: 100,
    names: &[],
};

pub(super) const MAKERS: &[Maker] = &[
    Maker {
        id: "ours",
        words: "grow a network, then change bridges that are in doubt until none are",
        options: &[LOOPS],
        shapes: &[ClueSymmetry::Turn, ClueSymmetry::Mirror],
        density: Some("of the cells are islands"),
        propose: ours,
    },
    Maker {
        id: "study",
        words: "the study's: island by island, each kept only if the puzzle stays unique",
        options: &[MakerOption {
            id: "islands",
            words: "how many islands",
            usual: 0,
            least: 0,
            most: 2000,
            names: &[(0, "as many as the study has on a board of this size")],
        }],
        shapes: &[],
        density: Some("of the cells are islands"),
        propose: study::study,
    },
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    Water,
    Island,
    Bridge,
}

/// A network that grows: what is in each cell, and the ends of its bridges.
struct Network {
    size: Size,
    shape: ClueSymmetry,
    spots: Vec<Spot>,
    islands: Vec<Cell>,
    bridges: Vec<(Cell, Cell)>,
}

/// The direction in which `to` lies, and how far.
fn way(from: Cell, to: Cell) -> Option<(Dir, usize)> {
    let (down, right) = (to.row - from.row, to.col - from.col);
    match (down, right) {
        (0, 1..) => Some((Dir::East, right as usize)),
        (0, ..=-1) => Some((Dir::West, -right as usize)),
        (1.., 0) => Some((Dir::South, down as usize)),
        (..=-1, 0) => Some((Dir::North, -down as usize)),
        _ => None,
    }
}

impl Network {
    fn new(size: Size, shape: ClueSymmetry) -> Network {
        Network {
            size,
            shape,
            spots: vec![Spot::Water; size.len()],
            islands: Vec::new(),
            bridges: Vec::new(),
        }
    }

    fn spot(&self, at: Cell) -> Spot {
        self.spots[self.size.index(at)]
    }

    fn image(&self, at: Cell) -> Cell {
        self.shape.image(self.size, at)
    }

    /// Water without an island beside it.
    fn is_site(&self, at: Cell) -> bool {
        self.spot(at) == Spot::Water
            && self
                .size
                .neighbours(at)
                .all(|(_, n)| self.spot(n) != Spot::Island)
    }

    fn put(&mut self, at: Cell) -> bool {
        if !self.is_site(at) {
            return false;
        }
        let index = self.size.index(at);
        self.spots[index] = Spot::Island;
        self.islands.push(at);
        true
    }

    /// A bridge from an island over water to another island.
    fn join(&mut self, from: Cell, to: Cell) -> bool {
        let Some((dir, far)) = way(from, to) else {
            return false;
        };
        if self.bridges.contains(&(from, to)) || self.bridges.contains(&(to, from)) {
            return true;
        }
        if (1..far).any(|d| self.spot(from.go(dir, d)) != Spot::Water) {
            return false;
        }
        for d in 1..far {
            let index = self.size.index(from.go(dir, d));
            self.spots[index] = Spot::Bridge;
        }
        self.bridges.push((from, to));
        true
    }

    /// Take back what came after the first `islands` islands and `bridges` bridges.
    fn back_to(&mut self, islands: usize, bridges: usize) {
        for (from, to) in self.bridges.split_off(bridges) {
            if let Some((dir, far)) = way(from, to) {
                for d in 1..far {
                    let index = self.size.index(from.go(dir, d));
                    self.spots[index] = Spot::Water;
                }
            }
        }
        for at in self.islands.split_off(islands) {
            let index = self.size.index(at);
            self.spots[index] = Spot::Water;
        }
    }

    /// The first islands, joined and symmetric, near the middle.
    fn start(&mut self, reach: usize, rng: &mut ChaCha8Rng) -> bool {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let mut near = |n: usize| {
            let low = (n / 2).saturating_sub(reach / 2);
            rng.random_range(low..=(n / 2).min(n - 1))
        };
        for _ in 0..100 {
            let at = cell(near(rows), near(cols));
            let other = self.image(at);
            let corners = [
                at,
                Cell {
                    row: at.row,
                    col: other.col,
                },
                other,
                Cell {
                    row: other.row,
                    col: at.col,
                },
            ];
            let ring = self.shape == ClueSymmetry::Turn && way(at, other).is_none() && at != other;
            let done = if ring {
                corners.iter().all(|&c| self.put(c))
                    && (0..4).all(|i| self.join(corners[i], corners[(i + 1) % 4]))
            } else {
                self.put(at) && (at == other || self.put(other) && self.join(at, other))
            };
            if done {
                return true;
            }
            self.back_to(0, 0);
        }
        false
    }

    /// Where a new island can be put that a bridge from this one reaches.
    fn sites(&self, from: Cell, reach: usize) -> Vec<Cell> {
        let sites = |dir| self.sites_towards(from, dir, reach);
        Dir::ALL.into_iter().flat_map(sites).collect()
    }

    fn sites_towards(&self, from: Cell, dir: Dir, reach: usize) -> Vec<Cell> {
        let ahead = self.size.ray(from, dir).take(reach);
        let water = ahead.take_while(|&c| self.spot(c) == Spot::Water);
        water.skip(1).filter(|&c| self.is_site(c)).collect()
    }

    /// How crowded it is around a place.
    fn crowd(&self, at: Cell) -> usize {
        let mut count = 0;
        for row in at.row - 3..=at.row + 3 {
            for col in at.col - 3..=at.col + 3 {
                let near = Cell { row, col };
                count += (self.size.contains(near) && self.spot(near) == Spot::Island) as usize;
            }
        }
        count
    }

    /// A new island with its bridge, and its image.
    fn add(&mut self, from: Cell, to: Cell) -> bool {
        let before = (self.islands.len(), self.bridges.len());
        let (from_image, to_image) = (self.image(from), self.image(to));
        let done = self.put(to)
            && self.join(from, to)
            && (to_image == to || self.put(to_image))
            && self.join(from_image, to_image);
        if !done {
            self.back_to(before.0, before.1);
        }
        done
    }

    fn grow(&mut self, wanted: usize, rng: &mut ChaCha8Rng) {
        let reach = (4 + self.size.rows().max(self.size.cols()) / 6).min(12);
        if !self.start(reach, rng) {
            return;
        }
        let mut open: Vec<Cell> = self.islands.clone();
        let mut tries = 20 * wanted;
        while self.islands.len() < wanted && !open.is_empty() && tries > 0 {
            tries -= 1;
            let i = rng.random_range(0..open.len());
            let from = open[i];
            let sites = self.sites(from, reach);
            // Water only ever gets less: what cannot be left now never can.
            let Some(&first) = sites.choose(rng) else {
                open.swap_remove(i);
                continue;
            };
            let second = *sites.choose(rng).expect("there is one");
            let to = if self.crowd(second) < self.crowd(first) {
                second
            } else {
                first
            };
            let known = self.islands.len();
            if self.add(from, to) {
                open.extend_from_slice(&self.islands[known..]);
            }
        }
    }

    /// Does every quarter of the board have at least half of the islands it should have?
    fn is_everywhere(&self) -> bool {
        let (rows, cols) = (self.size.rows() as i16, self.size.cols() as i16);
        let mut quarters = [0; 4];
        for at in &self.islands {
            quarters[2 * (2 * at.row >= rows) as usize + (2 * at.col >= cols) as usize] += 1;
        }
        quarters
            .iter()
            .all(|&islands| 8 * islands >= self.islands.len())
    }

    /// The puzzle with these islands, and the bridges on each span.
    fn puzzle(&self, weight: impl FnMut() -> u8) -> (Hashi, Vec<u8>) {
        let mut islands = self.islands.clone();
        islands.sort_unstable();
        let number = |at: Cell| islands.binary_search(&at).expect("an island");
        let pairs: Vec<(usize, usize)> = (self.bridges.iter())
            .map(|&(a, z)| (number(a.min(z)), number(a.max(z))))
            .collect();
        let islands = islands.iter().map(|&at| Island { at, need: Some(1) });
        let puzzle = Hashi::new(self.size, islands.collect(), 2, false);
        let mut weights = vec![0; puzzle.spans.len()];
        let mut weight = weight;
        for pair in pairs {
            let mut sides = puzzle.sides(pair.0);
            let span = sides.find(|&s| puzzle.spans[s].ends == pair);
            weights[span.expect("bridges join islands that see each other")] = weight();
        }
        (puzzle, weights)
    }
}

/// The numbers that these bridges give.
fn set_needs(puzzle: &mut Hashi, weights: &[u8]) {
    for i in 0..puzzle.islands.len() {
        let need: u8 = puzzle.sides(i).map(|s| weights[s]).sum();
        puzzle.islands[i].need = Some(need);
    }
}

/// How many networks are grown at most until one is everywhere.
const GROWTHS: usize = 5;

/// How many islands look good: as on the study's small boards, and more than its few on large ones.
fn usual_islands(size: Size) -> usize {
    let cells = size.len() as f64;
    (cells * (0.11 + 0.8 / cells.sqrt())).round() as usize
}

fn ours(request: &BoardSpec, tools: &mut Tools) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = request.size()?;
    let wanted = match request.density {
        Some(density) => (size.len() as f64 * density).round() as usize,
        None => usual_islands(size),
    };
    let wanted = wanted.max(2);
    let mut network = Network::new(size, request.symmetry);
    network.grow(wanted, &mut tools.rng);
    for _ in 1..GROWTHS {
        if network.is_everywhere() {
            break;
        }
        network = Network::new(size, request.symmetry);
        network.grow(wanted, &mut tools.rng);
    }
    let least = if request.density.is_some() { 90 } else { 60 };
    if network.islands.len() < 2 || network.islands.len() * 100 < wanted * least {
        return Err("no room for that many islands");
    }
    let (mut puzzle, mut weights) = network.puzzle(|| tools.rng.random_range(1..=2));
    let spans = shuffled(0..puzzle.spans.len(), &mut tools.rng);
    let loops = request.option("loops") as u32;
    for span in spans {
        let free = weights[span] == 0 && puzzle.crossed_by[span].iter().all(|&c| weights[c] == 0);
        if free && tools.rng.random_ratio(loops, 100) {
            weights[span] = tools.rng.random_range(1..=2);
        }
    }
    mend(&mut puzzle, &mut weights, tools)?;
    Ok(Arc::new(puzzle))
}

/// Rounds of mending, and how many of them may be spent on what the request wants beyond
/// uniqueness.
const ROUNDS: usize = 100;
const FITTING: usize = 30;

fn mend(puzzle: &mut Hashi, weights: &mut [u8], tools: &mut Tools) -> Result<(), &'static str> {
    let mut fitting = 0;
    for _ in 0..ROUNDS {
        set_needs(puzzle, weights);
        if tools.raw {
            return Ok(());
        }
        let intended: Vec<bool> = (0..2 * weights.len())
            .map(|atom| {
                let (span, k) = puzzle.span_of(atom);
                weights[span] >= k
            })
            .collect();
        let doubts = doubts(puzzle, &intended, tools.budget).ok_or("the proof took too long")?;
        let mut spots: Vec<usize> = (0..weights.len())
            .filter(|&s| doubts[puzzle.atom(s, 1)] || doubts[puzzle.atom(s, 2)])
            .collect();
        if spots.is_empty() {
            if (tools.fits)(puzzle) {
                return Ok(());
            }
            fitting += 1;
            if fitting > FITTING {
                return Err("unique, but not as wanted");
            }
            spots = open_spans(puzzle, tools);
        }
        for spots in groups(puzzle, &spots) {
            change(puzzle, weights, spots, &mut tools.rng);
        }
    }
    Err("still ambiguous after all changes")
}

/// Where the rules of deduction get stuck; some spans if they do not.
fn open_spans(puzzle: &Hashi, tools: &mut Tools) -> Vec<usize> {
    let plan = Plan::without_trial(&Reasoner::rules(puzzle));
    let trace = Reasoner::trace(puzzle, &[], &plan, tools.budget);
    let all = 0..puzzle.spans.len();
    if trace.end == TraceEnd::Solved {
        let mut some = shuffled(all, &mut tools.rng);
        some.truncate(3);
        return some;
    }
    let is_open = |&s: &usize| (1..=2).any(|k| trace.known.is_open(puzzle.atom(s, k)));
    all.filter(is_open).collect()
}

/// Groups of spans that are connected by shared islands.
fn groups(puzzle: &Hashi, spans: &[usize]) -> Vec<Vec<usize>> {
    let mut wanted = vec![false; puzzle.spans.len()];
    for &s in spans {
        wanted[s] = true;
    }
    let mut groups = Vec::new();
    for &first in spans {
        if !std::mem::take(&mut wanted[first]) {
            continue;
        }
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            let (a, z) = puzzle.spans[group[next]].ends;
            for s in puzzle.sides(a).chain(puzzle.sides(z)) {
                if std::mem::take(&mut wanted[s]) {
                    group.push(s);
                }
            }
            next += 1;
        }
        groups.push(group);
    }
    groups
}

/// Change the number of bridges on one of every few spans of a group.
fn change(puzzle: &Hashi, weights: &mut [u8], mut group: Vec<usize>, rng: &mut ChaCha8Rng) {
    group.shuffle(rng);
    let mut left = 1 + group.len() / 6;
    for span in group {
        let others = shuffled((0..=2).filter(|&w| w != weights[span]), rng);
        let free = puzzle.crossed_by[span].iter().all(|&c| weights[c] == 0);
        let can = |w: u8| match w {
            0 => can_go(puzzle, weights, span),
            _ => free,
        };
        if let Some(&other) = others.iter().find(|&&w| can(w)) {
            weights[span] = other;
            left -= 1;
            if left == 0 {
                return;
            }
        }
    }
}

/// Do the islands stay connected without this span?
fn can_go(puzzle: &Hashi, weights: &[u8], span: usize) -> bool {
    let (from, to) = puzzle.spans[span].ends;
    let next = |island: usize| {
        let others = (puzzle.sides(island)).filter(|&s| s != span && weights[s] > 0);
        others.map(move |s| (puzzle.across(s, island), s))
    };
    shortest(puzzle.islands.len(), &[from], &[to], next).is_some()
}
