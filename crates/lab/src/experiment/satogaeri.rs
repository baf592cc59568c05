//! The experiments of the Satogaeri study, whose section of figures was never written.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use puzzles::format::split;
use puzzles::reason::{Player, Weights, rate};
use puzzles::{Family, Notation, Puzzle, Status, solve};
use sat::Budget;

use super::attempts::{AS_IT_IS, Attempts};
use super::lab::Lab;
use super::material::Recipe;
use super::numbers::{Summary, mean, percent, rank_correlation};
use super::plot::{Axis, Cloud, Curve, Drawing, Plot, Point};
use super::report::Report;
use super::solvers::{ask_all, have_solver, study_encoding};
use super::table::{Table, row};

const NAME: &str = "satogaeri";

fn family() -> &'static Family {
    puzzles::family(NAME).expect("one of the families")
}

/// How many countries there are, and how many of one cell.
fn countries(puzzle: &dyn Puzzle) -> (f64, f64) {
    let areas = puzzle.record().areas.map_or(Vec::new(), |grid| grid.0);
    let cells: Vec<&String> = areas.iter().flatten().collect();
    let names: BTreeSet<&String> = cells.iter().copied().collect();
    let size = |name: &String| cells.iter().filter(|cell| **cell == name).count();
    let single = names.iter().filter(|name| size(name) == 1).count();
    (names.len() as f64, single as f64)
}

/// How many circles there are, and how many without a number.
fn circles(puzzle: &dyn Puzzle) -> (usize, usize) {
    let signs = puzzle.record().problem.map_or(Vec::new(), |grid| grid.0);
    let circles = signs.iter().flatten().filter(|sign| *sign != "-");
    let circles: Vec<&String> = circles.collect();
    let numberless = circles
        .iter()
        .filter(|sign| ["?", "#"].contains(&sign.as_str()))
        .count();
    (circles.len(), numberless)
}

fn is_unique(puzzle: &dyn Puzzle) -> bool {
    solve(puzzle, 2, Budget::conflicts(20_000)).status == Status::Unique
}

pub(super) fn countrysize(lab: &Lab, report: &mut Report) {
    let sides: &[usize] = lab.pick(&[5], &[8], &[8, 12]);
    let chances: &[i64] = lab.pick(
        &[70],
        &[1, 10, 30, 50, 70, 90, 99],
        &[1, 10, 30, 50, 70, 80, 90, 99],
    );
    let mut scores_curves = Vec::new();
    let mut table = Table::new(
        "candidates and what became of them",
        &["size", "p"],
        &["in words"],
        &[
            "countries",
            "of one cell",
            "unique %",
            "score of unique ones",
            "sd",
            "candidates",
        ],
    );
    for &side in sides {
        let mut curve = Curve::new(format!("{side}×{side}"), false, &[]);
        for &chance in chances {
            let recipe = Recipe::new(NAME, "study", side).with("size", chance);
            let count = lab.count();
            let run = Attempts::of(lab, &recipe, count, count, &AS_IT_IS, report);
            let found = lab.each(run.made.len(), |i| {
                let puzzle = run.made[i].as_ref();
                let score = is_unique(puzzle).then(|| {
                    let rating = rate(puzzle, Player::PRACTISED, Weights::Ours, Budget::UNLIMITED);
                    rating.difficulty.score
                });
                (countries(puzzle), score)
            });
            let scores: Vec<f64> = found.iter().filter_map(|(_, score)| *score).collect();
            let (all, single): (Vec<f64>, Vec<f64>) = found.iter().map(|(c, _)| *c).unzip();
            let s = Summary::of(&scores);
            let words = match chance {
                ..=10 => "many one-cell countries",
                90.. => "large countries",
                _ => "",
            };
            table.row(row![
                format!("{side}×{side}"),
                chance as f64 / 100.0,
                words,
                mean(&all),
                mean(&single),
                percent(scores.len(), run.attempts),
                s.map(|s| s.mean),
                s.map(|s| s.sd),
                run.attempts
            ]);
            curve.points.extend(s.map(|s| Point {
                x: chance as f64 / 100.0,
                y: s.mean,
                around: Some(((s.mean - s.sd).max(0.0), s.mean + s.sd)),
            }));
        }
        let means: Vec<f64> = curve.points.iter().map(|point| point.y).collect();
        if let Some(s) = Summary::of(&means) {
            report.say(format!(
                "{side}×{side}: mean scores of difficulty are {:.1} to {:.1} for all p. Published: \
                 hardly any effect.",
                s.min, s.max
            ));
        }
        scores_curves.push(curve);
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Difficulty by the size of countries".to_owned(),
        x: Axis::plain("p"),
        y: Axis::plain("score (mean, sd)"),
        drawing: Drawing::Curves(scores_curves),
    });
    if family()
        .makers
        .iter()
        .any(|m| m.options.iter().any(|o| o.id == "size" && o.most < 100))
    {
        report.lacks("p = 0 and p = 1, which the maker does not take.");
    }
}

