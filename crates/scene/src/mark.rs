//! What is drawn over a board to show what a message is about: groups of cells, spots, lines and
//! labels. Marks are data, so that a program and a page can each draw them over a board they have.
//!
//! A group of cells is tinted below everything that stands in it and outlined above it, as one thing:
//! a shaded cell would hide the tint, and an outline around each cell would say nothing about the
//! group.

use grid::Cell;
use serde::{Serialize, Serializer};

use crate::{Fill, Item, Point, Role, Scene, Symbol, THIN, point};

/// One thing that stands out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Mark {
    /// Cells that belong together, also such as lie outside the board.
    Cells {
        /// What they are.
        role: Role,
        /// As row and column.
        #[serde(serialize_with = "as_pairs")]
        cells: Vec<Cell>,
    },
    /// A part of a cell, or a place between cells.
    Spot {
        /// What it is.
        role: Role,
        /// Its middle.
        at: Point,
        /// How wide it is.
        size: f32,
    },
    /// Something that is crossed out.
    Cross {
        /// What crosses it out.
        role: Role,
        /// Its middle.
        at: Point,
        /// How wide it is.
        size: f32,
    },
    /// A line through these points.
    Line {
        /// What it is.
        role: Role,
        /// From one end to the other.
        points: Vec<Point>,
    },
    /// A letter or a number by which a sentence speaks of a place.
    Label {
        /// What it names.
        role: Role,
        /// The middle of it.
        at: Point,
        /// A few letters.
        text: String,
    },
}

fn as_pairs<S: Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(|at| [at.row, at.col]))
}

const OUTLINE: f32 = 0.06;
const WAY: f32 = 0.06;
const WALL: f32 = 0.12;
const LABEL: f32 = 0.34;
/// The size of a letter in a text, where anything smaller passes for a pencil mark.
const WRITTEN: f32 = 0.5;

impl Mark {
    /// What lies below everything on the board.
    fn below(&self, scene: &mut Scene) {
        match self {
            Mark::Cells { role, cells } => {
                for &at in cells {
                    scene.square(*role, at, Fill::Pale);
                }
            }
            &Mark::Spot { role, at, size } => {
                scene.circle(role, at, size / 2.0, Some(Fill::Pale), 0.0);
            }
            Mark::Cross { .. } | Mark::Line { .. } | Mark::Label { .. } => {}
        }
    }

    /// What lies above everything on the board.
    fn above(&self, scene: &mut Scene) {
        match self {
            Mark::Cells { role, cells } => {
                for [from, to] in outline(cells) {
                    scene.line(*role, from, to, OUTLINE);
                }
            }
            &Mark::Spot { role, at, size } => {
                scene.circle(role, at, size / 2.0, None, OUTLINE / 2.0);
            }
            &Mark::Cross { role, at, size } => scene.symbol(role, at, size, Symbol::Cross),
            Mark::Line { role, points } => {
                let width = if *role == Role::Wall { WALL } else { WAY };
                for pair in points.windows(2) {
                    scene.line(*role, pair[0], pair[1], width);
                }
            }
            Mark::Label { role, at, text } => {
                let radius = LABEL * (0.45 + 0.2 * text.chars().count() as f32);
                scene.circle(*role, *at, radius, Some(Fill::Paper), THIN);
                scene.text(*role, *at, LABEL, text.clone());
            }
        }
    }
}

impl Scene {
    /// Mark things: tints go just above the sheet, outlines, lines and labels on top.
    pub fn mark(&mut self, marks: &[Mark]) {
        self.tint(marks);
        marks.iter().for_each(|mark| mark.above(self));
    }

    /// Mark things by tints alone, for where there is no room for lines between cells.
    pub fn tint(&mut self, marks: &[Mark]) {
        let [below, _] = self.marks(marks);
        self.items.splice(1..1, below);
    }

    /// Mark things for a text: tints, and the ways and letters of which a sentence speaks. (What only
    /// counts steps would hide what is written there.)
    pub fn annotate(&mut self, marks: &[Mark]) {
        self.tint(marks);
        for mark in marks {
            match mark {
                Mark::Line { .. } => mark.above(self),
                Mark::Label { role, at, text } if *role == Role::Way => {
                    self.text(*role, *at, WRITTEN, text.clone());
                }
                _ => {}
            }
        }
    }

    /// What marks draw below this board, and what on top of it.
    pub fn marks(&self, marks: &[Mark]) -> [Vec<Item>; 2] {
        let (mut below, mut above) = (self.sheet(), self.sheet());
        marks.iter().for_each(|mark| mark.below(&mut below));
        marks.iter().for_each(|mark| mark.above(&mut above));
        [below.items, above.items]
    }

    /// Nothing, where this is.
    fn sheet(&self) -> Scene {
        Scene {
            view: self.view,
            items: Vec::new(),
        }
    }
}

/// The lines around groups of cells, each as long as it runs straight.
pub fn outline(cells: &[Cell]) -> Vec<[Point; 2]> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    let has = |row: i16, col: i16| cells.binary_search(&Cell { row, col }).is_ok();
    let mut lines = Vec::new();
    for &Cell { row, col } in &cells {
        for side in [0, 1] {
            // Above and below; a line begins where the cell before has none.
            let over = |col: i16| has(row, col) && !has(row - 1 + 2 * side, col);
            if over(col) && !over(col - 1) {
                let end = (col..).find(|&col| !over(col)).unwrap_or(col);
                let y = (row + side) as f32;
                lines.push([point(col as f32, y), point(end as f32, y)]);
            }
            let over = |row: i16| has(row, col) && !has(row, col - 1 + 2 * side);
            if over(row) && !over(row - 1) {
                let end = (row..).find(|&row| !over(row)).unwrap_or(row);
                let x = (col + side) as f32;
                lines.push([point(x, row as f32), point(x, end as f32)]);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use grid::cell;

    #[test]
    fn an_outline_runs_around_the_group_and_not_through_it() {
        let lines = outline(&[cell(0, 0), cell(0, 1), cell(1, 0)]);
        let length = |[a, b]: &[Point; 2]| (a.x - b.x).abs() + (a.y - b.y).abs();
        assert_eq!(lines.len(), 6);
        assert_eq!(lines.iter().map(length).sum::<f32>(), 8.0);
        let is_inside = |[a, b]: &[Point; 2]| a.x == 1.0 && b.x == 1.0 && a.y.min(b.y) == 0.0;
        assert!(!lines.iter().any(is_inside));
    }

    #[test]
    fn tints_lie_under_the_board_and_outlines_above_it() {
        let size = grid::Size::new(2, 2).expect("a size");
        let mut scene = Scene::new(size, 0.0);
        scene.lattice(size);
        scene.mark(&[Mark::Cells {
            role: Role::Area,
            cells: vec![cell(0, 0)],
        }]);
        let role = |at: usize| scene.items[at].role;
        assert_eq!((role(0), role(1)), (Role::Paper, Role::Area));
        assert!(matches!(scene.items[1].shape, Shape::Rect { .. }));
        assert_eq!(
            scene.items.iter().filter(|i| i.role == Role::Area).count(),
            5
        );
        assert_eq!(scene.items.last().map(|item| item.role), Some(Role::Area));
    }
}
