//! Solving: the study's backtracking with its switches, and its SMT instance.

use std::time::Duration;

use puzzles::engine::Method;
use puzzles::{Puzzle, Status, same_answer};
use serde::{Deserialize, Serialize};

use super::super::lab::Lab;
use super::super::material::Specimen;
use super::super::memo::puzzle_digest;
use super::super::numbers::{Summary, mean, percent};
use super::super::plot::{Axis, Curve, Drawing, Plot, Point};
use super::super::report::Report;
use super::super::solvers::{Timed, ask_all, encoding, have_solver, method, search};
use super::super::table::{Table, row};
use super::{collection, family, of_size};

/// The study's four ways to search.
const SWITCHES: [(&str, &str); 4] = [
    ("none", "first-only"),
    ("barrier", "barrier,first-only"),
    ("good moves", "good-moves,first-only"),
    ("both", "barrier,good-moves,first-only"),
];

/// What a search took: milliseconds, calls, depth.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Took {
    ms: f64,
    calls: f64,
    depth: f64,
}

/// Search so many times, as the study did; none if the time ran out before a solution.
fn took(
    lab: &Lab,
    (puzzle, repeats): (&dyn Puzzle, usize),
    method: &Method,
    with: &str,
    limit: Duration,
) -> Option<Took> {
    let mut all = Vec::new();
    for _ in 0..repeats {
        let (found, ms) = search(lab, puzzle, method, with, limit).ok()?;
        if found.solutions.is_empty() {
            return None;
        }
        all.push((found, ms));
    }
    let times: Vec<f64> = all.iter().map(|(_, ms)| *ms).collect();
    let (found, _) = all.first()?;
    Some(Took {
        ms: mean(&times)?,
        calls: found.counter("calls")? as f64,
        depth: found.counter("depth")? as f64,
    })
}

pub(in super::super) fn switches(lab: &Lab, report: &mut Report) {
    let Some(method) = method(family(), "backtracking") else {
        return report.lacks("there is no backtracking in this build.");
    };
    let limit = Duration::from_secs_f64(lab.pick(60.0, 1.0, 5.0));
    let repeats = lab.pick(1, 1, 5);
    let sides: &[usize] = lab.pick(
        &[4],
        &[4, 5, 6, 7, 8, 9, 10, 11, 12],
        &[4, 5, 6, 7, 8, 9, 10, 11, 12],
    );
    let mut table = Table::new(
        format!(
            "backtracking to the first solution, at most {} s",
            limit.as_secs_f64()
        ),
        &["n", "switches"],
        &["solved %"],
        &["solved %", "mean ms", "mean calls", "mean depth", "puzzles"],
    );
    let none = SWITCHES.map(|(name, _)| Curve::new(name, false, &[]));
    let mut curves = [none.clone(), none.clone(), none];
    let mut hopeless = [false; 4];
    let mut fewer = Vec::new();
    for &side in sides {
        let set = of_size(lab, side, lab.count(), report);
        for (which, (name, with)) in SWITCHES.into_iter().enumerate() {
            // As in the study, what solves too few is left out from there on.
            if hopeless[which] || set.is_empty() {
                continue;
            }
            lab.say(&format!("size {side}, {name}"));
            let cell = |i: usize| format!("{name}, {}", puzzle_digest(set[i].puzzle.as_ref()));
            let found = lab.measure(set.len(), cell, |i| {
                let puzzle = set[i].puzzle.as_ref();
                took(lab, (puzzle, repeats), method, with, limit)
            });
            let good: Vec<Took> = found.iter().copied().flatten().collect();
            let solved = percent(good.len(), found.len());
            let known = match (name, side) {
                ("none", 7) => Some(76.0),
                ("none", 8) => Some(16.0),
                _ => None,
            };
            let parts: [fn(&Took) -> f64; 3] = [|t| t.ms, |t| t.calls, |t| t.depth];
            let sums = parts.map(|part| Summary::of(&good.iter().map(part).collect::<Vec<_>>()));
            let [ms, calls, depth] = sums.map(|s| s.map(|s| s.mean));
            table.row(row![
                side,
                name,
                known,
                solved,
                ms,
                calls,
                depth,
                found.len()
            ]);
            for (curves, s) in curves.iter_mut().zip(sums) {
                curves[which].points.extend(s.map(|s| Point {
                    x: side as f64,
                    y: s.mean,
                    around: Some((s.low, s.high)),
                }));
            }
            hopeless[which] = solved.is_some_and(|solved| solved < 20.0);
            if name != "none" && solved.is_some_and(|solved| solved < 95.0) {
                fewer.push(format!("{name} at size {side}"));
            }
        }
    }
    report.tables.push(table);
    report.say(match fewer.is_empty() {
        true => "With one improvement or both, nearly all are solved at every size, as published."
            .to_owned(),
        false => format!(
            "Published: with one improvement or both nearly all are solved. Here less than 95 %: {}.",
            fewer.join(", ")
        ),
    });
    let last = |measure: usize, which: usize| {
        let point = curves[measure][which].points.last()?;
        (point.x == 12.0).then_some(point.y)
    };
    if let (Some(good), Some(both)) = (last(0, 2), last(0, 3)) {
        report.say(format!(
            "At size 12 good moves alone take {good:.2} ms, both {both:.2} ms. Published: good moves \
             alone are faster. {}",
            match last(1, 2) == last(1, 3) {
                true =>
                    "Both make the same calls: good moves look for a barrier before they begin, so \
                     the other improvement only looks once more.",
                false => "They do not make the same calls.",
            }
        ));
    }
    if limit < Duration::from_secs(5) {
        report.say("The study's limit is 5 s a puzzle, as in --full; this sample's is shorter.");
    }
    for ((title, unit), curves) in [
        (
            "Time of solved puzzles (figure 15a)",
            "ms (mean, quartiles)",
        ),
        (
            "Calls on solved puzzles (figure 15b)",
            "calls (mean, quartiles)",
        ),
        (
            "Depth on solved puzzles (figure 15c)",
            "depth (mean, quartiles)",
        ),
    ]
    .into_iter()
    .zip(curves)
    {
        report.plots.push(Plot {
            title: title.to_owned(),
            x: Axis::plain("n"),
            y: Axis::logarithmic(unit),
            drawing: Drawing::Curves(curves.to_vec()),
        });
    }
}