pub(super) fn numberless(lab: &Lab, report: &mut Report) {
    let sides: &[usize] = lab.pick(&[5], &[8, 10], &[8, 10, 12]);
    let mut table = Table::new(
        "the study's conditions for circles without numbers",
        &["size", "numbers taken away"],
        &["in words"],
        &[
            "circles without number %",
            "unique %",
            "unique of those unique before %",
            "candidates",
        ],
    );
    for &side in sides {
        let count = lab.count();
        let of = |on: i64, report: &mut Report| -> Vec<Arc<dyn Puzzle>> {
            // With the usual chance hardly any candidate is unique.
            let recipe = Recipe::new(NAME, "study", side)
                .with("size", 30)
                .with("numberless", on);
            Attempts::of(lab, &recipe, count, count, &AS_IT_IS, report).made
        };
        let (with, without) = (of(0, report), of(1, report));
        // The same random numbers give the same countries, with and without numbers taken away.
        let areas = |puzzle: &Arc<dyn Puzzle>| puzzle.record().areas;
        let mut pairs = with.iter().zip(&without);
        if !pairs.all(|(a, b)| areas(a) == areas(b)) {
            report.say("The two sets are not the same boards, which must not be.");
        }
        let before = lab.each(with.len(), |i| is_unique(with[i].as_ref()));
        for (words, set) in [
            ("none", &with),
            ("where the three conditions hold", &without),
        ] {
            let unique = lab.each(set.len(), |i| is_unique(set[i].as_ref()));
            let (mut all, mut gone) = (0, 0);
            for puzzle in set {
                let (circles, numberless) = circles(puzzle.as_ref());
                all += circles;
                gone += numberless;
            }
            let kept = before
                .iter()
                .zip(&unique)
                .filter(|(before, now)| **before && **now)
                .count();
            let unique_before = before.iter().filter(|unique| **unique).count();
            table.row(row![
                format!("{side}×{side}"),
                words,
                if gone > 0 { "stays unique" } else { "" },
                percent(gone, all),
                percent(unique.iter().filter(|unique| **unique).count(), set.len()),
                percent(kept, unique_before),
                set.len()
            ]);
        }
    }
    report.tables.push(table);
    report.lacks("the three conditions one by one: the maker has all of them or none.");
}

const ADDED: &str = "it adds that a positive entry must be some circle's arrival, without which a circle \
                     that is not there can fill a country";

