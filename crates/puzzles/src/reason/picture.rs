//! What is drawn to show a step: the argument as its rule sees it, and what is concluded.
//!
//! A rule that has more to show than what it cites draws a [`Picture`] from its evidence, mark by mark
//! what its sentence names. Of every other step the clues and entries are marked that it cites, those
//! that touch as one thing. A supposition is drawn with what follows from it, in the order in which
//! that is told.

use grid::Cell;
use logic::{Ground, Step};
use scene::{Mark, Point, Rect, Role, Scene};

use crate::board::{Board, DrawOptions};
use crate::puzzle::{Puzzle, Spot};
use crate::{Citation, Fact};

/// What a rule draws. Empty: what the step cites is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// In the order in which they are painted.
    pub marks: Vec<Mark>,
    /// What was looked at, case by case.
    pub cases: Vec<Case>,
    /// What is supposed, and what would follow from it: together what follows at the same time.
    pub supposed: Vec<Vec<Fact>>,
}

/// One of several cases, as a small picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What would be so.
    pub facts: Vec<Fact>,
    /// What comes of it, in a few words.
    pub words: String,
    /// It cannot be.
    pub struck: bool,
}

impl Picture {
    fn cells(mut self, role: Role, cells: impl IntoIterator<Item = Cell>) -> Picture {
        let cells: Vec<Cell> = cells.into_iter().collect();
        if !cells.is_empty() {
            self.marks.push(Mark::Cells { role, cells });
        }
        self
    }

    /// A thing that the sentence names: a clue, an entry, a group.
    pub(crate) fn thing(self, cells: impl IntoIterator<Item = Cell>) -> Picture {
        self.cells(Role::Highlight, cells)
    }

    /// Several such things, each in a cell of its own.
    pub(crate) fn things(self, cells: impl IntoIterator<Item = Cell>) -> Picture {
        let each = cells.into_iter();
        each.fold(self, |picture, at| picture.thing([at]))
    }

    /// An area that the argument is about.
    pub(crate) fn area(self, cells: impl IntoIterator<Item = Cell>) -> Picture {
        self.cells(Role::Area, cells)
    }

    /// What lies on the other side, or has the other colour.
    pub(crate) fn beyond(self, cells: impl IntoIterator<Item = Cell>) -> Picture {
        self.cells(Role::Beyond, cells)
    }

    /// A way over the board.
    pub(crate) fn way(mut self, points: impl IntoIterator<Item = Point>) -> Picture {
        let points: Vec<Point> = points.into_iter().collect();
        if points.len() > 1 {
            let role = Role::Way;
            self.marks.push(Mark::Line { role, points });
        }
        self
    }

    /// A letter or a number by which the sentence speaks of a place.
    pub(crate) fn label(mut self, at: Point, text: impl Into<String>) -> Picture {
        self.marks.push(Mark::Label {
            role: Role::Way,
            at,
            text: text.into(),
        });
        self
    }

    /// A supposition, or what would follow next.
    pub(crate) fn suppose(mut self, facts: Vec<Fact>) -> Picture {
        self.supposed.push(facts);
        self
    }

    /// A case that was looked at.
    pub(crate) fn case(
        mut self,
        facts: Vec<Fact>,
        words: impl Into<String>,
        struck: bool,
    ) -> Picture {
        self.cases.push(Case {
            facts,
            words: words.into(),
            struck,
        });
        self
    }
}

/// A step as it is drawn over a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// What the step speaks of, then what it concludes.
    pub marks: Vec<Mark>,
    /// What is supposed, and what would follow.
    pub supposed: Vec<Fact>,
    /// What was looked at, case by case.
    pub cases: Vec<Case>,
}

