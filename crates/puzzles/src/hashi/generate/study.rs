//! The study's way: a network grown island by island, unique after each. The proof can be left to
//! another prover, as the study's encodings are. What the study proposes at its end are switches:
//! sources from which nothing can be reached are remembered; a bridge is built where no island fits;
//! and an island is taken back if the puzzle becomes too hard for people, by the length of a
//! supposition or the number of steps.

use super::*;
use crate::reason::looked_ahead;

/// How many islands the study has on boards of its sizes, interpolated between them.
fn study_islands(size: Size) -> usize {
    const SIDES: [f64; 5] = [1.0, 7.0, 15.0, 30.0, 50.0];
    const ISLANDS: [f64; 5] = [1.0, 11.0, 36.0, 91.0, 151.0];
    let side = (size.len() as f64).sqrt();
    let above = SIDES[1..4].iter().filter(|&&s| s < side).count() + 1;
    let [(s0, n0), (s1, n1)] = [above - 1, above].map(|i| (SIDES[i], ISLANDS[i]));
    (n0 + (n1 - n0) * (side - s0) / (s1 - s0)).round() as usize
}

/// Tries to place an island within one step, and steps in a row that lost uniqueness.
const MOST_TRIES: usize = 1000;
/// The longest run of tries in a puzzle, for the measurements of the yield.
const PLACING: &str = "tries to place an island";
/// The longest run of islands in a puzzle that lost uniqueness, for the same measurements.
const LOSING: &str = "islands that lost uniqueness";

pub(super) fn study(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let size = request.size()?;
    let wanted = match (request.number("islands"), request.density) {
        (0, None) => study_islands(size),
        (0, Some(density)) => cells_of(size, density),
        (islands, _) => islands,
    };
    let mut growth = Growth {
        dead: Vec::new(),
        remember: request.has("remember"),
        bridges: request.has("bridges"),
    };
    let most = ["most-chain", "most-steps"].map(|id| request.number(id));
    let mut sea = Sea::new(size);
    sea.put(size.cell(tools.rng.random_range(0..size.len())));
    let mut puzzle = None;
    let (mut most_tries, mut most_lost, mut lost) = (0, 0, 0);
    while sea.islands.len() < wanted.max(2) {
        let mut grown = sea.clone();
        most_tries = most_tries.max(growth.step(&mut grown, &mut tools.rng)?);
        let (mut candidate, weights) = grown.joined();
        set_needs(&mut candidate, &weights);
        if is_good(&candidate, &weights, most, tools) {
            (sea, puzzle, lost) = (grown, Some(candidate), 0);
            continue;
        }
        lost += 1;
        most_lost = most_lost.max(lost);
        if lost == MOST_TRIES || (tools.budget.stop)() {
            return Err("every further island made it ambiguous");
        }
    }
    tools.notes.push((PLACING, most_tries as u64));
    tools.notes.push((LOSING, most_lost as u64));
    Ok(Arc::new(puzzle.expect("two islands at least")))
}

/// Is it unique, and within what is asked for?
fn is_good(puzzle: &Hashi, weights: &[u8], [chain, steps]: [usize; 2], tools: &Tools) -> bool {
    let solution = || {
        let atoms = atoms(puzzle, weights).into_iter().enumerate();
        let facts: Vec<Fact> = atoms.map(|(atom, yes)| Fact::new(atom, yes)).collect();
        puzzle.board(&facts)
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

/// How a network grows.
struct Growth {
    /// Islands from which nothing can be reached; that does not change while the network grows.
    dead: Vec<Cell>,
    remember: bool,
    bridges: bool,
}

impl Growth {
    /// Add one more island, or perhaps a bridge; returns the number of tries. A try picks an island,
    /// and fails if no new one can be reached from there.
    fn step(&mut self, sea: &mut Sea, rng: &mut Dice) -> Attempt<usize> {
        for tries in 1..=MOST_TRIES {
            let mut sources = sea.islands.clone();
            sources.retain(|at| !self.dead.contains(at));
            let Some(&from) = sources.choose(rng) else {
                break;
            };
            let mut ways = Dir::ALL
                .map(|dir| (dir, self.sites(sea, from, dir)))
                .to_vec();
            ways.retain(|(_, sites)| !sites.is_empty());
            let Some((dir, sites)) = ways.choose(rng) else {
                if self.remember {
                    self.dead.push(from);
                }
                continue;
            };
            let to = *sites.choose(rng).expect("there are some");
            let is_new = sea.spots[to] == Spot::Water;
            if is_new {
                sea.put(to);
            }
            sea.build(from, *dir, rng.random_range(1..=2));
            for dir in Dir::ALL.into_iter().filter(|_| is_new) {
                if sea.seen(to, dir).is_some() && rng.random_bool(0.5) {
                    sea.build(to, dir, rng.random_range(1..=2));
                }
            }
            return Ok(tries);
        }
        Err("no place found for another island")
    }

    /// Where an island can be put that a bridge from here reaches. If there is no such place and
    /// bridges alone may be built: the island that is seen that way and not joined.
    fn sites(&self, sea: &Sea, from: Cell, dir: Dir) -> Vec<Cell> {
        let water = (sea.size().ray(from, dir)).take_while(|&at| sea.spots[at] == Spot::Water);
        let sites: Vec<Cell> = water.skip(1).filter(|&at| !sea.crowded[at]).collect();
        let seen = sea.seen(from, dir);
        let unjoined = seen.filter(|_| self.bridges && sites.is_empty());
        sites.into_iter().chain(unjoined).collect()
    }
}
