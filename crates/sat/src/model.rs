//! Variables, clauses and the names of constraints.

use std::fmt;
use std::ops::Not;

use crate::graph::Graph;

/// A variable with an answer: yes (positive) or no. The first variables of a model are its atoms,
/// so a literal over an atom is also a fact about the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// This answer to this variable.
    pub const fn new(var: usize, yes: bool) -> Lit {
        Lit((var as u32) << 1 | !yes as u32)
    }

    /// "Yes" to this variable.
    pub const fn yes(var: usize) -> Lit {
        Lit::new(var, true)
    }

    /// "No" to this variable.
    pub const fn no(var: usize) -> Lit {
        Lit::new(var, false)
    }

    /// The variable that is answered.
    pub const fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Is the answer yes?
    pub const fn is_yes(self) -> bool {
        self.0 & 1 == 0
    }

    /// Dense number: two for each variable.
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn of_code(code: u32) -> Lit {
        Lit(code)
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_yes() { "" } else { "¬" }, self.var())
    }
}

/// The name of a constraint: what a person would cite. `rule` and `at` mean something to whoever
/// built the model and can turn them into words and cells on demand; building a model writes no
/// text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// Which kind of constraint it is.
    pub rule: &'static str,
    /// Which one of that kind: a clue or a cell, for instance, as whoever built the model counts
    /// them.
    pub at: u32,
}

/// A clause and the number of the constraint that it belongs to; none if it only defines a helper
/// variable and so excludes nothing.
#[derive(Clone, Copy, Debug)]
pub struct Clause<'a> {
    /// A place in [`Model::names`].
    pub constraint: Option<usize>,
    /// At least one of these is true.
    pub lits: &'a [Lit],
}

/// Named constraints over variables. See the crate's documentation.
#[derive(Clone, Debug, Default)]
pub struct Model {
    atoms: usize,
    vars: usize,
    names: Vec<Name>,
    current: Option<u32>,
    lits: Vec<Lit>,
    /// End of each clause in `lits`, and its constraint.
    ends: Vec<(u32, Option<u32>)>,
    graphs: Vec<Graph>,
    /// By the code of a literal over an atom: 1 true, −1 false, 0 open. Empty if nothing is known.
    known: Vec<i8>,
}

impl Model {
    /// A model whose first `atoms` variables are the questions about the board. Two solutions
    /// count as different only if they differ in an atom.
    pub fn new(atoms: usize) -> Model {
        Model {
            atoms,
            vars: atoms,
            ..Model::default()
        }
    }

    /// The same for somebody who knows these facts already: they are stated, and whatever is stated
    /// later is stated as far as they leave it open.
    pub fn knowing(atoms: usize, facts: &[Lit]) -> Model {
        let mut model = Model::new(atoms);
        if facts.is_empty() {
            return model;
        }
        for &fact in facts {
            model.define(&[fact]);
        }
        model.known = vec![0; 2 * atoms];
        for &fact in facts {
            model.known[fact.code()] = 1;
            model.known[(!fact).code()] = -1;
        }
        model
    }

    /// 1 if this literal is known to be true, −1 if to be false, 0 if it is open.
    pub fn known(&self, lit: Lit) -> i8 {
        self.known.get(lit.code()).copied().unwrap_or(0)
    }

    /// Number of atoms, which are the first variables.
    pub fn atoms(&self) -> usize {
        self.atoms
    }

    /// Number of all variables.
    pub fn vars(&self) -> usize {
        self.vars
    }

    /// A new variable that is not an atom.
    pub fn helper(&mut self) -> Lit {
        self.vars += 1;
        Lit::yes(self.vars - 1)
    }

    /// Whatever is added from now on belongs to a new constraint of this name.
    pub fn name(&mut self, rule: &'static str, at: usize) {
        self.current = Some(self.names.len() as u32);
        self.names.push(Name {
            rule,
            at: at as u32,
        });
    }

    /// Names of all constraints; a constraint's number is its place in this list.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// At least one of these.
    pub fn clause(&mut self, lits: &[Lit]) {
        debug_assert!(self.current.is_some(), "a constraint needs a name");
        self.push_clause(lits, self.current);
    }

    /// Part of the definition of a helper variable: true whatever the constraints are.
    pub fn define(&mut self, lits: &[Lit]) {
        self.push_clause(lits, None);
    }

    fn push_clause(&mut self, lits: &[Lit], constraint: Option<u32>) {
        debug_assert!(lits.iter().all(|l| l.var() < self.vars));
        if self.known.is_empty() {
            self.lits.extend_from_slice(lits);
        } else if lits.iter().any(|&l| self.known(l) > 0) {
            return;
        } else {
            let known = &self.known;
            let open = |l: &&Lit| known.get(l.code()).is_none_or(|&value| value == 0);
            self.lits.extend(lits.iter().filter(open));
        }
        self.ends.push((self.lits.len() as u32, constraint));
    }

    /// All clauses, in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = Clause<'_>> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, constraint)| {
            let lits = &self.lits[start as usize..end as usize];
            start = end;
            Clause {
                constraint: constraint.map(|c| c as usize),
                lits,
            }
        })
    }

    /// How many clauses and how many literals in them.
    pub(crate) fn extent(&self) -> (usize, usize) {
        (self.ends.len(), self.lits.len())
    }

    pub(crate) fn push_graph(&mut self, mut graph: Graph) {
        debug_assert!(self.current.is_some(), "a constraint needs a name");
        graph.constraint = self.current.unwrap_or(0) as usize;
        self.graphs.push(graph);
    }

    /// All graphs, in the order in which they were added.
    pub fn graphs(&self) -> &[Graph] {
        &self.graphs
    }
}
