//! Is a board right? Looks only at what is drawn; shares nothing with the encoding.
//!
//! A line may be part of something larger later on: what can still grow into a right track is
//! unfinished, everything else is wrong.

use super::{CHANGED, Satogaeri};
use crate::kit::areas::{self, degrees};
use crate::kit::hands::straight;
use crate::kit::prelude::*;
use crate::kit::report::Report;

impl Rules for Satogaeri {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let degrees = degrees(self.size, |border| board.slots[border] != 0);
        let pieces = pieces(self, board, &degrees);
        let stands: Vec<Option<Stand>> = stands(self, board, &pieces);
        let mut found = Report::default();
        nothing_drawn(self, &pieces, &mut found);
        let cells_with = |count: u8| {
            let all = degrees.iter().enumerate();
            all.filter(move |(_, degree)| **degree == count)
                .map(|(i, _)| self.size.cell(i))
        };
        found.each("lnBranch", cells_with(3), "The line branches in {}.");
        found.each("lnCross", cells_with(4), "Two tracks cross in {}.");
        joined_circles(self, &pieces, &mut found);
        over_a_circle(self, &degrees, &mut found);
        bends(&pieces, &mut found);
        lengths(self, board, &pieces, &mut found);
        countries_without(self, &stands, &mut found);
        not_moved(self, board, &mut found);
        without_circle(self, board, &pieces, &mut found);
        countries_with_many(self, &stands, &mut found);
        changed(self, board, &mut found);
        found.0
    }
}

/// Cells that lines join.
struct Piece {
    /// Its cells in reading order.
    cells: Vec<Cell>,
    /// The cells with only one line.
    ends: Vec<Cell>,
    /// It has a cell with more than two lines.
    is_forked: bool,
    /// It has a cell where the line turns.
    is_bent: bool,
    /// The circles that start on it.
    circles: Vec<usize>,
}

impl Piece {
    fn is_straight(&self) -> bool {
        !self.is_forked && !self.is_bent
    }

    /// The only circle on it and the cell at the other end, if nothing else is odd about it.
    fn run(&self, puzzle: &Satogaeri) -> Option<(usize, Cell)> {
        let (&[circle], &[a, z]) = (&self.circles[..], &self.ends[..]) else {
            return None;
        };
        let start = puzzle.circles[circle].at;
        let other = match start {
            _ if start == a => z,
            _ if start == z => a,
            _ => return None,
        };
        (!self.is_forked).then_some((circle, other))
    }

    fn length(&self) -> usize {
        self.cells.len() - 1
    }
}

fn pieces(puzzle: &Satogaeri, board: &Board, degrees: &[u8]) -> Vec<Piece> {
    let next = |at: Cell| puzzle.lines_at(board, at).map(move |dir| at.step(dir));
    let is_in = |at: Cell| degrees[puzzle.size.index(at)] > 0;
    let piece = |mut cells: Vec<Cell>| {
        cells.sort_unstable();
        let mut piece = Piece {
            ends: Vec::new(),
            is_forked: false,
            is_bent: false,
            circles: cells
                .iter()
                .filter_map(|&at| puzzle.circle_at(at))
                .collect(),
            cells,
        };
        for &at in &piece.cells {
            match puzzle.lines_at(board, at).collect::<Vec<Dir>>()[..] {
                [_] => piece.ends.push(at),
                [a, b] => piece.is_bent |= a.opposite() != b,
                _ => piece.is_forked = true,
            }
        }
        piece
    };
    let all = areas::pieces(puzzle.size, is_in, next).into_iter();
    all.map(piece).collect()
}

/// Where a circle is now.
#[derive(Clone, Copy)]
struct Stand {
    at: Cell,
    /// Whether it can go no further.
    is_final: bool,
}

/// Where each circle is; `None` for one in a tangle, which is nowhere.
fn stands(puzzle: &Satogaeri, board: &Board, pieces: &[Piece]) -> Vec<Option<Stand>> {
    let mut stands = vec![None; puzzle.circles.len()];
    for (stand, circle) in stands.iter_mut().zip(&puzzle.circles) {
        let at = circle.at;
        if puzzle.is_bare(board, at) {
            let is_final = puzzle.is_marked(board, at)
                || match circle.number {
                    Some(n) => n == 0,
                    None => Dir::ALL
                        .into_iter()
                        .all(|dir| is_blocked(puzzle, board, at, dir)),
                };
            *stand = Some(Stand { at, is_final });
        }
    }
    for piece in pieces {
        let Some((circle, at)) = piece.run(puzzle) else {
            continue;
        };
        let start = puzzle.circles[circle].at;
        let is_final = puzzle.is_marked(board, start)
            || match puzzle.circles[circle].number {
                Some(n) => piece.length() >= n as usize,
                None => piece.is_straight() && is_blocked(puzzle, board, at, direction(start, at)),
            };
        stands[circle] = Some(Stand { at, is_final });
    }
    stands
}

