//! Graphs in a model: "these active cells are connected", "this graph is connected" and "these
//! borders form a single loop" are one constraint with different literals.

use crate::model::{Lit, Model};

/// An edge between two vertices; in the chosen part if its literal is true (always, if it has
/// none).
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The two vertices that it joins.
    pub ends: (u32, u32),
    /// Chooses the edge; if none, it is always chosen.
    pub lit: Option<Lit>,
}

/// What the chosen part must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// All chosen vertices are connected.
    Connected,
    /// All chosen vertices are connected, and each has exactly two chosen edges: a single loop, or
    /// nothing. The degrees are clauses of their own; see [`Model::loop_degree`].
    Loop,
}

/// How hard the search looks for what is forced, beyond noticing what has become impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Look for the last way through a cut throughout the search: at every node on small graphs,
    /// less often on large ones, so that it stays cheap.
    Throughout,
    /// Only before the first decision.
    RootOnly,
}

/// A graph of which the chosen part must be connected. A chosen edge must have chosen ends; the
/// other constraints have to see to that.
#[derive(Clone, Debug)]
pub struct Graph {
    /// What the chosen part must be.
    pub need: Need,
    /// How hard to look for what is forced.
    pub search: Search,
    /// For each vertex the literal that chooses it; if none, it is always chosen.
    pub vertices: Vec<Option<Lit>>,
    /// The edges, in any order.
    pub edges: Vec<Edge>,
    /// If the graph is drawn in the plane without crossings: the two faces beside each edge;
    /// otherwise empty. It affects only the speed.
    pub faces: Vec<(u32, u32)>,
    /// The constraint's number in the model.
    pub constraint: usize,
}

impl Model {
    /// Those of these cells that are true are connected; `neighbours` lists the pairs that touch.
    ///
    /// `faces`: for each pair, if the graph is drawn in the plane, the faces on both sides of the
    /// line between the two; empty if not known.
    pub fn connected_vertices(
        &mut self,
        cells: &[Lit],
        neighbours: &[(u32, u32)],
        faces: &[(u32, u32)],
    ) {
        debug_assert!(faces.is_empty() || faces.len() == neighbours.len());
        self.push_graph(Graph {
            need: Need::Connected,
            search: Search::Throughout,
            vertices: cells.iter().map(|&l| Some(l)).collect(),
            edges: neighbours
                .iter()
                .map(|&ends| Edge { ends, lit: None })
                .collect(),
            faces: faces.to_vec(),
            constraint: 0,
        });
    }

    /// The true edges connect all vertices.
    pub fn connected_edges(&mut self, vertices: usize, edges: &[(u32, u32, Lit)]) {
        self.push_graph(Graph {
            need: Need::Connected,
            search: Search::Throughout,
            vertices: vec![None; vertices],
            edges: with_lits(edges),
            faces: Vec::new(),
            constraint: 0,
        });
    }

    /// The true edges form a single loop through exactly the true vertices (or there are none),
    /// given [`Model::loop_degree`] at every vertex.
    ///
    /// `faces`: for each edge of a plane graph the faces on its two sides; empty if not known.
    pub fn single_loop(
        &mut self,
        vertices: &[Lit],
        edges: &[(u32, u32, Lit)],
        faces: &[(u32, u32)],
    ) {
        debug_assert!(faces.is_empty() || faces.len() == edges.len());
        self.push_graph(Graph {
            need: Need::Loop,
            search: Search::RootOnly,
            vertices: vertices.iter().map(|&l| Some(l)).collect(),
            edges: with_lits(edges),
            faces: faces.to_vec(),
            constraint: 0,
        });
    }

    /// If `on`, exactly two of these edges are true, else none.
    pub fn loop_degree(&mut self, on: Lit, edges: &[Lit]) {
        let mut some = Vec::with_capacity(edges.len());
        for (i, &a) in edges.iter().enumerate() {
            self.clause(&[!a, on]);
            // one more besides a
            some.clear();
            some.push(!on);
            some.extend_from_slice(&edges[..i]);
            some.extend_from_slice(&edges[i + 1..]);
            self.clause(&some);
            for (j, &b) in edges.iter().enumerate().skip(i + 1) {
                for &c in &edges[j + 1..] {
                    self.clause(&[!a, !b, !c]);
                }
            }
        }
        if edges.is_empty() {
            self.clause(&[!on]);
        }
    }
}

fn with_lits(edges: &[(u32, u32, Lit)]) -> Vec<Edge> {
    edges
        .iter()
        .map(|&(a, b, lit)| Edge {
            ends: (a, b),
            lit: Some(lit),
        })
        .collect()
}
