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
