//! Making Hashi.
//!
//! *ours*: islands first. They are laid out as on published puzzles, a third of the cells and no two
//! side by side, mostly with their images in a symmetry that is drawn; or where the setter wants
//! them. Then they are joined without a loop, few by two bridges, some loops are closed, and the
//! solver says which bridges are in doubt, and some of them are changed: one bridge more, one fewer,
//! or none. Ambiguities are local, so all of them are mended in the same round, and a board of
//! 100×100 takes a few rounds, not a proof for every island. If something easy is wanted, whatever
//! counting at single islands leaves open is in doubt, so that what comes out is easy. If the request
//! wants other reasoning, the same is done where the rules of deduction get stuck.
//!
//! Easy puzzles were once made by proving, rating and changing what was too hard, somewhere: 80 ms and
//! more for 15×15, and next to none of 30×30, where some place is always too hard.
//!
//! Networks that grew island by island, as they did before, ended with half as many islands, wide
//! waters and large numbers.
//!
//! *study*: one island after the other, each kept only if the puzzle is still unique.
//!
//! Density is the share of cells that hold an island. No two islands touch.

mod mapped;
mod study;

use super::sift::uncounted;
use super::{Hashi, Island, Span};
use crate::kit::areas::shortest;
use crate::kit::lists::Short;
use crate::kit::prelude::*;
use crate::make::prelude::*;

pub(super) const MAKERS: &[(&str, Propose)] = &[("ours", ours), ("study", study::study)];

const NO_ROOM: &str = "no room for that many islands";

/// The numbers that these bridges give.
fn set_needs(puzzle: &mut Hashi, weights: &[u8]) {
    for i in 0..puzzle.islands.len() {
        puzzle.islands[i].need = Some(puzzle.sides(i).map(|s| weights[s]).sum());
    }
}

/// What these bridges say of each atom.
fn atoms(puzzle: &Hashi, weights: &[u8]) -> Vec<bool> {
    let is_there = |atom: usize| {
        let (span, k) = puzzle.span_of(atom);
        weights[span] >= k
    };
    (0..puzzle.atom_count()).map(is_there).collect()
}

/// How many layouts are drawn at most until one is full and everywhere.
const LAYOUTS: usize = 8;

/// How many islands look good: about a third of the cells, as in the published puzzles of 8 to 22
/// rows (median 36 of 100, 41 of 121, 56 of 169, 93 of 289, 128 of 400 cells). No curve can go through
/// two sizes: half of eight of 12×14 have 46 to 52 islands, half of eleven of 15×15 40 to 47.
fn usual_islands(size: Size) -> usize {
    let share = match size.len() {
        168 => 0.3,
        225 => 0.195,
        cells => (0.29 + 0.55 / (cells as f64).sqrt()).min(0.345),
    };
    cells_of(size, share).max(2)
}

/// Islands as they look good, joined by a bridge each.
fn settled(request: &BoardSpec, tools: &mut Tools) -> Attempt<(Hashi, Vec<u8>)> {
    let size = request.size()?;
    let wanted = match request.density {
        Some(density) => cells_of(size, density).max(2),
        None => usual_islands(size),
    };
    let is_full = |sea: &Sea| sea.islands.len() * 100 >= wanted * 97 && sea.is_everywhere();
    let mut sea = Sea::settled(size, request, wanted, &mut tools.rng);
    for _ in 1..LAYOUTS {
        if is_full(&sea) {
            break;
        }
        let other = Sea::settled(size, request, wanted, &mut tools.rng);
        if is_full(&other) || other.islands.len() >= sea.islands.len() {
            sea = other;
        }
    }
    // Where mirrored columns meet there is little room.
    let least = match request.density {
        Some(_) => 90,
        None if request.symmetry != ClueSymmetry::Any => 40,
        None => 60,
    };
    match sea.islands.len() {
        0 | 1 => Err(NO_ROOM),
        islands if islands * 100 < wanted * least => Err(NO_ROOM),
        _ => Ok(sea.joined()),
    }
}

