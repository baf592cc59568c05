//! Checker, encoder and codecs against each other on small random boards.

use std::collections::BTreeSet;
use std::sync::Arc;

use grid::{Dir, Size};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::{Budget, Solver, Verdict};

use super::{Atom, CLOSED, Clue, DOT, LINE, SHADED, Yajilin};
use crate::board::{Board, Reading, Severity};
use crate::format::{Document, split, write};
use crate::puzzle::{Atoms, Encode, Play, Rules};
use crate::{Fact, Status, solve};

fn random_clues(dice: &mut ChaCha8Rng, size: Size, percent: u32, odd: bool) -> Vec<Option<Clue>> {
    (0..size.len())
        .map(|_| {
            if dice.random_range(0..100) >= percent {
                return None;
            }
            let dir = Dir::ALL[dice.random_range(0..4)];
            Some(match dice.random_range(0..20) {
                0..=3 => Clue::Blocked,
                4..=7 => Clue::Arrow(dir, None),
                8 if odd => Clue::Number(dice.random_range(0..3)),
                _ => Clue::Arrow(dir, Some(dice.random_range(0..3))),
            })
        })
        .collect()
}

/// All boards that can be stated in atoms and that the checker calls right.
fn right_boards(puzzle: &Yajilin) -> BTreeSet<Vec<bool>> {
    let n = puzzle.atoms.len();
    (0..1u32 << n)
        .map(|bits| (0..n).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>())
        .filter(|answers| {
            let mut board = puzzle.blank();
            for (&atom, &yes) in puzzle.atoms.iter().zip(answers) {
                match atom {
                    Atom::Shaded(at) if yes => board.slots[puzzle.size.index(at)] = SHADED,
                    Atom::Line(border) if yes => board.slots[puzzle.border_slot(border)] = LINE,
                    _ => {}
                }
            }
            puzzle.check(&board).is_empty()
        })
        .collect()
}

/// All solutions, up to a limit.
fn solutions(puzzle: &Yajilin, limit: usize) -> Option<BTreeSet<Vec<bool>>> {
    let mut solver = Solver::new(&puzzle.encode(), Budget::UNLIMITED);
    let mut found = BTreeSet::new();
    while solver.solve(&[]) == Verdict::Sat {
        if found.len() == limit {
            return None;
        }
        let atoms = solver.atoms();
        solver.exclude(&atoms);
        assert!(found.insert(atoms), "the same solution twice");
    }
    Some(found)
}

fn board_of(puzzle: &Yajilin, answers: &[bool]) -> Board {
    let facts: Vec<Fact> = answers
        .iter()
        .enumerate()
        .map(|(atom, &yes)| Fact::new(atom, yes))
        .collect();
    puzzle.board(&facts)
}

/// The same board with the numbers that this solution gives.
fn with_numbers_of(puzzle: &Yajilin, answers: &[bool]) -> Yajilin {
    let board = board_of(puzzle, answers);
    let clues = puzzle.size.cells().map(|at| match puzzle.clue(at) {
        Some(Clue::Arrow(dir, Some(_))) => {
            Some(Clue::Arrow(dir, Some(puzzle.seen(&board, at, dir) as u16)))
        }
        clue => clue,
    });
    Yajilin::new(puzzle.size, clues.collect(), puzzle.outside)
}

/// Numbers hidden, so that there are solutions to choose from.
fn without_numbers(puzzle: &Yajilin) -> Yajilin {
    let hide = |clue: &Option<Clue>| match *clue {
        Some(Clue::Number(_)) => Some(Clue::Blocked),
        Some(Clue::Arrow(dir, _)) => Some(Clue::Arrow(dir, None)),
        other => other,
    };
    let clues = puzzle.clues.iter().map(hide).collect();
    Yajilin::new(puzzle.size, clues, puzzle.outside)
}

