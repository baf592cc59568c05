//! The lie of the land: what the rules want to know about a puzzle that never changes. Free cells
//! are numbered like their atoms, which come first; a line's number is its atom less the cells.
//!
//! Between the cells lie *corners*. All corners on the rim are one, and so are corners between
//! which no line can ever pass because of a clue: a *place* is a set of such corners. A line
//! passes between two places, and the loop has each place either inside or outside.

use grid::{Cell, Dir};

use super::super::{Clue, Yajilin};

pub(super) const NONE: u32 = u32::MAX;

/// Cells in a line for which it is known how many are shaded.
#[derive(Debug)]
pub(super) struct Span {
    /// In the arrow's direction; `NONE` where something lies between that is not free.
    pub cells: Vec<u32>,
    /// How many of the cells are shaded.
    pub need: i32,
    /// The cell of the clue.
    pub clue: u32,
    /// The cell of the clue further on whose number is subtracted, or `NONE`.
    pub beyond: u32,
}

/// A row or a column with clues along it.
#[derive(Debug)]
pub(super) struct Rank {
    /// For each position the free cell there, or `NONE`.
    pub cells: Vec<u32>,
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
    pub cell: u32,
}

#[derive(Debug)]
pub(super) struct Lay {
    /// How many free cells there are; lines have the atoms from here on.
    pub free: usize,
    /// For each free cell its place on the board.
    pub at: Vec<Cell>,
    /// For each cell and direction the atom of the line, or `NONE`.
    pub side: Vec<[u32; 4]>,
    /// For each cell and direction the free cell there, or `NONE`.
    pub next: Vec<[u32; 4]>,
    /// For each line its two cells.
    pub ends: Vec<[u32; 2]>,
    /// For each cell the places at its corners, clockwise from the north-west.
    pub corner: Vec<[u32; 4]>,
    /// For each line the places on its two sides.
    pub beside: Vec<[u32; 2]>,
    /// For each place the lines that pass beside it.
    pub around: Vec<Vec<u32>>,
    /// What each clue sees, and what lies between clues.
    pub spans: Vec<Span>,
    /// For each cell the spans it lies in.
    pub spans_of: Vec<Vec<u32>>,
    /// The rows and columns with clues.
    pub ranks: Vec<Rank>,
    /// For each cell its row and column in `ranks`, or `NONE`.
    pub ranks_of: Vec<[u32; 2]>,
}

impl Lay {
    /// Everything about this puzzle that never changes.
    pub fn new(game: &Yajilin) -> Lay {
        let size = game.size;
        let at: Vec<Cell> = size.cells().filter(|&c| game.is_free(c)).collect();
        let free = at.len();
        let vertex = |c: Cell| game.shaded_atom[size.index(c)].map_or(NONE, |v| v as u32);
        let side: Vec<[u32; 4]> = (at.iter())
            .map(|&c| {
                Dir::ALL.map(|d| {
                    let border = size.border(c, d).and_then(|b| game.line_atom[b]);
                    border.map_or(NONE, |atom| atom as u32)
                })
            })
            .collect();
        let next = (at.iter())
            .map(|&c| Dir::ALL.map(|d| size.neighbour(c, d).map_or(NONE, vertex)))
            .collect();
        let mut ends = vec![[NONE; 2]; game.atoms.len() - free];
        let mut beside = ends.clone();
        let (places, corner) = places(game, &at);
        for (v, sides) in side.iter().enumerate() {
            for (d, &atom) in sides.iter().enumerate() {
                if atom != NONE {
                    let line = atom as usize - free;
                    let second = usize::from(ends[line][0] != NONE);
                    ends[line][second] = v as u32;
                    beside[line] = [corner[v][d], corner[v][(d + 1) % 4]];
                }
            }
        }
        let mut around = vec![Vec::new(); places];
        for (line, [a, z]) in beside.iter().enumerate() {
            for place in [a, z] {
                around[*place as usize].push((line + free) as u32);
            }
        }
        let spans = spans(game, &vertex);
        let mut spans_of = vec![Vec::new(); free];
        for (s, span) in spans.iter().enumerate() {
            for &v in span.cells.iter().filter(|&&v| v != NONE) {
                spans_of[v as usize].push(s as u32);
            }
        }
        let ranks = ranks(game, &vertex);
        let mut ranks_of = vec![[NONE; 2]; free];
        for (r, rank) in ranks.iter().enumerate() {
            for &v in rank.cells.iter().filter(|&&v| v != NONE) {
                let of = &mut ranks_of[v as usize];
                of[usize::from(of[0] != NONE)] = r as u32;
            }
        }
        Lay {
            free,
            at,
            side,
            next,
            ends,
            corner,
            beside,
            around,
            spans,
            spans_of,
            ranks,
            ranks_of,
        }
    }

