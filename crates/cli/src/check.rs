//! `gridwright check`: is this filled-in board right?

use grid::Cell;
use puzzles::{Board, DrawOptions, Severity, Violation};
use scene::Role;
use serde::Serialize;
use serde_json::Value;

use crate::batch::{self, Mode, Reply, Threads};
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::text_style;

/// Check boards: every broken rule, and what is missing
///
/// The board is the `marks` that came with the puzzle, else its `solution`, else the blank board.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright check solved.txt
  gridwright check --json collection.jsonl

Exit status: 0 right and complete; 1 something is wrong or missing; 2 wrong input.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    threads: Threads,
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut items = args.input.items();
    if args.json {
        let work = |job: &Job| {
            let found = violations(job);
            Ok(Reply {
                out: json(job, &found),
                exit: exit(&found),
                ..Reply::default()
            })
        };
        return Ok(batch::run(items, args.threads, Mode::Json, work)?.exit);
    }
    let style = text_style();
    let first: Vec<_> = items.by_ref().take(2).collect();
    let alone = first.len() == 1;
    let work = |job: &Job| {
        let found = violations(job);
        let out = if alone {
            let mut scene = job
                .document
                .puzzle
                .draw(&board(job), &DrawOptions::default());
            scene.underlay(Role::Wrong, &wrong_cells(job, &found));
            format!("{}\n{}", scene::text(&scene, &style), report(&found))
        } else {
            format!("{}: {}", job.label(), report(&found))
        };
        Ok(Reply {
            out: out.into_bytes(),
            exit: exit(&found),
            ..Reply::default()
        })
    };
    let items = first.into_iter().chain(items);
    Ok(batch::run(items, args.threads, Mode::Human, work)?.exit)
}

fn violations(job: &Job) -> Vec<Violation> {
    job.document.puzzle.check(&board(job))
}

fn board(job: &Job) -> Board {
    let given = job
        .document
        .marks
        .as_ref()
        .or(job.document.solution.as_ref());
    given
        .cloned()
        .unwrap_or_else(|| job.document.puzzle.blank())
}

fn is_wrong(violation: &Violation) -> bool {
    violation.kind == Severity::Wrong
}

fn exit(found: &[Violation]) -> Exit {
    if found.is_empty() {
        Exit::Well
    } else {
        Exit::No
    }
}

/// A sentence, and a line for each violation.
fn report(found: &[Violation]) -> String {
    let mut out = if found.is_empty() {
        "The board is right and complete."
    } else if found.iter().any(is_wrong) {
        "The board is wrong:"
    } else {
        "Nothing is wrong so far, but the board is not finished:"
    }
    .to_owned();
    out.push('\n');
    // What is wrong comes first.
    for wrong in [true, false] {
        for violation in found.iter().filter(|v| is_wrong(v) == wrong) {
            out += &format!("  {} ({})\n", violation.message, violation.rule);
        }
    }
    out
}

/// The cells on the board that are part of something wrong.
fn wrong_cells(job: &Job, found: &[Violation]) -> Vec<Cell> {
    let size = job.document.puzzle.size();
    let mut cells: Vec<Cell> = found
        .iter()
        .filter(|v| is_wrong(v))
        .flat_map(|v| v.cells.iter().copied())
        .filter(|&at| size.contains(at))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn json(job: &Job, found: &[Violation]) -> Vec<u8> {
    let line = Line {
        id: job.id(),
        kind: job.document.puzzle.family().id,
        ok: !found.iter().any(is_wrong),
        complete: found.is_empty(),
        violations: found
            .iter()
            .map(|violation| Broken {
                rule: violation.rule,
                kind: match violation.kind {
                    Severity::Wrong => "wrong",
                    Severity::Unfinished => "unfinished",
                },
                message: &violation.message,
                cells: violation.cells.iter().map(|c| [c.row, c.col]).collect(),
            })
            .collect(),
    };
    let mut out = serde_json::to_vec(&line).expect("strings and numbers always serialise");
    out.push(b'\n');
    out
}

#[derive(Serialize)]
struct Line<'a> {
    id: Value,
    #[serde(rename = "type")]
    kind: &'static str,
    ok: bool,
    complete: bool,
    violations: Vec<Broken<'a>>,
}

#[derive(Serialize)]
struct Broken<'a> {
    rule: &'static str,
    kind: &'static str,
    message: &'a str,
    cells: Vec<[i16; 2]>,
}
