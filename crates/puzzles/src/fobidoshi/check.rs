//! Is a board right? Looks only at the marks; shares nothing with the encoding.

use super::{FORBIDDEN, Fobidoshi, Mark};
use crate::kit::areas::pieces;
use crate::kit::prelude::*;
use crate::kit::report::Report;

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
    let size = puzzle.size;
    let circles = cells_with(puzzle, board, |mark| mark == Mark::Circle);
    let lines = [
        (Dir::East, "to the right", size.rows(), size.cols()),
        (Dir::South, "down", size.cols(), size.rows()),
    ];
    for (dir, way, lines, length) in lines {
        let mut runs: Vec<Vec<Cell>> = Vec::new();
        for line in 0..lines {
            let at = |i: usize| match dir {
                Dir::East => cell(line, i),
                _ => cell(i, line),
            };
            let mut run = 0;
            for i in 0..=length {
                if i < length && circles[size.index(at(i))] {
                    run += 1;
                    continue;
                }
                if run >= FORBIDDEN {
                    runs.push((i - run..i).map(at).collect());
                }
                run = 0;
            }
        }
        runs.sort_unstable();
        for run in runs {
            let (n, from) = (run.len(), in_words(run[0]));
            let words = format!("{n} circles in a row from {from} {way}.");
            found.wrong("fbFour", run, words);
        }
    }
}

fn cells_with(puzzle: &Fobidoshi, board: &Board, wanted: impl Fn(Mark) -> bool) -> Vec<bool> {
    let marks = board.slots.iter().zip(&puzzle.given);
    let mark = |(&slot, &given): (&u16, &Mark)| match Mark::of(slot) {
        Mark::Nothing => wanted(given),
        entry => wanted(entry),
    };
    marks.map(mark).collect()
}

/// These cells in groups of neighbours.
fn groups(puzzle: &Fobidoshi, cells: &[bool]) -> Vec<Vec<Cell>> {
    let size = puzzle.size;
    let next = |at: Cell| size.neighbours(at).map(|(_, other)| other);
    pieces(size, |at| cells[size.index(at)], next)
}

fn divided(puzzle: &Fobidoshi, board: &Board, found: &mut Report) {
    let is_circle = |at: Cell| puzzle.mark(board, at) == Mark::Circle;
    let circles = cells_with(puzzle, board, |mark| mark == Mark::Circle);
    let parts = groups(puzzle, &circles);
    if parts.len() < 2 {
        return;
    }
    // Crosses are there to stay. Circles that they keep apart can never be joined.
    let not_crossed = cells_with(puzzle, board, |mark| mark != Mark::Cross);
    let walled: Vec<Vec<Cell>> = groups(puzzle, &not_crossed)
        .into_iter()
        .map(|region| region.into_iter().filter(|&at| is_circle(at)).collect())
        .filter(|circles: &Vec<Cell>| !circles.is_empty())
        .collect();
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
    let mut words: Vec<String> = parts
        .iter()
        .take(MOST_NAMED)
        .map(|part| {
            let first = part.iter().min().copied();
            let place = first.map(in_words).unwrap_or_default();
            format!("{} at {place}", part.len())
        })
        .collect();
    match parts.len().saturating_sub(MOST_NAMED) {
        0 => {}
        1 => words.push("and one more part".to_owned()),
        more => words.push(format!("and {more} more parts")),
    }
    words.join("; ")
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
