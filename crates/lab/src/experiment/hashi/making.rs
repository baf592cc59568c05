//! Making: the study's generator.

use std::time::Duration;

use puzzles::{Puzzle, Status};
use sat::Budget;

use super::super::attempts::{AS_IT_IS, Attempts};
use super::super::clock::timed;
use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::numbers::Summary;
use super::super::plot::{Axis, BoxOf, Curve, Drawing, Plot, Point};
use super::super::published;
use super::super::report::Report;
use super::super::solvers::{ask_all, encoding, have_solver};
use super::super::table::{Table, row};
use super::{NAME, SIZES, family, five, four, size_key, size_name};

/// The study's names for the longest runs that it counted, as our maker notes them.
const PLACING: &str = "tries to place an island";
const LOSING: &str = "islands that lost uniqueness";

const PROVERS: &str = "the generator with the study's encodings as provers: here our own engine \
                       proves, so times are not comparable; the tries are";

/// So many runs of each size, or as many as it takes for so many puzzles.
fn runs(lab: &Lab, all: bool, report: &mut Report) -> Vec<((usize, usize), Attempts)> {
    let count = lab.count();
    let shares: [usize; 4] = lab.pick([1, 0, 0, 0], [1, 1, 4, 10], [1, 1, 1, 1]);
    let sizes = SIZES
        .into_iter()
        .zip(shares)
        .filter(|(_, share)| *share > 0);
    sizes
        .map(|((side, islands), share)| {
            let recipe = Recipe::new(NAME, "study", side).with("islands", islands as i64);
            let puzzles = count.div_ceil(share);
            let (most, wanted) = match all {
                true => (puzzles, usize::MAX / 8),
                false => (20 * puzzles, puzzles),
            };
            let attempts = Attempts::of(lab, &recipe, most, wanted, &AS_IT_IS, report);
            ((side, islands), attempts)
        })
        .collect()
}

pub(in super::super) fn generate(lab: &Lab, report: &mut Report) {
    let (a5, a6, a7) = (
        published::hashi_a5(),
        published::hashi_a6(),
        published::hashi_a7(),
    );
    let heads = ["mean", "sd", "min", "max"];
    let keys = ["size", "islands", "study's prover"];
    let mut tables = [
        Table::new("milliseconds a puzzle (table A.5)", &keys, &heads, &heads),
        Table::new(
            "most tries in a row to place an island (table A.6)",
            &keys,
            &heads,
            &heads,
        ),
        Table::new(
            "most islands in a row that lost uniqueness (table A.7)",
            &keys,
            &heads,
            &heads,
        ),
    ];
    let mut boxes = Vec::new();
    for ((side, islands), run) in runs(lab, false, report) {
        let size = size_name(side);
        let none: &[f64] = &[];
        let noted = |what: &str| run.notes.get(what).map_or(none, Vec::as_slice);
        let ours = [&run.good[..], noted(PLACING), noted(LOSING)];
        for ((table, known), ours) in tables.iter_mut().zip([&a5, &a6, &a7]).zip(ours) {
            // Ours stands beside both: it has one prover.
            for prover in ["Graph", "Grid"] {
                let key = size_key(side);
                let keys = [("size", &key[..]), ("encoding", prover)];
                let [a, b, c, d] = known.numbers(&keys, heads);
                let cells = row![size.clone(), islands, prover, a, b, c, d];
                table.row([cells, four(ours).to_vec()].concat());
            }
        }
        for prover in ["Graph", "Grid"] {
            let key = size_key(side);
            let keys = [("size", &key[..]), ("encoding", prover)];
            if let [Some(mean), Some(sd), Some(min), Some(max)] = a5.numbers(&keys, heads) {
                boxes.push(BoxOf {
                    name: format!("{side} {}", prover.to_lowercase()),
                    series: "published (mean ± sd)".to_owned(),
                    five: [min, (mean - sd).max(min), mean, mean + sd, max],
                    published: true,
                });
            }
        }
        let name = format!("{side} ours");
        boxes.extend(five(name, "our own engine", &run.good));
    }
    report.tables.extend(tables);
    report.lacks(format!("{PROVERS}."));
    report.plots.push(Plot {
        title: "Making a puzzle (figure 6.2)".to_owned(),
        x: Axis::plain("size"),
        y: Axis::logarithmic("ms"),
        drawing: Drawing::Boxes(boxes),
    });
}

