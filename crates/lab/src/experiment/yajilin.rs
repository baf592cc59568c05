//! The experiments of the Yajilin study, which has no tables: what it says in words is answered with
//! numbers.

use std::time::Duration;

use puzzles::engine::Method;
use puzzles::format::split;
use puzzles::{Family, Puzzle, Status, solve};
use sat::Budget;

use super::clock::timed;
use super::lab::Lab;
use super::material::{Recipe, Specimen};
use super::numbers::{Summary, mean, percent};
use super::plot::{Axis, BoxOf, Curve, Drawing, Plot, Point};
use super::report::Report;
use super::solvers::{encoding, method, search, study_method};
use super::table::{Table, row};

const NAME: &str = "yajilin";

fn family() -> &'static Family {
    puzzles::family(NAME).expect("one of the families")
}

/// Given puzzles, or simple and harder ones of ours, each with what they are called.
fn sets(lab: &Lab, report: &mut Report) -> Vec<(String, Vec<Specimen>)> {
    let given = lab.given(NAME);
    if !given.is_empty() {
        let all = given
            .iter()
            .take(lab.count().max(20))
            .map(|document| Specimen {
                puzzle: document.puzzle.clone(),
                solution: document.solution.clone(),
            });
        return vec![("given".to_owned(), all.collect())];
    }
    let sides: &[(usize, Option<f64>)] = lab.pick(
        &[(5, None)],
        &[(6, Some(0.3)), (6, None), (8, None), (10, None)],
        &[(6, Some(0.3)), (6, None), (8, None), (10, None), (12, None)],
    );
    let set = |&(side, density): &(usize, Option<f64>)| {
        let recipe = Recipe::new(NAME, "ours", side);
        let (recipe, more) = match density {
            Some(density) => (recipe.density(density), ", many clues"),
            None => (recipe, ""),
        };
        let name = format!("{side}×{side}{more}");
        (name, lab.make(&recipe, lab.count(), report))
    };
    sides.iter().map(set).collect()
}

const PATTERNS: &str = "its patterns are the study's and a little more: clues that have their number \
                        close their row, several odd gaps are filled at once";
const MODELS: &str = "it looks through models as the study did, of our own clauses";

/// One of the ways to solve.
enum Way {
    Method(&'static Method),
    Ours,
}

/// Is it solved, in how many milliseconds, and how many models were looked at?
fn run(lab: &Lab, way: &Way, puzzle: &dyn Puzzle, limit: Duration) -> (bool, f64, Option<u64>) {
    match way {
        Way::Ours => {
            let (answer, ms) = timed(|| lab.within(limit, |budget| solve(puzzle, 2, budget)));
            (answer.status == Status::Unique, ms, None)
        }
        Way::Method(method) => match search(lab, puzzle, method, "", limit) {
            Ok((found, ms)) => (!found.solutions.is_empty(), ms, found.counter("models")),
            Err(_) => (false, 0.0, None),
        },
    }
}

pub(super) fn engines(lab: &Lab, report: &mut Report) {
    let limit = Duration::from_secs_f64(lab.pick(60.0, 0.5, 10.0));
    let ways: Vec<(&str, Option<Way>)> = vec![
        (
            "patterns",
            study_method(family(), ("patterns-study", "patterns"), PATTERNS, report)
                .map(Way::Method),
        ),
        (
            "patterns + brute force",
            method(family(), "patterns+search").map(Way::Method),
        ),
        (
            "SAT, each model checked",
            study_method(family(), ("models-study", "models"), MODELS, report).map(Way::Method),
        ),
        ("SAT with the loop (ours)", Some(Way::Ours)),
    ];
    let mut table = Table::new(
        format!("solved within {} s", limit.as_secs_f64()),
        &["puzzles", "engine"],
        &["in words"],
        &["solved %", "mean ms of solved", "largest ms", "of"],
    );
    let mut boxes = Vec::new();
    let mut last: Vec<(&str, f64)> = Vec::new();
    for (name, set) in sets(lab, report) {
        last.clear();
        for (engine, way) in &ways {
            let Some(way) = way else { continue };
            lab.say(&format!("{name}, {engine}"));
            let found = lab.each(set.len(), |i| run(lab, way, set[i].puzzle.as_ref(), limit));
            let solved: Vec<f64> = found.iter().filter(|f| f.0).map(|f| f.1).collect();
            let s = Summary::of(&solved);
            let known = match *engine {
                "patterns" => "simple puzzles, at once",
                "patterns + brute force" => "too slow on harder ones",
                "SAT, each model checked" => "far faster there",
                _ => "",
            };
            table.row(row![
                name.clone(),
                *engine,
                known,
                percent(solved.len(), found.len()),
                s.map(|s| s.mean),
                s.map(|s| s.max),
                found.len()
            ]);
            last.extend(s.map(|s| (*engine, s.mean)));
            boxes.extend(s.map(|s| BoxOf {
                name: name.clone(),
                series: (*engine).to_owned(),
                five: [s.min, s.low, s.median, s.high, s.max],
                published: false,
            }));
        }
    }
    report.tables.push(table);
    let of = |name: &str| last.iter().find(|(engine, _)| engine.contains(name));
    if let (Some((_, force)), Some((_, models))) = (of("brute force"), of("each model")) {
        report.say(match models < force {
            true => format!(
                "On the last set SAT with each model checked takes {:.2} times what brute force \
                 takes (means of what each solved): it is faster, as the study says.",
                models / force
            ),
            false => format!(
                "On the last set SAT with each model checked takes {:.1} times what brute force \
                 takes (means of what each solved), so that it is far faster does not come out here.",
                models / force
            ),
        });
    }
    let clauses = clauses(report);
    report.tables.push(clauses);
    boxes.sort_by(|a, b| a.series.cmp(&b.series));
    report.plots.push(Plot {
        title: "Time of those that were solved".to_owned(),
        x: Axis::plain(""),
        y: Axis::logarithmic("ms"),
        drawing: Drawing::Boxes(boxes),
    });
}

/// The clauses of figure 4.15: a 2 that looks over four cells.
const FIGURE_4_15: &str =
    r#"{"type":"yajilin","rows":1,"cols":5,"problem":[["2e","-","-","-","-"]]}"#;

/// The lines that the study's encoding writes for an arrow: sets of cells of which one is black, and
/// sets of which one is not.
fn arrow_clauses(text: &str) -> Option<Vec<String>> {
    let document = split(text).first()?.read().ok()?;
    let encoding = encoding(family(), "refinement")?;
    let instance = (encoding.build)(document.puzzle.as_ref()).ok()?;
    let text = smt::script(&instance.script, &[]);
    // The arrow's section is the last one.
    let section = text.rsplit("\n; ").next()?;
    let lines = section.lines().skip(1);
    Some(
        lines
            .filter(|line| line.starts_with("(assert"))
            .map(str::to_owned)
            .collect(),
    )
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k.min(n)).fold(u64::from(k <= n), |product, i| product * (n - i) / (i + 1))
}

