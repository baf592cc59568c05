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

use logic::{Plan, Reasoner, TraceEnd};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::sift::uncounted;
use super::{Hashi, Island, Span};
use crate::kit::areas::shortest;
use crate::kit::prelude::*;
use crate::make::ambiguity::doubts;

pub(super) const MAKERS: &[(&str, Propose)] = &[("ours", ours), ("study", study::study)];

/// The numbers that these bridges give.
fn set_needs(puzzle: &mut Hashi, weights: &[u8]) {
    for i in 0..puzzle.islands.len() {
        let need: u8 = puzzle.sides(i).map(|s| weights[s]).sum();
        puzzle.islands[i].need = Some(need);
    }
}

/// How many layouts are drawn at most until one is full and everywhere.
const LAYOUTS: usize = 8;

/// How many islands look good: about a third of the cells, as in the published puzzles of 8 to 22
/// rows (median 36 of 100, 41 of 121, 56 of 169, 93 of 289, 128 of 400 cells).
fn usual_islands(size: Size) -> usize {
    let cells = size.len() as f64;
    (cells * (0.29 + 0.55 / cells.sqrt()).min(0.345)).round() as usize
}

/// Islands as they look good, joined by a bridge each.
fn settled(request: &BoardSpec, tools: &mut Tools) -> Result<(Hashi, Vec<u8>), &'static str> {
    let size = request.size()?;
    let wanted = match request.density {
        Some(density) => (size.len() as f64 * density).round() as usize,
        None => usual_islands(size),
    };
    let wanted = wanted.max(2);
    let enough = |sea: &Sea| sea.islands * 100 >= wanted * 97 && sea.is_everywhere();
    let mut sea = Sea::settled(size, request, wanted, &mut tools.rng);
    for _ in 1..LAYOUTS {
        if enough(&sea) {
            break;
        }
        let other = Sea::settled(size, request, wanted, &mut tools.rng);
        if other.islands >= sea.islands {
            sea = other;
        }
    }
    // Where mirrored columns meet there is little room.
    let least = match request.density {
        Some(_) => 90,
        None if request.symmetry != ClueSymmetry::Any => 40,
        None => 60,
    };
    if sea.islands < 2 || sea.islands * 100 < wanted * least {
        return Err("no room for that many islands");
    }
    Ok(sea.joined())
}

fn ours(request: &BoardSpec, tools: &mut Tools) -> Result<Arc<dyn Puzzle>, &'static str> {
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
    /// A bridge that runs east or south.
    Bridge(Dir),
}

/// Islands that are joined without a loop as they come.
struct Sea {
    size: Size,
    spots: Vec<Spot>,
    islands: usize,
}

impl Sea {
    fn spot(&self, at: Cell) -> Spot {
        self.spots[self.size.index(at)]
    }

    /// No island is here or beside it.
    fn is_site(&self, at: Cell) -> bool {
        let island = |at: Cell| self.spot(at) == Spot::Island;
        !island(at) && !self.size.neighbours(at).any(|(_, next)| island(next))
    }

    /// A new island on a bridge, or joined to one that it sees; or the first one.
    fn put(&mut self, at: Cell, rng: &mut ChaCha8Rng) -> bool {
        if self.spot(at) == Spot::Water && self.islands > 0 {
            let island = |dir: &Dir| {
                let mut ahead = self.size.ray(at, *dir).map(|c| self.spot(c));
                ahead.find(|&spot| spot != Spot::Water) == Some(Spot::Island)
            };
            let dirs: Vec<Dir> = Dir::ALL.into_iter().filter(island).collect();
            let Some(&dir) = dirs.choose(rng) else {
                return false;
            };
            let along = if dir.is_vertical() {
                Dir::South
            } else {
                Dir::East
            };
            let water: Vec<Cell> = (self.size.ray(at, dir))
                .take_while(|&c| self.spot(c) == Spot::Water)
                .collect();
            for c in water {
                let index = self.size.index(c);
                self.spots[index] = Spot::Bridge(along);
            }
        }
        let index = self.size.index(at);
        self.spots[index] = Spot::Island;
        self.islands += 1;
        true
    }

    /// An island and its image, joined, by the other corners between them if they are not in line.
    fn begin(&mut self, at: Cell, image: Cell, rng: &mut ChaCha8Rng) -> bool {
        let corner = |row: Cell, col: Cell| Cell {
            row: row.row,
            col: col.col,
        };
        let mut all = vec![at, corner(at, image), image, corner(image, at)];
        all.dedup();
        all.truncate(if all.len() == 4 { 4 } else { 2 });
        let done = all.iter().all(|&at| self.is_site(at) && self.put(at, rng));
        if !done {
            self.spots.fill(Spot::Water);
            self.islands = 0;
        }
        done
    }

