//! Strip, fill and repair on the samples of all families.

mod common;

use std::sync::Arc;

use common::{bare, sample};
use puzzles::make::{carried, edited};
use puzzles::{Board, FAMILIES, Puzzle, Status, same_answer, solve};
use sat::Budget;
use workshop::{
    By, Fill, How, Refusal, Repair, Rules, Side, Strip, Verdict, Where, fill, repair, side_of,
    strip,
};

const BUDGET: Budget = Budget::conflicts(50_000);

fn is_unique(puzzle: &dyn Puzzle) -> bool {
    solve(puzzle, 2, Budget::UNLIMITED).status == Status::Unique
}

fn solution(puzzle: &dyn Puzzle) -> Board {
    solve(puzzle, 2, Budget::UNLIMITED).solutions.remove(0)
}

fn all() -> Strip {
    Strip {
        amount: None,
        effort: u64::MAX,
        sides: Vec::new(),
        balance: false,
        by: By::Proof,
        seed: 1,
    }
}

fn smallest_samples() -> impl Iterator<Item = Arc<dyn Puzzle>> {
    FAMILIES.iter().map(|family| sample(family.id, 0))
}

#[test]
fn stripped_means_minimal() {
    for puzzle in smallest_samples() {
        let stripped = strip(&puzzle, &all(), BUDGET).expect("unique");
        assert!(stripped.minimal && stripped.enough);
        assert!(is_unique(stripped.puzzle.as_ref()));
        for edit in stripped.puzzle.weaker() {
            let fewer =
                edited(stripped.puzzle.as_ref(), std::slice::from_ref(&edit)).expect("a puzzle");
            assert!(
                !is_unique(fewer.as_ref()),
                "{edit:?} of {:?}",
                stripped.puzzle
            );
        }
        let again = strip(&puzzle, &all(), BUDGET).expect("unique");
        assert!(
            *again.puzzle == *stripped.puzzle,
            "the same seed, the same puzzle"
        );
    }
}

#[test]
fn amount_effort_sides_and_rules_are_kept() {
    let puzzle = sample("skyscrapers", 1);
    let two = Strip {
        amount: Some(2),
        effort: 500,
        ..all()
    };
    let stripped = strip(&puzzle, &two, BUDGET).expect("unique");
    assert!(stripped.taken.len() <= 2 && stripped.calls <= 500);
    assert_eq!(stripped.enough, stripped.taken.len() == 2);
    let lazy = Strip { effort: 3, ..all() };
    assert!(strip(&puzzle, &lazy, BUDGET).expect("unique").calls <= 3);
    let left = Strip {
        sides: vec![Side::Left],
        ..all()
    };
    let stripped = strip(&puzzle, &left, BUDGET).expect("unique");
    let size = puzzle.size();
    assert!((stripped.taken.iter()).all(|e| side_of(size, e.place) == Some(Side::Left)));
    let rules = Rules {
        no_trial: true,
        ..Rules::default()
    };
    let by_rules = Strip {
        by: By::Rules(rules.clone()),
        ..all()
    };
    let puzzle = sample("skyscrapers", 0);
    let stripped = strip(&puzzle, &by_rules, BUDGET).expect("solvable");
    assert!(rules.solve(stripped.puzzle.as_ref(), Budget::UNLIMITED));
    let refused = strip(&bare(puzzle.as_ref()), &all(), BUDGET);
    assert_eq!(refused.err(), Some(Refusal::NotGood));
}

#[test]
fn balance_takes_from_all_sides() {
    // All clues given: plenty to take from each side.
    let puzzle = sample("skyscrapers", 0);
    let board = solution(puzzle.as_ref());
    let full = edited(puzzle.as_ref(), &puzzle.stronger(&board)).expect("a puzzle");
    let balanced = Strip {
        amount: Some(8),
        sides: Side::ALL.map(|(_, side)| side).to_vec(),
        balance: true,
        ..all()
    };
    let stripped = strip(&full, &balanced, BUDGET).expect("unique");
    for (_, side) in Side::ALL {
        let taken = stripped.taken.iter();
        let here = taken.filter(|e| side_of(full.size(), e.place) == Some(side));
        assert_eq!(here.count(), 2, "{side:?}: {:?}", stripped.taken);
    }
}

#[test]
fn fill_leads_to_one_solution() {
    for puzzle in smallest_samples() {
        for how in [How::Random, How::Heuristic] {
            let wanted = solution(puzzle.as_ref());
            let bare = bare(puzzle.as_ref());
            let towards = carried(puzzle.as_ref(), bare.as_ref(), &wanted);
            let order = Fill {
                how,
                at: Where::Anywhere,
                amount: None,
                effort: u64::MAX,
                by: By::Proof,
                seed: 3,
            };
            let filled = fill(&bare, Some(&towards), &order, BUDGET).expect("solutions");
            assert_eq!(filled.verdict, Verdict::Good);
            let found = solution(filled.puzzle.as_ref());
            assert!(is_unique(filled.puzzle.as_ref()));
            assert!(same_answer(
                filled.puzzle.as_ref(),
                &found,
                &filled.solution
            ));
            let back = carried(filled.puzzle.as_ref(), puzzle.as_ref(), &found);
            assert!(same_answer(puzzle.as_ref(), &back, &wanted));
            let none = Fill {
                amount: Some(0),
                ..order
            };
            let filled = fill(&bare, Some(&towards), &none, BUDGET).expect("solutions");
            assert!(filled.told.is_empty());
        }
    }
}

