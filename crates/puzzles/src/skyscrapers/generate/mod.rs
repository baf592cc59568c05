//! Making Skyscrapers: a square, its views, and then as few clues as wanted.
//!
//! *uniform*, ours, draws Latin squares uniformly (reduced.rs, latin.rs). Up to size 6 it draws
//! until the views leave one solution, so what comes out is uniform among the squares that have
//! such a puzzle. Of the squares of size 7 only one in 500 does, of size 8 one in tens of
//! thousands: there, and where whole sides are to be empty, it changes the square where cells are
//! still open, a cycle at a time, and keeps what leaves fewer heights open. Where that is too much
//! to ask, it gives cells.
//!
//! *study* shuffles the rows and columns of one cyclic square; of the 576 squares of size 4 it
//! reaches 144.
//!
//! Clues are taken away in strip.rs.

mod count;
mod latin;
mod reduced;
mod strip;
#[cfg(test)]
mod tests;

use self::count::{Clues, Count, views};
use self::latin::{Square, Walk};
use self::strip::{Look, Strip};
use super::Skyscrapers;
use super::lines::{Field, Heights};
use crate::kit::prelude::*;
use crate::make::prelude::*;

pub(super) const MAKERS: &[(&str, Propose)] = &[("uniform", uniform), ("study", study)];

/// Sizes up to this one are drawn until one fits; larger ones are led there.
const DRAWN: usize = 6;
/// Up to this size views alone can be asked for.
const BARE: usize = 7;
/// Squares drawn in one attempt: at size 6 one in 15 has a unique puzzle.
const DRAWS: usize = 400;
/// How many of them it took, for the measurements of the yield.
const SQUARES: &str = "squares";
/// Changes of the square in one attempt, without and before giving cells.
const CHANGES: usize = 4000;
const CHANGES_BEFORE_GIVING: usize = 60;
/// Trials for one count. A puzzle that takes more is not for people.
const TRIALS: u64 = 1000;

/// A puzzle in the making.
struct Draft<'a, 't> {
    tools: &'a mut Tools<'t>,
    clues: Clues,
    square: Square,
    shape: ClueSymmetry,
    /// By cell whether it may be given.
    may_give: Vec<bool>,
}

fn puzzle(clues: &Clues) -> Skyscrapers {
    let view = |&clue: &u8| (clue > 0).then_some(clue.into());
    Skyscrapers {
        views: clues.views.iter().map(view).collect(),
        givens: clues.givens.iter().map(|&given| given.into()).collect(),
        ..Skyscrapers::empty(clues.n).expect("a side within the limits")
    }
}

/// Does a plain puzzle have one solution? `None` if it is not plain, or if that takes longer.
pub(super) fn quick_unique(puzzle: &Skyscrapers, budget: Budget) -> Option<bool> {
    let n = puzzle.side();
    let known = |&clue: &u16| clue <= n as u16;
    let views: Vec<u16> = puzzle.views.iter().map(|v| v.unwrap_or(0)).collect();
    let is_plain = puzzle.parks() == 0 && !puzzle.diagonals && !puzzle.views.contains(&Some(0));
    if !is_plain || !views.iter().all(known) || !puzzle.givens.iter().all(known) {
        return None;
    }
    let clues = Clues {
        n,
        views: views.iter().map(|&v| v as u8).collect(),
        givens: puzzle.givens.iter().map(|&g| g as u8).collect(),
    };
    let count = clues.count(budget.conflicts.min(TRIALS), budget);
    match count.solutions.len() {
        0 | 1 if count.cut => None,
        solutions => Some(solutions == 1),
    }
}

