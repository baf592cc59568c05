//! The generation loop: propose, prove that there is one solution, rate, accept or try again.
//!
//! A puzzle depends on its order, the seed and its index alone: every index draws from a stream of
//! random numbers of its own, and what is accepted depends on conflict limits, never on time. So
//! any number of threads, in any order, makes the same puzzles; whoever runs them puts the results
//! in the order of the index. A request to stop from outside ends an index without a puzzle; it
//! never leads to a different one.

use std::collections::BTreeMap;
use std::sync::Arc;

use logic::order::sort_by_number;
use logic::{Round, Trace, TraceEnd};
use puzzles::make::{BoardSpec, Maker, Prover, Tools};
use puzzles::reason::{Rating, finished, plain_trace, rate_traced};
use puzzles::{Board, Puzzle, Status, solve};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sat::Budget;

use crate::steer::steer;
use crate::wish::{TOO_EASY, TOO_HARD, Wish};

/// What to make.
#[derive(Clone)]
pub struct Order {
    /// The way in which candidates are made.
    pub maker: &'static Maker,
    /// What the maker is asked for: size, symmetry, density, options.
    pub request: BoardSpec,
    /// What a candidate must fulfil beyond having one solution.
    pub wish: Wish,
    /// Seed for the random numbers.
    pub seed: u64,
    /// Give up on an index after this many candidates.
    pub attempts: u32,
    /// Give up on a proof after this many conflicts.
    pub conflicts: u64,
    /// Take the first candidate as it is, without proof or rating.
    pub unchecked: bool,
}

/// A puzzle with what is known about it.
#[derive(Clone, Debug)]
pub struct Made {
    /// The puzzle itself.
    pub puzzle: Arc<dyn Puzzle>,
    /// Its one solution and its rating; none for unchecked candidates.
    pub checked: Option<(Board, Rating)>,
    /// The rounds in which rules that suppose nothing solved it; none if they did not.
    pub rounds: Vec<Round>,
    /// What the maker counted on its way.
    pub notes: Vec<(&'static str, u64)>,
}

/// What became of one index.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The puzzle, if one was accepted.
    pub made: Option<Made>,
    /// How many candidates there were, and what became of them.
    pub tally: Tally,
    /// It was stopped from outside.
    pub stopped: bool,
}

impl Outcome {
    /// Why there is no puzzle, in words.
    pub fn why_not(&self) -> String {
        let tried = match self.tally.attempts {
            1 => "1 candidate".to_owned(),
            n => format!("{n} candidates"),
        };
        let end = match self.stopped {
            true => "the time limit ran out after",
            false => "nothing fits among",
        };
        let reasons = match self.tally.rejected.is_empty() {
            true => String::new(),
            false => format!(": {}", self.tally.reasons()),
        };
        let advice = match self.tally.mostly() {
            _ if self.stopped => "",
            Some(TOO_EASY) => ". Boards of this size are hardly ever that hard; try a larger one",
            Some(TOO_HARD) => ". Boards of this size are hardly ever that easy; try a smaller one",
            _ => "",
        };
        format!("{end} {tried}{reasons}{advice}")
    }
}

/// Why candidates were rejected, and how many there were.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Candidates that were proposed.
    pub attempts: u64,
    /// Candidates that were accepted.
    pub accepted: u64,
    /// How many were rejected for which reason.
    pub rejected: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub(crate) fn reject(&mut self, why: &'static str) {
        *self.rejected.entry(why).or_default() += 1;
    }

    /// Add the counts of another tally.
    pub fn add(&mut self, other: &Tally) {
        self.attempts += other.attempts;
        self.accepted += other.accepted;
        for (why, count) in &other.rejected {
            *self.rejected.entry(*why).or_default() += count;
        }
    }

    /// Why nearly all candidates were rejected, if it was for one reason.
    fn mostly(&self) -> Option<&'static str> {
        let nearly_all = |count: u64| 10 * count >= 9 * self.attempts;
        let mut all = self.rejected.iter();
        all.find(|(_, count)| nearly_all(**count))
            .map(|(why, _)| *why)
    }

    /// The reasons with their counts, the most frequent first: "512 ambiguous, 3 too easy".
    pub fn reasons(&self) -> String {
        let mut all: Vec<_> = self.rejected.iter().collect();
        sort_by_number(&mut all, |(_, count)| usize::MAX - **count as usize);
        let words: Vec<String> = all.iter().map(|(why, n)| format!("{n} × {why}")).collect();
        words.join(", ")
    }
}

/// The random numbers of an index. How hard it is to be is part of them: an easy and a hard puzzle of
/// the same seed and index have nothing in common.
fn stream(order: &Order, index: u64) -> ChaCha8Rng {
    let mark = order.wish.difficulty.map_or(0, |wanted| wanted.mark());
    let mut rng = ChaCha8Rng::seed_from_u64(order.seed ^ mark);
    rng.set_stream(index);
    rng
}

/// What is drawn once for an index, apart from all that its candidates draw.
fn lot(order: &Order, index: u64) -> f64 {
    const APART: u64 = 0x1074_1074_1074_1074;
    let mut rng = ChaCha8Rng::seed_from_u64(order.seed ^ APART);
    rng.set_stream(index);
    rng.random()
}

