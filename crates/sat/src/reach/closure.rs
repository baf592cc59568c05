//! Did a closure cut something off?
//!
//! Search from all sides of a new closure at once, step by step, until the searches meet or one
//! runs dry. Adjacent vertices closed at the same moment are one closure: a cut may run between
//! them. When the part that came off holds nothing active, the whole graph is looked at, because
//! the other sides may have come off as well.

use super::state::{Conflict, Event, State, code_lit};
use super::{NEVER, What};

/// With more sides than this, one look at the whole graph is cheaper.
const MOST_SIDES: usize = 16;

/// More new closures than this share of the graph (1/n): look at the whole graph at once.
pub(super) const WHOLE_GRAPH_SHARE: usize = 8;

impl State {
    /// Visit everything that is open and connected to `start`.
    pub(super) fn flood(&mut self, start: u32) {
        let stamp = self.next_stamp();
        self.mark[start as usize] = stamp;
        self.stack.clear();
        self.stack.push(start);
        while let Some(v) = self.stack.pop() {
            let here = self.first[v as usize] as usize..self.first[v as usize + 1] as usize;
            for &(w, e) in &self.links[here] {
                let mark = &mut self.mark[w as usize];
                if *mark != stamp
                    && self.vertex_closed[w as usize] == NEVER
                    && (self.edges_stay || self.edge_closed[e as usize] == NEVER)
                {
                    *mark = stamp;
                    self.stack.push(w);
                }
            }
        }
    }

    pub(super) fn check_whole(&mut self) {
        let root = self.active[0];
        self.flood(root);
        for v in 0..self.vertex_lit.len() as u32 {
            if self.mark[v as usize] == self.stamp || !self.is_open(v) {
                continue;
            }
            if self.vertex_active[v as usize] != NEVER {
                self.conflict = Some(Conflict::Split {
                    inside: v,
                    outside: root,
                });
                return;
            }
            self.force_out_of_reach(v, root);
        }
    }

    /// What must be true after every check that reports nothing.
    pub(super) fn hangs_together(&mut self) -> bool {
        let Some(&root) = self.active.first() else {
            return true;
        };
        self.flood(root);
        (0..self.vertex_lit.len() as u32)
            .all(|v| self.mark[v as usize] == self.stamp || !self.is_open(v))
    }

    pub(super) fn force_out_of_reach(&mut self, v: u32, seed: u32) {
        let lit = code_lit(self.vertex_lit[v as usize]).expect("not active, so it has a literal");
        self.forced.push((!lit, [v, seed], What::OutOfReach));
    }

    /// Did this closure cut something off? Search from all its sides at once. Adjacent vertices
    /// closed at the same moment make one closure, with sides all around them.
    pub(super) fn check_closure(&mut self, event: Event, since: u32) {
        let around = match event {
            Event::EdgeClosed(e) if self.witness.is_some() => return self.replace_in_witness(e),
            Event::EdgeClosed(e) => {
                let (a, b) = self.edges[e as usize];
                [Some(a), Some(b)]
            }
            Event::VertexClosed(v) => [Some(v), None],
            Event::VertexActive(_) | Event::EdgeChosen(_) | Event::On => return,
        };
        let mut sides: Vec<u32> = Vec::with_capacity(4);
        self.stack.clear();
        for v in around.into_iter().flatten() {
            if self.is_open(v) {
                sides.push(v);
            } else if self.cluster[v as usize] != self.clusters {
                self.cluster[v as usize] = self.clusters;
                self.stack.push(v);
            }
        }
        while let Some(v) = self.stack.pop() {
            // Across closed edges as well: they may have been closed at the same moment.
            for l in self.first[v as usize]..self.first[v as usize + 1] {
                let (w, _) = self.links[l as usize];
                let closed = self.vertex_closed[w as usize];
                if closed == NEVER {
                    sides.push(w);
                } else if closed >= since && self.cluster[w as usize] != self.clusters {
                    self.cluster[w as usize] = self.clusters;
                    self.stack.push(w);
                }
            }
        }
        match &self.groups {
            // What chosen edges connect is one side.
            Some(groups) => {
                sides.sort_unstable_by_key(|&v| groups.of(v));
                sides.dedup_by_key(|v| groups.of(*v));
            }
            None => {
                sides.sort_unstable();
                sides.dedup();
            }
        }
        if sides.len() < 2 {
            return;
        }
        if sides.len() > MOST_SIDES {
            return self.check_whole();
        }
        self.search_from(&sides);
    }

    /// Breadth-first from all sides in turn. Searches that meet are joined; when only one is left
    /// nothing came off. A search that runs dry has found a component that did.
    pub(super) fn search_from(&mut self, sides: &[u32]) {
        let stamp = self.next_stamp();
        let n = sides.len();
        let mut group: Vec<u8> = (0..n as u8).collect();
        while self.queues.len() < n {
            self.queues.push(Vec::new());
        }
        let mut head = vec![0usize; n];
        for (i, &v) in sides.iter().enumerate() {
            self.queues[i].clear();
            self.queues[i].push(v);
            self.mark[v as usize] = stamp;
            self.label[v as usize] = i as u8;
        }
        let mut groups = n;
        loop {
            for i in 0..n {
                if head[i] >= self.queues[i].len() {
                    continue;
                }
                let v = self.queues[i][head[i]];
                head[i] += 1;
                for l in self.first[v as usize]..self.first[v as usize + 1] {
                    let (w, e) = self.links[l as usize];
                    if self.edge_closed[e as usize] != NEVER
                        || self.vertex_closed[w as usize] != NEVER
                    {
                        continue;
                    }
                    if self.mark[w as usize] != stamp {
                        self.mark[w as usize] = stamp;
                        self.label[w as usize] = i as u8;
                        self.queues[i].push(w);
                        continue;
                    }
                    let (mine, theirs) = (group[i], group[self.label[w as usize] as usize]);
                    if mine != theirs {
                        for g in &mut group {
                            if *g == theirs {
                                *g = mine;
                            }
                        }
                        groups -= 1;
                        if groups == 1 {
                            return;
                        }
                    }
                }
            }
            // A group all of whose searches are dry is a component of its own.
            let dry = (0..n)
                .find(|&i| (0..n).all(|j| group[j] != group[i] || head[j] >= self.queues[j].len()));
            if let Some(i) = dry {
                return self.came_off(&group, group[i]);
            }
        }
    }

    /// The searches of this group have found a component that is cut off from the other sides.
    pub(super) fn came_off(&mut self, group: &[u8], dry: u8) {
        let inside = (0..group.len())
            .filter(|&i| group[i] == dry)
            .flat_map(|i| &self.queues[i])
            .copied()
            .find(|&v| self.vertex_active[v as usize] != NEVER);
        let is_inside = |v: u32| {
            self.mark[v as usize] == self.stamp && group[self.label[v as usize] as usize] == dry
        };
        let outside = self.active.iter().copied().find(|&v| !is_inside(v));
        match (inside, outside) {
            (Some(inside), Some(outside)) => {
                self.conflict = Some(Conflict::Split { inside, outside });
            }
            // The other sides may have come off as well, from something that does not touch this
            // closure at all, so nothing less than the whole graph will do.
            _ => self.check_whole(),
        }
    }
}
