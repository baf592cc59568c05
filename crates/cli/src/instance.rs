//! `gridwright smt` and `gridwright dimacs`: write the instance for another solver instead of
//! solving.

use std::path::PathBuf;

use anyhow::bail;
use puzzles::engine::Encoding;
use puzzles::{Board, Puzzle, Status};
use sat::{Budget, Lit, Plain};
use serde::Serialize;
use serde_json::{Value, json};

use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::{TimeLimit, find_encoding};
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::{self, has_number, numbered_path, write_file};

/// Write puzzles as SMT-LIB 2.6 instances
///
/// An instance ends with `(check-sat)`. Comments name the puzzle and its parts.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright smt 7x7m2:3a4b4g2j1a3j2c33b3a2a | z3 -in
  gridwright smt --encoding grid --values -o puzzle.smt2 puzzle.txt
  gridwright smt --unique --encoding graph 7x7m2:3a4b4g2j1a3j2c33b3a2a | z3 -in
  gridwright smt -o 'puzzle-{}.smt2' collection.jsonl

Exit status: 0 all written; 2 wrong input, or a puzzle that the encoding cannot express; 3 the time
limit ran out.")]
pub struct SmtArgs {
    #[command(flatten)]
    to: Destination,

    /// How to state the puzzle [default: the family's first; `gridwright families` lists them]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Also ask for the numbers of the solution (and truth values, if the instance has nothing
    /// else); an error if there is no solution
    #[arg(long)]
    values: bool,

    /// Write the second instance, without the solution that the puzzle has: unsatisfiable if that
    /// is the only one (and the encoding holds the whole puzzle; its first lines say so if not)
    #[arg(long)]
    unique: bool,
}

/// Write puzzles as clauses in the DIMACS format
///
/// The clauses say everything, even connectivity and the single loop. Comments say what the first
/// variables mean: `c 3 r0c2=o` means that variable 3 is true if there is a circle at r0c2.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright dimacs 7x7m2:3a4b4g2j1a3j2c33b3a2a > puzzle.cnf
  gridwright dimacs -o 'puzzle-{}.cnf' collection.jsonl
  gridwright dimacs --encoding study yajilin.csv > study.cnf

Exit status: 0 all written; 2 wrong input, or an encoding that says more than clauses can; 3 the time
limit ran out.")]
pub struct DimacsArgs {
    #[command(flatten)]
    to: Destination,

    /// The clauses of one of the family's encodings instead, where it has nothing else; `study` is
    /// the study's own
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

#[derive(clap::Args)]
struct Destination {
    #[command(flatten)]
    input: Input,

