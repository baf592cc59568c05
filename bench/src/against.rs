//! Our prover against an SMT solver, on a sample of the published puzzles: both find the solution
//! and prove that it is the only one, in the same run on the same machine.

use std::time::{Duration, Instant};

use pipe::Solver;
use proofs::corpora::Source;
use puzzles::{Status, solve};
use sat::Budget;

/// The most that the solver may take for one puzzle.
const SOLVER_TIME: Duration = Duration::from_secs(10);

/// So many puzzles of each source, evenly spread.
const SAMPLE: usize = 10;

/// Print the table of this solver, by source and encoding.
pub fn print(sources: &[Source], solver: &str) {
    let solver = match Solver::parse(solver) {
        Ok(solver) if solver.is_installed() => solver,
        Ok(solver) => return println!("skipped: {} is not installed", solver.name()),
        Err(message) => return println!("skipped: {message}"),
    };
    println!(
        "{:<18} {:<14} {:>7} {:>9} {:>10} {:>12} {:>9}",
        "puzzles", "encoding", "sample", "finished", "ours ms", "theirs ms", "ratio"
    );
    for source in sources {
        let documents = source.documents();
        let step = documents.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<_> = documents.iter().step_by(step).collect();
        let Some(first) = sample.first() else {
            continue;
        };
        for encoding in first.puzzle.family().engines().encodings {
            let (mut finished, mut ours, mut theirs) = (0, Duration::ZERO, Duration::ZERO);
            for document in &sample {
                let puzzle = document.puzzle.as_ref();
                let start = Instant::now();
                assert_eq!(solve(puzzle, 2, Budget::UNLIMITED).status, Status::Unique);
                let our_time = start.elapsed();
                let start = Instant::now();
                let deadline = start + SOLVER_TIME;
                let budget = Budget {
                    stop: &|| Instant::now() >= deadline,
                    ..Budget::UNLIMITED
                };
                match pipe::solve(puzzle, encoding, &solver, 2, budget) {
                    Ok(outcome) if outcome.status == Status::Unique => {
                        finished += 1;
                        ours += our_time;
                        theirs += start.elapsed();
                    }
                    Ok(outcome) => assert_eq!(outcome.status, Status::Unknown, "{puzzle:?}"),
                    Err(pipe::Error::Refused(_)) => {}
                    Err(error) => panic!("{}: {error}", source.name),
                }
            }
            let ms = |time: Duration| time.as_secs_f64() * 1e3;
            println!(
                "{:<18} {:<14} {:>7} {:>9} {:>10.2} {:>12.1} {:>8.0}×",
                source.name,
                encoding.id,
                sample.len(),
                finished,
                ms(ours),
                ms(theirs),
                ms(theirs) / ms(ours).max(1e-6)
            );
        }
    }
    println!(
        "times of those puzzles that {} finished in {} s",
        solver.name(),
        SOLVER_TIME.as_secs()
    );
}
