//! The studies' tables of making puzzles beside ours, by the studies' own ways (docs/making.md says
//! where and why they differ).
//!
//! A study's time is mostly that of a *successful* attempt. Somebody who waits for a puzzle waits
//! for the failures as well, so there is a second column: all attempts, divided by the puzzles.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use puzzles::Puzzle;
use puzzles::make::Tools;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sat::Budget;
use workshop::{Order, Rules};

use crate::clock::Clock;
use crate::making::{family, order};

/// What came of some attempts.
#[derive(Default)]
struct Yield {
    attempts: usize,
    made: Vec<Arc<dyn Puzzle>>,
    /// Of the attempts that succeeded, and of all.
    good: Duration,
    all: Duration,
    /// What the maker counted on its way to puzzles.
    notes: BTreeMap<&'static str, Vec<u64>>,
}

impl Yield {
    /// So many attempts, or fewer if that many puzzles are there.
    fn of(
        order: &Order,
        attempts: usize,
        puzzles: usize,
        fits: &dyn Fn(&dyn Puzzle) -> bool,
    ) -> Yield {
        let mut all = Yield::default();
        while all.attempts < attempts && all.made.len() < puzzles {
            let mut tools = Tools {
                rng: ChaCha8Rng::seed_from_u64(all.attempts as u64),
                budget: Budget::conflicts(order.conflicts),
                fits,
                rules_prove_uniqueness: false,
                raw: false,
                notes: Vec::new(),
            };
            all.attempts += 1;
            let clock = Clock::start();
            let made = (order.maker.propose)(&order.request, &mut tools);
            let time = clock.elapsed();
            all.all += time;
            if let Ok(puzzle) = made {
                all.good += time;
                all.made.push(puzzle);
                for (what, count) in tools.notes {
                    all.notes.entry(what).or_default().push(count);
                }
            }
        }
        all
    }

    fn percent(&self) -> f64 {
        self.made.len() as f64 * 100.0 / self.attempts as f64
    }

    /// Attempts a puzzle.
    fn tries(&self) -> f64 {
        self.attempts as f64 / self.made.len() as f64
    }

    /// Milliseconds a successful attempt, and a puzzle.
    fn ms(&self) -> (f64, f64) {
        let each = |time: Duration| time.as_secs_f64() * 1e3 / self.made.len() as f64;
        (each(self.good), each(self.all))
    }

    /// The mean share of the board, in percent, with such a sign in the record.
    fn share(&self, counts: impl Fn(&str) -> bool) -> f64 {
        let share = |puzzle: &Arc<dyn Puzzle>| {
            let signs = puzzle.record().problem.map_or(Vec::new(), |grid| grid.0);
            let count = signs.iter().flatten().filter(|s| counts(s)).count();
            count as f64 * 100.0 / puzzle.size().len() as f64
        };
        self.made.iter().map(share).sum::<f64>() / self.made.len() as f64
    }
}

fn anything(_: &dyn Puzzle) -> bool {
    true
}

/// The tables of these families, with `share` percent of the usual counts.
pub fn print(wanted: impl Fn(&str) -> bool, share: usize) {
    let scaled = |count: usize| (count * share / 100).max(1);
    if wanted("fobidoshi") {
        random_starts(scaled(500));
        random_solutions(scaled(2000));
        thresholds(scaled(1000));
    }
    if wanted("skyscrapers") {
        rule_based(scaled(100));
        backtracking(scaled(100));
        filled_fields(scaled(100));
    }
    if wanted("hashi") {
        growth(scaled(100));
    }
}

fn random_starts(attempts: usize) {
    const STUDY: [(usize, f64, f64, f64); 6] = [
        (4, 55.48, 0.110, 16.5),
        (5, 52.08, 0.479, 13.3),
        (6, 47.36, 2.563, 11.9),
        (7, 43.72, 22.23, 11.8),
        (8, 38.28, 238.8, 11.4),
        (9, 29.64, 714.7, 10.5),
    ];
    println!("Fobidoshi, table 1: random starts, {attempts} attempts each");
    fobidoshi_head();
    for (side, percent, ms, crosses) in STUDY {
        let order = order(family("fobidoshi"), "random-start", side, &[]);
        let ours = Yield::of(&order, attempts, usize::MAX, &anything);
        fobidoshi_line(side, (percent, ms, crosses), &ours);
    }
}

fn random_solutions(attempts: usize) {
    const STUDY: [(usize, f64, f64, f64); 9] = [
        (4, 0.3, 0.189, 0.14),
        (5, 0.55, 0.519, 0.60),
        (6, 2.09, 2.407, 0.20),
        (7, 1.86, 8.970, 0.17),
        (8, 1.29, 43.08, 0.28),
        (9, 0.89, 172.4, 0.20),
        (10, 0.79, 250.6, 0.36),
        (11, 0.25, 397.9, 0.11),
        (12, 0.19, 561.2, 0.53),
    ];
    println!("Fobidoshi, table 2: random solutions, threshold 90 %, {attempts} attempts each");
    fobidoshi_head();
    for (side, percent, ms, crosses) in STUDY {
        let order = order(family("fobidoshi"), "random-solution", side, &[]);
        let ours = Yield::of(&order, attempts, usize::MAX, &anything);
        fobidoshi_line(side, (percent, ms, crosses), &ours);
    }
}

