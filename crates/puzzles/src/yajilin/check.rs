//! Is a board right? Looks only at what is drawn; shares nothing with the encoding.

use super::{Clue, DOT, LINE, Yajilin};
use crate::kit::areas::{degrees, pieces};
use crate::kit::prelude::*;
use crate::kit::report::{Report, cells_where};

impl Rules for Yajilin {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Report::default();
        let lines = &Lines {
            puzzle: self,
            board,
            degrees: degrees(self.size, |b| board.slots[self.border_slot(b)] == LINE),
        };
        changed_clues(self, board, &mut found);
        let with = |degree: u8| cells_where(self.size, |at| lines.degree(at) == degree);
        found.each("lnBranch", with(3), "The loop branches in {}.");
        found.each("lnCross", with(4), "The loop crosses itself in {}.");
        let entered = |at: Cell| lines.degree(at) > 0;
        let shaded = cells_where(self.size, |at| lines.is_shaded(at) && entered(at));
        found.each("lnOnShade", shaded, "A line enters the shaded cell in {}.");
        let clues = cells_where(self.size, |at| !self.is_free(at) && entered(at));
        found.each("lnOnClue", clues, "A line enters the clue in {}.");
        touching(self, board, &mut found);
        found.all(false, "lnDeadEnd", with(1), "The line ends in {}.");
        wrong_counts(lines, &mut found);
        let pieces = lines.pieces();
        several_loops(&pieces, &mut found);
        let is_empty = |at: Cell| self.is_free(at) && !lines.is_shaded(at) && !entered(at);
        let empty = cells_where(self.size, is_empty);
        let message = "The cell in {} is neither shaded nor on the loop.";
        found.all(false, "ceEmpty", empty, message);
        if self.outside {
            shaded_inside(lines, &pieces, &mut found);
        }
        without_arrow(self, &mut found);
        found.0
    }
}

/// A board with the number of lines in each cell.
struct Lines<'a> {
    puzzle: &'a Yajilin,
    board: &'a Board,
    degrees: Vec<u8>,
}

impl Lines<'_> {
    fn degree(&self, at: Cell) -> u8 {
        self.degrees[self.puzzle.size.index(at)]
    }

    fn is_shaded(&self, at: Cell) -> bool {
        self.puzzle.is_free(at) && self.puzzle.is_shaded(self.board, at)
    }

    /// The cells of each connected piece of lines.
    fn pieces(&self) -> Vec<Piece> {
        let next = |at: Cell| {
            self.puzzle
                .lines(self.board, at)
                .map(move |dir| at.step(dir))
        };
        let pieces = pieces(self.puzzle.size, |at| self.degree(at) > 0, next).into_iter();
        let closed = |cells: &[Cell]| cells.iter().all(|&at| self.degree(at) == 2);
        let piece = |cells: Vec<Cell>| Piece {
            is_closed: closed(&cells),
            cells,
        };
        pieces.map(piece).collect()
    }
}

fn changed_clues(puzzle: &Yajilin, board: &Board, found: &mut Report) {
    for at in puzzle.size.cells() {
        let entered = match board.slots[puzzle.size.index(at)] {
            _ if puzzle.is_free(at) => continue,
            _ if puzzle.is_shaded(board, at) => "shaded",
            DOT => "marked as part of the loop",
            _ => continue,
        };
        found.each("gvChanged", [at], format!("The clue in {{}} is {entered}."));
    }
}

fn touching(puzzle: &Yajilin, board: &Board, found: &mut Report) {
    for at in puzzle.size.cells() {
        for dir in [Dir::East, Dir::South] {
            let Some(other) = puzzle.size.neighbour(at, dir) else {
                continue;
            };
            if puzzle.is_shaded(board, at) && puzzle.is_shaded(board, other) {
                let (a, z) = (in_words(at), in_words(other));
                let message = format!("The shaded cells in {a} and {z} touch.");
                found.wrong("csAdjacent", [at, other], message);
            }
        }
    }
}

fn wrong_counts(lines: &Lines, found: &mut Report) {
    let (puzzle, board) = (lines.puzzle, lines.board);
    for at in puzzle.size.cells() {
        let Some(Clue::Arrow(dir, Some(need))) = puzzle.clue(at) else {
            continue;
        };
        let (need, seen) = (need as usize, puzzle.seen(board, at, dir));
        if seen == need {
            continue;
        }
        let could_be = |&c: &Cell| could_be_shaded(lines, c);
        let hopeless =
            seen > need || seen + puzzle.size.ray(at, dir).filter(could_be).count() < need;
        let cells: Vec<Cell> = std::iter::once(at)
            .chain(puzzle.size.ray(at, dir))
            .collect();
        let shaded = match seen {
            0 => "no shaded cell".to_owned(),
            n => counted(n, "shaded cell"),
        };
        let message = format!("The {need} in {} sees {shaded}.", in_words(at));
        found.add(hopeless, "anShadeNe", cells, message);
    }
}

/// Nothing entered here or next to it forbids shading this cell.
fn could_be_shaded(lines: &Lines, at: Cell) -> bool {
    let (puzzle, board) = (lines.puzzle, lines.board);
    puzzle.is_free(at)
        && !puzzle.is_shaded(board, at)
        && board.slots[puzzle.size.index(at)] != DOT
        && lines.degree(at) == 0
        && !puzzle
            .size
            .neighbours(at)
            .any(|(_, other)| puzzle.is_shaded(board, other))
}

struct Piece {
    cells: Vec<Cell>,
    /// A loop without branches.
    is_closed: bool,
}

fn several_loops(pieces: &[Piece], found: &mut Report) {
    if pieces.len() < 2 {
        return;
    }
    let closed = pieces.iter().find(|p| p.is_closed);
    let message = match closed {
        Some(_) => "The loop through {} is closed, but there are more lines.",
        None => "The lines are not connected yet.",
    };
    let cells = closed.unwrap_or(&pieces[0]).cells.clone();
    found.all(closed.is_some(), "lnPlLoop", cells, message);
}

/// A line from a cell to the western edge, drawn a little above the cells' middles, leaves a loop
/// as often as it enters it, unless it starts inside.
fn shaded_inside(lines: &Lines, pieces: &[Piece], found: &mut Report) {
    let (puzzle, board) = (lines.puzzle, lines.board);
    let size = puzzle.size;
    for piece in pieces.iter().filter(|p| p.is_closed) {
        let mut goes_north = vec![false; size.len()];
        for &at in &piece.cells {
            let north = size.border(at, Dir::North);
            goes_north[size.index(at)] =
                north.is_some_and(|b| board.slots[puzzle.border_slot(b)] == LINE);
        }
        for at in size.cells() {
            let crossed = size
                .ray(at, Dir::West)
                .filter(|&c| goes_north[size.index(c)]);
            let shaded = lines.is_shaded(at) && lines.degree(at) == 0;
            if shaded && crossed.count() % 2 == 1 {
                found.each(
                    "shInside",
                    [at],
                    "The shaded cell in {} lies inside the loop.",
                );
            }
        }
    }
}

fn without_arrow(puzzle: &Yajilin, found: &mut Report) {
    for at in puzzle.size.cells() {
        if let Some(Clue::Number(n)) = puzzle.clue(at) {
            found.each("anNoArrow", [at], format!("The {n} in {{}} has no arrow."));
        }
    }
}