fn uniform(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let n = side(request)?;
    let look = Look::draw(request, &mut tools.rng)?;
    let most_givens = match request.option("givens") {
        -1 if n <= BARE && look.is_whole() => 0,
        -1 => n * n,
        most => most as usize,
    };
    let mut draft = Draft::new(drawn(n, &mut tools.rng), request.symmetry, tools);
    if let Some(map) = &request.map {
        // More changes, because what may be given can be little.
        draft.lead(&look, CHANGES);
        draft.may_give = map.size().cells().map(|at| map.may(at)).collect();
        draft.give(n * n, request.has("fill"), Any::Difference)?;
    } else if most_givens > 0 {
        draft.lead(&look, CHANGES_BEFORE_GIVING);
        draft.give(most_givens, request.has("fill"), Any::Difference)?;
    } else if n <= DRAWN && look.is_whole() {
        draft.draw(&look)?;
    } else if !draft.lead(&look, CHANGES) {
        return Err(SEVERAL);
    } else if !draft.fits() {
        return Err(NOT_ALLOWED);
    }
    let shown = draft.clues.views.iter().filter(|&&v| v > 0).count();
    let amount = match (request.density, request.option("strip")) {
        (None, -1) => shown.saturating_sub(3 * n / 2),
        (None, amount) => amount as usize,
        (Some(share), _) => shown.saturating_sub((share * 4.0 * n as f64).round() as usize),
    };
    let effort = request.number("effort");
    let mut strip = Strip { amount, effort };
    strip.givens(&mut draft, &look);
    strip.views(&mut draft, &look, request.has("balance"));
    Ok(Arc::new(puzzle(&draft.clues)))
}

/// A square, each equally likely. Beyond the sizes of which all are known a walk comes near that.
fn drawn(n: usize, rng: &mut Dice) -> Square {
    match n <= reduced::LARGEST {
        true => reduced::drawn(n, rng),
        false => Walk::new(&Square::shuffled(n, rng)).on(2 * n * n, rng),
    }
}

fn study(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let n = side(request)?;
    let square = Square::shuffled(n, &mut tools.rng);
    let mut draft = Draft::new(square, ClueSymmetry::Any, tools);
    match request.option("givens") {
        0 if !draft.is_unique() => return Err(SEVERAL),
        0 if !draft.fits() => return Err(NOT_ALLOWED),
        0 => {}
        most => draft.give(most as usize, request.has("fill"), Any::Cell)?,
    }
    let (amount, effort) = (request.number("strip"), request.number("effort"));
    Strip { amount, effort }.depth_first(&mut draft);
    Ok(Arc::new(puzzle(&draft.clues)))
}

fn side(request: &BoardSpec) -> Attempt<usize> {
    match request.rows == request.cols {
        true => Ok(request.rows),
        false => Err("only square boards"),
    }
}

impl<'a, 't> Draft<'a, 't> {
    /// A draft with all views and nothing given.
    fn new(square: Square, shape: ClueSymmetry, tools: &'a mut Tools<'t>) -> Draft<'a, 't> {
        Draft {
            tools,
            clues: Clues {
                n: square.n,
                views: views(square.n, &square.heights),
                givens: vec![0; square.heights.len()],
            },
            may_give: vec![true; square.heights.len()],
            square,
            shape,
        }
    }

    fn count(&self) -> Count {
        let trials = self.tools.budget.conflicts.min(TRIALS);
        self.clues.count(trials, self.tools.budget)
    }

    fn is_unique(&self) -> bool {
        self.tools.raw || self.count().is_unique()
    }

    fn fits(&self) -> bool {
        (self.tools.fits)(&puzzle(&self.clues))
    }

    fn set_square(&mut self, square: Square, look: &Look) {
        self.clues.views = views(square.n, &square.heights);
        look.clear(&mut self.clues, &square);
        self.square = square;
    }

    /// Draw squares until one is right.
    fn draw(&mut self, look: &Look) -> Attempt<()> {
        let mut failure = SEVERAL;
        for draws in 1..=DRAWS {
            // What the rules finish needs no count, and few without a twin are no good.
            let is_one = || self.tools.rules_prove_uniqueness || self.is_unique();
            if self.tools.raw || !self.square.has_twin() && is_one() {
                if self.fits() {
                    self.tools.notes.push((SQUARES, draws as u64));
                    return Ok(());
                }
                failure = NOT_ALLOWED;
            }
            let square = drawn(self.square.n, &mut self.tools.rng);
            self.set_square(square, look);
        }
        Err(failure)
    }

