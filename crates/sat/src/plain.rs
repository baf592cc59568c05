//! A model as clauses only, for solvers that know nothing of graphs.
//!
//! Connectivity becomes a tree with levels: the first chosen vertex is the root, every other one
//! has a chosen neighbour on a lower level as its parent. Levels are binary numbers; "lower" is a
//! comparison that follows the bits from the highest down.

use crate::graph::Graph;
use crate::model::{Lit, Model};

/// Clauses over numbered variables that have the same solutions as a model.
#[derive(Clone, Debug)]
pub struct Plain {
    /// The model's own variables come first and keep their numbers.
    pub vars: usize,
    /// In each at least one literal is true.
    pub clauses: Vec<Vec<Lit>>,
}

impl Plain {
    /// Graphs are written out as clauses, all else is copied.
    pub fn of(model: &Model) -> Plain {
        Plain::of_until(model, &|| false).expect("nothing stops it")
    }

    /// The same, unless it is time to stop before it is done.
    pub fn of_until(model: &Model, stop: &dyn Fn() -> bool) -> Option<Plain> {
        let mut plain = Plain {
            vars: model.vars(),
            clauses: model.clauses().map(|c| c.lits.to_vec()).collect(),
        };
        for graph in model.graphs() {
            plain.connect(graph, stop)?;
        }
        Some(plain)
    }

    fn helper(&mut self) -> Lit {
        self.vars += 1;
        Lit::yes(self.vars - 1)
    }

    fn clause(&mut self, lits: impl IntoIterator<Item = Lit>) {
        self.clauses.push(lits.into_iter().collect());
    }

    /// None if it was time to stop.
    fn connect(&mut self, graph: &Graph, stop: &dyn Fn() -> bool) -> Option<()> {
        let n = graph.vertices.len();
        if n < 2 {
            return Some(());
        }
        let truth = self.helper();
        self.clause([truth]);
        let chosen: Vec<Lit> = graph.vertices.iter().map(|l| l.unwrap_or(truth)).collect();

        // root[v]: chosen, and no vertex before it is.
        let mut before = !truth;
        let mut root = Vec::with_capacity(n);
        for &v in &chosen {
            let r = self.helper();
            self.clause([!r, v]);
            self.clause([!r, !before]);
            self.clause([r, !v, before]);
            root.push(r);
            let upto = self.helper();
            self.clause([!upto, before, v]);
            self.clause([upto, !before]);
            self.clause([upto, !v]);
            before = upto;
        }

        let bits = usize::BITS - (n - 1).leading_zeros();
        let level: Vec<Vec<Lit>> = (0..n)
            .map(|_| (0..bits).map(|_| self.helper()).collect())
            .collect();

        let mut parents: Vec<Vec<Lit>> = vec![Vec::new(); n];
        for (i, edge) in graph.edges.iter().enumerate() {
            if i.is_multiple_of(256) && stop() {
                return None;
            }
            let (a, b) = (edge.ends.0 as usize, edge.ends.1 as usize);
            for (child, parent) in [(a, b), (b, a)] {
                let link = self.helper();
                parents[child].push(link);
                self.clause([!link, chosen[parent]]);
                if let Some(lit) = edge.lit {
                    self.clause([!link, lit]);
                }
                self.lower_if(link, &level[parent], &level[child]);
            }
        }
        for v in 0..n {
            let mut some = vec![!chosen[v], root[v]];
            some.append(&mut parents[v]);
            self.clause(some);
        }
        Some(())
    }

    /// If `link`, the number `low` is less than `high` (highest bit last).
    fn lower_if(&mut self, link: Lit, low: &[Lit], high: &[Lit]) {
        // `equal`: all bits compared so far are the same.
        let mut equal = link;
        for (&l, &h) in low.iter().zip(high).rev() {
            let still = self.helper();
            self.clause([!equal, !l, h]);
            self.clause([!equal, !l, !h, still]);
            self.clause([!equal, l, h, still]);
            equal = still;
        }
        self.clause([!equal]);
    }
}
