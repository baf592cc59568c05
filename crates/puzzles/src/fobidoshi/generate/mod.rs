//! Making Fobidoshi.
//!
//! *full*, ours, begins with circles to which none can be added: one group, grown all over the
//! board until every empty cell would make four. If all of them are given, the rest is forced, so
//! every attempt begins with a unique puzzle and needs no cross. Then circles are taken away while
//! the puzzle stays unique, down to the share that is wanted or until all are needed. Crosses that
//! are asked for are given at the beginning; fewer circles are needed then.
//!
//! The study's two ways are in study.rs; most of their attempts fail, and many of their crosses
//! stay.

mod marks;
mod prove;
mod study;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use grid::Size;
use rand::Rng;

use self::marks::Circles;
use self::prove::Prover;
use super::{Fobidoshi, Mark};
use crate::make::{BoardSpec, Maker, MakerOption, Tools, shuffled};
use crate::puzzle::Puzzle;

pub(super) const MAKERS: &[Maker] = &[
    Maker {
        id: "full",
        words: "circles to which none can be added, then as few of them as are wanted",
        options: &[
            MakerOption {
                id: "minimal",
                words: "take clues away until all that are left are needed",
                usual: 0,
                least: 0,
                most: 1,
                names: &[],
            },
            MakerOption {
                id: "crosses",
                words: "percent of the cells that are given crosses",
                usual: 0,
                least: 0,
                most: 30,
                names: &[],
            },
        ],
        shapes: &[],
        density: Some("of the cells are given circles"),
        propose: full,
    },
    study::RANDOM_START,
    study::RANDOM_SOLUTION,
];

/// Boards with this many cells have room for puzzles that are not half full.
const ROOMY: usize = 36;

/// The share of given circles that the study found good, in percent.
const SHARE: (usize, usize) = (29, 41);

/// Two shares in percent as numbers of cells. At least one on the smallest boards.
fn counts(cells: usize, (least, most): (usize, usize)) -> (usize, usize) {
    let most = (cells * most / 100).max(1);
    ((cells * least).div_ceil(100).min(most), most)
}

fn full(request: &BoardSpec, tools: &mut Tools) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = request.size()?;
    let circles = grown(size, &mut tools.rng);
    let mut told: Vec<bool> = circles.clone();
    let cells = 0..size.len();
    let empty = shuffled(cells.clone().filter(|&i| !circles[i]), &mut tools.rng);
    let crosses = size.len() * request.option("crosses") as usize / 100;
    for &cell in empty.iter().take(crosses) {
        told[cell] = true;
    }
    let (least, most) = counts(size.len(), SHARE);
    let drawn = tools.rng.random_range(least..=most);
    let minimal = request.option("minimal") == 1;
    let target = match request.density {
        _ if minimal => 0,
        None => drawn,
        Some(share) => (share * size.len() as f64).round() as usize,
    };
    let order = shuffled(cells.filter(|&i| circles[i]), &mut tools.rng);
    if request.density.is_some() && target >= order.len() {
        return Err("no solution with that many circles");
    }
    // On small boards more may be needed; on others a half-full board is not a good puzzle.
    let most = match request.density {
        Some(_) => target + size.len().div_ceil(20),
        None if minimal || size.len() < ROOMY => size.len(),
        None => size.len() / 2,
    };
    let mut strip = Strip::new(size, circles, told, target, tools);
    // Most boards with too many are noticed before any circle is taken away.
    if order.len() - strip.loose(&order).len() > most {
        return Err("too many circles needed");
    }
    strip.begin()?;
    strip.all(&order);
    if minimal {
        // With fewer circles a cross may be needed that was not before, never the other way round.
        strip.all(&empty[..crosses.min(empty.len())]);
    }
    if strip.circles_told() > most {
        return Err("too many circles needed");
    }
    match strip.circles_told() < order.len() {
        true => Ok(strip.finish()),
        false => Err("all circles needed, so nothing to find"),
    }
}

