//! `proofs WHAT [COUNT] [FAMILY…]`: the long proofs, one at a time (called without words it lists
//! them; `engines` takes `--limit SECONDS` for one question). `cargo xtask prove` and `cargo xtask bench` call it.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the proofs are a program: it prints what it found and how long that took"
)]

use std::time::{Duration, Instant};

use proofs::{
    against, agree, bench, corpora, engines, grades, human, kill, large, made, making, order,
    random, reach, rules_census, sheet, sound, speed, stress, yields,
};
use puzzles::FAMILIES;
use puzzles::format::Document;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

// As in the program itself, so that what is measured is what people use.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let mut words = std::env::args().skip(1);
    let what = words.next().unwrap_or_default();
    let mut words: Vec<String> = words.collect();
    let limit = words.iter().position(|w| w == "--limit").and_then(|at| {
        words.remove(at);
        (at < words.len())
            .then(|| words.remove(at))
            .and_then(|w| w.parse().ok())
    });
    let number = words.iter().position(|w| w.parse::<usize>().is_ok());
    let count: Option<usize> = number.and_then(|n| words.remove(n).parse().ok());
    let wanted = |id: &str| words.is_empty() || words.iter().any(|w| w == id);
    let start = Instant::now();
    match what.as_str() {
        "corpora" => published(),
        "boards" => boards(count.unwrap_or(100_000)),
        "second" => second(count.unwrap_or(1_000)),
        "engines" => prove_engines(wanted, count.unwrap_or(500), limit.unwrap_or(2.0)),
        "bench" if words.first().is_some_and(|w| w == "--against") => {
            let solver = words.get(1).map_or("z3", String::as_str);
            against::print(&corpora::sources(), solver);
        }
        "bench" if words.first().is_some_and(|w| w == "stress") => {
            stress::print(|id| words.len() == 1 || wanted(id));
        }
        "bench" => {
            bench::print(&bench::table(&corpora::sources()));
            speed::print();
        }
        "grades" => {
            if let Err(error) = grades::write() {
                eprintln!("the grades cannot be written: {error}");
                std::process::exit(2);
            }
        }
        "speed" => speed::print(),
        "making" => making::print(wanted, count.unwrap_or(100)),
        "sheet" => {
            let [id, folder] = &words[..] else {
                eprintln!("proofs sheet FAMILY FOLDER [SIDE]");
                std::process::exit(2);
            };
            let done = sheet::write(id, folder.as_ref(), count.unwrap_or(10));
            if let Err(error) = done {
                eprintln!("{error}");
                std::process::exit(2);
            }
        }
        "yields" => yields::print(wanted, count.unwrap_or(100)),
        "large" => return print!("{}", large::archipelagos(count.unwrap_or(20) as u64)),
        "made" => made(wanted, count.unwrap_or(2_000) as u64),
        "kill" => kill(wanted, count.unwrap_or(50) as u32),
        "reach" => reach(wanted, count.unwrap_or(0)),
        "sound" => sound(wanted, count.unwrap_or(20_000)),
        "human" => human(wanted, count.unwrap_or(0)),
        "order" => rating(wanted, order::print),
        "stable" => rating(wanted, |name, all| {
            println!(
                "{name}: {} puzzles, all symmetries alike",
                order::prove_stable(all)
            );
        }),
        "rules-census" => rules_census::print(count.unwrap_or(1)),
        _ => {
            eprintln!(
                "proofs corpora|boards|second|engines|bench|large|reach|sound|human|order|stable|speed|\
                 grades|made|kill|making|yields|sheet|\
                 rules-census [COUNT] [FAMILY]"
            );
            std::process::exit(2);
        }
    }
    println!("{what}: {:.1} s", start.elapsed().as_secs_f64());
}

fn published() {
    for source in corpora::sources() {
        let documents = source.documents();
        let mut formats = 0;
        for document in &documents {
            corpora::prove_solution(&source.name, document);
            formats += corpora::prove_round_trips(&source.name, document);
        }
        println!(
            "{}: {} puzzles unique with the recorded solution, {formats} round trips",
            source.name,
            documents.len()
        );
    }
}

