//! A scene as text for the terminal, in box-drawing characters.
//!
//! A cell is four characters wide and two lines high, with the borders on every fourth column and
//! every second line: square on most screens, and three characters of room inside. A board that
//! draws nothing on its borders needs none of that and gets two characters by one line.
//!
//! Shapes are painted in order. Lines leave arms in the characters that they pass, and the arms of
//! all lines together choose the character; two parallel lines close together are a double line.
//! Whatever is in one cell (a circle, a number, an arrow) is set side by side, because one
//! character cannot hold it all.

mod boxes;
mod canvas;
mod labels;
mod layout;

use crate::{Fill, Item, Point, Rect, Role, Scene, Shape, point};
use boxes::Weight;
use canvas::{Arms, Canvas};
use labels::Labels;
use layout::Layout;

/// How a scene is written as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextStyle {
    /// Show roles by the colours of the terminal (ANSI escape sequences).
    pub colour: bool,
}

/// The scene as lines, each ended by a line break, without trailing blanks and without blank lines
/// or columns around the board.
pub fn text(scene: &Scene, style: &TextStyle) -> String {
    let layout = Layout::of(scene, style);
    let mut painter = Painter {
        layout,
        has_lattice: scene.items.iter().any(|item| item.role == Role::Grid),
        canvas: Canvas::new(layout.extent(scene.view)),
        labels: Labels::new(layout),
    };
    for item in &scene.items {
        painter.paint(item);
    }
    painter.canvas.write(style.colour)
}

/// From this width on a line is heavy: above the thin lines of the lattice, so that a loop stands
/// out from it. Without a lattice there is nothing to stand out from.
const HEAVY_ON_LATTICE: f32 = 0.05;
const HEAVY_ALONE: f32 = 0.1;

/// Lines up to this much off the vertical or horizontal are taken as straight.
const STRAIGHT: f32 = 0.01;

struct Painter {
    layout: Layout,
    has_lattice: bool,
    canvas: Canvas,
    labels: Labels,
}

impl Painter {
    fn paint(&mut self, item: &Item) {
        let role = item.role;
        if let Shape::Circle { centre, .. }
        | Shape::Text { centre, .. }
        | Shape::Symbol { centre, .. } = &item.shape
            && !(centre.x.is_finite() && centre.y.is_finite())
        {
            return; // it is nowhere
        }
        match &item.shape {
            &Shape::Line { from, to, width } => self.line(role, from, to, width),
            &Shape::Rect { rect, fill, stroke } => {
                if let Some(fill) = fill {
                    self.fill(role, rect, fill);
                }
                if stroke > 0.0 {
                    self.outline(role, rect, stroke);
                }
            }
            &Shape::Circle {
                centre,
                radius,
                fill,
                ..
            } => self
                .labels
                .circle(&mut self.canvas, role, centre, radius, fill),
            Shape::Text { centre, size, text } => {
                self.labels
                    .text(&mut self.canvas, role, *centre, *size, text);
            }
            &Shape::Symbol { centre, symbol, .. } => {
                self.labels.symbol(&mut self.canvas, role, centre, symbol);
            }
        }
    }

    fn line(&mut self, role: Role, from: Point, to: Point, width: f32) {
        if ![from.x, from.y, to.x, to.y].into_iter().all(f32::is_finite) {
            return; // it runs nowhere
        }
        let heavy = match role {
            Role::Grid => false,
            Role::Frame => true,
            _ if self.has_lattice => width >= HEAVY_ON_LATTICE,
            _ => width >= HEAVY_ALONE,
        };
        let weight = if heavy { Weight::Heavy } else { Weight::Light };
        if role == Role::Way {
            return self.way(from, to);
        }
        // Lattice, frame and highlights lie under or over other lines, not beside them.
        let beside = !matches!(role, Role::Grid | Role::Frame | Role::Highlight);
        let lane = |track: layout::Track| if beside { track.lane } else { 0 };
        if (from.y - to.y).abs() <= STRAIGHT {
            let track = layout::track(from.y);
            let arms = Arms::new(role, weight, lane(track));
            let row = self.layout.row(track.middle).round() as i32;
            let (a, b) = (self.layout.col(from.x), self.layout.col(to.x));
            self.canvas.horizontal(row, a.min(b), a.max(b), arms);
        } else if (from.x - to.x).abs() <= STRAIGHT {
            let track = layout::track(from.x);
            let arms = Arms::new(role, weight, lane(track));
            let col = self.layout.col(track.middle).round() as i32;
            let (a, b) = (self.layout.row(from.y), self.layout.row(to.y));
            self.canvas.vertical(col, a.min(b), a.max(b), arms);
        } else {
            self.slope(role, from, to);
        }
    }

    /// A way is dashed, between what it passes and over the lattice.
    fn way(&mut self, from: Point, to: Point) {
        let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let is_flat = bottom - top <= right - left;
        let layout = self.layout;
        for row in self.canvas.rows(layout.row(top), layout.row(bottom)) {
            for col in self.canvas.cols(layout.col(left), layout.col(right)) {
                self.canvas.dash(row, col, is_flat);
            }
        }
    }

    fn slope(&mut self, role: Role, from: Point, to: Point) {
        let (top, bottom) = if from.y < to.y {
            (from, to)
        } else {
            (to, from)
        };
        let character = if top.x < bottom.x { '╲' } else { '╱' };
        let (first, last) = (self.layout.row(top.y), self.layout.row(bottom.y));
        for row in self.canvas.rows(first, last) {
            let part = (row as f32 - first) / (last - first);
            let x = top.x + part * (bottom.x - top.x);
            let col = self.layout.col(x).round() as i32;
            self.canvas.set(row, col, character, role);
        }
    }

    /// Fill the characters inside, not those on the outline: they belong to the lines there.
    fn fill(&mut self, role: Role, rect: Rect, fill: Fill) {
        const INSIDE: f32 = 0.05;
        let layout = self.layout;
        let rows = (layout.row(rect.y), layout.row(rect.y + rect.h));
        let cols = (layout.col(rect.x), layout.col(rect.x + rect.w));
        for row in self.canvas.rows(rows.0 + INSIDE, rows.1 - INSIDE) {
            for col in self.canvas.cols(cols.0 + INSIDE, cols.1 - INSIDE) {
                match fill {
                    Fill::Ink => self.canvas.set(row, col, '█', role),
                    Fill::Pale => self.canvas.shade(row, col, role),
                    Fill::Paper => self.canvas.erase(row, col),
                }
            }
        }
    }

    /// An outline a little inside or outside the borders of a cell is drawn on them.
    fn outline(&mut self, role: Role, rect: Rect, stroke: f32) {
        let (west, east) = (
            layout::track(rect.x).middle,
            layout::track(rect.x + rect.w).middle,
        );
        let (north, south) = (
            layout::track(rect.y).middle,
            layout::track(rect.y + rect.h).middle,
        );
        let corners = [(west, north), (east, north), (east, south), (west, south)];
        for side in 0..4 {
            let (from, to) = (corners[side], corners[(side + 1) % 4]);
            self.line(role, point(from.0, from.1), point(to.0, to.1), stroke);
        }
    }
}
