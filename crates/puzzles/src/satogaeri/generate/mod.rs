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

use super::{Circle, Satogaeri, Way};
use crate::kit::lists::{put_last, sort_by_number};
use crate::kit::prelude::*;
use crate::make::prelude::*;

pub(super) const MAKERS: &[(&str, Propose)] = &[("ours", ours), ("study", study::study)];

/// In the place of a country's number: nobody owns this cell yet.
const FREE: usize = usize::MAX;

/// What a circle goes along, seen from its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Track {
    pub(super) end: Cell,
    /// The way out to where it starts.
    pub(super) dir: Dir,
    pub(super) far: usize,
}

impl Track {
    /// That of a circle which stays.
    fn staying(at: Cell) -> Track {
        Track {
            end: at,
            dir: Dir::North,
            far: 0,
        }
    }

    pub(super) fn start(self) -> Cell {
        self.end.go(self.dir, self.far)
    }

    pub(super) fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..=self.far).map(move |d| self.end.go(self.dir, d))
    }

    /// The way home, seen from the start.
    pub(super) fn way(self) -> Way {
        match self.far {
            0 => Way::Stay,
            far => Way::Go(self.dir.opposite(), far),
        }
    }
}

/// The farthest that circles are moved on a board of this size.
fn farthest(size: Size) -> usize {
    (2 + size.rows().max(size.cols()) / 3).min(9)
}

/// The puzzle with circles that come home along these tracks, and which of them each has.
fn puzzle_of(countries: Regions, tracks: &[Track]) -> (Satogaeri, Vec<usize>) {
    let mut order: Vec<usize> = (0..tracks.len()).collect();
    let size = countries.size();
    sort_by_number(&mut order, |&track| size.index(tracks[track].start()));
    let circle = |&track: &usize| Circle {
        at: tracks[track].start(),
        number: Some(tracks[track].far as u16),
    };
    let circles = order.iter().map(circle).collect();
    (Satogaeri::new(countries, circles), order)
}

/// The tracks that some other solution has otherwise, in the order of the circles.
fn doubted(
    (puzzle, order): &(Satogaeri, Vec<usize>),
    tracks: &[Track],
    tools: &Tools,
) -> Attempt<Vec<usize>> {
    let right = |m: &super::Move| m.way == tracks[order[m.circle]].way();
    let intended: Vec<bool> = puzzle.moves.iter().map(right).collect();
    let doubts = doubts(puzzle, &intended, tools).ok_or(TOO_LONG)?;
    let in_doubt = |&circle: &usize| doubts[puzzle.moves_of[circle].clone()].contains(&true);
    let circles = (0..order.len()).filter(in_doubt);
    Ok(circles.map(|circle| order[circle]).collect())
}

/// Countries with a track each.
struct Layout {
    shape: ClueSymmetry,
    countries: Regions,
    /// The cells of each country.
    cells: Vec<Vec<Cell>>,
    /// The country on the other side, which may be the same.
    mate: Vec<usize>,
    tracks: Vec<Track>,
    /// Whose circle is not to move.
    stays: Vec<bool>,
    /// Cells of tracks, ends and starts included.
    taken: Sheet<bool>,
}

/// The usual share of circles: on published boards of 8, 10, 12 and 15 rows the medians are 0.23,
/// 0.245, 0.23 and 0.24.
const CIRCLES: f64 = 0.24;

const TOO_FEW: &str = "no room for two countries";

fn ours(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    if request.size()?.len() < 2 {
        return Err(TOO_FEW);
    }
    let (puzzle, shape) = match (&request.map, request.symmetry) {
        (Some(map), _) => (mapped::mapped(request, map, tools)?, ClueSymmetry::Any),
        (None, ClueSymmetry::Both) => (free(request, ClueSymmetry::Any, tools)?, ClueSymmetry::Any),
        (None, shape) => (free(request, shape, tools)?, shape),
    };
    let numberless = puzzle.circles.len() * request.number("numberless") / 100;
    Ok(Arc::new(hidden(puzzle, shape, numberless, tools)))
}

