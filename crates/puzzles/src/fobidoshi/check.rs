//! Is a board right? Looks only at the marks; shares nothing with the encoding.

use super::{FORBIDDEN, Fobidoshi, Mark};
use crate::kit::areas::pieces;
use crate::kit::lists::sort_by_number;
use crate::kit::prelude::*;
use crate::kit::report::Report;
use crate::kit::runs::runs;

impl Rules for Fobidoshi {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Report::default();
        four_in_a_row(self, board, &mut found);
        divided(self, board, &mut found);
        given_changed(self, board, &mut found);
        found.0
    }
}

/// Every run of too many circles, at its full length.
fn four_in_a_row(puzzle: &Fobidoshi, board: &Board, found: &mut Report) {
    let is_circle = |at: Cell| (puzzle.mark(board, at) == Mark::Circle).then_some(());
    for (dir, way) in [(Dir::East, "to the right"), (Dir::South, "down")] {
        let mut runs = runs(puzzle.size, dir, is_circle);
        sort_by_number(&mut runs, |run| puzzle.size.index(run.0));
        for (from, to, ()) in runs {
            let n = (to.row - from.row + to.col - from.col) as usize;
            if n >= FORBIDDEN {
                let words = format!(
                    "There are {n} circles in a row, from {} {way}.",
                    in_words(from)
                );
                let run: Vec<Cell> = (0..n).map(|i| from.go(dir, i)).collect();
                found.wrong("fbFour", run, words);
            }
        }
    }
}

/// Cells with such marks, in groups of neighbours.
fn groups(puzzle: &Fobidoshi, board: &Board, is_in: impl Fn(Mark) -> bool) -> Vec<Vec<Cell>> {
    let next = |at: Cell| puzzle.size.neighbours(at).map(|(_, other)| other);
    pieces(puzzle.size, |at| is_in(puzzle.mark(board, at)), next)
}

fn divided(puzzle: &Fobidoshi, board: &Board, found: &mut Report) {
    let parts = groups(puzzle, board, |mark| mark == Mark::Circle);
    if parts.len() < 2 {
        return;
    }
    // Crosses are there to stay. Circles that they keep apart can never be joined.
    let mut walled = groups(puzzle, board, |mark| mark != Mark::Cross);
    let is_circle = |at: &Cell| puzzle.mark(board, *at) == Mark::Circle;
    (walled.iter_mut()).for_each(|region| region.retain(is_circle));
    walled.retain(|circles| !circles.is_empty());
    let apart = walled.len() > 1;
    let (what, parts) = match apart {
        true => ("Crosses keep the circles apart", walled),
        false => ("The circles are not all connected", parts),
    };
    let message = format!("{what}: {}.", in_parts(&parts));
    found.add(apart, "fbDivided", parts.concat(), message);
}

/// "5 at row 1, column 1; 2 at row 3, column 4; and 7 more parts"
fn in_parts(parts: &[Vec<Cell>]) -> String {
    const MOST_NAMED: usize = 4;
    let named = parts.iter().take(MOST_NAMED).map(|part| {
        let place = part.iter().min().copied().map(in_words);
        format!("{} at {}", part.len(), place.unwrap_or_default())
    });
    let more = match parts.len().saturating_sub(MOST_NAMED) {
        0 => None,
        1 => Some("and one more part".to_owned()),
        more => Some(format!("and {more} more parts")),
    };
    named.chain(more).collect::<Vec<String>>().join("; ")
}

fn given_changed(puzzle: &Fobidoshi, board: &Board, found: &mut Report) {
    for (i, at) in puzzle.size.cells().enumerate() {
        let message = match (puzzle.given[i], puzzle.mark(board, at)) {
            (Mark::Circle, Mark::Cross) => "The given circle in {} is gone.",
            (Mark::Cross, Mark::Circle) => "There is a circle on the given cross in {}.",
            _ => continue,
        };
        found.each("gvChanged", [at], message);
    }
}
