//! Every small Latin square as a full-clue Skyscrapers puzzle: how many the rules solve.
//!
//! Squares with the same clues are one puzzle, tried once and counted as often as it has squares;
//! a square is solved if its puzzle is.

use std::collections::BTreeMap;
use std::time::Instant;

use logic::{Plan, TraceEnd, Way};
use puzzles::Puzzle;
use puzzles::format::split;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sat::Budget;
use serde_json::json;

/// The study's rules in its own order; an entry is a rule, or a group of rules.
const STUDY: &[&str] = &[
    "place-stair",
    "place-n",
    "rule-n-plus-1",
    "side-block",
    "simple-scratch",
    "fill-gaps",
    "build-location",
    "differs-is-possible",
    "differs-one",
    "super-fill-gaps",
    "blocks",
    "rule-n-minus-1",
    "try",
    "try-large",
    "simple-try",
];

const ELEMENTARY: &[&str] = &[
    "simple-scratch",
    "fill-gaps",
    "build-location",
    "try",
    "try-large",
    "simple-try",
];

type Square = Vec<Vec<u8>>;

fn latin_squares(n: usize) -> Vec<Square> {
    fn fill(square: &mut Square, n: usize, at: usize, found: &mut Vec<Square>) {
        if at == n * n {
            found.push(square.clone());
            return;
        }
        let (r, c) = (at / n, at % n);
        for h in 1..=n as u8 {
            if square[r][..c].contains(&h) || square[..r].iter().any(|row| row[c] == h) {
                continue;
            }
            square[r][c] = h;
            fill(square, n, at + 1, found);
            square[r][c] = 0;
        }
    }
    let mut found = Vec::new();
    fill(&mut vec![vec![0; n]; n], n, 0, &mut found);
    found
}

fn seen(line: impl Iterator<Item = u8>) -> u8 {
    let mut highest = 0;
    line.fold(0, |seen, h| {
        let higher = h > highest;
        highest = highest.max(h);
        seen + higher as u8
    })
}

/// Above, below, left, right.
fn clues(square: &Square) -> Vec<u8> {
    let n = square.len();
    let column = |c: usize| square.iter().map(move |row| row[c]);
    let row = |r: usize| square[r].iter().copied();
    (0..n)
        .map(|c| seen(column(c)))
        .chain((0..n).map(|c| seen(column(c).rev())))
        .chain((0..n).map(|r| seen(row(r))))
        .chain((0..n).map(|r| seen(row(r).rev())))
        .collect()
}

/// A full-clue puzzle, and how many squares have these clues.
pub struct Case {
    puzzle: std::sync::Arc<dyn Puzzle>,
    squares: usize,
}

/// All puzzles of a size, one for each set of clues.
pub fn cases(n: usize) -> Vec<Case> {
    let mut sets: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for square in latin_squares(n) {
        *sets.entry(clues(&square)).or_default() += 1;
    }
    sets.into_iter()
        .map(|(clues, squares)| {
            let side = |i: usize| -> Vec<String> {
                clues[i * n..(i + 1) * n]
                    .iter()
                    .map(u8::to_string)
                    .collect()
            };
            let record = json!({
                "type": "skyscrapers", "rows": n, "cols": n, "depth": n,
                "clabels": [side(0), side(1)], "rlabels": [side(2), side(3)],
            });
            let document = split(&record.to_string())[0]
                .read()
                .expect("a full-clue puzzle");
            Case {
                puzzle: document.puzzle,
                squares,
            }
        })
        .collect()
}

/// The rules of the table that these names mean, in the order of the names.
fn rules(case: &Case, names: &[&str]) -> Vec<usize> {
    let table = case.puzzle.reasoner().rules();
    let of = |name: &&str| -> Vec<usize> {
        (0..table.own().len())
            .filter(|&r| table[r].id == *name || table[r].group == *name)
            .collect()
    };
    names.iter().flat_map(of).collect()
}