    /// Write to this file instead of standard output (`-`); `{}` in its name stands for the
    /// puzzle's number
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print one JSON object per puzzle, one per line, with the instance as `text`
    #[arg(long, conflicts_with = "output")]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

/// What is printed for programs. It borrows the text, which can be as long as many puzzles.
#[derive(Serialize)]
struct Line<'a> {
    id: Value,
    #[serde(rename = "type")]
    kind: &'static str,
    format: &'a str,
    text: &'a str,
}

/// Why there is no instance.
enum NoInstance {
    /// It cannot be stated like this.
    Refused(String),
    /// The time limit ran out.
    Late,
}

impl From<String> for NoInstance {
    fn from(why: String) -> NoInstance {
        NoInstance::Refused(why)
    }
}

/// An error once the time is over.
fn in_time(budget: Budget) -> Result<(), NoInstance> {
    match (budget.stop)() {
        true => Err(NoInstance::Late),
        false => Ok(()),
    }
}

pub fn smt(args: SmtArgs) -> anyhow::Result<Exit> {
    let name = args.encoding.as_deref();
    write(args.to, "smt2", |job, budget| {
        let puzzle = job.document.puzzle.as_ref();
        let encoding = find_encoding(puzzle.family(), name)?;
        in_time(budget)?;
        let instance = (encoding.build)(puzzle)?;
        in_time(budget)?;
        let mut heading = heading(job);
        heading.push(format!("encoding {}: {}", encoding.id, encoding.words));
        if instance.refine.is_some() {
            let gap = "not the whole puzzle: gridwright adds the rest when a model breaks it";
            heading.push(gap.to_owned());
        }
        let known = (args.unique.then(|| solution(job, budget))).transpose()?;
        if known.is_some() {
            heading.push("without its solution: is there another one?".to_owned());
        }
        let mut text = smt::script(&instance.script, &heading);
        if let Some(board) = &known {
            let other = instance.other_than(puzzle, board);
            text += &smt::assertion(&instance.script, &other);
        }
        text += "(check-sat)\n";
        let telling = instance.script.telling();
        if args.values && !telling.is_empty() {
            text += &smt::get_values(&instance.script, &telling);
        }
        text += "(exit)\n";
        Ok(text)
    })
}

/// The solution that came with the puzzle, or the one that it has.
fn solution(job: &Job, budget: Budget) -> Result<Board, NoInstance> {
    let puzzle = job.document.puzzle.as_ref();
    let given = job.document.solution.clone();
    if let Some(given) = given.filter(|board| puzzle.check(board).is_empty()) {
        return Ok(given);
    }
    let mut answer = puzzles::solve(puzzle, 2, budget);
    if answer.status == Status::Unknown && answer.solutions.is_empty() {
        return Err(NoInstance::Late);
    }
    let none = || NoInstance::Refused("it has no solution to be left out".to_owned());
    answer.solutions.pop().ok_or_else(none)
}

pub fn dimacs(args: DimacsArgs) -> anyhow::Result<Exit> {
    write(args.to, "dimacs", |job, budget| {
        let puzzle: &dyn Puzzle = job.document.puzzle.as_ref();
        if let Some(name) = args.encoding.as_deref() {
            return clauses(job, find_encoding(puzzle.family(), Some(name))?, budget);
        }
        let meaning = |fact| puzzle.fact_text(fact);
        in_time(budget)?;
        let model = puzzle.encode();
        let text = Plain::of_until(&model, budget.stop).and_then(|plain| {
            smt::dimacs::write_until(&plain, model.atoms(), &heading(job), meaning, budget.stop)
        });
        text.ok_or(NoInstance::Late)
    })
}

/// An encoding that has nothing but clauses, in its own numbering.
fn clauses(job: &Job, encoding: &Encoding, budget: Budget) -> Result<String, NoInstance> {
    in_time(budget)?;
    let instance = (encoding.build)(job.document.puzzle.as_ref())?;
    in_time(budget)?;
    let clauses = instance.script.clauses().ok_or_else(|| {
        let id = encoding.id;
        format!("the encoding {id} says more than clauses can; `gridwright smt` writes it")
    })?;
    let mut heading = heading(job);
    heading.push(format!("encoding {}: {}", encoding.id, encoding.words));
    if instance.refine.is_some() {
        heading
            .push("not the whole puzzle: models with several loops have to be sorted out".into());
    }
    let plain = Plain {
        vars: instance.script.symbols(),
        clauses,
    };
    let symbols = instance.script.telling();
    let meaning = |lit: Lit| smt::term(&instance.script, &symbols[lit.var()]);
    smt::dimacs::write_until(&plain, plain.vars, &heading, meaning, budget.stop)
        .ok_or(NoInstance::Late)
}

fn heading(job: &Job) -> Vec<String> {
    let puzzle = job.document.puzzle.as_ref();
    let (name, size) = (puzzle.family().name, puzzle.size());
    // An id comes from outside: it must not get out of its comment line.
    let label: String = job.label().chars().filter(|c| !c.is_control()).collect();
    let (rows, cols) = (size.rows(), size.cols());
    vec![format!(
        "{name} {rows}×{cols}, puzzle {label}, by gridwright"
    )]
}

fn write(
    mut to: Destination,
    format: &str,
    text: impl Fn(&Job, Budget) -> Result<String, NoInstance> + Sync,
) -> anyhow::Result<Exit> {
    let mode = if to.json { Mode::Json } else { Mode::Human };
    to.output = output::file(to.output);
    let mut items = to.input.items();
    let numbered = to.output.as_deref().is_some_and(has_number);
    let one_only = !numbered && !to.json;
    let first: Vec<_> = items.by_ref().take(if one_only { 2 } else { 0 }).collect();
    if first.len() > 1 {
        bail!(
            "several puzzles do not fit in one file; name files with {{}} for the number, as in \
             -o 'puzzle-{{}}.txt', or print lines with --json"
        );
    }
    let work = |job: &Job| {
        let mut reply = Reply::default();
        let mut text = match to.time.run(|budget| text(job, budget)) {
            Ok(text) => text,
            Err(NoInstance::Refused(why)) => return Err(why),
            Err(NoInstance::Late) => {
                let why = "the time limit ran out before the instance was written";
                reply.exit = Exit::Budget;
                match to.json {
                    true => {
                        let line = json!({
                            "id": job.id(),
                            "type": job.document.puzzle.family().id,
                            "status": "unknown",
                            "message": why,
                        });
                        reply.out = format!("{line}\n").into_bytes();
                    }
                    false => reply.err = format!("{}: {why}\n", job.label()),
                }
                return Ok(reply);
            }
        };
        if let Some(path) = &to.output {
            let path = numbered_path(path, job.number);
            write_file(&path, text.as_bytes()).map_err(|e| format!("{e:#}"))?;
            return Ok(reply);
        }
        if to.json {
            let line = Line {
                id: job.id(),
                kind: job.document.puzzle.family().id,
                format,
                text: &text,
            };
            text = serde_json::to_string(&line).map_err(|e| e.to_string())?;
            text.push('\n');
        }
        reply.out = text.into_bytes();
        Ok(reply)
    };
    let items = first.into_iter().chain(items);
    Ok(batch::run(items, to.threads, mode, work)?.exit)
}
