//! `gridwright solve`: find solutions and prove that there are no more.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::bail;
use grid::Cell;
use puzzles::reason::cells_words;
use puzzles::{
    Answer, Board, DrawOptions, Forced, Grid, Notation, Puzzle, Record, Status, different_cells,
    forced, forced_signs,
};
use sat::Budget;
use scene::{Role, TextStyle};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::batch::{self, Mode, Reply, Threads};
use crate::certify::{Certificate, CertificateArgs};
use crate::engine::{Effort, Engine, EngineArgs, Running, TimeLimit};
use crate::exit::Exit;
use crate::input::{Input, Job};
use crate::output::{self, text_style};
use crate::words;

/// Solve puzzles and prove whether the solution is the only one
///
/// One puzzle is drawn with its solution; with several puzzles, each gets a line, and a summary
/// follows.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright solve 'https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3'
  gridwright solve 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright solve --count 10 --forced puzzle.txt
  gridwright solve --json --time-limit 5 < collection.jsonl
  gridwright solve --certificate proved puzzle.txt && gridwright certify proved
  gridwright solve --engine smt --solver cvc5 --encoding grid 7x7m2:3a4b4g2j1a3j2c33b3a2a
  gridwright solve --engine search --method backtracking --with barrier,good-moves puzzle.txt

Exit status: 0 exactly one solution; 1 none or several, or the method got stuck, or the solution that
came with the puzzle is a different one; 2 wrong input, or a solver that cannot be used; 3 the time
limit ran out, or the solver gave up, or there is no solver for a certificate.")]
pub struct Args {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    engine: EngineArgs,

    /// Look for up to N solutions, at least 2
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = at_least_two)]
    count: usize,

    /// Also find what all solutions share
    #[arg(long)]
    forced: bool,

    #[command(flatten)]
    certificate: CertificateArgs,

    /// Print what solving took as well; --json always does
    #[arg(long, conflicts_with = "json")]
    stats: bool,

    /// Draw every puzzle, even if there are many
    #[arg(long, conflicts_with = "json")]
    draw: bool,

    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,
}

fn at_least_two(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n) if n >= 2 => Ok(n),
        _ => Err("expected 2 or more: one solution alone proves nothing".to_owned()),
    }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let start = Instant::now();
    let engine = args.engine.choose()?;
    if let Engine::Smt { .. } = engine {
        output::clean_up_when_interrupted();
    }
    if let Err(why) = args.certificate.is_possible() {
        output::complain(&format!("gridwright: {why}"));
        return Ok(Exit::Budget);
    }
    let mut items = args.input.items();
    let solve = |job: &Job, running: &Running| -> Result<Solved, String> {
        args.certificate.is_free(job)?;
        running.work(|budget| {
            let solved = Solved::new(job, &engine, args.count, args.forced, budget)?;
            solved.certified(job, &args.certificate, budget)
        })
    };
    // Whoever wants JSON may be waiting for an answer before the next puzzle is sent.
    let look_ahead = !args.json || args.certificate.is_for_one();
    let first: Vec<_> = items.by_ref().take(2 * usize::from(look_ahead)).collect();
    let alone = first.len() == 1;
    if first.len() > 1 && args.certificate.is_for_one() {
        bail!(
            "several puzzles do not fit in one certificate; name folders with {{}} for the number, \
             as in --certificate 'proved-{{}}'"
        );
    }
    let items = first.into_iter().chain(items);
    if args.json {
        let work = |job: &Job| {
            let running = args.time.begin();
            let solved = solve(job, &running)?;
            // As much again is needed to make a line of it.
            let (out, is_whole) = running.prepare(|budget| solved.json(job, budget));
            Ok(Reply {
                out,
                exit: solved.exit().max(cut_short(is_whole)),
                ..Reply::default()
            })
        };
        return Ok(batch::run(items, args.threads, Mode::Json, work)?.exit);
    }
    let style = text_style();
    let tally = Mutex::new(Tally::default());
    let work = |job: &Job| {
        let running = args.time.begin();
        let solved = solve(job, &running)?;
        if let Ok(mut tally) = tally.lock() {
            tally.add(solved.answer.status);
        }
        let (out, is_whole) = match args.draw || alone {
            true => solved.drawn(job, alone, args.stats, style, &running),
            false if args.stats => (solved.line(job) + &solved.statistics(true), true),
            false => (solved.line(job), true),
        };
        Ok(Reply {
            out: out.into_bytes(),
            exit: solved.exit().max(cut_short(is_whole)),
            ..Reply::default()
        })
    };
    let totals = batch::run(items, args.threads, Mode::Human, work)?;
    if !alone {
        let tally = tally.into_inner().unwrap_or_default();
        output::print(tally.summary(totals, start.elapsed()).as_bytes());
    }
    Ok(totals.exit)
}

