//! `gridwright census`: everything that there is of a size, counted.

mod told;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use lab::census::sample::{SIDE, SQUARES, Sample};
use lab::census::squares::Clues;
use lab::census::{self, Findings, LARGEST_IN_FULL, Questions, Survey};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::batch::{Progress, Threads};
use crate::engine::{TimeLimit, seconds};
use crate::exit::Exit;
use crate::journal::{Journal, Opened};
use crate::output;

/// Count every puzzle of a size
///
/// Every Latin square is a puzzle with all its clues. How many squares there are, how many different
/// sets of clues, how many of those have one solution, and how many differ by more than a turn or a
/// mirror. Up to size 5 also: how many the study's rules solve, the hardest and the most fun, which
/// sides can be left out, and in how many ways views can be taken away until nothing more can be.
///
/// Size 7 has too many squares. Some are drawn, each equally likely, and what that says about all of
/// them is printed with its error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gridwright census skyscrapers --size 5
  gridwright census skyscrapers --size 5 --list > all-of-size-5.txt
  gridwright census skyscrapers --size 5 --list --strips 7
  gridwright census skyscrapers --size 6 --json --part 1/4
  gridwright census skyscrapers --size 6 --resume size-6.census
  gridwright census skyscrapers --size 7 --sample 20000

The numbers of all parts of a census add up to those of the whole.

Exit status: 0 counted; 2 the call is wrong; 3 the time ran out.")]
pub struct Args {
    /// The family; today only one has a census
    #[arg(value_name = "FAMILY", value_parser = [census::FAMILY])]
    family: String,

    /// The side of the square, from 2 to 7
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=SIDE as u64))]
    size: u64,

    /// How many squares of size 7 to draw
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    sample: u64,

    /// Seed for drawing them
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Count only this part of all, as in 1/4
    #[arg(long, value_name = "I/OF", default_value = "1/1")]
    part: Part,

    /// Print every puzzle with one solution instead, one per line, as an ID of Tatham's Towers
    #[arg(long, conflicts_with_all = ["json", "resume"])]
    list: bool,

    /// With --list: print what is left of them instead, in every way to take views away until no more
    /// can be, if so many are gone then: `7`, `6..8`, or `all`. Up to size 5
    #[arg(long, value_name = "TAKEN", requires = "list")]
    strips: Option<Taken>,

    /// Leave out what takes longest: what can be stripped
    #[arg(long)]
    no_strips: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Keep what has been counted in this file, and begin with what it holds
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Stop after this many seconds (the exit status is then 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    threads: Threads,
}

/// One of so many parts, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Part {
    part: usize,
    of: usize,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(i, of)| Some((i.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) && of <= 1_000_000 => {
                Ok(Part { part, of })
            }
            _ => Err("expected a part and how many there are, as in 1/4".to_owned()),
        }
    }
}

/// How many views are taken away: from, to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Taken(u32, u32);

impl FromStr for Taken {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Taken, Self::Err> {
        let range = text.split_once("..").unwrap_or((text, text));
        match (range.0.parse(), range.1.parse()) {
            _ if text == "all" => Ok(Taken(0, u32::MAX)),
            (Ok(from), Ok(to)) if from <= to => Ok(Taken(from, to)),
            _ => Err("expected a number of views, as in 7, a range, as in 6..8, or all"),
        }
    }
}

/// Each part is counted in this many pieces: work for several threads, and what is lost at most if
/// the program is interrupted.
const PIECES: usize = 64;

/// The first line of a file to resume from: which census it belongs to.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct Head {
    census: String,
    size: u64,
    part: Part,
    strips: bool,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    sample: Option<[u64; 2]>,
    version: String,
}

/// A line of such a file.
#[derive(Serialize, Deserialize)]
struct Piece {
    piece: usize,
    findings: Findings,
}

impl Args {
    /// Are squares drawn instead of counted?
    fn is_drawn(&self) -> bool {
        self.size as usize == SIDE
    }

    /// The puzzles to be printed for clues with one solution and their images.
    fn listed(&self, survey: &Survey, clues: &Clues) -> Vec<String> {
        let all = (1 << clues.views()) - 1;
        match self.strips {
            None => clues.images().iter().map(|image| image.id(all)).collect(),
            Some(Taken(from, to)) => survey.stripped(clues, &|taken| (from..=to).contains(&taken)),
        }
    }

    /// What is counted; none if it was time to stop before that was known. Every size that can be
    /// asked for is counted or drawn.
    fn survey(&self, stop: &dyn Fn() -> bool) -> anyhow::Result<Option<Survey>> {
        if self.strips.is_some() && self.size as usize > LARGEST_IN_FULL {
            bail!("what can be stripped is found out up to size {LARGEST_IN_FULL} only");
        }
        if !self.is_drawn() {
            return Ok(Survey::new(self.size as usize, stop));
        }
        if self.list {
            bail!("nobody can list the puzzles of size {SIDE}; up to size 6 they can be");
        }
        let sample = Sample::new(SIDE, self.sample as usize, self.seed);
        sample
            .map(|sample| Some(Survey::Sample(Box::new(sample))))
            .map_err(anyhow::Error::msg)
    }
}

