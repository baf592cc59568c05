//! Is a board right? Looks only at the marks; shares nothing with the encoding.

use super::{Mark, NewFamily};
use crate::kit::prelude::*;
use crate::kit::report::Report;

// FILL IN: every way to break a rule of your game, and everything that can be missing, with words
// and cells. examples/boards.txt shows each of them.
impl Rules for NewFamily {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Report::default();
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
        found.0
    }
}

fn one_circle(
    puzzle: &NewFamily,
    board: &Board,
    name: String,
    cells: Vec<Cell>,
    found: &mut Report,
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
            found.wrong("lineEmpty", cells, message);
        }
        0 => found.unfinished("lineEmpty", cells, format!("{name} has no circle yet.")),
        1 => {}
        count => found.wrong("lineTwice", circles, format!("{name} has {count} circles.")),
    }
}

fn given_changed(puzzle: &NewFamily, board: &Board, found: &mut Report) {
    for (i, at) in puzzle.size.cells().enumerate() {
        let message = match (puzzle.given[i], puzzle.mark(board, at)) {
            (Mark::Circle, Mark::Cross) => "The given circle in {} is gone.",
            (Mark::Cross, Mark::Circle) => "There is a circle on the given cross in {}.",
            _ => continue,
        };
        found.each("gvChanged", [at], message);
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
