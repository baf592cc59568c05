//! Grades: of a random set, of filled puzzles, and people's.
//!
//! The study's grades are clusters of the scores of its own test set. So are these: the scores of the
//! set, joined into three, whatever the grades of our reference puzzles are.

use logic::clusters;
use puzzles::Puzzle;
use puzzles::reason::{DIFFICULTY, FUN, LOOKS, Player, Rating, Score, Weights, rate};
use sat::Budget;

use super::super::lab::Lab;
use super::super::numbers::percent;
use super::super::plot::{Axis, Bars, Drawing, Plot};
use super::super::report::Report;
use super::super::table::{Table, row};
use super::NAME;
use super::test_set::{Tested, test_set};

fn rated(lab: &Lab, set: &[Tested], weights: Weights) -> Vec<Rating> {
    lab.each(set.len(), |i| {
        let budget = Budget {
            stop: &|| lab.is_over(),
            ..Budget::UNLIMITED
        };
        rate(set[i].puzzle.as_ref(), Player::PRACTISED, weights, budget)
    })
}

/// The scores of each kind.
fn scores(ratings: &[Rating]) -> [Vec<f64>; 3] {
    let of = |score: fn(&Rating) -> f64| ratings.iter().map(score).collect();
    [
        of(|r| r.difficulty.score),
        of(|r| r.fun.score),
        of(|r| r.looks.score),
    ]
}

/// The same with each part stretched from 0 to 1 over the set, as "scaled to each other" may mean.
fn stretched(ratings: &[Rating]) -> [Vec<f64>; 3] {
    let kinds: [fn(&Rating) -> &Score; 3] = [|r| &r.difficulty, |r| &r.fun, |r| &r.looks];
    kinds.map(|kind| {
        let mut scores = vec![0.0; ratings.len()];
        let parts = ratings.first().map_or(0, |rating| kind(rating).parts.len());
        for part in 0..parts {
            let values: Vec<f64> = ratings.iter().map(|r| kind(r).parts[part].value).collect();
            let (least, most) = (values.iter().copied())
                .fold((f64::MAX, f64::MIN), |(a, b), v| (a.min(v), b.max(v)));
            if most > least {
                let weight = kind(&ratings[0]).parts[part].weight;
                for (score, value) in scores.iter_mut().zip(&values) {
                    *score += weight * (value - least) / (most - least);
                }
            }
        }
        scores
    })
}

/// Which of three clusters of a reference set each score is nearest to, from 0.
fn grades(reference: &[f64], scores: &[f64]) -> Vec<usize> {
    let clusters = clusters(reference, 3);
    let grade = |score: &f64| {
        let far = |i: &usize| (score - clusters[*i].mean).abs();
        (0..clusters.len())
            .min_by(|a, b| far(a).total_cmp(&far(b)))
            .unwrap_or(0)
    };
    scores.iter().map(grade).collect()
}

/// Percent in each of three clusters of a reference set; from low to high.
fn shares(reference: &[f64], scores: &[f64]) -> [Option<f64>; 3] {
    let grades = grades(reference, scores);
    [0, 1, 2].map(|grade| percent(grades.iter().filter(|g| **g == grade).count(), grades.len()))
}

/// The study's table 8: from low to high.
const TABLE_8: [(&str, [f64; 3]); 3] = [
    ("difficulty", [2.0, 66.0, 31.0]),
    ("fun", [14.0, 55.0, 31.0]),
    ("looks", [60.0, 21.0, 19.0]),
];

const HEADS: [&str; 3] = ["low %", "middle %", "high %"];

pub(in super::super) fn ratings(lab: &Lab, report: &mut Report) {
    let set = test_set(lab, lab.count(), false, report);
    let ratings = rated(lab, &set, Weights::Study);
    let own = [&HEADS[..], &["stretched: low %", "middle %", "high %"]].concat();
    let mut table = Table::new(
        format!("grades of {} puzzles", ratings.len()),
        &["rating"],
        &HEADS,
        &own,
    );
    let (mut groups, mut theirs, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    let both = scores(&ratings).into_iter().zip(stretched(&ratings));
    for ((name, known), (scores, stretched)) in TABLE_8.into_iter().zip(both) {
        let [a, b, c] = known;
        let [x, y, z] = shares(&scores, &scores);
        let [l, m, h] = shares(&stretched, &stretched);
        table.row(row![name, a, b, c, x, y, z, l, m, h]);
        for (grade, (known, own)) in HEADS.iter().zip(known.into_iter().zip([x, y, z])) {
            groups.push(format!("{name} {}", grade.trim_end_matches(" %")));
            theirs.push(Some(known));
            ours.push(own);
        }
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Grades of a random set (table 8)".to_owned(),
        x: Axis::plain(""),
        y: Axis::plain("%"),
        drawing: Drawing::Bars(
            groups,
            vec![Bars::published(theirs), Bars::ours("ours", ours)],
        ),
    });
}

