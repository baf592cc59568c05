//! Strip and fill on the samples of all families.

mod common;

use common::{BUDGET, all, bare, is_unique, read, sample, smallest_samples, solution};
use puzzles::make::{carried, edited};
use puzzles::same_answer;
use sat::Budget;
use workshop::{
    Fill, How, ProvedBy, Refusal, Rules, Side, Strip, Verdict, Where, fill, side_of, strip,
};

#[test]
fn stripped_means_minimal() {
    for puzzle in smallest_samples() {
        let stripped = strip(&puzzle, &all(), BUDGET).expect("unique");
        assert!(stripped.minimal && stripped.enough);
        assert!(is_unique(stripped.puzzle.as_ref()));
        for edit in stripped.puzzle.removals() {
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
        by: ProvedBy::Rules(rules.clone()),
        ..all()
    };
    let puzzle = sample("skyscrapers", 0);
    let stripped = strip(&puzzle, &by_rules, BUDGET).expect("solvable");
    assert!(rules.solve(stripped.puzzle.as_ref(), Budget::UNLIMITED));
    let refused = strip(&bare(puzzle.as_ref()), &all(), BUDGET);
    assert_eq!(refused.err(), Some(Refusal::NotGood));
}

#[test]
fn trying_other_orders_ends_where_there_is_little_to_try() {
    // A square of four with all its views.
    let puzzle = read("4:4/1/2/2/1/4/2/2/2/3/2/1/3/2/1/2");
    for (_, side) in Side::ALL {
        let much = Strip {
            amount: Some(20),
            effort: 2500,
            sides: vec![side],
            ..all()
        };
        let stripped = strip(&puzzle, &much, BUDGET).expect("unique");
        assert!(stripped.minimal && !stripped.enough, "{stripped:?}");
        // There are sixteen sets of the four clues.
        assert!(stripped.calls <= 17, "{}", stripped.calls);
        // As many as can go: no set of more leaves one solution.
        let clues = puzzle.removals();
        let here = clues
            .iter()
            .filter(|e| side_of(puzzle.size(), e.place) == Some(side));
        let here: Vec<_> = here.cloned().collect();
        let most = (0..1usize << here.len()).filter(|set| {
            let some = (0..here.len()).filter(|i| set >> i & 1 == 1);
            let gone: Vec<_> = some.map(|i| here[i].clone()).collect();
            is_unique(edited(puzzle.as_ref(), &gone).expect("a puzzle").as_ref())
        });
        let most = most.map(usize::count_ones).max().expect("nothing taken");
        assert_eq!(stripped.taken.len(), most as usize, "{side:?}");
    }
}

#[test]
fn balance_takes_from_all_sides() {
    // All clues given: plenty to take from each side.
    let puzzle = sample("skyscrapers", 0);
    let board = solution(puzzle.as_ref());
    let full = edited(puzzle.as_ref(), &puzzle.reveals(&board)).expect("a puzzle");
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
                by: ProvedBy::Proof,
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
fn fill_tells_of_a_solution_that_can_be_singled_out() {
    // All clues of the first solution found leave another solution; those of some others do not.
    let text = r#"{"type":"hashi","rows":6,"cols":6,"problem":[["-","-","-","-","-","-"],["-","3","-","?","-","1"],["-","-","-","-","-","-"],["-","-","-","?","-","2"],["-","-","-","-","-","-"],["-","?","-","2","-","?"]]}"#;
    let puzzle = read(text);
    for how in [How::Random, How::Heuristic] {
        for seed in 1..4 {
            let order = Fill {
                how,
                at: Where::Anywhere,
                amount: None,
                effort: 100,
                by: ProvedBy::Proof,
                seed,
            };
            let filled = fill(&puzzle, None, &order, BUDGET).expect("solutions");
            assert_eq!(filled.verdict, Verdict::Good);
            assert!(is_unique(filled.puzzle.as_ref()) && filled.calls <= order.effort);
            let found = solution(filled.puzzle.as_ref());
            assert!(same_answer(
                filled.puzzle.as_ref(),
                &found,
                &filled.solution
            ));
        }
    }
}
