//! Is a board right? Looks only at what is drawn; shares nothing with the encoding.

use grid::{Cell, Dir};

use super::{Clue, DOT, LINE, Yajilin};
use crate::board::{Board, Violation, in_words};
use crate::kit::areas::degrees;
use crate::puzzle::Rules;

impl Rules for Yajilin {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let mut found = Vec::new();
        let lines = &Lines {
            puzzle: self,
            board,
            degrees: degrees(self.size, |b| board.slots[self.border_slot(b)] == LINE),
        };
        changed_clues(self, board, &mut found);
        crowded(lines, 3, "lnBranch", &mut found);
        crowded(lines, 4, "lnCross", &mut found);
        lines_on_shaded(lines, &mut found);
        lines_on_clues(lines, &mut found);
        touching(self, board, &mut found);
        dead_ends(lines, &mut found);
        wrong_counts(lines, &mut found);
        let pieces = pieces(lines);
        several_loops(&pieces, &mut found);
        empty(lines, &mut found);
        if self.outside {
            shaded_inside(lines, &pieces, &mut found);
        }
        without_arrow(self, &mut found);
        found
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
}

fn changed_clues(puzzle: &Yajilin, board: &Board, found: &mut Vec<Violation>) {
    for at in puzzle.size.cells() {
        let entered = match board.slots[puzzle.size.index(at)] {
            _ if puzzle.is_free(at) => continue,
            _ if puzzle.is_shaded(board, at) => "shaded",
            DOT => "marked as part of the loop",
            _ => continue,
        };
        let message = format!("The clue in {} is {entered}.", in_words(at));
        found.push(Violation::wrong("gvChanged", message, vec![at]));
    }
}

/// In a cell with three lines the loop branches, in one with four it crosses itself.
fn crowded(lines: &Lines, degree: u8, rule: &'static str, found: &mut Vec<Violation>) {
    let what = if degree == 3 {
        "branches"
    } else {
        "crosses itself"
    };
    for at in lines.puzzle.size.cells() {
        if lines.degree(at) == degree {
            found.push(Violation::wrong(
                rule,
                format!("The loop {what} in {}.", in_words(at)),
                vec![at],
            ));
        }
    }
}

fn lines_on_shaded(lines: &Lines, found: &mut Vec<Violation>) {
    let (puzzle, board) = (lines.puzzle, lines.board);
    for at in puzzle.size.cells() {
        if puzzle.is_free(at) && puzzle.is_shaded(board, at) && lines.degree(at) > 0 {
            found.push(Violation::wrong(
                "lnOnShade",
                format!("A line enters the shaded cell in {}.", in_words(at)),
                vec![at],
            ));
        }
    }
}

fn lines_on_clues(lines: &Lines, found: &mut Vec<Violation>) {
    let puzzle = lines.puzzle;
    for at in puzzle.size.cells() {
        if !puzzle.is_free(at) && lines.degree(at) > 0 {
            found.push(Violation::wrong(
                "lnOnClue",
                format!("A line enters the clue in {}.", in_words(at)),
                vec![at],
            ));
        }
    }
}

fn touching(puzzle: &Yajilin, board: &Board, found: &mut Vec<Violation>) {
    for at in puzzle.size.cells() {
        for dir in [Dir::East, Dir::South] {
            let Some(other) = puzzle.size.neighbour(at, dir) else {
                continue;
            };
            if puzzle.is_shaded(board, at) && puzzle.is_shaded(board, other) {
                found.push(Violation::wrong(
                    "csAdjacent",
                    format!(
                        "The shaded cells in {} and {} touch.",
                        in_words(at),
                        in_words(other)
                    ),
                    vec![at, other],
                ));
            }
        }
    }
}

fn dead_ends(lines: &Lines, found: &mut Vec<Violation>) {
    let puzzle = lines.puzzle;
    let ends: Vec<Cell> = puzzle
        .size
        .cells()
        .filter(|&at| lines.degree(at) == 1)
        .collect();
    if let Some(&first) = ends.first() {
        found.push(Violation::unfinished(
            "lnDeadEnd",
            format!("The line ends in {}.", in_words(first)),
            ends,
        ));
    }
}