/// The exit status of an answer that was written down as a whole, or of which only a part was.
fn cut_short(is_whole: bool) -> Exit {
    match is_whole {
        true => Exit::Well,
        false => Exit::Budget,
    }
}

/// How many puzzles had which status.
#[derive(Default)]
struct Tally {
    unique: usize,
    multiple: usize,
    none: usize,
    unknown: usize,
}

impl Tally {
    fn add(&mut self, status: Status) {
        *match status {
            Status::Unique => &mut self.unique,
            Status::Multiple => &mut self.multiple,
            Status::None => &mut self.none,
            Status::Unknown => &mut self.unknown,
        } += 1;
    }

    fn summary(&self, totals: batch::Totals, time: Duration) -> String {
        format!(
            "{}: {} unique, {} multiple, {} none, {} unknown, {}; {} in all.\n",
            words::count(totals.puzzles, "puzzle", "puzzles"),
            self.unique,
            self.multiple,
            self.none,
            self.unknown,
            words::count(totals.errors, "error", "errors"),
            words::time(time),
        )
    }
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Unique => "unique",
        Status::Multiple => "multiple",
        Status::None => "none",
        Status::Unknown => "unknown",
    }
}

/// A puzzle with everything that was found out about it.
struct Solved {
    engine: &'static str,
    /// Whose word the answer rests on, if it is not proved here.
    said_by: Option<String>,
    answer: Answer,
    effort: Effort,
    time: Duration,
    /// There are more solutions than were asked for.
    more: bool,
    /// What all solutions share, if that was asked for and found out.
    forced: Option<Shared>,
    /// Finding out what all solutions share took too long.
    forced_unknown: bool,
    /// The input brought a solution, and it is not the one that was found.
    differs: bool,
    /// What became of the certificate, if one was wanted.
    certificate: Option<Certificate>,
}

/// What all solutions share.
struct Shared {
    /// As a board that can be drawn.
    board: Board,
    /// In the notation of solutions, with `.` where they differ.
    grid: Grid,
}

impl Shared {
    /// Of one solution, which is the only one.
    fn only(puzzle: &dyn Puzzle, solution: &Board) -> Shared {
        Shared {
            board: solution.clone(),
            grid: puzzle.write_grid(solution, Notation::Forced),
        }
    }

    /// Of all solutions; none if the time ran out.
    fn find(puzzle: &dyn Puzzle, budget: Budget) -> Option<Shared> {
        let Forced::Facts(facts) = forced(puzzle, budget) else {
            return None;
        };
        let signs = forced_signs(puzzle, &facts, budget)?;
        let mut board = puzzle.board(&facts);
        let mut grid = puzzle.write_grid(&board, Notation::Forced);
        let (rows, cols) = (puzzle.size().rows(), puzzle.size().cols());
        let mut more = Grid::from_fn(rows, cols, |_, _| ".".to_owned());
        for (at, sign) in signs {
            let (row, col) = (at.row as usize, at.col as usize);
            more.0[row][col] = sign.clone();
            grid.0[row][col] = sign;
        }
        if let Ok(more) = puzzle.read_grid(&more, Notation::Marks) {
            for (slot, more) in board.slots.iter_mut().zip(more.slots) {
                *slot = (*slot).max(more);
            }
        }
        Some(Shared { board, grid })
    }
}

