//! Solving a model.

use batsat::{SolverInterface, SolverOpts, lbool};

use crate::budget::{Budget, Watchdog};
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

/// Clauses longer than this that exclude a solution are cut into parts.
const LONGEST_CLAUSE: usize = 64;

/// A model being solved. It can be asked again and again, under different assumptions and with
/// more clauses; what it learns stays. The budget is for the solver's whole life.
pub struct Solver<'b> {
    sat: batsat::Solver<Watchdog<'b>>,
    reach: Reach,
    atoms: usize,
    /// One switch for each constraint of the model, if it was loaded with switches.
    switches: Vec<Lit>,
    buffer: Vec<batsat::Lit>,
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var() as u32), lit.is_yes())
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
        let mut sat = batsat::Solver::new(SolverOpts::default(), Watchdog::new(budget));
        let switch_count = if switched { model.names().len() } else { 0 };
        let vars = model.vars() + switch_count;
        for _ in 0..vars {
            sat.new_var_default();
        }
        let switches: Vec<Lit> = (model.vars()..vars).map(Lit::yes).collect();
        let mut buffer = Vec::new();
        for clause in model.clauses() {
            buffer.clear();
            buffer.extend(clause.lits.iter().map(|&l| to_batsat(l)));
            if let Some(switch) = clause.constraint.and_then(|c| switches.get(c)) {
                buffer.push(to_batsat(!*switch));
            }
            sat.add_clause_reuse(&mut buffer);
        }
        let graph_switches: Vec<Option<Lit>> = model
            .graphs()
            .iter()
            .map(|g| switches.get(g.constraint).copied())
            .collect();
        Solver {
            sat,
            reach: Reach::new(model.graphs(), &graph_switches, vars),
            atoms: model.atoms(),
            switches,
            buffer,
        }
    }

    /// Assume this literal to switch the constraint with this number on.
    pub fn switch(&self, constraint: usize) -> Lit {
        self.switches[constraint]
    }

    /// A new variable, for example to guard clauses that are to hold only under an assumption.
    pub fn helper(&mut self) -> Lit {
        let var = self.sat.new_var_default().idx() as usize;
        self.reach.grow(var + 1);
        Lit::yes(var)
    }

    /// Require one more clause from now on.
    pub fn add(&mut self, lits: &[Lit]) {
        self.buffer.clear();
        self.buffer.extend(lits.iter().map(|&l| to_batsat(l)));
        self.sat.add_clause_reuse(&mut self.buffer);
    }

    /// Look for a solution in which all assumptions are true.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        if self.sat.cb().exhausted() {
            return Verdict::Unknown;
        }
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|&l| to_batsat(l)).collect();
        let answer = self.sat.solve_limited_th(&mut self.reach, &assumptions);
        if answer == lbool::TRUE {
            if self.reach.hopeless() {
                Verdict::Unsat
            } else {
                Verdict::Sat
            }
        } else if answer == lbool::FALSE {
            Verdict::Unsat
        } else {
            Verdict::Unknown
        }
    }

    /// The value in the solution just found. A variable that occurs nowhere is false.
    pub fn value(&self, lit: Lit) -> bool {
        let yes = self.sat.value_var(to_batsat(lit).var()) == lbool::TRUE;
        yes == lit.is_yes()
    }

    /// The answers to all atoms in the solution just found.
    pub fn atoms(&self) -> Vec<bool> {
        (0..self.atoms).map(|a| self.value(Lit::yes(a))).collect()
    }

    /// Is this literal known without any assumption?
    pub fn proved(&self, lit: Lit) -> bool {
        self.sat.value_lvl_0(to_batsat(lit)) == lbool::TRUE
    }

    /// After [`Verdict::Unsat`]: assumptions that suffice for it.
    pub fn core(&self) -> Vec<Lit> {
        self.sat
            .unsat_core()
            .iter()
            .map(|l| !Lit::new(l.var().idx() as usize, l.sign()))
            .collect()
    }

    /// Exclude the solution just found: from now on some atom is answered differently.
    ///
    /// One clause could say so. But the solver tends to repeat its choices, and at each of them
    /// would look through thousands of literals that have turned false for the next one that has
    /// not. So long clauses are cut into parts: "in this part something is different" is a variable
    /// that the solver need not decide, because it says nothing unless all others fail.
    pub fn exclude(&mut self, atoms: &[bool]) {
        let mut different: Vec<Lit> = atoms
            .iter()
            .enumerate()
            .map(|(atom, &yes)| Lit::new(atom, !yes))
            .filter(|&l| !self.proved(!l))
            .collect();
        while different.len() > LONGEST_CLAUSE {
            let parts = different.chunks(LONGEST_CLAUSE).map(|part| {
                let var = self.sat.new_var(lbool::UNDEF, false).idx() as usize;
                self.buffer.clear();
                self.buffer.extend(part.iter().map(|&l| to_batsat(l)));
                self.buffer.push(to_batsat(Lit::no(var)));
                self.sat.add_clause_reuse(&mut self.buffer);
                self.reach.grow(var + 1);
                Lit::yes(var)
            });
            different = parts.collect();
        }
        self.add(&different);
    }

    /// What the search has cost since the solver was made.
    pub fn stats(&self) -> Stats {
        Stats {
            conflicts: self.sat.num_conflicts(),
            decisions: self.sat.num_decisions(),
            propagations: self.sat.num_propagations(),
            restarts: self.sat.num_restarts(),
        }
    }
}
