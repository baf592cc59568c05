//! How fast puzzles are made: the workshop's loop on one thread with fixed seeds, one size after the
//! other, beside the bars that this project set itself and what the studies report. A mean counts
//! everything: attempts that failed, the proof that there is one solution, and the rating.

use std::sync::Arc;
use std::time::Duration;

use crate::baseline::{Book, Figure};
use crate::clock::Clock;
use puzzles::make::{BoardSpec, ClueSymmetry, Maker};
use puzzles::{FAMILIES, Family, Puzzle};
use sat::Budget;
use workshop::{Made, Order, ProvedBy, Strip, Tally, Wish, generate, strip};

/// The family of this name.
pub fn family(id: &str) -> &'static Family {
    let found = FAMILIES.iter().find(|f| f.id == id);
    found.unwrap_or_else(|| panic!("no family {id}"))
}

/// What the command line would order, with these options of a maker.
pub fn order(family: &Family, maker: &str, side: usize, options: &[(&str, i64)]) -> Order {
    let maker: &'static Maker = (family.makers.iter())
        .find(|m| m.id == maker)
        .unwrap_or_else(|| panic!("{}: no maker {maker}", family.id));
    let mut all: Vec<(&'static str, i64)> = maker.options.iter().map(|o| (o.id, o.usual)).collect();
    for &(id, value) in options {
        let option = all.iter_mut().find(|(name, _)| *name == id);
        option
            .unwrap_or_else(|| panic!("{}: no option {id}", maker.id))
            .1 = value;
    }
    Order {
        maker,
        request: BoardSpec {
            rows: side,
            cols: side,
            symmetry: ClueSymmetry::Any,
            density: None,
            options: all,
            map: None,
        },
        wish: Wish::default(),
        seed: 1,
        attempts: 10_000,
        conflicts: 20_000,
        unchecked: false,
    }
}

/// The same, and nothing may have to be supposed.
pub fn without_trial(mut order: Order) -> Order {
    order.wish.rules.no_trial = true;
    order
}

/// The puzzles of the first indices, how many attempts they took, and how long.
pub struct Run {
    /// What was made.
    pub made: Vec<Made>,
    /// The attempts.
    pub tally: Tally,
    /// Of all attempts.
    pub time: Duration,
}

impl Run {
    /// Make this many, from the first index on.
    pub fn of(order: &Order, count: usize) -> Run {
        let mut tally = Tally::default();
        let mut made = Vec::new();
        let start = Clock::start();
        for index in 0..count as u64 {
            let outcome = generate(order, index, &|| false);
            tally.add(&outcome.tally);
            made.extend(outcome.made);
        }
        Run {
            made,
            tally,
            time: start.elapsed(),
        }
    }

    /// Milliseconds a puzzle.
    pub fn mean(&self) -> f64 {
        self.time.as_secs_f64() * 1e3 / self.made.len().max(1) as f64
    }

    /// Percent of the attempts that gave a puzzle.
    pub fn yielded(&self) -> f64 {
        self.tally.accepted as f64 * 100.0 / self.tally.attempts.max(1) as f64
    }
}

struct Line {
    family: &'static str,
    side: usize,
    options: &'static [(&'static str, i64)],
    words: &'static str,
    /// Milliseconds a puzzle that it should take at most, and what the study took.
    bar: f64,
    study: &'static str,
    count: usize,
}

const FULL: &[(&str, i64)] = &[("strip", 0)];

#[rustfmt::skip]
const LINES: &[Line] = &[
    line("hashi", 7, 1.0, "69", 1000),
    line("hashi", 15, 10.0, "1,924", 200),
    line("hashi", 30, 100.0, "66,179", 40),
    line("hashi", 50, 500.0, "442,830", 10),
    Line { options: FULL, words: "all views", ..line("skyscrapers", 5, 0.2, "92", 3000) },
    Line { options: FULL, words: "all views", ..line("skyscrapers", 6, 2.0, "3,790", 300) },
    Line { options: FULL, words: "all views", ..line("skyscrapers", 7, 100.0, "180,480", 40) },
    Line { words: "givens", ..line("skyscrapers", 8, 100.0, "–", 40) },
    line("fobidoshi", 8, 5.0, "43 · 1/1.3 %", 200),
    line("fobidoshi", 12, 50.0, "561 · 1/0.2 %", 50),
    line("fobidoshi", 20, 2000.0, "–", 5),
    line("satogaeri", 10, 5.0, "–", 200),
    line("satogaeri", 20, 100.0, "–", 40),
    line("yajilin", 10, 100.0, "–", 40),
    line("yajilin", 17, 2000.0, "–", 5),
];

