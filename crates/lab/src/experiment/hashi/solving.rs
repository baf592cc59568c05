//! Solving: the study's two encodings against each other.

use std::time::Duration;

use puzzles::engine::Encoding;
use puzzles::{Board, Puzzle, Status, counted};
use sat::{Budget, Solver as Engine, Verdict};

use super::super::clock::timed;
use super::super::lab::Lab;
use super::super::memo::puzzle_digest;
use super::super::numbers::{Summary, mean};
use super::super::plot::{Axis, Bars, Drawing, Plot};
use super::super::published::{self, Published};
use super::super::report::Report;
use super::super::solvers::{Timed, ask_all, encoding, have_solver};
use super::super::table::{Table, row};
use super::{NAME, family, five, four, generated, kinds, size_key, size_name, specimens};

/// The study's encodings under the study's names.
fn encodings() -> Vec<(&'static str, &'static Encoding)> {
    let both = [("Graph", "graph"), ("Grid", "grid-study")];
    let there = both.into_iter();
    there
        .filter_map(|(name, id)| Some((name, encoding(family(), id)?)))
        .collect()
}

/// Sizes and how many of each: large boards take an SMT solver minutes.
fn sizes(lab: &Lab) -> Vec<((usize, usize), usize)> {
    let sizes = super::sizes(lab, lab.pick(1, 2, 4)).into_iter();
    let fewer = |side: usize| if side > 7 { lab.pick(1, 2, 1) } else { 1 };
    sizes
        .map(|size| (size, lab.count().div_ceil(fewer(size.0))))
        .collect()
}

fn limit(lab: &Lab) -> Duration {
    Duration::from_secs(lab.pick(60, 5, 600))
}

pub(in super::super) fn solve(lab: &Lab, report: &mut Report) {
    let tables = [
        ("total (table A.2)", published::hashi_a2()),
        ("construction (table A.3)", published::hashi_a3()),
        ("solving (table A.4)", published::hashi_a4()),
    ];
    let heads = ["mean ms", "sd", "min", "max", "puzzles"];
    let keys = ["size", "kind", "encoding"];
    let mut out: Vec<Table> = (tables.iter())
        .map(|(name, _)| Table::new(*name, &keys, &heads[..4], &heads))
        .collect();
    let encodings = encodings();
    let have = have_solver(lab, report);
    let mut boxes = Vec::new();
    let mut ratios = Vec::new();
    let mut parts = sizes(lab).len() * kinds(lab).len() * (encodings.len() + 1);
    for (size, count) in sizes(lab) {
        for &kind in kinds(lab) {
            lab.begin_part(parts);
            parts -= encodings.len() + 1;
            let specimens = specimens(lab, kind, size, count, report);
            let puzzles: Vec<&dyn Puzzle> = specimens.iter().map(|s| s.puzzle.as_ref()).collect();
            if puzzles.is_empty() {
                continue;
            }
            let given = !lab.given(NAME).is_empty();
            let name = kind;
            let mut by_encoding = Vec::new();
            for &(encoding_name, encoding) in &encodings {
                let Some(solver) = lab.solver().filter(|_| have) else {
                    continue;
                };
                lab.begin_part(parts + 1 + encodings.len() - by_encoding.len());
                let answers = ask_all(lab, &puzzles, encoding, solver, limit(lab), report);
                let each: Vec<Option<f64>> = totals_of(&answers);
                let answers: Vec<Timed> = answers.into_iter().flatten().collect();
                if answers.iter().any(|answer| answer.status != Status::Unique) && !given {
                    report.say(format!(
                        "{encoding_name}: an answer was not \"one solution\", which must not be."
                    ));
                }
                let parts: [fn(&Timed) -> f64; 3] = [Timed::total, |t| t.construct, |t| t.solve];
                for ((table, (_, known)), part) in out.iter_mut().zip(&tables).zip(parts) {
                    let ours: Vec<f64> = answers.iter().map(part).collect();
                    push(table, known, (size.0, name, encoding_name), &ours);
                }
                let totals: Vec<f64> = answers.iter().map(Timed::total).collect();
                let label = format!("{} {}", size.0, name.to_lowercase());
                boxes.extend(five(label, encoding_name, &totals));
                by_encoding.push(each);
            }
            if let [graph, grid] = &by_encoding[..]
                && let Some((times, puzzles)) = times_as_long(graph, grid)
            {
                let name = name.to_lowercase();
                ratios.push(format!(
                    "{0}×{0} {name} {times:.1} ({1})",
                    size.0,
                    counted(puzzles, "puzzle")
                ));
            }
            lab.begin_part(parts + 1);
            let own_name = |i: usize| format!("our own engine, {}", puzzle_digest(puzzles[i]));
            let own = lab.measure(puzzles.len(), own_name, |i| own_ms(lab, puzzles[i]));
            let total: Vec<f64> = own.iter().map(|(total, _)| *total).collect();
            let built: Vec<f64> = own.iter().map(|(_, built)| *built).collect();
            let solved: Vec<f64> = own.iter().map(|(total, built)| total - built).collect();
            for (table, ours) in out.iter_mut().zip([&total, &built, &solved]) {
                let [mean, sd, min, max] = four(ours);
                let none = || None::<f64>;
                table.row(row![
                    size_name(size.0),
                    name,
                    "our own engine",
                    none(),
                    none(),
                    none(),
                    none(),
                    mean,
                    sd,
                    min,
                    max,
                    ours.len()
                ]);
            }
            let label = format!("{} {}", size.0, name.to_lowercase());
            boxes.extend(five(label, "our own engine", &total));
        }
    }
    report.tables = out;
    boxes.sort_by(|a, b| a.series.cmp(&b.series));
    report.plots.push(Plot {
        title: "Building and solving an instance (figure 6.1)".to_owned(),
        x: Axis::plain(""),
        y: Axis::logarithmic("ms"),
        drawing: Drawing::Boxes(boxes),
    });
    if !ratios.is_empty() {
        report.say(format!(
            "Grid takes so many times as long as graph in total, on puzzles that both solved: {}. \
             Published: 2.7 to 5.0.",
            ratios.join(", ")
        ));
    }
    if lab.pick(true, true, false) && lab.given(NAME).is_empty() {
        report.say(
            "Boards of 30×30 and 50×50 are only in the full sample: an SMT solver takes minutes for \
             each.",
        );
    }
}

