//! `gridwright strip`: take clues away.

use clap::builder::PossibleValuesParser;
use puzzles::make::Edit;
use serde_json::json;
use workshop::{Alone, ProvedBy, Refusal, Side, Strip, each_alone, field, has_outside, strip};

use super::{Form, Measure, each, edits_json, made_over, places_words};
use crate::batch::{Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::words;

/// Take clues away from puzzles that keep their one solution
///
/// Without --amount, as many as possible: what is left is minimal, none of its clues can be taken
/// away. With --amount, at most that many; if the first order of clues does not get there, others
/// are tried. If the effort runs out before it is known that no more can go, the puzzle reached so
/// far is printed and the exit status is 3.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright strip puzzle.txt
  gridwright strip --amount 10 --effort 2500 --balance towers.txt
  gridwright strip --sides top,left --no-trial --json < towers.jsonl
  gridwright strip --alone puzzle.txt

Exit status: 0 stripped: by --amount, or without it until no other clue can go; or looked at
(--alone); 1 not one solution
to begin with (or not by the rules allowed), or no other clue can go and fewer than --amount went; 2
wrong input, or --sides for a family without clues outside; 3 a budget ran out.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// Take away at most this many clues
    #[arg(long, value_name = "N")]
    amount: Option<usize>,

    /// Call the solver at most this many times [default: 2500; with --minimal and --alone as many as needed]
    #[arg(long, value_name = "CALLS", value_parser = clap::value_parser!(u64).range(1..))]
    effort: Option<u64>,

    /// Only clues outside, on these sides of the board
    #[arg(long, value_name = "SIDE,…", value_delimiter = ',', value_parser = sides())]
    sides: Vec<String>,

    /// Take evenly from all sides (or quarters of the board)
    #[arg(long)]
    balance: bool,

    /// Go on until no more clues can go, however many solver calls that takes
    #[arg(long, conflicts_with = "amount")]
    minimal: bool,

    /// Take nothing: say of each clue whether it could go alone, or is needed
    #[arg(long, conflicts_with_all = ["amount", "minimal", "balance"])]
    alone: bool,

    #[command(flatten)]
    measure: Measure,

    /// Seed for the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    form: Form,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

/// The default number of questions.
const EFFORT: u64 = 2500;

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
        // Both take as many questions as there are clues.
        effort: args.effort.unwrap_or(match args.minimal || args.alone {
            true => u64::MAX,
            false => EFFORT,
        }),
        sides: args.sides.iter().filter_map(chosen).collect(),
        balance: args.balance,
        by: args.measure.by(job)?,
        seed: args.seed,
    };
    let puzzle = &job.document.puzzle;
    if !how.sides.is_empty() && !has_outside(puzzle.as_ref()) {
        let family = puzzle.family().name;
        return Err(format!(
            "{family} has no clues outside, so --sides cannot be used"
        ));
    }
    let by_rules = matches!(how.by, ProvedBy::Rules(_));
    let no_result = |refusal| match refusal {
        Refusal::NotGood if by_rules => too_hard(job, args.form.json),
        refusal => refused(job, args.form.json, refusal),
    };
    if args.alone {
        let found = (args.time).run(|budget| each_alone(puzzle, &how, budget));
        return match found {
            Ok(alone) => told_of_each(job, &alone, &args.form, style),
            Err(refusal) => Ok(no_result(refusal)),
        };
    }
    let result = args.time.run(|budget| {
        let stripped = strip(puzzle, &how, budget)?;
        let solution = puzzles::solve(stripped.puzzle.as_ref(), 2, budget).solutions;
        Ok::<_, Refusal>((stripped, solution.into_iter().next(), (budget.stop)()))
    });
    let (stripped, solution, late) = match result {
        Ok(all) => all,
        Err(refusal) => return Ok(no_result(refusal)),
    };
    let exit = match args.amount {
        _ if late => Exit::Budget,
        Some(_) if stripped.enough => Exit::Well,
        None if stripped.minimal => Exit::Well,
        Some(_) if stripped.minimal => Exit::No,
        _ => Exit::Budget,
    };
    let mut document = made_over(job, stripped.puzzle.clone());
    document.solution = solution;
    let said = [
        (field::STATUS, json!("stripped")),
        (field::TAKEN, edits_json(&stripped.taken)),
        (field::MINIMAL, json!(stripped.minimal)),
        (field::CALLS, json!(stripped.calls)),
    ];
    let said = said.map(|(key, value)| (key.to_owned(), value));
    if args.form.json {
        document.extra.extend(said);
    }
    let words = format!(
        "{} taken away with {}{}.",
        words::count(stripped.taken.len(), "clue", "clues"),
        words::count(stripped.calls as usize, "question", "questions"),
        match (stripped.minimal, exit) {
            (true, _) => "; no other can go",
            (false, Exit::Budget) => "; the budget ran out, and others might go",
            (false, _) => "",
        }
    );
    Ok(Reply {
        out: args.form.text(&document, &words, job.number, style)?,
        exit,
        ..Reply::default()
    })
}

/// What each clue alone is good for.
fn told_of_each(
    job: &Job,
    alone: &Alone,
    form: &Form,
    style: &scene::TextStyle,
) -> Result<Reply, String> {
    let mut document = made_over(job, job.document.puzzle.clone());
    document.solution = job.document.solution.clone();
    if form.json {
        let said = [
            (field::STATUS, json!("looked at")),
            (field::NEEDED, edits_json(&alone.needed)),
            (field::CAN_GO, edits_json(&alone.can_go)),
            (field::CALLS, json!(alone.calls)),
        ];
        let said = said.map(|(key, value)| (key.to_owned(), value));
        document.extra.extend(said);
    }
    let many = |clues: &[Edit]| words::count(clues.len(), "clue", "clues");
    let needed = match &alone.needed[..] {
        [] => "No clue was found that is needed by itself.".to_owned(),
        clues => {
            let places = places_words(clues, job.document.puzzle.size());
            format!("{} needed, each by itself: {places}.", many(clues))
        }
    };
    let mut words = format!(
        "{needed}\n{} could go, each by itself.",
        many(&alone.can_go)
    );
    if !alone.unknown.is_empty() {
        let left = many(&alone.unknown);
        words.push_str(&format!("\nThe budget ran out: {left} not looked at."));
    }
    Ok(Reply {
        out: form.text(&document, &words, job.number, style)?,
        exit: match alone.unknown.is_empty() {
            true => Exit::Well,
            false => Exit::Budget,
        },
        ..Reply::default()
    })
}

/// The reply when the puzzle is not what it has to be, for `strip` and `fill`.
pub(super) fn refused(job: &Job, json: bool, refusal: Refusal) -> Reply {
    match refusal {
        Refusal::NotGood => refusal_of(
            job,
            json,
            ("refused", "not one solution to begin with"),
            Exit::No,
        ),
        Refusal::Unknown => refusal_of(
            job,
            json,
            (
                "unknown",
                "the budget ran out before it was known whether there is one solution",
            ),
            Exit::Budget,
        ),
    }
}

/// The reply when the allowed rules do not find the solution.
fn too_hard(job: &Job, json: bool) -> Reply {
    let why = "the allowed rules do not find a solution to begin with";
    refusal_of(job, json, ("refused", why), Exit::No)
}

fn refusal_of(job: &Job, json: bool, (status, words): (&str, &str), exit: Exit) -> Reply {
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
