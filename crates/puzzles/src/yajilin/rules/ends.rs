//! Rules about pieces of the loop and their ends: there is only one loop.

use logic::{About, Found, Ground, Known, Rule};

use super::lay::NONE;
use super::{State, Yajilin};
use crate::Fact;

pub(super) const FINISHED: Rule<Yajilin> = Rule {
    about: About {
        id: "loop-closed",
        name: "The loop is closed",
        group: "",
        level: 1,
        weight: 1,
        once: false,
        trial: false,
        words: "Once the loop is closed there is no other: every cell that it does not pass \
                through is shaded.",
    },
    find: finished,
    say: |game, step| {
        let line = game.line_words(step.words[0] as usize);
        if let (true, Some(Ground::Fact(out))) = (step.is_clash(), step.because.last()) {
            let out = game.cell_words_of(*out);
            return format!("The loop is closed between {line}, but leaves out {out}.");
        }
        let what = game.all_words(&step.therefore);
        format!("The loop is closed between {line}, so {what}.")
    },
};

fn finished(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    // A branch is for the rule of two lines.
    if state.closed == NONE || state.branched {
        return;
    }
    let path = || {
        let [u, _] = state.lay.ends[state.closed as usize - state.lay.free];
        walk(state, known, u as usize)
    };
    let words = [state.closed, 0, 0, 0];
    let lines = |because: &mut Vec<Ground>| {
        because.extend(
            path()
                .1
                .iter()
                .map(|&a| Ground::Fact(Fact::yes(a as usize))),
        );
    };
    if state.paths > 1 || state.loose > 0 {
        return found.clash(words, |because| {
            lines(because);
            because.push(elsewhere(state, known, &path().0));
        });
    }
    let on_path = path().0;
    let left: Vec<Fact> = (0..state.lay.free)
        .filter(|v| known.is_open(*v) && !on_path.contains(&(*v as u32)))
        .map(Fact::yes)
        .collect();
    found.say(&left, words, lines);
}

/// The cells and the lines of the piece of the loop that a cell lies on.
fn walk(state: &State, known: &Known, start: usize) -> (Vec<u32>, Vec<u32>) {
    let mut cells = vec![start as u32];
    let mut lines = Vec::new();
    let mut i = 0;
    while let Some(&v) = cells.get(i) {
        for atom in state.lay.sides(v as usize) {
            if known.yes(atom as usize) && !lines.contains(&atom) {
                lines.push(atom);
                let w = state.lay.over(v as usize, atom) as u32;
                if !cells.contains(&w) {
                    cells.push(w);
                }
            }
        }
        i += 1;
    }
    (cells, lines)
}

/// A part of the loop that is not on this piece of it: the one nearest to its beginning.
fn elsewhere(state: &State, known: &Known, path: &[u32]) -> Ground {
    let from = state.lay.at[path[0] as usize];
    let distance = |v: usize| {
        let at = state.lay.at[v];
        (at.row - from.row).abs() + (at.col - from.col).abs()
    };
    let other = (0..state.lay.free)
        .filter(|v| known.no(*v) && !path.contains(&(*v as u32)))
        .min_by_key(|&v| distance(v));
    let v = other.expect("it was counted");
    let line = state.lay.sides(v).find(|&a| known.yes(a as usize));
    Ground::Fact(line.map_or(Fact::no(v), |atom| Fact::yes(atom as usize)))
}

pub(super) const SMALL_LOOP: Rule<Yajilin> = Rule {
    about: About {
        id: "small-loop",
        name: "No small loop",
        group: "",
        level: 2,
        weight: 2,
        once: false,
        trial: false,
        words: "The two ends of a line may be joined only if that finishes the puzzle. If the loop \
                has to pass somewhere else too, or if two cells that are left out touch (they \
                cannot both be shaded), the border between the ends is closed.",
    },
    find: small_loop,
    say: |game, step| {
        let [atom, touching, a, z] = step.words;
        let line = game.line_words(atom as usize);
        let (others, why) = match (touching, step.because.last()) {
            (0, Some(Ground::Fact(fact))) => (game.cell_words_of(*fact), ""),
            (0, _) => ("another cell".to_owned(), ""),
            _ => (
                format!("{} and {}", game.cell_words(a), game.cell_words(z)),
                ", which cannot both be shaded",
            ),
        };
        format!(
            "A line between {line} would close a loop that leaves out {others}{why}, so there is \
             none."
        )
    },
};

