//! The loop comes through a cell only once, so it lies within a part of the board that no single
//! cell holds together. Such parts (blocks) and the cells that join them are found in one pass of
//! Tarjan's algorithm over the cells and borders that are not closed.

use grid::Cell;
use logic::{Deduction, Findings, Ground, Known, Step};

use super::{State, Yajilin, cite, no};
use crate::Fact;
use crate::board::in_words;

#[derive(Debug)]
pub(super) enum Pocket {
    /// A part of the board that the loop cannot enter and leave again.
    Behind {
        /// The one cell through which the part can be reached.
        door: Option<Cell>,
        /// A cell of the loop outside.
        outside: Cell,
    },
    /// Two cells of the loop with at most one cell that joins them.
    Apart([Cell; 2]),
}

impl Deduction<Yajilin> for Pocket {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let known = findings.known();
        let lay = &state.lay;
        let passed = || (0..lay.free).filter(|&v| known.no(v));
        let total = passed().count();
        if total == 0 {
            return;
        }
        let blocks = Blocks::new(state, known);
        let mut holds = vec![0; blocks.size.len()];
        for v in passed() {
            for block in blocks.at(state, v) {
                holds[block as usize] += 1;
            }
        }
        if !holds.contains(&total) {
            if total > 1 {
                findings.contradict(|because| apart(state, known, &blocks, because));
            }
            return;
        }
        // A block of one line holds no loop; that is for other rules to say.
        let home = |b: u32| holds[b as usize] == total && blocks.size[b as usize] > 1;
        if !(0..holds.len() as u32).any(home) {
            return;
        }
        let is_home = |v: usize| blocks.at(state, v).any(home);
        let mut seen: Vec<bool> = (0..lay.free).map(|v| known.yes(v) || is_home(v)).collect();
        for start in 0..lay.free {
            if findings.over() {
                return;
            }
            if seen[start] {
                continue;
            }
            let part = reach(state, known, start, |w| !is_home(w));
            part.iter().for_each(|&v| seen[v] = true);
            let over = |v: &usize| state.over(known, *v);
            let door = part.iter().flat_map(over).filter(|&w| is_home(w)).last();
            let facts: Vec<Fact> = part.iter().copied().map(Fact::yes).collect();
            findings.conclude(&facts, |because| {
                walls(state, known, &part, door, because);
                let elsewhere = passed().filter(|v| Some(*v) != door && !part.contains(v));
                // The only cell of the loop may be the door itself.
                let outside = lay.nearest(start, elsewhere).or(door);
                let outside = outside.expect("the loop passes somewhere");
                because.push(no(outside));
                Pocket::Behind {
                    door: door.map(|v| lay.at[v]),
                    outside: lay.at[outside],
                }
            });
        }
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let apart = match *self {
            Pocket::Apart(cells) => Some(cells),
            Pocket::Behind { outside, .. } => puzzle.cell_against(step).map(|z| [outside, z]),
        };
        if let Some([a, z]) = apart.map(|cells| cells.map(in_words)) {
            return format!(
                "The loop cannot get from {a} to {z} and back without coming through some cell \
                 twice."
            );
        }
        let what = puzzle.conclusions(step);
        match *self {
            Pocket::Behind {
                door: Some(door), ..
            } => {
                let door = in_words(door);
                format!("Behind {door} there is a pocket without another exit, so {what}.")
            }
            _ => format!("The loop cannot get in, so {what}."),
        }
    }
}

struct Blocks {
    first_line: usize,
    /// For each line the block that it belongs to.
    of: Vec<Option<u32>>,
    /// How many lines a block has.
    size: Vec<u32>,
}

impl Blocks {
    /// The blocks that a cell is in.
    fn at(&self, state: &State, v: usize) -> impl Iterator<Item = u32> {
        let of = [0, 1, 2, 3].map(|d| self.of[state.lay.side(v, d)? - self.first_line]);
        (0..4).filter_map(move |d| of[d].filter(|_| !of[..d].contains(&of[d])))
    }