fn fobidoshi_head() {
    println!(
        "  {:>4} | {:>7} {:>9} {:>9} {:>8} | {:>7} {:>9} {:>9} {:>8}",
        "", "study", "ms/good", "ms/each", "crosses", "ours", "ms/good", "ms/each", "crosses"
    );
}

/// How long the study's failures took is not told. If as long as its successes, a puzzle took what
/// is printed with "≤".
fn fobidoshi_line(side: usize, (percent, ms, crosses): (f64, f64, f64), ours: &Yield) {
    let (good, each) = ours.ms();
    println!(
        "  {side:>4} | {percent:>6.2}% {ms:>9.3} {:>9} {crosses:>7.2}% | {:>6.2}% {good:>9.3} \
         {each:>9.3} {:>7.2}%",
        format!("≤{:.1}", ms * 100.0 / percent),
        ours.percent(),
        ours.share(|sign| sign == "x"),
    );
}

fn thresholds(attempts: usize) {
    const PERCENT: [i64; 5] = [60, 70, 80, 90, 100];
    const STUDY: [(usize, [f64; 5]); 9] = [
        (4, [0.12, 0.24, 0.22, 0.16, 0.0]),
        (5, [0.06, 0.18, 0.43, 0.5, 0.07]),
        (6, [0.02, 0.17, 0.77, 1.96, 4.13]),
        (7, [0.01, 0.1, 0.41, 1.85, 5.43]),
        (8, [0.0, 0.04, 0.13, 1.14, 3.64]),
        (9, [0.0, 0.0, 0.16, 0.85, 3.31]),
        (10, [0.0, 0.0, 0.05, 0.81, 3.22]),
        (11, [0.0, 0.0, 0.06, 0.28, 2.01]),
        (12, [0.0, 0.0, 0.0, 0.25, 1.36]),
    ];
    println!(
        "Fobidoshi, table 3: random solutions that come out, in percent, the study's and ours, by \
         threshold, {attempts} attempts each"
    );
    println!(
        "       | {}",
        PERCENT.map(|p| format!("{p:>11} %")).join(" ")
    );
    for (side, study) in STUDY {
        let ours = PERCENT.map(|percent| {
            let options = [("threshold", percent)];
            let order = order(family("fobidoshi"), "random-solution", side, &options);
            Yield::of(&order, attempts, usize::MAX, &anything).percent()
        });
        let both = [0, 1, 2, 3, 4].map(|i| format!("{:>6.2} {:>6.2}", study[i], ours[i]));
        println!("  {side:>4} | {}", both.join(" "));
    }
}

/// The study's rules, without trial of ours.
fn rules(without: &[&str]) -> impl Fn(&dyn Puzzle) -> bool {
    let mut rules = Rules::default();
    rules.choice.without = without.iter().map(|&w| w.to_owned()).collect();
    rules
        .choice
        .without
        .extend(["trial", "smallest-reason"].map(str::to_owned));
    move |puzzle| rules.solve(puzzle, Budget::conflicts(20_000))
}

const SIZES: [usize; 3] = [5, 6, 7];
/// At size 7 a puzzle takes hundreds of squares.
fn fewer(puzzles: usize, side: usize) -> usize {
    match side {
        7 => puzzles.div_ceil(4),
        _ => puzzles,
    }
}

fn skyscrapers_line(what: &str, side: usize, study: (f64, f64), ours: &Yield) {
    let (good, each) = ours.ms();
    println!(
        "  {side:>4} {what:<30} | {:>8.3} {:>11.1} | {:>8.3} {good:>9.3} {each:>9.3} {:>7}",
        study.0,
        study.1 * 1e3,
        ours.tries(),
        ours.made.len(),
    );
}

fn skyscrapers_head(what: &str) {
    println!("Skyscrapers, {what}: squares tried for a puzzle, and milliseconds");
    println!(
        "  {:>4} {:<30} | {:>8} {:>11} | {:>8} {:>9} {:>9} {:>7}",
        "", "", "study", "ms/each", "ours", "ms/good", "ms/each", "puzzles"
    );
}

