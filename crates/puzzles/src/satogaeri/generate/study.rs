//! The study's way: countries in rings, circles moved out, numbers hidden by its conditions.

use super::*;

pub(super) fn study(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let chance = request.option("size") as f64 / 100.0;
    let rng = &mut tools.rng;
    let owner = rings(request.size()?, chance, rng);
    let layout = Layout::new(ClueSymmetry::Any, &owner, rng);
    let mut layout = layout.ok_or("no room for an end")?;
    for country in 0..layout.cells.len() {
        study_move(&mut layout, country, rng);
    }
    let (mut puzzle, country_of) = puzzle_of(layout.countries.clone(), &layout.tracks);
    if request.has("numberless") {
        for (circle, &country) in puzzle.circles.iter_mut().zip(&country_of) {
            if may_lose_number(&layout, country, request.option("ignored")) {
                circle.number = None;
            }
        }
        puzzle = Satogaeri::new(puzzle.countries, puzzle.circles);
    }
    match layout.tracks.iter().any(|track| track.far > 0) {
        true => Ok(Arc::new(puzzle)),
        false => Err("no circle moves"),
    }
}

/// The first free cell opens a country; each of its neighbours joins with probability p, each cell
/// of the next ring with p², of the next with p⁴, and so on.
fn rings(size: Size, chance: f64, rng: &mut Dice) -> Sheet<usize> {
    let mut owner = Sheet::filled(size, FREE);
    for (country, first) in size.cells().enumerate() {
        if owner[first] != FREE {
            continue;
        }
        owner[first] = country;
        let mut ring = vec![first];
        let mut p = chance;
        while !ring.is_empty() {
            let around = ring.iter().flat_map(|&at| size.neighbours(at));
            let mut next_ring = Vec::new();
            for (_, next) in around {
                if owner[next] == FREE && rng.random_bool(p) {
                    owner[next] = country;
                    next_ring.push(next);
                }
            }
            ring = next_ring;
            p *= p;
        }
    }
    owner
}

/// A random direction and a random distance; after two blocked directions the circle stays.
fn study_move(layout: &mut Layout, country: usize, rng: &mut Dice) {
    let end = layout.tracks[country].end;
    for dir in shuffled(Dir::ALL, rng).into_iter().take(2) {
        let room = layout.room(end, dir);
        if room > 0 {
            let far = rng.random_range(1..=room);
            return layout.set(country, Track { end, dir, far });
        }
    }
}

/// The study's conditions: seen from the end, the first step back towards the start leaves the
/// country, and the cell on the other side is blocked; one that stays reaches no other cell of its
/// country. One of the three may be ignored.
fn may_lose_number(layout: &Layout, country: usize, ignored: i64) -> bool {
    let Track { end, dir, far } = layout.tracks[country];
    let abroad = |at: Cell| layout.countries.of(at) != country;
    if far == 0 {
        let leaves = |dir: Dir| (1..=layout.room(end, dir)).all(|d| abroad(end.go(dir, d)));
        return ignored == 3 || Dir::ALL.into_iter().all(leaves);
    }
    let beyond = end.step(dir.opposite());
    let blocked = !layout.size().contains(beyond) || layout.taken[beyond] || abroad(beyond);
    (ignored == 1 || abroad(end.step(dir))) && (ignored == 2 || blocked)
}
