//! One graph and what the trail says about it.
//!
//! Every literal on the trail that means something to the graph is an [`Event`]; events are applied
//! in the order of the trail and undone in reverse. What needs a look is only noted here (`closed_now`,
//! `joined_now`, `look_whole`, `look_last_way`); [`State::check`] looks once the solver has
//! reached a fixpoint.

use super::around::Around;
use super::closure::WHOLE_GRAPH_SHARE;
use super::faces::Faces;
use super::groups::Groups;
use super::last_way::{LOOK_PER_NODE, LowPoints};
use super::paths::{Join, Paths};
use super::witness::Witness;
use super::{NEVER, What};
use crate::graph::{Graph, Need, Search};
use crate::model::Lit;

pub(super) const NO_LIT: u32 = u32::MAX;

/// What a literal on the trail does to a graph.
#[derive(Clone, Copy)]
pub(super) enum Event {
    VertexActive(u32),
    VertexClosed(u32),
    EdgeClosed(u32),
    EdgeChosen(u32),
    /// The constraint is switched on (named constraints are switched by assumptions).
    On,
}

/// Why the chosen part can no longer be what it must be.
#[derive(Clone, Copy)]
pub(super) enum Conflict {
    /// Two active vertices that the open graph does not connect.
    Split { inside: u32, outside: u32 },
    /// This edge is part of a loop of chosen edges, and an active vertex is not.
    SmallLoop { edge: u32, outside: u32 },
}

/// One graph and what is known about it now.
pub(super) struct State {
    pub(super) need: Need,
    pub(super) search: Search,
    pub(super) switch: Option<Lit>,
    pub(super) on: bool,
    pub(super) vertex_lit: Vec<u32>,
    pub(super) edge_lit: Vec<u32>,
    pub(super) edges: Vec<(u32, u32)>,
    /// No edge has a literal.
    pub(super) edges_stay: bool,
    /// Neighbours of vertex v: `links[first[v]..first[v+1]]`, as (vertex, edge); in the order of
    /// a walk around it if there is `around`.
    pub(super) first: Vec<u32>,
    pub(super) links: Vec<(u32, u32)>,
    /// Place on the trail where it happened, or [`NEVER`].
    pub(super) vertex_closed: Vec<u32>,
    pub(super) vertex_active: Vec<u32>,
    pub(super) edge_closed: Vec<u32>,
    pub(super) edge_chosen: Vec<u32>,
    pub(super) active: Vec<u32>,
    /// If only edges can be closed: edges that suffice to connect everything.
    pub(super) witness: Option<Witness>,
    /// Otherwise, unless it is plane or a loop: what the chosen part connects already.
    pub(super) groups: Option<Groups>,
    /// If the graph is plane: tells which closures cut something off.
    pub(super) faces: Option<Faces>,
    /// If cells are to be connected in the plane: which of them are the last way.
    pub(super) around: Option<Around>,
    /// If it is to be a loop: the pieces of it that there are.
    pub(super) paths: Option<Paths>,

    /// Closures that may have cut something off.
    pub(super) closed_now: Vec<Event>,
    pub(super) joined_now: Vec<(u32, Join)>,
    pub(super) look_whole: bool,
    pub(super) look_last_way: bool,
    /// Saved up for the next pass over the graph.
    pub(super) saved: usize,

    pub(super) conflict: Option<Conflict>,
    pub(super) forced: Vec<(Lit, [u32; 2], What)>,

    /// `mark[v] == stamp`: visited in the current search.
    pub(super) mark: Vec<u32>,
    pub(super) label: Vec<u8>,
    pub(super) stamp: u32,
    /// `cluster[v] == clusters`: its closure has been looked at in the current check.
    pub(super) cluster: Vec<u32>,
    pub(super) clusters: u32,
    pub(super) stack: Vec<u32>,
    pub(super) queues: Vec<Vec<u32>>,
    pub(super) low: LowPoints,
}

pub(super) fn lit_code(lit: Option<Lit>) -> u32 {
    lit.map_or(NO_LIT, |l| l.code() as u32)
}

pub(super) fn code_lit(code: u32) -> Option<Lit> {
    (code != NO_LIT).then(|| Lit::new((code >> 1) as usize, code & 1 == 0))
}