fn rule_based(puzzles: usize) {
    const ALL: [(f64, f64); 3] = [(1.321, 0.092), (11.550, 3.79), (85.097, 180.480)];
    const FEWER: [(f64, f64); 3] = [(1.776, 0.025), (26.213, 0.480), (391.546, 9.826)];
    skyscrapers_head("table 3, by rules");
    let sets = [
        ("all rules", ALL, rules(&[])),
        (
            "no TryLarge, no SimpleTry",
            FEWER,
            rules(&["try-large", "simple-try"]),
        ),
    ];
    for (words, study, fits) in sets {
        for (side, study) in SIZES.into_iter().zip(study) {
            let order = order(family("skyscrapers"), "study", side, &[("strip", 0)]);
            let ours = Yield::of(&order, usize::MAX, fewer(puzzles, side), &fits);
            skyscrapers_line(words, side, study, &ours);
        }
    }
}

fn backtracking(puzzles: usize) {
    const STUDY: [(f64, f64); 3] = [(1.315, 0.008), (9.990, 0.730), (84.0, 897.0)];
    skyscrapers_head("table 5, one solution");
    for (side, study) in SIZES.into_iter().zip(STUDY) {
        let order = order(family("skyscrapers"), "study", side, &[("strip", 0)]);
        let ours = Yield::of(&order, usize::MAX, fewer(puzzles, side), &anything);
        skyscrapers_line("shuffled cyclic squares", side, study, &ours);
    }
    for side in [5, 6] {
        let order = order(family("skyscrapers"), "uniform", side, &[("strip", 0)]);
        let ours = Yield::of(&order, usize::MAX, puzzles, &anything);
        let squares = &ours.notes["squares"];
        println!(
            "  {side:>4} {:<30} | {:>20} | {:>8.3} {:>9.3}",
            "squares drawn uniformly",
            "",
            squares.iter().sum::<u64>() as f64 / squares.len() as f64,
            ours.ms().0,
        );
    }
}

fn filled_fields(puzzles: usize) {
    const STUDY: [(f64, f64); 3] = [(1.420, 0.110), (4.340, 1.750), (6.600, 102.500)];
    println!("Skyscrapers, table 9, filled fields: given cells + 1, and milliseconds");
    let ways = [
        ("study", 0, "any cell"),
        ("study", 1, "one about which least is known"),
        ("uniform", 1, "ours: led, then where they differ"),
    ];
    for (maker, fill, words) in ways {
        for (side, study) in SIZES.into_iter().zip(STUDY) {
            let options = [
                ("strip", 0),
                ("givens", (side * side) as i64),
                ("fill", fill),
            ];
            let order = order(family("skyscrapers"), maker, side, &options);
            let ours = Yield::of(&order, usize::MAX, fewer(puzzles, side), &rules(&[]));
            let cells = (side * side) as f64;
            let givens = ours.share(|sign| sign != "-") * cells / 100.0;
            println!(
                "  {side:>4} {words:<33} | {:>6.3} {:>9.1} | {:>6.3} {:>9.3}",
                study.0,
                study.1 * 1e3,
                1.0 + givens,
                ours.ms().1,
            );
        }
    }
}

fn growth(puzzles: usize) {
    /// Side, islands; milliseconds, share of failures, tries to place, islands that lost uniqueness.
    type Row = (usize, usize, f64, f64, f64, f64);
    const STUDY: [Row; 4] = [
        (7, 11, 68.96, 33.0, 11.29, 0.62),
        (15, 36, 1923.6, 21.0, 24.87, 0.96),
        (30, 91, 66_179.3, 0.0, 17.22, 1.24),
        (50, 151, 442_830.0, 0.0, 12.19, 1.40),
    ];
    println!(
        "Hashi, tables A.5–A.7: growth (the study's graph encoding); longest runs in a puzzle of \
         tries to place an island (A.6) and of islands that lost uniqueness (A.7)"
    );
    println!(
        "  {:>9} | {:>9} {:>6} {:>6} {:>5} | {:>8} {:>8} {:>6} {:>6} {:>5} {:>7}",
        "",
        "study ms",
        "failed",
        "A.6",
        "A.7",
        "ms/good",
        "ms/each",
        "failed",
        "A.6",
        "A.7",
        "puzzles"
    );
    for (side, islands, ms, failed, tries, lost) in STUDY {
        let count = (puzzles * 7 / side).min(puzzles).max(1);
        let options = [("islands", islands as i64)];
        let order = order(family("hashi"), "study", side, &options);
        let ours = Yield::of(&order, 20 * count, count, &anything);
        let (good, each) = ours.ms();
        let mean = |what: &str| {
            let all = ours.notes.get(what).map_or(&[][..], Vec::as_slice);
            all.iter().sum::<u64>() as f64 / all.len() as f64
        };
        println!(
            "  {:>9} | {ms:>9.1} {failed:>5.0}% {tries:>6.2} {lost:>5.2} | {good:>8.3} {each:>8.3} \
             {:>5.0}% {:>6.2} {:>5.2} {:>7}",
            format!("{side}×{side}:{islands}"),
            100.0 - ours.percent(),
            mean("tries to place an island"),
            mean("islands that lost uniqueness"),
            ours.made.len(),
        );
    }
}