/// One group all over the board to which nothing can be added.
fn grown(size: Size, rng: &mut impl Rng) -> Vec<bool> {
    let mut circles = spread(size, rng);
    for _ in 1..GROWTHS {
        if is_everywhere(size, &circles) {
            break;
        }
        circles = spread(size, rng);
    }
    circles
}

/// How many solutions are grown at most until one is everywhere.
const GROWTHS: usize = 20;

/// First circles are added only where they have one neighbour, so that the group spreads like a
/// tree; a group that is filled up at once often ends as a block of three by three. Then it is
/// filled up until every other cell would make four.
fn spread(size: Size, rng: &mut impl Rng) -> Vec<bool> {
    let mut circles = Circles::none(size);
    let start = rng.random_range(0..size.len());
    for most in [1, 4] {
        let mut frontier: Vec<usize> = match most {
            1 => vec![start],
            _ => (0..size.len())
                .filter(|&cell| circles.around(cell).any(|next| circles.has(next)))
                .collect(),
        };
        while !frontier.is_empty() {
            let cell = frontier.swap_remove(rng.random_range(0..frontier.len()));
            let beside = circles
                .around(cell)
                .filter(|&next| circles.has(next))
                .count();
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
    let (rows, cols) = (size.rows() as i16, size.cols() as i16);
    let mut quarters = [(0, 0); 4];
    for at in size.cells() {
        let quarter =
            &mut quarters[2 * (2 * at.row >= rows) as usize + (2 * at.col >= cols) as usize];
        quarter.0 += circles[size.index(at)] as usize;
        quarter.1 += 1;
    }
    quarters
        .iter()
        .all(|&(circles, cells)| 5 * circles >= 2 * cells)
}

/// Clues are taken away in this many parts.
const PARTS: usize = 6;

/// What is given of a solution, less and less of it.
struct Strip<'a, 't> {
    size: Size,
    circles: Vec<bool>,
    told: Vec<bool>,
    /// Leave at least this many circles.
    least: usize,
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
            prover: Prover::new(size, &circles, tools.budget),
            circles,
            told,
            least,
            tools,
        }
    }

    /// Fails unless the puzzle is right before anything is taken away.
    fn begin(&mut self) -> Result<(), &'static str> {
        if !self.suffices() {
            return Err("several solutions");
        }
        match self.fits() {
            true => Ok(()),
            false => Err("not within what is allowed"),
        }
    }

    fn suffices(&mut self) -> bool {
        self.tools.raw || self.prover.suffices(&self.told)
    }

    fn must_tell(&self, cell: usize) -> bool {
        !self.tools.raw && self.prover.must_tell(cell, &self.told)
    }

    fn circles_told(&self) -> usize {
        let both = self.told.iter().zip(&self.circles);
        both.filter(|&(&told, &circle)| told && circle).count()
    }

    fn fits(&self) -> bool {
        (self.tools.fits)(&self.puzzle())
    }

    fn puzzle(&self) -> Fobidoshi {
        let mark = |(&told, &circle): (&bool, &bool)| match (told, circle) {
            (false, _) => Mark::Nothing,
            (true, true) => Mark::Circle,
            (true, false) => Mark::Cross,
        };
        Fobidoshi {
            size: self.size,
            given: self.told.iter().zip(&self.circles).map(mark).collect(),
        }
    }

    fn finish(self) -> Arc<dyn Puzzle> {
        Arc::new(self.puzzle())
    }

    /// Take away what can be, in this order.
    fn all(&mut self, order: &[usize]) {
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
        let going = cells.iter().filter(|&&cell| self.circles[cell]).count();
        if circles >= self.least + going {
            cells.iter().for_each(|&cell| self.told[cell] = false);
            if !self.suffices() {
                self.told.clone_from(&before);
            }
        }
        for &cell in &cells {
            if !self.told[cell] || self.circles[cell] && circles <= self.least {
                continue;
            }
            self.told[cell] = false;
            if !self.must_tell(cell) && self.suffices() {
                circles -= self.circles[cell] as usize;
            } else {
                self.told[cell] = true;
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
