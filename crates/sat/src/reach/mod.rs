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
//! tells whether it did ([`faces`]). Where only edges can be closed, most closures miss the few edges
//! that prove everything connected ([`witness`]). Elsewhere we search from all sides of each new
//! closure at once, step by step, until the searches meet (nothing came off, usually after a few
//! steps) or one runs dry (that side came off, [`closure`]). On large loop puzzles this was four
//! times faster than looking at the whole board, and the dual twice as fast again. The last way
//! through a cut needs one depth-first pass over the graph (Tarjan's low points, [`last_way`]), so
//! it is looked for only as often as it pays.
//!
//! In a loop, chosen edges form paths whose ends know each other ([`paths`], [`loops`]): an edge that would
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

use std::ops::Range;

use self::state::{Event, State};
use crate::cdcl::{Reason, Trail};
use crate::graph::Graph;
use crate::model::Lit;

mod around;
mod closure;
mod explain;
mod faces;
mod groups;
mod last_way;
mod loops;
mod paths;
mod state;
mod witness;

const NEVER: u32 = u32::MAX;

/// Why a literal was propagated: enough to find the cut again.
#[derive(Clone, Copy)]
struct Why {
    graph: u32,
    /// Everything that led here is before this place on the trail.
    time: u32,
    /// Two vertices that are apart.
    ends: [u32; 2],
    what: What,
}

#[derive(Clone, Copy, PartialEq)]
enum What {
    /// Both ends are active. This is a conflict.
    Apart,
    /// The first end cannot be reached from the second, which is active.
    OutOfReach,
    /// Both ends are active, and this vertex alone joins them.
    VertexLastWay(u32),
    /// This edge alone joins the two ends, and something is active on either side, if it matters.
    EdgeLastWay(u32),
    /// The first end is active; this edge would close a loop without it.
    ClosesLoop(u32),
}

/// What a look at the graphs brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    Nothing,
    /// Literals, which have been assigned.
    Forced,
    /// A falsified clause; see [`Reach::conflict`].
    Conflict,
}

pub(crate) struct Reach {
    graphs: Vec<State>,
    /// For the code of each literal, where its events begin: each with the number of its graph.
    first: Vec<u32>,
    events: Vec<(u32, Event)>,
    /// How much of the trail the graphs know.
    seen: usize,
    why: Vec<Option<Why>>,
    /// True literals: the answer to the last question for a reason.
    cut: Vec<Lit>,
    conflict: Vec<Lit>,
}

impl Reach {
    /// `switch[i]`: the literal that switches graph i on, if it is not always on.
    pub(crate) fn new(graphs: &[Graph], switch: &[Option<Lit>], vars: usize) -> Reach {
        let mut first = vec![0; 2 * vars + 1];
        for_each_event(graphs, switch, |lit, _| first[lit.code() + 1] += 1);
        for code in 0..2 * vars {
            first[code + 1] += first[code];
        }
        let mut fill = first.clone();
        let mut events = vec![(0, Event::On); first[2 * vars] as usize];
        for_each_event(graphs, switch, |lit, event| {
            events[fill[lit.code()] as usize] = event;
            fill[lit.code()] += 1;
        });
        let states = graphs.iter().zip(switch);
        Reach {
            graphs: states.map(|(graph, &on)| State::new(graph, on)).collect(),
            first,
            events,
            seen: 0,
            why: vec![None; vars],
            cut: Vec::new(),
            conflict: Vec::new(),
        }
    }

    /// What a literal means to the graphs, as a range of `events`.
    fn events_of(&self, lit: Lit) -> Range<usize> {
        self.first[lit.code()] as usize..self.first[lit.code() + 1] as usize
    }

    /// Make room for variables added after the model was loaded.
    pub(crate) fn grow(&mut self, vars: usize) {
        self.first.resize(2 * vars + 1, self.events.len() as u32);
        self.why.resize(vars, None);
    }

    fn catch_up(&mut self, trail: &Trail) {
        for (time, lit) in trail.lits().iter().enumerate().skip(self.seen) {
            for &(g, event) in &self.events[self.events_of(*lit)] {
                self.graphs[g as usize].apply(event, time as u32);
            }
        }
        self.seen = trail.lits().len();
    }

