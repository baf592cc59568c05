//! Connectivity during the search.
//!
//! Call a vertex or edge *closed* once its literal is false; the rest is the *open* graph. The
//! chosen part can still be connected only if all active (true) vertices lie in one component of
//! the open graph. Kept after every propagation fixpoint:
//!
//! - two active vertices in different components are a conflict. The reason is a cut: the closed
//!   literals around one component and one active vertex on either side;
//! - an open vertex out of reach of the active ones is closed;
//! - where one vertex or edge is the last way between active vertices, it is chosen; in a loop, an
//!   edge that is the last way is closed, because a loop crosses every cut an even number of times.
//!
//! A component can only come off at something that has just been closed. In a plane graph its dual
//! tells whether it did ([`Faces`]). Elsewhere we search from all sides of each new closure at
//! once, step by step, until the searches meet (nothing came off, usually after a few steps) or one
//! runs dry (that side came off). On large loop puzzles this was four times faster than looking at
//! the whole board, and the dual twice as fast again. The last way through a cut needs one
//! depth-first pass over the graph (Tarjan's low points), so it is looked for only as often as
//! [`Search`] says.
//!
//! In a loop, chosen edges form paths whose ends know each other ([`Paths`]): an edge that would
//! close a path although something else is active is closed at once, and a small loop that closes
//! all the same is cited edge by edge instead of as a cut. On 270 published loop puzzles this took
//! the conflicts from 23,000 to 11,000. Tried there and dropped: citing closed edges in cuts where
//! a closed vertex says the same (7,967 conflicts instead of 5,543 in the end); looking for bridges
//! throughout the search instead of at its root (5,506, no faster).
//!
//! Every element remembers the place on the trail at which it was closed or became active. That
//! makes reasons lazy: a propagated literal stores only when and from where it was derived, and
//! the cut is searched again if the solver asks for it. What holds before the first decision is
//! left out of reasons.

use batsat::{Theory, TheoryArg, lbool};

use crate::faces::Faces;
use crate::graph::{Graph, Need, Search};
use crate::groups::Groups;
use crate::model::Lit;
use crate::paths::{Join, Paths};

const NEVER: u32 = u32::MAX;
const NO_LIT: u32 = u32::MAX;

/// A node saves up so much for a pass over the graph, which costs its vertices and edges.
const LOOK_PER_NODE: usize = 40;

/// With more sides than this, one look at the whole graph is cheaper.
const MOST_SIDES: usize = 16;

/// More new closures than this share of the graph (1/n): look at the whole graph at once.
const WHOLE_GRAPH_SHARE: usize = 8;

/// Why a literal was propagated: enough to find the cut again.
#[derive(Clone, Copy)]
struct Why {
    graph: u32,
    /// Everything that led here is before this place on the trail.
    time: u32,
    seed: u32,
    what: What,
}

#[derive(Clone, Copy, PartialEq)]
enum What {
    /// The seed is an active vertex elsewhere; this vertex is out of its reach.
    VertexOutOfReach(u32),
    /// The seed is an active vertex that is connected to the others through this vertex only.
    VertexLastWay(u32),
    /// The seed is the end of this edge on the side that hangs on it.
    EdgeLastWay(u32),
    /// The seed is an active vertex elsewhere; this edge would close a loop without it.
    ClosesLoop(u32),
}

/// What a literal on the trail does to a graph.
#[derive(Clone, Copy)]
enum Event {
    VertexActive(u32),
    VertexClosed(u32),
    EdgeClosed(u32),
    EdgeChosen(u32),
    /// The constraint is switched on (named constraints are switched by assumptions).
    On,
}

pub(crate) struct Reach {
    graphs: Vec<State>,
    /// For each literal's code, a range of `events`.
    watch: Vec<(u32, u32)>,
    events: Vec<(u32, Event)>,
    trail: Vec<Lit>,
    levels: Vec<u32>,
    why: Vec<Option<Why>>,
    /// The answer to the solver's last question for a reason.
    reason: Vec<batsat::Lit>,
    cut: Vec<Lit>,
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var() as u32), lit.is_yes())
}

