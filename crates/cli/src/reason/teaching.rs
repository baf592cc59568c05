//! `gridwright report --teaching`: how well puzzles are explained, in figures that can be compared
//! before and after a change.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;

use logic::Trace;
use puzzles::reason::{Entered, Length, Lesson, Limits, Replay, falsified, lesson, replay};
use puzzles::{FAMILIES, Family};
use sat::Budget;
use serde_json::{Map, Value, json};

use super::explain::Story;
use super::moves::game;
use super::page;
use super::report::Form;
use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output;

/// What was measured on one puzzle.
struct Measured {
    /// Its place in the input, so that the order of threads does not matter.
    number: usize,
    id: String,
    lesson: Lesson,
    replay: Option<Replay>,
    /// How far apart the entries of a person are that follow each other.
    jumps_of_people: Vec<f64>,
    /// A wrong entry was explained; none if there is no game to make one wrong.
    explained: Option<bool>,
    page: usize,
}

pub fn run(
    input: Input,
    form: Form,
    seed: u64,
    time: TimeLimit,
    threads: Threads,
) -> anyhow::Result<Exit> {
    let all: Mutex<BTreeMap<&'static str, Vec<Measured>>> = Mutex::default();
    let work = |job: &Job| {
        let one = time.run(|budget| measured(job, seed, budget));
        let stopped = one.lesson.stopped || one.replay.as_ref().is_some_and(|r| r.stopped);
        let family = job.document.puzzle.family().id;
        let mut all = all
            .lock()
            .map_err(|_| "a defect in gridwright".to_owned())?;
        all.entry(family).or_default().push(one);
        Ok(Reply {
            exit: match stopped {
                true => Exit::Budget,
                false => Exit::Well,
            },
            ..Reply::default()
        })
    };
    let totals = batch::run(input.items(), threads, Mode::Human, work)?;
    let mut all = all.into_inner().unwrap_or_default();
    let mut out = String::new();
    for family in FAMILIES {
        let Some(measured) = all.get_mut(family.id) else {
            continue;
        };
        measured.sort_by_key(|one| one.number);
        let figures = figures(measured);
        match form {
            Form::Json => out += &json_line(family, &figures, measured),
            Form::Csv => {
                if out.is_empty() {
                    let names = figures.iter().map(|figure| figure.name);
                    let names: Vec<&str> = ["family"].into_iter().chain(names).collect();
                    out += &format!("{}\n", names.join(","));
                }
                let values = figures.iter().map(|figure| shown(figure.value, ""));
                let values: Vec<String> =
                    [family.id.to_owned()].into_iter().chain(values).collect();
                out += &format!("{}\n", values.join(","));
            }
            Form::Text => {
                out += &format!("{}\n", family.name);
                for figure in &figures {
                    out += &format!("  {:>9}  {}\n", shown(figure.value, "–"), figure.words);
                }
            }
        }
    }
    output::print(out.as_bytes());
    Ok(totals.exit)
}

fn measured(job: &Job, seed: u64, budget: Budget) -> Measured {
    let puzzle = job.document.puzzle.as_ref();
    let (lesson, trace) = lesson(puzzle, budget);
    let mut measured = Measured {
        number: job.number,
        id: job.label(),
        page: page_size(job, &trace, budget),
        lesson,
        replay: None,
        jumps_of_people: Vec::new(),
        explained: None,
    };
    if let Some((truth, game)) = game(job) {
        let half_perimeter = (puzzle.size().rows() + puzzle.size().cols()) as f64;
        let entries: Vec<&Entered> = game.iter().filter(|e| !e.facts.is_empty()).collect();
        for pair in entries.windows(2) {
            let (a, b) = (pair[0].at, pair[1].at);
            let far = (a.row - b.row).abs() + (a.col - b.col).abs();
            measured.jumps_of_people.push(far as f64 / half_perimeter);
        }
        measured.replay = Some(replay(puzzle, &game, budget, &mut |_, _| {}));
        // Another entry in each puzzle, the same in each run.
        let seed = seed.wrapping_add(job.number as u64);
        measured.explained = falsified(puzzle, &truth, &game, seed, Limits::within(budget))
            .map(|answer| answer.is_noticed && answer.is_explained);
    }
    measured
}

/// The bytes of the page that `explain --to html` writes.
fn page_size(job: &Job, trace: &Trace, budget: Budget) -> usize {
    struct Counter(usize);
    impl Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    let story = Story::new(job, &[], trace, Length::Usual, budget);
    // Counting cannot fail.
    let _ = page::write(&mut counter, &story, budget);
    counter.0
}

/// One figure of the table.
struct Figure {
    name: &'static str,
    words: &'static str,
    /// None if there is nothing to measure it on.
    value: Option<f64>,
}

