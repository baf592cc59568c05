//! All puzzles of size 5.

use super::super::lab::Lab;
use super::super::material::Recipe;
use super::super::numbers::percent;
use super::super::plot::{Axis, Bars, Drawing, Plot};
use super::super::report::Report;
use super::super::table::{Table, number_text, row};
use super::{NAME, towers_id};
use crate::census::{Extreme, Findings};

/// What was found about all puzzles; if it was not, that is said.
fn found<'a>(lab: &Lab<'a>, stripped: bool, report: &mut Report) -> Option<&'a Findings> {
    let found = lab.census(stripped);
    if found.is_none() {
        report.say("The time ran out before all puzzles were counted.");
    }
    found
}

/// A published number, which is about size 5.
fn at_five<T>(lab: &Lab, number: T) -> Option<T> {
    lab.pick(false, true, true).then_some(number)
}

pub(in super::super) fn census(lab: &Lab, report: &mut Report) {
    let Some(found) = found(lab, false, report) else {
        return;
    };
    let counts = found.counts;
    let mut table = Table::new(
        format!("everything of size {}", lab.pick(4, 5, 5)),
        &["what"],
        &["number", "% of squares"],
        &["number", "% of squares"],
    );
    let solved = |set: &str| {
        let by = found.ratings.as_ref().map(|ratings| &ratings.solved_by);
        by.and_then(|by| by.get(set)).copied().unwrap_or(0)
    };
    for (what, known, ours) in [
        ("Latin squares", Some(161_280u64), counts.squares),
        ("different sets of clues", Some(102_398), counts.clue_sets),
        ("with one solution", None, counts.unique),
        (
            "of these, up to turns and mirrors",
            None,
            counts.unique_classes,
        ),
        (
            "solved without Try, TryLarge, SimpleTry",
            None,
            solved("study_without_tries"),
        ),
        (
            "solved without SimpleTry",
            Some(38_310),
            solved("study_without_simple_try"),
        ),
        ("solved by all rules", None, solved("study")),
    ] {
        let known = at_five(lab, known).flatten();
        table.row(row![
            what,
            known,
            known.map(|known| 100.0 * known as f64 / 161_280.0),
            ours,
            percent(ours as usize, counts.squares as usize)
        ]);
    }
    report.plots.push(Plot::of_table(
        "Everything there is, and what is solved",
        Axis::logarithmic("number"),
        &table,
        &["number"],
    ));
    report.tables.push(table);
    report.say(format!(
        "{:.1} % of the squares share their clues with another square.",
        100.0 - 100.0 * counts.unique as f64 / counts.squares as f64
    ));
}

pub(in super::super) fn extremes(lab: &Lab, report: &mut Report) {
    let Some(found) = found(lab, false, report) else {
        return;
    };
    let Some(ratings) = &found.ratings else {
        return;
    };
    for (words, ends) in [
        ("solved without SimpleTry", &ratings.without_simple_try),
        ("solved by all rules", &ratings.ends),
    ] {
        let mut table = Table::new(
            format!("ends of the study's rating, of those {words}"),
            &["which"],
            &["puzzles"],
            &["classes", "puzzles", "score", "example"],
        );
        for (which, known, extreme) in [
            ("hardest", 1usize, &ends.hardest),
            ("easiest", 1, &ends.easiest),
            ("most fun", 5, &ends.most_fun),
            ("most boring", 2, &ends.least_fun),
        ] {
            let Some(extreme) = extreme else {
                continue;
            };
            let Extreme {
                score,
                classes,
                puzzles,
                example,
            } = extreme;
            table.row(row![
                which,
                at_five(lab, known),
                *classes,
                *puzzles,
                *score,
                example.clone()
            ]);
        }
        report.plots.push(Plot::of_table(
            &format!("Scores of those {words}"),
            Axis::plain("score"),
            &table,
            &["score"],
        ));
        report.tables.push(table);
        if let (Some(hard), Some(easy)) = (&ends.hardest, &ends.easiest) {
            report.say(format!(
                "Of those {words} the hardest has {:.2} times the score of the easiest. Published: 2.0.",
                hard.score / easy.score
            ));
        }
    }
}

pub(in super::super) fn looks(lab: &Lab, report: &mut Report) {
    let Some(found) = found(lab, true, report) else {
        return;
    };
    let Some(stripped) = &found.stripped else {
        return;
    };
    let mut table = Table::new(
        "puzzles that keep one solution without whole sides",
        &["without"],
        &["exist"],
        &["puzzles", "% of those with one solution", "example"],
    );
    let side = lab.pick(4, 5, 5);
    let unique = found.counts.unique as usize;
    for (look, words, number) in [
        (1, "one side", stripped.one_side),
        (2, "two sides that meet", stripped.two_adjacent_sides),
        (3, "two opposite sides", stripped.two_opposite_sides),
        (4, "three sides", stripped.three_sides),
    ] {
        let recipe = Recipe::new(NAME, "uniform", side)
            .with("look", look)
            .with("strip", 0)
            .with("givens", 0);
        let example = match number {
            0 => None,
            _ => lab
                .puzzles(&recipe, 1, report)
                .first()
                .map(|p| towers_id(p.as_ref())),
        };
        table.row(row![
            words,
            at_five(lab, "yes"),
            number,
            percent(number as usize, unique),
            example
        ]);
    }
    table.row(row![
        "a certain single view (not possible)",
        at_five(lab, "yes"),
        stripped.some_view_is_needed,
        percent(stripped.some_view_is_needed as usize, unique),
        None::<f64>
    ]);
    report.plots.push(Plot::of_table(
        "Puzzles that keep one solution without …",
        Axis::plain("puzzles"),
        &table,
        &["puzzles"],
    ));
    report.tables.push(table);
    if stripped.one_side > 0 {
        report.say(format!(
            "One in {:.1} puzzles with one solution can do without some whole side. Published: within \
             about 5 tries.",
            unique as f64 / stripped.one_side as f64
        ));
    }
}

pub(in super::super) fn extreme_sets(lab: &Lab, report: &mut Report) {
    let Some(found) = found(lab, true, report) else {
        return;
    };
    let Some(stripped) = &found.stripped else {
        return;
    };
    let mut table = Table::new(
        "views taken away until nothing more can go",
        &["taken"],
        &["met"],
        &["ways", "what is left, for example"],
    );
    for (taken, &ways) in &stripped.maximal_sets {
        let known = match taken {
            10 => at_five(lab, "smallest met"),
            16 => at_five(lab, "largest"),
            _ => None,
        };
        let example = stripped.examples.get(taken).cloned();
        table.row(row![u64::from(*taken), known, ways, example]);
    }
    report.tables.push(table);
    let sets = &stripped.maximal_sets;
    if let (Some((least, some)), Some((most, few))) =
        (sets.first_key_value(), sets.last_key_value())
    {
        let [some, few] = [some, few].map(|ways| number_text(*ways as f64));
        report.say(format!(
            "At least {least} views can always be taken away, and in {some} ways it is no more than \
             that; at most {most} ({few} ways). Published: 16 at most, 10 the fewest that was met, and \
             the fewest there is left open (at least 4). So here is the answer: {least}."
        ));
    }
    report.plots.push(Plot {
        title: "Ways to take views away until nothing more can go".to_owned(),
        x: Axis::plain("views taken away"),
        y: Axis::logarithmic("ways"),
        drawing: Drawing::Bars(
            sets.keys().map(u32::to_string).collect(),
            vec![Bars::ours(
                "ways",
                sets.values().map(|ways| Some(*ways as f64)).collect(),
            )],
        ),
    });
}
