//! The steps of a trace as a person would follow them.
//!
//! A trace is in logical order: rounds of everything that could be found at once, all over the
//! board. A walkthrough is a view of the very same steps in another order (`order`). What only tidies
//! up after a step is folded into it, in a few words at the end of its sentence, and what leads
//! nowhere is left out. Since a step rests on nothing but what it cites, no order of this kind makes a
//! step wrong.

use std::borrow::Cow;

use logic::{Aside, Step, Trace, TraceEnd};

use super::order::{Group, Order, cited, code, distance, middle};
use super::picture::{Drawn, drawn};
use super::words::{in_short, joined, like, likewise_words};
use crate::Fact;
use crate::kit::lists::sort_by_number;
use crate::puzzle::Puzzle;

/// How much of a trace is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// Every step, one after another.
    Full,
    /// Small things are folded into what they follow from, and what leads nowhere is left out.
    Usual,
    /// Only the moments that decide the puzzle.
    Brief,
}

/// A step as it is told.
#[derive(Clone, Debug)]
pub struct Passage<'t> {
    /// Steps that come before it and are not told.
    pub untold: Vec<&'t Step>,
    /// What is told.
    pub step: &'t Step,
    /// What follows from it at once and is told along with it.
    pub along: Vec<&'t Step>,
    /// What follows by the very same argument for other places, and is told along with it.
    pub likewise: Vec<&'t Step>,
    /// What of its conclusions was told before.
    pub known: Vec<Fact>,
    /// Of a long supposition only its end is told.
    pub in_short: bool,
}

impl Passage<'_> {
    /// Everything that has become known when it has been told, since the passage before.
    pub fn facts(&self) -> impl Iterator<Item = Fact> {
        let steps = self.untold.iter().chain(self.told());
        steps.flat_map(|step| step.therefore.iter().copied())
    }

    /// Its steps, all that is told of them.
    pub fn told(&self) -> impl Iterator<Item = &&Step> {
        [&self.step]
            .into_iter()
            .chain(&self.likewise)
            .chain(&self.along)
    }

    /// The step with those of its conclusions that are new.
    fn fresh(&self) -> Cow<'_, Step> {
        if self.known.is_empty() || self.known.len() == self.step.therefore.len() {
            return Cow::Borrowed(self.step);
        }
        let mut step = self.step.clone();
        step.therefore.retain(|fact| !self.known.contains(fact));
        Cow::Owned(step)
    }

    /// What is told, in words.
    pub fn text(&self, puzzle: &dyn Puzzle) -> String {
        let step = self.fresh();
        if self.in_short
            && let Some(text) = in_short(puzzle, &step)
        {
            return text;
        }
        let text = joined(puzzle, &step, &self.along);
        match self.likewise.is_empty() {
            true => text,
            false => format!("{text} {}", likewise_words(puzzle, &self.likewise)),
        }
    }

    /// How it is drawn: its step, and what else is concluded.
    pub fn drawn(&self, puzzle: &dyn Puzzle) -> Drawn {
        let mut drawn = drawn(puzzle, &self.fresh());
        let goes_without_saying = |step: &&&Step| match puzzle.reasoner().aside(step) {
            Some(Aside::Words(said)) => said.is_empty(),
            _ => false,
        };
        // What is not said is not marked: the board shows it.
        let along = self.along.iter().filter(|step| !goes_without_saying(step));
        for step in self.likewise.iter().chain(along) {
            drawn.conclude(puzzle, &step.therefore);
        }
        drawn
    }
}

/// A trace as it is told.
#[derive(Clone, Debug)]
pub struct Walkthrough<'t> {
    /// What is told, in order.
    pub passages: Vec<Passage<'t>>,
    /// Steps that come after the last passage and are not told.
    pub untold: Vec<&'t Step>,
    /// How often nothing easy was left, and something harder opened more.
    pub key_moments: usize,
    /// Nothing harder than easy rules is needed.
    pub is_easy: bool,
}

/// The most passages of a brief walkthrough, and their most words: half a page.
const BRIEF_PASSAGES: usize = 6;
const HALF_A_PAGE: usize = 220;

/// Key moments by the same rule that are so near to each other, as a share of half the perimeter, are
/// told once.
const SAME_REGION: f64 = 0.3;

