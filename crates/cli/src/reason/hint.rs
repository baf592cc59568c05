//! `gridwright hint`: the next step on a partly filled board, as much of it as the player wants.

use clap::ValueEnum;
use logic::Step;
use puzzles::reason::{
    Hint, Written, apply, cells, cells_words, hint, sentence, trouble_words, why, write_in, written,
};
use puzzles::{Board, Grid, Look, Notation, Puzzle};
use scene::{Role, TextStyle};
use serde_json::{Value, json};

use super::{RuleChoice, limits};
use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::text_style;
use crate::words;

/// Give the next step for a partly filled board
///
/// The board is the `marks` that came with the puzzle. If an entry contradicts what can be proved,
/// that is said first. Of several steps the easiest is given, and of those the one that opens most.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright hint 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright hint --depth where started.json
  gridwright hint --steps 3 --json started.json
  gridwright hint --apply --level 2 --until-stuck started.json

Exit status: 0 there is a hint, or nothing is left to do; 1 the board is wrong, nothing more is
decided, or the rules that are allowed find nothing; 2 wrong input; 3 the time limit ran out.")]
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
    #[arg(long, value_enum, default_value_t = Depth::What)]
    depth: Depth,

    /// Give so many steps, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    steps: u32,

    /// Write in what the rules find, and print the board
    #[arg(long)]
    apply: bool,

    /// Use no rule above this level (1 to 6)
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u8).range(1..=6))]
    level: Option<u8>,

    /// With --apply: again and again until nothing more is found
    #[arg(long, requires = "apply")]
    until_stuck: bool,

    #[command(flatten)]
    rules: RuleChoice,

    /// Print one JSON object a puzzle and line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
enum Depth {
    /// The cells to look at
    Where,
    /// Also which rule helps
    Rule,
    /// Also what it rests on
    Why,
    /// Also what to write
    What,
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
        let mut board = board;
        let mut reply = Reply::default();
        for number in 1..=how.steps {
            let found =
                (how.time).run(|budget| hint(puzzle, &board, &plan, smallest, limits(budget)));
            reply.exit = reply.exit.max(exit(&found, number));
            let out = match how.json {
                true => format!("{}\n", json_line(job, &found, how.depth)),
                false => text(job, &board, &found, how.depth, style),
            };
            reply.out.extend(out.into_bytes());
            let Hint::Steps(steps) = found else {
                break;
            };
            board = after(puzzle, &board, &steps);
        }
        Ok(reply)
    };
    Ok(batch::run(args.input.items(), args.threads, mode, work)?.exit)
}

fn exit(found: &Hint, number: u32) -> Exit {
    match found {
        Hint::Steps(_) | Hint::Finished => Exit::Well,
        // The steps that were asked for ended early.
        Hint::Ambiguous if number > 1 => Exit::Well,
        Hint::Trouble(_) | Hint::Ambiguous | Hint::Stuck => Exit::No,
        Hint::Unknown => Exit::Budget,
    }
}

/// The board with the conclusions written in.
fn after(puzzle: &dyn Puzzle, board: &Board, steps: &[Step]) -> Board {
    let facts = steps.iter().flat_map(|s| s.therefore.iter().copied());
    write_in(puzzle, board, facts).unwrap_or_else(|_| board.clone())
}

/// What remains of a step at this depth. The last of several is the one to write down.
fn json_line(job: &Job, found: &Hint, depth: Depth) -> Value {
    let puzzle = job.document.puzzle.as_ref();
    let mut line = json!({ "id": job.id(), "type": puzzle.family().id });
    match found {
        Hint::Steps(steps) => {
            let (last, before) = steps.split_last().expect("a hint has a step");
            let Written {
                rule,
                level,
                because,
                therefore,
                text,
                cells,
            } = written(puzzle, last);
            line["status"] = "hint".into();
            line["cells"] = json!(cells);
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
        }
        Hint::Trouble(trouble) => {
            line["status"] = "contradiction".into();
            line["text"] = trouble_words(puzzle, trouble).into();
            line["violations"] = (trouble.violations.iter())
                .map(|v| json!({ "rule": v.rule, "message": v.message, "cells": v.cells.iter().map(|c| [c.row, c.col]).collect::<Vec<_>>() }))
                .collect();
            if let Some(clash) = &trouble.clash {
                let clash = written(puzzle, clash);
                line["because"] = json!(clash.because);
                line["cells"] = json!(clash.cells);
            }
            line["sound"] = json!(puzzle.write_grid(&trouble.sound, Notation::Marks));
        }
        Hint::Finished => line["status"] = "finished".into(),
        Hint::Ambiguous => line["status"] = "ambiguous".into(),
        Hint::Stuck => line["status"] = "stuck".into(),
        Hint::Unknown => line["status"] = "unknown".into(),
    }
    line
}

