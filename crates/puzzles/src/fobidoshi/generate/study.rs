//! The study's two ways.
//!
//! *random start* puts circles at random, never four in a row, and solves. If there are several
//! solutions it takes one with the fewest circles and crosses out all its other cells: then there
//! is no other, because fewer would not be connected. Crosses are taken away again in random order.
//!
//! *random solution* grows a solution without loops, so that most circles are forced by those
//! beyond them. It takes a cell of the frontier, visits the cells around it in random order and
//! fills each with a certain probability. If nothing is left to grow from before the share is
//! reached, the attempt has failed. Otherwise it walks over the board once and fills what does not
//! make four, loops or not (with loops prevented here as well, two to five times as many attempts
//! would succeed as in the study's tables). Where a circle could still be added then, a cross is
//! given, and stays. Then circles are taken away; an attempt that does not get below the share has
//! failed, and most do.
//!
//! Both prove with our own engine, or with the study's backtracking, one clue at a time as the study
//! did, if times are to be compared.

use super::marks::Circles;
use super::{Strip, TOO_MANY, shown};
use crate::engine::SearchEnd;
use crate::fobidoshi::search::proved;
use crate::fobidoshi::{Fobidoshi, Mark};
use crate::kit::prelude::*;
use crate::make::prelude::*;

/// A percentage drawn between those that two options allow, as a number of cells.
fn drawn(request: &BoardSpec, [least, most]: [&str; 2], rng: &mut Dice) -> Attempt<usize> {
    let (least, most) = (request.number(least), request.number(most));
    if least > most {
        return Err("the least share is larger than the most");
    }
    let percent = rng.random_range(least..=most);
    Ok((request.size()?.len() * percent).div_ceil(100).max(1))
}

const NO_SOLUTION: &str = "no solution";
const STOPPED: &str = "the budget ran out";

pub(super) fn random_start(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let size = request.size()?;
    let wanted = drawn(request, ["least-share", "most-share"], &mut tools.rng)?;
    let mut circles = Circles::none(size);
    for cell in shuffled(0..size.len(), &mut tools.rng) {
        if circles.count < wanted && !circles.would_make_four(cell) {
            circles.put(cell);
        }
    }
    if circles.count < wanted {
        return Err("too few circles without four in a row");
    }
    let start = shown(size, &circles.cells, &circles.cells);
    let backtracking = request.has("backtracking");
    let solution = match backtracking {
        true => fewest_searched(&start, tools.budget)?,
        false => fewest_circles(&start, tools.budget)?,
    };
    let told = circles.cells.iter().zip(&solution);
    let told = told.map(|(&given, &circle)| given || !circle).collect();
    let mut crosses = shuffled(0..size.len(), &mut tools.rng);
    crosses.retain(|&cell| !solution[cell]);
    if backtracking {
        return one_by_one(size, &solution, told, (&crosses, 0), tools);
    }
    let mut strip = Strip::new(size, solution, told, 0, tools);
    strip.begin()?;
    strip.take_away(&crosses);
    Ok(Arc::new(strip.puzzle()))
}

/// A solution with the fewest circles, by going through all.
fn fewest_searched(puzzle: &Fobidoshi, budget: Budget) -> Attempt<Vec<bool>> {
    let mut found = proved(puzzle, true, budget);
    if found.end == SearchEnd::Stopped {
        return Err(STOPPED);
    }
    let board = found.solutions.pop().ok_or(NO_SOLUTION)?;
    let marks = puzzle.size.cells().map(|at| puzzle.mark(&board, at));
    Ok(marks.map(|mark| mark == Mark::Circle).collect())
}

