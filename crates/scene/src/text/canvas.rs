//! The characters of a picture while it is painted, and how they are written out.

use super::boxes::{self, Weight};
use crate::Role;
use std::ops::RangeInclusive;

const UP: usize = 0;
const RIGHT: usize = 1;
const DOWN: usize = 2;
const LEFT: usize = 3;

/// How a line marks the characters that it passes.
#[derive(Clone, Copy)]
pub struct Arms {
    role: Role,
    weight: Weight,
    /// One bit for the line's distance from the middle of its track; 0 if it does not count as one
    /// of several parallel lines.
    lane: u32,
}

impl Arms {
    pub fn new(role: Role, weight: Weight, lane: u32) -> Arms {
        Arms { role, weight, lane }
    }
}

/// One character.
#[derive(Clone, Copy, Default)]
struct Place {
    glyph: Option<(char, Role)>,
    weights: [Weight; 4],
    lanes: [u32; 4],
    line_role: Option<Role>,
    shade: Option<Role>,
    /// A dashed way runs along here, across or down.
    dashed: [bool; 2],
}

pub struct Canvas {
    top: i32,
    left: i32,
    height: usize,
    width: usize,
    places: Vec<Place>,
}

/// How far from the middle of a character a line must reach to count as an arm: a little, so that
/// bridges may stop at the rim of a circle, but not so little that rounding decides.
const ARM: f32 = 0.05;

impl Canvas {
    pub fn new([top, bottom, left, right]: [i32; 4]) -> Canvas {
        let height = usize::try_from(bottom - top + 1).unwrap_or(0);
        let width = usize::try_from(right - left + 1).unwrap_or(0);
        Canvas {
            top,
            left,
            height,
            width,
            places: vec![Place::default(); height * width],
        }
    }

    fn place(&mut self, row: i32, col: i32) -> Option<&mut Place> {
        let row = usize::try_from(i64::from(row) - i64::from(self.top)).ok()?;
        let col = usize::try_from(i64::from(col) - i64::from(self.left)).ok()?;
        if row < self.height && col < self.width {
            self.places.get_mut(row * self.width + col)
        } else {
            None
        }
    }

    /// The visible rows between two heights.
    pub fn rows(&self, from: f32, to: f32) -> RangeInclusive<i32> {
        let last = self.top + self.height as i32 - 1;
        (from.ceil() as i32).max(self.top)..=(to.floor() as i32).min(last)
    }

    pub fn cols(&self, from: f32, to: f32) -> RangeInclusive<i32> {
        let last = self.left + self.width as i32 - 1;
        (from.ceil() as i32).max(self.left)..=(to.floor() as i32).min(last)
    }

    /// Write a character over whatever is there.
    pub fn set(&mut self, row: i32, col: i32, character: char, role: Role) {
        if let Some(place) = self.place(row, col) {
            let shade = place.shade;
            *place = Place {
                glyph: Some((character, role)),
                shade,
                ..Place::default()
            };
        }
    }

    /// Take a character away again.
    pub fn unset(&mut self, row: i32, col: i32) {
        if let Some(place) = self.place(row, col) {
            place.glyph = None;
        }
    }

    pub fn shade(&mut self, row: i32, col: i32, role: Role) {
        if let Some(place) = self.place(row, col) {
            place.shade = Some(role);
        }
    }

    /// A way passes here. Of a line that it runs along every other character is left.
    pub fn dash(&mut self, row: i32, col: i32, is_flat: bool) {
        if let Some(place) = self.place(row, col) {
            let is_free = place.line_role.is_none_or(|role| role == Role::Grid);
            place.dashed[usize::from(!is_flat)] |= is_free || (row + col) % 2 == 0;
        }
    }

    pub fn erase(&mut self, row: i32, col: i32) {
        if let Some(place) = self.place(row, col) {
            *place = Place::default();
        }
    }

    pub fn horizontal(&mut self, row: i32, from: f32, to: f32, arms: Arms) {
        for col in self.cols(from - 0.5, to + 0.5) {
            self.pass(row, col, [LEFT, RIGHT], reached(col, from, to), arms);
        }
    }

    pub fn vertical(&mut self, col: i32, from: f32, to: f32, arms: Arms) {
        for row in self.rows(from - 0.5, to + 0.5) {
            self.pass(row, col, [UP, DOWN], reached(row, from, to), arms);
        }
    }

    fn pass(&mut self, row: i32, col: i32, sides: [usize; 2], reached: [bool; 2], arms: Arms) {
        let Some(place) = self.place(row, col) else {
            return;
        };
        // A line that ends at a character leads to it; one that goes on paints over it.
        match reached {
            [false, false] => return,
            [true, true] => place.glyph = None,
            _ if place.glyph.is_some() => return,
            _ => {}
        }
        let strongest = place.weights.into_iter().max();
        if strongest.is_none_or(|weight| arms.weight >= weight) {
            place.line_role = Some(arms.role);
        }
        for (side, reached) in sides.into_iter().zip(reached) {
            if reached {
                place.weights[side] = place.weights[side].max(arms.weight);
                place.lanes[side] |= arms.lane;
            }
        }
    }

