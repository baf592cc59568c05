//! `gridwright hint`: the next step on a partly filled board, as much of it as the player wants.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use grid::{Cell, MAX_SIDE};
use logic::{Step, level};
use puzzles::reason::{
    Applied, Contradiction, Depth, Hint, Limits, Told, Wanted, Written, apply, drawn, hint,
    premise, told, trouble_words, violations_json, why, write_in, written,
};
use puzzles::{Board, DrawOptions, Notation, Puzzle};
use scene::{Mark, Role, TextStyle};
use serde_json::{Value, json};

use super::RuleChoice;
use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::text_style;
use crate::words;

/// Give the next step for a partly filled board
///
/// The board is the `marks` that came with the puzzle. If an entry contradicts what can be proved,
/// the hint says that first. Of several steps the easiest is given, and of those the one that opens
/// up most.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright hint 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright hint --depth where --near 4,7 started.json
  gridwright hint --steps 3 --json started.json
  gridwright hint --apply --level 2 --until-stuck started.json

With --json there is one object per puzzle, even for several steps: the first step as it would be
alone, and all of them as `steps`.

Exit status: 0 there is a hint, or nothing is left to do; 1 the board is wrong, nothing more is
decided, or the allowed rules find nothing; 2 wrong input; 3 the time limit ran out.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    how: How,

    #[command(flatten)]
    threads: Threads,
}

#[derive(clap::Args)]
struct How {
    /// How much to tell
    #[arg(long, value_enum, default_value_t = Asked(Depth::What))]
    depth: Asked,

    /// Give this many steps, one after another
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    steps: u32,

    /// Write in what the rules find, and print the board; if the board is wrong, say so instead
    #[arg(long)]
    apply: bool,

    /// Use no rule above this level (1 to 6)
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u8).range(level::GLANCE as i64..=level::SMALLEST as i64))]
    level: Option<u8>,

    /// With --apply: repeat until nothing more is found
    #[arg(long, requires = "apply")]
    until_stuck: bool,

    /// Prefer a step near this cell: its row and column, counted from 1
    #[arg(long, value_name = "ROW,COL", value_parser = place)]
    near: Option<Cell>,

    #[command(flatten)]
    rules: RuleChoice,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,
}

/// A cell as people count: its row and column from 1.
fn place(text: &str) -> Result<Cell, String> {
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|n| (1..=MAX_SIDE).contains(n))
    };
    let place = text.split_once(',').and_then(|(row, col)| {
        let (row, col) = (number(row)?, number(col)?);
        Some(grid::cell(row - 1, col - 1))
    });
    place.ok_or_else(|| "expected a row and a column, as in 4,7".to_owned())
}

/// A depth as it is asked for.
#[derive(Clone, Copy)]
struct Asked(Depth);

impl ValueEnum for Asked {
    fn value_variants<'a>() -> &'a [Asked] {
        const ALL: &[Asked] = &[
            Asked(Depth::ALL[0]),
            Asked(Depth::ALL[1]),
            Asked(Depth::ALL[2]),
            Asked(Depth::ALL[3]),
        ];
        ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.about()))
    }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let how = args.how;
    let style = text_style();
    let mode = if how.json { Mode::Json } else { Mode::Human };
    let work = |job: &Job| {
        let puzzle = job.document.puzzle.as_ref();
        let board = job.document.marks.clone().unwrap_or_else(|| puzzle.blank());
        if how.apply {
            return help(job, &board, &how, style);
        }
        let (plan, smallest) = how.rules.plan(puzzle, how.level)?;
        let wanted = Wanted {
            plan: &plan,
            smallest,
            near: how.near.as_slice(),
        };
        let mut board = board;
        let mut reply = Reply::default();
        let mut hints: Vec<Hint> = Vec::new();
        // The time limit is for the puzzle, not for each of its steps.
        how.time.run(|budget| {
            for number in 1..=how.steps {
                let found = hint(puzzle, &board, wanted, Limits::within(budget));
                reply.exit = reply.exit.max(exit(&found, number));
                if !how.json {
                    let out = text(job, &board, &found, how.depth.0, style);
                    reply.out.extend(out.into_bytes());
                }
                let next = match &found {
                    Hint::Steps(steps) => Some(after(puzzle, &board, steps)),
                    _ => None,
                };
                hints.push(found);
                match next {
                    Some(next) => board = next,
                    None => break,
                }
            }
        });
        if how.json {
            reply.out = format!("{}\n", json_line(job, &hints, &how)).into_bytes();
        }
        Ok(reply)
    };
    Ok(batch::run(args.input.items(), args.threads, mode, work)?.exit)
}

