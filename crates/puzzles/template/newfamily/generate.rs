//! Making NewFamily: a solution at random, all its empty cells given; then clues are taken away as
//! long as the puzzle stays unique, down to the share that is wanted.

use super::codec::square;
use super::{Mark, NewFamily};
use crate::kit::prelude::*;
use crate::make::prelude::*;

pub(super) const MAKERS: &[(&str, Propose)] = &[("strip", strip)];

/// The share of the cells that are given if nothing is said.
const USUAL: f64 = 0.4;

fn strip(request: &BoardSpec, tools: &mut Tools) -> Attempt<Arc<dyn Puzzle>> {
    let size = Size::new(request.rows, request.cols).expect("sides within the limits");
    square(size).map_err(|_| "not square")?;
    let mut circles: Vec<usize> = (0..size.cols()).collect();
    circles.shuffle(&mut tools.rng);
    let crosses = size
        .cells()
        .filter(|at| circles[at.row as usize] != at.col as usize);
    let mut told: Vec<usize> = crosses.map(|at| size.index(at)).collect();
    let mut puzzle = NewFamily {
        size,
        given: vec![Mark::Nothing; size.len()],
    };
    told.iter()
        .for_each(|&cell| puzzle.given[cell] = Mark::Cross);
    if !(tools.fits)(&puzzle) {
        return Err("not within what is allowed");
    }
    let wanted = (request.density.unwrap_or(USUAL) * size.len() as f64) as usize;
    told.shuffle(&mut tools.rng);
    let mut left = told.len();
    for cell in told {
        if left <= wanted {
            break;
        }
        puzzle.given[cell] = Mark::Nothing;
        let proved = tools.rules_prove_uniqueness || tools.is_unique(&puzzle);
        match proved && (tools.fits)(&puzzle) {
            true => left -= 1,
            false => puzzle.given[cell] = Mark::Cross,
        }
    }
    Ok(Arc::new(puzzle))
}