fn text(job: &Job, board: &Board, found: &Hint, depth: Depth, style: TextStyle) -> String {
    let puzzle = job.document.puzzle.as_ref();
    let inside = |cells: Vec<grid::Cell>| -> Vec<grid::Cell> {
        cells
            .into_iter()
            .filter(|&c| puzzle.size().contains(c))
            .collect()
    };
    match found {
        Hint::Steps(steps) => {
            let (last, before) = steps.split_last().expect("a hint has a step");
            let about = (puzzle.family().deductions)()[last.rule];
            let (reason, then) = cells(puzzle, last);
            let shown = match depth {
                Depth::What => after(puzzle, board, steps),
                _ => board.clone(),
            };
            let mut scene = puzzle.draw(&shown, &Look::default());
            scene.underlay(
                Role::Highlight,
                &inside(reason.iter().chain(&then).copied().collect()),
            );
            let mut out = format!("{}\n", scene::text(&scene, &style));
            if depth >= Depth::Rule {
                out += &format!("{} (level {})\n", about.name, about.level);
            } else {
                let at = if then.is_empty() { reason } else { then };
                out += &format!("Look at {}.\n", cells_words(puzzle.size(), &at));
            }
            if depth == Depth::Why {
                out += &format!("{}\n", words::wrapped(&why(puzzle, last)));
            }
            if depth == Depth::What {
                for step in before.iter().chain([last]) {
                    out += &format!("{}\n", words::wrapped(&sentence(puzzle, step)));
                }
            }
            out
        }
        Hint::Trouble(trouble) => {
            let mut scene = puzzle.draw(board, &Look::default());
            let mut wrong: Vec<grid::Cell> = trouble
                .violations
                .iter()
                .flat_map(|v| v.cells.iter().copied())
                .collect();
            wrong.extend(trouble.clash.iter().flat_map(|step| cells(puzzle, step).0));
            wrong.sort_unstable();
            wrong.dedup();
            scene.underlay(Role::Wrong, &inside(wrong));
            format!(
                "{}\n{}\nWithout what must be wrong:\n{}",
                scene::text(&scene, &style),
                words::wrapped(&trouble_words(puzzle, trouble)),
                scene::text(&puzzle.draw(&trouble.sound, &Look::default()), &style)
            )
        }
        Hint::Finished => "Nothing is left to do: the board is complete.\n".to_owned(),
        Hint::Ambiguous => {
            "Nothing more is decided: the puzzle has several solutions.\n".to_owned()
        }
        Hint::Stuck => "The rules that are allowed find nothing more.\n".to_owned(),
        Hint::Unknown => "No hint was found within the limits.\n".to_owned(),
    }
}

/// The study's button: write in what the rules find.
fn help(job: &Job, board: &Board, how: &How, style: TextStyle) -> Result<Reply, String> {
    let puzzle = job.document.puzzle.as_ref();
    let (plan, _) = how.rules.plan(puzzle, how.level.or(Some(4)))?;
    let applied = (how.time).run(|budget| apply(puzzle, board, &plan, how.until_stuck, budget));
    let (after, steps) = match applied {
        Ok(applied) => applied,
        Err(violations) => {
            let first = violations
                .first()
                .map_or(String::new(), |v| v.message.clone());
            return Err(format!("the board is wrong: {first}"));
        }
    };
    let out = if how.json {
        let grid: Grid = puzzle.write_grid(&after, Notation::Marks);
        let steps: Vec<Written> = steps.iter().map(|s| written(puzzle, s)).collect();
        let kind = puzzle.family().id;
        format!(
            "{}\n",
            json!({ "id": job.id(), "type": kind, "marks": grid, "steps": steps })
        )
    } else {
        let picture = scene::text(&puzzle.draw(&after, &Look::default()), &style);
        format!(
            "{picture}\n{} by rules.\n",
            words::count(steps.len(), "step", "steps")
        )
    };
    Ok(Reply {
        out: out.into_bytes(),
        exit: if steps.is_empty() {
            Exit::No
        } else {
            Exit::Well
        },
        ..Reply::default()
    })
}
