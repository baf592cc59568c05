//! What an experiment works with: how much is wanted, how long it may take, on how many threads,
//! with which solvers, and on whose puzzles.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use pipe::Solver;
use puzzles::Puzzle;
use puzzles::format::Document;
use sat::Budget;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::clock::Clock;
use super::entry::Entry;
use super::memo::Memo;
use super::trial::Trial;
use crate::census::{Findings, Questions, Survey};

/// How much of an experiment is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// As little as shows the shape of what comes out.
    Smallest,
    /// So much that all experiments together take less than ten minutes.
    Quick,
    /// The study's own sample, where it names one.
    Full,
}

impl Sample {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Sample::Smallest => "smallest",
            Sample::Quick => "quick",
            Sample::Full => "full",
        }
    }
}

/// What holds for all experiments of a run.
pub struct Settings {
    /// How much is done.
    pub sample: Sample,
    /// Seed for all random numbers.
    pub seed: u64,
    /// How many threads work at the same time.
    pub threads: usize,
    /// SMT solvers that are installed; the first is taken where one is enough.
    pub solvers: Vec<Solver>,
    /// Solvers that were wanted and are not there, a sentence each.
    pub missing: Vec<String>,
    /// Puzzles to work on instead of our own.
    pub given: Vec<Document>,
    /// What came out of a trial with people.
    pub trial: Option<Trial>,
    /// Each experiment ends after this time with what it has.
    pub limit: Option<Duration>,
    /// What a census found about rules and ratings, and about what can be stripped: each is asked
    /// for by two experiments.
    pub census: [OnceLock<Findings>; 2],
}

/// What one experiment works with.
pub struct Lab<'a> {
    settings: &'a Settings,
    entry: &'a Entry,
    memo: Option<&'a Memo<'a>>,
    clock: Clock,
    cut: AtomicBool,
    /// When the part that is going on has to end, in milliseconds from the start.
    part_ends: AtomicU64,
    /// Somebody looked at the puzzles that were given, or at the trial; and found puzzles.
    looked: [AtomicBool; 3],
    say: &'a (dyn Fn(&str) + Sync),
}

/// Large boards recurse deeply.
const STACK: usize = 8 << 20;

