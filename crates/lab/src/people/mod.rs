//! What came out of a trial with people (docs/trials.md): the table of the Bridges study (its 6.2: mean,
//! standard deviation, least and greatest time by category), every single time, and how far our ratings
//! agree with what people needed and said.
//!
//! Times are of puzzles that were solved. What was given up is counted and not averaged.

mod drawn;

use std::collections::BTreeMap;

use fit::rank_correlation;
use people::{Play, Results, Task, Trial};
use puzzles::format::{Document, write};
use puzzles::reason::DIFFICULTY;
use serde::Serialize;

use crate::experiment::{Cell, Summary, Table};

/// What came out of a trial.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// What the trial is called.
    pub title: String,
    /// How many people came.
    pub participants: usize,
    /// How many of them got to the end.
    pub finished: usize,
    /// By category, warm-ups first.
    pub categories: Vec<Category>,
    /// How our ratings agree with people.
    pub correlations: Vec<Correlation>,
    /// By puzzle, in the order in which they were played.
    pub puzzles: Vec<OfPuzzle>,
    /// Each time that somebody ended a puzzle.
    pub plays: Vec<OfPlay>,
}

/// The times of one kind of puzzle, in seconds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Category {
    /// Its name; `warm-up` for all warm-ups.
    pub category: String,
    /// How many puzzles are of this kind.
    pub puzzles: usize,
    /// How often one was solved.
    pub solved: usize,
    /// How often one was given up.
    pub given_up: usize,
    /// Of those that were solved.
    #[serde(flatten)]
    pub times: Times,
    /// What was said, and how often.
    pub said: BTreeMap<&'static str, BTreeMap<String, usize>>,
}

/// Some times, in seconds; nothing of no times.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Times {
    /// Their mean.
    pub mean: Option<f64>,
    /// Their standard deviation, as that of a sample.
    pub sd: Option<f64>,
    /// The shortest.
    pub min: Option<f64>,
    /// Half of them are shorter.
    pub median: Option<f64>,
    /// The longest.
    pub max: Option<f64>,
}

/// What came out for one puzzle.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfPuzzle {
    /// Its name in the trial.
    pub puzzle: String,
    /// Its kind; `warm-up` for warm-ups.
    pub category: String,
    /// The score of our rating.
    pub score: Option<f64>,
    /// The grade of our rating.
    pub grade: Option<&'static str>,
    /// How often it was solved.
    pub solved: usize,
    /// How often it was given up.
    pub given_up: usize,
    /// Of those who solved it.
    #[serde(flatten)]
    pub times: Times,
    /// The mean of how hard people say it is, from 0 for the lowest grade.
    pub said_difficulty: Option<f64>,
}

/// How one participant ended one puzzle.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OfPlay {
    /// The participant's code.
    pub participant: String,
    /// The puzzle's place in the trial, from 1.
    pub place: usize,
    /// Its name in the trial.
    pub name: String,
    /// Its kind; `warm-up` for warm-ups.
    pub category: String,
    /// How long it was in sight and not paused.
    pub seconds: f64,
    /// It was solved, not given up.
    pub solved: bool,
    /// How often the clock stood still.
    pub pauses: u32,
    /// For how long it did, in seconds.
    pub paused: f64,
    /// How many hints were asked for.
    pub hints: u32,
    /// How hard it was, as the participant says.
    pub difficulty: Option<String>,
    /// How much fun it was.
    pub fun: Option<String>,
    /// How it looked.
    pub looks: Option<String>,
    /// The score of our rating.
    pub score: Option<f64>,
    /// The grade of our rating.
    pub grade: Option<&'static str>,
    /// The puzzle in a notation without commas, if there is one.
    pub puzzle: Option<String>,
}

/// How two things rise together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Correlation {
    /// What is compared, in words.
    pub between: &'static str,
    /// Spearman's correlation of ranks, from −1 to 1; none if one of the two never changes.
    pub rank: Option<f64>,
    /// Of so many pairs.
    pub count: usize,
}

/// What warm-ups are called in tables.
pub const WARM_UP: &str = "warm-up";

fn category(task: &Task) -> &str {
    match task.warm_up {
        true => WARM_UP,
        false => &task.category,
    }
}