/// Every engine and encoding on the published boards up to 10×10 (15×15 where the encodings of
/// the family are made for larger ones: its islands are few) and on random ones.
fn prove_engines(wanted: impl Fn(&str) -> bool, count: usize, limit: f64) {
    let plan = engines::Plan {
        solvers: engines::smt_solvers(),
        cadical: engines::has_cadical(),
        limit: Duration::from_secs_f64(limit.clamp(0.01, 1e6)),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    for source in corpora::sources() {
        let documents: Vec<_> = source
            .documents()
            .into_iter()
            .filter(|d| {
                let (family, size) = (d.puzzle.family().id, d.puzzle.size());
                let most = if family == "hashi" { 15 } else { 10 };
                wanted(family) && size.rows().max(size.cols()) <= most
            })
            .collect();
        if !documents.is_empty() {
            engines::prove(&documents, &plan).print(&source.name);
        }
    }
    for family in FAMILIES.iter().filter(|f| wanted(f.id)) {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let documents: Vec<_> = (0..count)
            .map(|_| random::puzzle(family.id, &mut rng))
            .collect();
        engines::prove(&documents, &plan).print(&format!("random {}", family.id));
    }
}

/// Generated puzzles are what they are said to be.
fn made(wanted: impl Fn(&str) -> bool, count: u64) {
    #[cfg(feature = "second-solver")]
    let second: Option<fn(&dyn puzzles::Puzzle) -> puzzles::Status> = Some(proofs::second::status);
    #[cfg(not(feature = "second-solver"))]
    let second = None;
    if second.is_none() {
        println!("built without the second solver");
    }
    for family in FAMILIES.iter().filter(|f| wanted(f.id)) {
        made::prove(family, count, second).print(family.id);
    }
}

/// Batches that are killed end as if they had not been. `GRIDWRIGHT_BIN` is the program.
fn kill(wanted: impl Fn(&str) -> bool, kills: u32) {
    let Some(program) = std::env::var_os("GRIDWRIGHT_BIN") else {
        eprintln!("GRIDWRIGHT_BIN must say which program is to be killed");
        std::process::exit(2);
    };
    let folder = std::env::temp_dir().join(format!("gridwright-kill-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the library files");
    for family in FAMILIES.iter().filter(|f| wanted(f.id)) {
        let hit = kill::prove(program.as_ref(), &folder, family.id, kills, 1_000);
        println!(
            "{}: the same 1000 puzzles after {kills} kills, {hit} of them at work",
            family.id
        );
    }
    std::fs::remove_dir_all(&folder).expect("the folder was there");
}

fn boards(count: usize) {
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut tally = agree::Tally::default();
        while tally.boards < count {
            let document = random::puzzle(family.id, &mut rng);
            agree::prove_agreement(document.puzzle.as_ref(), 100, &mut rng, &mut tally);
        }
        println!("{}: checker and encoder agree: {tally:?}", family.id);
    }
}

/// How far the named rules get on published puzzles; `show` prints so many of those that resist.
fn reach(wanted: impl Fn(&str) -> bool, show: usize) {
    for source in corpora::sources() {
        let documents = source.documents();
        if documents
            .first()
            .is_some_and(|d| wanted(d.puzzle.family().id))
        {
            reach::print(&source.name, &documents, show);
        }
    }
}

/// Something about ratings, for each collection.
fn rating(wanted: impl Fn(&str) -> bool, each: impl Fn(&str, &[Document])) {
    for source in corpora::sources() {
        let documents = source.documents();
        if documents
            .first()
            .is_some_and(|d| wanted(d.puzzle.family().id))
        {
            each(&source.name, &documents);
        }
    }
}

/// Every step is entailed: on published puzzles and on random positions.
fn sound(wanted: impl Fn(&str) -> bool, positions: usize) {
    for source in corpora::sources() {
        let documents = source.documents();
        if documents
            .first()
            .is_some_and(|d| wanted(d.puzzle.family().id))
        {
            let steps: usize = documents.iter().map(sound::prove_trace).sum();
            println!("{}: {steps} steps of the traces are entailed", source.name);
        }
    }
    for family in FAMILIES.iter().filter(|f| wanted(f.id)) {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut tally = sound::Tally::default();
        while tally.positions < positions {
            let document = random::puzzle(family.id, &mut rng);
            sound::prove_positions(document.puzzle.as_ref(), 10, &mut rng, &mut tally);
        }
        tally.print(family);
    }
}

/// What people did on published puzzles, and whether a rule justifies it.
fn human(wanted: impl Fn(&str) -> bool, show: usize) {
    for source in corpora::sources() {
        let documents = source.documents();
        if documents
            .first()
            .is_some_and(|d| wanted(d.puzzle.family().id))
        {
            human::print(&source.name, &documents, show);
        }
    }
}

#[cfg(feature = "second-solver")]
fn second(count: usize) {
    use proofs::second::status;
    use puzzles::{Status, solve};
    use sat::Budget;

    let mut compared = 0;
    for source in corpora::sources() {
        for document in source.documents() {
            let size = document.puzzle.size();
            if size.rows() <= 15 && size.cols() <= 15 {
                let other = status(document.puzzle.as_ref());
                assert_eq!(other, Status::Unique, "{} {:?}", source.name, document.id());
                compared += 1;
            }
        }
    }
    println!("second solver: {compared} published puzzles up to 15×15 are unique");
    for family in FAMILIES {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut tally = [0; 3];
        for _ in 0..count {
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
            "{}: second solver agrees on {count} random puzzles ({unique} unique, {multiple} \
             ambiguous, {none} without solution)",
            family.id
        );
    }
}

#[cfg(not(feature = "second-solver"))]
fn second(_: usize) {
    println!("skipped: built without the second solver (feature second-solver)");
}