    /// Change the square where cells are open, and keep what leaves less open.
    fn lead(&mut self, look: &Look, changes: usize) -> bool {
        self.set_square(self.square.clone(), look);
        let mut open = open_cells(&self.field());
        let mut weight = self.open_heights();
        let mut changed = true;
        for _ in 0..changes {
            if self.tools.raw || open.is_empty() {
                return true;
            }
            if changed && weight <= SETTLED && self.is_unique() {
                return true;
            }
            let before = (self.square.clone(), self.clues.clone());
            let cell = *open.choose(&mut self.tools.rng).expect("some are open");
            let square = self.square.switched(cell, &mut self.tools.rng);
            self.set_square(square, look);
            let new = self.open_heights();
            // Now and then something a little worse, to get out of a corner.
            let slack = 4 * (self.tools.rng.random_range(0..8) == 0) as u32;
            changed = new <= weight + slack;
            if changed {
                weight = new;
                open = open_cells(&self.field());
            } else {
                (self.square, self.clues) = before;
            }
        }
        self.is_unique()
    }

    fn field(&self) -> Field {
        let field = self.clues.field();
        let mut field = field.expect("the clues are those of a square");
        // Beyond the square everything counts as known.
        field[self.square.heights.len()..].fill(2);
        field
    }

    /// The study's scratch paper: what the rules that may be used leave open.
    fn scratch(&self) -> Field {
        let puzzle = puzzle(&self.clues);
        let mut field = self.field();
        for (cell, &given) in field.iter_mut().zip(&self.clues.givens) {
            *cell = match given {
                0 => (2 << self.clues.n) - 2,
                given => 1 << given,
            };
        }
        for fact in (self.tools.deduced)(&puzzle) {
            let (at, height) = puzzle.atom_meaning(fact.var());
            let cell = &mut field[puzzle.size.index(at)];
            *cell &= match fact.is_yes() {
                true => 1 << height,
                false => !(1 << height),
            };
        }
        field
    }

    /// Heights that the lines leave open, beside those that stand there.
    fn open_heights(&self) -> u32 {
        let heights = |heights: &Heights| heights.count_ones() - 1;
        self.field().iter().map(heights).sum()
    }

    /// Give cells until there is one solution and the puzzle fits; in pairs if the shape asks.
    fn give(&mut self, most: usize, best: bool, any: Any) -> Attempt<()> {
        loop {
            let count = self.count();
            let unique = self.tools.raw || count.is_unique();
            if unique && self.fits() {
                return Ok(());
            }
            let field = match any {
                Any::Cell if best => self.scratch(),
                _ => self.field(),
            };
            let mut cells = match &count.solutions[..] {
                [one, two] if any == Any::Difference => {
                    (0..one.len()).filter(|&c| one[c] != two[c]).collect()
                }
                _ if any == Any::Difference || best => open_cells(&field),
                _ => Vec::new(),
            };
            let is_loose = |cell: &usize| self.may_give[*cell] && self.clues.givens[*cell] == 0;
            cells.retain(is_loose);
            if cells.is_empty() {
                cells = (0..self.clues.givens.len()).filter(is_loose).collect();
            }
            if best {
                let known = |&cell: &usize| field[cell].count_ones();
                let least = cells.iter().map(known).max();
                cells.retain(|cell| Some(known(cell)) == least);
            }
            let Some(&cell) = cells.choose(&mut self.tools.rng) else {
                return Err(NOT_ALLOWED);
            };
            for cell in strip::cell_orbit(self.clues.n, self.shape, cell) {
                self.clues.givens[cell] = self.square.heights[cell];
            }
            if self.clues.givens.iter().filter(|&&g| g > 0).count() > most {
                return Err("too many cells to give");
            }
        }
    }
}

/// Which cells may be given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Any {
    /// The study's: any that is not given yet.
    Cell,
    /// Where two solutions are known to differ: there a given says most.
    Difference,
}

/// With at most this many heights open, a count is worth its time.
const SETTLED: u32 = 24;

fn open_cells(field: &Field) -> Vec<usize> {
    let is_open = |&cell: &usize| !field[cell].is_power_of_two();
    (0..field.len()).filter(is_open).collect()
}