impl Times {
    fn of(values: &[f64]) -> Times {
        let summary = Summary::of(values);
        Times {
            mean: summary.map(|s| s.mean),
            sd: summary.map(|s| s.sd),
            min: summary.map(|s| s.min),
            median: summary.map(|s| s.median),
            max: summary.map(|s| s.max),
        }
    }
}

impl OfPlay {
    fn new(trial: &Trial, participant: &str, place: usize, play: &Play) -> OfPlay {
        let task = &trial.puzzles[place];
        let said = play.said.clone().unwrap_or_default();
        let mark = task.rating.as_ref().map(|rating| rating.difficulty());
        OfPlay {
            participant: participant.to_owned(),
            place: place + 1,
            name: task.name.clone(),
            category: category(task).to_owned(),
            seconds: play.seconds,
            solved: play.solved,
            pauses: play.pauses,
            paused: play.away(),
            hints: play.hints,
            difficulty: said.difficulty,
            fun: said.fun,
            looks: said.looks,
            score: mark.map(|mark| mark.score),
            grade: mark.map(|mark| mark.grade),
            puzzle: notation(task),
        }
    }

    /// How hard it was, as a number from 0.
    fn felt(&self) -> Option<f64> {
        let word = self.difficulty.as_deref()?;
        let grade = DIFFICULTY.iter().position(|grade| *grade == word)?;
        Some(grade as f64)
    }

    fn is_measured(&self) -> bool {
        self.solved && self.category != WARM_UP
    }
}

/// A puzzle on one line without a comma.
fn notation(task: &Task) -> Option<String> {
    let bare = Document::new(task.puzzle.puzzle.clone());
    let names = puzzles::format::formats().map(|format| format.name);
    let texts = names.filter_map(|name| write(&bare, name).ok());
    let mut texts = texts.filter(|text| !text.contains([',', '\n', '{']));
    texts.next()
}

fn mean(values: &[f64]) -> Option<f64> {
    Summary::of(values).map(|summary| summary.mean)
}

impl Report {
    /// What the results of a trial come to. Several results of the same trial are taken together.
    pub fn new(trial: &Trial, results: &[Results]) -> Report {
        let people = || results.iter().flat_map(|results| &results.participants);
        let mut plays: Vec<OfPlay> = Vec::new();
        for one in people() {
            for (place, play) in one.plays.iter().enumerate() {
                if play.ended.is_some() {
                    plays.push(OfPlay::new(trial, &one.code, place, play));
                }
            }
        }
        let puzzles: Vec<OfPuzzle> = (0..trial.puzzles.len())
            .map(|place| of_puzzle(trial, place, &plays))
            .collect();
        let warm = (trial.warm_ups() > 0).then_some(WARM_UP);
        let names = trial.categories.iter().map(String::as_str);
        let finished = people().filter(|one| one.stage(trial) == people::Stage::End);
        Report {
            title: trial.title.clone(),
            participants: people().count(),
            finished: finished.count(),
            categories: (warm.into_iter().chain(names))
                .map(|name| of_category(name, trial, &plays))
                .collect(),
            correlations: correlations(&puzzles, &plays),
            puzzles,
            plays,
        }
    }

    /// The table of the Bridges study, with counts.
    pub fn table(&self) -> Table {
        let heads = [
            "category", "puzzles", "solved", "given up", "mean s", "sd", "min", "median", "max",
        ];
        let mut table = Table::new("Times by category", &heads, &[], &[]);
        for row in &self.categories {
            let times = row.times;
            let mut cells: Vec<Cell> = vec![row.category.as_str().into()];
            cells.extend([row.puzzles, row.solved, row.given_up].map(Cell::from));
            let all = [times.mean, times.sd, times.min, times.median, times.max];
            cells.extend(all.map(Cell::from));
            table.row(cells);
        }
        table
    }

    /// What was said, and how often.
    pub fn opinions(&self) -> Table {
        let heads = ["category", "asked about", "answers", "what they said"];
        let mut table = Table::new("What people say", &heads, &[], &[]);
        for row in &self.categories {
            for (scale, words) in &row.said {
                let answers: usize = words.values().sum();
                let said = words.iter().map(|(word, count)| format!("{word} {count}"));
                table.row(vec![
                    row.category.as_str().into(),
                    (*scale).into(),
                    answers.into(),
                    said.collect::<Vec<_>>().join(", ").into(),
                ]);
            }
        }
        table
    }

