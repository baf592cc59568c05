//! What is special to Yajilin, and what its formats can hold. Checker, encoder and atoms are compared
//! for all families in proofs/tests/boards.rs.

use proptest::prelude::*;

use super::{CLOSED, Clue, DOT, Yajilin};
use crate::format::write;
use crate::kit::prelude::*;
use crate::kit::testing::read;

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
