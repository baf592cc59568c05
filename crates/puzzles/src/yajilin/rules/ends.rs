//! Rules about pieces of the loop and their ends: there is only one loop.

use super::{Now, State, Yajilin};
use crate::kit::areas::reach;
use crate::kit::prelude::*;

/// A loop that is closed.
pub(super) struct Closed {
    line: usize,
    /// A cell of the loop that it does not pass through.
    left_out: Option<Cell>,
}

impl Deduction<Yajilin> for Closed {
    fn find(puzzle: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        // A branch is for the rule of two lines.
        let Some(line) = state.pieces.closed.filter(|_| !state.pieces.branched) else {
            return;
        };
        let piece = piece(now, state.lay.ends(line)[0]);
        let elsewhere = is_elsewhere(state, 0);
        let left = (0..state.lay.free).filter(|v| now.is_open(*v) && !piece.contains(v));
        findings.conclude_unless(elsewhere, left.map(Fact::yes), |because| {
            cite_lines(now, &piece, because);
            let left_out = elsewhere.then(|| cite_elsewhere(puzzle, now, &piece, because));
            Self { line, left_out }
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let line = puzzle.line_words(self.line);
        if let Some(out) = self.left_out.or_else(|| puzzle.cell_against(step)) {
            let out = in_words(out);
            return format!("The loop is closed between {line}, but leaves out {out}.");
        }
        let what = puzzle.conclusions(step);
        format!("The loop is closed between {line}, so {what}.")
    }
}

/// Has the loop another piece than the one in question, or more loose cells than this?
fn is_elsewhere(state: &State, loose: u32) -> bool {
    state.pieces.count > 1 || state.pieces.loose > loose
}

/// The cells of the piece of the loop that a cell lies on.
fn piece(now: Now, start: usize) -> Vec<usize> {
    reach(now.lay.free, start, |v| {
        let drawn = now.drawn(v);
        drawn.map(move |line| now.lay.over(v, line))
    })
}

/// Cite the lines of a piece of the loop.
fn cite_lines(now: Now, piece: &[usize], because: &mut Vec<Ground>) {
    for line in piece.iter().flat_map(|&v| now.drawn(v)) {
        cite(because, Ground::yes(line));
    }
}

/// Cite a part of the loop that is not on this piece of it, the one nearest to its beginning; and
/// say which cell that is.
fn cite_elsewhere(puzzle: &Yajilin, now: Now, piece: &[usize], because: &mut Vec<Ground>) -> Cell {
    let others = (0..now.lay.free).filter(|v| now.no(*v) && !piece.contains(v));
    let v = now.lay.nearest(piece[0], others).expect("it was counted");
    let line = now.drawn(v).next();
    because.push(line.map_or(Ground::no(v), Ground::yes));
    puzzle.place(line.unwrap_or(v))
}

/// The two ends of a piece of the loop that touch, and must not be joined.
pub(super) struct SmallLoop {
    line: usize,
    /// A cell that would be left out; or two that touch, so that not both are shaded.
    left_out: Vec<Cell>,
}

impl Deduction<Yajilin> for SmallLoop {
    fn find(puzzle: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        if !state.pieces.are_open() {
            return;
        }
        findings.each(state.pieces.ends(), |[u, mate], findings| {
            let line = state.lay.between(u, mate);
            let Some(line) = line.filter(|&line| now.is_open(line)) else {
                return;
            };
            let elsewhere = is_elsewhere(state, 0);
            if !elsewhere && bare(state).next().is_none() {
                return;
            }
            findings.conclude([Fact::no(line)], |because| {
                let piece = piece(now, u);
                cite_lines(now, &piece, because);
                let left_out = match touching(state, u).filter(|_| !elsewhere) {
                    Some(pair) => pair.map(|v| state.lay.at[v]).to_vec(),
                    None => vec![cite_elsewhere(puzzle, now, &piece, because)],
                };
                Self { line, left_out }
            });
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let line = puzzle.line_words(self.line);
        let others = list(self.left_out.iter().copied().map(in_words), "and");
        let why = match self.left_out.len() {
            1 => "",
            _ => ", which cannot both be shaded",
        };
        if step.is_clash() {
            return format!("The line between {line} closes a loop that leaves out {others}{why}.");
        }
        format!(
            "A line between {line} would close a loop that leaves out {others}{why}, so there is \
             none."
        )
    }
}

/// Pairs of cells without lines that touch.
fn bare(state: &State) -> impl Iterator<Item = [usize; 2]> {
    let is_bare = |v: &usize| state.pieces.nodes[*v].lines == 0;
    let pairs = state.lay.lines().map(|line| state.lay.ends(line));
    pairs.filter(move |pair| pair.iter().all(is_bare))
}

/// The nearest of these pairs.
fn touching(state: &State, from: usize) -> Option<[usize; 2]> {
    let far = |&[v, w]: &[usize; 2]| state.lay.distance(from, v) + state.lay.distance(from, w);
    bare(state).min_by_key(far)
}

/// A cell that touches both ends of a piece of the loop, and must not join them.
pub(super) struct Detour {
    cell: Cell,
    ends: [Cell; 2],
}

impl Deduction<Yajilin> for Detour {
    fn find(puzzle: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        let lay = &state.lay;
        if !state.pieces.are_open() {
            return;
        }
        findings.each(state.pieces.ends(), |ends @ [u, mate], findings| {
            for v in lay.neighbours(u) {
                let node = &state.pieces.nodes[v];
                if node.lines != 0 || !(2..=3).contains(&node.ways) || now.yes(v) {
                    continue;
                }
                let way = |w: usize| lay.between(v, w).filter(|&line| now.is_open(line));
                let (Some(first), Some(second)) = (way(u), way(mate)) else {
                    continue;
                };
                if !is_elsewhere(state, now.no(v) as u32) {
                    continue;
                }
                let third = (now.ways(v)).find(|line| ![first, second].contains(line));
                let facts = match third {
                    None => vec![Fact::yes(v)],
                    Some(line) if now.no(v) => {
                        vec![Fact::no(lay.over(v, line)), Fact::yes(line)]
                    }
                    Some(line) => vec![Fact::no(lay.over(v, line))],
                };
                findings.conclude(facts, |because| {
                    let mut piece = piece(now, u);
                    cite_lines(now, &piece, because);
                    piece.push(v);
                    cite_elsewhere(puzzle, now, &piece, because);
                    if now.no(v) {
                        because.push(Ground::no(v));
                    }
                    now.closed_sides(v, because);
                    Self {
                        cell: lay.at[v],
                        ends: ends.map(|v| lay.at[v]),
                    }
                });
            }
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let cell = in_words(self.cell);
        let ends = self.ends.map(in_words).join(" and ");
        if step.is_clash() {
            return format!("In {cell} the loop could only join {ends}, which is too soon.");
        }
        let what = puzzle.conclusions(step);
        format!(
            "In {cell} the loop cannot join {ends}, as that would close it too soon, so {what}."
        )
    }
}