fn push(
    table: &mut Table,
    known: &Published,
    (side, kind, encoding): (usize, &str, &str),
    ours: &[f64],
) {
    let (size, key) = (size_name(side), size_key(side));
    let keys = [
        ("size", &key[..]),
        ("difficulty", kind),
        ("encoding", encoding),
    ];
    let [mean, sd, min, max] = known.numbers(&keys, ["mean_ms", "sd_ms", "min_ms", "max_ms"]);
    let [a, b, c, d] = four(ours);
    let count = ours.len();
    table.row(row![
        size, kind, encoding, mean, sd, min, max, a, b, c, d, count
    ]);
}

/// Our own engine: building the model and finding a solution, and building alone.
fn own_ms(lab: &Lab, puzzle: &dyn Puzzle) -> (f64, f64) {
    let (model, built) = timed(|| puzzle.encode());
    let (_, solved) = timed(|| {
        let budget = Budget {
            stop: &|| lab.is_over(),
            ..Budget::UNLIMITED
        };
        Engine::new(&model, budget).solve(&[])
    });
    (built + solved, built)
}

/// Milliseconds to a solution, and for a proof that there is no other, each from the beginning.
fn own_sat_unsat(puzzle: &dyn Puzzle) -> Option<(f64, f64)> {
    let (found, sat) = timed(|| {
        let mut engine = Engine::new(&puzzle.encode(), Budget::UNLIMITED);
        (engine.solve(&[]) == Verdict::Sat).then(|| engine.atoms())
    });
    let atoms = found?;
    let (verdict, unsat) = timed(|| {
        let mut engine = Engine::new(&puzzle.encode(), Budget::UNLIMITED);
        engine.exclude(&atoms);
        engine.solve(&[])
    });
    (verdict == Verdict::Unsat).then_some((sat, unsat))
}

/// The same by a solver, in two processes. None if the time ran out.
fn twice(
    lab: &Lab,
    puzzle: &dyn Puzzle,
    encoding: &Encoding,
    solver: &pipe::Solver,
) -> Result<Option<(f64, f64)>, String> {
    let mut answer = puzzles::solve(puzzle, 2, Budget::UNLIMITED);
    let solution = answer.solutions.pop();
    let ask = |other_than: Option<&Board>| {
        let decided = lab.within(limit(lab), |budget| {
            pipe::decide(puzzle, encoding, solver, other_than, budget)
        });
        let decided = decided.map_err(|error| error.to_string())?;
        let ms = |d: pipe::Decided| (d.construct + d.solve).as_secs_f64() * 1e3;
        Ok::<_, String>(decided.map(|d| (d.is_satisfiable, ms(d))))
    };
    let (first, second) = (ask(None)?, ask(solution.as_ref())?);
    match (first, second) {
        (Some((true, sat)), Some((false, unsat))) => Ok(Some((sat, unsat))),
        (Some(_), Some(_)) => Err(format!("{} did not find exactly one solution", encoding.id)),
        _ => Ok(None),
    }
}