fn ours(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let (mut puzzle, mut weights) = match &request.map {
        Some(map) => mapped::settled(map, tools)?,
        None => settled(request, tools)?,
    };
    let percent = |id: &str| request.option(id) as u32;
    for span in shuffled(0..puzzle.spans.len(), &mut tools.rng) {
        let free = weights[span] == 0 && is_free(&puzzle, &weights, span);
        if free && tools.rng.random_ratio(percent("loops"), 100) {
            weights[span] = 1;
        }
        if weights[span] > 0 && tools.rng.random_ratio(percent("doubles"), 100) {
            weights[span] = 2;
        }
    }
    mend(&mut puzzle, &mut weights, tools)?;
    Ok(Arc::new(puzzle))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    Water,
    Island,
    /// So many bridges that run east or south.
    Bridges(Dir, u8),
}

/// Islands that are joined as they come.
#[derive(Clone)]
struct Sea {
    spots: Sheet<Spot>,
    /// An island is here or beside it.
    crowded: Sheet<bool>,
    /// In the order in which they came.
    islands: Vec<Cell>,
}

impl Sea {
    fn new(size: Size) -> Sea {
        Sea {
            spots: Sheet::filled(size, Spot::Water),
            crowded: Sheet::filled(size, false),
            islands: Vec::new(),
        }
    }

    fn size(&self) -> Size {
        self.spots.size()
    }

    /// The island that is seen from here over nothing but water.
    fn seen(&self, at: Cell, dir: Dir) -> Option<Cell> {
        let mut ahead = self.size().ray(at, dir);
        let first = ahead.find(|&at| self.spots[at] != Spot::Water);
        first.filter(|&at| self.spots[at] == Spot::Island)
    }

    fn put(&mut self, at: Cell) {
        self.spots[at] = Spot::Island;
        self.islands.push(at);
        let beside = self.size().neighbours(at).map(|(_, next)| next);
        (beside.chain([at])).for_each(|at| self.crowded[at] = true);
    }

    /// Bridges over all the water from here on.
    fn build(&mut self, from: Cell, dir: Dir, weight: u8) {
        let along = [Dir::East, Dir::South][usize::from(dir.is_vertical())];
        for at in self.size().ray(from, dir) {
            match &mut self.spots[at] {
                spot @ Spot::Water => *spot = Spot::Bridges(along, weight),
                _ => return,
            }
        }
    }

    /// A new island on a bridge, or joined to one that it sees; or the first one.
    fn join(&mut self, at: Cell, rng: &mut Dice) -> bool {
        if self.spots[at] == Spot::Water && !self.islands.is_empty() {
            let sees = |dir: &Dir| self.seen(at, *dir).is_some();
            let dirs = Short::<Dir, 4>::of(Dir::North, Dir::ALL.into_iter().filter(sees));
            match dirs.choose(rng) {
                Some(&dir) => self.build(at, dir, 1),
                None => return false,
            }
        }
        self.put(at);
        true
    }

    /// An island and its image, joined, by the other corners between them if they are not in line.
    fn begin(&mut self, at: Cell, image: Cell, rng: &mut Dice) -> bool {
        let corner = |row: Cell, col: Cell| Cell {
            row: row.row,
            ..col
        };
        let mut all = vec![at, corner(at, image), image, corner(image, at)];
        all.dedup();
        all.truncate(if all.len() == 4 { 4 } else { 2 });
        let done = (all.iter()).all(|&at| !self.crowded[at] && self.join(at, rng));
        if !done {
            *self = Sea::new(self.size());
        }
        done
    }

    /// This many islands, if there is room, with their images: always, or if no symmetry is asked
    /// for, mostly.
    fn settled(size: Size, request: &BoardSpec, wanted: usize, rng: &mut Dice) -> Sea {
        use ClueSymmetry::{Across, Any, Mirror, Turn};
        let mut sea = Sea::new(size);
        let strict = request.symmetry != Any;
        let shape = match strict {
            true => request.symmetry,
            false => [Turn, Mirror, Across][rng.random_range(0..3)],
        };
        let pairs = request.option("symmetric") as u32;
        let mut open = shuffled(size.cells(), rng);
        if strict {
            open.iter()
                .any(|&at| sea.begin(at, shape.image(size, at), rng));
        }
        let mut before = usize::MAX;
        while before != sea.islands.len() {
            before = sea.islands.len();
            open.retain(|&at| {
                if sea.islands.len() >= wanted || sea.crowded[at] {
                    return false;
                }
                let image = shape.image(size, at);
                let apart = || !size.neighbours(at).any(|(_, next)| next == image);
                let both = !sea.crowded[image] && apart();
                if strict && !both {
                    return false;
                }
                let both = both && image != at && (strict || rng.random_ratio(pairs, 100));
                let kept = (strict && both).then(|| sea.clone());
                if !sea.join(at, rng) {
                    return true;
                }
                match kept {
                    _ if !both || sea.join(image, rng) => false,
                    // Its image cannot be joined yet.
                    Some(kept) => {
                        sea = kept;
                        true
                    }
                    None => false,
                }
            });
        }
        sea
    }