    /// This many islands, if there is room, with their images: always, or if no symmetry is asked
    /// for, mostly.
    fn settled(size: Size, request: &BoardSpec, wanted: usize, rng: &mut ChaCha8Rng) -> Sea {
        let mut sea = Sea {
            size,
            spots: vec![Spot::Water; size.len()],
            islands: 0,
        };
        sea.settle(request, wanted, rng);
        sea
    }

    fn settle(&mut self, request: &BoardSpec, wanted: usize, rng: &mut ChaCha8Rng) {
        const SHAPES: [ClueSymmetry; 3] = [
            ClueSymmetry::Turn,
            ClueSymmetry::Mirror,
            ClueSymmetry::Across,
        ];
        let strict = request.symmetry != ClueSymmetry::Any;
        let shape = match strict {
            true => request.symmetry,
            false => SHAPES[rng.random_range(0..3)],
        };
        let pairs = request.option("symmetric") as u32;
        let mut open = shuffled(self.size.cells(), rng);
        if strict {
            open.iter()
                .any(|&at| self.begin(at, shape.image(self.size, at), rng));
        }
        let mut before = usize::MAX;
        while before != self.islands {
            before = self.islands;
            open.retain(|&at| {
                if self.islands >= wanted || !self.is_site(at) {
                    return false;
                }
                let image = shape.image(self.size, at);
                let apart = !self.size.neighbours(at).any(|(_, next)| next == image);
                let both = apart && self.is_site(image);
                if strict && !both {
                    return false;
                }
                let both = both && image != at && (strict || rng.random_ratio(pairs, 100));
                let kept = (strict && both).then(|| self.spots.clone());
                if !self.put(at, rng) {
                    return true;
                }
                match kept {
                    _ if !both || self.put(image, rng) => false,
                    Some(spots) => {
                        // Its image cannot be joined yet.
                        self.spots = spots;
                        self.islands -= 1;
                        true
                    }
                    None => false,
                }
            });
        }
    }

    fn places(&self) -> impl Iterator<Item = Cell> + '_ {
        (self.size.cells()).filter(|&at| self.spot(at) == Spot::Island)
    }

    /// Does every quarter of the board have at least half of the islands it should have?
    fn is_everywhere(&self) -> bool {
        let (rows, cols) = (self.size.rows() as i16, self.size.cols() as i16);
        let mut quarters = [0; 4];
        for at in self.places() {
            quarters[2 * (2 * at.row >= rows) as usize + (2 * at.col >= cols) as usize] += 1;
        }
        quarters.iter().all(|&some| 8 * some >= self.islands)
    }

    /// The puzzle, and a bridge on each of the spans that join the islands.
    fn joined(&self) -> (Hashi, Vec<u8>) {
        let islands = self.places().map(|at| Island { at, need: Some(1) });
        let puzzle = Hashi::new(self.size, islands.collect(), 2, false);
        let bridge = |span: &Span| {
            let beside = puzzle.islands[span.ends.0].at.step(span.dir);
            (self.spot(beside) == Spot::Bridge(span.dir)) as u8
        };
        let weights = puzzle.spans.iter().map(bridge).collect();
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

fn mend(puzzle: &mut Hashi, weights: &mut [u8], tools: &mut Tools) -> Result<(), &'static str> {
    let mut fitting = 0;
    for _ in 0..ROUNDS {
        set_needs(puzzle, weights);
        if tools.raw {
            return Ok(());
        }
        let mut spots = match tools.easy {
            true => uncounted(puzzle),
            false => doubted(puzzle, weights, tools).ok_or("the proof took too long")?,
        };
        if spots.is_empty() {
            if tools.plain || tools.easy || (tools.fits)(puzzle) {
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

/// The spans that some other solution has other bridges on; none if the budget ran out.
fn doubted(puzzle: &Hashi, weights: &[u8], tools: &Tools) -> Option<Vec<usize>> {
    let is_intended = |atom: usize| {
        let (span, k) = puzzle.span_of(atom);
        weights[span] >= k
    };
    let intended: Vec<bool> = (0..2 * weights.len()).map(is_intended).collect();
    let doubts = doubts(puzzle, &intended, tools)?;
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

/// How often fewer bridges are tried first, so that numbers stay small.
const FEWER: f64 = 0.6;

/// Change the number of bridges on one of every few spans of a group.
fn change(puzzle: &Hashi, weights: &mut [u8], mut group: Vec<usize>, rng: &mut ChaCha8Rng) {
    group.shuffle(rng);
    let mut left = 1 + group.len() / 6;
    for span in group {
        let mut others = shuffled((0..=2).filter(|&w| w != weights[span]), rng);
        if rng.random_bool(FEWER) {
            others.sort_unstable();
        }
        let free = is_free(puzzle, weights, span);
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
