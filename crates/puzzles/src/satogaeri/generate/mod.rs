//! Making Satogaeri.
//!
//! *ours*: countries flow out from random cells, single cells join a neighbour, every country gets
//! a cell for its circle's end, and every circle is moved out of there as far as there is room.
//! Then the solver says which circles are in doubt, and some of them are moved out again, all over
//! the board at once, until none are. In mirrored and turned layouts countries and circles come in
//! pairs that do the same.
//!
//! *study*: countries ring by ring, circles moved out once, and whatever comes out is proposed.
//!
//! Density is the share of cells that hold a circle, so its inverse is the mean size of a country.

mod mapped;
mod study;
#[cfg(test)]
mod tests;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{Circle, Satogaeri, Way};
use crate::kit::lists::{put_last, sort_by_number};
use crate::kit::prelude::*;
use crate::make::ambiguity::{doubts, unseen};

pub(super) const MAKERS: &[(&str, Propose)] = &[("ours", ours), ("study", study::study)];

/// Countries with a track each: where the circle ends, and the way out to where it starts.
struct Layout {
    size: Size,
    shape: ClueSymmetry,
    country: Vec<usize>,
    /// The cells of each country.
    cells: Vec<Vec<Cell>>,
    /// The country on the other side, which may be the same.
    mate: Vec<usize>,
    ends: Vec<Cell>,
    out: Vec<(Dir, usize)>,
    /// Whose circle is not to move.
    stays: Vec<bool>,
    /// Cells of tracks, ends and starts included.
    taken: Vec<bool>,
}

fn image_dir(shape: ClueSymmetry, dir: Dir) -> Dir {
    match shape {
        ClueSymmetry::Turn => dir.opposite(),
        ClueSymmetry::Mirror if !dir.is_vertical() => dir.opposite(),
        ClueSymmetry::Across if dir.is_vertical() => dir.opposite(),
        _ => dir,
    }
}

/// The usual share of circles: on published boards of 8, 10, 12 and 15 rows the medians are 0.23,
/// 0.245, 0.23 and 0.24.
const CIRCLES: f64 = 0.24;

fn ours(request: &BoardSpec, tools: &mut Tools) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = request.size()?;
    if size.len() < 2 {
        return Err("no room for two countries");
    }
    if let Some(map) = &request.map {
        let puzzle = mapped::mapped(request, map, tools)?;
        let numberless = puzzle.circles.len() * request.option("numberless") as usize / 100;
        return Ok(Arc::new(hidden(
            puzzle,
            ClueSymmetry::Any,
            numberless,
            tools,
        )));
    }
    // Small boards want smaller countries, so that there are more than two or three.
    let small = 0.15 + 0.4 / (size.len() as f64).sqrt();
    let share = request.density.unwrap_or(small.max(CIRCLES));
    let count = ((size.len() as f64 * share).round() as usize).clamp(2, size.len());
    let rng = &mut tools.rng;
    let single = request.option("single") == 1;
    // Single cells that join others leave fewer countries, so we begin with more.
    let mut begun = count;
    let flow = |begun: usize, rng: &mut ChaCha8Rng| match request.symmetry {
        ClueSymmetry::Both => mirrored_both_ways(size, begun, single, rng),
        shape => flow(size, shape, begun, single, rng),
    };
    let mut owner = flow(begun, rng);
    while request.density.is_some() && countries(&owner) * 10 < count * 9 && begun < size.len() {
        begun = (begun + begun.div_ceil(4)).min(size.len());
        owner = flow(begun, rng);
    }
    let shape = match request.symmetry {
        ClueSymmetry::Both => ClueSymmetry::Any,
        shape => shape,
    };
    let mut layout = Layout::new(size, shape, owner, rng).ok_or("no room for an end")?;
    if layout.cells.len() < 2 {
        return Err("no room for two countries");
    }
    if request.density.is_some() && layout.cells.len() * 10 < count * 9 {
        return Err("no room for that many countries");
    }
    let share = |id: &str| layout.cells.len() * request.option(id) as usize / 100;
    let (zeros, numberless) = (share("zeros"), share("numberless"));
    let mut order = shuffled(0..layout.cells.len(), rng);
    order.retain(|&c| layout.mate[c] >= c);
    for &country in &order {
        layout.move_out(country, rng);
    }
    // Some could not move; of the others as many stay as are wanted besides.
    for country in order {
        let both = 1 + (layout.mate[country] != country) as usize;
        let there = layout.out.iter().filter(|out| out.1 == 0).count();
        if layout.out[country].1 > 0 && there + both <= zeros {
            layout.stays[country] = true;
            layout.move_out(country, rng);
        }
    }
    let puzzle = mend(&mut layout, tools)?;
    Ok(Arc::new(hidden(puzzle, shape, numberless, tools)))
}