/// A puzzle with circles anywhere, in pairs as this shape wants them.
fn free(request: &BoardSpec, shape: ClueSymmetry, tools: &mut Tools) -> Attempt<Satogaeri> {
    let mut layout = divided(request, shape, &mut tools.rng)?;
    let rng = &mut tools.rng;
    let zeros = layout.cells.len() * request.number("zeros") / 100;
    let mut order = shuffled(0..layout.cells.len(), rng);
    order.retain(|&c| layout.mate[c] >= c);
    for &country in &order {
        layout.move_out(country, rng);
    }
    // Some could not move; of the others as many stay as are wanted besides.
    for country in order {
        let both = 1 + (layout.mate[country] != country) as usize;
        let there = layout.tracks.iter().filter(|track| track.far == 0).count();
        if layout.tracks[country].far > 0 && there + both <= zeros {
            layout.stays[country] = true;
            layout.move_out(country, rng);
        }
    }
    mend(&mut layout, tools)
}

/// Countries as many as are wanted, each with a place for its circle.
fn divided(request: &BoardSpec, shape: ClueSymmetry, rng: &mut Dice) -> Attempt<Layout> {
    let size = request.size()?;
    // Small boards want smaller countries, so that there are more than two or three.
    let small = 0.15 + 0.4 / (size.len() as f64).sqrt();
    let share = request.density.unwrap_or(small.max(CIRCLES));
    let count = cells_of(size, share).clamp(2, size.len());
    let single = request.has("single");
    let flow = |begun: usize, rng: &mut Dice| match request.symmetry {
        ClueSymmetry::Both => mirrored_both_ways(size, begun, single, rng),
        shape => flow(size, shape, begun, single, rng),
    };
    let is_short = |there: usize| request.density.is_some() && there * 10 < count * 9;
    let countries = |owner: &Sheet<usize>| distinct(owner.values()).len();
    // Single cells that join others leave fewer countries, so we begin with more.
    let mut begun = count;
    let mut owner = flow(begun, rng);
    while is_short(countries(&owner)) && begun < size.len() {
        begun = (begun + begun.div_ceil(4)).min(size.len());
        owner = flow(begun, rng);
    }
    let layout = Layout::new(shape, &owner, rng).ok_or("no room for an end")?;
    match layout.cells.len() {
        0 | 1 => Err(TOO_FEW),
        few if is_short(few) => Err("no room for that many countries"),
        _ => Ok(layout),
    }
}

/// Countries that flow out from about `count` cells, in pairs where the shape wants it. Cells on
/// the axis (or in the centre) belong to countries that are their own image.
pub(super) fn flow(
    size: Size,
    shape: ClueSymmetry,
    count: usize,
    single: bool,
    rng: &mut Dice,
) -> Sheet<usize> {
    let is_paired = shape != ClueSymmetry::Any;
    let image = |at: Cell| shape.image(size, at);
    let is_own = |at: Cell| is_paired && image(at) == at;
    let order = shuffled(size.cells(), rng);
    let axis = order.iter().copied().find(|&at| is_own(at));
    let again = order.clone();
    let seeds: Vec<Cell> = axis.into_iter().chain(order).chain(again).collect();
    // Two numbers for every seed, for a country and its image.
    let mut owner = Sheet::filled(size, FREE);
    let mut edge = Vec::new();
    let mut countries = 0;
    for (number, &seed) in seeds.iter().enumerate() {
        if countries >= count {
            break;
        }
        // At first none beside another, so that there are few countries of a single cell.
        let crowded = |(_, n): (Dir, Cell)| owner[n] != FREE || n == image(seed);
        let first = number <= size.len();
        if owner[seed] != FREE || first && size.neighbours(seed).any(crowded) {
            continue;
        }
        owner[seed] = 2 * number;
        edge.push(seed);
        countries += 1;
        if is_paired && !is_own(seed) {
            owner[image(seed)] = 2 * number + 1;
            countries += 1;
        }
    }
    let is_own_country = |country: usize| is_own(seeds[country / 2]);
    let may = |country: usize, at: Cell| is_own_country(country) || !is_own(at);
    let twin = |country: usize, at: Cell| match is_paired && !is_own_country(country) {
        true => (image(at), country ^ 1),
        false => (image(at), country),
    };
    spread(&mut owner, edge, 2 * seeds.len(), may, twin, rng);
    if !single {
        join_single(shape, &mut owner, rng);
    }
    owner
}