/// In rounds, or in exactly this order.
fn plan(case: &Case, names: &[&str], way: Way) -> Plan {
    let table = case.puzzle.reasoner().rules();
    let mut rules = rules(case, names);
    if way == Way::Rounds {
        rules.sort_by_key(|&r| (table[r].level, r));
    }
    Plan::of(rules, way)
}

/// What some rules solve.
pub struct Count {
    /// For each case, whether it is solved.
    pub solved: Vec<bool>,
    /// How many squares that is.
    pub squares: usize,
    /// The median time in microseconds, over all puzzles.
    pub time: f64,
    /// The same over those that are solved.
    pub time_solved: f64,
}

/// `before`: what simpler rules have solved already; that is not tried again. (A rule that supposes
/// something has its turn only where all others are stuck, so it cannot lose any of these.)
pub fn count(cases: &[Case], names: &[&str], way: Way, before: Option<&Count>) -> Count {
    let plan = plan(&cases[0], names, way);
    let mut result = Count {
        solved: Vec::with_capacity(cases.len()),
        squares: 0,
        time: 0.0,
        time_solved: 0.0,
    };
    let (mut times, mut times_solved) = (Vec::new(), Vec::new());
    for (i, case) in cases.iter().enumerate() {
        if before.is_some_and(|before| before.solved[i]) {
            result.solved.push(true);
            result.squares += case.squares;
            continue;
        }
        let start = Instant::now();
        let trace = case.puzzle.reasoner().trace(&[], &plan, Budget::UNLIMITED);
        let took = start.elapsed().as_secs_f64() * 1e6;
        assert_ne!(trace.end, TraceEnd::Contradiction, "{:?}", case.puzzle);
        let solved = trace.end == TraceEnd::Solved;
        if solved {
            let board = case.puzzle.board(trace.known.facts());
            assert!(case.puzzle.check(&board).is_empty(), "{:?}", case.puzzle);
            assert_eq!(case.squares, 1, "solved, but ambiguous: {:?}", case.puzzle);
        }
        result.solved.push(solved);
        result.squares += solved as usize * case.squares;
        times.push(took);
        if solved {
            times_solved.push(took);
        }
    }
    result.time = median(times);
    result.time_solved = median(times_solved);
    result
}

/// Not the mean: other work on the machine would show in it.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}

fn report(cases: &[Case], words: &str, names: &[&str], way: Way) -> Count {
    report_after(cases, words, names, way, None)
}

fn report_after(
    cases: &[Case],
    words: &str,
    names: &[&str],
    way: Way,
    before: Option<&Count>,
) -> Count {
    let count = count(cases, names, way, before);
    println!(
        "    {words:<52} {:>7} squares   {:>7.1} µs a puzzle, {:>6.1} µs a solved one",
        count.squares, count.time, count.time_solved
    );
    count
}

fn without<'a>(names: &[&'a str], left_out: &[&str]) -> Vec<&'a str> {
    let keep = |name: &&&str| !left_out.contains(*name);
    names.iter().filter(keep).copied().collect()
}

