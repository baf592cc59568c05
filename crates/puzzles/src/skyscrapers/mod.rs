//! Skyscrapers (Towers): every row and column of a square holds each height 1…n once. A number
//! outside says how many buildings are seen from there; a building hides all lower ones behind it.
//! Views may be missing, cells may be given. Variants: with `depth` d less than the size, heights
//! go up to d and the other cells of each line are *parks*, empty lots that hide nothing; with
//! `diagonals` both long diagonals hold each height once as well (exactly once, even with parks: if
//! more parks were allowed there, a published puzzle would have a second solution).
//!
//! Slots: one for each cell with what was entered (a height, [`PARK`], or 0 for nothing; 0 as well
//! where the setter gave the cell and nobody wrote over it), then one for each cell with pencil
//! marks (bit h for height h, bit 0 for a park, or for a 16, beside which there are no parks). Pencil
//! marks assert nothing and are never wrong.
//!
//! Atoms: "cell c has height h", and, where there are parks, "cell c is a park" as height 0. A
//! park could be stated as "none of the heights", but then "this is some building", which people
//! conclude all the time, would not be a fact at all, and every park would take d facts to state.
//!
//! "The study" in this folder is T. K. Cocx's master's thesis of 2004 (docs/studies.md).

mod atoms;
mod check;
mod codec;
mod draw;
mod edits;
mod encode;
mod generate;
mod genetic;
mod lines;
mod play;
mod rules;
mod scratch;
mod search;
mod setter;
mod sift;
mod smt;

use crate::about::family;
use crate::format::FamilyFormat;
use crate::kit::prelude::*;

family! {
    Skyscrapers, "skyscrapers",
    sides: (SMALLEST_SIDE, LARGEST_SIDE),
    board_fields: ["notes"],
    formats: [
        FamilyFormat::links::<Skyscrapers>(&["skyscrapers", "skyscraper", "building"]),
        FamilyFormat::pzprv3::<Skyscrapers>("skyscrapers"),
        FamilyFormat::tatham::<Skyscrapers>("Towers"),
    ],
    methods: search::METHODS,
}

/// The side of the smallest board.
const SMALLEST_SIDE: usize = 2;
/// The side of the largest board.
const LARGEST_SIDE: usize = 16;

/// In the slot of a cell that is marked as a park. Below it there is room for every height that
/// anybody may write, right or wrong.
const PARK: u16 = 100;

/// A Skyscrapers puzzle: its variant, its views and its givens.
#[derive(Clone, Debug)]
pub struct Skyscrapers {
    size: Size,
    /// The highest building; less than the size if there are parks.
    depth: u16,
    diagonals: bool,
    /// The numbers outside: above the columns, below them, left of the rows, right of them.
    views: Vec<Option<u16>>,
    /// For each cell a height, [`PARK`], or 0 if it is not given.
    givens: Vec<u16>,
}

impl Skyscrapers {
    /// An empty square of this side, without any clue. None if the side is too small or too large.
    fn empty(side: usize) -> Option<Skyscrapers> {
        let size =
            Size::new(side, side).filter(|_| (SMALLEST_SIDE..=LARGEST_SIDE).contains(&side))?;
        Some(Skyscrapers {
            size,
            depth: side as u16,
            diagonals: false,
            views: vec![None; 4 * side],
            givens: vec![0; size.len()],
        })
    }

    fn side(&self) -> usize {
        self.size.rows()
    }

    /// How many parks there are in every line.
    fn parks(&self) -> usize {
        self.side() - self.depth as usize
    }

    /// What stands in a cell: entered, else given, else 0.
    fn value(&self, board: &Board, at: Cell) -> u16 {
        let i = self.size.index(at);
        match board.slots[i] {
            0 => self.givens[i],
            entered => entered,
        }
    }

    /// Put a value into a cell. Where it is what the setter gave, nothing is entered.
    fn enter(&self, board: &mut Board, at: Cell, value: u16) {
        let i = self.size.index(at);
        board.slots[i] = if value == self.givens[i] { 0 } else { value };
    }

    /// The slot with a cell's pencil marks.
    fn pencil_slot(&self, at: Cell) -> usize {
        self.size.len() + self.size.index(at)
    }

