//! `gridwright repair`: the fewest clues that make an ambiguous puzzle unique.

use grid::Cell;
use puzzles::format::Document;
use puzzles::reason::cells_words;
use serde_json::json;
use workshop::{Repair, field, repair};

use super::{Form, cells_json, each, edits_json, edits_words, made_over, own_solution};
use crate::batch::{Reply, Threads};
use crate::engine::TimeLimit;
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::words;

/// Add the fewest clues that make puzzles with several solutions unique
///
/// And say in which cells the solutions differed. The solution that came with the puzzle is kept if
/// it can be; without one it is the solution that needs the fewest clues. If no clues single a
/// solution out, families that can add new clues try those, and the solution changes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright repair puzzle.txt
  gridwright repair --json < drafts.jsonl

Exit status: 0 one solution now (or already); 1 no solution, or it is proved that no clues make it
unique; 2 wrong input; 3 the time limit ran out, or no clues were found though there may be some.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    form: Form,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    let puzzles = std::mem::take(&mut args.input.puzzles);
    each(Input { puzzles }, args.threads, &args.form, |job, style| {
        one(job, &args, style)
    })
}

fn one(job: &Job, args: &Args, style: &scene::TextStyle) -> Result<Reply, String> {
    let puzzle = &job.document.puzzle;
    let found = (args.time).run(|budget| repair(puzzle, own_solution(job), budget));
    let say = |document: Document, words: String, exit: Exit| {
        Ok(Reply {
            out: args.form.text(&document, &words, job.number, style)?,
            exit,
            ..Reply::default()
        })
    };
    let insert = |document: &mut Document, key: &str, value: serde_json::Value| {
        if args.form.json {
            document.extra.insert(key.to_owned(), value);
        }
    };
    match found {
        Repair::Unique(solution) => {
            let mut document = made_over(job, puzzle.clone());
            document.solution = Some(solution);
            insert(&mut document, field::STATUS, json!("unique"));
            say(
                document,
                "It has one solution already.".to_owned(),
                Exit::Well,
            )
        }
        Repair::NoSolution => Ok(super::fill::no_solution(job, args.form.json)),
        Repair::Unknown => Ok(super::strip::refused(
            job,
            args.form.json,
            workshop::Refusal::Unknown,
        )),
        Repair::Impossible { ambiguous } => Ok(without(
            job,
            args.form.json,
            &ambiguous,
            ("impossible", "no clues that can be added make it unique"),
            Exit::No,
        )),
        Repair::NotFound { ambiguous } => Ok(without(
            job,
            args.form.json,
            &ambiguous,
            ("unknown", "no clues were found that make it unique"),
            Exit::Budget,
        )),
        Repair::Done {
            repaired,
            ambiguous,
        } => {
            let mut document = made_over(job, repaired.puzzle.clone());
            document.solution = Some(repaired.solution.clone());
            insert(&mut document, field::STATUS, json!("repaired"));
            insert(&mut document, field::AMBIGUOUS, cells_json(&ambiguous));
            insert(&mut document, field::ADDED, edits_json(&repaired.added));
            insert(&mut document, field::SMALLEST, json!(repaired.smallest));
            insert(&mut document, field::FRESH, json!(repaired.fresh));
            let brought = own_solution(job).is_some();
            if brought {
                insert(&mut document, field::KEPT, json!(repaired.kept));
            }
            let words = format!(
                "Solutions differed in {}.\n{} added: {}. There is one solution now{}{}.",
                cells_words(puzzle.size(), &ambiguous),
                words::count(repaired.added.len(), "clue", "clues"),
                edits_words(&repaired.added, puzzle.as_ref()),
                match repaired.fresh {
                    true => ", different from those before",
                    false if !repaired.kept => ", different from the one that came along",
                    false => "",
                },
                match repaired.smallest {
                    true if brought && repaired.kept => ", and no fewer would do for it",
                    true => ", and no fewer would do for any",
                    false => "; these are the fewest found, but fewer may be enough",
                }
            );
            say(document, words, Exit::Well)
        }
    }
}

/// The reply when there is no puzzle to print.
fn without(
    job: &Job,
    json: bool,
    ambiguous: &[Cell],
    (status, why): (&str, &str),
    exit: Exit,
) -> Reply {
    let mut reply = Reply {
        exit,
        ..Reply::default()
    };
    if json {
        let line = json!({
            "id": job.id(),
            "type": job.document.puzzle.family().id,
            "status": status,
            "ambiguous": cells_json(ambiguous),
            "why": why,
        });
        reply.out = format!("{line}\n").into_bytes();
    } else {
        reply.err = format!(
            "{}: several solutions, which differ in {}; {why}\n",
            job.label(),
            cells_words(job.document.puzzle.size(), ambiguous)
        );
    }
    reply
}