/// The facts of the study's rules. With `every` more than 1 only every so-many-th puzzle of size 5
/// is looked at, and nothing is compared with the known figures. Without Try the order of the rules
/// matters, so those sets are counted both ways.
pub fn prove(every: usize) {
    let four = cases(4);
    let squares = |cases: &[Case]| cases.iter().map(|c| c.squares).sum::<usize>();
    println!(
        "size 4: {} squares, {} clue sets",
        squares(&four),
        four.len()
    );
    let tries = without(STUDY, &["try-large", "simple-try"]);
    let solved = report(
        &four,
        "all without TryLarge, SimpleTry",
        &tries,
        Way::Rounds,
    );
    assert_eq!(solved.squares, 372);
    let elementary = ["simple-scratch", "fill-gaps", "build-location", "try"];
    report(
        &four,
        "SimpleScratch, FillGaps, BuildLocation, Try",
        &elementary,
        Way::Rounds,
    );
    let plain = without(&tries, &["try"]);
    report(
        &four,
        "all without Try, TryLarge, SimpleTry",
        &plain,
        Way::Rounds,
    );

    let mut five = cases(5);
    println!(
        "size 5: {} squares, {} clue sets",
        squares(&five),
        five.len()
    );
    let whole = every <= 1;
    if !whole {
        let mut i = 0;
        five.retain(|_| {
            i += 1;
            i % every == 0
        });
        println!(
            "of these {} clue sets, {} squares",
            five.len(),
            squares(&five)
        );
    }
    let no_simple = without(STUDY, &["simple-try"]);
    let fourteen = report(&five, "all but SimpleTry", &no_simple, Way::Rounds);
    let ordered = report(
        &five,
        "all but SimpleTry, in the study's order",
        &no_simple,
        Way::Order,
    );
    assert!(fourteen.solved == ordered.solved, "the order matters");
    let five_rules = without(ELEMENTARY, &["simple-try"]);
    let elementary = report(&five, "elementary but SimpleTry", &five_rules, Way::Rounds);
    assert!(
        fourteen.solved == elementary.solved,
        "others than the elementary rules"
    );
    let all = report_after(&five, "all fourteen", STUDY, Way::Rounds, Some(&fourteen));
    let both = report_after(
        &five,
        "elementary",
        ELEMENTARY,
        Way::Rounds,
        Some(&elementary),
    );
    assert!(
        all.solved == both.solved,
        "others than the elementary rules"
    );
    if whole {
        assert_eq!(fourteen.squares, 67_056);
        assert_eq!(all.squares, 68_364);
    }
    for one in ["fill-gaps", "build-location"] {
        let less = without(&five_rules, &[one]);
        let words = format!("elementary but SimpleTry and {one}");
        let count = report(&five, &words, &less, Way::Rounds);
        assert!(fourteen.solved == count.solved, "{words}");
    }
    for left_out in [
        &["simple-try", "try-large"][..],
        &["simple-try", "try"],
        &["simple-try", "try", "try-large"],
        &["simple-try", "try", "try-large", "rule-n-minus-1"],
        &["simple-try", "try", "try-large", "differs-one"],
        &["simple-try", "try", "try-large", "differs-is-possible"],
        &["simple-try", "try", "try-large", "super-fill-gaps"],
        &["simple-try", "try", "try-large", "blocks"],
        &["simple-try", "try", "try-large", "side-block"],
    ] {
        let words = format!("all but {}", left_out.join(", "));
        let names = without(STUDY, left_out);
        report(&five, &words, &names, Way::Rounds);
        report(
            &five,
            "    the same in the study's order",
            &names,
            Way::Order,
        );
    }
    orders(&five, 40);
}

/// With Try and TryLarge on, what is known in the end is the same in every order of the rules.
fn orders(cases: &[Case], orders: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let names = without(STUDY, &["simple-try"]);
    let mut rules = rules(&cases[0], &names);
    let mut compared = 0;
    for case in cases.iter().step_by((cases.len() / 1500).max(1)) {
        let mut first: Option<Vec<_>> = None;
        for _ in 0..orders {
            rules.shuffle(&mut rng);
            let plan = Plan::of(rules.clone(), Way::Order);
            let trace = case.puzzle.reasoner().trace(&[], &plan, Budget::UNLIMITED);
            // A finished board is finished, whether or not all scratches have been made.
            let mut end: Vec<_> = (trace.known.facts().iter().copied())
                .filter(|f| trace.end != TraceEnd::Solved || f.is_yes())
                .collect();
            end.sort_unstable();
            match &first {
                None => first = Some(end),
                Some(same) => assert!(*same == end, "the order matters in {:?}", case.puzzle),
            }
        }
        compared += 1;
    }
    println!("    {compared} puzzles come to the same end in {orders} random orders each");
}
