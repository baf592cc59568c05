//! Which proofs there are, and how each is run at full length. A proof that fails panics; one that
//! cannot be run on this machine says why.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use puzzles::format::Document;
use puzzles::{FAMILIES, Family};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::spread::spread;
use crate::{
    agree, certificates, corpora, engines, generated, killed_batches, killed_libraries,
    latin_squares, new_family, random, sound, symmetries, tried,
};

/// One proof.
pub struct Proof {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it proves, in a line.
    pub about: &'static str,
    /// What `--count` counts, and how many there are if nothing is said.
    pub count: Option<(&'static str, usize)>,
    /// Panics if what it proves is not so.
    pub run: fn(&Scope) -> Outcome,
}

/// How a proof ends that does not fail.
pub enum Outcome {
    /// It has been proved.
    Passed,
    /// It could not be tried, and why.
    Skipped(String),
}

/// How much is to be proved.
pub struct Scope {
    /// Only these families; all, if there are none.
    pub families: Vec<String>,
    /// How many of what the proof counts.
    pub count: usize,
    /// The most that an engine may take for one question.
    pub limit: Duration,
    /// How long to go on at least, where a proof can always go on.
    pub at_least: Duration,
}

/// All of them, the quick ones first.
pub const PROOFS: &[Proof] = &[
    Proof {
        name: "collections",
        about: "Puzzles of collections have their recorded solution only, and survive every format",
        count: None,
        run: all_collections,
    },
    Proof {
        name: "checker-encoder",
        about: "Checker and encoder, written independently, agree on random boards",
        count: Some(("boards a family", 100_000)),
        run: checker_encoder,
    },
    Proof {
        name: "second-solver",
        about: "CaDiCaL on plain clauses agrees about collected and random puzzles",
        count: Some(("random puzzles a family", 1_000)),
        run: second_solver,
    },
    Proof {
        name: "everything-tried",
        about: "On small boards of every variant the solutions are what trying everything finds",
        count: Some(("random puzzles a family and variant", 100_000)),
        run: everything_tried,
    },
    Proof {
        name: "engines",
        about: "Every search method, SMT encoding and outside solver agrees with the prover",
        count: Some(("random puzzles a family", 500)),
        run: all_engines,
    },
    Proof {
        name: "certificates",
        about: "Puzzles of collections can be certified, and every certificate holds",
        count: Some(("rows or columns at most", 12)),
        run: all_certificates,
    },
    Proof {
        name: "sound-steps",
        about: "Every step of every rule is entailed by what is known, and by what it cites",
        count: Some(("random positions a family", 20_000)),
        run: sound_steps,
    },
    Proof {
        name: "fuzz",
        about: "Changed texts and requests neither panic nor hang nor are judged differently",
        count: Some((
            "inputs over all targets, and then as many as there are in an hour",
            1_000_000,
        )),
        run: fuzzed,
    },
    Proof {
        name: "symmetries",
        about: "Turned and mirrored puzzles have the same rating",
        count: None,
        run: all_symmetries,
    },
    Proof {
        name: "new-family",
        about: "A family begun by cargo xtask new-family works, and tests say what it lacks",
        count: None,
        run: |_| {
            let passed = new_family::prove();
            println!("{passed} tests of the families pass with one more, which is unfinished");
            Outcome::Passed
        },
    },
    Proof {
        name: "latin-squares",
        about: "The rules solve as many of all puzzles of sizes 4 and 5 as were counted before",
        count: Some(("step: every so-many-th puzzle of size 5", 1)),
        run: |scope| {
            latin_squares::prove(scope.count);
            Outcome::Passed
        },
    },
    Proof {
        name: "generated",
        about: "Generated puzzles have one solution, and the rating that they were made for",
        count: Some(("puzzles a family", 2_000)),
        run: all_generated,
    },
    Proof {
        name: "killed-batches",
        about: "Batches killed again and again end with the puzzles of one left in peace",
        count: Some(("kills a family", 50)),
        run: all_killed_batches,
    },
    Proof {
        name: "killed-libraries",
        about: "Nothing called kept is lost by killing those who write into a library or merge",
        count: Some(("kills", 100)),
        run: all_killed_libraries,
    },
];

impl Scope {
    fn wants(&self, id: &str) -> bool {
        self.families.is_empty() || self.families.iter().any(|family| family == id)
    }

    fn families(&self) -> impl Iterator<Item = &'static Family> {
        FAMILIES.iter().copied().filter(|f| self.wants(f.id))
    }

    /// Our own puzzles and the published ones, of these families, collection by collection.
    fn collections(&self) -> Vec<(String, Vec<Document>)> {
        let sources = corpora::own().into_iter().chain(corpora::sources());
        let read = sources.map(|source| (source.documents(), source.name));
        read.filter(|(documents, _)| {
            let first = documents.first();
            first.is_some_and(|d| self.wants(d.puzzle.family().id))
        })
        .map(|(documents, name)| (name, documents))
        .collect()
    }
}

