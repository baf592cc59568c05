//! Repair: as few clues as trying everything finds.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::sync::Arc;

use common::{BUDGET, all, is_unique, read, sample, smallest_samples, solution};
use puzzles::make::{BoardSpec, ClueSymmetry, Edit, Tools, carried, edited};
use puzzles::{Board, FAMILIES, Family, Puzzle, Status, same_answer, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::Budget;
use workshop::{Repair, Repaired, repair, strip};

#[test]
fn repair_adds_the_fewest_clues() {
    for puzzle in smallest_samples() {
        let minimal = strip(&puzzle, &all(), BUDGET).expect("unique").puzzle;
        let wanted = solution(minimal.as_ref());
        for edit in minimal.removals().into_iter().take(3) {
            let broken = edited(minimal.as_ref(), std::slice::from_ref(&edit)).expect("a puzzle");
            let keep = carried(minimal.as_ref(), broken.as_ref(), &wanted);
            let Repair::Done {
                repaired,
                ambiguous,
            } = repair(&broken, Some(&keep), BUDGET)
            else {
                panic!("{edit:?}: putting back what was taken away would do");
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
    let gone: Vec<_> = puzzle.removals().into_iter().take(6).collect();
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
    let clues = broken.reveals(&keep);
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
    // Four islands that touch: two bridges and one in turn, or one and two; all numbers are given,
    // and there is no room for another island.
    let Repair::Impossible { ambiguous } = repair(&read("hashi/2/2/3333"), None, BUDGET) else {
        panic!("there is no clue to add");
    };
    assert_eq!(ambiguous.len(), 4);
}

#[test]
fn new_clues_repair_what_no_number_tells_apart() {
    // Four islands in a wide square, and a board with one arrow that says little.
    let hashi = r#"{"type":"hashi","rows":5,"cols":5,"problem":[["3","-","-","-","3"],["-","-","-","-","-"],["-","-","-","-","-"],["-","-","-","-","-"],["3","-","-","-","3"]]}"#;
    let yajilin = r#"{"type":"yajilin","rows":4,"cols":4,"problem":[["0e","-","-","-"],["-","-","-","-"],["-","-","-","-"],["-","-","-","-"]]}"#;
    for (text, most) in [(hashi, 1), (yajilin, 3)] {
        let puzzle = read(text);
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

/// The repair of a puzzle that can be repaired, checked again.
fn repaired(text: &str) -> Repaired {
    let puzzle = read(text);
    let Repair::Done { repaired, .. } = repair(&puzzle, None, BUDGET) else {
        panic!("{text} can be repaired");
    };
    is_right(&puzzle, &repaired);
    repaired
}

fn is_right(before: &Arc<dyn Puzzle>, repaired: &Repaired) {
    let answer = solve(repaired.puzzle.as_ref(), 2, Budget::UNLIMITED);
    assert_eq!(answer.status, Status::Unique, "{repaired:?}");
    let (found, told) = (&answer.solutions[0], &repaired.solution);
    assert!(same_answer(repaired.puzzle.as_ref(), found, told));
    let after = edited(before.as_ref(), &repaired.added).expect("a puzzle");
    assert!(*after == *repaired.puzzle, "nothing else was changed");
}

#[test]
fn the_fewest_over_all_solutions_are_found() {
    let empty = r#"{"type":"fobidoshi","rows":4,"cols":4,"problem":[["-","-","-","-"],["-","-","-","-"],["-","-","-","-"],["-","-","-","-"]]}"#;
    let eleven = r#"{"type":"fobidoshi","rows":4,"cols":4,"problem":[["-","o","-","-"],["o","o","-","o"],["-","-","-","-"],["o","o","-","-"]]}"#;
    let towers = r#"{"type":"skyscrapers","rows":4,"cols":4,"problem":[["-","-","-","-"],["-","-","3","-"],["-","-","-","-"],["-","3","-","-"]],"clabels":[["2","-","-","-"],["-","-","-","-"]]}"#;
    let circles = r#"{"type":"satogaeri","rows":5,"cols":5,"problem":[["-","-","-","-","-"],["-","?","?","?","-"],["?","-","-","-","-"],["-","-","-","-","-"],["?","-","-","-","-"]],"areas":[["1","1","2","2","2"],["3","1","1","2","2"],["3","1","1","2","4"],["3","5","5","4","4"],["3","5","5","5","4"]]}"#;
    let islands = r#"{"type":"hashi","rows":6,"cols":6,"problem":[["-","-","-","-","-","-"],["-","3","-","?","-","1"],["-","-","-","-","-","-"],["-","-","-","?","-","2"],["-","-","-","-","-","-"],["-","?","-","2","-","?"]]}"#;
    for (text, fewest) in [
        (empty, 3),
        (eleven, 1),
        (towers, 1),
        (circles, 2),
        (islands, 2),
    ] {
        let repaired = repaired(text);
        assert_eq!(repaired.added.len(), fewest, "{text}: {:?}", repaired.added);
        assert!(repaired.smallest && !repaired.fresh, "{text}");
    }
}

#[test]
fn new_islands_may_touch_others() {
    for text in ["hashi/4/4/3h3n3h3", "hashi/3/3/3g3i3g3"] {
        let repaired = repaired(text);
        assert!(repaired.fresh && repaired.smallest, "{text}");
        assert_eq!(repaired.added.len(), 1, "{text}");
    }
}

#[test]
fn too_many_solutions_leave_the_smallest_open() {
    // Empty boards of this size have more solutions than anybody would list.
    for family in ["fobidoshi", "skyscrapers"] {
        let family = puzzles::family(family).expect("a family");
        let puzzle = (family.empty)(grid::Size::new(6, 6).expect("a size")).expect("a puzzle");
        let Repair::Done { repaired, .. } = repair(&puzzle, None, BUDGET) else {
            panic!("{family:?}: it can be repaired");
        };
        is_right(&puzzle, &repaired);
        assert!(!repaired.smallest && repaired.added.len() > 1, "{family:?}");
    }
}

#[test]
fn a_solution_that_cannot_be_kept_is_told() {
    // One number is hidden. It is 1 in one solution, and 2 in two others that nothing tells apart.
    let puzzle = twins();
    let solutions = solve(puzzle.as_ref(), 100, BUDGET).solutions;
    let mut kept = Vec::new();
    for solution in &solutions {
        let Repair::Done { repaired, .. } = repair(&puzzle, Some(solution), BUDGET) else {
            panic!("one of the solutions can be singled out");
        };
        is_right(&puzzle, &repaired);
        let back = carried(
            repaired.puzzle.as_ref(),
            puzzle.as_ref(),
            &repaired.solution,
        );
        assert_eq!(repaired.kept, same_answer(puzzle.as_ref(), &back, solution));
        kept.push(repaired.kept);
    }
    assert!(kept.contains(&true) && kept.contains(&false), "{kept:?}");
}

/// A small puzzle with solutions that can be singled out and others that cannot.
fn twins() -> Arc<dyn Puzzle> {
    for seed in 0.. {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for family in FAMILIES {
            let Some((puzzle, solutions)) = ambiguous(family, &mut rng) else {
                continue;
            };
            let told = |solution| edited(puzzle.as_ref(), &puzzle.reveals(solution)).unwrap();
            let alone = solutions
                .iter()
                .filter(|s| is_unique(told(s).as_ref()))
                .count();
            if alone > 0 && alone < solutions.len() {
                return puzzle;
            }
        }
    }
    unreachable!()
}

/// With more solutions than this, trying everything takes too long.
const MOST_SOLUTIONS: usize = 150;

/// A small puzzle with several solutions, and all of them.
fn ambiguous(family: &Family, rng: &mut ChaCha8Rng) -> Option<(Arc<dyn Puzzle>, Vec<Board>)> {
    let maker = &family.makers[0];
    let (rows, cols) = (4, 4 + rng.random_range(0..2) * !is_square(family) as usize);
    let request = BoardSpec {
        rows,
        cols,
        symmetry: ClueSymmetry::Any,
        density: None,
        options: maker.options.iter().map(|o| (o.id, o.usual)).collect(),
        map: None,
    };
    let mut tools = Tools {
        rng: ChaCha8Rng::seed_from_u64(rng.random()),
        lot: 0.5,
        budget: BUDGET,
        fits: &|_| true,
        rules_prove_uniqueness: false,
        plain: false,
        easy: false,
        raw: false,
        prover: None,
        deduced: &|_| Vec::new(),
        notes: Vec::new(),
        hopeless: false,
    };
    let full = (maker.propose)(&request, &mut tools).ok()?;
    let share = [0.3, 0.6, 1.0][rng.random_range(0..3)];
    let mut weaker = full.removals();
    weaker.retain(|_| rng.random_bool(share));
    let puzzle = edited(full.as_ref(), &weaker).expect("a puzzle");
    let answer = solve(puzzle.as_ref(), MOST_SOLUTIONS, Budget::UNLIMITED);
    let several = answer.status == Status::Multiple && !answer.more;
    several.then_some((puzzle, answer.solutions))
}

/// Does the family have square boards only?
fn is_square(family: &Family) -> bool {
    (family.empty)(grid::Size::new(4, 5).expect("a size")).is_err()
}

/// Does a set of `more` of these clues, each at a place of its own, make it unique?
fn is_enough(puzzle: &dyn Puzzle, clues: &[Edit], chosen: &mut Vec<Edit>, more: usize) -> bool {
    if more == 0 {
        return edited(puzzle, chosen).is_ok_and(|after| is_unique(after.as_ref()));
    }
    (0..clues.len()).any(|i| {
        if chosen.iter().any(|clue| clue.place == clues[i].place) {
            return false;
        }
        chosen.push(clues[i].clone());
        let enough = is_enough(puzzle, &clues[i + 1..], chosen, more - 1);
        chosen.pop();
        enough
    })
}

/// Sets of one and two clues are tried, and of three while that is cheap.
fn tried(clues: usize) -> usize {
    if clues <= 16 { 3 } else { 2 }
}

#[test]
fn it_is_as_small_as_trying_everything_with_every_solution() {
    let mut others = 0;
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let (mut told, mut rest) = (0, 0);
        for _ in 0..60 {
            let Some((mut puzzle, mut solutions)) = ambiguous(family, &mut rng) else {
                continue;
            };
            // Now and then one with everything revealed, and still several solutions.
            let told_out = (solutions.iter())
                .map(|s| edited(puzzle.as_ref(), &puzzle.reveals(s)).expect("a puzzle"))
                .find(|told| !is_unique(told.as_ref()));
            if let Some(told_out) = told_out.filter(|_| rng.random()) {
                solutions = solve(told_out.as_ref(), MOST_SOLUTIONS, Budget::UNLIMITED).solutions;
                puzzle = told_out;
            }
            let mut clues: Vec<Edit> = (solutions.iter())
                .flat_map(|solution| puzzle.reveals(solution))
                .collect();
            clues.sort();
            clues.dedup();
            let enough =
                |clues: &[Edit], count| is_enough(puzzle.as_ref(), clues, &mut Vec::new(), count);
            let all_told = |solution: &Board| {
                let all = puzzle.reveals(solution);
                is_unique(edited(puzzle.as_ref(), &all).expect("a puzzle").as_ref())
            };
            match repair(&puzzle, None, BUDGET) {
                Repair::Done { repaired, .. } => {
                    is_right(&puzzle, &repaired);
                    let count = repaired.added.len();
                    if repaired.fresh {
                        rest += 1;
                        assert!(!solutions.iter().any(all_told), "{puzzle:?}");
                        assert!(count == 1 || !enough(&puzzle.insertions(), 1), "{puzzle:?}");
                    } else {
                        told += 1;
                        assert!(repaired.smallest, "{puzzle:?}");
                        for fewer in 1..count.min(1 + tried(clues.len())) {
                            assert!(!enough(&clues, fewer), "{fewer} of {count}: {puzzle:?}");
                        }
                    }
                }
                Repair::Impossible { .. } => {
                    rest += 1;
                    assert!(!solutions.iter().any(all_told), "{puzzle:?}");
                    assert!(!enough(&puzzle.insertions(), 1), "{puzzle:?}");
                }
                other => panic!("{other:?} of {puzzle:?}"),
            }
        }
        assert!(told >= 8, "{family:?}: {told}, {rest}");
        others += rest;
    }
    assert!(others >= 5, "{others} with nothing left to reveal");
}

/// When it is time to stop it does not ask for long whether it is.
#[test]
fn it_stops_when_it_is_told_to() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    for family in puzzles::FAMILIES {
        let side = family.sides.0.max(9).min(family.sides.1);
        let size = grid::Size::new(side, side).expect("a small board");
        let Ok(empty) = (family.empty)(size) else {
            continue;
        };
        for looks in [0, 1, 5, 30, 200, 1000, 4000] {
            let seen = AtomicUsize::new(0);
            let stop = || seen.fetch_add(1, Ordering::Relaxed) >= looks;
            let budget = Budget {
                stop: &stop,
                ..Budget::conflicts(2000)
            };
            workshop::repair(&empty, None, budget);
            let late = seen.into_inner().saturating_sub(looks);
            assert!(late < 300, "{family:?}: asked {late} times after {looks}");
        }
    }
}
