//! The study's way: a network grown island by island, unique after each.

use super::*;

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
    let mut network = Network::new(size, ClueSymmetry::Any);
    network.put(size.cell(tools.rng.random_range(0..size.len())));
    // The number of bridges for each entry of the network's list.
    let mut weights: Vec<u8> = Vec::new();
    let mut puzzle = None;
    let (mut most_tries, mut most_lost) = (0, 0);
    while network.islands.len() < wanted {
        let before = (network.islands.len(), network.bridges.len());
        let mut lost = 0;
        loop {
            let tries = study_step(&mut network, &mut weights, &mut tools.rng)?;
            most_tries = most_tries.max(tries);
            let mut number = 0;
            let (mut candidate, on_spans) = network.puzzle(|| {
                number += 1;
                weights[number - 1]
            });
            set_needs(&mut candidate, &on_spans);
            if tools.is_unique(&candidate) {
                puzzle = Some(candidate);
                break;
            }
            network.back_to(before.0, before.1);
            weights.truncate(before.1);
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

/// Add one more island; returns the number of tries. A try picks an island, and fails if no new one
/// can be reached from there.
fn study_step(
    network: &mut Network,
    weights: &mut Vec<u8>,
    rng: &mut ChaCha8Rng,
) -> Result<usize, &'static str> {
    let size = network.size;
    let furthest = size.rows().max(size.cols());
    for tries in 1..=LIMIT {
        let from = *network.islands.choose(rng).expect("there is one");
        let mut ways = Dir::ALL
            .map(|dir| network.sites_towards(from, dir, furthest))
            .to_vec();
        ways.retain(|sites| !sites.is_empty());
        let Some(&to) = ways.choose(rng).and_then(|sites| sites.choose(rng)) else {
            continue;
        };
        network.put(to);
        network.join(from, to);
        weights.push(rng.random_range(1..=2));
        for dir in Dir::ALL {
            let seen = size.ray(to, dir).find(|&c| network.spot(c) != Spot::Water);
            let other = seen.filter(|&c| network.spot(c) == Spot::Island);
            if let Some(other) = other
                && rng.random_bool(0.5)
                && network.join(other, to)
            {
                weights.push(rng.random_range(1..=2));
            }
        }
        return Ok(tries);
    }
    Err("no place found for another island")
}
