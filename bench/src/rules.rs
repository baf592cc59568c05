//! How fast the rules are: whole traces, and ratings, one after the other on one thread.

use std::time::Duration;

use logic::{About, Plan};
use proofs::corpora::Source;
use puzzles::Puzzle;
use puzzles::format::Document;
use puzzles::reason::{Player, Weights, rate};
use sat::Budget;

use crate::baseline::{Book, Figure};
use crate::clock::Clock;
use crate::sets::fingerprint;

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
    /// Only boards of this size; 0 for all.
    side: usize,
    work: fn(&dyn Puzzle),
}

fn trace(puzzle: &dyn Puzzle, wanted: impl Fn(&About) -> bool) {
    let table = puzzle.reasoner().rules();
    let plan = Plan::rounds(&table, |about| !about.trial && wanted(about));
    std::hint::black_box(puzzle.reasoner().trace(&[], &plan, Budget::UNLIMITED));
}

fn rating(puzzle: &dyn Puzzle) {
    let rated = rate(puzzle, Player(2), Weights::Ours, Budget::UNLIMITED);
    std::hint::black_box(rated);
}

/// On published puzzles, chosen so that the figures can stand beside those of studies.
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
        work: rating,
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

/// Processor time a puzzle; the means go into the book. Our own sources are traced and rated whole.
pub fn print(sources: &[Source], book: &mut Book) {
    println!(
        "{:<22} {:<20} {:>6} {:>10} {} {:>9} {:>9}",
        "puzzles",
        "rules",
        "count",
        "mean µs",
        Book::HEAD,
        "median",
        "worst"
    );
    for source in sources.iter().filter(|s| s.name.starts_with("own/")) {
        let line = |what, work| Line {
            what,
            collection: "",
            side: 0,
            work,
        };
        row(
            source,
            &line("all rules but trial", |p| trace(p, |_| true)),
            book,
        );
        row(source, &line("rating", rating), book);
    }
    for line in LINES {
        if let Some(source) = sources.iter().find(|s| s.name == line.collection) {
            row(source, line, book);
        }
    }
}

fn row(source: &Source, line: &Line, book: &mut Book) {
    let wanted = |d: &Document| {
        let size = d.puzzle.size();
        line.side == 0 || (size.rows() == line.side && size.cols() == line.side)
    };
    let documents: Vec<Document> = source.documents().into_iter().filter(wanted).collect();
    // The best of three, to keep other work on the machine out of the figures.
    let time = |document: &Document| -> Duration {
        (0..3)
            .map(|_| {
                let clock = Clock::start();
                (line.work)(document.puzzle.as_ref());
                clock.elapsed()
            })
            .min()
            .unwrap_or_default()
    };
    let mut times: Vec<Duration> = documents.iter().map(time).collect();
    times.sort_unstable();
    let micros = |t: Duration| t.as_secs_f64() * 1e6;
    let mean = micros(times.iter().sum()) / times.len().max(1) as f64;
    let name = match line.side {
        0 => source.name.clone(),
        side => format!("{} {side}×{side}", source.name),
    };
    let columns = book.enter(Figure {
        name: format!("{}, {name}", line.what),
        value: mean,
        unit: "µs".to_owned(),
        of: fingerprint(&source.text),
    });
    println!(
        "{name:<22} {:<20} {:>6} {mean:>10.1} {columns} {:>9.1} {:>9.1}",
        line.what,
        times.len(),
        micros(times.get(times.len() / 2).copied().unwrap_or_default()),
        micros(times.last().copied().unwrap_or_default()),
    );
}
