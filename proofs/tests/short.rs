//! The proofs in short: a sample of the published puzzles, some thousand boards.

use proofs::{agree, corpora, random};
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
