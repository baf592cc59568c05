//! Every family comes with three puzzles to begin with, and each has exactly one solution.

use puzzles::{FAMILIES, Reading, Status, solve};
use sat::Budget;

#[test]
fn every_family_has_three_samples_with_titles_and_one_solution() {
    for family in FAMILIES {
        let samples: Vec<_> = family
            .samples()
            .map(|sample| sample.unwrap_or_else(|e| panic!("{family:?}: {e}")))
            .collect();
        assert_eq!(samples.len(), 3, "{family:?}");
        let mut titles: Vec<&str> = samples
            .iter()
            .map(|sample| sample.extra.get("title").and_then(|t| t.as_str()))
            .map(|title| title.unwrap_or_else(|| panic!("{family:?}: a sample without a title")))
            .collect();
        titles.dedup();
        assert_eq!(titles.len(), 3, "{family:?}: {titles:?}");
        for sample in &samples {
            assert_eq!(sample.puzzle.family().id, family.id);
            assert!(
                sample.solution.is_none(),
                "{family:?}: a sample gives its solution away"
            );
            assert!(sample.marks.is_none(), "{family:?}: a sample has entries");
            let answer = solve(sample.puzzle.as_ref(), 2, Budget::UNLIMITED);
            assert_eq!(answer.status, Status::Unique, "{:?}", sample.extra);
        }
        let cells: Vec<usize> = samples.iter().map(|s| s.puzzle.size().len()).collect();
        assert!(cells.is_sorted(), "{family:?}: the small ones come first");
    }
}

#[test]
fn every_fact_has_cells_on_the_board() {
    for family in FAMILIES {
        for example in family.examples().chain(family.samples()) {
            let puzzle = example.unwrap().puzzle;
            let size = puzzle.size();
            for board in solve(puzzle.as_ref(), 2, Budget::conflicts(10_000)).solutions {
                for fact in puzzle.facts(&board, Reading::Finished).unwrap() {
                    let cells = puzzle.fact_cells(fact);
                    assert!(!cells.is_empty(), "{}", puzzle.fact_text(fact));
                    assert!(cells.iter().all(|&at| size.contains(at)));
                }
            }
        }
    }
}
