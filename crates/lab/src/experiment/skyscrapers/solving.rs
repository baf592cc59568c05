//! Which squares make a puzzle that rules solve, or that has one solution.

use std::time::Duration;

use logic::{Plan, Way};
use puzzles::{Puzzle, Status, solve};
use sat::Budget;

use super::super::clock::timed;
use super::super::lab::Lab;
use super::super::memo::puzzle_digest;
use super::super::numbers::{Summary, mean, percent};
use super::super::plot::{Axis, Bars, Drawing, Plot};
use super::super::published;
use super::super::report::Report;
use super::super::solvers::{method, search};
use super::super::table::{Table, row};
use super::{
    NAME, SQUARES, family, given_or_squares, plan, sizes, solved_by, solves, squares, study_rules,
    tries, views_taken,
};

/// What the study's tables 3 and 4 compare.
const SETS: [(&str, &str, &[&str]); 2] = [
    ("all rules", "T3 rules all", &[]),
    (
        "no TryLarge, no SimpleTry",
        "T3 without TryLarge and SimpleTry",
        &["try-large", "simple-try"],
    ),
];

pub(in super::super) fn magazine(lab: &Lab, report: &mut Report) {
    let mut table = Table::new(
        "published puzzles that the rules solve",
        &["rules"],
        &["solved %"],
        &["solved %", "puzzles"],
    );
    let given = lab.given_puzzles(NAME);
    let mut made = Vec::new();
    if given.is_empty() {
        for &side in sizes(lab) {
            let recipe = super::Recipe::new(NAME, "uniform", side);
            made.extend(lab.puzzles(&recipe, lab.count(), report));
        }
    }
    let puzzles: Vec<&dyn Puzzle> = match given.is_empty() {
        true => made.iter().map(|puzzle| puzzle.as_ref()).collect(),
        false => given,
    };
    for (words, left_out, known) in [
        ("without SimpleTry", &["simple-try"][..], 83.5),
        ("with SimpleTry", &[], 100.0),
    ] {
        let plan = plan(&study_rules(left_out), Way::Rounds);
        let solved = lab.each(puzzles.len(), |i| solves(lab, puzzles[i], &plan));
        let good = solved.iter().filter(|solved| **solved).count();
        table.row(row![
            words,
            known,
            percent(good, solved.len()),
            solved.len()
        ]);
    }
    report.plots.push(Plot::of_table(
        "Puzzles that the rules solve",
        Axis::plain("%"),
        &table,
        &["solved %"],
    ));
    report.tables.push(table);
    let taken: Vec<f64> = puzzles.iter().map(|p| views_taken(*p) as f64).collect();
    if let Some(s) = Summary::of(&taken) {
        let whose = match lab.given(NAME).is_empty() {
            true => "Here they are our own",
            false => "Here they are those that were given",
        };
        report.say(format!(
            "The study took the puzzles of a magazine. {whose}, with {} to {} views taken away, {:.1} on \
             average{}.",
            s.min,
            s.max,
            s.mean,
            match lab.given(NAME).is_empty() {
                true => "; --puzzles takes others",
                false => "",
            }
        ));
    }
}

pub(in super::super) fn generate(lab: &Lab, report: &mut Report) {
    let mut table = Table::new(
        "squares for one puzzle that the rules solve",
        &["n", "rules", "squares are"],
        &["tries", "solvable %", "s each"],
        &["tries", "solvable %", "s each", "squares"],
    );
    let mut groups = Vec::new();
    let (mut theirs, mut ours) = (Vec::new(), [Vec::new(), Vec::new()]);
    for &side in sizes(lab) {
        let drawn = SQUARES.map(|(method, _)| squares(lab, method, side, lab.count(), report));
        for (words, title, left_out) in SETS {
            let plan = plan(&study_rules(left_out), Way::Rounds);
            groups.push(format!(
                "{side}, {}",
                if left_out.is_empty() { "all" } else { "fewer" }
            ));
            let known = published::skyscrapers(title, side, "tries");
            theirs.push(known);
            for ((which, (_, squares_are)), drawn) in SQUARES.iter().enumerate().zip(&drawn) {
                lab.say(&format!("size {side}, {words}, {squares_are}"));
                let solved = solved_by(lab, (words, &plan), drawn);
                let good = solved.iter().filter(|(solved, _)| *solved).count();
                let ms: f64 = solved.iter().map(|(_, ms)| ms).sum();
                let first = which == 0;
                let seconds = published::skyscrapers(title, side, "seconds");
                table.row(row![
                    side,
                    words,
                    *squares_are,
                    known.filter(|_| first),
                    known.filter(|_| first).map(|tries| 100.0 / tries),
                    seconds.filter(|_| first),
                    tries(solved.len(), good),
                    percent(good, solved.len()),
                    (good > 0).then(|| ms / 1e3 / good as f64),
                    solved.len()
                ]);
                ours[which].push(tries(solved.len(), good));
            }
        }
    }
    report.tables.push(table);
    let [shuffled, uniform] = ours;
    report.plots.push(Plot {
        title: "Squares for one solvable puzzle (table 3)".to_owned(),
        x: Axis::plain("size and rules"),
        y: Axis::logarithmic("squares"),
        drawing: Drawing::Bars(
            groups,
            vec![
                Bars::published(theirs),
                Bars::ours("shuffled", shuffled),
                Bars::ours("uniform", uniform),
            ],
        ),
    });
}

