//! `gridwright explain`: the whole way to the solution, step by step.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;
use grid::Cell;
use logic::{Trace, TraceEnd};
use puzzles::reason::{
    Length, Limits, Passage, Walkthrough, Written, cells_words, explain, hardest, hardest_words,
    open_end, walkthrough, written,
};
use puzzles::{DrawOptions, Fact, Grid, Notation, Puzzle, Reading};
use sat::Budget;
use scene::TextStyle;
use serde::Serialize;
use serde_json::Value;

use super::{RuleChoice, page, pictures};
use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::{Out, has_number, text_style, write_file, write_file_with};
use crate::words;

/// Solve puzzles the way a person would, and say why at every step
///
/// It starts from what has been entered (`marks`). Where no named rule helps, something is supposed
/// and followed until it breaks (`trial`), and where that does not help either, the smallest set of
/// clues and entries that forces something is named (`smallest-reason`).
///
/// Steps are told in an order that a person would follow: easy ones first, then those that build on
/// what was just found, then those nearby. JSON has every step, in logical order.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright explain 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright explain --without trial,smallest-reason puzzle.txt
  gridwright explain --length brief puzzle.txt
  gridwright explain --to html -o steps.html puzzle.txt
  gridwright explain -o 'step-{}.png' puzzle.txt
  gridwright explain --json collection.jsonl

Exit status: 0 solved; 1 stuck, or the board contradicts itself; 2 wrong input; 3 the time limit ran
out (in JSON the status is then `stuck`, with `stopped`).")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    rules: RuleChoice,

    /// How much to tell
    #[arg(long, value_enum, default_value_t = HowLong::Usual, conflicts_with = "json")]
    length: HowLong,

    /// What to write
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "json")]
    to: Option<Form>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// The board after each step, in the terminal
    Text,
    /// One page with all steps, to go through in a browser
    Html,
    /// A picture of each step; `{}` in the file's name stands for its number
    Svg,
    /// The same as PNG
    Png,
}