/// Countries take cells around them that nobody owns: the smaller of two first, so that none gets
/// large. They begin at these cells, and along with each cell that one may take goes another, its
/// twin, to some country.
fn spread(
    owner: &mut Sheet<usize>,
    mut edge: Vec<Cell>,
    countries: usize,
    may: impl Fn(usize, Cell) -> bool,
    twin: impl Fn(usize, Cell) -> (Cell, usize),
    rng: &mut Dice,
) {
    let mut sizes = vec![1; countries];
    while !edge.is_empty() {
        let [one, two] = [0; 2].map(|_| rng.random_range(0..edge.len()));
        let size_of = |i: usize| sizes[owner[edge[i]]];
        let i = std::cmp::min_by_key(one, two, |&i| size_of(i));
        let country = owner[edge[i]];
        let around = owner.size().neighbours(edge[i]).map(|(_, next)| next);
        let free = around.filter(|&next| owner[next] == FREE && may(country, next));
        let Some(&next) = free.collect::<Vec<Cell>>().choose(rng) else {
            edge.swap_remove(i);
            continue;
        };
        sizes[country] += 1;
        owner[next] = country;
        let (other, its) = twin(country, next);
        owner[other] = its;
        edge.push(next);
    }
}

/// Countries whose layout is mirrored left to right and top to bottom: the upper half mirrored down.
/// Those that touch the middle are one with their image, or every second pair of them if the middle
/// lies between two rows.
fn mirrored_both_ways(size: Size, count: usize, single: bool, rng: &mut Dice) -> Sheet<usize> {
    let rows = size.rows().div_ceil(2);
    let upper = Size::new(rows, size.cols()).expect("half of a board");
    let owner = flow(upper, ClueSymmetry::Mirror, count.div_ceil(2), single, rng);
    let most = owner.values().iter().max().map_or(0, |most| most + 1);
    let shared = size.rows() % 2 == 1;
    // A country and its image left to right have numbers that differ in the last bit.
    let joins: Vec<bool> = (0..most).map(|_| shared || rng.random_bool(0.5)).collect();
    let touches = |country: &usize| owner.values()[(rows - 1) * size.cols()..].contains(country);
    Sheet::of(size, |at| match upper.contains(at) {
        true => owner[at],
        false => {
            let above = owner[ClueSymmetry::Across.image(size, at)];
            let is_one = touches(&above) && joins[above / 2];
            above + if is_one { 0 } else { most }
        }
    })
}

/// Countries of a single cell join a neighbour, and their images its image.
fn join_single(shape: ClueSymmetry, owner: &mut Sheet<usize>, rng: &mut Dice) {
    let size = owner.size();
    let image = |at: Cell| shape.image(size, at);
    let mut sizes = vec![0; owner.values().iter().max().map_or(0, |m| m + 2)];
    owner.values().iter().for_each(|&o| sizes[o] += 1);
    for at in size.cells() {
        let (mine, other) = (owner[at], image(at));
        if sizes[mine] != 1 {
            continue;
        }
        let own = shape != ClueSymmetry::Any && other == at;
        // A country that is its own image must not be torn: it joins only others of its kind.
        let fits = |next: &Cell| {
            let there = owner[*next];
            there != mine && there != owner[other] && (!own || there == owner[image(*next)])
        };
        let nexts = size.neighbours(at).map(|(_, next)| next).filter(fits);
        let Some(&next) = nexts.collect::<Vec<Cell>>().choose(rng) else {
            continue;
        };
        let joined = [(at, next), (other, image(next))];
        for (cell, to) in joined.into_iter().take(if other == at { 1 } else { 2 }) {
            sizes[owner[cell]] -= 1;
            sizes[owner[to]] += 1;
            owner[cell] = owner[to];
        }
    }
}

