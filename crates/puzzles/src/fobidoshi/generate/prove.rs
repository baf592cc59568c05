//! Does it suffice to tell these cells of a solution? Asked again and again while clues are taken
//! away, so one solver keeps what it has learned: the solution itself is excluded, the cells told
//! are assumed, and "unsatisfiable" means that they suffice. The assumptions that this took, its
//! core, suffice too; as long as all of them are told, nothing needs to be asked.

use sat::{Solver, Verdict};

use super::super::Fobidoshi;
use super::marks::Circles;
use crate::kit::areas::{Met, Search};
use crate::kit::prelude::*;

pub(super) struct Prover<'b> {
    solution: Circles,
    budget: Budget<'b>,
    solver: Solver<'b>,
    /// Cells that are known to suffice.
    core: Option<Vec<usize>>,
}

impl<'b> Prover<'b> {
    pub(super) fn new(size: Size, solution: &[bool], budget: Budget<'b>) -> Prover<'b> {
        Prover {
            solution: Circles::of(size, solution.to_vec()),
            budget,
            solver: solver(size, solution, budget),
            core: None,
        }
    }

    /// Is there another solution that is seen at once: the same with the other mark in this cell?
    /// Circles that are then cut off and not told are left out of it. Once there is such a
    /// solution, there is one as long as the cell is not told.
    pub(super) fn must_tell(&self, cell: usize, told: &[bool]) -> bool {
        let solution = &self.solution;
        if !solution.has(cell) {
            return solution.may_grow(cell);
        }
        let is_told = |&other: &usize| other != cell && told[other] && solution.has(other);
        let Some(start) = (0..told.len()).find(is_told) else {
            return solution.count > 1; // one at the end of the group need not be there
        };
        let mut search = Search::new(told.len());
        search.begin(start, [cell]);
        search.go(|at| solution.beside(at), |_| Met::Inside);
        let mut others = (0..told.len()).filter(is_told);
        others.all(|other| search.met.has(other))
    }

    /// Do the cells told suffice? False as well if the budget ran out. The budget is for one proof,
    /// but the solver counts all its conflicts; when they are spent a new solver begins.
    pub(super) fn suffices(&mut self, told: &[bool]) -> bool {
        let is_told = |core: &Vec<usize>| core.iter().all(|&cell| told[cell]);
        if self.core.as_ref().is_some_and(is_told) {
            return true;
        }
        let cells = (0..told.len()).filter(|&cell| told[cell]);
        let assumed = cells.map(|cell| Lit::new(cell, self.solution.has(cell)));
        match self.solver.solve(&assumed.collect::<Vec<Lit>>()) {
            Verdict::Sat => false,
            Verdict::Unsat => {
                let core = self.solver.core();
                self.core = Some(core.iter().map(|lit| lit.var()).collect());
                true
            }
            Verdict::Unknown => {
                self.solver = solver(self.solution.size, &self.solution.cells, self.budget);
                false
            }
        }
    }
}

fn solver<'b>(size: Size, solution: &[bool], budget: Budget<'b>) -> Solver<'b> {
    let mut solver = Solver::new(&Fobidoshi::empty(size).encode(), budget);
    solver.exclude(solution);
    solver
}