pub(in super::super) fn satunsat(lab: &Lab, report: &mut Report) {
    let known = published::hashi_6_1();
    let heads = ["SAT ms", "sd", "UNSAT ms", "sd", "UNSAT ÷ SAT"];
    let mut table = Table::new(
        "a model, and the proof that there is no other",
        &["size", "encoding"],
        &heads,
        &heads,
    );
    let encodings = encodings();
    let have = have_solver(lab, report);
    let mut groups = Vec::new();
    let mut series = [Vec::new(), Vec::new()];
    let mut late = 0;
    let mut parts = sizes(lab).len() * (encodings.len() + 1);
    for (size, count) in sizes(lab) {
        lab.begin_part(parts);
        let specimens = generated(lab, size, count, report);
        let puzzles: Vec<&dyn Puzzle> = specimens.iter().map(|s| s.puzzle.as_ref()).collect();
        let mut line = |name: &str, sat: &[f64], unsat: &[f64]| {
            let (side, key) = (size_name(size.0), size_key(size.0));
            let keys = [("size", &key[..]), ("encoding", name)];
            let columns = ["mean_sat_ms", "sd_sat_ms", "mean_unsat_ms", "sd_unsat_ms"];
            let [a, b, c, d] = known.numbers(&keys, columns);
            let (s, u) = (Summary::of(sat), Summary::of(unsat));
            let ratio = |a: Option<f64>, b: Option<f64>| Some(b? / a?);
            table.row(row![
                side.clone(),
                name,
                a,
                b,
                c,
                d,
                ratio(a, c),
                s.map(|s| s.mean),
                s.map(|s| s.sd),
                u.map(|u| u.mean),
                u.map(|u| u.sd),
                ratio(s.map(|s| s.mean), u.map(|u| u.mean))
            ]);
            groups.push(format!("{} {}", size.0, name.to_lowercase()));
            series[0].push(s.map(|s| s.mean));
            series[1].push(u.map(|u| u.mean));
        };
        for &(name, encoding) in &encodings {
            let Some(solver) = lab.solver().filter(|_| have) else {
                continue;
            };
            lab.say(&format!("{}×{0} {name}", size.0));
            lab.begin_part(parts);
            parts -= 1;
            let cell = |i: usize| format!("{}, {}", encoding.id, puzzle_digest(puzzles[i]));
            let answers = lab.try_measure(puzzles.len(), cell, |i| {
                twice(lab, puzzles[i], encoding, solver)
            });
            let (mut sat, mut unsat) = (Vec::new(), Vec::new());
            for answer in answers {
                match answer {
                    Ok(Some((first, second))) => {
                        sat.push(first);
                        unsat.push(second);
                    }
                    Ok(None) => late += 1,
                    Err(why) => report.lacks(format!("{why}.")),
                }
            }
            line(name, &sat, &unsat);
        }
        lab.begin_part(parts);
        parts = parts.saturating_sub(1);
        let cell = |i: usize| format!("our own engine, {}", puzzle_digest(puzzles[i]));
        let own = lab.measure(puzzles.len(), cell, |i| own_sat_unsat(puzzles[i]));
        let own: Vec<(f64, f64)> = own.into_iter().flatten().collect();
        let (sat, unsat): (Vec<f64>, Vec<f64>) = own.into_iter().unzip();
        line("our own engine", &sat, &unsat);
    }
    report.say(
        "Two instances, each given to a fresh solver: the puzzle, and the puzzle without its solution. \
         Building them counts, the start of the process does not.",
    );
    if late > 0 {
        report.say(format!(
            "{late} took longer than {} s{} and are left out.",
            limit(lab).as_secs(),
            if lab.was_cut() {
                ", or than there was time,"
            } else {
                ""
            }
        ));
    }
    report.tables.push(table);
    let [sat, unsat] = series;
    report.plots.push(Plot {
        title: "SAT and UNSAT (table 6.1)".to_owned(),
        x: Axis::plain(""),
        y: Axis::logarithmic("ms"),
        drawing: Drawing::Bars(
            groups,
            vec![Bars::ours("SAT", sat), Bars::ours("UNSAT", unsat)],
        ),
    });
}

/// Milliseconds in total of each puzzle that was solved.
fn totals_of(answers: &[Option<Timed>]) -> Vec<Option<f64>> {
    let total = |answer: &Option<Timed>| answer.as_ref().map(Timed::total);
    answers.iter().map(total).collect()
}

/// How many times as long the second takes on the puzzles that both solved, and how many these are.
/// Others would not compare: what takes too long is missing on one side only.
fn times_as_long(a: &[Option<f64>], b: &[Option<f64>]) -> Option<(f64, usize)> {
    let both = a.iter().zip(b).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
    let both: Vec<(f64, f64)> = both.collect();
    let (first, second): (Vec<f64>, Vec<f64>) = both.into_iter().unzip();
    Some((mean(&second)? / mean(&first)?, first.len()))
}

