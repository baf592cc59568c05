//! Solving: the study's backtracking with its switches, and its SMT instance.

use std::time::Duration;

use puzzles::{Puzzle, Status, same_answer};

use super::super::lab::Lab;
use super::super::material::Specimen;
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

pub(in super::super) fn switches(lab: &Lab, report: &mut Report) {
    let Some(method) = method(family(), "backtracking") else {
        return report.lacks("there is no backtracking in this build.");
    };
    let limit = Duration::from_secs_f64(lab.pick(60.0, 0.2, 5.0));
    let sides: &[usize] = lab.pick(
        &[4],
        &[4, 5, 6, 7, 8, 9, 10, 12],
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
    let mut curves = SWITCHES.map(|(name, _)| Curve::new(name, false, &[]));
    let mut calls_curves = curves.clone();
    let mut hopeless = [false; 4];
    for &side in sides {
        let set = of_size(lab, side, lab.count(), report);
        for (which, (name, with)) in SWITCHES.into_iter().enumerate() {
            // As in the study, what solves too few is left out from there on.
            if hopeless[which] || set.is_empty() {
                continue;
            }
            lab.say(&format!("size {side}, {name}"));
            let found = lab.each(set.len(), |i| {
                search(lab, set[i].puzzle.as_ref(), method, with, limit).ok()
            });
            let found: Vec<_> = found.into_iter().flatten().collect();
            let good = found
                .iter()
                .filter(|(found, _)| !found.solutions.is_empty());
            let good: Vec<_> = good.collect();
            let counter = |name: &str| -> Vec<f64> {
                let all = good.iter().filter_map(|(found, _)| found.counter(name));
                all.map(|n| n as f64).collect()
            };
            let times: Vec<f64> = good.iter().map(|(_, ms)| *ms).collect();
            let solved = percent(good.len(), found.len());
            let known = match (name, side) {
                ("none", 7) => Some(76.0),
                ("none", 8) => Some(16.0),
                _ => None,
            };
            let (s, calls) = (Summary::of(&times), Summary::of(&counter("calls")));
            table.row(row![
                side,
                name,
                known,
                solved,
                s.map(|s| s.mean),
                calls.map(|s| s.mean),
                mean(&counter("depth")),
                found.len()
            ]);
            for (curves, s) in [(&mut curves, s), (&mut calls_curves, calls)] {
                curves[which].points.extend(s.map(|s| Point {
                    x: side as f64,
                    y: s.mean,
                    around: Some((s.low, s.high)),
                }));
            }
            hopeless[which] = solved.is_some_and(|solved| solved < 20.0);
        }
    }
    report.tables.push(table);
    if limit < Duration::from_secs(5) {
        report.say("The study's limit is 5 s a puzzle, as in --full; this sample's is shorter.");
    }
    for (title, unit, curves) in [
        (
            "Time of solved puzzles (figure 15a)",
            "ms (mean, quartiles)",
            curves,
        ),
        (
            "Calls on solved puzzles (figure 15b)",
            "calls (mean, quartiles)",
            calls_curves,
        ),
    ] {
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
    let limit = Duration::from_secs_f64(lab.pick(60.0, 0.5, 5.0));
    let sides: &[usize] = lab.pick(&[4], &[6, 8, 10, 12], &[4, 5, 6, 7, 8, 9, 10, 11, 12]);
    let mut table = Table::new(
        "branching only beside circles, with barrier and good moves",
        &["n"],
        &["less time %"],
        &[
            "less time %",
            "fewer calls %",
            "ms without",
            "ms with",
            "puzzles",
        ],
    );
    let mut all = Vec::new();
    for &side in sides {
        let set = of_size(lab, side, lab.count(), report);
        let found = lab.each(set.len(), |i| {
            let one = |with: &str| {
                let (found, ms) = search(lab, set[i].puzzle.as_ref(), method, with, limit).ok()?;
                let solved = !found.solutions.is_empty();
                solved.then_some((ms, found.counter("calls")? as f64))
            };
            let off = one("barrier,good-moves,first-only")?;
            Some((off, one("barrier,good-moves,next-to-circles,first-only")?))
        });
        let found: Vec<_> = found.into_iter().flatten().collect();
        let sum = |of: fn(&((f64, f64), (f64, f64))) -> f64| found.iter().map(of).sum::<f64>();
        let (off, on) = (sum(|f| f.0.0), sum(|f| f.1.0));
        let (calls_off, calls_on) = (sum(|f| f.0.1), sum(|f| f.1.1));
        let count = found.len() as f64;
        let less = (off > 0.0).then(|| 100.0 - 100.0 * on / off);
        table.row(row![
            side,
            30.0,
            less,
            (calls_off > 0.0).then(|| 100.0 - 100.0 * calls_on / calls_off),
            off / count,
            on / count,
            found.len()
        ]);
        all.push((off, on));
    }
    let (off, on) = all.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
    if off > 0.0 {
        report.say(format!(
            "Over all sizes it takes {:.0} % less time. Published: about 30 % less.",
            100.0 - 100.0 * on / off
        ));
    }
    report.tables.push(table);
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
            let as_recorded = |(one, answer): &(&Specimen, &Option<Timed>)| {
                let found = answer.as_ref().and_then(|timed| timed.solution.as_ref());
                let recorded = one.solution.as_ref();
                found
                    .zip(recorded)
                    .is_some_and(|(a, b)| same_answer(one.puzzle.as_ref(), a, b))
            };
            let same = set.iter().zip(&answers).filter(as_recorded).count();
            let answers: Vec<_> = answers.into_iter().flatten().collect();
            let times: Vec<f64> = answers.iter().map(|t| t.total()).collect();
            let s = Summary::of(&times);
            let unique = answers
                .iter()
                .filter(|t| t.status == Status::Unique)
                .count();
            table.row(row![
                solver.name(),
                "under 1,000",
                s.map(|s| s.mean),
                s.map(|s| s.max),
                percent(unique, answers.len()),
                percent(same, answers.len()),
                answers.len()
            ]);
        }
    }
    let Some(method) = method(family(), "backtracking") else {
        return report.lacks("there is no backtracking in this build.");
    };
    let limit = Duration::from_secs_f64(lab.pick(60.0, 1.0, 5.0));
    let found = lab.each(set.len(), |i| {
        let Specimen { puzzle, solution } = &set[i];
        let with = "barrier,good-moves,next-to-circles,first-only";
        let (found, ms) = search(lab, puzzle.as_ref(), method, with, limit).ok()?;
        let board = found.solutions.first()?;
        let same = solution
            .as_ref()
            .is_none_or(|s| same_answer(puzzle.as_ref(), s, board));
        Some((ms, same))
    });
    let good: Vec<(f64, bool)> = found.iter().flatten().copied().collect();
    let times: Vec<f64> = good.iter().map(|(ms, _)| *ms).collect();
    let s = Summary::of(&times);
    table.row(row![
        "backtracking, all switches",
        "under 5,000",
        s.map(|s| s.mean),
        s.map(|s| s.max),
        None::<f64>,
        percent(good.iter().filter(|(_, same)| *same).count(), good.len()),
        good.len()
    ]);
    report.tables.push(table);
    if good.len() < found.len() {
        report.say(format!(
            "Backtracking did not solve {} of {} within {} s.",
            found.len() - good.len(),
            found.len(),
            limit.as_secs_f64()
        ));
    }
}
