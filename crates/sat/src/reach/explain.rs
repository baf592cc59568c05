//! Reasons: the true literals that led to a conflict or to a forced literal.
//!
//! Reasons are lazy. A forced literal stores when and between which two vertices it was derived
//! ([`Why`]); if the solver asks, both parts are searched again as things stood at that time, in
//! turn, until the smaller one has been seen whole, and the literals that closed its surroundings are
//! cited. What holds before the first decision is left out.
//!
//! Of two parts that are apart, the surroundings of either would do. Those of whichever part a pass
//! over the graph had happened to see took half as many conflicts again on published puzzles of
//! connected cells, and three times as long to find.

use super::state::{Conflict, State, code_lit};
use super::{NEVER, What, Why};
use crate::graph::Need;
use crate::model::Lit;

impl State {
    /// The true literals that part `ends` from each other, as things stood at `time`: those that
    /// closed the surroundings of the smaller part. Elements that `avoid` names are neither entered
    /// nor cited. Returns which of the two ends is in that part, whose vertices are then in
    /// `self.low.side` and marked with the current stamp.
    pub(super) fn cut_between(
        &mut self,
        ends: [u32; 2],
        avoid: What,
        time: u32,
        root_end: u32,
        cut: &mut Vec<Lit>,
    ) -> usize {
        let stamps = [self.next_stamp(), self.next_stamp()];
        let mut parts = std::mem::take(&mut self.low.parts);
        for (side, part) in parts.iter_mut().enumerate() {
            part.clear();
            part.push(ends[side]);
            self.mark[ends[side] as usize] = stamps[side];
        }
        let mut step = 0;
        let dry = 'search: loop {
            for side in 0..2 {
                let Some(&v) = parts[side].get(step) else {
                    break 'search side;
                };
                let here = self.first[v as usize] as usize..self.first[v as usize + 1] as usize;
                for &(w, e) in &self.links[here] {
                    let mark = &mut self.mark[w as usize];
                    if *mark != stamps[side]
                        && self.vertex_closed[w as usize] >= time
                        && (self.edges_stay || self.edge_closed[e as usize] >= time)
                        && avoid != What::EdgeLastWay(e)
                        && avoid != What::VertexLastWay(w)
                    {
                        debug_assert_ne!(*mark, stamps[1 - side], "not apart");
                        *mark = stamps[side];
                        parts[side].push(w);
                    }
                }
            }
            step += 1;
        };
        let stamp = stamps[dry];
        let side = std::mem::take(&mut parts[dry]);
        self.low.parts = parts;
        // Only now, because a closed neighbour that is reached later in another way (through another
        // edge) must not be cited.
        // Marked `cited` so that a vertex is cited once however many edges lead to it.
        let cited = self.next_stamp();
        for &v in &side {
            let here = self.first[v as usize] as usize..self.first[v as usize + 1] as usize;
            for &(w, e) in &self.links[here] {
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
        self.low.parts[dry] = std::mem::replace(&mut self.low.side, side);
        dry
    }

    pub(super) fn cite_active(&self, v: u32, root_end: u32, cut: &mut Vec<Lit>) {
        if root_end != 0 && self.vertex_active[v as usize] < root_end {
            return;
        }
        cut.extend(code_lit(self.vertex_lit[v as usize]));
    }

    /// After [`State::cut_between`]: the active vertex in the smaller part, or beyond it, that has
    /// been active for longest.
    fn cite_oldest(&self, inside: bool, why: &Why, root_end: u32, cut: &mut Vec<Lit>) {
        let active_at = |v: u32| self.vertex_active[v as usize];
        let oldest = if inside {
            self.low.side.iter().copied().min_by_key(|&v| active_at(v))
        } else {
            let beyond = |&v: &u32| {
                self.mark[v as usize] != self.stamp && why.what != What::VertexLastWay(v)
            };
            self.active.iter().copied().find(beyond)
        };
        let oldest = oldest.filter(|&v| active_at(v) < why.time);
        debug_assert!(oldest.is_some(), "something is active on either side");
        if let Some(v) = oldest {
            self.cite_active(v, root_end, cut);
        }
    }

    pub(super) fn explain_conflict(
        &mut self,
        conflict: Conflict,
        root_end: u32,
        cut: &mut Vec<Lit>,
    ) {
        match conflict {
            Conflict::Split { inside, outside } => {
                let why = Why {
                    graph: 0,
                    time: NEVER,
                    ends: [inside, outside],
                    what: What::Apart,
                };
                self.explain(why, root_end, cut);
            }
            Conflict::SmallLoop { edge, outside } => {
                cut.extend(self.switch);
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
        if let What::ClosesLoop(e) = why.what {
            self.cite_active(why.ends[0], root_end, cut);
            return self.cite_path(e, why.time, root_end, cut);
        }
        let dry = self.cut_between(why.ends, why.what, why.time, root_end, cut);
        match why.what {
            // A bridge is no part of a loop, whatever is active.
            What::EdgeLastWay(_) if self.need == Need::Loop => {}
            // The second end is active, or stands for those that are.
            What::OutOfReach => self.cite_oldest(dry == 1, &why, root_end, cut),
            _ => {
                self.cite_oldest(true, &why, root_end, cut);
                self.cite_oldest(false, &why, root_end, cut);
            }
        }
    }
}