fn clauses(report: &mut Report) -> Table {
    let mut table = Table::new(
        "clauses for a number over free cells",
        &["number", "cells"],
        &["clauses"],
        &["clauses", "C(n, n−k+1) + C(n, k+1)"],
    );
    for (k, n) in [(0u64, 4u64), (1, 4), (2, 4), (2, 5), (3, 5)] {
        let cells = vec!["\"-\""; n as usize].join(",");
        let text = format!(
            r#"{{"type":"yajilin","rows":1,"cols":{},"problem":[["{k}e",{cells}]]}}"#,
            n + 1
        );
        let known = (text == FIGURE_4_15).then_some(8usize);
        let ours = arrow_clauses(&text).map(|clauses| clauses.len());
        let formula = choose(n, n - k + 1) + choose(n, k + 1);
        table.row(row![k, n, known, ours, formula]);
    }
    if let Some(clauses) = arrow_clauses(FIGURE_4_15) {
        report.say(format!(
            "Figure 4.15, a 2 over four cells: {}.",
            clauses.join(" ")
        ));
    }
    table
}

pub(super) fn density(lab: &Lab, report: &mut Report) {
    let Some(models) = study_method(family(), ("models-study", "models"), MODELS, report) else {
        return;
    };
    let limit = Duration::from_secs_f64(lab.pick(60.0, 1.0, 30.0));
    let side = lab.pick(6, 8, 10);
    let mut table = Table::new(
        format!("SAT with each model checked, {side}×{side}"),
        &["density"],
        &["in words"],
        &[
            "median ms",
            "median models",
            "solved %",
            "with the loop, median ms",
            "puzzles",
        ],
    );
    let densities: &[f64] = lab.pick(&[0.15], &[0.1, 0.15, 0.2, 0.25], &[0.1, 0.15, 0.2, 0.25]);
    let mut curves = [
        Curve::new("each model checked", false, &[]),
        Curve::new("with the loop (ours)", false, &[]),
    ];
    for (i, &density) in densities.iter().enumerate() {
        let recipe = Recipe::new(NAME, "ours", side).density(density);
        let set = lab.make(&recipe, lab.count(), report);
        let way = Way::Method(models);
        let found = lab.each(set.len(), |i| {
            let puzzle = set[i].puzzle.as_ref();
            (
                run(lab, &way, puzzle, limit),
                run(lab, &Way::Ours, puzzle, limit).1,
            )
        });
        let times: Vec<f64> = found.iter().map(|((_, ms, _), _)| *ms).collect();
        let looked: Vec<f64> = found
            .iter()
            .filter_map(|((.., n), _)| n.map(|n| n as f64))
            .collect();
        let ours: Vec<f64> = found.iter().map(|(_, ms)| *ms).collect();
        let solved = found.iter().filter(|((solved, ..), _)| *solved).count();
        let (s, own) = (Summary::of(&times), Summary::of(&ours));
        let words = match i {
            0 => "much blank space: slow",
            _ if i + 1 == densities.len() => "many clues: fast",
            _ => "",
        };
        table.row(row![
            density,
            words,
            s.map(|s| s.median),
            Summary::of(&looked).map(|s| s.median),
            percent(solved, found.len()),
            own.map(|s| s.median),
            found.len()
        ]);
        for (curve, s) in curves.iter_mut().zip([s, own]) {
            curve.points.extend(s.map(|s| Point {
                x: density,
                y: s.median,
                around: Some((s.low, s.high)),
            }));
        }
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Time by the share of cells that are clues".to_owned(),
        x: Axis::plain("density"),
        y: Axis::logarithmic("ms (median, quartiles)"),
        drawing: Drawing::Curves(curves.to_vec()),
    });
}

