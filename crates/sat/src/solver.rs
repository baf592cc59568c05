//! Solving a model.

use crate::budget::{Budget, Watchdog};
use crate::cdcl::Core;
use crate::model::{Lit, Model};
use crate::reach::Reach;

/// The answer to "is there a solution?"
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is one; [`Solver::value`] reads it.
    Sat,
    /// There is none, under these assumptions; [`Solver::core`] says which of them it takes.
    Unsat,
    /// The budget ran out first.
    Unknown,
}

/// What the search has cost so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Dead ends, from each of which a clause was learned.
    pub conflicts: u64,
    /// Guesses.
    pub decisions: u64,
    /// Conclusions from clauses.
    pub propagations: u64,
    /// Fresh starts that keep what was learned.
    pub restarts: u64,
}

/// A model being solved. It can be asked again and again, under different assumptions and with
/// more clauses; what it learns stays. The budget is for the solver's whole life.
pub struct Solver<'b> {
    core: Core,
    reach: Reach,
    watchdog: Watchdog<'b>,
    atoms: usize,
    /// One switch for each constraint of the model, if it was loaded with switches.
    switches: Vec<Lit>,
}

impl<'b> Solver<'b> {
    /// A solver for this model in which all constraints hold.
    pub fn new(model: &Model, budget: Budget<'b>) -> Solver<'b> {
        Solver::load(model, budget, false)
    }

    /// A solver in which a constraint holds only while its switch is assumed; see
    /// [`Solver::switch`].
    pub fn with_switches(model: &Model, budget: Budget<'b>) -> Solver<'b> {
        Solver::load(model, budget, true)
    }

    fn load(model: &Model, budget: Budget<'b>, switched: bool) -> Solver<'b> {
        let switch_count = if switched { model.names().len() } else { 0 };
        let vars = model.vars() + switch_count;
        let switches: Vec<Lit> = (model.vars()..vars).map(Lit::yes).collect();
        let graph_switches: Vec<Option<Lit>> = model
            .graphs()
            .iter()
            .map(|g| switches.get(g.constraint).copied())
            .collect();
        Solver {
            core: Core::new(model, &switches, vars),
            reach: Reach::new(model.graphs(), &graph_switches, vars),
            watchdog: Watchdog::new(budget),
            atoms: model.atoms(),
            switches,
        }
    }

    /// Assume this literal to switch the constraint with this number on.
    pub fn switch(&self, constraint: usize) -> Lit {
        self.switches[constraint]
    }

    /// A new variable, for example to guard clauses that are to hold only under an assumption.
    pub fn helper(&mut self) -> Lit {
        let var = self.core.helper(&mut self.reach);
        self.reach.grow(var + 1);
        Lit::yes(var)
    }

    /// Require one more clause from now on.
    pub fn add(&mut self, lits: &[Lit]) {
        self.core.add(lits, &mut self.reach);
    }

    /// Look for a solution in which all assumptions are true.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        if self.watchdog.exhausted() {
            return Verdict::Unknown;
        }
        self.watchdog.start();
        self.core
            .solve(assumptions, &mut self.reach, &mut self.watchdog)
    }

    /// The value in the solution just found.
    pub fn value(&self, lit: Lit) -> bool {
        self.core.in_model(lit)
    }

    /// The answers to all atoms in the solution just found.
    pub fn atoms(&self) -> Vec<bool> {
        (0..self.atoms).map(|a| self.value(Lit::yes(a))).collect()
    }

    /// Is this literal known without any assumption?
    pub fn proved(&self, lit: Lit) -> bool {
        self.core.proved(lit)
    }

    /// After [`Verdict::Unsat`]: assumptions that suffice for it.
    pub fn core(&self) -> Vec<Lit> {
        self.core.core().to_vec()
    }

    /// Exclude the solution just found: from now on some atom is answered differently.
    pub fn exclude(&mut self, atoms: &[bool]) {
        self.core.exclude(atoms, &mut self.reach);
    }

    /// What the search has cost since the solver was made.
    pub fn stats(&self) -> Stats {
        self.core.stats()
    }
}
