//! Checker, encoder and atoms against each other, on boards of small random puzzles of every family.
//! The random boards on which checker and encoder must agree are in short.rs.

use std::collections::BTreeSet;

use proofs::random;
use proofs::tried::{Facts, right_boards, said, solutions};
use puzzles::make::edited;
use puzzles::{
    Board, FAMILIES, Fact, Family, Forced, Notation, Puzzle, Reading, Severity, Status, forced,
    solve,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Solver, Verdict};

/// Trying everything is too much after this many steps.
const STEPS: usize = 4_000;

// ---- everything tried ----

/// Half of the puzzles are without their clues, so that they have several solutions.
#[test]
fn the_solutions_are_the_boards_that_the_checker_calls_right() {
    let mut ambiguous = 0;
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut tried, mut soluble) = (0, 0);
        while tried < 100 {
            let mut puzzle = random::puzzle(family.id, &mut rng).puzzle;
            if rng.random_bool(0.5) {
                puzzle = edited(puzzle.as_ref(), &puzzle.removals()).expect("no clue");
            }
            let puzzle = puzzle.as_ref();
            let Some(expected) = right_boards(puzzle, STEPS) else {
                continue;
            };
            let found = solutions(puzzle);
            assert_eq!(found, expected, "{puzzle:?}");
            tried += 1;
            soluble += usize::from(!found.is_empty());
            ambiguous += usize::from(found.len() > 1);
        }
        println!("{family:?}: {soluble} of {tried} soluble, {ambiguous} ambiguous so far");
        assert!(soluble >= 20, "{family:?}: {soluble}");
    }
    // Small boards of some families hardly ever have several.
    assert!(ambiguous >= 50, "{ambiguous}");
}

/// Of the same puzzles without numbers, so that there are solutions to choose from.
#[test]
fn a_variant_has_the_solutions_of_the_usual_game_that_it_allows() {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let (mut allowed, mut excluded) = (0, 0);
        for _ in 0..2_000 {
            let puzzle = random::puzzle(family.id, &mut rng).puzzle;
            let puzzle = edited(puzzle.as_ref(), &puzzle.removals()).expect("no clue");
            let mut record = puzzle.record();
            if record.variant.take().is_none() || excluded > 50 {
                continue;
            }
            let usual = (family.read)(&record).expect("the usual game");
            let all = solve(usual.as_ref(), 200, Budget::conflicts(20_000));
            if all.more || all.status == Status::Unknown {
                continue;
            }
            let facts = |board: &Board| said(puzzle.as_ref(), board, Reading::Finished);
            let is_allowed = |board: &&Board| puzzle.check(board).is_empty();
            let expected: BTreeSet<Facts> =
                all.solutions.iter().filter(is_allowed).map(facts).collect();
            assert_eq!(solutions(puzzle.as_ref()), expected, "{puzzle:?}");
            allowed += expected.len();
            excluded += all.solutions.len() - expected.len();
        }
        println!("{family:?}: {allowed} solutions of variants, {excluded} of the usual game only");
        let is_plain = family.variants.is_empty();
        assert!(is_plain || excluded > 50, "{family:?}: {excluded}");
    }
}

// ---- parts of right boards ----

/// Random puzzles with up to four of their solutions each.
fn solved(
    family: &Family,
    seed: u64,
    count: usize,
    mut each: impl FnMut(&mut ChaCha8Rng, &dyn Puzzle, &Board),
) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut boards = 0;
    while boards < count {
        let document = random::puzzle(family.id, &mut rng);
        let puzzle = document.puzzle.as_ref();
        for solution in solve(puzzle, 4, Budget::conflicts(20_000)).solutions {
            each(&mut rng, puzzle, &solution);
            boards += 1;
        }
    }
}

/// The board without what it does not need to be right: notes, and marks that say what the rest
/// says as well.
fn bare(puzzle: &dyn Puzzle, solution: &Board) -> Board {
    let mut bare = solution.clone();
    for slot in 0..bare.slots.len() {
        let entry = std::mem::take(&mut bare.slots[slot]);
        if !puzzle.check(&bare).is_empty() {
            bare.slots[slot] = entry;
        }
    }
    bare
}

/// Nothing is wrong with it, and it says nothing that the solution does not.
fn assert_part(puzzle: &dyn Puzzle, part: &Board, all: &Facts) -> Facts {
    for violation in puzzle.check(part) {
        assert_eq!(
            violation.kind,
            Severity::Unfinished,
            "{puzzle:?} {part:?}: {violation:?}"
        );
    }
    let says = said(puzzle, part, Reading::Partial);
    let beyond: Vec<String> = says.difference(all).map(|&f| puzzle.fact_text(f)).collect();
    assert!(beyond.is_empty(), "{puzzle:?} {part:?} says {beyond:?}");
    says
}

#[test]
fn a_part_of_a_right_board_is_only_unfinished_and_says_nothing_false() {
    for family in FAMILIES {
        solved(family, 4, 150, |rng, puzzle, solution| {
            let all = said(puzzle, solution, Reading::Finished);
            let mut part = bare(puzzle, solution);
            let mut slots: Vec<usize> = (0..part.slots.len()).collect();
            let gone = rng.random_range(0.0..1.0);
            slots.retain(|_| rng.random_bool(gone));
            for slot in slots {
                part.slots[slot] = 0;
            }
            assert_part(puzzle, &part, &all);
        });
    }
}

