//! What one entry would leave for a clue.
//!
//! If a cell were shaded, the loop would pass through its neighbours, and where one of these has
//! only two ways left, through the next cells too. If a border were closed, a cell of the loop
//! with three ways would have to use the other two. If a line were drawn, cells would be passed,
//! and others lose a way. When that takes so many cells from a clue that it cannot get its number
//! any more, the entry is wrong. Nothing is followed further than that.

use super::arrows::{Arrows, Span};
use super::{Now, State, Yajilin, clue};
use crate::kit::prelude::*;
use crate::kit::words::cells;

/// Arrows that an entry would leave too few cells.
pub(super) struct Starve {
    arrows: Arrows,
    /// Those of their cells that the loop would take.
    taken: Vec<Cell>,
}

impl Deduction<Yajilin> for Starve {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        let mut passed: Vec<Passed> = Vec::new();
        let open = (0..now.atoms()).filter(|&atom| now.is_open(atom));
        findings.each(open, |atom, findings| {
            for yes in [true, false] {
                let suppose = Fact::new(atom, yes);
                passed.clear();
                if atom >= state.lay.free {
                    border(now, suppose, &mut passed);
                } else if yes {
                    shaded(now, atom, &mut passed);
                }
                if let Some(span) = starved(now, suppose, &passed) {
                    findings.conclude([!suppose], |because| {
                        reason(now, suppose, &passed, span, because);
                        let is_taken = |v: &usize| passed.iter().any(|p| p.cell == *v);
                        let taken = span.free().filter(is_taken);
                        Self {
                            arrows: span.arrows,
                            taken: taken.map(|v| state.lay.at[v]).collect(),
                        }
                    });
                    break;
                }
            }
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let clues = self.arrows.words(puzzle);
        let Some(&fact) = step.therefore.first() else {
            return format!("{clues} cannot get enough shaded cells.");
        };
        let (entry, what) = (puzzle.entry_words(!fact), puzzle.conclusions(step));
        let taken = cells(self.taken.iter().copied());
        format!(
            "If {entry}, the loop would take {taken}, which leaves {clues} too few cells, so {what}."
        )
    }

    fn picture(&self, _: &Yajilin, _: &Step) -> Picture {
        let clues = (self.arrows.both()).fold(Picture::default(), |p, at| p.thing([at]));
        clues.area(self.taken.iter().copied())
    }
}

/// A cell that the loop would pass through.
struct Passed {
    cell: usize,
    /// The cell (if any) that would lead it there.
    leader: Option<usize>,
}

/// A cell that is on the loop and has only these ways: it leads to the cells behind them.
fn leads(now: Now, x: usize, without: usize, passed: &mut Vec<Passed>) {
    let ways = now.ways(x).filter(|&line| line != without);
    let over = ways.map(|line| now.lay.over(x, line));
    let leader = Some(x);
    let open = over.filter(|&cell| now.is_open(cell));
    passed.extend(open.map(|cell| Passed { cell, leader }));
}

/// A cell that is on the loop whatever else there is.
fn passes(now: Now, cell: usize, passed: &mut Vec<Passed>) {
    if now.is_open(cell) {
        let leader = None;
        passed.push(Passed { cell, leader });
    }
}

fn shaded(now: Now, v: usize, passed: &mut Vec<Passed>) {
    for back in now.lay.sides(v) {
        let x = now.lay.over(v, back);
        passes(now, x, passed);
        if now.state.pieces.nodes[x].ways - !now.no(back) as u8 == 2 {
            leads(now, x, back, passed);
        }
    }
}

fn border(now: Now, suppose: Fact, passed: &mut Vec<Passed>) {
    let line = suppose.var();
    let has_three_ways = |v: usize| now.no(v) && now.state.pieces.nodes[v].ways == 3;
    for u in now.lay.ends(line) {
        if !suppose.is_yes() {
            if has_three_ways(u) {
                leads(now, u, line, passed);
            }
            continue;
        }
        passes(now, u, passed);
        if now.state.pieces.nodes[u].lines != 1 {
            continue;
        }
        // It has its two lines then, and its neighbours lose a way.
        for side in now.lay.sides(u) {
            let x = now.lay.over(u, side);
            let lost = side != line && now.is_open(side);
            if lost && has_three_ways(x) {
                leads(now, x, side, passed);
            }
        }
    }
}

/// The first span that could no longer get its number.
fn starved<'a>(now: Now<'a>, suppose: Fact, passed: &[Passed]) -> Option<&'a Span> {
    let mut last = None;
    for &s in (passed.iter()).flat_map(|p| &now.state.counting.spans_of[p.cell]) {
        if last.replace(s) == Some(s) {
            continue;
        }
        let (span, count) = (&now.state.counting.spans[s], now.state.counts[s]);
        // Few clues are so near to their limit.
        let need = span.need - count.shaded as i32;
        if need <= 0 || 2 * (need + passed.len() as i32) < count.open as i32 {
            continue;
        }
        if need > room(now, span, suppose, passed) {
            return Some(span);
        }
    }
    None
}

/// How many more shaded cells fit, the supposed one included.
fn room(now: Now, span: &Span, suppose: Fact, passed: &[Passed]) -> i32 {
    let mut room = 0;
    let mut run = 0;
    for cell in &span.cells {
        let is_supposed = cell.is_some_and(|v| suppose == Fact::yes(v));
        room += is_supposed as i32;
        let is_open = !is_supposed
            && cell.is_some_and(|v| now.is_open(v) && !passed.iter().any(|p| p.cell == v));
        if is_open {
            run += 1;
        } else {
            room += (run + 1) / 2;
            run = 0;
        }
    }
    room + (run + 1) / 2
}

fn reason(now: Now, suppose: Fact, passed: &[Passed], span: &Span, because: &mut Vec<Ground>) {
    let mut all = Vec::new();
    clue::cite_full(now, span, &mut all);
    let is_border = suppose.var() >= now.lay.free;
    let near = now.lay.cells(suppose.var());
    let mut leaders: Vec<usize> = (passed.iter())
        .filter(|p| span.cells.contains(&Some(p.cell)))
        .filter_map(|p| p.leader)
        .collect();
    leaders.dedup();
    for x in leaders {
        // Beside a supposed shaded cell it is on the loop anyway.
        if is_border {
            now.why_on_loop(x, &mut all);
            // And it loses a way because of the lines where the supposed one begins.
            for u in near {
                if suppose.is_yes() && now.lay.between(u, x).is_some() {
                    now.why_on_loop(u, &mut all);
                }
            }
        }
        let closed = (now.closed(x)).filter(|&a| !near.contains(&now.lay.over(x, a)));
        all.extend(closed.map(|line| now.why_closed(line)));
    }
    all.into_iter().for_each(|ground| cite(because, ground));
}
