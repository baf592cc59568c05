//! `gridwright fill`: reveal more of the solution.

use clap::ValueEnum;
use serde_json::json;
use workshop::{Fill, How, Refusal, Verdict, Where, field, fill, has_outside};

use super::{Form, Measure, each, edits_json, edits_words, made_over, own_solution};
use crate::batch::{Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::words;

/// Reveal clues of puzzles with several solutions until they have one
///
/// The clues are those of the solution that came with the puzzle, else of the first one found that
/// clues can tell from all others. `repair` finds the fewest clues; this does it as the studies
/// did.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright fill puzzle.txt
  gridwright fill --how random --seed 7 --json < towers.jsonl
  gridwright fill --where outside --no-trial towers.txt

Exit status: 0 one solution now; 1 still several, and no clue is left or --amount is reached, or
there is no solution; 2 wrong input, or --where outside for a family without clues there; 3 a budget
ran out.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// Which clue to reveal next
    #[arg(long, value_enum, default_value_t = Choose::Heuristic)]
    how: Choose,

    /// Where to reveal clues [default: in cells if there are any to reveal, else outside]
    #[arg(long = "where", value_enum)]
    place: Option<Around>,

    /// Reveal at most this many clues
    #[arg(long, value_name = "N")]
    amount: Option<usize>,

    /// Call the solver at most this many times
    #[arg(long, value_name = "CALLS", default_value_t = 2500, value_parser = clap::value_parser!(u64).range(1..))]
    effort: u64,

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

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Choose {
    /// Any clue
    Random,
    /// The one about which the least is known
    Heuristic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Around {
    Cells,
    Outside,
    Anywhere,
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    let puzzles = std::mem::take(&mut args.input.puzzles);
    each(Input { puzzles }, args.threads, &args.form, |job, style| {
        one(job, &args, style)
    })
}

fn one(job: &Job, args: &Args, style: &scene::TextStyle) -> Result<Reply, String> {
    let puzzle = &job.document.puzzle;
    let cells = || {
        let told = puzzle.reveals(&puzzle.blank());
        let in_cell =
            |edit: &puzzles::make::Edit| matches!(edit.place, puzzles::make::Place::Cell(_));
        told.iter().any(in_cell)
    };
    if args.place == Some(Around::Outside) && !has_outside(puzzle.as_ref()) {
        let family = puzzle.family().name;
        return Err(format!(
            "{family} has no clues outside, so there are none to reveal"
        ));
    }
    let how = Fill {
        how: match args.how {
            Choose::Random => How::Random,
            Choose::Heuristic => How::Heuristic,
        },
        at: match args.place {
            Some(Around::Cells) => Where::Cells,
            Some(Around::Outside) => Where::Outside,
            Some(Around::Anywhere) => Where::Anywhere,
            None if cells() => Where::Cells,
            None => Where::Outside,
        },
        amount: args.amount,
        effort: args.effort,
        by: args.measure.by(job)?,
        seed: args.seed,
    };
    let result = args.time.run(|budget| {
        let filled = fill(puzzle, own_solution(job), &how, budget)?;
        Ok::<_, Refusal>((filled, (budget.stop)()))
    });
    let (filled, late) = match result {
        Ok(all) => all,
        Err(Refusal::NotGood) => return Ok(no_solution(job, args.form.json)),
        Err(refusal) => return Ok(super::strip::refused(job, args.form.json, refusal)),
    };
    let (status, exit) = match filled.verdict {
        Verdict::Good => ("filled", Exit::Well),
        _ if late || filled.calls >= how.effort => ("unknown", Exit::Budget),
        Verdict::Unknown => ("unknown", Exit::Budget),
        Verdict::Bad => ("ambiguous", Exit::No),
    };
    let mut document = made_over(job, filled.puzzle.clone());
    document.solution = Some(filled.solution.clone());
    if args.form.json {
        let said = [
            (field::STATUS, json!(status)),
            (field::TOLD, edits_json(&filled.told)),
            (field::CALLS, json!(filled.calls)),
        ];
        document
            .extra
            .extend(said.map(|(key, value)| (key.to_owned(), value)));
    }
    let mut words = format!(
        "{} revealed",
        words::count(filled.told.len(), "clue", "clues")
    );
    if !filled.told.is_empty() {
        words += &format!(": {}", edits_words(&filled.told, puzzle.as_ref()));
    }
    words += match status {
        "filled" => ". There is one solution now.",
        "ambiguous" => ". That is not enough for one solution.",
        _ => ". The budget ran out.",
    };
    Ok(Reply {
        out: args.form.text(&document, &words, job.number, style)?,
        exit,
        ..Reply::default()
    })
}

/// The reply when there is no solution, for `fill` and `repair`.
pub(super) fn no_solution(job: &Job, json: bool) -> Reply {
    let why = "there is no solution, so no clue can help";
    let mut reply = Reply {
        exit: Exit::No,
        ..Reply::default()
    };
    if json {
        let family = job.document.puzzle.family().id;
        let line = json!({ "id": job.id(), "type": family, "status": "none", "why": why });
        reply.out = format!("{line}\n").into_bytes();
    } else {
        reply.err = format!("{}: {why}\n", job.label());
    }
    reply
}