fn small_loop(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    if state.closed != NONE || state.branched {
        return;
    }
    for u in 0..state.lay.free {
        if found.over() {
            return;
        }
        let node = &state.nodes[u];
        if node.lines != 1 || (node.mate as usize) < u {
            continue;
        }
        let joins = |&atom: &u32| state.lay.over(u, atom) == node.mate as usize;
        let Some(atom) = state.lay.sides(u).find(joins) else {
            continue;
        };
        if !known.is_open(atom as usize) {
            continue;
        }
        let lines = |path: &[u32], because: &mut Vec<Ground>| {
            because.extend(path.iter().map(|&a| Ground::Fact(Fact::yes(a as usize))));
        };
        let none = [Fact::no(atom as usize)];
        if state.paths > 1 || state.loose > 0 {
            found.say(&none, [atom, 0, 0, 0], |because| {
                let (cells, path) = walk(state, known, u);
                lines(&path, because);
                because.push(elsewhere(state, known, &cells));
            });
        } else if let Some([a, z]) = touching(state, u) {
            found.say(&none, [atom, 1, a, z], |because| {
                lines(&walk(state, known, u).1, because);
            });
        }
    }
}

/// Two cells without lines that touch, the nearest ones.
fn touching(state: &State, from: usize) -> Option<[u32; 2]> {
    let from = state.lay.at[from];
    let distance = |v: u32| {
        let at = state.lay.at[v as usize];
        (at.row - from.row).abs() + (at.col - from.col).abs()
    };
    let bare = |v: u32| state.nodes[v as usize].lines == 0;
    let pairs = state.lay.ends.iter().copied();
    pairs
        .filter(|&[a, z]| bare(a) && bare(z))
        .min_by_key(|&[a, z]| distance(a) + distance(z))
}

pub(super) const DETOUR: Rule<Yajilin> = Rule {
    about: About {
        id: "small-loop-over-a-cell",
        name: "No small loop over a cell",
        group: "",
        level: 3,
        weight: 4,
        once: false,
        trial: false,
        words: "A cell touches both ends of one piece of the loop. It cannot join them, because \
                that would close a loop too soon. With no third way the cell is shaded; with one \
                third way, the loop passes through the neighbour there, and comes from it if the \
                first cell is on the loop.",
    },
    find: detour,
    say: |game, step| {
        let [v, a, z, _] = step.words;
        let cell = game.cell_words(v);
        let ends = format!("{} and {}", game.cell_words(a), game.cell_words(z));
        if step.is_clash() {
            return format!("In {cell} the loop could only join {ends}, which is too soon.");
        }
        let what = game.all_words(&step.therefore);
        format!(
            "In {cell} the loop cannot join {ends}, as that would close it too soon, so {what}."
        )
    },
};

fn detour(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    if state.closed != NONE || state.branched {
        return;
    }
    for u in 0..state.lay.free {
        if found.over() {
            return;
        }
        let end = &state.nodes[u];
        if end.lines != 1 || (end.mate as usize) < u {
            continue;
        }
        let mate = end.mate as usize;
        for v in state.lay.neighbours(u) {
            let node = &state.nodes[v];
            let way = |w: usize| {
                let line = state.lay.between(v as u32, w as u32);
                line.filter(|&atom| known.is_open(atom))
            };
            if node.lines != 0 || !(2..=3).contains(&node.ways) || known.yes(v) {
                continue;
            }
            let (Some(first), Some(second)) = (way(u), way(mate)) else {
                continue;
            };
            let alone = state.paths == 1 && state.loose == known.no(v) as u32;
            if alone {
                continue;
            }
            let mut facts = Vec::new();
            let mut third = (state.lay.sides(v)).filter(|&atom| {
                !known.no(atom as usize) && ![first, second].contains(&(atom as usize))
            });
            match third.next() {
                None => facts.push(Fact::yes(v)),
                Some(atom) => {
                    facts.push(Fact::no(state.lay.over(v, atom)));
                    if known.no(v) {
                        facts.push(Fact::yes(atom as usize));
                    }
                }
            }
            let words = [v as u32, u as u32, mate as u32, 0];
            found.say(&facts, words, |because| {
                let (mut cells, path) = walk(state, known, u);
                cells.push(v as u32);
                because.extend(path.iter().map(|&a| Ground::Fact(Fact::yes(a as usize))));
                because.push(elsewhere(state, known, &cells));
                if known.no(v) {
                    because.push(Ground::Fact(Fact::no(v)));
                }
                state.closed_sides(known, v, because);
            });
        }
    }
}
