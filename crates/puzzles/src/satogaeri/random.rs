//! Random puzzles and boards for tests.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::generate::flow;
use super::{Circle, Satogaeri, Way};
use crate::kit::prelude::*;

/// About `count` countries, as our maker grows them.
pub fn countries(rng: &mut ChaCha8Rng, size: Size, count: usize) -> Regions {
    let owners = flow(size, ClueSymmetry::Any, count.max(1), true, rng);
    Regions::from_labels(size, owners.values())
}

/// A puzzle that has this solution: circles in all countries, moved out backwards.
pub fn with_solution(
    rng: &mut ChaCha8Rng,
    size: Size,
    count: usize,
    hidden: f64,
) -> (Satogaeri, Board) {
    let countries = countries(rng, size, count);
    let mut taken = vec![false; size.len()];
    let ends: Vec<Cell> = (0..countries.count())
        .map(|country| {
            let cells: Vec<Cell> = countries.cells(country).collect();
            *cells.choose(rng).expect("no country is empty")
        })
        .collect();
    for &end in &ends {
        taken[size.index(end)] = true;
    }
    let mut placed: Vec<(Circle, Way)> = Vec::new();
    for &end in &ends {
        let dir = *Dir::ALL.choose(rng).expect("four directions");
        let free = size.ray(end, dir).take_while(|&c| !taken[size.index(c)]);
        let distance = rng.random_range(0..=free.count().min(8));
        for d in 1..=distance {
            taken[size.index(end.go(dir, d))] = true;
        }
        let number = (!rng.random_bool(hidden)).then_some(distance as u16);
        let at = end.go(dir, distance);
        let way = match distance {
            0 => Way::Stay,
            _ => Way::Go(dir.opposite(), distance),
        };
        placed.push((Circle { at, number }, way));
    }
    placed.sort_unstable_by_key(|(circle, _)| circle.at);
    let puzzle = Satogaeri::new(countries, placed.iter().map(|p| p.0).collect());
    let mut board = puzzle.blank();
    for (circle, &(_, way)) in placed.iter().enumerate() {
        puzzle.set_track(&mut board, circle, way, 1);
    }
    (puzzle, board)
}
