//! Around the corner of a cell that might be shaded: its two neighbours there, and the cell
//! diagonally opposite between them.

use logic::{About, Found, Ground, Known, Rule};

use super::lay::NONE;
use super::{State, Yajilin};
use crate::Fact;

pub(super) const SQUEEZE: Rule<Yajilin> = Rule {
    about: About {
        id: "squeezed-corner",
        name: "Squeezed around a corner",
        group: "",
        level: 3,
        weight: 4,
        once: false,
        trial: false,
        words: "If a cell were shaded, the loop would pass through its neighbours. Look at two of \
                them that meet at a corner: if each would have only two ways left, one of them \
                through the cell diagonally opposite, that cell would get a line from both. If it \
                has another line already, that is one too many, so the first cell is not shaded.",
    },
    find,
    say: |game, step| {
        let [v, across, ..] = step.words;
        let (cell, across) = (game.cell_words(v), game.cell_words(across));
        if step.is_clash() {
            return format!("Because {cell} is shaded, {across} would get three lines.");
        }
        let what = game.all_words(&step.therefore);
        format!("If {cell} were shaded, {across} would get three lines, so {what}.")
    },
};

fn find(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    let mut cells = state.touched(found);
    if found.news().is_some() {
        // What has changed may be any of the four cells.
        let near: Vec<u32> = (cells.iter())
            .flat_map(|&v| state.lay.next[v as usize])
            .filter(|&v| v != NONE)
            .collect();
        let far = near.iter().flat_map(|&v| state.lay.next[v as usize]);
        cells.extend(far.filter(|&v| v != NONE));
        cells.extend(near);
        cells.sort_unstable();
        cells.dedup();
    }
    for v in cells {
        if found.over() {
            return;
        }
        if !known.is_open(v as usize) {
            continue;
        }
        for d in 0..4 {
            let e = (d + 1) % 4;
            let (x, y) = (state.lay.next[v as usize][d], state.lay.next[v as usize][e]);
            if x == NONE || y == NONE {
                continue;
            }
            let across = state.lay.next[x as usize][e];
            if across == NONE {
                continue;
            }
            let sides = [(x, d, e), (y, e, d)];
            let mut lines = state.nodes[across as usize].lines;
            let all = sides.iter().all(|&(x, from, to)| {
                let line = state.lay.side[x as usize][to] as usize;
                lines += !known.yes(line) as u8;
                needs(state, known, x, from, line)
            });
            if all && lines > 2 {
                found.say(&[Fact::no(v as usize)], [v, across, 0, 0], |because| {
                    reason(state, known, [v, x, y, across], because);
                });
            }
        }
    }
}

/// Must a cell use this line if the cell from which it lies in this direction is shaded?
fn needs(state: &State, known: &Known, x: u32, from: usize, line: usize) -> bool {
    let back = state.lay.side[x as usize][(from + 2) % 4] as usize;
    let ways = state.nodes[x as usize].ways - !known.no(back) as u8;
    ways == 2 && !known.no(line)
}

fn reason(state: &State, known: &Known, [v, x, y, across]: [u32; 4], because: &mut Vec<Ground>) {
    let start = because.len();
    let lines = state
        .lay
        .sides(across as usize)
        .filter(|&a| known.yes(a as usize));
    because.extend(lines.map(|a| Ground::Fact(Fact::yes(a as usize))));
    for x in [x, y] {
        for atom in state.lay.sides(x as usize) {
            if known.no(atom as usize) && state.lay.over(x as usize, atom) != v as usize {
                let ground = state.why_closed(known, atom);
                if !because[start..].contains(&ground) {
                    because.push(ground);
                }
            }
        }
    }
}