impl Layout {
    /// A layout with an end in every country and no circle moved out yet.
    fn new(shape: ClueSymmetry, owner: &Sheet<usize>, rng: &mut Dice) -> Option<Layout> {
        let size = owner.size();
        let countries = Regions::from_labels(size, owner.values());
        let cells = countries.all();
        let mate = |c: &Vec<Cell>| countries.of(shape.image(size, c[0]));
        let mut layout = Layout {
            shape,
            mate: cells.iter().map(mate).collect(),
            tracks: cells.iter().map(|c| Track::staying(c[0])).collect(),
            stays: vec![false; cells.len()],
            taken: Sheet::filled(size, false),
            countries,
            cells,
        };
        for country in 0..layout.cells.len() {
            if layout.mate[country] >= country {
                let end = *layout.possible_ends(country).choose(rng)?;
                layout.set(country, Track::staying(end));
            }
        }
        Some(layout)
    }

    fn size(&self) -> Size {
        self.taken.size()
    }

    fn image(&self, at: Cell) -> Cell {
        self.shape.image(self.size(), at)
    }

    fn is_own(&self, country: usize) -> bool {
        self.shape != ClueSymmetry::Any && self.mate[country] == country
    }

    /// Free cells for the end of a country's circle; they are their own image if the country is.
    fn possible_ends(&self, country: usize) -> Vec<Cell> {
        let own = self.is_own(country);
        let fits = |&at: &Cell| !self.taken[at] && (!own || self.image(at) == at);
        self.cells[country].iter().copied().filter(fits).collect()
    }

    /// How far a track could lead from this end in that direction.
    fn room(&self, end: Cell, dir: Dir) -> usize {
        let ahead = self.size().ray(end, dir);
        ahead.take_while(|&at| !self.taken[at]).count()
    }

    fn mark(&mut self, country: usize, taken: bool) {
        let cells = self.tracks[country].cells();
        cells.for_each(|at| self.taken[at] = taken);
    }

    /// Place a country's track, and that of its image.
    fn set(&mut self, country: usize, track: Track) {
        self.tracks[country] = track;
        self.mark(country, true);
        let mate = self.mate[country];
        if mate != country {
            let turns = match self.shape {
                ClueSymmetry::Turn => true,
                ClueSymmetry::Mirror => !track.dir.is_vertical(),
                ClueSymmetry::Across => track.dir.is_vertical(),
                ClueSymmetry::Any | ClueSymmetry::Both => false,
            };
            let back = track.dir.opposite();
            self.tracks[mate] = Track {
                end: self.image(track.end),
                dir: if turns { back } else { track.dir },
                far: track.far,
            };
            self.mark(mate, true);
        }
    }

    /// Can a track lie here? Its image must not meet it.
    fn has_room(&self, country: usize, track: Track) -> bool {
        let mut cells = track.cells();
        let images = cells.clone().map(|at| self.image(at));
        let free = |at: Cell| self.size().contains(at) && !self.taken[at];
        cells.clone().all(free)
            && match self.shape {
                ClueSymmetry::Any => true,
                _ if self.is_own(country) => cells.eq(images),
                _ => !cells.any(|at| images.clone().any(|image| image == at)),
            }
    }

