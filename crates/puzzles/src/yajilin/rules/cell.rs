//! Rules about one cell, its neighbours and its ways: the sides that are not closed.

use super::{State, Yajilin};
use crate::kit::lists::Short;
use crate::kit::prelude::*;

/// Facts about the sides of a cell, or about its neighbours.
fn four(facts: impl Iterator<Item = Fact>) -> Short<Fact, 4> {
    Short::of(Fact::no(0), facts)
}

/// The sides of a cell that are open, as facts with this answer.
fn open_sides(state: &State, found: &Situation, v: usize, yes: bool) -> Short<Fact, 4> {
    let open = (state.lay.sides(v)).filter(|&line| found.known().is_open(line));
    four(open.map(|line| Fact::new(line, yes)))
}

#[derive(Debug)]
pub(super) struct NextToShaded {
    shaded: Cell,
}

impl Deduction<Yajilin> for NextToShaded {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let is_shaded = |fact: &&Fact| fact.is_yes() && fact.var() < state.lay.free;
        let shaded = findings.news_or_all().iter().filter(is_shaded);
        findings.each(shaded.map(|fact| fact.var()), |v, findings| {
            let passed = four(state.lay.neighbours(v).map(Fact::no));
            findings.conclude(&passed, |because| {
                because.push(Ground::yes(v));
                let shaded = state.lay.at[v];
                Self { shaded }
            });
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let cell = capital(in_words(self.shaded));
        if step.is_clash() {
            return format!("{cell} is shaded and touches another shaded cell.");
        }
        format!("{cell} is shaded, so {}.", puzzle.conclusions(step))
    }

    fn aside(&self, _: &Yajilin, _: &Step) -> Option<Aside> {
        Some(Aside::Facts(""))
    }
}

/// A cell that has its two lines, or more.
#[derive(Debug)]
pub(super) struct TwoLines {
    cell: Cell,
}

impl Deduction<Yajilin> for TwoLines {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        for v in state.touched(findings) {
            let node = &state.pieces.nodes[v];
            if node.lines < 2 || node.ways == 2 {
                continue;
            }
            let because = |because: &mut Vec<Ground>| {
                because.extend(state.drawn(known, v).map(Ground::yes));
                let cell = state.lay.at[v];
                Self { cell }
            };
            if node.lines > 2 {
                return findings.contradict(because);
            }
            let open = open_sides(state, findings, v, false);
            findings.conclude(&open, because);
        }
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let cell = capital(in_words(self.cell));
        if step.is_clash() {
            return format!("{cell} has more than two lines.");
        }
        let dirs = puzzle.dirs(self.cell, step);
        format!("{cell} has its two lines, so none leads from there {dirs}.")
    }

    fn aside(&self, _: &Yajilin, _: &Step) -> Option<Aside> {
        let cell = in_words(self.cell);
        Some(Aside::Words(format!("{cell} has its two lines")))
    }
}

/// A cell with a line that can go on in one direction, or in none.
#[derive(Debug)]
pub(super) struct GoesOn {
    cell: Cell,
}

impl Deduction<Yajilin> for GoesOn {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        forced(state, findings, true, |cell| Self { cell });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
        if step.is_clash() {
            return format!("The line cannot go on from {cell}.");
        }
        let dirs = puzzle.dirs(self.cell, step);
        format!("From {cell} the line can only go on {dirs}.")
    }
}

/// A cell on the loop without a line, which has two ways or fewer.
#[derive(Debug)]
pub(super) struct TwoWays {
    cell: Cell,
}

impl Deduction<Yajilin> for TwoWays {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        forced(state, findings, false, |cell| Self { cell });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
        if step.is_clash() {
            return format!("The loop passes through {cell}, but cannot get in and out.");
        }
        let dirs = puzzle.dirs(self.cell, step);
        format!("The loop passes through {cell} and has only two ways there, so it leads {dirs}.")
    }
}

/// Cells on the loop that have no choice, with a line already or without.
fn forced<D: Deduction<Yajilin>>(
    state: &State,
    findings: &mut Findings<D>,
    with_line: bool,
    evidence: fn(Cell) -> D,
) {
    let known = findings.known();
    for v in state.touched(findings) {
        let node = &state.pieces.nodes[v];
        let stuck = node.ways < 2 || node.ways == 2 && node.lines < 2;
        if !stuck || (node.lines > 0) != with_line || !known.no(v) {
            continue;
        }
        let because = |because: &mut Vec<Ground>| {
            state.why_on_loop(known, v, because);
            state.closed_sides(known, v, because);
            evidence(state.lay.at[v])
        };
        if node.ways < 2 {
            return findings.contradict(because);
        }
        let open = open_sides(state, findings, v, true);
        findings.conclude(&open, because);
    }
}

/// A cell that the loop cannot pass through.
#[derive(Debug)]
pub(super) struct NoWay {
    cell: Cell,
}

impl Deduction<Yajilin> for NoWay {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        for v in state.touched(findings) {
            if state.pieces.nodes[v].ways < 2 && known.is_open(v) {
                findings.conclude(&[Fact::yes(v)], |because| {
                    because.push(state.shaded_or_not(v));
                    state.closed_sides(known, v, because);
                    let cell = state.lay.at[v];
                    Self { cell }
                });
            }
        }
    }

    fn say(&self, _: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
        if step.is_clash() {
            return format!("The loop cannot get in and out of {cell}, but must pass there.");
        }
        format!("The loop cannot get in and out of {cell}, so this cell is shaded.")
    }
}

/// A cell with two ways of which nobody knows whether it is shaded.
#[derive(Debug)]
pub(super) struct EitherWay {
    cell: Cell,
}

impl Deduction<Yajilin> for EitherWay {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        for v in state.touched(findings) {
            if state.pieces.nodes[v].ways != 2 || !known.is_open(v) {
                continue;
            }
            let passed = four(state.over(known, v).map(Fact::no));
            findings.conclude(&passed, |because| {
                because.push(state.shaded_or_not(v));
                state.closed_sides(known, v, because);
                let cell = state.lay.at[v];
                Self { cell }
            });
        }
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let cell = capital(in_words(self.cell));
        if step.is_clash() {
            return format!("{cell} can neither be shaded nor be on the loop.");
        }
        let what = puzzle.conclusions(step);
        format!("{cell} has only two ways; shaded or not, {what}.")
    }
}