fn no_collections() -> Outcome {
    Outcome::Skipped("there are no collections of these families".to_owned())
}

fn all_collections(scope: &Scope) -> Outcome {
    let collections = scope.collections();
    if collections.is_empty() {
        return no_collections();
    }
    for (name, documents) in collections {
        let mut formats = 0;
        for document in &documents {
            corpora::prove_solution(&name, document);
            formats += corpora::prove_round_trips(&name, document);
        }
        println!(
            "{name}: {} puzzles unique with the recorded solution, {formats} round trips",
            documents.len()
        );
    }
    Outcome::Passed
}

fn checker_encoder(scope: &Scope) -> Outcome {
    let families: Vec<&Family> = scope.families().collect();
    let tallies = spread(&families, |family| {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut tally = agree::Tally::default();
        while tally.boards < scope.count {
            let document = random::puzzle(family.id, &mut rng);
            agree::prove_agreement(document.puzzle.as_ref(), 100, &mut rng, &mut tally);
        }
        tally
    });
    for (family, tally) in families.iter().zip(&tallies) {
        println!("{}: checker and encoder agree: {tally:?}", family.id);
    }
    Outcome::Passed
}

fn everything_tried(scope: &Scope) -> Outcome {
    for family in scope.families() {
        for name in tried::variants(family) {
            let start = Instant::now();
            let tally = tried::prove(family, name, scope.count);
            println!(
                "{}, {name}: {} small puzzles ({} unique, {} ambiguous) have the {} solutions that \
                 trying everything finds; {:.0} s",
                family.id,
                tally.puzzles,
                tally.unique,
                tally.ambiguous,
                tally.solutions,
                start.elapsed().as_secs_f64()
            );
        }
    }
    Outcome::Passed
}

#[cfg(feature = "second-solver")]
fn second_solver(scope: &Scope) -> Outcome {
    use crate::second::status;
    use puzzles::{Status, solve};
    use sat::Budget;

    let mut compared = 0;
    for (name, documents) in scope.collections() {
        for document in documents {
            let size = document.puzzle.size();
            if size.rows() <= 15 && size.cols() <= 15 {
                let other = status(document.puzzle.as_ref());
                assert_eq!(other, Status::Unique, "{name} {:?}", document.id());
                compared += 1;
            }
        }
    }
    println!("second solver: {compared} puzzles of collections up to 15×15 are unique");
    for family in scope.families() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut tally = [0; 3];
        for _ in 0..scope.count {
            let document = random::puzzle(family.id, &mut rng);
            let puzzle = document.puzzle.as_ref();
            let ours = solve(puzzle, 2, Budget::UNLIMITED).status;
            assert_eq!(status(puzzle), ours, "{puzzle:?}");
            tally[match ours {
                Status::Unique => 0,
                Status::Multiple => 1,
                _ => 2,
            }] += 1;
        }
        let [unique, multiple, none] = tally;
        println!(
            "{}: second solver agrees on {} random puzzles ({unique} unique, {multiple} ambiguous, \
             {none} without solution)",
            family.id, scope.count
        );
    }
    Outcome::Passed
}

#[cfg(not(feature = "second-solver"))]
fn second_solver(_: &Scope) -> Outcome {
    Outcome::Skipped("built without the second solver (feature second-solver)".to_owned())
}

/// Every engine and encoding on the boards of collections up to 10×10 (15×15 where the encodings of
/// the family are made for larger ones: its islands are few) and on random ones.
fn all_engines(scope: &Scope) -> Outcome {
    let plan = engines::Plan {
        solvers: engines::smt_solvers(),
        cadical: engines::has_cadical(),
        limit: scope.limit,
        patience: 6,
    };
    for (name, mut documents) in scope.collections() {
        documents.retain(|d| {
            let (family, size) = (d.puzzle.family().id, d.puzzle.size());
            let most = if family == "hashi" { 15 } else { 10 };
            size.rows().max(size.cols()) <= most
        });
        if !documents.is_empty() {
            engines::prove(&documents, &plan).print(&name);
        }
    }
    for family in scope.families() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let documents: Vec<_> = (0..scope.count)
            .map(|_| random::puzzle(family.id, &mut rng))
            .collect();
        engines::prove(&documents, &plan).print(&format!("random {}", family.id));
    }
    Outcome::Passed
}