fn from_batsat(lit: batsat::Lit) -> Lit {
    Lit::new(lit.var().idx() as usize, lit.sign())
}

impl Reach {
    /// `switch[i]`: the literal that switches graph i on, if it is not always on.
    pub(crate) fn new(graphs: &[Graph], switch: &[Option<Lit>], vars: usize) -> Reach {
        let mut by_lit: Vec<(usize, (u32, Event))> = Vec::new();
        let mut states = Vec::new();
        for (g, graph) in graphs.iter().enumerate() {
            let g32 = g as u32;
            for (v, lit) in graph.vertices.iter().enumerate() {
                if let Some(lit) = *lit {
                    by_lit.push((lit.code(), (g32, Event::VertexActive(v as u32))));
                    by_lit.push(((!lit).code(), (g32, Event::VertexClosed(v as u32))));
                }
            }
            for (e, edge) in graph.edges.iter().enumerate() {
                if let Some(lit) = edge.lit {
                    by_lit.push((lit.code(), (g32, Event::EdgeChosen(e as u32))));
                    by_lit.push(((!lit).code(), (g32, Event::EdgeClosed(e as u32))));
                }
            }
            if let Some(lit) = switch[g] {
                by_lit.push((lit.code(), (g32, Event::On)));
            }
            states.push(State::new(graph, switch[g]));
        }
        by_lit.sort_by_key(|&(code, _)| code);
        let mut watch = vec![(0, 0); 2 * vars];
        for (i, &(code, _)) in by_lit.iter().enumerate() {
            let (start, end) = &mut watch[code];
            if start == end {
                *start = i as u32;
            }
            *end = i as u32 + 1;
        }
        Reach {
            graphs: states,
            watch,
            events: by_lit.into_iter().map(|(_, event)| event).collect(),
            trail: Vec::new(),
            levels: Vec::new(),
            why: vec![None; vars],
            reason: Vec::new(),
            cut: Vec::new(),
        }
    }

    /// Make room for variables added after the model was loaded.
    pub(crate) fn grow(&mut self, vars: usize) {
        self.watch.resize(2 * vars, (0, 0));
        self.why.resize(vars, None);
    }

    fn root_end(&self) -> u32 {
        self.levels.first().copied().unwrap_or(NEVER)
    }

    fn catch_up(&mut self, acts: &TheoryArg) {
        for i in self.trail.len()..acts.model().len() {
            let lit = from_batsat(acts.model()[i]);
            let time = i as u32;
            self.trail.push(lit);
            let (start, end) = self.watch[lit.code()];
            for &(g, event) in &self.events[start as usize..end as usize] {
                self.graphs[g as usize].apply(event, time);
            }
        }
    }

    fn undo_to(&mut self, len: usize) {
        for i in (len..self.trail.len()).rev() {
            let (start, end) = self.watch[self.trail[i].code()];
            for &(g, event) in self.events[start as usize..end as usize].iter().rev() {
                self.graphs[g as usize].undo(event);
            }
        }
        self.trail.truncate(len);
        for state in &mut self.graphs {
            if let Some(groups) = &mut state.groups {
                groups.undo_to(len as u32);
            }
            state.closed_now.clear();
            state.joined_now.clear();
            state.look_whole = false;
            state.look_last_way = false;
        }
    }

