//! Making Fobidoshi.
//!
//! *full*, ours, begins with circles to which none can be added: one group, grown all over the
//! board until every empty cell would make four. If all of them are given, the rest is forced, so
//! every attempt begins with a unique puzzle and needs no cross. Then circles are taken away while
//! the puzzle stays unique, down to the share that is wanted or until all are needed. Crosses are
//! given at the beginning, as often as in published puzzles; fewer circles are needed then. If the
//! clues are to be symmetric, the image of every circle is given too, be it a circle or a cross, and
//! both go together; those with a cross go first.
//!
//! The study's two ways are in study.rs; most of their attempts fail, and many of their crosses
//! stay.

mod mapped;
mod marks;
mod prove;
mod study;
#[cfg(test)]
mod tests;

use self::marks::Circles;
use self::prove::Prover;
use super::{Fobidoshi, Mark};
use crate::kit::lists::put_last;
use crate::kit::prelude::*;
use crate::make::prelude::*;

pub(super) const MAKERS: &[(&str, Propose)] = &[
    ("full", full),
    ("random-start", study::random_start),
    ("random-solution", study::random_solution),
];

/// Boards with this many cells have room for puzzles that are not half full.
const ROOMY: usize = 36;

const TOO_MANY: &str = "too many circles needed";

/// A number of given circles, at random within the share that the study found good: 29 to 41 percent,
/// and at least one on the smallest boards.
fn usual_circles(cells: usize, rng: &mut Dice) -> usize {
    let most = (cells * 41 / 100).max(1);
    let least = (cells * 29).div_ceil(100).min(most);
    rng.random_range(least..=most)
}

/// How many crosses a board is given, if the request does not say it: half of the published ones from
/// 8×8 on have a few, up to a tenth of the cells, and of the smaller ones and those of 9×9 hardly any.
///
/// With crosses a puzzle is easier, so of hard candidates few have any; if something in particular is
/// wanted, what is drawn once for the puzzle holds for all its candidates.
fn crosses(request: &BoardSpec, cells: usize, tools: &mut Tools) -> usize {
    if request.option("crosses") >= 0 {
        return cells * request.number("crosses") / 100;
    }
    let is_rare = cells < 64 || cells == 81;
    let often = if is_rare { 0.15 } else { 0.45 };
    let drawn = tools.rng.random_bool(often);
    let some = match tools.plain {
        true => drawn,
        false => tools.lot < often,
    };
    cells * tools.rng.random_range(6..=11) * some as usize / 100
}

fn full(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    if let Some(map) = &request.map {
        return mapped::mapped(request, map, tools);
    }
    let size = request.size()?;
    let circles = grown(size, &mut tools.rng);
    let cells = 0..size.len();
    let image = |cell: usize| size.index(request.symmetry.image(size, size.cell(cell)));
    let twin: Vec<usize> = cells.clone().map(image).collect();
    let mut crosses_told = shuffled(cells.clone().filter(|&i| !circles[i]), &mut tools.rng);
    crosses_told.truncate(crosses(request, size.len(), tools));
    let is_told = |cell: usize| circles[cell] || crosses_told.contains(&cell);
    let told = |cell: usize| is_told(cell) || is_told(twin[cell]);
    let told: Vec<bool> = cells.clone().map(told).collect();
    let drawn = usual_circles(size.len(), &mut tools.rng);
    let minimal = request.has("minimal");
    let target = match request.density {
        _ if minimal => 0,
        None => drawn,
        Some(share) => cells_of(size, share),
    };
    let is_loose = |cell: &usize| circles[*cell] && !crosses_told.contains(&twin[*cell]);
    let mut order = shuffled(cells.filter(is_loose), &mut tools.rng);
    // Of two that go together only one is asked, and those with a cross go first.
    order.retain(|&cell| !circles[twin[cell]] || twin[cell] >= cell);
    put_last(&mut order, |&cell| circles[twin[cell]]);
    // On small boards more may be needed; on others a half-full board is not a good puzzle.
    let most = match request.density {
        Some(_) => target + size.len().div_ceil(20),
        None if minimal || size.len() < ROOMY => size.len(),
        None => size.len() / 2,
    };
    let mut strip = Strip::new(size, circles, told, target, tools);
    strip.twin = twin;
    if request.density.is_some() && target >= strip.all {
        return Err("no solution with that many circles");
    }
    // Most boards with too many are noticed before any circle is taken away.
    let loose = strip.loose(&order);
    if strip.all - strip.circles_in(&loose) > most {
        return Err(TOO_MANY);
    }
    strip.begin()?;
    strip.take_away(&order);
    if minimal {
        // With fewer circles a cross may be needed that was not before, never the other way round.
        strip.take_away(&crosses_told);
    }
    match strip.circles_told() > most {
        true => Err(TOO_MANY),
        false => strip.with_something_to_find(),
    }
}

/// How many solutions are grown at most until one is everywhere.
const GROWTHS: usize = 20;

/// One group all over the board to which nothing can be added.
fn grown(size: Size, rng: &mut Dice) -> Vec<bool> {
    let mut circles = spread(size, rng);
    for _ in 1..GROWTHS {
        if is_everywhere(size, &circles) {
            break;
        }
        circles = spread(size, rng);
    }
    circles
}