pub(in super::super) fn failures(lab: &Lab, report: &mut Report) {
    let known = [33.0, 21.0, 0.0, 0.0];
    let mut table = Table::new(
        "runs that fail",
        &["size", "islands"],
        &["failed %"],
        &["failed %", "runs", "no place found", "lost uniqueness"],
    );
    let mut lost = 0;
    for (((side, islands), run), known) in runs(lab, true, report).into_iter().zip(known) {
        let failed = run.percent().map(|good| 100.0 - good);
        let of = |word: &str| {
            let failures = run.failures.iter().filter(|(why, _)| why.contains(word));
            failures.map(|(_, count)| *count).sum::<usize>()
        };
        lost += of("ambiguous");
        table.row(row![
            size_name(side),
            islands,
            known,
            failed,
            run.attempts,
            of("no place"),
            of("ambiguous")
        ]);
    }
    report.tables.push(table);
    report.say(format!(
        "{} for lack of uniqueness. Published: never.",
        match lost {
            0 => "No run failed".to_owned(),
            _ => format!("{lost} runs failed"),
        }
    ));
}

/// A run that is to end at n islands is the beginning of one that goes on, so finished puzzles of n
/// islands are what the study's generator has before it after n islands.
pub(in super::super) fn iterations(lab: &Lab, report: &mut Report) {
    let count = lab.count();
    let sides: &[(usize, usize)] = lab.pick(&SIZES[..1], &SIZES[..2], &SIZES);
    let have = have_solver(lab, report);
    for &(side, most) in sides {
        let steps = lab.pick(2, 5, 10);
        let mut table = Table::new(
            format!("proving one solution on {side}×{side}"),
            &["islands", "prover"],
            &[],
            &["mean ms", "sd", "puzzles"],
        );
        let mut curves: Vec<Curve> = ["graph", "grid", "our own engine"]
            .map(|name| Curve::new(name, false, &[]))
            .to_vec();
        for step in 1..=steps {
            let islands = (most * step / steps).max(2);
            let recipe = Recipe::new(NAME, "study", side).with("islands", islands as i64);
            let puzzles = lab.puzzles(&recipe, count, report);
            let puzzles: Vec<&dyn Puzzle> = puzzles.iter().map(|p| p.as_ref()).collect();
            let mut note = |curve: &mut Curve, times: &[f64]| {
                let Some(s) = Summary::of(times) else { return };
                table.row(row![islands, curve.name.clone(), s.mean, s.sd, s.count]);
                curve.points.push(Point {
                    x: islands as f64,
                    y: s.mean,
                    around: Some(((s.mean - s.sd).max(s.min), s.mean + s.sd)),
                });
            };
            for (curve, name) in curves.iter_mut().zip(["graph", "grid"]) {
                if let (true, Some(solver), Some(encoding)) =
                    (have, lab.solver(), encoding(family(), name))
                {
                    let limit = Duration::from_secs(lab.pick(60, 10, 600));
                    let answers = ask_all(lab, &puzzles, encoding, solver, limit, report);
                    let answers = answers.into_iter().flatten();
                    let times: Vec<f64> = answers.map(|t| t.total() + t.prove).collect();
                    note(curve, &times);
                }
            }
            let own = lab.each(puzzles.len(), |i| {
                timed(|| puzzles::solve(puzzles[i], 2, Budget::UNLIMITED).status)
            });
            let unique = own.iter().filter(|(status, _)| *status == Status::Unique);
            note(
                &mut curves[2],
                &unique.map(|(_, ms)| *ms).collect::<Vec<_>>(),
            );
        }
        curves.retain(|curve| !curve.points.is_empty());
        report.tables.push(table);
        report.plots.push(Plot {
            title: format!("Time of a proof while a {side}×{side} grows"),
            x: Axis::plain("islands"),
            y: Axis::logarithmic("ms"),
            drawing: Drawing::Curves(curves),
        });
    }
    report.say(
        "Measured on finished puzzles of so many islands: the generator only ever adds islands, so a \
         run that ends at n islands is the beginning of one that goes on.",
    );
}