    fn check(&mut self, acts: &mut TheoryArg) {
        let since = self.trail.len() as u32;
        self.catch_up(acts);
        let at_root = self.levels.is_empty();
        let root_end = self.root_end();
        let time = self.trail.len() as u32;
        for g in 0..self.graphs.len() {
            let state = &mut self.graphs[g];
            if !state.on || state.hopeless || !state.has_news() {
                continue;
            }
            state.check(since, at_root);
            if let Some(found) = state.conflict.take() {
                state.forced.clear();
                self.cut.clear();
                state.explain_conflict(found, root_end, &mut self.cut);
                if self.cut.is_empty() {
                    // All of it holds before the first decision, so that is where we are.
                    state.explain_conflict(found, 0, &mut self.cut);
                }
                self.reason.clear();
                self.reason.extend(self.cut.iter().map(|&l| to_batsat(!l)));
                if self.reason.is_empty() {
                    // Nothing but the graph itself is to blame: any false literal will do.
                    match self.trail.first() {
                        Some(&lit) => self.reason.push(to_batsat(!lit)),
                        None => {
                            state.hopeless = true;
                            return;
                        }
                    }
                }
                acts.raise_conflict(&self.reason, true);
                return;
            }
            debug_assert!(!state.forced.is_empty() || state.hangs_together());
            let mut refuted = None;
            for &(lit, seed, what) in &state.forced {
                let target = to_batsat(lit);
                let value = acts.value(target.var());
                let why = Why {
                    graph: g as u32,
                    time,
                    seed,
                    what,
                };
                if value == lbool::UNDEF {
                    self.why[lit.var()] = Some(why);
                    acts.propagate(target);
                } else if value != lbool::from(target.sign()) {
                    // Another element with the same variable was forced the other way just now.
                    refuted = Some((lit, why));
                    break;
                }
            }
            state.forced.clear();
            if let Some((lit, why)) = refuted {
                self.cut.clear();
                state.explain(why, root_end, &mut self.cut);
                self.reason.clear();
                self.reason.push(to_batsat(lit));
                self.reason.extend(self.cut.iter().map(|&l| to_batsat(!l)));
                acts.raise_conflict(&self.reason, true);
                return;
            }
        }
    }

    /// A graph that is cut although nothing has been assigned: no literal can say why.
    pub(crate) fn hopeless(&self) -> bool {
        self.graphs.iter().any(|s| s.hopeless)
    }
}

impl Theory for Reach {
    fn final_check(&mut self, acts: &mut TheoryArg) {
        for state in &mut self.graphs {
            state.look_whole = true;
        }
        self.check(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg) {
        self.check(acts);
    }

    fn create_level(&mut self) {
        self.levels.push(self.trail.len() as u32);
    }

    fn pop_levels(&mut self, n: usize) {
        let keep = self.levels.len() - n;
        let len = self.levels[keep] as usize;
        self.levels.truncate(keep);
        self.undo_to(len);
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, p: batsat::Lit) -> &[batsat::Lit] {
        let lit = from_batsat(p);
        let why = self.why[lit.var()].expect("only propagated literals are asked for");
        let root_end = self.root_end();
        self.cut.clear();
        self.graphs[why.graph as usize].explain(why, root_end, &mut self.cut);
        self.reason.clear();
        self.reason.extend(self.cut.iter().map(|&l| to_batsat(l)));
        &self.reason
    }
}

/// Why the chosen part can no longer be what it must be.
#[derive(Clone, Copy)]
enum Conflict {
    /// Two active vertices that the open graph does not connect; `inside` is in the part to cut
    /// out.
    Split { inside: u32, outside: u32 },
    /// This edge is part of a loop of chosen edges, and an active vertex is not.
    SmallLoop { edge: u32, outside: u32 },
}

/// One graph and what is known of it now.
struct State {
    need: Need,
    search: Search,
    switch: Option<Lit>,
    on: bool,
    hopeless: bool,
    vertex_lit: Vec<u32>,
    edge_lit: Vec<u32>,
    edges: Vec<(u32, u32)>,
    /// Neighbours of vertex v: `links[first[v]..first[v+1]]`, as (vertex, edge).
    first: Vec<u32>,
    links: Vec<(u32, u32)>,
    /// Place on the trail where it happened, or [`NEVER`].
    vertex_closed: Vec<u32>,
    vertex_active: Vec<u32>,
    edge_closed: Vec<u32>,
    edge_chosen: Vec<u32>,
    active: Vec<u32>,
    /// What the chosen part connects already, if closures are searched for it.
    groups: Option<Groups>,
    /// If the graph is plane: tells which closures cut something off.
    faces: Option<Faces>,
    /// If it is to be a loop: what there is of it.
    paths: Option<Paths>,