impl State {
    pub(super) fn new(graph: &Graph, switch: Option<Lit>) -> State {
        let n = graph.vertices.len();
        let mut first = vec![0u32; n + 1];
        for edge in &graph.edges {
            first[edge.ends.0 as usize + 1] += 1;
            first[edge.ends.1 as usize + 1] += 1;
        }
        for v in 0..n {
            first[v + 1] += first[v];
        }
        let mut fill = first.clone();
        let mut links = vec![(0, 0); 2 * graph.edges.len()];
        for (e, edge) in graph.edges.iter().enumerate() {
            let (a, b) = edge.ends;
            links[fill[a as usize] as usize] = (b, e as u32);
            fill[a as usize] += 1;
            links[fill[b as usize] as usize] = (a, e as u32);
            fill[b as usize] += 1;
        }
        let mut faces = (!graph.faces.is_empty()).then(|| Faces::new(&graph.faces));
        let around = match (&mut faces, graph.need) {
            (Some(faces), Need::Connected) => Some(Around::new(faces, &first, &mut links)),
            _ => None,
        };
        let always: Vec<u32> = (0..n as u32)
            .filter(|&v| graph.vertices[v as usize].is_none())
            .collect();
        let edges_only = graph.need == Need::Connected && always.len() == n;
        State {
            need: graph.need,
            search: graph.search,
            switch,
            on: switch.is_none(),
            vertex_lit: graph.vertices.iter().map(|&l| lit_code(l)).collect(),
            edge_lit: graph.edges.iter().map(|e| lit_code(e.lit)).collect(),
            edges: graph.edges.iter().map(|e| e.ends).collect(),
            edges_stay: graph.edges.iter().all(|e| e.lit.is_none()),
            first,
            links,
            vertex_closed: vec![NEVER; n],
            vertex_active: graph
                .vertices
                .iter()
                .map(|l| if l.is_none() { 0 } else { NEVER })
                .collect(),
            edge_closed: vec![NEVER; graph.edges.len()],
            edge_chosen: vec![NEVER; graph.edges.len()],
            active: always,
            witness: edges_only.then(|| Witness::new(n, graph.edges.len())),
            groups: (graph.need == Need::Connected && !edges_only && graph.faces.is_empty())
                .then(|| Groups::new(n)),
            faces,
            around,
            paths: (graph.need == Need::Loop).then(|| Paths::new(n)),
            closed_now: Vec::new(),
            joined_now: Vec::new(),
            look_whole: true,
            look_last_way: true,
            saved: 0,
            conflict: None,
            forced: Vec::new(),
            mark: vec![0; n],
            label: vec![0; n],
            cluster: vec![0; n],
            clusters: 0,
            stamp: 0,
            stack: Vec::new(),
            queues: Vec::new(),
            low: LowPoints::default(),
        }
    }

    pub(super) fn apply(&mut self, event: Event, time: u32) {
        match event {
            Event::VertexActive(v) => {
                self.vertex_active[v as usize] = time;
                self.active.push(v);
                // Parts that came off while nothing was active have not been looked at.
                self.look_whole |= self.active.len() == 1;
                self.look_last_way = true;
                if let Some(groups) = &mut self.groups {
                    for l in self.first[v as usize]..self.first[v as usize + 1] {
                        let (w, e) = self.links[l as usize];
                        if self.edge_lit[e as usize] == NO_LIT
                            && self.vertex_active[w as usize] != NEVER
                        {
                            groups.join(v, w, time);
                        }
                    }
                }
            }
            Event::VertexClosed(v) => {
                self.vertex_closed[v as usize] = time;
                self.look_last_way = true;
                if self.vertex_cuts(v) {
                    self.closed_now.push(event);
                }
            }
            Event::EdgeClosed(e) => {
                self.edge_closed[e as usize] = time;
                self.look_last_way = true;
                let needless = match (&mut self.faces, &self.witness) {
                    (Some(faces), _) => !faces.remove(e),
                    (None, Some(witness)) => !witness.holds(e),
                    (None, None) => false,
                };
                if !needless {
                    self.closed_now.push(event);
                }
            }
            Event::EdgeChosen(e) => {
                self.edge_chosen[e as usize] = time;
                let (a, b) = self.edges[e as usize];
                if let Some(groups) = &mut self.groups {
                    groups.join(a, b, time);
                }
                if let Some(paths) = &mut self.paths {
                    self.joined_now.push((e, paths.join(a, b)));
                }
            }
            Event::On => {
                self.on = true;
                self.look_whole = true;
                if let Some(witness) = &mut self.witness {
                    witness.forget();
                }
            }
        }
    }

