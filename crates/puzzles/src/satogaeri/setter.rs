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

use std::sync::Arc;

use grid::{Cell, Dir, Regions, Size};

use super::{Circle, Satogaeri};
use crate::kit::hands::{DELETE, HIDDEN, cells, changed, digits, direction, fitted, path, typed};
use crate::play::{Gesture, GestureKind, HowTo};
use crate::puzzle::{Puzzle, Setting};
use crate::record::FieldError;

pub(super) const HOW_TO: &[HowTo] = &[
    HowTo {
        gesture: "drag over cells",
        meaning: "make a country of them, taking cells from other countries",
    },
    HowTo {
        gesture: "drag one step into another country, or Shift and an arrow key",
        meaning: "that cell joins the country of the first",
    },
    HowTo {
        gesture: "\"country\", or c",
        meaning: "the cell alone becomes a country",
    },
    HowTo {
        gesture: "drag with the right button over walls, or right click on a wall; or n, e, s, w",
        meaning: "tear the walls down: the countries become one",
    },
    HowTo {
        gesture: "click, tap, or Enter",
        meaning: "a circle without a number, or none",
    },
    HowTo {
        gesture: "digits",
        meaning: "a circle with this number",
    },
    HowTo {
        gesture: "?",
        meaning: "a circle without a number",
    },
    HowTo {
        gesture: "right click, long press, x, or Delete",
        meaning: "remove the circle",
    },
];

const COUNTRY: &str = "country";

pub(super) fn empty(size: Size) -> Result<Arc<dyn Puzzle>, FieldError> {
    Ok(Arc::new(Satogaeri::new(undivided(size), Vec::new())))
}

fn undivided(size: Size) -> Regions {
    Regions::from_borders(size, |_| false)
}

/// The farthest that any circle can go.
fn farthest(puzzle: &Satogaeri) -> u16 {
    puzzle.size.rows().max(puzzle.size.cols()) as u16 - 1
}

impl Setting for Satogaeri {
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
                HIDDEN => with_circle(self, at, None),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hands::testing::Sheet;
    use crate::play::{Side, Target};

    fn sheet() -> Sheet {
        let size = Size::new(3, 4).expect("a board");
        Sheet(empty(size).expect("a sheet"))
    }

    #[test]
    fn a_drag_cuts_a_country_and_what_is_cut_falls_apart() {
        let mut sheet = sheet();
        assert_eq!(sheet.countries(), "1 1 1 1 / 1 1 1 1 / 1 1 1 1");
        assert!(sheet.drag(&[(0, 1), (1, 1), (2, 1)]));
        assert_eq!(sheet.countries(), "1 2 3 3 / 1 2 3 3 / 1 2 3 3");
        // A fast hand skips cells; owned ones change hands.
        assert!(sheet.drag(&[(1, 0), (1, 3)]));
        assert_eq!(sheet.countries(), "1 2 3 3 / 4 4 4 4 / 5 6 7 7");
        assert!(
            !sheet.drag(&[(1, 3), (1, 2), (1, 1), (1, 0)]),
            "it is one already"
        );
    }

    #[test]
    fn one_step_over_a_wall_pulls_it() {
        let mut sheet = sheet();
        assert!(sheet.drag(&[(0, 0), (0, 1)]) && sheet.drag(&[(0, 1), (1, 1)]));
        assert!(sheet.drag(&[(0, 1), (0, 2)]));
        assert_eq!(sheet.countries(), "1 1 1 2 / 2 1 2 2 / 2 2 2 2");
        assert!(sheet.drag(&[(1, 2), (0, 2)]), "and back");
        assert_eq!(sheet.countries(), "1 1 2 2 / 2 1 2 2 / 2 2 2 2");
        assert!(sheet.key(2, 3, "country") && sheet.drag(&[(2, 3), (2, 2)]));
        assert_eq!(sheet.countries(), "1 1 2 2 / 3 1 2 2 / 3 3 4 4");
    }

    #[test]
    fn walls_are_torn_down() {
        let mut sheet = sheet();
        for row in 0..3 {
            sheet.drag(&[(row, 0), (row, 3)]);
        }
        assert_eq!(sheet.countries(), "1 1 1 1 / 2 2 2 2 / 3 3 3 3");
        let all = Arc::clone(&sheet.0);
        assert!(sheet.over(GestureKind::Alt, &[(0, 2), (1, 2), (2, 2)]));
        assert_eq!(sheet.countries(), "1 1 1 1 / 1 1 1 1 / 1 1 1 1");
        sheet.0 = Arc::clone(&all);
        let wall = [Target::Border(1, 3, Side::South)];
        assert!(sheet.act(GestureKind::Alt, &wall, None));
        assert_eq!(sheet.countries(), "1 1 1 1 / 2 2 2 2 / 2 2 2 2");
        assert!(!sheet.act(GestureKind::Alt, &wall, None));
        assert!(!sheet.act(GestureKind::Tap, &[Target::Border(0, 0, Side::South)], None));
        sheet.0 = all;
        assert!(sheet.key(0, 1, "s") && !sheet.key(0, 1, "north"));
        assert_eq!(sheet.countries(), "1 1 1 1 / 1 1 1 1 / 2 2 2 2");
    }

    #[test]
    fn circles_and_their_numbers() {
        let mut sheet = sheet();
        assert!(sheet.tap(0, 0) && sheet.key(1, 1, "3") && sheet.key(2, 3, "?"));
        assert_eq!(sheet.clues(), "? - - - / - 3 - - / - - - ?");
        assert!(sheet.key(0, 0, "0") && sheet.key(1, 1, "?") && sheet.tap(2, 3));
        assert_eq!(sheet.clues(), "0 - - - / - ? - - / - - - -");
        assert!(sheet.alt(0, 0) && sheet.key(1, 1, "delete"));
        assert_eq!(sheet.clues(), "- - - - / - - - - / - - - -");
        for key in ["4", "", "q", "delete", "-1"] {
            assert!(!sheet.key(0, 0, key), "{key}");
        }
        assert!(!sheet.tap(3, 0) && !sheet.key(0, i16::MIN, "1"));
    }

    #[test]
    fn countries_are_cropped_and_new_cells_are_undivided() {
        let mut sheet = sheet();
        assert!(sheet.drag(&[(1, 0), (1, 1), (1, 2), (0, 2)]) && sheet.tap(2, 3));
        assert_eq!(sheet.countries(), "1 1 2 3 / 2 2 2 3 / 3 3 3 3");
        let mut of = |rows, cols| {
            let size = Size::new(rows, cols).expect("a board");
            sheet.0 = sheet.0.resized(size).expect("any size");
            (sheet.countries(), sheet.clues())
        };
        let (countries, clues) = of(4, 5);
        assert_eq!(countries, "1 1 2 3 4 / 2 2 2 3 4 / 3 3 3 3 4 / 4 4 4 4 4");
        assert_eq!(clues, "- - - - - / - - - - - / - - - ? - / - - - - -");
        let (countries, clues) = of(1, 4);
        assert_eq!((countries.as_str(), clues.as_str()), ("1 1 2 3", "- - - -"));
    }
}
