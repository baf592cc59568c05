//! The loop comes through a cell only once, so it lies within a part of the board that no single
//! cell holds together. Such parts (blocks) and the cells that join them are found in one pass of
//! Tarjan's algorithm over the cells and borders that are not closed.

use logic::{About, Found, Ground, Known, Rule};

use super::lay::NONE;
use super::{State, Yajilin};
use crate::Fact;

pub(super) const POCKET: Rule<Yajilin> = Rule {
    about: About {
        id: "pocket",
        name: "Pocket behind one cell",
        group: "",
        level: 3,
        weight: 5,
        once: false,
        trial: false,
        words: "A part of the board that can be reached only through a single cell, or not at \
                all, is a pocket: the loop would have to come through that cell twice, to get in \
                and out again. If the loop passes outside the pocket, it does not pass inside. All \
                cells of the pocket would then be shaded, and as two cells that touch cannot be, \
                a pocket of two or more cells says that some entry is wrong.",
    },
    find: pocket,
    say: |game, step| {
        let [door, ..] = step.words;
        if let (true, [.., Ground::Fact(a), Ground::Fact(z)]) = (step.is_clash(), &*step.because) {
            let (a, z) = (game.cell_words_of(*a), game.cell_words_of(*z));
            return format!(
                "The loop cannot get from {a} to {z} and back without coming through some cell \
                 twice."
            );
        }
        let what = game.all_words(&step.therefore);
        match door {
            NONE => format!("The loop cannot get in, so {what}."),
            door => {
                let door = game.cell_words(door);
                format!("Behind {door} there is a pocket without another exit, so {what}.")
            }
        }
    },
};

/// For each line the block that it belongs to, or `NONE`.
struct Blocks {
    of: Vec<u32>,
    /// How many lines a block has.
    size: Vec<u32>,
}

impl Blocks {
    fn at(&self, state: &State, v: usize) -> impl Iterator<Item = u32> {
        let free = state.lay.free;
        let side = state.lay.side[v];
        (0..4).filter_map(move |d| {
            let of = |atom: u32| (atom != NONE).then(|| self.of[atom as usize - free]);
            let block = of(side[d]).filter(|&b| b != NONE)?;
            let earlier = (0..d).any(|e| of(side[e]) == Some(block));
            (!earlier).then_some(block)
        })
    }
}

fn blocks(state: &State, known: &Known) -> Blocks {
    let lay = &state.lay;
    let mut blocks = Blocks {
        of: vec![NONE; lay.ends.len()],
        size: Vec::new(),
    };
    let mut time = vec![0u32; lay.free];
    let mut low = vec![0u32; lay.free];
    let mut now = 0;
    // A cell, the line by which it was reached, and the next side to look at.
    let mut path: Vec<(u32, u32, u8)> = Vec::new();
    let mut lines: Vec<u32> = Vec::new();
    for start in 0..lay.free {
        if time[start] != 0 || state.nodes[start].ways == 0 {
            continue;
        }
        now += 1;
        (time[start], low[start]) = (now, now);
        path.push((start as u32, NONE, 0));
        while let Some((v, came, side)) = path.last_mut() {
            let v = *v as usize;
            if *side == 4 {
                let came = *came;
                path.pop();
                let Some(&(u, _, _)) = path.last() else {
                    continue;
                };
                let u = u as usize;
                low[u] = low[u].min(low[v]);
                if low[v] >= time[u] {
                    let block = blocks.size.len() as u32;
                    let mut size = 0;
                    while let Some(atom) = lines.pop() {
                        blocks.of[atom as usize - lay.free] = block;
                        size += 1;
                        if atom == came {
                            break;
                        }
                    }
                    blocks.size.push(size);
                }
                continue;
            }
            let atom = lay.side[v][*side as usize];
            *side += 1;
            if atom == NONE || atom == *came || known.no(atom as usize) {
                continue;
            }
            let w = lay.over(v, atom);
            if time[w] == 0 {
                now += 1;
                (time[w], low[w]) = (now, now);
                lines.push(atom);
                path.push((w as u32, atom, 0));
            } else if time[w] < time[v] {
                low[v] = low[v].min(time[w]);
                lines.push(atom);
            }
        }
    }
    blocks
}