    /// The other end of a line.
    pub fn over(&self, v: usize, atom: u32) -> usize {
        let [a, z] = self.ends[atom as usize - self.free];
        (if a as usize == v { z } else { a }) as usize
    }

    /// The possible lines of a cell.
    pub fn sides(&self, v: usize) -> impl Iterator<Item = u32> + use<> {
        self.side[v].into_iter().filter(|&atom| atom != NONE)
    }

    /// The line between two cells.
    pub fn between(&self, v: u32, w: u32) -> Option<usize> {
        let d = self.next[v as usize].iter().position(|&n| n == w)?;
        Some(self.side[v as usize][d] as usize)
    }

    /// The free cells beside a cell.
    pub fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + use<> {
        let next = self.next[v].into_iter().filter(|&w| w != NONE);
        next.map(|w| w as usize)
    }
}

/// The number of places, and for each free cell those at its corners.
fn places(game: &Yajilin, at: &[Cell]) -> (usize, Vec<[u32; 4]>) {
    let (rows, cols) = (game.size.rows(), game.size.cols());
    let index = |row: i16, col: i16| {
        let inside = (1..rows as i16).contains(&row) && (1..cols as i16).contains(&col);
        if inside {
            row as usize * cols + col as usize
        } else {
            0
        }
    };
    let corners = |c: Cell| {
        [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(down, right)| index(c.row + down, c.col + right))
    };
    let mut parent: Vec<usize> = (0..rows * cols).collect();
    fn root(parent: &[usize], mut x: usize) -> usize {
        while parent[x] != x {
            x = parent[x];
        }
        x
    }
    // No line passes around a clue.
    for c in game.size.cells().filter(|&c| !game.is_free(c)) {
        let [first, rest @ ..] = corners(c);
        for other in rest {
            let (a, z) = (root(&parent, first), root(&parent, other));
            parent[a.max(z)] = a.min(z);
        }
    }
    let mut number = vec![NONE; rows * cols];
    number[root(&parent, 0)] = 0;
    let mut count = 1;
    let of = (at.iter())
        .map(|&c| {
            corners(c).map(|corner| {
                let place = &mut number[root(&parent, corner)];
                if *place == NONE {
                    *place = count;
                    count += 1;
                }
                *place
            })
        })
        .collect();
    (count as usize, of)
}

fn number(game: &Yajilin, at: Cell) -> Option<(Dir, i32)> {
    match game.clue(at) {
        Some(Clue::Arrow(dir, Some(n))) => Some((dir, n as i32)),
        _ => None,
    }
}

/// What a clue sees; and what lies between it and the next one with the same direction.
fn spans(game: &Yajilin, vertex: &impl Fn(Cell) -> u32) -> Vec<Span> {
    let mut spans = Vec::new();
    for at in game.size.cells() {
        let Some((dir, need)) = number(game, at) else {
            continue;
        };
        let ray: Vec<Cell> = game.size.ray(at, dir).collect();
        let clue = game.size.index(at) as u32;
        spans.push(Span {
            cells: ray.iter().map(|&c| vertex(c)).collect(),
            need,
            clue,
            beyond: NONE,
        });
        let same = |&c: &Cell| number(game, c).is_some_and(|(d, _)| d == dir);
        if let Some(end) = ray.iter().position(same) {
            let (_, less) = number(game, ray[end]).expect("it was found as a clue");
            spans.push(Span {
                cells: ray[..end].iter().map(|&c| vertex(c)).collect(),
                need: need - less,
                clue,
                beyond: game.size.index(ray[end]) as u32,
            });
        }
    }
    spans
}

fn ranks(game: &Yajilin, vertex: &impl Fn(Cell) -> u32) -> Vec<Rank> {
    let mut ranks = Vec::new();
    for ahead in [Dir::East, Dir::South] {
        let first = |c: &Cell| game.size.neighbour(*c, ahead.opposite()).is_none();
        for start in game.size.cells().filter(first) {
            let cells: Vec<Cell> = std::iter::once(start)
                .chain(game.size.ray(start, ahead))
                .collect();
            let clues: Vec<RankClue> = (cells.iter().enumerate())
                .filter_map(|(position, &c)| {
                    let (dir, need) = number(game, c)?;
                    let along = dir == ahead || dir == ahead.opposite();
                    along.then(|| RankClue {
                        position,
                        ahead: dir == ahead,
                        need: need as u32,
                        cell: game.size.index(c) as u32,
                    })
                })
                .collect();
            if !clues.is_empty() {
                let across = match ahead {
                    Dir::East => [Dir::North, Dir::South],
                    _ => [Dir::West, Dir::East],
                };
                ranks.push(Rank {
                    cells: cells.iter().map(|&c| vertex(c)).collect(),
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