fn wrong_counts(lines: &Lines, found: &mut Vec<Violation>) {
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
        let message = format!(
            "The {need} in {} sees {}.",
            in_words(at),
            match seen {
                0 => "no shaded cell".to_owned(),
                1 => "1 shaded cell".to_owned(),
                n => format!("{n} shaded cells"),
            }
        );
        found.push(if hopeless {
            Violation::wrong("anShadeNe", message, cells)
        } else {
            Violation::unfinished("anShadeNe", message, cells)
        });
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

/// The cells of each connected piece of lines.
fn pieces(lines: &Lines) -> Vec<Piece> {
    let (puzzle, board) = (lines.puzzle, lines.board);
    let size = puzzle.size;
    let mut visited = vec![false; size.len()];
    let mut pieces = Vec::new();
    for start in size.cells() {
        if visited[size.index(start)] || lines.degree(start) == 0 {
            continue;
        }
        visited[size.index(start)] = true;
        let mut cells = vec![start];
        let mut next = 0;
        while next < cells.len() {
            let at = cells[next];
            next += 1;
            for dir in puzzle.lines(board, at) {
                let other = at.step(dir);
                if !visited[size.index(other)] {
                    visited[size.index(other)] = true;
                    cells.push(other);
                }
            }
        }
        let is_closed = cells.iter().all(|&at| lines.degree(at) == 2);
        pieces.push(Piece { cells, is_closed });
    }
    pieces
}

struct Piece {
    cells: Vec<Cell>,
    /// A loop without branches.
    is_closed: bool,
}

fn several_loops(pieces: &[Piece], found: &mut Vec<Violation>) {
    if pieces.len() < 2 {
        return;
    }
    found.push(match pieces.iter().find(|p| p.is_closed) {
        Some(piece) => Violation::wrong(
            "lnPlLoop",
            format!(
                "The loop through {} is closed, but there are more lines.",
                in_words(piece.cells[0])
            ),
            piece.cells.clone(),
        ),
        None => Violation::unfinished(
            "lnPlLoop",
            "The lines are not connected yet.",
            pieces[0].cells.clone(),
        ),
    });
}

fn empty(lines: &Lines, found: &mut Vec<Violation>) {
    let (puzzle, board) = (lines.puzzle, lines.board);
    let cells: Vec<Cell> = puzzle
        .size
        .cells()
        .filter(|&at| puzzle.is_free(at) && !puzzle.is_shaded(board, at) && lines.degree(at) == 0)
        .collect();
    if let Some(&first) = cells.first() {
        found.push(Violation::unfinished(
            "ceEmpty",
            format!(
                "The cell in {} is neither shaded nor on the loop.",
                in_words(first)
            ),
            cells,
        ));
    }
}

/// A line from a cell to the western edge, drawn a little above the cells' middles, leaves a loop
/// as often as it enters it, unless it starts inside.
fn shaded_inside(lines: &Lines, pieces: &[Piece], found: &mut Vec<Violation>) {
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
            let shaded = puzzle.is_free(at) && puzzle.is_shaded(board, at) && lines.degree(at) == 0;
            if shaded && crossed.count() % 2 == 1 {
                found.push(Violation::wrong(
                    "shInside",
                    format!("The shaded cell in {} lies inside the loop.", in_words(at)),
                    vec![at],
                ));
            }
        }
    }
}

fn without_arrow(puzzle: &Yajilin, found: &mut Vec<Violation>) {
    for at in puzzle.size.cells() {
        if let Some(Clue::Number(n)) = puzzle.clue(at) {
            found.push(Violation::wrong(
                "anNoArrow",
                format!("The {n} in {} has no arrow.", in_words(at)),
                vec![at],
            ));
        }
    }
}