    pub(super) fn undo(&mut self, event: Event) {
        match event {
            Event::VertexActive(v) => {
                self.vertex_active[v as usize] = NEVER;
                let last = self.active.pop();
                debug_assert_eq!(last, Some(v));
            }
            Event::VertexClosed(v) => {
                self.vertex_closed[v as usize] = NEVER;
                if let Some(faces) = &mut self.faces {
                    for l in (self.first[v as usize]..self.first[v as usize + 1]).rev() {
                        faces.put_back(self.links[l as usize].1);
                    }
                }
            }
            Event::EdgeClosed(e) => {
                self.edge_closed[e as usize] = NEVER;
                if let Some(faces) = &mut self.faces {
                    faces.put_back(e);
                }
            }
            Event::EdgeChosen(e) => {
                self.edge_chosen[e as usize] = NEVER;
                if let Some(paths) = &mut self.paths {
                    let (a, b) = self.edges[e as usize];
                    paths.part(a, b);
                }
            }
            Event::On => self.on = false,
        }
    }

    /// Remove the edges of a closed vertex; returns whether that may have cut something off.
    pub(super) fn vertex_cuts(&mut self, v: u32) -> bool {
        let links_of =
            |v: u32| self.first[v as usize] as usize..self.first[v as usize + 1] as usize;
        let links = &self.links[links_of(v)];
        let Some(faces) = &mut self.faces else {
            return true;
        };
        match links.iter().filter(|&&(_, e)| faces.remove(e)).count() {
            0 => false,
            // The last edge always cuts something off: the closed vertex itself. It may have been
            // the last edge of its other end, too.
            1 => links.iter().any(|&(w, _)| {
                let alone = || {
                    self.links[links_of(w)]
                        .iter()
                        .all(|&(_, e)| faces.is_gone(e))
                };
                self.vertex_closed[w as usize] == NEVER && alone()
            }),
            _ => true,
        }
    }

    pub(super) fn has_news(&self) -> bool {
        self.look_whole
            || self.look_last_way
            || !self.closed_now.is_empty()
            || !self.joined_now.is_empty()
    }

    pub(super) fn next_stamp(&mut self) -> u32 {
        self.stamp += 1;
        self.stamp
    }

    pub(super) fn is_open(&self, v: u32) -> bool {
        self.vertex_closed[v as usize] == NEVER
    }

    /// `since`: the place on the trail up to which everything has been looked at.
    pub(super) fn check(&mut self, since: u32, at_root: bool) {
        let closed_now = std::mem::take(&mut self.closed_now);
        let many = closed_now.len() * WHOLE_GRAPH_SHARE > self.vertex_lit.len() + self.edges.len();
        let whole = std::mem::take(&mut self.look_whole) || (many && self.witness.is_none());
        let last_way = std::mem::take(&mut self.look_last_way) || whole;
        self.check_joins();
        if self.conflict.is_none() && !self.active.is_empty() {
            if whole {
                self.check_whole();
            }
            // The witness must be told of every closure, the others only if nobody has looked.
            if !whole || (self.witness.is_some() && self.conflict.is_none()) {
                self.clusters += 1;
                let before = self.forced.len();
                for &event in &closed_now {
                    self.check_closure(event, since);
                    // Whatever else came off has been found along with it.
                    if self.conflict.is_some() || self.forced.len() > before {
                        break;
                    }
                }
            }
        }
        // Keep the allocation.
        self.closed_now = closed_now;
        self.closed_now.clear();
        if self.conflict.is_none() && self.forced.is_empty() && last_way && self.around.is_some() {
            self.force_last_cells();
        } else if self.conflict.is_none()
            && self.forced.is_empty()
            && last_way
            && (at_root || self.search == Search::Throughout)
        {
            self.saved += LOOK_PER_NODE;
            let size = self.vertex_lit.len() + self.edges.len();
            if at_root || self.saved >= size {
                self.saved = 0;
                self.find_last_ways();
            }
        }
    }
}
