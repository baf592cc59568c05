//! Satogaeri: the board is divided into countries, and circles stand on it. Every circle moves in
//! a straight line, or stays, so that in the end every country holds exactly one circle. A number
//! says how many cells its circle moves; a circle without a number ("?") moves any distance, even
//! none. Tracks, start cells included, never share a cell: nobody crosses a track, passes over a
//! circle or stops on one, not even where that circle has moved away.
//!
//! Slots: one for each border (1 = a track's line crosses it; lines may be drawn anywhere, even
//! bent, branched or without a circle), then one for each cell with the player's mark. A mark on a
//! circle says that it goes no further than drawn, so without a track it stays. A mark on another
//! cell says that no track comes here; under a line it says nothing. An import can also bring in a
//! circle other than the one given here.
//!
//! Atoms: "this circle makes this move", for every move that no other circle's start cell and no
//! edge of the board blocks.
//!
//! "The study" in this folder is Markus Leitner's thesis (undated; docs/studies.md).

mod atoms;
mod check;
mod codec;
mod draw;
mod edits;
mod encode;
mod generate;
mod play;
#[cfg(test)]
mod random;
mod rules;
mod setter;
mod sift;
mod smt;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::about::family;
use crate::format::FamilyFormat;
use crate::kit::prelude::*;

family! {
    Satogaeri, "satogaeri",
    sides: (1, grid::MAX_SIDE),
    board_fields: ["notes"],
    formats: [
        FamilyFormat::links::<Satogaeri>(&["satogaeri", "sato"]),
        FamilyFormat::pzprv3::<Satogaeri>("satogaeri"),
    ],
    methods: &[],
}

/// In the slot of a cell: the player's mark.
const MARKED: u16 = 1;
/// In the slot of a cell: a circle other than the given one, or one where none is given.
const CHANGED: u16 = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Circle {
    at: Cell,
    /// How far it moves; `None` for "?".
    number: Option<u16>,
}

/// What a circle does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Stay,
    /// It goes this many cells that way, at least one.
    Go(Dir, usize),
}

/// One atom: this circle goes this way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move {
    circle: usize,
    way: Way,
}

/// A Satogaeri puzzle: its countries, its circles, and the moves they can make.
#[derive(Clone, Debug)]
pub struct Satogaeri {
    size: Size,
    countries: Regions,
    /// The cells of each country, in reading order.
    cells_of: Vec<Vec<Cell>>,
    /// The circles in reading order.
    circles: Vec<Circle>,
    /// The circle that starts in each cell.
    circle_at: Vec<Option<usize>>,
    /// All atoms, circle by circle: staying first, then north, east, south, west, short before
    /// long.
    moves: Vec<Move>,
    /// The atoms of each circle.
    moves_of: Vec<Range<usize>>,
}

impl Satogaeri {
    /// `circles` in reading order, each on its own cell of the board.
    fn new(countries: Regions, circles: Vec<Circle>) -> Satogaeri {
        let size = countries.size();
        let mut circle_at = vec![None; size.len()];
        for (i, circle) in circles.iter().enumerate() {
            circle_at[size.index(circle.at)] = Some(i);
        }
        let cells_of = countries.all();
        let mut moves = Vec::new();
        let mut moves_of = Vec::with_capacity(circles.len());
        for (circle, &Circle { at, number }) in circles.iter().enumerate() {
            let first = moves.len();
            let allowed = |distance: usize| number.is_none_or(|n| n as usize == distance);
            let mut add = |way| moves.push(Move { circle, way });
            if allowed(0) {
                add(Way::Stay);
            }
            for dir in Dir::ALL {
                let is_free = |c: &Cell| circle_at[size.index(*c)].is_none();
                let far = size.ray(at, dir).take_while(is_free).count();
                (1..=far)
                    .filter(|&d| allowed(d))
                    .for_each(|d| add(Way::Go(dir, d)));
            }
            moves_of.push(first..moves.len());
        }
        Satogaeri {
            size,
            countries,
            cells_of,
            circles,
            circle_at,
            moves,
            moves_of,
        }
    }

