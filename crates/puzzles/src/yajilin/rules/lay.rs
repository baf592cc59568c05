//! The lie of the land: what the rules want to know about the board that never changes, as far as
//! the loop goes. Free cells, where it may pass, are numbered like their atoms, which come first;
//! the atoms of lines follow. Nothing here knows what else a puzzle is about.
//!
//! Between the cells lie *corners*. All corners on the rim are one, and so are corners between
//! which no line can ever pass because of a cell that is not free: a *place* is a set of such
//! corners. A line passes between two places, and the loop has each place either inside or outside.

use crate::kit::areas::{joined, shortest};
use crate::kit::prelude::*;
use scene::{Point, point};

/// Nothing there, in tables that are kept small.
const NONE: u32 = u32::MAX;

/// The rim of the board, as a place.
pub(super) const RIM: usize = 0;

/// Directions are by their numbers in [`Dir::ALL`].
pub(super) struct Lay {
    pub size: Size,
    /// How many free cells there are; lines have the atoms from here on.
    pub free: usize,
    /// For each free cell its place on the board.
    pub at: Vec<Cell>,
    side: Vec<[u32; 4]>,
    next: Vec<[u32; 4]>,
    ends: Vec<[u32; 2]>,
    corners: Vec<[u32; 4]>,
    beside: Vec<[u32; 2]>,
    around: Vec<Vec<u32>>,
}

impl Lay {
    /// For each cell its atom if it is free, and for each border its atom if it has two free cells.
    pub fn new(size: Size, cells: &[Option<usize>], borders: &[Option<usize>]) -> Lay {
        let vertex = |c: Cell| cells[size.index(c)];
        let line = |c: Cell, d: Dir| size.border(c, d).and_then(|b| borders[b]);
        let at: Vec<Cell> = size.cells().filter(|&c| vertex(c).is_some()).collect();
        let free = at.len();
        let small = |number: Option<usize>| number.map_or(NONE, |n| n as u32);
        let sides = |&c: &Cell| Dir::ALL.map(|d| small(line(c, d)));
        let side: Vec<[u32; 4]> = at.iter().map(sides).collect();
        let beside = |&c: &Cell| Dir::ALL.map(|d| small(size.neighbour(c, d).and_then(vertex)));
        let next = at.iter().map(beside).collect();
        let mut ends = vec![[NONE; 2]; borders.iter().flatten().count()];
        let mut beside = ends.clone();
        let (places, corners) = places(size, &at);
        for (v, sides) in side.iter().enumerate() {
            for (d, &atom) in sides.iter().enumerate() {
                if atom != NONE {
                    let line = atom as usize - free;
                    let second = usize::from(ends[line][0] != NONE);
                    ends[line][second] = v as u32;
                    beside[line] = [corners[v][d], corners[v][(d + 1) % 4]];
                }
            }
        }
        let mut around = vec![Vec::new(); places];
        for (line, [a, z]) in beside.iter().enumerate() {
            for place in [a, z] {
                around[*place as usize].push((line + free) as u32);
            }
        }
        Lay {
            size,
            free,
            at,
            side,
            next,
            ends,
            corners,
            beside,
            around,
        }
    }

    /// The atoms of all lines.
    pub fn lines(&self) -> std::ops::Range<usize> {
        self.free..self.free + self.ends.len()
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.around.len()
    }

    /// The line that may leave a cell in this direction.
    pub fn side(&self, v: usize, dir: usize) -> Option<usize> {
        some(self.side[v][dir])
    }

    /// The free cell in this direction.
    pub fn next(&self, v: usize, dir: usize) -> Option<usize> {
        some(self.next[v][dir])
    }

    /// The possible lines of a cell.
    pub fn sides(&self, v: usize) -> impl Iterator<Item = usize> + use<> {
        self.side[v].into_iter().filter_map(some)
    }

    /// The free cells beside a cell.
    pub fn neighbours(&self, v: usize) -> impl Iterator<Item = usize> + use<> {
        self.next[v].into_iter().filter_map(some)
    }

    /// The two cells of a line.
    pub fn ends(&self, line: usize) -> [usize; 2] {
        self.ends[line - self.free].map(|v| v as usize)
    }

    /// The cell that an atom is about, twice, or the two cells of a line.
    pub fn cells(&self, atom: usize) -> [usize; 2] {
        match atom < self.free {
            true => [atom; 2],
            false => self.ends(atom),
        }
    }

    /// The other end of a line.
    pub fn over(&self, v: usize, line: usize) -> usize {
        let [a, z] = self.ends(line);
        if a == v { z } else { a }
    }