    /// The heights of which a cell has pencil marks; 0 is a park.
    fn pencilled(&self, board: &Board, at: Cell) -> impl Iterator<Item = u16> + use<> {
        let marks = board.slots[self.pencil_slot(at)];
        (self.lowest()..=self.depth).filter(move |&height| marks & pencil_mark(height) != 0)
    }

    /// The place of a view outside the board.
    fn outside(&self, view: usize) -> Cell {
        outside(self.side(), view)
    }

    /// The view from a place outside the board.
    fn view_at(&self, at: Cell) -> Option<usize> {
        (0..self.views.len()).find(|&view| self.outside(view) == at)
    }

    /// The cells that a view looks along, the nearest first.
    fn sight(&self, view: usize) -> Vec<Cell> {
        let dir = [Dir::South, Dir::North, Dir::East, Dir::West][view / self.side()];
        let steps = 1..=self.side();
        steps.map(|step| self.outside(view).go(dir, step)).collect()
    }

    /// Rows, then columns, then, if they count, the diagonals.
    fn lines(&self) -> Vec<Vec<Cell>> {
        let n = self.side();
        let views = (2 * n..3 * n).chain(0..n);
        let diagonals = [|i: usize, _: usize| i, |i: usize, n: usize| n - 1 - i];
        let diagonals = diagonals.iter().filter(|_| self.diagonals);
        let diagonals = diagonals.map(|col| (0..n).map(|i| cell(i, col(i, n))).collect());
        let lines = views.map(|view| self.sight(view));
        lines.chain(diagonals).collect()
    }

    /// The heights of the buildings that stand along a line.
    fn buildings(&self, board: &Board, line: &[Cell]) -> impl Iterator<Item = u16> {
        let values = line.iter().map(|&at| self.value(board, at));
        values.filter(|&value| value != 0 && value != PARK)
    }

    /// A line of [`Skyscrapers::lines`] in words.
    fn line_words(&self, line: usize) -> String {
        let n = self.side();
        match line {
            _ if line < n => format!("row {}", line + 1),
            _ if line < 2 * n => format!("column {}", line - n + 1),
            _ if line == 2 * n => "the diagonal from the top left".to_owned(),
            _ => "the diagonal from the top right".to_owned(),
        }
    }

    /// "the 3 above column 2"
    fn view_words(&self, view: usize) -> String {
        let n = self.side();
        let number = number_or(self.views[view], "view");
        let place = [
            "above column",
            "below column",
            "left of row",
            "right of row",
        ][view / n];
        format!("the {number} {place} {}", view % n + 1)
    }

    /// The lowest value of a cell that is an atom: a park counts as height 0.
    fn lowest(&self) -> u16 {
        (self.parks() == 0) as u16
    }

    fn atoms_per_cell(&self) -> usize {
        (self.depth + 1 - self.lowest()) as usize
    }

    /// The atom "this cell has this height"; height 0 is a park.
    fn atom(&self, at: Cell, height: u16) -> usize {
        self.size.index(at) * self.atoms_per_cell() + (height - self.lowest()) as usize
    }

    fn atom_meaning(&self, atom: usize) -> (Cell, u16) {
        let per_cell = self.atoms_per_cell();
        let at = self.size.cell(atom / per_cell);
        (at, (atom % per_cell) as u16 + self.lowest())
    }
}

/// The pencil mark for a height, as a bit.
fn pencil_mark(height: u16) -> u16 {
    1 << (height % u16::BITS as u16)
}

/// The place of a view around a board of this side.
fn outside(side: usize, view: usize) -> Cell {
    let (far, i) = (side as i16, (view % side) as i16);
    match view / side {
        0 => Cell { row: -1, col: i },
        1 => Cell { row: far, col: i },
        2 => Cell { row: i, col: -1 },
        _ => Cell { row: i, col: far },
    }
}

/// How many of these buildings are seen, the nearest first.
fn seen<H: Default + Ord>(heights: impl IntoIterator<Item = H>) -> u16 {
    let (mut count, mut highest) = (0, H::default());
    for height in heights {
        if height > highest {
            (count, highest) = (count + 1, height);
        }
    }
    count
}