    fn new(state: &State, known: &Known) -> Blocks {
        let lay = &state.lay;
        let mut blocks = Blocks {
            first_line: lay.free,
            of: vec![None; lay.lines().len()],
            size: Vec::new(),
        };
        let mut time = vec![0u32; lay.free];
        let mut low = vec![0u32; lay.free];
        let mut now = 0;
        // A cell, the line by which it was reached, and the next side to look at.
        let mut path: Vec<(usize, Option<usize>, usize)> = Vec::new();
        let mut lines: Vec<usize> = Vec::new();
        for start in 0..lay.free {
            if time[start] != 0 || state.pieces.nodes[start].ways == 0 {
                continue;
            }
            now += 1;
            (time[start], low[start]) = (now, now);
            path.push((start, None, 0));
            while let Some((v, came, side)) = path.last_mut() {
                let (v, came) = (*v, *came);
                if *side == 4 {
                    path.pop();
                    if let Some(&(u, _, _)) = path.last() {
                        low[u] = low[u].min(low[v]);
                        if low[v] >= time[u] {
                            blocks.add(&mut lines, came);
                        }
                    }
                    continue;
                }
                let line = lay.side(v, *side);
                *side += 1;
                let Some(line) = line.filter(|&line| Some(line) != came && !known.no(line)) else {
                    continue;
                };
                let w = lay.over(v, line);
                if time[w] == 0 {
                    now += 1;
                    (time[w], low[w]) = (now, now);
                    lines.push(line);
                    path.push((w, Some(line), 0));
                } else if time[w] < time[v] {
                    low[v] = low[v].min(time[w]);
                    lines.push(line);
                }
            }
        }
        blocks
    }

    /// The lines back to this one are a block.
    fn add(&mut self, lines: &mut Vec<usize>, back_to: Option<usize>) {
        let block = self.size.len() as u32;
        let mut size = 0;
        while let Some(line) = lines.pop() {
            self.of[line - self.first_line] = Some(block);
            size += 1;
            if Some(line) == back_to {
                break;
            }
        }
        self.size.push(size);
    }
}

/// Name the closed borders around a part, except those of the door.
fn walls(
    state: &State,
    known: &Known,
    part: &[usize],
    door: Option<usize>,
    because: &mut Vec<Ground>,
) {
    for &v in part {
        for line in state.closed(known, v) {
            let w = state.lay.over(v, line);
            if Some(w) != door && !part.contains(&w) {
                cite(because, state.why_closed(known, line));
            }
        }
    }
}

/// Two cells of the loop that lie in no common block, and the walls that are to blame. There are
/// two such cells if no block holds all: blocks are joined like a tree.
fn apart(state: &State, known: &Known, blocks: &Blocks, because: &mut Vec<Ground>) -> Pocket {
    let passed: Vec<usize> = (0..state.lay.free).filter(|&v| known.no(v)).collect();
    let common =
        |a: usize, z: usize| (blocks.at(state, a)).any(|b| blocks.at(state, z).any(|c| b == c));
    let pairs = passed.iter().enumerate();
    let pair = pairs
        .flat_map(|(i, &a)| passed[..i].iter().map(move |&z| (a, z)))
        .find(|&(a, z)| !common(a, z));
    let (a, z) = pair.expect("blocks are joined like a tree");
    // Nothing, or some cell, is the only way between them; take what needs the fewest walls.
    let inner = |d: &usize| *d != a && *d != z && blocks.at(state, *d).nth(1).is_some();
    let doors = (0..state.lay.free).filter(inner).map(Some).chain([None]);
    let best = doors
        .filter_map(|door| {
            let part = reach(state, known, a, |w| Some(w) != door);
            let mut grounds = Vec::new();
            walls(state, known, &part, door, &mut grounds);
            (!part.contains(&z)).then_some(grounds)
        })
        .min_by_key(Vec::len);
    because.extend(best.expect("they have no block in common"));
    because.extend([a, z].map(no));
    Pocket::Apart([a, z].map(|v| state.lay.at[v]))
}

/// What can be reached from a cell through such cells.
fn reach(state: &State, known: &Known, from: usize, through: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut seen = vec![false; state.lay.free];
    seen[from] = true;
    let mut part = vec![from];
    let mut i = 0;
    while let Some(&v) = part.get(i) {
        for w in state.over(known, v) {
            if !seen[w] && through(w) {
                seen[w] = true;
                part.push(w);
            }
        }
        i += 1;
    }
    part
}