fn exit(found: &Hint, number: u32) -> Exit {
    match found {
        Hint::Steps(_) | Hint::Finished => Exit::Well,
        // There were fewer steps than asked for.
        Hint::Ambiguous if number > 1 => Exit::Well,
        Hint::Contradiction(_) | Hint::Ambiguous | Hint::Stuck => Exit::No,
        Hint::Unknown => Exit::Budget,
    }
}

/// The board with the conclusions written in.
fn after(puzzle: &dyn Puzzle, board: &Board, steps: &[Step]) -> Board {
    let facts = steps.iter().flat_map(|s| s.therefore.iter().copied());
    write_in(puzzle, board, facts).unwrap_or_else(|_| board.clone())
}

fn status(found: &Hint) -> &'static str {
    match found {
        Hint::Steps(_) => "hint",
        Hint::Contradiction(_) => "contradiction",
        Hint::Finished => "finished",
        Hint::Ambiguous => "ambiguous",
        Hint::Stuck => "stuck",
        Hint::Unknown => "unknown",
    }
}

/// One object, whatever was asked for: the first hint as it would be alone, and if several steps
/// were wanted, all of them as a list, with what cut it short.
fn json_line(job: &Job, hints: &[Hint], how: &How) -> Value {
    let puzzle = job.document.puzzle.as_ref();
    let mut line = json!({ "id": job.id(), "type": puzzle.family().id });
    let Some(first) = hints.first() else {
        return line;
    };
    line["status"] = status(first).into();
    match first {
        Hint::Steps(steps) => extend(&mut line, step_json(puzzle, steps, how.depth.0)),
        Hint::Contradiction(trouble) => extend(&mut line, trouble_json(puzzle, trouble)),
        _ => {}
    }
    if how.steps > 1 {
        let step = |found: &Hint| match found {
            Hint::Steps(steps) => Some(step_json(puzzle, steps, how.depth.0)),
            _ => None,
        };
        line["steps"] = hints.iter().filter_map(step).collect();
        if let Some(end) = hints.last().filter(|h| !matches!(h, Hint::Steps(_))) {
            line["end"] = status(end).into();
        }
    }
    line
}

fn extend(line: &mut Value, more: Value) {
    if let (Value::Object(line), Value::Object(more)) = (line, more) {
        line.extend(more);
    }
}

/// What a hint of this depth says about a step. The last of several is the one to write down.
fn step_json(puzzle: &dyn Puzzle, steps: &[Step], depth: Depth) -> Value {
    let (last, before) = steps.split_last().expect("a hint has a step");
    let Written {
        rule,
        level,
        because,
        therefore,
        text,
        cells,
        length: _,
    } = written(puzzle, last);
    // Only the whole hint gives away what it is about.
    let cells = match depth {
        Depth::What => cells,
        _ => pairs(&premise(puzzle, last).1),
    };
    let mut line = json!({ "cells": cells });
    if depth >= Depth::Rule {
        line["rule"] = rule.into();
        line["level"] = level.into();
    }
    if depth >= Depth::Why {
        line["because"] = json!(because);
        line["text"] = why(puzzle, last).into();
        if !before.is_empty() {
            let before: Vec<Written> = before.iter().map(|s| written(puzzle, s)).collect();
            line["before"] = json!(before);
        }
    }
    if depth >= Depth::What {
        line["therefore"] = json!(therefore);
        line["text"] = text.into();
    }
    line
}

fn pairs(cells: &[Cell]) -> Vec<[i16; 2]> {
    cells.iter().map(|at| [at.row, at.col]).collect()
}

/// Why the board cannot be finished, and what of it could stay.
fn trouble_json(puzzle: &dyn Puzzle, trouble: &Contradiction) -> Value {
    let mut line = json!({
        "text": trouble_words(puzzle, trouble),
        "violations": violations_json(&trouble.violations),
        "sound": puzzle.write_grid(&trouble.sound, Notation::Marks),
    });
    if let Some(step) = trouble.refuted.as_ref().or(trouble.clash.as_ref()) {
        let step = written(puzzle, step);
        line["because"] = json!(step.because);
        line["cells"] = json!(step.cells);
    }
    if let Some(chain) = trouble
        .refuted
        .as_ref()
        .and_then(|step| step.chain.as_ref())
    {
        line["wrong"] = json!([puzzle.fact_text(chain.suppose)]);
    }
    line
}

/// Only those cells that are on the board.
fn inside(puzzle: &dyn Puzzle, mut cells: Vec<grid::Cell>) -> Vec<grid::Cell> {
    cells.retain(|&c| puzzle.size().contains(c));
    cells
}

