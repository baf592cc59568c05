//! Rules about one cell, its neighbours and its ways: the sides that are not closed.

use super::{Now, State, Yajilin};
use crate::kit::prelude::*;

/// The sides of a cell that are open, as facts with this answer.
fn open_sides(now: Now, v: usize, yes: bool) -> impl Iterator<Item = Fact> {
    let open = (now.lay.sides(v)).filter(move |&line| now.is_open(line));
    open.map(move |line| Fact::new(line, yes))
}

pub(super) struct NextToShaded {
    shaded: Cell,
}

impl Deduction<Yajilin> for NextToShaded {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let is_shaded = |fact: &&Fact| fact.is_yes() && fact.var() < state.lay.free;
        let shaded = findings.news_or_all().iter().filter(is_shaded);
        findings.each(shaded.map(|fact| fact.var()), |v, findings| {
            let passed = state.lay.neighbours(v).map(Fact::no);
            findings.conclude(passed, |because| {
                because.push(Ground::yes(v));
                let shaded = state.lay.at[v];
                Self { shaded }
            });
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.shaded);
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
pub(super) struct TwoLines {
    cell: Cell,
}

impl Deduction<Yajilin> for TwoLines {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        for v in state.touched(findings) {
            let node = &state.pieces.nodes[v];
            if node.lines < 2 || node.ways == 2 {
                continue;
            }
            let closed = open_sides(now, v, false);
            findings.conclude_unless(node.lines > 2, closed, |because| {
                because.extend(now.drawn(v).map(Ground::yes));
                let cell = state.lay.at[v];
                Self { cell }
            });
            if node.lines > 2 {
                return;
            }
        }
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
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

/// A cell on the loop that has no choice, with a line already or without.
pub(super) struct Forced<const WITH_LINE: bool> {
    cell: Cell,
}

/// A cell with a line that can go on in one direction, or in none.
pub(super) type GoesOn = Forced<true>;

/// A cell on the loop without a line, which has two ways or fewer.
pub(super) type TwoWays = Forced<false>;

impl<const WITH_LINE: bool> Deduction<Yajilin> for Forced<WITH_LINE> {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        for v in state.touched(findings) {
            let node = &state.pieces.nodes[v];
            let stuck = node.ways < 2 || node.ways == 2 && node.lines < 2;
            if !stuck || (node.lines > 0) != WITH_LINE || !now.no(v) {
                continue;
            }
            let drawn = open_sides(now, v, true);
            findings.conclude_unless(node.ways < 2, drawn, |because| {
                now.why_on_loop(v, because);
                now.closed_sides(v, because);
                let cell = state.lay.at[v];
                Self { cell }
            });
            if node.ways < 2 {
                return;
            }
        }
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let (cell, dirs) = (in_words(self.cell), puzzle.dirs(self.cell, step));
        match (WITH_LINE, step.is_clash()) {
            (true, true) => format!("The line cannot go on from {cell}."),
            (true, false) => format!("From {cell} the line can only go on {dirs}."),
            (false, true) => {
                format!("The loop passes through {cell}, but cannot get in and out.")
            }
            (false, false) => format!(
                "The loop passes through {cell} and has only two ways there, so it leads {dirs}."
            ),
        }
    }
}

/// A cell that the loop cannot pass through.
pub(super) struct NoWay {
    cell: Cell,
}

impl Deduction<Yajilin> for NoWay {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        for v in state.touched(findings) {
            if state.pieces.nodes[v].ways < 2 && now.is_open(v) {
                findings.conclude([Fact::yes(v)], |because| {
                    because.push(now.shaded_or_not(v));
                    now.closed_sides(v, because);
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
pub(super) struct EitherWay {
    cell: Cell,
}

impl Deduction<Yajilin> for EitherWay {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        for v in state.touched(findings) {
            if state.pieces.nodes[v].ways != 2 || !now.is_open(v) {
                continue;
            }
            let passed = now.over(v).map(Fact::no);
            findings.conclude(passed, |because| {
                because.push(now.shaded_or_not(v));
                now.closed_sides(v, because);
                let cell = state.lay.at[v];
                Self { cell }
            });
        }
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
        if step.is_clash() {
            return format!("{cell} can neither be shaded nor be on the loop.");
        }
        let what = puzzle.conclusions(step);
        format!("{cell} has only two ways. Whether it is shaded or not, {what}.")
    }
}
