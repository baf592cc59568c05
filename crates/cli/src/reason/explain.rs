//! `gridwright explain`: the whole way to the solution, step by step.

use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;
use logic::{Trace, TraceEnd};
use puzzles::reason::{Written, cells, explain, hardest, sentence, written};
use puzzles::{Board, DrawOptions, Fact, Grid, Notation, Puzzle, Reading};
use scene::{Role, TextStyle};
use serde::Serialize;
use serde_json::Value;

use super::{RuleChoice, limits, page};
use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::{text_style, write_file};
use crate::words;

/// Solve puzzles the way a person would, and say why at every step
///
/// It starts from what has been entered (`marks`). Where no named rule helps, something is supposed
/// and followed until it breaks (`trial`), and where that does not help either, the smallest set of
/// clues and entries that forces something is named (`smallest-reason`).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright explain 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright explain --without trial,smallest-reason puzzle.txt
  gridwright explain --to html -o steps.html puzzle.txt
  gridwright explain --json collection.jsonl

Exit status: 0 solved; 1 stuck, or the board contradicts itself; 2 wrong input; 3 the time limit ran
out (in JSON the status is then `stuck`, with `stopped`).")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    rules: RuleChoice,

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
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut items = args.input.items();
    let html = args.to == Some(Form::Html)
        || (args.to.is_none()
            && args
                .output
                .as_ref()
                .is_some_and(|o| o.extension().is_some_and(|e| e == "html")));
    let first: Vec<_> = items.by_ref().take(2).collect();
    if (html || args.output.is_some()) && first.len() > 1 {
        bail!("several puzzles do not fit on one page; give one at a time");
    }
    let style = text_style();
    let mode = if args.json { Mode::Json } else { Mode::Human };
    let work = |job: &Job| {
        let puzzle = job.document.puzzle.as_ref();
        let (plan, smallest) = args.rules.plan(puzzle, None)?;
        let start = start(job)?;
        let trace = args
            .time
            .run(|budget| explain(puzzle, &start, &plan, smallest, limits(budget)));
        let out = if args.json {
            json(job, &trace)
        } else if html {
            page::page(job, &start, &trace).into_bytes()
        } else {
            text(job, &start, &trace, style).into_bytes()
        };
        let mut reply = Reply {
            exit: exit(trace.end),
            ..Reply::default()
        };
        match &args.output {
            Some(path) => write_file(path, &out).map_err(|e| format!("{e:#}"))?,
            None => reply.out = out,
        }
        Ok(reply)
    };
    let items = first.into_iter().chain(items);
    Ok(batch::run(items, args.threads, mode, work)?.exit)
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

/// The boards before the first step and after each.
pub fn boards(puzzle: &dyn Puzzle, start: &[Fact], trace: &Trace) -> Vec<Board> {
    let mut known = puzzle.reasoner().givens();
    known.extend_from_slice(start);
    let mut boards = vec![puzzle.board(&known)];
    for step in &trace.steps {
        known.extend_from_slice(&step.therefore);
        boards.push(puzzle.board(&known));
    }
    boards
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
    hardest: Option<&'static str>,
    steps: Vec<Written>,
    #[serde(rename = "final")]
    end: Grid,
}

fn is_no(yes: &bool) -> bool {
    !yes
}

fn json(job: &Job, trace: &Trace) -> Vec<u8> {
    let puzzle = job.document.puzzle.as_ref();
    let notation = match trace.end {
        TraceEnd::Solved => Notation::Solution,
        _ => Notation::Forced,
    };
    let line = Line {
        id: job.id(),
        kind: puzzle.family().id,
        status: status(trace.end),
        stopped: trace.end == TraceEnd::Stopped,
        hardest: hardest(puzzle, trace),
        steps: trace.steps.iter().map(|s| written(puzzle, s)).collect(),
        end: puzzle.write_grid(&puzzle.board(trace.known.facts()), notation),
    };
    let mut out = serde_json::to_vec(&line).expect("strings and numbers always serialise");
    out.push(b'\n');
    out
}

fn text(job: &Job, start: &[Fact], trace: &Trace, style: TextStyle) -> String {
    let puzzle = job.document.puzzle.as_ref();
    let table = (puzzle.family().deductions)();
    let boards = boards(puzzle, start, trace);
    let mut out = String::new();
    if job.number > 1 {
        out.push('\n');
    }
    out += &scene::text(&puzzle.draw(&boards[0], &DrawOptions::default()), &style);
    for (i, step) in trace.steps.iter().enumerate() {
        let about = table[step.rule];
        out += &format!("\n{}. {} (level {})\n", i + 1, about.name, about.level);
        out += &format!("{}\n", words::wrapped(&sentence(puzzle, step)));
        let mut scene = puzzle.draw(&boards[i + 1], &DrawOptions::default());
        let (reason, then) = cells(puzzle, step);
        let on_board = |cells: Vec<grid::Cell>| -> Vec<grid::Cell> {
            cells
                .into_iter()
                .filter(|&c| puzzle.size().contains(c))
                .collect()
        };
        scene.underlay(Role::Highlight, &on_board(reason));
        let role = if step.is_clash() {
            Role::Wrong
        } else {
            Role::Solution
        };
        scene.underlay(role, &on_board(then));
        out += &scene::text(&scene, &style);
    }
    let steps = words::count(trace.steps.len(), "step", "steps");
    let hardest =
        hardest(puzzle, trace).map_or(String::new(), |h| format!("; the hardest rule is {h}"));
    out += &match trace.end {
        TraceEnd::Solved => format!("\nSolved in {steps}{hardest}.\n"),
        TraceEnd::Stuck => format!("\nStuck after {steps}{hardest}.\n"),
        TraceEnd::Stopped => format!("\nThe time limit ran out after {steps}.\n"),
        TraceEnd::Contradiction if start.is_empty() => {
            format!("\nContradiction after {steps}: there is no solution.\n")
        }
        TraceEnd::Contradiction => {
            format!("\nContradiction after {steps}: there is no solution with these entries.\n")
        }
    };
    out
}