/// Countries that flow out from about `count` cells, in pairs where the shape wants it. Cells on
/// the axis (or in the centre) belong to countries that are their own image.
pub(super) fn flow(
    size: Size,
    shape: ClueSymmetry,
    count: usize,
    single: bool,
    rng: &mut ChaCha8Rng,
) -> Vec<usize> {
    let image = |at: Cell| shape.image(size, at);
    let is_own = |at: Cell| shape != ClueSymmetry::Any && image(at) == at;
    let order = shuffled(size.cells(), rng);
    let axis = order.iter().copied().find(|&at| is_own(at));
    let again = order.clone();
    let seeds: Vec<Cell> = axis.into_iter().chain(order).chain(again).collect();
    const FREE: usize = usize::MAX;
    // Two numbers for every seed, for a country and its image.
    let mut owner = vec![FREE; size.len()];
    let mut edge = Vec::new();
    let mut countries = 0;
    for (number, &seed) in seeds.iter().enumerate() {
        if countries >= count {
            break;
        }
        // At first none beside another, so that there are few countries of a single cell.
        let crowded = |(_, n): (Dir, Cell)| owner[size.index(n)] != FREE || n == image(seed);
        let first = number <= size.len();
        if owner[size.index(seed)] != FREE || first && size.neighbours(seed).any(crowded) {
            continue;
        }
        let own = is_own(seed);
        owner[size.index(seed)] = 2 * number;
        edge.push((seed, own));
        countries += 1;
        if shape != ClueSymmetry::Any && !own {
            owner[size.index(image(seed))] = 2 * number + 1;
            countries += 1;
        }
    }
    let mut sizes = vec![1; 2 * seeds.len()];
    while !edge.is_empty() {
        // The smaller of two countries grows, so that none gets large.
        let two = [0; 2].map(|_| rng.random_range(0..edge.len()));
        let size_of = |i: usize| sizes[owner[size.index(edge[i].0)]];
        let i = if size_of(two[1]) < size_of(two[0]) {
            two[1]
        } else {
            two[0]
        };
        let (at, own) = edge[i];
        let free: Vec<Cell> = (size.neighbours(at).map(|(_, next)| next))
            .filter(|&next| owner[size.index(next)] == FREE && (own || !is_own(next)))
            .collect();
        let Some(&next) = free.choose(rng) else {
            edge.swap_remove(i);
            continue;
        };
        let mine = owner[size.index(at)];
        sizes[mine] += 1;
        owner[size.index(next)] = mine;
        if shape != ClueSymmetry::Any {
            owner[size.index(image(next))] = if own { mine } else { mine ^ 1 };
        }
        edge.push((next, own));
    }
    if !single {
        join_single(size, shape, &mut owner, rng);
    }
    owner
}

