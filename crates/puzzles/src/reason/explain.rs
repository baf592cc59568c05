//! The whole way from what is known to the solution, step by step: by rules, by trial, and where
//! nothing else helps by smallest reasons.

use std::sync::atomic::{AtomicU32, Ordering};

use logic::{Plan, RuleId, Step, Trace, TraceEnd, smallest};
use sat::Budget;

use super::trace::trace as traced;
use crate::Fact;
use crate::kit::words::number;
use crate::puzzle::Puzzle;

/// Is it time to stop?
pub type Stop = Box<dyn Fn() -> bool + Sync>;

/// When to stop looking. The clock is read only outside, so limits are closures.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The limit for everything together.
    pub all: Budget<'a>,
    /// For one smallest reason: called at the beginning of each, it returns when the best so far is
    /// good enough, and when to give up even if there is none.
    pub reason: &'a (dyn Fn() -> (Stop, Stop) + Sync),
}

/// How many questions are asked for one smallest reason; after that the best so far is good enough.
const QUESTIONS: u32 = 300;
/// How often the search for one is asked whether it should go on, until it is given up: once for each
/// question, and again while one takes long.
const MOST_QUESTIONS: u32 = 3000;

impl<'a> Limits<'a> {
    /// A limit for everything together. How long a smallest reason is looked for is counted in
    /// questions and not by the clock, so that what comes out is the same on every machine.
    pub fn within(all: Budget<'a>) -> Limits<'a> {
        Limits {
            all,
            reason: &patience,
        }
    }
}

fn patience() -> (Stop, Stop) {
    let after = |times: u32| -> Stop {
        let asked = AtomicU32::new(0);
        Box::new(move || asked.fetch_add(1, Ordering::Relaxed) >= times)
    };
    (after(QUESTIONS), after(MOST_QUESTIONS))
}

/// The hardest rule of a trace: of the highest level, then of the highest weight. A contradiction
/// without a rule's name does not count.
pub fn hardest(puzzle: &dyn Puzzle, trace: &Trace) -> Option<&'static str> {
    let table = (puzzle.family().deductions)();
    let named = |s: &&Step| s.rule != RuleId::Clash;
    let used = trace
        .steps
        .iter()
        .filter(named)
        .map(|s| table.place(s.rule));
    // Of equally hard ones the first in the table, in whatever order they were used.
    let hard = |&place: &usize| (table[place].level, table[place].weight, table.len() - place);
    used.max_by_key(hard).map(|place| table[place].id)
}

/// What the hardest part of a trace is, to follow how long it was: "; the hardest rule is \"Ring\"",
/// "; something has to be supposed twice". Nothing if no rule was used.
pub fn hardest_words(puzzle: &dyn Puzzle, trace: &Trace) -> String {
    let by = |rule: RuleId| trace.steps.iter().filter(|step| step.rule == rule).count();
    let times = |count: usize| match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{} times", number(count)),
    };
    let mut words = String::new();
    let (trials, smallest) = (by(RuleId::Trial), by(RuleId::Smallest));
    if trials > 0 {
        words += &format!("; something has to be supposed {}", times(trials));
    }
    if smallest > 0 {
        words += &format!("; {} no rule with a name helps", times(smallest));
    }
    if words.is_empty()
        && let Some(id) = hardest(puzzle, trace)
        && let Some(about) = (puzzle.family().deductions)().iter().find(|a| a.id == id)
    {
        let name = about.name;
        let name = name.split_once(" (").map_or(name, |(name, _)| name);
        words = format!("; the hardest rule is \u{201c}{name}\u{201d}");
    }
    words
}

/// The most things that a person wants to look at for one step; with more, a trial reads better.
pub(super) const EASY_TO_FOLLOW: usize = 10;

/// Explain the whole way from these facts (and the givens) to the end.
pub fn explain(
    puzzle: &dyn Puzzle,
    from: &[Fact],
    plan: &Plan,
    with_smallest: bool,
    limits: Limits,
) -> Trace {
    let mut trace = traced(puzzle, from, plan, limits.all);
    if !with_smallest || trace.end != TraceEnd::Stuck {
        return trace;
    }
    let model = puzzle.encode();
    while trace.end == TraceEnd::Stuck {
        let (enough, stop) = (limits.reason)();
        let both = || stop() || (limits.all.stop)();
        let budget = Budget {
            conflicts: limits.all.conflicts,
            stop: &both,
        };
        let Some(found) = smallest(&model, &trace.known, &*enough, budget) else {
            if (limits.all.stop)() {
                trace.end = TraceEnd::Stopped;
            }
            return trace;
        };
        let therefore = found.therefore;
        trace.steps.push(found.step());
        let mut known = trace.known.facts().to_vec();
        known.push(therefore);
        let rest = traced(puzzle, &known, plan, limits.all);
        trace.steps.extend(rest.steps);
        trace.rounds.extend(rest.rounds);
        trace.end = rest.end;
        trace.known = rest.known;
    }
    trace
}
