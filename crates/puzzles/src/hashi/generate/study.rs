//! The study's way: a network grown island by island, unique after each. The proof can be left to
//! another prover, as the study's encodings are. What the study proposes at its end are switches:
//! sources from which nothing can be reached are remembered; a bridge is built where no island fits;
//! and an island is taken back if the puzzle becomes too hard for people, by the length of a
//! supposition or the number of steps.

use super::*;
use crate::reason::looked_ahead;

/// How many islands the study has on boards of its sizes, interpolated between them.
fn study_islands(size: Size) -> usize {
    const TABLE: [(f64, f64); 5] = [
        (1.0, 1.0),
        (7.0, 11.0),
        (15.0, 36.0),
        (30.0, 91.0),
        (50.0, 151.0),
    ];
    let side = (size.len() as f64).sqrt();
    let above = TABLE
        .iter()
        .position(|&(s, _)| side <= s)
        .unwrap_or(TABLE.len() - 1)
        .max(1);
    let ((s0, n0), (s1, n1)) = (TABLE[above - 1], TABLE[above]);
    (n0 + (n1 - n0) * (side - s0) / (s1 - s0)).round() as usize
}

/// Tries to place an island within one step, and steps in a row that lost uniqueness.
const LIMIT: usize = 1000;
/// The longest run of tries in a puzzle, for the measurements of the yield.
const PLACING: &str = "tries to place an island";
/// The longest run of islands in a puzzle that lost uniqueness, for the same measurements.
const LOSING: &str = "islands that lost uniqueness";

pub(super) fn study(
    request: &BoardSpec,
    tools: &mut Tools,
) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = request.size()?;
    let wanted = match (request.option("islands"), request.density) {
        (0, None) => study_islands(size),
        (0, Some(density)) => (size.len() as f64 * density).round() as usize,
        (islands, _) => islands as usize,
    };
    let wanted = wanted.max(2);
    let mut network = Network::new(size);
    network.put(size.cell(tools.rng.random_range(0..size.len())));
    let mut growth = Growth {
        network,
        weights: Vec::new(),
        dead: Vec::new(),
        remember: request.option("remember") == 1,
        bridges: request.option("bridges") == 1,
    };
    let most = ["most-chain", "most-steps"].map(|id| request.option(id) as usize);
    let mut puzzle = None;
    let (mut most_tries, mut most_lost) = (0, 0);
    while growth.network.islands.len() < wanted {
        let before = (growth.network.islands.len(), growth.network.bridges.len());
        let mut lost = 0;
        loop {
            let tries = growth.step(&mut tools.rng)?;
            most_tries = most_tries.max(tries);
            let mut weights = growth.weights.iter().copied();
            let (mut candidate, on_spans) =
                (growth.network).puzzle(|| weights.next().expect("one for each bridge"));
            set_needs(&mut candidate, &on_spans);
            if is_good(&candidate, &on_spans, most, tools) {
                puzzle = Some(candidate);
                break;
            }
            growth.network.back_to(before.0, before.1);
            growth.weights.truncate(before.1);
            lost += 1;
            most_lost = most_lost.max(lost);
            if lost == LIMIT || (tools.budget.stop)() {
                return Err("every further island made it ambiguous");
            }
        }
    }
    tools.notes.push((PLACING, most_tries as u64));
    tools.notes.push((LOSING, most_lost as u64));
    Ok(Arc::new(puzzle.expect("two islands at least")))
}

/// A network that grows: what is in each cell, and the ends of its bridges.
struct Network {
    size: Size,
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
    fn new(size: Size) -> Network {
        Network {
            size,
            spots: vec![Spot::Water; size.len()],
            islands: Vec::new(),
            bridges: Vec::new(),
        }
    }

    fn spot(&self, at: Cell) -> Spot {
        self.spots[self.size.index(at)]
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
            self.spots[index] = Spot::Bridge(Dir::East);
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

    fn sites_towards(&self, from: Cell, dir: Dir, reach: usize) -> Vec<Cell> {
        let ahead = self.size.ray(from, dir).take(reach);
        let water = ahead.take_while(|&c| self.spot(c) == Spot::Water);
        water.skip(1).filter(|&c| self.is_site(c)).collect()
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

/// Is it unique, and within what is asked for?
fn is_good(puzzle: &Hashi, on_spans: &[u8], [chain, steps]: [usize; 2], tools: &Tools) -> bool {
    let solution = || {
        let atoms = 0..puzzle.spans.len() * puzzle.max as usize;
        let facts = atoms.map(|atom| {
            let (span, k) = puzzle.span_of(atom);
            Fact::new(atom, on_spans[span] >= k)
        });
        puzzle.board(&facts.collect::<Vec<_>>())
    };
    if !tools.is_only(puzzle, solution) || !(tools.fits)(puzzle) {
        return false;
    }
    if [chain, steps] == [0, 0] {
        return true;
    }
    let within = |count: usize, most: usize| most == 0 || count <= most;
    looked_ahead(puzzle, tools.budget)
        .is_some_and(|ahead| within(ahead.longest as usize, chain) && within(ahead.steps, steps))
}

/// A network that grows, with what is remembered of it.
struct Growth {
    network: Network,
    /// The number of bridges for each entry of the network's list.
    weights: Vec<u8>,
    /// Islands from which nothing can be reached; that does not change while the network grows.
    dead: Vec<Cell>,
    remember: bool,
    bridges: bool,
}

impl Growth {
    /// Add one more island, or perhaps a bridge; returns the number of tries. A try picks an island,
    /// and fails if no new one can be reached from there.
    fn step(&mut self, rng: &mut ChaCha8Rng) -> Result<usize, &'static str> {
        let size = self.network.size;
        let furthest = size.rows().max(size.cols());
        for tries in 1..=LIMIT {
            let mut sources = self.network.islands.clone();
            sources.retain(|at| !self.dead.contains(at));
            let Some(&from) = sources.choose(rng) else {
                break;
            };
            let mut ways = Dir::ALL
                .map(
                    |dir| match self.network.sites_towards(from, dir, furthest) {
                        sites if sites.is_empty() && self.bridges => self.unjoined(from, dir),
                        sites => sites,
                    },
                )
                .to_vec();
            ways.retain(|sites| !sites.is_empty());
            let Some(&to) = ways.choose(rng).and_then(|sites| sites.choose(rng)) else {
                if self.remember {
                    self.dead.push(from);
                }
                continue;
            };
            let is_new = self.network.put(to);
            self.network.join(from, to);
            self.weights.push(rng.random_range(1..=2));
            for dir in Dir::ALL.into_iter().filter(|_| is_new) {
                let seen = size
                    .ray(to, dir)
                    .find(|&c| self.network.spot(c) != Spot::Water);
                let other = seen.filter(|&c| self.network.spot(c) == Spot::Island);
                if let Some(other) = other
                    && rng.random_bool(0.5)
                    && self.network.join(other, to)
                {
                    self.weights.push(rng.random_range(1..=2));
                }
            }
            return Ok(tries);
        }
        Err("no place found for another island")
    }

    /// The island that is seen in this direction over nothing but water, if there is one.
    fn unjoined(&self, from: Cell, dir: Dir) -> Vec<Cell> {
        let mut ahead = self.network.size.ray(from, dir);
        let seen = ahead.find(|&c| self.network.spot(c) != Spot::Water);
        let island = seen.filter(|&c| self.network.spot(c) == Spot::Island);
        let beside = from.step(dir);
        island.filter(|&at| at != beside).into_iter().collect()
    }
}