    /// Only the first `len` literals of the trail are left.
    pub(crate) fn undo_to(&mut self, len: usize, trail: &[Lit]) {
        for lit in trail[..self.seen].iter().skip(len).rev() {
            for &(g, event) in self.events[self.events_of(*lit)].iter().rev() {
                self.graphs[g as usize].undo(event);
            }
        }
        self.seen = self.seen.min(len);
        for state in &mut self.graphs {
            if let Some(groups) = &mut state.groups {
                groups.undo_to(len as u32);
            }
            if let (Some(around), Some(faces)) = (&mut state.around, &state.faces) {
                around.undo_to(faces.suspects.len());
            }
            state.closed_now.clear();
            state.joined_now.clear();
            state.look_whole = false;
            state.look_last_way = false;
        }
    }

    /// Look at what is new on the trail.
    pub(crate) fn check(&mut self, trail: &mut Trail) -> Found {
        if self.graphs.is_empty() {
            return Found::Nothing;
        }
        let since = self.seen as u32;
        self.catch_up(trail);
        let at_root = trail.depth() == 0;
        let root_end = trail.root_end().unwrap_or(NEVER);
        let time = self.seen as u32;
        for g in 0..self.graphs.len() {
            let state = &mut self.graphs[g];
            if !state.on || !state.has_news() {
                continue;
            }
            state.check(since, at_root);
            self.cut.clear();
            if let Some(found) = state.conflict.take() {
                state.forced.clear();
                state.explain_conflict(found, root_end, &mut self.cut);
                self.conflict.clear();
                self.conflict.extend(self.cut.iter().map(|&l| !l));
                return Found::Conflict;
            }
            debug_assert!(!state.forced.is_empty() || state.hangs_together());
            for i in 0..state.forced.len() {
                let (lit, ends, what) = state.forced[i];
                let why = Why {
                    graph: g as u32,
                    time,
                    ends,
                    what,
                };
                match trail.value(lit) {
                    0 => {
                        self.why[lit.var()] = Some(why);
                        trail.assign(lit, Reason::Graph);
                    }
                    1 => {}
                    _ => {
                        // Another element with the same variable was forced the other way just now.
                        state.forced.clear();
                        state.explain(why, root_end, &mut self.cut);
                        self.conflict.clear();
                        self.conflict.push(lit);
                        self.conflict.extend(self.cut.iter().map(|&l| !l));
                        return Found::Conflict;
                    }
                }
            }
            state.forced.clear();
        }
        if trail.lits().len() > self.seen {
            Found::Forced
        } else {
            Found::Nothing
        }
    }

    /// What must be true of a solution.
    pub(crate) fn hang_together(&mut self) -> bool {
        let mut on = self.graphs.iter_mut().filter(|state| state.on);
        on.all(State::hangs_together)
    }

    /// The clause that is false, after [`Found::Conflict`].
    pub(crate) fn conflict(&self) -> &[Lit] {
        &self.conflict
    }

    /// True literals because of which this one was forced. `root_end`: where level 0 ends.
    pub(crate) fn explain(&mut self, lit: Lit, root_end: Option<u32>) -> &[Lit] {
        let why = self.why[lit.var()].expect("only propagated literals are asked for");
        self.cut.clear();
        let root_end = root_end.unwrap_or(NEVER);
        self.graphs[why.graph as usize].explain(why, root_end, &mut self.cut);
        &self.cut
    }
}

/// Calls `tell` with each literal that means something to a graph, and with what it means.
fn for_each_event(
    graphs: &[Graph],
    switch: &[Option<Lit>],
    mut tell: impl FnMut(Lit, (u32, Event)),
) {
    for (g, graph) in graphs.iter().enumerate() {
        let g32 = g as u32;
        for (v, &lit) in graph.vertices.iter().enumerate() {
            if let Some(lit) = lit {
                tell(lit, (g32, Event::VertexActive(v as u32)));
                tell(!lit, (g32, Event::VertexClosed(v as u32)));
            }
        }
        for (e, edge) in graph.edges.iter().enumerate() {
            if let Some(lit) = edge.lit {
                tell(lit, (g32, Event::EdgeChosen(e as u32)));
                tell(!lit, (g32, Event::EdgeClosed(e as u32)));
            }
        }
        if let Some(lit) = switch[g] {
            tell(lit, (g32, Event::On));
        }
    }
}
