//! The checker and the encoder against each other and against trying everything.

use std::collections::BTreeSet;

use grid::Size;
use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Solver, Verdict};

use super::random;
use super::{Satogaeri, Way};
use crate::board::{Board, Reading, Severity};
use crate::puzzle::{Atoms, Encode, Play, Records, Rules};
use crate::solve::{Forced, Status, forced, same_answer, solve};
use crate::{Fact, Notation};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn is_possible(puzzle: &Satogaeri, facts: &[Fact]) -> bool {
    let mut solver = Solver::new(&puzzle.encode(), Budget::UNLIMITED);
    solver.solve(facts) == Verdict::Sat
}

fn lines(puzzle: &Satogaeri, board: &Board) -> Vec<u16> {
    board.slots[..puzzle.size.borders()].to_vec()
}

/// All boards without marks that the checker calls complete.
fn by_trying(puzzle: &Satogaeri) -> BTreeSet<Vec<u16>> {
    let borders = puzzle.size.borders();
    let mut board = puzzle.blank();
    (0..1u32 << borders)
        .filter_map(|set| {
            for (b, slot) in board.slots[..borders].iter_mut().enumerate() {
                *slot = (set >> b & 1) as u16;
            }
            let complete = puzzle.check(&board).is_empty();
            complete.then(|| lines(puzzle, &board))
        })
        .collect()
}

#[test]
fn the_solutions_are_those_found_by_trying_everything() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let sizes = [
        (1, 1),
        (1, 5),
        (4, 1),
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 4),
        (3, 3),
    ];
    let (mut soluble, mut ambiguous) = (0, 0);
    for round in 0..160 {
        let (rows, cols) = sizes[round % sizes.len()];
        let size = size(rows, cols);
        let puzzle = if rng.random_bool(0.5) {
            random::any(&mut rng, size)
        } else {
            let count = rng.random_range(1..=size.len().min(5));
            random::with_solution(&mut rng, size, count, 0.5).0
        };
        let expected = by_trying(&puzzle);
        let answer = solve(&puzzle, 1000, Budget::UNLIMITED);
        assert!(!answer.more);
        let found: BTreeSet<Vec<u16>> = answer
            .solutions
            .iter()
            .map(|board| lines(&puzzle, board))
            .collect();
        assert_eq!(found.len(), answer.solutions.len(), "{puzzle:?}");
        assert_eq!(found, expected, "{puzzle:?}");
        soluble += usize::from(!found.is_empty());
        ambiguous += usize::from(found.len() > 1);
    }
    assert!(soluble > 60 && ambiguous > 20, "{soluble} {ambiguous}");
}

/// Random boards: solutions, solutions with changes, other moves, and anything.
fn boards(seed: u64, count: usize, mut each: impl FnMut(&mut ChaCha8Rng, &Satogaeri, Board)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..count {
        let size = size(rng.random_range(1..=6), rng.random_range(1..=6));
        let most = rng.random_range(1..=size.len().min(9));
        let (puzzle, solution) = random::with_solution(&mut rng, size, most, 0.4);
        assert_eq!(puzzle.check(&solution), []);
        let near = random::changed(&mut rng, &puzzle, &solution);
        let anything = random::filling(&mut rng, &puzzle);
        let elsewhere = random::moves(&mut rng, &puzzle);
        for board in [solution, near, elsewhere, anything] {
            each(&mut rng, &puzzle, board);
        }
    }
}

#[test]
fn checker_and_encoder_agree_on_finished_boards() {
    let (mut right, mut wrong) = (0, 0);
    boards(2, 800, |_, puzzle, board| {
        let violations = puzzle.check(&board);
        match puzzle.facts(&board, Reading::Finished) {
            Err(reasons) => {
                assert!(!reasons.is_empty());
                assert!(reasons.iter().all(|r| violations.contains(r)));
            }
            Ok(facts) => {
                assert_eq!(facts.len(), puzzle.moves.len());
                let possible = is_possible(puzzle, &facts);
                assert_eq!(possible, violations.is_empty(), "{puzzle:?} {violations:?}");
                right += usize::from(possible);
                wrong += usize::from(!possible);
            }
        }
    });
    assert!(right > 800 && wrong > 200, "{right} {wrong}");
}

#[test]
fn what_is_called_wrong_can_never_become_right() {
    let mut seen = BTreeSet::new();
    boards(3, 2500, |_, puzzle, board| {
        let violations = puzzle.check(&board);
        let mut wrong = violations.iter().filter(|v| v.kind == Severity::Wrong);
        let Some(first) = wrong.next() else { return };
        seen.extend([first.rule].into_iter().chain(wrong.map(|v| v.rule)));
        if let Ok(facts) = puzzle.facts(&board, Reading::Partial) {
            assert!(
                !is_possible(puzzle, &facts),
                "{puzzle:?} {board:?} {first:?}"
            );
        }
    });
    let all: BTreeSet<&str> = super::FAMILY.violations.iter().map(|v| v.0).collect();
    let never = all.difference(&seen).copied().collect::<Vec<_>>();
    // Only an import brings other circles.
    assert_eq!(never, ["brNoLine", "gvChanged"]);
}

