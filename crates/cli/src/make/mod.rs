//! The commands that make puzzles, and rework them: `generate`, `strip`, `fill`, `repair`.
//!
//! They all end with a puzzle, so they print it in the same ways: drawn, in a format, or as a JSON
//! object that is the puzzle in the `json` format with what there is to say about it in further
//! fields. So what one of them prints another can read.

pub mod compare;
pub mod fill;
pub mod generate;
mod keep;
mod order;
mod prover;
pub mod repair;
pub mod strip;

use clap::builder::PossibleValuesParser;
use grid::Cell;
use puzzles::DrawOptions;
use puzzles::format::{Document, formats, separator, write};
use puzzles::make::{Edit, Place};
use puzzles::reason::{RuleFilter, place_words};
use scene::TextStyle;
use serde_json::{Value, json};
use workshop::{ProvedBy, Rules};

use crate::batch::{self, Mode, Reply, Threads};
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::text_style;

/// How the puzzle is printed.
#[derive(clap::Args, Clone)]
pub struct Form {
    /// Write the puzzle in this format instead of drawing it
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = format_names())]
    to: Option<String>,

    /// Print one JSON object per puzzle, one per line: the puzzle, its solution and what was done
    #[arg(long)]
    json: bool,
}

fn format_names() -> PossibleValuesParser {
    PossibleValuesParser::new(formats().map(|f| f.name).collect::<Vec<_>>())
}

impl Form {
    /// `words` are for people who see the drawing; `number` counts the puzzles from 1.
    fn text(
        &self,
        document: &Document,
        words: &str,
        number: usize,
        style: &TextStyle,
    ) -> Result<Vec<u8>, String> {
        let format = match &self.to {
            _ if self.json => "json",
            Some(format) => format,
            None => {
                let gap = if number > 1 { "\n" } else { "" };
                let puzzle = &document.puzzle;
                let scene = puzzle.draw(&puzzle.blank(), &DrawOptions::default());
                let drawing = scene::text(&scene, style);
                return Ok(format!("{gap}{drawing}{words}\n").into_bytes());
            }
        };
        let text = write(document, format).map_err(|e| e.message)?;
        let gap = if number > 1 { separator(format) } else { "" };
        Ok(format!("{gap}{text}\n").into_bytes())
    }
}

/// Rework every puzzle of the input.
fn each(
    input: Input,
    threads: Threads,
    form: &Form,
    one: impl Fn(&Job, &TextStyle) -> Result<Reply, String> + Sync,
) -> anyhow::Result<Exit> {
    let mode = match form.json {
        true => Mode::Json,
        false => Mode::Human,
    };
    let style = text_style();
    let work = |job: &Job| one(job, &style);
    Ok(batch::run(input.items(), threads, mode, work)?.exit)
}

/// What counts as having one solution.
#[derive(clap::Args, Clone, Default)]
pub struct Measure {
    /// These rules of deduction (or groups) alone must find the solution, instead of a proof
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    only: Vec<String>,

    /// The rules of deduction without these must find the solution, instead of a proof
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    without: Vec<String>,

    /// Rules must find the solution without supposing anything, instead of a proof
    #[arg(long)]
    no_trial: bool,
}

impl Measure {
    fn rules(&self) -> Rules {
        Rules {
            choice: RuleFilter {
                only: self.only.clone(),
                without: self.without.clone(),
                ..RuleFilter::default()
            },
            no_trial: self.no_trial,
        }
    }

    /// The measure for a puzzle; an error if a name is not a rule of its family.
    fn by(&self, job: &Job) -> Result<ProvedBy, String> {
        let rules = self.rules();
        if rules.is_all() {
            return Ok(ProvedBy::Proof);
        }
        rules.plan(job.document.puzzle.as_ref())?;
        Ok(ProvedBy::Rules(rules))
    }
}

/// The document with another puzzle: titles stay, boards and statements about them go.
fn made_over(job: &Job, puzzle: std::sync::Arc<dyn puzzles::Puzzle>) -> Document {
    let mut document = workshop::made_over(&job.document, puzzle);
    document.extra.insert("id".to_owned(), job.id());
    document
}

/// The input's own solution, if it brought one and it is right.
fn own_solution(job: &Job) -> Option<&puzzles::Board> {
    let solution = job.document.solution.as_ref()?;
    job.document
        .puzzle
        .check(solution)
        .is_empty()
        .then_some(solution)
}

fn edits_json(edits: &[Edit]) -> Value {
    let one = |edit: &Edit| {
        let at = edit.place.cell();
        let key = match edit.place {
            Place::Cell(_) => "cell",
            Place::Outside(_) => "outside",
        };
        json!({ key: [at.row, at.col], "sign": edit.sign })
    };
    edits.iter().map(one).collect()
}

fn cells_json(cells: &[Cell]) -> Value {
    cells.iter().map(|at| json!([at.row, at.col])).collect()
}

/// "a circle in row 1, column 2; 3 above column 4", cut short if there are many.
fn edits_words(edits: &[Edit], puzzle: &dyn puzzles::Puzzle) -> String {
    const MOST_NAMED: usize = 8;
    let mut words: Vec<String> = (edits.iter().take(MOST_NAMED))
        .map(|edit| edit.words(puzzle))
        .collect();
    if edits.len() > MOST_NAMED {
        words.push(format!("{} more", edits.len() - MOST_NAMED));
    }
    words.join("; ")
}

/// Where clues stand: "above column 4; row 1, column 2".
fn places_words(edits: &[Edit], size: grid::Size) -> String {
    let places = edits
        .iter()
        .map(|edit| place_words(size, edit.place.cell()));
    places.collect::<Vec<_>>().join("; ")
}
