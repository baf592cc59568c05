//! The proofs in short: a sample of the published puzzles, some thousand boards.

use proofs::{agree, corpora, engines, random};
use puzzles::FAMILIES;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

#[test]
fn published_puzzles_have_their_recorded_solution_only_and_survive_every_format() {
    let mut proved = 0;
    for source in corpora::sources() {
        for document in source.documents() {
            corpora::prove_solution(&source.name, &document);
            assert!(corpora::prove_round_trips(&source.name, &document) >= 2);
            proved += 1;
        }
    }
    println!("{proved} published puzzles");
}

#[test]
fn checker_and_encoder_agree() {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut tally = agree::Tally::default();
        while tally.boards < 5_000 {
            let document = random::puzzle(family.id, &mut rng);
            agree::prove_agreement(document.puzzle.as_ref(), 50, &mut rng, &mut tally);
        }
        println!("{}: {tally:?}", family.id);
        assert!(
            tally.right > 100 && tally.wrong > 100,
            "{}: {tally:?}",
            family.id
        );
    }
}

#[cfg(feature = "second-solver")]
#[test]
fn a_second_solver_agrees() {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..100 {
            let document = random::puzzle(family.id, &mut rng);
            let puzzle = document.puzzle.as_ref();
            let ours = puzzles::solve(puzzle, 2, sat::Budget::UNLIMITED).status;
            assert_eq!(proofs::second::status(puzzle), ours, "{puzzle:?}");
        }
    }
}

/// Random boards through every method, every encoding and every solver that is there.
#[test]
fn every_engine_and_encoding_agrees() {
    let plan = engines::Plan {
        solvers: engines::smt_solvers(),
        cadical: engines::has_cadical(),
        limit: std::time::Duration::from_secs(20),
        threads: 2,
    };
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let documents: Vec<_> = (0..15)
            .map(|_| random::puzzle(family.id, &mut rng))
            .collect();
        let report = engines::prove(&documents, &plan);
        report.print(family.id);
        let methods = family.methods.iter();
        let encodings = family.encodings.iter();
        for start in methods
            .map(|m| format!("search {} ", m.id))
            .chain(encodings.flat_map(|e| {
                let solvers = plan.solvers.iter();
                solvers.map(|s| format!("smt {} {}", e.id, s.name()))
            }))
        {
            let mut rows = report.rows.iter();
            let row = rows.find(|(name, _)| name.starts_with(&start));
            // Luck is no proof, so a method of chance never agrees about a status.
            let agreed = row.is_some_and(|(_, t)| t.agreed > 0 || start.contains("genetic"));
            assert!(agreed, "{}: {start} never finished", family.id);
        }
    }
}
