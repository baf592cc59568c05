//! The study's genetic engine: it shows that this is no way to solve the puzzle, and is kept as the
//! experiment it was.
//!
//! It starts with random Latin squares. A mutation swaps two cells or gives one cell another
//! height; a child takes its parent's place if it is no worse (hill climbing); now and then the
//! worst are replaced by copies of the best (elitism). What is wrong with a square is the number
//! of views that differ plus, for each line and height, whether it stands there more or less often
//! than once. After 10,000 generations the study had 9 wrong at size 5, 13 at 6 and 18 at 7.
//!
//! A square with nothing wrong is a solution, but nothing is proved about others.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{PARK, Skyscrapers};
use crate::engine::{Found, Options, SearchEnd};
use crate::kit::prelude::*;

/// Heights in reading order, 0 for a park, and how much is wrong with them.
type Square = (u32, Vec<u16>);

pub(super) fn run(puzzle: &Skyscrapers, options: &Options, budget: Budget) -> Found {
    let mut dice = ChaCha8Rng::seed_from_u64(options.seed);
    let judge = Judge::new(puzzle);
    let population = options.number("population") as usize;
    let elite = options.number("elite") as usize;
    let (every, swaps) = (options.number("every"), options.number("swaps") as u32);
    let is_open = |&i: &usize| puzzle.givens[i] == 0;
    let open: Vec<usize> = (0..puzzle.size.len()).filter(is_open).collect();
    let random = |_| {
        let square = random_square(puzzle, &mut dice);
        (judge.wrong(&square), square)
    };
    let mut squares: Vec<Square> = (0..population).map(random).collect();
    let start = squares.iter().map(|s| s.0).min().unwrap_or(0);
    let (mut generation, mut stopped) = (0, false);
    while generation < options.number("generations") && squares.iter().all(|s| s.0 > 0) {
        if generation.is_multiple_of(64) && (budget.stop)() || generation >= budget.conflicts {
            stopped = true;
            break;
        }
        generation += 1;
        for (wrong, square) in &mut squares {
            let undo = mutate(puzzle, square, &open, swaps, &mut dice);
            let now = judge.wrong(square);
            if now <= *wrong {
                *wrong = now;
            } else {
                for (cell, height) in undo.into_iter().rev().flatten() {
                    square[cell] = height;
                }
            }
        }
        if generation.is_multiple_of(every) {
            // Stable, so that equals keep their places and the same seed gives the same run.
            squares.sort_by_key(|s| s.0);
            for copy in 0..elite.min(population / 2) {
                squares[population - 1 - copy] = squares[copy].clone();
            }
        }
    }
    let best = squares.iter().min_by_key(|s| s.0);
    let wrong = best.map_or(0, |s| s.0);
    let solution = best.filter(|s| s.0 == 0).map(|(_, square)| {
        let mut board = puzzle.blank();
        for (at, &height) in puzzle.size.cells().zip(square) {
            puzzle.enter(&mut board, at, if height == 0 { PARK } else { height });
        }
        board
    });
    let end = match stopped {
        true => SearchEnd::Stopped,
        false => SearchEnd::Stuck,
    };
    let counters = vec![
        ("generations", generation),
        ("wrong_at_start", start.into()),
        ("wrong", wrong.into()),
    ];
    Found {
        solutions: solution.into_iter().collect(),
        ..Found::nothing(end, counters)
    }
}

/// The rows, columns and heights of the cyclic square in random order; parks take the place of
/// heights above the highest; givens are written over it.
fn random_square(puzzle: &Skyscrapers, dice: &mut ChaCha8Rng) -> Vec<u16> {
    let n = puzzle.side();
    let mut shuffled = || {
        let mut numbers: Vec<usize> = (0..n).collect();
        numbers.shuffle(dice);
        numbers
    };
    let (rows, cols, heights) = (shuffled(), shuffled(), shuffled());
    let height = |symbol: usize| match symbol as u16 + 1 {
        height if height > puzzle.depth => 0,
        height => height,
    };
    let value = |(at, &given): (Cell, &u16)| match given {
        0 => height(heights[(rows[at.row as usize] + cols[at.col as usize]) % n]),
        PARK => 0,
        given => given,
    };
    puzzle.size.cells().zip(&puzzle.givens).map(value).collect()
}

