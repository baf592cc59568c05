//! Two ways through: if the walls leave two gates between two parts of the board and the loop
//! passes in both parts, it comes through one gate and goes back through the other.
//!
//! A wall is a set of corners that are connected by closed borders (a face of the graph of all
//! borders that are not closed). A cell that touches two walls is a gate between them, and so is a
//! border between them; all gates between the same two walls form a ring, with parts of the board
//! between one and the next. The loop lies within one such part, or goes round the whole ring.

use super::{Now, State, Yajilin, the_loop};
use crate::kit::areas::{Met, Search, joined, shortest};
use crate::kit::prelude::*;
use crate::kit::words;

pub(super) struct TwoGates {
    /// The one that is used because of the other.
    gates: [Gate; 2],
    /// The smaller of the areas that they join.
    area: Vec<Cell>,
}

impl Deduction<Yajilin> for TwoGates {
    fn find(_: &Yajilin, state: &State, findings: &mut Findings<Self>) {
        let (now, wall) = (state.now(findings), walls(state.now(findings)));
        let board = Walled { now, wall };
        findings.each(board.rings(), |ring, findings| {
            let open = || ring.gates().filter(|&gate| now.is_open(gate));
            if open().next().is_none() || !board.goes_round(&ring) {
                return;
            }
            for gate in open() {
                let fact = Fact::new(gate, gate >= state.lay.free);
                findings.conclude([fact], |because| {
                    let (other, area) = board.reason(&ring, gate, because);
                    Self {
                        gates: [gate, other],
                        area: area.into_iter().map(|v| state.lay.at[v]).collect(),
                    }
                });
            }
        });
    }

    fn say(&self, puzzle: &Yajilin, step: &Step) -> String {
        let at = |gate: Gate| match gate < puzzle.free() {
            true => format!("through {}", in_words(puzzle.place(gate))),
            false => format!("between {}", puzzle.line_words(gate)),
        };
        let [gate, other] = self.gates.map(at);
        let so = step.so_or_but("so the loop uses both", "but not both can be used");
        let area = words::area(puzzle.size, &self.area);
        format!("{area} is joined to the rest only {gate} (A) and {other} (B), {so}.")
    }

    fn picture(&self, puzzle: &Yajilin, _: &Step) -> Picture {
        let [a, b] = self.gates.map(|gate| puzzle.middle(gate));
        Picture::default()
            .area(self.area.iter().copied())
            .label(a, "A")
            .label(b, "B")
    }
}

/// A cell or a border, by its atom.
type Gate = usize;

/// For both sides of a curve: a cell that the loop is known to pass, and all cells.
type Sides = ([Option<usize>; 2], [Vec<usize>; 2]);

struct Ring {
    walls: [usize; 2],
    cells: Vec<usize>,
    lines: Vec<usize>,
}

/// With more gates than this a ring is not looked at.
const MOST_GATES: usize = u64::BITS as usize;

impl Ring {
    fn gates(&self) -> impl Iterator<Item = Gate> {
        self.cells.iter().chain(&self.lines).copied()
    }
}

/// For each place the wall it belongs to.
fn walls(now: Now) -> Vec<usize> {
    let lay = now.lay;
    let closed = lay.lines().filter(|&line| now.no(line));
    joined(lay.places(), closed.map(|line| lay.beside(line).into()))
}

/// The board, and for each place the wall it belongs to.
struct Walled<'a> {
    now: Now<'a>,
    wall: Vec<usize>,
}

