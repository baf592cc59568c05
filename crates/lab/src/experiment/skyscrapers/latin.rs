//! How many squares there are, and a way to solve that fails.

use std::time::Duration;

use puzzles::Puzzle;

use super::super::lab::Lab;
use super::super::memo::puzzle_digest;
use super::super::numbers::Summary;
use super::super::plot::{Axis, Curve, Drawing, Plot, Point};
use super::super::published;
use super::super::report::Report;
use super::super::solvers::{method, search};
use super::super::table::{Cell, Table, row};
use super::{NAME, family, sizes};
use crate::census::squares::Census;

/// Latin squares and reduced ones, sides 1 to 10: B. D. McKay and I. M. Wanless, *On the number of
/// Latin squares*, Annals of Combinatorics 9 (2005), which has also those before it.
const KNOWN: [(&str, &str); 10] = [
    ("1", "1"),
    ("2", "1"),
    ("12", "1"),
    ("576", "4"),
    ("161280", "56"),
    ("812851200", "9408"),
    ("61479419904000", "16942080"),
    ("108776032459082956800", "535281401856"),
    ("5524751496156892842531225600", "377597570964258816"),
    (
        "9982437658213039871725064756920320000",
        "7580721483160132811489280",
    ),
];

/// Reduced Latin squares: the first row and the first column are in order. Row by row, with the
/// heights that each column has left.
fn reduced(side: usize) -> u64 {
    fn fill(side: usize, row: usize, col: usize, in_row: u16, columns: &mut [u16]) -> u64 {
        if row == side {
            return 1;
        }
        if col == side {
            return match row + 1 {
                next if next == side => 1,
                next => fill(side, next, 1, 1 << next, columns),
            };
        }
        let mut free = ((1 << side) - 1) & !in_row & !columns[col];
        let mut count = 0;
        while free != 0 {
            let height = free & free.wrapping_neg();
            free ^= height;
            columns[col] |= height;
            count += fill(side, row, col + 1, in_row | height, columns);
            columns[col] ^= height;
        }
        count
    }
    // The first row has put 0, 1, 2, … into the columns.
    let mut columns: Vec<u16> = (0..side).map(|col| 1 << col).collect();
    match side {
        0 | 1 => 1,
        _ => fill(side, 1, 1, 1 << 1, &mut columns),
    }
}

fn factorial(n: usize) -> u128 {
    (1..=n as u128).product()
}

/// All squares of a side, listed one by one with their views, without the formula.
fn listed(lab: &Lab, side: usize) -> Option<u64> {
    let census = Census::new(side)?;
    let cell = |_| format!("squares of size {side}");
    let counts = lab.measure(census.groups(), cell, |group| {
        census.count(group, |_, _| {}).squares
    });
    (counts.len() == census.groups()).then(|| counts.iter().sum())
}

pub(in super::super) fn latin(lab: &Lab, report: &mut Report) {
    let most = lab.pick(5, 7, 7);
    let most_listed = lab.pick(4, 5, 6);
    let mut table = Table::new(
        "Latin squares",
        &["n"],
        &["squares", "reduced"],
        &["squares", "reduced", "listed one by one"],
    );
    let mut curves = [
        Curve::new("published", true, &[]),
        Curve::new("ours", false, &[]),
    ];
    for (i, (all, few)) in KNOWN.into_iter().enumerate() {
        let side = i + 1;
        lab.say(&format!("squares of side {side}"));
        let counted = (side <= most && !lab.is_over()).then(|| reduced(side));
        let squares = counted.map(|few| few as u128 * factorial(side) * factorial(side - 1));
        let listed = match side {
            1 => Some(1),
            2.. if side <= most_listed => listed(lab, side),
            _ => None,
        };
        let same = squares.is_none_or(|squares| squares.to_string() == all)
            && counted.is_none_or(|counted| counted.to_string() == few)
            && listed.is_none_or(|listed| listed.to_string() == all);
        if !same {
            report.say(format!(
                "Side {side} differs from what is known, which must not be."
            ));
        }
        let cited = |text: &str| match side {
            // Few enough to be a number.
            ..=7 => Cell::from(text.parse::<f64>().ok()),
            _ => Cell::from(text),
        };
        table.row(row![
            side,
            cited(all),
            cited(few),
            squares.map(|squares| squares as f64),
            counted,
            listed
        ]);
        let ours = squares.map(|squares| squares as f64);
        for (curve, squares) in curves.iter_mut().zip([all.parse().ok(), ours]) {
            curve.points.extend(squares.map(|y| Point {
                x: side as f64,
                y,
                around: None,
            }));
        }
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Latin squares of side n".to_owned(),
        x: Axis::plain("n"),
        y: Axis::logarithmic("squares"),
        drawing: Drawing::Curves(curves.to_vec()),
    });
    report.say(format!(
        "Reduced squares are counted here up to n = {most}; all squares are n!·(n−1)! times as many, \
         and up to n = {most_listed} each is listed. Beyond that the numbers are McKay and \
         Wanless's (2005)."
    ));
}