#[test]
fn boards_say_the_facts_that_they_were_made_of() {
    for family in FAMILIES {
        solved(family, 5, 150, |rng, puzzle, solution| {
            let all = said(puzzle, solution, Reading::Finished);
            let whole = puzzle.board(&all.iter().copied().collect::<Vec<_>>());
            assert_eq!(puzzle.check(&whole), [], "{puzzle:?}");
            // All that is known is known from the board, except for what it need not say.
            assert_eq!(said(puzzle, &whole, Reading::Finished), all, "{puzzle:?}");
            let kept = rng.random_range(0.0..1.0);
            let some: Vec<Fact> = (all.iter().copied())
                .filter(|_| rng.random_bool(kept))
                .collect();
            let part = puzzle.board(&some);
            let says = assert_part(puzzle, &part, &all);
            // What is stated can be drawn and stated again.
            let again = puzzle.board(&says.iter().copied().collect::<Vec<_>>());
            assert_eq!(said(puzzle, &again, Reading::Partial), says, "{puzzle:?}");
            // And nothing is stated that does not follow.
            let mut solver = Solver::new(&puzzle.encode(), Budget::UNLIMITED);
            for &fact in says.iter().filter(|fact| !some.contains(fact)) {
                let mut assumed = some.clone();
                assumed.push(!fact);
                let text = puzzle.fact_text(fact);
                assert_eq!(solver.solve(&assumed), Verdict::Unsat, "{puzzle:?} {text}");
            }
        });
        let puzzle = random::puzzle(family.id, &mut ChaCha8Rng::seed_from_u64(5)).puzzle;
        assert_eq!(puzzle.board(&[]), puzzle.blank(), "{family:?}");
    }
}

// ---- what all solutions share ----

/// Read as marks, the grid of what is forced says nothing that is not so in every solution.
#[test]
fn the_forced_grid_holds_in_every_solution() {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let (mut known, mut several) = (0, 0);
        while known < 300 || several < 10 {
            let document = random::puzzle(family.id, &mut rng);
            let puzzle = document.puzzle.as_ref();
            let Forced::Facts(facts) = forced(puzzle, Budget::UNLIMITED) else {
                continue;
            };
            let grid = puzzle.write_grid(&puzzle.board(&facts), Notation::Forced);
            let marks = puzzle.read_grid(&grid, Notation::Marks).expect("marks");
            let says = said(puzzle, &marks, Reading::Partial);
            let all = solve(puzzle, 50, Budget::UNLIMITED).solutions;
            several += usize::from(all.len() > 1);
            known += says.len();
            for solution in all {
                let holds = said(puzzle, &solution, Reading::Finished);
                assert!(says.is_subset(&holds), "{puzzle:?} {grid:?}");
            }
        }
    }
}

// ---- words ----

#[test]
fn every_constraint_can_be_cited_and_every_fact_has_its_own_text() {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut cited = 0;
        for _ in 0..60 {
            let document = random::puzzle(family.id, &mut rng);
            let puzzle = document.puzzle.as_ref();
            let (rows, cols) = (puzzle.size().rows() as i16, puzzle.size().cols() as i16);
            for &name in puzzle.encode().names() {
                let citation = puzzle.cite(name);
                assert!(!citation.words.is_empty(), "{name:?}");
                // A clue may stand around the board.
                let is_there = |at: &grid::Cell| {
                    (-1..=rows).contains(&at.row) && (-1..=cols).contains(&at.col)
                };
                assert!(citation.cells.iter().all(is_there), "{citation:?}");
                assert!(!citation.clue || !citation.cells.is_empty(), "{citation:?}");
                cited += 1;
            }
            let atoms = 0..puzzle.reasoner().atoms();
            let facts = atoms.flat_map(|atom| [Fact::yes(atom), Fact::no(atom)]);
            let texts: Vec<String> = facts.map(|fact| puzzle.fact_text(fact)).collect();
            let different: BTreeSet<&String> = texts.iter().collect();
            assert_eq!(different.len(), texts.len(), "{puzzle:?}");
        }
        assert!(cited > 100, "{family:?}: {cited}");
    }
}

// ---- what all solutions share ----

/// The grid that `solve --forced` prints.
fn forced_grid(puzzle: &dyn Puzzle) -> puzzles::Grid {
    let Forced::Facts(facts) = forced(puzzle, Budget::UNLIMITED) else {
        panic!("{puzzle:?} has solutions");
    };
    let mut grid = puzzle.write_grid(&puzzle.board(&facts), Notation::Forced);
    let more = puzzles::forced_signs(puzzle, &facts, Budget::UNLIMITED).expect("no limit");
    for (at, sign) in more {
        grid.0[at.row as usize][at.col as usize] = sign;
    }
    grid
}

#[test]
fn a_sign_that_all_solutions_share_is_forced() {
    const MOST_SOLUTIONS: usize = 40;
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(20);
        let mut compared = 0;
        for _ in 0..400 {
            let puzzle = random::puzzle(family.id, &mut rng).puzzle;
            let answer = solve(puzzle.as_ref(), MOST_SOLUTIONS, Budget::UNLIMITED);
            if answer.status != Status::Multiple || answer.more {
                continue;
            }
            let written = |board| puzzle.write_grid(board, Notation::Solution);
            let grids: Vec<_> = answer.solutions.iter().map(written).collect();
            let forced = forced_grid(puzzle.as_ref());
            for (r, c, sign) in grids[0].cells() {
                let is_shared = grids.iter().all(|grid| grid.0[r][c] == sign);
                let found = forced.0[r][c].as_str();
                let same = found == sign || (found == "0" && sign == "-");
                assert!(
                    !is_shared || same,
                    "{puzzle:?}: {found} instead of {sign} at {r}, {c}"
                );
            }
            compared += 1;
        }
        assert!(compared >= 20, "{family:?}: only {compared}");
    }
}
