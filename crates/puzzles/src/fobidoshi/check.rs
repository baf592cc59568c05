//! Is a board right? Looks only at the marks; shares nothing with the encoding.

use grid::{Cell, Dir};

use super::{FORBIDDEN, Fobidoshi, Mark};
use crate::board::{Board, Violation, in_words};
use crate::puzzle::Rules;

impl Rules for Fobidoshi {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Vec::new();
        four_in_a_row(self, board, &mut found);
        divided(self, board, &mut found);
        given_changed(self, board, &mut found);
        found
    }
}

/// Every run of too many circles, at its full length.
fn four_in_a_row(puzzle: &Fobidoshi, board: &Board, found: &mut Vec<Violation>) {
    let size = puzzle.size;
    let is_circle = |at: Cell| size.contains(at) && puzzle.mark(board, at) == Mark::Circle;
    for dir in [Dir::East, Dir::South] {
        let starts = size
            .cells()
            .filter(|&at| is_circle(at) && !is_circle(at.step(dir.opposite())));
        for start in starts {
            let run = (0..).map(|i| start.go(dir, i));
            let run = run.take_while(|&at| is_circle(at));
            if run.clone().nth(FORBIDDEN - 1).is_some() {
                let run: Vec<Cell> = run.collect();
                let way = if dir == Dir::East {
                    "to the right"
                } else {
                    "down"
                };
                found.push(Violation::wrong(
                    "fbFour",
                    format!(
                        "{} circles in a row from {} {way}.",
                        run.len(),
                        in_words(start)
                    ),
                    run,
                ));
            }
        }
    }
}

/// The cells for which `is_in` holds, sorted into groups of neighbours; the first cells of the
/// groups are in reading order.
fn groups(puzzle: &Fobidoshi, is_in: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
    let size = puzzle.size;
    let mut seen = vec![false; size.len()];
    let mut groups = Vec::new();
    for start in size.cells().filter(|&at| is_in(at)) {
        if std::mem::replace(&mut seen[size.index(start)], true) {
            continue;
        }
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&at) = group.get(next) {
            next += 1;
            for (_, other) in size.neighbours(at) {
                if is_in(other) && !std::mem::replace(&mut seen[size.index(other)], true) {
                    group.push(other);
                }
            }
        }
        groups.push(group);
    }
    groups
}

fn divided(puzzle: &Fobidoshi, board: &Board, found: &mut Vec<Violation>) {
    let is_circle = |at: Cell| puzzle.mark(board, at) == Mark::Circle;
    let parts = groups(puzzle, is_circle);
    if parts.len() < 2 {
        return;
    }
    // Crosses are there to stay. Circles that they keep apart can never be joined.
    let walled: Vec<Vec<Cell>> = groups(puzzle, |at| puzzle.mark(board, at) != Mark::Cross)
        .into_iter()
        .map(|region| region.into_iter().filter(|&at| is_circle(at)).collect())
        .filter(|circles: &Vec<Cell>| !circles.is_empty())
        .collect();
    found.push(if walled.len() > 1 {
        Violation::wrong(
            "fbDivided",
            format!("Crosses keep the circles apart: {}.", in_parts(&walled)),
            walled.concat(),
        )
    } else {
        Violation::unfinished(
            "fbDivided",
            format!("The circles are not all connected: {}.", in_parts(&parts)),
            parts.concat(),
        )
    });
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

fn given_changed(puzzle: &Fobidoshi, board: &Board, found: &mut Vec<Violation>) {
    for (i, at) in puzzle.size.cells().enumerate() {
        let message = match (puzzle.given[i], puzzle.mark(board, at)) {
            (Mark::Circle, Mark::Cross) => "The given circle in {} is gone.",
            (Mark::Cross, Mark::Circle) => "There is a circle on the given cross in {}.",
            _ => continue,
        };
        let message = message.replace("{}", &in_words(at));
        found.push(Violation::wrong("gvChanged", message, vec![at]));
    }
}
