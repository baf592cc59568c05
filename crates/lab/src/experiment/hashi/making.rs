//! Making: the study's generator, with the study's encodings as provers and with our own engine.

use std::time::Duration;

use pipe::Solver;
use puzzles::engine::Encoding;
use puzzles::{Board, Puzzle, Status};
use sat::Budget;

use super::super::attempts::{AS_IT_IS, Attempts, How, Proof};
use super::super::clock::{leave_out, timed};
use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::numbers::Summary;
use super::super::plot::{Axis, BoxOf, Curve, Drawing, Plot, Point};
use super::super::published;
use super::super::report::Report;
use super::super::solvers::{encoding, have_solver};
use super::super::table::{Table, row};
use super::{NAME, SIZES, family, five, four, size_key, size_name};

/// The study's names for the longest runs that it counted, as our maker notes them.
const PLACING: &str = "tries to place an island";
const LOSING: &str = "islands that lost uniqueness";

/// Who proves: the study's name for it, and the encoding; none is our own engine.
const PROVERS: [(&str, Option<&str>); 3] = [
    ("our own engine", None),
    ("Graph", Some("graph")),
    ("Grid", Some("grid-study")),
];

/// How many islands there are.
fn islands(puzzle: &dyn Puzzle) -> usize {
    let signs = puzzle.record().problem.map_or(Vec::new(), |grid| grid.0);
    signs.iter().flatten().filter(|sign| *sign != "-").count()
}

/// Ask an SMT solver whether there is another solution. The start of its process does not count.
fn asked(
    lab: &Lab,
    (puzzle, solution): (&dyn Puzzle, &Board),
    (encoding, solver): (&Encoding, &Solver),
) -> Result<Option<Proof>, String> {
    let limit = Duration::from_secs(lab.pick(60, 10, 3600));
    let (decided, wall) = timed(|| {
        lab.within(limit, |budget| {
            pipe::decide(puzzle, encoding, solver, Some(solution), budget)
        })
    });
    let decided = decided.map_err(|error| error.to_string())?;
    Ok(decided.map(|decided| {
        let ms = (decided.construct + decided.solve).as_secs_f64() * 1e3;
        leave_out(wall - ms);
        Proof {
            is_unique: !decided.is_satisfiable,
            clues: islands(puzzle),
            ms,
        }
    }))
}

/// Ask our own engine.
fn own(lab: &Lab, puzzle: &dyn Puzzle) -> Proof {
    let budget = Budget {
        stop: &|| lab.is_over(),
        ..Budget::UNLIMITED
    };
    let (answer, ms) = timed(|| puzzles::solve(puzzle, 2, budget));
    Proof {
        is_unique: answer.status == Status::Unique,
        clues: islands(puzzle),
        ms,
    }
}

/// Make so many puzzles with this prover; none if it cannot be had.
fn made_with(
    lab: &Lab,
    (name, prover): (&str, Option<&str>),
    recipe: &Recipe,
    puzzles: usize,
    report: &mut Report,
) -> Option<Attempts> {
    let stated = match prover {
        None => None,
        Some(id) => Some((encoding(family(), id)?, lab.solver()?)),
    };
    let prove = |puzzle: &dyn Puzzle, solution: &Board| match stated {
        Some(by) => asked(lab, (puzzle, solution), by),
        None => Ok(Some(own(lab, puzzle))),
    };
    let how = How {
        prover: Some((name, &prove)),
        ahead: if prover.is_some() { 1 } else { 4 },
        ..AS_IT_IS
    };
    Some(Attempts::of(
        lab,
        recipe,
        20 * puzzles,
        puzzles,
        &how,
        report,
    ))
}

/// How many puzzles of each size: our own engine makes all, an SMT solver takes minutes for a large
/// one, and with the grid half a minute on 15×15.
fn wanted(lab: &Lab, prover: Option<&str>) -> [usize; 4] {
    let count = lab.count();
    let part =
        |parts: [usize; 4]| parts.map(|part| if part == 0 { 0 } else { count.div_ceil(part) });
    match prover {
        None => lab.pick(part([1, 0, 0, 0]), part([1, 1, 4, 10]), part([1; 4])),
        Some("graph") => lab.pick(part([1, 0, 0, 0]), part([6, 30, 0, 0]), part([1; 4])),
        Some(_) => lab.pick(part([1, 0, 0, 0]), part([6, 0, 0, 0]), part([1; 4])),
    }
}

