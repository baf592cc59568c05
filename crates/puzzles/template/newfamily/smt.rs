//! NewFamily for SMT solvers.

use ::smt::{Logic, Script, Sort, Term};
use grid::Cell;

use super::{Mark, NewFamily};
use crate::engine::{Encoding, Instance, own};

// FILL IN: ways to state your puzzle for an SMT solver, the best first; docs/engines.md lists them.
pub(super) const ENCODINGS: &[Encoding] = &[Encoding {
    id: "counts",
    words: "yes or no for each cell, and a sum for each row and column (QF_LIA)",
    build: |puzzle| Ok(counts(own(puzzle))),
}];

fn counts(puzzle: &NewFamily) -> Instance {
    let mut script = Script::new(Logic::QfLia);
    let declare = |at: Cell| script.declare(format!("x{}y{}", at.col, at.row), Sort::Bool);
    let atoms: Vec<Term> = puzzle.size.cells().map(declare).collect();
    script.section("what is given");
    for (atom, given) in atoms.iter().zip(&puzzle.given) {
        match given {
            Mark::Circle => script.assert(atom.clone()),
            Mark::Cross => script.assert(!atom.clone()),
            Mark::Nothing => {}
        }
    }
    script.section("one circle in each row and column");
    for line in 0..puzzle.lines() {
        let circles = puzzle.line(line).map(|cell| atoms[cell].clone().counted());
        script.assert(Term::sum(circles).equals(1));
    }
    Instance {
        script,
        atoms,
        yes_is_enough: true,
        refine: None,
    }
}
