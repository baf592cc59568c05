//! Boards on which time would show: large ones, made here from fixed seeds and proved unique, solved
//! and proved unique again against the clock.

use std::time::Duration;

use puzzles::solve;
use sat::Budget;

use crate::clock::Clock;
use crate::making::{Run, family, order};

struct Line {
    family: &'static str,
    side: usize,
    boards: usize,
    /// Seconds that the slowest of them should take at most.
    bar: f64,
}

const LINES: &[Line] = &[
    Line {
        family: "hashi",
        side: 100,
        boards: 5,
        bar: 0.3,
    },
    Line {
        family: "satogaeri",
        side: 60,
        boards: 5,
        bar: 0.2,
    },
    Line {
        family: "yajilin",
        side: 30,
        boards: 3,
        bar: 0.5,
    },
    Line {
        family: "fobidoshi",
        side: 20,
        boards: 5,
        bar: 2.0,
    },
];

/// Print the table of these families.
pub fn print(wanted: impl Fn(&str) -> bool) {
    println!(
        "{:<12} {:>4} {:>7} {:>11} {:>9} {:>9} {:>5}",
        "family", "side", "boards", "made, s", "mean, s", "worst, s", "bar"
    );
    for line in LINES.iter().filter(|line| wanted(line.family)) {
        let family = family(line.family);
        let run = Run::of(
            &order(family, family.makers[0].id, line.side, &[]),
            line.boards,
        );
        let times: Vec<Duration> = (run.made.iter())
            .map(|made| {
                // The best of three, to keep other work on the machine out of the figures.
                let once = |_| {
                    let clock = Clock::start();
                    let answer = solve(made.puzzle.as_ref(), 2, Budget::UNLIMITED);
                    assert_eq!(answer.status, puzzles::Status::Unique, "{:?}", made.puzzle);
                    clock.elapsed()
                };
                (0..3).map(once).min().unwrap_or_default()
            })
            .collect();
        let seconds = |time: Duration| time.as_secs_f64();
        let worst = times.iter().copied().max().map_or(f64::NAN, seconds);
        let mean = times.iter().copied().map(seconds).sum::<f64>() / times.len() as f64;
        println!(
            "{:<12} {:>4} {:>7} {:>11.3} {mean:>9.3} {worst:>9.3} {:>5}  {}",
            line.family,
            line.side,
            times.len(),
            run.mean() / 1e3,
            line.bar,
            if worst < line.bar { "meets" } else { "MISSES" },
        );
    }
}
