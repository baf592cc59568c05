//! The experiments of the Satogaeri study, whose section of figures was never written.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use puzzles::format::split;
use puzzles::reason::{Player, Weights, rate};
use puzzles::{Board, Family, Notation, Puzzle, Status, counted, solve};
use sat::Budget;

use super::attempts::{AS_IT_IS, Attempts};
use super::lab::Lab;
use super::material::Recipe;
use super::numbers::{Summary, mean, percent};
use super::plot::{Axis, Curve, Drawing, Plot, Point};
use super::report::Report;
use super::solvers::{ask_all, encoding, have_solver};
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
        &[0, 10, 30, 50, 70, 90, 100],
        &[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
    );
    let (mut scores_curves, mut size_curves) = (Vec::new(), Vec::new());
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
        let mut sizes = ["countries", "of one cell"]
            .map(|what| Curve::new(format!("{side}×{side}, {what}"), false, &[]));
        for &chance in chances {
            let recipe = Recipe::new(NAME, "study", side)
                .with("size", chance)
                .with("numberless", 0)
                .unchecked();
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
            for (curve, counts) in sizes.iter_mut().zip([&all, &single]) {
                curve.points.extend(mean(counts).map(|y| Point {
                    x: chance as f64 / 100.0,
                    y,
                    around: None,
                }));
            }
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
        size_curves.extend(sizes);
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Countries".to_owned(),
        x: Axis::plain("p"),
        y: Axis::plain("on a board (mean)"),
        drawing: Drawing::Curves(size_curves),
    });
    report.plots.push(Plot {
        title: "Difficulty by the size of countries".to_owned(),
        x: Axis::plain("p"),
        y: Axis::plain("score (mean, sd)"),
        drawing: Drawing::Curves(scores_curves),
    });
    if chances.contains(&0) {
        report.say(
            "With p = 0 every cell is a country of its own with a circle, none of which can move, so \
             there is no puzzle; with p = 1 there is a single country.",
        );
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
            "boards with such circles",
            "candidates",
        ],
    );
    let (mut stayed, mut not_enough) = (0, 0);
    for &side in sides {
        let count = lab.count();
        // With the usual chance hardly any candidate is unique.
        let of = |numberless: i64, ignored: i64, report: &mut Report| -> Vec<Arc<dyn Puzzle>> {
            let recipe = Recipe::new(NAME, "study", side)
                .with("size", 30)
                .with("numberless", numberless)
                .with("ignored", ignored)
                .unchecked();
            Attempts::of(lab, &recipe, count, count, &AS_IT_IS, report).made
        };
        let numbered = of(0, 0, report);
        let before = lab.each(numbered.len(), |i| is_unique(numbered[i].as_ref()));
        for (words, known, on, ignored) in [
            ("none", "", 0, 0),
            ("where the three conditions hold", "stays unique", 1, 0),
            ("without the first condition", "not unique", 1, 1),
            ("without the second condition", "not unique", 1, 2),
            ("without the third condition", "not unique", 1, 3),
        ] {
            let set = of(on, ignored, report);
            // The same random numbers give the same countries, with and without numbers taken away.
            let areas = |puzzle: &Arc<dyn Puzzle>| puzzle.record().areas;
            if !numbered.iter().zip(&set).all(|(a, b)| areas(a) == areas(b)) {
                report.say("The two sets are not the same boards, which must not be.");
            }
            let unique = lab.each(set.len(), |i| is_unique(set[i].as_ref()));
            let (mut all, mut gone, mut boards) = (0, 0, 0);
            for puzzle in &set {
                let (circles, numberless) = circles(puzzle.as_ref());
                all += circles;
                gone += numberless;
                boards += (numberless > 0) as usize;
            }
            let kept = before
                .iter()
                .zip(&unique)
                .filter(|(before, now)| **before && **now)
                .count();
            let unique_before = before.iter().filter(|unique| **unique).count();
            if ignored > 0 {
                // Boards that lost no number stay what they are.
                let lost = set.iter().map(|puzzle| circles(puzzle.as_ref()).1 > 0);
                let all = before.iter().zip(&unique).zip(lost);
                stayed += all
                    .filter(|((before, now), lost)| **before && **now && *lost)
                    .count();
            } else if on > 0 {
                not_enough += unique_before - kept;
            }
            table.row(row![
                format!("{side}×{side}"),
                words,
                known,
                percent(gone, all),
                percent(unique.iter().filter(|unique| **unique).count(), set.len()),
                percent(kept, unique_before),
                boards,
                set.len()
            ]);
        }
    }
    report.plots.push(Plot::of_table(
        "Puzzles that stay unique without numbers",
        Axis::plain("% of those unique before"),
        &table,
        &["unique of those unique before %"],
    ));
    report.tables.push(table);
    let [stayed, not_enough] = [stayed, not_enough].map(|boards| counted(boards, "board"));
    report.say(format!(
        "Published, in words: if one of the conditions is violated, uniqueness is broken. Here {stayed} \
         stayed unique without a condition though a number was taken away, and {not_enough} did not stay \
         unique with all three.",
    ));
}