impl Solved {
    fn new(
        job: &Job,
        engine: &Engine,
        want: usize,
        with_forced: bool,
        budget: Budget,
    ) -> Result<Solved, String> {
        let puzzle = job.document.puzzle.as_ref();
        let start = Instant::now();
        let marks = job.document.marks.as_ref();
        let (answer, effort) = engine.solve(puzzle, marks, want, budget)?;
        // When the time ran out there may be more too, but that is not what `more` says.
        let enough = answer.solutions.len() >= want.max(2);
        let more = answer.more && enough && !(budget.stop)();
        let found = match answer.status {
            Status::Unique => (answer.solutions.first()).map(|only| Ok(Shared::only(puzzle, only))),
            Status::Multiple if with_forced => Some(Shared::find(puzzle, budget).ok_or(())),
            _ => None,
        };
        Ok(Solved {
            engine: engine.name(),
            said_by: engine.said_by().map(str::to_owned),
            time: start.elapsed(),
            more,
            forced_unknown: matches!(found, Some(Err(()))),
            forced: found.and_then(Result::ok).filter(|_| with_forced),
            differs: differs(job, &answer),
            answer,
            effort,
            certificate: None,
        })
    }

    /// The same with a certificate, if one is wanted.
    fn certified(
        mut self,
        job: &Job,
        wanted: &CertificateArgs,
        budget: Budget,
    ) -> Result<Solved, String> {
        self.certificate = wanted.write(job, &self.answer, budget)?;
        Ok(self)
    }

    fn exit(&self) -> Exit {
        let certificate = self.certificate.as_ref().map(Certificate::exit);
        self.answer_exit().max(certificate.unwrap_or_default())
    }

    fn answer_exit(&self) -> Exit {
        match self.answer.status {
            Status::Unknown if self.effort.stuck => Exit::No,
            Status::Unknown => Exit::Budget,
            _ if self.forced_unknown => Exit::Budget,
            Status::Unique if self.differs => Exit::No,
            Status::Unique => Exit::Well,
            Status::Multiple | Status::None => Exit::No,
        }
    }

    /// The line, and whether all solutions that were found are in it.
    fn json(&self, job: &Job, budget: Budget) -> (Vec<u8>, bool) {
        let puzzle = job.document.puzzle.as_ref();
        let (solutions, extra) = written(puzzle, &self.answer.solutions, budget);
        let unwritten = self.answer.solutions.len() - solutions.len();
        let partial = self.effort.partial.as_ref();
        let line = Line {
            id: job.id(),
            kind: puzzle.family().id,
            rows: puzzle.size().rows(),
            cols: puzzle.size().cols(),
            status: status_word(self.answer.status),
            count: solutions.len(),
            solutions,
            engine: self.engine,
            millis: self.time.as_micros() as f64 / 1e3,
            stats: &self.effort.stats,
            unwritten,
            more: self.more,
            forced: self.forced.as_ref().map(|shared| &shared.grid),
            partial: partial.map(|b| puzzle.write_grid(b, Notation::Forced)),
            differs: self.differs,
            certificate: self.certificate.as_ref().map(Certificate::json),
            extra,
        };
        let mut out = serde_json::to_vec(&line).expect("strings and numbers always serialise");
        out.push(b'\n');
        (out, unwritten == 0)
    }

    /// One line of a long list.
    fn line(&self, job: &Job) -> String {
        let puzzle = job.document.puzzle.as_ref();
        let size = puzzle.size();
        format!(
            "{:<20} {:<12} {:>7}  {:<8} {:>8}{}{}\n",
            job.label(),
            puzzle.family().id,
            format!("{}×{}", size.rows(), size.cols()),
            status_word(self.answer.status),
            words::time(self.time),
            if self.differs {
                "  the given solution is a different one"
            } else {
                ""
            },
            (self.certificate.as_ref()).map_or(String::new(), |c| format!("  {}", c.phrase())),
        )
    }

    /// With pictures, under its name if it is not alone; and whether the time was enough for them.
    fn drawn(
        &self,
        job: &Job,
        alone: bool,
        stats: bool,
        style: TextStyle,
        running: &Running,
    ) -> (String, bool) {
        let (picture, is_whole) = self.picture(job, style, running);
        let all = picture + &self.statistics(stats);
        match alone {
            true => (all, is_whole),
            false => (format!("{}:\n{all}\n", job.label()), is_whole),
        }
    }

