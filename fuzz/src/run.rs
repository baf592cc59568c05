//! Giving inputs to targets, and what to do when something is wrong.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::Target;
use crate::mutate::{Material, mutated};

/// An input that takes longer hangs. No machine is so slow that one that is right takes as long.
const HANGS: Duration = Duration::from_secs(120);

/// Large boards recurse deeply; the program gives its workers as much.
const STACK: usize = 8 << 20;

/// An input that went wrong.
#[derive(Clone, Debug)]
pub struct Found {
    /// The target that it was given to.
    pub target: &'static str,
    /// The input, made as small as it was easy.
    pub input: Vec<u8>,
    /// What is wrong.
    pub fault: String,
}

/// What came of many inputs.
#[derive(Default, Debug)]
pub struct Report {
    /// How many there were.
    pub inputs: usize,
    /// How many kinds of outcomes.
    pub kinds: BTreeSet<u64>,
    /// What went wrong; of each kind one.
    pub found: Vec<Found>,
}

/// Give this many inputs to a target, on so many threads.
pub fn fuzz(target: &Target, seed: u64, inputs: usize, threads: usize) -> Report {
    fuzz_until(target, seed, inputs, threads, &|| false)
}

/// The same, but only until it is time to stop, which is asked between rounds: what has been done by
/// then is what a smaller number of inputs does at any time.
pub fn fuzz_until(
    target: &Target,
    seed: u64,
    inputs: usize,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Report {
    let seeds = (target.seeds)();
    assert!(
        !seeds.is_empty(),
        "{} has nothing to begin with",
        target.name
    );
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Report::default());
    let rounds = inputs.div_ceil(target.round);
    let work = || {
        let watch = Watch::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= rounds || (number > 0 && stop()) {
                break;
            }
            let length = target.round.min(inputs - number * target.round);
            let report = round(target, &seeds, seed, number as u64, length, &watch);
            if let Ok(mut total) = total.lock() {
                total.inputs += report.inputs;
                total.kinds.extend(report.kinds);
                total.found.extend(report.found);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let builder = thread::Builder::new().stack_size(STACK);
            let started = builder.spawn_scoped(scope, work);
            started.expect("a thread");
        }
    });
    let mut total = total.into_inner().unwrap_or_default();
    // One of each kind, whichever thread was first.
    total
        .found
        .sort_by(|a, b| (kind(&a.fault), &a.input).cmp(&(kind(&b.fault), &b.input)));
    total
        .found
        .dedup_by(|a, b| kind(&a.fault) == kind(&b.fault));
    for found in &mut total.found {
        found.input = smaller(target, found);
    }
    total
}

fn round(
    target: &Target,
    seeds: &[Vec<u8>],
    seed: u64,
    number: u64,
    inputs: usize,
    watch: &Watch,
) -> Report {
    const MOST_KEPT: usize = 200;
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ hash(target.name));
    rng.set_stream(number);
    let mut material = Material::new(seeds.to_vec());
    let mut report = Report::default();
    for _ in 0..inputs {
        let input = mutated(&material, &mut rng);
        report.inputs += 1;
        match watch.over(target, &input) {
            Ok(outcome) => {
                let is_new = report.kinds.insert(hash(&kind(&outcome)));
                if is_new && material.inputs.len() < seeds.len() + MOST_KEPT {
                    material.inputs.push(input);
                }
            }
            Err(fault) => report.found.push(Found {
                target: target.name,
                input,
                fault,
            }),
        }
    }
    report
}

/// Give one input to a target. A panic is a fault.
pub fn take(target: &Target, input: &[u8]) -> Result<String, String> {
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.take)(input)));
    outcome.unwrap_or_else(|payload| {
        let words = (payload.downcast_ref::<String>().map(String::as_str))
            .or_else(|| payload.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", words.unwrap_or("without a word")))
    })
}