impl Form {
    /// What the name of a file says.
    fn of_file(path: &Path) -> Form {
        match path.extension().and_then(|end| end.to_str()) {
            Some("html") => Form::Html,
            Some("svg") => Form::Svg,
            Some("png") => Form::Png,
            _ => Form::Text,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum HowLong {
    /// Every step
    Full,
    /// Small things along with what they follow from, nothing that leads nowhere
    Usual,
    /// Only the moments that decide the puzzle
    Brief,
}

impl From<HowLong> for Length {
    fn from(length: HowLong) -> Length {
        match length {
            HowLong::Full => Length::Full,
            HowLong::Usual => Length::Usual,
            HowLong::Brief => Length::Brief,
        }
    }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut items = args.input.items();
    let form = match (args.to, &args.output) {
        (Some(form), _) => form,
        (None, Some(path)) => Form::of_file(path),
        (None, None) => Form::Text,
    };
    let first: Vec<_> = items.by_ref().take(2).collect();
    if (form != Form::Text || args.output.is_some()) && first.len() > 1 {
        bail!("several puzzles do not fit on one page; give one at a time");
    }
    if matches!(form, Form::Svg | Form::Png) && !args.output.as_deref().is_some_and(has_number) {
        bail!(
            "each step is a picture of its own; name files with {{}} for its number, as in \
             -o 'step-{{}}.png'"
        );
    }
    let mode = if args.json { Mode::Json } else { Mode::Human };
    let file = args.output.as_deref();
    let work = |job: &Job| {
        let puzzle = job.document.puzzle.as_ref();
        let (plan, smallest) = args.rules.plan(puzzle, None)?;
        let start = start(job)?;
        let think =
            |budget: Budget| explain(puzzle, &start, &plan, smallest, Limits::within(budget));
        // The limit of time covers the writing as well.
        args.time.run_then(think, |trace, budget| {
            let story = Story::new(job, &start, &trace, args.length.into(), budget);
            let mut reply = Reply {
                exit: exit(trace.end),
                ..Reply::default()
            };
            let told = tell(&story, form, args.json, file, budget, &mut reply);
            if !told.map_err(|e| format!("{e:#}"))? {
                reply.exit = Exit::Budget;
            }
            Ok(reply)
        })
    };
    let items = first.into_iter().chain(items);
    Ok(batch::run(items, args.threads, mode, work)?.exit)
}

/// Write a story in the form that is wanted: to the file that is named, or for the terminal. Whether
/// the time was enough for all of it.
fn tell(
    story: &Story,
    form: Form,
    as_json: bool,
    file: Option<&Path>,
    budget: Budget,
    reply: &mut Reply,
) -> anyhow::Result<bool> {
    let (out, is_whole) = match (form, file) {
        (Form::Svg | Form::Png, Some(path)) => {
            return pictures::write(path, form == Form::Png, story, budget);
        }
        (Form::Html, Some(path)) => {
            return write_file_with(path, |out| page::write(out, story, budget));
        }
        (Form::Html, None) => {
            let mut out = Out::new();
            let is_whole = page::write(&mut out, story, budget);
            out.flush(reply.exit);
            return Ok(is_whole?);
        }
        _ if as_json => (json(story), true),
        _ => {
            let (text, is_whole) = text(story, text_style(), budget);
            (text.into_bytes(), is_whole)
        }
    };
    match file {
        Some(path) => write_file(path, &out)?,
        None => reply.out = out,
    }
    Ok(is_whole)
}

/// What is known at the beginning.
fn start(job: &Job) -> Result<Vec<Fact>, String> {
    let puzzle = job.document.puzzle.as_ref();
    let Some(marks) = &job.document.marks else {
        return Ok(Vec::new());
    };
    puzzle
        .facts(marks, Reading::Partial)
        .map_err(|violations| match violations.first() {
            Some(violation) => format!("the board is wrong: {}", violation.message),
            None => "the board is wrong".to_owned(),
        })
}

fn exit(end: TraceEnd) -> Exit {
    match end {
        TraceEnd::Solved => Exit::Well,
        TraceEnd::Stuck | TraceEnd::Contradiction => Exit::No,
        TraceEnd::Stopped => Exit::Budget,
    }
}

/// The word for how a trace ended, in JSON.
pub fn status(end: TraceEnd) -> &'static str {
    match end {
        TraceEnd::Solved => "solved",
        TraceEnd::Stuck | TraceEnd::Stopped => "stuck",
        TraceEnd::Contradiction => "contradiction",
    }
}

/// A trace with what is told of it.
pub struct Story<'t> {
    pub job: &'t Job,
    /// What was known at the beginning, besides the givens.
    pub start: &'t [Fact],
    pub trace: &'t Trace,
    pub told: Walkthrough<'t>,
    length: Length,
    /// The cells in which two ways to go on differ, if the rules got stuck there.
    open_end: Option<Vec<Cell>>,
}

impl<'t> Story<'t> {
    pub fn new(
        job: &'t Job,
        start: &'t [Fact],
        trace: &'t Trace,
        length: Length,
        budget: Budget,
    ) -> Story<'t> {
        let puzzle = job.document.puzzle.as_ref();
        let open_end = match trace.end {
            TraceEnd::Stuck => open_end(puzzle, &trace.known, budget),
            _ => None,
        };
        Story {
            job,
            start,
            trace,
            told: walkthrough(puzzle, start, trace, length),
            length,
            open_end,
        }
    }

    pub fn puzzle(&self) -> &'t dyn Puzzle {
        self.job.document.puzzle.as_ref()
    }

    /// What is said before a passage about those before it that are not told.
    pub fn lead(&self, passage: &Passage) -> String {
        match (self.length, passage.untold.len()) {
            (Length::Brief, _) if self.told.is_easy && self.trace.end == TraceEnd::Solved => {
                "Easy rules are enough from start to end. A good place to begin: ".to_owned()
            }
            (Length::Brief, 1..) => {
                let steps = words::count(passage.untold.len(), "step", "steps");
                format!("After {steps}: ")
            }
            _ => String::new(),
        }
    }
}

#[derive(Serialize)]
struct Line {
    id: Value,
    #[serde(rename = "type")]
    kind: &'static str,
    status: &'static str,
    /// The time limit ran out.
    #[serde(skip_serializing_if = "is_no")]
    stopped: bool,
    /// There is more than one solution: cells in which two of them differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    ambiguous: Option<Vec<[i16; 2]>>,
    hardest: Option<&'static str>,
    key_moments: usize,
    steps: Vec<Written>,
    #[serde(rename = "final")]
    end: Grid,
}

