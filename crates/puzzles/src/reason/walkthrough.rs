//! The steps of a trace as a person would follow them.
//!
//! A trace is in logical order: rounds of everything that could be found at once, all over the
//! board. A walkthrough is a view of the very same steps in another order. A step comes as soon as
//! all that it cites is known: easy ones first, and of these such that are near and build on what was
//! just found (`smooth` sees to it that none is left behind). What only tidies up after a step is
//! folded into it, in a few words at the end of its sentence, and what leads nowhere is left out. Since a step rests on nothing but what it cites, no
//! order of this kind makes a step wrong.

use grid::Cell;
use logic::{Ground, Step, Trace, TraceEnd, level};

use super::picture::{Drawn, drawn};
use super::smooth::{Item, smoothed};
use super::words::{cells, joined, sentence};
use crate::Fact;
use crate::kit::lists::distinct;
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
}

impl Passage<'_> {
    /// Everything that has become known when it has been told, since the passage before.
    pub fn facts(&self) -> impl Iterator<Item = Fact> {
        let steps = self.untold.iter().chain([&self.step]).chain(&self.along);
        steps.flat_map(|step| step.therefore.iter().copied())
    }

    /// What is told, in words.
    pub fn text(&self, puzzle: &dyn Puzzle) -> String {
        let aside = |step: &&Step| puzzle.reasoner().aside(step);
        let asides: Vec<String> = self.along.iter().filter_map(aside).collect();
        joined(sentence(puzzle, self.step), asides)
    }

    /// How it is drawn: its step, and what else is concluded.
    pub fn drawn(&self, puzzle: &dyn Puzzle) -> Drawn {
        let mut drawn = drawn(puzzle, self.step);
        for step in &self.along {
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
}

/// The most passages of a brief walkthrough: half a page.
const FEW: usize = 6;

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
    let told: Vec<bool> = match length {
        Length::Full => {
            groups = groups.into_iter().flat_map(Group::alone).collect();
            vec![true; groups.len()]
        }
        Length::Usual => told_usually(puzzle, trace, &mut groups),
        Length::Brief => told_briefly(&groups, &opened),
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
            });
        } else {
            untold.push(step);
            untold.extend(along);
        }
        untold.extend(silent);
    }
    untold.extend(left_out.iter().map(|&at| &trace.steps[at]));
    Walkthrough {
        passages,
        untold,
        key_moments,
    }
}

/// A step with what follows from it at once. Steps are known by their places in the trace.
struct Group {
    step: usize,
    /// Those of its conclusions, and of what they imply, that were not known yet.
    news: Vec<Fact>,
    along: Vec<usize>,
    /// The same for each of those that are told along with it.
    along_news: Vec<Vec<Fact>>,
    /// What says nothing new by now.
    silent: Vec<usize>,
    /// 0 if it is easy to see, higher if it is harder.
    tier: u8,
}

