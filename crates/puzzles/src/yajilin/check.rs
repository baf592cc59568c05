//! Is a board right? Looks only at what is drawn; shares nothing with the encoding.

use super::{Clue, DOT, LINE, SHADED, Yajilin};
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
        let lines = |at: Cell| self.puzzle.lines(self.board, at);
        let next = |at: Cell| lines(at).map(move |dir| at.step(dir));
        let pieces = pieces(self.puzzle.size, |at| self.degree(at) > 0, next).into_iter();
        let piece = |cells: Vec<Cell>| Piece {
            is_closed: cells.iter().all(|&at| self.degree(at) == 2),
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
    for at in cells_where(puzzle.size, |at| puzzle.is_shaded(board, at)) {
        let beside = [Dir::East, Dir::South].map(|dir| puzzle.size.neighbour(at, dir));
        for other in beside.into_iter().flatten() {
            if puzzle.is_shaded(board, other) {
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
        let ray = puzzle.size.ray(at, dir);
        let most = seen + ray.clone().filter(|&c| could_be_shaded(lines, c)).count();
        let shaded = match seen {
            _ if seen == need => continue,
            0 => "no shaded cell".to_owned(),
            n => counted(n, "shaded cell"),
        };
        let cells: Vec<Cell> = [at].into_iter().chain(ray).collect();
        let message = format!("The {need} in {} sees {shaded}.", in_words(at));
        found.add(seen > need || most < need, "anShadeNe", cells, message);
    }
}

/// Nothing entered here or next to it forbids shading this cell.
fn could_be_shaded(lines: &Lines, at: Cell) -> bool {
    let (puzzle, board) = (lines.puzzle, lines.board);
    let mut around = puzzle.size.neighbours(at);
    puzzle.is_free(at)
        && ![SHADED, DOT].contains(&board.slots[puzzle.size.index(at)])
        && lines.degree(at) == 0
        && !around.any(|(_, other)| puzzle.is_shaded(board, other))
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
    for piece in pieces.iter().filter(|p| p.is_closed) {
        let mut goes_north = Sheet::filled(puzzle.size, false);
        for &at in &piece.cells {
            goes_north[at] = puzzle.border_entry(board, at, Dir::North) == Some(LINE);
        }
        let is_inside = |at: Cell| {
            let crossed = puzzle.size.ray(at, Dir::West).filter(|&c| goes_north[c]);
            lines.is_shaded(at) && lines.degree(at) == 0 && crossed.count() % 2 == 1
        };
        let inside = cells_where(puzzle.size, is_inside);
        let message = "The shaded cell in {} lies inside the loop.";
        found.each("shInside", inside, message);
    }
}

fn without_arrow(puzzle: &Yajilin, found: &mut Report) {
    for at in puzzle.size.cells() {
        if let Some(Clue::Number(n)) = puzzle.clue(at) {
            found.each("anNoArrow", [at], format!("The {n} in {{}} has no arrow."));
        }
    }
}
