//! Does it suffice to tell these cells of a solution? Asked again and again while clues are taken
//! away, so one solver keeps what it has learned: the solution itself is excluded, the cells told
//! are assumed, and "unsatisfiable" means that they suffice. The assumptions which that took, its
//! core, suffice too; as long as all of them are told nothing needs to be asked.

use grid::Size;
use sat::{Budget, Lit, Solver, Verdict};

use super::super::{Fobidoshi, Mark};
use crate::puzzle::Puzzle;

pub(super) struct Prover<'b> {
    size: Size,
    solution: Vec<bool>,
    budget: Budget<'b>,
    solver: Solver<'b>,
    /// Cells that are known to suffice.
    core: Option<Vec<usize>>,
}

impl<'b> Prover<'b> {
    pub(super) fn new(size: Size, solution: &[bool], budget: Budget<'b>) -> Prover<'b> {
        Prover {
            size,
            solution: solution.to_vec(),
            budget,
            solver: solver(size, solution, budget),
            core: None,
        }
    }

    /// False also if the budget ran out. It is for one proof, but the solver counts all its
    /// conflicts; when they are spent a new one begins.
    pub(super) fn suffices(&mut self, told: &[bool]) -> bool {
        let is_told = |core: &Vec<usize>| core.iter().all(|&cell| told[cell]);
        if self.core.as_ref().is_some_and(is_told) {
            return true;
        }
        let assumed: Vec<Lit> = (0..told.len())
            .filter(|&cell| told[cell])
            .map(|cell| Lit::new(cell, self.solution[cell]))
            .collect();
        match self.solver.solve(&assumed) {
            Verdict::Sat => false,
            Verdict::Unsat => {
                let core = self.solver.core();
                self.core = Some(core.iter().map(|lit| lit.var()).collect());
                true
            }
            Verdict::Unknown => {
                self.solver = solver(self.size, &self.solution, self.budget);
                false
            }
        }
    }
}

fn solver<'b>(size: Size, solution: &[bool], budget: Budget<'b>) -> Solver<'b> {
    let blank = Fobidoshi {
        size,
        given: vec![Mark::Nothing; size.len()],
    };
    let mut solver = Solver::new(&blank.encode(), budget);
    solver.exclude(solution);
    solver
}
