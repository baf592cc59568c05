//! Real solvers, if they are installed: the samples of all families through all encodings.

use pipe::{Solver, solve};
use puzzles::{FAMILIES, Status};
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
            for encoding in family.encodings {
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
            for encoding in family.encodings {
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