pub(in super::super) fn backtracking(lab: &Lab, report: &mut Report) {
    let Some(method) = method(family(), "backtracking") else {
        return report.lacks("there is no backtracking in this build.");
    };
    let mut table = Table::new(
        "squares for one puzzle with one solution",
        &["n", "squares are"],
        &["tries", "unique %", "s each", "rules ÷ backtracking %"],
        &[
            "tries",
            "unique %",
            "rules ÷ backtracking %",
            "backtracking s each",
            "squares",
        ],
    );
    let heads = ["tries", "s"];
    let mut figures = Table::new("rules and backtracking", &["n", "by"], &heads, &heads);
    let rules = plan(&study_rules(&[]), Way::Rounds);
    let share = [99.5, 86.5, 98.7];
    let limit = Duration::from_secs_f64(lab.pick(60.0, 0.3, 60.0));
    let mut late = 0;
    for (&side, share) in sizes(lab).iter().zip(share) {
        for (which, (way, squares_are)) in SQUARES.into_iter().enumerate() {
            let drawn = squares(lab, way, side, lab.count(), report);
            lab.say(&format!("size {side}, {squares_are}"));
            let cell = |i: usize| format!("{squares_are}, {}", puzzle_digest(drawn[i].as_ref()));
            let found = lab.measure(drawn.len(), cell, |i| {
                let puzzle = drawn[i].as_ref();
                let proved = solve(puzzle, 2, Budget::UNLIMITED).status == Status::Unique;
                // Backtracking takes minutes at size 7: a part of the squares shows how long.
                let sampled = side < 7 || i.is_multiple_of(10);
                let searched = sampled.then(|| search(lab, puzzle, method, "", limit).ok());
                let searched = searched.flatten();
                let (ended, ms) = searched.map_or((None, None), |(found, ms)| {
                    (Some(found.status() != Status::Unknown), Some(ms))
                });
                // All of the study's own squares, so that their time can be compared.
                let (by_rules, rules_ms) = match proved || which == 0 {
                    true => timed(|| solves(lab, puzzle, &rules)),
                    false => (false, 0.0),
                };
                (proved, by_rules, ended, ms, rules_ms)
            });
            let unique = found.iter().filter(|one| one.0).count();
            let solved = found.iter().filter(|one| one.1).count();
            late += found.iter().filter(|one| one.2 == Some(false)).count();
            let times: Vec<f64> = found.iter().filter_map(|one| one.3).collect();
            let tries = tries(found.len(), unique);
            let each = mean(&times).zip(tries).map(|(ms, tries)| ms / 1e3 * tries);
            let known = published::skyscrapers("T5 backtracking", side, "tries");
            let seconds = published::skyscrapers("T5 backtracking", side, "seconds");
            let first = which == 0;
            if first {
                let title = "T3 rules all";
                let rules_ms: f64 = found.iter().map(|one| one.4).sum();
                figures.row(row![
                    side,
                    "rules",
                    published::skyscrapers(title, side, "tries"),
                    published::skyscrapers(title, side, "seconds"),
                    super::tries(found.len(), solved),
                    (solved > 0).then(|| rules_ms / 1e3 / solved as f64)
                ]);
                figures.row(row![side, "backtracking", known, seconds, tries, each]);
            }
            table.row(row![
                side,
                squares_are,
                known.filter(|_| first),
                known.filter(|_| first).map(|tries| 100.0 / tries),
                seconds.filter(|_| first),
                Some(share).filter(|_| first),
                tries,
                percent(unique, found.len()),
                percent(solved, unique),
                each,
                found.len()
            ]);
        }
    }
    if late > 0 {
        report.say(format!(
            "In {late} cases backtracking was stopped after {} s; they count with that time, so the mean is too small. Whether \
             there is one solution was then found out by our own engine.",
            limit.as_secs_f64()
        ));
    }
    for (title, head) in [
        ("Squares for one puzzle (figure 54)", "tries"),
        ("Time for one puzzle (figure 55)", "s"),
    ] {
        let y = Axis::logarithmic(head);
        report
            .plots
            .push(Plot::of_table(title, y, &figures, &[head]));
    }
    report.tables.push(table);
}

/// Without SimpleTry and TryLarge, and with them.
const NEITHER: &str = "neither";
const BOTH: &str = "with both";

