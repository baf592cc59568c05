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
    pub fn cite(self, size: Size, because: &mut Vec<Ground>) {
        let both = std::iter::once(self.near).chain(self.far);
        because.extend(both.map(|at| cite_clue(size, at)));
    }

    /// "the 2 in row 3, column 4", or two such.
    pub fn words(self, puzzle: &Yajilin) -> String {
        let near = puzzle.clue_words(self.near);
        match self.far {
            None => near,
            Some(far) => format!("{near} and {}", puzzle.clue_words(far)),
        }
    }
}

/// Cells in a line for which it is known how many are shaded.
#[derive(Debug)]
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

/// A row or a column with clues along it.
#[derive(Debug)]
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

#[derive(Debug)]
pub(super) struct Counting {
    /// What each clue sees, and what lies between clues.
    pub spans: Vec<Span>,
    /// For each free cell the spans it lies in.
    pub spans_of: Vec<Vec<usize>>,
    /// The rows and columns with clues.
    pub ranks: Vec<Rank>,
    /// For each free cell its row and column in `ranks`.
    pub ranks_of: Vec<Vec<usize>>,
}

impl Counting {
    pub fn new(puzzle: &Yajilin) -> Counting {
        let (spans, ranks) = (spans(puzzle), ranks(puzzle));
        Counting {
            spans_of: holding(puzzle, spans.iter().map(|span| &span.cells)),
            ranks_of: holding(puzzle, ranks.iter().map(|rank| &rank.cells)),
            spans,
            ranks,
        }
    }
}

/// For each free cell the lists that it is in.
fn holding<'a>(
    puzzle: &Yajilin,
    lists: impl Iterator<Item = &'a Vec<Option<usize>>>,
) -> Vec<Vec<usize>> {
    let mut of = vec![Vec::new(); puzzle.free()];
    for (number, cells) in lists.enumerate() {
        for v in cells.iter().flatten() {
            of[*v].push(number);
        }
    }
    of
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
    for at in puzzle.size.cells() {
        let Some((dir, need)) = number(puzzle, at) else {
            continue;
        };
        let ray: Vec<Cell> = puzzle.size.ray(at, dir).collect();
        spans.push(Span {
            arrows: Arrows {
                near: at,
                far: None,
            },
            cells: free_cells(puzzle, &ray),
            need,
        });
        let same = |&c: &Cell| number(puzzle, c).filter(|(d, _)| *d == dir);
        let next = (ray.iter().enumerate()).find_map(|(i, c)| Some((i, same(c)?.1)));
        if let Some((end, less)) = next {
            spans.push(Span {
                arrows: Arrows {
                    near: at,
                    far: Some(ray[end]),
                },
                cells: free_cells(puzzle, &ray[..end]),
                need: need - less,
            });
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
    for ahead in [Dir::East, Dir::South] {
        let first = |c: &Cell| puzzle.size.neighbour(*c, ahead.opposite()).is_none();
        for start in puzzle.size.cells().filter(first) {
            let cells: Vec<Cell> = std::iter::once(start)
                .chain(puzzle.size.ray(start, ahead))
                .collect();
            let clues: Vec<RankClue> = (cells.iter().enumerate())
                .filter_map(|(position, &c)| {
                    let (dir, need) = number(puzzle, c)?;
                    let along = dir == ahead || dir == ahead.opposite();
                    along.then(|| RankClue {
                        position,
                        ahead: dir == ahead,
                        need: need as u32,
                        cell: c,
                    })
                })
                .collect();
            if !clues.is_empty() {
                let across = match ahead {
                    Dir::East => [Dir::North, Dir::South],
                    _ => [Dir::West, Dir::East],
                };
                ranks.push(Rank {
                    cells: free_cells(puzzle, &cells),
                    clues,
                    back: ahead.opposite(),
                    ahead,
                    across,
                });
            }
        }
    }
    ranks
}