pub(in super::super) fn next(lab: &Lab, report: &mut Report) {
    let Some(method) = method(family(), "backtracking") else {
        return report.lacks("there is no backtracking in this build.");
    };
    let limit = Duration::from_secs_f64(lab.pick(60.0, 1.0, 5.0));
    let repeats = lab.pick(1, 3, 5);
    let sides: &[usize] = lab.pick(&[4], &[6, 8, 10, 12], &[4, 5, 6, 7, 8, 9, 10, 11, 12]);
    let heads = [
        "ms without",
        "ms with",
        "less time %",
        "fewer calls %",
        "puzzles",
    ];
    let mut all = Vec::new();
    for (title, with, known) in [
        (
            "branching only beside circles, with barrier and good moves",
            "barrier,good-moves,next-to-circles,first-only",
            Some(30.0),
        ),
        (
            "branching beside the group with the fewest ways out (the study's wish for a heuristic)",
            "barrier,good-moves,heuristic,first-only",
            None,
        ),
    ] {
        let mut table = Table::new(title, &["n"], &["less time %"], &heads);
        let (mut off, mut on) = (0.0, 0.0);
        for &side in sides {
            let set = of_size(lab, side, lab.count(), report);
            lab.say(&format!("size {side}, {with}"));
            let cell = |i: usize| format!("{with}, {}", puzzle_digest(set[i].puzzle.as_ref()));
            let found = lab.measure(set.len(), cell, |i| {
                let puzzle = set[i].puzzle.as_ref();
                let one = |with: &str| took(lab, (puzzle, repeats), method, with, limit);
                Some((one("barrier,good-moves,first-only")?, one(with)?))
            });
            let found: Vec<(Took, Took)> = found.into_iter().flatten().collect();
            let sum = |of: fn(&(Took, Took)) -> f64| found.iter().map(of).sum::<f64>();
            let (before, after) = (sum(|f| f.0.ms), sum(|f| f.1.ms));
            let (calls, calls_after) = (sum(|f| f.0.calls), sum(|f| f.1.calls));
            let less = |a: f64, b: f64| (a > 0.0).then(|| 100.0 - 100.0 * b / a);
            let count = found.len() as f64;
            table.row(row![
                side,
                known,
                before / count,
                after / count,
                less(before, after),
                less(calls, calls_after),
                found.len()
            ]);
            off += before;
            on += after;
        }
        if off > 0.0 {
            all.push(100.0 - 100.0 * on / off);
        }
        let title = match known {
            Some(_) => "Branching beside circles",
            None => "Branching beside the fewest ways out",
        };
        let axis = Axis::logarithmic("ms (mean)");
        let heads = ["ms without", "ms with"];
        report
            .plots
            .push(Plot::of_table(title, axis, &table, &heads));
        report.tables.push(table);
    }
    if let [beside, fewest] = all[..] {
        report.say(format!(
            "Over all sizes, branching beside circles takes {beside:.0} % less time (published: about \
             30 %), and branching beside the group with the fewest ways out {fewest:.0} % less."
        ));
    }
}

