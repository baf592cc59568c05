//! People: how long they take, and how far they must look ahead.

use logic::{Plan, Supposition, TraceEnd, level};
use puzzles::Puzzle;
use puzzles::reason::{Player, Weights, rate, trace};
use sat::Budget;

use super::super::lab::Lab;
use super::super::numbers::Summary;
use super::super::plot::{Axis, Bars, Drawing, Plot};
use super::super::published;
use super::super::report::Report;
use super::super::table::{Table, row};
use super::{SIZES, five, kinds, sizes, specimens};

/// The study's categories, each with a kind and a size of ours.
const CATEGORIES: [(&str, &str, usize); 4] = [
    ("Warmup", "Easy", 0),
    ("Easy", "Easy", 1),
    ("Hard", "Hard", 1),
    ("Generated", "Generated", 1),
];

pub(in super::super) fn people(lab: &Lab, report: &mut Report) {
    let known = published::hashi_6_2();
    let heads = ["mean s", "sd", "min", "max"];
    let mut table = Table::new("seconds a puzzle", &["category"], &heads, &heads);
    let (mut groups, mut theirs, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    for (category, kind, size) in CATEGORIES {
        let specimens = specimens(lab, kind, SIZES[size], lab.count(), report);
        let seconds = lab.each(specimens.len(), |i| {
            let puzzle = specimens[i].puzzle.as_ref();
            let rating = rate(puzzle, Player::PRACTISED, Weights::Ours, Budget::UNLIMITED);
            60.0 * rating.minutes
        });
        let columns = ["mean_s", "sd_s", "min_s", "max_s"];
        let [a, b, c, d] = known.numbers(&[("category", category)], columns);
        let s = Summary::of(&seconds);
        table.row(row![
            category,
            a,
            b,
            c,
            d,
            s.map(|s| s.mean),
            s.map(|s| s.sd),
            s.map(|s| s.min),
            s.map(|s| s.max)
        ]);
        groups.push(category.to_owned());
        theirs.push(a);
        ours.push(s.map(|s| s.mean));
    }
    let factors: Vec<f64> = (theirs.iter().zip(&ours))
        .filter_map(|(theirs, ours)| Some((*ours)? / (*theirs)?))
        .collect();
    if let Some(s) = Summary::of(&factors) {
        report.say(format!(
            "Our prediction is {:.1} to {:.1} times what five people took.",
            s.min, s.max
        ));
    }
    report.lacks("data of a trial of our own: nobody has been asked yet.");
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Seconds a puzzle (figure 6.4)".to_owned(),
        x: Axis::plain(""),
        y: Axis::plain("seconds"),
        drawing: Drawing::Bars(
            groups,
            vec![
                Bars {
                    name: "five people (published)".to_owned(),
                    published: true,
                    values: theirs,
                },
                Bars::ours("our prediction", ours),
            ],
        ),
    });
}

/// The longest chain that a player needs who sees what can be seen at a glance and supposes things
/// where that is not enough; none if nothing has to be supposed.
fn longest_chain(puzzle: &dyn Puzzle, lab: &Lab) -> Option<(u32, bool)> {
    let table = puzzle.reasoner().rules();
    let plan = Plan {
        trial: true,
        supposition: Supposition::BreaksSoonest,
        ..Plan::rounds(&table, |about| about.level <= level::GLANCE && !about.trial)
    };
    let budget = Budget {
        stop: &|| lab.is_over(),
        ..Budget::UNLIMITED
    };
    let trace = trace(puzzle, &[], &plan, budget);
    let longest = trace.rounds.iter().map(|round| round.depth).max()?;
    Some((longest, trace.end == TraceEnd::Solved))
}

pub(in super::super) fn depth(lab: &Lab, report: &mut Report) {
    let mut table = Table::new(
        "longest supposition of a puzzle, in rounds of deductions",
        &["size", "kind"],
        &["at most"],
        &["mean", "max", "need none %", "solved %", "puzzles"],
    );
    let mut boxes = Vec::new();
    for size in sizes(lab, lab.pick(1, 2, 2)) {
        for &kind in kinds(lab) {
            let specimens = specimens(lab, kind, size, lab.count(), report);
            let found = lab.each(specimens.len(), |i| {
                longest_chain(specimens[i].puzzle.as_ref(), lab)
            });
            let found: Vec<(u32, bool)> = found.into_iter().flatten().collect();
            if found.is_empty() {
                continue;
            }
            let depths: Vec<f64> = found.iter().map(|(depth, _)| *depth as f64).collect();
            let part = |count: usize| 100.0 * count as f64 / found.len() as f64;
            let known = match kind {
                "Hard" => Some(5usize),
                "Generated" => Some(20),
                _ => None,
            };
            let s = Summary::of(&depths);
            table.row(row![
                format!("{0}×{0}", size.0),
                kind,
                known,
                s.map(|s| s.mean),
                s.map(|s| s.max),
                part(depths.iter().filter(|&&d| d == 0.0).count()),
                part(found.iter().filter(|(_, solved)| *solved).count()),
                found.len()
            ]);
            boxes.extend(five(
                format!("{} {}", size.0, kind.to_lowercase()),
                kind,
                &depths,
            ));
        }
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Longest supposition".to_owned(),
        x: Axis::plain(""),
        y: Axis::plain("rounds"),
        drawing: Drawing::Boxes(boxes),
    });
    report.say(
        "The player here sees what can be seen at a glance (level 1) and supposes one thing where \
         that is not enough; of all suppositions the one that breaks soonest is taken.",
    );
}
