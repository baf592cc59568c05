//! Generated puzzles are what they are said to be: one solution, by a second solver too; the stored
//! solution is it; the rating, made anew, is the stored one and what was asked for. All makers, all
//! sizes from the smallest up, all symmetries, difficulties with and without trial.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use puzzles::make::{BoardSpec, ClueSymmetry};
use puzzles::reason::{DIFFICULTY, Player, Weights, rate};
use puzzles::{Family, Status, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::Budget;
use workshop::{Difficulty, Made, Order, Rules, Wish, generate};

/// What was made, and what could not be.
#[derive(Debug, Default)]
pub struct Tally {
    /// Puzzles that were made and proved.
    pub made: u64,
    /// Requests.
    pub asked: u64,
    /// Puzzles by the longer side of the board.
    pub sides: BTreeMap<usize, u64>,
    /// Puzzles by maker.
    pub makers: BTreeMap<&'static str, u64>,
    /// Puzzles by grade.
    pub grades: BTreeMap<String, u64>,
    /// Symmetric ones, ones without trial, ones with a wished difficulty.
    pub wishes: [u64; 3],
}

/// The largest side that is asked for; the second solver gets slow on larger boards.
const LARGEST_SIDE: usize = 14;

/// So many puzzles of a family, each proved. `second` is a solver that shares no search with ours.
pub fn prove(
    family: &'static Family,
    count: u64,
    second: Option<fn(&dyn puzzles::Puzzle) -> Status>,
) -> Tally {
    let tally = Mutex::new(Tally::default());
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let lock = || tally.lock().expect("no panic while it is held");
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while lock().made < count {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let order = order(family, index);
                    let outcome = generate(&order, index, &|| false);
                    if let Some(made) = &outcome.made {
                        prove_one(family, &order, made, second);
                    }
                    let mut tally = lock();
                    tally.asked += 1;
                    if let Some(made) = outcome.made {
                        book(&mut tally, &order, &made);
                    }
                }
            });
        }
    });
    tally.into_inner().expect("no panic while it is held")
}

/// What the index asks for.
fn order(family: &'static Family, index: u64) -> Order {
    let mut rng = ChaCha8Rng::seed_from_u64(index);
    let maker = &family.makers[rng.random_range(0..family.makers.len())];
    // Small boards take less time, and have more corners to get wrong.
    let least = family.sides.0;
    let most = rng.random_range(least..=family.sides.1.min(LARGEST_SIDE));
    let rows = rng.random_range(least..=most);
    // Some boards must be square; a maker says so by refusing, so half of all boards are.
    let cols = match rng.random_range(0..2) {
        0 => rows,
        _ => rng.random_range(least..=most),
    };
    let symmetry = match rng.random_range(0..2 + maker.shapes.len()) {
        n if n < maker.shapes.len() => maker.shapes[n],
        _ => ClueSymmetry::Any,
    };
    let difficulty = match rng.random_range(0..6) {
        n if n < DIFFICULTY.len() => Some(Difficulty::Grade(n)),
        3 => Some(Difficulty::Score(10.0, 40.0)),
        _ => None,
    };
    let wish = Wish {
        difficulty,
        rules: Rules {
            no_trial: rng.random_range(0..2) == 0,
            ..Rules::default()
        },
        ..Wish::default()
    };
    let options = maker.options.iter().map(|o| (o.id, o.usual)).collect();
    Order {
        maker,
        request: BoardSpec {
            rows,
            cols,
            symmetry,
            density: None,
            options,
            map: None,
        },
        wish,
        seed: 5,
        attempts: 20,
        conflicts: 5_000,
        unchecked: false,
    }
}

fn prove_one(
    family: &'static Family,
    order: &Order,
    made: &Made,
    second: Option<fn(&dyn puzzles::Puzzle) -> Status>,
) {
    let puzzle = made.puzzle.as_ref();
    let (solution, rating) = made.checked.as_ref().expect("a checked puzzle");
    assert_eq!(puzzle.check(solution), [], "{puzzle:?}");
    let answer = solve(puzzle, 2, Budget::UNLIMITED);
    assert_eq!(answer.status, Status::Unique, "{puzzle:?}");
    assert_eq!(&answer.solutions[0], solution, "{puzzle:?}");
    if let Some(second) = second {
        assert_eq!(second(puzzle), Status::Unique, "second solver: {puzzle:?}");
    }
    let read = (family.read)(&puzzle.record()).expect("its own record");
    assert!(read.as_ref() == puzzle, "{puzzle:?}");
    let again = rate(puzzle, Player(2), Weights::Ours, Budget::UNLIMITED);
    let said = |r: &puzzles::reason::Rating| {
        (
            r.difficulty.score,
            r.difficulty.grade,
            r.solved_by_rules,
            r.needs_trial,
        )
    };
    assert_eq!(said(&again), said(rating), "{puzzle:?}");
    match order.wish.difficulty {
        None => {}
        Some(Difficulty::Grade(grade)) => assert_eq!(again.difficulty.grade, DIFFICULTY[grade]),
        Some(Difficulty::Score(least, most)) => {
            assert!(
                (least..=most).contains(&again.difficulty.score),
                "{puzzle:?}"
            );
        }
    }
    if order.wish.rules.no_trial {
        assert!(again.solved_by_rules, "{puzzle:?}");
    }
    let size = puzzle.size();
    assert_eq!(
        (size.rows(), size.cols()),
        (order.request.rows, order.request.cols)
    );
}

fn book(tally: &mut Tally, order: &Order, made: &Made) {
    let (_, rating) = made.checked.as_ref().expect("a checked puzzle");
    let BoardSpec {
        rows,
        cols,
        symmetry,
        ..
    } = order.request;
    tally.made += 1;
    *tally.sides.entry(rows.max(cols)).or_default() += 1;
    *tally.makers.entry(order.maker.id).or_default() += 1;
    *tally
        .grades
        .entry(rating.difficulty.grade.to_string())
        .or_default() += 1;
    for (count, is_so) in tally.wishes.iter_mut().zip([
        symmetry != ClueSymmetry::Any,
        order.wish.rules.no_trial,
        order.wish.difficulty.is_some(),
    ]) {
        *count += is_so as u64;
    }
}

impl Tally {
    /// Print what was proved.
    pub fn print(&self, family: &str) {
        let list = |counts: &mut dyn Iterator<Item = String>| counts.collect::<Vec<_>>().join(", ");
        let [symmetric, no_trial, wished] = self.wishes;
        println!(
            "{family}: {} puzzles proved ({} requests); {symmetric} symmetric, {no_trial} without trial, \
             {wished} of a wished difficulty",
            self.made, self.asked
        );
        println!(
            "  longer side: {}",
            list(&mut self.sides.iter().map(|(k, n)| format!("{k}: {n}")))
        );
        println!(
            "  by maker: {}",
            list(&mut self.makers.iter().map(|(k, n)| format!("{k}: {n}")))
        );
        println!(
            "  by grade: {}",
            list(&mut self.grades.iter().map(|(k, n)| format!("{k}: {n}")))
        );
    }
}
