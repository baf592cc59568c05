//! The schemas of types of other crates, mirrored here, so that those crates need not know about
//! schemas. The mirrors are never filled in; a test holds real requests and responses against the
//! schema.
#![allow(dead_code, reason = "mirrors are never filled in")]

use std::collections::BTreeMap;

use schemars::JsonSchema;

use crate::bounds;
use crate::values::Place;

/// What the player did.
#[derive(JsonSchema)]
#[schemars(rename = "Gesture")]
pub(crate) struct GestureSchema {
    kind: GestureKind,
    #[schemars(default, length(max = bounds::TARGETS))]
    targets: Vec<Target>,
    /// The key: a digit, a letter, or `delete`. With `~` in front it is a pencil mark.
    #[schemars(length(max = bounds::KEY))]
    value: Option<String>,
    /// The player wants pencil marks tidied up after each entry.
    #[schemars(default)]
    tidy: bool,
    /// The cursor was there already.
    #[schemars(default)]
    again: bool,
    /// Whose hands these are, if not the usual ones: one of the family's `hands`.
    hands: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum GestureKind {
    Tap,
    Alt,
    Drag,
    Key,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Target {
    /// Row and column.
    Cell(i16, i16),
    /// A cell's border to the east or to the south.
    Border(i16, i16, Side),
    /// A place around the board: row or column is −1 or n.
    Outside(i16, i16),
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Side {
    E,
    S,
}

/// Shapes with roles, painted in order. The unit is one cell, x to the right and y down.
#[derive(JsonSchema)]
pub(crate) struct SceneSchema {
    /// What is visible.
    view: Rect,
    items: Vec<Item>,
}

#[derive(JsonSchema)]
struct Item {
    #[schemars(flatten)]
    shape: Shape,
    role: Role,
}

#[derive(JsonSchema)]
pub(crate) struct Point {
    x: f32,
    y: f32,
}

#[derive(JsonSchema)]
struct Rect {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
}

#[derive(JsonSchema)]
#[schemars(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Line {
        from: Point,
        to: Point,
        width: f32,
    },
    Rect {
        rect: Rect,
        fill: Option<Fill>,
        /// 0 means no outline.
        stroke: f32,
    },
    Circle {
        centre: Point,
        radius: f32,
        fill: Option<Fill>,
        stroke: f32,
    },
    /// Centred both ways; `size` is the height of the letters' line.
    Text {
        centre: Point,
        size: f32,
        text: String,
    },
    Symbol {
        centre: Point,
        size: f32,
        symbol: Symbol,
    },
}

/// In the role's full colour, in a pale version of it, or in the colour of the sheet.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Fill {
    Ink,
    Pale,
    Paper,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Symbol {
    North,
    East,
    South,
    West,
    Cross,
    Dot,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub(crate) enum Role {
    Paper,
    Grid,
    Frame,
    Given,
    Met,
    Entered,
    Note,
    Trial,
    Trial2,
    Trial3,
    Solution,
    Wrong,
    Highlight,
    Concluded,
    Area,
    Beyond,
    Way,
    Wall,
}

/// Something that stands out on a board.
#[derive(JsonSchema)]
#[schemars(rename = "Mark", tag = "kind", rename_all = "lowercase")]
pub(crate) enum MarkSchema {
    /// Cells that belong together, as row and column; also such as lie outside the board.
    Cells { role: Role, cells: Vec<Place> },
    /// A part of a cell, or a place between cells; `size` is how wide it is.
    Spot { role: Role, at: Point, size: f32 },
    /// Something that is crossed out.
    Cross { role: Role, at: Point, size: f32 },
    /// A line through these points.
    Line { role: Role, points: Vec<Point> },
    /// A letter or a number by which a sentence speaks of a place.
    Label { role: Role, at: Point, text: String },
}

/// The part of a board that is shown.
#[derive(JsonSchema)]
#[schemars(rename = "View")]
pub(crate) struct ViewSchema {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
}

/// The object of the command `rate`.
#[derive(JsonSchema)]
#[schemars(rename = "Rating")]
pub(crate) struct RatingSchema {
    difficulty: Score,
    fun: Score,
    looks: Score,
    /// The named rules finish it, and nothing is supposed.
    solved_by_rules: bool,
    /// The named rules do not finish it, but with trial they do.
    needs_trial: bool,
    /// The rule of the highest level that was needed.
    hardest: Option<String>,
    steps: u32,
    /// The steps that can be found, all rounds together.
    work: u32,
    /// How many minutes people take, if that has been measured for the family.
    minutes: Option<f64>,
    /// Most of them take between so many and so many.
    minutes_range: Option<[f64; 2]>,
    /// Time ran out while it was being solved.
    #[schemars(default)]
    stopped: bool,
}

#[derive(JsonSchema)]
struct Score {
    #[schemars(range(min = 0, max = 100))]
    score: f64,
    grade: String,
    parts: BTreeMap<String, Part>,
}

#[derive(JsonSchema)]
struct Part {
    #[schemars(range(min = 0, max = 100))]
    value: f64,
    weight: f64,
}
