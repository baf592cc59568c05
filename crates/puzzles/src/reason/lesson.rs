//! How well a puzzle is taught: figures about its walkthrough that can be compared before and after
//! a change. Each is defined here once, for reports and for whoever sets bars.

use grid::Cell;
use logic::{Ground, Plan, RuleId, Step, Trace, TraceEnd};
use sat::Budget;
use scene::Mark;

use super::explain::{Limits, explain};
use super::order::{cited, distance, middle};
use super::trace::trace;
use super::walkthrough::{Length, Passage, walkthrough};
use crate::Fact;
use crate::puzzle::Puzzle;

/// Figures about one puzzle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lesson {
    /// It is the usual game, not a variant of it.
    pub is_plain: bool,
    /// Named rules finish it.
    pub solved_by_rules: bool,
    /// Named rules and trial finish it.
    pub solved: bool,
    /// How often something is supposed.
    pub trials: usize,
    /// Steps of the trace.
    pub steps: usize,
    /// Passages of the walkthrough.
    pub passages: usize,
    /// Key moments of the walkthrough.
    pub key_moments: usize,
    /// From each passage to the next, and to what it tells along for the same reason: how far apart the
    /// middles of their conclusions are, along rows and columns, as a share of half the perimeter.
    pub jumps: Vec<f64>,
    /// Passages that cite something that the one before told.
    pub uses_before: usize,
    /// The same jumps between the steps of the trace, in logical order.
    pub jumps_as_found: Vec<f64>,
    /// Steps of the trace that cite something that the one before concluded.
    pub uses_before_as_found: usize,
    /// For each passage how many things it cites, as [`things`] counts them.
    pub things: Vec<usize>,
    /// For each passage that supposes nothing its words.
    pub words: Vec<usize>,
    /// For each passage that supposes something its words.
    pub trial_words: Vec<usize>,
    /// The budget ran out.
    pub stopped: bool,
}

/// Tell a puzzle as usual, to the end, and measure that. Also the trace, for whoever wants to measure
/// more.
pub fn lesson(puzzle: &dyn Puzzle, budget: Budget) -> (Lesson, Trace) {
    let reasoner = puzzle.reasoner();
    let table = reasoner.rules();
    // As it is told, and not in whatever order gets furthest.
    let plain = Plan::without_trial(&table).lightest_first(&table);
    let solved_by_rules = trace(puzzle, &[], &plain, budget).end == TraceEnd::Solved;
    let plan = match solved_by_rules {
        true => plain,
        false => Plan::with_trial(&table).lightest_first(&table),
    };
    // Where trial gets stuck it goes on after a smallest reason, so that all trials are counted.
    let limits = Limits::within(budget);
    let trace = explain(puzzle, &[], &plan.with_reasons(), true, limits);
    let by = |rule: RuleId| trace.steps.iter().filter(|step| step.rule == rule).count();
    let told = walkthrough(puzzle, &[], &trace, Length::Usual);
    let half_perimeter = (puzzle.size().rows() + puzzle.size().cols()) as f64;
    let mut lesson = Lesson {
        is_plain: is_plain(puzzle),
        solved_by_rules,
        solved: trace.end == TraceEnd::Solved && by(RuleId::Smallest) == 0,
        trials: by(RuleId::Trial),
        steps: trace.steps.len(),
        passages: told.passages.len(),
        key_moments: told.key_moments,
        stopped: trace.end == TraceEnd::Stopped,
        ..Lesson::default()
    };
    let places: Vec<Passage> = told.passages.iter().flat_map(one_by_one).collect();
    for pair in places.windows(2) {
        let [a, b] = [&pair[0], &pair[1]];
        let far = distance(middle(puzzle, a.step), middle(puzzle, b.step));
        lesson.jumps.push(far / half_perimeter);
        lesson.uses_before += uses(puzzle, a, b.step) as usize;
    }
    for pair in trace.steps.windows(2) {
        let far = distance(middle(puzzle, &pair[0]), middle(puzzle, &pair[1]));
        lesson.jumps_as_found.push(far / half_perimeter);
        let first = Passage {
            known: Vec::new(),
            untold: Vec::new(),
            step: &pair[0],
            along: Vec::new(),
            likewise: Vec::new(),
            in_short: false,
        };
        lesson.uses_before_as_found += uses(puzzle, &first, &pair[1]) as usize;
    }
    for passage in &told.passages {
        lesson.things.push(things(puzzle, passage.step));
        let words = passage.text(puzzle).split_whitespace().count();
        match passage.step.chain {
            Some(_) => lesson.trial_words.push(words),
            None => lesson.words.push(words),
        }
    }
    (lesson, trace)
}

