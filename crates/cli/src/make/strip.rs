//! `gridwright strip`: take clues away.

use clap::builder::PossibleValuesParser;
use serde_json::json;
use workshop::{Refusal, Side, Strip, strip};

use super::{Form, Measure, each, edits_json, made_over};
use crate::batch::{Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::words;

/// Take clues away from puzzles that keep their one solution
///
/// Without --amount as many as can be: what is left is minimal, none of its clues can be taken away.
/// With --amount so many at most; if the first order of clues does not get there, others are tried.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright strip puzzle.txt
  gridwright strip --amount 10 --effort 2500 --balance towers.txt
  gridwright strip --sides top,left --no-trial --json < towers.jsonl

Exit status: 0 stripped; 1 not one solution to begin with, or fewer clues went than --amount; 2
wrong input; 3 a budget ran out.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// Take away at most so many clues
    #[arg(long, value_name = "N")]
    amount: Option<usize>,

    /// Ask the solver at most so often
    #[arg(long, value_name = "CALLS", default_value_t = 2500, value_parser = clap::value_parser!(u64).range(1..))]
    effort: u64,

    /// Only clues outside, on these sides of the board
    #[arg(long, value_name = "SIDE,…", value_delimiter = ',', value_parser = sides())]
    sides: Vec<String>,

    /// Take from all sides (or quarters of the board) alike
    #[arg(long)]
    balance: bool,

    /// It must be known that no more clues can go, however many that are
    #[arg(long, conflicts_with = "amount")]
    minimal: bool,

    #[command(flatten)]
    measure: Measure,

    /// Where chance begins
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    form: Form,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

fn sides() -> PossibleValuesParser {
    PossibleValuesParser::new(Side::ALL.map(|(name, _)| name))
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    let puzzles = std::mem::take(&mut args.input.puzzles);
    each(Input { puzzles }, args.threads, &args.form, |job, style| {
        one(job, &args, style)
    })
}

fn one(job: &Job, args: &Args, style: &scene::TextStyle) -> Result<Reply, String> {
    let chosen = |name: &String| {
        let side = Side::ALL.into_iter().find(|(known, _)| known == name);
        side.map(|(_, side)| side)
    };
    let how = Strip {
        amount: args.amount,
        // A minimal set takes as many questions as there are clues.
        effort: if args.minimal { u64::MAX } else { args.effort },
        sides: args.sides.iter().filter_map(chosen).collect(),
        balance: args.balance,
        by: args.measure.by(job)?,
        seed: args.seed,
    };
    let puzzle = &job.document.puzzle;
    let result = args.time.run(|budget| {
        let stripped = strip(puzzle, &how, budget)?;
        let solution = puzzles::solve(stripped.puzzle.as_ref(), 2, budget).solutions;
        Ok::<_, Refusal>((stripped, solution.into_iter().next(), (budget.stop)()))
    });
    let (stripped, solution, late) = match result {
        Ok(all) => all,
        Err(refusal) => return Ok(refused(job, args.form.json, refusal)),
    };
    let exit = match stripped.enough {
        _ if late || args.minimal && !stripped.minimal => Exit::Budget,
        true => Exit::Well,
        false if stripped.calls >= how.effort => Exit::Budget,
        false => Exit::No,
    };
    let mut document = made_over(job, stripped.puzzle.clone());
    document.solution = solution;
    let said = [
        ("status", json!("stripped")),
        ("taken", edits_json(&stripped.taken)),
        ("minimal", json!(stripped.minimal)),
        ("calls", json!(stripped.calls)),
    ];
    let said = said.map(|(key, value)| (key.to_owned(), value));
    if args.form.json {
        document.extra.extend(said);
    }
    let words = format!(
        "{} taken away with {}{}.",
        words::count(stripped.taken.len(), "clue", "clues"),
        words::count(stripped.calls as usize, "question", "questions"),
        match stripped.minimal {
            true => "; no other can go",
            false => "",
        }
    );
    Ok(Reply {
        out: args.form.text(&document, &words, job.number, style)?,
        exit,
        ..Reply::default()
    })
}

/// The puzzle is not what it has to be, for `strip` and `fill`.
pub(super) fn refused(job: &Job, json: bool, refusal: Refusal) -> Reply {
    let (status, words, exit) = match refusal {
        Refusal::NotGood => ("refused", "not one solution to begin with", Exit::No),
        Refusal::Unknown => (
            "unknown",
            "the budget ran out before it was known whether there is one solution",
            Exit::Budget,
        ),
    };
    let mut reply = Reply {
        exit,
        ..Reply::default()
    };
    if json {
        let family = job.document.puzzle.family().id;
        let line = json!({ "id": job.id(), "type": family, "status": status, "why": words });
        reply.out = format!("{line}\n").into_bytes();
    } else {
        reply.err = format!("{}: {words}\n", job.label());
    }
    reply
}
