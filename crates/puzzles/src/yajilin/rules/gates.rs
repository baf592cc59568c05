//! Two ways through: if the walls leave two gates between two parts of the board and the loop
//! passes in both parts, it comes through one gate and goes back through the other.
//!
//! A wall is a set of corners that are connected by closed borders (a face of the graph of all
//! borders that are not closed). A cell that touches two walls is a gate between them, and so is a
//! border between them; all gates between the same two walls form a ring, with parts of the board
//! between one and the next. The loop lies within one such part, or goes round the whole ring.

use logic::{About, Found, Ground, Known, Rule, Step};

use super::lay::NONE;
use super::pocket::nearest;
use super::{State, Yajilin, the_loop};
use crate::Fact;

pub(super) const GATES: Rule<Yajilin> = Rule {
    about: About {
        id: "two-gates",
        name: "Two gates, both used",
        group: "",
        level: 4,
        weight: 8,
        once: false,
        trial: false,
        words: "If two parts of the board are joined by only two gates (cells or borders between \
                two walls) and the loop passes in both parts, it goes through both gates: through \
                one of them to the other part, and back through the other. The loop passes in \
                every part with two cells that touch, because they are not both shaded.",
    },
    find,
    say,
};

/// A cell or a border, by its atom.
type Gate = u32;

struct Ring {
    walls: [u32; 2],
    cells: Vec<u32>,
    lines: Vec<u32>,
}

fn find(_: &Yajilin, state: &State, found: &mut Found) {
    let known = found.known();
    let wall = walls(state, known);
    for ring in rings(state, known, &wall) {
        if found.over() {
            return;
        }
        let gates = || ring.cells.iter().chain(&ring.lines).copied();
        if !gates().any(|g| known.is_open(g as usize)) || !goes_round(state, known, &wall, &ring) {
            continue;
        }
        for gate in gates().filter(|&g| known.is_open(g as usize)) {
            let fact = Fact::new(gate as usize, gate as usize >= state.lay.free);
            found.say(&[fact], [gate, 0, 0, 0], |because| {
                reason(state, known, &wall, &ring, gate, because);
            });
        }
    }
}

fn say(game: &Yajilin, step: &Step) -> String {
    let gate = step.words[0];
    let gate = match (gate as usize) < game.free() {
        true => game.cell_words(gate),
        false => format!("the border between {}", game.line_words(gate as usize)),
    };
    if step.is_clash() {
        return format!("The loop must use {gate} to get to a part of the board, and cannot.");
    }
    let marks: Vec<String> = (step.because.iter())
        .filter_map(|ground| match ground {
            Ground::Fact(f) if !f.is_yes() && f.var() < game.free() => Some(game.cell_words_of(*f)),
            _ => None,
        })
        .collect();
    let (from, to) = match &*marks {
        [a, z] => (a.as_str(), z.as_str()),
        [a, ..] => (a.as_str(), "the cells on the other side"),
        [] => ("one part of the board", "another"),
    };
    let what = game.all_words(&step.therefore);
    format!("To get from {from} to {to} and back the loop has only two gates, so {what}.")
}

/// For each place the wall it belongs to.
fn walls(state: &State, known: &Known) -> Vec<u32> {
    let mut wall: Vec<u32> = (0..state.lay.around.len() as u32).collect();
    fn root(wall: &[u32], mut place: u32) -> u32 {
        while wall[place as usize] != place {
            place = wall[place as usize];
        }
        place
    }
    for (line, &[a, z]) in state.lay.beside.iter().enumerate() {
        if known.no(line + state.lay.free) {
            let (a, z) = (root(&wall, a), root(&wall, z));
            wall[a.max(z) as usize] = a.min(z);
        }
    }
    // Every link leads to a smaller number.
    for place in 0..wall.len() {
        wall[place] = wall[wall[place] as usize];
    }
    wall
}

