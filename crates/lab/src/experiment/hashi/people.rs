//! People: how long they take, and how far they must look ahead.

use fit::rank_correlation;
use puzzles::Puzzle;
use puzzles::reason::{LookAhead, Player, Weights, looked_ahead, rate};
use sat::Budget;

use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::numbers::Summary;
use super::super::plot::{Axis, Bars, Cloud, Drawing, Plot};
use super::super::published;
use super::super::report::Report;
use super::super::table::{Cell, Table, row};
use super::super::trial::Trial;
use super::{NAME, SIZES, five, four, kinds, sizes, specimens};

/// The study's categories, each with a kind and a size of ours.
const CATEGORIES: [(&str, &str, usize); 4] = [
    ("Warmup", "Easy", 0),
    ("Easy", "Easy", 1),
    ("Hard", "Hard", 1),
    ("Generated", "Generated", 1),
];

/// The seconds that the rating predicts for a puzzle, if it does.
fn predicted(puzzle: &dyn Puzzle) -> Option<f64> {
    let rating = rate(puzzle, Player::PRACTISED, Weights::Ours, Budget::UNLIMITED);
    rating.minutes.map(|minutes| 60.0 * minutes)
}

/// The seconds of a category in a trial.
fn seconds(trial: Option<&Trial>, category: &str) -> Vec<f64> {
    let Some(trial) = trial else {
        return Vec::new();
    };
    let of = |row: &usize| {
        let cell = trial.cell(*row, "category");
        cell.is_some_and(|cell| cell.eq_ignore_ascii_case(category))
    };
    let rows = (0..trial.len()).filter(of);
    rows.filter_map(|row| trial.number(row, "seconds"))
        .collect()
}

pub(in super::super) fn people(lab: &Lab, report: &mut Report) {
    let known = published::hashi_6_2();
    let trial = lab.trial();
    let heads = ["mean s", "sd", "min", "max"];
    let mut own = vec!["predicted mean s", "sd", "min", "max"];
    if trial.is_some() {
        own.extend(["trial mean s", "sd", "min", "max"]);
    }
    let mut table = Table::new("seconds a puzzle", &["category"], &heads, &own);
    let (mut groups, mut theirs, mut ours, mut tried) = (vec![], vec![], vec![], vec![]);
    for (category, kind, size) in CATEGORIES {
        let specimens = specimens(lab, kind, SIZES[size], lab.count(), report);
        let guessed = lab.each(specimens.len(), |i| predicted(specimens[i].puzzle.as_ref()));
        let guessed: Vec<f64> = guessed.into_iter().flatten().collect();
        let columns = ["mean_s", "sd_s", "min_s", "max_s"];
        let numbers = known.numbers(&[("category", category)], columns);
        let mut cells = row![category];
        cells.extend(numbers.map(Cell::from));
        cells.extend(four(&guessed));
        let taken = seconds(trial, category);
        if trial.is_some() {
            cells.extend(four(&taken));
        }
        table.row(cells);
        groups.push(category.to_owned());
        theirs.push(numbers[0]);
        ours.push(Summary::of(&guessed).map(|s| s.mean));
        tried.push(Summary::of(&taken).map(|s| s.mean));
    }
    let both = ours.iter().zip(&theirs);
    let both: Vec<(f64, f64)> = both.filter_map(|(o, t)| Some(((*o)?, (*t)?))).collect();
    let (guessed, taken): (Vec<f64>, Vec<f64>) = both.iter().copied().unzip();
    if let Some(correlation) = rank_correlation(&guessed, &taken) {
        let factors = both.iter().map(|(o, t)| format!("{:.1}", o / t));
        report.say(format!(
            "Our prediction is {} times the people's mean in the {} categories, and orders them with \
             a rank correlation of {correlation:.2}. What they found hardest were the generated ones.",
            factors.collect::<Vec<_>>().join(", "),
            both.len()
        ));
    }
    report.tables.push(table);
    let mut bars = vec![
        Bars {
            name: "published".to_owned(),
            published: true,
            values: theirs,
        },
        Bars::ours("our prediction", ours),
    ];
    match trial {
        Some(trial) => {
            bars.push(Bars::ours("trial", tried));
            compared(trial, report);
        }
        None => report.say(
            "Times of a trial of your own can be put beside these: --trial FILE, a table with the \
             columns category and seconds (and puzzle, to compare each with its prediction).",
        ),
    }
    report.plots.push(Plot {
        title: "How long people take (table 6.2)".to_owned(),
        x: Axis::plain(""),
        y: Axis::plain("seconds"),
        drawing: Drawing::Bars(groups, bars),
    });
}

