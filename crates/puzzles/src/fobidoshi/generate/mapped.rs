//! Cells told where the setter wants them. All that may be told of a solution is told; where that
//! leaves a doubt, the solution is changed. Then what need not be told is taken away.
//!
//! Where little may be told, hardly any solution will do: any grown one leaves a doubt nearly
//! everywhere. So the solver is asked for those only of which no single cell that is not told could be
//! otherwise ([`steadied`]); if there is none, nothing can be made. Where one of these can still be
//! otherwise, what it looks like there is not taken again.

use super::super::FORBIDDEN;
use super::super::encode::LINES;
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

const TOO_LITTLE: &str = "too little may be given to leave one solution";
const NONE_FOUND: &str = "no solution was found about which so few given cells leave no doubt";

/// How often all that is left to try is gone through, in another order, before we believe that there is
/// nothing.
const TRIES: usize = 8;

/// A solution of which these cells leave nothing in doubt.
fn led(size: Size, told: &[bool], tools: &mut Tools) -> Attempt<Vec<bool>> {
    let mut circles = grown(size, &mut tools.rng);
    if tools.raw {
        return Ok(circles);
    }
    let steady = steadied(size, told);
    for _ in 0..TRIES {
        if let Some(found) = singled_out(size, told, &steady, circles, tools)? {
            return Ok(found);
        }
        circles = grown(size, &mut tools.rng);
    }
    tools.hopeless = true;
    Err(NONE_FOUND)
}

/// Such a solution, near to these circles; none if all others have been left out.
fn singled_out(
    size: Size,
    told: &[bool],
    steady: &Model,
    mut circles: Vec<bool>,
    tools: &mut Tools,
) -> Attempt<Option<Vec<bool>>> {
    let mut solver = Solver::new(steady, tools.budget);
    for change in 0..CHANGES {
        match solver.solve(&[]) {
            Verdict::Sat => {}
            Verdict::Unknown => return Err(TOO_LONG),
            Verdict::Unsat if change > 0 => return Ok(None),
            Verdict::Unsat => {
                tools.hopeless = true;
                return Err(TOO_LITTLE);
            }
        }
        circles = like(&circles, &mut solver, tools)?;
        let Some(other) = other(size, told, &circles, tools)? else {
            return Ok(Some(circles));
        };
        let differs = |at: &Cell| other[size.index(*at)] != circles[size.index(*at)];
        let is_near = |at: Cell| {
            let near = |far: Cell| (far.row - at.row).abs() <= 1 && (far.col - at.col).abs() <= 1;
            size.cells().filter(differs).any(near)
        };
        let near = size.cells().filter(|&at| is_near(at));
        let near = near.map(|at| Lit::new(size.index(at), !circles[size.index(at)]));
        solver.add(&near.collect::<Vec<Lit>>());
    }
    Err(AMBIGUOUS)
}

/// Another solution with the same told, and as much else the same as can be.
fn other(
    size: Size,
    told: &[bool],
    circles: &[bool],
    tools: &mut Tools,
) -> Attempt<Option<Vec<bool>>> {
    let mut solver = Solver::new(&shown(size, told, circles).encode(), tools.budget);
    solver.exclude(circles);
    match solver.solve(&[]) {
        Verdict::Unsat => return Ok(None),
        Verdict::Unknown => return Err(TOO_LONG),
        Verdict::Sat => {}
    }
    Ok(Some(like(circles, &mut solver, tools)?))
}

/// The solution that was just found, with as much the same as here as can be.
fn like(circles: &[bool], solver: &mut Solver, tools: &mut Tools) -> Attempt<Vec<bool>> {
    let wishes = shuffled(0..circles.len(), &mut tools.rng).into_iter();
    let wishes = wishes.map(|cell| Lit::new(cell, circles[cell]));
    let found = solver.atoms();
    granted(solver, Vec::new(), found, wishes).ok_or(TOO_LONG)
}

/// The rules, and that no single cell that is not told could be otherwise: a circle could not go
/// without cutting those around it apart, and a cross has no circle beside it or three in line with it.
fn steadied(size: Size, told: &[bool]) -> Model {
    let mut model = Fobidoshi::empty(size).encode();
    model.name("steady", 0);
    let circle = |at: Cell| size.contains(at).then(|| Lit::yes(size.index(at)));
    for at in size.cells().filter(|&at| !told[size.index(at)]) {
        let here = Lit::yes(size.index(at));
        // Of the four around it some are circles, and hang together by the corners between them.
        for some in 1..16_u8 {
            let is_in = |dir: usize| some >> (dir % 4) & 1 == 1;
            let joints: Vec<usize> = (0..4).filter(|&d| is_in(d) && is_in(d + 1)).collect();
            let ends = some.count_ones() as usize - 1;
            if joints.len() < ends {
                continue;
            }
            // All four need three of the four corners; fewer need all there are.
            for left_out in if joints.len() > ends { 0..4 } else { 4..5 } {
                let corners = joints.iter().filter(|&&d| d != left_out);
                let corner = |&d: &usize| at.step(Dir::ALL[d]).step(Dir::ALL[(d + 1) % 4]);
                let beside = (0..4).map(|d| (at.step(Dir::ALL[d]), is_in(d)));
                let all = beside.chain(corners.map(|d| (corner(d), true)));
                let not_so = |(at, is): (Cell, bool)| match circle(at) {
                    Some(lit) => Some(if is { !lit } else { lit }),
                    // Outside there is no circle.
                    None => is.then_some(here),
                };
                let mut clause: Vec<Lit> = all.filter_map(not_so).collect();
                // A clause that holds in any case.
                if !clause.contains(&here) {
                    clause.push(!here);
                    model.clause(&clause);
                }
            }
        }
        let lines = LINES.into_iter().flat_map(|dir| {
            let starts = (0..FORBIDDEN).map(move |back| at.go(dir.opposite(), back));
            starts.map(move |start| (0..FORBIDDEN).map(move |i| start.go(dir, i)))
        });
        let mut fourth = vec![here];
        for line in lines.filter(|line| line.clone().all(|at| size.contains(at))) {
            let full = model.helper();
            for cell in line.filter(|&cell| cell != at) {
                model.define(&[!full, Lit::yes(size.index(cell))]);
            }
            fourth.push(full);
        }
        for (_, next) in size.neighbours(at) {
            model.clause(&[&fourth[..], &[!Lit::yes(size.index(next))]].concat());
        }
    }
    let untold = told.iter().filter(|&&told| !told).count();
    if untold > 1 {
        // With crosses alone one circle could be anywhere.
        let some: Vec<Lit> = (0..told.len()).filter(|&c| told[c]).map(Lit::yes).collect();
        model.clause(&some);
    }
    model
}