/// The direction from one end of a straight piece to the other.
fn direction(from: Cell, to: Cell) -> Dir {
    straight(from, to).expect("a straight piece has two ends in one line")
}

/// Can no track run on from this cell to the next? A line ahead that lies in the same direction
/// may become part of the track.
fn is_blocked(puzzle: &Satogaeri, board: &Board, at: Cell, dir: Dir) -> bool {
    match puzzle.size.neighbour(at, dir) {
        None => true,
        Some(next) => puzzle.circle_at(next).is_some() || is_crossed(puzzle, board, next, dir),
    }
}

/// Is there a line in this cell across that direction?
fn is_crossed(puzzle: &Satogaeri, board: &Board, at: Cell, dir: Dir) -> bool {
    puzzle
        .lines_at(board, at)
        .any(|side| side.is_vertical() != dir.is_vertical())
}

fn nothing_drawn(puzzle: &Satogaeri, pieces: &[Piece], found: &mut Report) {
    // Where all circles may stay, an empty board is right.
    let all_may_stay = || {
        let mut starts = vec![0; puzzle.countries.count()];
        for circle in &puzzle.circles {
            starts[puzzle.countries.of(circle.at)] += 1;
        }
        puzzle.circles.iter().all(|c| c.number.unwrap_or(0) == 0) && starts.iter().all(|&n| n == 1)
    };
    if pieces.is_empty() && !all_may_stay() {
        found.unfinished("brNoLine", [], "There is no track on the board.");
    }
}

fn changed(puzzle: &Satogaeri, board: &Board, found: &mut Report) {
    let marks = &board.slots[puzzle.size.borders()..];
    for (at, mark) in puzzle.size.cells().zip(marks) {
        if mark & CHANGED != 0 {
            let message = match puzzle.circle_at(at) {
                Some(circle) => format!(
                    "The {} was changed: a different circle is written there.",
                    puzzle.circle_words(circle)
                ),
                None => format!("A circle was added in {}.", in_words(at)),
            };
            found.wrong("gvChanged", [at], message);
        }
    }
}

fn joined_circles(puzzle: &Satogaeri, pieces: &[Piece], found: &mut Report) {
    for piece in pieces.iter().filter(|p| !p.is_forked) {
        let ends = piece.ends.iter();
        let mut circles: Vec<usize> = ends.filter_map(|&at| puzzle.circle_at(at)).collect();
        circles.sort_unstable();
        if let [a, b, ..] = circles[..] {
            let (a, b) = (puzzle.circle_words(a), puzzle.circle_words(b));
            let message = format!("A track joins the {a} and the {b}.");
            found.wrong("nmConnected", &*piece.cells, message);
        }
    }
}

fn over_a_circle(puzzle: &Satogaeri, degrees: &[u8], found: &mut Report) {
    for (i, circle) in puzzle.circles.iter().enumerate() {
        if degrees[puzzle.size.index(circle.at)] > 1 {
            let message = format!("A track runs over the {}.", puzzle.circle_words(i));
            found.wrong("laOnNum", [circle.at], message);
        }
    }
}

fn bends(pieces: &[Piece], found: &mut Report) {
    for piece in pieces.iter().filter(|p| p.is_bent) {
        found.all(
            true,
            "laCurve",
            piece.cells.clone(),
            "The track in {} bends.",
        );
    }
}

