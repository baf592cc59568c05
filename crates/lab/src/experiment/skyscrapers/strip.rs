//! Taking views away, and giving cells instead.

use logic::{Plan, Way};
use puzzles::reason::{STUDY, trace};
use puzzles::{Fact, Puzzle};
use sat::Budget;

use super::super::attempts::{AS_IT_IS, Attempts, How, share};
use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::numbers::{Summary, mean};
use super::super::plot::{Axis, Curve, Drawing, Plot, Point};
use super::super::published;
use super::super::report::Report;
use super::super::table::{Table, row};
use super::{NAME, plan, sizes, solves, study_rules, views, views_taken};

/// How unevenly views are left: the difference between the side with most and the one with fewest.
fn unevenness(puzzle: &dyn Puzzle) -> f64 {
    let views = views(puzzle);
    let (most, least) = (views.iter().max(), views.iter().min());
    (most.unwrap_or(&0) - least.unwrap_or(&0)) as f64
}

/// What the study's rules find out about a puzzle.
fn deduced(lab: &Lab, puzzle: &dyn Puzzle, plan: &Plan) -> Vec<Fact> {
    let budget = Budget {
        stop: &|| lab.is_over(),
        ..Budget::UNLIMITED
    };
    trace(puzzle, &[], plan, budget).known.facts().to_vec()
}

/// How puzzles are made of which views are taken away, and the rules that must solve them.
pub(in super::super) fn stripped(side: usize, amount: i64, calls: i64) -> (Recipe, Plan) {
    let recipe = Recipe::new(NAME, "study", side)
        .with("strip", amount)
        .with("effort", calls)
        .only(&[STUDY])
        .without(&["simple-try"]);
    (recipe, plan(&study_rules(&["simple-try"]), Way::Rounds))
}

pub(in super::super) fn strip(lab: &Lab, report: &mut Report) {
    let rules = plan(&study_rules(&["simple-try"]), Way::Rounds);
    let fits = |puzzle: &dyn Puzzle| solves(lab, puzzle, &rules);
    let how = How {
        fits: &fits,
        ..AS_IT_IS
    };
    let mut table = Table::new(
        "views taken away, side by side (north, west, south, east), as long as the rules solve it",
        &["n", "asked for", "calls at most"],
        &["views"],
        &[
            "mean views",
            "most",
            "ms",
            "calls",
            "questions",
            "unevenness of sides",
        ],
    );
    let mut curves: Vec<Curve> = Vec::new();
    let ways: &[(i64, i64)] = lab.pick(
        &[(10, 2500), (20, 25)],
        &[(10, 2500), (11, 2500), (20, 25), (20, 250)],
        &[
            (10, 2500),
            (11, 2500),
            (20, 25),
            (20, 250),
            (20, 2500),
            (20, 25_000),
        ],
    );
    let mut parts = sizes(lab).len() * ways.len();
    for &side in sizes(lab) {
        let mut curve = Curve::new(format!("size {side}"), false, &[]);
        // Of the squares of size 7 few are solvable; the time for making them does not count.
        let recipe = Recipe::new(NAME, "study", side)
            .with("strip", 0)
            .only(&[STUDY])
            .without(&["simple-try"]);
        let count = lab.count();
        let bare = Attempts::of(lab, &recipe, 1000 * count, count, &how, report);
        let making = mean(&bare.good).unwrap_or(0.0);
        for &(amount, calls) in ways {
            lab.begin_part(parts);
            parts -= 1;
            lab.say(&format!("size {side}, {amount} views, {calls} calls"));
            let (recipe, _) = stripped(side, amount, calls);
            let run = Attempts::of(lab, &recipe, 1000 * count, count, &how, report);
            let taken = run.made.iter().map(|p| views_taken(p.as_ref()) as f64);
            let taken = Summary::of(&taken.collect::<Vec<_>>());
            let uneven: Vec<f64> = run.made.iter().map(|p| unevenness(p.as_ref())).collect();
            let note = |name: &str| run.notes.get(name).and_then(|counts| mean(counts));
            let known = match amount {
                10 | 11 => Some("10–11 under a second"),
                _ => Some("13–14 at most"),
            };
            table.row(row![
                side,
                amount as usize,
                calls as usize,
                known,
                taken.map(|s| s.mean),
                taken.map(|s| s.max),
                mean(&run.good).map(|ms| (ms - making).max(0.0)),
                note("calls of SideStrip"),
                note("questions of SideStrip"),
                mean(&uneven)
            ]);
            if let Some(s) = taken.filter(|_| amount > 11) {
                curve.points.push(Point {
                    x: calls as f64,
                    y: s.mean,
                    around: Some((s.min, s.max)),
                });
            }
        }
        curves.push(curve);
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Views taken away, by the calls allowed".to_owned(),
        x: Axis::logarithmic("calls of the recursion"),
        y: Axis::plain("views (mean, least, most)"),
        drawing: Drawing::Curves(curves),
    });
    report.say(
        "The study remarks that its order leaves sides unbalanced; the last column is the difference \
         between the side with most views and the one with fewest.",
    );
}

