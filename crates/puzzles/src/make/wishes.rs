//! Solutions that differ from each other: the solver's own are all alike.

use sat::{Lit, Solver, Verdict};

/// A solution, pushed about by wishes that are granted one after another, as far as they can be
/// along with what is assumed. None if the solver's budget ran out.
pub(crate) fn granted(
    solver: &mut Solver,
    mut assumed: Vec<Lit>,
    mut solution: Vec<bool>,
    wishes: impl IntoIterator<Item = Lit>,
) -> Option<Vec<bool>> {
    for wish in wishes {
        assumed.push(wish);
        if solution[wish.var()] == wish.is_yes() {
            continue;
        }
        match solver.solve(&assumed) {
            Verdict::Sat => solution = solver.atoms(),
            Verdict::Unsat => drop(assumed.pop()),
            Verdict::Unknown => return None,
        }
    }
    Some(solution)
}
