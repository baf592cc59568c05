//! How fast the rules are: whole traces, and ratings, one after the other on one thread.

use std::time::{Duration, Instant};

use logic::{About, Plan};
use puzzles::Puzzle;
use puzzles::format::Document;
use puzzles::reason::{Player, Weights, rate};
use sat::Budget;

use crate::corpora;

/// The study's elementary rules, without the one that supposes something.
const ELEMENTARY: &[&str] = &[
    "simple-scratch",
    "fill-gaps",
    "build-location",
    "try",
    "try-large",
];

struct Line {
    what: &'static str,
    collection: &'static str,
    side: usize,
    work: fn(&dyn Puzzle),
}

fn trace(puzzle: &dyn Puzzle, wanted: impl Fn(&About) -> bool) {
    let table = puzzle.reasoner().rules();
    let plan = Plan::rounds(&table, |about| !about.trial && wanted(about));
    std::hint::black_box(puzzle.reasoner().trace(&[], &plan, Budget::UNLIMITED));
}

const LINES: &[Line] = &[
    Line {
        what: "elementary rules",
        collection: "tatham/towers",
        side: 5,
        work: |p| {
            trace(p, |about| {
                ELEMENTARY.contains(&about.id) || ELEMENTARY.contains(&about.group)
            })
        },
    },
    Line {
        what: "all rules but trial",
        collection: "tatham/towers",
        side: 5,
        work: |p| trace(p, |_| true),
    },
    Line {
        what: "rating",
        collection: "tatham/towers",
        side: 6,
        work: |p| {
            std::hint::black_box(rate(p, Player(2), Weights::Ours, Budget::UNLIMITED));
        },
    },
    Line {
        what: "all rules but trial",
        collection: "tatham/bridges",
        side: 15,
        work: |p| trace(p, |_| true),
    },
    Line {
        what: "all rules but trial",
        collection: "janko/yajilin",
        side: 10,
        work: |p| trace(p, |_| true),
    },
];

pub fn print() {
    let sources = corpora::sources();
    for line in LINES {
        let Some(source) = sources.iter().find(|s| s.name == line.collection) else {
            continue;
        };
        let side = |d: &Document| {
            d.puzzle.size().rows() == line.side && d.puzzle.size().cols() == line.side
        };
        let documents: Vec<Document> = source.documents().into_iter().filter(side).collect();
        // The best of three, to keep other work on the machine out of the figures.
        let time = |document: &Document| -> Duration {
            (0..3)
                .map(|_| {
                    let start = Instant::now();
                    (line.work)(document.puzzle.as_ref());
                    start.elapsed()
                })
                .min()
                .unwrap_or_default()
        };
        let mut times: Vec<Duration> = documents.iter().map(time).collect();
        times.sort_unstable();
        let micros = |t: Duration| t.as_secs_f64() * 1e6;
        let total: Duration = times.iter().sum();
        println!(
            "{} {1}×{1}, {2}: {3} puzzles, mean {4:.1} µs, median {5:.1} µs, worst {6:.1} µs",
            line.collection,
            line.side,
            line.what,
            times.len(),
            micros(total) / times.len().max(1) as f64,
            micros(times.get(times.len() / 2).copied().unwrap_or_default()),
            micros(times.last().copied().unwrap_or_default()),
        );
    }
}
