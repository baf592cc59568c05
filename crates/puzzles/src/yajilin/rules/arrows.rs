//! What the arrows count, and which of them lie along the same row or column: all that the rules
//! want to know about the clues, which never change.

use super::super::{Clue, Yajilin};
use super::cite_clue;
use crate::kit::prelude::*;

/// One arrow; or two of the same direction in one line, which count what lies between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrows {
    pub near: Cell,
    /// The arrow further on, whose number is subtracted.
    pub far: Option<Cell>,
}

impl Arrows {
    /// One cell, or two.
    pub fn both(self) -> impl Iterator<Item = Cell> {
        std::iter::once(self.near).chain(self.far)
    }

    pub fn cite(self, size: Size, because: &mut Vec<Ground>) {
        because.extend(self.both().map(|at| cite_clue(size, at)));
    }

    /// "the 2 in row 3, column 4", or two such.
    pub fn words(self, puzzle: &Yajilin) -> String {
        list(self.both().map(|at| puzzle.clue_words(at)), "and")
    }
}

/// Cells in a line for which it is known how many are shaded.
pub(super) struct Span {
    pub arrows: Arrows,
    /// In the arrow's direction; `None` where something lies between that is not free.
    pub cells: Vec<Option<usize>>,
    /// How many of the cells are shaded.
    pub need: i32,
}

impl Span {
    /// The cells that are free.
    pub fn free(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().copied().flatten()
    }
}

/// A row or a column.
pub(super) struct Rank {
    /// For each position the free cell there.
    pub cells: Vec<Option<usize>>,
    /// The clues along it.
    pub clues: Vec<RankClue>,
    /// The direction towards its beginning.
    pub back: Dir,
    /// The direction towards its end.
    pub ahead: Dir,
    /// The two directions across it.
    pub across: [Dir; 2],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RankClue {
    /// Where it lies in the row or column.
    pub position: usize,
    /// Whether it counts what comes after it, not what comes before.
    pub ahead: bool,
    /// Its number.
    pub need: u32,
    /// Its cell.
    pub cell: Cell,
}

pub(super) struct Counting {
    /// What each clue sees, and what lies between clues.
    pub spans: Vec<Span>,
    /// For each free cell the spans it lies in.
    pub spans_of: Vec<Vec<usize>>,
    /// All rows, then all columns.
    pub ranks: Vec<Rank>,
    /// For each free cell its row and column in `ranks`.
    pub ranks_of: Vec<[usize; 2]>,
}

impl Counting {
    pub fn new(puzzle: &Yajilin) -> Counting {
        let spans = spans(puzzle);
        let mut spans_of = vec![Vec::new(); puzzle.free()];
        for (number, span) in spans.iter().enumerate() {
            span.free().for_each(|v| spans_of[v].push(number));
        }
        let size = puzzle.size;
        let free = size.cells().filter(|&at| puzzle.is_free(at));
        let ranks_of = free.map(|at| [at.row as usize, size.rows() + at.col as usize]);
        Counting {
            spans_of,
            spans,
            ranks_of: ranks_of.collect(),
            ranks: ranks(puzzle),
        }
    }
}

fn number(puzzle: &Yajilin, at: Cell) -> Option<(Dir, i32)> {
    match puzzle.clue(at) {
        Some(Clue::Arrow(dir, Some(n))) => Some((dir, n as i32)),
        _ => None,
    }
}

/// What a clue sees; and what lies between it and the next one with the same direction.
fn spans(puzzle: &Yajilin) -> Vec<Span> {
    let mut spans = Vec::new();
    for near in puzzle.size.cells() {
        let Some((dir, need)) = number(puzzle, near) else {
            continue;
        };
        let ray: Vec<Cell> = puzzle.size.ray(near, dir).collect();
        let mut add = |cells: &[Cell], far: Option<Cell>, need: i32| {
            let (arrows, cells) = (Arrows { near, far }, free_cells(puzzle, cells));
            spans.push(Span {
                arrows,
                cells,
                need,
            });
        };
        add(&ray, None, need);
        let same = |&c: &Cell| number(puzzle, c).filter(|(d, _)| *d == dir);
        let next = (ray.iter().enumerate()).find_map(|(i, c)| Some((i, same(c)?.1)));
        if let Some((end, less)) = next {
            add(&ray[..end], Some(ray[end]), need - less);
        }
    }
    spans
}

/// For each of these cells its atom, if it is free.
fn free_cells(puzzle: &Yajilin, cells: &[Cell]) -> Vec<Option<usize>> {
    let atom = |c: &Cell| puzzle.shaded_atom[puzzle.size.index(*c)];
    cells.iter().map(atom).collect()
}

fn ranks(puzzle: &Yajilin) -> Vec<Rank> {
    let mut ranks = Vec::new();
    for (ahead, across) in [
        (Dir::East, [Dir::North, Dir::South]),
        (Dir::South, [Dir::West, Dir::East]),
    ] {
        let back = ahead.opposite();
        let first = |c: &Cell| puzzle.size.neighbour(*c, back).is_none();
        for start in puzzle.size.cells().filter(first) {
            let ray = puzzle.size.ray(start, ahead);
            let cells: Vec<Cell> = std::iter::once(start).chain(ray).collect();
            let clue = |(position, &cell): (usize, &Cell)| {
                let (dir, need) = number(puzzle, cell)?;
                (dir == ahead || dir == back).then_some(RankClue {
                    position,
                    ahead: dir == ahead,
                    need: need as u32,
                    cell,
                })
            };
            ranks.push(Rank {
                cells: free_cells(puzzle, &cells),
                clues: cells.iter().enumerate().filter_map(clue).collect(),
                back,
                ahead,
                across,
            });
        }
    }
    ranks
}
