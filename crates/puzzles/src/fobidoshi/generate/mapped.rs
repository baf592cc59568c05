//! Cells told where the setter wants them. All that may be told of a solution is told; where that
//! leaves a doubt, the solution is changed around it, and what leaves less in doubt is kept. Then
//! what need not be told is taken away.

use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use sat::{Solver, Verdict};

use super::*;
use crate::make::ClueMap;
use crate::make::ambiguity::differing;

/// How often the solution is changed at most.
const CHANGES: usize = 300;

pub(super) fn mapped(
    request: &BoardSpec,
    map: &ClueMap,
    tools: &mut Tools,
) -> Result<Arc<dyn Puzzle>, &'static str> {
    let size = map.size();
    let told: Vec<bool> = size.cells().map(|at| map.may(at)).collect();
    let circles = led(size, &told, tools)?;
    let (least, most) = counts(size.len(), SHARE);
    let target = match request.option("minimal") == 1 {
        true => 0,
        false => tools.rng.random_range(least..=most),
    };
    let all = circles.iter().filter(|&&circle| circle).count();
    let is_loose = |cell: &usize| told[*cell] && !map.must(size.cell(*cell));
    let loose = shuffled((0..size.len()).filter(is_loose), &mut tools.rng);
    let (loose, mut crosses): (Vec<usize>, Vec<usize>) =
        loose.into_iter().partition(|&cell| circles[cell]);
    let kept = match request.option("crosses") {
        -1 => usual_crosses(size.len(), tools),
        percent => size.len() * percent as usize / 100,
    };
    crosses.drain(..kept.min(crosses.len()));
    let mut strip = Strip::new(size, circles, told, target, tools);
    strip.begin()?;
    strip.all(&crosses);
    strip.all(&loose);
    match strip.circles_told() < all {
        true => Ok(strip.finish()),
        false => Err("all circles needed, so nothing to find"),
    }
}

/// A solution of which these cells leave nothing in doubt.
fn led(size: Size, told: &[bool], tools: &mut Tools) -> Result<Vec<bool>, &'static str> {
    let mut circles = grown(size, &mut tools.rng);
    if tools.raw {
        return Ok(circles);
    }
    let blank = Fobidoshi {
        size,
        given: vec![Mark::Nothing; size.len()],
    };
    let mut solver = Solver::new(&blank.encode(), tools.budget);
    let open = |circles: &[bool], budget: Budget| {
        let doubts = differing(&shown(size, told, circles), circles, budget);
        let doubts = doubts.ok_or("the proof took too long")?;
        Ok::<Vec<usize>, &'static str>((0..doubts.len()).filter(|&c| doubts[c]).collect())
    };
    let mut doubted = open(&circles, tools.budget)?;
    for _ in 0..CHANGES {
        let Some(&near) = doubted.choose(&mut tools.rng) else {
            return Ok(circles);
        };
        let Some(other) = changed(size, told, &circles, near, &mut solver, &mut tools.rng) else {
            // The solver's budget is for all its answers, so a new one begins.
            solver = Solver::new(&blank.encode(), tools.budget);
            continue;
        };
        let doubts = open(&other, tools.budget)?;
        let slack = if tools.rng.random_ratio(1, 8) { 2 } else { 0 };
        if doubts.len() <= doubted.len() + slack {
            (circles, doubted) = (other, doubts);
        }
    }
    match doubted.is_empty() {
        true => Ok(circles),
        false => Err("still ambiguous after all changes"),
    }
}

/// How far from a doubtful cell marks are changed.
const RADIUS: i16 = 2;

/// Another solution, with other marks near a cell and the same told elsewhere. None if the solver's
/// budget ran out.
fn changed(
    size: Size,
    told: &[bool],
    circles: &[bool],
    near: usize,
    solver: &mut Solver,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<bool>> {
    let at = size.cell(near);
    let is_near = |&cell: &usize| {
        let other = size.cell(cell);
        (at.row - other.row).abs() <= RADIUS && (at.col - other.col).abs() <= RADIUS
    };
    let (mut here, far): (Vec<usize>, Vec<usize>) = (0..size.len()).partition(is_near);
    let far = far.into_iter().filter(|&cell| told[cell]);
    let mut assumed: Vec<Lit> = far.map(|cell| Lit::new(cell, circles[cell])).collect();
    here.shuffle(rng);
    let mut found = circles.to_vec();
    for cell in here {
        let wish = Lit::new(cell, rng.random_bool(0.5));
        assumed.push(wish);
        if found[cell] == wish.is_yes() {
            continue;
        }
        match solver.solve(&assumed) {
            Verdict::Sat => {
                found = (0..size.len()).map(|c| solver.value(Lit::yes(c))).collect();
            }
            Verdict::Unsat => drop(assumed.pop()),
            Verdict::Unknown => return None,
        }
    }
    Some(found)
}
