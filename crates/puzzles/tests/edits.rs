//! Clues taken away and clues added: neither makes the solution wrong, and one is the way back from
//! the other.

use puzzles::make::{Edit, carried, edited};
use puzzles::{Board, FAMILIES, Puzzle, solve};
use sat::Budget;

fn solution(puzzle: &dyn Puzzle) -> Board {
    solve(puzzle, 2, Budget::UNLIMITED).solutions.remove(0)
}

/// The edit changes the puzzle, and this board stays right.
fn assert_kept(puzzle: &dyn Puzzle, board: &Board, edits: &[Edit]) {
    let after = edited(puzzle, edits).unwrap_or_else(|e| panic!("{edits:?}: {}", e.message));
    assert!(*puzzle != *after, "{edits:?} changes nothing");
    let violations = after.check(&carried(puzzle, after.as_ref(), board));
    assert!(violations.is_empty(), "{edits:?}: {violations:?}");
}

#[test]
fn taking_away_and_telling_keep_the_solution_right() {
    for family in FAMILIES {
        for sample in family.samples() {
            let puzzle = sample.expect("a sample").puzzle;
            let board = solution(puzzle.as_ref());
            let weaker = puzzle.removals();
            assert!(weaker.len() > 3, "{family:?}: nothing to take away");
            for edit in &weaker {
                assert_kept(puzzle.as_ref(), &board, std::slice::from_ref(edit));
            }
            assert_kept(puzzle.as_ref(), &board, &weaker);
            for edit in puzzle.reveals(&board) {
                assert_kept(puzzle.as_ref(), &board, &[edit]);
            }
        }
    }
}

#[test]
fn what_is_taken_away_can_be_told_again() {
    for family in FAMILIES {
        for sample in family.samples() {
            let puzzle = sample.expect("a sample").puzzle;
            let board = solution(puzzle.as_ref());
            let weaker = puzzle.removals();
            let bare = edited(puzzle.as_ref(), &weaker).expect("a puzzle without clues");
            let board = carried(puzzle.as_ref(), bare.as_ref(), &board);
            let mut told = bare.reveals(&board);
            // Every clue that was there can be added again, and in some families more.
            for edit in &told {
                assert_kept(bare.as_ref(), &board, std::slice::from_ref(edit));
            }
            told.retain(|edit| weaker.iter().any(|w| w.place == edit.place));
            assert_eq!(told.len(), weaker.len(), "{family:?}");
            let again = edited(bare.as_ref(), &told).expect("the puzzle");
            assert!(*again == *puzzle, "{family:?}");
        }
    }
}

#[test]
fn solutions_that_differ_are_told_apart_or_share_every_clue() {
    // The other way round: an edit for one solution is wrong for those that would get a different
    // one.
    for family in FAMILIES {
        let puzzle = family.samples().next().expect("a sample").unwrap().puzzle;
        let bare = edited(puzzle.as_ref(), &puzzle.removals()).expect("a puzzle without clues");
        let found = solve(bare.as_ref(), 3, Budget::conflicts(100_000)).solutions;
        for (a, b) in found.iter().zip(found.iter().skip(1)) {
            let (of_a, of_b) = (bare.reveals(a), bare.reveals(b));
            assert_eq!(of_a.len(), of_b.len(), "{family:?}");
            for edit in of_a.iter().filter(|edit| !of_b.contains(edit)) {
                let after = edited(bare.as_ref(), std::slice::from_ref(edit)).expect("a puzzle");
                let board = carried(bare.as_ref(), after.as_ref(), b);
                assert!(!after.check(&board).is_empty(), "{family:?}: {edit:?}");
            }
        }
    }
}
