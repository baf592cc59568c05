//! Taking views away, and giving cells instead.

use puzzles::Puzzle;
use sat::Budget;
use workshop::{ProvedBy, Strip};

use super::super::attempts::{AS_IT_IS, Attempts, How, share};
use super::super::clock::timed;
use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::numbers::{Summary, mean};
use super::super::plot::{Axis, Curve, Drawing, Plot, Point};
use super::super::published;
use super::super::report::Report;
use super::super::table::{Table, row};
use super::{NAME, plan, sizes, solves, study_rules};

/// Conflicts of one question.
const CONFLICTS: u64 = 20_000;

/// How unevenly views are left: the difference between the side with most and the one with fewest.
fn unevenness(puzzle: &dyn Puzzle) -> f64 {
    let record = puzzle.record();
    let grids = [record.clabels, record.rlabels];
    let sides = grids.iter().flatten().flat_map(|grid| &grid.0);
    let views: Vec<usize> = sides
        .map(|side| side.iter().filter(|sign| *sign != "-").count())
        .collect();
    let (most, least) = (views.iter().max(), views.iter().min());
    (most.unwrap_or(&0) - least.unwrap_or(&0)) as f64
}

pub(in super::super) fn strip(lab: &Lab, report: &mut Report) {
    let mut table = Table::new(
        "views taken away",
        &["n", "asked for", "questions at most"],
        &["views"],
        &["mean views", "most", "ms", "unevenness of sides"],
    );
    let mut curves: Vec<Curve> = Vec::new();
    for &side in sizes(lab) {
        let recipe = Recipe::new(NAME, "uniform", side).with("strip", 0);
        let puzzles = lab.puzzles(&recipe, lab.count(), report);
        let mut curve = Curve::new(format!("size {side}"), false, &[]);
        for (amount, effort) in [(10, 2500), (20, 50), (20, 250), (20, 2500)] {
            lab.say(&format!("size {side}, {amount} views, {effort} questions"));
            let found = lab.each(puzzles.len(), |i| {
                let how = Strip {
                    amount: Some(amount),
                    effort,
                    sides: Vec::new(),
                    balance: true,
                    by: ProvedBy::Proof,
                    seed: lab.seed() + i as u64,
                };
                let budget = Budget {
                    conflicts: CONFLICTS,
                    stop: &|| lab.is_over(),
                };
                let (stripped, ms) = timed(|| workshop::strip(&puzzles[i], &how, budget));
                let stripped = stripped.ok()?;
                let uneven = unevenness(stripped.puzzle.as_ref());
                Some((stripped.taken.len() as f64, ms, uneven))
            });
            let found: Vec<(f64, f64, f64)> = found.into_iter().flatten().collect();
            let part = |of: fn(&(f64, f64, f64)) -> f64| found.iter().map(of).collect::<Vec<_>>();
            let taken = Summary::of(&part(|f| f.0));
            let known = match (amount, effort) {
                (10, _) => Some("10–11 under a second"),
                (_, 2500) => Some("13–14 at most"),
                _ => None,
            };
            table.row(row![
                side,
                amount,
                effort,
                known,
                taken.map(|s| s.mean),
                taken.map(|s| s.max),
                mean(&part(|f| f.1)),
                mean(&part(|f| f.2))
            ]);
            if let Some(s) = taken.filter(|_| amount > 10) {
                let around = Some((s.min, s.max));
                curve.points.push(Point {
                    x: effort as f64,
                    y: s.mean,
                    around,
                });
            }
        }
        curves.push(curve);
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Views taken away, by the questions allowed".to_owned(),
        x: Axis::logarithmic("questions to the solver"),
        y: Axis::plain("views (mean, least, most)"),
        drawing: Drawing::Curves(curves),
    });
    report.lacks(
        "SideStrip in the study's order N W S E, with its recursive calls: here views go in random \
         order, evenly from all sides, and questions to the solver are counted.",
    );
}

pub(in super::super) fn filled(lab: &Lab, report: &mut Report) {
    let rules = plan(&study_rules(&[]), logic::Way::Rounds);
    let fits = |puzzle: &dyn Puzzle| solves(lab, puzzle, &rules);
    let mut table = Table::new(
        "cells given until the rules solve it",
        &["n", "cells"],
        &["tries", "s"],
        &["tries (given + 1)", "s each", "puzzles"],
    );
    let ways = [
        ("study", 0, "any"),
        ("study", 1, "least known"),
        ("uniform", 1, "where solutions differ (ours)"),
    ];
    let mut curves = vec![Curve::new("published", true, &[])];
    curves.extend(ways.map(|(_, _, words)| Curve::new(words, false, &[])));
    for &side in sizes(lab) {
        let known = published::skyscrapers("T9 filled fields", side, "tries");
        let seconds = published::skyscrapers("T9 filled fields", side, "seconds");
        let point = |y| Point {
            x: side as f64,
            y,
            around: None,
        };
        curves[0].points.extend(known.map(point));
        for (which, (maker, fill, words)) in ways.into_iter().enumerate() {
            let recipe = Recipe::new(NAME, maker, side)
                .with("strip", 0)
                .with("givens", (side * side) as i64)
                .with("fill", fill);
            let count = lab.count();
            let how = How {
                fits: &fits,
                ..AS_IT_IS
            };
            let run = Attempts::of(lab, &recipe, count, count, &how, report);
            let cells = (side * side) as f64 / 100.0;
            let givens = run
                .made
                .iter()
                .map(|p| share(p.as_ref(), &|sign: &str| sign != "-"));
            let tries = mean(&givens.map(|given| 1.0 + given * cells).collect::<Vec<_>>());
            table.row(row![
                side,
                words,
                known,
                seconds,
                tries,
                run.each().map(|ms| ms / 1e3),
                run.made.len()
            ]);
            curves[which + 1].points.extend(tries.map(point));
        }
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Cells given + 1 (table 9, figure 61)".to_owned(),
        x: Axis::plain("n"),
        y: Axis::plain("tries"),
        drawing: Drawing::Curves(curves),
    });
    report.lacks(
        "\"least known\" by the scratch of the allowed rules: the maker uses the lines' own \
         possibilities.",
    );
}