/// Every pair of walls with at least two cells that touch both, unless these two cells are only
/// the ends of one border.
fn rings(state: &State, known: &Known, wall: &[u32]) -> Vec<Ring> {
    let lay = &state.lay;
    let mut size = vec![0u32; wall.len()];
    for &w in wall {
        size[w as usize] += 1;
    }
    // Two single corners have nothing between them but a border.
    let single = |w: u32| size[w as usize] == 1 && lay.around[w as usize].len() == 4;
    let mut touching: Vec<(u32, u32, u32)> = Vec::new();
    for v in (0..lay.free).filter(|&v| !known.yes(v) && state.nodes[v].ways >= 2) {
        let at = lay.corner[v].map(|place| wall[place as usize]);
        // A wall that reaches the cell from two directions leaves no clear way between two walls.
        let open = |d: usize| lay.side[v][d] != NONE && !known.no(lay.side[v][d] as usize);
        let twice = |w: u32| (0..4).filter(|&i| at[i] == w && open((i + 3) % 4)).count() > 1;
        let mut walls = at;
        walls.sort_unstable();
        for i in 0..4 {
            for j in i + 1..4 {
                let fresh = walls[j] != walls[j - 1] && (i == 0 || walls[i] != walls[i - 1]);
                let plain = fresh && walls[i] != walls[j] && !twice(walls[i]) && !twice(walls[j]);
                if plain && !(single(walls[i]) && single(walls[j])) {
                    touching.push((walls[i], walls[j], v as u32));
                }
            }
        }
    }
    touching.sort_unstable();
    let groups = touching.chunk_by(|p, q| (p.0, p.1) == (q.0, q.1));
    groups
        .filter(|group| group.len() >= 2)
        .map(|group| {
            let walls = [group[0].0, group[0].1];
            let cells: Vec<u32> = group.iter().map(|g| g.2).collect();
            let between = |atom: &u32| {
                let [a, z] = lay.beside[*atom as usize - lay.free].map(|p| wall[p as usize]);
                [a.min(z), a.max(z)] == walls
            };
            let mut lines: Vec<u32> = (cells.iter())
                .flat_map(|&v| lay.sides(v as usize))
                .filter(between)
                .collect();
            lines.sort_unstable();
            lines.dedup();
            Ring {
                walls,
                cells,
                lines,
            }
        })
        .filter(|ring| ring.cells.len() > 2 || ring.lines.is_empty())
        .collect()
}

/// Must the loop go round the whole ring? It must if what it is known to pass does not lie within
/// one part, with the cells at its two ends.
fn goes_round(state: &State, known: &Known, wall: &[u32], ring: &Ring) -> bool {
    if let [a, z] = *ring.cells {
        return divided(state, known, wall, ring.walls, [a, z]).is_some();
    }
    if ring.cells.len() > 64 {
        return false;
    }
    if ring.lines.iter().any(|&atom| known.yes(atom as usize)) {
        return true;
    }
    let lay = &state.lay;
    let mut label = vec![NONE; lay.free];
    let mut marked = 0u64;
    for (i, &v) in ring.cells.iter().enumerate() {
        label[v as usize] = i as u32;
        marked |= (known.no(v as usize) as u64) << i;
    }
    // For each part: its ends, and whether the loop passes in it.
    let mut parts: Vec<(u64, bool)> = Vec::new();
    let mut todo = Vec::new();
    for start in 0..lay.free {
        if label[start] != NONE || known.yes(start) {
            continue;
        }
        let (mut ends, mut passed) = (0u64, false);
        label[start] = 64;
        todo.push(start);
        while let Some(v) = todo.pop() {
            // Of two connected cells at most one is shaded.
            passed |= known.no(v) || v != start;
            for atom in lay.sides(v).filter(|&a| !known.no(a as usize)) {
                let w = lay.over(v, atom);
                match label[w] {
                    NONE => {
                        label[w] = 64;
                        todo.push(w);
                    }
                    64 => {}
                    end => ends |= 1 << end,
                }
            }
        }
        // Pockets are not parts of the ring.
        if ends.count_ones() >= 2 {
            match parts.iter_mut().find(|p| p.0 == ends) {
                Some(part) => part.1 |= passed,
                None => parts.push((ends, passed)),
            }
        }
    }
    let passed = parts.iter().filter(|p| p.1).count();
    let within = |part: &(u64, bool)| passed == part.1 as usize && marked & !part.0 == 0;
    (passed > 0 || marked != 0) && !parts.iter().any(within)
}

/// Does this cell, which is not shaded yet, touch another such cell of the same part?
fn touches(state: &State, known: &Known, v: usize, same: impl Fn(usize) -> bool) -> bool {
    state.lay.neighbours(v).any(|w| same(w) && !known.yes(w))
}

/// Why a gate is used: another gate, the walls between the two, and a place on either side that
/// the loop passes.
fn reason(
    state: &State,
    known: &Known,
    wall: &[u32],
    ring: &Ring,
    gate: Gate,
    because: &mut Vec<Ground>,
) {
    let others = ring.cells.iter().chain(&ring.lines).copied();
    let best = others
        .filter(|&other| other != gate)
        .filter_map(|other| {
            let marks = divided(state, known, wall, ring.walls, [gate, other])?;
            let mut grounds = Vec::new();
            for w in ring.walls {
                along(state, known, wall, w, gate, other, &mut grounds)?;
            }
            grounds.extend(
                marks
                    .into_iter()
                    .flatten()
                    .map(|v| Ground::Fact(Fact::no(v))),
            );
            Some(grounds)
        })
        .min_by_key(Vec::len);
    because.push(the_loop());
    match best {
        Some(grounds) => because.extend(grounds),
        // This happens only where what is known is contradictory anyway.
        None => because.extend(known.facts().iter().map(|&f| Ground::Fact(f))),
    }
}

