//! Real solvers, if they are installed: the samples of all families through all encodings.

use pipe::{Solver, solve};
use puzzles::{FAMILIES, Status, format};
use sat::Budget;

#[test]
fn installed_solvers_prove_the_first_samples_unique() {
    for name in ["z3", "cvc5"] {
        let solver = Solver::parse(name).expect("a solver");
        if !solver.is_installed() {
            println!("skipped: what needs {name} (apt-get install {name})");
            continue;
        }
        for family in FAMILIES {
            let sample = family.samples().next().expect("a sample");
            let puzzle = sample.expect("a sample that can be read").puzzle;
            for encoding in family.engines().encodings {
                let outcome = solve(puzzle.as_ref(), encoding, &solver, 2, Budget::UNLIMITED)
                    .unwrap_or_else(|e| panic!("{name} {} {}: {e}", family.id, encoding.id));
                assert_eq!(outcome.status, Status::Unique, "{name} {}", encoding.id);
                let stats = outcome.stats;
                assert_eq!(stats.solver.to_lowercase(), name);
                assert!(!stats.version.is_empty() && !stats.figures.is_empty());
                assert!(stats.checks >= 2 && stats.symbols > 0 && stats.assertions > 0);
            }
        }
    }
}

/// Each of the two instances in a run of its own: there is a solution, and there is no other.
#[test]
fn a_solution_and_no_other_are_two_questions() {
    for name in ["z3", "cvc5"] {
        let solver = Solver::parse(name).expect("a solver");
        if !solver.is_installed() {
            println!("skipped: {name} is not installed");
            continue;
        }
        let mut asked = 0;
        for family in FAMILIES {
            let document = family
                .samples()
                .next()
                .expect("a sample")
                .expect("readable");
            let puzzle = document.puzzle.as_ref();
            let solution = puzzles::solve(puzzle, 2, Budget::UNLIMITED)
                .solutions
                .remove(0);
            for encoding in family.engines().encodings {
                let ask = |other_than| {
                    pipe::decide(puzzle, encoding, &solver, other_than, Budget::UNLIMITED)
                };
                match (ask(None), ask(Some(&solution))) {
                    (Err(pipe::Error::Refused(_)), Err(pipe::Error::Refused(_))) => continue,
                    (first, second) => {
                        let is = |one: Result<Option<pipe::Decided>, pipe::Error>| {
                            one.expect("an answer")
                                .map(|decided| decided.is_satisfiable)
                        };
                        assert_eq!((is(first), is(second)), (Some(true), Some(false)));
                    }
                }
                asked += 1;
            }
        }
        assert!(asked > FAMILIES.len());
    }
}

/// The Satogaeri study does not say that whoever fills a country has come from somewhere. With fewer
/// circles than countries its instance has a model, which is found out; ours has none.
#[test]
fn a_printed_instance_that_says_too_little_is_found_out() {
    let puzzle =
        r##"{"type":"satogaeri","rows":1,"cols":2,"problem":[["#","-"]],"areas":[["a","b"]]}"##;
    let document = format::split(puzzle)[0].read().expect("a puzzle");
    let puzzle = document.puzzle.as_ref();
    assert_eq!(
        puzzles::solve(puzzle, 2, Budget::UNLIMITED).status,
        Status::None
    );
    for name in ["z3", "cvc5"] {
        let solver = Solver::parse(name).expect("a solver");
        if !solver.is_installed() {
            println!("skipped: {name} is not installed");
            continue;
        }
        let encoding = |id: &str| {
            let found = puzzle
                .family()
                .engines()
                .encodings
                .iter()
                .find(|encoding| encoding.id == id);
            found.expect("one of its encodings")
        };
        let asked = |id: &str| solve(puzzle, encoding(id), &solver, 2, Budget::UNLIMITED);
        let wrong = asked("matrices-study");
        assert!(
            matches!(wrong, Err(pipe::Error::WrongModel { .. })),
            "{name}: {wrong:?}"
        );
        let ours = asked("matrices").expect("an answer");
        assert_eq!(ours.status, Status::None, "{name}");
    }
}
