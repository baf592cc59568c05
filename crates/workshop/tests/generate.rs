//! The generation loop with a small maker.

mod common;

use common::order;
use puzzles::make::{BoardSpec, ClueSymmetry};
use puzzles::reason::{DIFFICULTY, RuleFilter};
use puzzles::{Status, solve};
use sat::Budget;
use workshop::{
    ATTEMPTS, ATTEMPTS_AT_HARDEST, CONFLICTS, Difficulty, Order, OrderForm, Outcome, Rules,
    TOO_EASY, TOO_HARD, Tally, Wish, generate,
};

fn text(outcome: &Outcome) -> String {
    let made = outcome.made.as_ref().expect("a puzzle");
    format!("{:?}", made.puzzle.record())
}

#[test]
fn what_comes_out_has_one_solution_and_that_is_its_solution() {
    for index in 0..20 {
        let outcome = generate(&order(4), index, &|| false);
        let made = outcome.made.expect("a puzzle");
        let answer = solve(made.puzzle.as_ref(), 2, Budget::UNLIMITED);
        assert_eq!(answer.status, Status::Unique);
        let (solution, rating) = made.checked.expect("proved and rated");
        assert_eq!(solution, answer.solutions[0]);
        assert!(DIFFICULTY.contains(&rating.difficulty.grade));
        let rejected: u64 = outcome.tally.rejected.values().sum();
        assert_eq!(outcome.tally.attempts, rejected + 1);
        assert_eq!(outcome.tally.accepted, 1);
    }
}

#[test]
fn an_index_gives_the_same_whatever_was_made_before() {
    let order = order(4);
    let forwards: Vec<String> = (0..8)
        .map(|i| text(&generate(&order, i, &|| false)))
        .collect();
    let backwards = (0..8).rev().map(|i| text(&generate(&order, i, &|| false)));
    let mut backwards: Vec<String> = backwards.collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
    let other = workshop::Order {
        seed: 8,
        ..order.clone()
    };
    assert_ne!(forwards[0], text(&generate(&other, 0, &|| false)));
    let mut different = forwards.clone();
    different.sort();
    different.dedup();
    assert!(different.len() > 5, "every index draws its own numbers");
}

#[test]
fn wishes_are_fulfilled() {
    for (grade, name) in DIFFICULTY.iter().enumerate().take(2) {
        let mut order = order(4);
        order.wish = Wish {
            difficulty: Some(Difficulty::Grade(grade)),
            rules: Rules {
                no_trial: true,
                ..Rules::default()
            },
            ..Wish::default()
        };
        for index in 0..3 {
            let outcome = generate(&order, index, &|| false);
            if let Some(made) = outcome.made {
                let (_, rating) = made.checked.expect("rated");
                assert_eq!(rating.difficulty.grade, *name);
                assert!(rating.solved_by_rules);
            } else {
                assert_eq!(outcome.tally.attempts, 200, "{name}: {:?}", outcome.tally);
            }
        }
    }
}

#[test]
fn easy_hashi_are_made_on_purpose() {
    let maker = &puzzles::family("hashi").expect("a family").makers[0];
    for (side, count) in [(15, 100), (40, 2)] {
        let mut tally = Tally::default();
        let mut easy = Order {
            maker,
            ..order(side)
        };
        easy.request.options = maker.options.iter().map(|o| (o.id, o.usual)).collect();
        easy.wish.difficulty = Some(Difficulty::Grade(0));
        for index in 0..count {
            let outcome = generate(&easy, index, &|| false);
            let (_, rating) = outcome.made.expect("one").checked.expect("rated");
            assert_eq!(rating.difficulty.grade, DIFFICULTY[0]);
            tally.add(&outcome.tally);
        }
        // Not by throwing away what is too hard.
        assert!(tally.attempts <= count + count / 5, "{tally:?}");
    }
}

