//! Where a point of the scene falls among the characters.

use super::TextStyle;
use crate::{Fill, Item, Point, Rect, Role, Scene, Shape, Symbol};
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Four characters by two lines: borders and what is inside them.
    Roomy,
    /// Two characters by one line: the middles of the cells, and one character between them.
    Dense,
}

/// A line lies on a border or through the middles of cells, in one of several lanes beside it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Track {
    /// The border or middle, a multiple of one half.
    pub middle: f32,
    /// One bit for the distance from the middle.
    pub lane: u32,
}

/// The nearest border or middle of cells.
pub fn track(coordinate: f32) -> Track {
    const LANE_WIDTH: f32 = 0.02;
    let middle = (coordinate * 2.0).round() / 2.0;
    let lane = ((coordinate - middle) / LANE_WIDTH).round() as i32;
    Track {
        middle,
        lane: 1 << (lane + 15).clamp(0, 31),
    }
}

/// Where the things that are written, not drawn as lines, go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// Into a cell, with everything else that is there.
    Cell { row: i32, col: i32 },
    /// Onto a border or corner, in half cells.
    Border { y: i32, x: i32 },
}

/// A mark this close to a border is on the border.
const ON_BORDER: f32 = 0.2;
/// An arrow belongs to a clue in its cell, however far from the middle it is set.
const ARROW_ON_BORDER: f32 = 0.08;

pub fn spot(centre: Point, is_arrow: bool) -> Spot {
    let centre = Point {
        x: centre.x.clamp(-FAR, FAR),
        y: centre.y.clamp(-FAR, FAR),
    };
    let reach = if is_arrow { ARROW_ON_BORDER } else { ON_BORDER };
    let on_border = |v: f32| (v - v.round()).abs() < reach;
    let half = |v: f32| {
        if on_border(v) {
            v.round() as i32 * 2
        } else {
            v.floor() as i32 * 2 + 1
        }
    };
    if on_border(centre.x) || on_border(centre.y) {
        Spot::Border {
            y: half(centre.y),
            x: half(centre.x),
        }
    } else {
        Spot::Cell {
            row: centre.y.floor() as i32,
            col: centre.x.floor() as i32,
        }
    }
}

pub fn is_arrow(symbol: Symbol) -> bool {
    !matches!(symbol, Symbol::Cross | Symbol::Dot)
}

/// No board is larger; a scene that claims to be would only fill the memory.
const MAX_CELLS: f32 = 256.0;
/// Nothing further away is ever visible; the bound keeps whole numbers small.
const FAR: f32 = 10_000.0;

impl Layout {
    /// Dense if nothing needs the lines between the cells.
    pub fn of(scene: &Scene, style: &TextStyle) -> Layout {
        let mut cells = BTreeSet::new();
        for item in &scene.items {
            if needs_room(item, style) {
                return Layout::Roomy;
            }
            if let Shape::Circle { centre, .. } | Shape::Text { centre, .. } = item.shape
                && let Spot::Cell { row, col } = spot(centre, false)
            {
                cells.insert((row, col));
            }
        }
        // What is drawn between two cells, one under the other, needs a line of its own.
        if cells
            .iter()
            .any(|&(row, col)| cells.contains(&(row + 1, col)))
        {
            return Layout::Roomy;
        }
        Layout::Dense
    }

    pub fn col(self, x: f32) -> f32 {
        match self {
            Layout::Roomy => 4.0 * x,
            Layout::Dense => 2.0 * x - 1.0,
        }
    }

    pub fn row(self, y: f32) -> f32 {
        match self {
            Layout::Roomy => 2.0 * y,
            Layout::Dense => y - 0.5,
        }
    }

    /// The first and last row and column that are visible.
    pub fn extent(self, view: Rect) -> [i32; 4] {
        let w = view.w.clamp(0.0, MAX_CELLS);
        let h = view.h.clamp(0.0, MAX_CELLS);
        let (x, y) = (view.x.clamp(-FAR, FAR), view.y.clamp(-FAR, FAR));
        [
            self.row(y).ceil() as i32,
            self.row(y + h).floor() as i32,
            self.col(x).ceil() as i32,
            self.col(x + w).floor() as i32,
        ]
    }
}

fn needs_room(item: &Item, style: &TextStyle) -> bool {
    let is_border = |coordinate: f32| track(coordinate).middle.fract() == 0.0;
    let above_or_below =
        |centre| matches!(spot(centre, false), Spot::Border { y, .. } if y % 2 == 0);
    match &item.shape {
        Shape::Line { from, to, .. } => {
            if (from.y - to.y).abs() <= super::STRAIGHT {
                is_border(from.y)
            } else if (from.x - to.x).abs() <= super::STRAIGHT {
                is_border(from.x)
            } else {
                true
            }
        }
        Shape::Rect { fill, stroke, .. } => {
            *stroke > 0.0
                || *fill == Some(Fill::Ink)
                // Without colours a pale area shows only beside its content.
                || *fill == Some(Fill::Pale) && !style.colour && item.role != Role::Paper
        }
        Shape::Circle { centre, .. } => above_or_below(*centre),
        Shape::Text { centre, text, .. } => above_or_below(*centre) || text.chars().count() > 2,
        Shape::Symbol { centre, symbol, .. } => is_arrow(*symbol) || above_or_below(*centre),
    }
}