const fn line(
    family: &'static str,
    side: usize,
    bar: f64,
    study: &'static str,
    count: usize,
) -> Line {
    Line {
        family,
        side,
        options: &[],
        words: "",
        bar,
        study,
        count,
    }
}

/// The whole table, or that of some families ("hashi") or lines ("hashi-30"); `share` percent of
/// the usual counts.
pub fn print(wanted: impl Fn(&str) -> bool, share: usize, book: &mut Book) {
    println!(
        "{:<12} {:>4} {:<10} {:<9} {:>6} {:>8} {:>7} {:>9} {} {:>6}  {:<7} {:>14}",
        "family",
        "side",
        "",
        "",
        "made",
        "attempts",
        "yield",
        "ms each",
        Book::HEAD,
        "bar",
        "",
        "study, ms"
    );
    let is_wanted =
        |line: &&Line| wanted(line.family) || wanted(&format!("{}-{}", line.family, line.side));
    for line in LINES.iter().filter(is_wanted) {
        let plain = order(
            family(line.family),
            first(line.family),
            line.side,
            line.options,
        );
        for (words, order) in [
            ("unique", plain.clone()),
            ("no trial", without_trial(plain)),
        ] {
            let run = Run::of(&order, (line.count * share / 100).max(1));
            let columns = book.enter(Figure {
                name: [line.family, &line.side.to_string(), line.words, words]
                    .into_iter()
                    .filter(|word| !word.is_empty())
                    .collect::<Vec<_>>()
                    .join(" "),
                value: run.mean(),
                unit: "ms".to_owned(),
                of: format!("{} puzzles", run.made.len()),
            });
            println!(
                "{:<12} {:>4} {:<10} {:<9} {:>6} {:>8} {:>6.1}% {:>9.3} {columns} {:>6}  {:<7} {:>14}",
                line.family,
                line.side,
                line.words,
                words,
                run.made.len(),
                run.tally.attempts,
                run.yielded(),
                run.mean(),
                line.bar,
                if run.mean() < line.bar {
                    "meets"
                } else {
                    "MISSES"
                },
                line.study
            );
            if !run.tally.rejected.is_empty() {
                println!("{:>17} {}", "", run.tally.reasons());
            }
        }
    }
    if wanted("skyscrapers") {
        side_strip((40 * share / 100).max(1), book);
    }
}

/// A family's own maker, the best.
fn first(id: &str) -> &'static str {
    family(id).makers[0].id
}

/// Ten views taken away from given puzzles of size 7.
fn side_strip(count: usize, book: &mut Book) {
    let order = order(family("skyscrapers"), "uniform", 7, FULL);
    let puzzles: Vec<Arc<dyn Puzzle>> = (Run::of(&order, count).made.into_iter())
        .map(|made| made.puzzle)
        .collect();
    let how = |seed| Strip {
        amount: Some(10),
        effort: 2500,
        sides: Vec::new(),
        balance: true,
        by: ProvedBy::Proof,
        seed,
    };
    let start = Clock::start();
    let mut enough = 0;
    for (seed, puzzle) in puzzles.iter().enumerate() {
        let stripped = strip(puzzle, &how(seed as u64), Budget::conflicts(20_000));
        enough += stripped.expect("a unique puzzle").enough as usize;
    }
    let mean = start.elapsed().as_secs_f64() * 1e3 / puzzles.len() as f64;
    let columns = book.enter(Figure {
        name: "skyscrapers 7 stripped by 10".to_owned(),
        value: mean,
        unit: "ms".to_owned(),
        of: format!("{} puzzles", puzzles.len()),
    });
    println!(
        "SideStrip by 10 of given puzzles of size 7: {enough} of {} lost ten, {mean:.3} ms each, \
         bar 10: {}; the study: under a second; recorded and ratio: {}",
        puzzles.len(),
        if mean < 10.0 { "meets" } else { "MISSES" },
        columns.trim(),
    );
}