#[test]
fn a_required_rule_is_needed() {
    let table = (puzzles::family("skyscrapers").unwrap().deductions)();
    let mut found = 0;
    for about in table.own() {
        let mut order = order(4);
        order.attempts = 20;
        order.wish.rules.no_trial = true;
        order.wish.required = vec![about.id.to_owned()];
        let Some(made) = generate(&order, 0, &|| false).made else {
            continue;
        };
        found += 1;
        let known = |without: &[&str]| {
            let rules = Rules {
                choice: RuleFilter {
                    without: without.iter().map(ToString::to_string).collect(),
                    level: Some(about.level),
                    ..RuleFilter::default()
                },
                no_trial: true,
            };
            let plan = rules.plan(made.puzzle.as_ref()).expect("rules");
            let trace = made.puzzle.reasoner().trace(&[], &plan, Budget::UNLIMITED);
            trace.known.facts().len()
        };
        assert!(known(&[]) > known(&[about.id]), "{}", about.id);
    }
    assert!(found >= 5, "only {found} rules are needed somewhere");
}

#[test]
fn what_contradicts_itself_is_refused() {
    let table = (puzzles::family("skyscrapers").unwrap().deductions)();
    let refused = |wish: &Wish| wish.check(&table).is_err_and(|e| e.contains("not among"));
    let mut wish = Wish {
        required: vec!["trial".to_owned()],
        ..Wish::default()
    };
    assert!(wish.check(&table).is_ok());
    wish.rules.no_trial = true;
    assert!(refused(&wish));
    wish.required = vec![table[0].id.to_owned()];
    assert!(wish.check(&table).is_ok());
    wish.rules.choice.without = vec![table[0].id.to_owned()];
    assert!(refused(&wish));
    let mut wish = Wish {
        difficulty: Some(Difficulty::Grade(DIFFICULTY.len() - 1)),
        ..Wish::default()
    };
    assert!(wish.check(&table).is_ok());
    wish.rules.no_trial = true;
    let why = wish.check(&table).unwrap_err();
    assert!(why.contains("need trial"), "{why}");
}

#[test]
fn unchecked_candidates_are_as_they_come() {
    for family in puzzles::FAMILIES {
        for maker in family.makers {
            let mut ambiguous = 0;
            for index in 0..12 {
                let order = Order {
                    maker,
                    request: BoardSpec {
                        rows: 6,
                        cols: 6,
                        symmetry: ClueSymmetry::Any,
                        density: None,
                        options: maker.options.iter().map(|o| (o.id, o.usual)).collect(),
                        map: None,
                    },
                    unchecked: true,
                    ..order(6)
                };
                let made = generate(&order, index, &|| false).made;
                let made = made.unwrap_or_else(|| panic!("{} {}", family.id, maker.id));
                assert!(made.checked.is_none());
                let answer = puzzles::solve(made.puzzle.as_ref(), 2, Budget::UNLIMITED);
                assert_ne!(answer.status, puzzles::Status::None, "{}", maker.id);
                ambiguous += (answer.status == puzzles::Status::Multiple) as usize;
            }
            assert!(ambiguous > 0, "{} {}", family.id, maker.id);
        }
    }
}

#[test]
fn what_cannot_be_ends_with_reasons() {
    let mut impossible = order(4);
    impossible.wish.difficulty = Some(Difficulty::Score(99.9, 100.0));
    let outcome = generate(&impossible, 0, &|| false);
    assert!(outcome.made.is_none() && !outcome.stopped);
    assert_eq!(outcome.tally.attempts, 200);
    assert!(
        outcome.tally.reasons().contains("too easy"),
        "{:?}",
        outcome.tally
    );
    let mut oblong = order(4);
    oblong.request.cols = 5;
    let outcome = generate(&oblong, 0, &|| false);
    assert_eq!(outcome.tally.rejected["no square"], 200);
}

#[test]
fn the_hardest_grade_may_take_more_candidates() {
    for family in puzzles::FAMILIES {
        for (grade, attempts, usual) in [
            (0, None, ATTEMPTS),
            (DIFFICULTY.len() - 1, None, ATTEMPTS_AT_HARDEST),
            (DIFFICULTY.len() - 1, Some(7), 7),
        ] {
            let form = OrderForm {
                method: None,
                rows: 6,
                cols: 6,
                symmetry: ClueSymmetry::Any,
                density: None,
                options: Vec::new(),
                map: None,
                wish: Wish {
                    difficulty: Some(Difficulty::Grade(grade)),
                    ..Wish::default()
                },
                seed: 1,
                attempts,
                conflicts: CONFLICTS,
                unchecked: false,
            };
            assert_eq!(form.order(family).expect("an order").attempts, usual);
        }
    }
}