/// How a step is drawn.
pub fn drawn(puzzle: &dyn Puzzle, step: &Step) -> Drawn {
    let mut drawn = Drawn::default();
    if let Some(chain) = &step.chain {
        // Not all that the chain rests on: the sentence names what follows and how it ends.
        drawn.supposed.push(chain.suppose);
        drawn.marks.push(number(puzzle, &[chain.suppose], 1));
        for (at, inner) in (2..).zip(&chain.steps) {
            drawn.supposed.extend_from_slice(&inner.therefore);
            match inner.is_clash() {
                true => drawn.marks.extend(wrong(puzzle, inner)),
                false => drawn.marks.push(number(puzzle, &inner.therefore, at)),
            }
        }
    } else {
        let Picture {
            marks,
            cases,
            supposed,
        } = puzzle.picture(step);
        drawn.cases = cases;
        drawn.marks = match marks.is_empty() {
            true => cited(puzzle, step),
            false => marks,
        };
        for (at, facts) in (1..).zip(&supposed) {
            let numbers = facts.iter().map(|&fact| number(puzzle, &[fact], at));
            drawn.marks.extend(numbers);
        }
        drawn.supposed = supposed.concat();
    }
    drawn
        .marks
        .extend(spots(puzzle, Role::Concluded, &step.therefore));
    drawn
}

/// The place in a chain of what follows there, written where it is seen.
fn number(puzzle: &dyn Puzzle, facts: &[Fact], at: usize) -> Mark {
    let place = facts.first().map(|&fact| match puzzle.spot(fact) {
        Some(spot) => spot.at,
        None => corner(puzzle.fact_cells(fact)[0]),
    });
    Mark::Label {
        role: Role::Trial,
        at: place.unwrap_or(Point { x: 0.0, y: 0.0 }),
        text: at.to_string(),
    }
}

/// A place in a cell that leaves its middle free.
fn corner(at: Cell) -> Point {
    scene::point(at.col as f32 + 0.22, at.row as f32 + 0.22)
}

/// What a contradiction rests on.
fn wrong(puzzle: &dyn Puzzle, clash: &Step) -> Vec<Mark> {
    let mut marks = cited(puzzle, clash);
    for mark in &mut marks {
        match mark {
            Mark::Cells { role, .. } | Mark::Spot { role, .. } => *role = Role::Wrong,
            Mark::Cross { .. } | Mark::Line { .. } | Mark::Label { .. } => {}
        }
    }
    marks
}

/// What a step cites: its clues, its entries, those that touch as one.
fn cited(puzzle: &dyn Puzzle, step: &Step) -> Vec<Mark> {
    let mut cells: Vec<Vec<Cell>> = Vec::new();
    let mut facts = Vec::new();
    for ground in &step.because {
        match *ground {
            Ground::Fact(fact) => facts.push(fact),
            Ground::Named(name) => match puzzle.cite(name) {
                Citation {
                    clue: true,
                    cells: at,
                    ..
                } => cells.push(at[..1].to_vec()),
                // The whole board is no place to look at.
                Citation { cells: at, .. } if at.len() < puzzle.size().len() => cells.push(at),
                Citation { .. } => {}
            },
        }
    }
    let mut marks: Vec<Mark> = (cells.into_iter())
        .filter(|cells| !cells.is_empty())
        .map(|cells| Mark::Cells {
            role: Role::Highlight,
            cells,
        })
        .collect();
    marks.extend(spots(puzzle, Role::Highlight, &facts));
    marks
}

/// Where facts are seen: spots, and groups of cells that touch.
fn spots(puzzle: &dyn Puzzle, role: Role, facts: &[Fact]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut cells: Vec<Cell> = Vec::new();
    for &fact in facts {
        match puzzle.spot(fact) {
            Some(Spot { at, size, erases }) => {
                marks.push(match erases && role == Role::Concluded {
                    true => Mark::Cross { role, at, size },
                    false => Mark::Spot { role, at, size },
                })
            }
            None => cells.extend(puzzle.fact_cells(fact)),
        }
    }
    cells.sort_unstable();
    cells.dedup();
    marks.dedup();
    marks.extend(
        groups(cells)
            .into_iter()
            .map(|cells| Mark::Cells { role, cells }),
    );
    marks
}

/// Cells that touch, be it at a corner, as one group.
fn groups(mut cells: Vec<Cell>) -> Vec<Vec<Cell>> {
    let touch = |a: &Cell, b: &Cell| (a.row - b.row).abs() <= 1 && (a.col - b.col).abs() <= 1;
    let mut groups = Vec::new();
    while let Some(first) = cells.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            let at = group[next];
            next += 1;
            let (near, far): (Vec<Cell>, Vec<Cell>) =
                cells.iter().partition(|cell| touch(cell, &at));
            group.extend(near);
            cells = far;
        }
        groups.push(group);
    }
    groups
}

