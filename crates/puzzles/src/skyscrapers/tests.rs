//! Checker, encoder and counting by hand must agree.

use std::collections::{BTreeMap, BTreeSet};

use grid::Cell;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Solver, Verdict};

use super::{PARK, Skyscrapers, shared};
use crate::board::{Board, Reading, Severity, Violation};
use crate::puzzle::{Atoms, Encode, Play, Rules};
use crate::{Status, solve};

fn wrong(violations: &[Violation]) -> bool {
    violations.iter().any(|v| v.kind == Severity::Wrong)
}

/// All boards that the checker calls complete, cell by cell; a board that is wrong is not
/// continued, so this also finds out if "wrong" is ever said too early.
fn complete_boards(puzzle: &Skyscrapers) -> BTreeSet<Vec<u16>> {
    fn fill(puzzle: &Skyscrapers, board: &mut Board, i: usize, found: &mut BTreeSet<Vec<u16>>) {
        let violations = puzzle.check(board);
        if wrong(&violations) {
            return;
        }
        if i == puzzle.size.len() {
            if violations.is_empty() {
                found.insert(board.slots.clone());
            }
            return;
        }
        let at = puzzle.size.cell(i);
        if puzzle.givens[i] != 0 {
            return fill(puzzle, board, i + 1, found);
        }
        for value in (1..=puzzle.depth).chain([PARK]) {
            puzzle.enter(board, at, value);
            fill(puzzle, board, i + 1, found);
        }
        puzzle.enter(board, at, 0);
    }
    let mut found = BTreeSet::new();
    fill(puzzle, &mut puzzle.blank(), 0, &mut found);
    found
}

fn all_solutions(puzzle: &Skyscrapers) -> BTreeSet<Vec<u16>> {
    let answer = solve(puzzle, 1000, Budget::UNLIMITED);
    assert!(!answer.more);
    answer.solutions.into_iter().map(|b| b.slots).collect()
}

/// Some heights that satisfy everything but the views; none if the variant has no such board.
fn some_board(puzzle: &Skyscrapers, rng: &mut ChaCha8Rng) -> Option<Board> {
    let mut start = puzzle.clone();
    start.views.fill(None);
    start.givens.fill(0);
    // A random height in a random corner of the first line, to get different boards.
    let mut heights: Vec<u16> = (1..=puzzle.depth).collect();
    heights.resize(puzzle.side(), PARK);
    heights.shuffle(rng);
    start.givens[..puzzle.side()].copy_from_slice(&heights);
    let row = start.size.cell(puzzle.side());
    let i = start.size.index(row);
    start.givens[i] = *heights.choose(rng)?;
    let answer = solve(&start, 8, Budget::UNLIMITED);
    let board = answer.solutions.choose(rng)?;
    let mut whole = puzzle.blank();
    for at in puzzle.size.cells() {
        whole.slots[puzzle.size.index(at)] = start.value(board, at);
    }
    Some(whole)
}

fn seen(line: &[Cell], board: &Board, puzzle: &Skyscrapers) -> u16 {
    let (mut count, mut highest) = (0, 0);
    for &at in line {
        let height = board.slots[puzzle.size.index(at)];
        if height != PARK && height > highest {
            (count, highest) = (count + 1, height);
        }
    }
    count
}

/// A puzzle of any variant, mostly with a solution (which comes along), its clues thinned out.
fn random_puzzle(
    rng: &mut ChaCha8Rng,
    sides: std::ops::RangeInclusive<usize>,
) -> (Skyscrapers, Option<Board>) {
    let n = rng.random_range(sides);
    let mut puzzle = Skyscrapers::empty(n).expect("a small side");
    puzzle.depth = rng.random_range(n as u16 - 1..=n as u16);
    puzzle.diagonals = rng.random_bool(0.4);
    let mut solution = some_board(&puzzle, rng);
    if let Some(board) = &solution {
        let keep = rng.random_range(0.2..1.0);
        for view in 0..4 * n {
            let count = seen(&puzzle.sight(view), board, &puzzle);
            puzzle.views[view] = rng.random_bool(keep).then_some(count);
        }
        for i in 0..puzzle.size.len() {
            if rng.random_bool(0.1) {
                puzzle.givens[i] = board.slots[i];
            }
        }
    }
    // Now and then a clue that need not fit.
    if rng.random_bool(0.2) {
        let view = rng.random_range(0..4 * n);
        puzzle.views[view] = Some(rng.random_range(1..=n as u16));
        solution = None;
    }
    if let Some(board) = &mut solution {
        for at in puzzle.size.cells() {
            let value = board.slots[puzzle.size.index(at)];
            puzzle.enter(board, at, value);
        }
    }
    (puzzle, solution)
}