#[test]
fn solutions_equal_brute_force() {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let (mut boards, mut solvable) = (0, 0);
    while boards < 150 {
        let size = Size::new(dice.random_range(1..=4), dice.random_range(1..=4)).unwrap();
        let percent = dice.random_range(0..60);
        let clues = random_clues(&mut dice, size, percent, true);
        let mut puzzle = Yajilin::new(size, clues, dice.random());
        if puzzle.atoms.len() > 13 {
            continue;
        }
        // Random numbers rarely have a solution.
        let any = right_boards(&without_numbers(&puzzle));
        if dice.random() && !any.is_empty() {
            let pick = dice.random_range(0..any.len());
            puzzle = with_numbers_of(&puzzle, any.iter().nth(pick).unwrap());
        }
        let expected = right_boards(&puzzle);
        assert_eq!(
            solutions(&puzzle, usize::MAX).unwrap(),
            expected,
            "{puzzle:?}"
        );
        boards += 1;
        solvable += !expected.is_empty() as usize;
    }
    assert!(solvable > 40, "{solvable}");
}

/// Boards large enough for a loop around something.
#[test]
fn outside_means_that_no_shaded_cell_lies_inside() {
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    let (mut boards, mut excluded) = (0, 0);
    while boards < 40 {
        let size = Size::new(dice.random_range(3..=5), dice.random_range(3..=5)).unwrap();
        let clues = random_clues(&mut dice, size, 12, false);
        let anywhere = without_numbers(&Yajilin::new(size, clues, false));
        let Some(all) = solutions(&anywhere, 400) else {
            continue;
        };
        let outside = Yajilin::new(size, anywhere.clues.clone(), true);
        let expected: BTreeSet<Vec<bool>> = all
            .iter()
            .filter(|answers| outside.check(&board_of(&outside, answers)).is_empty())
            .cloned()
            .collect();
        excluded += all.len() - expected.len();
        boards += 1;
        assert_eq!(solutions(&outside, 400).unwrap(), expected, "{outside:?}");
    }
    assert!(excluded > 50, "{excluded}");
}

/// A puzzle and one of its solutions, for boards that are nearly right.
fn solved(dice: &mut ChaCha8Rng) -> (Yajilin, Board) {
    loop {
        let size = Size::new(dice.random_range(2..=6), dice.random_range(2..=6)).unwrap();
        let clues = random_clues(dice, size, 15, false);
        let puzzle = Yajilin::new(size, clues, dice.random_range(0..3) == 0);
        let mut solver = Solver::new(&without_numbers(&puzzle).encode(), Budget::UNLIMITED);
        // Some cells shaded at random make the solutions differ.
        let wish = Fact::yes(dice.random_range(0..puzzle.atoms.len().max(1)));
        if puzzle.atoms.is_empty() || solver.solve(&[wish]) != Verdict::Sat {
            continue;
        }
        let answers = solver.atoms();
        let puzzle = with_numbers_of(&puzzle, &answers);
        let board = board_of(&puzzle, &answers);
        assert!(puzzle.check(&board).is_empty());
        return (puzzle, board);
    }
}

fn random_entry(dice: &mut ChaCha8Rng, puzzle: &Yajilin, board: &mut Board) {
    let slot = dice.random_range(0..board.slots.len());
    board.slots[slot] = dice.random_range(0..3);
    if slot < puzzle.size.len() && puzzle.clues[slot].is_some() && board.slots[slot] == DOT {
        board.slots[slot] = 0;
    }
}

#[test]
fn checker_and_encoder_agree_on_finished_boards() {
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    let (mut right, mut wrong, mut unsaid) = (0, 0, 0);
    for round in 0..300 {
        let (puzzle, solution) = solved(&mut dice);
        let model = puzzle.encode();
        let mut solver = Solver::new(&model, Budget::UNLIMITED);
        for changes in [0, 1, 1, 2, 2, 40] {
            let mut board = solution.clone();
            for _ in 0..changes {
                random_entry(&mut dice, &puzzle, &mut board);
            }
            let is_right = puzzle.check(&board).is_empty();
            match puzzle.facts(&board, Reading::Finished) {
                Err(violations) => {
                    assert!(!violations.is_empty() && !is_right);
                    unsaid += 1;
                }
                Ok(facts) => {
                    assert_eq!(facts.len(), puzzle.atoms.len());
                    let says = solver.solve(&facts) == Verdict::Sat;
                    assert_eq!(says, is_right, "round {round}: {puzzle:?} {board:?}");
                    right += is_right as usize;
                    wrong += !is_right as usize;
                }
            }
        }
    }
    assert!(
        right > 300 && wrong > 300 && unsaid > 30,
        "{right} {wrong} {unsaid}"
    );
}

