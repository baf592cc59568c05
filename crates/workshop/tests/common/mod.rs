//! A small maker, and puzzles to work on.
#![allow(dead_code, reason = "each test file uses its part of this")]

use std::sync::Arc;

use puzzles::make::{BoardSpec, ClueSymmetry, Edit, Maker, Place, Tools, edited};
use puzzles::{Board, FAMILIES, Grid, Puzzle, Record, Status, family, solve};
use rand::Rng;
use rand::seq::SliceRandom;
use sat::Budget;
use workshop::{Order, ProvedBy, Strip, Wish};

pub fn sample(name: &str, number: usize) -> Arc<dyn Puzzle> {
    let family = family(name).expect("a family");
    let sample = family.samples().nth(number).expect("a sample");
    sample.expect("a sample that can be read").puzzle
}

/// The puzzle of a text.
pub fn read(text: &str) -> Arc<dyn Puzzle> {
    let chunk = puzzles::format::split(text).into_iter().next();
    chunk.expect("a text").read().expect("a puzzle").puzzle
}

/// Without any of its clues.
pub fn bare(puzzle: &dyn Puzzle) -> Arc<dyn Puzzle> {
    edited(puzzle, &puzzle.removals()).expect("a puzzle without clues")
}

pub const BUDGET: Budget = Budget::conflicts(50_000);

pub fn is_unique(puzzle: &dyn Puzzle) -> bool {
    solve(puzzle, 2, Budget::UNLIMITED).status == Status::Unique
}

pub fn solution(puzzle: &dyn Puzzle) -> Board {
    solve(puzzle, 2, Budget::UNLIMITED).solutions.remove(0)
}

/// Take away as much as possible.
pub fn all() -> Strip {
    Strip {
        amount: None,
        effort: u64::MAX,
        sides: Vec::new(),
        balance: false,
        by: ProvedBy::Proof,
        seed: 1,
    }
}

pub fn smallest_samples() -> impl Iterator<Item = Arc<dyn Puzzle>> {
    FAMILIES.iter().map(|family| sample(family.id, 0))
}

/// The views of a shuffled cyclic square, some of them left out.
pub static SQUARES: Maker = Maker {
    id: "squares",
    words: "views of a shuffled cyclic square",
    options: &[],
    shapes: &[],
    density: Some("views"),
    lets_prove: false,
    propose,
};

fn propose(request: &BoardSpec, tools: &mut Tools) -> Result<Arc<dyn Puzzle>, &'static str> {
    let n = request.rows;
    if n != request.cols {
        return Err("no square");
    }
    let shuffled = |rng: &mut rand_chacha::ChaCha8Rng| {
        let mut all: Vec<usize> = (0..n).collect();
        all.shuffle(rng);
        all
    };
    let (rows, cols) = (shuffled(&mut tools.rng), shuffled(&mut tools.rng));
    let height = |r: usize, c: usize| (1 + (rows[r] + cols[c]) % n).to_string();
    let mut record = Record::new("skyscrapers", n, n);
    record.problem = Some(Grid::from_fn(n, n, height));
    let full = (family("skyscrapers").expect("a family").read)(&record).expect("a square");
    let share = request.density.unwrap_or(1.0);
    let outside = |edit: &Edit| matches!(edit.place, Place::Outside(_));
    let mut edits: Vec<Edit> = full.reveals(&full.blank());
    edits.retain(|edit| outside(edit) && tools.rng.random_bool(share));
    edits.extend(full.removals());
    Ok(edited(full.as_ref(), &edits).expect("its views"))
}

pub fn order(side: usize) -> Order {
    Order {
        maker: &SQUARES,
        request: BoardSpec {
            rows: side,
            cols: side,
            symmetry: ClueSymmetry::Any,
            density: None,
            options: Vec::new(),
            map: None,
        },
        wish: Wish::default(),
        seed: 7,
        attempts: 200,
        conflicts: 20_000,
        unchecked: false,
    }
}
