//! Making: the study's two generators, proved by the study's backtracking and by our own engine.

use std::time::Duration;

use super::super::attempts::{AS_IT_IS, Attempts, How};
use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::numbers::{mean, percent};
use super::super::plot::{Axis, Curve, Drawing, Plot, Point};
use super::super::published;
use super::super::report::Report;
use super::super::table::{Cell, Table, row};
use super::NAME;

/// The tables 1 and 2.
fn yields(lab: &Lab, method: &'static str, known: &published::Published, report: &mut Report) {
    let heads = ["valid %", "ms a valid one", "crosses %"];
    let limit = Duration::from_secs_f64(lab.pick(60.0, 0.5, 5.0));
    let mut table = Table::new(
        format!(
            "attempts that give a puzzle, at most {} s each",
            limit.as_secs_f64()
        ),
        &["n", "prover"],
        &[heads[0], heads[1], heads[2], "ms each, at most"],
        &[
            heads[0],
            heads[1],
            heads[2],
            "ms each with failures",
            "cut off %",
            "attempts",
        ],
    );
    let mut curves = [
        Curve::new("published", true, &[]),
        Curve::new("backtracking", false, &[]),
        Curve::new("our own engine", false, &[]),
    ];
    let mut times = curves.clone();
    let rows = known.rows().len();
    let how = How {
        limit: Some(limit),
        ..AS_IT_IS
    };
    for row in known.rows().iter().take(lab.pick(1, rows, rows)) {
        let Ok(side) = row[0].parse::<usize>() else {
            continue;
        };
        let [valid, ms, crosses] =
            known.numbers(&[("n", row[0])], ["valid_pct", "mean_ms", "cross_pct"]);
        let point = |y| Point {
            x: side as f64,
            y,
            around: None,
        };
        curves[0].points.extend(valid.map(point));
        times[0].points.extend(ms.map(point));
        for (which, (words, backtracking)) in [("backtracking", 1), ("our own engine", 0)]
            .into_iter()
            .enumerate()
        {
            let recipe = Recipe::new(NAME, method, side).with("backtracking", backtracking);
            let run = Attempts::of(lab, &recipe, lab.count(), usize::MAX / 8, &how, report);
            let first = which == 0;
            table.row(row![
                side,
                words,
                valid.filter(|_| first),
                ms.filter(|_| first),
                crosses.filter(|_| first),
                ms.zip(valid)
                    .filter(|_| first)
                    .map(|(ms, valid)| ms * 100.0 / valid),
                run.percent(),
                mean(&run.good),
                run.share(|sign| sign == "x"),
                run.each(),
                percent(run.late, run.attempts),
                run.attempts
            ]);
            curves[which + 1].points.extend(run.percent().map(point));
            times[which + 1].points.extend(mean(&run.good).map(point));
        }
    }
    report.tables.push(table);
    for (title, axis, curves) in [
        ("Attempts that give a puzzle", Axis::plain("%"), curves),
        (
            "Time of an attempt that gives one",
            Axis::logarithmic("ms"),
            times,
        ),
    ] {
        report.plots.push(Plot {
            title: title.to_owned(),
            x: Axis::plain("n"),
            y: axis,
            drawing: Drawing::Curves(curves.to_vec()),
        });
    }
    report.say(
        "The study's times are those of attempts that succeeded. How long its failures took is not \
         told; \"at most\" counts them like successes, ours are measured.",
    );
    if limit < Duration::from_secs(5) {
        report.say("The study's limit is 5 s an attempt, as in --full; this sample's is shorter.");
    }
}

pub(in super::super) fn start(lab: &Lab, report: &mut Report) {
    yields(lab, "random-start", &published::fobidoshi_t1(), report);
}

pub(in super::super) fn solution(lab: &Lab, report: &mut Report) {
    yields(lab, "random-solution", &published::fobidoshi_t2(), report);
}

pub(in super::super) fn threshold(lab: &Lab, report: &mut Report) {
    const PERCENT: [i64; 5] = [60, 70, 80, 90, 100];
    let names = PERCENT.map(|percent| format!("{percent} %"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let own: Vec<&str> = names.iter().copied().chain(["best"]).collect();
    let mut table = Table::new("valid attempts in %, by threshold", &["n"], &own, &own);
    let known = published::fobidoshi_t3();
    let rows = known.rows().len();
    let mut curves = PERCENT.map(|percent| Curve::new(format!("{percent} %"), false, &[]));
    let best = |shares: &[Option<f64>]| {
        let most = shares.iter().flatten().copied().fold(0.0, f64::max);
        let place = shares.iter().position(|share| *share == Some(most));
        place
            .filter(|_| most > 0.0)
            .map(|place| format!("{} %", PERCENT[place]))
    };
    let mut agree = Vec::new();
    let (mut fixed, mut tuned) = (Vec::new(), Vec::new());
    for row in known.rows().iter().take(lab.pick(1, rows, rows)) {
        let Ok(side) = row[0].parse::<usize>() else {
            continue;
        };
        let columns = ["pct60", "pct70", "pct80", "pct90", "pct100"];
        let theirs = known.numbers(&[("n", row[0])], columns);
        let ours = PERCENT.map(|percent| {
            let recipe = Recipe::new(NAME, "random-solution", side).with("threshold", percent);
            Attempts::of(lab, &recipe, lab.count(), usize::MAX / 8, &AS_IT_IS, report).percent()
        });
        let mut cells = row![side];
        for shares in [theirs, ours] {
            cells.extend(shares.map(Cell::from));
            cells.push(best(&shares).into());
        }
        table.row(cells);
        agree.push(best(&theirs) == best(&ours));
        fixed.extend(ours[3]);
        tuned.extend(ours.iter().flatten().copied().reduce(f64::max));
        for (curve, share) in curves.iter_mut().zip(ours) {
            curve.points.extend(share.map(|y| Point {
                x: side as f64,
                y,
                around: None,
            }));
        }
    }
    report.tables.push(table);
    let [tuned, fixed] = [tuned, fixed].map(|shares| mean(&shares).unwrap_or(0.0));
    report.say(format!(
        "The best threshold is the study's at {} of {} sizes. Tuned for each size (`threshold=auto` \
         takes the study's best) an attempt succeeds in {:.2} % on average, with 90 % at every size in \
         {:.2} %: the study asked whether tuning pays, and {}.",
        agree.iter().filter(|same| **same).count(),
        agree.len(),
        tuned,
        fixed,
        if tuned > fixed { "it does" } else { "here it does not" }
    ));
    report.plots.push(Plot {
        title: "Valid attempts by threshold (ours)".to_owned(),
        x: Axis::plain("n"),
        y: Axis::plain("%"),
        drawing: Drawing::Curves(curves.to_vec()),
    });
}
