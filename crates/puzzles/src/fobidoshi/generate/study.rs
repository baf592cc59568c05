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

use rand::Rng;
use sat::{Solver, Verdict};

use super::marks::Circles;
use super::{Strip, shown};
use crate::engine::SearchEnd;
use crate::fobidoshi::search::proved;
use crate::fobidoshi::{Fobidoshi, Mark};
use crate::kit::prelude::*;

/// A percentage drawn between these two, as a number of cells.
fn drawn(cells: usize, (least, most): (usize, usize), rng: &mut impl Rng) -> usize {
    (cells * rng.random_range(least..=most))
        .div_ceil(100)
        .max(1)
}

/// The percentages that two options allow.
fn allowed(request: &BoardSpec, least: &str, most: &str) -> Result<(usize, usize), &'static str> {
    let shares = (
        request.option(least) as usize,
        request.option(most) as usize,
    );
    match shares.0 <= shares.1 {
        true => Ok(shares),
        false => Err("the least share is larger than the most"),
    }
}

pub(super) fn random_start(
    request: &BoardSpec,
    tools: &mut Tools,
) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = request.size()?;
    let share = allowed(request, "least-share", "most-share")?;
    let wanted = drawn(size.len(), share, &mut tools.rng);
    let mut circles = Circles::none(size);
    for cell in shuffled(0..size.len(), &mut tools.rng) {
        if circles.count < wanted && !circles.would_make_four(cell) {
            circles.put(cell);
        }
    }
    if circles.count < wanted {
        return Err("too few circles without four in a row");
    }
    let start = Fobidoshi {
        size,
        given: (circles.cells.iter())
            .map(|&circle| if circle { Mark::Circle } else { Mark::Nothing })
            .collect(),
    };
    let backtracking = request.option("backtracking") == 1;
    let solution = match backtracking {
        true => fewest_searched(&start, tools.budget)?,
        false => fewest_circles(&start, tools.budget)?,
    };
    let told = (circles.cells.iter().zip(&solution))
        .map(|(&given, &circle)| given || !circle)
        .collect();
    let crosses: Vec<usize> = shuffled(0..size.len(), &mut tools.rng)
        .into_iter()
        .filter(|&cell| !solution[cell])
        .collect();
    if backtracking {
        return one_by_one(size, &solution, told, (&crosses, 0), tools);
    }
    let mut strip = Strip::new(size, solution, told, 0, tools);
    strip.begin()?;
    strip.all(&crosses);
    Ok(strip.finish())
}

/// A solution with the fewest circles, by going through all.
fn fewest_searched(puzzle: &Fobidoshi, budget: Budget) -> Result<Vec<bool>, &'static str> {
    let mut found = proved(puzzle, true, budget);
    if found.end == SearchEnd::Stopped {
        return Err("the budget ran out");
    }
    let board = found.solutions.pop().ok_or("no solution")?;
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
) -> Result<Arc<dyn Puzzle>, &'static str> {
    let circles = |told: &[bool]| told.iter().zip(solution).filter(|&(t, c)| *t && *c).count();
    for &cell in order {
        if solution[cell] && circles(&told) <= least {
            break;
        }
        told[cell] = false;
        let found = proved(&shown(size, &told, solution), false, tools.budget);
        if found.end == SearchEnd::Stopped {
            return Err("the budget ran out");
        }
        told[cell] = found.more;
    }
    let puzzle = shown(size, &told, solution);
    match (tools.fits)(&puzzle) {
        _ if least > 0 && circles(&told) > least => Err("too many circles needed"),
        true => Ok(Arc::new(puzzle)),
        false => Err("not within what is allowed"),
    }
}

/// A solution with the fewest circles.
fn fewest_circles(puzzle: &Fobidoshi, budget: Budget) -> Result<Vec<bool>, &'static str> {
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
            Verdict::Unsat => return best.ok_or("no solution"),
            Verdict::Unknown => return Err("the budget ran out"),
        }
    }
}

pub(super) fn random_solution(
    request: &BoardSpec,
    tools: &mut Tools,
) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = request.size()?;
    let share = allowed(request, "least-solution", "most-solution")?;
    let share_given = allowed(request, "least-share", "most-share")?;
    let loops = request.option("loops") == 1;
    // The best of the study's table 3.
    let threshold = match (request.option("threshold"), size.len()) {
        (0, ..=16) => 70,
        (0, ..=25) => 90,
        (0, _) => 100,
        (percent, _) => percent as u32,
    };
    let rng = &mut tools.rng;
    let wanted = drawn(size.len(), share, rng);
    // Fewer than the share.
    let wanted_given = drawn(size.len(), share_given, rng) - 1;

    let mut circles = Circles::none(size);
    let is_legal = |circles: &Circles, cell: usize| {
        !circles.has(cell)
            && !circles.would_make_four(cell)
            && (loops || !circles.would_close_loop(cell))
    };
    let start = rng.random_range(0..size.len());
    circles.put(start);
    let mut frontier = vec![start];
    while circles.count < wanted && !frontier.is_empty() {
        let from = frontier.swap_remove(rng.random_range(0..frontier.len()));
        for cell in shuffled(circles.around(from), rng) {
            let fill = rng.random_range(0..100) < threshold;
            if fill && circles.count < wanted && is_legal(&circles, cell) {
                circles.put(cell);
                frontier.push(cell);
            }
        }
    }
    if circles.count < wanted {
        return Err("too few circles in the solution");
    }
    let may_grow = |circles: &Circles, cell: usize| {
        !circles.has(cell)
            && circles.around(cell).any(|next| circles.has(next))
            && !circles.would_make_four(cell)
    };
    for cell in 0..size.len() {
        if may_grow(&circles, cell) {
            circles.put(cell);
        }
    }

    let order: Vec<usize> = shuffled(0..size.len(), rng)
        .into_iter()
        .filter(|&cell| circles.has(cell))
        .collect();
    let told = (0..size.len())
        .map(|cell| circles.has(cell) || may_grow(&circles, cell))
        .collect();
    if request.option("backtracking") == 1 {
        return one_by_one(size, &circles.cells, told, (&order, wanted_given), tools);
    }
    let mut strip = Strip::new(size, circles.cells, told, wanted_given, tools);
    strip.begin()?;
    strip.all(&order);
    match strip.circles_told() <= wanted_given {
        true => Ok(strip.finish()),
        false => Err("too many circles needed"),
    }
}