pub fn run(args: Args) -> anyhow::Result<Exit> {
    let limit = TimeLimit {
        limit: args.time_limit,
    };
    let running = limit.begin();
    let survey = running.work(|budget| args.survey(budget.stop))?;
    let (mut kept, done) = match &args.resume {
        Some(path) => {
            let (file, done) = resume(path, &args)
                .with_context(|| format!("cannot go on with {}", path.display()))?;
            (Some(file), done)
        }
        None => (None, Vec::new()),
    };
    let mut total = Findings::default();
    let mut open: Vec<usize> = (0..PIECES).collect();
    for piece in done {
        open.retain(|&one| one != piece.piece);
        total += piece.findings;
    }
    let progress = Progress::new();
    let mut counted = PIECES - open.len();
    // Lists are printed in the order of the pieces, whichever ends first.
    let mut lists = BTreeMap::new();
    let mut printed = 0;
    let ended = running.work(|budget| {
        let Some(survey) = &survey else {
            return Ok(false);
        };
        count(&args, survey, &open, budget.stop, |piece, list| {
            lists.insert(piece.piece, list);
            while let Some(list) = lists.remove(&printed) {
                output::print(list.as_bytes());
                printed += 1;
            }
            if let Some(journal) = &mut kept {
                let added = journal.add(&serde_json::to_string(&piece)?);
                added.context("cannot write what was counted")?;
            }
            total += piece.findings;
            counted += 1;
            let drawn = total.drawn.as_ref().map(|drawn| drawn.squares());
            progress.say(
                drawn.unwrap_or(total.counts.squares),
                &format!("squares, {counted} of {PIECES} pieces"),
            );
            Ok(())
        })
    });
    progress.end();
    if !ended? {
        let kept = match &args.resume {
            Some(path) => format!("; what was counted is in {}", path.display()),
            None => String::new(),
        };
        output::complain(&format!(
            "gridwright: the time ran out after {counted} of {PIECES} pieces{kept}"
        ));
        return Ok(Exit::Budget);
    }
    if args.json {
        let object = object(&args, &total)?;
        output::print(format!("{object}\n").as_bytes());
    } else if !args.list {
        output::print(told::told(&args, &total).as_bytes());
    }
    Ok(Exit::Well)
}

/// What was found, for programs.
fn object(args: &Args, total: &Findings) -> anyhow::Result<Value> {
    let mut object = json!({
        "family": args.family,
        "size": args.size,
        "part": args.part.part,
        "of": args.part.of,
    });
    let found = match &total.drawn {
        None => serde_json::to_value(total)?,
        Some(drawn) => json!({
            "squares": SQUARES,
            "seed": args.seed,
            "drawn": drawn.squares(),
            "drawn_by_solutions": drawn.by_solutions,
            "clue_sets": drawn.clue_sets(SQUARES),
            "unique": drawn.unique(SQUARES),
        }),
    };
    if let (Some(object), Value::Object(found)) = (object.as_object_mut(), found) {
        object.extend(found);
    }
    Ok(object)
}

/// Count these pieces on several threads; `take` gets each as it ends, with the puzzles to be
/// listed. False if the time ran out.
fn count(
    args: &Args,
    survey: &Survey,
    open: &[usize],
    stop: &(dyn Fn() -> bool + Sync),
    mut take: impl FnMut(Piece, String) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let questions = Questions {
        ratings: !args.list,
        stripped: !args.list && !args.no_strips,
    };
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stop = || failed.load(Ordering::Relaxed) || stop();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..args.threads.number() {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while let Some(&piece) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut list = String::new();
                    let mut visit = |clues: &Clues| {
                        if args.list {
                            list.extend(args.listed(survey, clues).into_iter().map(|id| id + "\n"));
                        }
                    };
                    let slice = args.part.part - 1 + piece * args.part.of;
                    let of = PIECES * args.part.of;
                    let findings = survey.slice(slice, of, questions, &stop, &mut visit);
                    let is_last = findings.is_none();
                    let sent =
                        sender.send(findings.map(|findings| (Piece { piece, findings }, list)));
                    if is_last || sent.is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut whole = true;
        for piece in receiver {
            let Some((piece, list)) = piece else {
                whole = false;
                continue;
            };
            if let Err(error) = take(piece, list) {
                failed.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(whole)
    })
}

/// The pieces in a file, and the file, ready for more.
fn resume(path: &Path, args: &Args) -> anyhow::Result<(Journal, Vec<Piece>)> {
    let head = Head {
        census: args.family.clone(),
        size: args.size,
        part: args.part,
        strips: !args.no_strips,
        sample: args.is_drawn().then_some([args.sample, args.seed]),
        version: crate::VERSION.to_owned(),
    };
    let (journal, lines) = match Journal::open(path, &serde_json::to_string(&head)?)? {
        Opened::Ours(journal, lines) => (journal, lines),
        Opened::Other(line) if serde_json::from_str::<Head>(&line).is_ok() => {
            bail!("it belongs to another census or to another version of the program")
        }
        Opened::Other(_) => bail!("it is no census"),
    };
    let pieces = lines.iter().map(|line| serde_json::from_str(line));
    let pieces: Result<Vec<Piece>, _> = pieces.collect();
    Ok((journal, pieces.context("it is damaged")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_views_are_read() {
        for (text, taken) in [("7", (7, 7)), ("6..8", (6, 8)), ("all", (0, u32::MAX))] {
            assert_eq!(text.parse(), Ok(Taken(taken.0, taken.1)));
        }
        for text in ["", "few", "8..6", "7..", "-1"] {
            assert!(text.parse::<Taken>().is_err(), "{text}");
        }
    }

    #[test]
    fn parts_are_read() {
        assert_eq!("2/3".parse(), Ok(Part { part: 2, of: 3 }));
        for text in ["", "3", "0/3", "4/3", "1/0", "1/2/3", "a/b", "1/99999999"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
