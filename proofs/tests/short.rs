//! The proofs in short: puzzles of our own making and, where there are any, published ones; some
//! thousand boards, and random positions.

use logic::{Plan, TraceEnd, level};
use proofs::{agree, certificates, corpora, engines, random, sound, symmetries};
use puzzles::FAMILIES;
use puzzles::format::Document;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sat::Budget;

/// One solution, the recorded one, and nothing is lost in any format; how many round trips.
fn prove(name: &str, documents: &[Document]) -> usize {
    let mut trips = 0;
    for document in documents {
        corpora::prove_solution(name, document);
        let formats = corpora::prove_round_trips(name, document);
        assert!(formats >= 2, "{name} {:?}", document.id());
        trips += formats;
    }
    trips
}

#[test]
fn our_puzzles_have_their_recorded_solution_only_and_survive_every_format() {
    for family in FAMILIES {
        let documents = corpora::own_of(family).documents();
        assert!(documents.len() >= 30, "{}", family.id);
        let is_recorded = |document: &Document| document.solution.is_some();
        assert!(documents.iter().all(is_recorded), "{}", family.id);
        let trips = prove(family.id, &documents);
        println!(
            "{}: {} puzzles, {trips} round trips",
            family.id,
            documents.len()
        );
        // Every format of the family was written and read, for most puzzles.
        let formats = (puzzles::format::formats())
            .filter(|format| format.holds(family))
            .count();
        assert!(
            trips * 3 > documents.len() * formats * 2,
            "{}: {trips}",
            family.id
        );
    }
}

#[test]
fn published_puzzles_have_their_recorded_solution_only_and_survive_every_format() {
    let Some(sources) = corpora::sources_if_any() else {
        return;
    };
    let mut proved = 0;
    for source in sources {
        let documents = source.documents();
        prove(&source.name, &documents);
        proved += documents.len();
    }
    println!("{proved} published puzzles");
    assert!(proved > 0, "the folder of published puzzles holds none");
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
        // Most ways to be wrong came up; some only show that something is missing.
        assert!(
            tally.codes.len() * 2 >= family.violations.len(),
            "{}: {tally:?}",
            family.id
        );
    }
}

/// Every step on the way through our puzzles follows from what it cites.
#[test]
fn every_step_of_our_traces_is_entailed() {
    for family in FAMILIES {
        let documents = corpora::own_of(family).documents();
        let steps: usize = documents.iter().map(sound::prove_trace).sum();
        println!("{}: {steps} steps", family.id);
        assert!(steps > documents.len() * 5, "{}: {steps}", family.id);
    }
}

/// In random positions of random puzzles, wrong ones among them and some that were made for a
/// solution, every rule tried alone concludes only what follows, and every step can be read.
#[test]
fn every_rule_is_sound_in_random_positions() {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut tally = sound::Tally::default();
        while tally.positions < 500 {
            let any = random::puzzle(family.id, &mut rng).puzzle;
            for puzzle in [any, random::made(family, &mut rng)] {
                sound::prove_positions(puzzle.as_ref(), 5, &mut rng, &mut tally);
            }
        }
        tally.print(family);
        let steps: usize = tally.steps.iter().sum();
        assert!(steps > 1_000, "{}: {steps} steps", family.id);
        // Trial and smallest reason are no rules of the family's, and a few are too rare for so few
        // positions.
        let own = &tally.steps[..tally.steps.len() - 2];
        let used = own.iter().filter(|&&steps| steps > 0).count();
        assert!(
            used * 3 > own.len() * 2,
            "{}: rules that are hardly ever seen: {tally:?}",
            family.id
        );
    }
}