    fn circle_at(&self, at: Cell) -> Option<usize> {
        self.circle_at[self.size.index(at)]
    }

    /// The cells that a circle enters on its way, one after the other; its start is not among them.
    fn entered(&self, circle: usize, way: Way) -> impl Iterator<Item = Cell> + use<> {
        let (dir, distance) = match way {
            Way::Stay => (Dir::North, 0),
            Way::Go(dir, distance) => (dir, distance),
        };
        let start = self.circles[circle].at;
        (1..=distance).map(move |d| start.go(dir, d))
    }

    /// Where a circle is after going this way.
    fn landing(&self, circle: usize, way: Way) -> Cell {
        match way {
            Way::Stay => self.circles[circle].at,
            Way::Go(dir, distance) => self.circles[circle].at.go(dir, distance),
        }
    }

    fn mark_slot(&self, at: Cell) -> usize {
        self.size.borders() + self.size.index(at)
    }

    fn is_marked(&self, board: &Board, at: Cell) -> bool {
        board.slots[self.mark_slot(at)] & MARKED != 0
    }

    fn has_line(&self, board: &Board, at: Cell, dir: Dir) -> bool {
        let border = self.size.border(at, dir);
        border.is_some_and(|border| board.slots[border] != 0)
    }

    /// The sides of a cell on which a line leaves it.
    fn lines_at<'a>(&'a self, board: &'a Board, at: Cell) -> impl Iterator<Item = Dir> + 'a {
        let mut all = Dir::ALL.into_iter();
        std::iter::from_fn(move || all.find(|&dir| self.has_line(board, at, dir)))
    }

    fn is_bare(&self, board: &Board, at: Cell) -> bool {
        self.lines_at(board, at).next().is_none()
    }

    /// Neither a circle nor a line is here.
    fn is_free(&self, board: &Board, at: Cell) -> bool {
        self.circle_at(at).is_none() && self.is_bare(board, at)
    }

    /// What the lines say about a circle; `None` if they are not a straight track of its own.
    fn track(&self, board: &Board, circle: usize) -> Option<Way> {
        let start = self.circles[circle].at;
        let mut lines = self.lines_at(board, start);
        let Some(dir) = lines.next() else {
            return Some(Way::Stay);
        };
        if lines.next().is_some() {
            return None;
        }
        for (before, at) in self.size.ray(start, dir).enumerate() {
            let on = |side: Dir| side == dir || side == dir.opposite();
            if self.circle_at(at).is_some() || !self.lines_at(board, at).all(on) {
                return None;
            }
            if !self.has_line(board, at, dir) {
                return Some(Way::Go(dir, before + 1));
            }
        }
        None
    }

    /// Draw or take away the lines of a track.
    fn set_track(&self, board: &mut Board, circle: usize, way: Way, line: u16) {
        if let Way::Go(dir, _) = way {
            for at in self.entered(circle, way) {
                if let Some(border) = self.size.border(at, dir.opposite()) {
                    board.slots[border] = line;
                }
            }
        }
    }

    /// Is it certain that a circle whose track is drawn like this goes no further?
    fn is_settled(&self, board: &Board, circle: usize, way: Way) -> bool {
        let Circle { at, number } = self.circles[circle];
        let distance = match way {
            Way::Stay => 0,
            Way::Go(_, distance) => distance,
        };
        self.is_marked(board, at) || number.is_some_and(|n| n as usize == distance)
    }

    /// "3 in row 4, column 5", to follow "the".
    fn circle_words(&self, circle: usize) -> String {
        let Circle { at, number } = self.circles[circle];
        format!("{} in {}", number_or(number, "circle"), in_words(at))
    }

    /// "country of row 1, column 2", to follow "the": countries have no names on the board.
    fn country_words(&self, country: usize) -> String {
        format!("country of {}", in_words(self.cells_of[country][0]))
    }
}
