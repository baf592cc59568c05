//! The study's way: countries in rings, circles moved out, numbers hidden by its conditions.

use super::*;

pub(super) fn study(
    request: &BoardSpec,
    tools: &mut Tools,
) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = request.size()?;
    let chance = request.option("size") as f64 / 100.0;
    let rng = &mut tools.rng;
    let owner = rings(size, chance, rng);
    let mut layout =
        Layout::new(size, ClueSymmetry::Any, owner, rng).ok_or("no room for an end")?;
    for country in 0..layout.cells.len() {
        study_move(&mut layout, country, rng);
    }
    let (mut puzzle, country_of) = layout.puzzle();
    if request.option("numberless") == 1 {
        let mut circles = puzzle.circles.clone();
        for (circle, &country) in country_of.iter().enumerate() {
            if may_lose_number(&layout, country, request.option("ignored")) {
                circles[circle].number = None;
            }
        }
        puzzle = Satogaeri::new(puzzle.countries, circles);
    }
    if layout.out.iter().all(|o| o.1 == 0) {
        return Err("no circle moves");
    }
    Ok(Arc::new(puzzle))
}

/// The first free cell opens a country; each of its neighbours joins with probability p, each cell
/// of the next ring with p², of the next with p⁴, and so on.
fn rings(size: Size, chance: f64, rng: &mut ChaCha8Rng) -> Vec<usize> {
    const FREE: usize = usize::MAX;
    let mut owner = vec![FREE; size.len()];
    for first in 0..size.len() {
        if owner[first] != FREE {
            continue;
        }
        owner[first] = first;
        let mut ring = vec![size.cell(first)];
        let mut p = chance;
        while !ring.is_empty() {
            let mut next_ring = Vec::new();
            for at in ring {
                for (_, next) in size.neighbours(at) {
                    if owner[size.index(next)] == FREE && rng.random_bool(p) {
                        owner[size.index(next)] = first;
                        next_ring.push(next);
                    }
                }
            }
            ring = next_ring;
            p *= p;
        }
    }
    owner
}

/// A random direction and a random distance; after two blocked directions the circle stays.
fn study_move(layout: &mut Layout, country: usize, rng: &mut ChaCha8Rng) {
    let end = layout.ends[country];
    let mut dirs = Dir::ALL;
    dirs.shuffle(rng);
    for dir in dirs.into_iter().take(2) {
        let free = |&at: &Cell| !layout.taken[layout.size.index(at)];
        let room = layout.size.ray(end, dir).take_while(free).count();
        if room > 0 {
            return layout.set(country, end, (dir, rng.random_range(1..=room)));
        }
    }
}

/// The study's conditions: seen from the end, the first step back towards the start leaves the
/// country, and the cell on the other side is blocked; one that stays reaches no other cell of its
/// country. One of the three may be ignored.
fn may_lose_number(layout: &Layout, country: usize, ignored: i64) -> bool {
    let (end, (dir, far)) = (layout.ends[country], layout.out[country]);
    let abroad = |at: Cell| layout.country[layout.size.index(at)] != country;
    if far == 0 {
        return ignored == 3
            || Dir::ALL.into_iter().all(|dir| {
                let free = |&at: &Cell| !layout.taken[layout.size.index(at)];
                layout.size.ray(end, dir).take_while(free).all(abroad)
            });
    }
    let beyond = end.step(dir.opposite());
    let blocked =
        !layout.size.contains(beyond) || layout.taken[layout.size.index(beyond)] || abroad(beyond);
    (ignored == 1 || abroad(end.step(dir))) && (ignored == 2 || blocked)
}
