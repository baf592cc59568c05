//! A second opinion: CaDiCaL on plain clauses, with connectivity as a tree of levels.

use puzzles::{Puzzle, Status};
use rustsat::instances::Cnf;
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, Lit as Literal, TernaryVal, Var};
use rustsat_cadical::CaDiCaL;
use sat::{Lit, Plain};

fn literal(lit: Lit) -> Literal {
    Literal::new(lit.var() as u32, !lit.is_yes())
}

/// Unique, multiple or none, without any of our own search.
pub fn status(puzzle: &dyn Puzzle) -> Status {
    let model = puzzle.encode();
    let plain = Plain::of(&model);
    let mut solver = CaDiCaL::default();
    let cnf: Cnf = plain
        .clauses
        .iter()
        .map(|lits| lits.iter().map(|&l| literal(l)).collect::<Clause>())
        .collect();
    solver.add_cnf(cnf).expect("clauses are accepted");
    for found in 0..2 {
        match solver.solve().expect("no limit is set") {
            SolverResult::Unsat if found == 0 => return Status::None,
            SolverResult::Unsat => return Status::Unique,
            SolverResult::Interrupted => unreachable!("no limit is set"),
            SolverResult::Sat => {}
        }
        let different: Clause = (0..model.atoms())
            .map(|atom| {
                let var = Var::new(atom as u32);
                let yes = atom < plain.vars && solver.var_val(var).ok() == Some(TernaryVal::True);
                Literal::new(atom as u32, yes)
            })
            .collect();
        solver.add_clause(different).expect("clauses are accepted");
    }
    Status::Multiple
}