pub(in super::super) fn genetic(lab: &Lab, report: &mut Report) {
    let Some(method) = method(family(), "genetic") else {
        return report.lacks("there is no genetic search in this build.");
    };
    let generations = lab.pick(200, 10_000, 10_000);
    let mut table = Table::new(
        format!("wrong after {generations} generations"),
        &["n", "population"],
        &["wrong"],
        &["mean", "sd", "min", "max", "wrong at the start"],
    );
    let mut curves = vec![
        Curve::new("published", true, &[]),
        Curve::new("population 1", false, &[]),
        Curve::new("population 20", false, &[]),
    ];
    for &side in sizes(lab) {
        let puzzles = super::given_or_squares(lab, side, lab.count(), report);
        let title = "T2 genetic wrong places after 10000 generations";
        let known = published::skyscrapers(title, side, "mean");
        let size = side as f64;
        let point = |y: f64| Point {
            x: size,
            y,
            around: None,
        };
        curves[0].points.extend(known.map(point));
        for (which, population) in [1, 20].into_iter().enumerate() {
            lab.say(&format!("{NAME} of size {side}, population {population}"));
            let with = format!("population={population},generations={generations}");
            let cell = |i: usize| format!("{with}, {}", puzzle_digest(puzzles[i].as_ref()));
            let found = lab.measure(puzzles.len(), cell, |i| {
                let puzzle: &dyn Puzzle = puzzles[i].as_ref();
                let found = search(lab, puzzle, method, &with, Duration::from_secs(600))
                    .ok()?
                    .0;
                Some((
                    found.counter("wrong")? as f64,
                    found.counter("wrong_at_start")? as f64,
                ))
            });
            let found: Vec<(f64, f64)> = found.into_iter().flatten().collect();
            let (wrong, start): (Vec<f64>, Vec<f64>) = found.into_iter().unzip();
            let s = Summary::of(&wrong);
            table.row(row![
                side,
                population as usize,
                known,
                s.map(|s| s.mean),
                s.map(|s| s.sd),
                s.map(|s| s.min),
                s.map(|s| s.max),
                super::super::numbers::mean(&start)
            ]);
            curves[which + 1].points.extend(s.map(|s| Point {
                x: size,
                y: s.mean,
                around: Some((s.mean - s.sd, s.mean + s.sd)),
            }));
        }
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "What genetic search leaves wrong (table 2)".to_owned(),
        x: Axis::plain("n"),
        y: Axis::plain("wrong views and lines"),
        drawing: Drawing::Curves(curves),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduced_squares_are_counted() {
        let counted: Vec<String> = (1..=6).map(|side| reduced(side).to_string()).collect();
        let known: Vec<&str> = KNOWN[..6].iter().map(|known| known.1).collect();
        assert_eq!(counted, known);
    }

    #[test]
    fn the_table_agrees_with_its_formula() {
        for (i, (all, few)) in KNOWN.into_iter().enumerate() {
            let few: u128 = few.parse().expect("a number");
            let squares = few.checked_mul(factorial(i + 1) * factorial(i));
            assert_eq!(squares.map(|n| n.to_string()).as_deref(), Some(all));
        }
    }
}