pub(super) fn smt(lab: &Lab, report: &mut Report) {
    let mut puzzles: Vec<Arc<dyn Puzzle>> = lab
        .given(NAME)
        .iter()
        .map(|document| document.puzzle.clone())
        .collect();
    if puzzles.is_empty() {
        for &side in lab.pick(&[5][..], &[8, 10], &[8, 10, 12]) {
            let recipe = Recipe::new(NAME, "ours", side).with("numberless", 30);
            puzzles.extend(lab.puzzles(&recipe, lab.count(), report));
        }
    }
    let refs: Vec<&dyn Puzzle> = puzzles.iter().map(|puzzle| puzzle.as_ref()).collect();
    let rated = lab.each(refs.len(), |i| {
        let rating = rate(refs[i], Player::PRACTISED, Weights::Ours, Budget::UNLIMITED);
        let stats = solve(refs[i], 2, Budget::UNLIMITED).stats;
        let numbers = [stats.conflicts, stats.decisions, stats.propagations].map(|n| n as f64);
        (rating.difficulty.score, numbers)
    });
    let scores: Vec<f64> = rated.iter().map(|(score, _)| *score).collect();
    let mut table = Table::new(
        "rank correlation of solvers' figures with our score of difficulty",
        &["engine"],
        &[],
        &[
            "conflicts",
            "decisions",
            "propagations",
            "mean ms",
            "puzzles",
        ],
    );
    let own = |which: usize| -> Vec<f64> { rated.iter().map(|(_, n)| n[which]).collect() };
    let [a, b, c] = [0, 1, 2].map(|which| rank_correlation(&own(which), &scores));
    table.row(row!["our own engine", a, b, c, None::<f64>, rated.len()]);
    let mut clouds = vec![Cloud {
        name: "our own engine".to_owned(),
        points: own(1)
            .into_iter()
            .zip(scores.iter().copied())
            .map(|(x, y)| (x + 1.0, y))
            .collect(),
    }];
    let encoding = study_encoding(family(), ("matrices-study", "matrices"), ADDED, report);
    if let (true, Some(encoding)) = (have_solver(lab, report), encoding) {
        let limit = Duration::from_secs(lab.pick(60, 10, 60));
        for solver in &lab.settings().solvers {
            let answers = ask_all(lab, &refs, encoding, solver, limit, report);
            let both: Vec<_> = (answers.iter().zip(&scores))
                .filter_map(|(answer, score)| Some((answer.as_ref()?, *score)))
                .collect();
            let scores: Vec<f64> = both.iter().map(|(_, score)| *score).collect();
            let of =
                |word: &str| -> Vec<f64> { both.iter().map(|(t, _)| t.figure(word)).collect() };
            let [a, b, c] = ["conflicts", "decisions", "propagations"]
                .map(|word| rank_correlation(&of(word), &scores));
            let times: Vec<f64> = both.iter().map(|(t, _)| t.solve).collect();
            table.row(row![solver.name(), a, b, c, mean(&times), both.len()]);
            let decisions = of("decisions").into_iter().map(|n| n + 1.0);
            clouds.push(Cloud {
                name: solver.name().to_owned(),
                points: decisions.zip(scores).collect(),
            });
        }
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Decisions of solvers and our score".to_owned(),
        x: Axis::logarithmic("decisions + 1"),
        y: Axis::plain("score of difficulty"),
        drawing: Drawing::Scatter(clouds),
    });
}

/// The study's example: two rows, three columns that are the countries.
const EXAMPLE: &str = r#"{"type":"satogaeri","rows":2,"cols":3,"problem":[["?","-","-"],["1","-","0"]],"areas":[["a","b","c"],["a","b","c"]]}"#;

pub(super) fn example(lab: &Lab, report: &mut Report) {
    let Some(Ok(document)) = split(EXAMPLE).first().map(|chunk| chunk.read()) else {
        return report.lacks("the example cannot be read.");
    };
    let puzzle = document.puzzle.as_ref();
    let mut table = Table::new(
        "the study's example: # . . / 1 . 0, the countries are the columns",
        &["engine"],
        &["answer"],
        &["answer", "solution", "instance"],
    );
    let published = "one: # stays, 1 goes right, 0 stays";
    let written = |status: Status| match status {
        Status::Unique => "one solution",
        Status::Multiple => "several solutions",
        Status::None => "no solution",
        Status::Unknown => "not known",
    };
    let answer = solve(puzzle, 2, Budget::UNLIMITED);
    let board = answer.solutions.first().map(|board| {
        let grid = puzzle.write_grid(board, Notation::Solution);
        let rows: Vec<String> = grid.0.iter().map(|row| row.join(" ")).collect();
        rows.join(" / ")
    });
    table.row(row![
        "our own engine",
        published,
        written(answer.status),
        board,
        ""
    ]);
    let encoding = study_encoding(family(), ("matrices-study", "matrices"), ADDED, report);
    if let (true, Some(encoding)) = (have_solver(lab, report), encoding) {
        for solver in &lab.settings().solvers {
            let limit = Duration::from_secs(60);
            let answers = ask_all(lab, &[puzzle], encoding, solver, limit, report);
            let instance = (encoding.build)(puzzle).ok().map(|instance| {
                let script = instance.script;
                format!(
                    "{} symbols, {} assertions",
                    script.symbols(),
                    script.assertions()
                )
            });
            for answer in answers.into_iter().flatten() {
                let words = written(answer.status);
                table.row(row![
                    solver.name(),
                    published,
                    words,
                    None::<String>,
                    instance.clone()
                ]);
            }
        }
    }
    report.tables.push(table);
    report.say(
        "The solution is written with the directions of each track: in the second row the 1 goes one \
         cell to the east, and the others stay.",
    );
}
