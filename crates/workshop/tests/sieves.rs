//! What is seen before the prover is asked is what the prover says: on random boards of every family,
//! and on those that were made to need a sum over all of the board.

use std::sync::Arc;

use grid::Size;
use puzzles::make::{BoardSpec, ClueSymmetry};
use puzzles::play::{Gesture, GestureKind, Target};
use puzzles::{FAMILIES, Family, Forced, Grid, Puzzle, Record, Status, family, forced, solve};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Solver, Verdict};
use workshop::{Order, Wish, generate};

/// How many solutions the prover finds by itself, up to this many.
fn found_plainly(puzzle: &dyn Puzzle, most: usize) -> usize {
    let mut solver = Solver::new(&puzzle.encode(), Budget::UNLIMITED);
    let mut found = 0;
    while found < most && solver.solve(&[]) == Verdict::Sat {
        let atoms = solver.atoms();
        solver.exclude(&atoms);
        found += 1;
    }
    found
}

/// How many boards had no solution, one, and several.
#[derive(Default)]
struct Seen([usize; 3]);

impl Seen {
    fn compare(&mut self, puzzle: &dyn Puzzle) {
        const WANT: usize = 3;
        let answer = solve(puzzle, WANT, Budget::UNLIMITED);
        let plainly = found_plainly(puzzle, WANT + 1);
        assert_eq!(answer.solutions.len(), plainly.min(WANT), "{puzzle:?}");
        assert_eq!(answer.more, plainly > WANT, "{puzzle:?}");
        let kind = match answer.status {
            Status::None => 0,
            Status::Unique => 1,
            _ => 2,
        };
        self.0[kind] += 1;
        if let Forced::Facts(all) = forced(puzzle, Budget::UNLIMITED) {
            for fact in puzzle.sift(0, Budget::UNLIMITED).facts {
                assert!(all.contains(&fact), "{fact:?} in {puzzle:?}");
            }
        }
    }
}

/// The first thing that a maker thinks of, and a few signs that were put in blindly.
fn drawn(family: &'static Family, rng: &mut ChaCha8Rng) -> Option<Arc<dyn Puzzle>> {
    let maker = family.makers.choose(rng)?;
    let side = rng.random_range(family.sides.0.max(3)..=6);
    let order = Order {
        maker,
        request: BoardSpec {
            rows: side,
            cols: side,
            symmetry: ClueSymmetry::Any,
            density: None,
            options: maker.options.iter().map(|o| (o.id, o.usual)).collect(),
            map: None,
        },
        wish: Wish::default(),
        seed: rng.random(),
        attempts: 20,
        conflicts: 20_000,
        unchecked: rng.random_bool(0.5),
    };
    let mut puzzle = generate(&order, 0, &|| false).made?.puzzle;
    for _ in 0..rng.random_range(0..4) {
        let side = side as i16;
        let (row, col) = (rng.random_range(-1..=side), rng.random_range(-1..=side));
        let is_inside = (0..side).contains(&row) && (0..side).contains(&col);
        let target = match is_inside {
            true => Target::Cell(row, col),
            false => Target::Outside(row, col),
        };
        let keys = puzzle.all_setter_keys();
        let key = keys.choose(rng).map(String::as_str);
        let gesture = Gesture::new(GestureKind::Key, vec![target], key);
        puzzle = puzzle.edit(&gesture).unwrap_or(puzzle);
    }
    Some(puzzle)
}

#[test]
fn every_sieve_says_what_the_prover_says() {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(19);
        let mut seen = Seen::default();
        for puzzle in (0..150).filter_map(|_| drawn(family, &mut rng)) {
            seen.compare(puzzle.as_ref());
        }
        let Seen(kinds) = seen;
        assert!(kinds.iter().all(|&n| n > 5), "{}: {kinds:?}", family.id);
    }
}

/// Islands on every second cell, with the numbers of a random tree and of some bridges more; and so
/// many numbers are wrong.
fn lattice(side: usize, more: usize, wrong: usize, rng: &mut ChaCha8Rng) -> Arc<dyn Puzzle> {
    let mut needs = vec![0; side * side];
    let mut joined: Vec<usize> = vec![rng.random_range(0..side * side)];
    let neighbours = |island: usize| {
        let size = Size::new(side, side).expect("a size");
        let at = size.cells().nth(island).expect("an island");
        let beside = size.neighbours(at).map(move |(_, next)| size.index(next));
        beside.collect::<Vec<usize>>()
    };
    while joined.len() < side * side {
        let from = *joined.choose(rng).expect("the first one");
        let to = *neighbours(from).choose(rng).expect("a neighbour");
        if !joined.contains(&to) {
            joined.push(to);
            needs[from] += 1;
            needs[to] += 1;
        }
    }
    for _ in 0..more {
        let from = rng.random_range(0..side * side);
        needs[from] += 1;
        needs[*neighbours(from).choose(rng).expect("a neighbour")] += 1;
    }
    for _ in 0..wrong {
        needs[rng.random_range(0..side * side)] += 1;
    }
    let sign = |row: usize, col: usize| match (row % 2, col % 2) {
        (0, 0) => needs[row / 2 * side + col / 2].to_string(),
        _ => "-".to_owned(),
    };
    let hashi = family("hashi").expect("a family");
    let mut record = Record::new(hashi.id, 2 * side - 1, 2 * side - 1);
    record.problem = Some(Grid::from_fn(2 * side - 1, 2 * side - 1, sign));
    (hashi.read)(&record).expect("islands")
}

#[test]
fn sums_over_all_islands_say_what_the_prover_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut seen = Seen::default();
    for side in [2, 3, 3, 4, 4, 5].repeat(40) {
        let (more, wrong) = (rng.random_range(0..3), rng.random_range(0..3));
        seen.compare(lattice(side, more, wrong, &mut rng).as_ref());
    }
    let Seen(kinds) = seen;
    assert!(kinds.iter().all(|&n| n > 10), "{kinds:?}");
}

#[test]
fn what_a_sum_decides_is_not_searched_for() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let odd = lattice(20, 30, 1, &mut rng);
    // A loop through every cell but those of the first column, of which there is an odd number.
    let yajilin = family("yajilin").expect("a family");
    let mut record = Record::new(yajilin.id, 15, 16);
    let sign = |_, col| if col == 0 { "0e" } else { "-" }.to_owned();
    record.problem = Some(Grid::from_fn(15, 16, sign));
    let whole = (yajilin.read)(&record).expect("arrows");
    for puzzle in [odd, whole] {
        let answer = solve(puzzle.as_ref(), 2, Budget::conflicts(100));
        assert_eq!(answer.status, Status::None, "{puzzle:?}");
    }
    // With as many bridges as a tree takes none is double and none closes a loop.
    let tree = solve(
        lattice(20, 0, 0, &mut rng).as_ref(),
        2,
        Budget::conflicts(30_000),
    );
    assert_ne!(tree.status, Status::Unknown);
}
