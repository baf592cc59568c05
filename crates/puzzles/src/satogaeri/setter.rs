//! Dividing the board into countries, and putting circles on it.
//!
//! An empty board is one country: undivided land without a wall, from which a drag cuts the first
//! country. Land that nobody has drawn is no different from a country that somebody has; the page
//! shows none, and no format could hold one. What a drag cuts apart falls into several countries,
//! so every state is a division of the board that can be read.
//!
//! A drag makes a country of exactly its cells. A hand that goes back undoes, so a country with a
//! branch cannot be dragged in one go: a drag of one step over a wall moves the wall, and with the
//! right button it tears walls down.

use super::{Circle, Satogaeri};
use crate::kit::hands::{DELETE, HIDDEN, cells, changed, digits, direction, fitted, path, typed};
use crate::kit::prelude::*;

const COUNTRY: &str = "country";

fn undivided(size: Size) -> Regions {
    Regions::from_borders(size, |_| false)
}

/// The farthest that any circle can go.
fn farthest(puzzle: &Satogaeri) -> u16 {
    puzzle.size.rows().max(puzzle.size.cols()) as u16 - 1
}

impl Setting for Satogaeri {
    fn sheet(size: Size) -> Result<Satogaeri, FieldError> {
        Ok(Satogaeri::new(undivided(size), Vec::new()))
    }

    fn edit(&self, gesture: &Gesture) -> Option<Arc<dyn Puzzle>> {
        let key = gesture.value.as_deref();
        if gesture.kind == GestureKind::Alt
            && let Some((at, dir)) = gesture.targets.first().and_then(|target| target.border())
        {
            return join(self, &[at, neighbour(self, at, dir)?]);
        }
        let cells = cells(self.size, gesture);
        let at = *cells.first()?;
        let circle = self.circle_at(at).map(|circle| self.circles[circle]);
        match (gesture.kind, cells.len()) {
            (GestureKind::Tap, _) => match circle {
                Some(_) => without_circle(self, at),
                None => with_circle(self, at, None),
            },
            (GestureKind::Alt, 1) => without_circle(self, at),
            (GestureKind::Alt, _) => join(self, &path(self.size, gesture)),
            (GestureKind::Drag, _) => country(self, &path(self.size, gesture)),
            (GestureKind::Key, _) => match key? {
                DELETE => without_circle(self, at),
                HIDDEN | "#" => with_circle(self, at, None),
                COUNTRY | "c" => country(self, &[at]),
                key => match direction(key) {
                    Some(dir) => join(self, &[at, neighbour(self, at, dir)?]),
                    None => {
                        let before = circle.and_then(|circle| circle.number);
                        let number = typed(before, key, farthest(self))?;
                        with_circle(self, at, Some(number))
                    }
                },
            },
        }
    }

    fn setter_keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = digits(0, farthest(self)).collect();
        keys.extend([HIDDEN, DELETE, COUNTRY].map(str::to_owned));
        keys
    }

    /// New cells are undivided land, in one piece with an undivided board.
    fn resized(&self, size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
        let countries = match self.countries.count() {
            1 => undivided(size),
            count => divided(size, &fitted(&labels(self), self.size, size, count)),
        };
        let mut circles = self.circles.clone();
        circles.retain(|circle| size.contains(circle.at));
        Ok(Arc::new(Satogaeri::new(countries, circles)))
    }
}

fn neighbour(puzzle: &Satogaeri, at: Cell, dir: Dir) -> Option<Cell> {
    let size = puzzle.size;
    size.contains(at).then(|| size.neighbour(at, dir)).flatten()
}

fn with_circle(puzzle: &Satogaeri, at: Cell, number: Option<u16>) -> Option<Arc<dyn Puzzle>> {
    let mut circles = puzzle.circles.clone();
    let circle = Circle { at, number };
    match circles.binary_search_by_key(&at, |circle| circle.at) {
        Ok(place) => circles[place] = circle,
        Err(place) => circles.insert(place, circle),
    }
    changed(puzzle, Satogaeri::new(puzzle.countries.clone(), circles))
}

fn without_circle(puzzle: &Satogaeri, at: Cell) -> Option<Arc<dyn Puzzle>> {
    let mut circles = puzzle.circles.clone();
    circles.retain(|circle| circle.at != at);
    changed(puzzle, Satogaeri::new(puzzle.countries.clone(), circles))
}

/// Each cell's country.
fn labels(puzzle: &Satogaeri) -> Vec<usize> {
    let cells = puzzle.size.cells();
    cells.map(|at| puzzle.countries.of(at)).collect()
}

/// Neighbours with the same label belong to the same country; a country that is cut falls apart.
fn divided(size: Size, labels: &[usize]) -> Regions {
    Regions::from_borders(size, |border| {
        let (a, z) = size.border_cells(border);
        labels[size.index(a)] != labels[size.index(z)]
    })
}

fn redivided(puzzle: &Satogaeri, labels: &[usize]) -> Option<Arc<dyn Puzzle>> {
    let countries = divided(puzzle.size, labels);
    changed(puzzle, Satogaeri::new(countries, puzzle.circles.clone()))
}

/// The cells of a drag become a country.
fn country(puzzle: &Satogaeri, cells: &[Cell]) -> Option<Arc<dyn Puzzle>> {
    let mut labels = labels(puzzle);
    match *cells {
        [from, to] if puzzle.countries.of(from) != puzzle.countries.of(to) => {
            labels[puzzle.size.index(to)] = puzzle.countries.of(from);
        }
        _ => {
            for &at in cells {
                labels[puzzle.size.index(at)] = puzzle.countries.count();
            }
        }
    }
    redivided(puzzle, &labels)
}

/// The countries of these cells become one.
fn join(puzzle: &Satogaeri, cells: &[Cell]) -> Option<Arc<dyn Puzzle>> {
    let mut joined = vec![false; puzzle.countries.count()];
    for &at in cells {
        joined[puzzle.countries.of(at)] = true;
    }
    let mut labels = labels(puzzle);
    for label in labels.iter_mut().filter(|label| joined[**label]) {
        *label = puzzle.countries.count();
    }
    redivided(puzzle, &labels)
}