/// First circles are added only where they have one neighbour, so that the group spreads like a
/// tree; a group that is filled up at once often ends as a block of three by three. Then it is
/// filled up until every other cell would make four.
fn spread(size: Size, rng: &mut Dice) -> Vec<bool> {
    let mut circles = Circles::none(size);
    let mut frontier = vec![rng.random_range(0..size.len())];
    for most in [1, 4] {
        if most > 1 {
            frontier.extend((0..size.len()).filter(|&cell| circles.beside(cell).next().is_some()));
        }
        while !frontier.is_empty() {
            let cell = frontier.swap_remove(rng.random_range(0..frontier.len()));
            let beside = circles.beside(cell).count();
            if circles.has(cell) || beside > most || circles.would_make_four(cell) {
                continue; // it still would when others have come
            }
            circles.put(cell);
            frontier.extend(circles.around(cell).filter(|&next| !circles.has(next)));
        }
    }
    circles.cells
}

/// Are at least two fifths of every quarter circles?
fn is_everywhere(size: Size, circles: &[bool]) -> bool {
    let there = quarters(size, size.cells().filter(|&at| circles[size.index(at)]));
    let all = quarters(size, size.cells());
    (0..4).all(|quarter| 5 * there[quarter] >= 2 * all[quarter])
}

/// A solution of which these cells are told.
fn shown(size: Size, told: &[bool], circles: &[bool]) -> Fobidoshi {
    let mark = |(&told, &circle): (&bool, &bool)| match (told, circle) {
        (false, _) => Mark::Nothing,
        (true, true) => Mark::Circle,
        (true, false) => Mark::Cross,
    };
    let given = told.iter().zip(circles).map(mark).collect();
    Fobidoshi { size, given }
}

/// Clues are taken away in this many parts.
const PARTS: usize = 6;

/// What is given of a solution, less and less of it.
struct Strip<'a, 't> {
    size: Size,
    circles: Vec<bool>,
    /// How many circles there are.
    all: usize,
    told: Vec<bool>,
    /// Leave at least this many circles.
    least: usize,
    /// The cell that is told together with each.
    twin: Vec<usize>,
    prover: Prover<'t>,
    tools: &'a mut Tools<'t>,
}

impl<'a, 't> Strip<'a, 't> {
    fn new(
        size: Size,
        circles: Vec<bool>,
        told: Vec<bool>,
        least: usize,
        tools: &'a mut Tools<'t>,
    ) -> Strip<'a, 't> {
        Strip {
            size,
            all: circles.iter().filter(|&&circle| circle).count(),
            prover: Prover::new(size, &circles, tools.budget),
            circles,
            told,
            least,
            twin: (0..size.len()).collect(),
            tools,
        }
    }

    fn tell(&mut self, cell: usize, told: bool) {
        self.told[cell] = told;
        self.told[self.twin[cell]] = told;
    }

    /// How many circles are told with these cells.
    fn circles_in(&self, cells: &[usize]) -> usize {
        let twins = cells.iter().map(|&cell| self.twin[cell]);
        let both = cells.iter().zip(twins);
        let count = |(&cell, twin): (&usize, usize)| {
            self.circles[cell] as usize + (twin != cell && self.circles[twin]) as usize
        };
        both.map(count).sum()
    }

    /// Fails unless the puzzle is right before anything is taken away.
    fn begin(&mut self) -> Attempt<()> {
        match self.suffices() {
            false => Err(SEVERAL),
            true if !self.fits() => Err(NOT_ALLOWED),
            true => Ok(()),
        }
    }

    fn suffices(&mut self) -> bool {
        self.tools.raw || self.prover.suffices(&self.told)
    }

    fn must_tell(&self, cell: usize) -> bool {
        let must = |cell: usize| self.prover.must_tell(cell, &self.told);
        !self.tools.raw && (must(cell) || must(self.twin[cell]))
    }

    fn circles_told(&self) -> usize {
        let both = self.told.iter().zip(&self.circles);
        both.filter(|&(&told, &circle)| told && circle).count()
    }

    fn fits(&self) -> bool {
        (self.tools.fits)(&self.puzzle())
    }

    fn puzzle(&self) -> Fobidoshi {
        shown(self.size, &self.told, &self.circles)
    }

    /// The puzzle, if not all circles are told.
    fn with_something_to_find(self) -> Attempt<Arc<dyn Puzzle>> {
        match self.circles_told() < self.all {
            true => Ok(Arc::new(self.puzzle())),
            false => Err("all circles needed, so nothing to find"),
        }
    }

    /// Take away what can be, in this order.
    fn take_away(&mut self, order: &[usize]) {
        let order = self.loose(order);
        for part in order.chunks(order.len().div_ceil(PARTS).max(1)) {
            self.part(part);
        }
    }

    /// Those of these cells that perhaps need not be given.
    fn loose(&self, cells: &[usize]) -> Vec<usize> {
        let told = cells.iter().copied().filter(|&cell| self.told[cell]);
        told.filter(|&cell| !self.must_tell(cell)).collect()
    }

    /// Finding out whether the puzzle fits may take long, so it is asked for a whole part at once,
    /// and for its halves where it does not fit.
    fn part(&mut self, cells: &[usize]) {
        let before = self.told.clone();
        let mut circles = self.circles_told();
        let cells = self.loose(cells);
        // What can go together can go one by one, and at first nearly all can.
        if circles >= self.least + self.circles_in(&cells) {
            cells.iter().for_each(|&cell| self.tell(cell, false));
            if !self.suffices() {
                self.told.clone_from(&before);
            }
        }
        for &cell in &cells {
            let here = self.circles_in(&[cell]);
            if !self.told[cell] || here > 0 && circles < self.least + here {
                continue;
            }
            self.tell(cell, false);
            if !self.must_tell(cell) && self.suffices() {
                circles -= here;
            } else {
                self.tell(cell, true);
            }
        }
        if self.told == before || self.fits() {
            return;
        }
        self.told = before;
        if cells.len() > 1 {
            let (one, two) = cells.split_at(cells.len() / 2);
            self.part(one);
            self.part(two);
        }
    }
}
