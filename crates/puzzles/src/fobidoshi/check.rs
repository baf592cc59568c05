//! Is a board right? Looks only at the marks; shares nothing with the encoding.

use grid::{Cell, Dir, cell};

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
            found.push(Violation::wrong("fbFour", words, run));
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

/// Cells sorted into groups of neighbours; the first cells of the groups are in reading order.
fn groups(puzzle: &Fobidoshi, mut cells: Vec<bool>) -> Vec<Vec<Cell>> {
    let size = puzzle.size;
    let mut groups = Vec::new();
    for start in size.cells() {
        if !std::mem::take(&mut cells[size.index(start)]) {
            continue;
        }
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&at) = group.get(next) {
            next += 1;
            for (_, other) in size.neighbours(at) {
                if std::mem::take(&mut cells[size.index(other)]) {
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
    let circles = cells_with(puzzle, board, |mark| mark == Mark::Circle);
    let parts = groups(puzzle, circles);
    if parts.len() < 2 {
        return;
    }
    // Crosses are there to stay. Circles that they keep apart can never be joined.
    let not_crossed = cells_with(puzzle, board, |mark| mark != Mark::Cross);
    let walled: Vec<Vec<Cell>> = groups(puzzle, not_crossed)
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