#[test]
fn a_half_finished_right_board_is_only_unfinished() {
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..200 {
        let (puzzle, solution) = solved(&mut dice);
        let mut board = solution.clone();
        let keep = dice.random_range(0..100);
        for slot in &mut board.slots {
            if dice.random_range(0..100) >= keep {
                *slot = 0;
            }
        }
        for violation in puzzle.check(&board) {
            assert_eq!(
                violation.kind,
                Severity::Unfinished,
                "{violation:?} {puzzle:?}"
            );
        }
        let facts = puzzle.facts(&board, Reading::Partial).unwrap();
        let mut solver = Solver::new(&puzzle.encode(), Budget::UNLIMITED);
        assert_eq!(solver.solve(&facts), Verdict::Sat);
        // What is stated can be drawn and stated again.
        let again = puzzle.facts(&puzzle.board(&facts), Reading::Partial);
        assert_eq!(again.unwrap(), facts);
    }
}

#[test]
fn a_number_without_arrow_has_no_solution() {
    let size = Size::new(2, 3).unwrap();
    let mut clues = vec![None; 6];
    clues[2] = Some(Clue::Blocked);
    clues[5] = Some(Clue::Blocked);
    let status = |clues: &[Option<Clue>]| {
        let puzzle = Yajilin::new(size, clues.to_vec(), false);
        solve(&puzzle, 2, Budget::UNLIMITED).status
    };
    assert_eq!(status(&clues), Status::Unique);
    clues[5] = Some(Clue::Number(0));
    assert_eq!(status(&clues), Status::None);
    clues[5] = Some(Clue::Arrow(Dir::West, Some(4000)));
    assert_eq!(status(&clues), Status::None);
}

#[test]
fn every_constraint_can_be_cited_and_every_fact_written() {
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    for outside in [false, true] {
        let size = Size::new(4, 5).unwrap();
        let puzzle = Yajilin::new(size, random_clues(&mut dice, size, 30, true), outside);
        for &name in puzzle.encode().names() {
            let citation = puzzle.cite(name);
            assert!(!citation.words.is_empty());
            assert!(citation.cells.iter().all(|&at| size.contains(at)));
        }
    }
    let puzzle = Yajilin::new(Size::new(2, 2).unwrap(), vec![None; 4], false);
    let text = |atom: usize, yes: bool| puzzle.fact_text(Fact::new(atom, yes));
    assert_eq!(text(3, true), "r1c1=x");
    assert_eq!(text(0, false), "r0c0!=x");
    assert_eq!(text(4, true), "r0c0e=1");
    assert_eq!(text(7, false), "r0c1s=0");
}

#[test]
fn a_board_without_lines_is_right_only_if_all_free_cells_are_shaded() {
    let clues = vec![None, Some(Clue::Blocked), None];
    let puzzle = Yajilin::new(Size::new(1, 3).unwrap(), clues, false);
    let mut board = puzzle.blank();
    assert!(!puzzle.check(&board).is_empty());
    board.slots[0] = SHADED;
    board.slots[2] = SHADED;
    assert!(puzzle.check(&board).is_empty());
    let answer = solve(&puzzle, 2, Budget::UNLIMITED);
    assert_eq!(answer.status, Status::Unique);
    assert_eq!(answer.solutions, [board]);
    // Nothing to fill in at all.
    let full = Yajilin::new(Size::new(1, 1).unwrap(), vec![Some(Clue::Blocked)], true);
    assert_eq!(solve(&full, 2, Budget::UNLIMITED).status, Status::Unique);
}

fn any_clue(arrows_only: bool) -> BoxedStrategy<Option<Clue>> {
    let number = prop_oneof![0..40u16, 0..=super::MOST_NUMBER];
    let arrow =
        (0..4usize, number.clone()).prop_map(|(dir, n)| Some(Clue::Arrow(Dir::ALL[dir], Some(n))));
    if arrows_only {
        return prop_oneof![3 => Just(None), 1 => arrow].boxed();
    }
    prop_oneof![
        8 => Just(None),
        3 => arrow,
        1 => (0..4usize).prop_map(|dir| Some(Clue::Arrow(Dir::ALL[dir], None))),
        1 => number.prop_map(|n| Some(Clue::Number(n))),
        1 => Just(Some(Clue::Blocked)),
    ]
    .boxed()
}

