//! The rules as constraints over "this cell holds a circle".

use super::{Mark, NewFamily};
use crate::kit::prelude::*;

// FILL IN: the rules of your game as named constraints. Write them without looking at check.rs: the
// two are compared, and that is worth only as much as they are independent.
impl Encode for NewFamily {
    fn atom_count(&self) -> usize {
        self.size.len()
    }

    fn state(&self, model: &mut Model) {
        for (cell, mark) in self.given.iter().enumerate() {
            if *mark != Mark::Nothing {
                model.name("given", cell);
                model.clause(&[Lit::new(cell, *mark == Mark::Circle)]);
            }
        }
        for line in 0..self.lines() {
            model.name("line", line);
            let circles: Vec<Lit> = self.line(line).map(Lit::yes).collect();
            model.exactly(1, &circles);
        }
    }
}

// What can be seen before anything is searched for. It may stay empty: it only makes solving faster
// (docs/adding-a-family.md).
impl Sift for NewFamily {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sat::{Budget, Solver, Verdict};

    use super::super::testing::puzzle;
    use super::*;
    use crate::puzzle::{Play, Rules};

    #[test]
    fn the_solver_finds_exactly_the_boards_that_the_checker_calls_complete() {
        for given in [
            ["---", "---", "---"],
            ["o--", "---", "--x"],
            ["x--", "x--", "---"],
            ["oo-", "---", "---"],
        ] {
            let puzzle = puzzle(&given);
            let cells = puzzle.size.len();
            let complete: BTreeSet<Vec<bool>> = (0..1usize << cells)
                .map(|bits| (0..cells).map(|i| bits >> i & 1 == 1).collect())
                .filter(|circles: &Vec<bool>| {
                    let mut board = puzzle.blank();
                    for (at, &circle) in puzzle.size.cells().zip(circles) {
                        let mark = if circle { Mark::Circle } else { Mark::Cross };
                        puzzle.enter(&mut board, at, mark);
                    }
                    puzzle.check(&board).is_empty()
                })
                .collect();
            let mut solver = Solver::new(&puzzle.encode(), Budget::UNLIMITED);
            let mut found = BTreeSet::new();
            while solver.solve(&[]) == Verdict::Sat {
                let atoms = solver.atoms();
                solver.exclude(&atoms);
                assert!(found.insert(atoms), "the same solution twice");
            }
            assert_eq!(found, complete, "{puzzle:?}");
        }
    }
}