fn trouble_text(
    puzzle: &dyn Puzzle,
    board: &Board,
    trouble: &Contradiction,
    style: TextStyle,
) -> String {
    let mut scene = puzzle.draw(board, &DrawOptions::default());
    scene.underlay(Role::Wrong, &inside(puzzle, trouble.cells(puzzle)));
    scene.count_lines(puzzle.size());
    let mut out = format!(
        "{}\n{}\n",
        scene::text(&scene, &style),
        words::wrapped(&trouble_words(puzzle, trouble))
    );
    if trouble.sound != *board {
        out += &format!(
            "Without the entries that must be wrong:\n{}",
            scene::text(
                &puzzle.draw(&trouble.sound, &DrawOptions::default()),
                &style
            )
        );
    }
    out
}

fn text(job: &Job, board: &Board, found: &Hint, depth: Depth, style: TextStyle) -> String {
    let puzzle = job.document.puzzle.as_ref();
    match found {
        Hint::Steps(steps) => {
            let last = steps.last().expect("a hint has a step");
            let (shown, marks) = match depth {
                Depth::What => (after(puzzle, board, steps), drawn(puzzle, last).marks),
                _ => (
                    board.clone(),
                    vec![Mark::Cells {
                        role: Role::Highlight,
                        cells: premise(puzzle, last).1,
                    }],
                ),
            };
            let mut scene = puzzle.draw(&shown, &DrawOptions::default());
            scene.annotate(&marks);
            scene.count_lines(puzzle.size());
            let mut out = format!("{}\n", scene::text(&scene, &style));
            // Each depth makes some of those before it superfluous.
            let Told {
                place,
                rule,
                why,
                what,
            } = told(puzzle, steps);
            let (first, then) = match depth {
                Depth::Where => (place, Vec::new()),
                Depth::Rule => (rule, Vec::new()),
                Depth::Why => (rule, vec![why]),
                Depth::What => (rule, what),
            };
            out += &format!("{first}\n");
            for line in then {
                out += &format!("{}\n", words::wrapped(&line));
            }
            out
        }
        Hint::Contradiction(trouble) => trouble_text(puzzle, board, trouble, style),
        none => format!("{}\n", none.words().unwrap_or_default()),
    }
}

/// The study's button: write in what the rules find.
fn help(job: &Job, board: &Board, how: &How, style: TextStyle) -> Result<Reply, String> {
    let puzzle = job.document.puzzle.as_ref();
    let (plan, _) = how.rules.plan(puzzle, how.level.or(Some(level::EXPERT)))?;
    let applied = (how.time).run(|budget| apply(puzzle, board, &plan, how.until_stuck, budget));
    let (status, exit) = match &applied {
        Applied::Steps { stopped: false, .. } => ("applied", Exit::Well),
        Applied::Steps { stopped: true, .. } => ("applied", Exit::Budget),
        Applied::Contradiction(_) => ("contradiction", Exit::No),
        Applied::Finished => ("finished", Exit::Well),
        Applied::Stuck => ("stuck", Exit::No),
        Applied::Unknown => ("unknown", Exit::Budget),
    };
    let out = match how.json {
        true => {
            let mut line = json!({ "id": job.id(), "type": puzzle.family().id, "status": status });
            extend(&mut line, applied_json(puzzle, board, &applied));
            format!("{line}\n")
        }
        false => applied_text(puzzle, board, &applied, style),
    };
    Ok(Reply {
        out: out.into_bytes(),
        exit,
        ..Reply::default()
    })
}

/// The board afterwards; nothing is written on one that is wrong.
fn applied_json(puzzle: &dyn Puzzle, before: &Board, applied: &Applied) -> Value {
    let marks = |board: &Board| puzzle.write_grid(board, Notation::Marks);
    match applied {
        Applied::Contradiction(trouble) => trouble_json(puzzle, trouble),
        Applied::Steps {
            board,
            steps,
            stopped,
        } => {
            let steps: Vec<Written> = steps.iter().map(|s| written(puzzle, s)).collect();
            let mut line = json!({ "marks": marks(board), "steps": steps });
            if *stopped {
                line["stopped"] = true.into();
            }
            line
        }
        _ => json!({ "marks": marks(before), "steps": [] }),
    }
}

fn applied_text(
    puzzle: &dyn Puzzle,
    before: &Board,
    applied: &Applied,
    style: TextStyle,
) -> String {
    let picture = |board: &Board| scene::text(&puzzle.draw(board, &DrawOptions::default()), &style);
    match applied {
        Applied::Steps {
            board,
            steps,
            stopped,
        } => {
            let why = if *stopped {
                ", then the time limit ran out"
            } else {
                ""
            };
            let steps = words::count(steps.len(), "step", "steps");
            format!("{}\n{steps} by rules{why}.\n", picture(board))
        }
        Applied::Contradiction(trouble) => trouble_text(puzzle, before, trouble, style),
        none => {
            let words = none.words().unwrap_or_default();
            match none {
                Applied::Stuck => format!("{}\n{words}\n", picture(before)),
                _ => format!("{words}\n"),
            }
        }
    }
}