/// Ends the program if an input takes too long, and says which.
#[derive(Default)]
struct Watch {
    now: std::sync::Arc<Mutex<Option<(Instant, &'static str, Vec<u8>)>>>,
    started: std::sync::OnceLock<()>,
}

impl Watch {
    fn over(&self, target: &Target, input: &[u8]) -> Result<String, String> {
        self.started.get_or_init(|| {
            let now = std::sync::Arc::downgrade(&self.now);
            thread::spawn(move || {
                while let Some(now) = now.upgrade() {
                    if let Ok(now) = now.lock()
                        && let Some((since, target, input)) = &*now
                        && since.elapsed() > HANGS
                    {
                        let file = kept(target, input);
                        eprintln!("{target} hangs; the input is in {}", file.display());
                        std::process::exit(1);
                    }
                    drop(now);
                    thread::sleep(Duration::from_secs(1));
                }
            });
        });
        let set = |what| {
            if let Ok(mut now) = self.now.lock() {
                *now = what;
            }
        };
        set(Some((Instant::now(), target.name, input.to_vec())));
        let outcome = take(target, input);
        set(None);
        outcome
    }
}

/// The input without whatever it does not need to go wrong in the same way.
fn smaller(target: &Target, found: &Found) -> Vec<u8> {
    const MOST_TRIES: usize = 1500;
    let mut input = found.input.clone();
    let mut tries = 0;
    let mut part = input.len() / 2;
    while part > 0 && tries < MOST_TRIES {
        let mut at = 0;
        while at < input.len() && tries < MOST_TRIES {
            let mut without = input.clone();
            without.drain(at..(at + part).min(input.len()));
            tries += 1;
            match take(target, &without) {
                Err(fault) if kind(&fault) == kind(&found.fault) => input = without,
                _ => at += part,
            }
        }
        part /= 2;
    }
    input
}

/// Words without numbers and without what is quoted: the same for inputs of the same kind.
fn kind(words: &str) -> String {
    let mut kind = String::new();
    let mut is_quoted = false;
    for c in words.chars().take(2000) {
        match c {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted || c.is_ascii_digit() => {}
            _ => kind.push(c),
        }
    }
    kind
}

fn hash(words: &str) -> u64 {
    // With fixed keys, so the same everywhere.
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

/// The inputs that once went wrong, with the names of their files.
pub fn corpus(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort_unstable();
    let read = |file: PathBuf| Some((file.clone(), fs::read(file).ok()?));
    files.into_iter().filter_map(read).collect()
}

/// Keep an input that went wrong where it can be looked at; the file.
pub fn kept(target: &str, input: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
    let file = folder.join(format!(
        "{target}-{:016x}",
        hash(&String::from_utf8_lossy(input))
    ));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, input));
    if let Err(error) = written {
        eprintln!("{} cannot be written: {error}", file.display());
    }
    file
}

/// What went wrong, for people.
pub fn described(found: &Found) -> String {
    let file = kept(found.target, &found.input);
    let shown: String = String::from_utf8_lossy(&found.input)
        .chars()
        .take(600)
        .collect();
    format!(
        "{}: {}\n  input: {shown:?}\n  in {}; once it is mended, keep it in fuzz/corpus/{}",
        found.target,
        found.fault,
        file.display(),
        found.target
    )
}

/// How many of all inputs each target gets.
pub fn shares(inputs: usize) -> impl Iterator<Item = (&'static Target, usize)> {
    crate::TARGETS
        .iter()
        .map(move |target| (target, (inputs * target.share).div_ceil(100)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if there are an `a` and a `b` in it.
    const TOY: Target = Target {
        name: "toy",
        about: "letters",
        seeds: || vec![b"xxaxx".to_vec(), b"yybyy".to_vec()],
        take: |input| match (input.contains(&b'a'), input.contains(&b'b')) {
            (true, true) if input.starts_with(b"y") => panic!("{} letters", input.len()),
            (true, true) => Err("both".to_owned()),
            (a, b) => Ok(format!("{a} {b}")),
        },
        share: 100,
        round: 50,
    };

    #[test]
    fn faults_are_found_made_small_and_the_same_again() {
        let report = fuzz(&TOY, 1, 1500, 3);
        assert_eq!(report.inputs, 1500);
        let faults: Vec<String> = report
            .found
            .iter()
            .map(|found| kind(&found.fault))
            .collect();
        assert_eq!(faults, ["both", "panic:  letters"]);
        let lengths: Vec<usize> = report.found.iter().map(|found| found.input.len()).collect();
        assert_eq!(lengths, [2, 3]);
        let again = fuzz(&TOY, 1, 1500, 1);
        let inputs = |report: &Report| -> Vec<Vec<u8>> {
            report
                .found
                .iter()
                .map(|found| found.input.clone())
                .collect()
        };
        assert_eq!(inputs(&again), inputs(&report));
        assert_eq!(again.kinds, report.kinds);
    }

    #[test]
    fn what_is_stopped_has_done_what_fewer_inputs_do() {
        let asked = AtomicUsize::new(0);
        let soon = || asked.fetch_add(1, Ordering::Relaxed) >= 2;
        let report = fuzz_until(&TOY, 1, 1_000_000, 1, &soon);
        assert_eq!(
            report.inputs,
            3 * TOY.round,
            "one round, and one after each no"
        );
        assert_eq!(report.kinds, fuzz(&TOY, 1, 3 * TOY.round, 1).kinds);
        let at_once = fuzz_until(&TOY, 1, 1_000_000, 1, &|| true);
        assert_eq!(at_once.inputs, TOY.round, "every target gets some inputs");
    }
}