/// Tell a trace that began with these facts (and the givens).
pub fn walkthrough<'t>(
    puzzle: &dyn Puzzle,
    start: &[Fact],
    trace: &'t Trace,
    length: Length,
) -> Walkthrough<'t> {
    let all = vec![true; trace.steps.len()];
    let mut groups = Order::new(puzzle, start, &trace.steps, &all).groups();
    let mut left_out: Vec<usize> = Vec::new();
    if length != Length::Full {
        // What is not told must not decide what comes next: once more without that.
        let told = told_usually(puzzle, trace, &mut groups);
        let mut kept = vec![false; trace.steps.len()];
        for (group, _) in groups.iter().zip(told).filter(|(_, told)| *told) {
            let all = [group.step].into_iter().chain(group.along.iter().copied());
            all.for_each(|at| kept[at] = true);
        }
        left_out.extend((0..kept.len()).filter(|&at| !kept[at]));
        groups = Order::new(puzzle, start, &trace.steps, &kept).groups();
    }
    let opened = opened(&groups);
    let is_key = |at: usize| groups[at].tier > 0 && opened[at] > 0;
    let key_moments = (0..groups.len()).filter(|&at| is_key(at)).count();
    let is_easy = groups.iter().all(|group| group.tier == 0);
    let told: Vec<bool> = match length {
        Length::Full => {
            groups = groups.into_iter().flat_map(Group::alone).collect();
            vec![true; groups.len()]
        }
        Length::Usual => told_usually(puzzle, trace, &mut groups),
        Length::Brief => told_briefly(puzzle, trace, &groups, &opened),
    };
    let mut passages: Vec<Passage> = Vec::new();
    let mut untold: Vec<&Step> = Vec::new();
    for (group, told) in groups.into_iter().zip(told) {
        let along = group.along.iter().map(|&at| &trace.steps[at]);
        let silent = group.silent.iter().map(|&at| &trace.steps[at]);
        let step = &trace.steps[group.step];
        if told {
            passages.push(Passage {
                untold: std::mem::take(&mut untold),
                step,
                along: along.collect(),
                likewise: Vec::new(),
                known: group.known,
                in_short: length == Length::Brief,
            });
        } else {
            untold.push(step);
            untold.extend(along);
        }
        untold.extend(silent);
    }
    untold.extend(left_out.iter().map(|&at| &trace.steps[at]));
    if length == Length::Usual {
        passages = same_arguments_together(puzzle, passages);
    }
    Walkthrough {
        passages,
        untold,
        key_moments,
        is_easy,
    }
}

/// Passages that follow each other and say the same of another place, as one.
fn same_arguments_together<'t>(
    puzzle: &dyn Puzzle,
    passages: Vec<Passage<'t>>,
) -> Vec<Passage<'t>> {
    let mut together: Vec<Passage<'t>> = Vec::new();
    for passage in passages {
        match together.last_mut() {
            Some(last)
                if last.along.is_empty()
                    && passage.untold.is_empty()
                    && passage.known.is_empty()
                    && last.known.is_empty()
                    && like(puzzle, last.step, passage.step) =>
            {
                last.likewise.push(passage.step);
                last.along.extend(passage.along);
            }
            _ => together.push(passage),
        }
    }
    together
}

/// For each group of a harder tier how many easier ones come after it until the next; 0 for others.
fn opened(groups: &[Group]) -> Vec<usize> {
    let mut opened = vec![0; groups.len()];
    let mut last = None;
    for (at, group) in groups.iter().enumerate() {
        match (group.tier, last) {
            (1.., _) => last = Some(at),
            (0, Some(hard)) => opened[hard] += 1,
            (0, None) => {}
        }
    }
    opened
}