/// What to write back to undo a mutation.
type Undo = [Option<(usize, u16)>; 2];

fn mutate(
    puzzle: &Skyscrapers,
    square: &mut [u16],
    open: &[usize],
    swaps: u32,
    dice: &mut ChaCha8Rng,
) -> Undo {
    if open.is_empty() {
        return [None, None];
    }
    let any = |dice: &mut ChaCha8Rng| open[dice.random_range(0..open.len() as u32) as usize];
    let cell = any(dice);
    let mut undo = [Some((cell, square[cell])), None];
    if dice.random_range(0..100) < swaps {
        let other = any(dice);
        undo[1] = Some((other, square[other]));
        square.swap(cell, other);
    } else {
        square[cell] = dice.random_range(puzzle.lowest()..=puzzle.depth);
    }
    undo
}

/// Counts what is wrong; the lines are looked up once.
struct Judge<'a> {
    puzzle: &'a Skyscrapers,
    lines: Vec<Vec<usize>>,
    views: Vec<(Vec<usize>, u16)>,
}

impl Judge<'_> {
    fn new(puzzle: &Skyscrapers) -> Judge<'_> {
        let cells = |line: Vec<grid::Cell>| -> Vec<usize> {
            line.into_iter().map(|at| puzzle.size.index(at)).collect()
        };
        Judge {
            puzzle,
            lines: puzzle.lines().into_iter().map(cells).collect(),
            views: (0..puzzle.views.len())
                .filter_map(|i| puzzle.views[i].map(|v| (cells(puzzle.sight(i)), v)))
                .collect(),
        }
    }

    fn wrong(&self, square: &[u16]) -> u32 {
        let mut wrong = 0;
        for line in &self.lines {
            let mut count = [0usize; super::LARGEST_SIDE + 1];
            for &cell in line {
                count[square[cell] as usize] += 1;
            }
            for height in 0..=self.puzzle.depth {
                let expected = match height {
                    0 => self.puzzle.parks(),
                    _ => 1,
                };
                wrong += (count[height as usize] != expected) as u32;
            }
        }
        for (line, view) in &self.views {
            let seen = super::seen(line.iter().map(|&cell| square[cell]));
            wrong += (seen != *view) as u32;
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::testing::{dice, searched};
    use crate::solve::{Status, solve};

    fn square(side: usize) -> Skyscrapers {
        Skyscrapers::empty(side).expect("a side")
    }

    #[test]
    fn a_random_square_breaks_no_line() {
        let mut dice = dice(1);
        let mut puzzle = square(6);
        for depth in 1..=6 {
            puzzle.depth = depth;
            let random = random_square(&puzzle, &mut dice);
            assert_eq!(Judge::new(&puzzle).wrong(&random), 0);
        }
    }

    #[test]
    fn nothing_wrong_is_a_solution_and_no_proof() {
        let mut puzzle = square(3);
        puzzle.views[0] = Some(3);
        let search = || searched(&puzzle, "genetic", "", 2, Budget::UNLIMITED);
        let found = search();
        assert_eq!(found.status(), Status::Unknown);
        assert_eq!(found.solutions.len(), 1);
        assert_eq!(search().solutions, found.solutions);
        let all = solve(&puzzle, 100, Budget::UNLIMITED).solutions;
        assert!(all.contains(&found.solutions[0]));
    }

    #[test]
    fn it_gives_up_after_its_generations() {
        let mut puzzle = square(4);
        puzzle.views.fill(Some(4));
        let with = "generations=50,population=3";
        let found = searched(&puzzle, "genetic", with, 2, Budget::UNLIMITED);
        assert_eq!(found.end, SearchEnd::Stuck);
        assert_eq!(found.counter("generations"), Some(50));
        assert!(found.counter("wrong") > Some(0) && found.solutions.is_empty());
    }
}