impl<'a> Lab<'a> {
    /// For this experiment; `say` is told now and then how far it is.
    pub fn new(
        settings: &'a Settings,
        entry: &'a Entry,
        say: &'a (dyn Fn(&str) + Sync),
    ) -> Lab<'a> {
        Lab {
            settings,
            entry,
            memo: None,
            clock: Clock::start(),
            cut: AtomicBool::new(false),
            part_ends: AtomicU64::new(u64::MAX),
            looked: Default::default(),
            say,
        }
    }

    /// Take what this memo knows, and tell it what is measured.
    pub fn with_memo(self, memo: &'a Memo<'a>) -> Lab<'a> {
        Lab {
            memo: Some(memo),
            ..self
        }
    }

    /// How many results were taken from an earlier run.
    pub(super) fn taken(&self) -> usize {
        self.memo.map_or(0, Memo::taken)
    }

    /// What holds for the whole run.
    pub fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// How long it has been going on.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// The size of the sample, as the entry says.
    pub fn count(&self) -> usize {
        self.entry.count(self.settings.sample)
    }

    /// What to take in the smallest sample, a quick one and the study's.
    pub fn pick<T: Copy>(&self, smallest: T, quick: T, full: T) -> T {
        [smallest, quick, full][self.settings.sample as usize]
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.settings.seed
    }

    /// The solver to take where one is enough; none if none is installed.
    pub fn solver(&self) -> Option<&'a Solver> {
        self.settings.solvers.first()
    }

    /// Has the time run out? Then what has been found so far has to do.
    pub fn is_over(&self) -> bool {
        let over = self.has_ended();
        if over {
            self.cut.store(true, Ordering::Relaxed);
        }
        over
    }

    /// The same, where nothing is left out for it.
    fn has_ended(&self) -> bool {
        let elapsed = self.clock.elapsed();
        let part = elapsed.as_millis() as u64 >= self.part_ends.load(Ordering::Relaxed);
        part || (self.settings.limit).is_some_and(|limit| elapsed >= limit)
    }

    /// Begin a part of an experiment when so many are to come, this one included: it may take twice its
    /// share of the time that is left, so that each of them gets some. What it does not need the others
    /// have.
    pub fn begin_part(&self, to_come: usize) {
        let elapsed = self.clock.elapsed();
        let end = (self.settings.limit).map_or(u64::MAX, |limit| {
            let left = 2 * limit.saturating_sub(elapsed) / (to_come as u32 + 1);
            (elapsed + left).as_millis() as u64
        });
        self.part_ends.store(end, Ordering::Relaxed);
    }

    /// Was anything left out because the time had run out?
    pub fn was_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    /// Tell whoever waits what is going on.
    pub fn say(&self, words: &str) {
        (self.say)(words);
    }

    /// Do something within a limit of time and of the time that is left.
    pub fn within<T>(&self, limit: Duration, work: impl FnOnce(Budget) -> T) -> T {
        let clock = Clock::start();
        work(Budget {
            stop: &|| clock.elapsed() >= limit || self.is_over(),
            ..Budget::UNLIMITED
        })
    }

    /// Do something so many times, on several threads; what comes out is in order, the i-th result
    /// that of i. If the time runs out there is less of it.
    pub fn each<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::with_capacity(count));
        let job = || {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                if i >= count || self.is_over() {
                    return;
                }
                let result = work(i);
                (done.lock().unwrap_or_else(PoisonError::into_inner)).push((i, result));
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.settings.threads.min(count) {
                // Fewer threads take longer, and that is all.
                let _ = thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, job);
            }
            let first = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, job);
            if first.is_err() {
                job();
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|&(i, _)| i);
        // Without what comes after a gap, so that the i-th result is always that of i.
        let whole = done
            .iter()
            .zip(0..)
            .take_while(|((i, _), place)| i == place);
        let whole = whole.count();
        done.truncate(whole);
        done.into_iter().map(|(_, result)| result).collect()
    }

    /// Measure so many things as [`Lab::each`] does, but take from the memo what an earlier run has
    /// measured, and tell it each result at once. The name of a result says all that it depends on
    /// besides the experiment, its sample and its seed; its place is added, since a set may have the
    /// same puzzle twice.
    pub(super) fn measure<T: Send + Serialize + DeserializeOwned>(
        &self,
        count: usize,
        name: impl Fn(usize) -> String + Sync,
        work: impl Fn(usize) -> T + Sync,
    ) -> Vec<T> {
        let results = self.try_measure(count, name, |i| Ok::<T, Infallible>(work(i)));
        results.into_iter().map(|Ok(result)| result).collect()
    }

    /// The same, where something may go wrong; what went wrong is tried again by the next run.
    pub(super) fn try_measure<T: Send + Serialize + DeserializeOwned, E: Send>(
        &self,
        count: usize,
        name: impl Fn(usize) -> String + Sync,
        work: impl Fn(usize) -> Result<T, E> + Sync,
    ) -> Vec<Result<T, E>> {
        self.each(count, |i| {
            let Some(memo) = self.memo else {
                return work(i);
            };
            let name = format!("{}, {i}", name(i));
            if let Some(known) = memo.get(&name) {
                return Ok(known);
            }
            let result = work(i);
            // What the end of the time has cut short is not what was asked for.
            if let Ok(result) = &result
                && !self.has_ended()
            {
                memo.keep(&name, result);
            }
            result
        })
    }

    /// What came out of a trial with people, if that was given.
    pub fn trial(&self) -> Option<&'a Trial> {
        self.looked[1].store(true, Ordering::Relaxed);
        self.settings.trial.as_ref()
    }

    /// What was given and is of no use here, in words.
    pub fn of_no_use(&self) -> Option<&'static str> {
        let looked = |i: usize| self.looked[i].load(Ordering::Relaxed);
        match (self.settings.given.is_empty(), &self.settings.trial) {
            (false, _) if !looked(0) => Some(
                "The puzzles given (--puzzles) are not used: this experiment is not about a \
                 collection.",
            ),
            (false, _) if !looked(2) => Some(
                "None of the puzzles given (--puzzles) is of this family, so our own were taken.",
            ),
            (_, Some(_)) if !looked(1) => {
                Some("The trial given (--trial) is not used: this experiment has no people in it.")
            }
            _ => None,
        }
    }

    /// The puzzles of this family that were given to work on.
    pub fn given(&self, family: &str) -> Vec<&'a Document> {
        self.looked[0].store(true, Ordering::Relaxed);
        let of = |document: &&Document| document.puzzle.family().id == family;
        let own: Vec<&Document> = self.settings.given.iter().filter(of).collect();
        if !own.is_empty() {
            self.looked[2].store(true, Ordering::Relaxed);
        }
        own
    }

    /// The same, as puzzles.
    pub fn given_puzzles(&self, family: &str) -> Vec<&'a dyn Puzzle> {
        let given = self.given(family).into_iter();
        given.map(|document| document.puzzle.as_ref()).collect()
    }

    /// What rules and ratings say about all Skyscrapers of size 5 (4 in the smallest sample), or what
    /// can be stripped of them: found out once for all experiments of a run. None if the time ran
    /// out.
    pub fn census(&self, stripped: bool) -> Option<&'a Findings> {
        let kept = &self.settings.census[stripped as usize];
        if let Some(found) = kept.get() {
            return Some(found);
        }
        const PIECES: usize = 32;
        let side = self.pick(4, 5, 5);
        self.say(&format!("counting all puzzles of size {side}"));
        let survey = Survey::new(side, &|| self.is_over())?;
        let questions = Questions {
            ratings: !stripped,
            stripped,
        };
        let name = |_| format!("census of size {side}, stripped {stripped}");
        let pieces = self.measure(PIECES, name, |piece| {
            survey.slice(piece, PIECES, questions, &|| self.is_over(), &mut |_| {})
        });
        if pieces.len() < PIECES {
            return None;
        }
        let mut total = Findings::default();
        for piece in pieces {
            total += piece?;
        }
        Some(kept.get_or_init(|| total))
    }
}