/// Countries whose layout is mirrored left to right and top to bottom: the upper half mirrored down.
/// Those that touch the middle are one with their image, or every second pair of them if the middle
/// lies between two rows.
fn mirrored_both_ways(size: Size, count: usize, single: bool, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let (rows, cols) = (size.rows().div_ceil(2), size.cols());
    let upper = Size::new(rows, cols).expect("half of a board");
    let owner = flow(upper, ClueSymmetry::Mirror, count.div_ceil(2), single, rng);
    let most = owner.iter().max().map_or(0, |most| most + 1);
    let shared = size.rows() % 2 == 1;
    // A country and its image left to right have numbers that differ in the last bit.
    let joins: Vec<bool> = (0..most).map(|_| shared || rng.random_bool(0.5)).collect();
    let lower = |cell: usize| {
        let above = owner[(size.rows() - 1 - cell / cols) * cols + cell % cols];
        let touches = owner[(rows - 1) * cols..].contains(&above);
        match touches && joins[above / 2] {
            true => above,
            false => above + most,
        }
    };
    let all = (0..size.len()).map(|cell| owner.get(cell).copied().unwrap_or_else(|| lower(cell)));
    all.collect()
}

fn countries(owner: &[usize]) -> usize {
    let mut owners = owner.to_vec();
    owners.sort_unstable();
    owners.dedup();
    owners.len()
}

/// Countries of a single cell join a neighbour, and their images its image.
fn join_single(size: Size, shape: ClueSymmetry, owner: &mut [usize], rng: &mut ChaCha8Rng) {
    let mut sizes = vec![0; owner.iter().max().map_or(0, |m| m + 2)];
    owner.iter().for_each(|&o| sizes[o] += 1);
    for at in size.cells() {
        let mine = owner[size.index(at)];
        if sizes[mine] != 1 {
            continue;
        }
        let other = shape.image(size, at);
        let own = shape != ClueSymmetry::Any && other == at;
        // A country that is its own image must not be torn: it joins only others of its kind.
        let fits = |next: Cell| {
            let there = owner[size.index(next)];
            let there_image = owner[size.index(shape.image(size, next))];
            there != mine && there != owner[size.index(other)] && (!own || there == there_image)
        };
        let nexts: Vec<Cell> = size
            .neighbours(at)
            .map(|(_, next)| next)
            .filter(|&n| fits(n))
            .collect();
        let Some(&next) = nexts.choose(rng) else {
            continue;
        };
        let joined = [(at, next), (other, shape.image(size, next))];
        for (cell, to) in joined.into_iter().take(if other == at { 1 } else { 2 }) {
            let to = owner[size.index(to)];
            sizes[owner[size.index(cell)]] -= 1;
            sizes[to] += 1;
            owner[size.index(cell)] = to;
        }
    }
}

impl Layout {
    /// A layout with an end in every country and no circle moved out yet.
    fn new(
        size: Size,
        shape: ClueSymmetry,
        owner: Vec<usize>,
        rng: &mut ChaCha8Rng,
    ) -> Option<Layout> {
        let regions = Regions::from_labels(size, &owner);
        let country: Vec<usize> = size.cells().map(|at| regions.of(at)).collect();
        let mut cells = vec![Vec::new(); regions.count()];
        for at in size.cells() {
            cells[regions.of(at)].push(at);
        }
        let mate = cells
            .iter()
            .map(|c| regions.of(shape.image(size, c[0])))
            .collect();
        let mut layout = Layout {
            size,
            shape,
            country,
            ends: cells.iter().map(|c| c[0]).collect(),
            out: vec![(Dir::North, 0); cells.len()],
            stays: vec![false; cells.len()],
            cells,
            mate,
            taken: vec![false; size.len()],
        };
        for country in 0..layout.cells.len() {
            if layout.mate[country] >= country {
                let end = *layout.possible_ends(country).choose(rng)?;
                layout.set(country, end, (Dir::North, 0));
            }
        }
        Some(layout)
    }

    fn image(&self, at: Cell) -> Cell {
        self.shape.image(self.size, at)
    }

    fn is_own(&self, country: usize) -> bool {
        self.shape != ClueSymmetry::Any && self.mate[country] == country
    }

    /// Free cells for the end of a country's circle; they are their own image if the country is.
    fn possible_ends(&self, country: usize) -> Vec<Cell> {
        let own = self.is_own(country);
        let fits = |&at: &Cell| !self.taken[self.size.index(at)] && (!own || self.image(at) == at);
        self.cells[country].iter().copied().filter(fits).collect()
    }

