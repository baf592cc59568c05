//! What do all solutions share?
//!
//! Take one solution and probe its answers one by one: is there a solution with the other answer?
//! Every model that turns up refutes more candidates at once; an answer without an alternative is
//! proved and becomes a clause, which makes the next probes easier. On ambiguous boards this beat
//! the classic "some candidate differs" clause.

use crate::model::Lit;
use crate::solver::{Solver, Verdict};

/// What is known about all solutions together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shared {
    /// For each atom, the answer that all solutions give.
    Answers(Vec<Option<bool>>),
    /// There is nothing to share.
    NoSolution,
    /// The budget ran out.
    Unknown,
}

/// Find the answers that all solutions give. The solver stays usable: only clauses that follow from
/// the model are added.
pub fn shared(solver: &mut Solver) -> Shared {
    match solver.solve(&[]) {
        Verdict::Unsat => return Shared::NoSolution,
        Verdict::Unknown => return Shared::Unknown,
        Verdict::Sat => {}
    }
    let mut answers: Vec<Option<bool>> = solver.atoms().into_iter().map(Some).collect();
    for atom in 0..answers.len() {
        let Some(yes) = answers[atom] else { continue };
        let fact = Lit::new(atom, yes);
        if solver.proved(fact) {
            continue;
        }
        match solver.solve(&[!fact]) {
            Verdict::Sat => {
                for (other, answer) in solver.atoms().into_iter().zip(&mut answers) {
                    *answer = answer.filter(|&yes| yes == other);
                }
            }
            Verdict::Unsat => solver.add(&[fact]),
            Verdict::Unknown => return Shared::Unknown,
        }
    }
    Shared::Answers(answers)
}
