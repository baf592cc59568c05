//! Is a board right? Looks only at what is drawn; shares nothing with the encoding.
//!
//! A line may be part of something larger later on: what can still grow into a right track is
//! unfinished, everything else is wrong.

use super::{CHANGED, Circle, Satogaeri};
use crate::kit::areas::{self, degrees};
use crate::kit::hands::straight;
use crate::kit::prelude::*;
use crate::kit::report::{Report, cells_where};

impl Rules for Satogaeri {
    fn check(&self, board: &Board) -> Vec<Violation> {
        let degrees = degrees(self.size, |border| board.slots[border] != 0);
        let degree = |at: Cell| degrees[self.size.index(at)];
        let pieces = pieces(self, board, &degrees);
        let stands = stands(self, board, &pieces);
        let mut found = Report::default();
        if pieces.is_empty() && !all_may_stay(self) {
            found.unfinished("brNoLine", [], "There is no track on the board.");
        }
        let with = |count: u8| cells_where(self.size, |at| degree(at) == count);
        found.each("lnBranch", with(3), "The line branches in {}.");
        found.each("lnCross", with(4), "Two tracks cross in {}.");
        joined_circles(self, &pieces, &mut found);
        for (i, circle) in self.circles.iter().enumerate() {
            if degree(circle.at) > 1 {
                let message = format!("A track runs over the {}.", self.circle_words(i));
                found.wrong("laOnNum", [circle.at], message);
            }
        }
        for piece in pieces.iter().filter(|p| p.is_bent) {
            let cells = piece.cells.clone();
            found.all(true, "laCurve", cells, "The track in {} bends.");
        }
        lengths(self, board, &pieces, &mut found);
        let guests = guests(self, &stands);
        without_circle(self, &stands, &guests, &mut found);
        not_moved(self, board, &mut found);
        from_nowhere(self, board, &pieces, &mut found);
        with_many(self, &guests, &mut found);
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
        match puzzle.circles[circle].at {
            _ if self.is_forked => None,
            start if start == a => Some((circle, z)),
            start if start == z => Some((circle, a)),
            _ => None,
        }
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
        let circles = cells.iter().filter_map(|&at| puzzle.circle_at(at));
        let mut piece = Piece {
            ends: Vec::new(),
            is_forked: false,
            is_bent: false,
            circles: circles.collect(),
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
    let stand = |&Circle { at, number }: &Circle| {
        let is_blocked = |&dir: &Dir| is_blocked(puzzle, board, at, dir);
        let is_stuck = || Dir::ALL.iter().all(is_blocked);
        let is_final = puzzle.is_marked(board, at) || number.map_or_else(is_stuck, |n| n == 0);
        puzzle.is_bare(board, at).then_some(Stand { at, is_final })
    };
    let mut stands: Vec<Option<Stand>> = puzzle.circles.iter().map(stand).collect();
    for piece in pieces {
        let Some((circle, at)) = piece.run(puzzle) else {
            continue;
        };
        let Circle { at: start, number } = puzzle.circles[circle];
        let is_blocked = || is_blocked(puzzle, board, at, direction(start, at));
        let is_stuck = || piece.is_straight() && is_blocked();
        let is_there = number.map_or_else(is_stuck, |n| piece.length() >= n.into());
        let is_final = puzzle.is_marked(board, start) || is_there;
        stands[circle] = Some(Stand { at, is_final });
    }
    stands
}

/// The circles that each country has now.
fn guests(puzzle: &Satogaeri, stands: &[Option<Stand>]) -> Vec<Vec<Stand>> {
    let mut guests = vec![Vec::new(); puzzle.countries.count()];
    for stand in stands.iter().flatten() {
        guests[puzzle.countries.of(stand.at)].push(*stand);
    }
    guests
}

/// The direction from one end of a straight piece to the other.
fn direction(from: Cell, to: Cell) -> Dir {
    straight(from, to).expect("a straight piece has two ends in one line")
}

/// Can no track run on from this cell to the next? A line ahead that lies in the same direction
/// may become part of the track.
fn is_blocked(puzzle: &Satogaeri, board: &Board, at: Cell, dir: Dir) -> bool {
    let next = puzzle.size.neighbour(at, dir);
    next.is_none_or(|next| stops(puzzle, board, next, dir))
}

/// Is there a circle in this cell, or a line across that direction?
fn stops(puzzle: &Satogaeri, board: &Board, at: Cell, dir: Dir) -> bool {
    let mut lines = puzzle.lines_at(board, at);
    puzzle.circle_at(at).is_some() || lines.any(|side| side.is_vertical() != dir.is_vertical())
}

/// Where all circles may stay, an empty board is right.
fn all_may_stay(puzzle: &Satogaeri) -> bool {
    let mut starts = vec![0; puzzle.countries.count()];
    for circle in &puzzle.circles {
        starts[puzzle.countries.of(circle.at)] += 1;
    }
    puzzle.circles.iter().all(|c| c.number.unwrap_or(0) == 0) && starts.iter().all(|&n| n == 1)
}

fn changed(puzzle: &Satogaeri, board: &Board, found: &mut Report) {
    let is_changed = |at| board.slots[puzzle.mark_slot(at)] & CHANGED != 0;
    for at in cells_where(puzzle.size, is_changed) {
        let message = match puzzle.circle_at(at) {
            Some(circle) => {
                let it = puzzle.circle_words(circle);
                format!("The {it} was changed: a different circle is written there.")
            }
            None => format!("A circle was added in {}.", in_words(at)),
        };
        found.wrong("gvChanged", [at], message);
    }
}

fn joined_circles(puzzle: &Satogaeri, pieces: &[Piece], found: &mut Report) {
    for piece in pieces.iter().filter(|p| !p.is_forked) {
        let ends = piece.ends.iter();
        if let [a, b, ..] = distinct(ends.filter_map(|&at| puzzle.circle_at(at)))[..] {
            let (a, b) = (puzzle.circle_words(a), puzzle.circle_words(b));
            let message = format!("A track joins the {a} and the {b}.");
            found.wrong("nmConnected", &*piece.cells, message);
        }
    }
}

fn lengths(puzzle: &Satogaeri, board: &Board, pieces: &[Piece], found: &mut Report) {
    for piece in pieces.iter().filter(|p| p.is_straight()) {
        let Some((circle, end)) = piece.run(puzzle) else {
            continue;
        };
        let Circle { at: start, number } = puzzle.circles[circle];
        let length = piece.length();
        let Some(need) = number.map(usize::from).filter(|&need| need != length) else {
            continue;
        };
        let is_in_the_way = || {
            let dir = direction(start, end);
            let mut way = (0..need - length).map(|further| end.go(dir, further));
            way.any(|at| is_blocked(puzzle, board, at, dir))
        };
        let moved = counted(length, "cell");
        let only = format!("has moved only {moved}");
        let what = match () {
            () if length > need => format!("has moved {moved}, which is too far"),
            () if is_in_the_way() => format!("cannot move {} this way", counted(need, "cell")),
            () if puzzle.is_marked(board, start) => {
                format!("ends after {moved}, which is too short")
            }
            () => only.clone(),
        };
        let message = format!("The {} {what}.", puzzle.circle_words(circle));
        found.add(what != only, "laLenNe", &*piece.cells, message);
    }
}

fn without_circle(
    puzzle: &Satogaeri,
    stands: &[Option<Stand>],
    guests: &[Vec<Stand>],
    found: &mut Report,
) {
    // A circle may still come, unless all are at their ends.
    let all_final = stands.iter().all(|s| s.is_some_and(|s| s.is_final));
    for country in (0..guests.len()).filter(|&c| guests[c].is_empty()) {
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

fn from_nowhere(puzzle: &Satogaeri, board: &Board, pieces: &[Piece], found: &mut Report) {
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
    let may_come = |(near, far): (Cell, Cell)| {
        let back = direction(far, near);
        let mut way = (1..).zip(puzzle.size.ray(near, back));
        let stop = way.find(|&(_, at)| stops(puzzle, board, at, back));
        stop.is_some_and(|(before, at)| {
            let Some(circle) = puzzle.circle_at(at) else {
                return false;
            };
            let number = puzzle.circles[circle].number;
            // Its own track may have begun, but only towards the line.
            let mut lines = puzzle.lines_at(board, at);
            lines.all(|side| side == back.opposite())
                && !puzzle.is_marked(board, at)
                && number.is_none_or(|n| usize::from(n) >= before + piece.length())
        })
    };
    piece.is_straight() && (may_come((a, z)) || may_come((z, a)))
}

fn with_many(puzzle: &Satogaeri, guests: &[Vec<Stand>], found: &mut Report) {
    for (country, guests) in guests.iter().enumerate().filter(|(_, all)| all.len() > 1) {
        let words = puzzle.country_words(country);
        let message = format!("The {words} holds {} circles.", guests.len());
        let mut cells: Vec<Cell> = guests.iter().map(|s| s.at).collect();
        cells.sort_unstable();
        // The others may still leave.
        let stay = guests.iter().filter(|s| s.is_final).count();
        found.add(stay > 1, "bkMultiple", cells, message);
    }
}