#[test]
fn solutions_are_the_boards_that_the_checker_calls_complete() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    for _ in 0..150 {
        let (puzzle, _) = random_puzzle(rng, 2..=4);
        assert_eq!(
            complete_boards(&puzzle),
            all_solutions(&puzzle),
            "{puzzle:?}"
        );
    }
    // Deeper parks than the random ones, with every view.
    for (side, depth, views) in [(3, 1, 1), (4, 2, 1), (4, 1, 1), (4, 2, 2), (3, 2, 3)] {
        let mut puzzle = Skyscrapers::empty(side).expect("a small side");
        puzzle.depth = depth;
        (puzzle.views[0], puzzle.views[2 * side]) = (Some(views), Some(views));
        assert_eq!(
            complete_boards(&puzzle),
            all_solutions(&puzzle),
            "{puzzle:?}"
        );
    }
}

/// Is this board, read as finished, a solution?
fn fits(puzzle: &Skyscrapers, solver: &mut Solver, board: &Board) -> bool {
    match puzzle.facts(board, Reading::Finished) {
        Ok(facts) => {
            assert_eq!(facts.len(), puzzle.size.len() * puzzle.atoms_per_cell());
            solver.solve(&facts) == Verdict::Sat
        }
        Err(violations) => {
            assert!(!violations.is_empty());
            false
        }
    }
}

#[test]
fn checker_and_encoder_agree_on_any_board() {
    let rng = &mut ChaCha8Rng::seed_from_u64(2);
    let (mut right, mut not) = (0, 0);
    for _ in 0..120 {
        let (puzzle, solution) = random_puzzle(rng, 2..=6);
        let model = puzzle.encode();
        let mut solver = Solver::new(&model, Budget::UNLIMITED);
        for changes in [0, 1, 2, 2, 99] {
            let mut board = match &solution {
                Some(board) if changes < 99 => board.clone(),
                _ => puzzle.blank(),
            };
            for _ in 0..changes {
                let i = rng.random_range(0..puzzle.size.len());
                let values = [0, PARK, puzzle.depth + 1];
                board.slots[i] = match rng.random_range(0..12) {
                    k @ 0..3 => values[k],
                    _ => rng.random_range(1..=puzzle.depth),
                };
            }
            let complete = puzzle.check(&board).is_empty();
            assert_eq!(
                complete,
                fits(&puzzle, &mut solver, &board),
                "{puzzle:?} {board:?}"
            );
            *(if complete { &mut right } else { &mut not }) += 1;
        }
    }
    assert!(right > 50 && not > 200, "{right} {not}");
}

#[test]
fn a_half_finished_right_board_is_only_unfinished() {
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    for _ in 0..200 {
        let (puzzle, solution) = random_puzzle(rng, 2..=7);
        let Some(mut board) = solution else { continue };
        assert_eq!(puzzle.check(&board), []);
        let mut cells: Vec<usize> = (0..puzzle.size.len()).collect();
        cells.shuffle(rng);
        for i in cells {
            board.slots[i] = 0;
            board.slots[puzzle.size.len() + i] = rng.random_range(0..=puzzle.depth);
            let violations = puzzle.check(&board);
            assert!(!wrong(&violations), "{puzzle:?} {board:?} {violations:?}");
            // Nor does what is there say anything false.
            assert!(puzzle.facts(&board, Reading::Partial).is_ok());
        }
    }
}