#[test]
fn part_of_a_solution_is_only_unfinished() {
    boards(4, 1500, |rng, puzzle, board| {
        if !puzzle.check(&board).is_empty() {
            return;
        }
        let all = puzzle.facts(&board, Reading::Finished).unwrap();
        let mut part = board.clone();
        let borders = puzzle.size.borders();
        for slot in &mut part.slots[..borders] {
            *slot &= rng.random_bool(0.7) as u16;
        }
        // Marks that are true.
        for at in puzzle.size.cells() {
            let is_whole = match puzzle.circle_at(at) {
                Some(circle) => puzzle.track(&part, circle) == puzzle.track(&board, circle),
                None => puzzle.is_bare(&board, at),
            };
            part.slots[puzzle.mark_slot(at)] = (is_whole && rng.random_bool(0.3)) as u16;
        }
        for violation in puzzle.check(&part) {
            assert_eq!(
                violation.kind,
                Severity::Unfinished,
                "{puzzle:?} {violation:?}"
            );
        }
        for fact in puzzle.facts(&part, Reading::Partial).unwrap() {
            assert!(
                all.contains(&fact),
                "{puzzle:?} {part:?} {}",
                puzzle.fact_text(fact)
            );
        }
    });
}

#[test]
fn boards_say_the_facts_that_they_were_made_of() {
    boards(5, 600, |rng, puzzle, board| {
        let Ok(all) = puzzle.facts(&board, Reading::Finished) else {
            return;
        };
        let whole = puzzle.board(&all);
        assert_eq!(lines(puzzle, &whole), lines(puzzle, &board));
        if puzzle.check(&board).is_empty() {
            let again = puzzle.facts(&whole, Reading::Partial).unwrap();
            assert_eq!(again, all, "a solved board is known to be finished");
        }
        let some: Vec<Fact> = all
            .iter()
            .copied()
            .filter(|_| rng.random_bool(0.8))
            .collect();
        let part = puzzle.board(&some);
        for fact in puzzle.facts(&part, Reading::Partial).unwrap() {
            // Nothing is stated that does not follow from "exactly one move".
            let circle = puzzle.moves[fact.var()].circle;
            let decided = some
                .iter()
                .any(|f| f.is_yes() && puzzle.moves[f.var()].circle == circle);
            assert!(
                decided || some.contains(&fact),
                "{}",
                puzzle.fact_text(fact)
            );
        }
    });
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let puzzle = random::any(&mut rng, size(5, 5));
    assert_eq!(puzzle.board(&[]), puzzle.blank());
}

#[test]
fn the_forced_grid_holds_in_every_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut known, mut open) = (0, 0);
    for _ in 0..150 {
        let size = size(rng.random_range(2..=5), rng.random_range(2..=5));
        let (puzzle, _) = random::with_solution(&mut rng, size, 5, 0.6);
        let Forced::Facts(facts) = forced(&puzzle, Budget::UNLIMITED) else {
            panic!("there is a solution");
        };
        let grid = puzzle.write_grid(&puzzle.board(&facts), Notation::Forced);
        let solutions = solve(&puzzle, 10_000, Budget::UNLIMITED).solutions;
        for (i, (r, c, sign)) in grid.cells().enumerate() {
            open += usize::from(sign == ".");
            known += usize::from(sign != ".");
            let others: BTreeSet<String> = solutions
                .iter()
                .map(|s| puzzle.write_grid(s, Notation::Solution).0[r][c].clone())
                .collect();
            match sign {
                "." => assert!(others.len() > 1 || others.first().unwrap() != "-"),
                _ => assert_eq!(others, BTreeSet::from([sign.to_owned()]), "cell {i}"),
            }
        }
    }
    assert!(known > 500 && open > 200, "{known} {open}");
}

#[test]
fn large_boards_are_solved_without_much_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let boards = [
        (60, 500, 0.0),
        (60, 500, 0.3),
        (60, 250, 0.6),
        (100, 1200, 0.1),
    ];
    for (side, countries, hidden) in boards {
        let (puzzle, solution) =
            random::with_solution(&mut rng, size(side, side), countries, hidden);
        assert_eq!(puzzle.check(&solution), []);
        let answer = solve(&puzzle, 2, Budget::conflicts(20_000));
        assert_ne!(answer.status, Status::None);
        assert_ne!(answer.status, Status::Unknown, "{:?}", answer.stats);
    }
}

#[test]
fn circles_and_countries_that_do_not_match_have_no_solution() {
    let size = size(4, 4);
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let countries = random::countries(&mut rng, size, 5);
    let none = Satogaeri::new(countries, Vec::new());
    assert_eq!(solve(&none, 2, Budget::UNLIMITED).status, Status::None);
    assert!(!none.check(&none.blank()).is_empty());
    let one = grid::Regions::from_borders(size, |_| false);
    let alone = super::Circle {
        at: grid::cell(1, 1),
        number: Some(0),
    };
    let puzzle = Satogaeri::new(one, vec![alone]);
    let answer = solve(&puzzle, 2, Budget::UNLIMITED);
    assert_eq!(answer.status, Status::Unique);
    assert!(same_answer(&puzzle, &answer.solutions[0], &puzzle.blank()));
    assert_eq!(puzzle.check(&puzzle.blank()), []);
    assert_eq!(puzzle.track(&puzzle.blank(), 0), Some(Way::Stay));
}
