//! The rules as constraints over "this cell holds a circle".
//!
//! Half of the time that the prover takes for published puzzles, with reading and writing them, goes into
//! one of these, that circles are connected, and two fifths of that into its reasons; the clauses are few
//! and small. (Most of these puzzles never come to it: `sift`.) It once cost far more: a general search
//! over neighbours decided after every closed cell whether something had come off, and one pass over the
//! whole board looked for the last cell between two parts. So the model says what lies between
//! neighbours, too: the corners of the grid. Crosses cut circles apart when they run, corner to corner,
//! from border to border or round in a circle, which is told while they are entered; and the last cell of
//! a passage is found by walking around it. What else helped, in the order in which it came: a search of
//! our own, in which connectivity is no guest; reasons that cite the surroundings of the smaller part;
//! looking only where something has changed; and stating and loading less. How it is done is in the heads
//! of `sat`'s `reach`.

use super::{FORBIDDEN, Fobidoshi, Mark};
use crate::kit::prelude::*;

/// The directions in which four in a row are counted.
pub(super) const LINES: [Dir; 2] = [Dir::East, Dir::South];

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
    fn atom_count(&self) -> usize {
        self.size.len()
    }

    fn state(&self, model: &mut Model) {
        let size = self.size;
        let circle = |at: Cell| Lit::yes(size.index(at));

        for (i, mark) in self.given.iter().enumerate() {
            if *mark != Mark::Nothing {
                model.name("given", i);
                model.clause(&[Lit::new(i, *mark == Mark::Circle)]);
            }
        }
        for (i, at) in size.cells().enumerate() {
            for (line, dir) in LINES.into_iter().enumerate() {
                if size.contains(at.go(dir, FORBIDDEN - 1)) {
                    model.name("four", four_name(i, line));
                    let not_all: [Lit; FORBIDDEN] = std::array::from_fn(|i| !circle(at.go(dir, i)));
                    model.clause(&not_all);
                }
            }
        }
        let circles: Vec<Lit> = (0..size.len()).map(Lit::yes).collect();
        // Neighbours, and the corners between which one goes from one to the other.
        let mut neighbours = Vec::with_capacity(size.borders());
        let mut faces = Vec::with_capacity(size.borders());
        for (i, at) in size.cells().enumerate() {
            let (row, col) = (at.row as usize, at.col as usize);
            let beyond = size.corner(row + 1, col + 1) as u32;
            if col + 1 < size.cols() {
                neighbours.push((i as u32, i as u32 + 1));
                faces.push((size.corner(row, col + 1) as u32, beyond));
            }
            if row + 1 < size.rows() {
                neighbours.push((i as u32, (i + size.cols()) as u32));
                faces.push((size.corner(row + 1, col) as u32, beyond));
            }
        }
        model.name("connected", 0);
        model.connected_vertices(&circles, &neighbours, &faces);
    }
}

#[cfg(test)]
mod tests {
    use grid::Size;
    use sat::Budget;

    use super::super::testing::{board, puzzle};
    use super::super::{CIRCLE, CROSS};
    use super::*;
    use crate::Fact;
    use crate::board::Reading;
    use crate::puzzle::Atoms;
    use crate::solve::{Status, solve};

    #[test]
    fn blank_says_nothing_until_the_board_is_finished() {
        let puzzle = puzzle(&["o-", "-x"]);
        let board = board(&puzzle, &["-o", "--"]);
        let (yes, no) = (Fact::yes, Fact::no);
        let facts = |reading| {
            puzzle
                .facts(&board, reading)
                .expect("any board can be said")
        };
        assert_eq!(facts(Reading::Partial), [yes(0), yes(1), no(3)]);
        let all = [yes(0), yes(1), no(2), no(3)];
        assert_eq!(facts(Reading::Finished), all);
        let again = Atoms::board(&puzzle, &all);
        assert_eq!(again.slots, [0, CIRCLE, CROSS, 0]);
        assert_eq!(puzzle.fact_text(yes(1)), "r0c1=o");
        assert_eq!(puzzle.fact_text(no(2)), "r1c0!=o");
    }

    #[test]
    fn a_large_board_with_nothing_given_has_many_solutions() {
        let blank = Fobidoshi::empty(Size::new(100, 100).expect("a board"));
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
