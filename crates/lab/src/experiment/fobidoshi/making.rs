//! Making: the study's two generators.

use super::super::attempts::{AS_IT_IS, Attempts};
use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::numbers::mean;
use super::super::plot::{Axis, Curve, Drawing, Plot, Point};
use super::super::published;
use super::super::report::Report;
use super::super::table::{Cell, Table, row};
use super::NAME;

/// The tables 1 and 2.
fn yields(lab: &Lab, method: &'static str, known: &published::Published, report: &mut Report) {
    let heads = ["valid %", "ms a valid one", "crosses %"];
    let mut table = Table::new(
        "attempts that give a puzzle",
        &["n"],
        &[heads[0], heads[1], heads[2], "ms each, at most"],
        &[
            heads[0],
            heads[1],
            heads[2],
            "ms each with failures",
            "attempts",
        ],
    );
    let mut curves = [
        Curve::new("published", true, &[]),
        Curve::new("ours", false, &[]),
    ];
    let rows = known.rows().len();
    for row in known.rows().iter().take(lab.pick(1, rows, rows)) {
        let Ok(side) = row[0].parse::<usize>() else {
            continue;
        };
        let [valid, ms, crosses] =
            known.numbers(&[("n", row[0])], ["valid_pct", "mean_ms", "cross_pct"]);
        let recipe = Recipe::new(NAME, method, side);
        let run = Attempts::of(lab, &recipe, lab.count(), usize::MAX / 8, &AS_IT_IS, report);
        table.row(row![
            side,
            valid,
            ms,
            crosses,
            ms.zip(valid).map(|(ms, valid)| ms * 100.0 / valid),
            run.percent(),
            mean(&run.good),
            run.share(|sign| sign == "x"),
            run.each(),
            run.attempts
        ]);
        let point = |y| Point {
            x: side as f64,
            y,
            around: None,
        };
        curves[0].points.extend(valid.map(point));
        curves[1].points.extend(run.percent().map(point));
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Attempts that give a puzzle".to_owned(),
        x: Axis::plain("n"),
        y: Axis::plain("%"),
        drawing: Drawing::Curves(curves.to_vec()),
    });
    report.lacks(
        "the study's backtracking as the generators' prover: our own engine proves here, so times \
         are not comparable. How long the study's failures took is not told; \"at most\" counts them \
         like successes.",
    );
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
        for (curve, share) in curves.iter_mut().zip(ours) {
            curve.points.extend(share.map(|y| Point {
                x: side as f64,
                y,
                around: None,
            }));
        }
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Valid attempts by threshold (ours)".to_owned(),
        x: Axis::plain("n"),
        y: Axis::plain("%"),
        drawing: Drawing::Curves(curves.to_vec()),
    });
}
