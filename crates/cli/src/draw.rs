//! `gridwright draw`: puzzles as text or pictures.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;
use puzzles::{Board, DrawOptions, Status};
use sat::Budget;
use scene::{PRINT_CSS, Scene};

use crate::batch::{self, Mode, Reply, Threads};
use crate::engine::{Running, TimeLimit};
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::{self, has_number, numbered_path, text_style, write_file};

/// Draw puzzles as text, SVG or PNG
///
/// What has been entered (`marks`) is drawn as well.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright draw 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright draw --solution -o solved.png puzzle.txt
  gridwright draw --size 60 -o 'page-{}.svg' collection.jsonl

Exit status: 0 all drawn; 1 a solution was asked for and there is none; 2 wrong input; 3 the time
limit ran out.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    /// What to draw [default: what the file's extension says, else text]
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Form>,

    /// Draw the solution
    #[arg(long)]
    solution: bool,

    /// Side of a cell in pixels, for SVG and PNG
    #[arg(long, value_name = "PX", default_value_t = 48.0, value_parser = pixels)]
    size: f32,

    /// Write to this file instead of standard output (`-`); `{}` in its name stands for the
    /// puzzle's number
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    Text,
    Svg,
    Png,
}

impl Form {
    fn of_file(path: &Path) -> anyhow::Result<Form> {
        let Some(end) = path.extension() else {
            return Ok(Form::Text);
        };
        match end.to_string_lossy().to_lowercase().as_str() {
            "txt" | "text" => Ok(Form::Text),
            "svg" => Ok(Form::Svg),
            "png" => Ok(Form::Png),
            other => bail!(
                "cannot draw as {other:?}; name a file that ends in .svg, .png or .txt, or say \
                 what to draw with --to"
            ),
        }
    }
}

fn pixels(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(px) if (1.0..=1000.0).contains(&px) => Ok(px),
        _ => Err("expected a number from 1 to 1000".to_owned()),
    }
}

pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    args.output = output::file(args.output);
    let form = match (args.to, &args.output) {
        (Some(form), _) => form,
        (None, Some(path)) => Form::of_file(path)?,
        (None, None) => Form::Text,
    };
    if form == Form::Png && args.output.is_none() && io::stdout().is_terminal() {
        bail!("a PNG cannot be shown in a terminal; name a file with -o FILE");
    }
    let numbered = args.output.as_deref().is_some_and(has_number);
    let mut items = args.input.items();
    // One file, or one picture on standard output, is for one puzzle.
    let one_only = !numbered && (form != Form::Text || args.output.is_some());
    let first: Vec<_> = items.by_ref().take(if one_only { 2 } else { 0 }).collect();
    if first.len() > 1 {
        bail!(
            "several puzzles do not fit in one picture; name files with {{}} for the number, as \
             in -o 'page-{{}}.svg'"
        );
    }
    let style = text_style();
    let work = |job: &Job| {
        let mut reply = Reply::default();
        let running = args.time.begin();
        let Some(scene) = scene(job, args.solution, &running, &mut reply) else {
            return Ok(reply);
        };
        let bytes = match form {
            Form::Text if args.output.is_some() => {
                scene::text(&scene, &scene::TextStyle::default()).into_bytes()
            }
            Form::Text => scene::text(&scene, &style).into_bytes(),
            Form::Svg => scene::svg(&scene, PRINT_CSS, args.size).into_bytes(),
            Form::Png => {
                let draw =
                    |budget: Budget| render::png_until(&scene, PRINT_CSS, args.size, budget.stop);
                match running.write(draw).map_err(|e| e.to_string())? {
                    Some(picture) => picture,
                    None => {
                        let why = "the time limit ran out before the picture was drawn";
                        reply.err += &format!("{}: {why}\n", job.label());
                        reply.exit = Exit::Budget;
                        return Ok(reply);
                    }
                }
            }
        };
        match &args.output {
            Some(path) => write_file(&numbered_path(path, job.number), &bytes)
                .map_err(|e| format!("{e:#}"))?,
            None => {
                if job.number > 1 {
                    reply.out.push(b'\n');
                }
                reply.out.extend(bytes);
            }
        }
        Ok(reply)
    };
    let items = first.into_iter().chain(items);
    Ok(batch::run(items, args.threads, Mode::Human, work)?.exit)
}

/// What to draw; nothing if the solution was asked for and there is none.
fn scene(job: &Job, solved: bool, running: &Running, reply: &mut Reply) -> Option<Scene> {
    let puzzle = job.document.puzzle.as_ref();
    if solved {
        let board = solution(job, running, reply)?;
        return Some(puzzle.draw(&board, &DrawOptions::SOLUTION));
    }
    let blank = puzzle.blank();
    let board = job.document.marks.as_ref().unwrap_or(&blank);
    Some(puzzle.draw(board, &DrawOptions::default()))
}

/// The solution that came with the puzzle, if it is right, else one that we find.
fn solution(job: &Job, running: &Running, reply: &mut Reply) -> Option<Board> {
    let puzzle = job.document.puzzle.as_ref();
    if let Some(given) = &job.document.solution
        && puzzle.check(given).is_empty()
    {
        return Some(given.clone());
    }
    let answer = running.work(|budget| puzzles::solve(puzzle, 2, budget));
    let mut say = |words: &str| reply.err += &format!("{}: {words}\n", job.label());
    let first = answer.solutions.into_iter().next();
    match (answer.status, &first) {
        (Status::Multiple, _) => say("there are several solutions; this is one of them"),
        (Status::None, _) => {
            say("there is no solution to draw");
            reply.exit = Exit::No;
        }
        (Status::Unknown, None) => {
            say("the time limit ran out before a solution was found");
            reply.exit = Exit::Budget;
        }
        _ => {}
    }
    first
}