/// What people took for each puzzle beside what is predicted for it.
fn compared(trial: &Trial, report: &mut Report) {
    let mut points = Vec::new();
    for row in 0..trial.len() {
        let puzzle = trial.puzzle(row).filter(|p| p.family().id == NAME);
        let predicted = puzzle.and_then(|puzzle| predicted(puzzle.as_ref()));
        points.extend(predicted.zip(trial.number(row, "seconds")));
    }
    let (guessed, taken): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    if let Some(correlation) = rank_correlation(&guessed, &taken) {
        report.say(format!(
            "Over the {} puzzles of the trial, predicted and taken seconds have a rank correlation of \
             {correlation:.2}.",
            points.len()
        ));
        report.plots.push(Plot {
            title: "Each puzzle of the trial (figure 6.4)".to_owned(),
            x: Axis::logarithmic("predicted seconds"),
            y: Axis::logarithmic("seconds"),
            drawing: Drawing::Scatter(vec![Cloud {
                name: "trial".to_owned(),
                points,
            }]),
        });
    }
}

/// How far one has to look ahead on some puzzles, as a row of the table; the most things entered.
fn row_of(
    lab: &Lab,
    (size, kind): (usize, &str),
    known: Option<usize>,
    puzzles: &[&dyn Puzzle],
    table: &mut Table,
) -> Option<Vec<f64>> {
    let found = lab.each(puzzles.len(), |i| {
        let budget = Budget {
            stop: &|| lab.is_over(),
            ..Budget::UNLIMITED
        };
        looked_ahead(puzzles[i], true, budget)
    });
    if found.is_empty() {
        return None;
    }
    let solved: Vec<LookAhead> = found.iter().copied().flatten().collect();
    let rounds: Vec<f64> = solved
        .iter()
        .map(|ahead| f64::from(ahead.longest))
        .collect();
    let entered: Vec<f64> = solved.iter().map(|ahead| ahead.entered as f64).collect();
    let part = |count: usize| 100.0 * count as f64 / found.len() as f64;
    let (r, e) = (Summary::of(&rounds), Summary::of(&entered));
    table.row(row![
        format!("{size}×{size}"),
        kind,
        known,
        e.map(|s| s.mean),
        e.map(|s| s.max),
        r.map(|s| s.mean),
        r.map(|s| s.max),
        part(rounds.iter().filter(|&&depth| depth == 0.0).count()),
        part(solved.len()),
        found.len()
    ]);
    Some(entered)
}

pub(in super::super) fn depth(lab: &Lab, report: &mut Report) {
    let mut table = Table::new(
        "the longest supposition of a puzzle until it breaks",
        &["size", "kind"],
        &["bridges at most"],
        &[
            "mean bridges",
            "most bridges",
            "mean rounds",
            "most rounds",
            "need none %",
            "solved %",
            "puzzles",
        ],
    );
    let mut boxes = Vec::new();
    for size in sizes(lab, lab.pick(1, 2, 2)) {
        for &kind in kinds(lab) {
            let specimens = specimens(lab, kind, size, lab.count(), report);
            let puzzles: Vec<&dyn Puzzle> = specimens.iter().map(|s| s.puzzle.as_ref()).collect();
            let known = match kind {
                "Hard" => Some(5usize),
                "Generated" => Some(20),
                _ => None,
            };
            if let Some(entered) = row_of(lab, (size.0, kind), known, &puzzles, &mut table) {
                let name = format!("{} {}", size.0, kind.to_lowercase());
                boxes.extend(five(name, kind, &entered));
            }
        }
        if lab.given(NAME).is_empty() {
            // The study's proposal: an island that makes it too hard for people is taken back.
            let recipe = Recipe::new(NAME, "study", size.0)
                .with("islands", size.1 as i64)
                .with("most-chain", 3);
            let made = lab.puzzles(&recipe, lab.count(), report);
            let puzzles: Vec<&dyn Puzzle> = made.iter().map(|puzzle| puzzle.as_ref()).collect();
            let kind = "Generated, at most 3 rounds";
            row_of(lab, (size.0, kind), None, &puzzles, &mut table);
        }
    }
    report.tables.push(table);
    report.plots.push(Plot {
        title: "Bridges until the longest supposition breaks".to_owned(),
        x: Axis::plain(""),
        y: Axis::plain("bridges"),
        drawing: Drawing::Boxes(boxes),
    });
    report.say(
        "The player here sees what can be seen at a glance (level 1) and supposes one thing where that \
         is not enough; of all suppositions the one that breaks soonest is taken. Bridges are those \
         that the contradiction rests on, rounds are deductions at the same time.",
    );
}