#[test]
fn boards_too_small_for_a_grade_are_called_so() {
    let said = |rejected: &[(&'static str, u64)]| {
        let outcome = Outcome {
            made: None,
            tally: Tally {
                attempts: rejected.iter().map(|(_, count)| count).sum(),
                accepted: 0,
                rejected: rejected.iter().copied().collect(),
            },
            stopped: false,
        };
        outcome.why_not()
    };
    let why = said(&[(TOO_EASY, 95), ("several solutions", 5)]);
    assert_eq!(
        why,
        "nothing fits among 100 candidates: 95 × too easy, 5 × several solutions. Boards of this \
         size are hardly ever that hard; try a larger one"
    );
    assert!(said(&[(TOO_HARD, 100)]).ends_with("try a smaller one"));
    assert!(said(&[(TOO_EASY, 50), ("several solutions", 50)]).ends_with("too easy"));
}

#[test]
fn a_wish_to_stop_ends_without_a_puzzle() {
    let outcome = generate(&order(4), 0, &|| true);
    assert!(outcome.made.is_none() && outcome.stopped);
}

#[test]
fn words_that_are_no_rules_are_refused() {
    let table = (puzzles::family("skyscrapers").unwrap().deductions)();
    let mut wish = Wish::default();
    assert!(wish.check(&table).is_ok());
    wish.required = vec!["magic".to_owned()];
    assert!(wish.check(&table).is_err_and(|e| e.contains("magic")));
}

#[test]
fn rules_that_nothing_made_can_need_are_not_to_be_required() {
    for family in puzzles::FAMILIES {
        let table = (family.deductions)();
        for rule in table.ids() {
            let wish = Wish {
                required: vec![table[rule].id.to_owned()],
                ..Wish::default()
            };
            let checked = wish.check(&table);
            let says = |why: &String| why.contains("no puzzle that is made needs");
            let refused = checked.as_ref().is_err_and(says);
            assert_eq!(refused, table[rule].never_made, "{checked:?}");
        }
    }
    // A group of which only a part is about a variant can be required.
    let table = (puzzles::family("skyscrapers").unwrap().deductions)();
    let wish = Wish {
        required: vec!["fill-gaps".to_owned()],
        ..Wish::default()
    };
    assert!(wish.check(&table).is_ok());
}

/// Crosses make a puzzle easier, so most candidates with some are not hard; there are as many hard
/// puzzles with crosses as without all the same.
#[test]
fn a_grade_does_not_drive_crosses_away() {
    let family = puzzles::family("fobidoshi").unwrap();
    let crossed = |grade: &str, count: u64| {
        let form = OrderForm {
            method: None,
            rows: 8,
            cols: 8,
            symmetry: ClueSymmetry::Any,
            density: None,
            options: Vec::new(),
            map: None,
            wish: Wish {
                difficulty: DIFFICULTY
                    .iter()
                    .position(|g| *g == grade)
                    .map(Difficulty::Grade),
                ..Wish::default()
            },
            seed: 1,
            attempts: None,
            conflicts: CONFLICTS,
            unchecked: false,
        };
        let order = form.order(family).expect("an order");
        let has_cross = |&index: &u64| {
            let made = generate(&order, index, &|| false).made.expect("a puzzle");
            let problem = made.puzzle.record().problem.expect("clues");
            problem.0.iter().flatten().any(|sign| sign == "x")
        };
        (0..count).filter(has_cross).count()
    };
    for (grade, count) in [("medium", 20), ("hard", 10)] {
        let some = crossed(grade, count);
        let share = some as f64 / count as f64;
        assert!((0.2..=0.7).contains(&share), "{grade}: {some} of {count}");
    }
}
