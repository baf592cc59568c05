//! Rules about pieces of the loop and their ends: there is only one loop.

use super::{State, Yajilin};
use crate::kit::prelude::*;

/// A loop that is closed.
#[derive(Debug)]
pub(super) struct Closed {
    line: usize,
    /// A cell of the loop that it does not pass through.
    left_out: Option<Cell>,
}

impl Deduction<Yajilin> for Closed {
    fn find(puzzle: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        // A branch is for the rule of two lines.
        let Some(line) = state.pieces.closed.filter(|_| !state.pieces.branched) else {
            return;
        };
        let [u, _] = state.lay.ends(line);
        if is_elsewhere(state, 0) {
            return findings.contradict(|because| {
                let (cells, lines) = walk(state, known, u);
                because.extend(lines.into_iter().map(Ground::yes));
                let left_out = Some(cite_elsewhere(puzzle, state, known, &cells, because));
                Self { line, left_out }
            });
        }
        let (cells, lines) = walk(state, known, u);
        let left: Vec<Fact> = (0..state.lay.free)
            .filter(|v| known.is_open(*v) && !cells.contains(v))
            .map(Fact::yes)
            .collect();
        findings.conclude(&left, |because| {
            because.extend(lines.into_iter().map(Ground::yes));
            let left_out = None;
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

/// The cells and the lines of the piece of the loop that a cell lies on.
fn walk(state: &State, known: &Known, start: usize) -> (Vec<usize>, Vec<usize>) {
    let mut cells = vec![start];
    let mut lines = Vec::new();
    let mut i = 0;
    while let Some(&v) = cells.get(i) {
        for line in state.drawn(known, v) {
            if !lines.contains(&line) {
                lines.push(line);
                let w = state.lay.over(v, line);
                if !cells.contains(&w) {
                    cells.push(w);
                }
            }
        }
        i += 1;
    }
    (cells, lines)
}

/// Cite a part of the loop that is not on this piece of it, the one nearest to its beginning; and
/// say which cell that is.
fn cite_elsewhere(
    puzzle: &Yajilin,
    state: &State,
    known: &Known,
    piece: &[usize],
    because: &mut Vec<Ground>,
) -> Cell {
    let others = (0..state.lay.free).filter(|v| known.no(*v) && !piece.contains(v));
    let v = state.lay.nearest(piece[0], others).expect("it was counted");
    let line = state.drawn(known, v).next();
    because.push(line.map_or(Ground::no(v), Ground::yes));
    puzzle.place(line.unwrap_or(v))
}

/// The two ends of a piece of the loop that touch, and must not be joined.
#[derive(Debug)]
pub(super) struct SmallLoop {
    line: usize,
    /// A cell that would be left out; or two that touch, so that not both are shaded.
    left_out: Vec<Cell>,
}

impl Deduction<Yajilin> for SmallLoop {
    fn find(puzzle: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        if !state.pieces.are_open() {
            return;
        }
        findings.each(state.pieces.ends(), |[u, mate], findings| {
            let line = state.lay.between(u, mate);
            let Some(line) = line.filter(|&line| known.is_open(line)) else {
                return;
            };
            let elsewhere = is_elsewhere(state, 0);
            let touching = if elsewhere { None } else { touching(state, u) };
            if !elsewhere && touching.is_none() {
                return;
            }
            findings.conclude(&[Fact::no(line)], |because| {
                let (cells, lines) = walk(state, known, u);
                because.extend(lines.into_iter().map(Ground::yes));
                let left_out = match touching {
                    Some(pair) => pair.map(|v| state.lay.at[v]).to_vec(),
                    None => vec![cite_elsewhere(puzzle, state, known, &cells, because)],
                };
                Self { line, left_out }
            });
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let line = puzzle.line_words(self.line);
        let others: Vec<String> = self.left_out.iter().copied().map(in_words).collect();
        let (others, why) = match others.len() {
            1 => (others.join(" and "), ""),
            _ => (others.join(" and "), ", which cannot both be shaded"),
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

/// Two cells without lines that touch, the nearest ones.
fn touching(state: &State, from: usize) -> Option<[usize; 2]> {
    let is_bare = |v: &usize| state.pieces.nodes[*v].lines == 0;
    let pairs = state.lay.lines().map(|line| state.lay.ends(line));
    pairs
        .filter(|pair| pair.iter().all(is_bare))
        .min_by_key(|pair| {
            pair.map(|v| state.lay.distance(from, v))
                .iter()
                .sum::<i16>()
        })
}

/// A cell that touches both ends of a piece of the loop, and must not join them.
#[derive(Debug)]
pub(super) struct Detour {
    cell: Cell,
    ends: [Cell; 2],
}

impl Deduction<Yajilin> for Detour {
    fn find(puzzle: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        let lay = &state.lay;
        if !state.pieces.are_open() {
            return;
        }
        findings.each(state.pieces.ends(), |ends @ [u, mate], findings| {
            for v in lay.neighbours(u) {
                let node = &state.pieces.nodes[v];
                if node.lines != 0 || !(2..=3).contains(&node.ways) || known.yes(v) {
                    continue;
                }
                let way = |w: usize| lay.between(v, w).filter(|&line| known.is_open(line));
                let (Some(first), Some(second)) = (way(u), way(mate)) else {
                    continue;
                };
                if !is_elsewhere(state, known.no(v) as u32) {
                    continue;
                }
                let mut facts = Vec::new();
                let third = (state.ways(known, v)).find(|line| ![first, second].contains(line));
                match third {
                    None => facts.push(Fact::yes(v)),
                    Some(line) => {
                        facts.push(Fact::no(lay.over(v, line)));
                        if known.no(v) {
                            facts.push(Fact::yes(line));
                        }
                    }
                }
                findings.conclude(&facts, |because| {
                    let (mut cells, lines) = walk(state, known, u);
                    cells.push(v);
                    because.extend(lines.into_iter().map(Ground::yes));
                    cite_elsewhere(puzzle, state, known, &cells, because);
                    if known.no(v) {
                        because.push(Ground::no(v));
                    }
                    state.closed_sides(known, v, because);
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