    /// The line between two cells.
    pub fn between(&self, v: usize, w: usize) -> Option<usize> {
        let dir = self.next[v].iter().position(|&n| n as usize == w)?;
        self.side(v, dir)
    }

    /// The places at the corners of a cell, clockwise from the north-west.
    pub fn corners(&self, v: usize) -> [usize; 4] {
        self.corners[v].map(|place| place as usize)
    }

    /// The places on the two sides of a line.
    pub fn beside(&self, line: usize) -> [usize; 2] {
        self.beside[line - self.free].map(|place| place as usize)
    }

    /// Where the ends of the border are that a line crosses, in the order of [`Lay::beside`].
    pub fn border_ends(&self, line: usize) -> [Point; 2] {
        let [_, v] = self.ends(line);
        let dir = (0..4).find(|&d| self.side(v, d) == Some(line)).unwrap_or(0);
        [dir, dir + 1].map(|corner| self.corner(v, corner))
    }

    /// A corner of a cell, in the order of [`Lay::corners`].
    pub fn corner(&self, v: usize, corner: usize) -> Point {
        let (right, down) = [(0, 0), (1, 0), (1, 1), (0, 1)][corner % 4];
        let Cell { row, col } = self.at[v];
        point((col + right) as f32, (row + down) as f32)
    }

    /// From one corner to another of the same place along cells that are not free; `None` if there is
    /// no such way. Only needed for pictures.
    pub fn along(&self, from: Point, to: Point) -> Option<Vec<Point>> {
        let width = self.size.cols() + 1;
        let index = |p: Point| p.y as usize * width + p.x as usize;
        let point_of = |i: usize| point((i % width) as f32, (i / width) as f32);
        let is_taken = |row: i16, col: i16| {
            let at = Cell { row, col };
            self.size.contains(at) && self.at.binary_search(&at).is_err()
        };
        let next = |i: usize| {
            let (row, col) = ((i / width) as i16, (i % width) as i16);
            let beside = [
                (-1, 0, is_taken(row - 1, col - 1) || is_taken(row - 1, col)),
                (0, 1, is_taken(row - 1, col) || is_taken(row, col)),
                (1, 0, is_taken(row, col - 1) || is_taken(row, col)),
                (0, -1, is_taken(row - 1, col - 1) || is_taken(row, col - 1)),
            ];
            let along = beside.into_iter().filter(|&(.., is_taken)| is_taken);
            along.map(move |(down, right, _)| {
                let corner = (row + down) as usize * width + (col + right) as usize;
                (corner, corner)
            })
        };
        let places = width * (self.size.rows() + 1);
        let mut way = shortest(places, &[index(from)], &[index(to)], next)?;
        way.reverse();
        Some(way.into_iter().map(point_of).collect())
    }

    /// The lines that pass beside a place, and the place on the other side of each.
    pub fn around(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        self.around[place].iter().map(move |&line| {
            let [a, z] = self.beside(line as usize);
            (line as usize, if a == place { z } else { a })
        })
    }

    /// How many lines pass beside a place.
    pub fn lines_at(&self, place: usize) -> usize {
        self.around[place].len()
    }

    /// Of these cells the one nearest to another.
    pub fn nearest(&self, to: usize, cells: impl Iterator<Item = usize>) -> Option<usize> {
        cells.min_by_key(|&v| self.distance(to, v))
    }

    /// How far apart two cells are.
    pub fn distance(&self, v: usize, w: usize) -> i16 {
        let (a, z) = (self.at[v], self.at[w]);
        (a.row - z.row).abs() + (a.col - z.col).abs()
    }
}

fn some(number: u32) -> Option<usize> {
    (number != NONE).then_some(number as usize)
}

/// The number of places, and for each free cell those at its corners.
fn places(size: Size, at: &[Cell]) -> (usize, Vec<[u32; 4]>) {
    let corners = |c: Cell| {
        let (row, col) = (c.row as usize, c.col as usize);
        [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(down, right)| size.corner(row + down, col + right))
    };
    // No line passes around a cell that is not free.
    let taken = size.cells().filter(|c| at.binary_search(c).is_err());
    let pairs = taken.flat_map(|c| {
        let [first, rest @ ..] = corners(c);
        rest.map(|other| (first, other))
    });
    let group = joined(size.len(), pairs);
    let mut number = vec![NONE; size.len()];
    number[0] = RIM as u32;
    let mut count = 1;
    let of = (at.iter())
        .map(|&c| {
            corners(c).map(|corner| {
                let place = &mut number[group[corner]];
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