/// However a puzzle lies, rules find the same in the same rounds.
#[test]
fn a_turned_puzzle_is_solved_in_the_same_rounds() {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let table = (family.deductions)();
        let (mut solved, mut hard) = (0, 0);
        for i in 0..1000 {
            // Some families' random puzzles are mostly easy.
            if i >= 100 && solved > 20 && hard > 20 {
                break;
            }
            let plan = match i % 2 {
                0 => Plan::with_trial(&table),
                _ => Plan::without_trial(&table),
            };
            let any = random::puzzle(family.id, &mut rng).puzzle;
            for puzzle in [any, random::made(family, &mut rng)] {
                let trace = symmetries::prove_rounds(puzzle.as_ref(), &plan);
                solved += usize::from(trace.end == TraceEnd::Solved);
                hard += usize::from(trace.rounds.iter().any(|r| r.level >= level::INTERMEDIATE));
            }
        }
        println!("{}: {solved} solved, {hard} with some thinking", family.id);
        assert!(solved > 20 && hard > 20, "{}: {solved} {hard}", family.id);
    }
}

/// How many of our puzzles the named rules solve, and how many with trial: no fewer than when this
/// was written.
#[test]
fn rules_reach_as_far_as_they_did() {
    for family in FAMILIES {
        let id = family.id;
        let documents = corpora::own_of(family).documents();
        let table = (family.deductions)();
        let solved = |plan: &Plan| {
            let ends = documents.iter().map(|document| {
                let reasoner = document.puzzle.reasoner();
                reasoner.trace(&[], plan, Budget::UNLIMITED).end
            });
            ends.inspect(|&end| assert_ne!(end, TraceEnd::Contradiction))
                .filter(|&end| end == TraceEnd::Solved)
                .count()
        };
        let found = (
            solved(&Plan::without_trial(&table)),
            solved(&Plan::with_trial(&table)),
        );
        println!("{id}: {found:?} of {}", documents.len());
        let Some((_, named, with_trial)) = REACH.iter().find(|(family, ..)| *family == id) else {
            panic!("add (\"{id}\", {}, {}) to REACH", found.0, found.1);
        };
        assert!(
            found.0 >= *named && found.1 >= *with_trial,
            "{id}: {found:?}"
        );
    }
}

/// Solved by named rules alone, and with trial.
const REACH: &[(&str, usize, usize)] = &[
    ("hashi", 30, 30),
    ("skyscrapers", 29, 32),
    ("yajilin", 14, 30),
    ("satogaeri", 30, 30),
    ("fobidoshi", 21, 30),
];

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
        // None of these boards takes long: the limit is far beyond what a busy machine needs.
        limit: std::time::Duration::from_secs(600),
        patience: usize::MAX,
    };
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let documents: Vec<_> = (0..15)
            .map(|_| random::puzzle(family.id, &mut rng))
            .collect();
        let report = engines::prove(&documents, &plan);
        report.print(family.id);
        let methods = family.engines().methods.iter();
        let encodings = family.engines().encodings.iter();
        for start in methods
            .map(|m| format!("search {} ", m.id))
            .chain(encodings.flat_map(|e| {
                let solvers = plan.solvers.iter();
                solvers.map(|s| format!("smt {} {}", e.id, s.name()))
            }))
        {
            let mut rows = report.rows.iter();
            let row = rows.find(|(name, _)| name.starts_with(&start));
            // Luck is no proof, nor are patterns of which one is not sound: these never agree.
            let proves = !["genetic", "patterns-study"]
                .iter()
                .any(|id| start.contains(id));
            let agreed = row.is_some_and(|(_, t)| t.agreed > 0 || !proves);
            assert!(agreed, "{}: {start} never finished", family.id);
        }
    }
}

/// A few of our own puzzles of each family are certified by CaDiCaL, if it is there.
#[test]
fn our_puzzles_can_be_certified() {
    if !engines::has_cadical() {
        return;
    }
    for family in FAMILIES {
        let mut documents = corpora::own_of(family).documents();
        documents.retain(|d| d.puzzle.size().rows().max(d.puzzle.size().cols()) <= 8);
        documents.truncate(4);
        assert!(!documents.is_empty(), "{}: no small puzzles", family.id);
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(family.id);
        let tally = certificates::prove(family.id, &documents, &folder, 2);
        tally.print(family.id);
        assert_eq!(tally.certified, documents.len());
    }
}
