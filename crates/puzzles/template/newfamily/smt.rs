//! NewFamily for SMT solvers.

use ::smt::{Logic, Script, Sort, Term};

use super::{Mark, NewFamily};
use crate::engine::{Build, Instance};
use crate::kit::prelude::*;

pub(super) const ENCODINGS: &[(&str, Build)] = &[("counts", |puzzle| Ok(counts(own(puzzle))))];

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
    Instance::of(script, atoms, true)
}