/// What a quick sample leaves out.
fn larger_in_full(lab: &Lab, report: &mut Report) {
    if lab.pick(true, true, false) {
        report.say(
            "Larger boards with an SMT solver as prover are only in the full sample: each takes it half a \
             minute to an hour.",
        );
    }
}

/// The study's recipe for a size.
fn recipe((side, islands): (usize, usize)) -> Recipe {
    Recipe::new(NAME, "study", side).with("islands", islands as i64)
}

pub(in super::super) fn generate(lab: &Lab, report: &mut Report) {
    let (a5, a6, a7) = (
        published::hashi_a5(),
        published::hashi_a6(),
        published::hashi_a7(),
    );
    let heads = ["mean", "sd", "min", "max"];
    let ours = ["mean", "sd", "min", "max", "puzzles"];
    let keys = ["size", "islands", "prover"];
    let mut times = Table::new("milliseconds a puzzle (table A.5)", &keys, &heads, &ours);
    let mut tries = [
        (
            "most tries in a row to place an island (table A.6)",
            a6,
            PLACING,
        ),
        (
            "most islands in a row that lost uniqueness (table A.7)",
            a7,
            LOSING,
        ),
    ]
    .map(|(title, known, note)| (Table::new(title, &keys, &heads, &ours), known, note));
    let have = have_solver(lab, report);
    let mut boxes = Vec::new();
    let mut rows = Vec::new();
    // Size by size, the large ones last: they take longest.
    let mut parts = SIZES.len() * PROVERS.len();
    for (place, size) in SIZES.into_iter().enumerate() {
        for (name, prover) in PROVERS {
            lab.begin_part(parts);
            parts -= 1;
            let puzzles = wanted(lab, prover)[place];
            if puzzles == 0 || prover.is_some() && !have {
                continue;
            }
            let Some(run) = made_with(lab, (name, prover), &recipe(size), puzzles, report) else {
                continue;
            };
            rows.push((size, name, run));
        }
    }
    for (size, name, run) in &rows {
        let (side, islands) = *size;
        let key = size_key(side);
        let keys = [("size", &key[..]), ("encoding", *name)];
        let cells = |table: &published::Published, ours: &[f64]| {
            let [a, b, c, d] = table.numbers(&keys, heads);
            let mut cells = row![size_name(side), islands, *name, a, b, c, d];
            cells.extend(four(ours));
            cells.extend(row![ours.len()]);
            cells
        };
        times.row(cells(&a5, &run.good));
        for (table, known, note) in &mut tries {
            let noted = run.notes.get(*note).map_or(&[][..], Vec::as_slice);
            table.row(cells(known, noted));
        }
        if let [Some(mean), Some(sd), Some(min), Some(max)] = a5.numbers(&keys, heads) {
            boxes.push(BoxOf {
                name: format!("{side} {}", name.to_lowercase()),
                series: "published (mean ± sd)".to_owned(),
                five: [min, (mean - sd).max(min), mean, mean + sd, max],
                published: true,
            });
        }
        boxes.extend(five(
            format!("{side} {}", name.to_lowercase()),
            "ours",
            &run.good,
        ));
    }
    let mean_of = |size: usize, name: &str| {
        let row = rows
            .iter()
            .find(|((side, _), of, _)| *side == size && *of == name);
        row.and_then(|(.., run)| Summary::of(&run.good))
            .map(|s| s.mean)
    };
    for (side, _) in SIZES {
        let key = size_key(side);
        let published = |name: &str| a5.number(&[("size", &key[..]), ("encoding", name)], "mean");
        if let (Some(graph), Some(grid), Some(a), Some(b)) = (
            mean_of(side, "Graph"),
            mean_of(side, "Grid"),
            published("Graph"),
            published("Grid"),
        ) {
            report.say(format!(
                "{side}×{side}: with grid it takes {:.1} times as long as with graph. Published: {:.1} \
                 times.",
                grid / graph,
                b / a
            ));
        }
    }
    report.tables.push(times);
    report.tables.extend(tries.map(|(table, ..)| table));
    larger_in_full(lab, report);
    report.say(
        "The start of a solver's process does not count in these times. With the same random numbers \
         every prover makes the same puzzles.",
    );
    report.plots.push(Plot {
        title: "Making a puzzle (figure 6.2)".to_owned(),
        x: Axis::plain("size"),
        y: Axis::logarithmic("ms"),
        drawing: Drawing::Boxes(boxes),
    });
}