pub(in super::super) fn smt(lab: &Lab, report: &mut Report) {
    let set = collection(lab, report);
    let puzzles: Vec<&dyn Puzzle> = set.iter().map(|one| one.puzzle.as_ref()).collect();
    let mut table = Table::new(
        "the study's instance",
        &["engine"],
        &["ms"],
        &[
            "mean ms",
            "largest ms",
            "one solution %",
            "as recorded %",
            "puzzles",
        ],
    );
    let limit = Duration::from_secs(lab.pick(60, 10, 60));
    if let (true, Some(encoding)) = (have_solver(lab, report), encoding(family(), "levels")) {
        for solver in &lab.settings().solvers {
            let answers = ask_all(lab, &puzzles, encoding, solver, limit, report);
            let both: Vec<(&Timed, &Specimen)> = answers
                .iter()
                .zip(&set)
                .filter_map(|(answer, one)| Some((answer.as_ref()?, one)))
                .collect();
            let times: Vec<f64> = both.iter().map(|(t, _)| t.total()).collect();
            let unique = both.iter().filter(|(t, _)| t.status == Status::Unique);
            let known: Vec<bool> = both
                .iter()
                .filter_map(|(t, one)| {
                    let (found, known) = (t.solution()?, one.solution.as_ref()?);
                    Some(same_answer(one.puzzle.as_ref(), &found, known))
                })
                .collect();
            let s = Summary::of(&times);
            table.row(row![
                solver.name(),
                "well under 1000 each",
                s.map(|s| s.mean),
                s.map(|s| s.max),
                percent(unique.count(), both.len()),
                percent(known.iter().filter(|same| **same).count(), known.len()),
                both.len()
            ]);
            let slow = times.iter().filter(|ms| **ms > 1000.0).count();
            report.say(format!(
                "{}: {slow} of {} took more than a second.",
                solver.name(),
                both.len()
            ));
        }
    }
    let Some(method) = method(family(), "backtracking") else {
        return report.tables.push(table);
    };
    let limit = Duration::from_secs(lab.pick(60, 5, 5));
    let cell = |i: usize| format!("backtracking, {}", puzzle_digest(set[i].puzzle.as_ref()));
    let found = lab.measure(set.len(), cell, |i| {
        let Specimen { puzzle, solution } = &set[i];
        let with = "barrier,good-moves,next-to-circles,first-only";
        let (found, ms) = search(lab, puzzle.as_ref(), method, with, limit).ok()?;
        let board = found.solutions.first()?;
        let known = solution.as_ref();
        let same = known.map(|known| same_answer(puzzle.as_ref(), board, known));
        Some((ms, same))
    });
    let good: Vec<(f64, Option<bool>)> = found.iter().copied().flatten().collect();
    let times: Vec<f64> = good.iter().map(|(ms, _)| *ms).collect();
    let known: Vec<bool> = good.iter().filter_map(|(_, same)| *same).collect();
    let s = Summary::of(&times);
    table.row(row![
        "backtracking to the first solution",
        "under 5000 each",
        s.map(|s| s.mean),
        s.map(|s| s.max),
        None::<f64>,
        percent(known.iter().filter(|same| **same).count(), known.len()),
        good.len()
    ]);
    report.plots.push(Plot::of_table(
        "Time of each engine",
        Axis::logarithmic("ms"),
        &table,
        &["mean ms", "largest ms"],
    ));
    report.tables.push(table);
    report.say(format!(
        "Backtracking solved {} of {} within {} s each. Published: all.",
        good.len(),
        found.len(),
        limit.as_secs_f64()
    ));
}