#[test]
fn repair_adds_the_fewest_clues() {
    for puzzle in smallest_samples() {
        let minimal = strip(&puzzle, &all(), BUDGET).expect("unique").puzzle;
        let wanted = solution(minimal.as_ref());
        for edit in minimal.weaker().into_iter().take(3) {
            let broken = edited(minimal.as_ref(), std::slice::from_ref(&edit)).expect("a puzzle");
            let keep = carried(minimal.as_ref(), broken.as_ref(), &wanted);
            let Repair::Done {
                repaired,
                ambiguous,
            } = repair(&broken, Some(&keep), BUDGET)
            else {
                panic!("{edit:?}: what was taken away would do");
            };
            assert!(is_unique(repaired.puzzle.as_ref()));
            assert!(
                repaired.smallest && repaired.added.len() == 1,
                "{repaired:?}"
            );
            assert!(repaired.puzzle.check(&repaired.solution).is_empty());
            assert!(!ambiguous.is_empty());
        }
        assert!(matches!(repair(&puzzle, None, BUDGET), Repair::Unique(_)));
    }
}

#[test]
fn repair_is_as_small_as_trying_everything() {
    // Take several clues away; compare with all sets of one and two clues for the kept solution.
    let puzzle = sample("skyscrapers", 0);
    let wanted = solution(puzzle.as_ref());
    let gone: Vec<_> = puzzle.weaker().into_iter().take(6).collect();
    let broken = edited(puzzle.as_ref(), &gone).expect("a puzzle");
    assert!(
        !is_unique(broken.as_ref()),
        "too few clues are gone for this test"
    );
    let keep = carried(puzzle.as_ref(), broken.as_ref(), &wanted);
    let Repair::Done { repaired, .. } = repair(&broken, Some(&keep), BUDGET) else {
        panic!("a repair is possible");
    };
    assert!(repaired.smallest && is_unique(repaired.puzzle.as_ref()));
    let clues = broken.stronger(&keep);
    let enough = |set: &[usize]| {
        let edits: Vec<_> = set.iter().map(|&i| clues[i].clone()).collect();
        is_unique(edited(broken.as_ref(), &edits).expect("a puzzle").as_ref())
    };
    let one = (0..clues.len()).any(|a| enough(&[a]));
    let two = || (0..clues.len()).any(|a| (0..a).any(|b| enough(&[a, b])));
    let fewest = if one {
        1
    } else if two() {
        2
    } else {
        3
    };
    match fewest {
        3 => assert!(repaired.added.len() >= 3),
        fewest => assert_eq!(repaired.added.len(), fewest),
    }
}

#[test]
fn what_no_clue_tells_apart_cannot_be_repaired() {
    // Four islands in a square: two bridges and one in turn, or one and two; all numbers are there.
    let text = "hashi/3/3/3g3i3g3";
    let chunk = puzzles::format::split(text).into_iter().next();
    let puzzle = chunk.expect("a text").read().expect("a puzzle").puzzle;
    let Repair::Impossible { ambiguous } = repair(&puzzle, None, BUDGET) else {
        panic!("there is no clue to add");
    };
    assert_eq!(ambiguous.len(), 4, "the water between the islands");
}

#[test]
fn new_clues_repair_what_no_number_tells_apart() {
    // Four islands in a wide square, and a board with one arrow that says little.
    let hashi = r#"{"type":"hashi","rows":5,"cols":5,"problem":[["3","-","-","-","3"],["-","-","-","-","-"],["-","-","-","-","-"],["-","-","-","-","-"],["3","-","-","-","3"]]}"#;
    let yajilin = r#"{"type":"yajilin","rows":4,"cols":4,"problem":[["0e","-","-","-"],["-","-","-","-"],["-","-","-","-"],["-","-","-","-"]]}"#;
    for (text, most) in [(hashi, 1), (yajilin, 3)] {
        let chunk = puzzles::format::split(text).into_iter().next();
        let puzzle = chunk.expect("a text").read().expect("a puzzle").puzzle;
        let Repair::Done {
            repaired,
            ambiguous,
        } = repair(&puzzle, None, BUDGET)
        else {
            panic!("{text}: new clues help");
        };
        assert!(repaired.fresh && !ambiguous.is_empty(), "{text}");
        assert!(
            (1..=most).contains(&repaired.added.len()),
            "{text}: {repaired:?}"
        );
        let answer = solve(repaired.puzzle.as_ref(), 2, BUDGET);
        assert_eq!(answer.status, Status::Unique, "{text}");
        assert_eq!(answer.solutions[0], repaired.solution, "{text}");
    }
}