pub(in super::super) fn filled_ratings(lab: &Lab, report: &mut Report) {
    let clean = test_set(lab, lab.count(), false, report);
    let filled = test_set(lab, lab.count(), true, report);
    let clean = scores(&rated(lab, &clean, Weights::Study));
    let filled = scores(&rated(lab, &filled, Weights::Study));
    let mut table = Table::new(
        "grades of clean and of filled puzzles, by the clusters of the clean ones",
        &["rating", "puzzles"],
        &HEADS,
        &HEADS,
    );
    let mut drawn = Table::new("drawn", &["rating", "puzzles", "grade"], &["%"], &["%"]);
    let known = [
        ("difficulty", [2.0, 66.0, 31.0], [30.0, 58.0, 12.0]),
        ("fun", [14.0, 55.0, 31.0], [24.0, 48.0, 28.0]),
    ];
    for (which, (name, of_clean, of_filled)) in known.into_iter().enumerate() {
        for (words, [a, b, c], scores) in [
            ("clean", of_clean, &clean[which]),
            ("filled", of_filled, &filled[which]),
        ] {
            let [x, y, z] = shares(&clean[which], scores);
            table.row(row![name, words, a, b, c, x, y, z]);
            for (head, (known, own)) in HEADS.iter().zip([(a, x), (b, y), (c, z)]) {
                let grade = head.trim_end_matches(" %");
                drawn.row(row![name, words, grade, known, own]);
            }
        }
    }
    report.plots.push(Plot::of_table(
        "Clean and filled puzzles (tables 10, 11)",
        Axis::plain("%"),
        &drawn,
        &["%"],
    ));
    report.tables.push(table);
    let means = [&clean[0], &filled[0]].map(|scores| super::super::numbers::mean(scores));
    if let [Some(clean), Some(filled)] = means {
        report.say(format!(
            "Mean score of difficulty: {clean:.1} clean, {filled:.1} filled. Published: filled puzzles \
             are easier."
        ));
    }
}

pub(in super::super) fn people(lab: &Lab, report: &mut Report) {
    let set = test_set(lab, lab.count(), false, report);
    let theirs = scores(&rated(lab, &set, Weights::Study));
    let ours = scores(&rated(lab, &set, Weights::Ours));
    let trial = lab.trial();
    let mut own = vec!["our own rating %"];
    if trial.is_some() {
        own.extend(["trial %", "judgements"]);
    }
    let mut table = Table::new(
        "who agrees with the study's rating",
        &["rating"],
        &["five people %"],
        &own,
    );
    // The puzzles of the trial, rated as the study does.
    let judged: Vec<(usize, Rating)> = trial.map_or(Vec::new(), |trial| {
        let puzzle = |row| trial.puzzle(row).filter(|p| p.family().id == NAME);
        let rate = |puzzle: &dyn Puzzle| rate(puzzle, Player(2), Weights::Study, Budget::UNLIMITED);
        (0..trial.len())
            .filter_map(|row| Some((row, rate(puzzle(row)?.as_ref()))))
            .collect()
    });
    let kinds: [(&str, f64, [&str; 3], fn(&Rating) -> f64); 3] = [
        (
            "difficulty",
            85.0,
            [DIFFICULTY[0], DIFFICULTY[1], DIFFICULTY[2]],
            |r| r.difficulty.score,
        ),
        ("fun", 70.0, FUN, |r| r.fun.score),
        ("looks", 45.0, LOOKS, |r| r.looks.score),
    ];
    for (which, (name, known, names, score)) in kinds.into_iter().enumerate() {
        let a = grades(&theirs[which], &theirs[which]);
        let b = grades(&ours[which], &ours[which]);
        let same = a.iter().zip(&b).filter(|(a, b)| a == b).count();
        let mut cells = row![name, known, percent(same, a.len())];
        if let Some(trial) = trial {
            let said = judged.iter().filter_map(|(row, rating)| {
                let said = trial.grade(*row, name, &names)?;
                Some((grades(&theirs[which], &[score(rating)])[0], said))
            });
            let said: Vec<(usize, usize)> = said.collect();
            let same = said.iter().filter(|(ours, said)| ours == said).count();
            cells.extend(row![percent(same, said.len()), said.len()]);
        }
        table.row(cells);
    }
    report.plots.push(Plot::of_table(
        "Who agrees with the study's rating",
        Axis::plain("% of equal grades"),
        &table,
        &["five people %", "our own rating %", "trial %"],
    ));
    report.tables.push(table);
    report.say(
        "Our own rating was made later and otherwise; how often it gives the same of three grades as \
         the study's stands beside the people.",
    );
    if trial.is_none() {
        report.say(
            "What people of your own say can be put beside it: --trial FILE, a table with the columns \
             puzzle, difficulty, fun and looks (1, 2, 3, or our words).",
        );
    }
}