pub(in super::super) fn filled(lab: &Lab, report: &mut Report) {
    let rules = plan(&study_rules(&[]), Way::Rounds);
    let fits = |puzzle: &dyn Puzzle| solves(lab, puzzle, &rules);
    let scratch = |puzzle: &dyn Puzzle| deduced(lab, puzzle, &rules);
    let how = How {
        fits: &fits,
        deduced: &scratch,
        ..AS_IT_IS
    };
    let mut table = Table::new(
        "cells given until the rules solve it",
        &["n", "cells"],
        &["tries", "s"],
        &["tries (given + 1)", "s each", "puzzles"],
    );
    let ways = [
        ("study", 0, "any"),
        ("study", 1, "least known to the rules"),
        ("uniform", 1, "where solutions differ (ours)"),
    ];
    let mut curves = vec![Curve::new("published", true, &[])];
    curves.extend(ways.map(|(_, _, words)| Curve::new(words, false, &[])));
    let mut away = [0.0; 3];
    for &side in sizes(lab) {
        let known = published::skyscrapers("T9 filled fields", side, "tries");
        let seconds = published::skyscrapers("T9 filled fields", side, "seconds");
        let clean = published::skyscrapers("T3 rules all", side, "tries");
        let point = |y| Point {
            x: side as f64,
            y,
            around: None,
        };
        curves[0].points.extend(known.map(point));
        let count = lab.count();
        let recipe = Recipe::new(NAME, "study", side)
            .with("strip", 0)
            .only(&[STUDY]);
        let run = Attempts::of(lab, &recipe, count, count, &how, report);
        let tries = (!run.made.is_empty()).then(|| run.attempts as f64 / run.made.len() as f64);
        table.row(row![
            side,
            "none (clean)",
            clean,
            published::skyscrapers("T3 rules all", side, "seconds"),
            tries,
            run.each().map(|ms| ms / 1e3),
            run.made.len()
        ]);
        for (which, (maker, fill, words)) in ways.into_iter().enumerate() {
            let recipe = Recipe::new(NAME, maker, side)
                .with("strip", 0)
                .with("givens", (side * side) as i64)
                .with("fill", fill)
                .only(&[STUDY]);
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
            if let (Some(known), Some(tries)) = (known, tries) {
                away[which] += (tries - known).abs() / known;
            }
        }
    }
    let nearest = (0..ways.len()).min_by(|&a, &b| away[a].total_cmp(&away[b]));
    if let Some(nearest) = nearest {
        report.say(format!(
            "Nearest to the published numbers is \"{}\": off by {:.0} % on average.",
            ways[nearest].2,
            100.0 * away[nearest] / sizes(lab).len() as f64
        ));
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Cells given + 1 (table 9, figure 61)".to_owned(),
        x: Axis::plain("n"),
        y: Axis::plain("tries"),
        drawing: Drawing::Curves(curves),
    });
}
