//! Around the corner of a cell that might be shaded: its two neighbours there, and the cell
//! diagonally opposite between them.

use super::{Now, State, Yajilin};
use crate::kit::prelude::*;

/// A cell that cannot be shaded, because of what is around its corner.
pub(super) struct Squeeze {
    cell: Cell,
    /// Its neighbours at that corner.
    beside: [Cell; 2],
    /// The cell diagonally opposite.
    across: Cell,
}

impl Deduction<Yajilin> for Squeeze {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let now = state.now(findings);
        let lay = &state.lay;
        // What has changed may be any of the four cells.
        let near = |v: usize| lay.neighbours(v).chain([v]);
        let with_near =
            |cells: Vec<usize>| distinct_below(lay.free, cells.into_iter().flat_map(near));
        let mut cells = with_near(with_near(state.touched(findings)));
        cells.retain(|&v| now.is_open(v));
        findings.each(cells, |v, findings| {
            for d in 0..4 {
                let e = (d + 1) % 4;
                let (Some(x), Some(y)) = (lay.next(v, d), lay.next(v, e)) else {
                    continue;
                };
                let Some(across) = lay.next(x, e) else {
                    continue;
                };
                let mut lines = state.pieces.nodes[across].lines;
                let all = [(x, d, e), (y, e, d)].iter().all(|&(x, from, to)| {
                    lay.side(x, to).is_some_and(|line| {
                        lines += !now.yes(line) as u8;
                        needs(now, x, from, line)
                    })
                });
                if all && lines > 2 {
                    findings.conclude([Fact::no(v)], |because| {
                        reason(now, [v, x, y, across], because);
                        let [cell, across] = [v, across].map(|v| lay.at[v]);
                        Self {
                            cell,
                            beside: [x, y].map(|v| lay.at[v]),
                            across,
                        }
                    });
                }
            }
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let (cell, across) = (in_words(self.cell), in_words(self.across));
        if step.is_clash() {
            return format!("Because {cell} is shaded, {across} would get three lines.");
        }
        let [x, y] = self.beside.map(in_words);
        let what = puzzle.conclusions(step);
        format!(
            "If {cell} were shaded, {x} and {y} would both lead the loop to {across}, which would \
             get three lines, so {what}."
        )
    }

    fn picture(&self, _: &Yajilin, _: &Step) -> Picture {
        let [x, y] = self.beside;
        let both = Picture::default().thing([x]).thing([y]);
        both.beyond([self.across])
    }
}

/// Must a cell use this line if the cell from which it lies in this direction is shaded?
fn needs(now: Now, x: usize, from: usize, line: usize) -> bool {
    let back = now.lay.side(x, (from + 2) % 4);
    let lost = back.is_some_and(|back| !now.no(back));
    now.state.pieces.nodes[x].ways - lost as u8 == 2 && !now.no(line)
}

fn reason(now: Now, [v, x, y, across]: [usize; 4], because: &mut Vec<Ground>) {
    because.extend(now.drawn(across).map(Ground::yes));
    for x in [x, y] {
        for line in now.closed(x) {
            if now.lay.over(x, line) != v {
                cite(because, now.why_closed(line));
            }
        }
    }
}