    /// What is said about a puzzle, and whether all solutions that were found are drawn in it.
    fn picture(&self, job: &Job, style: TextStyle, running: &Running) -> (String, bool) {
        let puzzle = job.document.puzzle.as_ref();
        let solutions = &self.answer.solutions;
        let different = running.prepare(|budget| different_cells(puzzle, solutions, budget));
        let (mut out, drawn) =
            running.write(|budget| pictures(puzzle, solutions, &different, style, budget));
        out += &self.sentence(puzzle, running, &different);
        if drawn < solutions.len() {
            let drawn = words::count(drawn, "of them is", "of them are");
            out += &format!(" Only {drawn} drawn: the time limit ran out.");
        }
        out.push('\n');
        if let Some(shared) = self.forced.as_ref()
            && self.answer.status == Status::Multiple
        {
            out += "\nAll solutions share this:\n";
            out += &scene::text(&puzzle.draw(&shared.board, &DrawOptions::SOLUTION), &style);
        }
        if let Some(partial) = &self.effort.partial {
            out += "\nIt got this far:\n";
            out += &scene::text(&puzzle.draw(partial, &DrawOptions::SOLUTION), &style);
        }
        if self.forced_unknown {
            out += "What all solutions share is unknown: the time limit ran out.\n";
        }
        if self.differs {
            out += "The solution that came with the puzzle is a different one.\n";
        }
        if let Some(certificate) = &self.certificate {
            out += &certificate.sentences();
        }
        (out, drawn == solutions.len())
    }

    /// What it took: a line, or everything that is known about it.
    fn statistics(&self, all: bool) -> String {
        let mut out = match &self.effort.summary {
            Some(summary) => format!("{summary}\n"),
            None => String::new(),
        };
        if all {
            list_statistics(&self.effort.stats, 2, &mut out);
        }
        out
    }

    fn sentence(&self, puzzle: &dyn Puzzle, running: &Running, different: &[Cell]) -> String {
        let found = self.answer.solutions.len();
        let time = words::time(self.time);
        let ground = match &self.said_by {
            Some(program) => format!("said by {program} in {time}"),
            None => format!("proved in {time}"),
        };
        match self.answer.status {
            Status::Unique => format!("It is the only solution ({ground})."),
            Status::None => format!("There is no solution ({ground})."),
            Status::Multiple => {
                let many = match (self.answer.more, found) {
                    (true, 2) => "There are several solutions; here are two.".to_owned(),
                    (true, n) if self.more => {
                        format!("There are more than {n} solutions; here are {n}.")
                    }
                    (true, n) => format!("There are at least {n} solutions; here are {n}."),
                    (false, n) => match &self.said_by {
                        Some(program) => {
                            format!("There are exactly {n} solutions (said by {program}).")
                        }
                        None => format!("There are exactly {n} solutions."),
                    },
                };
                if different.is_empty() {
                    many
                } else {
                    format!(
                        "{many} They differ in {}.",
                        cells_words(puzzle.size(), different)
                    )
                }
            }
            Status::Unknown if self.effort.why.is_some() => {
                let why = self.effort.why.as_deref().unwrap_or_default();
                format!("Unknown: {why}.")
            }
            Status::Unknown => {
                let limit = running
                    .limit()
                    .map_or(String::new(), |limit| format!(" of {}", words::time(limit)));
                let before = if found == 0 {
                    "a solution was found"
                } else {
                    "it was proved that this solution is the only one"
                };
                format!("Unknown: the time limit{limit} ran out before {before}.")
            }
        }
    }
}

