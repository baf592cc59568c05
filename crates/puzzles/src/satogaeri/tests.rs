//! What is special to Satogaeri. Checker, encoder and atoms are compared for all families in
//! proofs/tests/boards.rs.

use super::random;
use crate::kit::prelude::*;
use crate::kit::testing::*;
use crate::solve::{Forced, forced};

#[test]
fn boards_say_only_what_follows_from_one_move_for_each_circle() {
    let mut rng = dice(5);
    for _ in 0..600 {
        let size = size(rng.random_range(1..=6), rng.random_range(1..=6));
        let most = rng.random_range(1..=size.len().min(9));
        let (puzzle, solution) = random::with_solution(&mut rng, size, most, 0.4);
        assert_eq!(puzzle.check(&solution), []);
        let all = puzzle.facts(&solution, Reading::Finished).unwrap();
        let again = puzzle.facts(&puzzle.board(&all), Reading::Partial).unwrap();
        assert_eq!(again, all, "a solved board is known to be finished");
        let mut some = all;
        some.retain(|_| rng.random_bool(0.8));
        let part = puzzle.board(&some);
        for fact in puzzle.facts(&part, Reading::Partial).unwrap() {
            let circle = puzzle.moves[fact.var()].circle;
            let is_its_move = |f: &Fact| f.is_yes() && puzzle.moves[f.var()].circle == circle;
            let follows = some.contains(&fact) || some.iter().any(is_its_move);
            assert!(follows, "{}", puzzle.fact_text(fact));
        }
    }
}

/// A sign says all there is to know about its cell.
#[test]
fn the_forced_grid_has_the_sign_that_all_solutions_have() {
    let mut rng = dice(6);
    let (mut known, mut open) = (0, 0);
    for _ in 0..150 {
        let size = size(rng.random_range(2..=5), rng.random_range(2..=5));
        let (puzzle, _) = random::with_solution(&mut rng, size, 5, 0.6);
        let Forced::Facts(facts) = forced(&puzzle, Budget::UNLIMITED) else {
            panic!("there is a solution");
        };
        let grid = puzzle.write_grid(&puzzle.board(&facts), Notation::Forced);
        let solutions = solve(&puzzle, 10_000, Budget::UNLIMITED).solutions;
        for (r, c, sign) in grid.cells() {
            open += usize::from(sign == ".");
            known += usize::from(sign != ".");
            let sign_in = |s| puzzle.write_grid(s, Notation::Solution).0[r][c].clone();
            let others = distinct(solutions.iter().map(sign_in));
            match sign {
                "." => assert!(others.len() > 1 || others[0] != "-"),
                _ => assert_eq!(others, [sign], "{puzzle:?}"),
            }
        }
    }
    assert!(known > 500 && open > 200, "{known} {open}");
}

#[test]
fn large_boards_are_solved_without_much_search() {
    let mut rng = dice(7);
    let boards = [(60, 500, 0), (60, 500, 3), (60, 250, 6), (100, 1200, 1)];
    for (side, countries, hidden) in boards {
        let (size, hidden) = (size(side, side), hidden as f64 / 10.0);
        let (puzzle, solution) = random::with_solution(&mut rng, size, countries, hidden);
        assert_eq!(puzzle.check(&solution), []);
        let answer = solve(&puzzle, 2, Budget::conflicts(20_000));
        assert_ne!(answer.status, Status::None);
        assert_ne!(answer.status, Status::Unknown, "{:?}", answer.stats);
    }
}
