//! What is written into cells: circles, texts and symbols, side by side.
//!
//! A number stands in the middle of its cell and a symbol to the right of it, wherever in the cell
//! the two were drawn. A circle around one character is a pair of brackets. Of two things in the
//! same place, the later one wins.

use super::canvas::Canvas;
use super::layout::{Layout, Spot, is_arrow, spot};
use crate::{Fill, Point, Role, Symbol};
use std::collections::BTreeMap;

/// Texts below this size are pencil marks, for which a terminal has no room.
const SMALLEST_TEXT: f32 = 0.35;
/// Circles below this radius are marks and not places for a number.
const SMALLEST_RING: f32 = 0.2;
/// Things closer together than this are on top of each other.
const SAME_PLACE: f32 = 0.15;

type Ink = (char, Role);

#[derive(Default)]
struct Content {
    ring: Option<Ink>,
    text: Option<(Point, Vec<Ink>)>,
    symbols: Vec<(Point, Ink)>,
    /// The columns written so far, to be cleared when the content changes.
    written: Vec<i32>,
}

pub struct Labels {
    layout: Layout,
    cells: BTreeMap<(i32, i32), Content>,
}

impl Labels {
    pub fn new(layout: Layout) -> Labels {
        Labels {
            layout,
            cells: BTreeMap::new(),
        }
    }

    pub fn circle(
        &mut self,
        canvas: &mut Canvas,
        role: Role,
        centre: Point,
        radius: f32,
        fill: Option<Fill>,
    ) {
        let is_full = fill == Some(Fill::Ink);
        if radius < SMALLEST_RING {
            let character = if is_full { '•' } else { '∘' };
            self.mark(canvas, (character, role), centre, false);
            return;
        }
        let ring = (if is_full { '●' } else { '○' }, role);
        match spot(centre, false) {
            Spot::Border { y, x } => self.on_border(canvas, y, x, &[ring]),
            Spot::Cell { row, col } => self.change(canvas, row, col, |content| {
                if matches!(fill, Some(Fill::Ink | Fill::Paper)) {
                    content.text = None;
                    content.symbols.clear();
                }
                content.ring = Some(ring);
            }),
        }
    }

    pub fn text(&mut self, canvas: &mut Canvas, role: Role, centre: Point, size: f32, text: &str) {
        // Texts come from imported files, and a terminal obeys control characters.
        let safe = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let inks: Vec<Ink> = text.chars().map(|c| (safe(c), role)).collect();
        match spot(centre, false) {
            _ if inks.is_empty() => {}
            Spot::Border { y, x } if size >= SMALLEST_TEXT => self.on_border(canvas, y, x, &inks),
            Spot::Border { .. } => {}
            Spot::Cell { row, col } => {
                let middle = Point {
                    x: col as f32 + 0.5,
                    y: row as f32 + 0.5,
                };
                // A lone small note in the middle would pass for an entry.
                let in_middle = role != Role::Note && same_place(centre, middle);
                if size < SMALLEST_TEXT && !in_middle {
                    return;
                }
                self.change(canvas, row, col, |content| {
                    content.symbols.retain(|&(at, _)| !same_place(at, centre));
                    content.text = Some((centre, inks));
                });
            }
        }
    }

    pub fn symbol(&mut self, canvas: &mut Canvas, role: Role, centre: Point, symbol: Symbol) {
        let character = match symbol {
            Symbol::North => '↑',
            Symbol::East => '→',
            Symbol::South => '↓',
            Symbol::West => '←',
            Symbol::Cross => '×',
            Symbol::Dot => '·',
        };
        self.mark(canvas, (character, role), centre, is_arrow(symbol));
    }

    fn mark(&mut self, canvas: &mut Canvas, ink: Ink, centre: Point, is_arrow: bool) {
        match spot(centre, is_arrow) {
            Spot::Border { y, x } => self.on_border(canvas, y, x, &[ink]),
            Spot::Cell { row, col } => self.change(canvas, row, col, |content| {
                content.symbols.retain(|&(at, _)| !same_place(at, centre));
                content.text.take_if(|(at, _)| same_place(*at, centre));
                content.symbols.push((centre, ink));
            }),
        }
    }

    fn on_border(&self, canvas: &mut Canvas, y: i32, x: i32, inks: &[Ink]) {
        let row = self.layout.row(y as f32 / 2.0).round() as i32;
        let col = self.layout.col(x as f32 / 2.0).round() as i32;
        let start = col - inks.len() as i32 / 2;
        for (col, &(character, role)) in (start..).zip(inks) {
            canvas.set(row, col, character, role);
        }
    }

    fn change(&mut self, canvas: &mut Canvas, row: i32, col: i32, edit: impl FnOnce(&mut Content)) {
        let content = self.cells.entry((row, col)).or_default();
        edit(content);
        let middle = self.layout.col(col as f32 + 0.5) as i32;
        let row = self.layout.row(row as f32 + 0.5) as i32;
        for col in content.written.drain(..) {
            canvas.unset(row, col);
        }
        let (start, inks) = content.arrange(self.layout);
        for (col, (character, role)) in (middle + start..).zip(inks) {
            canvas.set(row, col, character, role);
            content.written.push(col);
        }
    }
}

fn same_place(a: Point, b: Point) -> bool {
    (a.x - b.x).abs() < SAME_PLACE && (a.y - b.y).abs() < SAME_PLACE
}

impl Content {
    /// The characters, and how far from the middle of the cell the first one stands.
    fn arrange(&self, layout: Layout) -> (i32, Vec<Ink>) {
        let mut inks: Vec<Ink> = match &self.text {
            Some((_, inks)) => inks.clone(),
            None => Vec::new(),
        };
        let room: usize = match layout {
            Layout::Roomy => 3,
            Layout::Dense => 2,
        };
        let length = inks.len();
        let symbols = room.saturating_sub(length).min(self.symbols.len());
        // The latest symbols, if there is no room for all.
        let latest = &self.symbols[self.symbols.len() - symbols..];
        inks.extend(latest.iter().map(|&(_, ink)| ink));
        match (self.ring, inks.as_slice()) {
            (None, []) => (0, inks),
            (Some(ring), []) => (0, vec![ring]),
            (Some((_, role)), &[ink]) if layout == Layout::Roomy => {
                (-1, vec![('(', role), ink, (')', role)])
            }
            // A number ends in the middle, where one of a single digit stands.
            _ if length > 0 && layout == Layout::Roomy => (-(length as i32 / 2), inks),
            _ => (-((inks.len() as i32 - 1) / 2), inks),
        }
    }
}
