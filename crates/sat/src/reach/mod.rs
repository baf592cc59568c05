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

use batsat::{Theory, TheoryArg, lbool};

use self::state::{Event, State};
use crate::graph::Graph;
use crate::model::Lit;

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