/// What the study proposes at its end, each as a switch of its generator.
const PROPOSED: [(&str, &[(&str, i64)]); 4] = [
    ("as it is", &[]),
    ("tried sources remembered", &[("remember", 1)]),
    ("bridges where no island fits", &[("bridges", 1)]),
    ("both", &[("remember", 1), ("bridges", 1)]),
];

pub(in super::super) fn failures(lab: &Lab, report: &mut Report) {
    let known = [33.0, 21.0, 0.0, 0.0];
    let mut table = Table::new(
        "runs that fail",
        &["size", "islands", "generator"],
        &["failed %"],
        &[
            "failed %",
            "runs",
            "no place found",
            "lost uniqueness",
            "ms a run",
        ],
    );
    let mut lost = 0;
    let sizes = lab.pick(1, 4, 4);
    let shares: [usize; 4] = lab.pick([1; 4], [1, 1, 4, 10], [1; 4]);
    for ((size, known), share) in SIZES.into_iter().zip(known).zip(shares).take(sizes) {
        for (words, options) in PROPOSED {
            let mut recipe = recipe(size);
            for (id, value) in options {
                recipe = recipe.with(id, *value);
            }
            let runs = lab.count().div_ceil(share);
            let run = Attempts::of(lab, &recipe, runs, usize::MAX / 8, &AS_IT_IS, report);
            let failed = run.percent().map(|good| 100.0 - good);
            let of = |word: &str| {
                let failures = run.failures.iter().filter(|(why, _)| why.contains(word));
                failures.map(|(_, count)| *count).sum::<usize>()
            };
            lost += of("ambiguous");
            table.row(row![
                size_name(size.0),
                size.1,
                words,
                Some(known).filter(|_| options.is_empty()),
                failed,
                run.attempts,
                of("no place"),
                of("ambiguous"),
                run.all / run.attempts.max(1) as f64
            ]);
        }
    }
    report.plots.push(Plot::of_table(
        "Runs that fail",
        Axis::plain("%"),
        &table,
        &["failed %"],
    ));
    report.tables.push(table);
    report.say(format!(
        "{} for lack of uniqueness. Published: never.",
        match lost {
            0 => "No run failed".to_owned(),
            _ => format!("{lost} runs failed"),
        }
    ));
}

pub(in super::super) fn iterations(lab: &Lab, report: &mut Report) {
    let have = have_solver(lab, report);
    let mut parts = SIZES.len() * PROVERS.len();
    for (place, size) in SIZES.into_iter().enumerate() {
        let (side, most) = size;
        let steps = lab.pick(2, 6, 12);
        let mut table = Table::new(
            format!("proving one solution while a {side}×{side} grows"),
            &["islands", "prover"],
            &[],
            &["mean ms", "sd", "proofs"],
        );
        let mut curves = Vec::new();
        for (name, prover) in PROVERS {
            lab.begin_part(parts);
            parts -= 1;
            let puzzles = wanted(lab, prover)[place];
            if puzzles == 0 || prover.is_some() && !have {
                continue;
            }
            let made = made_with(lab, (name, prover), &recipe(size), puzzles, report);
            let proofs = made.map_or(Vec::new(), |run| run.proofs);
            let mut curve = Curve::new(name.to_lowercase(), false, &[]);
            for step in 1..=steps {
                let (from, to) = (most * (step - 1) / steps, most * step / steps);
                let within = proofs.iter().filter(|p| p.clues > from && p.clues <= to);
                let times: Vec<f64> = within.map(|proof| proof.ms).collect();
                let Some(s) = Summary::of(&times) else {
                    continue;
                };
                let range = match from + 1 {
                    first if first == to => to.to_string(),
                    first => format!("{first}–{to}"),
                };
                table.row(row![range, name, s.mean, s.sd, s.count]);
                curve.points.push(Point {
                    x: to as f64,
                    y: s.mean,
                    around: Some(((s.mean - s.sd).max(s.min), s.mean + s.sd)),
                });
            }
            curves.push(curve);
        }
        curves.retain(|curve| !curve.points.is_empty());
        if table.rows.is_empty() {
            continue;
        }
        report.tables.push(table);
        report.plots.push(Plot {
            title: format!("Time of a proof while a {side}×{side} grows (figures 6.3, A.8–A.10)"),
            x: Axis::plain("islands"),
            y: Axis::logarithmic("ms (mean, sd)"),
            drawing: Drawing::Curves(curves),
        });
    }
    larger_in_full(lab, report);
    report.say(
        "Each proof of the generation runs is counted by the islands that there were then. Published: \
         the time grows with them, with grid steadily, with graph at first more quickly.",
    );
}