    /// Move a country's circle out again, and its image.
    fn move_out(&mut self, country: usize, rng: &mut Dice) {
        let country = country.min(self.mate[country]);
        let before = self.tracks[country];
        self.mark(country, false);
        self.mark(self.mate[country], false);
        let ends = self.possible_ends(country);
        let farthest = farthest(self.size());
        let mut best = None;
        let tries = if self.stays[country] { 0 } else { 12 };
        for _ in 0..tries {
            let Some(&end) = ends.choose(rng) else {
                break;
            };
            let dir = *Dir::ALL.choose(rng).expect("there are four");
            let room = self.room(end, dir).min(farthest);
            if room == 0 {
                continue;
            }
            let far = rng.random_range(1..=room);
            let track = Track { end, dir, far };
            if !self.has_room(country, track) || track == before {
                continue;
            }
            best = Some(track);
            // A circle that comes from abroad says more; some begin at home.
            if self.countries.of(track.start()) != country || rng.random_bool(0.1) {
                break;
            }
        }
        let track = best.unwrap_or_else(|| match ends.choose(rng) {
            Some(&end) if self.has_room(country, Track::staying(end)) => Track::staying(end),
            _ => before,
        });
        self.set(country, track);
    }
}

/// Rounds of mending, and how many of them may be spent on what the request wants beyond
/// uniqueness.
const ROUNDS: usize = 150;
const FITTING: usize = 30;

fn mend(layout: &mut Layout, tools: &mut Tools) -> Attempt<Satogaeri> {
    let mut fitting = 0;
    for _ in 0..ROUNDS {
        let made = puzzle_of(layout.countries.clone(), &layout.tracks);
        if tools.raw {
            return Ok(made.0);
        }
        let mut tracks = shuffled(doubted(&made, &layout.tracks, tools)?, &mut tools.rng);
        let (puzzle, order) = made;
        if tracks.is_empty() {
            let moved = layout.tracks.iter().any(|track| track.far > 0);
            if moved && (tools.plain || (tools.fits)(&puzzle)) {
                return Ok(puzzle);
            }
            fitting += 1;
            if fitting > FITTING {
                return Err(UNWANTED);
            }
            tracks = shuffled(order, &mut tools.rng);
            tracks.truncate(3);
        }
        // Half of them: the others may be in doubt only because of these.
        tracks.truncate(tracks.len().div_ceil(2));
        for country in tracks {
            layout.move_out(country, &mut tools.rng);
        }
    }
    Err(AMBIGUOUS)
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
    let mut gone: Vec<usize> = Vec::new();
    let mut done = enough(&mut gone);
    if tools.plain {
        // A circle whose move is seen without its number does not need it, and what is seen is still
        // seen when others get theirs back. So one look tells of many.
        for most in [wanted, wanted.div_ceil(4), 1] {
            for some in order.chunks(most.max(1)) {
                if done {
                    break;
                }
                let fewer = without(&[&gone, some].concat());
                let unseen = unseen(&fewer, fewer.moves.len(), tools);
                let is_seen = |c: usize| !unseen[fewer.moves_of[c].clone()].contains(&true);
                let seen = |c: &&usize| is_seen(**c) && image(**c).is_none_or(is_seen);
                gone.extend(some.iter().filter(seen));
                done = enough(&mut gone);
            }
            order.retain(|c| !gone.contains(c));
        }
        return without(&gone);
    }
    for part in order.chunks(wanted.div_ceil(4).max(1)) {
        for some in [part].into_iter().chain(part.chunks(1)) {
            let mut more = [&gone, some].concat();
            let full = enough(&mut more);
            if done || more.len() == gone.len() {
                break;
            }
            let fewer = without(&more);
            let is_unique = tools.rules_prove_uniqueness || tools.is_unique(&fewer);
            if is_unique && (tools.fits)(&fewer) {
                (gone, done) = (more, full);
                break;
            }
        }
    }
    without(&gone)
}