    /// Closures that may have cut something off.
    closed_now: Vec<Event>,
    joined_now: Vec<(u32, Join)>,
    look_whole: bool,
    look_last_way: bool,
    /// Saved up for the next pass over the graph.
    saved: usize,

    conflict: Option<Conflict>,
    forced: Vec<(Lit, u32, What)>,

    /// `mark[v] == stamp`: visited in the current search.
    mark: Vec<u32>,
    label: Vec<u8>,
    stamp: u32,
    /// `cluster[v] == clusters`: its closure has been looked at in the current check.
    cluster: Vec<u32>,
    clusters: u32,
    stack: Vec<u32>,
    queues: Vec<Vec<u32>>,
    low: LowPoints,
}

fn lit_code(lit: Option<Lit>) -> u32 {
    lit.map_or(NO_LIT, |l| l.code() as u32)
}

fn code_lit(code: u32) -> Option<Lit> {
    (code != NO_LIT).then(|| Lit::new((code >> 1) as usize, code & 1 == 0))
}

impl State {
    fn new(graph: &Graph, switch: Option<Lit>) -> State {
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
        let always: Vec<u32> = (0..n as u32)
            .filter(|&v| graph.vertices[v as usize].is_none())
            .collect();
        State {
            need: graph.need,
            search: graph.search,
            switch,
            on: switch.is_none(),
            hopeless: false,
            vertex_lit: graph.vertices.iter().map(|&l| lit_code(l)).collect(),
            edge_lit: graph.edges.iter().map(|e| lit_code(e.lit)).collect(),
            edges: graph.edges.iter().map(|e| e.ends).collect(),
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
            groups: (graph.need == Need::Connected).then(|| Groups::new(n)),
            faces: (!graph.faces.is_empty()).then(|| Faces::new(&graph.faces)),
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

    fn apply(&mut self, event: Event, time: u32) {
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
                if self.faces.as_mut().is_none_or(|faces| faces.remove(e)) {
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
            }
        }
    }

    fn undo(&mut self, event: Event) {
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

    /// Remove the edges of a closed vertex; answers whether that may have cut something off.
    fn vertex_cuts(&mut self, v: u32) -> bool {
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

    fn has_news(&self) -> bool {
        self.look_whole
            || self.look_last_way
            || !self.closed_now.is_empty()
            || !self.joined_now.is_empty()
    }

    fn next_stamp(&mut self) -> u32 {
        self.stamp += 1;
        self.stamp
    }

    fn is_open(&self, v: u32) -> bool {
        self.vertex_closed[v as usize] == NEVER
    }

    /// `since`: the place on the trail up to which all is known and looked at.
    fn check(&mut self, since: u32, at_root: bool) {
        let closed_now = std::mem::take(&mut self.closed_now);
        let whole = std::mem::take(&mut self.look_whole)
            || closed_now.len() * WHOLE_GRAPH_SHARE > self.vertex_lit.len() + self.edges.len();
        let last_way = std::mem::take(&mut self.look_last_way) || whole;
        self.check_joins();
        if self.conflict.is_none() && !self.active.is_empty() {
            if whole {
                self.check_whole();
            } else {
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
        if self.conflict.is_none()
            && self.forced.is_empty()
            && last_way
            && (at_root || self.search == Search::Throughout)
        {
            self.saved += LOOK_PER_NODE;
            if at_root || self.saved >= self.vertex_lit.len() + self.edges.len() {
                self.saved = 0;
                self.find_last_ways();
            }
        }
    }

    /// Did something close a loop, or would the next edge?
    fn check_joins(&mut self) {
        let joined_now = std::mem::take(&mut self.joined_now);
        for &(edge, join) in &joined_now {
            if self.paths.as_ref().is_none_or(Paths::has_branch) {
                break;
            }
            match join {
                Join::Loop(len) if self.active.len() > len as usize => {
                    let outside = self.active_off_path(edge, NEVER);
                    self.conflict = Some(Conflict::SmallLoop { edge, outside });
                    break;
                }
                Join::Path(x, y, len) if self.active.len() > len as usize => {
                    self.force_open_end(edge, x, y);
                }
                _ => {}
            }
        }
        self.joined_now = joined_now;
        self.joined_now.clear();
    }

    /// The path from `x` to `y` must not be closed: some active vertex is not on it.
    fn force_open_end(&mut self, edge: u32, x: u32, y: u32) {
        if !self.paths.as_ref().is_some_and(|p| p.are_ends(x, y)) {
            return;
        }
        for l in self.first[x as usize]..self.first[x as usize + 1] {
            let (w, e) = self.links[l as usize];
            if w == y
                && self.edge_closed[e as usize] == NEVER
                && self.edge_chosen[e as usize] == NEVER
                && let Some(lit) = code_lit(self.edge_lit[e as usize])
            {
                let seed = self.active_off_path(edge, NEVER);
                self.forced.push((!lit, seed, What::ClosesLoop(e)));
            }
        }
    }

    /// Mark the path of edges chosen before `time` that goes through `edge`; tells each edge.
    fn walk_path(&mut self, edge: u32, time: u32, mut tell: impl FnMut(u32)) {
        let stamp = self.next_stamp();
        let (a, b) = self.edges[edge as usize];
        if self.edge_chosen[edge as usize] < time {
            tell(edge);
        }
        for mut at in [a, b] {
            let mut came = edge;
            while self.mark[at as usize] != stamp {
                self.mark[at as usize] = stamp;
                for l in self.first[at as usize]..self.first[at as usize + 1] {
                    let (w, e) = self.links[l as usize];
                    if e != came && self.edge_chosen[e as usize] < time {
                        if self.mark[w as usize] != stamp {
                            tell(e);
                            (at, came) = (w, e);
                        }
                        break;
                    }
                }
            }
        }
    }

    /// The first active vertex that is not on the path through `edge`.
    fn active_off_path(&mut self, edge: u32, time: u32) -> u32 {
        self.walk_path(edge, time, |_| {});
        let on_path = |v: u32| self.mark[v as usize] == self.stamp;
        let off = self.active.iter().copied().find(|&v| !on_path(v));
        off.expect("more are active than are on the path")
    }

    /// Visit everything that is open and connected to `start`.
    fn flood(&mut self, start: u32) {
        let stamp = self.next_stamp();
        self.mark[start as usize] = stamp;
        self.stack.clear();
        self.stack.push(start);
        while let Some(v) = self.stack.pop() {
            let range = self.first[v as usize] as usize..self.first[v as usize + 1] as usize;
            for i in range {
                let (w, e) = self.links[i];
                if self.mark[w as usize] != stamp
                    && self.edge_closed[e as usize] == NEVER
                    && self.vertex_closed[w as usize] == NEVER
                {
                    self.mark[w as usize] = stamp;
                    self.stack.push(w);
                }
            }
        }
    }

    fn check_whole(&mut self) {
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

    /// What every check must have achieved when it has nothing to say.
    fn hangs_together(&mut self) -> bool {
        let Some(&root) = self.active.first() else {
            return true;
        };
        self.flood(root);
        (0..self.vertex_lit.len() as u32)
            .all(|v| self.mark[v as usize] == self.stamp || !self.is_open(v))
    }

    fn force_out_of_reach(&mut self, v: u32, seed: u32) {
        let lit = code_lit(self.vertex_lit[v as usize]).expect("not active, so it has a literal");
        self.forced.push((!lit, seed, What::VertexOutOfReach(v)));
    }

    /// Did this closure cut something off? Search from all its sides at once. Vertices closed in
    /// the same moment next to each other make one closure: its sides are all around them.
    fn check_closure(&mut self, event: Event, since: u32) {
        let around = match event {
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
            // Also over closed edges: they may have been closed in the same moment.
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
    fn search_from(&mut self, sides: &[u32]) {
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
    fn came_off(&mut self, group: &[u8], dry: u8) {
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

    /// One pass over the open graph for vertices and edges that are the last way.
    fn find_last_ways(&mut self) {
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

    fn low_points(&mut self, root: u32) {
        self.next_stamp();
        self.low_points_marked(root);
    }

    /// Depth-first from `root` with the current stamp; fills `self.low`.
    fn low_points_marked(&mut self, root: u32) {
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

    fn force_last_ways(&mut self) {
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
                self.forced
                    .push((lit, below.vertex, What::EdgeLastWay(below.edge)));
            }
            let apart = below.low >= below.parent && above.parent != NEVER;
            if apart
                && self.vertex_active[above.vertex as usize] == NEVER
                && below.active < total
                && let Some(lit) = code_lit(self.vertex_lit[above.vertex as usize])
            {
                self.forced
                    .push((lit, below.seed, What::VertexLastWay(above.vertex)));
            }
        }
    }

    fn force_no_bridges_in_plane(&mut self) {
        let Some(faces) = &self.faces else { return };
        for (e, &(seed, _)) in self.edges.iter().enumerate() {
            if faces.is_bridge(e as u32)
                && let Some(lit) = code_lit(self.edge_lit[e])
            {
                let why = What::EdgeLastWay(e as u32);
                self.forced.push((!lit, seed, why));
            }
        }
    }

    fn force_no_bridges(&mut self) {
        for i in 1..self.low.order.len() {
            let below = self.low.order[i];
            if below.low == i as u32
                && let Some(lit) = code_lit(self.edge_lit[below.edge as usize])
            {
                self.forced
                    .push((!lit, below.vertex, What::EdgeLastWay(below.edge)));
            }
        }
    }

    /// The true literals that cut `start`'s side off, as things stood at `time`: those that closed
    /// its surroundings. Elements that `avoid` names are neither entered nor cited.
    fn cut_around(
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

    fn cite_active(&self, v: u32, root_end: u32, cut: &mut Vec<Lit>) {
        if root_end != 0 && self.vertex_active[v as usize] < root_end {
            return;
        }
        cut.extend(code_lit(self.vertex_lit[v as usize]));
    }

    fn explain_conflict(&mut self, conflict: Conflict, root_end: u32, cut: &mut Vec<Lit>) {
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
    fn cite_path(&mut self, edge: u32, time: u32, root_end: u32, cut: &mut Vec<Lit>) {
        let mut path = Vec::new();
        self.walk_path(edge, time, |e| path.push(e));
        for e in path {
            if root_end == 0 || self.edge_chosen[e as usize] >= root_end {
                cut.extend(code_lit(self.edge_lit[e as usize]));
            }
        }
    }

    fn explain(&mut self, why: Why, root_end: u32, cut: &mut Vec<Lit>) {
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

/// Result of a depth-first pass, in the order of first visits.
#[derive(Default)]
struct LowPoints {
    order: Vec<Visit>,
    place: Vec<u32>,
    path: Vec<(u32, u32)>,
    side: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Visit {
    vertex: u32,
    /// Place of the parent in the order.
    parent: u32,
    /// The edge from the parent.
    edge: u32,
    /// Earliest place reachable from the subtree by one edge that is not in the tree.
    low: u32,
    /// Active vertices in the subtree, and one of them.
    active: u32,
    seed: u32,
}
