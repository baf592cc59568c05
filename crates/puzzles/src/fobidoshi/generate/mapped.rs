//! Cells told where the setter wants them. All that may be told of a solution is told; where that
//! leaves a doubt, the solution is changed around it, and what leaves less in doubt is kept. Then
//! what need not be told is taken away.

use super::*;

/// How often the solution is changed at most.
const CHANGES: usize = 300;

pub(super) fn mapped(
    request: &BoardSpec,
    map: &ClueMap,
    tools: &mut Tools,
) -> Attempt<Arc<dyn Puzzle>> {
    let size = map.size();
    let told: Vec<bool> = size.cells().map(|at| map.may(at)).collect();
    let circles = led(size, &told, tools)?;
    let target = match request.has("minimal") {
        true => 0,
        false => usual_circles(size.len(), &mut tools.rng),
    };
    let is_loose = |cell: &usize| told[*cell] && !map.must(size.cell(*cell));
    let loose = shuffled((0..size.len()).filter(is_loose), &mut tools.rng).into_iter();
    let (loose, mut spare): (Vec<usize>, Vec<usize>) = loose.partition(|&cell| circles[cell]);
    let kept = crosses(request, size.len(), tools);
    spare.drain(..kept.min(spare.len()));
    let mut strip = Strip::new(size, circles, told, target, tools);
    strip.begin()?;
    strip.take_away(&spare);
    strip.take_away(&loose);
    strip.with_something_to_find()
}

/// A solution of which these cells leave nothing in doubt.
fn led(size: Size, told: &[bool], tools: &mut Tools) -> Attempt<Vec<bool>> {
    let mut circles = grown(size, &mut tools.rng);
    if tools.raw {
        return Ok(circles);
    }
    let blank = Fobidoshi::empty(size).encode();
    let mut solver = Solver::new(&blank, tools.budget);
    let open = |circles: &[bool], budget: Budget| -> Attempt<Vec<usize>> {
        let doubts = differing(&shown(size, told, circles), circles, budget).ok_or(TOO_LONG)?;
        Ok((0..doubts.len()).filter(|&c| doubts[c]).collect())
    };
    let mut doubted = open(&circles, tools.budget)?;
    for _ in 0..CHANGES {
        let Some(&near) = doubted.choose(&mut tools.rng) else {
            return Ok(circles);
        };
        let Some(other) = changed(size, told, &circles, near, &mut solver, &mut tools.rng) else {
            // The solver's budget is for all its answers, so a new one begins.
            solver = Solver::new(&blank, tools.budget);
            continue;
        };
        let doubts = open(&other, tools.budget)?;
        let slack = 2 * tools.rng.random_ratio(1, 8) as usize;
        if doubts.len() <= doubted.len() + slack {
            (circles, doubted) = (other, doubts);
        }
    }
    match doubted.is_empty() {
        true => Ok(circles),
        false => Err(AMBIGUOUS),
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
    rng: &mut Dice,
) -> Option<Vec<bool>> {
    let at = size.cell(near);
    let is_near = |&cell: &usize| {
        let other = size.cell(cell);
        (at.row - other.row).abs() <= RADIUS && (at.col - other.col).abs() <= RADIUS
    };
    let (here, far): (Vec<usize>, Vec<usize>) = (0..size.len()).partition(is_near);
    let far = far.into_iter().filter(|&cell| told[cell]);
    let assumed = far.map(|cell| Lit::new(cell, circles[cell])).collect();
    let here = shuffled(here, rng).into_iter();
    let wishes = here.map(|cell| Lit::new(cell, rng.random_bool(0.5)));
    granted(solver, assumed, circles.to_vec(), wishes)
}
