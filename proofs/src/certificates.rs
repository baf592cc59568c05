//! Every puzzle of the collections up to a size can be certified: a certificate is written, and
//! checked from what is in its folder. How long that takes and how large the files are is told.

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use pipe::certify::{Claim, check, write};
use puzzles::format::Document;
use puzzles::{Status, solve};
use sat::Budget;

/// What it took to certify some puzzles.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Certificates that were written and hold.
    pub certified: usize,
    /// The most clauses of one.
    pub most_clauses: usize,
    /// The length of each proof in bytes.
    pub proofs: Vec<u64>,
    /// The time for writing each, in which it is also checked once.
    pub writing: Vec<Duration>,
    /// The time for checking each again.
    pub checking: Vec<Duration>,
}

/// Write and check a certificate for each of these puzzles, several at a time.
pub fn prove(name: &str, documents: &[Document], folder: &Path, threads: usize) -> Tally {
    let tally = Mutex::new(Tally::default());
    let next = Mutex::new(documents.iter().enumerate());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let document = next.lock().expect("no panic while it is held").next();
                    let Some((number, document)) = document else {
                        break;
                    };
                    let name = format!("{name} {number}");
                    prove_one(&name, document, &folder.join(number.to_string()), &tally);
                }
            });
        }
    });
    tally.into_inner().expect("no panic while it is held")
}

fn prove_one(name: &str, document: &Document, folder: &Path, tally: &Mutex<Tally>) {
    let puzzle = document.puzzle.as_ref();
    let answer = solve(puzzle, 2, Budget::UNLIMITED);
    assert_eq!(answer.status, Status::Unique, "{name}");
    let mut solved = document.clone().without_boards();
    solved.solution = answer.solutions.into_iter().next();

    std::fs::create_dir_all(folder).expect("a folder for the certificate");
    let start = Instant::now();
    let written = write(folder, &solved, Budget::UNLIMITED)
        .unwrap_or_else(|error| panic!("{name}: {error}: {puzzle:?}"));
    let writing = start.elapsed();
    assert_eq!(written.claim, Claim::Unique, "{name}");
    let start = Instant::now();
    let report = check(folder, &[], Budget::UNLIMITED)
        .unwrap_or_else(|error| panic!("{name}: {error}: {puzzle:?}"));
    let checking = start.elapsed();
    assert!(report.holds(), "{name}: {report:?}");
    std::fs::remove_dir_all(folder).expect("the folder was there");

    let mut tally = tally.lock().expect("no panic while it is held");
    tally.certified += 1;
    tally.most_clauses = tally.most_clauses.max(written.clauses);
    tally.proofs.push(written.proof_bytes);
    tally.writing.push(writing);
    tally.checking.push(checking);
}

impl Tally {
    /// Print a line.
    pub fn print(&self, name: &str) {
        let middle_and_most = |times: &[Duration]| {
            let mut millis: Vec<u128> = times.iter().map(Duration::as_millis).collect();
            millis.sort_unstable();
            let most = millis.last().copied().unwrap_or(0);
            let middle = millis.get(millis.len() / 2).copied().unwrap_or(0);
            format!("{middle} ms in the middle and {most} ms at most")
        };
        let mut proofs = self.proofs.clone();
        proofs.sort_unstable();
        println!(
            "{name}: {} puzzles certified; at most {} clauses; proofs of {} KB in the middle and {} \
             KB at most; written in {}, checked in {}",
            self.certified,
            self.most_clauses,
            proofs.get(proofs.len() / 2).copied().unwrap_or(0) / 1000,
            proofs.last().copied().unwrap_or(0) / 1000,
            middle_and_most(&self.writing),
            middle_and_most(&self.checking),
        );
    }
}