/// On the puzzles of collections that are small enough.
fn all_certificates(scope: &Scope) -> Outcome {
    if let Err(why) = pipe::certify::is_possible() {
        return Outcome::Skipped(why.to_string());
    }
    let folder = std::env::temp_dir().join(format!("gridwright-certify-{}", std::process::id()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut certified = 0;
    for (name, mut documents) in scope.collections() {
        documents.retain(|d| {
            let size = d.puzzle.size();
            size.rows().max(size.cols()) <= scope.count
        });
        if !documents.is_empty() {
            let tally = certificates::prove(&name, &documents, &folder, threads);
            tally.print(&name);
            certified += tally.certified;
        }
    }
    if certified == 0 {
        return no_collections();
    }
    std::fs::remove_dir_all(&folder).expect("the folder was there");
    println!("{certified} puzzles up to {0}×{0} certified", scope.count);
    Outcome::Passed
}

/// On the puzzles of collections and on random positions.
fn sound_steps(scope: &Scope) -> Outcome {
    for (name, documents) in scope.collections() {
        let steps: usize = spread(&documents, sound::prove_trace).iter().sum();
        println!("{name}: {steps} steps of the traces are entailed");
    }
    let families: Vec<&Family> = scope.families().collect();
    let tallies = spread(&families, |family| {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut tally = sound::Tally::default();
        while tally.positions < scope.count {
            let document = random::puzzle(family.id, &mut rng);
            sound::prove_positions(document.puzzle.as_ref(), 10, &mut rng, &mut tally);
        }
        tally
    });
    for (family, tally) in families.iter().zip(&tallies) {
        tally.print(family);
    }
    Outcome::Passed
}

fn all_symmetries(scope: &Scope) -> Outcome {
    let collections = scope.collections();
    if collections.is_empty() {
        return no_collections();
    }
    for (name, documents) in collections {
        let puzzles = symmetries::prove(&documents);
        println!("{name}: {puzzles} puzzles, all symmetries alike");
    }
    Outcome::Passed
}

fn all_generated(scope: &Scope) -> Outcome {
    #[cfg(feature = "second-solver")]
    let second: Option<fn(&dyn puzzles::Puzzle) -> puzzles::Status> = Some(crate::second::status);
    #[cfg(not(feature = "second-solver"))]
    let second = None;
    if second.is_none() {
        println!("skipped: the second solver's opinion (feature second-solver)");
    }
    for family in scope.families() {
        generated::prove(family, scope.count as u64, second).print(family.id);
    }
    Outcome::Passed
}

/// The program that is to be killed, and a folder for its files.
fn victim(name: &str) -> Result<(PathBuf, PathBuf), Outcome> {
    let Some(program) = std::env::var_os("GRIDWRIGHT_BIN") else {
        let why = "GRIDWRIGHT_BIN does not say which program is to be killed";
        return Err(Outcome::Skipped(why.to_owned()));
    };
    let folder = format!("gridwright-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).expect("a folder for the library files");
    Ok((program.into(), folder))
}

fn all_killed_batches(scope: &Scope) -> Outcome {
    let (program, folder) = match victim("kill") {
        Ok(both) => both,
        Err(skipped) => return skipped,
    };
    let kills = scope.count as u32;
    for family in scope.families() {
        let hit = killed_batches::prove(&program, &folder, family.id, kills, 1_000);
        println!(
            "{}: the same 1000 puzzles after {kills} kills, {hit} of them at work",
            family.id
        );
    }
    std::fs::remove_dir_all(&folder).expect("the folder was there");
    Outcome::Passed
}

fn all_killed_libraries(scope: &Scope) -> Outcome {
    let (program, folder) = match victim("kill-libraries") {
        Ok(both) => both,
        Err(skipped) => return skipped,
    };
    let tally = killed_libraries::prove(&program, &folder, scope.count as u32);
    tally.print();
    std::fs::remove_dir_all(&folder).expect("the folder was there");
    Outcome::Passed
}

fn fuzzed(scope: &Scope) -> Outcome {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = 0;
    for (target, least) in fuzz::run::shares(scope.count) {
        let start = Instant::now();
        let time = scope.at_least * target.share as u32 / 100;
        // Not the seed of the tests, which have seen those inputs already.
        let mut report = fuzz::run::fuzz(target, 2, least, threads);
        if start.elapsed() < time {
            let stop = || start.elapsed() >= time;
            let more = fuzz::run::fuzz_until(target, 3, usize::MAX / 2, threads, &stop);
            report.inputs += more.inputs;
            report.kinds.extend(more.kinds);
            report.found.extend(more.found);
        }
        println!(
            "{}: {} inputs, {} kinds of outcome",
            target.name,
            report.inputs,
            report.kinds.len()
        );
        all += report.inputs;
        let found: Vec<String> = report.found.iter().map(fuzz::run::described).collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
    assert!(all >= scope.count, "only {all} inputs");
    Outcome::Passed
}