impl Drawn {
    /// Mark what is concluded.
    pub(super) fn conclude(&mut self, puzzle: &dyn Puzzle, facts: &[Fact]) {
        let marks = spots(puzzle, Role::Concluded, facts);
        self.marks.extend(marks);
    }

    /// The drawing that the marks lie on: what is known after the step; or what was known before it,
    /// with what it supposes, and with what it takes away.
    pub fn scene(&self, puzzle: &dyn Puzzle, before: &[Fact], after: &[Fact]) -> Scene {
        let is_taken = self
            .marks
            .iter()
            .any(|mark| matches!(mark, Mark::Cross { .. }));
        let (known, supposed) = match self.supposed.is_empty() && !is_taken {
            true => (after, &[][..]),
            false => (before, &self.supposed[..]),
        };
        let (board, look) = imagined(puzzle, puzzle.noted(known), known, supposed);
        puzzle.draw(&board, &look)
    }

    /// What was looked at, case by case, as small drawings of that part of the board.
    pub fn case_scenes(&self, puzzle: &dyn Puzzle, known: &[Fact]) -> Vec<(&Case, Scene)> {
        let view = self.cases_view(puzzle);
        let scene = |case: &Case| {
            let (board, look) = imagined(puzzle, puzzle.noted(known), known, &case.facts);
            let mut scene = puzzle.draw(&board, &look);
            scene.show_only(view);
            scene
        };
        self.cases.iter().map(|case| (case, scene(case))).collect()
    }

    /// The part of the board that the cases are about.
    pub fn cases_view(&self, puzzle: &dyn Puzzle) -> Rect {
        let facts = self.cases.iter().flat_map(|case| &case.facts);
        let cells = facts.flat_map(|&fact| puzzle.fact_cells(fact));
        around(cells)
    }
}

/// These cells and a bit of those around them.
fn around(cells: impl Iterator<Item = Cell>) -> Rect {
    const MORE: f32 = 1.3;
    let (mut low, mut high) = ([i16::MAX; 2], [i16::MIN; 2]);
    for Cell { row, col } in cells {
        low = [low[0].min(row), low[1].min(col)];
        high = [high[0].max(row), high[1].max(col)];
    }
    let side = |axis: usize| (high[axis] as f32 - low[axis] as f32).max(0.0) + 1.0 + 2.0 * MORE;
    Rect {
        x: low[1].min(high[1]) as f32 - MORE,
        y: low[0].min(high[0]) as f32 - MORE,
        w: side(1),
        h: side(0),
    }
}

/// A board with what is supposed on it, in a layer of its own. `board` says what is `known`, and may
/// hold more.
pub fn imagined(
    puzzle: &dyn Puzzle,
    mut board: Board,
    known: &[Fact],
    supposed: &[Fact],
) -> (Board, DrawOptions) {
    let mut look = DrawOptions::default();
    if !supposed.is_empty() {
        let before = puzzle.noted(known);
        let after = puzzle.noted(&[known, supposed].concat());
        look.layers = vec![0; board.slots.len()];
        for slot in 0..board.slots.len() {
            if before.slots[slot] != after.slots[slot] {
                board.slots[slot] = after.slots[slot];
                look.layers[slot] = 1;
            }
        }
    }
    (board, look)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::cell;

    #[test]
    fn cells_that_touch_are_one_group() {
        let mut groups = groups(vec![
            cell(0, 0),
            cell(1, 1),
            cell(3, 3),
            cell(3, 4),
            cell(6, 6),
        ]);
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort_unstable();
        assert_eq!(
            groups,
            [
                vec![cell(0, 0), cell(1, 1)],
                vec![cell(3, 3), cell(3, 4)],
                vec![cell(6, 6)],
            ]
        );
    }

    #[test]
    fn a_part_of_the_board_has_room_around_it() {
        let view = around([cell(2, 3), cell(4, 3)].into_iter());
        let is_near = |a: f32, b: f32| (a - b).abs() < 1e-3;
        assert!(is_near(view.x, 1.7) && is_near(view.y, 0.7), "{view:?}");
        assert!(is_near(view.w, 3.6) && is_near(view.h, 5.6), "{view:?}");
    }
}