/// One statistic per line, nested ones indented.
fn list_statistics(stats: &Map<String, Value>, indent: usize, out: &mut String) {
    for (key, value) in stats {
        let text = match value {
            Value::Object(inner) => {
                *out += &format!("{:indent$}{key}:\n", "");
                list_statistics(inner, indent + 2, out);
                continue;
            }
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        *out += &format!("{:indent$}{key} {text}\n", "");
    }
}

/// Did the input bring a solution that is wrong, or not the only one?
fn differs(job: &Job, answer: &Answer) -> bool {
    let puzzle = job.document.puzzle.as_ref();
    let Some(given) = &job.document.solution else {
        return false;
    };
    let found = |board| puzzles::same_answer(puzzle, board, given);
    // With several solutions the given one may be right and not among those that were found.
    !answer.solutions.iter().any(found)
        && (answer.status == Status::Unique || !puzzle.check(given).is_empty())
}

/// Drawings of these solutions, the first at least and as many as there is time for; and how many they
/// are.
fn pictures(
    puzzle: &dyn Puzzle,
    solutions: &[Board],
    different: &[Cell],
    style: TextStyle,
    budget: Budget,
) -> (String, usize) {
    let mut out = String::new();
    for (drawn, board) in solutions.iter().enumerate() {
        if drawn > 0 && (budget.stop)() {
            return (out, drawn);
        }
        let mut scene = puzzle.draw(board, &DrawOptions::SOLUTION);
        scene.underlay(Role::Highlight, different);
        out += &scene::text(&scene, &style);
        out.push('\n');
    }
    (out, solutions.len())
}

/// The boards as grids, the first at least and as many as there is time for; and for each field that a
/// family adds because a grid cannot say everything, a list with one entry per board.
fn written(
    puzzle: &dyn Puzzle,
    boards: &[Board],
    budget: Budget,
) -> (Vec<Grid>, Map<String, Value>) {
    let mut grids = Vec::new();
    let mut extra: Map<String, Value> = Map::new();
    for (i, board) in boards.iter().enumerate() {
        if i > 0 && (budget.stop)() {
            break;
        }
        let mut record = Record::default();
        puzzle.write_board(board, Notation::Solution, &mut record);
        grids.push(record.solution.unwrap_or_default());
        for (key, value) in record.extra {
            let list = extra
                .entry(key)
                .or_insert_with(|| Value::Array(vec![Value::Null; boards.len()]));
            list[i] = value;
        }
    }
    for list in extra.values_mut().filter_map(Value::as_array_mut) {
        list.truncate(grids.len());
    }
    (grids, extra)
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

#[derive(Serialize)]
struct Line<'a> {
    id: Value,
    #[serde(rename = "type")]
    kind: &'static str,
    rows: usize,
    cols: usize,
    status: &'static str,
    solutions: Vec<Grid>,
    engine: &'static str,
    millis: f64,
    stats: &'a Map<String, Value>,
    count: usize,
    /// Solutions that were found, but not written down in time.
    #[serde(skip_serializing_if = "is_zero")]
    unwritten: usize,
    more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    forced: Option<&'a Grid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<Grid>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    differs: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Value>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

#[cfg(test)]
mod tests {
    use puzzles::format::split;

    use super::*;

    /// Of the solutions that were found as many are written as there is time for, and the first.
    #[test]
    fn no_more_solutions_are_written_than_there_is_time_for() {
        let text = r#"{"type":"fobidoshi","rows":2,"cols":2,"problem":[["-","-"],["-","-"]]}"#;
        let document = split(text)[0].read().expect("a puzzle");
        let puzzle = document.puzzle.as_ref();
        let solutions = puzzles::solve(puzzle, 5, Budget::UNLIMITED).solutions;
        assert_eq!(solutions.len(), 5);
        let style = TextStyle::default();
        for most in 0..7 {
            let asked = std::sync::atomic::AtomicUsize::new(0);
            let soon = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= most;
            let budget = Budget {
                stop: &soon,
                ..Budget::UNLIMITED
            };
            let drawn = pictures(puzzle, &solutions, &[], style, budget);
            let expected = (most + 1).min(5);
            assert_eq!(drawn.1, expected);
            assert_eq!(drawn.0.matches("\n\n").count(), expected);
            asked.store(0, std::sync::atomic::Ordering::Relaxed);
            assert_eq!(written(puzzle, &solutions, budget).0.len(), expected);
            asked.store(0, std::sync::atomic::Ordering::Relaxed);
            let cells = different_cells(puzzle, &solutions, budget).len();
            let all = different_cells(puzzle, &solutions, Budget::UNLIMITED).len();
            assert!((1..=all).contains(&cells), "{cells} of {all}");
        }
    }
}