/// The study's example: two rows, three columns that are the countries.
const EXAMPLE: &str = r##"{"type":"satogaeri","rows":2,"cols":3,"problem":[["#","-","-"],["1","-","0"]],"areas":[["a","b","c"],["a","b","c"]]}"##;

fn solved_grid(puzzle: &dyn Puzzle, board: &Board) -> String {
    let grid = puzzle.write_grid(board, Notation::Solution);
    let rows: Vec<String> = grid.0.iter().map(|row| row.join(" ")).collect();
    rows.join(" / ")
}

/// One circle and two countries: there is no solution, but the study's instance has a model.
const COUNTEREXAMPLE: &str =
    r##"{"type":"satogaeri","rows":1,"cols":2,"problem":[["#","-"]],"areas":[["a","b"]]}"##;

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
    let board = answer
        .solutions
        .first()
        .map(|board| solved_grid(puzzle, board));
    table.row(row![
        "our own engine",
        published,
        written(answer.status),
        board,
        ""
    ]);
    let study = encoding(family(), "matrices-study");
    if let (true, Some(encoding)) = (have_solver(lab, report), study) {
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
                let board = answer.solution();
                let board = board.map(|board| solved_grid(puzzle, &board));
                table.row(row![
                    solver.name(),
                    published,
                    words,
                    board,
                    instance.clone()
                ]);
            }
        }
    }
    report.tables.push(table);
    let mut sizes = Table::new(
        "the example as each encoding states it",
        &["encoding"],
        &[],
        &["symbols", "assertions"],
    );
    for encoding in family().engines().encodings {
        if let Ok(instance) = (encoding.build)(puzzle) {
            let script = instance.script;
            sizes.row(row![encoding.id, script.symbols(), script.assertions()]);
        }
    }
    report.plots.push(Plot::of_table(
        "How long the example is as an instance",
        Axis::plain("number"),
        &sizes,
        &["symbols", "assertions"],
    ));
    report.say(
        "The solution is written with the directions of each track: in the second row the 1 goes one \
         cell to the east, and the others stay.",
    );
    if let (Some(solver), Some(Ok(document))) = (
        lab.solver(),
        split(COUNTEREXAMPLE).first().map(|chunk| chunk.read()),
    ) {
        let says = |id: &str| {
            let decided = encoding(family(), id).map(|encoding| {
                lab.within(Duration::from_secs(60), |budget| {
                    pipe::decide(document.puzzle.as_ref(), encoding, solver, None, budget)
                })
            });
            match decided {
                Some(Ok(Some(decided))) if decided.is_satisfiable => "satisfiable",
                Some(Ok(Some(_))) => "unsatisfiable",
                _ => "not known",
            }
        };
        report.say(format!(
            "With fewer circles than countries the study's instance is not enough: one row # . of two \
             countries has no solution, but matrices-study is {}, because nobody's number may fill a \
             country. matrices is {}.",
            says("matrices-study"),
            says("matrices")
        ));
    }
}
