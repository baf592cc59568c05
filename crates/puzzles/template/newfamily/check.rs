//! Is a board right? Looks only at the marks; shares nothing with the encoding.

use grid::Cell;

use super::{Mark, NewFamily};
use crate::board::{Board, Violation, in_words};
use crate::puzzle::Rules;

// FILL IN: every way to break a rule of your game, and everything that can be missing, with words
// and cells. examples/boards.txt shows each of them.
impl Rules for NewFamily {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Vec::new();
        for row in 0..self.size.rows() as i16 {
            let cells = self.size.cells().filter(|at| at.row == row);
            one_circle(
                self,
                board,
                format!("Row {}", row + 1),
                cells.collect(),
                &mut found,
            );
        }
        for col in 0..self.size.cols() as i16 {
            let cells = self.size.cells().filter(|at| at.col == col);
            one_circle(
                self,
                board,
                format!("Column {}", col + 1),
                cells.collect(),
                &mut found,
            );
        }
        given_changed(self, board, &mut found);
        found
    }
}

fn one_circle(
    puzzle: &NewFamily,
    board: &Board,
    name: String,
    cells: Vec<Cell>,
    found: &mut Vec<Violation>,
) {
    let with = |mark: Mark| -> Vec<Cell> {
        let cells = cells.iter().copied();
        cells.filter(|&at| puzzle.mark(board, at) == mark).collect()
    };
    let circles = with(Mark::Circle);
    match circles.len() {
        // If all its crosses are given, that is the setter's fault and not the player's.
        0 if with(Mark::Nothing).is_empty() && !cells.iter().all(|&at| puzzle.is_given(at)) => {
            let message = format!("{name} has no cell left for a circle.");
            found.push(Violation::wrong("lineEmpty", message, cells));
        }
        0 => {
            let message = format!("{name} has no circle yet.");
            found.push(Violation::unfinished("lineEmpty", message, cells));
        }
        1 => {}
        count => {
            let message = format!("{name} has {count} circles.");
            found.push(Violation::wrong("lineTwice", message, circles));
        }
    }
}

fn given_changed(puzzle: &NewFamily, board: &Board, found: &mut Vec<Violation>) {
    for (i, at) in puzzle.size.cells().enumerate() {
        let place = in_words(at);
        let message = match (puzzle.given[i], puzzle.mark(board, at)) {
            (Mark::Circle, Mark::Cross) => format!("The given circle in {place} is gone."),
            (Mark::Cross, Mark::Circle) => {
                format!("There is a circle on the given cross in {place}.")
            }
            _ => continue,
        };
        found.push(Violation::wrong("gvChanged", message, vec![at]));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{board, puzzle};
    use super::*;

    #[test]
    fn every_violation_names_its_place() {
        let puzzle = puzzle(&["o--", "---", "--x"]);
        let board = board(&puzzle, &["-o-", "xxx", "--o"]);
        let messages: Vec<String> = (puzzle.check(&board).into_iter())
            .map(|violation| violation.message)
            .collect();
        assert_eq!(
            messages,
            [
                "Row 1 has 2 circles.",
                "Row 2 has no cell left for a circle.",
                "There is a circle on the given cross in row 3, column 3.",
            ]
        );
    }
}