    fn mark(&mut self, country: usize, taken: bool) {
        let (dir, far) = self.out[country];
        for d in 0..=far {
            let index = self.size.index(self.ends[country].go(dir, d));
            self.taken[index] = taken;
        }
    }

    /// Place a country's track, and that of its image.
    fn set(&mut self, country: usize, end: Cell, out: (Dir, usize)) {
        (self.ends[country], self.out[country]) = (end, out);
        self.mark(country, true);
        let mate = self.mate[country];
        if mate != country {
            self.ends[mate] = self.image(end);
            self.out[mate] = (image_dir(self.shape, out.0), out.1);
            self.mark(mate, true);
        }
    }

    /// Can a track lie here? Its image must not meet it.
    fn has_room(&self, country: usize, end: Cell, (dir, far): (Dir, usize)) -> bool {
        let cell = |d: usize| end.go(dir, d);
        let free = |at: Cell| self.size.contains(at) && !self.taken[self.size.index(at)];
        if !(0..=far).all(|d| free(cell(d))) {
            return false;
        }
        if self.shape == ClueSymmetry::Any {
            return true;
        }
        if self.is_own(country) {
            return (0..=far).all(|d| self.image(cell(d)) == cell(d));
        }
        (0..=far).all(|d| (0..=far).all(|e| self.image(cell(d)) != cell(e)))
    }

    /// Move a country's circle out again, and its image.
    fn move_out(&mut self, country: usize, rng: &mut ChaCha8Rng) {
        let country = country.min(self.mate[country]);
        let before = (self.ends[country], self.out[country]);
        self.mark(country, false);
        self.mark(self.mate[country], false);
        let ends = self.possible_ends(country);
        let furthest = (2 + self.size.rows().max(self.size.cols()) / 3).min(9);
        let mut best = None;
        let tries = if self.stays[country] { 0 } else { 12 };
        for _ in 0..tries {
            let Some(&end) = ends.choose(rng) else {
                break;
            };
            let dir = *Dir::ALL.choose(rng).expect("there are four");
            let free = |&at: &Cell| !self.taken[self.size.index(at)];
            let room = self
                .size
                .ray(end, dir)
                .take_while(free)
                .count()
                .min(furthest);
            if room == 0 {
                continue;
            }
            let out = (dir, rng.random_range(1..=room));
            if !self.has_room(country, end, out) || (end, out) == before {
                continue;
            }
            best = Some((end, out));
            // A circle that comes from abroad says more; some begin at home.
            let start = self.size.index(end.go(dir, out.1));
            if self.country[start] != country || rng.random_bool(0.1) {
                break;
            }
        }
        let (end, out) = best.unwrap_or_else(|| match ends.choose(rng) {
            Some(&end) if self.has_room(country, end, (Dir::North, 0)) => (end, (Dir::North, 0)),
            _ => before,
        });
        self.set(country, end, out);
    }

    /// The puzzle, and for each of its circles the country it belongs to.
    fn puzzle(&self) -> (Satogaeri, Vec<usize>) {
        let start = |c: usize| self.ends[c].go(self.out[c].0, self.out[c].1);
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        sort_by_number(&mut order, |c| self.size.index(start(c)));
        let circle = |&c: &usize| Circle {
            at: start(c),
            number: Some(self.out[c].1 as u16),
        };
        let circles = order.iter().map(circle).collect();
        let countries = Regions::from_labels(self.size, &self.country);
        (Satogaeri::new(countries, circles), order)
    }
}

/// The way back of a track, seen from the circle's start.
fn way_home((dir, far): (Dir, usize)) -> Way {
    match far {
        0 => Way::Stay,
        _ => Way::Go(dir.opposite(), far),
    }
}

/// Rounds of mending, and how many of them may be spent on what the request wants beyond
/// uniqueness.
const ROUNDS: usize = 150;
const FITTING: usize = 30;

