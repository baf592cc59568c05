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
//! A component can only come off at something that has just been closed. So instead of searching
//! the whole graph we search from all sides of each new closure at once, step by step, until the
//! searches meet (nothing came off, usually after a few steps) or one runs dry (that side came
//! off). On large loop puzzles this was four times faster than looking at the whole board. The
//! last way through a cut needs one depth-first pass over the graph (Tarjan's low points), so it
//! is looked for only as often as [`Search`] says.
//!
//! Every element remembers the place on the trail at which it was closed or became active. That
//! makes reasons lazy: a propagated literal stores only when and from where it was derived, and
//! the cut is searched again if the solver asks for it. What holds before the first decision is
//! left out of reasons.

use batsat::{Theory, TheoryArg, lbool};

use crate::graph::{Graph, Need, Search};
use crate::model::Lit;

const NEVER: u32 = u32::MAX;
const NO_LIT: u32 = u32::MAX;

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
}

/// What a literal on the trail does to a graph.
#[derive(Clone, Copy)]
enum Event {
    VertexActive(u32),
    VertexClosed(u32),
    EdgeClosed(u32),
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
            state.closed_now.clear();
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
                state.explain_split(found, root_end, &mut self.cut);
                if self.cut.is_empty() {
                    // All of it holds before the first decision, so that is where we are.
                    state.explain_split(found, 0, &mut self.cut);
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

/// Two active vertices that the open graph does not connect; `inside` is in the part to cut out.
#[derive(Clone, Copy)]
struct Split {
    inside: u32,
    outside: u32,
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
    active: Vec<u32>,

    closed_now: Vec<Event>,
    look_whole: bool,
    look_last_way: bool,

    conflict: Option<Split>,
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
            active: always,
            closed_now: Vec::new(),
            look_whole: true,
            look_last_way: true,
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
            }
            Event::VertexClosed(v) => {
                self.vertex_closed[v as usize] = time;
                self.closed_now.push(event);
            }
            Event::EdgeClosed(e) => {
                self.edge_closed[e as usize] = time;
                self.closed_now.push(event);
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
            Event::VertexClosed(v) => self.vertex_closed[v as usize] = NEVER,
            Event::EdgeClosed(e) => self.edge_closed[e as usize] = NEVER,
            Event::On => self.on = false,
        }
    }

    fn has_news(&self) -> bool {
        self.look_whole || self.look_last_way || !self.closed_now.is_empty()
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
        let last_way = std::mem::take(&mut self.look_last_way) || !closed_now.is_empty() || whole;
        if !self.active.is_empty() {
            if whole {
                self.check_whole();
            } else {
                self.clusters += 1;
                for &event in &closed_now {
                    self.check_closure(event, since);
                    // Whatever else came off has been found along with it.
                    if self.conflict.is_some() || !self.forced.is_empty() {
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
            && (at_root || self.search == Search::EveryNode)
        {
            self.find_last_ways();
        }
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
                self.conflict = Some(Split {
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
        let mut sides: Vec<u32> = Vec::with_capacity(4);
        match event {
            Event::EdgeClosed(e) => {
                let (a, b) = self.edges[e as usize];
                sides.extend([a, b]);
            }
            Event::VertexClosed(v) => {
                if self.cluster[v as usize] == self.clusters {
                    return;
                }
                self.cluster[v as usize] = self.clusters;
                self.stack.clear();
                self.stack.push(v);
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
            }
            Event::VertexActive(_) | Event::On => return,
        }
        sides.retain(|&v| self.vertex_closed[v as usize] == NEVER);
        sides.sort_unstable();
        sides.dedup();
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
            (Some(inside), Some(outside)) => self.conflict = Some(Split { inside, outside }),
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

    fn explain_split(&mut self, split: Split, root_end: u32, cut: &mut Vec<Lit>) {
        cut.extend(self.switch);
        self.cite_active(split.inside, root_end, cut);
        self.cite_active(split.outside, root_end, cut);
        self.cut_around(
            split.inside,
            What::VertexOutOfReach(0),
            NEVER,
            root_end,
            cut,
        );
    }

    fn explain(&mut self, why: Why, root_end: u32, cut: &mut Vec<Lit>) {
        cut.extend(self.switch);
        match why.what {
            What::VertexOutOfReach(v) => {
                self.cite_active(why.seed, root_end, cut);
                self.cut_around(v, why.what, why.time, root_end, cut);
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