/// What says that the loop passes on either side of the curve through both gates and both walls:
/// a cell, or nothing if two cells touch there. `None` if it need not pass on both sides.
fn divided(
    state: &State,
    known: &Known,
    wall: &[u32],
    walls: [u32; 2],
    [gate, other]: [Gate; 2],
) -> Option<[Option<usize>; 2]> {
    let lay = &state.lay;
    let shut = |atom: u32| known.no(atom as usize) || atom == gate || atom == other;
    let mut label = vec![0u8; lay.free];
    for cell in [gate, other] {
        if let Some(label) = label.get_mut(cell as usize) {
            *label = 3;
        }
    }
    let mut marks = [None; 2];
    let (near, starts) = match (gate as usize).checked_sub(lay.free) {
        Some(line) => {
            let [a, z] = lay.ends[line];
            (a, [vec![a as usize], vec![z as usize]])
        }
        None => (gate, arcs(state, known, gate as usize, wall, walls)),
    };
    for (side, mut part) in starts.into_iter().enumerate() {
        let mine = side as u8 + 1;
        part.retain(|&v| label[v] != 3);
        let mut i = 0;
        while let Some(&v) = part.get(i) {
            if label[v] == 0 {
                label[v] = mine;
            } else if label[v] != mine {
                return None;
            }
            for atom in lay.sides(v).filter(|&a| !shut(a)) {
                let w = lay.over(v, atom);
                if label[w] == 0 {
                    label[w] = mine;
                    part.push(w);
                } else if label[w] + mine == 3 {
                    return None;
                }
            }
            i += 1;
        }
        // Two cells that touch are not both shaded: the loop passes there, and no entry says so.
        let touching = part
            .iter()
            .any(|&v| touches(state, known, v, |w| label[w] == mine));
        if !touching {
            let mark = nearest(state, near, part.into_iter().filter(|&v| known.no(v)));
            marks[side] = Some(mark?);
        }
    }
    Some(marks)
}

/// The neighbours of a cell on either side of a way through it from one wall to the other.
fn arcs(state: &State, known: &Known, v: usize, wall: &[u32], walls: [u32; 2]) -> [Vec<usize>; 2] {
    let corner = |i: usize| wall[state.lay.corner[v][i % 4] as usize];
    let mut arcs = [Vec::new(), Vec::new()];
    let Some(first) = (0..4).find(|&i| corner(i) == walls[0]) else {
        return arcs;
    };
    let mut side = 0;
    for i in first..first + 4 {
        if corner(i) == walls[1] {
            side = 1;
        } else if corner(i) == walls[0] {
            side = 0;
        }
        let atom = state.lay.side[v][i % 4];
        if atom != NONE && !known.no(atom as usize) {
            arcs[side].push(state.lay.over(v, atom));
        }
    }
    arcs
}

/// The closed borders of a wall on a shortest way from gate to gate.
fn along(
    state: &State,
    known: &Known,
    wall: &[u32],
    which: u32,
    gate: Gate,
    other: Gate,
    because: &mut Vec<Ground>,
) -> Option<()> {
    let lay = &state.lay;
    let places = |gate: Gate| -> Vec<u32> {
        let all: &[u32] = match (gate as usize).checked_sub(lay.free) {
            Some(line) => &lay.beside[line],
            None => &lay.corner[gate as usize],
        };
        let mut here: Vec<u32> = all.to_vec();
        here.retain(|&p| wall[p as usize] == which);
        here
    };
    let goal = places(other);
    let mut todo = places(gate);
    let mut from: Vec<Option<(u32, u32)>> = vec![None; lay.around.len()];
    for &start in &todo {
        from[start as usize] = Some((NONE, NONE));
    }
    let mut i = 0;
    while let Some(&place) = todo.get(i) {
        if goal.contains(&place) {
            let mut at = place;
            while let Some((before, atom)) = from[at as usize].filter(|f| f.0 != NONE) {
                let ground = state.why_closed(known, atom);
                if !because.contains(&ground) {
                    because.push(ground);
                }
                at = before;
            }
            return Some(());
        }
        for &atom in &lay.around[place as usize] {
            let [p, q] = lay.beside[atom as usize - lay.free];
            let next = if p == place { q } else { p };
            if known.no(atom as usize) && from[next as usize].is_none() {
                from[next as usize] = Some((place, atom));
                todo.push(next);
            }
        }
        i += 1;
    }
    None
}