/// A puzzle with anything on it.
fn any_document(arrows_only: bool) -> impl Strategy<Value = Document> {
    (1..6usize, 1..6usize, any::<bool>()).prop_flat_map(move |(rows, cols, outside)| {
        let size = Size::new(rows, cols).unwrap();
        let clues = prop::collection::vec(any_clue(arrows_only), size.len());
        let entries = prop::collection::vec(0..3u16, size.len() + size.borders());
        (clues, entries).prop_map(move |(clues, mut entries)| {
            for (entry, clue) in entries.iter_mut().zip(&clues) {
                if clue.is_some() && *entry == DOT {
                    *entry = 0;
                }
            }
            let outside = outside && !arrows_only;
            let puzzle = Yajilin::new(size, clues, outside);
            let mut document = Document::new(Arc::new(puzzle));
            document.marks = Some(Board { slots: entries });
            document
        })
    })
}

/// What is left of a board in a format that knows neither crosses nor dots under lines.
fn without_notes(puzzle: &Yajilin, board: &Board) -> Board {
    let mut left = board.clone();
    for at in puzzle.size.cells() {
        let slot = &mut left.slots[puzzle.size.index(at)];
        if *slot == DOT && puzzle.lines(board, at).next().is_some() {
            *slot = 0;
        }
    }
    for slot in &mut left.slots[puzzle.size.len()..] {
        if *slot == CLOSED {
            *slot = 0;
        }
    }
    left
}

fn read(text: &str) -> Document {
    let chunks = split(text);
    assert_eq!(chunks.len(), 1, "{text}");
    chunks[0].read().unwrap_or_else(|e| panic!("{e}\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_written_is_read_again(document in any_document(false)) {
        for format in ["json", "janko", "pzprv3"] {
            let again = read(&write(&document, format).unwrap());
            prop_assert!(*again.puzzle == *document.puzzle, "{}", format);
            let marks = again.marks.unwrap_or_else(|| document.puzzle.blank());
            prop_assert_eq!(Some(marks), document.marks.clone(), "{}", format);
        }
        let again = read(&write(&document, "puzzlink").unwrap());
        prop_assert!(*again.puzzle == *document.puzzle);
    }

    #[test]
    fn a_finished_board_is_read_again(mut document in any_document(false)) {
        document.solution = document.marks.take();
        let again = read(&write(&document, "json").unwrap()).solution.unwrap();
        for (before, after) in document.solution.unwrap().slots.iter().zip(again.slots) {
            // SHADED and LINE are what a finished board has.
            prop_assert_eq!(*before == 1, after == 1);
        }
    }

    #[test]
    fn the_csv_of_a_board_is_read_again(document in any_document(true)) {
        if let Ok(text) = write(&document, "yajilin-csv") {
            let again = read(&text);
            prop_assert!(*again.puzzle == *document.puzzle);
            let any: &dyn std::any::Any = &*document.puzzle;
            let puzzle: &Yajilin = any.downcast_ref().unwrap();
            let expected = without_notes(puzzle, document.marks.as_ref().unwrap());
            let marks = again.marks.unwrap_or_else(|| puzzle.blank());
            prop_assert_eq!(marks, expected);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(
        text in ".{0,60}",
        url in "[0-9a-z.+/-]{0,40}",
        lines in "[0-9.,#+ /\n-]{0,80}",
        csv in "[VBLNESW0-9,\n]{0,60}",
        sign in "[-+.x@?0-9nesw]{0,4}",
    ) {
        let cell = serde_json::Value::from(sign.as_str());
        let object = |field: &str| serde_json::json!({
            "type": "yajilin", "rows": 1, "cols": 2, "problem": [["-", "1w"]], field: [[cell, "-"]],
            "notes": {"dots": [[0, sign]], "closed": text},
        });
        let texts = [
            text.clone(),
            format!("yajilin/{url}"),
            format!("https://puzz.link/p?yajilin/4/3/{url}"),
            format!("pzprv3/yajilin/{lines}"),
            format!("pzprv3/yajilin/2/3/{lines}"),
            format!("V,{csv}"),
            format!("begin\npuzzle yajilin\nproblem\n{lines}\nend"),
            object("problem").to_string(),
            object("solution").to_string(),
            object("marks").to_string(),
        ];
        for text in texts {
            for chunk in split(&text) {
                if let Ok(document) = chunk.read() {
                    document.puzzle.check(&document.marks.unwrap_or(document.puzzle.blank()));
                }
            }
        }
    }
}