fn pocket(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    let lay = &state.lay;
    let passed = || (0..lay.free).filter(|&v| known.no(v));
    let total = passed().count() as u32;
    if total == 0 {
        return;
    }
    let blocks = blocks(state, known);
    let mut holds = vec![0u32; blocks.size.len()];
    for v in passed() {
        for block in blocks.at(state, v) {
            holds[block as usize] += 1;
        }
    }
    let all = |b: &u32| holds[*b as usize] == total;
    let home = |b: u32| all(&b) && blocks.size[b as usize] > 1;
    if !(0..holds.len() as u32).any(|b| all(&b)) {
        if total > 1 {
            found.clash([NONE, 0, 0, 0], |because| {
                apart(state, known, &blocks, because)
            });
        }
        return;
    }
    let mut seen: Vec<bool> = (0..lay.free)
        .map(|v| known.yes(v) || blocks.at(state, v).any(home))
        .collect();
    // A block of one line holds no loop; that is for other rules to say.
    if !(0..holds.len() as u32).any(home) {
        return;
    }
    for start in 0..lay.free {
        if found.over() {
            return;
        }
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut part = vec![start as u32];
        let mut door = NONE;
        let mut i = 0;
        while let Some(&v) = part.get(i) {
            for atom in lay.sides(v as usize).filter(|&a| !known.no(a as usize)) {
                let w = lay.over(v as usize, atom);
                if blocks.at(state, w).any(home) {
                    door = w as u32;
                } else if !seen[w] {
                    seen[w] = true;
                    part.push(w as u32);
                }
            }
            i += 1;
        }
        let facts: Vec<Fact> = part.iter().map(|&v| Fact::yes(v as usize)).collect();
        found.say(&facts, [door, 0, 0, 0], |because| {
            because.extend(walls(state, known, &part, door));
            let elsewhere = passed().filter(|v| *v as u32 != door && !part.contains(&(*v as u32)));
            let v = nearest(state, part[0], elsewhere).unwrap_or(door as usize);
            because.push(Ground::Fact(Fact::no(v)));
        });
    }
}

pub(super) fn nearest(state: &State, to: u32, cells: impl Iterator<Item = usize>) -> Option<usize> {
    let to = state.lay.at[to as usize];
    cells.min_by_key(|&v| {
        let at = state.lay.at[v];
        (at.row - to.row).abs() + (at.col - to.col).abs()
    })
}

/// The closed borders around a part, except those of the door.
fn walls(state: &State, known: &Known, part: &[u32], door: u32) -> Vec<Ground> {
    let mut because = Vec::new();
    for &v in part {
        for atom in state.lay.sides(v as usize) {
            let w = state.lay.over(v as usize, atom) as u32;
            if known.no(atom as usize) && w != door && !part.contains(&w) {
                let ground = state.why_closed(known, atom);
                if !because.contains(&ground) {
                    because.push(ground);
                }
            }
        }
    }
    because
}

/// Two cells of the loop that lie in no common block, and the walls that are to blame. There are
/// two such cells if no block holds all: blocks are joined like a tree.
fn apart(state: &State, known: &Known, blocks: &Blocks, because: &mut Vec<Ground>) {
    let passed: Vec<usize> = (0..state.lay.free).filter(|&v| known.no(v)).collect();
    let common =
        |a: usize, z: usize| (blocks.at(state, a)).any(|b| blocks.at(state, z).any(|c| b == c));
    let pairs = passed.iter().enumerate();
    let pair = pairs
        .flat_map(|(i, &a)| passed[..i].iter().map(move |&z| (a, z)))
        .find(|&(a, z)| !common(a, z));
    let (a, z) = pair.expect("blocks are joined like a tree");
    // Nothing, or some cell, is the only way between them; take what needs the fewest walls.
    let cuts = |door: &u32| {
        let inner = |d: usize| d != a && d != z && blocks.at(state, d).nth(1).is_some();
        *door == NONE || inner(*door as usize)
    };
    let doors = (0..state.lay.free as u32).chain([NONE]).filter(cuts);
    let best = doors
        .filter_map(|door| {
            let part = reach(state, known, a, door);
            let grounds = walls(state, known, &part, door);
            (!part.contains(&(z as u32))).then_some(grounds)
        })
        .min_by_key(Vec::len);
    because.extend(best.expect("they have no block in common"));
    because.extend([a, z].map(|v| Ground::Fact(Fact::no(v))));
}

/// What can be reached from a cell without the door.
fn reach(state: &State, known: &Known, from: usize, door: u32) -> Vec<u32> {
    let mut seen = vec![false; state.lay.free];
    seen[from] = true;
    let mut part = vec![from as u32];
    let mut i = 0;
    while let Some(&v) = part.get(i) {
        for atom in state
            .lay
            .sides(v as usize)
            .filter(|&a| !known.no(a as usize))
        {
            let w = state.lay.over(v as usize, atom);
            if w as u32 != door && !seen[w] {
                seen[w] = true;
                part.push(w as u32);
            }
        }
        i += 1;
    }
    part
}