impl Walled<'_> {
    /// Every pair of walls with at least two cells that touch both, unless these two cells are
    /// only the ends of one border.
    fn rings(&self) -> Vec<Ring> {
        let lay = self.now.lay;
        let ring = |group: &[([u32; 2], u32)]| {
            let walls = group[0].0.map(|wall| wall as usize);
            let cells: Vec<usize> = group.iter().map(|g| g.1 as usize).collect();
            let between = |line: &usize| {
                let [a, z] = lay.beside(*line).map(|place| self.wall[place]);
                [a.min(z), a.max(z)] == walls
            };
            let lines = distinct(cells.iter().flat_map(|&v| lay.sides(v)).filter(between));
            let is_ring = cells.len() > 2 || cells.len() == 2 && lines.is_empty();
            is_ring.then_some(Ring {
                walls,
                cells,
                lines,
            })
        };
        let touching = self.touching();
        let groups = touching.chunk_by(|p, q| p.0 == q.0);
        groups.filter_map(ring).collect()
    }

    /// Pairs of walls and a cell that touches both, sorted.
    fn touching(&self) -> Vec<([u32; 2], u32)> {
        let (now, state) = (self.now, self.now.state);
        let lay = &state.lay;
        let mut size = vec![0u32; self.wall.len()];
        for &wall in &self.wall {
            size[wall] += 1;
        }
        // Two single corners have nothing between them but a border.
        let single = |wall: usize| size[wall] == 1 && lay.lines_at(wall) == 4;
        let mut touching = Vec::new();
        for v in (0..lay.free).filter(|&v| !now.yes(v) && state.pieces.nodes[v].ways >= 2) {
            let at = lay.corners(v).map(|place| self.wall[place]);
            // A wall that reaches the cell from two directions leaves no clear way between two
            // walls.
            let open = |d: usize| lay.side(v, d).is_some_and(|line| !now.no(line));
            let twice = |w: usize| (0..4).filter(|&i| at[i] == w && open((i + 3) % 4)).count() > 1;
            let mut walls = at;
            walls.sort_unstable();
            for i in 0..4 {
                for j in i + 1..4 {
                    let pair @ [a, z] = [walls[i], walls[j]];
                    let fresh = z != walls[j - 1] && (i == 0 || a != walls[i - 1]);
                    let plain = fresh && a != z && !twice(a) && !twice(z);
                    if plain && !(single(a) && single(z)) {
                        touching.push((pair.map(|wall| wall as u32), v as u32));
                    }
                }
            }
        }
        touching.sort_unstable();
        touching
    }

    /// Must the loop go round the whole ring? It must if what it is known to pass does not lie
    /// within one part, with the cells at its two ends.
    fn goes_round(&self, ring: &Ring) -> bool {
        let now = self.now;
        if let [a, z] = *ring.cells {
            return self.divided(ring.walls, [a, z]).is_some();
        }
        if ring.cells.len() > MOST_GATES {
            return false;
        }
        if ring.lines.iter().any(|&line| now.yes(line)) {
            return true;
        }
        let mut marked = 0u64;
        for (i, &v) in ring.cells.iter().enumerate() {
            marked |= (now.no(v) as u64) << i;
        }
        let parts = self.parts(ring);
        let passed = parts.iter().filter(|p| p.1).count();
        let within = |part: &(u64, bool)| passed == part.1 as usize && marked & !part.0 == 0;
        (passed > 0 || marked != 0) && !parts.iter().any(within)
    }

    /// For each part of a ring: its ends, as bits for the ring's cells, and whether the loop passes
    /// in it.
    fn parts(&self, ring: &Ring) -> Vec<(u64, bool)> {
        let (now, free) = (self.now, self.now.lay.free);
        // For each cell of the ring its bit.
        let mut bit = vec![0u64; free];
        let cells = ring.cells.iter().enumerate();
        cells.for_each(|(i, &v)| bit[v] = 1 << i);
        let mut is_seen: Vec<bool> = (0..free).map(|v| bit[v] != 0 || now.yes(v)).collect();
        let mut search = Search::new(free);
        let mut parts: Vec<(u64, bool)> = Vec::new();
        for start in 0..free {
            if is_seen[start] {
                continue;
            }
            let mut ends = 0;
            search.begin(start, []);
            search.go(
                |v| now.over(v),
                |w| {
                    ends |= bit[w];
                    let is_inside = bit[w] == 0;
                    if is_inside { Met::Inside } else { Met::Beside }
                },
            );
            search.area().iter().for_each(|&v| is_seen[v] = true);
            // Pockets are not parts of the ring.
            if ends.count_ones() >= 2 {
                // Of two connected cells at most one is shaded.
                let passed = now.no(start) || search.area().len() > 1;
                match parts.iter_mut().find(|p| p.0 == ends) {
                    Some(part) => part.1 |= passed,
                    None => parts.push((ends, passed)),
                }
            }
        }
        parts
    }

    /// Why a gate is used: another gate, the walls between the two, and a place on either side that
    /// the loop passes. Returned are the other gate, and the smaller side.
    fn reason(&self, ring: &Ring, gate: Gate, because: &mut Vec<Ground>) -> (Gate, Vec<usize>) {
        let others = ring.gates().filter(|&other| other != gate);
        let best = others
            .filter_map(|other| {
                let (passed, areas) = self.divided(ring.walls, [gate, other])?;
                let mut grounds = Vec::new();
                for wall in ring.walls {
                    self.along(wall, gate, other, &mut grounds)?;
                }
                grounds.extend(passed.into_iter().flatten().map(Ground::no));
                Some((grounds, other, areas.into_iter().min_by_key(Vec::len)?))
            })
            .min_by_key(|(grounds, ..)| grounds.len());
        because.push(the_loop());
        let (grounds, other, area) = best.unwrap_or_else(|| {
            // This happens only where what is known is contradictory anyway.
            let facts = self.now.facts().iter().map(|&f| Ground::Fact(f));
            (facts.collect(), gate, Vec::new())
        });
        because.extend(grounds);
        (other, area)
    }

    /// What says that the loop passes on either side of the curve through both gates and both
    /// walls: a cell, or nothing if two cells touch there; and the cells of either side. `None` if it
    /// need not pass on both sides.
    fn divided(&self, walls: [usize; 2], gates: [Gate; 2]) -> Option<Sides> {
        let (now, state) = (self.now, self.now.state);
        let lay = &state.lay;
        let [gate, _] = gates;
        let mut label = vec![0u8; lay.free];
        for cell in gates {
            if let Some(label) = label.get_mut(cell) {
                *label = 3;
            }
        }
        let mut marks = [None; 2];
        let mut areas = [Vec::new(), Vec::new()];
        let (near, starts) = match gate < lay.free {
            false => {
                let [a, z] = lay.ends(gate);
                (a, [vec![a], vec![z]])
            }
            true => (gate, self.arcs(gate, walls)),
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
                for line in now.ways(v).filter(|line| !gates.contains(line)) {
                    let w = lay.over(v, line);
                    if label[w] == 0 {
                        label[w] = mine;
                        part.push(w);
                    } else if label[w] + mine == 3 {
                        return None;
                    }
                }
                i += 1;
            }
            // Two cells that touch are not both shaded: the loop passes there, and no entry says
            // so.
            let may_pass = |w: usize| label[w] == mine && !now.yes(w);
            if !part.iter().any(|&v| lay.neighbours(v).any(may_pass)) {
                let passed = part.iter().copied().filter(|&v| now.no(v));
                marks[side] = Some(lay.nearest(near, passed)?);
            }
            areas[side] = part;
        }
        Some((marks, areas))
    }

    /// The neighbours of a cell on either side of a way through it from one wall to the other.
    fn arcs(&self, v: usize, walls: [usize; 2]) -> [Vec<usize>; 2] {
        let lay = self.now.lay;
        let corners = lay.corners(v).map(|place| self.wall[place]);
        let mut arcs = [Vec::new(), Vec::new()];
        let Some(first) = corners.iter().position(|&corner| corner == walls[0]) else {
            return arcs;
        };
        let mut side = 0;
        for i in (first..first + 4).map(|i| i % 4) {
            if corners[i] == walls[1] {
                side = 1;
            } else if corners[i] == walls[0] {
                side = 0;
            }
            let line = lay.side(v, i).filter(|&line| !self.now.no(line));
            arcs[side].extend(line.map(|line| lay.over(v, line)));
        }
        arcs
    }

    /// Name the closed borders of a wall on a shortest way from gate to gate.
    fn along(&self, wall: usize, gate: Gate, other: Gate, because: &mut Vec<Ground>) -> Option<()> {
        let lay = self.now.lay;
        let places = |gate: Gate| -> Vec<usize> {
            let mut here = match gate < lay.free {
                true => lay.corners(gate).to_vec(),
                false => lay.beside(gate).to_vec(),
            };
            here.retain(|&place| self.wall[place] == wall);
            here
        };
        let next = |place: usize| {
            let closed = (lay.around(place)).filter(|&(line, _)| self.now.no(line));
            closed.map(|(line, next)| (next, line))
        };
        for line in shortest(lay.places(), &places(gate), &places(other), next)? {
            cite(because, self.now.why_closed(line));
        }
        Some(())
    }
}