/// What a solver with an encoding took for each puzzle of a size.
struct Series {
    solver: String,
    encoding: &'static str,
    side: usize,
    times: Vec<Option<f64>>,
}

/// Times of several encodings and solvers on the same puzzles.
fn compare(lab: &Lab, names: &[&'static str], report: &mut Report) -> Vec<Series> {
    let mut all = Vec::new();
    if !have_solver(lab, report) {
        return all;
    }
    let mut parts = sizes(lab).len() * lab.settings().solvers.len() * names.len();
    for (size, count) in sizes(lab) {
        lab.begin_part(parts);
        let specimens = generated(lab, size, count, report);
        let puzzles: Vec<&dyn Puzzle> = specimens.iter().map(|s| s.puzzle.as_ref()).collect();
        for solver in &lab.settings().solvers {
            for name in names {
                let Some(encoding) = encoding(family(), name) else {
                    continue;
                };
                lab.begin_part(parts);
                parts -= 1;
                let answers = ask_all(lab, &puzzles, encoding, solver, limit(lab), report);
                all.push(Series {
                    solver: solver.name().to_owned(),
                    encoding: name,
                    side: size.0,
                    times: totals_of(&answers),
                });
            }
        }
    }
    all
}

fn compared(name: &str, all: &[Series]) -> (Table, Plot) {
    let heads = ["mean ms", "sd", "min", "max", "puzzles"];
    let mut table = Table::new(name, &["size", "solver and encoding"], &[], &heads);
    let mut boxes = Vec::new();
    for series in all {
        let who = format!("{} {}", series.solver, series.encoding);
        let times: Vec<f64> = series.times.iter().copied().flatten().collect();
        let [mean, sd, min, max] = four(&times);
        let size = size_name(series.side);
        table.row(row![
            size.clone(),
            who.clone(),
            mean,
            sd,
            min,
            max,
            times.len()
        ]);
        boxes.extend(five(who, &size, &times));
    }
    let plot = Plot {
        title: name.to_owned(),
        x: Axis::plain(""),
        y: Axis::logarithmic("ms"),
        drawing: Drawing::Boxes(boxes),
    };
    (table, plot)
}

/// For each solver and size how many times as long one encoding takes as another, in words. Their
/// puzzles and limits are not the same, so each is for itself.
fn ratios(all: &[Series], slow: &str, fast: &str) -> Vec<String> {
    let mut found = Vec::new();
    for one in all.iter().filter(|series| series.encoding == slow) {
        let other = all.iter().find(|series| {
            let same = (&series.solver, series.side) == (&one.solver, one.side);
            same && series.encoding == fast
        });
        let compared = other.and_then(|other| times_as_long(&other.times, &one.times));
        found.extend(compared.map(|(times, puzzles)| {
            let size = size_name(one.side);
            format!(
                "{} {size} {times:.2} ({})",
                one.solver,
                counted(puzzles, "puzzle")
            )
        }));
    }
    found
}

pub(in super::super) fn border(lab: &Lab, report: &mut Report) {
    let names = ["grid", "grid-rim-explicit", "grid-open", "grid-explicit"];
    let all = compare(lab, &names, report);
    let (table, plot) = compared(
        "the grid with a rim and without, with \"not an island\" and without",
        &all,
    );
    for (words, slow, fast, known) in [
        (
            "Without a rim, leaving the explicit clause out",
            "grid-open",
            "grid-explicit",
            "about 10 times",
        ),
        (
            "With the rim, leaving the explicit clause out",
            "grid",
            "grid-rim-explicit",
            "no difference",
        ),
    ] {
        let found = ratios(&all, slow, fast);
        if !found.is_empty() {
            report.say(format!(
                "{words} takes so many times as long, on puzzles that both solved: {}. Published: \
                 {known}.",
                found.join(", ")
            ));
        }
    }
    report.tables.push(table);
    report.plots.push(plot);
}

pub(in super::super) fn variants(lab: &Lab, report: &mut Report) {
    let names = ["graph", "grid-study", "grid", "grid-plain"];
    let all = compare(lab, &names, report);
    let (table, plot) = compared("every encoding with every solver", &all);
    for (words, one, other) in [
        ("The grid with if-then-else", "grid", "grid-plain"),
        (
            "The study's grid, with all that says nothing,",
            "grid-study",
            "grid",
        ),
    ] {
        let found = ratios(&all, one, other);
        if !found.is_empty() {
            report.say(format!(
                "{words} takes so many times as long as without, on puzzles that both solved: {}.",
                found.join(", ")
            ));
        }
    }
    report.tables.push(table);
    report.plots.push(plot);
}