fn mend(layout: &mut Layout, tools: &mut Tools) -> Result<Satogaeri, &'static str> {
    let mut fitting = 0;
    for _ in 0..ROUNDS {
        let (puzzle, country_of) = layout.puzzle();
        if tools.raw {
            return Ok(puzzle);
        }
        let right = |m: &super::Move| m.way == way_home(layout.out[country_of[m.circle]]);
        let intended: Vec<bool> = puzzle.moves.iter().map(right).collect();
        let doubts = doubts(&puzzle, &intended, tools).ok_or("the proof took too long")?;
        let in_doubt = |&circle: &usize| doubts[puzzle.moves_of[circle].clone()].contains(&true);
        let all = 0..puzzle.circles.len();
        let mut circles = shuffled(all.clone().filter(in_doubt), &mut tools.rng);
        if circles.is_empty() {
            let moved = layout.out.iter().any(|o| o.1 > 0);
            if moved && (tools.plain || (tools.fits)(&puzzle)) {
                return Ok(puzzle);
            }
            fitting += 1;
            if fitting > FITTING {
                return Err("unique, but not as wanted");
            }
            circles = shuffled(all, &mut tools.rng);
            circles.truncate(3);
        }
        // Half of them: the others may be in doubt only because of these.
        circles.truncate(circles.len().div_ceil(2));
        for circle in circles {
            layout.move_out(country_of[circle], &mut tools.rng);
        }
    }
    Err("still ambiguous after all changes")
}

/// Take away as many numbers as wanted, as far as uniqueness allows. Zeros go last, and images go
/// together.
fn hidden(puzzle: Satogaeri, shape: ClueSymmetry, wanted: usize, tools: &mut Tools) -> Satogaeri {
    let mut order = shuffled(0..puzzle.circles.len(), &mut tools.rng);
    put_last(&mut order, |&c| puzzle.circles[c].number == Some(0));
    let image = |c: usize| puzzle.circle_at(shape.image(puzzle.size, puzzle.circles[c].at));
    let without = |some: &[usize]| {
        let mut circles = puzzle.circles.clone();
        let both = some.iter().flat_map(|&c| [Some(c), image(c)]);
        both.flatten().for_each(|c| circles[c].number = None);
        Satogaeri::new(puzzle.countries.clone(), circles)
    };
    let enough = |some: &mut Vec<usize>| {
        let mut most = wanted;
        some.retain(|&c| {
            let both = 1 + image(c).is_some_and(|image| image != c) as usize;
            let fits = both <= most;
            most -= both * fits as usize;
            fits
        });
        most == 0 || shape != ClueSymmetry::Any && most == 1
    };
    let good = |fewer: &Satogaeri, tools: &Tools| match tools.plain {
        true => !unseen(fewer, fewer.moves.len(), tools).contains(&true),
        false => (tools.rules_prove_uniqueness || tools.is_unique(fewer)) && (tools.fits)(fewer),
    };
    let mut gone: Vec<usize> = Vec::new();
    if tools.plain {
        // Many at once: a circle whose move is seen without its number does not need it, and what
        // is seen is still seen when others get theirs back.
        let some = &order[..(2 * wanted).min(order.len())];
        let fewer = without(some);
        let unseen = unseen(&fewer, fewer.moves.len(), tools);
        let is_seen = |c: usize| !unseen[fewer.moves_of[c].clone()].contains(&true);
        let seen = |c: &&usize| is_seen(**c) && image(**c).is_none_or(is_seen);
        gone = some.iter().filter(seen).copied().collect();
    }
    let mut done = enough(&mut gone);
    let rest: Vec<usize> = order
        .iter()
        .copied()
        .filter(|c| !gone.contains(c))
        .collect();
    for part in rest.chunks(wanted.div_ceil(4).max(1)) {
        for some in [part].into_iter().chain(part.chunks(1)) {
            let mut more = [&gone, some].concat();
            let full = enough(&mut more);
            if done || more.len() == gone.len() {
                break;
            }
            if good(&without(&more), tools) {
                (gone, done) = (more, full);
                break;
            }
        }
    }
    without(&gone)
}