fn lengths(puzzle: &Satogaeri, board: &Board, pieces: &[Piece], found: &mut Report) {
    for piece in pieces.iter().filter(|p| p.is_straight()) {
        let Some((circle, end)) = piece.run(puzzle) else {
            continue;
        };
        let Some(need) = puzzle.circles[circle].number.map(usize::from) else {
            continue;
        };
        let length = piece.length();
        if length == need {
            continue;
        }
        let words = puzzle.circle_words(circle);
        let moved = counted(length, "cell");
        let start = puzzle.circles[circle].at;
        let blocked = || {
            let dir = direction(start, end);
            let mut way = (0..need - length).map(|further| end.go(dir, further));
            way.any(|at| is_blocked(puzzle, board, at, dir))
        };
        let (is_wrong, message) = if length > need {
            (
                true,
                format!("The {words} has moved {moved}, which is too far."),
            )
        } else if blocked() {
            let need = counted(need, "cell");
            (true, format!("The {words} cannot move {need} this way."))
        } else if puzzle.is_marked(board, start) {
            (
                true,
                format!("The {words} ends after {moved}, which is too short."),
            )
        } else {
            (false, format!("The {words} has moved only {moved}."))
        };
        found.add(is_wrong, "laLenNe", &*piece.cells, message);
    }
}

fn countries_without(puzzle: &Satogaeri, stands: &[Option<Stand>], found: &mut Report) {
    let mut taken = vec![false; puzzle.countries.count()];
    for stand in stands.iter().flatten() {
        taken[puzzle.countries.of(stand.at)] = true;
    }
    // A circle may still come, unless all are at their ends.
    let all_final = stands.iter().all(|s| s.is_some_and(|s| s.is_final));
    for country in (0..taken.len()).filter(|&c| !taken[c]) {
        let message = format!("The {} holds no circle.", puzzle.country_words(country));
        found.add(all_final, "bkNoNum", &*puzzle.cells_of[country], message);
    }
}

fn not_moved(puzzle: &Satogaeri, board: &Board, found: &mut Report) {
    for (i, circle) in puzzle.circles.iter().enumerate() {
        if circle.number.unwrap_or(0) == 0 || !puzzle.is_bare(board, circle.at) {
            continue;
        }
        let stays = puzzle.is_marked(board, circle.at);
        let what = match stays {
            true => "must move, but is marked as staying",
            false => "has not moved",
        };
        let message = format!("The {} {what}.", puzzle.circle_words(i));
        found.add(stays, "nmNoMove", [circle.at], message);
    }
}

fn without_circle(puzzle: &Satogaeri, board: &Board, pieces: &[Piece], found: &mut Report) {
    for piece in pieces.iter().filter(|p| p.circles.is_empty()) {
        let may = may_join_a_circle(puzzle, board, piece);
        let message = match may {
            true => "The line in {} does not come from a circle yet.",
            false => "The line in {} cannot come from any circle.",
        };
        found.all(!may, "laIsolate", piece.cells.clone(), message);
    }
}

/// Can a line without a circle still become the end of a circle's track?
fn may_join_a_circle(puzzle: &Satogaeri, board: &Board, piece: &Piece) -> bool {
    let &[a, z] = &piece.ends[..] else {
        return false;
    };
    piece.is_straight()
        && [(a, z), (z, a)].into_iter().any(|(near, far)| {
            let back = direction(far, near);
            let mut way = puzzle.size.ray(near, back).enumerate();
            let stop = way.find(|&(_, at)| {
                puzzle.circle_at(at).is_some() || is_crossed(puzzle, board, at, back)
            });
            let Some((before, at)) = stop else {
                return false;
            };
            puzzle.circle_at(at).is_some_and(|circle| {
                let length = before + 1 + piece.length();
                let number = puzzle.circles[circle].number;
                // Its own track may have begun, but only towards the line.
                let mut lines = puzzle.lines_at(board, at);
                lines.all(|side| side == back.opposite())
                    && !puzzle.is_marked(board, at)
                    && number.is_none_or(|n| n as usize >= length)
            })
        })
}

fn countries_with_many(puzzle: &Satogaeri, stands: &[Option<Stand>], found: &mut Report) {
    let mut guests: Vec<Vec<Stand>> = vec![Vec::new(); puzzle.countries.count()];
    for stand in stands.iter().flatten() {
        guests[puzzle.countries.of(stand.at)].push(*stand);
    }
    for (country, guests) in guests.iter().enumerate() {
        if guests.len() < 2 {
            continue;
        }
        let words = puzzle.country_words(country);
        let message = format!("The {words} holds {} circles.", guests.len());
        let mut cells: Vec<Cell> = guests.iter().map(|s| s.at).collect();
        cells.sort_unstable();
        // The others may still leave.
        let stay = guests.iter().filter(|s| s.is_final).count();
        found.add(stay > 1, "bkMultiple", cells, message);
    }
}