    /// Does every quarter of the board have at least half of the islands it should have, and each row
    /// and column at its edge one? A board with none there looks too small; none is published.
    fn is_everywhere(&self) -> bool {
        let (size, islands) = (self.size(), &self.islands);
        let is_edge = |dir: Dir| islands.iter().any(|&at| size.neighbour(at, dir).is_none());
        let quarters = quarters(size, islands.iter().copied());
        quarters.iter().all(|&some| 8 * some >= islands.len()) && Dir::ALL.into_iter().all(is_edge)
    }

    /// The puzzle, and the bridges on each span.
    fn joined(&self) -> (Hashi, Vec<u8>) {
        let places = self.spots.cells_where(|&spot| spot == Spot::Island);
        let islands = places.map(|at| Island { at, need: Some(1) });
        let puzzle = Hashi::new(self.size(), islands.collect(), 2, false);
        let bridges = |span: &Span| match self.spots[puzzle.ends(*span).0.step(span.dir)] {
            Spot::Bridges(dir, weight) if dir == span.dir => weight,
            _ => 0,
        };
        let weights = puzzle.spans.iter().map(bridges).collect();
        (puzzle, weights)
    }
}

/// No bridge is in the way of this span.
fn is_free(puzzle: &Hashi, weights: &[u8], span: usize) -> bool {
    puzzle.crossed_by[span].iter().all(|&c| weights[c] == 0)
}

/// Rounds of mending, and how many of them may be spent on what the request wants beyond
/// uniqueness.
const ROUNDS: usize = 100;
const FITTING: usize = 30;

fn mend(puzzle: &mut Hashi, weights: &mut [u8], tools: &mut Tools) -> Attempt<()> {
    let mut fitting = 0;
    for _ in 0..ROUNDS {
        set_needs(puzzle, weights);
        if tools.raw {
            return Ok(());
        }
        let mut spots = match tools.easy {
            true => uncounted(puzzle),
            false => doubted(puzzle, weights, tools).ok_or(TOO_LONG)?,
        };
        if spots.is_empty() {
            if tools.plain || tools.easy || (tools.fits)(puzzle) {
                return Ok(());
            }
            fitting += 1;
            if fitting > FITTING {
                return Err(UNWANTED);
            }
            spots = open_spans(puzzle, tools);
        }
        for spots in groups(puzzle, &spots) {
            change(puzzle, weights, spots, &mut tools.rng);
        }
    }
    Err(AMBIGUOUS)
}

/// The spans that some other solution has other bridges on; none if the budget ran out.
fn doubted(puzzle: &Hashi, weights: &[u8], tools: &Tools) -> Option<Vec<usize>> {
    let doubts = doubts(puzzle, &atoms(puzzle, weights), tools)?;
    let is_doubted = |&s: &usize| doubts[puzzle.atom(s, 1)] || doubts[puzzle.atom(s, 2)];
    Some((0..weights.len()).filter(is_doubted).collect())
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
    spans.iter().for_each(|&s| wanted[s] = true);
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

/// How often fewer bridges are tried first, so that numbers stay small.
const FEWER: f64 = 0.6;

/// Change the number of bridges on one of every few spans of a group.
fn change(puzzle: &Hashi, weights: &mut [u8], mut group: Vec<usize>, rng: &mut Dice) {
    group.shuffle(rng);
    let mut left = 1 + group.len() / 6;
    for span in group {
        let mut others = shuffled((0..=2).filter(|&w| w != weights[span]), rng);
        if rng.random_bool(FEWER) {
            others.sort_unstable();
        }
        let can = |w: &&u8| match w {
            0 => can_go(puzzle, weights, span),
            _ => is_free(puzzle, weights, span),
        };
        if let Some(&other) = others.iter().find(can) {
            weights[span] = other;
            left -= 1;
        }
        if left == 0 {
            return;
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
