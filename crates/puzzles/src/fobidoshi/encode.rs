//! The rules as constraints over "this cell holds a circle".

use grid::{Cell, Dir};
use sat::{Lit, Model};

use super::{FORBIDDEN, Fobidoshi, Mark};
use crate::puzzle::Encode;

/// The directions in which four in a row are counted.
const LINES: [Dir; 2] = [Dir::East, Dir::South];

/// A constraint "four" is known by its first cell and its direction.
fn four_name(cell: usize, line: usize) -> usize {
    cell * LINES.len() + line
}

pub(super) fn four(puzzle: &Fobidoshi, name: usize) -> impl Iterator<Item = Cell> + Clone {
    let start = puzzle.size.cell(name / LINES.len());
    let dir = LINES[name % LINES.len()];
    (0..FORBIDDEN).map(move |i| start.go(dir, i))
}

impl Encode for Fobidoshi {
    fn encode(&self) -> Model {
        let size = self.size;
        let circle = |at: Cell| Lit::yes(size.index(at));
        let mut model = Model::new(size.len());

        for (i, mark) in self.given.iter().enumerate() {
            if *mark != Mark::Nothing {
                model.name("given", i);
                model.clause(&[Lit::new(i, *mark == Mark::Circle)]);
            }
        }
        for i in 0..size.len() {
            for line in 0..LINES.len() {
                let name = four_name(i, line);
                let cells = four(self, name);
                if cells.clone().all(|at| size.contains(at)) {
                    model.name("four", name);
                    let not_all: Vec<Lit> = cells.map(|at| !circle(at)).collect();
                    model.clause(&not_all);
                }
            }
        }
        let circles: Vec<Lit> = size.cells().map(circle).collect();
        let neighbours: Vec<(u32, u32)> = (0..size.borders())
            .map(|border| {
                let (a, z) = size.border_cells(border);
                (size.index(a) as u32, size.index(z) as u32)
            })
            .collect();
        model.name("connected", 0);
        model.connected_vertices(&circles, &neighbours);
        model
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use grid::Size;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use sat::{Budget, Solver, Verdict};

    use super::super::testing::{board, puzzle, random_puzzle};
    use super::super::{CIRCLE, CROSS};
    use super::*;
    use crate::Fact;
    use crate::board::{Board, Reading};
    use crate::puzzle::{Atoms, Play, Rules};
    use crate::solve::{Status, solve};

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).expect("a small board")
    }

    fn is_satisfiable(puzzle: &Fobidoshi, facts: &[Fact]) -> bool {
        Solver::new(&puzzle.encode(), Budget::UNLIMITED).solve(facts) == Verdict::Sat
    }

    #[test]
    fn the_solver_finds_exactly_the_boards_that_the_checker_calls_complete() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let sizes = [(1, 1), (1, 6), (6, 1), (2, 5), (3, 4), (4, 3)];
        for round in 0..60 {
            let (rows, cols) = sizes[round % sizes.len()];
            let puzzle = random_puzzle(&mut dice, size(rows, cols), 1 + round as u32 / 12);
            let all = 1usize << (rows * cols);
            let complete: BTreeSet<Vec<bool>> = (0..all)
                .map(|bits| (0..rows * cols).map(|i| bits >> i & 1 == 1).collect())
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

    /// Fillings at random, and solutions with none to two changes.
    #[test]
    fn checker_and_encoder_agree_about_finished_boards() {
        let mut dice = ChaCha8Rng::seed_from_u64(2);
        let mut right = 0;
        for round in 0..600 {
            let size = size(dice.random_range(1..=6), dice.random_range(1..=6));
            let puzzle = random_puzzle(&mut dice, size, 6);
            let answer = solve(&puzzle, 2, Budget::UNLIMITED);
            let mut board = match answer.solutions.first() {
                Some(solution) if round % 3 > 0 => solution.clone(),
                _ => Board {
                    slots: (0..size.len())
                        .map(|_| dice.random_range(0..=CROSS))
                        .collect(),
                },
            };
            for _ in 0..dice.random_range(0..=2) {
                let at = dice.random_range(0..size.len());
                board.slots[at] = dice.random_range(0..=CROSS);
            }
            let facts = puzzle
                .facts(&board, Reading::Finished)
                .expect("every board can be said");
            assert_eq!(facts.len(), size.len());
            let complete = puzzle.check(&board).is_empty();
            assert_eq!(
                is_satisfiable(&puzzle, &facts),
                complete,
                "{puzzle:?} {board:?}"
            );
            right += complete as usize;
        }
        assert!(
            (60..540).contains(&right),
            "{right} of 600 boards were right"
        );
    }

    /// A part of a right board is never wrong, and what is wrong has no solution.
    #[test]
    fn wrong_is_what_can_never_become_right() {
        let mut dice = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..300 {
            let size = size(dice.random_range(2..=6), dice.random_range(2..=6));
            let puzzle = random_puzzle(&mut dice, size, 5);
            let mut board = puzzle.blank();
            for slot in &mut board.slots {
                *slot = dice.random_range(0..8);
            }
            let wrong = |board: &Board| {
                let found = puzzle.check(board);
                found.iter().any(|v| v.kind == crate::Severity::Wrong)
            };
            if wrong(&board) {
                let facts = puzzle
                    .facts(&board, Reading::Partial)
                    .expect("every board can be said");
                assert!(!is_satisfiable(&puzzle, &facts), "{puzzle:?} {board:?}");
            }
            for mut solution in solve(&puzzle, 2, Budget::UNLIMITED).solutions {
                for slot in &mut solution.slots {
                    if dice.random_range(0..3) == 0 {
                        *slot = 0;
                    }
                }
                assert!(!wrong(&solution), "{puzzle:?} {solution:?}");
            }
        }
    }

    #[test]
    fn blank_says_nothing_until_the_board_is_finished() {
        let puzzle = puzzle(&["o-", "-x"]);
        let board = board(&puzzle, &["-o", "--"]);
        let yes = Fact::yes;
        let no = Fact::no;
        assert_eq!(
            puzzle
                .facts(&board, Reading::Partial)
                .expect("every board can be said"),
            [yes(0), yes(1), no(3)]
        );
        assert_eq!(
            puzzle
                .facts(&board, Reading::Finished)
                .expect("every board can be said"),
            [yes(0), yes(1), no(2), no(3)]
        );
        let again = Atoms::board(&puzzle, &[yes(0), yes(1), no(2), no(3)]);
        assert_eq!(again.slots, [0, CIRCLE, CROSS, 0]);
        assert_eq!(puzzle.fact_text(yes(1)), "r0c1=o");
        assert_eq!(puzzle.fact_text(no(2)), "r1c0!=o");
    }

    #[test]
    fn a_large_board_with_nothing_given_has_many_solutions() {
        let blank = Fobidoshi {
            size: size(100, 100),
            given: vec![Mark::Nothing; 10_000],
        };
        let answer = solve(&blank, 2, Budget::conflicts(1000));
        assert_eq!(answer.status, Status::Multiple);
        assert!(answer.more);
    }

    #[test]
    fn every_constraint_can_be_cited() {
        let puzzle = puzzle(&["o---", "---x"]);
        let names = puzzle.encode().names().to_vec();
        let words: Vec<String> = names.iter().map(|&n| puzzle.cite(n).words).collect();
        assert_eq!(
            words,
            [
                "the given circle in row 1, column 1",
                "the given cross in row 2, column 4",
                "no four circles in a row",
                "no four circles in a row",
                "all circles are connected",
            ]
        );
        let second_row: Vec<Cell> = (0..4).map(|c| grid::cell(1, c)).collect();
        assert_eq!(puzzle.cite(names[3]).cells, second_row);
    }
}
