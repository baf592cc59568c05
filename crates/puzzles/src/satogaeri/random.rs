//! Random puzzles and boards for tests.

use rand::seq::IndexedRandom;

use super::generate::{Track, flow};
use super::{Circle, Satogaeri};
use crate::kit::prelude::*;
use crate::kit::testing::*;

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
    let all = countries.all();
    let mut end = |cells: &Vec<Cell>| *cells.choose(rng).expect("no country is empty");
    let ends: Vec<Cell> = all.iter().map(&mut end).collect();
    let mut taken = Sheet::of(size, |at| ends.contains(&at));
    let mut tracks = Vec::new();
    for end in ends {
        let dir = *Dir::ALL.choose(rng).expect("four directions");
        let free = size.ray(end, dir).take_while(|&at| !taken[at]);
        let far = rng.random_range(0..=free.count().min(8));
        let track = Track { end, dir, far };
        track.cells().for_each(|at| taken[at] = true);
        tracks.push((track, rng.random_bool(hidden)));
    }
    tracks.sort_unstable_by_key(|(track, _)| track.start());
    let circle = |&(track, is_hidden): &(Track, bool)| Circle {
        at: track.start(),
        number: (!is_hidden).then_some(track.far as u16),
    };
    let puzzle = Satogaeri::new(countries, tracks.iter().map(circle).collect());
    let mut board = puzzle.blank();
    for (circle, (track, _)) in tracks.iter().enumerate() {
        puzzle.set_track(&mut board, circle, track.way(), 1);
    }
    (puzzle, board)
}