fn figures(all: &[Measured]) -> Vec<Figure> {
    let lessons = || all.iter().map(|one| &one.lesson);
    let share = |part: usize, whole: usize| {
        (whole > 0).then(|| (10_000.0 * part as f64 / whole as f64).round() / 100.0)
    };
    let count = |of: &dyn Fn(&Lesson) -> bool| lessons().filter(|lesson| of(lesson)).count();
    let numbers = |of: fn(&Lesson) -> &[usize]| -> Vec<f64> {
        let each = lessons().flat_map(|lesson| of(lesson).iter());
        each.map(|&number| number as f64).collect()
    };
    let mut replay = Replay::default();
    for one in all.iter().filter_map(|one| one.replay.as_ref()) {
        replay.add(one);
    }
    let needing: Vec<f64> = lessons()
        .filter(|lesson| lesson.trials > 0)
        .map(|lesson| lesson.trials as f64)
        .collect();
    let jumps: Vec<f64> = lessons().flat_map(|l| l.jumps.iter().copied()).collect();
    let as_found: Vec<f64> = lessons()
        .flat_map(|lesson| lesson.jumps_as_found.iter().copied())
        .collect();
    let uses_as_found: usize = lessons().map(|lesson| lesson.uses_before_as_found).sum();
    let jumps_of_people: Vec<f64> = (all.iter())
        .flat_map(|one| one.jumps_of_people.iter().copied())
        .collect();
    let uses: usize = lessons().map(|lesson| lesson.uses_before).sum();
    let explained: Vec<bool> = all.iter().filter_map(|one| one.explained).collect();
    let key_moments: Vec<f64> = lessons().map(|l| l.key_moments as f64).collect();
    let is_plain = |l: &Lesson| l.is_plain;
    let figure = |name, words, value| Figure { name, words, value };
    vec![
        figure("puzzles", "puzzles", Some(all.len() as f64)),
        figure(
            "solved_by_rules",
            "% solved by named rules",
            share(count(&|l| l.solved_by_rules), all.len()),
        ),
        figure(
            "plain_solved_by_rules",
            "% of those that are no variant solved by named rules",
            share(
                count(&|l| l.is_plain && l.solved_by_rules),
                count(&is_plain),
            ),
        ),
        figure(
            "solved_with_trial",
            "% solved with trial",
            share(count(&|l| l.solved), all.len()),
        ),
        figure(
            "justified",
            "% of recorded right entries justified by one step",
            share(replay.justified(), replay.right),
        ),
        figure(
            "need_trial",
            "puzzles with trials",
            Some(needing.len() as f64),
        ),
        figure("trials", "trials in these, median", median(&needing)),
        figure(
            "trials_most",
            "trials in these, most",
            quantile(&needing, 1.0),
        ),
        figure(
            "trials_mean",
            "trials a puzzle, mean over all puzzles",
            mean(lessons().map(|l| l.trials as f64).collect()),
        ),
        figure(
            "jump",
            "jump between steps as told, share of half the perimeter, median",
            median(&jumps),
        ),
        figure(
            "jump_as_found",
            "the same between steps in logical order",
            median(&as_found),
        ),
        figure(
            "jump_of_people",
            "jump between recorded entries, median",
            median(&jumps_of_people),
        ),
        figure(
            "uses_before",
            "% of steps as told that use the one before",
            share(uses, jumps.len()),
        ),
        figure(
            "uses_before_as_found",
            "% of steps in logical order that do",
            share(uses_as_found, as_found.len()),
        ),
        figure(
            "things",
            "things cited as a person counts them, 95 %",
            quantile(&numbers(|l| &l.things), 0.95),
        ),
        figure(
            "words",
            "words of a step that supposes nothing, 95 %",
            quantile(&numbers(|l| &l.words), 0.95),
        ),
        figure(
            "trial_words",
            "words of a trial, median",
            median(&numbers(|l| &l.trial_words)),
        ),
        figure(
            "falsified",
            "games with one entry made wrong",
            Some(explained.len() as f64),
        ),
        figure(
            "falsified_explained",
            "% of these in which that entry is named and explained",
            share(
                explained.iter().filter(|yes| **yes).count(),
                explained.len(),
            ),
        ),
        figure(
            "page_bytes",
            "bytes of the largest page",
            all.iter().map(|one| one.page).max().map(|most| most as f64),
        ),
        figure(
            "steps",
            "steps a puzzle",
            mean(lessons().map(|l| l.steps as f64).collect()),
        ),
        figure(
            "passages",
            "steps as told a puzzle",
            mean(lessons().map(|l| l.passages as f64).collect()),
        ),
        figure("key_moments", "key moments, median", median(&key_moments)),
    ]
}

fn json_line(family: &Family, figures: &[Figure], all: &[Measured]) -> String {
    let mut line = Map::new();
    line.insert("type".to_owned(), json!(family.id));
    for figure in figures {
        line.insert(figure.name.to_owned(), json!(figure.value));
    }
    let trials = all.iter().filter(|one| one.lesson.trials > 0);
    let trials: Map<String, Value> = trials
        .map(|one| (one.id.clone(), json!(one.lesson.trials)))
        .collect();
    line.insert("trials_by_puzzle".to_owned(), Value::Object(trials));
    format!("{}\n", Value::Object(line))
}

/// A number as people and tables write it.
fn shown(value: Option<f64>, nothing: &str) -> String {
    match value {
        None => nothing.to_owned(),
        Some(value) => {
            let digits = format!("{value:.3}");
            let digits = digits.trim_end_matches('0').trim_end_matches('.');
            digits.to_owned()
        }
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The middle value; between two, their mean.
fn median(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    let high = *sorted.get(sorted.len() / 2)?;
    match sorted.len() % 2 {
        0 => Some((sorted[sorted.len() / 2 - 1] + high) / 2.0),
        _ => Some(high),
    }
}

/// The least value that this share of all does not exceed.
fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let sorted = sorted(values);
    let place = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(place.saturating_sub(1)).copied()
}

fn mean(values: Vec<f64>) -> Option<f64> {
    let sum: f64 = values.iter().sum();
    (!values.is_empty()).then(|| (100.0 * sum / values.len() as f64).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_ends_are_found() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(quantile(&hundred, 0.95), Some(95.0));
        assert_eq!(quantile(&hundred, 1.0), Some(100.0));
        assert_eq!(quantile(&[], 0.95), None);
    }
}