pub(in super::super) fn trycost(lab: &Lab, report: &mut Report) {
    let kinds = [
        "all squares",
        "those solved without",
        "those solved with",
        "never solved",
    ];
    let heads: Vec<String> = kinds.map(|kind| format!("times as long, {kind}")).to_vec();
    let mut own: Vec<&str> = heads.iter().map(String::as_str).collect();
    own.extend(["ms a square", "solved %"]);
    let mut table = Table::new(
        "time of the rules on the same squares, with one solution or several",
        &["n", "rules"],
        &["times as long"],
        &own,
    );
    for &side in sizes(lab) {
        let drawn = given_or_squares(lab, side, lab.count(), report);
        let runs = [
            (NEITHER, &["simple-try", "try-large"][..]),
            ("with TryLarge", &["simple-try"]),
            ("with SimpleTry", &["try-large"]),
            (BOTH, &[]),
        ]
        .map(|(words, left_out)| {
            let plan = plan(&study_rules(left_out), Way::Rounds);
            (words, solved_by(lab, (words, &plan), &drawn))
        });
        let [(_, without), _, _, (_, with)] = &runs;
        let count = without.len().min(with.len());
        for (words, found) in &runs {
            let factor = |kind: usize| {
                let is = |i: &usize| match kind {
                    0 => true,
                    1 => without[*i].0,
                    2 => !without[*i].0 && with[*i].0,
                    _ => !with[*i].0,
                };
                let sum = |run: &[(bool, f64)]| -> f64 {
                    (0..count.min(run.len())).filter(is).map(|i| run[i].1).sum()
                };
                let base = sum(without);
                (base > 0.0).then(|| sum(found) / base)
            };
            let known = (*words == BOTH).then_some("2 to 5");
            let ms = mean(&found.iter().map(|(_, ms)| *ms).collect::<Vec<_>>());
            let good = found.iter().filter(|(solved, _)| *solved).count();
            table.row(row![
                side,
                *words,
                known,
                factor(0),
                factor(1),
                factor(2),
                factor(3),
                ms,
                percent(good, found.len())
            ]);
        }
    }
    let mut drawn = table.clone();
    drawn.rows.retain(|row| row[1].text() != NEITHER);
    let kinds: Vec<&str> = heads.iter().map(String::as_str).collect();
    report.plots.push(Plot::of_table(
        "What the Tries cost",
        Axis::logarithmic("times as long as with neither"),
        &drawn,
        &kinds,
    ));
    for row in table.rows.iter().filter(|row| row[1].text() == BOTH) {
        report.say(format!(
            "Size {}: with both it takes {} times as long over all squares, {} times on those solved \
             without them, {} times on those solved only with them, {} times on those never solved.",
            row[0].text(),
            row[3].text(),
            row[4].text(),
            row[5].text(),
            row[6].text()
        ));
    }
    report.tables.push(table);
}

/// The study's necessary and elementary sets; Try and TryLarge are one rule there.
const ELEMENTARY: [(&str, &str, &[&str]); 4] = [
    ("all rules", "T3 rules all", &[]),
    (
        "the elementary five",
        "T7 elementary",
        &[
            "simple-scratch",
            "fill-gaps",
            "build-location",
            "try",
            "try-large",
            "simple-try",
        ],
    ),
    (
        "Try, SimpleScratch, BuildLocation",
        "T7 necessary BuildLocation",
        &["simple-scratch", "build-location", "try", "try-large"],
    ),
    (
        "Try, SimpleScratch, FillGaps",
        "T7 necessary FillGaps",
        &["simple-scratch", "fill-gaps", "try", "try-large"],
    ),
];

pub(in super::super) fn elementary(lab: &Lab, report: &mut Report) {
    let mut table = Table::new(
        "squares for one solvable puzzle",
        &["n", "rules"],
        &["tries"],
        &["tries", "solved %", "as all rules"],
    );
    for &side in sizes(lab) {
        let drawn = squares(lab, "study", side, lab.count(), report);
        let mut all: Option<Vec<bool>> = None;
        for (words, title, only) in ELEMENTARY {
            let plan: Plan = match only {
                [] => plan(&study_rules(&[]), Way::Rounds),
                only => plan(only, Way::Rounds),
            };
            lab.say(&format!("size {side}, {words}"));
            let solved = solved_by(lab, (words, &plan), &drawn).into_iter();
            let solved: Vec<bool> = solved.map(|(solved, _)| solved).collect();
            let good = solved.iter().filter(|solved| **solved).count();
            let known = published::skyscrapers(title, side, "tries");
            let same = *all.get_or_insert_with(|| solved.clone()) == solved;
            table.row(row![
                side,
                words,
                known,
                tries(solved.len(), good),
                percent(good, solved.len()),
                if same { "the same squares" } else { "fewer" }
            ]);
        }
    }
    report.plots.push(Plot::of_table(
        "Squares for one solvable puzzle (table 7)",
        Axis::logarithmic("squares"),
        &table,
        &["tries"],
    ));
    report.tables.push(table);
}
