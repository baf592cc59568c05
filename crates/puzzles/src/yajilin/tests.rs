//! What is special to Yajilin, and what its formats can hold. Checker, encoder and atoms are compared
//! for all families in proofs/tests/boards.rs.

use proptest::prelude::*;

use super::{CLOSED, Clue, DOT, SHADED, Yajilin};
use crate::format::{split, write};
use crate::kit::prelude::*;
use crate::{Status, solve};

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
fn facts_are_written_by_cell_and_side() {
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
            let puzzle: &Yajilin = own(document.puzzle.as_ref());
            let expected = without_notes(puzzle, document.marks.as_ref().unwrap());
            let marks = again.marks.unwrap_or_else(|| puzzle.blank());
            prop_assert_eq!(marks, expected);
        }
    }
}