    /// How our ratings agree with people.
    pub fn agreement(&self) -> Table {
        let heads = ["between", "pairs", "rank correlation"];
        let mut table = Table::new("How our ratings agree with people", &heads, &[], &[]);
        for one in &self.correlations {
            table.row(vec![one.between.into(), one.count.into(), one.rank.into()]);
        }
        table
    }

    /// Every play, a row each. `experiment run --trial` reads it as comma-separated values.
    pub fn every_play(&self) -> Table {
        let heads = [
            "participant",
            "place",
            "name",
            "category",
            "seconds",
            "solved",
            "pauses",
            "paused",
            "hints",
            "difficulty",
            "fun",
            "looks",
            "score",
            "grade",
            "puzzle",
        ];
        let mut table = Table::new("Every play", &heads, &[], &[]);
        for play in &self.plays {
            let yes = if play.solved { "yes" } else { "no" };
            table.row(vec![
                play.participant.as_str().into(),
                play.place.into(),
                play.name.as_str().into(),
                play.category.as_str().into(),
                play.seconds.into(),
                yes.into(),
                u64::from(play.pauses).into(),
                play.paused.into(),
                u64::from(play.hints).into(),
                play.difficulty.clone().into(),
                play.fun.clone().into(),
                play.looks.clone().into(),
                play.score.into(),
                play.grade.into(),
                play.puzzle.clone().into(),
            ]);
        }
        table
    }
}

fn of_puzzle(trial: &Trial, place: usize, plays: &[OfPlay]) -> OfPuzzle {
    let task = &trial.puzzles[place];
    let own = || plays.iter().filter(|play| play.place == place + 1);
    let times: Vec<f64> = own().filter(|p| p.solved).map(|p| p.seconds).collect();
    let felt: Vec<f64> = own().filter_map(OfPlay::felt).collect();
    let mark = task.rating.as_ref().map(|rating| rating.difficulty());
    OfPuzzle {
        puzzle: task.name.clone(),
        category: category(task).to_owned(),
        score: mark.map(|mark| mark.score),
        grade: mark.map(|mark| mark.grade),
        solved: times.len(),
        given_up: own().count() - times.len(),
        times: Times::of(&times),
        said_difficulty: mean(&felt),
    }
}

fn of_category(name: &str, trial: &Trial, plays: &[OfPlay]) -> Category {
    let own = || plays.iter().filter(|play| play.category == name);
    let times: Vec<f64> = own().filter(|p| p.solved).map(|p| p.seconds).collect();
    let mut said: BTreeMap<&'static str, BTreeMap<String, usize>> = BTreeMap::new();
    for play in own() {
        let words = [
            ("difficulty", &play.difficulty),
            ("fun", &play.fun),
            ("looks", &play.looks),
        ];
        for (scale, word) in words {
            if let Some(word) = word {
                let words = said.entry(scale).or_default();
                *words.entry(word.clone()).or_default() += 1;
            }
        }
    }
    Category {
        category: name.to_owned(),
        puzzles: (trial.puzzles.iter())
            .filter(|task| category(task) == name)
            .count(),
        solved: times.len(),
        given_up: own().count() - times.len(),
        times: Times::of(&times),
        said,
    }
}

fn correlations(puzzles: &[OfPuzzle], plays: &[OfPlay]) -> Vec<Correlation> {
    let of = |between: &'static str, pairs: Vec<(f64, f64)>| {
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        Correlation {
            between,
            rank: rank_correlation(&a, &b),
            count: a.len(),
        }
    };
    let measured = || puzzles.iter().filter(|puzzle| puzzle.category != WARM_UP);
    let counted = || plays.iter().filter(|play| play.is_measured());
    vec![
        of(
            "our score, and the mean time of a puzzle",
            measured()
                .filter_map(|p| p.score.zip(p.times.mean))
                .collect(),
        ),
        of(
            "our score, and each single time",
            counted()
                .filter_map(|p| Some((p.score?, p.seconds)))
                .collect(),
        ),
        of(
            "our score, and how hard people say a puzzle is",
            measured()
                .filter_map(|p| p.score.zip(p.said_difficulty))
                .collect(),
        ),
        of(
            "each single time, and how hard that person says it was",
            counted()
                .filter_map(|p| Some((p.seconds, p.felt()?)))
                .collect(),
        ),
    ]
}

#[cfg(test)]
mod tests;