    /// The picture, without blank space around it.
    pub fn write(&self, colour: bool) -> String {
        let rows: Vec<&[Place]> = match self.width {
            0 => Vec::new(),
            width => self.places.chunks(width).collect(),
        };
        let is_drawn = |place: &Place| !place.is_blank();
        let first_drawn = |row: &&[Place]| row.iter().position(is_drawn);
        let Some(indent) = rows.iter().filter_map(first_drawn).min() else {
            return String::new();
        };
        let first = rows.iter().position(|row| first_drawn(row).is_some());
        let last = rows.iter().rposition(|row| first_drawn(row).is_some());
        let mut out = String::new();
        for row in &rows[first.unwrap_or(0)..=last.unwrap_or(0)] {
            let end = row.iter().rposition(is_drawn).map_or(indent, |col| col + 1);
            write_row(&mut out, &row[indent..end], colour);
        }
        out
    }
}

/// Whether a line reaches out of a character towards its start and towards its end.
fn reached(position: i32, from: f32, to: f32) -> [bool; 2] {
    [-ARM, ARM].map(|arm| (from..=to).contains(&(position as f32 + arm)))
}

impl Place {
    fn is_blank(&self) -> bool {
        self.character().0 == ' ' && self.shade.is_none()
    }

    fn character(&self) -> (char, Option<Role>) {
        if let Some((character, role)) = self.glyph {
            return (character, Some(role));
        }
        match self.dashed {
            [false, false] => {}
            [true, false] => return ('╍', Some(Role::Way)),
            [false, true] => return ('╏', Some(Role::Way)),
            [true, true] => return ('+', Some(Role::Way)),
        }
        let parallel = self.lanes.map(count_lanes);
        match parallel {
            [0, right, 0, left] if right.max(left) > 2 && self.is_straight() => {
                let character = if right.max(left) == 3 { '≡' } else { '≣' };
                return (character, self.line_role);
            }
            // Three and four dashes: there is no vertical sign with that many strokes.
            [up, 0, down, 0] if up.max(down) > 2 && self.is_straight() => {
                let character = if up.max(down) == 3 { '┇' } else { '┋' };
                return (character, self.line_role);
            }
            _ => {}
        }
        let mut weights = self.weights;
        for (weight, count) in weights.iter_mut().zip(parallel) {
            if count > 1 {
                *weight = Weight::Double;
            }
        }
        match boxes::character(weights) {
            Some(character) => (character, self.line_role),
            None => (' ', None),
        }
    }

    fn is_straight(&self) -> bool {
        let [up, right, down, left] = self.weights.map(|weight| weight != Weight::None);
        !(up || down) || !(left || right)
    }
}

/// Neighbouring bits are one line whose position was rounded two ways.
fn count_lanes(lanes: u32) -> u32 {
    (lanes & !(lanes << 1)).count_ones()
}

fn write_row(out: &mut String, row: &[Place], colour: bool) {
    let mut current = String::new();
    for place in row {
        let (mut character, role) = place.character();
        if colour {
            let wanted = sgr(role, place.shade);
            if wanted != current {
                if !current.is_empty() {
                    out.push_str("\x1b[0m");
                }
                if !wanted.is_empty() {
                    out.push_str("\x1b[");
                    out.push_str(&wanted);
                    out.push('m');
                }
                current = wanted;
            }
        } else if character == ' ' && place.shade.is_some() {
            character = '░';
        }
        out.push(character);
    }
    if !current.is_empty() {
        out.push_str("\x1b[0m");
    }
    out.push('\n');
}

/// The parameters of ANSI's "select graphic rendition" for a character of one role on an area of
/// another. Only the sixteen basic colours, which follow the user's own palette.
fn sgr(role: Option<Role>, shade: Option<Role>) -> String {
    let ink = match role {
        None | Some(Role::Paper | Role::Frame) => "",
        Some(Role::Grid | Role::Note) => "90",
        Some(Role::Given) => "1",
        Some(Role::Met) => "2",
        Some(Role::Entered) => "36",
        Some(Role::Trial) => "35",
        Some(Role::Trial2) => "34",
        Some(Role::Trial3) => "33",
        Some(Role::Solution | Role::Concluded) => "32",
        Some(Role::Wrong) => "1;31",
        Some(Role::Area) => "1;36",
        Some(Role::Beyond) => "1;35",
        Some(Role::Way | Role::Wall) => "1",
        Some(Role::Highlight) => "30;43",
    };
    let area = match shade {
        None => return ink.to_owned(),
        Some(Role::Highlight) => "43",
        Some(Role::Wrong) => "41",
        Some(Role::Trial | Role::Beyond) => "45",
        Some(Role::Trial2) => "44",
        Some(Role::Trial3) => "43",
        Some(Role::Solution | Role::Concluded) => "42",
        Some(Role::Entered | Role::Area) => "46",
        Some(_) => "47",
    };
    // Black is legible on each of these areas, whatever the ink is elsewhere.
    match role {
        None => area.to_owned(),
        Some(Role::Given) => format!("1;30;{area}"),
        Some(Role::Wrong) if shade != role => format!("1;31;{area}"),
        Some(_) => format!("30;{area}"),
    }
}
