//! Yajilin: some cells hold a number with an arrow. Every other cell is either shaded or visited by
//! the loop. Shaded cells never touch along an edge. A number says how many shaded cells lie in the
//! arrow's direction up to the edge of the board; other clues in between do not stop it. All lines
//! form a single loop without crossing or branching; a board without any line is right only if
//! every free cell is shaded. A clue may hide its number ("?"), and a cell may be blocked: neither
//! shaded nor on the loop. A number without an arrow can be read and shown, but has no solution. In
//! the variant `outside` all shaded cells lie outside the loop.
//!
//! Slots: one for each cell ([`SHADED`], or [`DOT`]: the player says that the loop passes), then
//! one for each border ([`LINE`], or [`CLOSED`]: no line crosses here).
//!
//! Atoms: "this cell is shaded" for every free cell, then "the loop uses this border" for every
//! border between two free cells.
//!
//! "The study" in this folder is Lizzie Vialls' dissertation of 2016 (docs/studies.md).

mod atoms;
mod check;
mod codec;
mod draw;
mod edits;
mod encode;
mod generate;
mod patterns;
mod play;
mod rules;
mod search;
mod setter;
mod sift;
mod smt;
mod study;

use crate::about::family;
use crate::format::FamilyFormat;
use crate::kit::prelude::*;

family! {
    Yajilin, "yajilin",
    sides: (1, grid::MAX_SIDE),
    board_fields: ["notes"],
    formats: [
        FamilyFormat::links::<Yajilin>(&["yajilin", "yajirin"]),
        FamilyFormat::pzprv3::<Yajilin>("yajilin"),
        FamilyFormat::own::<Yajilin>("yajilin-csv", "puzzle, marks (the study's file)"),
    ],
    methods: search::METHODS,
}

/// In the slot of a cell: it is shaded.
const SHADED: u16 = 1;
/// In the slot of a cell: the player says that the loop passes.
const DOT: u16 = 2;

/// In the slot of a border: the loop crosses it.
const LINE: u16 = 1;
/// In the slot of a border: the player says that no line crosses it.
const CLOSED: u16 = 2;

/// The largest number of a clue: the most that puzz.link can write.
const MOST_NUMBER: u16 = 0xfff;

/// What the setter has put into a cell, which is then neither shaded nor on the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clue {
    /// An arrow with its number, `None` for "?".
    Arrow(Dir, Option<u16>),
    /// A number without an arrow: a mistake of the setter's, but one that must be seen.
    Number(u16),
    Blocked,
}

/// What an atom asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Atom {
    Shaded(Cell),
    Line(usize),
}

/// A Yajilin puzzle: its clues and its variant.
#[derive(Clone, Debug)]
pub struct Yajilin {
    size: Size,
    /// For each cell its clue; `None` where it is free.
    clues: Vec<Option<Clue>>,
    outside: bool,
    atoms: Vec<Atom>,
    shaded_atom: Vec<Option<usize>>,
    line_atom: Vec<Option<usize>>,
}

impl Yajilin {
    /// `clues` has one entry for each cell.
    fn new(size: Size, clues: Vec<Option<Clue>>, outside: bool) -> Yajilin {
        let mut atoms = Vec::new();
        let mut number = |atom: Atom, is_asked: bool| {
            is_asked.then(|| {
                atoms.push(atom);
                atoms.len() - 1
            })
        };
        let is_free = |at: Cell| clues[size.index(at)].is_none();
        let shaded = size.cells().map(|at| number(Atom::Shaded(at), is_free(at)));
        let shaded_atom = shaded.collect();
        let line = |border| {
            let (a, z) = size.border_cells(border);
            number(Atom::Line(border), is_free(a) && is_free(z))
        };
        let line_atom = (0..size.borders()).map(line).collect();
        Yajilin {
            size,
            clues,
            outside,
            atoms,
            shaded_atom,
            line_atom,
        }
    }

    fn clue(&self, at: Cell) -> Option<Clue> {
        self.clues[self.size.index(at)]
    }

    fn is_free(&self, at: Cell) -> bool {
        self.clue(at).is_none()
    }

    fn is_shaded(&self, board: &Board, at: Cell) -> bool {
        board.slots[self.size.index(at)] == SHADED
    }

    fn border_slot(&self, border: usize) -> usize {
        self.size.len() + border
    }

    /// What is on the border of a cell on that side; none at the edge of the board.
    fn border_entry(&self, board: &Board, at: Cell, dir: Dir) -> Option<u16> {
        let border = self.size.border(at, dir)?;
        Some(board.slots[self.border_slot(border)])
    }

    /// The directions in which lines leave a cell.
    fn lines(&self, board: &Board, at: Cell) -> impl Iterator<Item = Dir> {
        let is_line = move |&dir: &Dir| self.border_entry(board, at, dir) == Some(LINE);
        Dir::ALL.into_iter().filter(is_line)
    }

    /// How many shaded cells an arrow sees.
    fn seen(&self, board: &Board, at: Cell, dir: Dir) -> usize {
        let ray = self.size.ray(at, dir);
        ray.filter(|&c| self.is_free(c) && self.is_shaded(board, c))
            .count()
    }

    fn clue_words(&self, at: Cell) -> String {
        let what = match self.clue(at) {
            Some(Clue::Arrow(dir, n)) => {
                let arrow = ['↑', '→', '↓', '←'][dir as usize];
                format!("the {}{arrow}", number_or(n, "?"))
            }
            Some(Clue::Number(n)) => format!("the {n}"),
            Some(Clue::Blocked) => "the blocked cell".to_owned(),
            None => "the cell".to_owned(),
        };
        format!("{what} in {}", in_words(at))
    }
}