#[test]
fn a_view_alone_can_be_blamed() {
    let mut puzzle = Skyscrapers::empty(5).expect("a small side");
    puzzle.views[1] = Some(3);
    puzzle.views[12] = Some(2);
    let model = puzzle.encode();
    let mut solver = Solver::with_switches(&model, Budget::UNLIMITED);
    let mut assumed: Vec<sat::Lit> = (0..model.names().len()).map(|c| solver.switch(c)).collect();
    // The highest building stands first in column 2, from where three must be seen.
    assumed.push(sat::Lit::yes(puzzle.atom(grid::cell(0, 1), 5)));
    assert_eq!(solver.solve(&assumed), Verdict::Unsat);
    let core = solver.core();
    let blamed: Vec<String> = (0..model.names().len())
        .filter(|&c| core.contains(&solver.switch(c)))
        .map(|c| puzzle.cite(model.names()[c]).words)
        .collect();
    assert_eq!(blamed, ["the 3 above column 2"]);
    assert_eq!(puzzle.fact_text(assumed[assumed.len() - 1]), "r0c1=5");
    for &name in model.names() {
        let citation = puzzle.cite(name);
        assert!(!citation.words.is_empty() && !citation.cells.is_empty());
    }
}

// ---- the census: all squares by their views ----

/// Call `found` with every square of heights that holds each once in every row and column.
fn for_each_square(n: usize, found: &mut dyn FnMut(&[u8])) {
    fn fill(n: usize, square: &mut Vec<u8>, found: &mut dyn FnMut(&[u8])) {
        let i = square.len();
        if i == n * n {
            return found(square);
        }
        let (row, col) = (i / n, i % n);
        for height in 1..=n as u8 {
            let taken = (0..col).any(|c| square[row * n + c] == height)
                || (0..row).any(|r| square[r * n + col] == height);
            if !taken {
                square.push(height);
                fill(n, square, found);
                square.pop();
            }
        }
    }
    fill(n, &mut Vec::new(), found);
}

/// The views all around a square, three bits each.
fn views_of(n: usize, square: &[u8], puzzle: &Skyscrapers) -> u64 {
    let mut key = 0;
    for view in 0..4 * n {
        let (mut count, mut highest) = (0u64, 0);
        for at in puzzle.sight(view) {
            let height = square[puzzle.size.index(at)];
            if height > highest {
                (count, highest) = (count + 1, height);
            }
        }
        key |= count << (3 * view);
    }
    key
}

/// How many squares have each set of views.
fn census(n: usize) -> BTreeMap<u64, u32> {
    let puzzle = Skyscrapers::empty(n).expect("a small side");
    let mut keys = Vec::new();
    for_each_square(n, &mut |square| keys.push(views_of(n, square, &puzzle)));
    let mut counted = BTreeMap::new();
    for key in keys {
        *counted.entry(key).or_insert(0) += 1;
    }
    counted
}

fn with_views(n: usize, key: u64) -> Skyscrapers {
    let mut puzzle = Skyscrapers::empty(n).expect("a small side");
    for (view, clue) in puzzle.views.iter_mut().enumerate() {
        *clue = Some((key >> (3 * view) & 7) as u16);
    }
    puzzle
}

fn engine_agrees(n: usize, key: u64, squares: u32) {
    let puzzle = shared(with_views(n, key));
    let answer = solve(puzzle.as_ref(), squares as usize, Budget::UNLIMITED);
    assert_eq!(answer.solutions.len(), squares as usize, "{puzzle:?}");
    assert!(!answer.more, "{puzzle:?}");
    assert_eq!(answer.status == Status::Unique, squares == 1);
}

#[test]
fn census_of_size_4() {
    let counted = census(4);
    assert_eq!(counted.values().sum::<u32>(), 576);
    assert_eq!(counted.len(), 438);
    assert_eq!(counted.values().filter(|&&c| c == 1).count(), 372);
    for (&key, &squares) in &counted {
        engine_agrees(4, key, squares);
    }
}

#[test]
fn census_of_size_5() {
    let counted = census(5);
    assert_eq!(counted.values().sum::<u32>(), 161_280);
    assert_eq!(counted.len(), 102_398);
    assert_eq!(counted.values().filter(|&&c| c == 1).count(), 68_368);
    for (&key, &squares) in counted.iter().step_by(997) {
        engine_agrees(5, key, squares);
    }
}
