//! What holds for all rules together.

use logic::{Plan, Reasoner, Round, Trace, TraceEnd};
use sat::Budget;

use super::super::Skyscrapers;

/// A small stream of numbers, the same on every machine.
pub(super) fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    }
}

type Square = Vec<Vec<u16>>;

/// A shuffled cyclic square; 0 is a park.
fn square(n: usize, depth: usize, random: &mut impl FnMut(usize) -> usize) -> Square {
    let mut order = || {
        let mut all: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            all.swap(i, random(i + 1));
        }
        all
    };
    let (rows, cols, heights) = (order(), order(), order());
    let height = |r: usize, c: usize| match heights[(rows[r] + cols[c]) % n] {
        h if h < depth => h as u16 + 1,
        _ => 0,
    };
    (0..n)
        .map(|r| (0..n).map(|c| height(r, c)).collect())
        .collect()
}

/// The puzzle of a square, with those views and givens that are asked for.
fn puzzle(square: &Square, depth: usize, views: &[bool], givens: &[bool]) -> Skyscrapers {
    let n = square.len();
    let mut puzzle = Skyscrapers::empty(n).unwrap();
    puzzle.depth = depth as u16;
    for view in (0..4 * n).filter(|&v| views[v]) {
        let mut highest = 0;
        let seen = (0..n).filter(|&p| {
            let at = puzzle.seen_cell(view, p);
            let height = square[at / n][at % n];
            let higher = height > highest;
            highest = highest.max(height);
            higher
        });
        puzzle.views[view] = Some(seen.count() as u16);
    }
    for at in (0..n * n).filter(|&at| givens[at]) {
        let height = square[at / n][at % n];
        puzzle.givens[at] = if height == 0 { super::PARK } else { height };
    }
    puzzle
}

fn rounds(trace: &Trace) -> (TraceEnd, Vec<Round>, usize) {
    (trace.end, trace.rounds.clone(), trace.known.open())
}

/// The same picture after a reflection at the main diagonal (bit 0), of the rows' order (bit 1)
/// and of the columns' (bit 2).
fn turned(puzzle: &Skyscrapers, how: usize) -> Skyscrapers {
    let n = puzzle.side();
    let mut other = puzzle.clone();
    let place = |row: i16, col: i16| {
        let (row, col) = if how & 1 != 0 { (col, row) } else { (row, col) };
        let flip = |x: i16, yes: bool| if yes { n as i16 - 1 - x } else { x };
        (flip(row, how & 2 != 0), flip(col, how & 4 != 0))
    };
    for view in 0..4 * n {
        let at = puzzle.outside(view);
        let there = place(at.row, at.col);
        let to = (0..4 * n)
            .find(|&v| (other.outside(v).row, other.outside(v).col) == there)
            .expect("a view comes to a view");
        other.views[to] = puzzle.views[view];
    }
    for at in 0..n * n {
        let (row, col) = place((at / n) as i16, (at % n) as i16);
        other.givens[row as usize * n + col as usize] = puzzle.givens[at];
    }
    other
}

#[test]
fn turning_a_puzzle_changes_nothing() {
    let mut random = numbers(11);
    let mut ends = [0; 2];
    for i in 0..84 {
        let n = 4 + i % 3;
        let depth = n - (i / 3) % 2;
        let square = square(n, depth, &mut random);
        let keep = 4 + random(5);
        let views: Vec<bool> = (0..4 * n).map(|_| random(10) < keep).collect();
        let givens: Vec<bool> = (0..n * n).map(|_| random(20) == 0).collect();
        let mut first = puzzle(&square, depth, &views, &givens);
        first.diagonals = i % 7 == 0;
        let table = first.rules();
        let plan = match i % 4 {
            0 if n == 4 => Plan::with_trial(&table),
            _ => Plan::without_trial(&table),
        };
        // The cyclic square need not fit the diagonals: then all turns end in a contradiction,
        // perhaps found by another rule.
        let expected = rounds(&first.trace(&[], &plan, Budget::UNLIMITED));
        if expected.0 == TraceEnd::Contradiction {
            continue;
        }
        ends[(expected.0 == TraceEnd::Solved) as usize] += 1;
        for how in 1..8 {
            let turned = turned(&first, how).trace(&[], &plan, Budget::UNLIMITED);
            assert_eq!(rounds(&turned), expected, "turn {how} of {first:?}");
        }
    }
    assert!(ends[0] > 10 && ends[1] > 10, "{ends:?}");
}

#[test]
fn a_new_building_can_hide_an_old_one() {
    // The study's printed DiffersOne builds a 5 in the first cell here; 4 3 5 1 2 fits.
    let mut puzzle = Skyscrapers::empty(5).unwrap();
    puzzle.views[2 * 5] = Some(2);
    let known = [puzzle.is(1, 3)];
    let table = puzzle.rules();
    let plan = Plan::rounds(&table, |about| about.group == "differs-one");
    assert!(puzzle.steps(&known, &plan, Budget::UNLIMITED).is_empty());
}

#[test]
fn a_new_building_can_itself_be_hidden() {
    // View 3 of 3 _ _ 5 _ with no 4 in the second cell: 3 2 4 5 1 fits.
    let mut puzzle = Skyscrapers::empty(5).unwrap();
    puzzle.views[2 * 5] = Some(3);
    let known = [puzzle.is(0, 3), puzzle.is(3, 5), puzzle.is_not(1, 4)];
    let table = puzzle.rules();
    let plan = Plan::rounds(&table, |about| about.group == "differs-one");
    assert!(puzzle.steps(&known, &plan, Budget::UNLIMITED).is_empty());
}