/// A passage as one goes through it: what is told along with it for the same reason is another place
/// to look at, and so another jump.
fn one_by_one<'t>(passage: &Passage<'t>) -> Vec<Passage<'t>> {
    let steps = [passage.step]
        .into_iter()
        .chain(passage.likewise.iter().copied());
    let alone = steps.map(|step| Passage {
        untold: Vec::new(),
        step,
        along: Vec::new(),
        likewise: Vec::new(),
        known: Vec::new(),
        in_short: false,
    });
    let mut alone: Vec<Passage> = alone.collect();
    if let Some(last) = alone.last_mut() {
        last.along.clone_from(&passage.along);
    }
    alone
}

/// Is it as its family's puzzles usually are?
fn is_plain(puzzle: &dyn Puzzle) -> bool {
    let Ok(usual) = (puzzle.family().empty)(puzzle.size()) else {
        return true;
    };
    let (here, usual) = (puzzle.record(), usual.record());
    here.depth == usual.depth && here.variant == usual.variant
}

/// Does a step cite something that this passage told?
fn uses(puzzle: &dyn Puzzle, told: &Passage, step: &Step) -> bool {
    let said: Vec<Fact> = (told.told())
        .flat_map(|step| step.therefore.iter().copied())
        .flat_map(|fact| [fact].into_iter().chain(puzzle.reasoner().seen_with(fact)))
        .collect();
    cited(step).any(|fact| said.contains(&fact))
}

/// How many things a step cites, as a person counts them: what its picture shows, if its rule draws
/// one. Else facts of the same kind in cells that touch, be it at a corner, are one thing: a group, an
/// area, a wall. A clue is one thing, and so is a rule of the game.
pub fn things(puzzle: &dyn Puzzle, step: &Step) -> usize {
    let drawn = puzzle.picture(step).marks;
    if !drawn.is_empty() {
        let is_thing = |mark: &&Mark| !matches!(mark, Mark::Label { .. });
        return drawn.iter().filter(is_thing).count();
    }
    let mut named: Vec<String> = Vec::new();
    let mut known: Vec<(String, Vec<Cell>)> = Vec::new();
    for ground in &step.because {
        match *ground {
            Ground::Named(name) => named.push(puzzle.cite(name).words),
            Ground::Fact(fact) => {
                known.push((kind(&puzzle.fact_text(fact)), puzzle.fact_cells(fact)));
            }
        }
    }
    named.sort_unstable();
    named.dedup();
    let touch = |a: &[Cell], b: &[Cell]| {
        a.iter().any(|a| {
            b.iter()
                .any(|b| (a.row - b.row).abs() <= 1 && (a.col - b.col).abs() <= 1)
        })
    };
    let mut groups = 0;
    while let Some(first) = known.pop() {
        groups += 1;
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            let (kind, cells) = group[next].clone();
            next += 1;
            let (same, others) = (known.into_iter())
                .partition(|(other, there)| *other == kind && touch(&cells, there));
            known = others;
            let same: Vec<(String, Vec<Cell>)> = same;
            group.extend(same);
        }
    }
    named.len() + groups
}

/// What a fact says, without where: `r3c4!=x` is `!=x`.
fn kind(text: &str) -> String {
    let mut kind = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        match letter {
            'r' | 'c' if after.len() < rest.len() => rest = after,
            _ => kind.push(letter),
        }
    }
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_no_place() {
        assert_eq!(kind("r3c14!=x"), "!=x");
        assert_eq!(kind("r0c0-r0c4>=2"), "->=2");
        assert_eq!(kind("r0c3e=1"), "e=1");
    }
}
