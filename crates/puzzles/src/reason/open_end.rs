//! Where a trace got stuck: does the puzzle go on in several ways, or do only the rules not see how?

use grid::Cell;
use logic::Known;
use sat::{Budget, Solver, Verdict};

use crate::puzzle::Puzzle;

/// If the puzzle can be finished in more than one way from what is known: the cells in which two of
/// the ways differ. None if there is one way or none, or if the budget ran out.
pub fn open_end(puzzle: &dyn Puzzle, known: &Known, budget: Budget) -> Option<Vec<Cell>> {
    let mut solver = Solver::new(&puzzle.encode(), budget);
    if solver.solve(known.facts()) != Verdict::Sat {
        return None;
    }
    let one = solver.atoms();
    solver.exclude(&one);
    if solver.solve(known.facts()) != Verdict::Sat {
        return None;
    }
    let other = solver.atoms();
    let different = (0..one.len()).filter(|&atom| one[atom] != other[atom]);
    let mut cells: Vec<Cell> = different
        .flat_map(|atom| puzzle.fact_cells(crate::Fact::yes(atom)))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    Some(cells)
}