/// All that says something new and leads somewhere. What does not is put aside in its group.
fn told_usually(puzzle: &dyn Puzzle, trace: &Trace, groups: &mut [Group]) -> Vec<bool> {
    let mut told: Vec<bool> = groups
        .iter()
        .map(|group| !group.news.is_empty() || trace.steps[group.step].is_clash())
        .collect();
    if trace.end != TraceEnd::Solved {
        return told;
    }
    let blank = puzzle.blank();
    let is_written = |fact: &Fact| puzzle.board(&[*fact]) != blank;
    let mut wanted = vec![false; 2 * puzzle.reasoner().atoms()];
    for (group, told) in groups.iter_mut().zip(&mut told).rev() {
        let mut kept = Vec::new();
        let mut need = |at: usize, news: &[Fact]| {
            let leads = news.iter().any(|&fact| wanted[code(fact)]) || news.iter().any(is_written);
            if leads {
                for fact in cited(&trace.steps[at]) {
                    wanted[code(fact)] = true;
                }
            }
            leads
        };
        for (&at, news) in group.along.iter().zip(&group.along_news).rev() {
            match need(at, news) {
                true => kept.push(at),
                false => group.silent.push(at),
            }
        }
        kept.reverse();
        group.along = kept;
        *told &= need(group.step, &group.news) || !group.along.is_empty();
    }
    told
}

/// The few hardest that open most, not the same thing twice; of an easy puzzle a good place to begin.
fn told_briefly(
    puzzle: &dyn Puzzle,
    trace: &Trace,
    groups: &[Group],
    opened: &[usize],
) -> Vec<bool> {
    let step = |at: usize| &trace.steps[groups[at].step];
    let mut ranked: Vec<usize> = (0..groups.len())
        .filter(|&at| groups[at].tier > 0 && !groups[at].news.is_empty())
        .collect();
    // The hardest first, and of those that open most.
    sort_by_number(&mut ranked, |&at| usize::MAX - opened[at]);
    sort_by_number(&mut ranked, |&at| usize::MAX - usize::from(groups[at].tier));
    let size = puzzle.size();
    let same_region = SAME_REGION * (size.rows() + size.cols()) as f64;
    let is_like = |a: usize, b: usize| {
        let (a, b) = (step(a), step(b));
        a.rule == b.rule && distance(middle(puzzle, a), middle(puzzle, b)) <= same_region
    };
    let mut chosen: Vec<usize> = Vec::new();
    let mut words = 0;
    for at in ranked {
        if chosen.len() == BRIEF_PASSAGES || chosen.iter().any(|&other| is_like(other, at)) {
            continue;
        }
        let text = in_short(puzzle, step(at)).unwrap_or_else(|| joined(puzzle, step(at), &[]));
        let more = text.split_whitespace().count();
        if chosen.is_empty() || words + more <= HALF_A_PAGE {
            words += more;
            chosen.push(at);
        }
    }
    if chosen.is_empty() {
        chosen.extend(good_start(puzzle, trace, groups));
    }
    (0..groups.len()).map(|at| chosen.contains(&at)).collect()
}

/// Of the groups that need nothing but the clues the one on which most others rest.
fn good_start(puzzle: &dyn Puzzle, trace: &Trace, groups: &[Group]) -> Option<usize> {
    let reasoner = puzzle.reasoner();
    let facts = 2 * reasoner.atoms();
    let steps = |group: &Group| -> Vec<usize> {
        let all = [group.step].into_iter().chain(group.along.iter().copied());
        all.collect()
    };
    let rests_on = |group: &Group, given: &[bool]| {
        let mut cites = steps(group)
            .into_iter()
            .flat_map(|at| cited(&trace.steps[at]));
        cites.any(|fact| given[code(fact)])
    };
    let gives = |group: &Group, given: &mut [bool]| {
        for at in steps(group) {
            for &fact in &trace.steps[at].therefore {
                let with = reasoner.seen_with(fact);
                [fact]
                    .into_iter()
                    .chain(with)
                    .for_each(|f| given[code(f)] = true);
            }
        }
    };
    let mut before = vec![false; facts];
    let mut best: Option<(usize, usize)> = None;
    for (at, group) in groups.iter().enumerate() {
        if !rests_on(group, &before) && !trace.steps[group.step].is_clash() {
            let mut given = vec![false; facts];
            gives(group, &mut given);
            let mut followers = 0;
            for later in &groups[at + 1..] {
                if rests_on(later, &given) {
                    followers += 1;
                    gives(later, &mut given);
                }
            }
            if best.is_none_or(|(most, _)| followers > most) {
                best = Some((followers, at));
            }
        }
        gives(group, &mut before);
    }
    best.map(|(_, at)| at)
}
