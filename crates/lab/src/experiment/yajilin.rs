//! The experiments of the Yajilin study, which has no tables: what it says in words is answered with
//! numbers.

use std::time::Duration;

use puzzles::engine::Method;
use puzzles::format::split;
use puzzles::{Family, Puzzle, Status, solve};
use serde::{Deserialize, Serialize};

use super::clock::timed;
use super::lab::Lab;
use super::material::{Recipe, Specimen};
use super::memo::puzzle_digest;
use super::numbers::{Summary, mean, percent};
use super::plot::{Axis, BoxOf, Curve, Drawing, Plot, Point};
use super::report::Report;
use super::solvers::{encoding, method, search};
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

/// One of the ways to solve: our own engine, or a method with switches.
enum Way {
    Method(&'static Method, &'static str),
    Ours,
}

/// A method of this family with switches.
fn way(id: &str, with: &'static str) -> Way {
    Way::Method(method(family(), id).expect("one of its methods"), with)
}

impl Way {
    fn name(&self) -> String {
        match self {
            Way::Method(method, with) => format!("{} with {with:?}", method.id),
            Way::Ours => "our own engine".to_owned(),
        }
    }
}

/// What came of a puzzle.
#[derive(Serialize, Deserialize)]
struct Came {
    solved: bool,
    ms: f64,
    models: Option<f64>,
    conflicts: Option<f64>,
}

fn run(lab: &Lab, way: &Way, puzzle: &dyn Puzzle, limit: Duration) -> Came {
    match way {
        Way::Ours => {
            let (answer, ms) = timed(|| lab.within(limit, |budget| solve(puzzle, 2, budget)));
            Came {
                solved: answer.status == Status::Unique,
                ms,
                models: None,
                conflicts: Some(answer.stats.conflicts as f64),
            }
        }
        Way::Method(method, with) => {
            let found = search(lab, puzzle, method, with, limit).ok();
            let counter = |name: &str| {
                let count = found.as_ref()?.0.counter(name)?;
                Some(count as f64)
            };
            Came {
                solved: found.as_ref().is_some_and(|(f, _)| !f.solutions.is_empty()),
                ms: found.as_ref().map_or(0.0, |(_, ms)| *ms),
                models: counter("models"),
                conflicts: counter("conflicts"),
            }
        }
    }
}

/// What comes of each puzzle of a set.
fn run_all(lab: &Lab, way: &Way, set: &[Specimen], limit: Duration) -> Vec<Came> {
    let puzzle = |i: usize| set[i].puzzle.as_ref();
    let name = |i| format!("{}, {}", way.name(), puzzle_digest(puzzle(i)));
    lab.measure(set.len(), name, |i| run(lab, way, puzzle(i), limit))
}

