//! Reasons: the true literals that led to a conflict or to a forced literal.
//!
//! Reasons are lazy. A forced literal stores when and from where it was derived ([`Why`]); if the
//! solver asks, the part that was cut off is searched again as things stood at that time, and the
//! literals that closed its surroundings are cited. What holds before the first decision is left out.

use super::state::{Conflict, State, code_lit};
use super::{NEVER, What, Why};
use crate::graph::Need;
use crate::model::Lit;

impl State {
    /// The true literals that cut `start`'s side off, as things stood at `time`: those that closed
    /// its surroundings. Elements that `avoid` names are neither entered nor cited.
    pub(super) fn cut_around(
        &mut self,
        start: u32,
        avoid: What,
        time: u32,
        root_end: u32,
        cut: &mut Vec<Lit>,
    ) {
        let stamp = self.next_stamp();
        self.mark[start as usize] = stamp;
        self.stack.clear();
        self.stack.push(start);
        // Two passes, because a closed neighbour that is reached later in another way (through
        // another edge) must not be cited.
        let mut side = Vec::new();
        while let Some(v) = self.stack.pop() {
            side.push(v);
            for i in self.first[v as usize]..self.first[v as usize + 1] {
                let (w, e) = self.links[i as usize];
                if self.mark[w as usize] != stamp
                    && self.edge_closed[e as usize] >= time
                    && self.vertex_closed[w as usize] >= time
                    && avoid != What::EdgeLastWay(e)
                    && avoid != What::VertexLastWay(w)
                {
                    self.mark[w as usize] = stamp;
                    self.stack.push(w);
                }
            }
        }
        // Marked `cited` so that a vertex is cited once however many edges lead to it.
        let cited = self.next_stamp();
        for &v in &side {
            for i in self.first[v as usize]..self.first[v as usize + 1] {
                let (w, e) = self.links[i as usize];
                if self.mark[w as usize] == stamp
                    || self.mark[w as usize] == cited
                    || avoid == What::EdgeLastWay(e)
                    || avoid == What::VertexLastWay(w)
                {
                    continue;
                }
                let by_edge = self.edge_closed[e as usize];
                let by_vertex = self.vertex_closed[w as usize];
                let at_root = |t: u32| root_end != 0 && t < root_end.min(time);
                if at_root(by_edge) || at_root(by_vertex) {
                    continue;
                }
                if by_vertex < time {
                    self.mark[w as usize] = cited;
                    cut.extend(code_lit(self.vertex_lit[w as usize]).map(|l| !l));
                } else {
                    debug_assert!(by_edge < time, "an open way out of a closed side");
                    cut.extend(code_lit(self.edge_lit[e as usize]).map(|l| !l));
                }
            }
        }
        // The caller finds the side marked with the current stamp (and the cited vertices, which
        // are closed, so nobody asks for them).
        for &v in &side {
            self.mark[v as usize] = cited;
        }
        self.low.side = side;
    }

    pub(super) fn cite_active(&self, v: u32, root_end: u32, cut: &mut Vec<Lit>) {
        if root_end != 0 && self.vertex_active[v as usize] < root_end {
            return;
        }
        cut.extend(code_lit(self.vertex_lit[v as usize]));
    }

    pub(super) fn explain_conflict(
        &mut self,
        conflict: Conflict,
        root_end: u32,
        cut: &mut Vec<Lit>,
    ) {
        cut.extend(self.switch);
        match conflict {
            Conflict::Split { inside, outside } => {
                self.cite_active(inside, root_end, cut);
                self.cite_active(outside, root_end, cut);
                let all = What::VertexOutOfReach(inside);
                self.cut_around(inside, all, NEVER, root_end, cut);
            }
            Conflict::SmallLoop { edge, outside } => {
                self.cite_active(outside, root_end, cut);
                self.cite_path(edge, NEVER, root_end, cut);
            }
        }
    }

    /// All edges of the path or loop through `edge` that were chosen before `time`.
    pub(super) fn cite_path(&mut self, edge: u32, time: u32, root_end: u32, cut: &mut Vec<Lit>) {
        let mut path = Vec::new();
        self.walk_path(edge, time, |e| path.push(e));
        for e in path {
            if root_end == 0 || self.edge_chosen[e as usize] >= root_end {
                cut.extend(code_lit(self.edge_lit[e as usize]));
            }
        }
    }

    pub(super) fn explain(&mut self, why: Why, root_end: u32, cut: &mut Vec<Lit>) {
        cut.extend(self.switch);
        match why.what {
            What::VertexOutOfReach(v) => {
                self.cite_active(why.seed, root_end, cut);
                self.cut_around(v, why.what, why.time, root_end, cut);
            }
            What::ClosesLoop(e) => {
                self.cite_active(why.seed, root_end, cut);
                self.cite_path(e, why.time, root_end, cut);
            }
            What::EdgeLastWay(_) if self.need == Need::Loop => {
                self.cut_around(why.seed, why.what, why.time, root_end, cut);
            }
            What::EdgeLastWay(_) | What::VertexLastWay(_) => {
                self.cut_around(why.seed, why.what, why.time, root_end, cut);
                let on_side = |v: u32| self.mark[v as usize] == self.stamp;
                let is_way = |v: u32| why.what == What::VertexLastWay(v);
                let was_active = |v: u32| self.vertex_active[v as usize] < why.time;
                let inside = self.low.side.iter().copied().find(|&v| was_active(v));
                let outside = self
                    .active
                    .iter()
                    .copied()
                    .find(|&v| was_active(v) && !is_way(v) && !on_side(v));
                for v in [inside, outside].into_iter().flatten() {
                    self.cite_active(v, root_end, cut);
                }
            }
        }
    }
}