const AMBIGUOUS: &str = "several solutions";
const HOPELESS: &str = "no solution";
const MISPLACED: &str = "clues not where they are wanted";
const UNPROVED: &str = "not proved within the conflict limit";

/// Make the puzzle of one index. `stop` stays true once it is true.
pub fn generate(order: &Order, index: u64, stop: &(dyn Fn() -> bool + Sync)) -> Outcome {
    generate_with(order, index, stop, None)
}

/// The same, with another prover where the maker lets one prove. What it makes is proved once more
/// before it is accepted.
pub fn generate_with(
    order: &Order,
    index: u64,
    stop: &(dyn Fn() -> bool + Sync),
    prover: Option<Prover>,
) -> Outcome {
    let budget = Budget {
        conflicts: order.conflicts,
        stop,
    };
    let fits = |puzzle: &dyn Puzzle| order.unchecked || order.wish.fits(puzzle, budget);
    let deduced = |puzzle: &dyn Puzzle| order.wish.rules.deduced(puzzle, budget);
    let mut tally = Tally::default();
    let mut tools = Tools {
        rng: stream(order, index),
        lot: lot(order, index),
        budget,
        fits: &fits,
        rules_prove_uniqueness: order.wish.rules_prove_uniqueness(),
        plain: order.wish.is_plain(),
        easy: order.wish.is_easy(),
        raw: order.unchecked,
        prover,
        deduced: &deduced,
        notes: Vec::new(),
        hopeless: false,
    };
    while tally.attempts < order.attempts as u64 {
        tally.attempts += 1;
        tools.notes.clear();
        let candidate = (order.maker.propose)(&order.request, &mut tools).and_then(|puzzle| {
            match order.wish.required.is_empty() {
                true => examine(order, puzzle, budget),
                false => steer(order, puzzle, &mut tools.rng, budget, &mut tally),
            }
        });
        // An attempt that was interrupted may end differently from one that was not.
        if stop() {
            break;
        }
        match candidate {
            Ok(made) => {
                tally.accepted += 1;
                let notes = tools.notes;
                return Outcome {
                    made: Some(Made { notes, ..made }),
                    tally,
                    stopped: false,
                };
            }
            Err(why) => tally.reject(why),
        }
        if tools.hopeless {
            break;
        }
    }
    Outcome {
        made: None,
        tally,
        stopped: stop(),
    }
}

/// The puzzle, if the candidate is what is wanted; otherwise why not.
fn examine(order: &Order, puzzle: Arc<dyn Puzzle>, budget: Budget) -> Result<Made, &'static str> {
    if !order.unchecked {
        let known = sole(order, puzzle.as_ref(), budget)?;
        return judged(order, puzzle, known, budget);
    }
    is_placed(order, puzzle.as_ref())?;
    Ok(Made {
        puzzle,
        checked: None,
        rounds: Vec::new(),
        notes: Vec::new(),
    })
}

fn is_placed(order: &Order, puzzle: &dyn Puzzle) -> Result<(), &'static str> {
    let map = order.request.map.as_ref();
    match map.is_none_or(|map| map.is_kept_by(&puzzle.record())) {
        true => Ok(()),
        false => Err(MISPLACED),
    }
}

/// How far the rules get that suppose nothing, and the one solution; otherwise why the puzzle is not
/// one.
pub(crate) fn sole(
    order: &Order,
    puzzle: &dyn Puzzle,
    budget: Budget,
) -> Result<(Trace, Board), &'static str> {
    is_placed(order, puzzle)?;
    let plain = plain_trace(puzzle, budget);
    let solution = match deduced(puzzle, &plain) {
        Some(solution) => solution,
        None => proved(puzzle, budget)?,
    };
    Ok((plain, solution))
}

/// The puzzle, of which so much is known, if it is what is wanted; otherwise why not.
pub(crate) fn judged(
    order: &Order,
    puzzle: Arc<dyn Puzzle>,
    (plain, solution): (Trace, Board),
    budget: Budget,
) -> Result<Made, &'static str> {
    let rounds = match plain.end {
        TraceEnd::Solved => plain.rounds.clone(),
        _ => Vec::new(),
    };
    let rating = rate_traced(puzzle.as_ref(), plain, order.wish.manner(), budget);
    if let Some(why) = order.wish.refuses(puzzle.as_ref(), &rating, budget) {
        return Err(why);
    }
    Ok(Made {
        puzzle,
        checked: Some((solution, rating)),
        rounds,
        notes: Vec::new(),
    })
}

/// The solution, if the rules of deduction find it: a chain of deductions to the end proves that
/// there is no other, mostly more quickly than the solver.
fn deduced(puzzle: &dyn Puzzle, trace: &Trace) -> Option<Board> {
    (trace.end == TraceEnd::Solved).then(|| finished(puzzle, &trace.known))
}

/// The one solution; otherwise whether there is none, several, or no proof.
fn proved(puzzle: &dyn Puzzle, budget: Budget) -> Result<Board, &'static str> {
    let mut answer = solve(puzzle, 2, budget);
    match answer.status {
        Status::Unique => Ok(answer.solutions.swap_remove(0)),
        Status::Multiple => Err(AMBIGUOUS),
        Status::None => Err(HOPELESS),
        Status::Unknown => Err(UNPROVED),
    }
}