pub(super) fn seeded(lab: &Lab, report: &mut Report) {
    let limit = Duration::from_secs_f64(lab.pick(60.0, 1.0, 30.0));
    let seeded =
        method(family(), "models-study").filter(|m| m.switches.iter().any(|s| s.id == "patterns"));
    if seeded.is_none() {
        report.lacks(
            "looking through models that is told what the patterns found: in this build only the \
             engine with the loop can be told (patterns+sat).",
        );
    }
    let ways: Vec<(&str, Option<Way>)> = vec![
        (
            "SAT, each model checked",
            study_method(family(), ("models-study", "models"), MODELS, report).map(Way::Method),
        ),
        ("SAT with the loop (ours)", Some(Way::Ours)),
        (
            "the same, told what patterns found",
            method(family(), "patterns+sat").map(Way::Method),
        ),
    ];
    let mut table = Table::new(
        "SAT alone, and given what the patterns found",
        &["puzzles", "engine"],
        &[],
        &["mean ms", "mean conflicts", "mean models", "solved %", "of"],
    );
    for (name, set) in sets(lab, report) {
        for (engine, way) in &ways {
            let Some(way) = way else { continue };
            let found = lab.each(set.len(), |i| {
                let puzzle = set[i].puzzle.as_ref();
                let conflicts = match way {
                    Way::Ours => Some(solve(puzzle, 2, Budget::UNLIMITED).stats.conflicts),
                    Way::Method(method) => search(lab, puzzle, method, "", limit)
                        .ok()
                        .and_then(|(found, _)| found.counter("conflicts")),
                };
                (run(lab, way, puzzle, limit), conflicts)
            });
            let times: Vec<f64> = found.iter().map(|((_, ms, _), _)| *ms).collect();
            let models: Vec<f64> = found
                .iter()
                .filter_map(|((.., n), _)| n.map(|n| n as f64))
                .collect();
            let conflicts: Vec<f64> = found
                .iter()
                .filter_map(|(_, n)| n.map(|n| n as f64))
                .collect();
            let solved = found.iter().filter(|((solved, ..), _)| *solved).count();
            table.row(row![
                name.clone(),
                *engine,
                mean(&times),
                mean(&conflicts),
                mean(&models),
                percent(solved, found.len()),
                found.len()
            ]);
        }
    }
    report.tables.push(table);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of four cells two are black: among any three one is, among any three one is not.
    #[test]
    fn the_eight_clauses_of_figure_4_15() {
        let clauses = arrow_clauses(FIGURE_4_15).expect("an instance");
        let black = |cols: [usize; 3]| {
            let cells = cols.map(|col| format!("black0-{col}"));
            format!("(assert (or {}))", cells.join(" "))
        };
        let white = |cols: [usize; 3]| {
            let cells = cols.map(|col| format!("(not black0-{col})"));
            format!("(assert (or {}))", cells.join(" "))
        };
        let threes = [[1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4]];
        let mut wanted: Vec<String> = threes
            .map(black)
            .into_iter()
            .chain(threes.map(white))
            .collect();
        let mut found = clauses;
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted);
    }

    #[test]
    fn binomials() {
        assert_eq!(
            [choose(4, 3), choose(5, 0), choose(5, 6), choose(0, 0)],
            [4, 1, 0, 1]
        );
    }
}
