//! The rules must not care which way round a board lies.

use grid::{Dir, Size, Symmetry};
use logic::{Plan, Reasoner, Round};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::Budget;

use super::super::{Clue, Yajilin};

fn turned(puzzle: &Yajilin, symmetry: Symmetry) -> Yajilin {
    let size = symmetry.size(puzzle.size);
    let mut clues = vec![None; size.len()];
    for at in puzzle.size.cells() {
        clues[size.index(symmetry.cell(puzzle.size, at))] =
            puzzle.clue(at).map(|clue| match clue {
                Clue::Arrow(dir, n) => Clue::Arrow(symmetry.dir(dir), n),
                other => other,
            });
    }
    Yajilin::new(size, clues, puzzle.outside)
}

/// Clues that a random shading satisfies, so that many of the boards have solutions.
fn random(dice: &mut ChaCha8Rng) -> Yajilin {
    let size = Size::new(dice.random_range(3..8), dice.random_range(3..8)).unwrap();
    let mut shaded = vec![false; size.len()];
    let mut free = vec![true; size.len()];
    for at in size.cells() {
        let touching = (size.neighbours(at)).any(|(_, n)| shaded[size.index(n)]);
        free[size.index(at)] = dice.random_range(0..100) < 85;
        shaded[size.index(at)] =
            free[size.index(at)] && !touching && dice.random_range(0..100) < 30;
    }
    let clues = (size.cells())
        .map(|at| {
            let dir = Dir::ALL[dice.random_range(0..4)];
            let seen = size.ray(at, dir).filter(|&c| shaded[size.index(c)]).count();
            let number = dice.random_bool(0.9).then_some(seen as u16);
            (!free[size.index(at)]).then_some(Clue::Arrow(dir, number))
        })
        .collect();
    Yajilin::new(size, clues, dice.random_bool(0.2))
}

fn rounds(puzzle: &Yajilin) -> (Vec<Round>, usize, logic::TraceEnd) {
    let plan = Plan::with_trial(&puzzle.rules());
    let trace = puzzle.trace(&[], &plan, Budget::UNLIMITED);
    (trace.rounds, trace.known.open(), trace.end)
}

#[test]
fn a_turned_or_mirrored_board_is_solved_in_the_same_rounds() {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let mut long = 0;
    for _ in 0..200 {
        let puzzle = random(&mut dice);
        let (all, open, end) = rounds(&puzzle);
        long += usize::from(all.len() > 8);
        for symmetry in Symmetry::ALL {
            let (other, still_open, other_end) = rounds(&turned(&puzzle, symmetry));
            assert_eq!(end, other_end, "{puzzle:?}");
            if end != logic::TraceEnd::Contradiction {
                assert_eq!(
                    (&all, open),
                    (&other, still_open),
                    "{symmetry:?} {puzzle:?}"
                );
            }
        }
    }
    assert!(long > 10, "only {long} boards took some thinking");
}