/// Take clues away one by one in this order, as long as the study's backtracking finds one solution
/// and there are more circles than are to be left.
fn one_by_one(
    size: Size,
    solution: &[bool],
    mut told: Vec<bool>,
    (order, least): (&[usize], usize),
    tools: &Tools,
) -> Attempt<Arc<dyn Puzzle>> {
    let circles = |told: &[bool]| told.iter().zip(solution).filter(|&(t, c)| *t && *c).count();
    for &cell in order {
        if solution[cell] && circles(&told) <= least {
            break;
        }
        told[cell] = false;
        let found = proved(&shown(size, &told, solution), false, tools.budget);
        if found.end == SearchEnd::Stopped {
            return Err(STOPPED);
        }
        told[cell] = found.more;
    }
    let puzzle = shown(size, &told, solution);
    match (tools.fits)(&puzzle) {
        _ if least > 0 && circles(&told) > least => Err(TOO_MANY),
        true => Ok(Arc::new(puzzle)),
        false => Err(NOT_ALLOWED),
    }
}

/// A solution with the fewest circles.
fn fewest_circles(puzzle: &Fobidoshi, budget: Budget) -> Attempt<Vec<bool>> {
    let circles: Vec<Lit> = (0..puzzle.size.len()).map(Lit::yes).collect();
    let mut best: Option<Vec<bool>> = None;
    loop {
        let mut model = puzzle.encode();
        if let Some(best) = &best {
            let count = best.iter().filter(|&&circle| circle).count();
            model.name("fewer", 0);
            model.at_most(count - 1, &circles); // at least one circle is given
        }
        let mut solver = Solver::new(&model, budget);
        match solver.solve(&[]) {
            Verdict::Sat => best = Some(solver.atoms()),
            Verdict::Unsat => return best.ok_or(NO_SOLUTION),
            Verdict::Unknown => return Err(STOPPED),
        }
    }
}

pub(super) fn random_solution(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let size = request.size()?;
    let rng = &mut tools.rng;
    let wanted = drawn(request, ["least-solution", "most-solution"], rng)?;
    // Fewer than the share.
    let wanted_given = drawn(request, ["least-share", "most-share"], rng)? - 1;
    let circles = without_loops(request, wanted, rng)?;
    let mut order = shuffled(0..size.len(), rng);
    order.retain(|&cell| circles.has(cell));
    let told = |cell| circles.has(cell) || circles.may_grow(cell);
    let told = (0..size.len()).map(told).collect();
    if request.has("backtracking") {
        return one_by_one(size, &circles.cells, told, (&order, wanted_given), tools);
    }
    let mut strip = Strip::new(size, circles.cells, told, wanted_given, tools);
    strip.begin()?;
    strip.take_away(&order);
    match strip.circles_told() <= wanted_given {
        true => Ok(Arc::new(strip.puzzle())),
        false => Err(TOO_MANY),
    }
}

/// A solution with this many circles that grew without loops, and then whatever does not make four.
fn without_loops(request: &BoardSpec, wanted: usize, rng: &mut Dice) -> Attempt<Circles> {
    let size = request.size()?;
    // The best of the study's table 3.
    let threshold = match (request.option("threshold"), size.len()) {
        (0, ..=16) => 70,
        (0, ..=25) => 90,
        (0, _) => 100,
        (percent, _) => percent as u32,
    };
    let loops = request.has("loops");
    let mut circles = Circles::none(size);
    let start = rng.random_range(0..size.len());
    circles.put(start);
    let mut frontier = vec![start];
    while circles.count < wanted && !frontier.is_empty() {
        let from = frontier.swap_remove(rng.random_range(0..frontier.len()));
        for cell in shuffled(circles.around(from), rng) {
            let fill = rng.random_range(0..100) < threshold && circles.count < wanted;
            let is_loop = || !loops && circles.would_close_loop(cell);
            if fill && circles.may_grow(cell) && !is_loop() {
                circles.put(cell);
                frontier.push(cell);
            }
        }
    }
    if circles.count < wanted {
        return Err("too few circles in the solution");
    }
    for cell in 0..size.len() {
        if circles.may_grow(cell) {
            circles.put(cell);
        }
    }
    Ok(circles)
}