impl Group {
    /// All its steps by themselves.
    fn alone(self) -> Vec<Group> {
        let one = |step: usize| Group {
            step,
            news: Vec::new(),
            along: Vec::new(),
            along_news: Vec::new(),
            silent: Vec::new(),
            tier: 0,
        };
        let all = [self.step].into_iter().chain(self.along);
        all.chain(self.silent).map(one).collect()
    }
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

/// The few hardest that open most; of an easy puzzle the first.
fn told_briefly(groups: &[Group], opened: &[usize]) -> Vec<bool> {
    let mut ranked: Vec<usize> = (0..groups.len())
        .filter(|&at| groups[at].tier > 0 && !groups[at].news.is_empty())
        .collect();
    ranked.sort_by_key(|&at| std::cmp::Reverse((groups[at].tier, opened[at])));
    ranked.truncate(FEW);
    let mut told = vec![false; groups.len()];
    for at in ranked {
        told[at] = true;
    }
    if !told.contains(&true)
        && let Some(first) = told.first_mut()
    {
        *first = true;
    }
    told
}

/// How much further away a step may be, as a share of half the perimeter, if it builds on what was just
/// told. (More, and the published Skyscrapers jump too far; less, and Satogaeri hang together less.)
const BUILDS_ON: f64 = 0.18;

/// The same when all is in order and stretches are moved.
const WORTH: f64 = 0.22;

/// The same if another can follow from it at once.
const LEADS_ON: f64 = 0.05;

/// So near, as a share of half the perimeter, another small thing of the same kind is told along with
/// one that tidies up after nothing (52 instead of 48 of a hundred steps of published Fobidoshi build on
/// the one before by that).
const NEARBY: f64 = 0.2;

/// A fact as a place in a list.
fn code(fact: Fact) -> usize {
    2 * fact.var() + fact.is_yes() as usize
}

/// The facts that a step cites.
pub(super) fn cited(step: &Step) -> impl Iterator<Item = Fact> {
    step.because.iter().filter_map(|ground| match *ground {
        Ground::Fact(fact) => Some(fact),
        Ground::Named(_) => None,
    })
}

/// The middle of the cells that a step is about; of those it rests on, if it is a contradiction.
pub(super) fn middle(puzzle: &dyn Puzzle, step: &Step) -> (f64, f64) {
    let mut about: Vec<Cell> = (step.therefore.iter())
        .flat_map(|&fact| puzzle.fact_cells(fact))
        .collect();
    if about.is_empty() {
        about = cells(puzzle, step).0;
    }
    let count = about.len().max(1) as f64;
    let sum = |of: fn(&Cell) -> i16| about.iter().map(|at| of(at) as f64).sum::<f64>() / count;
    (sum(|at| at.row), sum(|at| at.col))
}

/// How far it is from one place to another, along rows and columns.
pub(super) fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

/// The order in which steps are taken.
struct Order<'t, 'p> {
    puzzle: &'p dyn Puzzle,
    steps: &'t [Step],
    tiers: Vec<u8>,
    middles: Vec<(f64, f64)>,
    is_aside: Vec<bool>,
    known: Vec<bool>,
    /// For each step how much of what it cites is not known yet.
    missing: Vec<usize>,
    /// For each fact the steps that wait for it.
    waiting: Vec<Vec<usize>>,
    /// For each step the last group of which it uses something.
    uses: Vec<usize>,
    /// Steps that could be taken now.
    ready: Vec<usize>,
    /// Steps that have been taken, or are not wanted.
    taken: Vec<bool>,
    /// How many groups there are.
    count: usize,
}

impl<'t, 'p> Order<'t, 'p> {
    /// Only the steps that are wanted, which must lead to each other.
    fn new(
        puzzle: &'p dyn Puzzle,
        start: &[Fact],
        steps: &'t [Step],
        wanted: &[bool],
    ) -> Order<'t, 'p> {
        let reasoner = puzzle.reasoner();
        let table = reasoner.rules();
        let codes = 2 * reasoner.atoms();
        let with_implied = |fact: Fact| [fact].into_iter().chain(reasoner.implied(fact));
        // What no step concludes was known before.
        let mut known = vec![true; codes];
        let used = || (0..steps.len()).filter(|&at| wanted[at]);
        for fact in used().flat_map(|at| steps[at].therefore.iter()) {
            for fact in with_implied(*fact) {
                known[code(fact)] = false;
            }
        }
        for fact in reasoner.givens().iter().chain(start) {
            for fact in with_implied(*fact) {
                known[code(fact)] = true;
            }
        }
        let mut missing = vec![0; steps.len()];
        let mut waiting = vec![Vec::new(); codes];
        for at in used() {
            for fact in cited(&steps[at]).filter(|&fact| !known[code(fact)]) {
                let waiting: &mut Vec<usize> = &mut waiting[code(fact)];
                if waiting.last() != Some(&at) {
                    waiting.push(at);
                    missing[at] += 1;
                }
            }
        }
        let ready = used().filter(|&at| missing[at] == 0 && !steps[at].is_clash());
        Order {
            puzzle,
            steps,
            tiers: (steps.iter())
                .map(|step| table[step.rule].level.saturating_sub(level::EASY))
                .collect(),
            middles: steps.iter().map(|step| middle(puzzle, step)).collect(),
            is_aside: (steps.iter())
                .map(|step| reasoner.aside(step).is_some())
                .collect(),
            ready: ready.collect(),
            taken: wanted.iter().map(|wanted| !wanted).collect(),
            known,
            missing,
            waiting,
            uses: vec![usize::MAX; steps.len()],
            count: 0,
        }
    }

    /// All steps, in the order in which a person would take them.
    fn groups(mut self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut at = None;
        while let Some(next) = self.next(at) {
            let group = self.take(next);
            at = Some(next);
            groups.push(group);
        }
        self.smoothed(groups)
    }

    /// The same groups so that more of them build on the one before, and fewer are far from it.
    fn smoothed(&self, groups: Vec<Group>) -> Vec<Group> {
        let reasoner = self.puzzle.reasoner();
        let item = |group: &Group| {
            let all = || {
                [group.step]
                    .into_iter()
                    .chain(group.along.iter().copied())
                    .chain(group.silent.iter().copied())
            };
            let gives = all().flat_map(|at| &self.steps[at].therefore);
            let gives = gives.flat_map(|&fact| [fact].into_iter().chain(reasoner.implied(fact)));
            Item {
                middle: self.middles[group.step],
                tier: (!self.steps[group.step].is_clash()).then_some(group.tier),
                cites: cited(&self.steps[group.step]).map(code).collect(),
                needs: all()
                    .flat_map(|at| cited(&self.steps[at]))
                    .map(code)
                    .collect(),
                gives: distinct(gives.map(code)),
            }
        };
        let items: Vec<Item> = groups.iter().map(item).collect();
        let size = self.puzzle.size();
        let half_perimeter = (size.rows() + size.cols()) as f64;
        let order = smoothed(&items, 2 * reasoner.atoms(), half_perimeter, WORTH);
        let mut groups: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
        order
            .into_iter()
            .filter_map(|at| groups[at].take())
            .collect()
    }