pub(super) fn engines(lab: &Lab, report: &mut Report) {
    let limit = Duration::from_secs_f64(lab.pick(60.0, 1.0, 10.0));
    let ways = [
        (
            "patterns, to the letter",
            way("patterns-study", ""),
            "simple puzzles, at once",
        ),
        ("patterns, ours", way("patterns", ""), ""),
        (
            "patterns + brute force",
            way("patterns+search", ""),
            "too slow on harder ones",
        ),
        (
            "SAT, each model checked",
            way("models-study", "first-only"),
            "far faster there",
        ),
        ("SAT with the loop (ours)", Way::Ours, ""),
    ];
    let mut table = Table::new(
        format!("solved within {} s", limit.as_secs_f64()),
        &["puzzles", "engine"],
        &["in words"],
        &[
            "solved %",
            "mean ms of solved",
            "largest ms",
            "mean models",
            "of",
        ],
    );
    let mut boxes = Vec::new();
    let mut force = Vec::new();
    for (name, set) in sets(lab, report) {
        for (engine, way, known) in &ways {
            lab.say(&format!("{name}, {engine}"));
            let found = run_all(lab, way, &set, limit);
            let solved: Vec<f64> = found.iter().filter(|f| f.solved).map(|f| f.ms).collect();
            let models: Vec<f64> = found.iter().filter_map(|f| f.models).collect();
            let s = Summary::of(&solved);
            table.row(row![
                name.clone(),
                *engine,
                *known,
                percent(solved.len(), found.len()),
                s.map(|s| s.mean),
                s.map(|s| s.max),
                mean(&models),
                found.len()
            ]);
            if engine.contains("brute force") || engine.contains("each model") {
                let all: f64 = found.iter().map(|f| f.ms).sum();
                force.push((name.clone(), solved.len(), found.len(), all));
            }
            boxes.extend(s.map(|s| BoxOf {
                name: name.clone(),
                series: (*engine).to_owned(),
                five: [s.min, s.low, s.median, s.high, s.max],
                published: false,
            }));
        }
    }
    report.tables.push(table);
    for pair in force.chunks(2) {
        if let [(name, a, of, brute), (_, b, _, sat)] = pair {
            report.say(format!(
                "{name}: brute force solves {a} of {of} in {brute:.0} ms, looking through models {b} in \
                 {sat:.0} ms (failures included)."
            ));
        }
    }
    report.say(
        "Published, in words: patterns solve simple puzzles at once, brute force takes long on harder \
         ones, and SAT saves a huge amount of time there.",
    );
    let clauses = clauses(report);
    report.tables.push(clauses);
    if let Some((table, words)) = clauses_by_kind() {
        report.tables.push(table);
        report.say(words);
    }
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
    let encoding = encoding(family(), "clauses-study")?;
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

/// The clauses of a board of 6 rows and 8 columns by what they are about, and where the study's prose
/// counts otherwise than its own listings.
fn clauses_by_kind() -> Option<(Table, String)> {
    const KINDS: [(&str, &str, &str); 5] = [
        (
            "a cell is black, a clue, or has two lines",
            "6 a cell",
            "each cell",
        ),
        (
            "lines off the board, and on in the next cell",
            "2y + x, and 2 a border",
            "lines stay",
        ),
        ("black cells do not touch", "1 a border", "black cells"),
        ("where the clues are", "1 a cell", "clues are"),
        ("a 2 that looks over 7 cells", "C(7, 6) + C(7, 3)", "the 2"),
    ];
    let mut problem = vec![vec!["-"; 8]; 6];
    problem[0][0] = "2e";
    let text = serde_json::json!({ "type": NAME, "rows": 6, "cols": 8, "problem": problem });
    let document = split(&text.to_string()).first()?.read().ok()?;
    let encoding = encoding(family(), "clauses-study")?;
    let instance = (encoding.build)(document.puzzle.as_ref()).ok()?;
    let text = smt::script(&instance.script, &[]);
    let mut table = Table::new(
        "clauses of 6 rows and 8 columns (48 cells, 82 borders) with one arrow",
        &["about"],
        &["number"],
        &["number"],
    );
    let mut counts = Vec::new();
    for (words, known, begins) in KINDS {
        let mut sections = text.split("\n; ");
        let section = sections.find(|section| section.starts_with(begins))?;
        counts.push(section.matches("(assert").count());
        table.row(row![words, known, counts.last().copied()]);
    }
    let words = format!(
        "The study's prose miscounts twice. It has 6 clauses for each cell, but lists 9 + 4 + 4, and so \
         there are {} here (6 is how many variables a cell has). It has 2y + x for lines off the board, \
         but all four sides need them: of the {} clauses about lines, {} are 2 for each of the 82 borders, \
         and the other {} are 2y + 2x.",
        counts[0] / 48,
        counts[1],
        2 * 82,
        counts[1] - 2 * 82,
    );
    Some((table, words))
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

/// How something changes from few clues to many, in words.
fn change(what: &str, sparse: f64, dense: f64) -> String {
    let ms = |ms: f64| format!("{ms:.2} ms");
    let (from, to) = (ms(sparse), ms(dense));
    match from == to {
        true => format!("{what} is {from} with few clues and with many."),
        false => {
            let way = if dense < sparse { "falls" } else { "rises" };
            format!("{what} {way} from {from} to {to} as clues become more.")
        }
    }
}

pub(super) fn density(lab: &Lab, report: &mut Report) {
    let limit = Duration::from_secs_f64(lab.pick(60.0, 2.0, 60.0));
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
    let models_way = way("models-study", "first-only");
    let mut medians = Vec::new();
    for (i, &density) in densities.iter().enumerate() {
        let recipe = Recipe::new(NAME, "ours", side).density(density);
        let set = lab.make(&recipe, lab.count(), report);
        let found = run_all(lab, &models_way, &set, limit);
        let times: Vec<f64> = found.iter().map(|came| came.ms).collect();
        let looked: Vec<f64> = found.iter().filter_map(|came| came.models).collect();
        let ours = run_all(lab, &Way::Ours, &set, limit);
        let ours: Vec<f64> = ours.iter().map(|came| came.ms).collect();
        let solved = found.iter().filter(|came| came.solved).count();
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
        medians.extend(s.map(|s| s.median));
        for (curve, s) in curves.iter_mut().zip([s, own]) {
            curve.points.extend(s.map(|s| Point {
                x: density,
                y: s.median,
                around: Some((s.low, s.high)),
            }));
        }
    }
    report.tables.push(table);
    if let (Some(sparse), Some(dense)) = (medians.first(), medians.last())
        && medians.len() > 1
    {
        report.say(format!(
            "{} Published: many clues fast, much blank space slow.",
            change("The median time", *sparse, *dense)
        ));
    }
    report.plots.push(Plot {
        title: "Time by the share of cells that are clues".to_owned(),
        x: Axis::plain("density"),
        y: Axis::logarithmic("ms (median, quartiles)"),
        drawing: Drawing::Curves(curves.to_vec()),
    });
}

pub(super) fn seeded(lab: &Lab, report: &mut Report) {
    let limit = Duration::from_secs_f64(lab.pick(60.0, 2.0, 60.0));
    let ways = [
        ("SAT, each model checked", way("models-study", "first-only")),
        (
            "the same, told what patterns found",
            way("models-study", "first-only,patterns"),
        ),
        ("SAT with the loop (ours)", Way::Ours),
        (
            "the same, told what patterns found",
            way("patterns+sat", ""),
        ),
    ];
    let mut table = Table::new(
        "SAT alone, and given what the patterns found",
        &["puzzles", "engine"],
        &[],
        &["mean ms", "mean conflicts", "mean models", "solved %", "of"],
    );
    let mut saved = Vec::new();
    for (name, set) in sets(lab, report) {
        let mut models_of = Vec::new();
        for (engine, way) in &ways {
            lab.say(&format!("{name}, {engine}"));
            let found = run_all(lab, way, &set, limit);
            let part = |of: fn(&Came) -> Option<f64>| -> Vec<f64> {
                found.iter().filter_map(of).collect()
            };
            let models = mean(&part(|came| came.models));
            table.row(row![
                name.clone(),
                *engine,
                mean(&part(|came| Some(came.ms))),
                mean(&part(|came| came.conflicts)),
                models,
                percent(found.iter().filter(|came| came.solved).count(), found.len()),
                found.len()
            ]);
            models_of.extend(models);
        }
        if let [alone, told] = models_of[..] {
            saved.push(format!("{name} {alone:.0} and {told:.0}"));
        }
    }
    report.plots.push(Plot::of_table(
        "Models looked at, alone and told what patterns found",
        Axis::logarithmic("models (mean)"),
        &table,
        &["mean models"],
    ));
    report.tables.push(table);
    report.say(format!(
        "Models looked at on average, alone and told what the patterns found: {}.",
        saved.join(", ")
    ));
}

#[cfg(test)]
mod tests {
    use super::super::table::Cell;
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

    /// 9 + 4 + 4 for each cell, as the study lists them; 2y + 2x where lines would leave the board.
    #[test]
    fn clauses_are_as_the_study_lists_them() {
        let (table, words) = clauses_by_kind().expect("an instance");
        let count = |row: usize| table.rows[row][2].clone();
        assert_eq!(count(0), Cell::Number(48.0 * 17.0));
        assert_eq!(count(1), Cell::Number(28.0 + 164.0));
        assert_eq!(count(2), Cell::Number(82.0));
        assert!(
            words.contains("there are 17 here") && words.contains("other 28"),
            "{words}"
        );
    }

    #[test]
    fn a_time_that_rises_is_not_said_to_fall() {
        let say = |a, b| change("It", a, b);
        assert_eq!(
            say(2.0, 0.5),
            "It falls from 2.00 ms to 0.50 ms as clues become more."
        );
        assert_eq!(
            say(0.5, 2.0),
            "It rises from 0.50 ms to 2.00 ms as clues become more."
        );
        assert_eq!(
            say(0.5, 0.501),
            "It is 0.50 ms with few clues and with many."
        );
    }

    #[test]
    fn binomials() {
        assert_eq!(
            [choose(4, 3), choose(5, 0), choose(5, 6), choose(0, 0)],
            [4, 1, 0, 1]
        );
    }
}