fn is_no(yes: &bool) -> bool {
    !yes
}

fn json(story: &Story) -> Vec<u8> {
    let (puzzle, trace) = (story.puzzle(), story.trace);
    let notation = match trace.end {
        TraceEnd::Solved => Notation::Solution,
        _ => Notation::Forced,
    };
    let pairs = |cells: &Vec<Cell>| cells.iter().map(|at| [at.row, at.col]).collect();
    let line = Line {
        id: story.job.id(),
        kind: puzzle.family().id,
        status: status(trace.end),
        stopped: trace.end == TraceEnd::Stopped,
        ambiguous: story.open_end.as_ref().map(pairs),
        hardest: hardest(puzzle, trace),
        key_moments: story.told.key_moments,
        steps: trace.steps.iter().map(|s| written(puzzle, s)).collect(),
        end: puzzle.write_grid(&puzzle.board(trace.known.facts()), notation),
    };
    let mut out = serde_json::to_vec(&line).expect("strings and numbers always serialise");
    out.push(b'\n');
    out
}

/// The story with a picture to each passage, and whether the time was enough for all of it.
fn text(story: &Story, style: TextStyle, budget: Budget) -> (String, bool) {
    let puzzle = story.puzzle();
    let table = (puzzle.family().deductions)();
    let mut out = String::new();
    if story.job.number > 1 {
        out.push('\n');
    }
    let mut known: Vec<Fact> = puzzle.reasoner().givens();
    known.extend_from_slice(story.start);
    let mut scene = puzzle.draw(&puzzle.board(&known), &DrawOptions::default());
    scene.count_lines(puzzle.size());
    out += &scene::text(&scene, &style);
    for (i, passage) in story.told.passages.iter().enumerate() {
        if (budget.stop)() {
            out += "\nThe time limit ran out before all steps were written.\n";
            return (out, false);
        }
        let about = table[passage.step.rule];
        let said = story.lead(passage) + &passage.text(puzzle);
        out += &format!("\n{}. {} (level {})\n", i + 1, about.name, about.level);
        out += &format!("{}\n", words::wrapped(&said));
        let before = known.len();
        known.extend(passage.facts());
        let shown = passage.drawn(puzzle);
        let mut scene = shown.scene(puzzle, &known[..before], &known);
        scene.annotate(&shown.marks);
        scene.count_lines(puzzle.size());
        out += &scene::text(&scene, &style);
    }
    out += &format!("\n{}\n", words::wrapped(&end_words(story)));
    (out, true)
}

/// How it ended.
pub fn end_words(story: &Story) -> String {
    let (puzzle, trace) = (story.puzzle(), story.trace);
    let steps = words::count(trace.steps.len(), "step", "steps");
    let is_easy = story.length == Length::Brief && story.told.is_easy;
    let told = match story.told.passages.len() {
        told if told == trace.steps.len() || is_easy => String::new(),
        1 if story.length == Length::Brief => "; the one above is the key to it".to_owned(),
        _ if story.length == Length::Brief => "; those above are the keys to it".to_owned(),
        told => format!(", told in {told}"),
    };
    let hardest = hardest_words(puzzle, trace);
    match (trace.end, &story.open_end) {
        (TraceEnd::Solved, _) => format!("Solved in {steps}{told}{hardest}."),
        (TraceEnd::Stuck, Some(differ)) => format!(
            "Stuck after {steps}{told}{hardest}: there is more than one solution. Two of them differ \
             in {}.",
            cells_words(puzzle.size(), differ)
        ),
        (TraceEnd::Stuck, None) => format!("Stuck after {steps}{told}{hardest}."),
        (TraceEnd::Stopped, _) => format!("The time limit ran out after {steps}."),
        (TraceEnd::Contradiction, _) if story.start.is_empty() => {
            format!("Contradiction after {steps}: there is no solution.")
        }
        (TraceEnd::Contradiction, _) => {
            format!("Contradiction after {steps}: there is no solution with these entries.")
        }
    }
}