    /// The next step: an easy one that costs least. A contradiction comes last.
    fn next(&mut self, last: Option<usize>) -> Option<usize> {
        let size = self.puzzle.size();
        let half_perimeter = (size.rows() + size.cols()) as f64;
        let key = |&at: &usize| {
            let far = last.map_or(0.0, |last| distance(self.middles[last], self.middles[at]));
            let builds_on_it = self.count > 0 && self.uses[at] == self.count - 1;
            let mut cost = far / half_perimeter;
            if builds_on_it {
                cost -= BUILDS_ON;
            }
            if self.leads_on(at) {
                cost -= LEADS_ON;
            }
            (self.tiers[at], cost, at)
        };
        let order = |a: &(u8, f64, usize), b: &(u8, f64, usize)| {
            let by_cost = a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
            by_cost.then(a.2.cmp(&b.2))
        };
        let keys = self.ready.iter().map(key).enumerate();
        match keys.min_by(|(_, a), (_, b)| order(a, b)) {
            Some((place, _)) => Some(self.ready.swap_remove(place)),
            None => self.taken.iter().position(|taken| !taken),
        }
    }

    /// Does an easy step only wait for this one?
    fn leads_on(&self, at: usize) -> bool {
        let waits = |&waiting: &usize| {
            self.missing[waiting] == 1 && self.tiers[waiting] == 0 && !self.is_aside[waiting]
        };
        (self.steps[at].therefore.iter()).any(|&fact| self.waiting[code(fact)].iter().any(waits))
    }

    /// Take a step and what tidies up after it.
    fn take(&mut self, step: usize) -> Group {
        let mut group = Group {
            step,
            news: Vec::new(),
            along: Vec::new(),
            along_news: Vec::new(),
            silent: Vec::new(),
            tier: self.tiers[step],
        };
        self.taken[step] = true;
        let mut ready = Vec::new();
        group.news = self.learn(step, &mut ready);
        if self.is_aside[step] {
            ready.extend(self.likewise(step));
        }
        let mut next = 0;
        while next < ready.len() {
            let at = ready[next];
            next += 1;
            if !self.is_aside[at] {
                continue;
            }
            self.taken[at] = true;
            let news = self.learn(at, &mut ready);
            match news.is_empty() {
                true => group.silent.push(at),
                false => {
                    group.along.push(at);
                    group.along_news.push(news);
                }
            }
        }
        let ready = ready.into_iter().filter(|&at| !self.taken[at]);
        self.ready.extend(ready);
        self.count += 1;
        group
    }

    /// Another step of the kind that can be taken in the neighbourhood, the nearest.
    fn likewise(&mut self, step: usize) -> Option<usize> {
        let size = self.puzzle.size();
        let half_perimeter = (size.rows() + size.cols()) as f64;
        let far = |at: usize| distance(self.middles[step], self.middles[at]) / half_perimeter;
        let is_like = |&at: &usize| {
            self.is_aside[at] && self.steps[at].rule == self.steps[step].rule && far(at) <= NEARBY
        };
        let like = self.ready.iter().copied().filter(is_like);
        let nearest = like.min_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)));
        self.ready.retain(|&at| Some(at) != nearest);
        nearest
    }

    /// Take note of what a step concludes; which of it is new, and which steps can be taken then.
    fn learn(&mut self, at: usize, ready: &mut Vec<usize>) -> Vec<Fact> {
        let mut news = Vec::new();
        for &fact in &self.steps[at].therefore {
            for fact in [fact]
                .into_iter()
                .chain(self.puzzle.reasoner().implied(fact))
            {
                for &waiting in &self.waiting[code(fact)] {
                    self.uses[waiting] = self.count;
                }
                if std::mem::replace(&mut self.known[code(fact)], true) {
                    continue;
                }
                news.push(fact);
                for &waiting in &self.waiting[code(fact)] {
                    self.missing[waiting] -= 1;
                    if self.missing[waiting] == 0 && !self.steps[waiting].is_clash() {
                        ready.push(waiting);
                    }
                }
            }
        }
        news
    }
}
