//! The last way through a cut.
//!
//! One depth-first pass over the open graph with Tarjan's low points finds every vertex and edge
//! that alone connects two parts. Between active vertices it must be chosen; in a loop an edge that
//! is the last way is closed. The cost of a pass grows with the graph, so the search saves up for
//! it.

use super::state::{State, code_lit};
use super::{NEVER, What};
use crate::graph::Need;

/// How much each node saves up for a pass over the graph, which costs the number of its vertices
/// and edges. Passes less often on large graphs of edges took a seventh fewer instructions on 8
/// random boards of 2,000 vertices, but 14,727 conflicts instead of 11,708 on 20 of them.
pub(super) const LOOK_PER_NODE: usize = 40;

/// Result of a depth-first pass, in the order of first visits.
#[derive(Default)]
pub(super) struct LowPoints {
    pub(super) order: Vec<Visit>,
    pub(super) place: Vec<u32>,
    pub(super) path: Vec<(u32, u32)>,
    /// The smaller part in the last search for a reason, and room for such searches.
    pub(super) side: Vec<u32>,
    pub(super) parts: [Vec<u32>; 2],
}

#[derive(Clone, Copy)]
pub(super) struct Visit {
    pub(super) vertex: u32,
    /// Place of the parent in the order.
    pub(super) parent: u32,
    /// The edge from the parent.
    pub(super) edge: u32,
    /// Earliest place reachable from the subtree by one edge that is not in the tree.
    pub(super) low: u32,
    /// Active vertices in the subtree, and one of them.
    pub(super) active: u32,
    pub(super) seed: u32,
}

impl State {
    /// One pass over the open graph for vertices and edges that are the last way.
    pub(super) fn find_last_ways(&mut self) {
        match self.need {
            Need::Connected => {
                if let Some(&root) = self.active.first() {
                    self.low_points(root);
                    self.force_last_ways();
                }
            }
            Need::Loop if self.faces.is_some() => self.force_no_bridges_in_plane(),
            Need::Loop => {
                // Every component, active or not: a bridge is never part of a loop.
                self.next_stamp();
                for v in 0..self.vertex_lit.len() as u32 {
                    if self.is_open(v) && self.mark[v as usize] != self.stamp {
                        self.low_points_marked(v);
                        self.force_no_bridges();
                    }
                }
            }
        }
    }

    pub(super) fn low_points(&mut self, root: u32) {
        self.next_stamp();
        self.low_points_marked(root);
    }

    /// Depth-first from `root` with the current stamp; fills `self.low`.
    pub(super) fn low_points_marked(&mut self, root: u32) {
        let low = &mut self.low;
        low.order.clear();
        low.place.resize(self.vertex_lit.len(), 0);
        low.path.clear();
        let visit = |low: &mut LowPoints, v: u32, parent: u32, edge: u32, active: bool| {
            low.place[v as usize] = low.order.len() as u32;
            low.order.push(Visit {
                vertex: v,
                parent,
                edge,
                low: low.order.len() as u32,
                active: active as u32,
                seed: if active { v } else { NEVER },
            });
        };
        let is_active = |v: u32| self.vertex_active[v as usize] != NEVER;
        self.mark[root as usize] = self.stamp;
        visit(low, root, NEVER, NEVER, is_active(root));
        low.path.push((root, self.first[root as usize]));
        while let Some(&mut (v, ref mut next)) = low.path.last_mut() {
            let here = low.place[v as usize] as usize;
            if *next == self.first[v as usize + 1] {
                low.path.pop();
                let done = low.order[here];
                if done.parent != NEVER {
                    let up = &mut low.order[done.parent as usize];
                    up.low = up.low.min(done.low);
                    up.active += done.active;
                    if up.seed == NEVER {
                        up.seed = done.seed;
                    }
                }
                continue;
            }
            let (w, e) = self.links[*next as usize];
            *next += 1;
            if self.edge_closed[e as usize] != NEVER
                || self.vertex_closed[w as usize] != NEVER
                || e == low.order[here].edge
            {
                continue;
            }
            if self.mark[w as usize] == self.stamp {
                let place = low.place[w as usize];
                let visit = &mut low.order[here];
                visit.low = visit.low.min(place);
            } else {
                self.mark[w as usize] = self.stamp;
                visit(low, w, here as u32, e, is_active(w));
                low.path.push((w, self.first[w as usize]));
            }
        }
    }

    pub(super) fn force_last_ways(&mut self) {
        let total = self.active.len() as u32;
        for i in 1..self.low.order.len() {
            let below = self.low.order[i];
            // Some active vertex hangs below, and (the root being active) another one above.
            if below.active == 0 {
                continue;
            }
            let above = self.low.order[below.parent as usize];
            if below.low == i as u32
                && let Some(lit) = code_lit(self.edge_lit[below.edge as usize])
            {
                let ends = [below.vertex, above.vertex];
                self.forced.push((lit, ends, What::EdgeLastWay(below.edge)));
            }
            let apart = below.low >= below.parent && above.parent != NEVER;
            if apart
                && self.vertex_active[above.vertex as usize] == NEVER
                && below.active < total
                && let Some(lit) = code_lit(self.vertex_lit[above.vertex as usize])
            {
                let ends = [below.seed, self.low.order[0].vertex];
                self.forced
                    .push((lit, ends, What::VertexLastWay(above.vertex)));
            }
        }
    }

    pub(super) fn force_no_bridges_in_plane(&mut self) {
        let Some(faces) = &self.faces else { return };
        for (e, &(a, b)) in self.edges.iter().enumerate() {
            if faces.is_bridge(e as u32)
                && let Some(lit) = code_lit(self.edge_lit[e])
            {
                let why = What::EdgeLastWay(e as u32);
                self.forced.push((!lit, [a, b], why));
            }
        }
    }

    pub(super) fn force_no_bridges(&mut self) {
        for i in 1..self.low.order.len() {
            let below = self.low.order[i];
            if below.low == i as u32
                && let Some(lit) = code_lit(self.edge_lit[below.edge as usize])
            {
                let ends = self.edges[below.edge as usize];
                let why = What::EdgeLastWay(below.edge);
                self.forced.push((!lit, [ends.0, ends.1], why));
            }
        }
    }
}
