//! People: how long they take, and how far they must look ahead.

use fit::rank_correlation;
use logic::{Plan, Step, Supposition, TraceEnd, level};
use puzzles::reason::{Player, Weights, rate, trace};
use puzzles::{Fact, Puzzle};
use sat::Budget;
use serde::{Deserialize, Serialize};

use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::memo::puzzle_digest;
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

/// How far somebody looks ahead on the way to the solution.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Ahead {
    /// Rounds until the longest of the suppositions breaks; 0 if nothing has to be supposed.
    rounds: f64,
    /// The most bridges that are placed after a supposition until it breaks, as the study counts them:
    /// by whoever draws everything that is plain then, whether the contradiction rests on it or not.
    placed: f64,
    /// The most of them that a contradiction does rest on.
    needed: f64,
}

/// What is not seen at a glance, but by everybody who looks whether islands are cut off. Without it a
/// supposition that closes islands off would not break.
const WAY_OUT: &str = "only-way-out";

/// Somebody who sees what is plain and supposes one thing where that is not enough; of all suppositions
/// that break the one that breaks soonest. None if that does not solve the puzzle.
fn looked_ahead(puzzle: &dyn Puzzle, budget: Budget) -> Option<Ahead> {
    let table = puzzle.reasoner().rules();
    let plain = Plan::rounds(&table, |about| {
        about.level <= level::GLANCE && !about.trial || about.id == WAY_OUT
    });
    let supposing = Plan {
        trial: true,
        reasons: true,
        supposition: Supposition::BreaksSoonest,
        ..plain.clone()
    };
    let way = trace(puzzle, &[], &supposing, budget);
    if way.end != TraceEnd::Solved {
        return None;
    }
    let bridges = |steps: &[Step]| {
        let facts = steps.iter().flat_map(|step| &step.therefore);
        facts.filter(|fact| fact.is_yes()).count()
    };
    let (mut placed, mut needed) = (0, 0);
    let mut known: Vec<Fact> = Vec::new();
    for step in &way.steps {
        if let Some(chain) = &step.chain {
            needed = needed.max(bridges(&chain.steps));
            known.push(chain.suppose);
            let after = puzzle.reasoner().trace(&known, &plain, budget);
            known.pop();
            placed = placed.max(bridges(&after.steps));
        }
        known.extend(&step.therefore);
    }
    let rounds = way.rounds.iter().map(|round| round.depth).max();
    Some(Ahead {
        rounds: f64::from(rounds.unwrap_or(0)),
        placed: placed as f64,
        needed: needed as f64,
    })
}

/// How far one has to look ahead on some puzzles, as a row of the table; the bridges placed.
fn row_of(
    lab: &Lab,
    (size, kind): (usize, &str),
    known: Option<usize>,
    puzzles: &[&dyn Puzzle],
    table: &mut Table,
) -> Option<Vec<f64>> {
    let cell = |i: usize| format!("looked ahead, {}", puzzle_digest(puzzles[i]));
    let found = lab.measure(puzzles.len(), cell, |i| {
        let budget = Budget {
            stop: &|| lab.is_over(),
            ..Budget::UNLIMITED
        };
        looked_ahead(puzzles[i], budget)
    });
    if found.is_empty() {
        return None;
    }
    let solved: Vec<Ahead> = found.iter().copied().flatten().collect();
    let of = |part: fn(&Ahead) -> f64| -> Vec<f64> { solved.iter().map(part).collect() };
    let placed = of(|ahead| ahead.placed);
    let rounds = of(|ahead| ahead.rounds);
    let part = |count: usize| 100.0 * count as f64 / found.len() as f64;
    let [p, n, r] = [&placed, &of(|ahead| ahead.needed), &rounds].map(|values| Summary::of(values));
    table.row(row![
        format!("{size}×{size}"),
        kind,
        known,
        p.map(|s| s.mean),
        p.map(|s| s.max),
        n.map(|s| s.max),
        r.map(|s| s.mean),
        r.map(|s| s.max),
        part(rounds.iter().filter(|&&depth| depth == 0.0).count()),
        part(solved.len()),
        found.len()
    ]);
    Some(placed)
}

pub(in super::super) fn depth(lab: &Lab, report: &mut Report) {
    let mut table = Table::new(
        "the longest supposition of a puzzle until it breaks",
        &["size", "kind"],
        &["bridges at most"],
        &[
            "mean bridges",
            "most bridges",
            "most that matter",
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
            if let Some(placed) = row_of(lab, (size.0, kind), known, &puzzles, &mut table) {
                let name = format!("{} {}", size.0, kind.to_lowercase());
                boxes.extend(five(name, kind, &placed));
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
        "The player here sees what can be seen at a glance (level 1) and whether islands are cut off, and \
         supposes one thing where that is not enough; of all suppositions the one that breaks soonest is \
         taken. Bridges are all that are placed then until it breaks, as the study counts them; those \
         that matter are those that the contradiction rests on; rounds are deductions at the same time. \
         Where one supposition at a time does not solve a puzzle, nothing of it is counted.",
    );
}

#[cfg(test)]
mod tests {
    use puzzles::format::split;

    use super::*;

    fn ahead(text: &str) -> [f64; 3] {
        let document = split(text)[0].read().expect("a puzzle");
        let ahead = looked_ahead(document.puzzle.as_ref(), Budget::UNLIMITED).expect("a way");
        [ahead.placed, ahead.needed, ahead.rounds]
    }

    #[test]
    fn where_all_is_plain_nothing_is_supposed() {
        assert_eq!(ahead("5x5m2:3b2f3a3a3e2c4"), [0.0; 3]);
    }

    /// The 4s and the 1 are plain; then the other four islands need two bridges each, in a ring:
    ///
    /// ```text
    /// . . 1 . .
    /// . . | . .
    /// 2 . 3 . 2
    /// . . . . H
    /// 2 . 4 = 4
    /// ```
    ///
    /// Suppose a double bridge on one side of the ring. The two islands at it are complete, so both
    /// bridges on the other side are placed, though one is enough; and the islands are cut in two.
    #[test]
    fn bridges_after_a_supposition_are_counted() {
        assert_eq!(ahead("5x5m2:b1g2a3a2e2a4a4"), [2.0, 1.0, 3.0]);
    }
}
